//! What cannot be answered, and why: typed, with the field, the values and the place.
//!
//! A **refusal** is something that the caller can mend: a mistake in a text, a field that does not fit. It has a **code** for programs, which stays the same within a version, a **mistake**, which is finer, and the **values** that
//! a sentence in any language needs. The English sentence is its `Display`. It speaks of fields; only the command line writes `--` before a field's name.
//!
//! A stop is no refusal, and neither is "impossible": they are answers. Only where a stop leaves nothing to say is it told as a refusal.

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use serde::Serialize;
use serde_json::{Map, Value};
use ubin::pack;
use ubin::pack::PuzzleError;
use ubin::pack::units::NoWork;
use ubin::run::Stop;
use ubin::slide::units::RoundError;
use ubin::slide::{self, Dir, HeuristicName, Size};
use ubin::text::{Family, Mistake, Place};
use ubin::unit::{PartError, UnitError};
use ubin_verify::Wrong;

use crate::language::{Language, Sentences};

/// Characters that a snippet shows after the mistake.
const CONTEXT: usize = 60;
/// A mistake further to the right than this is shown without its line.
const LONGEST: usize = 4096;

/// Fields that do not fit, each with what a sentence needs.
#[derive(Clone, Debug, PartialEq, Serialize, thiserror::Error)]
#[serde(tag = "code", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the sentences say what the values are")]
pub enum AskError {
    #[error("'{found}' is not a word for this: expected one of {}", .expected.join(", "))]
    UnknownWord { found: String, expected: Vec<String> },
    #[error("'{found}' is no method for {} puzzles: expected one of {}", of_family(*.family), .expected.join(", "))]
    OtherMethod { found: String, family: Family, expected: Vec<String> },
    #[error("'{found}' does not fit: {expected}")]
    BadValue { found: String, expected: String },
    #[error("expected a number from {least} to {most}")]
    OutOfRange { least: f64, most: f64 },
    #[error("expected a number from {least} on")]
    TooSmall { least: u64 },
    #[error("{verb} has no such field")]
    UnknownField { verb: &'static str },
    #[error("this field is missing")]
    Missing,
    #[error("version {found} is not known here: expected 1")]
    OtherVersion { found: String },
    #[error("this is not text (UTF-8): expected a puzzle")]
    NotText,
    #[error("expected a JSON object")]
    NotAnObject,
    #[error("this is not the JSON that was expected: {error}")]
    BadJson { error: String },
    #[error("this is for {} puzzles, and the puzzle is not one", of_family(*.family))]
    OtherFamily { family: Family },
    #[error("the goal is {goal}, the board is {board}: expected one size")]
    GoalSize { goal: Size, board: Size },
    #[error("a {size} board is too large for {heuristic}")]
    HeuristicSize { heuristic: HeuristicName, size: Size },
    #[error("a {size} board has too many states: at most {most} cells")]
    SpaceSize { size: Size, most: usize },
    #[error("to count distinct solutions takes all of them: distinct does not go with limit")]
    DistinctWithLimit,
    #[error("limit goes with all")]
    LimitWithoutAll,
    #[error("there is no set '{name}'")]
    NoSet { name: String },
    #[error("move {at} is '{found}': expected U, D, L or R")]
    NotAMove { at: usize, found: char },
    #[error("move {at}, {way}, leads off the board")]
    OffBoard {
        at: usize,
        #[serde(serialize_with = "letter")]
        way: Dir,
    },
    #[error("piece {piece} lies turned over, which is not allowed here")]
    TurnedOver { piece: String },
    #[error("the set has {pieces} pieces, and one must be left to place: {placed} is too many")]
    AllPlaced { placed: usize, pieces: usize },
    #[error("the set has several solutions, so no challenge without a placed piece has one only")]
    SeveralSolutions,
    #[error("moves or a solution are given already: solve does not go with them")]
    SolvedAlready,
    #[error("expected rows, or layers from the top, as solve gives them")]
    NotASolution,
    #[error("this is no solution of the puzzle: {error}")]
    WrongSolution {
        #[serde(skip)]
        error: PuzzleError,
    },
    #[error("there is no piece {piece}")]
    NoPiece { piece: String },
    #[error("the board has no cell {cell:?}")]
    NoCell { cell: Vec<u32> },
    #[error("nothing to draw: {reason}")]
    NothingToDraw { reason: String, why: Value },
    #[error("a GIF shows moves or pieces one after the other")]
    StillGif,
    #[error("a picture does not come as events: ask without them")]
    PictureAsEvents,
    #[error("a board of {cells} cells is too large to draw: at most {most}")]
    TooManyCells { cells: usize, most: usize },
    #[error("a picture of {wide} x {high} pixels is too large (at most {most} million): use a smaller scale, or SVG")]
    TooManyPixels { wide: f64, high: f64, most: f64 },
    #[error("a GIF has at most {most} pixels a side: use a smaller scale")]
    TooLongGif { most: u32 },
    #[error("to draw {size} takes more than the memory limit of {}: use a smaller scale, or SVG", crate::render::text::bytes(*.limit))]
    TooLittleMemory { size: String, limit: u64 },
    #[error("{verb} cannot be done in parts")]
    NotInParts { verb: &'static str },
    #[error("a rule says that there is no solution: {reason}")]
    NoSolution { reason: String, why: Value },
    #[error("{error}")]
    NotAUnit { error: UnitError },
    #[error("the number of solutions has more than 127 bits")]
    TooManySolutions,
    #[error("cannot be checked: {wrong}")]
    Unreadable { wrong: Wrong },
    #[error("stopped: {stop}")]
    Stopped { stop: Stop },
    #[error("this is a mistake of ours, and no answer: the check of what was found says that {wrong}")]
    WrongAnswer { wrong: Wrong },
}

fn letter<S: serde::Serializer>(way: &Dir, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(way)
}

fn of_family(family: Family) -> &'static str {
    match family {
        Family::Slide => "sliding",
        Family::Pack => "packing",
    }
}

impl AskError {
    /// The refusal of a field.
    #[must_use]
    pub fn at(self, field: impl Into<String>) -> Refusal {
        Refusal { field: Some(field.into()), ..Refusal::from(self) }
    }
}

/// Why there is a refusal. Its JSON has a `code` and the values beside it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
enum Cause {
    Board(slide::text::ReadError),
    Packing(pack::text::PackTextError),
    Options(slide::solve::OptionError),
    Tree(slide::tree::TreeError),
    Asking(AskError),
}

impl std::fmt::Display for Cause {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Cause::Board(mistake) => mistake.fmt(f),
            Cause::Packing(mistake) => mistake.fmt(f),
            Cause::Options(error) => error.fmt(f),
            Cause::Tree(error) => error.fmt(f),
            Cause::Asking(error) => error.fmt(f),
        }
    }
}

