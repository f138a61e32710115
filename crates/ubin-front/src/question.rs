//! Everything that can be asked, as data.
//!
//! Words: a **question** names a **verb** and has its **fields**. The arguments of the command line, the body of a request, a message to the page's worker are all this type; it can be written down, sent and compared. It says what
//! is asked, not where from: files, screens and clocks belong to the [`Desk`](crate::Desk).
//!
//! The structs carry the text of `--help` (feature `clap`) and of the server's description (feature `openapi`), so a new option is written once, here. Fields that several verbs take are groups of their own
//! (`fields`), so that a field means the same wherever it stands.
//!
//! ```
//! use ubin_front::question::Question;
//!
//! let question = Question::read(r#"{"verb":"solve","puzzle":"1 2 3/4 5 6/7 - 8","method":"ida"}"#).unwrap();
//! assert_eq!(question.verb(), "solve");
//! assert_eq!(Question::read(&question.write()).unwrap(), question);
//!
//! let refusal = Question::read(r#"{"verb":"solve","puzzle":"1 2/3 -","depth":3}"#).unwrap_err();
//! assert_eq!((refusal.mistake(), refusal.field()), ("unknown-field".into(), Some("depth")));
//! ```

mod fields;
mod verbs;

pub use fields::{BoardFields, ChallengeFields, LimitFields, LookFields, PuzzleFields, SearchFields, WordingFields};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
pub use verbs::{
    CheckQuestion, CompareQuestion, CountQuestion, DistancesQuestion, GenerateQuestion, HeuristicsQuestion,
    HintQuestion, ModelQuestion, PieceHere, RenderQuestion, SolutionsQuestion, SolveQuestion, TraceQuestion,
    TreeQuestion, VerifyQuestion,
};

use ubin::pack::sets::MonthDay;

use crate::read::dated;
use crate::refusal::{AskError, Refusal};
use crate::words;

/// The version of this form. Within a version fields are added, never renamed or removed.
pub const VERSION: u64 = 1;

