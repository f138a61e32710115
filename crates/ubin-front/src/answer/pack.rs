//! The verbs on packing puzzles.

use std::hash::{BuildHasher as _, RandomState};
use std::ops::ControlFlow;

use ubin::pack::challenge::{self, NoChallenge};
use ubin::pack::{
    Equality, Labels, Method, PackAnswer, PackOutcome, PackPlan, Puzzle, Reason, Solution, count, hint, solve, tree,
};
use ubin::report::Explanation;
use ubin::report::pack::{
    CountAsked, PackAllReport, PackChallengeReport, PackCheckReport, PackCompareReport, PackCost, PackCountReport,
    PackGenerateReport, PackHintReport, PackSolveReport,
};
use ubin::report::tree::PackTree;
use ubin::run::Stop;
use ubin::text::Family;

use super::Session;
use super::lines::SolutionLines;
use super::slide::{TURN, most_nodes};
use crate::desk::Desk;
use crate::question::{
    CompareQuestion, CountQuestion, GenerateQuestion, HintQuestion, PuzzleFields, SolveQuestion, TreeQuestion,
};
use crate::read::{dated, flipped, packing, refuse, text_of};
use crate::refusal::{AskError, Refusal};
use crate::remark::Remark;
use crate::render::tree::Drawing;
use crate::report::Report;
use crate::words::MethodName;

/// The set that challenges are made from when none is asked for.
const USUAL_SET: &str = "iq";
/// Seeds in a row that meet the wish in no draw before it is given up; and never more in all than challenges are asked for.
const FRUITLESS: u64 = 10;
/// Cells of solutions that are shown between two looks at the clock: a few milliseconds, for a search looks only after so many nodes, and on a large board every node may be a solution.
const SHOWN_CELLS: usize = 1 << 12;

/// How the making of challenges ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChallengesMade {
    /// All are there.
    All,
    /// The set has no solution, so there is no challenge.
    Impossible,
    /// Too many seeds met the wish in no draw.
    NotFound,
    /// The run ended first.
    Stopped(Stop),
}

impl ChallengesMade {
    /// Why there are not more challenges than these; `None` when all are there.
    fn reason(self, asked: u64, seed: u64, made: usize) -> Option<String> {
        let so_far = format!("{made} of {asked} were made");
        match self {
            ChallengesMade::All => None,
            ChallengesMade::Impossible => Some("the set has no solution, so there is no challenge".into()),
            ChallengesMade::NotFound if asked == 1 => {
                Some(format!("seed {seed}: no draw met the wish; try another seed, grade or number"))
            }
            ChallengesMade::NotFound => Some(format!("no draw met the wish with the other seeds tried; {so_far}")),
            ChallengesMade::Stopped(stop) => Some(format!("{stop}; {so_far}")),
        }
    }

    /// Why there are not more challenges, for programs.
    fn why(self, seed: u64) -> Option<Explanation> {
        match self {
            ChallengesMade::All => None,
            ChallengesMade::Impossible => Some(NoChallenge::Unsolvable.into()),
            ChallengesMade::NotFound => Some(NoChallenge::NotFound { seed }.into()),
            ChallengesMade::Stopped(stop) => Some(stop.into()),
        }
    }

    fn status(self) -> &'static str {
        match self {
            ChallengesMade::All => "solved",
            ChallengesMade::Impossible => "unsolvable",
            ChallengesMade::Stopped(Stop::Interrupted) => "interrupted",
            ChallengesMade::NotFound | ChallengesMade::Stopped(_) => "limit",
        }
    }
}

impl GenerateQuestion {
    /// The seed given, or a new one.
    pub(super) fn seed_or_new(&self) -> u64 {
        // The standard library seeds its hash maps from the system; that is all the chance we need. Numbers of JavaScript hold 53 bits.
        self.seed.unwrap_or_else(|| RandomState::new().hash_one(0) >> 16)
    }
}

/// A number that must not be 0.
pub(super) fn at_least_one(limit: Option<u64>) -> Result<Option<u64>, Refusal> {
    match limit {
        Some(0) => Err(AskError::TooSmall { least: 1 }.at("limit")),
        limit => Ok(limit),
    }
}

/// Whether names tell pieces of one shape apart.
fn labels(unlabelled: bool) -> Labels {
    if unlabelled { Labels::Ignored } else { Labels::Told }
}

