//! The one door: a question in, its report out.
//!
//! A [`Session`] is one question being answered at a desk: what it may use, and its clock. The verbs of the two families are in `slide` and `pack`, those that only look in `model`, pictures in `drawing`.

mod distances;
mod drawing;
pub(crate) mod lines;
mod model;
mod pack;
mod quality;
pub(crate) mod shown;
mod slide;
mod solutions;
mod verify;

use std::time::Duration;

pub use lines::{PackSolutionLine, SolutionLine, SolutionLines};
pub use model::{PackModelReport, PieceModel, PieceShape, PlacedModel, SlideModelReport, TraceReport, TraceStep};
pub use pack::ChallengesMade;
pub use slide::BoardsMade;
pub use solutions::{NumberedSolution, SolutionsReport};
use ubin::run::{Limits, Run};
use ubin::text::Family;
pub use verify::VerifyReport;

use crate::clock::{Clock, Watch};
use crate::desk::Desk;
use crate::question::{LimitFields, PuzzleFields, Question};
use crate::read::{AnyPuzzle, refuse};
use crate::refusal::Refusal;
use crate::remark::Remark;
use crate::report::Report;

/// Answers a question.
///
/// ```
/// use ubin_front::{PlainDesk, answer, question::Question};
///
/// let question = Question::read(r#"{"verb":"solve","puzzle":"1 2 3/4 5 6/- 7 8"}"#)?;
/// let report = answer(&question, &PlainDesk::default())?;
/// assert!(report.json().contains(r#""moves":"RR""#));
/// # Ok::<(), ubin_front::Refusal>(())
/// ```
///
/// # Errors
/// When something in the question does not fit: what, in which field, and where.
pub fn answer(question: &Question, desk: &impl Desk) -> Result<Report, Refusal> {
    let dated = question.dated(|| desk.today())?;
    let question = dated.as_ref().unwrap_or(question);
    shown::checked(question, found(question, desk)?)
}

/// The report of a question, before it is checked.
fn found(question: &Question, desk: &impl Desk) -> Result<Report, Refusal> {
    drawing::check_form(question)?;
    let session = Session::new(question.limits(), desk);
    match question {
        Question::Check(asked) => match session.read(&asked.puzzle)? {
            AnyPuzzle::Slide(puzzle) => Ok(session.check_board(*puzzle)),
            AnyPuzzle::Pack(puzzle) => Ok(session.check_packing(*puzzle)),
        },
        Question::Solve(asked) => match session.read(&asked.puzzle)? {
            AnyPuzzle::Slide(puzzle) => session.solve_board(*puzzle, asked),
            AnyPuzzle::Pack(puzzle) => session.solve_packing(*puzzle, asked),
        },
        Question::Count(asked) => match session.read(&asked.puzzle)? {
            AnyPuzzle::Slide(puzzle) => session.count_paths(*puzzle, asked),
            AnyPuzzle::Pack(puzzle) => session.count_packings(*puzzle, asked),
        },
        Question::Hint(asked) => match session.read(&asked.puzzle)? {
            AnyPuzzle::Slide(puzzle) => session.hint_move(*puzzle, asked),
            AnyPuzzle::Pack(puzzle) => session.hint_piece(*puzzle, asked),
        },
        Question::Generate(asked) => match asked.family {
            Family::Slide => session.generate_boards(asked),
            Family::Pack => session.generate_challenges(asked),
        },
        Question::Compare(asked) => match session.read(&asked.puzzle)? {
            AnyPuzzle::Slide(puzzle) => session.compare_on_boards(*puzzle, asked),
            AnyPuzzle::Pack(puzzle) => session.compare_on_packing(&puzzle, asked),
        },
        Question::Tree(asked) => match session.read(&asked.puzzle)? {
            AnyPuzzle::Slide(puzzle) => session.tree_of_moves(&puzzle, asked),
            AnyPuzzle::Pack(puzzle) => session.tree_of_placements(&puzzle, asked),
        },
        Question::Render(asked) => match session.read(&asked.puzzle)? {
            AnyPuzzle::Slide(puzzle) => session.draw_board(*puzzle, asked),
            AnyPuzzle::Pack(puzzle) => session.draw_packing(*puzzle, asked),
        },
        Question::Model(asked) => match session.read(&asked.puzzle)? {
            AnyPuzzle::Slide(puzzle) => Ok(session.model_of_board(&puzzle, asked)),
            AnyPuzzle::Pack(puzzle) => session.model_of_packing(&puzzle, asked),
        },
        Question::Trace(asked) => match session.read(&asked.puzzle)? {
            AnyPuzzle::Slide(puzzle) => session.trace_bounds(&puzzle, asked),
            AnyPuzzle::Pack(_) => refuse(&[("moves", true)], Family::Slide).map(|()| unreachable!("it is refused")),
        },
        Question::Verify(asked) => verify::verified(asked),
        Question::Distances(asked) => session.whole_space(asked),
        Question::Heuristics(asked) => session.measure_heuristics(asked),
        Question::Solutions(asked) => match session.read(&asked.puzzle)? {
            AnyPuzzle::Slide(_) => refuse(&[("sample", true)], Family::Pack).map(|()| unreachable!("it is refused")),
            AnyPuzzle::Pack(puzzle) => session.some_solutions(&puzzle, asked),
        },
    }
}

/// One question being answered.
struct Session<'d, D> {
    desk: &'d D,
    clock: Clock,
    /// The time that the question asks for; the clock's may be shorter.
    time_limit: Option<Duration>,
    limits: Limits,
    threads: usize,
}

impl<'d, D: Desk> Session<'d, D> {
    /// What is asked for, as far as the desk allows it.
    fn new(asked: &LimitFields, desk: &'d D) -> Session<'d, D> {
        let allowed = desk.allowance().lowered(asked);
        Session {
            desk,
            clock: Clock::new(desk.asked(), allowed.time),
            time_limit: asked.time_limit_ms.map(Duration::from_millis),
            limits: Limits { nodes: allowed.nodes, memory: allowed.memory },
            threads: allowed.threads,
        }
    }

    fn read(&self, fields: &PuzzleFields) -> Result<AnyPuzzle, Refusal> {
        fields.read(|warning| self.desk.remark(&Remark::Text(warning)))
    }

    /// Watches a search that begins now, and that may take so long where the question says nothing of time.
    fn watch(&self, unasked: Option<Duration>) -> Watch {
        self.clock.watch(self.desk, unasked.filter(|_| self.time_limit.is_none()))
    }

    /// Watches a search that begins now, and that takes so long at most, whatever the question's time limit.
    fn watch_turn(&self, turn: Duration) -> Watch {
        self.clock.watch(self.desk, Some(turn))
    }

    /// What the next search of a comparison may take: what was asked for; else its share of the time that is left for `more` searches, and not too long.
    fn turn(&self, each_ms: Option<u64>, more: usize) -> Duration {
        let share = || self.clock.share(more).map_or(slide::TURN, |share| share.min(slide::TURN));
        each_ms.map_or_else(share, Duration::from_millis)
    }

    /// The account of a search.
    fn run<'w>(&self, watch: &'w Watch) -> Run<'w> {
        Run::new(self.limits, watch.control())
    }

    /// Whether the asker still wants an answer.
    fn is_wanted(&self) -> bool {
        self.desk.waits()()
    }
}
