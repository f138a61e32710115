//! `ubin bench --suite`: boards whose shortest solutions are known, proven again one by one.
//!
//! A line is printed as soon as its board is done, for some suites take hours. A length that is not the known one is a
//! fault of the program and ends the run.

use serde::{Deserialize, Serialize};
use serde_json::json;
use ubin::run::{Run, Stop};
use ubin::slide::HeuristicName;
use ubin::slide::solve::{Method, Options, SlideAnswer, Status, solve};
use ubin::slide::store::LargeTables;
use ubin::slide::{Board, Puzzle, Size, TableStore};

use crate::args::{BenchArgs, Common, Suite};
use crate::checkpoint::RowLedger;
use crate::complaint::{Complaint, UsageError};
use crate::desk::WatchedWork;
use crate::exit::Exit;
use crate::output;
use crate::phrases;
use crate::watch;

/// A board of a suite, with its number and the length of its shortest solutions.
struct SuiteBoard {
    id: u32,
    length: usize,
    puzzle: Puzzle,
}

impl Suite {
    fn boards(self) -> Vec<SuiteBoard> {
        let (text, side, blank) = match self {
            Suite::Korf100 => (include_str!("../suites/korf100.csv"), 4, 0),
            Suite::Antipodes80 => (include_str!("../suites/antipodes80.csv"), 4, 15),
            Suite::Korf50 => (include_str!("../suites/korf50-24puzzle.csv"), 5, 0),
        };
        let size = Size::new(side, side).expect("squares are sizes");
        let mut goal: Vec<u16> = (1..size.cells() as u16).collect();
        goal.insert(blank, 0);
        let goal = Board::new(size, goal).expect("a goal is a board");
        let known = |line: &str| {
            let fields: Vec<&str> = line.split(';').collect();
            let tiles = fields.last()?.split(' ').map(|tile| tile.parse().ok()).collect::<Option<_>>()?;
            let puzzle = Puzzle::new(Board::new(size, tiles).ok()?, goal.clone())?;
            Some(SuiteBoard { id: fields[0].parse().ok()?, length: fields[1].parse().ok()?, puzzle })
        };
        text.lines().skip(1).map(|line| known(line).expect("the known results are boards")).collect()
    }
}

/// What a board took.
#[derive(Serialize, Deserialize)]
struct SuiteRow {
    id: u32,
    known_length: usize,
    proven: bool,
    lower_bound: u32,
    expanded: u64,
    generated: u64,
    time_ms: f64,
    peak_bytes: u64,
    /// The tables that the proof ended with.
    #[serde(default)]
    tables: Option<String>,
    /// What met the other side: `beam`, whose path the rounds proved, or `rounds`, which found the path; not where it is open.
    #[serde(default)]
    closed_by: Option<String>,
}

/// What all of them took.
#[derive(Default, Serialize)]
struct SuiteTotal {
    boards: u64,
    proven: u64,
    /// Moves of the boards proven.
    length: u64,
    generated: u64,
    mean_generated: u64,
    time_ms: f64,
    prepare_ms: Option<f64>,
    peak_bytes: u64,
}

pub(crate) fn run(common: &Common, args: &BenchArgs, suite: Suite) -> Result<Exit, Complaint> {
    if common.output.is_some() {
        return Err(UsageError::OutputOfSuite.into());
    }
    let mut boards = suite.boards();
    if let Some(id) = args.only.iter().find(|id| boards.iter().all(|known| known.id != **id)) {
        return Err(UsageError::NoSuiteBoard { id: *id, most: boards.len() }.into());
    }
    boards.retain(|known| args.only.is_empty() || args.only.contains(&known.id));
    let tables = common.tables(common.threads());
    let tables = if args.prepare { tables.eager() } else { tables };
    let prepare_ms = match prepare(common, args, &tables, &boards)? {
        Ok(prepare_ms) => prepare_ms,
        Err(stop) => {
            output::note(common, &phrases::tables_not_built(phrases::stop(stop)));
            return Ok(stop.into());
        }
    };
    let asked = json!({"suite": format!("{suite:?}"), "prepare": args.prepare});
    let saved = RowLedger::open(common, asked)?;
    let mut total = SuiteTotal { prepare_ms, ..SuiteTotal::default() };
    for known in &boards {
        if watch::interrupted() {
            break;
        }
        let row = kept_row(common, &tables, known, saved.as_ref())?;
        output::print(&if common.json { output::json(&row) } else { row.text() })?;
        total.add(&row);
    }
    output::print(&if common.json { output::json(&total) } else { total.text() })?;
    Ok(match (watch::interrupted(), total.proven == boards.len() as u64) {
        (true, _) => Exit::Interrupted,
        (false, true) => Exit::Answered,
        (false, false) => Exit::Limit,
    })
}

