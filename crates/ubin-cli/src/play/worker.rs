//! The search behind the screen: one job at a time on a thread of its own.
//!
//! A game says which job it **wants**; the runner starts it, replaces it when the game wants another, and hands back its **result**. The screen never waits for a job: one that is no longer wanted stops by itself.
//!
//! A job is a question like those of the command line, asked from the game's own desk.

use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use ubin::pack::hint::PackHint;
use ubin::pack::{self, Flips, PackOutcome};
use ubin::report::slide::SlideCompareRow;
use ubin::run::{Control, Progress, Stop};
use ubin::slide::solve::SlideAnswer;
use ubin::slide::{Board, Dir, HeuristicName, Puzzle, TableStore, letters};
use ubin::text::Family;
use ubin_front::clock::{Clock, Moment, Watch};
use ubin_front::level::{Shuffling, shuffling};
use ubin_front::question::{
    BoardFields, ChallengeFields, GenerateQuestion, HintQuestion, LimitFields, PuzzleFields, Question, SolveQuestion,
    TraceQuestion,
};
use ubin_front::render::text::one_line;
use ubin_front::{Allowance, BoardsMade, ChallengesMade, Desk, Language, Refusal, Report, StopSwitch, Waits, answer};

use super::level::GameLevel;
use crate::args::Common;
use crate::complaint::Complaint;
use crate::input::TextNames;
use crate::phrases;
use crate::phrases::game as say;

/// What a game can ask for.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum GameJob {
    /// The way from a sliding board to its goal; large boards are given so much time.
    Way { puzzle: Puzzle, effort: Option<Duration> },
    /// A new sliding board.
    Shuffle { goal: Board, level: GameLevel, seed: u64 },
    /// The next piece of a packing, or why there is none.
    Next { puzzle: pack::Puzzle },
    /// All pieces of a packing.
    Fill { puzzle: pack::Puzzle },
    /// A new packing challenge.
    Challenge { set: pack::Puzzle, level: GameLevel, seed: u64 },
    /// What the course screen asks.
    Ask(Box<Question>),
}

/// What a job gave.
#[derive(Debug)]
pub(super) enum JobResult {
    /// The board that was solved, and how.
    Way(Board, Box<SlideAnswer>),
    /// The board, and its shortest length where it is known.
    Shuffle(Result<(Board, Option<u32>), Stop>),
    Next(PackOutcome<Option<PackHint>>),
    Fill(PackOutcome<pack::Solution>),
    /// The challenge, or why there is none.
    Challenge(Result<Box<pack::Puzzle>, String>),
    /// The answer to a question, with the costs of its steps where it has moves; or why it was refused.
    Asked(Result<Box<AskedReport>, String>),
}

/// What came of a question of the course screen.
#[derive(Debug)]
pub(super) struct AskedReport {
    pub(super) report: Report,
    /// g and h of every board on the way.
    pub(super) costs: Vec<(u32, u32)>,
}

/// Where a game asks from: what a search may use, and whether its answer is still wanted.
#[derive(Clone)]
pub(super) struct GameDesk {
    tables: TableStore,
    allowance: Allowance,
    asked: Moment,
    switch: StopSwitch,
    /// The search under way, for its progress.
    control: Arc<Mutex<Option<Arc<Control>>>>,
    /// The comparison under way: the method that runs, and the rows that have ended.
    compared: Arc<Mutex<ComparedSoFar>>,
    is_comparing: bool,
}

/// How far a comparison is.
#[derive(Debug, Default)]
struct ComparedSoFar {
    method: Option<String>,
    rows: Vec<SlideCompareRow>,
}

impl GameDesk {
    /// A desk with the limits of the command line, each for one search.
    pub(super) fn new(common: &Common) -> GameDesk {
        let allowance = Allowance {
            time: common.time_limit(),
            nodes: common.limits.node_limit,
            memory: Some(common.memory_limit()),
            threads: common.threads(),
            puzzles: None,
        };
        GameDesk::with(common.tables(common.threads()), allowance)
    }

    /// A desk with these tables and limits.
    pub(super) fn with(tables: TableStore, allowance: Allowance) -> GameDesk {
        let (switch, control, compared) = (StopSwitch::default(), Arc::default(), Arc::default());
        GameDesk { tables, allowance, asked: Moment::now(), switch, control, compared, is_comparing: false }
    }

    /// A desk for the next question, with the same tables and limits.
    pub(super) fn anew(&self) -> GameDesk {
        GameDesk::with(self.tables.clone(), self.allowance)
    }

