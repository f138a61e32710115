//! What a search that was asked for with a method found and took, as the screen and the file tell it.

use ubin::pack::{self, PackAnswer, Solution};
use ubin::report::pack::{PackCost, PackSolveReport};
use ubin::report::slide::SlideSolveReport;
use ubin::slide::Puzzle;
use ubin::slide::solve::{SlideAnswer, Status};

use crate::phrases;
use crate::phrases::game as say;
use crate::solve;

/// An answer in words.
#[derive(Clone, Debug)]
pub(super) struct ToldAnswer {
    /// What was found, in a sentence.
    pub(super) headline: String,
    /// What the search took, by name.
    pub(super) facts: Vec<(String, String)>,
    /// The whole as a file has it: the board, the verdict, the steps, the figures.
    pub(super) text: String,
    /// Whether a way is proven shortest.
    pub(super) is_proven: bool,
    /// g and h of every board on the way.
    costs: Vec<(u32, u32)>,
}

impl ToldAnswer {
    /// The answer about a sliding board, with the costs of the boards on the way.
    pub(super) fn of_moves(
        puzzle: &Puzzle,
        solution: &SlideAnswer,
        report: &SlideSolveReport,
        costs: Vec<(u32, u32)>,
    ) -> ToldAnswer {
        let cost = &report.cost;
        let mut facts = vec![(say::fact_method(), report.method.to_string())];
        facts.extend(report.heuristic.map(|name| (say::fact_heuristic(), name.to_string())));
        facts.extend([
            (say::fact_generated(), phrases::grouped(cost.generated)),
            (say::fact_expanded(), phrases::grouped(cost.expanded)),
            (say::fact_time(), phrases::milliseconds(cost.time_ms)),
        ]);
        if cost.tables_ms > 0.0 {
            facts.push((say::fact_tables(), phrases::milliseconds(cost.tables_ms)));
        }
        ToldAnswer {
            headline: solve::headline(solution).trim_end_matches(':').into(),
            facts,
            text: solve::moves_text(puzzle, solution, report, solve::Steps::Shown(ubin::slide::Notation::Blank)),
            is_proven: solution.status == Status::Optimal,
            costs,
        }
    }

    /// The answer about a packing board that was filled.
    pub(super) fn of_packing(
        puzzle: &pack::Puzzle,
        answer: &PackAnswer<Solution>,
        report: &PackSolveReport,
    ) -> ToldAnswer {
        let PackCost { nodes, cases, time_ms, .. } = report.cost;
        let facts = vec![
            (say::fact_method(), report.method.to_string()),
            (say::fact_cases(), phrases::grouped(cases)),
            (say::fact_nodes(), phrases::grouped(nodes)),
            (say::fact_time(), phrases::milliseconds(time_ms)),
        ];
        let text = solve::packing_text(puzzle, answer, report, crate::color::ColorDepth::None);
        ToldAnswer { headline: say::pack_solved(), facts, text, is_proven: false, costs: Vec::new() }
    }

    /// What the board after so many steps costs: f = g + h.
    pub(super) fn cost_at(&self, step: usize) -> Option<(String, String)> {
        let &(depth, estimate) = self.costs.get(step)?;
        Some((say::fact_cost(), say::cost_of(depth, estimate, depth + estimate)))
    }
}
