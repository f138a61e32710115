//! Packings: a board with its pieces, the pieces that are left, a solution piece by piece.
//!
//! Every piece has its own colour and every cell its piece's mark, so nothing is told by colour alone; copies of one piece are told apart by the lines around them and by shades, and where lines do not do, by numbers. A flat board is drawn as it is. A body in space is drawn twice: as it looks (in [`space`]),
//! and as a **plan**, layer by layer from the top. The **tray** has the pieces that do not lie on the board, the **legend** the names of pieces whose marks are not their names.

use std::collections::BTreeSet;

use super::calendar::OpenDay;
use super::copies::{self, CopyShades};
use super::legend;
use super::palette::{Rgb, Role, shaded};
use super::space::{self, View};
use super::svg::{Anchor, Film, Frame, Look, Picture, Words};
use super::words::PictureWords;
use crate::language::Language;
use ubin::pack::{BoardKind, EMPTY, PackBoard, Placement, Puzzle, Solution, Spot, text};

/// The most cells of a board that is drawn. A picture of more is megabytes that nobody can read.
pub const MOST_CELLS: usize = 20_000;
/// How long the last frame of a film stays, in hundredths of a second.
const HOLD: u16 = 300;
const MARGIN: f64 = 20.0;

/// Where pieces lie: the number of a copy for each cell of the board, or [`EMPTY`].
type Owners = Vec<u32>;

/// A copy of a piece on a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shown<'p> {
    copy: u32,
    /// The number of the piece, for its colour.
    piece: usize,
    mark: &'p str,
    /// Which shade of its piece's colour it has.
    shade: usize,
    /// The number among the copies of its piece, where it is shown.
    number: Option<u32>,
}

impl<'p> Shown<'p> {
    /// A piece by itself.
    pub(super) fn of_piece(puzzle: &'p Puzzle, piece: usize) -> Shown<'p> {
        Shown { copy: puzzle.copies(piece).start, piece, mark: puzzle.mark(piece), shade: 0, number: None }
    }

    /// Something that is no piece: a number for its colour, and what stands in the cell.
    pub(super) fn marked(number: usize, mark: &'p str) -> Shown<'p> {
        Shown { copy: number as u32, piece: number, mark, shade: 0, number: None }
    }

    pub(super) fn color(self) -> Rgb {
        shaded(self.piece, self.shade)
    }

    /// Its mark, and its number if it has one, in letters that fit a cell of this size.
    pub(super) fn words(self, size: f64) -> Words {
        let text = self.number.map_or(self.mark.into(), |number| format!("{}{number}", self.mark));
        let part = [1.0, 1.0, 0.78, 0.66, 0.54, 0.45].get(text.len()).copied().unwrap_or(0.38);
        Words::new(text, part * size).bold()
    }
}

/// A puzzle with pieces on its board, and how its copies are told apart.
pub(super) struct Laid<'p> {
    pub(super) puzzle: &'p Puzzle,
    /// The number of the copy on each cell, or [`EMPTY`].
    pub(super) owners: &'p [u32],
    shades: CopyShades,
    is_numbered: bool,
}

impl<'p> Laid<'p> {
    pub(super) fn new(puzzle: &'p Puzzle, owners: &'p [u32]) -> Laid<'p> {
        let (shades, is_numbered) = (CopyShades::of(puzzle, owners), copies::are_numbered(puzzle));
        Laid { puzzle, owners, shades, is_numbered }
    }

    /// Other pieces on the board, each copy in the shade that it has here.
    fn with(&self, owners: &'p [u32]) -> Laid<'p> {
        Laid { owners, shades: self.shades.clone(), ..*self }
    }

    /// What is shown on a cell; nothing on an empty one.
    pub(super) fn shown(&self, cell: usize) -> Option<Shown<'p>> {
        let copy = self.owners[cell];
        let piece = self.puzzle.piece_of(copy)?;
        let number = copies::number(self.puzzle, copy).filter(|_| self.is_numbered);
        Some(Shown { copy, piece, mark: self.puzzle.mark(piece), shade: self.shades.shade(copy), number })
    }
}

