//! `ubin compare`: methods side by side on the same puzzles under the same limits.

use ubin::report::pack::{PackCompareReport, PackCompareRow};
use ubin::report::slide::{SlideCompareReport, SlideCompareRow};
use ubin::slide::text;
use ubin_front::question::{CompareQuestion, Question};
use ubin_front::render::svg::Picture;
use ubin_front::render::text::{bytes, grouped};
use ubin_front::{Refusal, Report, chart};

use crate::args::{Common, CompareArgs, TableStyle};
use crate::complaint::{Complaint, FileError, UsageError};
use crate::desk::Terminal;
use crate::exit::Exit;
use crate::input::{self, TextNames};
use crate::output;
use crate::picture;
use crate::table::{self, TextTable, left, right};
use crate::watch;

pub(crate) fn run(common: &Common, mut args: CompareArgs) -> Result<Exit, Complaint> {
    output::check_extension(common, &table::ENDINGS)?;
    let names = match args.source.batch {
        true => resolve_lines(&mut args.question)?,
        false => input::resolve(&mut args.question.puzzle, args.source.board.as_deref())?,
    };
    let look = args.question.look.look().map_err(|refusal| Complaint::of(refusal, &names))?;
    let report = Terminal::new(common, names).ask(Question::Compare(args.question))?;
    let stopped = table::show(
        common,
        args.format,
        &report,
        |style| table_of(&report, style),
        |path| picture::still(common, &look, &chart_of(&report), path),
    )?;
    let exit = if watch::interrupted() { Exit::Interrupted } else { Exit::Answered };
    Ok(stopped.map_or(exit, Exit::from))
}

/// Puts the boards of a batch into the question: one table sums up over all of them.
fn resolve_lines(question: &mut CompareQuestion) -> Result<TextNames, Complaint> {
    let name = std::mem::take(&mut question.puzzle.puzzle);
    let mut boards = Vec::new();
    for (number, line) in input::batch(&name)? {
        let name = format!("{name} line {number}");
        let line = line.map_err(|problem| FileError::Line { name: name.clone(), why: problem.to_string() })?;
        text::read(&line, question.puzzle.size).map_err(|mistake| {
            let names = TextNames { puzzle: name, ..TextNames::default() };
            Complaint::of(Refusal::of_board(mistake, &line, "puzzle"), &names)
        })?;
        boards.push(line);
    }
    if boards.is_empty() {
        return Err(UsageError::NoBoard { name }.into());
    }
    question.puzzle.puzzle = boards.remove(0);
    question.more = boards;
    let goal = input::resolve_goal(&mut question.puzzle.goal)?;
    Ok(TextNames { puzzle: name, goal })
}

fn chart_of(report: &Report) -> Picture {
    match report {
        Report::SlideCompare { report } => chart::of_boards(report),
        Report::PackCompare { report } => chart::of_packing(report),
        _ => unreachable!("compare reports a table"),
    }
}

/// The table; machines get plain numbers.
fn table_of(report: &Report, style: TableStyle) -> TextTable {
    match report {
        Report::SlideCompare { report } => moves_table(report, style),
        Report::PackCompare { report } => packing_table(report, style),
        _ => unreachable!("compare reports a table"),
    }
}

fn moves_table(report: &SlideCompareReport, style: TableStyle) -> TextTable {
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
    let rows = report.rows.iter().map(|row| moves_row(row, report.boards.len(), style == TableStyle::Csv).to_vec());
    TextTable::new(&columns, rows.collect())
}

fn moves_row(row: &SlideCompareRow, boards: usize, is_machine: bool) -> [String; 9] {
    let number = |number: u64| if is_machine { number.to_string() } else { grouped(number) };
    let moves = match row.length {
        None => String::from(if is_machine { "" } else { "-" }),
        Some(length) if row.solved < boards && !is_machine => format!("{length} ({} of {boards})", row.solved),
        Some(length) => length.to_string(),
    };
    let proven = match (row.proven, row.status) {
        (true, _) => "yes",
        (false, "solved") => "no",
        (false, status) => status,
    };
    [
        row.method.into(),
        row.heuristic.unwrap_or(if is_machine { "" } else { "-" }).into(),
        moves,
        proven.into(),
        number(row.cost.expanded),
        number(row.cost.generated),
        if is_machine { row.cost.peak_bytes.to_string() } else { bytes(row.cost.peak_bytes) },
        format!("{:.2}", row.cost.time_ms),
        row.branching.map_or_else(String::new, |branching| format!("{branching:.2}")),
    ]
}

fn packing_table(report: &PackCompareReport, style: TableStyle) -> TextTable {
    let columns = [left("method"), left("status"), right("nodes"), right("cases"), right("memory"), right("time ms")];
    let is_machine = style == TableStyle::Csv;
    let number = |number: u64| if is_machine { number.to_string() } else { grouped(number) };
    let row = |row: &PackCompareRow| {
        vec![
            row.method.to_string(),
            row.status.to_string(),
            number(row.cost.nodes),
            number(row.cost.cases),
            if is_machine { row.cost.peak_bytes.to_string() } else { bytes(row.cost.peak_bytes) },
            format!("{:.2}", row.cost.time_ms),
        ]
    };
    TextTable::new(&columns, report.methods.iter().map(row).collect())
}
