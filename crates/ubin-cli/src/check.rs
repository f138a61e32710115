//! `ubin check`: whether a puzzle can be solved, and why.

use std::fmt::Write as _;

use ubin::pack::{Certificate, Findings, Method, PackAnswer, PackOutcome, Puzzle, Solution};
use ubin::report::pack::PackCheckReport;
use ubin_front::Report;
use ubin_front::question::{CheckQuestion, Question};
use ubin_front::render::text::verdict;

use crate::args::{CheckArgs, Common};
use crate::batch;
use crate::color::ColorDepth;
use crate::complaint::Complaint;
use crate::desk::Terminal;
use crate::exit::Exit;
use crate::input;
use crate::output::{self, Printout};
use crate::packing;
use crate::phrases;
use crate::several;

pub(crate) fn run(common: &Common, args: &CheckArgs) -> Result<Exit, Complaint> {
    if args.source.batch {
        return batch::run(common, &args.question.puzzle, None, &[], |puzzle| {
            Question::Check(CheckQuestion { puzzle, ..args.question.clone() })
        });
    }
    output::check_extension(common, &output::TEXTS)?;
    several::each(common, &args.question.puzzle, &args.source.more, |common, puzzle, board| {
        one(common, CheckQuestion { puzzle, ..args.question.clone() }, board)
    })
}

fn one(common: &Common, mut question: CheckQuestion, board: Option<&str>) -> Result<Exit, Complaint> {
    let names = input::resolve(&mut question.puzzle, board)?;
    let report = Terminal::new(common, names).ask(Question::Check(question))?;
    let text = match &report {
        Report::SlideCheck { puzzle, .. } => format!("{}\n\n{}", puzzle.board(), verdict(puzzle, phrases::language())),
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
        text += &(packing::position(puzzle, ColorDepth::None) + "\n");
    }
    let (cells, pieces) = (phrases::cells(puzzle.board().size()), puzzle.pieces().len());
    let piece_cells = phrases::cells(puzzle.piece_cells());
    let copies: usize = (0..pieces).map(|piece| puzzle.copies(piece).len()).sum();
    let board = match copies > pieces {
        true => phrases::board_and_copies(cells, copies, phrases::kinds(pieces), piece_cells),
        false => phrases::board_and_pieces(cells, pieces, piece_cells),
    };
    let _ = writeln!(text, "{board}");
    if let Some(findings) = findings {
        text += &findings_text(findings);
    }
    match &answer.outcome {
        PackOutcome::Solved(_) => {
            let _ = writeln!(text, "{}", phrases::search_found_one());
        }
        outcome => text += &packing::verdict(outcome).unwrap_or_default(),
    }
    if let PackOutcome::Impossible(reason) = &answer.outcome {
        text += &reason.certificate().map(|certificate| weights_text(puzzle, certificate)).unwrap_or_default();
    }
    // Where a rule decided, no engine was chosen.
    let by = if answer.method == Method::Auto { phrases::rules() } else { phrases::rules_and_search() };
    text += &packing::cost(&by, &report.cost);
    text
}

/// The weights as a picture of the board, and the sums.
fn weights_text(puzzle: &Puzzle, certificate: &Certificate) -> String {
    let mut text = format!("\n{}\n", phrases::weights_of_cells());
    let digit = |weight: &Option<u32>| weight.map_or(" ".to_owned(), |weight| weight.to_string());
    for (number, layer) in certificate.layers(puzzle).iter().enumerate() {
        text += if number > 0 { "\n" } else { "" };
        for row in layer {
            let row: Vec<String> = row.iter().map(digit).collect();
            text += &(row.join(" ").trim_end().to_owned() + "\n");
        }
    }
    let _ = writeln!(text, "{}", sums_text(certificate));
    text
}

/// What the weights add up to: pieces that have the same sum are told together.
fn sums_text(certificate: &Certificate) -> String {
    let Certificate { modulus, sums, pieces, board, .. } = certificate;
    let mut different: Vec<u32> = sums.iter().map(|(_, sum)| *sum).collect();
    different.sort_unstable();
    different.dedup();
    let mut text = String::new();
    for (at, &sum) in different.iter().enumerate() {
        let own: Vec<&str> = sums.iter().filter(|own| own.1 == sum).map(|(name, _)| name.as_str()).collect();
        let own = if different.len() == 1 { phrases::a_piece() } else { own.join(", ") };
        text += &if at == 0 { phrases::first_sum(modulus, own, sum) } else { phrases::next_sum(own, sum) };
    }
    text + &phrases::sums_differ(pieces, board)
}

fn findings_text(findings: &Findings) -> String {
    let mut text = String::new();
    let regions: Vec<String> = findings.regions.iter().map(ToString::to_string).collect();
    if regions.len() > 1 {
        let _ = writeln!(text, "{}", phrases::regions(regions.join(", ")));
    }
    let placements: Vec<String> =
        findings.placements.iter().map(|(letter, count)| format!("{letter} {count}")).collect();
    if !placements.is_empty() {
        let _ = writeln!(text, "{}", phrases::placements(placements.join(", ")));
    }
    text
}
