//! `--checkpoint`: what is done is kept in a file, and the same command goes on with it.
//!
//! A question that has units is done unit by unit ([`ask`]). What has rows (the lines of a batch, the boards of a suite, sets of tables) keeps its rows ([`RowLedger`]).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ubin::text::Family;
use ubin_front::question::{LimitFields, Question, SolveQuestion};
use ubin_front::read::AnyPuzzle;
use ubin_front::{Report, clock};
use ubin_share::checkpoint::{AnswerTaker, CheckpointProgress, CheckpointRun, ProgressLook};
use ubin_share::{Ledger, LedgerHead, Mismatch, RunEvent, ShareError, WorkerDesk, digest};

use crate::args::{CliVerb, Common};
use crate::complaint::{Complaint, UsageError};
use crate::desk::Terminal;
use crate::input::TextNames;
use crate::output;
use crate::phrases::{grouped, share as phrases};
use crate::watch::{self, ProgressLine};

/// Boards up to this size are proven without being asked to.
const PROVEN_CELLS: usize = 16;

/// Refuses a checkpoint where nothing would go on with it.
pub(crate) fn check_verb(common: &Common, verb: &CliVerb) -> Result<(), Complaint> {
    let (verb, goes_on) = match verb {
        CliVerb::Count(_) | CliVerb::Solve(_) => return Ok(()),
        CliVerb::Check(args) => ("check", args.source.batch),
        CliVerb::Hint(args) => ("hint", args.source.batch),
        CliVerb::Bench(args) => ("bench", args.suite.is_some()),
        CliVerb::Tables(args) => ("tables", args.builds()),
        CliVerb::Generate(_) => ("generate", false),
        CliVerb::Compare(_) => ("compare", false),
        CliVerb::Tree(_) => ("tree", false),
        CliVerb::Render(_) => ("render", false),
        CliVerb::Play(_) => ("play", false),
        CliVerb::Serve(_) => ("serve", false),
        CliVerb::Verify(_) => ("verify", false),
        CliVerb::Share(_) => ("share", false),
        CliVerb::Distances(_) => ("distances", false),
        CliVerb::Heuristics(_) => ("heuristics", false),
        #[cfg(feature = "site")]
        CliVerb::Site(_) => ("site", false),
        CliVerb::Completions { .. } => ("completions", false),
        CliVerb::Man { .. } => ("man", false),
        CliVerb::Options => ("help", false),
    };
    match common.checkpoint.is_some() && !goes_on {
        true => Err(UsageError::NoCheckpoint { verb }.into()),
        false => Ok(()),
    }
}

/// Whether rows are kept: the lines of a batch, the boards of a suite, sets of tables.
pub(crate) fn keeps_rows(common: &Common, verb: &CliVerb) -> bool {
    let is_one_question = match verb {
        CliVerb::Count(args) => !args.source.batch,
        CliVerb::Solve(args) => !args.source.batch,
        _ => false,
    };
    common.checkpoint.is_some() && !is_one_question
}

/// Refuses a checkpoint of a search that proves nothing: what it finds depends on its time.
pub(crate) fn check_proof(common: &Common, question: &SolveQuestion, names: &TextNames) -> Result<(), Complaint> {
    if common.checkpoint.is_none() {
        return Ok(());
    }
    if question.puzzle.family() == Family::Pack {
        return if question.all { Ok(()) } else { Err(UsageError::CheckpointOfOne.into()) };
    }
    let proves = question.search.prove || question.search.method.is_some();
    match question.puzzle.read(|_| ()).map_err(|refusal| Complaint::of(refusal, names))? {
        AnyPuzzle::Slide(puzzle) if !proves && puzzle.size().cells() > PROVEN_CELLS => {
            Err(UsageError::CheckpointOfGuess.into())
        }
        _ => Ok(()),
    }
}

/// Where the threads of this process do units: each has its share of the memory.
pub(crate) fn desk(common: &Common, threads: usize) -> WorkerDesk {
    desk_while(common, threads, || !watch::interrupted())
}

/// As [`desk`], where other things end it, too.
pub(crate) fn desk_while(
    common: &Common,
    threads: usize,
    wanted: impl Fn() -> bool + Send + Sync + 'static,
) -> WorkerDesk {
    let memory = Some(common.memory_limit() / threads.max(1) as u64);
    let tables = common.tables(1).with_builders(common.threads());
    WorkerDesk::new(common.started, tables, memory, Arc::new(wanted))
}

/// Asks a question; with a checkpoint unit by unit, going on with those that are done.
pub(crate) fn ask(common: &Common, question: Question, names: TextNames) -> Result<Report, Complaint> {
    match &common.checkpoint {
        Some(path) => go_on(common, path, question, names, None),
        None => Terminal::new(common, names).ask(question),
    }
}

