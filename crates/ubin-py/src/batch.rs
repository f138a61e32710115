//! Many puzzles in one call: spread over the threads, answered in their order.
//!
//! All puzzles are read first, so that a mistake is told before any work; then every puzzle is searched on one thread, as in a batch of the command, with the same tables. The calling thread works, too, and looks at Python.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use ubin::slide::Puzzle;
use ubin::slide::solve::Options;
use ubin_front::question::Question;
use ubin_front::read::AnyPuzzle;
use ubin_front::{BatchPlaces, BatchTables, Refusal, Report, answer};

use crate::caller::{Caller, PythonDesk, cores, tables};
use crate::input;
use crate::report::{PythonReport, raised};

/// Puzzles that a thread takes at once.
const CHUNK: usize = 16;

/// Answers one question about many puzzles.
#[pyfunction]
#[pyo3(signature = (verb, puzzles, fields, progress=None))]
pub(crate) fn ask_many<'py>(
    py: Python<'py>,
    verb: &str,
    puzzles: &Bound<'py, PyAny>,
    fields: &Bound<'py, PyDict>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyList>> {
    let texts = input::texts(puzzles)?;
    let mut fields = input::fields(fields)?;
    fields.insert("puzzle".into(), "".into());
    let question = Question::of_fields(verb, fields).map_err(|refusal| raised(py, &refusal, None))?;
    let caller = Caller::new(progress);
    let reports = py.detach(|| PuzzleBatch::read(&question, texts, &caller).and_then(|batch| batch.answers(&caller)));
    caller.ended(py)?;
    let reports = reports.map_err(|(place, refusal)| raised(py, &refusal, Some(place)))?;
    if !caller.has_left() {
        // A bar ends full.
        caller.tell(py)?;
    }
    let reports = reports.into_iter().map(|report| Py::new(py, PythonReport::new(report)));
    PyList::new(py, reports.collect::<PyResult<Vec<_>>>()?)
}

/// A refusal, and the place of its puzzle.
type RefusalAt = (usize, Refusal);

/// A puzzle of a batch.
struct ReadPuzzle {
    question: Question,
    /// A sliding puzzle as it was read, and its place among those of its goal.
    sliding: Option<(Puzzle, u64)>,
}

struct PuzzleBatch {
    /// How many threads are asked for.
    threads: usize,
    puzzles: Vec<ReadPuzzle>,
}

impl PuzzleBatch {
    fn read(question: &Question, texts: Vec<String>, caller: &Caller) -> Result<PuzzleBatch, RefusalAt> {
        let mut places = BatchPlaces::new(options(question).map_err(|refusal| (0, refusal))?);
        let mut puzzles = Vec::with_capacity(texts.len());
        for (place, text) in texts.into_iter().enumerate() {
            if caller.has_raised() {
                break;
            }
            let question = question.clone().about(text);
            let fields = question.puzzle().expect("the verbs of a batch are about a puzzle");
            let sliding = match fields.read(|_| ()).map_err(|refusal| (place, refusal))? {
                AnyPuzzle::Slide(puzzle) => {
                    let place = places.next(&puzzle);
                    Some((*puzzle, place))
                }
                AnyPuzzle::Pack(_) => None,
            };
            puzzles.push(ReadPuzzle { question, sliding });
        }
        Ok(PuzzleBatch { threads: question.limits().threads.map_or_else(cores, usize::from), puzzles })
    }

    fn answers(&self, caller: &Arc<Caller>) -> Result<Vec<Report>, RefusalAt> {
        let threads = self.threads.min(self.puzzles.len().div_ceil(CHUNK)).max(1);
        let tables = BatchTables::new(tables().with_threads(1));
        let next = AtomicUsize::new(0);
        let done = Mutex::new(Vec::with_capacity(self.puzzles.len()));
        let work = || self.work(caller, &tables, (threads, &next), &done);
        thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(work);
            }
            work();
        });
        let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.sort_unstable_by_key(|&(place, _)| place);
        done.into_iter().map(|(place, answer)| answer.map_err(|refusal| (place, refusal))).collect()
    }

    /// Answers puzzles until there are no more, or none is wanted.
    fn work(
        &self,
        caller: &Arc<Caller>,
        tables: &BatchTables,
        (threads, next): (usize, &AtomicUsize),
        done: &Mutex<Vec<(usize, Result<Report, Refusal>)>>,
    ) {
        loop {
            let first = next.fetch_add(CHUNK, Relaxed);
            let chunk = self.puzzles.iter().enumerate().skip(first).take(CHUNK);
            if first >= self.puzzles.len() {
                return;
            }
            let mut answers = Vec::with_capacity(CHUNK);
            for (place, puzzle) in chunk {
                // What is left is answered all the same, as stopped before it began: an answer for every puzzle. What was
                // raised takes the place of all answers.
                if caller.has_raised() {
                    return;
                }
                answers.push((place, self.one(puzzle, caller, tables, threads)));
                caller.answered.fetch_add(1, Relaxed);
            }
            done.lock().unwrap_or_else(PoisonError::into_inner).extend(answers);
        }
    }

    fn one(
        &self,
        puzzle: &ReadPuzzle,
        caller: &Arc<Caller>,
        tables: &BatchTables,
        threads: usize,
    ) -> Result<Report, Refusal> {
        let limits = puzzle.question.limits();
        let whole = PythonDesk::of(&puzzle.question, caller);
        let memory = whole.memory() / threads as u64;
        let store = match &puzzle.sliding {
            Some((sliding, place)) => tables.for_board(sliding, *place, limits, &whole),
            None => tables.first(),
        };
        answer(&puzzle.question, &PythonDesk::new(caller, store.clone(), 1, memory))
    }
}

/// The options that the search of a sliding puzzle has; `None` where nothing is searched.
fn options(question: &Question) -> Result<Option<Options>, Refusal> {
    match question {
        Question::Solve(asked) => {
            let metric = asked.wording.wording().metric;
            // A packing method is refused with the first sliding puzzle; boards to pack have no tables.
            Ok(asked.search.options().ok().map(|options| Options { metric, ..options }))
        }
        Question::Count(_) | Question::Hint(_) => Ok(Some(Options::default())),
        _ => Ok(None),
    }
}