/// Something that the caller can mend.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// Boxed, for refusals are returned everywhere.
    cause: Box<Cause>,
    field: Option<String>,
    place: Option<Place>,
    /// The line of the text that the mistake stands in.
    line: String,
}

impl From<AskError> for Refusal {
    fn from(error: AskError) -> Refusal {
        Refusal { cause: Box::new(Cause::Asking(error)), field: None, place: None, line: String::new() }
    }
}

impl From<slide::solve::OptionError> for Refusal {
    fn from(error: slide::solve::OptionError) -> Refusal {
        let field = option_field(&error).into();
        Refusal { cause: Box::new(Cause::Options(error)), field: Some(field), place: None, line: String::new() }
    }
}

/// The field that an option's error is about.
fn option_field(error: &slide::solve::OptionError) -> &'static str {
    use slide::solve::OptionError;
    match error {
        OptionError::NoVariant { .. } => "variant",
        OptionError::Weight { .. } => "weight",
        OptionError::NoProof { .. } => "prove",
        OptionError::OwnOrder { .. } => "order",
        OptionError::MultiMethod { .. } | OptionError::MultiSize { .. } => "metric",
        OptionError::NoHeuristic { .. }
        | OptionError::WalkingSize { .. }
        | OptionError::PatternSize { .. }
        | OptionError::PatternUnsolvable => "heuristic",
    }
}

