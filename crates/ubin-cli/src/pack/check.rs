//! `ubin check` on a packing puzzle: why it can or cannot be filled.

use std::fmt::Write as _;

use ubin::pack::{Findings, Method, PackAnswer, PackOutcome, Puzzle, Solution};
use ubin::report::pack::Checked;
use ubin_front::pack;

use super::solve::refusal;
use super::view;
use crate::args::Common;
use crate::desk::Terminal;
use crate::exit::{Exit, Fault};
use crate::output::{self, Answer as Shown};

pub(crate) fn run(common: &Common, puzzle: &Puzzle) -> Result<Exit, Fault> {
    output::check_extension(common, &["txt", "json"])?;
    let (findings, answer, report) = pack::check(&Terminal::new(common), puzzle);
    let text = people(puzzle, findings.as_ref(), &answer, &report);
    output::show(common, &Shown::new(text, &report))?;
    Ok(Exit::from(&answer.outcome))
}

fn people(puzzle: &Puzzle, findings: Option<&Findings>, answer: &PackAnswer<Solution>, report: &Checked) -> String {
    let mut text = String::new();
    if !puzzle.placed().is_empty() {
        text += &(view::position(puzzle, false) + "\n");
    }
    let about = &report.about;
    let _ = writeln!(text, "Board: {} cells. Pieces: {}, with {} cells.", about.cells, about.pieces, about.piece_cells);
    if let Some(findings) = findings {
        let regions: Vec<String> = findings.regions.iter().map(ToString::to_string).collect();
        if regions.len() > 1 {
            let _ = writeln!(text, "The free cells fall into regions of {}.", regions.join(", "));
        }
        let placements: Vec<String> =
            findings.placements.iter().map(|(letter, count)| format!("{letter} {count}")).collect();
        if !placements.is_empty() {
            let _ = writeln!(text, "Placements on the free cells: {}.", placements.join(", "));
        }
    }
    match &answer.outcome {
        PackOutcome::Solved(_) => {
            let _ = writeln!(text, "No rule speaks against it, and a search found a solution: it can be solved.");
        }
        outcome => text += &refusal(outcome).unwrap_or_default(),
    }
    // Where a rule decided, no engine was chosen.
    let by = if answer.method == Method::Auto { "rules" } else { "rules and search" };
    text += &view::cost(by, &report.cost);
    text
}
