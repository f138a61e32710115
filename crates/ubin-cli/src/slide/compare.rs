//! `ubin compare`: methods and heuristics side by side on the same boards under the same limits.

use std::path::Path;

use ubin::report::slide::{Compare, Compared};
use ubin::slide::{Puzzle, text};
use ubin_front::render::text::{bytes, grouped};
use ubin_front::slide;

use crate::args::{Common, CompareArgs, Format};
use crate::desk::Terminal;
use crate::exit::{Exit, Fault};
use crate::input;
use crate::output;
use crate::table::{self, Table, left, right};
use crate::watch;

/// One table over the boards of a batch.
pub(crate) fn batch(common: &Common, args: &CompareArgs) -> Result<Exit, Fault> {
    run(common, args, &puzzles(args)?)
}

pub(crate) fn run(common: &Common, args: &CompareArgs, puzzles: &[Puzzle]) -> Result<Exit, Fault> {
    output::check_extension(common, &table::ENDINGS)?;
    let methods = slide::methods(&args.methods)?;
    let shelf = common.shelf(common.threads());
    let report = slide::compare(&Terminal { common, shelf: &shelf }, puzzles, &methods, &args.heuristics)?;
    // Every method had the whole time: the chart has it again.
    let chart = |path: &Path| args.picture.still(common, &slide::chart(&report), path, 0.0);
    let stopped = table::show(common, args.format, &report, |format| table(&report, format), chart)?;
    let exit = if watch::interrupted() { Exit::Interrupted } else { Exit::Answered };
    Ok(stopped.map_or(exit, Exit::from))
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