impl<D: Desk> Session<'_, D> {
    /// The engine that is asked for, and the threads there are.
    pub(super) fn plan(&self, method: Option<MethodName>) -> Result<PackPlan, Refusal> {
        let method = method.map_or(Ok(Method::Auto), MethodName::pack)?;
        Ok(PackPlan { method, threads: self.threads, labels: Labels::Told })
    }

    pub(super) fn check_packing(&self, puzzle: Puzzle) -> Report {
        let watch = self.watch(None);
        let mut run = self.run(&watch);
        let (findings, answer) = solve::check(&puzzle, &mut run);
        let report = PackCheckReport::of(&puzzle, findings.as_ref(), &answer, &run, watch.milliseconds());
        Report::PackCheck { puzzle, findings, answer, report }
    }

    pub(super) fn solve_packing(&self, puzzle: Puzzle, asked: &SolveQuestion) -> Result<Report, Refusal> {
        refuse(&asked.search.given(), Family::Slide)?;
        refuse(&asked.wording.given(), Family::Slide)?;
        let limit = at_least_one(asked.limit)?;
        let plan = PackPlan { labels: labels(asked.unlabelled), ..self.plan(asked.search.method)? };
        match (asked.all, limit) {
            (true, limit) => self.every_packing(puzzle, plan, limit.unwrap_or(u64::MAX), &asked.puzzle),
            (false, None) => Ok(self.one_packing(puzzle, plan)),
            (false, Some(_)) => Err(AskError::LimitWithoutAll.at("limit")),
        }
    }

    pub(super) fn one_packing(&self, puzzle: Puzzle, plan: PackPlan) -> Report {
        let watch = self.watch(None);
        let mut run = self.run(&watch);
        let answer = solve::solve(&puzzle, plan, &mut run);
        let report = PackSolveReport::of(&puzzle, &answer, &run, watch.milliseconds());
        Report::PackSolve { puzzle, answer, report }
    }

    /// Finds every solution, up to `most`, and hands each to the desk, which may end it. Each is checked as it is shown.
    fn every_packing(
        &self,
        puzzle: Puzzle,
        plan: PackPlan,
        most: u64,
        fields: &PuzzleFields,
    ) -> Result<Report, Refusal> {
        let mut lines = SolutionLines::new(&puzzle, fields)?;
        let watch = self.watch(None);
        let mut run = self.run(&watch);
        let (mut refused, mut stopped, mut cells) = (None, None, 0);
        let mut give = |solution: &Solution| {
            cells += solution.owners().len();
            if cells >= SHOWN_CELLS {
                cells = 0;
                stopped = watch.control().stopped();
            }
            if stopped.is_some() {
                return ControlFlow::Break(());
            }
            match lines.line(solution) {
                Ok(line) => self.desk.part(line),
                Err(refusal) => {
                    refused = Some(refusal);
                    ControlFlow::Break(())
                }
            }
        };
        let mut answer = solve::solve_up_to(&puzzle, plan, most, &mut run, &mut give);
        if let Some(refusal) = refused {
            return Err(refusal);
        }
        if let Some(stop) = stopped {
            answer = PackAnswer { outcome: PackOutcome::Stopped(stop), found: lines.given().into(), ..answer };
        }
        let report = PackAllReport::of(&puzzle, &answer, lines.given() >= most, &run, watch.milliseconds());
        Ok(Report::PackAll { puzzle, answer, report })
    }

    pub(super) fn count_packings(&self, puzzle: Puzzle, asked: &CountQuestion) -> Result<Report, Refusal> {
        let limit = at_least_one(asked.limit)?;
        let plan = PackPlan { labels: labels(asked.unlabelled), ..self.plan(asked.method)? };
        let equality = if asked.distinct { Equality::Symmetry } else { Equality::Boards };
        if asked.distinct && limit.is_some() {
            return Err(AskError::DistinctWithLimit.at("distinct"));
        }
        let watch = self.watch(None);
        let mut run = self.run(&watch);
        let answer = match limit {
            None => count::count(&puzzle, equality, plan, &mut run),
            Some(most) => count::up_to(&puzzle, plan, most, &mut run),
        };
        let symmetries = match &answer.outcome {
            // Nothing was placed for this verdict, and on a large board that would take longer than all the rest.
            PackOutcome::Impossible(Reason::Cells { .. } | Reason::Amounts { .. }) => None,
            PackOutcome::Solved(count) => Some(count.symmetries),
            _ => count::symmetries(&puzzle, plan.labels, &mut run).ok(),
        };
        let report = PackCountReport::of(
            &puzzle,
            &answer,
            CountAsked { equality, limit },
            symmetries,
            &run,
            watch.milliseconds(),
        );
        Ok(Report::PackCount { puzzle, answer, report })
    }

    pub(super) fn hint_piece(&self, puzzle: Puzzle, asked: &HintQuestion) -> Result<Report, Refusal> {
        refuse(&[("notation", asked.notation.is_some())], Family::Slide)?;
        let watch = self.watch(None);
        let mut run = self.run(&watch);
        let answer = hint::hint(&puzzle, &mut run);
        let report = PackHintReport::of(&puzzle, &answer, &run, watch.milliseconds());
        Ok(Report::PackHint { puzzle, answer, report })
    }

    /// Runs methods side by side, to the first solution or to a proof of none.
    pub(super) fn compare_on_packing(&self, puzzle: &Puzzle, asked: &CompareQuestion) -> Result<Report, Refusal> {
        refuse(&[("heuristics", !asked.heuristics.is_empty()), ("more", !asked.more.is_empty())], Family::Slide)?;
        let methods: Vec<Method> = if asked.methods.is_empty() {
            Method::ALL.into_iter().filter(|&method| method != Method::Auto).collect()
        } else {
            asked
                .methods
                .iter()
                .map(|name| name.pack().map_err(|refusal| refusal.under("methods")))
                .collect::<Result<Vec<_>, _>>()?
        };
        let mut rows = Vec::new();
        for (at, &method) in methods.iter().enumerate() {
            self.desk.turns_to(method.name());
            let watch = self.watch_turn(self.turn(asked.each_ms, methods.len() - at));
            let mut run = self.run(&watch);
            let answer =
                solve::solve(puzzle, PackPlan { method, threads: self.threads, labels: Labels::Told }, &mut run);
            rows.push((method, PackSolveReport::of(puzzle, &answer, &run, watch.milliseconds())));
            if !self.is_wanted() {
                break;
            }
        }
        self.chart_of_packing(PackCompareReport::new(puzzle, rows), asked)
    }

    /// How many puzzles to make, as far as the desk allows it.
    pub(super) fn how_many(&self, asked: &GenerateQuestion) -> Result<u64, Refusal> {
        let (count, most) = (asked.count.unwrap_or(1), self.desk.allowance().puzzles.unwrap_or(u64::MAX));
        if count > most {
            return Err(AskError::OutOfRange { least: 0.0, most: most as f64 }.at("count"));
        }
        Ok(count)
    }

    /// Makes challenges from a set, each with the next seed that has one.
    pub(super) fn generate_challenges(&self, asked: &GenerateQuestion) -> Result<Report, Refusal> {
        let boards = &asked.boards;
        let of_other_family =
            [("size", boards.size.is_some()), ("goal", boards.goal.is_some()), ("length", boards.length.is_some())];
        refuse(&of_other_family, Family::Slide)?;
        let (count, seed) = (self.how_many(asked)?, asked.seed_or_new());
        let name = asked.challenges.puzzle.as_deref().unwrap_or(USUAL_SET);
        let text = text_of(dated(name, None, || self.desk.today())?.as_deref().unwrap_or(name));
        let set = packing(&text, |warning| self.desk.remark(&Remark::Text(warning)))?;
        if !set.placed().is_empty() {
            self.desk.remark(&Remark::PlacedIgnored);
        }
        let set = set.cleared();
        // Of an empty board, nothing lies turned over.
        let set = flipped(set, asked.challenges.no_flip)?;
        let wish =
            challenge::ChallengeWish { placed: asked.challenges.placed, grade: asked.challenges.difficulty, seed };
        let (challenges, made) = self.make_challenges(&set, wish, count)?;
        let reason = made.reason(count, seed, challenges.len());
        let (status, why) = (made.status(), made.why(seed));
        let report = PackGenerateReport { puzzle: "pack", status, seed, asked: count, challenges, reason, why };
        Ok(Report::PackGenerate { made, report })
    }

    fn make_challenges(
        &self,
        set: &Puzzle,
        wish: challenge::ChallengeWish,
        count: u64,
    ) -> Result<(Vec<PackChallengeReport>, ChallengesMade), Refusal> {
        let watch = self.watch(None);
        let mut made = Vec::new();
        let (mut seed, mut failed, mut in_a_row) = (wish.seed, 0, 0);
        while (made.len() as u64) < count {
            match challenge::make(set, challenge::ChallengeWish { seed, ..wish }, &mut self.run(&watch)) {
                Ok(challenge) => {
                    made.push(PackChallengeReport::of(seed, &challenge));
                    in_a_row = 0;
                }
                Err(NoChallenge::NotFound { .. }) => (failed, in_a_row) = (failed + 1, in_a_row + 1),
                Err(NoChallenge::Stopped { stop }) => return Ok((made, ChallengesMade::Stopped(stop))),
                Err(NoChallenge::Unsolvable) => return Ok((Vec::new(), ChallengesMade::Impossible)),
                Err(NoChallenge::AllPlaced { placed, pieces }) => {
                    return Err(AskError::AllPlaced { placed, pieces }.at("placed"));
                }
                Err(NoChallenge::Several) => return Err(AskError::SeveralSolutions.at("placed")),
            }
            if failed >= count || in_a_row >= FRUITLESS {
                return Ok((made, ChallengesMade::NotFound));
            }
            seed = seed.wrapping_add(1);
        }
        Ok((made, ChallengesMade::All))
    }

    /// Searches, and keeps the first nodes.
    pub(super) fn tree_of_placements(&self, puzzle: &Puzzle, asked: &TreeQuestion) -> Result<Report, Refusal> {
        refuse(&asked.search.given(), Family::Slide)?;
        let (method, most) = (self.plan(asked.search.method)?.method, most_nodes(asked)?);
        let watch = self.watch(Some(TURN));
        let mut run = self.run(&watch);
        let grown = tree::grow(puzzle, method, most, &mut run);
        let (stats, time_ms) = (run.stats(), watch.milliseconds());
        let cost = PackCost { nodes: stats.expanded, cases: grown.cases, time_ms, peak_bytes: stats.peak_bytes };
        let report = PackTree::of(puzzle, &grown, cost);
        let drawing = super::slide::on_a_page(Drawing::of_pack(puzzle, &grown, stats, self.desk.language()), asked);
        self.tree_in_form(Report::PackTree { outcome: grown.outcome, drawing, report }, asked)
    }
}
