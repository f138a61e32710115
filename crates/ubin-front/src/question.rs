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
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
pub use verbs::{
    CheckQuestion, CompareQuestion, CountQuestion, GenerateQuestion, HintQuestion, ModelQuestion, PieceHere,
    RenderQuestion, SolutionsQuestion, SolveQuestion, TraceQuestion, TreeQuestion,
};

use crate::refusal::{AskError, Refusal};
use crate::words;

/// The version of this form. Within a version fields are added, never renamed or removed.
pub const VERSION: u64 = 1;

/// A question: a verb with its fields.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "verb", rename_all = "kebab-case")]
pub enum Question {
    /// Whether a puzzle can be solved, and why.
    Check(CheckQuestion),
    /// A solution, or all of a packing puzzle.
    Solve(SolveQuestion),
    /// The number of solutions.
    Count(CountQuestion),
    /// The next good move or piece.
    Hint(HintQuestion),
    /// New puzzles.
    Generate(GenerateQuestion),
    /// Methods side by side.
    Compare(CompareQuestion),
    /// The search tree as it grew.
    Tree(TreeQuestion),
    /// A picture.
    Render(RenderQuestion),
    /// The puzzle as it is read.
    Model(ModelQuestion),
    /// g, h and f along some moves.
    Trace(TraceQuestion),
    /// How many solutions a packing puzzle has, and some of them.
    Solutions(SolutionsQuestion),
}

/// Runs `$body` with `$asked` bound to the fields of whichever verb a question has.
macro_rules! each_verb {
    ($question:expr, $asked:ident => $body:expr) => {
        match $question {
            Question::Check($asked) => $body,
            Question::Solve($asked) => $body,
            Question::Count($asked) => $body,
            Question::Hint($asked) => $body,
            Question::Generate($asked) => $body,
            Question::Compare($asked) => $body,
            Question::Tree($asked) => $body,
            Question::Render($asked) => $body,
            Question::Model($asked) => $body,
            Question::Trace($asked) => $body,
            Question::Solutions($asked) => $body,
        }
    };
}

impl Question {
    /// The name of the verb.
    #[must_use]
    pub fn verb(&self) -> &'static str {
        match self {
            Question::Check(_) => "check",
            Question::Solve(_) => "solve",
            Question::Count(_) => "count",
            Question::Hint(_) => "hint",
            Question::Generate(_) => "generate",
            Question::Compare(_) => "compare",
            Question::Tree(_) => "tree",
            Question::Render(_) => "render",
            Question::Model(_) => "model",
            Question::Trace(_) => "trace",
            Question::Solutions(_) => "solutions",
        }
    }

    /// What the search may use, as it was asked.
    #[must_use]
    pub fn limits(&self) -> &LimitFields {
        each_verb!(self, asked => &asked.limits)
    }

    /// The same question within other limits.
    #[must_use]
    pub fn within(mut self, limits: LimitFields) -> Question {
        each_verb!(&mut self, asked => asked.limits = limits);
        self
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
    pub fn read_fields(verb: &'static str, json: &str) -> Result<Question, Refusal> {
        let mut fields = object(json)?;
        if let Some(other) = fields.get("verb").filter(|other| *other != verb) {
            let expected = vec![verb.into()];
            return Err(AskError::UnknownWord { found: plain(other), expected }.at("verb"));
        }
        fields.insert("verb".into(), verb.into());
        Question::of_object(fields)
    }

    fn of_object(mut fields: Map<String, Value>) -> Result<Question, Refusal> {
        // A field that is null is one that is not given.
        fields.retain(|_, value| !value.is_null());
        match fields.remove("version") {
            None => {}
            Some(version) if version == VERSION => {}
            Some(version) => return Err(AskError::OtherVersion { found: plain(&version) }.at("version")),
        }
        let question: Question = match serde_json::from_value(Value::Object(fields.clone())) {
            Ok(question) => question,
            Err(error) => return Err(why_unread(&fields, &error)),
        };
        // Every field that a verb takes is written, given or not: what is not written was not taken.
        let taken = question.fields();
        match fields.keys().find(|name| !taken.contains_key(*name) && *name != "set") {
            Some(unknown) => Err(AskError::UnknownField { verb: question.verb() }.at(unknown)),
            None => Ok(question),
        }
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

/// Finds the field that cannot be read: the one without which the rest can.
fn why_unread(fields: &Map<String, Value>, error: &serde_json::Error) -> Refusal {
    let reads = |name: &str| {
        let mut rest = fields.clone();
        rest.remove(name);
        serde_json::from_value::<Question>(Value::Object(rest))
    };
    for (name, value) in fields {
        let is_cause = match reads(name) {
            Ok(_) => true,
            // Without a field that must be there it is another error.
            Err(other) => !other.to_string().contains("`verb`") && other.to_string() != error.to_string(),
        };
        if !is_cause {
            continue;
        }
        let found = plain(value);
        return match words::expected(name) {
            Some(expected) if value.is_string() || value.is_array() => {
                AskError::UnknownWord { found, expected }.at(name)
            }
            _ => AskError::BadValue { found, expected: error.to_string() }.at(name),
        };
    }
    match error.to_string().strip_prefix("missing field `").and_then(|rest| rest.split('`').next()) {
        Some(name) => AskError::Missing.at(name),
        None => AskError::BadJson { error: error.to_string() }.into(),
    }
}

#[cfg(test)]
mod tests;
