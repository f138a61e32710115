//! What went wrong, as the command says it: on standard error, with a caret where there is a place.
//!
//! A **refusal** comes from the question and speaks of fields; here, and only here, a field becomes an option: `--` goes before its name. The other complaints are about files, the screen and options that only a command line has.

mod indonesian;

use std::io;
use std::path::{Path, PathBuf};

use ubin_front::{AskError, Language, Refusal};
use ubin_share::ShareError;

use crate::input::TextNames;
use crate::phrases;

/// Why a command cannot be answered.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Complaint {
    /// Something in the question does not fit.
    #[error("{}", refused(.0, .1, Language::En))]
    Refused(Box<Refusal>, TextNames),
    /// The arguments do not fit each other.
    #[error(transparent)]
    Usage(#[from] UsageError),
    /// A file, the screen or the network does not do what it should.
    #[error(transparent)]
    File(#[from] FileError),
    /// Something about a checkpoint or a shared run.
    #[error(transparent)]
    Shared(Box<ShareError>),
    /// The reader of the output has gone: a message would not be read.
    #[error("the output was closed")]
    Closed,
}

/// Arguments that do not fit each other, or the verb.
#[derive(Debug, thiserror::Error)]
pub(crate) enum UsageError {
    #[error("there is no option '{0}': --help lists them")]
    NoOption(String),
    #[error("there is no verb '{0}': --help lists them")]
    NoVerb(String),
    #[error("there is no set '{name}'{}: ubin generate pack --list shows them", meant(*.nearest))]
    NoSet { name: String, nearest: Option<&'static str> },
    #[error(
        "there is no file '{argument}', and it is not a puzzle{}: expected a path, - for standard input, \
         the name of a set (ubin generate pack --list), or rows such as \"1 2 3/4 5 6/7 8 -\"",
        meant(*.nearest)
    )]
    NotAPuzzle { argument: String, nearest: Option<&'static str> },
    #[error("--goal: {0}; or one of blank-last, blank-first, spiral")]
    Goal(Box<Complaint>),
    #[error(
        "--goal: there is no goal and no file '{0}': expected blank-last, blank-first, spiral, a path, or rows such as \"- 1 2/3 4 5/6 7 8\""
    )]
    NotAGoal(String),
    #[error("--batch reads puzzles from a file, not a set")]
    BatchOfSet,
    #[error("'{0}' is one puzzle too many: this verb takes one")]
    OnePuzzle(String),
    #[error("--steps does not go with --batch, which writes JSON")]
    StepsOfBatch,
    #[error("several puzzles do not go into one file, nor into one picture: expected one puzzle")]
    SeveralPictures,
    #[error("{name}: there is no board here")]
    NoBoard { name: String },
    #[error("there is no file '{0}'")]
    NoAnswer(String),
    #[error("only one of puzzle and answer can come from standard input")]
    BothFromInput,
    #[error("render draws: there is no JSON of a picture")]
    JsonOfPicture,
    #[error("serve answers over HTTP: --json and -o do not go with it")]
    OutputOfServer,
    #[cfg(feature = "site")]
    #[error("site writes into its folder: --json and -o do not go with it")]
    OutputOfSite,
    #[error("play is for the screen: --json and -o do not go with it; W writes a solution")]
    OutputOfGame,
    #[error("play needs a terminal: standard output is none")]
    NoTerminal,
    #[error("play draws on the screen, which a terminal called dumb cannot do: set TERM to its name")]
    DumbTerminal,
    #[error("standard input is the keyboard here: expected a path")]
    KeyboardAsFile,
    #[error("'{0}' is not a file")]
    NotAFile(String),
    #[error("the name ends in {}: expected {}", ending(found, "nothing"), dotted(expected))]
    GameEnding { found: String, expected: Vec<&'static str> },
    #[error("bench takes no limits: its signature is that of the whole list")]
    LimitsOfBench,
    #[error("a suite writes to standard output as it goes; use > FILE in place of -o")]
    OutputOfSuite,
    #[error("the suite has no board {id}: expected 1 to {most}")]
    NoSuiteBoard { id: u32, most: usize },
    #[error("the memory limit is too small for the largest tables")]
    LittleMemory,
    #[error("board {id}: {found}")]
    Contradiction { id: u32, found: String },
    #[error(
        "--checkpoint: {verb} is not a run that goes on; count, solve --all, solve --prove, bench --suite, tables build and --batch are"
    )]
    NoCheckpoint { verb: &'static str },
    #[error("--checkpoint keeps a proof: --prove belongs to it on a board of more than 16 cells")]
    CheckpointOfGuess,
    #[error("--checkpoint keeps a list: --all belongs to it when a packing puzzle is solved")]
    CheckpointOfOne,
    #[error("share gives a number; a list of all solutions is kept by solve --all --checkpoint FILE")]
    SharedList,
    #[error("say what is shared: count or solve with a puzzle, or --after a round that is complete")]
    NothingToShare,
    #[error("one puzzle at a time is shared")]
    SeveralShared,
    #[error("there is no place for tables: set --cache or UBIN_CACHE")]
    NoCache,
    #[error(transparent)]
    NoTables(ubin_front::tables::UnknownSet),
    #[error("building tables expands no nodes: --node-limit does not go with it")]
    NodesOfTables,
    #[error(transparent)]
    Unbuildable(ubin_front::cache::NotBuilt),
    #[error(transparent)]
    Address(#[from] AddressError),
}

/// Why there is no server at an address.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AddressError {
    #[error("--host {0}: there is no address of that name")]
    NoHost(String),
    #[error("--host {0} is no address of this machine")]
    ForeignHost(String),
    #[error("port {port} of {host} is in use: choose another with --port, or --port 0 for any that is free")]
    PortInUse { host: String, port: u16 },
    #[error("port {0} needs rights that this program does not have: choose one from 1024")]
    PortRights(u16),
}

