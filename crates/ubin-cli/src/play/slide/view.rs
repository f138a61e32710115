//! The sliding game on the screen, and which tile a click means.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ubin::slide::{Board, Dir, Puzzle, letters};
use ubin_front::Language;

use super::{MovesReplay, Sense, SlideGame};
use crate::phrases::game as say;
use crate::phrases::{self, grouped};
use crate::play::screen::{self, PANEL, Parts, STRONG, ScreenPaint, scrolled, write};

/// Where the tiles are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BoardLayout {
    area: Rect,
    /// Columns and rows of a tile on the screen.
    tile: (u16, u16),
    /// The first column and row of the board that is shown, and how many.
    first: (usize, usize),
    shown: (usize, usize),
}

impl BoardLayout {
    /// The largest tiles that let the board fit; if none do, the part around the blank.
    fn of(board: &Board, body: Rect) -> BoardLayout {
        let size = board.size();
        let digits = (size.cells() - 1).to_string().len() as u16;
        let area = Rect { x: body.x + 2, width: body.width.saturating_sub(PANEL + 3), ..body };
        let fits = |tile: (u16, u16)| {
            size.cols() * usize::from(tile.0) <= usize::from(area.width)
                && size.rows() * usize::from(tile.1) <= usize::from(area.height)
        };
        let tile = large_tiles(digits).chain([(digits + 2, 1), (digits + 1, 1)]).find(|&tile| fits(tile));
        let tile = tile.unwrap_or((digits + 1, 1));
        let shown =
            (size.cols().min(usize::from(area.width / tile.0)), size.rows().min(usize::from(area.height / tile.1)));
        let (blank_col, blank_row) = (size.col(board.blank()), size.row(board.blank()));
        let first = (scrolled(blank_col, size.cols(), shown.0), scrolled(blank_row, size.rows(), shown.1));
        BoardLayout { area, tile, first, shown }
    }

    fn is_whole(&self, board: &Board) -> bool {
        self.shown == (board.size().cols(), board.size().rows())
    }
}

/// Columns and rows of tiles that have several rows, from large to small.
fn large_tiles(digits: u16) -> impl Iterator<Item = (u16, u16)> {
    [11, 9, 7, 5, 3, 2].into_iter().map(move |height| (digits + 2 * height - 1, height))
}

/// Draws the start of a puzzle in an area, in the largest tiles of several rows; whether there is room for any.
pub(in crate::play) fn draw_start(puzzle: &Puzzle, area: Rect, buffer: &mut Buffer, paint: ScreenPaint) -> bool {
    let (board, size) = (puzzle.board(), puzzle.size());
    let digits = (size.cells() - 1).to_string().len() as u16;
    let fits = |(wide, high): &(u16, u16)| {
        size.cols() * usize::from(*wide) <= usize::from(area.width)
            && size.rows() * usize::from(*high) <= usize::from(area.height)
    };
    let Some(tile) = large_tiles(digits).find(fits) else { return false };
    for (cell, &number) in board.tiles().iter().enumerate() {
        let at = (area.x + size.col(cell) as u16 * tile.0, area.y + size.row(cell) as u16 * tile.1);
        let is_home = puzzle.goal().tiles()[cell] == number;
        draw_tile(TileLook { number, digits: digits.into(), is_home, is_hint: false }, (at, tile), buffer, paint);
    }
    true
}

/// The cell of the board at a place of the screen.
pub(in crate::play) fn cell_at(game: &SlideGame, window: Rect, (x, y): (u16, u16)) -> Option<usize> {
    let board = game.shown();
    let layout = BoardLayout::of(&board, Parts::of(window).body);
    let col = usize::from(x.checked_sub(layout.area.x)? / layout.tile.0);
    let row = usize::from(y.checked_sub(layout.area.y)? / layout.tile.1);
    (col < layout.shown.0 && row < layout.shown.1)
        .then(|| board.size().cell(row + layout.first.1, col + layout.first.0))
}

