//! `ubin generate`: makes sliding boards and packing challenges.

use std::cell::RefCell;
use std::io::{self, BufWriter, Write as _};
use std::ops::ControlFlow;

use serde::Serialize;
use ubin::pack::sets;
use ubin::report::pack::PackChallengeReport;
use ubin_front::question::Question;
use ubin_front::render::text::one_line;
use ubin_front::{BoardsMade, Report};

use crate::args::{Common, GenerateArgs, GenerateFamily, GeneratePackArgs, GenerateSlideArgs};
use crate::complaint::Complaint;
use crate::desk::Terminal;
use crate::exit::Exit;
use crate::input::{self, NamedText, TextNames};
use crate::output::{self, Printout};
use crate::phrases;

pub(crate) fn run(common: &Common, args: GenerateArgs) -> Result<Exit, Complaint> {
    output::check_extension(common, &output::TEXTS)?;
    match args.family {
        GenerateFamily::Slide(args) => boards(common, args),
        GenerateFamily::Pack(args) if args.list => list(common),
        GenerateFamily::Pack(args) => challenges(common, args),
    }
}

fn boards(common: &Common, mut args: GenerateSlideArgs) -> Result<Exit, Complaint> {
    let goal = input::resolve_goal(&mut args.boards.goal)?;
    let names = TextNames { goal, ..TextNames::default() };
    let question = Question::Generate(args.question(common.seed()));
    if common.json || common.output.is_some() {
        let report = Terminal::new(common, names).ask(question)?;
        show_boards(common, &report)?;
        return Ok(report.ending().into());
    }
    stream_boards(common, names, question, args.count.unwrap_or(1) == 1)
}

/// Prints every board as it is made: a single one in rows, several of them one a line, as `--batch` reads them.
fn stream_boards(common: &Common, names: TextNames, question: Question, is_single: bool) -> Result<Exit, Complaint> {
    let out = RefCell::new((BufWriter::new(io::stdout().lock()), Ok(())));
    let take = |part: &Report| {
        let Report::Board { board } = part else { return ControlFlow::Continue(()) };
        let text = if is_single { board.to_string() } else { one_line(board) };
        let (out, written) = &mut *out.borrow_mut();
        *written = writeln!(out, "{text}");
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let report = Terminal::new(common, names).with_taker(&take).ask(question);
    let (mut out, written) = out.into_inner();
    output::written(written.and_then(|()| out.flush()))?;
    Ok(report?.ending().into())
}

/// Shows all boards together.
fn show_boards(common: &Common, report: &Report) -> Result<(), Complaint> {
    let Report::SlideGenerate { boards, made, .. } = report else { unreachable!("generate slide reports boards") };
    if *made == BoardsMade::Impossible {
        return Ok(());
    }
    let text = match boards.as_slice() {
        [board] => board.to_string(),
        boards => boards.iter().map(one_line).collect::<Vec<_>>().join("\n"),
    };
    output::show(common, &Printout::new(text, report))
}

fn challenges(common: &Common, mut args: GeneratePackArgs) -> Result<Exit, Complaint> {
    let mut names = TextNames::default();
    if let Some(set) = &args.challenges.puzzle {
        let NamedText { name, text } = input::open(set, args.board.as_deref())?;
        (names.puzzle, args.challenges.puzzle) = (name, Some(text));
    }
    let report = Terminal::new(common, names).ask(Question::Generate(args.question(common.seed())))?;
    show_challenges(common, &report)?;
    Ok(report.ending().into())
}

/// The line between two challenges.
const RULE: &str = "--------\n";

/// Shows one challenge as the text that every verb reads, several as such texts with a rule between them. Why some are missing is written also without remarks.
fn show_challenges(common: &Common, report: &Report) -> Result<(), Complaint> {
    let Report::PackGenerate { report: told, .. } = report else { unreachable!("generate pack reports challenges") };
    for (number, made) in told.challenges.iter().enumerate() {
        output::note(common, &challenge_remark(number + 1, made));
    }
    if let Some(reason) = &told.reason {
        let said = told.why.as_ref().map_or_else(|| reason.clone(), phrases::reason);
        let said = match told.status {
            "limit" | "interrupted" => phrases::challenges_stopped(said, told.challenges.len(), told.asked),
            _ => said,
        };
        let _ = writeln!(io::stderr(), "{said}");
    }
    // An empty text would be an empty line.
    if told.challenges.is_empty() && !common.json && common.output.is_none() {
        return Ok(());
    }
    let texts: Vec<&str> = told.challenges.iter().map(|made| made.text.as_str()).collect();
    output::show(common, &Printout::new(texts.join(RULE), report))
}

fn challenge_remark(number: usize, made: &PackChallengeReport) -> String {
    let PackChallengeReport { seed, placed, difficulty, nodes, forced, .. } = made;
    let difficulty = phrases::language().word("difficulty", difficulty);
    phrases::challenge_remark(number, seed, placed, difficulty, nodes, forced)
}

/// A built-in set.
#[derive(Serialize)]
struct ListedSet {
    name: &'static str,
    about: &'static str,
}

fn list(common: &Common) -> Result<Exit, Complaint> {
    let width = sets::SETS.iter().map(|set| set.name.len()).max().unwrap_or(0);
    let text: String =
        sets::SETS.iter().map(|set| format!("{:<width$}  {}\n", set.name, phrases::about_set(set))).collect();
    let listed: Vec<ListedSet> = sets::SETS.iter().map(|set| ListedSet { name: set.name, about: set.about }).collect();
    output::show(common, &Printout::new(text, &listed))?;
    Ok(Exit::Answered)
}
