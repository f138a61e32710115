//! What all screens share: colours, the title, the message and the line of keys.
//!
//! Without colour nothing is lost: tiles and pieces keep their numbers and letters, and what stands out is in reverse video or in brackets.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ubin_front::render::palette::Rgb;

use super::keys::Keys;
use crate::color::{self, ColorDepth};
use crate::phrases::game as say;

/// The least window.
pub(super) const LEAST: (u16, u16) = (50, 14);
/// The least columns of the panel beside a board.
pub(super) const PANEL: u16 = 33;

/// How colours reach the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ScreenPaint(ColorDepth);

impl ScreenPaint {
    /// No colours: what stands out is in reverse video.
    #[cfg(test)]
    pub(super) const PLAIN: ScreenPaint = ScreenPaint(ColorDepth::None);

    /// What the options ask for and the environment promises.
    pub(super) fn of(color: crate::args::Color) -> ScreenPaint {
        ScreenPaint(ColorDepth::of(color, true))
    }

    /// Whether there are no colours.
    pub(super) fn is_plain(self) -> bool {
        self.0 == ColorDepth::None
    }

    fn color(self, rgb: Rgb) -> Color {
        match self.0 {
            ColorDepth::None => Color::Reset,
            ColorDepth::Sixteen => Color::Indexed(color::sixteenth(rgb)),
            ColorDepth::Indexed => Color::Indexed(color::indexed(rgb)),
            ColorDepth::Full => Color::Rgb(rgb.0, rgb.1, rgb.2),
        }
    }

    /// Ink on a ground.
    fn on(self, ground: Rgb) -> Style {
        match self.is_plain() {
            true => Style::new(),
            false => Style::new().bg(self.color(ground)).fg(self.color(self.0.shown(ground).ink())),
        }
    }

    /// A piece by its number.
    pub(super) fn piece(self, number: usize) -> Style {
        self.on(self.0.piece(number))
    }

    /// A cell that is free, dark and a little darker in turn: so a board is seen before anything is on it.
    pub(super) fn free(self, is_even: bool) -> Style {
        match (self.0, is_even) {
            // Of the 16 colours both would be black.
            (ColorDepth::Sixteen, true) => self.on(Rgb(0x7F, 0x7F, 0x7F)),
            (_, true) => self.on(Rgb(0x2B, 0x30, 0x38)),
            (_, false) => self.on(Rgb(0x22, 0x26, 0x2D)),
        }
    }

    /// The dot of a free cell, which the eye may pass over.
    pub(super) fn dot(self, is_even: bool) -> Style {
        match self.0 {
            // Of the 16 colours the grey is that of every other cell.
            ColorDepth::None | ColorDepth::Sixteen => self.free(is_even),
            _ => self.free(is_even).fg(self.color(Rgb(0x7D, 0x85, 0x90))),
        }
    }

    /// A tile that is at home, and one that is not.
    pub(super) fn tile(self, is_home: bool) -> Style {
        match (self.is_plain(), is_home) {
            (true, true) => Style::new().add_modifier(Modifier::BOLD),
            (true, false) => Style::new(),
            (_, true) => self.on(Rgb(0x00, 0x5A, 0x9C)),
            (_, false) => self.on(Rgb(0xC9, 0xD1, 0xDB)),
        }
    }

    /// What the eye should find first.
    pub(super) fn loud(self) -> Style {
        match self.is_plain() {
            true => Style::new().add_modifier(Modifier::REVERSED),
            false => self.on(Rgb(0xFF, 0x9E, 0x4A)),
        }
    }

    /// A warning.
    pub(super) fn warning(self) -> Style {
        match self.is_plain() {
            true => Style::new().add_modifier(Modifier::BOLD),
            false => Style::new().fg(self.color(Rgb(0xFF, 0x9E, 0x4A))).add_modifier(Modifier::BOLD),
        }
    }

    /// Text of less weight. It is dimmed, not grey: the grey of the 16 colours is the ground of some terminals.
    pub(super) fn quiet(self) -> Style {
        match self.is_plain() {
            true => Style::new(),
            false => Style::new().add_modifier(Modifier::DIM),
        }
    }
}

/// Heads.
pub(super) const STRONG: Style = Style::new().add_modifier(Modifier::BOLD);

/// A place on a screen that text can be written to; what does not fit is cut off.
pub(super) fn write(buffer: &mut Buffer, area: Rect, (x, y): (u16, u16), text: &str, style: Style) {
    if x < area.width && y < area.height {
        buffer.set_stringn(area.x + x, area.y + y, text, usize::from(area.width - x), style);
    }
}

/// A text in a width; of a longer one the end is three dots.
pub(super) fn shortened(text: &str, width: usize) -> String {
    match text.chars().count() <= width {
        true => text.into(),
        false => text.chars().take(width.saturating_sub(3)).collect::<String>().trim_end().to_string() + "...",
    }
}

/// Text in lines of a width, broken at spaces.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is a line");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_string());
        }
    }
    lines
}

/// A line of keys in a width: all of them, or the first ones and the last, which leads to the rest. Two spaces part one key from the next.
fn fitted(keys: &str, width: usize) -> String {
    if keys.chars().count() <= width {
        return keys.into();
    }
    let mut shown: Vec<&str> = keys.split("  ").collect();
    while shown.len() > 2 && shown.join("  ").chars().count() > width {
        shown.remove(shown.len() - 2);
    }
    shown.join("  ")
}

