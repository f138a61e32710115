//! Sliding boards: one board, a solution as a sheet of boards, a solution as a film.

use super::palette::Role;
use super::svg::{Anchor, Film, Frame, Look, Picture, Words};
use super::text::one_line;
use super::words::PictureWords;
use crate::language::Language;
use ubin::slide::solve::Metric;
use ubin::slide::{Board, Dir, Notation, Puzzle, Size};

/// The most boards on a sheet.
const SHEET: usize = 100;
/// The most tiles on a sheet: a sheet of large boards shows fewer of them.
const SHEET_TILES: usize = 6000;
/// The widest a sheet becomes, unless one board is wider.
const SHEET_WIDTH: f64 = 1000.0;
/// The most lines of moves below a sheet.
const SHEET_LINES: usize = 24;
/// The most moves that a film shows one by one; of a longer solution it shows every second move, or third, and so on.
pub const FILM: usize = 1000;
/// The most tiles that all frames of a film have together: one of a large board has fewer frames. Without this, the 82,483 moves of a 32x32 board took 52 s and 31 MB.
const FILM_TILES: usize = 60_000;
/// Hundredths of a second that a frame of a tile on its way stays.
const SLIDING: u16 = 6;
/// Colours of a film: four, and the shades between them. With 256 a film is half as large again.
const COLORS: usize = 32;
/// The most moves whose tiles are seen on their way.
const SEEN_SLIDING: usize = 300;
/// How long the last board of a film stays.
const HOLD: u16 = 200;

/// How moves are told: what counts as one, whose way is named, and in which language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wording {
    /// What counts as one move.
    pub metric: Metric,
    /// Where the blank goes, or where the tile goes.
    pub notation: Notation,
    /// The language of the words.
    pub language: Language,
}

impl Wording {
    /// Steps of the blank, by moves.
    fn moves(self, steps: &[Dir]) -> Vec<&[Dir]> {
        match self.metric {
            Metric::Single => steps.chunks(1).collect(),
            Metric::Multi => steps.chunk_by(|a, b| a == b).collect(),
        }
    }

    /// What is said beside the moves.
    fn said(self) -> PictureWords {
        PictureWords(self.language)
    }

    /// A move in words: `Down`, `Right x3`.
    fn words(self, step: &[Dir]) -> String {
        match step {
            [dir] => self.said().way(self.notation.dir(*dir)),
            [dir, ..] => format!("{} x{}", self.said().way(self.notation.dir(*dir)), step.len()),
            [] => String::new(),
        }
    }

    /// The letters of the moves, those that are read together in one word, and how many moves a word has: single moves by tens, lines one by one.
    fn letters(self, steps: &[Dir]) -> Vec<(String, usize)> {
        match self.metric {
            Metric::Single => steps.chunks(10).map(|ten| (self.notation.letters(ten), ten.len())).collect(),
            Metric::Multi => self.moves(steps).iter().map(|step| (self.notation.letters(step), 1)).collect(),
        }
    }
}

/// Where a board is drawn, and how large.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) x: f64,
    pub(super) y: f64,
    /// The side of a cell.
    pub(super) cell: f64,
}

impl Place {
    /// Between the board's edge and its cells.
    fn pad(self) -> f64 {
        (self.cell * 0.07).max(1.0)
    }

    /// Width and height of the whole board.
    pub(super) fn room(self, size: Size) -> (f64, f64) {
        let pad = 2.0 * self.pad();
        (size.cols() as f64 * self.cell + pad, size.rows() as f64 * self.cell + pad)
    }

    /// The upper left corner of a cell.
    fn corner(self, size: Size, cell: usize) -> (f64, f64) {
        let at = |n: usize, from: f64| from + self.pad() + n as f64 * self.cell;
        (at(size.col(cell), self.x), at(size.row(cell), self.y))
    }

    fn font(self, size: Size) -> f64 {
        let digits = (size.cells() - 1).to_string().len() as f64;
        (0.44 * self.cell).min(0.78 * self.cell / (0.62 * digits))
    }
}

/// The board, its tiles and their numbers; the tiles of some cells stand out.
pub(super) fn draw(picture: &mut Picture, board: &Board, place: Place, marked: &[usize]) {
    panel(picture, board.size(), place);
    for cell in (0..board.size().cells()).filter(|&cell| board.tiles()[cell] != 0) {
        let at = place.corner(board.size(), cell);
        tile(picture, board.size(), place, at, (board.tiles()[cell], marked.contains(&cell)));
    }
}