/// Files, screens and sockets that do not do what they should.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FileError {
    #[error("cannot open '{name}': {error}")]
    Open { name: String, error: io::Error },
    #[error("'{name}' is a folder: expected a file")]
    ReadFolder { name: String },
    #[error("cannot read '{name}': {error}")]
    Read { name: String, error: io::Error },
    #[error("'{name}' is larger than 16 MiB: expected a puzzle")]
    TooLarge { name: String },
    #[error("{name}: {why}")]
    Line { name: String, why: String },
    #[error("cannot write '{}': {error}", .path.display())]
    Write { path: PathBuf, error: io::Error },
    #[error("cannot write '{}': it is a folder", .path.display())]
    IsFolder { path: PathBuf },
    #[error("cannot write '{}': there is no folder '{}'", .path.display(), .folder.display())]
    NoFolder { path: PathBuf, folder: PathBuf },
    #[error("cannot write '{}': its ending is '{found}', expected {}", .path.display(), dotted(.expected))]
    Ending { path: PathBuf, found: String, expected: Vec<&'static str> },
    #[error("cannot write the result: {0}")]
    Result(io::Error),
    #[error("cannot use the terminal: {0}")]
    Terminal(io::Error),
    #[error("{}: {error}", .path.display())]
    Tables { path: PathBuf, error: io::Error },
    #[error("{}: {error}", .path.display())]
    Share { path: PathBuf, error: io::Error },
    #[error("cannot listen on {host}, port {port}: {error}")]
    Listen { host: String, port: u16, error: io::Error },
    #[error("cannot serve: {0}")]
    Serve(io::Error),
}

impl FileError {
    /// A file that cannot be written. The error of a temporary file beside it names that one: only its cause is told.
    pub(crate) fn write(path: &Path, error: io::Error) -> FileError {
        let cause =
            error.get_ref().and_then(|inner| inner.source()).and_then(|cause| cause.downcast_ref::<io::Error>());
        let code = cause.and_then(io::Error::raw_os_error);
        let error = code.map_or(error, io::Error::from_raw_os_error);
        FileError::Write { path: path.into(), error }
    }
}

impl From<ShareError> for Complaint {
    fn from(error: ShareError) -> Complaint {
        match error {
            ShareError::Refused(refusal) => Complaint::of(refusal, &TextNames::default()),
            ShareError::File { path, error } => FileError::Share { path, error }.into(),
            error => Complaint::Shared(Box::new(error)),
        }
    }
}

/// What went wrong with a shared run, in the language of the command.
#[cfg(feature = "nats")]
pub(crate) fn said_of(error: &ShareError) -> String {
    match phrases::language() {
        Language::En => error.to_string(),
        Language::Id => indonesian::shared(error),
    }
}

