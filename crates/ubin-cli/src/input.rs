//! Where puzzles come from: a file, standard input, a built-in set, or the argument itself.
//!
//! A question knows only texts. What an argument names is read here, and the name is kept for messages.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use ubin::pack::sets;
use ubin::pack::text::Warning;
use ubin::slide::{Goal, text};
use ubin::text::Family;
use ubin_front::question::PuzzleFields;
use ubin_front::read::{AnyPuzzle, dated};
use ubin_front::{Refusal, Sentences, clock};

use crate::args::Common;
use crate::complaint::{Complaint, FileError, UsageError};
use crate::output;
use crate::phrases;

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

/// The puzzles that the arguments of a command name: one, whose board may be a word of its own, or several.
pub(crate) fn several(puzzle: &str, more: &[String]) -> Vec<(String, Option<String>)> {
    let is_puzzle = |argument: &str| is_there(argument) || looks_like_text(argument);
    let is_set = |argument: &str| set(argument).is_some();
    match more {
        [] => vec![(puzzle.into(), None)],
        [board] if is_set(puzzle) && is_set(board) && !is_set(&format!("{puzzle} {board}")) => {
            vec![(puzzle.into(), None), (board.clone(), None)]
        }
        [board] if !is_puzzle(puzzle) && !is_puzzle(board) => vec![(puzzle.into(), Some(board.clone()))],
        more => {
            std::iter::once(puzzle).chain(more.iter().map(String::as_str)).map(|name| (name.into(), None)).collect()
        }
    }
}

/// Whether an argument is standard input or a file.
fn is_there(argument: &str) -> bool {
    argument == "-" || Path::new(argument).exists()
}

