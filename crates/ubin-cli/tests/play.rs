//! The game in a real terminal: the program runs in a pseudo-terminal, keys go in, and a terminal emulator reads what comes out.

#![cfg(unix)]

mod terminal;

use std::io::Read as _;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{CommandBuilder, native_pty_system};
use terminal::{PATIENCE, Play, size};

const LECTURE: &str = "1 2 3 4/5 6 - 8/9 10 7 11/13 14 15 12";
/// A 5x5 board that no search proves in minutes.
const HARD: &str = "14 5 9 2 18/8 23 19 12 17/15 0 10 20 4/6 11 21 1 7/24 3 16 22 13";
#[test]
fn sliding_move_undo_redo_hint() {
    let mut play = Play::start(&["play", LECTURE]);
    play.sees("3 moves (shortest)");
    play.keys("\x1b[B");
    play.sees("Moves      1");
    play.sees("2 moves (shortest)");
    play.keys("h");
    play.sees("Hint: tile 11 goes left (the blank goes right): 2 to go with it.");
    play.keys("u");
    play.sees("Moves      0");
    play.keys("w");
    play.sees("+2 over the shortest");
    play.keys("\x1a\x1a");
    play.sees("Nothing to undo.");
    play.keys("\x19");
    play.sees("Moves      1");
    play.quit();
}

#[test]
fn sliding_by_mouse_to_the_goal() {
    let mut play = Play::start(&["play", "1 2 3/4 5 6/- 7 8", "--color", "never"]);
    play.sees("2 moves (shortest)");
    let eight = play.place("8   │");
    play.click(eight);
    play.sees("Solved in 2 moves, the shortest. Well done!");
    play.quit();
}

#[test]
fn solving_is_watched_and_written() {
    let folder = tempfile::tempdir().unwrap();
    let mut play = Play::start_in(folder.path(), &["play", LECTURE], &[]);
    play.keys("S");
    play.sees("move 3 of 3");
    play.keys(",,");
    play.sees("move 1 of 3");
    play.keys(".");
    play.sees("move 2 of 3");
    play.keys("+");
    play.sees("200 ms a step");
    play.keys("w");
    play.sees("Write to: solution.svg_");
    // The first key takes the place of what is offered.
    play.keys("moves.gif\r");
    play.sees("Wrote moves.gif.");
    assert!(std::fs::read(folder.path().join("moves.gif")).unwrap().starts_with(b"GIF89a"));
    play.keys("\r");
    play.sees("Moves      2");
    play.quit();
}

#[test]
fn escape_stops_a_long_search_and_quitting_too() {
    let mut play = Play::start(&["play", HARD]);
    play.sees("sliding tiles, 5x5");
    play.keys("S");
    play.sees("Esc stops.");
    play.keys("\x1b");
    play.sees("Stopped. Every solution has at least");
    play.keys("a");
    play.sees("Moves      1");
    play.keys("S");
    play.sees("Esc stops.");
    play.quit();
}

#[test]
fn new_boards_by_level() {
    let mut play = Play::start(&["play", "1 2 3/4 5 6/7 - 8", "--seed", "5"]);
    play.keys("g");
    play.sees("1 easy, 2 medium, 3 hard");
    play.keys("3");
    play.sees("A new board: ");
    play.sees("moves (shortest)");
    play.quit();
}

#[test]
fn windows_of_all_sizes() {
    let mut play = Play::start(&["play", LECTURE]);
    play.sees("3 moves (shortest)");
    play.resize(40, 10);
    play.sees("at least 50 x 14");
    play.resize(120, 40);
    play.sees("3 moves (shortest)");
    play.keys("?");
    play.sees("any key goes back");
    play.keys("x");
    play.sees("Moves      0");
    play.quit();
}

