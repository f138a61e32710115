//! The order in which a command shows things on a terminal, and what the first Ctrl-C does.

#![cfg(unix)]

mod terminal;

use terminal::Play;

/// Korf's first board: hours with the misplaced tiles alone.
const KORF_1: &str = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3";
const INTERRUPTED: u32 = 130;

/// Presses Ctrl-C once; all that was written.
#[track_caller]
fn interrupted(mut play: Play) -> String {
    play.keys("\x03");
    let (raw, status) = play.end();
    assert_eq!(status.exit_code(), INTERRUPTED, "{raw}");
    raw
}

#[test]
fn a_row_of_a_comparison_is_there_before_the_next_one_ends() {
    let methods = ["--methods", "greedy,ida", "--heuristics", "hamming", "--each", "1h", "--goal", "blank-first"];
    let mut play = Play::start(&[&["compare", KORF_1], &methods[..]].concat());
    // The first row has its figures, while the line below names the second method.
    play.until("greedy's row", |screen| screen.contains("\ngreedy") && screen.contains("108,632"));
    play.sees("ida hamming: ");
    play.keys("\x03");
    play.sees("interrupted");
    let text = play.text();
    let (_, status) = play.end();
    assert_eq!(status.exit_code(), INTERRUPTED);
    assert!(!text.contains("ida hamming: "), "the progress line is gone:\n{text}");
}

#[test]
fn the_board_and_its_verdict_are_there_before_the_search_ends() {
    let search = ["--goal", "blank-first", "--method", "ida", "--heuristic", "hamming"];
    let play = Play::start(&[&["solve", KORF_1], &search[..]].concat());
    play.sees("KURANG(i)");
    play.sees("The puzzle can be solved.");
    // The search is under way: before it, Ctrl-C ends the program without a report.
    play.sees(" nodes, ");
    let raw = interrupted(play);
    let (verdict, stop) = (raw.find("The puzzle can be solved.").unwrap(), raw.find("Stopped: interrupted").unwrap());
    assert!(verdict < stop, "{raw}");
}

#[test]
fn the_first_ctrl_c_ends_a_large_film() {
    let folder = tempfile::tempdir().unwrap();
    let board = (1..1024).map(|tile| tile.to_string()).collect::<Vec<_>>().join(" ") + " -";
    let moves = ["U", "L", "D", "R"].map(|dir| dir.repeat(31)).concat().repeat(100);
    let mut play = Play::start_in(folder.path(), &["render", &board, "--moves", &moves, "-o", "f.gif"], &[]);
    play.sees("drawing");
    play.keys("\x03");
    play.sees("did not write f.gif: interrupted");
    assert!(!play.text().contains("drawing"), "the progress line is gone:\n{}", play.text());
    assert_eq!(play.end().1.exit_code(), INTERRUPTED);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "no part of a file is left");
}

/// What a command writes to a terminal that can only write line after line.
fn on_a_dumb_terminal(args: &[&str]) -> (String, u32) {
    let play = Play::start_in(std::path::Path::new("."), args, &[("TERM", "dumb")]);
    let (raw, status) = play.end();
    (raw, status.exit_code())
}

#[test]
fn a_dumb_terminal_gets_no_escapes() {
    let search = ["solve", KORF_1, "--goal", "blank-first", "--method", "ida", "--heuristic", "hamming"];
    let (raw, code) = on_a_dumb_terminal(&[&search[..], &["--time-limit", "1s"]].concat());
    assert_eq!(code, 3);
    assert!(raw.contains("Stopped: ") && !raw.contains('\x1b'), "{raw:?}");
    let (raw, code) = on_a_dumb_terminal(&["solve", "2 2 2/DEFAULT/AA/BB"]);
    assert!(code == 0 && !raw.contains('\x1b'), "{raw:?}");
    let (raw, code) = on_a_dumb_terminal(&["solve", "1 2/3 3"]);
    assert!(code == 2 && raw.contains('^') && !raw.contains('\x1b'), "{raw:?}");
    let (raw, code) = on_a_dumb_terminal(&[]);
    assert!(code == 0 && raw.contains("Usage: ubin") && !raw.contains('\x1b'), "{raw:?}");
    let (raw, code) = on_a_dumb_terminal(&["play", "iq"]);
    assert!(code == 2 && raw.contains("a terminal called dumb") && !raw.contains('\x1b'), "{raw:?}");
}