fn panel(picture: &mut Picture, size: Size, place: Place) {
    let (width, height) = place.room(size);
    let line = (place.cell * 0.03).clamp(0.75, 2.0);
    let look = Look::fill(Role::Panel).outlined(Role::Outline, line);
    picture.rect([place.x, place.y, width, height], place.cell * 0.12, look);
}

fn tile(picture: &mut Picture, size: Size, place: Place, (x, y): (f64, f64), (number, marked): (u16, bool)) {
    let Place { cell, .. } = place;
    let (inset, line) = ((cell * 0.035).max(0.5), (cell * 0.025).clamp(0.6, 2.0));
    let look = match marked {
        true => Look::fill(Role::Accent).outlined(Role::Accent, line),
        false => Look::fill(Role::Ground).outlined(Role::Outline, line),
    };
    picture.rect([x + inset, y + inset, cell - 2.0 * inset, cell - 2.0 * inset], cell * 0.09, look);
    let words = Words::new(number.to_string(), place.font(size)).bold();
    let ink = if marked { Role::Ground } else { Role::Ink };
    picture.text((x + cell / 2.0, y + cell / 2.0), words.in_paint(ink));
}

/// The side of a cell of a board drawn alone: a 4x4 board with its margin is 400 pixels wide.
fn cell_alone(size: Size) -> f64 {
    (348.0 / size.rows().max(size.cols()) as f64).clamp(40.0, 87.0)
}

const MARGIN: f64 = 20.0;

fn alone(size: Size) -> (Place, f64, f64) {
    let place = Place { x: MARGIN, y: MARGIN, cell: cell_alone(size) };
    let (width, height) = place.room(size);
    (place, (width + 2.0 * MARGIN).round(), (height + 2.0 * MARGIN).round())
}

/// A board.
///
/// ```
/// use ubin_front::{Language, render::{slide::board, svg::Style}};
/// use ubin::slide::text;
/// let picture = board(&text::read("1 2 3/4 5 6/7 - 8", None)?, Language::En);
/// assert!(picture.svg(Style::default()).contains(">8</text>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn board(board: &Board, language: Language) -> Picture {
    let (place, width, height) = alone(board.size());
    let title = PictureWords(language).board(board.size(), &one_line(board));
    let mut picture = Picture::new(width, height, title);
    picture.ground();
    draw(&mut picture, board, place, &[]);
    picture
}

