//! `--batch`: every line a board, one JSON object a line, in the order of the input.
//!
//! A thread reads, as many as asked for answer, and the answers are printed in order as soon as they are there: a program
//! at the other end of the pipe can ask and wait. The memory limit is shared out, so that the whole keeps to it; the time
//! limit is a board's.
//!
//! The reader reads boards, not only lines: it numbers those of a goal that are searched with pattern tables, because the
//! largest tables are made ready for the goals of many boards.

use std::collections::{BTreeMap, HashMap};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use serde::Serialize;
use serde_json::{Map, Value};
use ubin::run::Run;
use ubin::slide::parity::Parity;
use ubin::slide::solve::Options;
use ubin::slide::store::LargeTables;
use ubin::slide::{Board, Puzzle, TableStore, text};
use ubin::text::Family;
use ubin_front::clock::Moment;
use ubin_front::question::{PuzzleFields, Question};
use ubin_front::render::text::one_line;
use ubin_front::{Allowance, AskError, Desk, Refusal, Waits, answer, read};

use crate::args::{Color, Common};
use crate::complaint::Complaint;
use crate::desk::WatchedWork;
use crate::exit::Exit;
use crate::input::{self, BatchLine, LineProblem};
use crate::output::{self, ResultStream};
use crate::watch;

/// A batch with more boards of one goal than this is worth the largest tables: building 7-8 takes as long as the search of
/// so many 4x4 boards with the small ones.
const LONG: u64 = 1000;

/// The tables that a batch is searched with. Which board gets which depends on its place among those of its goal alone, so
/// a batch may come through a pipe, and node counts do not depend on threads.
struct BatchTables {
    first: TableStore,
    /// The same tables; searches begin with the largest.
    rest: TableStore,
    /// The goals whose largest tables were asked for, with success or not: once is enough.
    asked: Mutex<Vec<(Board, Arc<OnceLock<()>>)>>,
}

impl BatchTables {
    /// The batch is spread over the threads: every board is searched on one, tables are built on all.
    fn new(common: &Common) -> BatchTables {
        let first = common.tables(1).with_builders(common.threads());
        BatchTables { rest: first.clone().eager(), first, asked: Mutex::default() }
    }

    /// The tables for a board of so many before it with its goal that are searched with tables.
    fn for_board(&self, common: &Common, puzzle: &Puzzle, before: u64) -> &TableStore {
        if before < LONG {
            return &self.first;
        }
        self.asked(puzzle.goal()).get_or_init(|| self.prepare(common, puzzle.goal()));
        &self.rest
    }

    fn asked(&self, goal: &Board) -> Arc<OnceLock<()>> {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, once)) = asked.iter().find(|(known, _)| known == goal) {
            return once.clone();
        }
        asked.push((goal.clone(), Arc::default()));
        asked[asked.len() - 1].1.clone()
    }

    fn prepare(&self, common: &Common, goal: &Board) {
        // A time limit is a board's. Large tables take longer to build than most boards to solve, so that with a limit
        // only kept ones are used: what a board gets does not depend on the clock.
        let large = if common.time_limit().is_some() { LargeTables::Kept } else { LargeTables::Build };
        let work = WatchedWork::start(common, None);
        let mut run = Run::new(common.run_limits(), work.control());
        // Stopped, because the whole was interrupted: the board's own search stops for the same reason.
        let _ = self.rest.prepare(goal, large, &mut run);
    }
}

/// Where a worker of a batch asks from: its share of the memory, one thread, the tables of the batch.
struct BatchDesk<'a> {
    worker: &'a Common,
    asked: Moment,
    tables: &'a TableStore,
}

impl Desk for BatchDesk<'_> {
    fn allowance(&self) -> Allowance {
        Allowance { memory: Some(self.worker.memory_limit()), threads: 1, ..Allowance::default() }
    }

    fn asked(&self) -> Moment {
        self.asked
    }

    fn waits(&self) -> Waits {
        Box::new(|| !watch::interrupted())
    }

    fn tables(&self) -> &TableStore {
        self.tables
    }

    fn note(&self, remark: &str) {
        output::note(self.worker, remark);
    }
}