/// Makes the enum of all questions, and what depends on their list: one row a verb.
macro_rules! questions {
    (
        about a puzzle { $( #[doc = $about:literal] $Verb:ident($Fields:ident) = $name:literal, )+ }
        about none { $( #[doc = $other_about:literal] $Other:ident($OtherFields:ident) = $other_name:literal, )+ }
    ) => {
        /// A question: a verb with its fields.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(tag = "verb", rename_all = "kebab-case")]
        pub enum Question {
            $( #[doc = $about] $Verb($Fields), )+
            $( #[doc = $other_about] $Other($OtherFields), )+
        }

        impl Question {
            /// All verbs, each with one sentence about it.
            pub const VERBS: &'static [(&'static str, &'static str)] =
                &[$( ($name, $about), )+ $( ($other_name, $other_about), )+];

            /// The name of the verb.
            #[must_use]
            pub fn verb(&self) -> &'static str {
                match self {
                    $( Question::$Verb(_) => $name, )+
                    $( Question::$Other(_) => $other_name, )+
                }
            }

            /// What the search may use, as it was asked.
            #[must_use]
            pub fn limits(&self) -> &LimitFields {
                match self {
                    $( Question::$Verb(asked) => &asked.limits, )+
                    $( Question::$Other(asked) => &asked.limits, )+
                }
            }

            fn limits_mut(&mut self) -> &mut LimitFields {
                match self {
                    $( Question::$Verb(asked) => &mut asked.limits, )+
                    $( Question::$Other(asked) => &mut asked.limits, )+
                }
            }

            fn puzzle_mut(&mut self) -> Option<&mut PuzzleFields> {
                match self {
                    $( Question::$Verb(asked) => Some(&mut asked.puzzle), )+
                    $( Question::$Other(_) => None, )+
                }
            }

            /// The puzzle that is asked about, if it is about one.
            #[must_use]
            pub fn puzzle(&self) -> Option<&PuzzleFields> {
                match self {
                    $( Question::$Verb(asked) => Some(&asked.puzzle), )+
                    $( Question::$Other(_) => None, )+
                }
            }
        }
    };
}

questions! {
    about a puzzle {
        /// Whether a puzzle can be solved, and why.
        Check(CheckQuestion) = "check",
        /// A solution, or all of a packing puzzle.
        Solve(SolveQuestion) = "solve",
        /// The number of solutions.
        Count(CountQuestion) = "count",
        /// The next good move or piece.
        Hint(HintQuestion) = "hint",
        /// Methods side by side.
        Compare(CompareQuestion) = "compare",
        /// The search tree as it grew.
        Tree(TreeQuestion) = "tree",
        /// A picture.
        Render(RenderQuestion) = "render",
        /// Whether an answer is right.
        Verify(VerifyQuestion) = "verify",
        /// The puzzle as it is read.
        Model(ModelQuestion) = "model",
        /// g, h and f along some moves.
        Trace(TraceQuestion) = "trace",
        /// How many solutions a packing puzzle has, and some of them.
        Solutions(SolutionsQuestion) = "solutions",
    }
    about none {
        /// New puzzles.
        Generate(GenerateQuestion) = "generate",
        /// All boards of a size by their distance from the goal.
        Distances(DistancesQuestion) = "distances",
        /// How good the heuristics are on boards of a size.
        Heuristics(HeuristicsQuestion) = "heuristics",
    }
}

impl Question {
    /// This question within other limits.
    #[must_use]
    pub fn within(mut self, limits: LimitFields) -> Question {
        *self.limits_mut() = limits;
        self
    }

    /// This question about another puzzle; one that is about none stays as it is.
    #[must_use]
    pub fn about(mut self, text: String) -> Question {
        if let Some(puzzle) = self.puzzle_mut() {
            puzzle.puzzle = text;
        }
        self
    }

    /// This question about a calendar of a day: the one asked for, or today. `None` when it is about no calendar, or its day is known.
    ///
    /// # Errors
    /// When a date is none, is asked for another puzzle, or is needed where nobody knows which day it is.
    pub fn dated(&self, today: impl FnOnce() -> Option<MonthDay>) -> Result<Option<Question>, Refusal> {
        let Some(PuzzleFields { puzzle, date, .. }) = self.puzzle() else { return Ok(None) };
        let dated = dated(puzzle, date.as_deref(), today)?;
        Ok(dated.map(|name| {
            let mut question = self.clone();
            if let Some(fields) = question.puzzle_mut() {
                (fields.puzzle, fields.date) = (name, None);
            }
            question
        }))
    }

    /// Reads a question from JSON with a field `verb`.
    ///
    /// # Errors
    /// What is wrong, with the field where it is.
    pub fn read(json: &str) -> Result<Question, Refusal> {
        Question::of_object(object(json)?)
    }

    /// Reads the fields of a verb that is known from elsewhere, such as a route.
    ///
    /// # Errors
    /// As [`Question::read`].
    pub fn read_fields(verb: &str, json: &str) -> Result<Question, Refusal> {
        Question::of_fields(verb, object(json)?)
    }

    /// The question of a verb with these fields.
    ///
    /// # Errors
    /// As [`Question::read`].
    pub fn of_fields(verb: &str, mut fields: Map<String, Value>) -> Result<Question, Refusal> {
        if let Some(other) = fields.get("verb").filter(|other| *other != verb) {
            let expected = vec![verb.into()];
            return Err(AskError::UnknownWord { found: plain(other), expected }.at("verb"));
        }
        fields.insert("verb".into(), verb.into());
        Question::of_object(fields)
    }

    fn of_object(mut fields: Map<String, Value>) -> Result<Question, Refusal> {
        // A field that is null is one that is not given; its name must be known all the same.
        let null: Vec<String> =
            fields.iter().filter(|(_, value)| value.is_null()).map(|(name, _)| name.clone()).collect();
        fields.retain(|_, value| !value.is_null());
        match fields.remove("version") {
            None => {}
            Some(version) if version == VERSION => {}
            Some(version) => return Err(AskError::OtherVersion { found: plain(&version) }.at("version")),
        }
        let question = match Question::deserialize(&fields) {
            Ok(question) => question,
            Err(error) => return Err(why_unread(&fields, &error)),
        };
        let is_other_name = |name: &str| name == "set" && matches!(question, Question::Generate(_));
        let mut names = fields.keys().chain(null.iter().filter(|name| *name != "version"));
        match names.find(|name| !question.takes(name) && !is_other_name(name)) {
            Some(unknown) => Err(AskError::UnknownField { verb: question.verb() }.at(unknown.as_str())),
            None => Ok(question),
        }
    }

    /// Whether the verb has a field of this name. Every field that a verb takes is written, given or not: what is not written is not taken. That is the same for all questions of a verb, so it is looked up once.
    fn takes(&self, name: &str) -> bool {
        static TAKEN: Mutex<BTreeMap<&str, Vec<String>>> = Mutex::new(BTreeMap::new());
        let mut taken = TAKEN.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = taken.entry(self.verb()).or_insert_with(|| self.fields().keys().cloned().collect());
        taken.iter().any(|taken| taken == name)
    }

    /// All fields of the verb, those not given as null.
    fn fields(&self) -> Map<String, Value> {
        match serde_json::to_value(self) {
            Ok(Value::Object(fields)) => fields,
            _ => unreachable!("a question has string keys and finite numbers"),
        }
    }

    /// The question as one line of JSON, with its version, without the fields that are not given.
    #[must_use]
    pub fn write(&self) -> String {
        let mut fields = self.fields();
        fields.retain(|_, value| !(value.is_null() || *value == Value::Bool(false) || *value == Value::Array(vec![])));
        fields.insert("version".into(), VERSION.into());
        Value::Object(fields).to_string()
    }
}

fn object(json: &str) -> Result<Map<String, Value>, Refusal> {
    match serde_json::from_str(json) {
        Ok(Value::Object(fields)) => Ok(fields),
        Ok(_) => Err(AskError::NotAnObject.into()),
        Err(error) => Err(AskError::BadJson { error: error.to_string() }.into()),
    }
}

/// A value as a message shows it: text without quotation marks.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), String::from)
}

/// Fields that some verb must have, with values that every verb takes.
const NEEDED: [(&str, &str); 5] = [("answer", ""), ("family", "slide"), ("moves", ""), ("puzzle", ""), ("size", "2x2")];

/// Finds the field that cannot be read, by reading every field alone beside those that must be there; or the one that is missing.
fn why_unread(fields: &Map<String, Value>, error: &serde_json::Error) -> Refusal {
    let is_read = |fields: Map<String, Value>| serde_json::from_value::<Question>(Value::Object(fields));
    let mut least: Map<String, Value> = NEEDED.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
    least.extend(fields.get("verb").map(|verb| ("verb".into(), verb.clone())));
    if is_read(least.clone()).is_err() {
        let Some(verb) = fields.get("verb") else { return AskError::Missing.at("verb") };
        return AskError::UnknownWord {
            found: plain(verb),
            expected: Question::VERBS.iter().map(|(name, _)| (*name).into()).collect(),
        }
        .at("verb");
    }
    for (name, value) in fields {
        let mut alone = least.clone();
        alone.insert(name.clone(), value.clone());
        let Err(error) = is_read(alone) else { continue };
        let found = plain(value);
        return match words::expected(name) {
            Some(expected) if value.is_string() || value.is_array() => {
                AskError::UnknownWord { found, expected }.at(name)
            }
            _ => AskError::BadValue { found, expected: error.to_string() }.at(name),
        };
    }
    for (name, _) in NEEDED.iter().filter(|(name, _)| !fields.contains_key(*name)) {
        let mut rest = least.clone();
        rest.remove(*name);
        if is_read(rest).is_err() {
            return AskError::Missing.at(*name);
        }
    }
    AskError::BadJson { error: error.to_string() }.into()
}

#[cfg(test)]
mod tests;
