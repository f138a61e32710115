//! Where puzzles come from: a file, standard input, a built-in set, or the argument itself.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use ubin::pack;
use ubin::slide::{Board, Goal, Size, text};
use ubin::text::{Family, Place};
use ubin_front::read::{self, Said, Wanted, in_lines};
pub(crate) use ubin_front::read::{Question, Source};

use crate::args::{Common, PuzzleArgs};
use crate::exit::Fault;
use crate::output;

/// The most bytes of a puzzle. The largest board is 5 KiB; what is larger is not a puzzle.
const MOST_BYTES: u64 = 16 << 20;

/// The puzzle that an argument means: a path, `-`, the name of a set (its board may be a word of its own), or the text
/// itself.
pub(crate) fn open(argument: &str, board: Option<&str>) -> Result<Source, Fault> {
    if argument.starts_with("--") {
        let message = format!("there is no option '{argument}': --help lists them");
        return Err(Fault::Plain(message));
    }
    if let Some(board) = board {
        let name = format!("{argument} {board}");
        return Source::of_set(&name)
            .ok_or_else(|| Fault::Plain(format!("there is no set '{name}': ubin generate pack --list shows them")));
    }
    let name = if argument == "-" { "<stdin>" } else { argument };
    let mut bytes = Vec::new();
    match reader(argument)? {
        Origin::Stream(reader) => {
            let read = reader.take(MOST_BYTES + 1).read_to_end(&mut bytes);
            read.map_err(|error| Fault::Plain(format!("cannot read '{name}': {error}")))?;
        }
        Origin::Set(source) => return Ok(source),
        Origin::Argument => return Ok(Source { name: "<argument>".into(), text: in_lines(argument) }),
    }
    if bytes.len() as u64 > MOST_BYTES {
        return Err(Fault::Plain(format!("'{name}' is larger than 16 MiB: expected a puzzle")));
    }
    let text = String::from_utf8(bytes).map_err(|error| not_text(name, &error))?;
    Ok(Source { name: name.into(), text })
}

/// Where an argument leads.
enum Origin {
    Stream(Box<dyn BufRead + Send>),
    Set(Source),
    /// It is a puzzle itself.
    Argument,
}

/// What an argument names, in the order of the contract.
fn reader(argument: &str) -> Result<Origin, Fault> {
    if argument == "-" {
        return Ok(Origin::Stream(Box::new(BufReader::new(io::stdin()))));
    }
    if Path::new(argument).exists() {
        let file = File::open(argument).map_err(|error| Fault::Plain(format!("cannot open '{argument}': {error}")))?;
        return Ok(Origin::Stream(Box::new(BufReader::new(file))));
    }
    if let Some(source) = Source::of_set(argument) {
        return Ok(Origin::Set(source));
    }
    if looks_like_text(argument) {
        return Ok(Origin::Argument);
    }
    Err(Fault::Plain(format!(
        "there is no file '{argument}', and it is not a puzzle: expected a path, - for standard input, \
         the name of a set (ubin generate pack --list), or rows such as \"1 2 3/4 5 6/7 8 -\""
    )))
}

/// Whether an argument is rows of fields: several, the first one a tile or the blank. A path seldom begins so.
fn looks_like_text(argument: &str) -> bool {
    let mut fields = argument.split(|c: char| c.is_whitespace() || c == '/').filter(|field| !field.is_empty());
    let is_tile =
        |field: &str| field.chars().all(|c| c.is_ascii_digit()) || matches!(field, "-" | "_" | "." | "x" | "X" | "#");
    fields.next().is_some_and(is_tile) && fields.next().is_some() && !argument.starts_with("./")
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
        code: "not-text",
        line: String::from_utf8_lossy(&bytes[..end]).into_owned(),
        place: Some(Place { line, column: valid[start..].chars().count() + 1, width: 1 }),
        message: "this is not text (UTF-8): expected a puzzle".into(),
    }
}