impl From<slide::tree::TreeError> for Refusal {
    fn from(error: slide::tree::TreeError) -> Refusal {
        match error {
            slide::tree::TreeError::Options(error) => error.into(),
            error => Refusal {
                cause: Box::new(Cause::Tree(error)),
                field: Some("method".into()),
                place: None,
                line: String::new(),
            },
        }
    }
}

impl From<Stop> for Refusal {
    fn from(stop: Stop) -> Refusal {
        AskError::Stopped { stop }.into()
    }
}

impl From<PartError> for Refusal {
    fn from(error: PartError) -> Refusal {
        match error {
            PartError::Stopped(stop) => stop.into(),
            PartError::Unit(error) => AskError::NotAUnit { error }.at("unit"),
            PartError::TooMany => AskError::TooManySolutions.into(),
            PartError::Enough => Stop::Interrupted.into(),
        }
    }
}

impl From<RoundError> for Refusal {
    fn from(error: RoundError) -> Refusal {
        match error {
            RoundError::Stopped(stop) => stop.into(),
            RoundError::Options(error) => error.into(),
            RoundError::Unsolvable => {
                let why = serde_json::json!({"code": "unsolvable"});
                AskError::NoSolution { reason: error.to_string(), why }.at("puzzle")
            }
        }
    }
}

impl From<NoWork> for Refusal {
    fn from(error: NoWork) -> Refusal {
        match error {
            NoWork::Stopped(stop) => stop.into(),
            NoWork::Impossible(reason) => {
                let why = serde_json::to_value(&reason).unwrap_or_default();
                AskError::NoSolution { reason: reason.to_string(), why }.at("puzzle")
            }
        }
    }
}

impl Refusal {
    /// A mistake in a sliding board's text, given as this field.
    #[must_use]
    pub fn of_board(mistake: slide::text::ReadError, text: &str, field: &str) -> Refusal {
        let place = mistake.place();
        Refusal { cause: Box::new(Cause::Board(mistake)), field: Some(field.into()), place, line: line_of(text, place) }
    }

    /// A mistake in a packing puzzle's text.
    #[must_use]
    pub fn of_packing(mistake: pack::text::PackTextError, text: &str) -> Refusal {
        let place = mistake.place();
        Refusal {
            cause: Box::new(Cause::Packing(mistake)),
            field: Some("puzzle".into()),
            place,
            line: line_of(text, place),
        }
    }

    /// Bytes of a file that are not text, from this place on.
    #[must_use]
    pub fn of_bytes(bytes: &[u8], valid: usize) -> Refusal {
        let before = String::from_utf8_lossy(&bytes[..valid]);
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let line = bytes[start..].split(|&byte| byte == b'\n').next().unwrap_or_default();
        let column = before[start..].chars().count() + 1;
        let place = Place { line: before.matches('\n').count() + 1, column, width: 1 };
        Refusal {
            cause: Box::new(Cause::Asking(AskError::NotText)),
            field: Some("puzzle".into()),
            place: Some(place),
            line: String::from_utf8_lossy(line).into_owned(),
        }
    }

    /// A refusal of a text that begins on this line of a longer one.
    #[must_use]
    pub fn from_line(self, first: usize) -> Refusal {
        let place = self.place.map(|at| Place { line: at.line + first - 1, ..at });
        Refusal { place, ..self }
    }

    /// A refusal of another field: a list has the plural's name.
    pub(crate) fn under(self, field: &str) -> Refusal {
        Refusal { field: Some(field.into()), ..self }
    }