/// A solution as a sheet: the board at the start and after every move, the tiles that moved marked; below them the moves. A long solution shows the boards after every few moves.
///
/// ```
/// use ubin_front::render::{slide::{Wording, sheet}, svg::Style};
/// use ubin::slide::{Dir, Goal, Notation, Puzzle, solve::Metric, text};
/// let puzzle = Puzzle::with_goal(text::read("1 2 3/4 5 6/- 7 8", None)?, Goal::BlankLast);
/// let wording = Wording { metric: Metric::Multi, notation: Notation::Tile, ..Wording::default() };
/// let svg = sheet(&puzzle, &[Dir::Right, Dir::Right], wording).svg(Style::default());
/// assert!(svg.contains(">1 Left x2</text>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// When a move leads off the board.
#[must_use]
pub fn sheet(puzzle: &Puzzle, steps: &[Dir], wording: Wording) -> Picture {
    let moves = wording.moves(steps);
    let size = puzzle.size();
    let digits = (size.cells() - 1).to_string().len();
    let cell = [26.0, 26.0, 28.0, 34.0][digits - 1];
    let most = (SHEET_TILES / size.cells()).clamp(2, SHEET);
    let stride = moves.len().div_ceil(most - 1).max(1);
    let shown = every(puzzle, &moves, stride);
    let (board_width, board_height) = Place { x: 0.0, y: 0.0, cell }.room(size);
    let (step_x, step_y) = (board_width.max(70.0) + 16.0, board_height + 38.0);
    let columns = (((SHEET_WIDTH - 2.0 * MARGIN + 16.0) / step_x) as usize).clamp(1, shown.len());
    let rows = shown.len().div_ceil(columns);
    let width = (columns as f64 * step_x - 16.0 + 2.0 * MARGIN).max(320.0);
    let lines = moves_in_lines(steps, wording, width - 2.0 * MARGIN);
    let head = 40.0;
    let height = head + rows as f64 * step_y + 18.0 * lines.len() as f64 + MARGIN;
    let said = wording.said();
    let heading = said.moves(moves.len(), wording.metric);
    let is_solved = shown.last().is_some_and(|(_, board)| board == puzzle.goal());
    let title = said.sheet(&heading, size, &head_of(steps, wording.notation), is_solved);
    let mut picture = Picture::new(width.round(), height.round(), title);
    picture.ground();
    picture.text((MARGIN, 24.0), Words::new(heading, 18.0).bold().anchored(Anchor::Start));
    let mut before = 0;
    for (number, (at, board)) in shown.iter().enumerate() {
        let (x, y) = (MARGIN + (number % columns) as f64 * step_x, head + (number / columns) as f64 * step_y);
        let caption = match at {
            0 => said.start(),
            at if *at == before + 1 => format!("{at} {}", wording.words(moves[at - 1])),
            at => said.after(*at),
        };
        picture.open(caption.clone());
        picture.text((x, y + 8.0), Words::new(caption, 12.0).anchored(Anchor::Start).in_paint(Role::Muted));
        let moved = if *at == before + 1 { line_of(board, moves[at - 1]) } else { Vec::new() };
        draw(&mut picture, board, Place { x, y: y + 18.0, cell }, &moved);
        picture.close();
        before = *at;
    }
    for (line, text) in lines.iter().enumerate() {
        let y = head + rows as f64 * step_y + 8.0 + 18.0 * line as f64;
        picture.text((MARGIN, y), Words::new(text, 13.0).anchored(Anchor::Start));
    }
    picture
}

/// The cells of the tiles that a move of the blank has moved, from the blank on.
fn line_of(board: &Board, step: &[Dir]) -> Vec<usize> {
    let next =
        |cell: usize, dir: &Dir| board.size().neighbour(cell, dir.opposite()).expect("the blank came from there");
    let mut cell = board.blank();
    step.iter()
        .map(|dir| {
            cell = next(cell, dir);
            cell
        })
        .collect()
}

/// The board at the start, after every few moves, and at the end, each with the number of moves made.
fn every(puzzle: &Puzzle, moves: &[&[Dir]], stride: usize) -> Vec<(usize, Board)> {
    let mut board = puzzle.board().clone();
    let mut shown = vec![(0, board.clone())];
    for (number, step) in moves.iter().enumerate() {
        go(&mut board, step);
        let made = number + 1;
        if made % stride == 0 || made == moves.len() {
            shown.push((made, board.clone()));
        }
    }
    shown
}

/// Makes the steps of a move.
fn go(board: &mut Board, step: &[Dir]) {
    for &dir in step {
        assert!(board.slide(dir), "the move leads off the board");
    }
}

/// The letters of the moves, as many words to a line as fit; before them whose way they name, unless it is the blank's.
fn moves_in_lines(steps: &[Dir], wording: Wording, width: f64) -> Vec<String> {
    // Ten capitals of 13 pixels with their blank take 104, in the widest of the common fonts.
    let fits = 11 * ((width / 104.0) as usize).max(1);
    let mut lines: Vec<(String, usize)> = Vec::new();
    for (word, moves) in wording.letters(steps) {
        match lines.last_mut() {
            Some((line, count)) if line.len() + 1 + word.len() < fits => {
                *line += " ";
                *line += &word;
                *count += moves;
            }
            _ => lines.push((word, moves)),
        }
    }
    let left: usize = lines.iter().skip(SHEET_LINES).map(|(_, moves)| moves).sum();
    lines.truncate(SHEET_LINES);
    let tiles = (wording.notation == Notation::Tile && !steps.is_empty()).then(|| wording.said().tile_ways());
    let more = (left > 0).then(|| wording.said().more_moves(left));
    tiles.into_iter().chain(lines.into_iter().map(|(line, _)| line)).chain(more).collect()
}

/// The first moves, for a title.
fn head_of(steps: &[Dir], notation: Notation) -> String {
    let more = if steps.len() > 200 { "..." } else { "" };
    notation.letters(&steps[..steps.len().min(200)]) + more
}