/// The parts of a screen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts {
    pub(super) body: Rect,
    message: Rect,
    keys: Rect,
}

impl Parts {
    /// The parts of a window: title, body, two lines of message, keys.
    pub(super) fn of(area: Rect) -> Parts {
        let row = |y: u16, height: u16| Rect { y: area.y + y, height, ..area };
        let height = area.height;
        Parts {
            body: row(2, height.saturating_sub(6)),
            message: row(height.saturating_sub(3), 2),
            keys: row(height.saturating_sub(1), 1),
        }
    }

    /// Draws what surrounds the body.
    pub(super) fn frame(
        &self,
        buffer: &mut Buffer,
        title: &str,
        message: (&str, Style),
        keys: &str,
        paint: ScreenPaint,
    ) {
        let area = buffer.area;
        let room = usize::from(area.width.saturating_sub(2));
        // What follows the semicolon is the first to go.
        let title = if title.chars().count() <= room { title } else { title.split(';').next().unwrap_or(title) };
        buffer.set_stringn(area.x + 1, area.y, shortened(title, room), room, STRONG);
        let width = usize::from(self.message.width.saturating_sub(2)).max(1);
        for (line, y) in wrapped(message.0, width).iter().zip(0..self.message.height) {
            write(buffer, self.message, (1, y), line, message.1);
        }
        let style = if paint.is_plain() {
            Style::new().add_modifier(Modifier::REVERSED)
        } else {
            paint.on(Rgb(0x33, 0x3A, 0x45))
        };
        buffer.set_style(self.keys, style);
        write(buffer, self.keys, (1, 0), &fitted(keys, usize::from(self.keys.width.saturating_sub(2))), style);
    }
}

/// The panel: what is right of a board that ends at a column, and not less than a panel needs.
pub(super) fn beside(body: Rect, right: u16) -> Rect {
    let x = (right + 3).min(body.x + body.width.saturating_sub(PANEL));
    Rect { x, width: (body.x + body.width).saturating_sub(x), ..body }
}

/// All keys, over the whole window, from a line on.
pub(super) fn help(buffer: &mut Buffer, title: &str, keys: &Keys, first: usize) {
    let area = buffer.area;
    buffer.set_stringn(area.x + 1, area.y, title, usize::from(area.width), STRONG);
    let (lines, column) = help_lines(keys, area);
    let room = help_room(area);
    for ((key, does), row) in lines.iter().skip(first).take(room).zip(2..) {
        write(buffer, area, (2, row), key, STRONG);
        write(buffer, area, (column, row), does, Style::new());
    }
    let end = if lines.len() > room { say::keys_scroll() } else { say::any_key() };
    write(buffer, area, (2, area.height - 1), &end, Style::new());
}

/// The line that a list of keys can begin with at most, so that its last one is shown; 0 when all fit.
pub(super) fn help_end(keys: &Keys, area: Rect) -> usize {
    help_lines(keys, area).0.len().saturating_sub(help_room(area))
}

fn help_room(area: Rect) -> usize {
    usize::from(area.height.saturating_sub(4)).max(1)
}

/// The lines of a list of keys, and the column in which begins what they do.
fn help_lines(keys: &Keys, area: Rect) -> (Vec<(&'static str, String)>, u16) {
    let widest = keys.iter().map(|line| line.key().len()).max().unwrap_or(0) as u16;
    let column = widest + 4;
    let room = usize::from(area.width.saturating_sub(column + 1)).max(1);
    let lines = keys.iter().flat_map(|line| {
        let does = wrapped(line.does(), room).into_iter().enumerate();
        does.map(|(at, does)| (if at == 0 { line.key() } else { "" }, does))
    });
    (lines.collect(), column)
}

/// A window that is too small.
pub(super) fn too_small(buffer: &mut Buffer) {
    let Rect { width, height, .. } = buffer.area;
    let text = say::window_small(width, height, LEAST.0, LEAST.1);
    for (line, y) in wrapped(&text, usize::from(width).max(1)).iter().zip(0..height) {
        write(buffer, buffer.area, (0, y), line, Style::new());
    }
}

/// The first of so many rows or columns to show, so that `at` is among the `room` that fit.
pub(super) fn scrolled(at: usize, count: usize, room: usize) -> usize {
    at.saturating_sub(room / 2).min(count.saturating_sub(room))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bright black of the 16 colours is the ground itself in some palettes.
    #[test]
    fn quiet_text_has_the_ink_of_the_terminal() {
        for depth in [ColorDepth::None, ColorDepth::Sixteen, ColorDepth::Indexed, ColorDepth::Full] {
            let quiet = ScreenPaint(depth).quiet();
            assert_eq!((quiet.fg, quiet.bg), (None, None), "{depth:?}");
            assert_eq!(quiet.add_modifier.contains(Modifier::DIM), depth != ColorDepth::None, "{depth:?}");
            assert_ne!(ScreenPaint(depth).dot(true).fg, Some(Color::DarkGray), "{depth:?}");
        }
    }
}