/// Does a question unit by unit, and hands out the answers of the parts.
pub(crate) fn go_on(
    common: &Common,
    path: &Path,
    question: Question,
    names: TextNames,
    answers: Option<AnswerTaker<'_>>,
) -> Result<Report, Complaint> {
    let question = dated(question, &names)?;
    let threads = common.threads();
    let is_quiet = common.quiet;
    let listener = Box::new(move |event: &RunEvent<'_>| {
        if let (RunEvent::Folded { states }, false) = (event, is_quiet) {
            watch::say(&phrases::folded(grouped(*states)));
        }
    });
    let desk = Arc::new(desk(common, threads).heard_by(listener));
    let progress = Arc::new(CheckpointProgress::default());
    let line = ProgressLine::told(common, {
        let (desk, progress) = (desk.clone(), progress.clone());
        Box::new(move |elapsed| told(progress.look(), desk.nodes_under_way(), elapsed))
    });
    // The node limit is for the whole, the memory is shared out; only the time is a unit's own matter.
    let limits = LimitFields { time_limit_ms: common.limits.time_limit_ms, ..LimitFields::default() };
    let asked = question.clone().within(limits);
    let node_limit = common.limits.node_limit;
    let run = CheckpointRun { question: &asked, threads, node_limit, desk: &desk, progress: &progress, answers };
    let done = run.run(path);
    drop(line);
    let (work, mut total) = match done {
        Ok(done) => done,
        // A rule decides it: there is nothing to go on with.
        Err(ShareError::Refused(refusal)) if refusal.mistake() == "no-solution" => {
            return Terminal::new(common, names).ask(question);
        }
        Err(ShareError::Refused(refusal)) => return Err(Complaint::of(refusal, &names)),
        Err(error) => return Err(error.into()),
    };
    total.time_ms = common.started.elapsed_ms();
    let attended = watch::attend();
    let report = work.report(&total, &*desk).map_err(|refusal| Complaint::of(refusal, &names))?;
    drop(attended);
    if total.stop.is_some() {
        let said = if total.sum.nodes == 0 { phrases::nothing_kept() } else { phrases::go_on(this_command()) };
        output::note(common, &said);
    }
    Ok(report)
}

/// The question of a puzzle that has a date, with that of today: tomorrow it is another.
pub(crate) fn dated(question: Question, names: &TextNames) -> Result<Question, Complaint> {
    let dated = question.dated(|| Some(clock::today())).map_err(|refusal| Complaint::of(refusal, names))?;
    Ok(dated.unwrap_or(question))
}

/// How far it is, in one line.
pub(crate) fn told(look: ProgressLook, under_way: u64, elapsed: Duration) -> String {
    let nodes = look.nodes + under_way;
    let rate = nodes.saturating_sub(look.earlier) as f64 / elapsed.as_secs_f64().max(0.001);
    let mut text =
        crate::phrases::progress(format!("{:.0}", elapsed.as_secs_f64()), grouped(nodes), grouped(rate as u64));
    if let Some(estimate) = look.estimate {
        // An estimate can be too low: what is not done is never called done.
        let share = (nodes as f64 / estimate as f64).min(0.99);
        let left = estimate.saturating_sub(nodes) as f64 / rate.max(1.0);
        text += &phrases::share_done(format!("{:.0}", share * 100.0), phrases::duration(left));
    }
    text += &phrases::units_known(phrases::units(look.units as u64), grouped(look.open as u64));
    if look.running > 0 {
        text += &phrases::units_running(grouped(look.running as u64));
    }
    text
}

/// The command line of this process, as a shell takes it.
pub(crate) fn this_command() -> String {
    let quoted = |argument: String| {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+%@".contains(c);
        match !argument.is_empty() && argument.chars().all(is_plain) {
            true => argument,
            false => format!("'{}'", argument.replace('\'', r"'\''")),
        }
    };
    let mut words = vec!["ubin".to_string()];
    words.extend(std::env::args().skip(1).map(quoted));
    words.join(" ")
}

/// A row that was done: the line of a batch, the board of a suite, a set of tables.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct SavedRow {
    row: u64,
    /// The digest of what the row was asked about.
    of: String,
    /// The answer as it was given.
    answer: String,
}

/// A ledger of rows. What earlier runs have done is held in memory, each row with its line of the ledger.
pub(crate) struct RowLedger {
    path: PathBuf,
    ledger: Mutex<Ledger>,
    rows: BTreeMap<u64, (u64, SavedRow)>,
}

impl RowLedger {
    /// Opens the file of the common options, if there is one, for rows of this.
    pub(crate) fn open(common: &Common, asked: Value) -> Result<Option<RowLedger>, Complaint> {
        common.checkpoint.as_deref().map(|path| RowLedger::at(path, asked)).transpose().map_err(Complaint::from)
    }

    fn at(path: &Path, asked: Value) -> Result<RowLedger, ShareError> {
        let mut rows = BTreeMap::new();
        let (mut line, file) = (1, path.display().to_string());
        let ledger = Ledger::open(path, &LedgerHead::new(asked), |_, text| {
            line += 1;
            let row: SavedRow =
                serde_json::from_str(text).map_err(|_| Mismatch::Damaged { file: file.clone(), line })?;
            rows.insert(row.row, (line, row));
            Ok(())
        })?;
        Ok(RowLedger { path: path.into(), ledger: Mutex::new(ledger), rows })
    }

    /// The answer of a row, if it is done.
    pub(crate) fn answer<T: DeserializeOwned>(&self, row: u64, asked: &str) -> Result<Option<T>, Complaint> {
        let Some((line, saved)) = self.rows.get(&row) else { return Ok(None) };
        let file = || self.path.display().to_string();
        if saved.of != digest(asked.as_bytes()) {
            return Err(ShareError::from(Mismatch::OtherLine { file: file(), line: row }).into());
        }
        let damaged = |_| ShareError::from(Mismatch::Damaged { file: file(), line: *line });
        Ok(Some(serde_json::from_str(&saved.answer).map_err(damaged)?))
    }

    /// Keeps the answer of a row.
    pub(crate) fn keep(&self, row: u64, asked: &str, answer: &impl Serialize) -> Result<(), Complaint> {
        let saved = SavedRow { row, of: digest(asked.as_bytes()), answer: ubin_front::json(answer) };
        let mut ledger = self.ledger.lock().unwrap_or_else(PoisonError::into_inner);
        ledger.append(&ubin_front::json(&saved))?;
        Ok(())
    }
}
