//! The course screen as it is drawn: methods and the board side by side, the verdict below.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ubin::pack;
use ubin::slide::{Method, Variant};
use ubin_front::read::AnyPuzzle;

use super::{CourseScreen, MethodChoice, TextView, verdict_lines};
use crate::color::ColorDepth;
use crate::compare::narrow_table;
use crate::phrases;
use crate::phrases::game as say;
use crate::play::pack::title;
use crate::play::screen::{Parts, STRONG, ScreenPaint, write};
use crate::play::slide::view::draw_start;

/// The most and the least columns of the list of methods; a wide board takes from it.
const LIST: (u16, u16) = (50, 36);

/// The title of the screen.
pub(in crate::play) fn heading(course: &CourseScreen) -> String {
    match (&course.view, &course.puzzle) {
        (Some(view), _) => view.title.clone(),
        (None, AnyPuzzle::Slide(puzzle)) => say::sliding_title(puzzle.size()),
        (None, AnyPuzzle::Pack(puzzle)) => say::title(title(puzzle)),
    }
}

/// The line of keys.
pub(in crate::play) fn keys(course: &CourseScreen) -> String {
    match () {
        () if course.view.is_some() => say::view_keys(),
        () if course.goal.is_some() => say::goal_keys(),
        () if course.is_waiting() => say::waiting_keys(),
        () => say::course_keys(),
    }
}

/// Draws the sheet, or the view.
pub(in crate::play) fn draw(course: &CourseScreen, parts: &Parts, buffer: &mut Buffer, paint: ScreenPaint) {
    let body = Rect { x: parts.body.x + 1, width: parts.body.width.saturating_sub(1), ..parts.body };
    if let Some(view) = &course.view {
        return draw_view(view, body, buffer, paint);
    }
    if !course.rows.is_empty() {
        return draw_rows(course, body, buffer);
    }
    let tiles = draw_tiles(course, body, buffer, paint);
    let shown = if tiles { Vec::new() } else { shown(&course.puzzle) };
    let wide = shown.iter().map(|line| line.chars().count() as u16).max().unwrap_or(0);
    let list = body.width.saturating_sub(wide + 1).clamp(LIST.1, LIST.0);
    let below = draw_methods(course, Rect { width: list.min(body.width), ..body }, buffer, paint);
    let beside = Rect { x: body.x + list, width: body.width.saturating_sub(list), height: below, ..body };
    lines(shown, beside, buffer);
    let room = Rect { y: body.y + below, height: body.height.saturating_sub(below), ..body };
    match &course.puzzle {
        AnyPuzzle::Slide(puzzle) => {
            lines(verdict_lines(puzzle, usize::from(room.height)), room, buffer);
        }
        AnyPuzzle::Pack(puzzle) => {
            write(buffer, Rect { height: room.height.min(1), ..room }, (0, 0), &about(puzzle), STRONG);
            let shapes = Rect { y: room.y + 1, height: room.height.saturating_sub(1), ..room };
            let (pieces, mut fitting) = (pieces(puzzle), [2, 1].into_iter());
            let wide = fitting.find(|&wide| columns(&pieces, shapes, wide, |_, _, _| ()) <= shapes.height).unwrap_or(1);
            columns(&pieces, shapes, wide, |piece, at, text| write(buffer, shapes, at, text, paint.piece(piece)));
        }
    }
}

/// Draws a sliding board as tiles right of what is read, in a window with room for it; whether there is.
fn draw_tiles(course: &CourseScreen, body: Rect, buffer: &mut Buffer, paint: ScreenPaint) -> bool {
    let AnyPuzzle::Slide(puzzle) = &course.puzzle else { return false };
    let lines = verdict_lines(puzzle, usize::from(body.height));
    let left = lines.iter().map(|line| line.chars().count() as u16).max().unwrap_or(0).max(LIST.0) + 3;
    let x = body.x + left.min(body.width);
    let beside = Rect { x, width: body.width.saturating_sub(left), ..body };
    let below = Rect { y: beside.y + 1, height: beside.height.saturating_sub(1), ..beside };
    let is_drawn = draw_start(puzzle, below, buffer, paint);
    if is_drawn {
        write(buffer, beside, (0, 0), &say::start_board(), STRONG);
    }
    is_drawn
}

/// The puzzle as text, under its head.
fn shown(puzzle: &AnyPuzzle) -> Vec<String> {
    let board = match puzzle {
        AnyPuzzle::Slide(puzzle) => puzzle.board().to_string(),
        AnyPuzzle::Pack(puzzle) => crate::packing::position(puzzle, ColorDepth::None),
    };
    std::iter::once(say::start_board()).chain(board.lines().map(String::from)).collect()
}

/// Draws the methods, what the chosen one is, and the goal; how many rows that takes, with an empty one behind.
fn draw_methods(course: &CourseScreen, list: Rect, buffer: &mut Buffer, paint: ScreenPaint) -> u16 {
    write(buffer, list, (0, 0), &say::method_head(), STRONG);
    for (row, choice) in course.choices.iter().enumerate() {
        let is_chosen = row == course.chosen;
        let style = match is_chosen {
            true if paint.is_plain() => Style::new().add_modifier(Modifier::REVERSED),
            true => STRONG.patch(paint.loud()),
            false => Style::new(),
        };
        let mark = if is_chosen { '>' } else { ' ' };
        let text = format!("{mark} {} {} ", row + 1, described(choice, is_chosen));
        write(buffer, list, (0, row as u16 + 1), &text, style);
    }
    let count = course.choices.len() as u16;
    let about = match course.choices[course.chosen] {
        MethodChoice::Slide { method, .. } => phrases::language().about(method),
        MethodChoice::Pack(method) => phrases::language().about(method),
    };
    write(buffer, list, (4, count + 1), about, paint.quiet());
    if let AnyPuzzle::Slide(_) = &course.puzzle {
        let goal = course.named_goal().map_or_else(say::own_goal, |goal| goal.name().into());
        write(buffer, list, (2, count + 2), &format!("g {}", say::goal_is(goal)), Style::new());
        return count + 4;
    }
    count + 3
}