/// What a field of a plan shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field<'p> {
    /// The board has no cell here.
    Outside,
    /// A cell without a piece.
    Empty,
    /// A cell with a piece.
    Piece(Shown<'p>),
    /// A cell of a piece that lies elsewhere.
    Gone,
}

/// A rectangle of fields.
pub(super) struct Plan<'p> {
    pub(super) rows: usize,
    pub(super) cols: usize,
    fields: Vec<Field<'p>>,
    /// Columns of one layer, where several stand side by side.
    depth: usize,
    /// Whether cells are balls.
    round: bool,
}

impl<'p> Plan<'p> {
    fn new(rows: usize, cols: usize, round: bool) -> Plan<'p> {
        Plan { rows, cols, fields: vec![Field::Outside; rows * cols], depth: cols, round }
    }

    fn at(&self, row: i64, col: i64) -> Field<'p> {
        let inside = row >= 0 && col >= 0 && row < self.rows as i64 && col < self.cols as i64;
        if inside { self.fields[row as usize * self.cols + col as usize] } else { Field::Outside }
    }

    /// One layer of a board.
    pub(super) fn layer(laid: &Laid<'p>, layer: u32) -> Plan<'p> {
        let field = |cell: usize| laid.shown(cell).map_or(Field::Empty, Field::Piece);
        Plan::of_layer(laid.puzzle.board(), layer, field)
    }

    /// One layer of a board, whose cells show these fields.
    pub(super) fn of_layer(board: &PackBoard, layer: u32, field: impl Fn(usize) -> Field<'p>) -> Plan<'p> {
        let (rows, cols) = board.layer_size(layer);
        let mut plan = Plan::new(rows as usize, cols as usize, board.kind() == BoardKind::Pyramid);
        for row in 0..rows {
            for col in 0..cols {
                let Some(cell) = board.number(Spot { layer, row, col }) else { continue };
                plan.fields[(row * cols + col) as usize] = field(cell);
            }
        }
        plan
    }

    /// A piece as it is given, its layers side by side.
    fn of_piece(puzzle: &'p Puzzle, number: usize, gone: bool) -> Plan<'p> {
        let (shape, round) = (&puzzle.pieces()[number], puzzle.board().kind() == BoardKind::Pyramid);
        let shown = Shown::of_piece(puzzle, number);
        let side = |of: fn(&Spot) -> u32| shape.spots().iter().map(of).max().expect("a piece has cells") as usize + 1;
        let (layers, rows, cols) = (side(|s| s.layer), side(|s| s.row), side(|s| s.col));
        let mut plan = Plan { depth: cols, ..Plan::new(rows, layers * (cols + 1) - 1, round) };
        for spot in shape.spots() {
            let col = (layers - 1 - spot.layer as usize) * (cols + 1) + spot.col as usize;
            let field = if gone { Field::Gone } else { Field::Piece(shown) };
            plan.fields[spot.row as usize * plan.cols + col] = field;
        }
        plan
    }

    /// Draws the plan with cells of this side.
    pub(super) fn draw(&self, picture: &mut Picture, (x, y): (f64, f64), cell: f64) {
        let shown = |layer: usize| {
            [x + (layer * (self.depth + 1)) as f64 * cell, y, self.depth as f64 * cell, self.rows as f64 * cell]
        };
        // The layers of a piece in space, each in a frame of its own.
        for layer in 0..(self.cols + 1) / (self.depth + 1) * usize::from(self.depth < self.cols) {
            picture.rect(shown(layer), 0.0, Look::fill(Role::Panel).outlined(Role::Faint, 1.0));
        }
        if self.round {
            self.balls(picture, (x, y), cell);
        } else {
            self.squares(picture, (x, y), cell);
        }
        if cell < 9.0 {
            return;
        }
        for (at, field) in self.fields.iter().enumerate() {
            if let Field::Piece(shown) = *field {
                let (row, col) = ((at / self.cols) as f64, (at % self.cols) as f64);
                let words = shown.words(0.46 * cell).in_paint(shown.color().ink());
                picture.text((x + (col + 0.5) * cell, y + (row + 0.5) * cell), words);
            }
        }
    }

    fn squares(&self, picture: &mut Picture, (x, y): (f64, f64), cell: f64) {
        let mut seen: Vec<Field<'_>> = Vec::new();
        for &field in self.fields.iter().filter(|field| !matches!(field, Field::Outside)) {
            if !seen.contains(&field) {
                seen.push(field);
            }
        }
        for kind in seen {
            let data = self.runs(kind).map(|(row, col, length)| {
                let [left, top, wide, high] =
                    [x + col as f64 * cell, y + row as f64 * cell, length as f64 * cell, cell].map(super::svg::number);
                format!("M{left} {top}h{wide}v{high}h-{wide}Z")
            });
            let look = match kind {
                Field::Piece(shown) => Look::fill(shown.color()),
                Field::Gone => Look::fill(Role::Faint),
                Field::Empty | Field::Outside => Look::fill(Role::Panel),
            };
            picture.path(data.collect(), look);
        }
        let line = (cell * 0.05).clamp(0.8, 2.0);
        self.borders(picture, (x, y), cell, |a, b| a == b && a == Field::Empty, Look::line(Role::Faint, line / 2.0));
        let thin = Look::line(Rgb::BLACK.toward(Rgb::WHITE, 0.5), line / 3.0);
        self.borders(picture, (x, y), cell, |a, b| a == b && matches!(a, Field::Piece(..)), thin);
        self.borders(picture, (x, y), cell, |a, b| a != b, Look::line(Role::Ink, line));
    }

    /// Rows of equal fields: row, first column, length.
    fn runs(&self, kind: Field<'p>) -> impl Iterator<Item = (usize, usize, usize)> {
        (0..self.rows).flat_map(move |row| {
            let fields = &self.fields[row * self.cols..(row + 1) * self.cols];
            let mut col = 0;
            let runs = fields.chunk_by(|a, b| a == b).filter_map(move |run| {
                let start = col;
                col += run.len();
                (run[0] == kind).then_some((row, start, run.len()))
            });
            runs.collect::<Vec<_>>()
        })
    }

    /// The lines between fields that `wanted` accepts, each as long as it goes.
    fn borders(
        &self,
        picture: &mut Picture,
        (x, y): (f64, f64),
        cell: f64,
        wanted: impl Fn(Field<'p>, Field<'p>) -> bool,
        look: Look,
    ) {
        let mut data = String::new();
        let number = |n: f64| super::svg::number(n);
        let (rows, cols) = (self.rows as i64, self.cols as i64);
        for row in 0..=rows {
            let is_line = |col: i64| wanted(self.at(row - 1, col), self.at(row, col));
            for (from, to) in stretches(cols, is_line) {
                let (left, top) = (number(x + from as f64 * cell), number(y + row as f64 * cell));
                data += &format!("M{left} {top}h{}", number((to - from) as f64 * cell));
            }
        }
        for col in 0..=cols {
            let is_line = |row: i64| wanted(self.at(row, col - 1), self.at(row, col));
            for (from, to) in stretches(rows, is_line) {
                let (left, top) = (number(x + col as f64 * cell), number(y + from as f64 * cell));
                data += &format!("M{left} {top}v{}", number((to - from) as f64 * cell));
            }
        }
        if !data.is_empty() {
            picture.path(data, look);
        }
    }

    fn balls(&self, picture: &mut Picture, (x, y): (f64, f64), cell: f64) {
        let center = |row: i64, col: i64| (x + (col as f64 + 0.5) * cell, y + (row as f64 + 0.5) * cell);
        let fields = (0..self.rows as i64).flat_map(|row| (0..self.cols as i64).map(move |col| (row, col)));
        let fields: Vec<((i64, i64), Field<'_>)> = fields.map(|(row, col)| ((row, col), self.at(row, col))).collect();
        // Bars between the balls of a piece, behind them.
        for &((row, col), field) in &fields {
            let Field::Piece(shown) = field else { continue };
            for (below, right) in [(1, 0), (0, 1)] {
                if self.at(row + below, col + right) == field {
                    let points = [center(row, col), center(row + below, col + right)];
                    picture.line(&points, Look::line(shown.color(), 0.4 * cell));
                }
            }
        }
        let line = (cell * 0.05).clamp(0.8, 1.6);
        for &((row, col), field) in &fields {
            let look = match field {
                Field::Outside => continue,
                Field::Empty => Look::fill(Role::Panel).outlined(Role::Outline, line),
                Field::Gone => Look::fill(Role::Faint),
                Field::Piece(shown) => Look::fill(shown.color()).outlined(Role::Ink, line),
            };
            picture.circle(center(row, col), 0.42 * cell, look);
        }
    }
}

/// The stretches of 0 to `end` in which every place is a line.
fn stretches(end: i64, is_line: impl Fn(i64) -> bool) -> Vec<(i64, i64)> {
    let mut found: Vec<(i64, i64)> = Vec::new();
    for at in (0..end).filter(|&at| is_line(at)) {
        match found.last_mut() {
            Some(last) if last.1 == at => last.1 = at + 1,
            _ => found.push((at, at + 1)),
        }
    }
    found
}

/// The puzzle as it stands: the board, the pieces that lie on it, and below it those that do not.
///
/// ```
/// use ubin_front::{Language, render::{pack::position, space::View, svg::Style}};
/// let puzzle = ubin::pack::text::read("1 3 2\nDEFAULT\nAA\nB\n")?.puzzle;
/// assert!(position(&puzzle, View::default(), Language::En).svg(Style::default()).contains(">B</text>"));
/// # Ok::<(), ubin::pack::text::PackTextError>(())
/// ```
#[must_use]
pub fn position(puzzle: &Puzzle, view: View, language: Language) -> Picture {
    let said = PictureWords(language);
    let loose = puzzle.loose();
    let title = match loose.iter().map(|&piece| u64::from(puzzle.left(piece).most)).sum() {
        _ if puzzle.is_solved() => said.complete(),
        left => said.pieces_left(left),
    };
    whole(&Laid::new(puzzle, &puzzle.owners()), &loose, (view, said), &title)
}

/// A solution.
#[must_use]
pub fn solution(puzzle: &Puzzle, solution: &Solution, view: View, language: Language) -> Picture {
    let said = PictureWords(language);
    whole(&Laid::new(puzzle, solution.owners()), &[], (view, said), &said.packing(&rows(puzzle, solution)))
}

/// A solution piece by piece: on a flat board from its first cell on, in space from the lowest. `delay` is the time of a piece in hundredths of a second.
#[must_use]
pub fn film(puzzle: &Puzzle, solution: &Solution, delay: u16, (view, language): (View, Language)) -> Film {
    let loose = puzzle.loose();
    let mut owners: Owners = puzzle.owners();
    let is_new = |placement: &Placement| owners[placement.cells[0] as usize] == EMPTY;
    let mut order: Vec<Placement> = solution.placements(puzzle).into_iter().filter(is_new).collect();
    if puzzle.board().is_flat() {
        order.sort_by_key(|placement| placement.cells.first().copied());
    } else {
        order.sort_by_key(|placement| std::cmp::Reverse(placement.cells.last().copied()));
    }
    let mut frames = Vec::new();
    let full = Laid::new(puzzle, solution.owners());
    for placed in 0..=order.len() {
        if let Some(placement) = placed.checked_sub(1).and_then(|at| order.get(at)) {
            placement.cells.iter().for_each(|&cell| owners[cell as usize] = solution.owners()[cell as usize]);
        }
        let picture = whole(&full.with(&owners), &loose, (view, PictureWords(language)), "");
        let part = [0.0, 0.0, picture.width(), picture.height()];
        let delay = if placed == order.len() { HOLD.max(delay) } else { delay.max(2) };
        frames.push(Frame { part, picture, delay });
    }
    let (width, height) = (frames[0].picture.width(), frames[0].picture.height());
    Film { width, height, colors: if puzzle.board().is_flat() { 128 } else { 256 }, frames }
}

/// The rows of a solution on one line, layers separated; for a title.
fn rows(puzzle: &Puzzle, solution: &Solution) -> String {
    let layers: Vec<String> = solution.layers(puzzle).iter().map(|layer| layer.join("/")).collect();
    let line = layers.join(" // ");
    match line.char_indices().nth(400) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line,
    }
}

/// Board, tray and legend. The tray has a place for each piece of `tray`; those on the board are shown as gone.
fn whole(laid: &Laid<'_>, tray: &[usize], (view, said): (View, PictureWords), title: &str) -> Picture {
    const GAP: f64 = 24.0;
    let board = laid.puzzle.board();
    let day = OpenDay::of(board).map(|day| day.date(said.0));
    let stage = if board.is_flat() { flat(laid, said) } else { solid(laid, view, said) };
    let mut parts = vec![stage];
    let width = parts[0].width().max(if tray.is_empty() { 0.0 } else { 240.0 });
    if !tray.is_empty() {
        parts.push(spare(laid.puzzle, laid.owners, tray, width, unit(board)));
    }
    parts.extend(legend::legend(laid.puzzle, width));
    let head = if day.is_some() { 34.0 } else { 0.0 };
    let width = parts.iter().map(Picture::width).fold(width, f64::max);
    let height: f64 = parts.iter().map(|part| part.height() + GAP).sum::<f64>() - GAP + head;
    let title = day.iter().map(|date| format!("{date}. ")).collect::<String>() + title;
    let mut picture = Picture::new((width + 2.0 * MARGIN).ceil(), (height + 2.0 * MARGIN).ceil(), title);
    picture.ground();
    if let Some(date) = day {
        picture.text((MARGIN + width / 2.0, MARGIN + 10.0), Words::new(date, 20.0).bold());
    }
    let mut y = MARGIN + head;
    for (number, part) in parts.iter().enumerate() {
        // The board stands in the middle, what belongs to it at the left.
        let x = if number == 0 { MARGIN + (width - part.width()) / 2.0 } else { MARGIN };
        picture.paste(part, (x, y));
        y += part.height() + GAP;
    }
    picture
}

/// The side of a cell of a flat board.
fn unit(board: &PackBoard) -> f64 {
    (720.0 / f64::from(board.cols().max(board.rows()))).clamp(18.0, 48.0).floor()
}

fn flat(laid: &Laid<'_>, said: PictureWords) -> Picture {
    let (board, cell) = (laid.puzzle.board(), unit(laid.puzzle.board()));
    let mut picture = Picture::new(f64::from(board.cols()) * cell, f64::from(board.rows()) * cell, "");
    let plan = Plan::layer(laid, 0);
    plan.draw(&mut picture, (0.0, 0.0), cell);
    for label in OpenDay::of(board).into_iter().flat_map(|day| day.labels(said.0)) {
        let (x, y) = (f64::from(label.col) * cell, f64::from(label.row) * cell);
        let words = Words::new(label.text, 0.36 * cell);
        let middle = (x + cell / 2.0, y + cell / 2.0);
        if label.is_open {
            let inset = [x + 3.0, y + 3.0, cell - 6.0, cell - 6.0];
            picture.rect(inset, 6.0, Look::fill(Role::Ground).outlined(Role::Accent, 2.0));
            picture.text(middle, words.bold());
        } else if plan.at(label.row.into(), label.col.into()) == Field::Empty {
            picture.text(middle, words.in_paint(Role::Muted));
        }
    }
    picture
}

/// The body, and its plan beside it.
fn solid(laid: &Laid<'_>, view: View, said: PictureWords) -> Picture {
    let body = space::body(laid, view);
    let plan = plan(laid, body.height(), said);
    let gap = 40.0;
    let height = body.height().max(plan.height());
    let mut picture = Picture::new(body.width() + gap + plan.width(), height, "");
    picture.paste(&body, (0.0, (height - body.height()) / 2.0));
    picture.paste(&plan, (body.width() + gap, (height - plan.height()) / 2.0));
    picture
}

/// The layers from the top, in columns of about this height.
fn plan(laid: &Laid<'_>, height: f64, said: PictureWords) -> Picture {
    const CAPTION: f64 = 22.0;
    let board = laid.puzzle.board();
    let cell = (180.0 / f64::from(board.rows().max(board.cols()))).clamp(18.0, 30.0).floor();
    let tallest = f64::from(board.rows()) * cell + CAPTION;
    let height = height.max(tallest).max(330.0);
    let (mut x, mut y, mut wide, mut high) = (0.0, 0.0, 0.0_f64, 0.0_f64);
    let mut placed = Vec::new();
    for layer in (0..board.layers()).rev() {
        let plan = Plan::layer(laid, layer);
        let room = (plan.cols as f64 * cell, CAPTION + plan.rows as f64 * cell);
        if y > 0.0 && y + room.1 > height {
            (x, y, wide) = (x + wide + 24.0, 0.0, 0.0);
        }
        placed.push((layer, plan, x, y));
        wide = wide.max(room.0).max(60.0);
        y += room.1 + 14.0;
        high = high.max(y - 14.0);
    }
    let mut picture = Picture::new(x + wide, high, "");
    for (layer, plan, x, y) in placed {
        let caption = Words::new(said.layer(layer), 12.0).anchored(Anchor::Start);
        picture.text((x, y + 8.0), caption.in_paint(Role::Muted));
        plan.draw(&mut picture, (x, y + CAPTION), cell);
    }
    picture
}

/// The pieces of the tray in rows no wider than this, if they can be.
fn spare(puzzle: &Puzzle, owners: &[u32], tray: &[usize], width: f64, unit: f64) -> Picture {
    const CAPTION: f64 = 18.0;
    let cell = (unit * 0.5).clamp(14.0, 22.0).floor();
    let (mut x, mut y, mut high, mut widest) = (0.0, 0.0, 0.0_f64, 0.0_f64);
    let mut placed = Vec::new();
    for &number in tray {
        let copies = puzzle.copies(number);
        let on_board: BTreeSet<u32> = owners.iter().copied().filter(|copy| copies.contains(copy)).collect();
        let left = copies.len() - on_board.len();
        let plan = Plan::of_piece(puzzle, number, left == 0);
        // Of several copies the piece is drawn once, with their number below it.
        let caption = (copies.len() > 1).then(|| format!("x{left}"));
        let room = (
            (plan.cols as f64 * cell).max(if caption.is_some() { 24.0 } else { 0.0 }),
            plan.rows as f64 * cell + if caption.is_some() { CAPTION } else { 0.0 },
        );
        if x > 0.0 && x + room.0 > width {
            (x, y, high) = (0.0, y + high + 14.0, 0.0);
        }
        placed.push((plan, caption, x, y));
        widest = widest.max(x + room.0);
        x += room.0 + 16.0;
        high = high.max(room.1);
    }
    let mut picture = Picture::new(widest, y + high, "");
    for (plan, caption, x, y) in placed {
        plan.draw(&mut picture, (x, y), cell);
        if let Some(caption) = caption {
            let words = Words::new(caption, 12.0).anchored(Anchor::Start).in_paint(Role::Muted);
            picture.text((x, y + plan.rows as f64 * cell + 0.6 * CAPTION), words);
        }
    }
    picture
}

/// The marks of a board on one line, rows separated by `/`, layers by `//`; `.` where nothing lies.
#[must_use]
pub(super) fn one_line(puzzle: &Puzzle, owners: &[u32]) -> String {
    let mark = |cell: usize| puzzle.mark_of(puzzle.piece_of(owners[cell]));
    let layers = text::picture(puzzle.board(), mark, &"  "[..puzzle.mark_width()]);
    layers.iter().map(|layer| layer.join("/")).collect::<Vec<_>>().join("//")
}
