//! `ubin compare`: methods and heuristics side by side on the same boards under the same limits.

use std::path::Path;
use std::time::Duration;

use ubin::render::chart::{self, Bar};
use ubin::render::svg::Picture;
use ubin::render::text::{bytes, counted, grouped};
use ubin::report::slide::{self, Compare, Compared, Cost};
use ubin::run::{Run, Stats};
use ubin::slide::compare::{branching, contenders};
use ubin::slide::heuristic::{HeuristicName, WalkingDistance};
use ubin::slide::pattern::Partition;
use ubin::slide::solve::{Method, Options, Solution, Status, solve};
use ubin::slide::{Board, Puzzle, Shelf, Size, text};

use crate::args::{Common, CompareArgs, Format};
use crate::exit::{Exit, Fault};
use crate::input;
use crate::output;
use crate::table::{self, Table, left, right};
use crate::watch::{self, Watch};

/// What every method gets for every board, unless the command line says otherwise.
const TIME: Duration = Duration::from_secs(10);

/// One table over the boards of a batch.
pub(crate) fn batch(common: &Common, args: &CompareArgs) -> Result<Exit, Fault> {
    run(common, args, &puzzles(args)?)
}

pub(crate) fn run(common: &Common, args: &CompareArgs, puzzles: &[Puzzle]) -> Result<Exit, Fault> {
    output::check_extension(common, &table::ENDINGS)?;
    let heuristics = heuristics(args, puzzles);
    let contenders = contenders(&args.slide_methods()?, &heuristics);
    for puzzle in puzzles {
        // A misfit is told before the work, not after it.
        let misfit = contenders.iter().filter_map(|(_, name)| *name).find(|&name| !fits(name, puzzle.size()));
        if let Some(name) = misfit {
            let message = format!("a {} board is too large for {}", puzzle.size(), name.name());
            return Err(Fault::Plain(message));
        }
    }
    let shelf = common.shelf(common.threads());
    let mut rows = Vec::new();
    for (method, heuristic) in contenders {
        let prove = method == Method::Auto;
        let options = Options { method, heuristic, prove, ..Options::default() };
        rows.push(row(common, &shelf, puzzles, &options)?);
        if watch::interrupted() {
            break;
        }
    }
    let boards: Vec<Board> = puzzles.iter().map(|puzzle| puzzle.board().clone()).collect();
    let report = Compare { puzzle: "slide", boards: slide::tiles(&boards), rows };
    let chart = |path: &Path| args.picture.still(path, &chart(&report));
    table::show(common, args.format, &report, |format| table(&report, format), chart)?;
    Ok(if watch::interrupted() { Exit::Interrupted } else { Exit::Answered })
}

fn puzzles(args: &CompareArgs) -> Result<Vec<Puzzle>, Fault> {
    let mut puzzles = Vec::new();
    for (number, line) in input::batch(&args.puzzle.puzzle)? {
        let name = format!("{} line {number}", args.puzzle.puzzle);
        let line = line.map_err(|refused| Fault::Plain(format!("{name}: {}", refused.message)))?;
        let board = text::read(&line, args.puzzle.size).map_err(|mistake| Fault::text(&name, &line, &mistake))?;
        let goal = input::goal(args.puzzle.goal(), board.size())?;
        puzzles.push(Puzzle::new(board, goal).expect("the goal was read for the board's size"));
    }
    if puzzles.is_empty() {
        return Err(Fault::Plain(format!("{}: there is no board here", args.puzzle.puzzle)));
    }
    Ok(puzzles)
}

/// The heuristics asked for; by default all that every board can have.
fn heuristics(args: &CompareArgs, puzzles: &[Puzzle]) -> Vec<HeuristicName> {
    if !args.heuristics.is_empty() {
        return args.heuristics.clone();
    }
    HeuristicName::ALL.into_iter().filter(|&name| puzzles.iter().all(|puzzle| fits(name, puzzle.size()))).collect()
}

/// Whether a board of this size can have this heuristic.
fn fits(name: HeuristicName, size: Size) -> bool {
    match name {
        HeuristicName::WalkingDistance => WalkingDistance::fits(size),
        HeuristicName::Pattern => size.cells() <= Partition::MOST_CELLS,
        HeuristicName::Hamming | HeuristicName::Manhattan | HeuristicName::LinearConflict => true,
    }
}