    /// Ends the search with what it has.
    pub(super) fn stop(&self) {
        self.switch.stop();
    }

    /// The time since the question was asked.
    pub(super) fn elapsed(&self) -> Duration {
        self.asked.elapsed()
    }

    /// Watches work that is no question: a drawing. Nodes are not limited for it.
    pub(super) fn watch(&self) -> Watch {
        Clock::new(self.asked, self.allowance.time).watch(self, None)
    }

    fn progress(&self) -> Progress {
        let control = self.control.lock().unwrap_or_else(PoisonError::into_inner);
        control.as_ref().map(|control| control.progress()).unwrap_or_default()
    }

    /// Asks what a game's own state makes a right question.
    fn ask(&self, question: &Question) -> Report {
        answer(question, self).expect("a board of the game is a puzzle")
    }
}

impl Desk for GameDesk {
    fn allowance(&self) -> Allowance {
        self.allowance
    }

    fn asked(&self) -> Moment {
        self.asked
    }

    fn waits(&self) -> Waits {
        self.switch.waits()
    }

    fn tables(&self) -> &TableStore {
        &self.tables
    }

    fn begins(&self, control: &Arc<Control>) {
        *self.control.lock().unwrap_or_else(PoisonError::into_inner) = Some(control.clone());
    }

    fn language(&self) -> Language {
        phrases::language()
    }

    fn turns_to(&self, what: &str) {
        self.compared.lock().unwrap_or_else(PoisonError::into_inner).method = Some(what.into());
    }

    fn part(&self, part: &Report) -> ControlFlow<()> {
        if let Report::SlideRow { row, .. } = part {
            self.compared.lock().unwrap_or_else(PoisonError::into_inner).rows.push(row.clone());
        }
        ControlFlow::Continue(())
    }

    fn wants_parts(&self) -> bool {
        self.is_comparing
    }

    /// The screen has no place for remarks.
    fn note(&self, _: &str) {}
}

impl GameJob {
    /// Does the work.
    pub(super) fn run(&self, desk: &GameDesk) -> JobResult {
        match self {
            GameJob::Way { puzzle, effort } => way(desk, puzzle, *effort),
            GameJob::Shuffle { goal, level, seed } => JobResult::Shuffle(shuffle(desk, goal, *level, *seed)),
            GameJob::Next { puzzle } => {
                let question = HintQuestion { puzzle: packing_fields(puzzle), ..HintQuestion::default() };
                let Report::PackHint { answer, .. } = desk.ask(&Question::Hint(question)) else { unreachable!() };
                JobResult::Next(answer.outcome)
            }
            GameJob::Fill { puzzle } => {
                let question = SolveQuestion { puzzle: packing_fields(puzzle), ..SolveQuestion::default() };
                let Report::PackSolve { answer, .. } = desk.ask(&Question::Solve(question)) else { unreachable!() };
                JobResult::Fill(answer.outcome)
            }
            GameJob::Challenge { set, level, seed } => JobResult::Challenge(challenge(desk, set, *level, *seed)),
            GameJob::Ask(question) => JobResult::Asked(asked(desk, question)),
        }
    }
}

/// Answers a question, and finds the costs of the boards on a way.
fn asked(desk: &GameDesk, question: &Question) -> Result<Box<AskedReport>, String> {
    let said = |refusal: Refusal| Complaint::of(refusal, &TextNames::default()).said();
    let report = answer(question, desk).map_err(said)?;
    let costs = match (question, &report) {
        (Question::Solve(asked), Report::SlideSolve { solution, .. }) => {
            solution.moves.as_deref().map_or_else(Vec::new, |moves| costs(desk, asked, moves))
        }
        _ => Vec::new(),
    };
    Ok(Box::new(AskedReport { report, costs }))
}

/// g and h of every board on a way, by the heuristic of its search, or Manhattan where that has none of its own.
fn costs(desk: &GameDesk, asked: &SolveQuestion, moves: &[Dir]) -> Vec<(u32, u32)> {
    let method = asked.search.method.and_then(|name| name.slide().ok()).unwrap_or_default();
    let heuristic = asked.search.heuristic.or(method.default_heuristic());
    let heuristic = heuristic.filter(|&name| name != HeuristicName::Pattern).or(Some(HeuristicName::Manhattan));
    let trace = TraceQuestion { puzzle: asked.puzzle.clone(), moves: letters(moves), heuristic, ..Default::default() };
    match answer(&Question::Trace(trace), desk) {
        Ok(Report::Trace(report)) => report.steps.iter().map(|step| (step.g as u32, step.h)).collect(),
        // A way without its costs is still a way.
        _ => Vec::new(),
    }
}

