//! `--batch`: every line a board, one JSON object a line, in the order of the input.
//!
//! A thread reads, as many as asked for answer, and the answers are printed in order as soon as they are there: a program
//! at the other end of the pipe can ask and wait. The memory limit is shared out, so that the whole keeps to it.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde::Serialize;
use ubin::run::Run;
use ubin::slide::{Puzzle, Shelf, text};
use ubin::text::Mistake as _;

use crate::args::{Common, PuzzleArgs};
use crate::exit::{Exit, Fault};
use crate::input::{self, BatchLine};
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

/// A batch with more lines than this is worth the largest tables: building 7-8 takes as long as the search of so many 4x4
/// boards with the small ones.
const LONG: u64 = 1000;

/// The tables that a batch is searched with. Which line gets which depends on its number alone, so a batch may come
/// through a pipe, and node counts do not depend on threads.
pub(crate) struct Shelves {
    first: Shelf,
    rest: Shelf,
}

impl Shelves {
    /// The batch is spread over the threads: every board is searched on one, tables are built on all.
    pub(crate) fn new(common: &Common) -> Shelves {
        let shelf = || common.shelf(1).with_builders(common.threads());
        Shelves { first: shelf(), rest: shelf().eager() }
    }

    pub(crate) fn for_line(&self, common: &Common, puzzle: &Puzzle, line: u64) -> &Shelf {
        if line <= LONG {
            return &self.first;
        }
        if !self.rest.is_prepared(puzzle.goal()) {
            // The tables are the batch's: the time limit of a line does not hold for them.
            let watch = Watch::start(common, None);
            let run = Run::new(common.limits(), watch.control());
            // Stopped, because the whole was interrupted: the line's own search stops for the same reason.
            let _ = self.rest.prepare(puzzle.goal(), &run);
        }
        &self.rest
    }
}

/// Answers every line by `each`, which gets the common options of one worker and the line's number.
pub(crate) fn run(
    common: &Common,
    args: &PuzzleArgs,
    each: impl Fn(&Common, &Puzzle, u64) -> Answered + Sync,
) -> Result<Exit, Fault> {
    output::check_extension(common, &["json"])?;
    let lines = input::batch(&args.puzzle)?;
    let out = Stream::open(common)?;
    let threads = common.threads();
    let worker =
        Common { memory_limit: Some(common.memory_limit() / threads as u64), no_progress: true, ..common.clone() };
    let answer = |line: &BatchLine| one(&worker, args, line, &each);

    let (give, take) = sync_channel::<(usize, BatchLine)>(4 * threads);
    let take = Mutex::new(take);
    let (done, answers) = channel();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            for numbered in lines.enumerate() {
                if give.send(numbered).is_err() || watch::interrupted() {
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
    take: &Mutex<Receiver<(usize, BatchLine)>>,
    done: &Sender<(usize, Line)>,
    answer: &(impl Fn(&BatchLine) -> Line + Sync),
) {
    loop {
        let next = take.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((number, line)) = next else { return };
        if done.send((number, answer(&line))).is_err() {
            return;
        }
    }
}

/// What is printed for a line.
struct Line {
    json: String,
    exit: Exit,
}

fn one(
    worker: &Common,
    args: &PuzzleArgs,
    (number, line): &BatchLine,
    each: &impl Fn(&Common, &Puzzle, u64) -> Answered,
) -> Line {
    let bad = |code, message: String, column| {
        let error = Error { code, message, line: *number, column };
        Line { json: output::json(&Bad { line: *number, error }), exit: Exit::Fault }
    };
    let line = match line {
        Ok(line) => line,
        Err(refused) => return bad(refused.code, refused.message.clone(), refused.column),
    };
    let board = match text::read_from(line, *number as usize, args.size) {
        Ok(board) => board,
        Err(mistake) => return bad(mistake.code(), mistake.to_string(), mistake.place().map(|at| at.column)),
    };
    let goal = match input::goal(args.goal(), board.size()) {
        Ok(goal) => goal,
        Err(fault) => return bad("goal", fault.to_string(), None),
    };
    let puzzle = Puzzle::new(board, goal).expect("the goal was read for the board's size");
    match each(worker, &puzzle, *number) {
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
