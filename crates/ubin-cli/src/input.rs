//! Where puzzles come from: a file, standard input, or the argument itself.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use ubin::slide::{Board, Goal, Puzzle, Size, text};
use ubin::text::{Family, Place};

use crate::args::PuzzleArgs;
use crate::exit::Fault;

/// The most bytes of a puzzle. The largest board is 5 KiB; what is larger is not a puzzle.
const MOST_BYTES: u64 = 16 << 20;

/// A text and the name that messages give it.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) text: String,
}

impl Source {
    /// The puzzle that an argument means: a path, `-`, or the text itself.
    pub(crate) fn open(argument: &str) -> Result<Source, Fault> {
        let name = if argument == "-" { "<stdin>" } else { argument };
        let mut bytes = Vec::new();
        match reader(argument)? {
            Some(reader) => {
                let read = reader.take(MOST_BYTES + 1).read_to_end(&mut bytes);
                read.map_err(|error| Fault::Plain(format!("cannot read '{name}': {error}")))?;
            }
            None => return Ok(Source { name: "<argument>".into(), text: argument.into() }),
        }
        if bytes.len() as u64 > MOST_BYTES {
            return Err(Fault::Plain(format!("'{name}' is larger than 16 MiB: expected a puzzle")));
        }
        let text = String::from_utf8(bytes).map_err(|error| not_text(name, &error))?;
        Ok(Source { name: name.into(), text })
    }
}

/// The file or standard input that an argument names; `None` if it is a puzzle itself.
fn reader(argument: &str) -> Result<Option<Box<dyn BufRead>>, Fault> {
    if argument == "-" {
        return Ok(Some(Box::new(BufReader::new(io::stdin()))));
    }
    if Path::new(argument).exists() {
        let file = File::open(argument).map_err(|error| Fault::Plain(format!("cannot open '{argument}': {error}")))?;
        return Ok(Some(Box::new(BufReader::new(file))));
    }
    let looks_like_text = argument.contains(|c: char| c.is_whitespace() || c == '/')
        && argument.contains(|c: char| c.is_ascii_digit())
        && !argument.contains("..");
    if looks_like_text {
        return Ok(None);
    }
    Err(Fault::Plain(format!(
        "there is no file '{argument}', and it is not a puzzle: expected a path, - for standard input, \
         or rows such as \"1 2 3/4 5 6/7 8 -\""
    )))
}

/// Where a file stops being text.
fn not_text(name: &str, error: &std::string::FromUtf8Error) -> Fault {
    let valid = String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]);
    let start = valid.rfind('\n').map_or(0, |end| end + 1);
    let bytes = &error.as_bytes()[start..];
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    let line = valid.matches('\n').count() + 1;
    Fault::Text {
        name: name.into(),
        line: String::from_utf8_lossy(&bytes[..end]).into_owned(),
        place: Some(Place { line, column: valid[start..].chars().count() + 1, width: 1 }),
        message: "this is not text (UTF-8): expected a puzzle".into(),
    }
}

/// Reads the one puzzle of the arguments.
pub(crate) fn puzzle(args: &PuzzleArgs) -> Result<Puzzle, Fault> {
    let source = Source::open(&args.puzzle)?;
    if Family::of(&source.text) == Family::Pack {
        return Err(Fault::Plain(format!("{}: packing puzzles are not read by this version", source.name)));
    }
    let board = board(&source, args.size)?;
    let goal = goal(&args.goal, board.size())?;
    Ok(Puzzle::new(board, goal).expect("the goal was read for the board's size"))
}

fn board(source: &Source, size: Option<Size>) -> Result<Board, Fault> {
    text::read(&source.text, size).map_err(|mistake| Fault::text(&source.name, &source.text, &mistake))
}

/// The goal of `--goal`: a name, a path, or the text itself.
pub(crate) fn goal(argument: &str, size: Size) -> Result<Board, Fault> {
    if let Some(goal) = Goal::named(argument) {
        return Ok(goal.board(size));
    }
    let source = Source::open(argument).map_err(|fault| match fault {
        Fault::Plain(message) => Fault::Plain(format!("--goal: {message}; or one of blank-last, blank-first, spiral")),
        other => other,
    })?;
    let source = Source { name: format!("--goal {}", source.name), ..source };
    let goal = board(&source, None).or_else(|_| board(&source, Some(size)))?;
    if goal.size() != size {
        return Err(Fault::Plain(format!("the goal is {}, the board is {size}: expected one size", goal.size())));
    }
    Ok(goal)
}

/// A line of a batch: its number from 1, and its text or why it cannot be read.
pub(crate) type BatchLine = (u64, Result<String, String>);

/// The longest line of a batch.
const MOST_LINE: u64 = 64 << 10;

/// The non-empty lines of a batch, one puzzle each, read as they are needed.
pub(crate) fn batch(argument: &str) -> Result<impl Iterator<Item = BatchLine>, Fault> {
    let mut reader = match reader(argument)? {
        Some(reader) => reader,
        None => Box::new(io::Cursor::new(argument.to_string())) as Box<dyn BufRead>,
    };
    let mut number = 0;
    Ok(std::iter::from_fn(move || {
        loop {
            number += 1;
            let mut bytes = Vec::new();
            match reader.by_ref().take(MOST_LINE).read_until(b'\n', &mut bytes) {
                Ok(0) => return None,
                Ok(_) if bytes.len() as u64 == MOST_LINE && bytes.last() != Some(&b'\n') => {
                    let skipped = reader.skip_until(b'\n');
                    let why =
                        skipped.map_or_else(|error| error.to_string(), |_| "the line is longer than 64 KiB".into());
                    return Some((number, Err(why)));
                }
                Ok(_) => {}
                Err(error) => return Some((number, Err(error.to_string()))),
            }
            match String::from_utf8(bytes) {
                Ok(line) if text::is_empty(&line) => {}
                Ok(line) => return Some((number, Ok(line))),
                Err(_) => return Some((number, Err("this is not text (UTF-8): expected a puzzle".into()))),
            }
        }
    }))
}