    /// The field that does not fit.
    #[must_use]
    pub fn field(&self) -> Option<&str> {
        self.field.as_deref()
    }

    /// Where the mistake stands in the text, if it is one in a text.
    #[must_use]
    pub fn place(&self) -> Option<Place> {
        self.place
    }

    /// The limit that was reached or the stop that was asked for, if that is why there is no answer.
    #[must_use]
    pub fn stop(&self) -> Option<Stop> {
        match *self.cause {
            Cause::Asking(AskError::Stopped { stop }) => Some(stop),
            Cause::Asking(AskError::TooLittleMemory { .. }) => Some(Stop::Memory),
            _ => None,
        }
    }

    /// The kind of refusal, for programs: `bad-puzzle`, `bad-goal`, `bad-option`, `unknown-field`, `bad-json`, `nothing-to-draw`, `limit`, `interrupted`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match &*self.cause {
            Cause::Board(_) if self.field.as_deref() == Some("goal") => "bad-goal",
            Cause::Board(_) | Cause::Packing(_) | Cause::Asking(AskError::NotText) => "bad-puzzle",
            Cause::Asking(AskError::BadJson { .. } | AskError::NotAnObject) => "bad-json",
            Cause::Asking(AskError::UnknownField { .. }) => "unknown-field",
            Cause::Asking(AskError::NothingToDraw { .. }) => "nothing-to-draw",
            Cause::Asking(AskError::Stopped { stop: Stop::Interrupted }) => "interrupted",
            Cause::Asking(AskError::WrongAnswer { .. } | AskError::Stopped { stop: Stop::Refused }) => "failed",
            Cause::Asking(AskError::Stopped { .. } | AskError::TooLittleMemory { .. }) => "limit",
            Cause::Options(_) | Cause::Tree(_) | Cause::Asking(_) => "bad-option",
        }
    }

    /// The mistake itself, for programs: `tile-twice`, `other-family`, ...
    #[must_use]
    pub fn mistake(&self) -> String {
        match self.values_with_code().remove("code") {
            Some(Value::String(code)) => code,
            _ => self.code().into(),
        }
    }

    /// The values of its sentence.
    #[must_use]
    pub fn values(&self) -> Map<String, Value> {
        let mut values = self.values_with_code();
        values.remove("code");
        values
    }

    fn values_with_code(&self) -> Map<String, Value> {
        match serde_json::to_value(&self.cause) {
            Ok(Value::Object(values)) => values,
            _ => Map::new(),
        }
    }

    /// As JSON: `{"error":{"code":...}}`.
    #[must_use]
    pub fn json(&self) -> String {
        crate::json(&Refused { error: self.told() })
    }

    /// What the JSON says.
    #[must_use]
    pub fn told(&self) -> RefusalReport {
        RefusalReport {
            code: self.code().into(),
            field: self.field.clone(),
            message: self.to_string(),
            line: self.place.map(|at| at.line),
            column: self.place.map(|at| at.column),
            values: self.values(),
            mistake: Some(self.mistake()),
            snippet: self.place.map(|_| self.in_plain(self.field().unwrap_or("puzzle"), Language::En)),
        }
    }

    /// As a terminal shows it, with the line and a caret where there is one. `name` is what the text is called there.
    #[must_use]
    pub fn in_plain(&self, name: &str, language: Language) -> String {
        self.shown(name, language, &Renderer::plain())
    }

    /// As a terminal shows it in colour, with the line and a caret where there is one.
    #[must_use]
    pub fn in_color(&self, name: &str, language: Language) -> String {
        self.shown(name, language, &Renderer::styled())
    }

    fn shown(&self, name: &str, language: Language, renderer: &Renderer) -> String {
        let (sentence, error) = (self.said(language), language.entry("level.error").unwrap_or("error"));
        match self.place {
            Some(at) if at.column <= LONGEST => {
                let shown: String = self.line.chars().take(at.column + at.width.min(LONGEST) + CONTEXT).collect();
                let from = byte_of(&shown, at.column - 1);
                let to = byte_of(&shown, at.column - 1 + at.width);
                let snippet = Snippet::source(shown.as_str())
                    .path(name)
                    .line_start(at.line)
                    .annotation(AnnotationKind::Primary.span(from..to));
                let title = Level::ERROR.with_name(error).primary_title(sentence.as_str());
                renderer.render(&[title.element(snippet)])
            }
            Some(at) => format!("{error}: {name}:{}:{}: {sentence}", at.line, at.column),
            None => format!("{error}: {sentence}"),
        }
    }

    /// The sentence without the field's name, in a language.
    #[must_use]
    pub fn said(&self, language: Language) -> String {
        match &*self.cause {
            Cause::Board(mistake) => language.say(Sentences::Mistake, mistake),
            Cause::Packing(mistake) => language.say(Sentences::Mistake, mistake),
            Cause::Options(error) => language.say(Sentences::Refusal, error),
            Cause::Tree(error) => language.say(Sentences::Refusal, error),
            Cause::Asking(error) => language.say(Sentences::Refusal, error),
        }
    }

    /// The English sentence without the field's name.
    #[must_use]
    pub fn sentence(&self) -> String {
        self.said(Language::En)
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (&*self.cause, &self.field) {
            (Cause::Asking(_), Some(field)) => write!(f, "{field}: {}", self.cause),
            (cause, _) => cause.fmt(f),
        }
    }
}