/// `'.doc'`, or a word for a name that has no ending.
fn ending(found: &str, none: &str) -> String {
    if found.is_empty() { none.into() } else { format!("'.{found}'") }
}

/// `.txt or .json`.
fn dotted(endings: &[&str]) -> String {
    endings.iter().map(|ending| format!(".{ending}")).collect::<Vec<_>>().join(" or ")
}

impl Complaint {
    /// A refusal of a question whose texts have these names.
    pub(crate) fn of(refusal: Refusal, names: &TextNames) -> Complaint {
        Complaint::Refused(Box::new(refusal), names.clone())
    }

    /// An option that does not fit.
    pub(crate) fn option(error: AskError, field: &str) -> Complaint {
        Complaint::of(error.at(field), &TextNames::default())
    }

    /// On one line, in the language of the command.
    pub(crate) fn said(&self) -> String {
        match (phrases::language(), self) {
            (Language::En, complaint) => complaint.to_string(),
            (language, Complaint::Refused(refusal, names)) => refused(refusal, names, language),
            (Language::Id, Complaint::Usage(error)) => indonesian::usage(error),
            (Language::Id, Complaint::File(error)) => indonesian::file(error),
            (Language::Id, Complaint::Shared(error)) => indonesian::shared(error),
            (Language::Id, Complaint::Closed) => "keluarannya sudah ditutup".into(),
        }
    }

    /// As a terminal shows it, with the line and a caret where there is one.
    pub(crate) fn shown(&self, is_colored: bool) -> String {
        let language = phrases::language();
        match self {
            Complaint::Refused(refusal, names) if refusal.place().is_some() => match is_colored {
                true => refusal.in_color(names.of(refusal), language),
                false => refusal.in_plain(names.of(refusal), language),
            },
            complaint => phrases::error(complaint.said()),
        }
    }
}

/// `; did you mean 'iq'?`, without the question mark, for the sentence goes on.
fn meant(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!("; did you mean '{name}'"))
}

/// A refusal on one line: where it is, or which option it is about, then the sentence.
fn refused(refusal: &Refusal, names: &TextNames, language: Language) -> String {
    let sentence = match (language, refusal.mistake().as_str(), refusal.field()) {
        // What was expected there is a sentence of the field's own reader, in English.
        (Language::Id, "bad-value", Some("date")) => {
            "seharusnya MM-DD, tanggal yang ada; hanya set calendar yang punya tanggal".into()
        }
        (Language::Id, "bad-value", Some("view")) => "seharusnya AZIMUT,ELEVASI dalam derajat, seperti 30,35".into(),
        _ => refusal.said(language),
    };
    let is_of_text = matches!(refusal.code(), "bad-puzzle" | "bad-goal");
    // The size of a whole space is no option, and the sentence tells it.
    let is_of_space = refusal.mistake() == "space-size";
    match (refusal.place(), refusal.field().and_then(option).filter(|_| !is_of_space)) {
        (Some(at), _) => format!("{}:{}:{}: {sentence}", names.of(refusal), at.line, at.column),
        (None, _) if is_of_text => format!("{}: {sentence}", names.of(refusal)),
        (None, Some(option)) => format!("{option}: {sentence}"),
        (None, None) => sentence,
    }
}

/// The option that a field is on the command line; `None` when it is no option there.
fn option(field: &str) -> Option<String> {
    match field {
        "verb" | "puzzle" | "answer" | "more" | "solution" | "format" | "family" => None,
        "time_limit_ms" => Some("--time-limit".into()),
        "memory_limit_bytes" => Some("--memory-limit".into()),
        "each_ms" => Some("--each".into()),
        field => Some(format!("--{}", field.replace('_', "-"))),
    }
}

#[cfg(test)]
mod tests {
    use ubin::text::Family;

    use super::*;

    #[test]
    fn only_the_command_writes_dashes_before_a_field() {
        let check = |field: &str, expected: &str| {
            let shown = Complaint::option(AskError::OtherFamily { family: Family::Slide }, field).to_string();
            assert_eq!(shown, format!("{expected}this is for sliding puzzles, and the puzzle is not one"));
        };
        check("no_flip", "--no-flip: ");
        check("time_limit_ms", "--time-limit: ");
        check("memory_limit_bytes", "--memory-limit: ");
        check("max_nodes", "--max-nodes: ");
        check("each_ms", "--each: ");
        check("puzzle", "");
        check("verb", "");
    }
}
