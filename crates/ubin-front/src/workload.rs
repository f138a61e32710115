//! Long questions in parts: the second door.
//!
//! A [`Workload`] is made once of a question, on any machine. From then on a [`Unit`] of it can be searched anywhere, within a budget, and gives a [`Part`]; the sum of all parts is the answer. What is left of a part is cut into
//! new units by [`Workload::children`]. See [`ubin::unit`] for the words.
//!
//! ```
//! use ubin_front::question::Question;
//! use ubin_front::{PlainDesk, Workload};
//!
//! let question = Question::read(r#"{"verb":"count","puzzle":"2 4 4/DEFAULT/AA/BB/CC/DD"}"#)?;
//! let desk = PlainDesk::default();
//! let work = Workload::new(&question, &desk)?;
//! let mut open = work.first_units();
//! let mut found = 0;
//! while let Some(unit) = open.pop() {
//!     let mut part = work.part(&unit, 3, &desk)?;
//!     open.extend(Workload::children(&unit, part.left.take()));
//!     found += part.found;
//! }
//! assert_eq!(found, 120);
//! # Ok::<(), ubin_front::Refusal>(())
//! ```

mod total;

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ubin::pack;
use ubin::pack::units::{CountEngine, CountWork};
use ubin::run::{Limits, Run};
use ubin::slide::Metric;
use ubin::slide::solve::Method;
use ubin::slide::units::RoundWork;
use ubin::text::Family;
use ubin::unit::{Part, PartError, Unit, UnitError, Work, solution_hash};

use crate::answer::answer;
use crate::answer::lines::answer_of;
use crate::clock::{Clock, Watch};
use crate::desk::{Allowance, Desk};
use crate::question::Question;
use crate::read::{AnyPuzzle, refuse};
use crate::refusal::{AskError, Refusal};
use crate::remark::Remark;
use crate::words::MethodName;
pub use total::WorkTotal;

/// Which search of a question it is: some take several, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// All solutions of a packing puzzle.
    Packings,
    /// A round of a proof: it ends with the first path, in search order, of up to so many moves.
    Round {
        /// The most moves of a path.
        bound: u32,
        /// The nodes of the largest round before.
        before: u64,
    },
    /// All paths of exactly so many moves, once it is proven that none is shorter.
    Paths {
        /// The moves of a path.
        bound: u32,
        /// The nodes of the largest round before.
        before: u64,
    },
    /// The lines of a batch.
    Lines,
}

impl Stage {
    /// Whether a path ends it: what comes after that path in search order is no part of the whole.
    #[must_use]
    pub fn ends_at_path(self) -> bool {
        matches!(self, Stage::Round { .. })
    }
}

/// A long question, ready to be searched unit by unit.
pub struct Workload {
    search: PartSearch,
    /// The question, for its limits.
    question: Question,
}

enum PartSearch {
    /// All solutions of a packing puzzle.
    Packings(Box<CountWork>),
    /// One round of iterative deepening.
    Round(Box<RoundWork>),
    /// Questions, one a line.
    Batch(Vec<Question>),
}

impl Workload {
    /// The work of a question: the count or all solutions of a packing puzzle, or the first round of the proof for a sliding board.
    ///
    /// # Errors
    /// When the question does not fit, cannot be cut into units, or has its answer already: a rule says that there is no solution.
    pub fn new(question: &Question, desk: &impl Desk) -> Result<Workload, Refusal> {
        let (watch, limits) = begin(question, desk);
        let mut run = Run::new(limits, watch.control());
        let Some(fields) = question.puzzle() else {
            return Err(AskError::NotInParts { verb: question.verb() }.at("verb"));
        };
        let search = match (question, fields.read(|warning| desk.remark(&Remark::Text(warning)))?) {
            (Question::Count(asked), AnyPuzzle::Pack(puzzle)) => {
                not_in_parts(&[("limit", asked.limit.is_some()), ("unlabelled", asked.unlabelled)])?;
                let method = asked.method.map_or(Ok(pack::Method::Auto), MethodName::pack)?;
                let work = packings(&puzzle, method, &mut run)?;
                // Boards that the masks cannot hold are told apart one by one only.
                not_in_parts(&[("distinct", asked.distinct && work.engine() == CountEngine::Links)])?;
                PartSearch::Packings(Box::new(work))
            }
            (Question::Count(asked), AnyPuzzle::Slide(puzzle)) => {
                not_in_parts(&[("limit", asked.limit.is_some())])?;
                refuse(&[("distinct", asked.distinct), ("method", asked.method.is_some())], Family::Pack)?;
                let round = RoundWork::new(&puzzle, Metric::Single, None, desk.tables(), &mut run)?;
                PartSearch::Round(Box::new(round))
            }
            // States that are folded see no solution.
            (Question::Solve(asked), AnyPuzzle::Pack(puzzle)) if asked.all => {
                refuse(&asked.search.given(), Family::Slide)?;
                refuse(&asked.wording.given(), Family::Slide)?;
                not_in_parts(&[("limit", asked.limit.is_some()), ("unlabelled", asked.unlabelled)])?;
                let method = asked.search.method.map_or(Ok(pack::Method::Auto), MethodName::pack)?;
                let walked = if method == pack::Method::Auto { pack::Method::Backtrack } else { method };
                PartSearch::Packings(Box::new(packings(&puzzle, walked, &mut run)?))
            }
            (Question::Solve(asked), AnyPuzzle::Slide(puzzle)) => {
                let (options, metric) = (asked.search.options()?, asked.wording.wording().metric);
                let is_deepening = matches!(options.method, Method::Auto | Method::Ida);
                not_in_parts(&[("method", !is_deepening), ("all", asked.all), ("limit", asked.limit.is_some())])?;
                not_in_parts(&[("order", options.order.is_some())])?;
                let round = RoundWork::new(&puzzle, metric, options.heuristic, desk.tables(), &mut run)?;
                PartSearch::Round(Box::new(round))
            }
            _ => return Err(AskError::NotInParts { verb: question.verb() }.at("verb")),
        };
        Ok(Workload { search, question: question.clone() })
    }