/// Refuses options that only packing puzzles take, before any line is read.
pub(crate) fn refuse(given: &[(&str, bool)]) -> Result<(), Complaint> {
    match given.iter().find(|(_, is_given)| *is_given) {
        Some((field, _)) => Err(Complaint::option(AskError::OtherFamily { family: Family::Pack }, field)),
        None => Ok(()),
    }
}

/// Answers every line of the argument that the fields name: `ask` makes the question of a board. The options are those
/// that its search uses; `None` when it searches nothing.
pub(crate) fn run(
    common: &Common,
    fields: &PuzzleFields,
    options: Option<&Options>,
    ask: impl Fn(PuzzleFields) -> Question + Sync,
) -> Result<Exit, Complaint> {
    output::check_extension(common, &["json"])?;
    refuse(&[("no_flip", fields.no_flip)])?;
    let lines = input::batch(&fields.puzzle)?;
    let mut fields = fields.clone();
    input::resolve_goal(&mut fields.goal)?;
    let out = ResultStream::open(common)?;
    let batch = BatchWork { fields, ask, worker: worker(common), tables: BatchTables::new(common) };
    let threads = common.threads();
    let (give, take) = sync_channel::<(usize, ReadLine)>(4 * threads);
    let take = Mutex::new(take);
    let (done, answers) = channel();
    std::thread::scope(|scope| {
        let batch = &batch;
        scope.spawn(move || {
            let mut places = GoalPlaces { options, by_goal: HashMap::new() };
            for (number, line) in lines.enumerate() {
                if give.send((number, batch.read(line, &mut places))).is_err() || watch::interrupted() {
                    return;
                }
            }
        });
        for _ in 0..threads {
            let done = done.clone();
            let take = &take;
            scope.spawn(move || work(take, &done, batch));
        }
        drop(done);
        print(&answers, out, common)
    })
}

/// The options of one worker: its share of the memory, and no progress line.
fn worker(common: &Common) -> Common {
    let mut worker = Common { no_progress: true, ..common.clone() };
    worker.limits.memory_limit_bytes = Some(common.memory_limit() / common.threads() as u64);
    worker
}

/// Answers lines until there are no more.
fn work(
    take: &Mutex<Receiver<(usize, ReadLine)>>,
    done: &Sender<(usize, AnsweredLine)>,
    batch: &BatchWork<impl Fn(PuzzleFields) -> Question + Sync>,
) {
    loop {
        let next = take.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((number, line)) = next else { return };
        if done.send((number, batch.answer(line))).is_err() {
            return;
        }
    }
}

/// What all lines have in common.
struct BatchWork<F> {
    fields: PuzzleFields,
    ask: F,
    worker: Common,
    tables: BatchTables,
}

/// A line that was read.
struct ReadLine {
    number: u64,
    /// The puzzle and how many of its kind came before, or why there is none.
    board: Result<(Puzzle, u64), LineProblem>,
}

/// What is printed for a line.
struct AnsweredLine {
    json: String,
    exit: Exit,
}

impl<F: Fn(PuzzleFields) -> Question + Sync> BatchWork<F> {
    fn read(&self, (number, line): BatchLine, places: &mut GoalPlaces<'_>) -> ReadLine {
        let board = line.and_then(|line| Ok(self.puzzle(&line, number)?)).map(|puzzle| {
            let before = places.before(&puzzle);
            (puzzle, before)
        });
        ReadLine { number, board }
    }

    fn puzzle(&self, line: &str, number: u64) -> Result<Puzzle, Refusal> {
        let board = text::read_from(line, number as usize, self.fields.size)
            .map_err(|mistake| Refusal::of_board(mistake, line, "puzzle"))?;
        let goal = read::goal(self.fields.goal.as_deref(), board.size())?;
        Ok(Puzzle::new(board, goal).expect("the goal was read for the board's size"))
    }

