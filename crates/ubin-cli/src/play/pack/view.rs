//! The packing game on the screen, and which cell or piece a click means.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ubin::pack::{BoardKind, PackBoard, Piece, Spot};

use super::hand::Fit;
use super::{PackGame, Verdict};
use crate::phrases::game as say;
use crate::play::screen::{self, PANEL, Parts, STRONG, ScreenPaint, scrolled, wrapped, write};

/// Where one layer is drawn.
#[derive(Clone, Copy, Debug)]
struct Plane {
    layer: u32,
    /// The place of its first cell.
    at: (u16, u16),
    /// The first row and column shown, and how many.
    first: (u32, u32),
    shown: (u32, u32),
}

/// Where the cells are drawn.
#[derive(Clone, Debug)]
struct PackLayout {
    cell: (u16, u16),
    planes: Vec<Plane>,
}

/// The widths and heights of a cell, from large to small: a character is twice as high as wide, so these are squares but for the third least.
const CELLS: [(u16, u16); 8] = [(14, 7), (12, 6), (10, 5), (8, 4), (6, 3), (4, 2), (3, 1), (NARROW, 1)];
/// The width of a cell that has no room for a mark on both sides.
const NARROW: u16 = 2;

impl PackLayout {
    /// All layers in the largest cells that fit; if none do, the layer that the player looks at, or the part of it around the cursor.
    fn of(game: &PackGame, body: Rect) -> PackLayout {
        let board = game.puzzle.board();
        let area = Rect { x: body.x + 2, width: body.width.saturating_sub(PANEL + 3), ..body };
        let top = if board.layers() > 1 { 1 } else { 0 };
        let room = (usize::from(area.width), usize::from(area.height.saturating_sub(top)));
        let whole = |cell| planes(board, area, cell).map(|planes| PackLayout { cell, planes });
        if let Some(layout) = CELLS.into_iter().find_map(whole) {
            return layout;
        }
        let spot = game.spot();
        let (rows, cols) = board.layer_size(spot.layer);
        let fits = |cell: &(u16, u16)| {
            cols as usize * usize::from(cell.0) <= room.0 && rows as usize * usize::from(cell.1) <= room.1
        };
        let cell = CELLS.into_iter().find(fits).unwrap_or((2, 1));
        let part = |at: u32, count: u32, room: usize, side: u16| {
            let shown = (count as usize).min(room / usize::from(side));
            (scrolled(at as usize, count as usize, shown) as u32, shown as u32)
        };
        let (row, high) = part(spot.row, rows, room.1, cell.1);
        let (col, wide) = part(spot.col, cols, room.0, cell.0);
        let plane = Plane { layer: spot.layer, at: (area.x, area.y + top), first: (row, col), shown: (high, wide) };
        PackLayout { cell, planes: vec![plane] }
    }

    fn panel(&self, body: Rect) -> Rect {
        let right = self.planes.iter().map(|plane| plane.at.0 + plane.shown.1 as u16 * self.cell.0).max();
        screen::beside(body, right.unwrap_or(body.x))
    }

    /// The room below the board, left of the panel.
    fn below(&self, body: Rect) -> Rect {
        let low = self.planes.iter().map(|plane| plane.at.1 + plane.shown.0 as u16 * self.cell.1 + 1).max();
        let (y, end) = (low.unwrap_or(body.y), body.y + body.height);
        let x = body.x + 2;
        let width = self.panel(body).x.saturating_sub(x + 2);
        Rect { x, y: y.min(end), width, height: end.saturating_sub(y) }
    }
}

/// All layers of a board side by side; those of a pyramid, which are small, in as many rows as it takes. `None` when they do not fit. A box stays in one row: its pieces have layers, too, and need the room below it.
fn planes(board: &PackBoard, area: Rect, cell: (u16, u16)) -> Option<Vec<Plane>> {
    let top = if board.layers() > 1 { 1 } else { 0 };
    let (mut x, mut y, mut highest) = (0, 0, 0);
    let mut planes = Vec::new();
    for layer in 0..board.layers() {
        let shown = board.layer_size(layer);
        let side = |count: u32, cell: u16| usize::try_from(count).unwrap_or(usize::MAX).saturating_mul(cell.into());
        let (wide, high) = (side(shown.1, cell.0), side(shown.0, cell.1) + usize::from(top));
        if x > 0 && x + wide > usize::from(area.width) && board.kind() == BoardKind::Pyramid {
            (x, y, highest) = (0, y + highest, 0);
        }
        if x + wide > usize::from(area.width) || y + high > usize::from(area.height) {
            return None;
        }
        let at = (area.x + x as u16, area.y + y as u16 + top);
        planes.push(Plane { layer, at, first: (0, 0), shown });
        x += wide + 2;
        highest = highest.max(high);
    }
    Some(planes)
}