/// Draws the board and the panel.
pub(in crate::play) fn draw(game: &SlideGame, parts: &Parts, buffer: &mut Buffer, paint: ScreenPaint) {
    let board = game.shown();
    let layout = BoardLayout::of(&board, parts.body);
    for row in 0..layout.shown.1 {
        for col in 0..layout.shown.0 {
            let cell = board.size().cell(row + layout.first.1, col + layout.first.0);
            let at = (layout.area.x + col as u16 * layout.tile.0, layout.area.y + row as u16 * layout.tile.1);
            draw_tile(TileLook::of(game, &board, cell), (at, layout.tile), buffer, paint);
        }
    }
    let right = layout.area.x + layout.shown.0 as u16 * layout.tile.0;
    let panel = screen::beside(parts.body, right);
    self::panel(game, &board, &layout, panel, buffer, paint);
}

type Place = ((u16, u16), (u16, u16));

/// A tile as it is drawn; the blank is 0.
#[derive(Clone, Copy)]
struct TileLook {
    number: u16,
    /// Digits of the largest number.
    digits: usize,
    is_home: bool,
    is_hint: bool,
}

impl TileLook {
    fn of(game: &SlideGame, board: &Board, cell: usize) -> TileLook {
        let number = board.tiles()[cell];
        let is_next = |dir| board.size().neighbour(board.blank(), dir) == Some(cell);
        TileLook {
            number,
            digits: (board.tiles().len() - 1).to_string().len(),
            is_home: game.puzzle.goal().tiles()[cell] == number,
            is_hint: game.watch.is_none() && game.hint.is_some_and(is_next),
        }
    }
}

fn draw_tile(look: TileLook, ((x, y), (width, height)): Place, buffer: &mut Buffer, paint: ScreenPaint) {
    let TileLook { number, digits, is_home, is_hint } = look;
    if number == 0 {
        let dot = if height > 1 { (x + width / 2 - 1, y + height / 2) } else { (x + width - 2, y) };
        buffer.set_string(dot.0, dot.1, "·", paint.quiet());
        return;
    }
    let style = if is_hint { paint.loud() } else { paint.tile(is_home) };
    let text = number.to_string();
    let inner = usize::from(width) - 1;
    if height == 1 {
        buffer.set_string(x, y, format!("{text:>inner$}"), style);
        if is_hint {
            // Around the number; of a full cell the left bracket stands between it and the one before.
            buffer[(x + (inner - text.len()) as u16 - 1, y)].set_char('[');
            buffer[(x + inner as u16, y)].set_char(']');
        }
        return;
    }
    let line = usize::from(width) - 3;
    let text = format!("{text:>digits$}");
    let is_boxed = paint.is_plain() && height > 2;
    let (top, side, bottom) = match is_boxed {
        true => (format!("┌{}┐", "─".repeat(line)), "│", format!("└{}┘", "─".repeat(line))),
        false => (if paint.is_plain() { " " } else { "▄" }.repeat(line + 2), " ", " ".repeat(line + 2)),
    };
    // Half a row lies between a tile and the one above, as a column does between neighbours: the upper half has the screen's own ground.
    let above = if paint.is_plain() { style } else { Style { fg: style.bg, bg: None, ..style } };
    buffer.set_string(x, y, top, above);
    for row in 1..height {
        let inside = if row == (height / 2).max(1) { format!("{text:^line$}") } else { " ".repeat(line) };
        let is_last = row == height - 1 && height > 2;
        let text = if is_last { bottom.clone() } else { format!("{side}{inside}{side}") };
        buffer.set_string(x, y + row, text, style.add_modifier(Modifier::BOLD));
    }
}

fn panel(game: &SlideGame, board: &Board, layout: &BoardLayout, area: Rect, buffer: &mut Buffer, paint: ScreenPaint) {
    let mut y = 0;
    let mut line = |text: &str, style: Style| {
        write(buffer, area, (0, y), text, style);
        y += 1;
    };
    let width = name_width();
    for (name, value) in facts(game) {
        line(&format!("{name:<width$}{value}"), Style::new());
    }
    line("", Style::new());
    if !layout.is_whole(board) {
        let (col, row) = layout.first;
        let (cols, rows) = layout.shown;
        let part = say::rows_and_columns(row + 1, row + rows, col + 1, col + cols);
        line(&say::part_fits(), paint.quiet());
        line(&part, paint.quiet());
        line("", Style::new());
    }
    if let Some(watch) = &game.watch {
        for (text, style) in watched(watch) {
            line(&text, style);
        }
        if watch.told.is_some() {
            for text in moves_around(watch, usize::from(area.width).saturating_sub(1)) {
                line(&text, paint.quiet());
            }
        }
        line("", Style::new());
    }
    let goal = game.puzzle.goal().to_string();
    let room = usize::from(area.height).saturating_sub(usize::from(y) + 1);
    if goal.lines().count() <= room && goal.lines().all(|line| line.len() < usize::from(area.width)) {
        write(buffer, area, (0, y), &say::goal(), STRONG);
        for (row, text) in goal.lines().enumerate() {
            write(buffer, area, (1, y + 1 + row as u16), text, paint.quiet());
        }
    }
}

