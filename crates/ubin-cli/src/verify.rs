//! `ubin verify`: whether an answer is right, without the solver.

use std::path::Path;

use serde_json::Value;
use ubin_front::question::{Question, VerifyQuestion};
use ubin_front::{Language, Report, Sentences, VerifyReport};

use crate::args::{Common, VerifyArgs};
use crate::complaint::{Complaint, UsageError};
use crate::desk::Terminal;
use crate::exit::Exit;
use crate::input;
use crate::output::{self, Printout};
use crate::phrases;

pub(crate) fn run(common: &Common, args: VerifyArgs) -> Result<Exit, Complaint> {
    output::check_extension(common, &output::TEXTS)?;
    let (board, given) = match &args.answer[..] {
        [board, given] => (Some(board.as_str()), given),
        words => (None, &words[0]),
    };
    if args.question.puzzle.puzzle == "-" && given == "-" {
        return Err(UsageError::BothFromInput.into());
    }
    let mut question = VerifyQuestion { answer: Value::Null, ..args.question };
    let names = input::resolve(&mut question.puzzle, board)?;
    question.answer = Value::String(answer(given)?);
    let report = Terminal::new(common, names).ask(Question::Verify(question))?;
    let Report::Verify(told) = &report else { unreachable!("verify reports a verdict") };
    let text = match (&told.verdict, &told.reason) {
        (Some(verdict), _) if told.proves.is_empty() => phrases::not_wrong(proven(told, verdict)),
        (Some(verdict), _) => phrases::right(proven(told, verdict)),
        (None, _) => {
            let wrong = told.why.as_ref().map(|wrong| phrases::language().say(Sentences::Wrong, wrong));
            phrases::wrong(wrong.unwrap_or_default())
        }
    };
    output::show(common, &Printout::new(text, &report))?;
    Ok(report.ending().into())
}

/// What a right answer proves and leaves open.
fn proven(told: &VerifyReport, verdict: &str) -> String {
    let language = phrases::language();
    if language == Language::En {
        return verdict.into();
    }
    let list = |codes: &[&str]| codes.iter().map(|code| language.word("fact", code)).collect::<Vec<_>>().join("; ");
    let (proves, open) = (list(&told.proves), list(&told.not_proven));
    match (told.proves.is_empty(), told.not_proven.is_empty()) {
        (true, true) => phrases::nothing_checked(),
        (true, false) => phrases::open_facts(open),
        (false, true) => phrases::proven_facts(proves),
        (false, false) => format!("{} {}", phrases::proven_facts(proves), phrases::open_facts(open)),
    }
}

/// The text of an answer: that of a file, or the argument itself.
fn answer(argument: &str) -> Result<String, Complaint> {
    let path = Path::new(argument);
    if argument == "-" || path.exists() {
        return input::open(argument, None).map(|named| named.text);
    }
    if path.extension().is_some_and(|ending| ending == "json" || ending == "txt") {
        return Err(UsageError::NoAnswer(argument.into()).into());
    }
    Ok(argument.into())
}
