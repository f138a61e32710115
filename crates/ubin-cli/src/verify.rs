//! `ubin verify`: whether an answer is right, without the solver.
//!
//! The puzzle's text goes to `ubin-verify` as it stands: that crate reads it by itself.

use std::path::Path;

use clap::Args;
use serde::Serialize;
use ubin::slide::{Goal, Notation, Size};
use ubin::text::Family;
use ubin_front::names::refuse;
use ubin_verify::{Fact, Proof, Terms, Wrong, verify};

use crate::args::{Common, WordingArgs};
use crate::exit::{Exit, Fault};
use crate::input;
use crate::output::{self, Answer};

#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    /// A path, - for standard input, the name of a set ("pentominoes 6x10"), or the text itself with rows separated by /
    #[arg(value_name = "PUZZLE", allow_hyphen_values = true)]
    puzzle: String,
    /// The answer: a path, - for standard input, or the text itself: our JSON, moves such as DRD, or a packing as rows
    #[arg(value_name = "ANSWER")]
    answer: String,
    /// Rows and columns of a board written on one line, such as 3x5
    #[arg(long, value_name = "RxC")]
    size: Option<Size>,
    /// The goal of a sliding board: blank-last (default), blank-first, spiral, a path or the text itself
    #[arg(long, value_name = "GOAL", allow_hyphen_values = true)]
    goal: Option<String>,
    /// Pieces on a flat board may be turned, but not turned over
    #[arg(long)]
    no_flip: bool,
    #[command(flatten)]
    wording: WordingArgs,
}

/// The JSON of a right answer.
#[derive(Debug, Serialize)]
struct Passed {
    valid: bool,
    proves: Vec<&'static str>,
    not_proven: Vec<&'static str>,
    verdict: String,
}

/// The JSON of a wrong answer.
#[derive(Debug, Serialize)]
struct Failed<'w> {
    valid: bool,
    why: &'w Wrong,
    reason: String,
}

pub(crate) fn run(common: &Common, args: &VerifyArgs) -> Result<Exit, Fault> {
    output::check_extension(common, &["txt", "json"])?;
    if args.puzzle == "-" && args.answer == "-" {
        return Err(Fault::Plain("only one of puzzle and answer can come from standard input".into()));
    }
    let puzzle = input::open(&args.puzzle, None)?;
    match puzzle.family() {
        Family::Slide => refuse(&[("--no-flip", args.no_flip)], "packing")?,
        Family::Pack => {
            refuse(&[("--goal", args.goal.is_some()), ("--size", args.size.is_some())], "sliding")?;
            refuse(&args.wording.given(), "sliding")?;
        }
    }
    let (goal, answer) = (args.goal.as_deref().map(goal).transpose()?, answer(&args.answer)?);
    let wording = args.wording.asked();
    let terms = Terms {
        goal: goal.as_deref(),
        size: args.size.map(|size| (size.rows(), size.cols())),
        tile_notation: wording.notation == Notation::Tile,
        metric: args.wording.given().contains(&("--metric", true)).then(|| wording.metric.name()),
        no_flip: args.no_flip,
    };
    match verify(&puzzle.text, &answer, &terms) {
        Ok(proof) => passed(common, &proof),
        Err(wrong @ Wrong::Unreadable { .. }) => Err(Fault::Plain(format!("cannot be checked: {wrong}"))),
        Err(wrong) => failed(common, &wrong),
    }
}

/// The name of a goal, or the text that it stands for.
fn goal(argument: &str) -> Result<String, Fault> {
    match Goal::named(argument) {
        Some(_) => Ok(argument.into()),
        None => input::open(argument, None).map(|source| source.text),
    }
}

/// The text of an answer. On one line `/` separates rows.
fn answer(argument: &str) -> Result<String, Fault> {
    let path = Path::new(argument);
    if argument == "-" || path.exists() {
        return input::open(argument, None).map(|source| source.text);
    }
    if path.extension().is_some_and(|ending| ending == "json" || ending == "txt") {
        return Err(Fault::Plain(format!("there is no file '{argument}'")));
    }
    let is_json = argument.trim_start().starts_with('{');
    Ok(if is_json { argument.into() } else { argument.replace('/', "\n") })
}

fn passed(common: &Common, proof: &Proof) -> Result<Exit, Fault> {
    let codes = |facts: &[Fact]| facts.iter().map(|fact| fact.code).collect();
    let (proves, not_proven, verdict) = (codes(&proof.proves), codes(&proof.open), proof.to_string());
    let text = format!("Right. {verdict}");
    output::show(common, &Answer::new(text, &Passed { valid: true, proves, not_proven, verdict }))?;
    Ok(Exit::Answered)
}

fn failed(common: &Common, wrong: &Wrong) -> Result<Exit, Fault> {
    let reason = wrong.to_string();
    let text = format!("Wrong: {reason}.");
    output::show(common, &Answer::new(text, &Failed { valid: false, why: wrong, reason }))?;
    Ok(Exit::Impossible)
}