impl std::error::Error for Refusal {}

/// The JSON of a refusal.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Refused {
    /// What is wrong.
    pub error: RefusalReport,
}

/// What is wrong, for programs and for people.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RefusalReport {
    /// The kind of refusal: `bad-puzzle`, `bad-goal`, `bad-option`, `unknown-field`, `bad-json`, `busy`, ... It stays the same within a version.
    pub code: String,
    /// The field that does not fit.
    pub field: Option<String>,
    /// The English sentence.
    pub message: String,
    /// The line of a mistake in a text, from 1.
    pub line: Option<usize>,
    /// Its column in characters, from 1.
    pub column: Option<usize>,
    /// What a sentence in another language needs.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub values: Map<String, Value>,
    /// The mistake itself, finer than the code: `tile-twice`, `other-family`, ...
    pub mistake: Option<String>,
    /// The line with a caret, as a terminal shows it.
    pub snippet: Option<String>,
}

impl RefusalReport {
    /// A refusal of a front end's own. It is about the question as a whole, so it has neither field nor values.
    #[must_use]
    pub fn new(code: &str, message: impl Into<String>) -> RefusalReport {
        RefusalReport {
            code: code.into(),
            field: None,
            message: message.into(),
            line: None,
            column: None,
            values: Map::new(),
            mistake: None,
            snippet: None,
        }
    }

    /// With the mistake and its values: a `code` and what stands beside it.
    #[must_use]
    pub fn because(mut self, why: Value) -> RefusalReport {
        if let Value::Object(mut values) = why {
            self.mistake = values.remove("code").and_then(|code| code.as_str().map(String::from));
            self.values = values;
        }
        self
    }
}

/// The line that a place stands in. A text of one line is that line, whatever its number in a longer one.
fn line_of(text: &str, place: Option<Place>) -> String {
    let only = text.lines().next().filter(|_| text.lines().nth(1).is_none());
    let line = place.and_then(|at| text.lines().nth(at.line - 1).or(only)).unwrap_or_default();
    line.trim_start_matches('\u{feff}').into()
}

/// The byte at which the n-th character starts; the end when there are fewer.
fn byte_of(text: &str, n: usize) -> usize {
    text.char_indices().nth(n).map_or(text.len(), |(at, _)| at)
}
