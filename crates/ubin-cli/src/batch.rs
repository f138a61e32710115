//! `--batch`: every line a board, one JSON object a line, in the order of the input.
//!
//! A thread reads, as many as asked for answer, and the answers are printed in order as soon as they are there: a program
//! at the other end of the pipe can ask and wait. The memory limit is shared out, so that the whole keeps to it.
//!
//! The reader reads boards, not only lines: it numbers those of a goal that are searched with pattern tables, because the
//! largest tables are made ready for the goals of many boards.

use std::collections::{BTreeMap, HashMap};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use serde::Serialize;
use ubin::run::Run;
use ubin::slide::parity::Parity;
use ubin::slide::solve::Options;
use ubin::slide::store::LargeTables;
use ubin::slide::{Board, Puzzle, TableStore, text};
use ubin::text::Mistake as _;

use crate::args::{Common, PuzzleArgs};
use crate::exit::{Exit, Fault};
use crate::input::{self, BatchLine, Refused};
use crate::output::{self, Stream};
use crate::watch::{self, Watch};

/// The answer to one board: its JSON object and its exit code, or why it has none.
pub(crate) type Answered = Result<(String, Exit), String>;

/// A line that could not be answered.
#[derive(Serialize)]
struct Bad {
    line: u64,
    error: Error,
}

#[derive(Serialize)]
struct Error {
    code: &'static str,
    message: String,
    line: u64,
    column: Option<usize>,
}

/// A batch with more boards of one goal than this is worth the largest tables: building 7-8 takes as long as the search of
/// so many 4x4 boards with the small ones.
const LONG: u64 = 1000;

/// The tables that a batch is searched with. Which board gets which depends on its place among those of its goal alone, so
/// a batch may come through a pipe, and node counts do not depend on threads.
pub(crate) struct BatchTables {
    first: TableStore,
    /// The same tables; searches begin with the largest.
    rest: TableStore,
    /// The goals whose largest tables were asked for, with success or not: once is enough.
    asked: Mutex<Vec<(Board, Arc<OnceLock<()>>)>>,
}

impl BatchTables {
    /// The batch is spread over the threads: every board is searched on one, tables are built on all.
    pub(crate) fn new(common: &Common) -> BatchTables {
        let first = common.tables(1).with_builders(common.threads());
        BatchTables { rest: first.clone().eager(), first, asked: Mutex::default() }
    }

    /// The tables for a board of so many before it with its goal that are searched with tables.
    pub(crate) fn for_board(&self, common: &Common, puzzle: &Puzzle, before: u64) -> &TableStore {
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
        let large = if common.time_limit.is_some() { LargeTables::Kept } else { LargeTables::Build };
        let watch = Watch::start(common, None);
        let mut run = Run::new(common.limits(), watch.control());
        // Stopped, because the whole was interrupted: the board's own search stops for the same reason.
        let _ = self.rest.prepare(goal, large, &mut run);
    }
}

/// Answers every line by `each`, which gets the common options of one worker, and how many boards with the same goal
/// came before that these options search with tables.
pub(crate) fn run(
    common: &Common,
    args: &PuzzleArgs,
    options: Option<&Options>,
    each: impl Fn(&Common, &Puzzle, u64) -> Answered + Sync,
) -> Result<Exit, Fault> {
    output::check_extension(common, &["json"])?;
    let lines = input::batch(&args.puzzle)?;
    let out = Stream::open(common)?;
    let threads = common.threads();
    let worker =
        Common { memory_limit: Some(common.memory_limit() / threads as u64), no_progress: true, ..common.clone() };
    let answer = |asked: &Asked| one(&worker, asked, &each);

    let (give, take) = sync_channel::<(usize, Asked)>(4 * threads);
    let take = Mutex::new(take);
    let (done, answers) = channel();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let mut places = Places { options, by_goal: HashMap::new() };
            for (number, line) in lines.enumerate() {
                if give.send((number, Asked::read(args, line, &mut places))).is_err() || watch::interrupted() {
                    return;
                }
            }
        });
        for _ in 0..threads {
            let done = done.clone();
            let (take, answer) = (&take, &answer);
            scope.spawn(move || work(take, &done, answer));
        }
        drop(done);
        print(&answers, out, common)
    })
}

/// Answers lines until there are no more.
fn work(
    take: &Mutex<Receiver<(usize, Asked)>>,
    done: &Sender<(usize, Line)>,
    answer: &(impl Fn(&Asked) -> Line + Sync),
) {
    loop {
        let next = take.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((number, asked)) = next else { return };
        if done.send((number, answer(&asked))).is_err() {
            return;
        }
    }
}

/// What is printed for a line.
struct Line {
    json: String,
    exit: Exit,
}

/// How many boards of a goal are searched with tables.
struct Places<'a> {
    options: Option<&'a Options>,
    by_goal: HashMap<Board, u64>,
}

impl Places<'_> {
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

/// A line that was read.
struct Asked {
    number: u64,
    /// The puzzle and how many of its kind came before, or why there is none.
    board: Result<(Puzzle, u64), Refused>,
}

impl Asked {
    fn read(args: &PuzzleArgs, (number, line): BatchLine, places: &mut Places<'_>) -> Asked {
        let board = line.and_then(|line| puzzle(args, &line, number)).map(|puzzle| {
            let before = places.before(&puzzle);
            (puzzle, before)
        });
        Asked { number, board }
    }
}

fn puzzle(args: &PuzzleArgs, line: &str, number: u64) -> Result<Puzzle, Refused> {
    let board = text::read_from(line, number as usize, args.size).map_err(|mistake| Refused {
        code: mistake.code(),
        message: mistake.to_string(),
        column: mistake.place().map(|at| at.column),
    })?;
    let goal = input::goal(args.goal(), board.size()).map_err(|fault| Refused {
        code: "goal",
        message: fault.to_string(),
        column: None,
    })?;
    Ok(Puzzle::new(board, goal).expect("the goal was read for the board's size"))
}

fn one(worker: &Common, asked: &Asked, each: &impl Fn(&Common, &Puzzle, u64) -> Answered) -> Line {
    let number = asked.number;
    let bad = |code, message: String, column| {
        let error = Error { code, message, line: number, column };
        Line { json: output::json(&Bad { line: number, error }), exit: Exit::Fault }
    };
    let (puzzle, before) = match &asked.board {
        Ok((puzzle, before)) => (puzzle, *before),
        Err(refused) => return bad(refused.code, refused.message.clone(), refused.column),
    };
    match each(worker, puzzle, before) {
        // The report is an object: the line's number goes in front of its first field.
        Ok((json, exit)) => Line { json: format!("{{\"line\":{number},{}", &json[1..]), exit },
        Err(message) => bad("options", message, None),
    }
}

/// Prints answers in the order of their lines; the exit code of the whole.
fn print(answers: &Receiver<(usize, Line)>, mut out: Stream, common: &Common) -> Result<Exit, Fault> {
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
            if let Err(fault) = output::written(out.write(&(line.json + "\n")).and_then(|()| out.flush())) {
                // The reader may be waiting for a line that never comes: there is nothing to tidy up but the file.
                drop(out);
                output::complain(&fault, crate::args::Color::Never);
                std::process::exit(Exit::from(&fault) as i32);
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