fn way(desk: &GameDesk, puzzle: &Puzzle, effort: Option<Duration>) -> JobResult {
    let fields = sliding_fields(puzzle);
    let time_limit_ms = effort.map(|effort| effort.as_millis() as u64);
    let limits = LimitFields { time_limit_ms, ..LimitFields::default() };
    let question = SolveQuestion { puzzle: fields, limits, ..SolveQuestion::default() };
    let Report::SlideSolve { solution, .. } = desk.ask(&Question::Solve(question)) else { unreachable!() };
    JobResult::Way(puzzle.board().clone(), Box::new(solution))
}

/// A sliding puzzle as a question has it.
pub(super) fn sliding_fields(puzzle: &Puzzle) -> PuzzleFields {
    PuzzleFields {
        puzzle: one_line(puzzle.board()),
        size: Some(puzzle.size()),
        goal: Some(one_line(puzzle.goal())),
        no_flip: false,
        date: None,
    }
}

/// A packing puzzle as a question has it.
pub(super) fn packing_fields(puzzle: &pack::Puzzle) -> PuzzleFields {
    let (text, no_flip) = (puzzle.to_string(), puzzle.flips() == Flips::Forbidden);
    PuzzleFields { puzzle: text, no_flip, ..PuzzleFields::default() }
}

/// A board of a level, with its shortest length where that is known.
fn shuffle(desk: &GameDesk, goal: &Board, level: GameLevel, seed: u64) -> Result<(Board, Option<u32>), Stop> {
    let length = match shuffling(goal, level.grade(), seed) {
        Shuffling::Walked(board) => return Ok((board, None)),
        Shuffling::Length(length) => Some(length),
        Shuffling::Any => None,
    };
    match board(desk, goal, length, seed)? {
        Some(board) => Ok((board, length)),
        // A goal with its blank in the middle has no board so far away.
        None => Ok((board(desk, goal, None, seed)?.expect("every size has boards"), None)),
    }
}

/// A new board; `None` when none needs so many moves.
fn board(desk: &GameDesk, goal: &Board, length: Option<u32>, seed: u64) -> Result<Option<Board>, Stop> {
    let boards = BoardFields { size: Some(goal.size()), goal: Some(one_line(goal)), length };
    let question = generate(Family::Slide, boards, ChallengeFields::default(), seed);
    let Report::SlideGenerate { mut boards, made, .. } = desk.ask(&question) else { unreachable!() };
    match made {
        BoardsMade::All => Ok(boards.pop()),
        BoardsMade::Impossible => Ok(None),
        BoardsMade::Stopped(stop) => Err(stop),
    }
}

fn generate(family: Family, boards: BoardFields, challenges: ChallengeFields, seed: u64) -> Question {
    let limits = LimitFields::default();
    Question::Generate(GenerateQuestion { family, boards, challenges, count: None, seed: Some(seed), limits })
}

fn challenge(desk: &GameDesk, set: &pack::Puzzle, level: GameLevel, seed: u64) -> Result<Box<pack::Puzzle>, String> {
    let PuzzleFields { puzzle, no_flip, .. } = packing_fields(set);
    let difficulty = Some(level.grade());
    let fields = ChallengeFields { puzzle: Some(puzzle), difficulty, no_flip, placed: None };
    let none = say::no_level;
    // A set without a piece to spare is refused: it has no challenge of any level.
    let report = answer(&generate(Family::Pack, BoardFields::default(), fields, seed), desk).map_err(|_| none())?;
    let Report::PackGenerate { made, report } = report else { unreachable!() };
    match (made, report.challenges.first()) {
        (ChallengesMade::All, Some(made)) => {
            let read = pack::text::read(&made.text).expect("a challenge is a puzzle").puzzle;
            Ok(Box::new(read.with_flips(set.flips()).expect("its pieces lie as the set allows")))
        }
        (ChallengesMade::Impossible, _) => Err(say::cannot_fill()),
        (ChallengesMade::Stopped(stop), _) => Err(phrases::stop(stop)),
        _ => Err(none()),
    }
}

/// A job under way.
struct RunningJob {
    job: GameJob,
    desk: GameDesk,
    result: Receiver<JobResult>,
    thread: JoinHandle<()>,
}

/// Runs the jobs that games want, one at a time.
pub(super) struct JobRunner {
    desk: GameDesk,
    running: Option<RunningJob>,
}

