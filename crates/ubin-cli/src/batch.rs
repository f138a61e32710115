//! `--batch`: every line a board, one JSON object a line, in the order of the input.
//!
//! A thread reads, as many as asked for answer, and the answers are printed in order as soon as they are there: a program
//! at the other end of the pipe can ask and wait. The memory limit is shared out, so that the whole keeps to it; the time
//! limit is that of the whole command, and a node limit each puzzle's.
//!
//! With a checkpoint, lines that an earlier run has answered are printed as they were; a line that a limit ended is asked again.
//!
//! The reader reads boards, not only lines: it knows the place of each among those of its goal, which decides on the tables
//! (`ubin_front::BatchTables`).

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::json;
use ubin::slide::solve::Options;
use ubin::slide::{Puzzle, TableStore, text};
use ubin::text::Family;
use ubin_front::clock::Moment;
use ubin_front::question::{LimitFields, PuzzleFields, Question};
use ubin_front::render::text::one_line;
use ubin_front::{Allowance, AskError, BatchPlaces, BatchTables, Desk, Refusal, RefusalReport, Waits, answer, read};

use crate::args::{Color, Common};
use crate::checkpoint::RowLedger;
use crate::complaint::Complaint;
use crate::exit::Exit;
use crate::input::{self, Batch, BatchLine, LineProblem};
use crate::output::{self, ResultStream};
use crate::watch;

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

/// Refuses options that only puzzles of a family take.
pub(crate) fn refuse(given: &[(&str, bool)], family: Family) -> Result<(), Complaint> {
    match given.iter().find(|(_, is_given)| *is_given) {
        Some((field, _)) => Err(Complaint::option(AskError::OtherFamily { family }, field)),
        None => Ok(()),
    }
}