/// Makes the largest tables ready, if that is wanted; the milliseconds it took, or why they are not.
fn prepare(
    common: &Common,
    args: &BenchArgs,
    tables: &TableStore,
    boards: &[SuiteBoard],
) -> Result<Result<Option<f64>, Stop>, Complaint> {
    let Some(known) = boards.first().filter(|_| args.prepare) else { return Ok(Ok(None)) };
    let work = WatchedWork::start(common, common.time_limit());
    let mut run = Run::new(common.run_limits(), work.control());
    if let Err(stop) = tables.prepare(known.puzzle.goal(), LargeTables::Build, &mut run) {
        return Ok(Err(stop));
    }
    if !tables.is_prepared(known.puzzle.goal()) {
        return Err(UsageError::LittleMemory.into());
    }
    Ok(Ok(Some(work.milliseconds())))
}

/// What a board took, in an earlier run if one has proven it and that is kept.
fn kept_row(
    common: &Common,
    tables: &TableStore,
    known: &SuiteBoard,
    saved: Option<&RowLedger>,
) -> Result<SuiteRow, Complaint> {
    let Some(saved) = saved else { return row(common, tables, known) };
    let asked = known.puzzle.board().to_string();
    if let Some(row) = saved.answer(known.id.into(), &asked)? {
        return Ok(row);
    }
    let row = row(common, tables, known)?;
    if row.proven {
        saved.keep(known.id.into(), &asked, &row)?;
    }
    Ok(row)
}

fn row(common: &Common, tables: &TableStore, known: &SuiteBoard) -> Result<SuiteRow, Complaint> {
    let options = Options { method: Method::Ida, heuristic: Some(HeuristicName::Pattern), ..Options::default() };
    let work = WatchedWork::start(common, common.time_limit());
    let mut run = Run::new(common.run_limits(), work.control());
    let solution = solve(&known.puzzle, &options, tables, &mut run).expect("the suite's options fit its boards");
    let time_ms = work.milliseconds();
    let proven = solution.status == Status::Optimal;
    if proven && solution.length() != Some(known.length) || solution.lower_bound as usize > known.length {
        return Err(UsageError::Contradiction { id: known.id, found: contradiction(known, &solution) }.into());
    }
    let SlideAnswer { lower_bound, stats, tables, by_beam, .. } = solution;
    let closed_by = proven.then(|| if by_beam { "beam".into() } else { "rounds".into() });
    let (id, known_length) = (known.id, known.length);
    let (expanded, generated, peak_bytes) = (stats.expanded, stats.generated, stats.peak_bytes);
    Ok(SuiteRow { id, known_length, proven, lower_bound, expanded, generated, time_ms, peak_bytes, tables, closed_by })
}

fn contradiction(known: &SuiteBoard, solution: &SlideAnswer) -> String {
    let found = solution.length().map_or_else(phrases::found_nothing, |length| phrases::moves(length as u64));
    phrases::contradiction(found, solution.lower_bound, known.length)
}

impl SuiteRow {
    fn text(&self) -> String {
        let found = match self.proven {
            true => phrases::suite_proven(format!("{:>3}", self.known_length)),
            false => phrases::suite_open(self.known_length, self.lower_bound),
        };
        let generated = phrases::suite_generated(format!("{:>16}", phrases::grouped(self.generated)));
        let (time, bytes) = (phrases::milliseconds(self.time_ms), phrases::bytes(self.peak_bytes));
        let tables = self.tables.as_deref().unwrap_or("-");
        let closed = match self.closed_by.as_deref() {
            Some("beam") => phrases::closed_by_beam(),
            Some(_) => phrases::closed_by_rounds(),
            None => String::new(),
        };
        let row = format!("{:>3}: {found:<23} {generated} {time:>12} {bytes:>10}  {tables:<8}  {closed}", self.id);
        row.trim_end().into()
    }
}

impl SuiteTotal {
    fn add(&mut self, row: &SuiteRow) {
        self.boards += 1;
        self.proven += u64::from(row.proven);
        // A length that was not found is not reported as if it were.
        self.length += if row.proven { row.known_length as u64 } else { 0 };
        self.generated += row.generated;
        self.mean_generated = self.generated / self.boards;
        self.time_ms += row.time_ms;
        self.peak_bytes = self.peak_bytes.max(row.peak_bytes);
    }

    fn text(&self) -> String {
        let prepared = self.prepare_ms.map(|ms| phrases::tables_ready(phrases::milliseconds(ms))).unwrap_or_default();
        let [length, generated, mean] = [self.length, self.generated, self.mean_generated].map(phrases::grouped);
        let time = phrases::milliseconds(self.time_ms);
        let total = phrases::suite_total(self.proven, self.boards, length, generated, mean, time);
        format!("{total}{prepared}, {}", phrases::bytes(self.peak_bytes))
    }
}
