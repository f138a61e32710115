//! Where puzzles come from: a file, standard input, a built-in set, or the argument itself.
//!
//! A question knows only texts. What an argument names is read here, and the name is kept for messages.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use ubin::pack::sets;
use ubin::slide::{Goal, text};
use ubin::text::Family;
use ubin_front::Refusal;
use ubin_front::question::PuzzleFields;
use ubin_front::read::AnyPuzzle;

use crate::args::Common;
use crate::complaint::{Complaint, FileError, UsageError};
use crate::output;

/// The most bytes of a puzzle. The largest board is 5 KiB; what is larger is not a puzzle.
const MOST_BYTES: u64 = 16 << 20;

/// What messages call the texts of a question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TextNames {
    pub(crate) puzzle: String,
    pub(crate) goal: String,
}

impl TextNames {
    /// The name of the text that a refusal is about.
    pub(crate) fn of(&self, refusal: &Refusal) -> &str {
        if refusal.field() == Some("goal") { &self.goal } else { &self.puzzle }
    }
}

/// A text and the name that messages give it.
#[derive(Clone, Debug)]
pub(crate) struct NamedText {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// The puzzle that an argument means: a path, `-`, the name of a set (its board may be a word of its own), or the text
/// itself.
pub(crate) fn open(argument: &str, board: Option<&str>) -> Result<NamedText, Complaint> {
    if argument.starts_with("--") {
        return Err(UsageError::NoOption(argument.into()).into());
    }
    if let Some(board) = board {
        let name = format!("{argument} {board}");
        return set(&name).ok_or_else(|| UsageError::NoSet(name).into());
    }
    let name = if argument == "-" { "<stdin>" } else { argument };
    match origin(argument)? {
        Origin::Stream(stream) => Ok(NamedText { name: name.into(), text: whole(name, stream)? }),
        Origin::Set(set) => Ok(set),
        Origin::Argument => Ok(NamedText { name: "<argument>".into(), text: argument.into() }),
    }
}

/// The built-in set of a name; a question knows it by that name.
fn set(name: &str) -> Option<NamedText> {
    sets::named(name).map(|set| NamedText { name: set.name.into(), text: set.name.into() })
}

/// All that a stream has, as text.
fn whole(name: &str, stream: Box<dyn BufRead + Send>) -> Result<String, Complaint> {
    let mut bytes = Vec::new();
    let read = stream.take(MOST_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(|error| FileError::Read { name: name.into(), error })?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(FileError::TooLarge { name: name.into() }.into());
    }
    String::from_utf8(bytes).map_err(|error| {
        let names = TextNames { puzzle: name.into(), ..TextNames::default() };
        Complaint::of(not_text(&error), &names)
    })
}

/// Where bytes stop being text.
fn not_text(error: &std::string::FromUtf8Error) -> Refusal {
    Refusal::of_bytes(error.as_bytes(), error.utf8_error().valid_up_to())
}

/// Where an argument leads.
enum Origin {
    Stream(Box<dyn BufRead + Send>),
    Set(NamedText),
    /// It is a puzzle itself.
    Argument,
}

/// What an argument names, in the order of the contract.
fn origin(argument: &str) -> Result<Origin, Complaint> {
    if argument == "-" {
        return Ok(Origin::Stream(Box::new(BufReader::new(io::stdin()))));
    }
    if Path::new(argument).exists() {
        let file = File::open(argument).map_err(|error| FileError::Open { name: argument.into(), error })?;
        return Ok(Origin::Stream(Box::new(BufReader::new(file))));
    }
    if let Some(set) = set(argument) {
        return Ok(Origin::Set(set));
    }
    if looks_like_text(argument) {
        return Ok(Origin::Argument);
    }
    Err(UsageError::NotAPuzzle(argument.into()).into())
}

/// Whether an argument is rows of fields: several, the first one a tile or the blank. A path seldom begins so.
fn looks_like_text(argument: &str) -> bool {
    let mut fields = argument.split(|c: char| c.is_whitespace() || c == '/').filter(|field| !field.is_empty());
    let is_tile =
        |field: &str| field.chars().all(|c| c.is_ascii_digit()) || matches!(field, "-" | "_" | "." | "x" | "X" | "#");
    fields.next().is_some_and(is_tile) && fields.next().is_some() && !argument.starts_with("./")
}

/// Puts the texts that the arguments name into a question's fields; what they are called.
pub(crate) fn resolve(fields: &mut PuzzleFields, board: Option<&str>) -> Result<TextNames, Complaint> {
    let NamedText { name, text } = open(&fields.puzzle, board)?;
    fields.puzzle = text;
    let goal = match fields.family() {
        Family::Slide => resolve_goal(&mut fields.goal)?,
        // The question refuses a goal of the other family, whatever it says.
        Family::Pack => String::new(),
    };
    Ok(TextNames { puzzle: name, goal })
}

/// Puts the text of a goal that is no name into its field; what it is called.
pub(crate) fn resolve_goal(field: &mut Option<String>) -> Result<String, Complaint> {
    let Some(argument) = field.as_deref().filter(|argument| Goal::named(argument).is_none()) else {
        return Ok(String::new());
    };
    let NamedText { name, text } = open(argument, None).map_err(|complaint| match complaint {
        complaint @ Complaint::Refused(..) => complaint,
        complaint => UsageError::Goal(Box::new(complaint)).into(),
    })?;
    *field = Some(text);
    Ok(format!("--goal {name}"))
}

/// Reads the puzzle of resolved fields; warnings go to standard error.
pub(crate) fn puzzle(common: &Common, fields: &PuzzleFields, names: &TextNames) -> Result<AnyPuzzle, Complaint> {
    let warn = |warning: &str| output::note(common, &format!("warning: {}: {warning}", names.puzzle));
    fields.read(warn).map_err(|refusal| Complaint::of(refusal, names))
}

/// Reads a puzzle that was typed or pasted; sliding tiles go to blank-last.
pub(crate) fn typed(text: &str) -> Result<AnyPuzzle, Complaint> {
    let fields = PuzzleFields { puzzle: text.into(), ..PuzzleFields::default() };
    let names = TextNames { puzzle: "the text".into(), ..TextNames::default() };
    fields.read(|_| ()).map_err(|refusal| Complaint::of(refusal, &names))
}

/// A line of a batch: its number from 1, and its text or why it cannot be read.
pub(crate) type BatchLine = (u64, Result<String, LineProblem>);

/// Why a line of a batch is no board.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LineProblem {
    #[error("{0}")]
    Unreadable(#[from] io::Error),
    #[error("the line is longer than 64 KiB: expected a board")]
    TooLong,
    #[error("{}", .0.sentence())]
    Refused(Box<Refusal>),
}

impl From<Refusal> for LineProblem {
    fn from(refusal: Refusal) -> LineProblem {
        LineProblem::Refused(Box::new(refusal))
    }
}

/// The longest line of a batch.
const MOST_LINE: u64 = 64 << 10;

/// The non-empty lines of a batch, one puzzle each, read as they are needed.
pub(crate) fn batch(argument: &str) -> Result<impl Iterator<Item = BatchLine> + Send + use<>, Complaint> {
    let mut reader = match origin(argument)? {
        Origin::Stream(reader) => reader,
        Origin::Argument => Box::new(io::Cursor::new(argument.to_string())) as Box<dyn BufRead + Send>,
        Origin::Set(_) => return Err(UsageError::BatchOfSet.into()),
    };
    let mut number = 0;
    let mut ended = false;
    Ok(std::iter::from_fn(move || {
        while !ended {
            number += 1;
            match line(&mut reader) {
                Ok(None) => return None,
                Ok(Some(line)) if text::is_empty(line.trim_start_matches('\u{feff}')) => {}
                Ok(Some(line)) => return Some((number, Ok(line))),
                Err(problem) => {
                    // A stream that cannot be read will not be readable further on.
                    ended = matches!(problem, LineProblem::Unreadable(_));
                    return Some((number, Err(problem)));
                }
            }
        }
        None
    }))
}

/// The next line of a stream; a line too long is passed over.
fn line(reader: &mut impl BufRead) -> Result<Option<String>, LineProblem> {
    let mut bytes = Vec::new();
    if reader.by_ref().take(MOST_LINE).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() as u64 == MOST_LINE && bytes.last() != Some(&b'\n') {
        reader.skip_until(b'\n')?;
        return Err(LineProblem::TooLong);
    }
    String::from_utf8(bytes).map(Some).map_err(|error| not_text(&error).into())
}
