//! The search behind the screen: one job at a time on a thread of its own.
//!
//! A game says which job it **wants**; the desk starts it, replaces it when the game wants another, and hands back what was **found**. Nobody ever waits for a job: one that is no longer
//! wanted is told to stop and forgotten.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use ubin::pack::challenge::{self, Challenge, ChallengeWish, NoChallenge};
use ubin::pack::hint::{self, PackHint};
use ubin::pack::{self, PackOutcome, PackPlan};
use ubin::run::{Control, Limits, Progress, Run, Stop};
use ubin::slide::solve::{Options, SlideAnswer, solve};
use ubin::slide::{Board, Puzzle, TableStore};

use super::level::{self, Level};

/// What a game can ask for.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Job {
    /// The way from a sliding board to its goal; large boards are given so much time.
    Way { puzzle: Puzzle, effort: Option<Duration> },
    /// A new sliding board.
    Shuffle { goal: Board, level: Level, seed: u64 },
    /// The next piece of a packing, or why there is none.
    Next { puzzle: pack::Puzzle },
    /// All pieces of a packing.
    Fill { puzzle: pack::Puzzle },
    /// A new packing challenge.
    Challenge { set: pack::Puzzle, level: Level, seed: u64 },
}

/// What a job gave.
#[derive(Debug)]
pub(super) enum Found {
    /// The board that was solved, and how.
    Way(Board, Box<SlideAnswer>),
    /// The board, and its shortest length where it is known.
    Shuffle(Result<(Board, Option<u32>), Stop>),
    Next(PackOutcome<Option<PackHint>>),
    Fill(PackOutcome<pack::Solution>),
    Challenge(Result<Box<Challenge>, NoChallenge>),
}

/// What every job needs.
#[derive(Clone)]
pub(super) struct Means {
    pub(super) tables: TableStore,
    pub(super) limits: Limits,
    pub(super) threads: usize,
    /// No search takes longer.
    pub(super) time_limit: Option<Duration>,
}

impl Job {
    /// Does the work.
    pub(super) fn run(&self, means: &Means, control: &Control) -> Found {
        let mut run = Run::new(means.limits, control);
        match self {
            Job::Way { puzzle, .. } => {
                let found = solve(puzzle, &Options::default(), &means.tables, &mut run);
                Found::Way(puzzle.board().clone(), Box::new(found.expect("the default options fit every board")))
            }
            Job::Shuffle { goal, level, seed } => {
                Found::Shuffle(level::shuffle(goal, *level, *seed, &means.tables, &mut run))
            }
            Job::Next { puzzle } => Found::Next(hint::hint(puzzle, &mut run).outcome),
            Job::Fill { puzzle } => {
                let plan = PackPlan { method: pack::Method::Auto, threads: means.threads };
                Found::Fill(pack::solve::solve(puzzle, plan, &mut run).outcome)
            }
            Job::Challenge { set, level, seed } => {
                let wish = ChallengeWish { placed: None, grade: Some(level.grade()), seed: *seed };
                Found::Challenge(challenge::make(set, wish, &mut run).map(Box::new))
            }
        }
    }

    fn effort(&self) -> Option<Duration> {
        match self {
            Job::Way { effort, .. } => *effort,
            _ => None,
        }
    }
}

/// A job under way.
struct Task {
    job: Job,
    control: Arc<Control>,
    found: Receiver<Found>,
    thread: JoinHandle<()>,
    started: Instant,
}

/// Where jobs are done.
pub(super) struct Desk {
    means: Means,
    task: Option<Task>,
}

impl Desk {
    pub(super) fn new(means: Means) -> Desk {
        Desk { means, task: None }
    }

    /// What every job needs.
    pub(super) fn means(&self) -> &Means {
        &self.means
    }

    /// Makes the job that is wanted the one under way.
    pub(super) fn want(&mut self, job: Option<Job>) {
        if self.task.as_ref().map(|task| &task.job) == job.as_ref() {
            return;
        }
        self.drop_task();
        self.task = job.map(|job| self.begin(job));
    }

    fn begin(&self, job: Job) -> Task {
        let (sender, found) = mpsc::channel();
        let control = Arc::new(Control::new());
        let (means, work, handle) = (self.means.clone(), job.clone(), control.clone());
        let thread = thread::spawn(move || {
            // Nobody listens any more when the job was replaced.
            let _ = sender.send(work.run(&means, &handle));
        });
        Task { job, control, found, thread, started: Instant::now() }
    }

    /// What the job has found, if it has ended.
    pub(super) fn poll(&mut self) -> Option<Found> {
        let task = self.task.as_ref()?;
        let efforts = [task.job.effort(), self.means.time_limit];
        if efforts.into_iter().flatten().any(|effort| task.started.elapsed() >= effort) {
            task.control.stop(Stop::Time);
        }
        match task.found.try_recv() {
            Ok(found) => {
                self.task = None;
                Some(found)
            }
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                // The thread panicked: so do we, after its message.
                let task = self.task.take()?;
                if let Err(panic) = task.thread.join() {
                    std::panic::resume_unwind(panic);
                }
                None
            }
        }
    }

    /// Asks the job to end with what it has.
    pub(super) fn stop(&self) {
        if let Some(task) = &self.task {
            task.control.stop(Stop::Interrupted);
        }
    }

    /// How far the job is, and since when it is under way.
    pub(super) fn progress(&self) -> Option<(Progress, Duration)> {
        self.task.as_ref().map(|task| (task.control.progress(), task.started.elapsed()))
    }

    fn drop_task(&mut self) {
        self.stop();
        self.task = None;
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.drop_task();
    }
}
