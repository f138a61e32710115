//! `ubin compare` on a packing puzzle: the engines side by side, to the first solution or to a proof of none.

use std::path::Path;

use ubin::pack::Puzzle;
use ubin::report::pack::Compare;
use ubin_front::pack;
use ubin_front::render::text::{bytes, grouped};

use crate::args::{Common, CompareArgs, Format};
use crate::desk::Terminal;
use crate::exit::{Exit, Fault};
use crate::output;
use crate::table::{self, Table, left, right};
use crate::watch;

pub(crate) fn run(common: &Common, args: &CompareArgs, puzzle: &Puzzle) -> Result<Exit, Fault> {
    output::check_extension(common, &table::ENDINGS)?;
    let methods = args.pack_methods()?;
    let shelf = common.shelf(common.threads());
    let report = pack::compare(&Terminal { common, shelf: &shelf }, puzzle, &methods);
    // Every method had the whole time: the chart has it again.
    let chart = |path: &Path| args.picture.still(common, &pack::chart(&report), path, 0.0);
    let stopped = table::show(common, args.format, &report, |format| table(&report, format), chart)?;
    let exit = if watch::interrupted() { Exit::Interrupted } else { Exit::Answered };
    Ok(stopped.map_or(exit, Exit::from))
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