/// The spot of the board at a place of the screen.
pub(in crate::play) fn spot_at(game: &PackGame, window: Rect, (x, y): (u16, u16)) -> Option<Spot> {
    let layout = PackLayout::of(game, Parts::of(window).body);
    layout.planes.iter().find_map(|plane| {
        let col = u32::from(x.checked_sub(plane.at.0)? / layout.cell.0);
        let row = u32::from(y.checked_sub(plane.at.1)? / layout.cell.1);
        let spot = Spot { layer: plane.layer, row: row + plane.first.0, col: col + plane.first.1 };
        (row < plane.shown.0 && col < plane.shown.1).then_some(spot)
    })
}

/// The piece of the tray at a place of the screen.
pub(in crate::play) fn piece_at(game: &PackGame, window: Rect, (x, y): (u16, u16)) -> Option<usize> {
    let body = Parts::of(window).body;
    let inside = |at: &TraySlot| (at.x..at.x + at.width).contains(&x) && (at.y..at.y + at.height).contains(&y);
    Tray::of(game, &PackLayout::of(game, body), body).slots.into_iter().find(inside).map(|slot| slot.piece)
}

/// Draws the board, the tray and what is known.
pub(in crate::play) fn draw(game: &PackGame, parts: &Parts, buffer: &mut Buffer, paint: ScreenPaint) {
    let layout = PackLayout::of(game, parts.body);
    let cells = ScreenCells::of(game);
    let spot = game.spot();
    for plane in &layout.planes {
        if game.puzzle.board().layers() > 1 {
            let name = format!("{}", plane.layer + 1);
            let is_here = plane.layer == spot.layer && game.watch.is_none();
            let (name, style) =
                if is_here { (format!("[{name}]"), STRONG) } else { (format!(" {name} "), Style::new()) };
            buffer.set_string(plane.at.0, plane.at.1 - 1, name, style);
        }
        for row in 0..plane.shown.0 {
            for col in 0..plane.shown.1 {
                let at = Spot { layer: plane.layer, row: row + plane.first.0, col: col + plane.first.1 };
                let place = (plane.at.0 + col as u16 * layout.cell.0, plane.at.1 + row as u16 * layout.cell.1);
                let (text, style) = cells.look(game, at, layout.cell.0, paint);
                let blank = " ".repeat(text.chars().count());
                for line in 0..layout.cell.1 {
                    let shown = if line == (layout.cell.1 - 1) / 2 { &text } else { &blank };
                    buffer.set_string(place.0, place.1 + line, shown, style);
                }
            }
        }
        if layout.cell.0 == NARROW {
            marks(game, &cells, plane, buffer);
        }
    }
    Tray::of(game, &layout, parts.body).draw(game, buffer, paint);
    panel(game, &layout, &cells, layout.panel(parts.body), buffer, paint);
}

/// The marks of narrow cells stand between them, and around cells of one mark together: `[E E]`.
fn marks(game: &PackGame, cells: &ScreenCells, plane: &Plane, buffer: &mut Buffer) {
    let mark = |row: u32, col: u32| {
        let spot = Spot { layer: plane.layer, row: row + plane.first.0, col: col + plane.first.1 };
        game.puzzle.board().number(spot).and_then(|number| cells.mark(game, spot, number))
    };
    for (row, col) in (0..plane.shown.0).flat_map(|row| (0..plane.shown.1).map(move |col| (row, col))) {
        let Some(here) = mark(row, col) else { continue };
        let (left, right) = here.ends();
        let (x, y) = (plane.at.0 + col as u16 * NARROW, plane.at.1 + row as u16);
        if col == 0 || mark(row, col - 1) != Some(here) {
            buffer[(x - 1, y)].set_char(left);
        }
        if col + 1 == plane.shown.1 || mark(row, col + 1) != Some(here) {
            buffer[(x + 1, y)].set_char(right);
        }
    }
}

/// What is special about a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    /// The piece in hand is over it, and fits.
    Fits,
    /// The piece in hand is over it, and does not fit.
    Clash,
    /// The hint's piece would cover it.
    Hint,
    /// The cursor is on it.
    Cursor,
}

