//! From what all parts gave to the report that the question in one piece would have.

use ubin::pack::solve::{Equality, Labels};
use ubin::pack::units::{CountEngine, CountWork};
use ubin::pack::{self, PackAnswer, PackOutcome, Reason, SolutionCount};
use ubin::report::pack::{CountAsked, PackAllReport, PackCost, PackCountReport};
use ubin::report::slide::{SlideCountReport, SlideSolveReport};
use ubin::run::{Run, Stats, Stop};
use ubin::slide::solve::{Method, ShortestCount, SlideAnswer, Status};
use ubin::slide::units::RoundWork;
use ubin::slide::{Dir, HeuristicName};
use ubin::unit::{Part, Prefix};

use super::{PartSearch, Workload, begin};
use crate::answer::shown;
use crate::desk::Desk;
use crate::question::{CountQuestion, Question, SolveQuestion};
use crate::refusal::{AskError, Refusal};
use crate::report::Report;

/// What the parts of a question gave together, as far as they are done.
#[derive(Clone, Debug, Default)]
pub struct WorkTotal {
    /// The sum of the stage that came last; its nodes are those of all stages. Where solutions are listed and the run was stopped, those were found that were handed out.
    pub sum: Part,
    /// No path is shorter, as far as complete rounds have proven it.
    pub lower_bound: u32,
    /// Why it is not complete; `None` when it is.
    pub stop: Option<Stop>,
    /// Which part of the work is done, from 0 to 1, where that is known.
    pub done: Option<f64>,
    /// Milliseconds that it took, over all runs.
    pub time_ms: f64,
}

impl Workload {
    /// The report of all parts together, checked as every answer is. What differs up to symmetry is searched here.
    ///
    /// # Errors
    /// When there is no such report for the question, or the check fails.
    pub fn report(&self, total: &WorkTotal, desk: &impl Desk) -> Result<Report, Refusal> {
        let report = match (&self.search, &self.question) {
            (PartSearch::Packings(work), Question::Count(asked)) => self.packings_report(work, asked, total, desk),
            (PartSearch::Packings(work), Question::Solve(_)) => self.all_report(work, total, desk),
            (PartSearch::Round(round), Question::Count(_)) => count_report(round, total),
            (PartSearch::Round(round), Question::Solve(asked)) => solve_report(round, asked, total),
            _ => return Err(AskError::NotInParts { verb: self.question.verb() }.at("verb")),
        };
        shown::checked(&self.question, report)
    }

    fn packings_report(&self, work: &CountWork, asked: &CountQuestion, total: &WorkTotal, desk: &impl Desk) -> Report {
        let (watch, limits) = begin(&self.question, desk);
        let mut run = Run::new(limits, watch.control());
        let equality = if asked.distinct { Equality::Symmetry } else { Equality::Boards };
        let found = total.sum.found;
        let outcome = match total.stop {
            Some(stop) => PackOutcome::Stopped(stop),
            None if found == 0 => PackOutcome::Impossible(Reason::Searched { nodes: total.sum.nodes }),
            None => work.counted(found, equality, &mut run).map_or_else(PackOutcome::Stopped, PackOutcome::Solved),
        };
        let symmetries = match &outcome {
            PackOutcome::Solved(SolutionCount { symmetries, .. }) => Some(*symmetries),
            _ => pack::count::symmetries(work.puzzle(), Labels::Told, &mut run).ok(),
        };
        let answer = PackAnswer { outcome, method: method(work), cases: total.sum.generated, found };
        let puzzle = work.puzzle().clone();
        let asked = CountAsked { equality, limit: None };
        let mut report = PackCountReport::of(&puzzle, &answer, asked, symmetries, &run, total.time_ms);
        report.cost = cost(total, run.stats());
        // Parts of a thousand are more than anybody knows.
        report.done = total.done.filter(|_| total.stop.is_some()).map(|done| (done * 1000.0).floor() / 1000.0);
        Report::PackCount { puzzle, answer, report }
    }

    fn all_report(&self, work: &CountWork, total: &WorkTotal, desk: &impl Desk) -> Report {
        let (watch, limits) = begin(&self.question, desk);
        let run = Run::new(limits, watch.control());
        let found = total.sum.found;
        let outcome = match total.stop {
            Some(stop) => PackOutcome::Stopped(stop),
            None if found == 0 => PackOutcome::Impossible(Reason::Searched { nodes: total.sum.nodes }),
            None => PackOutcome::Solved(()),
        };
        let answer = PackAnswer { outcome, method: method(work), cases: total.sum.generated, found };
        let puzzle = work.puzzle().clone();
        let mut report = PackAllReport::of(&puzzle, &answer, false, &run, total.time_ms);
        report.cost = cost(total, run.stats());
        Report::PackAll { puzzle, answer, report }
    }
}

/// The name of the engine that searched the parts.
fn method(work: &CountWork) -> pack::Method {
    match work.engine() {
        CountEngine::Masks | CountEngine::Folded => pack::Method::Backtrack,
        CountEngine::Links => pack::Method::Cover,
    }
}

/// What the parts took, and what was searched after them: what differs up to symmetry takes nodes of its own.
fn cost(total: &WorkTotal, after: Stats) -> PackCost {
    PackCost {
        nodes: total.sum.nodes + after.expanded,
        cases: total.sum.generated,
        time_ms: total.time_ms,
        peak_bytes: after.peak_bytes,
    }
}

fn solve_report(round: &RoundWork, asked: &SolveQuestion, total: &WorkTotal) -> Report {
    let (puzzle, solution) = (round.puzzle().clone(), slide_answer(round, Some(asked), total));
    let report = SlideSolveReport::new(&puzzle, &solution, asked.wording.wording().notation, total.time_ms);
    Report::SlideSolve { puzzle, solution, report }
}

fn count_report(round: &RoundWork, total: &WorkTotal) -> Report {
    let (puzzle, solution) = (round.puzzle().clone(), slide_answer(round, None, total));
    let is_counted = round.counts();
    let count = if is_counted { u64::try_from(total.sum.found).unwrap_or(u64::MAX) } else { 0 };
    let stats = solution.stats;
    let counted = ShortestCount { solution, count, complete: is_counted && total.stop.is_none() };
    let report = SlideCountReport::new(&puzzle, &counted, stats, total.time_ms);
    Report::SlideCount { puzzle, counted, report }
}

fn slide_answer(round: &RoundWork, asked: Option<&SolveQuestion>, total: &WorkTotal) -> SlideAnswer {
    let moves = match &total.sum.path {
        Some(Prefix::Moves(letters)) => Some(letters.chars().filter_map(Dir::of_letter).collect()),
        _ => None,
    };
    let status = match (total.stop, &moves) {
        (Some(stop), _) => Status::Stopped(stop),
        (None, Some(_)) => Status::Optimal,
        (None, None) => Status::Unsolvable,
    };
    let stats = Stats { expanded: total.sum.nodes, generated: total.sum.generated, peak_bytes: 0 };
    SlideAnswer {
        status,
        // A round stops at its first path, and only what comes before it may be open: then the path is not yet proven first.
        moves: moves.filter(|_| total.stop.is_none() || round.counts()),
        lower_bound: total.lower_bound,
        metric: asked.map(|asked| asked.wording.wording().metric).unwrap_or_default(),
        method: Method::Ida,
        heuristic: Some(asked.and_then(|asked| asked.search.heuristic).unwrap_or(HeuristicName::Pattern)),
        stats,
        tables: None,
        by_beam: false,
    }
}
