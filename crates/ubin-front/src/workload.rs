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

use serde_json::Value;
use ubin::pack;
use ubin::pack::units::{CountEngine, CountWork};
use ubin::run::{Limits, Run};
use ubin::slide::units::RoundWork;
use ubin::unit::{Part, PartError, Unit, UnitError, Work, solution_hash};

use crate::answer::answer;
use crate::clock::{Clock, Watch};
use crate::desk::{Allowance, Desk};
use crate::question::Question;
use crate::read::AnyPuzzle;
use crate::refusal::{AskError, Refusal};
use crate::words::MethodName;

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
    /// The work of a question: the count of a packing puzzle, or the first round of the proof for a sliding board.
    ///
    /// # Errors
    /// When the question does not fit, cannot be cut into units, or has its answer already: a rule says that there is no solution.
    pub fn new(question: &Question, desk: &impl Desk) -> Result<Workload, Refusal> {
        let (watch, limits) = begin(question, desk);
        let mut run = Run::new(limits, watch.control());
        let Some(fields) = question.puzzle() else {
            return Err(AskError::NotInParts { verb: question.verb() }.at("verb"));
        };
        let search = match (question, fields.read(|remark| desk.note(remark))?) {
            (Question::Count(asked), AnyPuzzle::Pack(puzzle)) => {
                let method = asked.method.map_or(Ok(pack::Method::Auto), MethodName::pack)?;
                packings(&puzzle, method, &mut run)?
            }
            (Question::Solve(asked), AnyPuzzle::Slide(puzzle)) => {
                let metric = asked.wording.wording().metric;
                PartSearch::Round(Box::new(RoundWork::new(
                    &puzzle,
                    metric,
                    asked.search.heuristic,
                    desk.tables(),
                    &mut run,
                )?))
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
                vec![Unit { id: "0".into(), work: Work::Lines(0, questions.len() as u64) }]
            }
        }
    }

    /// Searches a unit within a budget, of nodes, states or questions.
    ///
    /// # Errors
    /// When the unit is none of this work's, and when the desk or a limit stops it: a stop makes no part.
    pub fn part(&self, unit: &Unit, budget: u64, desk: &impl Desk) -> Result<Part, Refusal> {
        let (watch, limits) = begin(&self.question, desk);
        let mut run = Run::new(limits, watch.control());
        match &self.search {
            PartSearch::Packings(work) => Ok(work.part(unit, budget, &mut run)?),
            PartSearch::Round(round) => Ok(round.part(unit, budget, &mut run)?),
            PartSearch::Batch(questions) => lines(questions, unit, budget, desk),
        }
    }

    /// The round that follows this one, of which all parts together are `whole`; `None` when there is none, or the work is no round.
    #[must_use]
    pub fn next_round(self, whole: &Part) -> Option<Workload> {
        match self.search {
            PartSearch::Round(round) => {
                let next = round.next(whole)?;
                Some(Workload { search: PartSearch::Round(Box::new(next)), ..self })
            }
            PartSearch::Packings(_) | PartSearch::Batch(_) => None,
        }
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

fn packings(puzzle: &pack::Puzzle, method: pack::Method, run: &mut Run<'_>) -> Result<PartSearch, Refusal> {
    let work = match method {
        pack::Method::Auto => CountWork::auto(puzzle, run),
        pack::Method::Backtrack => CountWork::new(puzzle, CountEngine::Masks, run),
        pack::Method::Cover => CountWork::new(puzzle, CountEngine::Links, run),
        pack::Method::BruteForce => return Err(AskError::NotInParts { verb: "brute-force" }.at("method")),
    };
    Ok(PartSearch::Packings(Box::new(work?)))
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