#[test]
fn ctrl_c_and_signals_give_the_terminal_back() {
    let mut play = Play::start(&["play", HARD]);
    play.sees("5x5");
    play.keys("\x03");
    assert_eq!(play.end().1.exit_code(), 130);

    let play = Play::start(&["play", HARD]);
    play.sees("5x5");
    let id = play.child.process_id().unwrap().to_string();
    assert!(std::process::Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    assert_eq!(play.end().1.exit_code(), 130);
}

#[test]
fn without_colour_no_colour_is_sent() {
    let colors = |raw: &str| raw.contains("\x1b[48;") || raw.contains("\x1b[38;") || raw.contains(";48;");
    for (args, environment) in [
        (&["play", "iq", "--color", "never"][..], &[][..]),
        (&["play", "iq"], &[("NO_COLOR", "1")]),
        (&["play", LECTURE], &[("NO_COLOR", "1")]),
    ] {
        let mut play = Play::start_in(Path::new("."), args, environment);
        play.sees("? keys");
        play.keys("\t");
        assert!(!colors(&play.quit()), "{args:?}");
    }
    let mut play = Play::start(&["play", "iq"]);
    play.sees("? keys");
    play.keys("\t");
    play.sees("in hand");
    assert!(colors(&play.quit()));
}

#[test]
fn packing_place_lift_and_solve() {
    let mut play = Play::start(&["play", "2 3 2/DEFAULT/AAA/A/BB", "--color", "never"]);
    play.sees("It can still be solved.");
    play.keys("A");
    play.sees("fits: Enter places it");
    play.keys("\r");
    play.sees("Placed 1 of 2 pieces");
    play.keys("\x1b[3~");
    play.sees("Placed 0 of 2 pieces");
    let tray = play.place("B B");
    play.click(tray);
    play.sees("B in hand");
    play.keys("r");
    play.sees("turn 2/2");
    play.keys("\x1b[C\r");
    play.sees("Dead end: ");
    play.keys("u");
    play.sees("It can still be solved.");
    play.keys("s");
    play.sees("Watching: piece 2 of 2");
    play.keys("\r");
    play.sees("Solved: every piece is placed.");
    play.quit();
}

#[test]
fn packing_in_space() {
    let mut play = Play::start(&["play", "iq-pyramid"]);
    play.sees("[1]");
    play.keys("\t]");
    play.sees("[2]");
    play.keys("r");
    play.sees("turn 2/");
    play.keys("f");
    play.sees("turn 1/");
    play.keys("s");
    play.sees("Watching: piece 12 of 12");
    play.quit();
}

#[test]
fn the_start_screen_opens_files_and_sets() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("board.txt"), "1 2 3\n4 5 6\n7 - 8\n").unwrap();
    let mut play = Play::start_in(folder.path(), &[], &[]);
    play.sees("> 1  Open a file");
    play.keys("1no\r");
    play.sees("there is no file 'no'");
    play.keys("\x15b\t");
    play.sees("Path: board.txt_");
    play.keys("\r");
    play.sees("The puzzle can be solved.");
    play.keys("p");
    play.sees("1 move (shortest)");
    play.keys("\x1b");
    play.sees("> 1 branch-and-bound");
    play.keys("\x1b");
    play.sees("> 1  Open a file");
    play.keys("3");
    play.sees("the Soma cube");
    play.keys("1");
    play.sees("packing, 5x11");
    play.quit();
}

#[test]
fn the_start_screen_takes_random_and_pasted_puzzles_and_offers_to_write() {
    let folder = tempfile::tempdir().unwrap();
    let mut play = Play::start_in(folder.path(), &["--seed", "3"], &[]);
    play.sees("> 1  Open a file");
    play.keys("21");
    play.sees("The puzzle can be solved.");
    play.keys("p");
    play.sees("Moves      0");
    play.keys("S");
    play.sees("W writes the solution to a file.");
    play.keys("w");
    play.sees("solution.svg_");
    play.keys("\r");
    play.sees("Wrote solution.svg.");
    assert!(std::fs::read_to_string(folder.path().join("solution.svg")).unwrap().contains("<svg"));
    play.keys("\x1b");
    play.sees("Your own game again.");
    play.keys("\x1b");
    play.sees("> 1 branch-and-bound");
    play.keys("\x1b");
    play.sees("> 1  Open a file");
    play.keys("\x1b[200~2 2 2\rDEFAULT\rAA\rBB\r\x1b[201~");
    play.sees("DEFAULT");
    play.keys("\x04");
    play.sees("packing, 2x2");
    play.quit();
}

/// Also with the puzzle on standard input: the keys then come from the terminal itself.
#[test]
fn examples_of_the_help_text_play() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("board.txt"), "1 2 3\n4 5 6\n7 - 8\n").unwrap();
    let help = std::process::Command::new(env!("CARGO_BIN_EXE_ubin")).args(["play", "--help"]).output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_ubin")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let mut ran = 0;
    for line in help.lines().map(str::trim).filter(|line| line.starts_with("ubin ")) {
        let mut command = CommandBuilder::new("sh");
        command.args(["-c", line]);
        let mut play = Play::spawn(folder.path(), command, &[("PATH", &path)]);
        play.until(line, |screen| screen.contains("? keys") || screen.contains("> 1  Open a file"));
        play.keys("q");
        assert_eq!(play.end().1.exit_code(), 0, "{line}");
        ran += 1;
    }
    assert_eq!(ran, 6);
}

#[test]
fn in_a_pipe_there_is_help_and_no_game() {
    let ubin = |args: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_ubin"));
        command.args(args).stdin(std::process::Stdio::null()).output().unwrap()
    };
    let alone = ubin(&[]);
    assert_eq!(alone.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&alone.stdout).contains("Usage: ubin"));
    let play = ubin(&["play", "iq"]);
    assert_eq!(play.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&play.stderr).contains("play needs a terminal"));
    assert_eq!(ubin(&["play", "1 2 3/4 5 5/7 8 -"]).status.code(), Some(2));
}

#[test]
fn a_terminal_that_goes_away_ends_the_game() {
    let pty = native_pty_system().openpty(size(80, 24)).unwrap();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_ubin"));
    command.args(["play", LECTURE]);
    command.env("TERM", "xterm-256color");
    command.env("UBIN_CACHE", concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"));
    let mut child = pty.slave.spawn_command(command).unwrap();
    drop(pty.slave);
    let mut output = pty.master.try_clone_reader().unwrap();
    assert!(output.read(&mut [0; 64]).unwrap() > 0, "the game has begun");
    drop(output);
    drop(pty.master);
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        assert!(begun.elapsed() < PATIENCE, "the game goes on without a terminal");
        thread::sleep(Duration::from_millis(50));
    }
}