    /// The work of many questions: a unit is a range of them, and its budget a number of questions.
    ///
    /// # Errors
    /// When there is no question.
    pub fn batch(questions: Vec<Question>) -> Result<Workload, Refusal> {
        let question = questions.first().cloned().ok_or(AskError::Missing.at("puzzle"))?;
        Ok(Workload { search: PartSearch::Batch(questions), question })
    }

    /// The units that the whole is made of, in search order.
    #[must_use]
    pub fn first_units(&self) -> Vec<Unit> {
        match &self.search {
            PartSearch::Packings(work) => work.first_units(),
            PartSearch::Round(round) => vec![round.first_unit()],
            PartSearch::Batch(questions) => {
                vec![Unit { id: "0".into(), search: None, work: Work::Lines(0, questions.len() as u64) }]
            }
        }
    }

    /// Searches a unit within a budget, of nodes, states or questions. Where all solutions are asked for, they are the part's answers.
    ///
    /// # Errors
    /// When the unit is none of this work's, and when the desk or a limit stops it: a stop makes no part.
    pub fn part(&self, unit: &Unit, budget: u64, desk: &impl Desk) -> Result<Part, Refusal> {
        let (watch, limits) = begin(&self.question, desk);
        let mut run = Run::new(limits, watch.control());
        match &self.search {
            PartSearch::Packings(work) if matches!(self.question, Question::Solve(_)) => {
                let mut answers = Vec::new();
                let part = work.solutions(unit, budget, &mut run, &mut |solution| {
                    answers.push(answer_of(solution));
                    ControlFlow::Continue(())
                });
                Ok(Part { answers, ..part? })
            }
            PartSearch::Packings(work) => Ok(work.part(unit, budget, &mut run)?),
            PartSearch::Round(round) => Ok(round.part(unit, budget, &mut run)?),
            PartSearch::Batch(questions) => lines(questions, unit, budget, desk),
        }
    }

    /// Searches a unit of all solutions of a packing puzzle, and gives each to `sink`, in search order. In the order of the units they are the whole stream; what was given before an error is given again.
    ///
    /// # Errors
    /// As [`Workload::part`]; a sink that breaks is an interruption, and work that gives no solutions has no such units.
    pub fn solutions(
        &self,
        unit: &Unit,
        budget: u64,
        desk: &impl Desk,
        sink: &mut dyn FnMut(&pack::Solution) -> ControlFlow<()>,
    ) -> Result<Part, Refusal> {
        let (watch, limits) = begin(&self.question, desk);
        match &self.search {
            PartSearch::Packings(work) => {
                Ok(work.solutions(unit, budget, &mut Run::new(limits, watch.control()), sink)?)
            }
            PartSearch::Round(_) | PartSearch::Batch(_) => Err(PartError::Unit(UnitError::OtherKind).into()),
        }
    }

    /// The digest of the tables it is searched with, if it uses some: with others, units have other parts.
    #[must_use]
    pub fn tables(&self) -> Option<String> {
        match &self.search {
            PartSearch::Round(round) => round.tables_digest(),
            PartSearch::Packings(_) | PartSearch::Batch(_) => None,
        }
    }