/// Answers every puzzle of the argument that the fields name: `ask` makes the question of one. The options are those
/// that a sliding search uses; `None` when it searches nothing. What only packing puzzles take is refused for boards.
pub(crate) fn run(
    common: &Common,
    fields: &PuzzleFields,
    options: Option<&Options>,
    of_packing: &[(&str, bool)],
    ask: impl Fn(PuzzleFields) -> Question + Sync,
) -> Result<Exit, Complaint> {
    output::check_extension(common, &["json", "jsonl"])?;
    let Batch { family, puzzles: lines } = input::batch(&fields.puzzle)?;
    match family {
        Family::Slide => {
            refuse(&[("no_flip", fields.no_flip)], Family::Pack)?;
            refuse(of_packing, Family::Pack)?;
        }
        Family::Pack => refuse(&[("goal", fields.goal.is_some()), ("size", fields.size.is_some())], Family::Slide)?,
    }
    let mut fields = fields.clone();
    input::resolve_goal(&mut fields.goal)?;
    let out = ResultStream::open(common)?;
    let template = ask(PuzzleFields { puzzle: String::new(), ..fields.clone() });
    let saved = RowLedger::open(common, json!({"batch": template.within(LimitFields::default()).write()}))?;
    // The batch is spread over the threads: every puzzle is searched on one, tables are built on all.
    let tables = BatchTables::new(common.tables(1).with_builders(common.threads()));
    let batch = BatchWork { family, fields, ask, worker: worker(common), asked: Moment::now(), tables, saved };
    let threads = common.threads();
    let (give, take) = sync_channel::<(usize, ReadLine)>(4 * threads);
    let take = Mutex::new(take);
    let (done, answers) = channel();
    std::thread::scope(|scope| {
        let batch = &batch;
        scope.spawn(move || {
            let mut places = BatchPlaces::new(options.copied());
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
        print(&answers, out, common, batch.saved.as_ref())
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
    done: &Sender<(usize, Result<AnsweredLine, Complaint>)>,
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
    family: Family,
    fields: PuzzleFields,
    ask: F,
    worker: Common,
    /// When the first line was asked for.
    asked: Moment,
    tables: BatchTables,
    /// What earlier runs have answered, where that is kept.
    saved: Option<RowLedger>,
}

/// A line that was read.
struct ReadLine {
    number: u64,
    /// The line itself, to compare it with the one that was answered by an earlier run.
    text: String,
    /// The puzzle, or why there is none.
    puzzle: Result<BatchPuzzle, LineProblem>,
}

/// A puzzle of a batch.
enum BatchPuzzle {
    /// A sliding board, and its place among those of its goal.
    Slide(Box<Puzzle>, u64),
    /// The text of a packing puzzle.
    Pack(String),
}

/// What is printed for a line.
struct AnsweredLine {
    number: u64,
    text: String,
    json: String,
    exit: Exit,
    /// Whether an earlier run has answered it.
    is_saved: bool,
}

impl<F: Fn(PuzzleFields) -> Question + Sync> BatchWork<F> {
    fn read(&self, (number, line): BatchLine, places: &mut BatchPlaces) -> ReadLine {
        let text = line.as_ref().map_or_else(|_| String::new(), String::clone);
        let puzzle = line.and_then(|line| match self.family {
            Family::Pack => Ok(BatchPuzzle::Pack(line)),
            Family::Slide => {
                let puzzle = self.puzzle(&line, number)?;
                let place = places.next(&puzzle);
                Ok(BatchPuzzle::Slide(Box::new(puzzle), place))
            }
        });
        ReadLine { number, text, puzzle }
    }

    fn puzzle(&self, line: &str, number: u64) -> Result<Puzzle, Refusal> {
        let board = text::read_from(line, number as usize, self.fields.size)
            .map_err(|mistake| Refusal::of_board(mistake, line, "puzzle"))?;
        let goal = read::goal(self.fields.goal.as_deref(), board.size())?;
        Ok(Puzzle::new(board, goal).expect("the goal was read for the board's size"))
    }

    fn answer(&self, line: ReadLine) -> Result<AnsweredLine, Complaint> {
        let ReadLine { number, text, puzzle } = line;
        let saved = self.saved.as_ref().map(|saved| saved.answer(number, &text)).transpose()?.flatten();
        if let Some(SavedLine { exit, json }) = saved {
            let exit = if exit == Exit::Fault as u8 { Exit::Fault } else { Exit::Answered };
            return Ok(AnsweredLine { number, text, json, exit, is_saved: true });
        }
        let (json, exit) = self.searched(number, puzzle);
        Ok(AnsweredLine { number, text, json, exit, is_saved: false })
    }

    /// The answer to a puzzle, and how it ended.
    fn searched(&self, number: u64, puzzle: Result<BatchPuzzle, LineProblem>) -> (String, Exit) {
        let _attended = watch::attend();
        let desk = BatchDesk { worker: &self.worker, asked: self.moment(), tables: self.tables.first() };
        let (puzzle, size, tables) = match puzzle {
            Ok(BatchPuzzle::Slide(puzzle, place)) => {
                let tables = self.tables.for_board(&puzzle, place, &self.worker.limits, &desk);
                (one_line(puzzle.board()), Some(puzzle.size()), tables)
            }
            Ok(BatchPuzzle::Pack(text)) => (text, None, self.tables.first()),
            Err(problem) => return problem_line(number, &problem),
        };
        let desk = BatchDesk { asked: self.moment(), tables, ..desk };
        let question = (self.ask)(PuzzleFields { puzzle, size, ..self.fields.clone() });
        match answer(&question.within(self.worker.limits.clone()), &desk) {
            // The report is an object: the line's number goes in front of its first field.
            Ok(report) => (format!("{{\"line\":{number},{}", &report.json()[1..]), report.ending().into()),
            Err(refusal) => problem_line(number, &refusal.from_line(number as usize).into()),
        }
    }

    /// From when on the time of a puzzle counts: a time limit is the whole command's, while the effort that a large board has without one is its own.
    fn moment(&self) -> Moment {
        if self.worker.limits.time_limit_ms.is_some() { self.asked } else { Moment::now() }
    }
}

/// A line that could not be answered.
#[derive(Serialize)]
struct BadLine {
    line: u64,
    error: RefusalReport,
}

/// The line of a board that could not be answered.
fn problem_line(number: u64, problem: &LineProblem) -> (String, Exit) {
    let mut error = match problem {
        LineProblem::Unreadable(_) => RefusalReport::new("read", problem.to_string()),
        LineProblem::TooLong => RefusalReport::new("too-long", problem.to_string()),
        LineProblem::Refused(refusal) => refusal.told(),
    };
    // What is not about a place in the line is about the whole of it.
    error.line.get_or_insert(number as usize);
    (output::json(&BadLine { line: number, error }), Exit::Fault)
}

/// An answered line as it is kept.
#[derive(Serialize, Deserialize)]
struct SavedLine {
    exit: u8,
    json: String,
}

impl AnsweredLine {
    /// Keeps the line for later runs. One that a limit or Ctrl-C ended is asked again.
    fn keep(&self, saved: Option<&RowLedger>) -> Result<(), Complaint> {
        match saved {
            Some(saved) if !self.is_saved && !matches!(self.exit, Exit::Limit | Exit::Interrupted) => {
                let line = SavedLine { exit: self.exit as u8, json: self.json.clone() };
                saved.keep(self.number, &self.text, &line)
            }
            _ => Ok(()),
        }
    }
}

/// Prints answers in the order of their lines; the exit code of the whole.
fn print(
    answers: &Receiver<(usize, Result<AnsweredLine, Complaint>)>,
    mut out: ResultStream,
    common: &Common,
    saved: Option<&RowLedger>,
) -> Result<Exit, Complaint> {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    let (mut faulty, mut limited) = (false, false);
    loop {
        match answers.recv_timeout(Duration::from_millis(50)) {
            // Kept before its turn: a line before it may take hours.
            Ok((number, line)) => {
                let kept = line.and_then(|line| line.keep(saved).map(|()| line));
                waiting.insert(number, kept);
            }
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => break,
        }
        while let Some(line) = waiting.remove(&next) {
            let written = line.and_then(|line| {
                output::written(out.write(&line.json).and_then(|()| out.write("\n")).and_then(|()| out.flush()))?;
                Ok(line.exit)
            });
            let exit = match written {
                Ok(exit) => exit,
                Err(complaint) => {
                    // The reader may be waiting for a line that never comes: there is nothing to tidy up but the file.
                    drop(out);
                    output::complain(&complaint, Color::Never);
                    std::process::exit(Exit::from(&complaint) as i32);
                }
            };
            faulty |= exit == Exit::Fault;
            limited |= exit == Exit::Limit;
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