/// The puzzle that an argument means: a path, `-`, the name of a set (its board may be a word of its own), or the text
/// itself.
pub(crate) fn open(argument: &str, board: Option<&str>) -> Result<NamedText, Complaint> {
    if argument.starts_with("--") {
        return Err(UsageError::NoOption(argument.into()).into());
    }
    if let Some(board) = board {
        let name = format!("{argument} {board}");
        return set(&name).ok_or_else(|| match is_there(argument) || is_there(board) {
            true => UsageError::OnePuzzle(board.into()).into(),
            false => UsageError::NoSet { nearest: sets::nearest(&name), name }.into(),
        });
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
    sets::text_named(name)?;
    let name = sets::named(name).map_or(name, |set| set.name).to_owned();
    Some(NamedText { text: name.clone(), name })
}

/// All that a stream has, as text.
fn whole(name: &str, stream: Box<dyn BufRead + Send>) -> Result<String, Complaint> {
    let mut bytes = Vec::new();
    let read = stream.take(MOST_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(|error| FileError::Read { name: name.into(), error })?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(FileError::TooLarge { name: name.into() }.into());
    }
    decoded(bytes).map_err(|refusal| {
        let names = TextNames { puzzle: name.into(), ..TextNames::default() };
        Complaint::of(refusal, &names)
    })
}

/// The text of bytes: UTF-8, or UTF-16 that says so by its first two bytes, as some editors save it.
fn decoded(bytes: Vec<u8>) -> Result<String, Refusal> {
    let unit = |big: bool| {
        move |pair: &[u8]| {
            let pair = [pair[0], pair[1]];
            if big { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) }
        }
    };
    let units: Vec<u16> = match bytes.as_slice() {
        [0xFF, 0xFE, rest @ ..] => rest.chunks_exact(2).map(unit(false)).collect(),
        [0xFE, 0xFF, rest @ ..] => rest.chunks_exact(2).map(unit(true)).collect(),
        _ => return String::from_utf8(bytes).map_err(|error| not_text(&error)),
    };
    String::from_utf16(&units).map_err(|_| Refusal::of_bytes(&bytes, 0))
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
    if Path::new(argument).is_dir() {
        return Err(FileError::ReadFolder { name: argument.into() }.into());
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
    Err(UsageError::NotAPuzzle { nearest: sets::nearest(argument), argument: argument.into() }.into())
}

/// Whether an argument is rows of fields: several, the first one a tile or the blank, in brackets as Python and numpy print them, too. A path seldom begins so.
fn looks_like_text(argument: &str) -> bool {
    let is_between = |c: char| c.is_whitespace() || matches!(c, '/' | ',' | ';' | '[' | ']' | '(' | ')');
    let rows = argument.strip_prefix("array").filter(|rows| rows.starts_with('(')).unwrap_or(argument);
    let mut fields = rows.split(is_between).filter(|field| !field.is_empty());
    let is_number = |field: &str| field.bytes().all(|byte| byte.is_ascii_digit());
    let is_tile = |field: &str| {
        is_number(field.strip_suffix('.').unwrap_or(field)) || matches!(field, "-" | "_" | "x" | "X" | "#")
    };
    fields.next().is_some_and(is_tile) && fields.next().is_some() && !argument.starts_with("./")
}

/// Puts the texts that the arguments name into a question's fields; what they are called.
pub(crate) fn resolve(fields: &mut PuzzleFields, board: Option<&str>) -> Result<TextNames, Complaint> {
    let NamedText { name, text } = open(&fields.puzzle, board)?;
    let names = TextNames { puzzle: name, goal: String::new() };
    let dated = dated(&text, fields.date.as_deref(), || Some(clock::today()));
    fields.puzzle = dated.map_err(|refusal| Complaint::of(refusal, &names))?.unwrap_or(text);
    fields.date = None;
    let goal = match fields.family() {
        Family::Slide => resolve_goal(&mut fields.goal)?,
        // The question refuses a goal of the other family, whatever it says.
        Family::Pack => String::new(),
    };
    Ok(TextNames { goal, ..names })
}

/// Puts the text of a goal that is no name into its field; what it is called.
pub(crate) fn resolve_goal(field: &mut Option<String>) -> Result<String, Complaint> {
    let Some(argument) = field.as_deref().filter(|argument| Goal::named(argument).is_none()) else {
        return Ok(String::new());
    };
    let NamedText { name, text } = open(argument, None).map_err(|complaint| match complaint {
        complaint @ Complaint::Refused(..) => complaint,
        Complaint::Usage(UsageError::NotAPuzzle { argument, .. }) => UsageError::NotAGoal(argument).into(),
        complaint => UsageError::Goal(Box::new(complaint)).into(),
    })?;
    *field = Some(text);
    Ok(format!("--goal {name}"))
}

/// Reads the puzzle of resolved fields; warnings go to standard error.
pub(crate) fn puzzle(common: &Common, fields: &PuzzleFields, names: &TextNames) -> Result<AnyPuzzle, Complaint> {
    let warn = |warning: Warning| {
        let said = phrases::language().say(Sentences::Remark, &warning);
        output::note(common, &phrases::warning_of(&names.puzzle, said));
    };
    fields.read(warn).map_err(|refusal| Complaint::of(refusal, names))
}

/// Reads a puzzle that was typed or pasted; sliding tiles go to blank-last.
pub(crate) fn typed(text: &str) -> Result<AnyPuzzle, Complaint> {
    let fields = PuzzleFields { puzzle: text.into(), ..PuzzleFields::default() };
    let names = TextNames { puzzle: phrases::typed_text(), ..TextNames::default() };
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

/// The puzzles of a batch, read as they are needed.
pub(crate) struct Batch {
    /// The family of the first puzzle, which the others have, too.
    pub(crate) family: Family,
    /// Sliding boards, one a line; or packing puzzles, with the number of their first line.
    pub(crate) puzzles: Box<dyn Iterator<Item = BatchLine> + Send>,
}

/// The puzzles that an argument leads to: a sliding board on every non-empty line, or packing puzzles with a line of three dashes or more between them.
pub(crate) fn batch(argument: &str) -> Result<Batch, Complaint> {
    let reader = match origin(argument)? {
        Origin::Stream(reader) => reader,
        Origin::Argument => Box::new(io::Cursor::new(argument.to_string())) as Box<dyn BufRead + Send>,
        Origin::Set(_) => return Err(UsageError::BatchOfSet.into()),
    };
    let mut lines = lines(reader);
    let mut first: Vec<BatchLine> = Vec::new();
    // Who asks for a board and waits for its answer sends one line; three numbers are no board, so that another line comes.
    for line in lines.by_ref() {
        let is_text = matches!(&line.1, Ok(text) if !is_blank_line(text) && !is_rule(text));
        first.push(line);
        if is_text && !may_be_header(&first) {
            break;
        }
    }
    let text: Vec<&str> =
        first.iter().filter_map(|(_, line)| line.as_deref().ok()).filter(|line| !is_rule(line)).collect();
    let family = Family::of(&text.join("\n"));
    let lines = first.into_iter().chain(lines);
    let puzzles: Box<dyn Iterator<Item = BatchLine> + Send> = match family {
        Family::Slide => Box::new(lines.filter(|(_, line)| !matches!(line, Ok(line) if is_blank_line(line)))),
        Family::Pack => Box::new(blocks(lines)),
    };
    Ok(Batch { family, puzzles })
}

/// Whether a line holds no board.
fn is_blank_line(line: &str) -> bool {
    text::is_empty(line.trim_start_matches('\u{feff}'))
}

/// Whether the lines read so far are a single one of three numbers.
fn may_be_header(lines: &[BatchLine]) -> bool {
    let is_text = |line: &&str| !is_blank_line(line) && !is_rule(line);
    let mut texts = lines.iter().filter_map(|(_, line)| line.as_deref().ok()).filter(is_text);
    let (first, second) = (texts.next().unwrap_or_default(), texts.next());
    let fields: Vec<&str> = first.trim_start_matches('\u{feff}').split_whitespace().collect();
    second.is_none() && fields.len() == 3 && fields.iter().all(|field| field.parse::<u64>().is_ok())
}

/// The lines of a stream with their numbers; none after one that cannot be read.
fn lines(mut reader: Box<dyn BufRead + Send>) -> impl Iterator<Item = BatchLine> + Send {
    let (mut number, mut ended) = (0, false);
    std::iter::from_fn(move || {
        if ended {
            return None;
        }
        number += 1;
        let line = line(&mut reader).transpose()?;
        // A stream that cannot be read will not be readable further on.
        ended = matches!(line, Err(LineProblem::Unreadable(_)));
        Some((number, line))
    })
}

/// Whether a line stands between two packing puzzles.
fn is_rule(line: &str) -> bool {
    line.trim_end().len() >= 3 && line.trim_end().bytes().all(|byte| byte == b'-')
}

/// Texts that a line of dashes separates, each with the number of its first line.
fn blocks(lines: impl Iterator<Item = BatchLine> + Send) -> impl Iterator<Item = BatchLine> + Send {
    let mut lines = lines.peekable();
    std::iter::from_fn(move || {
        let mut block: Option<(u64, String)> = None;
        for (number, line) in lines.by_ref() {
            match line {
                Ok(line) if is_rule(&line) && block.is_some() => break,
                Ok(line) if block.is_none() && (is_rule(&line) || line.trim().is_empty()) => {}
                Ok(line) => {
                    let (_, text) = block.get_or_insert((number, String::new()));
                    text.push_str(line.trim_end_matches('\n'));
                    text.push('\n');
                }
                Err(problem) => return Some((number, Err(problem))),
            }
        }
        block.map(|(number, text)| (number, Ok(text)))
    })
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

#[cfg(test)]
mod tests;