    fn answer(&self, line: ReadLine) -> AnsweredLine {
        let ReadLine { number, board } = line;
        let (puzzle, before) = match board {
            Ok(read) => read,
            Err(problem) => return AnsweredLine::of_problem(number, &problem),
        };
        let _attended = watch::attend();
        let tables = self.tables.for_board(&self.worker, &puzzle, before);
        let desk = BatchDesk { worker: &self.worker, asked: Moment::now(), tables };
        let (puzzle, size) = (one_line(puzzle.board()), Some(puzzle.size()));
        let question = (self.ask)(PuzzleFields { puzzle, size, ..self.fields.clone() });
        match answer(&question.within(self.worker.limits.clone()), &desk) {
            // The report is an object: the line's number goes in front of its first field.
            Ok(report) => AnsweredLine {
                json: format!("{{\"line\":{number},{}", &report.json()[1..]),
                exit: report.ending().into(),
            },
            Err(refusal) => AnsweredLine::of_problem(number, &refusal.into()),
        }
    }
}

/// How many boards of a goal are searched with tables.
struct GoalPlaces<'a> {
    options: Option<&'a Options>,
    by_goal: HashMap<Board, u64>,
}

impl GoalPlaces<'_> {
    /// How many came before this one.
    fn before(&mut self, puzzle: &Puzzle) -> u64 {
        let serves = |options: &Options| options.uses_tables(puzzle.size()) && Parity::is_solvable(puzzle);
        if !self.options.is_some_and(serves) {
            return 0;
        }
        let place = self.by_goal.entry(puzzle.goal().clone()).or_default();
        *place += 1;
        *place - 1
    }
}

/// A line that could not be answered.
#[derive(Serialize)]
struct BadLine {
    line: u64,
    error: LineError,
}

/// Why it could not.
#[derive(Serialize)]
struct LineError {
    code: String,
    message: String,
    line: u64,
    column: Option<usize>,
    field: Option<String>,
    values: Map<String, Value>,
    mistake: String,
}

impl LineError {
    fn of(number: u64, problem: &LineProblem) -> LineError {
        let (code, mistake) = match problem {
            LineProblem::Unreadable(_) => ("read".into(), "read".into()),
            LineProblem::TooLong => ("too-long".into(), "too-long".into()),
            LineProblem::Refused(refusal) => (line_code(refusal), refusal.mistake()),
        };
        let refusal = if let LineProblem::Refused(refusal) = problem { Some(refusal) } else { None };
        LineError {
            code,
            message: problem.to_string(),
            line: number,
            column: refusal.and_then(|refusal| refusal.place()).map(|at| at.column),
            field: refusal.and_then(|refusal| refusal.field()).map(String::from),
            values: refusal.map(|refusal| refusal.values()).unwrap_or_default(),
            mistake,
        }
    }
}

/// The code of a line's error: the mistake in a board, `goal`, or `options`.
fn line_code(refusal: &Refusal) -> String {
    match (refusal.field(), refusal.code()) {
        (Some("goal"), _) => "goal".into(),
        (_, "bad-puzzle") => refusal.mistake(),
        _ => "options".into(),
    }
}

impl AnsweredLine {
    fn of_problem(number: u64, problem: &LineProblem) -> AnsweredLine {
        let bad = BadLine { line: number, error: LineError::of(number, problem) };
        AnsweredLine { json: output::json(&bad), exit: Exit::Fault }
    }
}

/// Prints answers in the order of their lines; the exit code of the whole.
fn print(answers: &Receiver<(usize, AnsweredLine)>, mut out: ResultStream, common: &Common) -> Result<Exit, Complaint> {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    let (mut faulty, mut limited) = (false, false);
    loop {
        match answers.recv_timeout(Duration::from_millis(50)) {
            Ok((number, line)) => drop(waiting.insert(number, line)),
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => break,
        }
        while let Some(line) = waiting.remove(&next) {
            if let Err(complaint) = output::written(out.write(&(line.json + "\n")).and_then(|()| out.flush())) {
                // The reader may be waiting for a line that never comes: there is nothing to tidy up but the file.
                drop(out);
                output::complain(&complaint, Color::Never);
                std::process::exit(Exit::from(&complaint) as i32);
            }
            faulty |= line.exit == Exit::Fault;
            limited |= line.exit == Exit::Limit;
            next += 1;
        }
    }
    out.finish(common)?;
    Ok(match (watch::interrupted(), faulty, limited) {
        (true, ..) => Exit::Interrupted,
        (_, true, _) => Exit::Fault,
        // A board without a solution is an answer; only a limit makes the whole incomplete.
        (_, _, true) => Exit::Limit,
        _ => Exit::Answered,
    })
}