/// The list of moves, a letter each and the last one made in brackets; of a long one the three rows around it.
fn moves_around(watch: &MovesReplay, width: usize) -> Vec<String> {
    let at = watch.replay.at().checked_sub(1);
    let letter = |(number, dir): (usize, &Dir)| {
        let letter = letters(std::slice::from_ref(dir));
        if Some(number) == at { format!("[{letter}]") } else { letter }
    };
    // Brackets take two more.
    let wide = width.saturating_sub(2).max(1);
    let rows: Vec<String> = watch
        .moves
        .chunks(wide)
        .enumerate()
        .map(|(row, dirs)| dirs.iter().enumerate().map(|(col, dir)| letter((row * wide + col, dir))).collect())
        .collect();
    let first = scrolled(at.unwrap_or(0) / wide, rows.len(), 3);
    rows.into_iter().skip(first).take(3).collect()
}

/// How far the watching is, and by which move the board on the screen came about.
fn watched(watch: &MovesReplay) -> Vec<(String, Style)> {
    let (at, all) = (watch.replay.at(), watch.moves.len());
    let step = match at.checked_sub(1).and_then(|last| watch.moves.get(last)) {
        Some(&dir) if watch.told.is_some() => say::move_of_is(at, all, phrases::way(dir)),
        _ => say::move_of(at, all),
    };
    let state = match (watch.replay.is_playing(), watch.replay.is_at_end()) {
        (true, _) => say::playing(),
        (false, true) => say::at_the_end(),
        (false, false) => say::paused(),
    };
    let state = format!("{state}, {}", watch.replay.speed());
    vec![(say::watching(), STRONG), (step, Style::new()), (state, Style::new())]
}

/// The width of the names of facts: the longest, and a space.
fn name_width() -> usize {
    match phrases::language() {
        Language::En => 11,
        Language::Id => 13,
    }
}

/// What is known of the game, by name; of a solution that was asked for with a method, what its search took.
fn facts(game: &SlideGame) -> Vec<(String, String)> {
    if let Some((watch, told)) = game.watch.as_ref().and_then(|watch| Some((watch, watch.told.as_ref()?))) {
        let mut facts = told.facts.clone();
        facts.extend(told.cost_at(watch.replay.at()));
        return facts;
    }
    let seconds = game.elapsed.as_secs();
    let mut facts = vec![
        (say::fact_time(), format!("{}:{:02}", seconds / 60, seconds % 60)),
        (say::fact_moves(), grouped(game.done.len() as u64)),
        (say::fact_from_here(), from_here(game)),
    ];
    if let Some(over) = game.over() {
        facts.push((say::fact_in_all(), if over == 0 { say::as_short() } else { say::over_shortest(over) }));
    }
    facts.push((say::fact_arrows(), if game.sense == Sense::Blank { say::arrows_blank() } else { say::arrows_tile() }));
    facts
}

fn from_here(game: &SlideGame) -> String {
    if game.is_solved() {
        return say::solved_word();
    }
    let Some(known) = game.known.get(&game.board) else {
        return if game.wants().is_some() { say::counting() } else { "-".into() };
    };
    match (&known.moves, known.is_proven) {
        (Some(moves), true) => say::shortest_moves(phrases::moves(moves.len() as u64)),
        (Some(moves), false) => say::between_moves(known.least, moves.len()),
        (None, _) => phrases::at_least() + &phrases::moves(u64::from(known.least)),
    }
}

/// The line of keys.
pub(in crate::play) fn keys(game: &SlideGame) -> String {
    match (&game.watch, game.is_choosing) {
        (Some(_), _) => say::watch_slide_keys(),
        (None, true) => say::level_slide_keys(),
        (None, false) => say::slide_keys(),
    }
}
