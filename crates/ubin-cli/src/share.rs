//! `ubin share`: a long question on many processes and machines, by files or by NATS.

mod audit;
#[cfg(feature = "nats")]
mod broker;
mod files;

use std::path::PathBuf;

use clap::{Args, Subcommand};
use ubin::pack;
use ubin::unit::Work;
use ubin_front::Workload;
use ubin_front::question::{CountQuestion, LimitFields, PuzzleFields, Question};
use ubin_front::words::MethodName;
use ubin_share::{Manifest, Record, WorkerDesk};

use crate::args::{Common, CountArgs, SolveArgs};
use crate::checkpoint;
use crate::complaint::{Complaint, UsageError};
use crate::exit::Exit;
use crate::input::{self, TextNames};

#[derive(Debug, Args)]
pub(crate) struct ShareArgs {
    #[command(subcommand)]
    verb: ShareVerb,
}

#[derive(Debug, Subcommand)]
enum ShareVerb {
    /// Writes the units of a question into a folder
    #[command(after_help = "Examples:
  ubin share units job count soma
  ubin share units job --least 500 count bedlam
  ubin share units next --after job")]
    Units(UnitsArgs),
    /// Does units of a folder, and everything below them, as far as it is not done
    #[command(after_help = "Examples:
  ubin share do job
  ubin share do job 0-3 0-4
  ubin share do job --index $SLURM_ARRAY_TASK_ID
  parallel ubin share do job {} ::: job/units/*.json")]
    Do(DoArgs),
    /// Adds up a folder or a ledger: the total, every unit exactly once, or that it is incomplete
    Audit(audit::AuditArgs),
    /// Gives a question to a NATS server
    #[cfg(feature = "nats")]
    Submit(broker::SubmitArgs),
    /// Does units of a NATS server until Ctrl-C, or until its jobs are done
    #[cfg(feature = "nats")]
    Work(broker::WorkArgs),
    /// Says how far the jobs of a NATS server are
    #[cfg(feature = "nats")]
    Status(broker::StatusArgs),
    /// Collects the records of a job into a ledger, and offers again what the server has lost
    #[cfg(feature = "nats")]
    Collect(broker::CollectArgs),
}

/// What is shared.
#[derive(Debug, Subcommand)]
pub(crate) enum SharedVerb {
    /// The number of solutions
    Count(CountArgs),
    /// A proven shortest solution of a sliding board, round by round
    Solve(SolveArgs),
}

/// The most units that a question is cut into at once: all of them are in memory.
const MOST_UNITS: usize = 1_000_000;

/// A number of units.
fn units(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|&number| number <= MOST_UNITS);
    number.ok_or_else(|| format!("expected a number from 0 to {MOST_UNITS}"))
}

/// How a question is cut.
#[derive(Debug, Args)]
pub(crate) struct CutArgs {
    /// Cut until at least this many units are open
    #[arg(long, global = true, value_name = "N", default_value_t = 64, value_parser = units)]
    least: usize,
    /// The nodes of a part: some seconds
    #[arg(long, global = true, value_name = "N", default_value_t = 20_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    budget: u64,
    #[command(subcommand)]
    asked: Option<SharedVerb>,
}

#[derive(Debug, Args)]
struct UnitsArgs {
    /// The folder, which must be new
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// The next round after the one in this folder, which must be complete
    #[arg(long, value_name = "FOLDER")]
    after: Option<PathBuf>,
    #[command(flatten)]
    cut: CutArgs,
}

#[derive(Debug, Args)]
struct DoArgs {
    /// The folder
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Names or files of units; without any, all that are open
    #[arg(value_name = "UNIT")]
    units: Vec<String>,
    /// The unit of this number in index.txt, from 0
    #[arg(long, value_name = "N", conflicts_with = "units")]
    index: Option<usize>,
}

pub(crate) fn run(common: &Common, args: ShareArgs) -> Result<Exit, Complaint> {
    match args.verb {
        ShareVerb::Units(args) => files::units(common, args),
        ShareVerb::Do(args) => files::work_off(common, &args),
        ShareVerb::Audit(args) => audit::run(common, &args),
        #[cfg(feature = "nats")]
        ShareVerb::Submit(args) => broker::submit(common, args),
        #[cfg(feature = "nats")]
        ShareVerb::Work(args) => broker::work(common, &args),
        #[cfg(feature = "nats")]
        ShareVerb::Status(args) => broker::status(common, &args),
        #[cfg(feature = "nats")]
        ShareVerb::Collect(args) => broker::collect(common, &args),
    }
}

/// The question of the arguments, with the texts that they name.
fn question(asked: Option<SharedVerb>) -> Result<(Question, TextNames), Complaint> {
    match asked.ok_or(UsageError::NothingToShare)? {
        SharedVerb::Count(mut args) => {
            let names = one_puzzle(&mut args.question.puzzle, &args.source.more)?;
            Ok((checkpoint::dated(Question::Count(args.question), &names)?, names))
        }
        // A record is a message: all solutions of a unit may be too many for one.
        SharedVerb::Solve(args) if args.question.all => Err(UsageError::SharedList.into()),
        SharedVerb::Solve(mut args) => {
            let names = one_puzzle(&mut args.question.puzzle, &args.source.more)?;
            Ok((Question::Solve(args.question), names))
        }
    }
}

/// Puts the text of the one puzzle that the arguments name into its field.
fn one_puzzle(fields: &mut PuzzleFields, more: &[String]) -> Result<TextNames, Complaint> {
    let puzzles = input::several(&fields.puzzle, more);
    let [(puzzle, board)] = &puzzles[..] else { return Err(UsageError::SeveralShared.into()) };
    fields.puzzle.clone_from(puzzle);
    input::resolve(fields, board.as_deref())
}

/// The manifest of the question that the arguments ask, and the records of its small units.
fn manifest(common: &Common, cut: CutArgs) -> Result<(Manifest, Vec<Record>), Complaint> {
    let (question, names) = question(cut.asked)?;
    let desk = checkpoint::desk(common, 1);
    let refused = |refusal| Complaint::of(refusal, &names);
    let mut work = Workload::new(&question, &desk).map_err(refused)?;
    let mut question = question;
    if let Some(in_subtrees) = in_subtrees(&question, &work) {
        work = Workload::new(&in_subtrees, &desk).map_err(refused)?;
        question = in_subtrees;
    }
    Manifest::new(&question, &work, cut.budget).split(&work, cut.least, &desk).map_err(refused)
}

/// The question with a tree, where it would be folded: the states of a folded count are one unit after the other, and nothing could be shared out.
fn in_subtrees(question: &Question, work: &Workload) -> Option<Question> {
    let is_folded = work.first_units().iter().any(|unit| matches!(unit.work, Work::States(_)));
    match question {
        Question::Count(asked) if is_folded => {
            let method = MethodName::named(pack::Method::Backtrack.name());
            Some(Question::Count(CountQuestion { method, ..asked.clone() }))
        }
        _ => None,
    }
}

/// The workload of a manifest here: refused when the search or the tables are others.
fn workload(common: &Common, manifest: &Manifest, place: &str, desk: &WorkerDesk) -> Result<Workload, Complaint> {
    let limits = LimitFields { time_limit_ms: common.limits.time_limit_ms, ..LimitFields::default() };
    Ok(manifest.workload(place, &limits, desk)?)
}
