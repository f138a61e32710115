//! `ubin check`: whether a puzzle can be solved, and why.

use std::fmt::Write as _;

use ubin::pack::{Findings, Method, PackAnswer, PackOutcome, Puzzle, Solution};
use ubin::report::pack::PackCheckReport;
use ubin_front::Report;
use ubin_front::question::{CheckQuestion, Question};
use ubin_front::render::text::verdict;

use crate::args::{CheckArgs, Common};
use crate::batch;
use crate::complaint::Complaint;
use crate::desk::Terminal;
use crate::exit::Exit;
use crate::input;
use crate::output::{self, Printout};
use crate::packing;

pub(crate) fn run(common: &Common, mut args: CheckArgs) -> Result<Exit, Complaint> {
    if args.source.batch {
        return batch::run(common, &args.question.puzzle, None, |puzzle| {
            Question::Check(CheckQuestion { puzzle, ..args.question.clone() })
        });
    }
    output::check_extension(common, &output::TEXTS)?;
    let names = input::resolve(&mut args.question.puzzle, args.source.board.as_deref())?;
    let report = Terminal::new(common, names).ask(Question::Check(args.question))?;
    let text = match &report {
        Report::SlideCheck { puzzle, .. } => format!("{}\n\n{}", puzzle.board(), verdict(puzzle)),
        Report::PackCheck { puzzle, findings, answer, report } => {
            packing_text(puzzle, findings.as_ref(), answer, report)
        }
        _ => unreachable!("check reports a verdict"),
    };
    output::show(common, &Printout::new(text, &report))?;
    Ok(report.ending().into())
}

/// Why a packing board can or cannot be filled, for people.
fn packing_text(
    puzzle: &Puzzle,
    findings: Option<&Findings>,
    answer: &PackAnswer<Solution>,
    report: &PackCheckReport,
) -> String {
    let mut text = String::new();
    if !puzzle.placed().is_empty() {
        text += &(packing::position(puzzle, false) + "\n");
    }
    let about = &report.about;
    let _ = writeln!(text, "Board: {} cells. Pieces: {}, with {} cells.", about.cells, about.pieces, about.piece_cells);
    if let Some(findings) = findings {
        text += &findings_text(findings);
    }
    match &answer.outcome {
        PackOutcome::Solved(_) => {
            let _ = writeln!(text, "No rule speaks against it, and a search found a solution: it can be solved.");
        }
        outcome => text += &packing::verdict(outcome).unwrap_or_default(),
    }
    // Where a rule decided, no engine was chosen.
    let by = if answer.method == Method::Auto { "rules" } else { "rules and search" };
    text += &packing::cost(by, &report.cost);
    text
}

fn findings_text(findings: &Findings) -> String {
    let mut text = String::new();
    let regions: Vec<String> = findings.regions.iter().map(ToString::to_string).collect();
    if regions.len() > 1 {
        let _ = writeln!(text, "The free cells fall into regions of {}.", regions.join(", "));
    }
    let placements: Vec<String> =
        findings.placements.iter().map(|(letter, count)| format!("{letter} {count}")).collect();
    if !placements.is_empty() {
        let _ = writeln!(text, "Placements on the free cells: {}.", placements.join(", "));
    }
    text
}
