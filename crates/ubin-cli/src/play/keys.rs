//! Keys as games see them, and the lists of keys that screens show.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// A key that was pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameKey {
    Char(char),
    Ctrl(char),
    Up,
    Down,
    Left,
    Right,
    Enter,
    Esc,
    Tab,
    BackTab,
    Backspace,
    Delete,
    Home,
    End,
}

/// The key of a terminal's event; `None` when it is released, or none of ours.
pub(super) fn of(event: KeyEvent) -> Option<GameKey> {
    if event.kind == KeyEventKind::Release {
        return None;
    }
    match event.code {
        KeyCode::Char(c) if event.modifiers.contains(KeyModifiers::CONTROL) => {
            Some(GameKey::Ctrl(c.to_ascii_lowercase()))
        }
        KeyCode::Char(c) => Some(GameKey::Char(c)),
        KeyCode::Up => Some(GameKey::Up),
        KeyCode::Down => Some(GameKey::Down),
        KeyCode::Left => Some(GameKey::Left),
        KeyCode::Right => Some(GameKey::Right),
        KeyCode::Enter => Some(GameKey::Enter),
        KeyCode::Esc => Some(GameKey::Esc),
        KeyCode::Tab => Some(GameKey::Tab),
        KeyCode::BackTab => Some(GameKey::BackTab),
        KeyCode::Backspace => Some(GameKey::Backspace),
        KeyCode::Delete => Some(GameKey::Delete),
        KeyCode::Home => Some(GameKey::Home),
        KeyCode::End => Some(GameKey::End),
        _ => None,
    }
}

/// What a game asks of the program around it after a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Then {
    /// Nothing.
    Stay,
    /// The search should end with what it has.
    Stop,
    /// There was nothing to leave: back to where the game came from.
    Back,
    /// A file name for the solution is wanted.
    Save,
}

/// Keys and what they do.
pub(super) type Keys = [(&'static str, &'static str)];

pub(super) const SLIDE: &Keys = &[
    ("arrows or h j k l", "move the blank (or the tile: T)"),
    ("mouse", "a click slides all tiles from there to the blank"),
    ("T", "arrows mean the blank or the tile"),
    ("H", "a hint: the next move of a shortest solution"),
    ("U or Ctrl-Z", "undo"),
    ("R or Ctrl-Y", "redo"),
    ("S", "solve, and watch it"),
    ("G", "a new board: easy, medium or hard"),
    ("W", "write the solution to a file: .txt .svg .png .gif"),
    ("Esc", "stop the search; or leave"),
    ("Q or Ctrl-C", "quit"),
];

pub(super) const WATCH: &Keys = &[
    ("space", "play or pause"),
    (", .", "a step back, a step forward"),
    ("+ -", "faster, slower"),
    ("Home End", "to the first, to the last"),
    ("Enter", "play on from what is shown"),
    ("W", "write the solution to a file: .txt .svg .png .gif"),
    ("Esc", "back to your own game"),
];

pub(super) const PACK: &Keys = &[
    ("Shift+letter", "take the piece of that letter"),
    ("Tab, Shift+Tab", "take the next, the one before"),
    ("arrows", "move the piece, or the cursor"),
    ("[ ]", "a layer down, a layer up"),
    ("r", "turn it (in space: its next orientation)"),
    ("f", "turn it over (in space: the one before)"),
    ("space", "to the next place where it fits"),
    ("Enter", "place it; or take the piece at the cursor"),
    ("Delete", "lay back the piece at the cursor or in hand"),
    ("mouse", "take, place, lift; right button turns, wheel too"),
    ("h", "a hint: a piece that some solution has there"),
    ("u or Ctrl-Z", "undo"),
    ("y or Ctrl-Y", "redo"),
    ("s", "solve from here, and watch it"),
    ("g", "a new challenge: easy, medium or hard"),
    ("w", "write the solution to a file: .txt .svg .png .gif"),
    ("Esc", "stop the search; lay the piece back; or leave"),
    ("q or Ctrl-C", "quit"),
];