    /// Which search of its question it is.
    #[must_use]
    pub fn stage(&self) -> Stage {
        match &self.search {
            PartSearch::Packings(_) => Stage::Packings,
            PartSearch::Round(round) if round.counts() => Stage::Paths { bound: round.bound(), before: round.before() },
            PartSearch::Round(round) => Stage::Round { bound: round.bound(), before: round.before() },
            PartSearch::Batch(_) => Stage::Lines,
        }
    }

    /// The search of the same question that follows this one, of which all parts together are `whole`; `None` when that is the end.
    #[must_use]
    pub fn next_stage(&self, whole: &Part) -> Option<Stage> {
        let PartSearch::Round(round) = &self.search else { return None };
        let before = round.before().max(whole.nodes);
        match (round.counts(), &whole.path) {
            (true, _) => None,
            (false, None) => Some(Stage::Round { bound: whole.next_bound?, before }),
            (false, Some(_)) => {
                matches!(self.question, Question::Count(_)).then_some(Stage::Paths { bound: round.bound(), before })
            }
        }
    }

    /// Another search of the same question.
    ///
    /// # Errors
    /// When the question has no such stage.
    pub fn at(self, stage: Stage) -> Result<Workload, Refusal> {
        let search = match (self.search, stage) {
            (search @ PartSearch::Packings(_), Stage::Packings) | (search @ PartSearch::Batch(_), Stage::Lines) => {
                search
            }
            (PartSearch::Round(round), Stage::Round { bound, before }) => {
                PartSearch::Round(Box::new(round.to_first().with_bound(bound, before)))
            }
            (PartSearch::Round(round), Stage::Paths { bound, before }) => {
                PartSearch::Round(Box::new(round.with_bound(bound, before).counting()))
            }
            _ => return Err(PartError::Unit(UnitError::OtherKind).into()),
        };
        Ok(Workload { search, ..self })
    }

    /// The units of what a part has left.
    #[must_use]
    pub fn children(parent: &Unit, left: Option<Work>) -> Vec<Unit> {
        pack::units::children(parent, left)
    }
}

/// A search within what the question asks for and the desk allows.
fn begin(question: &Question, desk: &impl Desk) -> (Watch, Limits) {
    let Allowance { time, nodes, memory, .. } = desk.allowance().lowered(question.limits());
    (Clock::new(desk.asked(), time).watch(desk, None), Limits { nodes, memory })
}

/// Refuses fields whose answer is no sum of parts.
fn not_in_parts(given: &[(&'static str, bool)]) -> Result<(), Refusal> {
    match given.iter().find(|(_, is_given)| *is_given) {
        Some((field, _)) => Err(AskError::NotInParts { verb: field }.at(*field)),
        None => Ok(()),
    }
}

fn packings(puzzle: &pack::Puzzle, method: pack::Method, run: &mut Run<'_>) -> Result<CountWork, Refusal> {
    Ok(match method {
        pack::Method::Auto => CountWork::auto(puzzle, run),
        pack::Method::Backtrack => CountWork::new(puzzle, CountEngine::Masks, run),
        pack::Method::Cover => CountWork::new(puzzle, CountEngine::Links, run),
        pack::Method::BruteForce => return Err(AskError::NotInParts { verb: "brute-force" }.at("method")),
    }?)
}

/// Answers the questions of a range, so many of them at most.
fn lines(questions: &[Question], unit: &Unit, budget: u64, desk: &impl Desk) -> Result<Part, Refusal> {
    let Work::Lines(from, to) = unit.work else { return Err(PartError::Unit(UnitError::OtherKind).into()) };
    let range = usize::try_from(from).ok().zip(usize::try_from(to).ok()).and_then(|(from, to)| questions.get(from..to));
    let Some(range) = range else { return Err(PartError::Unit(UnitError::OtherKind).into()) };
    let mut part = Part::default();
    for question in range.iter().take(usize::try_from(budget.max(1)).unwrap_or(usize::MAX)) {
        let json = match answer(question, desk) {
            Ok(report) => report.json(),
            // A stop is no answer: the unit is done again.
            Err(refusal) if refusal.stop().is_some() => return Err(refusal),
            Err(refusal) => refusal.json(),
        };
        part.found += 1;
        part.hash = part.hash.wrapping_add(lasting_hash(&json));
        part.nodes += 1;
        part.answers.push(json);
    }
    let done = from + part.nodes;
    part.left = (done < to).then_some(Work::Lines(done, to));
    Ok(part)
}

/// The hash of what is the same on every machine: without times and bytes.
fn lasting_hash(json: &str) -> u64 {
    let mut value: Value = serde_json::from_str(json).unwrap_or_default();
    if let Some(fields) = value.as_object_mut() {
        for passing in ["time_ms", "tables_ms", "peak_bytes"] {
            fields.remove(passing);
        }
    }
    solution_hash(value.to_string().chars().map(u32::from))
}