/// Reads the puzzle of the arguments, whichever family it belongs to.
pub(crate) fn question(common: &Common, args: &PuzzleArgs) -> Result<Question, Fault> {
    let source = open(&args.puzzle, args.board.as_deref())?;
    let goal = match &args.goal {
        Some(argument) if source.family() == Family::Slide => Some(Aim::of(argument)?),
        // The reader refuses a goal of the other family, whatever it says.
        Some(_) => Some(Aim::Named(Goal::BlankLast)),
        None => None,
    };
    let flips = if args.no_flip { pack::Flips::Forbidden } else { pack::Flips::Allowed };
    let said = Said { size: args.size, goal: goal.as_ref().map(Aim::wanted), flips };
    read::question(&source, &said, |remark| output::note(common, remark))
}

/// Reads a puzzle that was typed or pasted; sliding tiles go to blank-last.
pub(crate) fn typed(text: &str) -> Result<Question, Fault> {
    read::question(&Source { name: "the text".into(), text: in_lines(text) }, &Said::default(), |_| ())
}

/// Reads a packing puzzle, and warns of what is odd about it.
pub(crate) fn packing(common: &Common, source: &Source) -> Result<pack::Puzzle, Fault> {
    read::packing(source, |remark| output::note(common, remark))
}

/// What `--goal` means: a name, or what a path or the text itself says.
enum Aim {
    Named(Goal),
    Text(Source),
}

impl Aim {
    fn of(argument: &str) -> Result<Aim, Fault> {
        if let Some(goal) = Goal::named(argument) {
            return Ok(Aim::Named(goal));
        }
        open(argument, None).map(Aim::Text).map_err(|fault| match fault {
            Fault::Plain(message) => {
                Fault::Plain(format!("--goal: {message}; or one of blank-last, blank-first, spiral"))
            }
            other => other,
        })
    }

    fn wanted(&self) -> Wanted<'_> {
        match self {
            Aim::Named(goal) => Wanted::Named(*goal),
            Aim::Text(source) => Wanted::Text(source),
        }
    }
}

/// The goal of `--goal`: a name, a path, or the text itself.
pub(crate) fn goal(argument: &str, size: Size) -> Result<Board, Fault> {
    read::goal(Aim::of(argument)?.wanted(), size)
}

/// A line of a batch: its number from 1, and its text or why it cannot be read.
pub(crate) type BatchLine = (u64, Result<String, Refused>);

/// Why a line of a batch cannot be read.
#[derive(Debug)]
pub(crate) struct Refused {
    pub(crate) code: &'static str,
    pub(crate) message: String,
    pub(crate) column: Option<usize>,
}

impl From<io::Error> for Refused {
    fn from(error: io::Error) -> Refused {
        Refused { code: "read", message: error.to_string(), column: None }
    }
}

/// The longest line of a batch.
const MOST_LINE: u64 = 64 << 10;

/// The non-empty lines of a batch, one puzzle each, read as they are needed.
pub(crate) fn batch(argument: &str) -> Result<impl Iterator<Item = BatchLine> + Send + use<>, Fault> {
    let mut reader = match reader(argument)? {
        Origin::Stream(reader) => reader,
        Origin::Argument => Box::new(io::Cursor::new(argument.to_string())) as Box<dyn BufRead + Send>,
        Origin::Set(_) => return Err(Fault::Plain("--batch is for sliding boards, one a line".into())),
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
                Err(refused) => {
                    // A stream that cannot be read will not be readable further on.
                    ended = refused.code == "read";
                    return Some((number, Err(refused)));
                }
            }
        }
        None
    }))
}

/// The next line of a stream; a line too long is passed over.
fn line(reader: &mut impl BufRead) -> Result<Option<String>, Refused> {
    let mut bytes = Vec::new();
    if reader.by_ref().take(MOST_LINE).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() as u64 == MOST_LINE && bytes.last() != Some(&b'\n') {
        reader.skip_until(b'\n')?;
        let message = "the line is longer than 64 KiB: expected a board".into();
        return Err(Refused { code: "too-long", message, column: None });
    }
    String::from_utf8(bytes).map(Some).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let column = String::from_utf8_lossy(valid).chars().count() + 1;
        let message = "this is not text (UTF-8): expected a board".into();
        Refused { code: "not-text", message, column: Some(column) }
    })
}