impl Mark {
    /// What stands left and right of it.
    fn ends(self) -> (char, char) {
        match self {
            Mark::Fits => ('[', ']'),
            Mark::Clash => ('!', '!'),
            Mark::Hint => ('?', '?'),
            Mark::Cursor => ('(', ')'),
        }
    }
}

/// What is on and over every cell.
struct ScreenCells {
    owners: Vec<Option<usize>>,
    ghost: Vec<bool>,
    fit: Option<Fit>,
    reached: Vec<bool>,
    places: usize,
}

impl ScreenCells {
    fn of(game: &PackGame) -> ScreenCells {
        let owners = game.owners();
        let mut ghost = vec![false; owners.len()];
        let (mut reached, mut places) = (vec![false; owners.len()], 0);
        if let Some(hand) = &game.hand {
            for number in hand.cells().into_iter().filter_map(|cell| game.puzzle.board().number_of(cell)) {
                ghost[number] = true;
            }
            (reached, places) = hand.reach(&game.puzzle, &owners);
        }
        ScreenCells { owners, ghost, fit: game.fit(), reached, places }
    }

    /// What is special about a cell of the board.
    fn mark(&self, game: &PackGame, spot: Spot, number: usize) -> Option<Mark> {
        if self.ghost[number] {
            return Some(if matches!(self.fit, Some(Fit::Fits(_))) { Mark::Fits } else { Mark::Clash });
        }
        let is_hint = game.hint.as_ref().is_some_and(|hint| hint.cells.contains(&(number as u32)));
        let is_cursor = game.hand.is_none() && game.watch.is_none() && game.cursor == spot;
        match (self.owners[number], is_hint, is_cursor) {
            (None, true, _) => Some(Mark::Hint),
            (_, _, true) => Some(Mark::Cursor),
            _ => None,
        }
    }

    /// The text and style of a cell.
    fn look(&self, game: &PackGame, spot: Spot, width: u16, paint: ScreenPaint) -> (String, Style) {
        let Some(number) = game.puzzle.board().number(spot) else {
            return (" ".repeat(usize::from(width)), Style::new());
        };
        let letter = |piece: usize| game.puzzle.mark(piece);
        let mark = self.mark(game, spot, number);
        let (owner, hint) = (self.owners[number], game.hint.as_ref());
        let is_even = (spot.row + spot.col).is_multiple_of(2);
        let free = paint.free(is_even);
        let (shown, style) = match (mark, &game.hand, owner, hint) {
            (Some(Mark::Fits), Some(hand), ..) if !paint.is_plain() => {
                (letter(hand.piece), paint.piece(hand.piece).add_modifier(Modifier::BOLD))
            }
            (Some(Mark::Fits | Mark::Clash), Some(hand), ..) => {
                (letter(hand.piece), paint.loud().add_modifier(Modifier::BOLD))
            }
            (_, _, Some(piece), _) => (letter(piece), paint.piece(piece)),
            (Some(Mark::Hint), _, None, Some(hint)) => (letter(hint.piece), paint.loud()),
            (Some(Mark::Cursor), ..) => ("·", free.patch(STRONG)),
            // Cells that the piece in hand can cover as it is turned stand out.
            _ if self.reached[number] => ("+", free),
            _ => ("·", paint.dot(is_even)),
        };
        (framed(shown, mark, width), style)
    }
}

/// A letter, or two, between its marks, in a cell of this width; narrow cells get theirs later.
fn framed(letter: &str, mark: Option<Mark>, width: u16) -> String {
    let (left, right) = mark.map_or((' ', ' '), Mark::ends);
    let text = match width {
        NARROW => format!("{letter:<2}"),
        3 if letter.chars().count() > 1 => format!("{left}{letter}"),
        3 | 4 => format!("{left}{letter}{right}"),
        width => format!("{}{left}{letter}{right}", " ".repeat((usize::from(width) - 3) / 2)),
    };
    let width = usize::from(width);
    format!("{text:<width$}")
}

/// A piece in the tray.
#[derive(Clone, Copy, Debug)]
struct TraySlot {
    piece: usize,
    x: u16,
    y: u16,
    width: u16,
    height: u16,
}

/// The first row of the tray in the panel, and the rows below it that are for other things.
const TRAY: u16 = 5;
const NOTES: u16 = 3;