/// The characters of the longest method in the list: heuristics stand below each other behind it.
const LONGEST: usize = "branch-and-bound".len();

/// A method with its heuristic and variant; the chosen one shows that they can be changed.
fn described(choice: &MethodChoice, is_chosen: bool) -> String {
    match choice {
        MethodChoice::Pack(method) => method.name().into(),
        MethodChoice::Slide { method, heuristic, variant } => {
            let variant = if *variant == Variant::Exact { String::new() } else { format!(", {variant}") };
            match heuristic {
                None if *method == Method::Bfs => say::brute_force(),
                None => format!("{method}{variant}"),
                Some(name) => {
                    let method = format!("{method}{variant}");
                    let (left, right) = if is_chosen { ("< ", " >") } else { ("  ", "") };
                    format!("{method:<LONGEST$} {left}{name}{right}")
                }
            }
        }
    }
}

fn about(puzzle: &pack::Puzzle) -> String {
    let [cells, piece_cells] = [puzzle.board().size(), puzzle.piece_cells()].map(phrases::cells);
    phrases::board_and_pieces(cells, puzzle.pieces().len(), piece_cells)
}

/// Every piece as rows of its letter, its layers one after the other.
fn pieces(puzzle: &pack::Puzzle) -> Vec<Vec<String>> {
    let rows = |(number, piece): (usize, &pack::Piece)| {
        // Of a mark with two letters the first: the shape says the rest.
        let letter = puzzle.mark(number).chars().next().unwrap_or(' ');
        let most = |of: fn(&pack::Spot) -> u32| piece.spots().iter().map(of).max().unwrap_or(0) as usize + 1;
        let (layers, high, wide) = (most(|spot| spot.layer), most(|spot| spot.row), most(|spot| spot.col));
        let mut rows = vec![vec![' '; layers * (wide + 1) - 1]; high];
        for spot in piece.spots() {
            rows[spot.row as usize][spot.layer as usize * (wide + 1) + spot.col as usize] = letter;
        }
        rows.into_iter().map(|row| row.into_iter().collect::<String>()).collect()
    };
    puzzle.pieces().iter().enumerate().map(rows).collect()
}

/// Draws pieces side by side, in as many rows as it takes, a cell being so many columns wide; the rows of the screen that takes.
fn columns(pieces: &[Vec<String>], area: Rect, wide: u16, mut draw: impl FnMut(usize, (u16, u16), &str)) -> u16 {
    let (mut x, mut y, mut highest) = (0u16, 0u16, 0u16);
    for (number, piece) in pieces.iter().enumerate() {
        let width = wide * piece.iter().map(|row| row.chars().count()).max().unwrap_or(0) as u16;
        if x > 0 && x + width > area.width {
            (x, y, highest) = (0, y + highest + 1, 0);
        }
        for (row, text) in piece.iter().enumerate() {
            for (col, letter) in text.chars().enumerate().filter(|(_, letter)| *letter != ' ') {
                let cell = format!("{letter:<width$}", width = usize::from(wide));
                draw(number, (x + wide * col as u16, y + row as u16), &cell);
            }
        }
        x += width + 2;
        highest = highest.max(piece.len() as u16);
    }
    y + highest
}

fn lines(lines: impl IntoIterator<Item = String>, area: Rect, buffer: &mut Buffer) {
    for (line, y) in lines.into_iter().zip(0..area.height) {
        write(buffer, area, (0, y), &line, Style::new());
    }
}

/// Draws the rows of a comparison that goes on: the heads, and the last rows that there is room for.
fn draw_rows(course: &CourseScreen, body: Rect, buffer: &mut Buffer) {
    let table = narrow_table(&course.rows, 1, body.width.into());
    let (heads, rows): (Vec<&str>, Vec<&str>) = (table.lines().take(1).collect(), table.lines().skip(1).collect());
    let first = rows.len().saturating_sub(usize::from(body.height).saturating_sub(1));
    lines(heads.iter().chain(&rows[first..]).map(|&line| line.into()), body, buffer);
}

fn draw_view(view: &TextView, body: Rect, buffer: &mut Buffer, paint: ScreenPaint) {
    view.room.set(body.height.into());
    let shown = view.lines(body.width.into());
    let lines_of = shown.iter().skip(view.top).map(|line| line.chars().skip(view.left).collect::<String>());
    lines(lines_of, body, buffer);
    let (first, all) = (view.top + 1, shown.len());
    let last = (view.top + usize::from(body.height)).min(all);
    if last - view.top < all {
        // The row between body and message.
        write(
            buffer,
            Rect { height: body.height + 1, ..body },
            (0, body.height),
            &say::lines_of(first, last, all),
            paint.quiet(),
        );
    }
}