/// One method on all boards.
fn row(common: &Common, shelf: &Shelf, puzzles: &[Puzzle], options: &Options) -> Result<Compared, Fault> {
    let mut stats = Stats::default();
    let mut time_ms = 0.0;
    let mut solutions: Vec<Solution> = Vec::new();
    for puzzle in puzzles {
        let watch = Watch::start(common, Some(common.time_limit.unwrap_or(TIME)));
        if options.heuristic == Some(HeuristicName::Pattern) {
            // Tables serve all rows; the first one should not pay for them. A stop is told by the search below.
            let _ = shelf.solver(puzzle.goal(), &Run::new(common.limits(), watch.control()));
        }
        let started = watch.milliseconds();
        let mut run = Run::new(common.limits(), watch.control());
        let solution = solve(puzzle, options, shelf, &mut run).map_err(|error| Fault::Plain(error.to_string()))?;
        time_ms += watch.milliseconds() - started;
        stats += solution.stats;
        solutions.push(solution);
    }
    let lengths: Vec<usize> = solutions.iter().filter_map(|solution| solution.moves.as_ref().map(Vec::len)).collect();
    let worst = solutions.iter().max_by_key(|solution| rank(solution.status)).expect("there is a board");
    let alone = if let [length] = lengths[..] { branching(stats.generated, length) } else { None };
    Ok(Compared {
        method: options.method.name(),
        heuristic: options.heuristic.map(HeuristicName::name),
        status: slide::status(worst.status),
        solved: lengths.len(),
        length: (!lengths.is_empty()).then(|| lengths.iter().sum()),
        proven: solutions.iter().all(|solution| solution.status == Status::Optimal),
        branching: alone.filter(|_| puzzles.len() == 1 && options.method != Method::Quick),
        cost: Cost::new(stats, time_ms),
    })
}

/// How bad a status is, for the row that sums up several boards.
fn rank(status: Status) -> u8 {
    match status {
        Status::Optimal => 0,
        Status::Solved => 1,
        Status::Unsolvable => 2,
        Status::Stopped(_) => 3,
    }
}

/// The chart: what was generated, and how long it took.
fn chart(report: &Compare) -> Picture {
    let bar = |row: &Compared| Bar {
        name: row.heuristic.map_or_else(|| row.method.into(), |heuristic| format!("{} {heuristic}", row.method)),
        nodes: row.cost.generated,
        time_ms: row.cost.time_ms,
        remark: matches!(row.status, "limit" | "interrupted").then(|| row.status.into()),
    };
    let boards = counted(report.boards.len() as u64, "board");
    chart::chart(
        &format!("Methods compared on {boards}"),
        "nodes generated",
        &report.rows.iter().map(bar).collect::<Vec<_>>(),
    )
}

/// The table; machines get plain numbers.
fn table(report: &Compare, format: Format) -> Table {
    let columns = [
        left("method"),
        left("heuristic"),
        right("moves"),
        left("proven"),
        right("expanded"),
        right("generated"),
        right("memory"),
        right("time ms"),
        right("branching"),
    ];
    let rows = report.rows.iter().map(|row| cells(row, report.boards.len(), format == Format::Csv).to_vec());
    Table::new(&columns, rows.collect())
}

fn cells(row: &Compared, boards: usize, machine: bool) -> [String; 9] {
    let number = |number: u64| if machine { number.to_string() } else { grouped(number) };
    let moves = match row.length {
        None => String::from(if machine { "" } else { "-" }),
        Some(length) if row.solved < boards && !machine => format!("{length} ({} of {boards})", row.solved),
        Some(length) => length.to_string(),
    };
    let proven = match (row.proven, row.status) {
        (true, _) => "yes",
        (false, "solved") => "no",
        (false, status) => status,
    };
    [
        row.method.into(),
        row.heuristic.unwrap_or(if machine { "" } else { "-" }).into(),
        moves,
        proven.into(),
        number(row.cost.expanded),
        number(row.cost.generated),
        if machine { row.cost.peak_bytes.to_string() } else { bytes(row.cost.peak_bytes) },
        format!("{:.2}", row.cost.time_ms),
        row.branching.map_or_else(String::new, |branching| format!("{branching:.2}")),
    ]
}