impl JobRunner {
    pub(super) fn new(desk: GameDesk) -> JobRunner {
        JobRunner { desk, running: None }
    }

    /// A desk for work beside the jobs.
    pub(super) fn desk(&self) -> GameDesk {
        self.desk.anew()
    }

    /// Makes the job that is wanted the one under way.
    pub(super) fn want(&mut self, job: Option<GameJob>) {
        if self.running.as_ref().map(|running| &running.job) == job.as_ref() {
            return;
        }
        self.drop_job();
        self.running = job.map(|job| self.begin(job));
    }

    fn begin(&self, job: GameJob) -> RunningJob {
        let (sender, result) = mpsc::channel();
        let is_comparing = matches!(&job, GameJob::Ask(question) if matches!(**question, Question::Compare(_)));
        let desk = GameDesk { is_comparing, ..self.desk.anew() };
        let (work, asked_from) = (job.clone(), desk.clone());
        let thread = thread::spawn(move || {
            // The runner does not listen any more when the job was replaced.
            let _ = sender.send(work.run(&asked_from));
        });
        RunningJob { job, desk, result, thread }
    }

    /// What the job has given, if it has ended.
    pub(super) fn poll(&mut self) -> Option<JobResult> {
        match self.running.as_ref()?.result.try_recv() {
            Ok(result) => {
                self.running = None;
                Some(result)
            }
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                // The thread panicked: so do we, after its message.
                let running = self.running.take()?;
                if let Err(panic) = running.thread.join() {
                    std::panic::resume_unwind(panic);
                }
                None
            }
        }
    }

    /// Asks the job to end with what it has.
    pub(super) fn stop(&self) {
        if let Some(running) = &self.running {
            running.desk.stop();
        }
    }

    /// How far the job is, and since when it is under way.
    pub(super) fn progress(&self) -> Option<(Progress, Duration)> {
        self.running.as_ref().map(|running| (running.desk.progress(), running.desk.elapsed()))
    }

    /// The method that a comparison is at.
    pub(super) fn method(&self) -> Option<String> {
        let running = self.running.as_ref()?;
        running.desk.compared.lock().unwrap_or_else(PoisonError::into_inner).method.clone()
    }

    /// The rows of a comparison that have ended.
    pub(super) fn rows(&self) -> Vec<SlideCompareRow> {
        self.running.as_ref().map_or_else(Vec::new, |running| {
            running.desk.compared.lock().unwrap_or_else(PoisonError::into_inner).rows.clone()
        })
    }

    fn drop_job(&mut self) {
        self.stop();
        self.running = None;
    }
}

impl Drop for JobRunner {
    fn drop(&mut self) {
        self.drop_job();
    }
}

#[cfg(test)]
mod tests {
    use ubin::slide::{Goal, Size};

    use super::*;

    #[test]
    fn boards_have_the_length_that_is_said() {
        let desk = GameDesk::with(TableStore::default(), Allowance { threads: 1, ..Allowance::default() });
        for (rows, cols, level) in [
            (2, 2, GameLevel::Easy),
            (3, 3, GameLevel::Medium),
            (3, 3, GameLevel::Hard),
            (4, 4, GameLevel::Easy),
            (5, 5, GameLevel::Easy),
        ] {
            let goal = Goal::BlankLast.board(Size::new(rows, cols).unwrap());
            let JobResult::Shuffle(Ok((board, length))) =
                (GameJob::Shuffle { goal: goal.clone(), level, seed: 5 }).run(&desk)
            else {
                panic!("{rows}x{cols} {level:?}")
            };
            let puzzle = Puzzle::new(board, goal).unwrap();
            let JobResult::Way(_, way) = (GameJob::Way { puzzle, effort: None }).run(&desk) else { panic!() };
            assert_eq!(length, way.length().map(|found| found as u32), "{rows}x{cols} {level:?}");
        }
    }

    #[test]
    fn a_goal_in_the_middle_has_boards_of_every_level() {
        let desk = GameDesk::with(TableStore::default(), Allowance { threads: 1, ..Allowance::default() });
        let goal = ubin::slide::text::read("1 2 3/4 - 5/6 7 8", None).unwrap();
        for (level, seed) in GameLevel::ALL.into_iter().flat_map(|level| (0..8).map(move |seed| (level, seed))) {
            let made = (GameJob::Shuffle { goal: goal.clone(), level, seed }).run(&desk);
            assert!(matches!(made, JobResult::Shuffle(Ok(_))), "{level:?} {seed}: {made:?}");
        }
    }
}
