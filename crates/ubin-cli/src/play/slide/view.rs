//! The sliding game on the screen, and which tile a click means.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ubin::slide::Board;
use ubin_front::render::text::{counted, grouped};

use super::{Sense, SlideGame};
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
        let tile =
            [(digits + 9, 5), (digits + 5, 3), (digits + 2, 1), (digits + 1, 1)].into_iter().find(|&tile| fits(tile));
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
            tile(game, &board, cell, (at, layout.tile), buffer, paint);
        }
    }
    let right = layout.area.x + layout.shown.0 as u16 * layout.tile.0;
    let panel = screen::beside(parts.body, right);
    self::panel(game, &board, &layout, panel, buffer, paint);
}

type Place = ((u16, u16), (u16, u16));

fn tile(
    game: &SlideGame,
    board: &Board,
    cell: usize,
    ((x, y), (width, height)): Place,
    buffer: &mut Buffer,
    paint: ScreenPaint,
) {
    let number = board.tiles()[cell];
    if number == 0 {
        let dot = if height > 1 { (x + width / 2 - 1, y + height / 2) } else { (x + width - 2, y) };
        buffer.set_string(dot.0, dot.1, "·", paint.quiet());
        return;
    }
    let is_home = game.puzzle.goal().tiles()[cell] == number;
    let is_hint =
        game.watch.is_none() && game.hint.is_some_and(|dir| board.size().neighbour(board.blank(), dir) == Some(cell));
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
    let digits = (board.tiles().len() - 1).to_string().len();
    let text = format!("{text:>digits$}");
    let (top, side, bottom) = match paint {
        ScreenPaint::Plain => (format!("┌{}┐", "─".repeat(line)), "│", format!("└{}┘", "─".repeat(line))),
        _ => (" ".repeat(line + 2), " ", "▁".repeat(line + 2)),
    };
    buffer.set_string(x, y, top, style);
    for row in 1..height - 1 {
        let inside = if row == height / 2 { format!("{text:^line$}") } else { " ".repeat(line) };
        buffer.set_string(x, y + row, format!("{side}{inside}{side}"), style.add_modifier(Modifier::BOLD));
    }
    buffer.set_string(x, y + height - 1, bottom, style);
}

fn panel(game: &SlideGame, board: &Board, layout: &BoardLayout, area: Rect, buffer: &mut Buffer, paint: ScreenPaint) {
    let mut y = 0;
    let mut line = |text: &str, style: Style| {
        write(buffer, area, (0, y), text, style);
        y += 1;
    };
    for (name, value) in facts(game) {
        line(&format!("{name:<11}{value}"), Style::new());
    }
    let arrows = if game.sense == Sense::Blank { "move the blank" } else { "move the tile" };
    line(&format!("{:<11}{arrows}", "Arrows"), Style::new());
    line("", Style::new());
    if !layout.is_whole(board) {
        let (col, row) = layout.first;
        let (cols, rows) = layout.shown;
        let part = format!("rows {}-{}, columns {}-{}", row + 1, row + rows, col + 1, col + cols);
        line("Only a part of the board fits:", paint.quiet());
        line(&part, paint.quiet());
        line("", Style::new());
    }
    if let Some(watch) = &game.watch {
        line("Watching a solution", STRONG);
        line(&format!("move {} of {}", watch.replay.at(), watch.moves.len()), Style::new());
        let state = match (watch.replay.is_playing(), watch.replay.is_at_end()) {
            (true, _) => "playing",
            (false, true) => "at the end",
            (false, false) => "paused",
        };
        line(&format!("{state}, {}", watch.replay.speed()), Style::new());
        line("", Style::new());
    }
    let goal = game.puzzle.goal().to_string();
    let room = usize::from(area.height).saturating_sub(usize::from(y) + 1);
    if goal.lines().count() <= room && goal.lines().all(|line| line.len() < usize::from(area.width)) {
        write(buffer, area, (0, y), "Goal", STRONG);
        for (row, text) in goal.lines().enumerate() {
            write(buffer, area, (1, y + 1 + row as u16), text, paint.quiet());
        }
    }
}

/// What is known of the game, by name.
fn facts(game: &SlideGame) -> Vec<(&'static str, String)> {
    let seconds = game.elapsed.as_secs();
    let mut facts = vec![
        ("Time", format!("{}:{:02}", seconds / 60, seconds % 60)),
        ("Moves", grouped(game.done.len() as u64)),
        ("From here", from_here(game)),
    ];
    if let Some(over) = game.over() {
        let text = match over {
            0 => "as short as can be".into(),
            over => format!("+{over} over the shortest"),
        };
        facts.push(("In all", text));
    }
    facts
}

fn from_here(game: &SlideGame) -> String {
    if game.is_solved() {
        return "solved".into();
    }
    let Some(known) = game.known.get(&game.board) else {
        return if game.wants().is_some() { "counting ...".into() } else { "-".into() };
    };
    match (&known.moves, known.is_proven) {
        (Some(moves), true) => format!("{} (shortest)", counted(moves.len() as u64, "move")),
        (Some(moves), false) => format!("{} to {} moves", known.least, moves.len()),
        (None, _) => format!("at least {}", counted(u64::from(known.least), "move")),
    }
}

/// The line of keys.
pub(in crate::play) fn keys(game: &SlideGame) -> &'static str {
    match (&game.watch, game.is_choosing) {
        (Some(_), _) => "space play/pause  , . step  + - speed  Enter play on  W write  Esc back  ? keys",
        (None, true) => "1 easy  2 medium  3 hard  Esc keep this board",
        (None, false) => "arrows move  H hint  U undo  R redo  S solve  G new  W write  Q quit  ? keys",
    }
}