/// Columns and rows of a piece: its layers side by side.
fn extent(piece: &Piece) -> (u16, u16) {
    let most = |of: fn(&Spot) -> u32| piece.spots().iter().map(of).max().unwrap_or(0) as u16 + 1;
    let (layers, rows, cols) = (most(|s| s.layer), most(|s| s.row), most(|s| s.col));
    (layers.saturating_mul(cols + 1).saturating_sub(1), rows)
}

/// Where the pieces that are left are shown.
struct Tray {
    /// Columns of a cell: two where there is room, so that cells are square.
    cell: u16,
    /// Where its head stands.
    head: (u16, u16),
    slots: Vec<TraySlot>,
    /// Where the letters of those begin that there is no room for as shapes.
    also: Option<(u16, u16)>,
}

impl Tray {
    /// As shapes in the panel, or below the board; if neither has room for all, the first ones as shapes and the others as letters, in the larger of the two; or all as letters.
    fn of(game: &PackGame, layout: &PackLayout, body: Rect) -> Tray {
        let panel = layout.panel(body);
        let panel =
            Rect { y: panel.y + TRAY.min(panel.height), height: panel.height.saturating_sub(TRAY + NOTES), ..panel };
        let below = layout.below(body);
        let pieces = game.tray();
        let shapes = |piece: usize| extent(&game.puzzle.pieces()[piece]);
        for (cell, room, gap) in
            [(2, panel, 1), (2, below, 1), (1, panel, 1), (1, panel, 0), (1, below, 1), (1, below, 0)]
        {
            let size = |piece: usize| (cell * shapes(piece).0, shapes(piece).1);
            if let Some(slots) = flow(&pieces, &size, room, gap) {
                return Tray { cell, head: (room.x, room.y), slots, also: None };
            }
        }
        let room = if below.area() > panel.area() { below } else { panel };
        let also = say::also().len() as u16;
        let mixed = (1..pieces.len()).rev().find_map(|shown| {
            let (first, rest) = pieces.split_at(shown);
            let (upper, last) =
                (Rect { height: room.height.saturating_sub(1), ..room }, room.bottom().saturating_sub(1));
            let letters = Rect { x: room.x + also, y: last.saturating_sub(1), height: 2, ..room };
            let letters = Rect { width: room.width.saturating_sub(also), ..letters };
            let mut slots = flow(first, &shapes, upper, 0)?;
            slots.extend(flow(rest, &|_| (1, 1), letters, 0)?);
            Some(Tray { cell: 1, head: (room.x, room.y), slots, also: Some((room.x, last)) })
        });
        mixed.unwrap_or_else(|| {
            let slots = flow(&pieces, &|_| (1, 1), panel, 0).unwrap_or_default();
            Tray { cell: 1, head: (panel.x, panel.y), slots, also: None }
        })
    }

    fn draw(&self, game: &PackGame, buffer: &mut Buffer, paint: ScreenPaint) {
        let area = buffer.area;
        if !self.slots.is_empty() {
            write(buffer, area, self.head, &say::pieces_left(), STRONG);
        }
        if let Some(at) = self.also {
            write(buffer, area, at, &say::also(), Style::new());
        }
        for slot in &self.slots {
            let piece = &game.puzzle.pieces()[slot.piece];
            // Where a mark has two letters, the first stands for it: the shape says the rest.
            let letter = game.puzzle.mark(slot.piece)[..1].to_owned();
            let style = paint.piece(slot.piece);
            if slot.width == 1 && slot.height == 1 {
                write(buffer, area, (slot.x, slot.y), &letter, style);
                continue;
            }
            let cols = piece.spots().iter().map(|spot| spot.col).max().unwrap_or(0) + 1;
            let wide = usize::from(self.cell);
            for spot in piece.spots() {
                let x = slot.x + self.cell * (spot.layer * (cols + 1) + spot.col) as u16;
                write(buffer, area, (x, slot.y + spot.row as u16), &format!("{letter:<wide$}"), style);
            }
        }
    }
}

/// Pieces of some sizes in rows, below the first row of a room; `None` when they do not fit.
fn flow(pieces: &[usize], size: &dyn Fn(usize) -> (u16, u16), room: Rect, gap: u16) -> Option<Vec<TraySlot>> {
    let (mut x, mut y, mut highest) = (0, 1, 0);
    let mut slots = Vec::new();
    for &piece in pieces {
        let (width, height) = size(piece);
        if x > 0 && x + width > room.width {
            (x, y, highest) = (0, y + highest + gap, 0);
        }
        if width > room.width || y + height > room.height {
            return None;
        }
        slots.push(TraySlot { piece, x: room.x + x, y: room.y + y, width, height });
        x += width + 2;
        highest = highest.max(height);
    }
    Some(slots)
}

