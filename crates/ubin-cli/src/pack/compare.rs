//! `ubin compare` on a packing puzzle: the engines side by side, to the first solution or to a proof of none.

use std::path::Path;
use std::time::Duration;

use ubin::pack::{Plan, Puzzle, solve};
use ubin::render::chart::{self, Bar};
use ubin::render::svg::Picture;
use ubin::render::text::{bytes, grouped};
use ubin::report::pack::{Compare, Solved};
use ubin::run::Run;

use crate::args::{Common, CompareArgs, Format};
use crate::exit::{Exit, Fault};
use crate::output;
use crate::table::{self, Table, left, right};
use crate::watch::{self, Watch};

/// What every method gets, unless the command line says otherwise.
const TIME: Duration = Duration::from_secs(10);

pub(crate) fn run(common: &Common, args: &CompareArgs, puzzle: &Puzzle) -> Result<Exit, Fault> {
    output::check_extension(common, &table::ENDINGS)?;
    let mut rows = Vec::new();
    for method in args.pack_methods()? {
        let watch = Watch::start(common, Some(common.time_limit.unwrap_or(TIME)));
        let mut run = Run::new(common.limits(), watch.control());
        let answer = solve::solve(puzzle, Plan { method, threads: common.threads() }, &mut run);
        rows.push(Solved::of(puzzle, &answer, &run, watch.milliseconds()));
        if watch::interrupted() {
            break;
        }
    }
    let report = Compare::new(puzzle, rows);
    let chart = |path: &Path| args.picture.still(path, &chart(&report));
    table::show(common, args.format, &report, |format| table(&report, format), chart)?;
    Ok(if watch::interrupted() { Exit::Interrupted } else { Exit::Answered })
}

/// The chart: cases, which every engine counts, and how long it took.
fn chart(report: &Compare) -> Picture {
    let bar = |row: &ubin::report::pack::Compared| Bar {
        name: row.method.into(),
        nodes: row.cost.cases,
        time_ms: row.cost.time_ms,
        remark: matches!(row.status, "limit" | "interrupted").then(|| row.status.into()),
    };
    chart::chart("Methods compared on a packing puzzle", "cases", &report.methods.iter().map(bar).collect::<Vec<_>>())
}

/// The table; machines get plain numbers.
fn table(report: &Compare, format: Format) -> Table {
    let columns = [left("method"), left("status"), right("nodes"), right("cases"), right("memory"), right("time ms")];
    let machine = format == Format::Csv;
    let number = |number: u64| if machine { number.to_string() } else { grouped(number) };
    let row = |row: &ubin::report::pack::Compared| {
        let memory = if machine { row.cost.peak_bytes.to_string() } else { bytes(row.cost.peak_bytes) };
        let time = format!("{:.2}", row.cost.time_ms);
        vec![
            row.method.to_string(),
            row.status.to_string(),
            number(row.cost.nodes),
            number(row.cost.cases),
            memory,
            time,
        ]
    };
    Table::new(&columns, report.methods.iter().map(row).collect())
}