/// How many moves of a solution are one step of its film: 1, unless there are more than [`FILM`] moves or the board is large.
#[must_use]
pub fn film_stride(puzzle: &Puzzle, steps: &[Dir], wording: Wording) -> usize {
    let most = (FILM_TILES / puzzle.size().cells()).min(FILM);
    wording.metric.length(steps).div_ceil(most).max(1)
}

/// A solution as a film: every move slides its tile, or its line of tiles; of a long solution it shows the board after every few moves,
/// [`film_stride`]. `delay` is the time of a move in hundredths of a second.
///
/// # Panics
/// When a move leads off the board.
#[must_use]
pub fn film(puzzle: &Puzzle, steps: &[Dir], wording: Wording, delay: u16) -> Film {
    let (place, width, height) = alone(puzzle.size());
    let stride = film_stride(puzzle, steps, wording);
    let delay = delay.max(2);
    let first = Frame {
        part: [0.0, 0.0, width, height],
        picture: board(puzzle.board(), wording.language),
        delay: delay.max(100),
    };
    let mut film = Film { width, height, colors: COLORS, frames: vec![first] };
    let mut now = puzzle.board().clone();
    let moves = wording.moves(steps);
    for part in moves.chunks(stride) {
        let before = now.clone();
        part.iter().for_each(|step| go(&mut now, step));
        match part {
            [step] if delay > SLIDING + 2 && moves.len() <= SEEN_SLIDING => slide(&mut film, place, &now, step, delay),
            _ => still(&mut film, place, &before, &now, delay),
        }
    }
    film.frames.last_mut().expect("a film has a first frame").delay = HOLD.max(delay);
    film
}

/// A line of tiles half on its way, then where it stays. A third frame would make a film half as large again.
fn slide(film: &mut Film, place: Place, board: &Board, step: &[Dir], delay: u16) {
    let size = board.size();
    let line = line_of(board, step);
    let last = *line.last().expect("a move has a step");
    let ((x0, y0), (x1, y1)) = (place.corner(size, board.blank()), place.corner(size, last));
    let part = [x0.min(x1), y0.min(y1), (x0 - x1).abs() + place.cell, (y0 - y1).abs() + place.cell];
    for (way, delay) in [(0.5, SLIDING), (1.0, delay - SLIDING)] {
        let mut picture = Picture::new(film.width, film.height, "");
        picture.rect(part, 0.0, Look::fill(Role::Panel));
        for (number, &to) in line.iter().enumerate() {
            let from = if number == 0 { board.blank() } else { line[number - 1] };
            let ((x0, y0), (x1, y1)) = (place.corner(size, from), place.corner(size, to));
            let at = (x0 + (x1 - x0) * way, y0 + (y1 - y0) * way);
            tile(&mut picture, size, place, at, (board.tiles()[to], false));
        }
        film.frames.push(Frame { part, picture, delay });
    }
}

/// The next board, several moves later: the cells that have changed and all between them.
fn still(film: &mut Film, place: Place, before: &Board, after: &Board, delay: u16) {
    let size = after.size();
    let changed = (0..size.cells()).filter(|&cell| before.tiles()[cell] != after.tiles()[cell]);
    let corners = changed.map(|cell| (size.row(cell), size.col(cell)));
    let Some((top, left, bottom, right)) =
        corners.fold(None, |all: Option<(usize, usize, usize, usize)>, (row, col)| {
            let (top, left, bottom, right) = all.unwrap_or((row, col, row, col));
            Some((top.min(row), left.min(col), bottom.max(row), right.max(col)))
        })
    else {
        let last = film.frames.last_mut().expect("a film has a first frame");
        last.delay = last.delay.saturating_add(delay);
        return;
    };
    let (x, y) = place.corner(size, size.cell(top, left));
    let part = [x, y, (right - left + 1) as f64 * place.cell, (bottom - top + 1) as f64 * place.cell];
    let mut picture = Picture::new(film.width, film.height, "");
    picture.rect(part, 0.0, Look::fill(Role::Panel));
    for row in top..=bottom {
        for cell in (left..=right).map(|col| size.cell(row, col)).filter(|&cell| after.tiles()[cell] != 0) {
            tile(&mut picture, size, place, place.corner(size, cell), (after.tiles()[cell], false));
        }
    }
    film.frames.push(Frame { part, picture, delay });
}
