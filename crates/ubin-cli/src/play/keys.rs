//! Keys as games see them, and the lists of keys that screens show.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ubin_front::Language;

use crate::phrases;

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
    PageUp,
    PageDown,
    /// F1: the keys, also where `?` is a letter of what is typed.
    Help,
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
        KeyCode::PageUp => Some(GameKey::PageUp),
        KeyCode::PageDown => Some(GameKey::PageDown),
        KeyCode::F(1) => Some(GameKey::Help),
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
    /// The puzzle on the screen is to be played.
    Play,
}

/// A key, or some, and what they do: in English, and in Indonesian.
pub(super) struct KeyLine {
    key: [&'static str; 2],
    does: [&'static str; 2],
}

impl KeyLine {
    /// The key as a list shows it.
    pub(super) fn key(&self) -> &'static str {
        of_language(self.key)
    }

    /// What it does.
    pub(super) fn does(&self) -> &'static str {
        of_language(self.does)
    }
}

fn of_language([english, indonesian]: [&'static str; 2]) -> &'static str {
    match phrases::language() {
        Language::En => english,
        Language::Id => indonesian,
    }
}

/// Keys whose names are the same in every language.
const fn line(key: &'static str, english: &'static str, indonesian: &'static str) -> KeyLine {
    KeyLine { key: [key, key], does: [english, indonesian] }
}

/// Keys with names in every language.
const fn named(key: [&'static str; 2], english: &'static str, indonesian: &'static str) -> KeyLine {
    KeyLine { key, does: [english, indonesian] }
}

/// Keys and what they do.
pub(super) type Keys = [KeyLine];

pub(super) const START: &Keys = &[
    named(["arrows", "panah"], "choose", "memilih"),
    named(["Enter or a digit", "Enter atau angka"], "open", "membuka"),
    named(["a paste", "tempel"], "a pasted text is a puzzle", "teks yang ditempel adalah puzzle"),
    line("Tab", "complete a path that is typed", "melengkapi nama berkas yang diketik"),
    line("Ctrl-D", "open the text that was typed", "membuka teks yang diketik"),
    line("F1", "these keys, also while typing", "daftar tombol ini, juga saat mengetik"),
    line("Esc", "back", "kembali"),
    named(["q or Ctrl-C", "q atau Ctrl-C"], "quit", "keluar"),
];

pub(super) const TYPING: &Keys = &[
    line("Tab", "complete a path", "melengkapi nama berkas"),
    line("Ctrl-W", "take away the last part of the path", "menghapus bagian akhir nama berkas"),
    line("Ctrl-U", "take away all of it", "menghapus semuanya"),
    line("Enter", "take what was typed", "memakai yang diketik"),
    line("Esc", "back", "kembali"),
    line("Ctrl-C", "quit", "keluar"),
];

pub(super) const COURSE: &Keys = &[
    named(["up down", "atas bawah"], "the method", "metode"),
    named(["left right", "kiri kanan"], "the heuristic", "heuristik"),
    line("m h", "the heuristic Manhattan, Hamming", "heuristik Manhattan, Hamming"),
    line("v", "the variant: exact, or a course program's", "varian: exact, atau milik program kuliah"),
    line("g, Shift+G", "the next goal; a goal of your own", "tujuan berikutnya; tujuan sendiri"),
    line("Enter", "solve; then walk through the steps", "selesaikan; lalu telusuri langkahnya"),
    line("t", "the search tree of the method", "pohon pencarian metode itu"),
    line("c", "methods side by side", "metode berdampingan"),
    line("p", "play it", "mainkan"),
    line("Esc", "stop the search; or back", "hentikan pencarian; atau kembali"),
    named(["q or Ctrl-C", "q atau Ctrl-C"], "quit", "keluar"),
];

pub(super) const COURSE_PACK: &Keys = &[
    named(["up down", "atas bawah"], "the method", "metode"),
    line("Enter", "solve; then walk through the pieces", "selesaikan; lalu telusuri kepingnya"),
    line("t", "the search tree of the method", "pohon pencarian metode itu"),
    line("c", "methods side by side", "metode berdampingan"),
    line("p", "play it", "mainkan"),
    line("Esc", "stop the search; or back", "hentikan pencarian; atau kembali"),
    named(["q or Ctrl-C", "q atau Ctrl-C"], "quit", "keluar"),
];

pub(super) const VIEW: &Keys = &[
    named(["arrows", "panah"], "scroll", "menggulung"),
    named(["PgUp PgDn Home End", "PgUp PgDn Home End"], "scroll further", "menggulung lebih jauh"),
    line("w", "write it to a file", "menulisnya ke berkas"),
    line("Esc", "back", "kembali"),
    named(["q or Ctrl-C", "q atau Ctrl-C"], "quit", "keluar"),
];

pub(super) const SLIDE: &Keys = &[
    named(
        ["arrows or w a s d", "panah atau w a s d"],
        "move the blank (or the tile: t)",
        "geser sel kosong (atau ubin: t)",
    ),
    named(
        ["mouse", "tetikus"],
        "a click slides all tiles from there to the blank",
        "klik menggeser semua ubin dari sana ke sel kosong",
    ),
    line("t", "arrows mean the blank or the tile", "panah berarti sel kosong atau ubin"),
    line("h", "a hint: the next move of a shortest solution", "petunjuk: langkah berikutnya dari solusi terpendek"),
    named(["u or Ctrl-Z", "u atau Ctrl-Z"], "undo", "urungkan"),
    named(["r or Ctrl-Y", "r atau Ctrl-Y"], "redo", "ulangi"),
    line("Shift+S", "solve, and watch it", "selesaikan, dan menontonnya"),
    line("g", "a new board: easy, medium or hard", "papan baru: mudah, sedang, atau sulit"),
    line("Shift+W", "write the solution to a file: .txt .svg .png .gif", "tulis solusi ke berkas: .txt .svg .png .gif"),
    line("Esc", "stop the search; or leave", "hentikan pencarian; atau kembali"),
    named(["q or Ctrl-C", "q atau Ctrl-C"], "quit", "keluar"),
];

pub(super) const WATCH: &Keys = &[
    named(["space", "spasi"], "play or pause", "putar atau jeda"),
    line(", .", "a step back, a step forward", "selangkah mundur, maju"),
    line("+ -", "faster, slower", "lebih cepat, lebih lambat"),
    line("Home End", "to the first, to the last", "ke awal, ke akhir"),
    line("Enter", "play on from what is shown", "main dari yang tampak"),
    line("w", "write the solution to a file: .txt .svg .png .gif", "tulis solusi ke berkas: .txt .svg .png .gif"),
    line("Esc", "back", "kembali"),
    named(["q or Ctrl-C", "q atau Ctrl-C"], "quit", "keluar"),
];

pub(super) const ANSWER: &Keys = &[
    named(["space", "spasi"], "play or pause", "putar atau jeda"),
    line(", .", "a step back, a step forward", "selangkah mundur, maju"),
    line("+ -", "faster, slower", "lebih cepat, lebih lambat"),
    line("Home End", "to the first, to the last", "ke awal, ke akhir"),
    line("Enter", "play on from what is shown", "main dari yang tampak"),
    line("w", "write the solution to a file: .txt .svg .png .gif", "tulis solusi ke berkas: .txt .svg .png .gif"),
    line("t", "the search tree of the method", "pohon pencarian metode itu"),
    line("c", "methods side by side", "metode berdampingan"),
    line("p", "play it from the start", "mainkan dari awal"),
    line("Esc", "back", "kembali"),
    named(["q or Ctrl-C", "q atau Ctrl-C"], "quit", "keluar"),
];

pub(super) const PACK: &Keys = &[
    named(["Shift+letter", "Shift+huruf"], "take the piece of that letter", "ambil keping berhuruf itu"),
    line("Tab, Shift+Tab", "take the next, the one before", "ambil yang berikut, yang sebelumnya"),
    named(["arrows", "panah"], "move the piece, or the cursor", "geser keping, atau kursor"),
    line("[ ]", "a layer down, a layer up", "lapis di bawah, di atas"),
    line("r", "turn it (in space: its next orientation)", "putar (di ruang: arah berikutnya)"),
    line("f", "turn it over (in space: the one before)", "balik (di ruang: arah sebelumnya)"),
    named(["space", "spasi"], "to the next place where it fits", "ke tempat muat berikutnya"),
    line("Enter", "place it; or take the piece at the cursor", "taruh; atau ambil keping di kursor"),
    line("Delete", "lay back the piece at the cursor or in hand", "lepas keping di kursor atau di tangan"),
    named(
        ["mouse", "tetikus"],
        "take, place, lift; right button turns, wheel too",
        "ambil, taruh, angkat; tombol kanan dan roda memutar",
    ),
    line("h", "a hint: a piece that some solution has there", "petunjuk: keping yang ada di sebuah solusi"),
    named(["u or Ctrl-Z", "u atau Ctrl-Z"], "undo", "urungkan"),
    named(["y or Ctrl-Y", "y atau Ctrl-Y"], "redo", "ulangi"),
    line("s", "solve from here, and watch it", "selesaikan dari sini, dan menontonnya"),
    line("g", "a new challenge: easy, medium or hard", "tantangan baru: mudah, sedang, atau sulit"),
    line("w", "write the solution to a file: .txt .svg .png .gif", "tulis solusi ke berkas: .txt .svg .png .gif"),
    line("Esc", "stop the search; lay the piece back; or leave", "hentikan pencarian; lepas keping; atau kembali"),
    named(["q or Ctrl-C", "q atau Ctrl-C"], "quit", "keluar"),
];