fn panel(
    game: &PackGame,
    layout: &PackLayout,
    cells: &ScreenCells,
    area: Rect,
    buffer: &mut Buffer,
    paint: ScreenPaint,
) {
    let seconds = game.elapsed.as_secs();
    let all: usize = (0..game.puzzle.pieces().len()).map(|piece| game.puzzle.amount(piece).most as usize).sum();
    let told = game.watch.as_ref().and_then(|watch| watch.told.as_ref());
    if let Some(told) = told {
        for ((name, value), y) in told.facts.iter().zip(0..TRAY) {
            write(buffer, area, (0, y), &format!("{name:<13}{value}"), Style::new());
        }
    }
    if told.is_none() {
        write(buffer, area, (0, 0), &say::time_is(format!("{}:{:02}", seconds / 60, seconds % 60)), Style::new());
        // A solution that is watched says at which piece it is.
        if game.watch.is_none() {
            write(buffer, area, (0, 1), &say::placed_of(game.puzzle.placed().len(), all), Style::new());
        }
    }
    for (line, y) in in_hand(game, cells).into_iter().zip(2..4) {
        write(buffer, area, (0, y), &line, STRONG);
    }
    let mut notes: Vec<(String, Style)> = Vec::new();
    if let Some(watch) = &game.watch {
        notes.push((say::watching_piece(watch.replay.at(), watch.pieces.len()), STRONG));
        let state = if watch.replay.is_playing() { say::playing() } else { say::paused() };
        notes.push((format!("{state}, {}", watch.replay.speed()), Style::new()));
    } else {
        notes.extend(verdict(game, paint));
    }
    let plane = &layout.planes[0];
    let (rows, cols) = game.puzzle.board().layer_size(plane.layer);
    if plane.shown != (rows, cols) {
        let ((row, col), (high, wide)) = (plane.first, plane.shown);
        let part = say::rows_and_columns(row + 1, row + high, col + 1, col + wide);
        notes.push((say::shown_part(part), paint.quiet()));
    }
    let lines: Vec<(String, Style)> = notes
        .into_iter()
        .flat_map(|(text, style)| wrapped(&text, usize::from(area.width)).into_iter().map(move |line| (line, style)))
        .collect();
    let top = area.height.saturating_sub(lines.len() as u16);
    for ((line, style), y) in lines.iter().zip(top..) {
        write(buffer, area, (0, y), line, *style);
    }
}

fn in_hand(game: &PackGame, cells: &ScreenCells) -> Vec<String> {
    let (Some(hand), Some(fit)) = (&game.hand, &cells.fit) else { return Vec::new() };
    let letter = game.puzzle.pieces()[hand.piece].name();
    let (turn, turns) = hand.orientation(&game.puzzle);
    let places = match (cells.places, fit) {
        (0, Fit::Fits(_)) => String::new(),
        (1, _) => say::one_place(),
        (places, _) => say::places(places),
    };
    let fits = match fit {
        Fit::Fits(_) => say::fits_here(),
        fit => game.reason(fit),
    };
    vec![say::in_hand(letter, turn + 1, turns, places), fits]
}

/// What the search behind the screen says of the position.
fn verdict(game: &PackGame, paint: ScreenPaint) -> Option<(String, Style)> {
    if game.puzzle.loose().is_empty() || game.is_solved() {
        return None;
    }
    match game.verdicts.get(game.puzzle.placed()) {
        Some(Verdict::Dead(why)) => Some((say::dead_end(why), paint.warning())),
        Some(Verdict::Alive(_)) => Some((say::still_solvable(), Style::new())),
        Some(Verdict::Unknown) | None => None,
    }
}

/// The line of keys.
pub(in crate::play) fn keys(game: &PackGame) -> String {
    match (&game.watch, game.is_choosing, &game.hand) {
        (Some(_), _, _) => say::watch_pack_keys(),
        (None, true, _) => say::level_pack_keys(),
        (None, false, Some(_)) if game.puzzle.board().is_flat() => say::hand_flat_keys(),
        (None, false, Some(_)) => say::hand_space_keys(),
        (None, false, None) => say::pack_keys(),
    }
}
