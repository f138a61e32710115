//! Ctrl-C on every verb that can be long: pressed once after the work has begun, it ends the command with 130, what is known is told, and no progress line is left.

#![cfg(unix)]

mod terminal;

use std::path::Path;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use terminal::{PATIENCE, Play};

/// Korf's first board: hours with the misplaced tiles alone.
const KORF_1: &str = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3";
/// More than ninety moves of the 24-puzzle.
const TWENTY_FOUR: &str = "17 1 20 9 16/2 22 19 14 5/15 21 0 3 24/23 18 13 12 7/10 8 6 4 11";
/// 108 heptominoes: hours for every method.
const HEPTOMINOES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/heptominoes.txt");

/// How it is seen that the work has begun.
#[derive(Clone, Copy)]
enum Begun {
    /// By its progress line.
    Line,
    /// By this text.
    Text(&'static str),
    /// By one more file in this folder.
    File(&'static str),
}

/// A command, how its work begins, and what it must have told when it was interrupted.
struct Case {
    args: &'static [&'static str],
    begun: Begun,
    told: &'static str,
}

const fn case(args: &'static [&'static str], told: &'static str) -> Case {
    Case { args, begun: Begun::Line, told }
}

const CASES: [Case; 18] = [
    case(
        &["solve", KORF_1, "--goal", "blank-first", "--method", "ida", "--heuristic", "hamming"],
        "Stopped: interrupted. Every solution has at least ",
    ),
    case(&["solve", HEPTOMINOES], "Stopped: interrupted."),
    Case { args: &["solve", "iq", "--all"], begun: Begun::Text("Solution "), told: " solutions, not all" },
    case(&["solve", "iq", "--all", "-o", "all.jsonl"], " solutions, not all"),
    Case {
        args: &["solve", "boards.txt", "--batch", "--goal", "blank-first", "--method", "ida", "--heuristic", "hamming"],
        begun: Begun::Text("\"line\":1"),
        told: "\"code\":\"interrupted\"",
    },
    case(&["count", "hexominoes"], "Stopped: interrupted."),
    case(&["count", TWENTY_FOUR], "Stopped: interrupted. Every solution has at least "),
    case(&["check", HEPTOMINOES], "Stopped: interrupted."),
    case(&["hint", HEPTOMINOES], "Stopped: interrupted."),
    case(&["generate", "slide", "--size", "4x4", "--length", "70"], "0 of 1 boards were made"),
    case(&["generate", "pack", "hexominoes", "--difficulty", "hard"], "0 of 1 challenges were made"),
    case(
        &["compare", KORF_1, "--goal", "blank-first", "--methods", "ida", "--heuristics", "hamming", "--each", "1h"],
        "interrupted",
    ),
    case(&["tree", KORF_1, "--goal", "blank-first", "--method", "ida", "--heuristic", "hamming"], "interrupted"),
    case(&["render", HEPTOMINOES, "--solve", "-o", "board.png"], "nothing to draw: interrupted"),
    case(&["distances", "3x4"], " boards counted, not the whole space: interrupted."),
    // Without a suite `bench` is over before its line is up.
    case(&["bench", "--suite", "antipodes80", "--only", "1"], "0 of 1 proven"),
    case(&["tables", "build", "7-8", "--cache", "tables"], "stopped, interrupted; nothing was written"),
    Case { args: &["play", KORF_1, "--goal", "blank-first"], begun: Begun::Text("From here"), told: "" },
];

/// Whether a character is of a progress line: its spinner, or its bar.
fn is_of_line(c: char) -> bool {
    ('\u{2800}'..='\u{28FF}').contains(&c) || matches!(c, '█' | '░')
}

fn check(case: &Case, folder: &Path) {
    let Case { args, begun, told } = case;
    let is_play = args[0] == "play";
    let threads: &[&str] = if is_play { &[] } else { &["--threads", "1"] };
    let files = |below: &str| std::fs::read_dir(folder.join(below)).map_or(0, Iterator::count);
    let before = if let Begun::File(below) = begun { files(below) } else { 0 };
    let mut play = Play::start_in(folder, &[*args, threads].concat(), &[]);
    match begun {
        Begun::Line => play.until(&format!("a progress line of {args:?}"), |screen| screen.contains(is_of_line)),
        Begun::Text(text) => play.sees(text),
        Begun::File(below) => play.until("a new file", |_| files(below) > before),
    }
    play.keys("\x03");
    let pressed = Instant::now();
    while play.child.try_wait().unwrap().is_none() {
        assert!(pressed.elapsed() < PATIENCE, "{args:?} goes on after Ctrl-C:\n{}", play.text());
        thread::sleep(Duration::from_millis(10));
    }
    let (raw, text, status) = play.ended();
    assert_eq!(status.exit_code(), 130, "{args:?}:\n{text}");
    assert!(raw.contains(*told), "{args:?} does not tell '{told}':\n{text}");
    assert!(!text.contains(is_of_line), "{args:?} leaves its progress line:\n{text}");
}

#[test]
fn the_first_ctrl_c_ends_every_verb_and_what_is_known_is_told() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("boards.txt"), format!("- 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15\n{KORF_1}\n"))
        .unwrap();
    let waiting = Mutex::new(CASES.iter());
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                loop {
                    let next = waiting.lock().unwrap().next();
                    let Some(case) = next else { break };
                    check(case, folder.path());
                }
            });
        }
    });
}

#[test]
fn the_first_ctrl_c_ends_a_unit_of_a_shared_search() {
    let folder = tempfile::tempdir().unwrap();
    let (_, status) = Play::start_in(folder.path(), &["share", "units", "job", "count", "hexominoes"], &[]).end();
    assert_eq!(status.exit_code(), 0);
    let told = " written (stopped: interrupted)";
    check(&Case { args: &["share", "do", "job"], begun: Begun::File("job/records"), told }, folder.path());
}
