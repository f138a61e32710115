//! `ubin compare`: methods side by side on the same puzzles under the same limits.

use std::cell::Cell;
use std::io::{self, IsTerminal as _};
use std::ops::ControlFlow;

use ubin::report::pack::{PackCompareReport, PackCompareRow};
use ubin::report::slide::{SlideCompareReport, SlideCompareRow};
use ubin::slide::text;
use ubin_front::question::{CompareQuestion, Question};
use ubin_front::render::svg::Picture;
use ubin_front::{Language, Refusal, Report, chart};

use crate::args::{Common, CompareArgs, TableStyle};
use crate::complaint::{Complaint, FileError, UsageError};
use crate::desk::Terminal;
use crate::exit::Exit;
use crate::input::{self, TextNames};
use crate::output;
use crate::phrases;
use crate::picture;
use crate::table::{self, Column, TextTable, left, right};
use crate::watch;

pub(crate) fn run(common: &Common, mut args: CompareArgs) -> Result<Exit, Complaint> {
    output::check_extension(common, &table::ENDINGS)?;
    let names = match args.source.batch {
        true => resolve_lines(&mut args.question)?,
        false => input::resolve(&mut args.question.puzzle, args.source.board()?)?,
    };
    let look = args.question.look.look(phrases::language()).map_err(|refusal| Complaint::of(refusal, &names))?;
    // On a screen the rows come as they end; what goes into a pipe or a file is aligned as a whole.
    let is_live = args.format == TableStyle::Table && !common.json && io::stdout().is_terminal();
    let begun = Cell::new(false);
    let take = |part: &Report| match part {
        Report::SlideRow { row, boards } if is_live => print_row(row, *boards, begun.replace(true)),
        _ => ControlFlow::Continue(()),
    };
    let report = Terminal::new(common, names).with_taker(&take).ask(Question::Compare(args.question))?;
    let stopped = table::show(
        common,
        (!begun.get()).then_some(args.format),
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
    for (number, line) in input::batch(&name)?.puzzles {
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

/// Prints a row as soon as it is there, the heads before the first.
fn print_row(row: &SlideCompareRow, boards: usize, has_begun: bool) -> ControlFlow<()> {
    let mut text = String::new();
    if !has_begun {
        text += &TextTable::new(&columns_of(TableStyle::Table), Vec::new()).fixed(&WIDTHS);
    }
    text += &TextTable::row_of(&columns_of(TableStyle::Table), &moves_row(row, boards, false)).fixed(&WIDTHS);
    if output::print(&text).is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

/// The widths of rows that are printed one by one.
const WIDTHS: [usize; 10] = [16, 16, 7, 11, 12, 12, 9, 10, 9, 9];

fn chart_of(report: &Report) -> Picture {
    match report {
        Report::SlideCompare { report } => chart::of_boards(report, phrases::language()),
        Report::PackCompare { report } => chart::of_packing(report, phrases::language()),
        _ => unreachable!("compare reports a table"),
    }
}

/// The table as text; machines get plain numbers.
pub(crate) fn table_of(report: &Report, style: TableStyle) -> String {
    let table = match report {
        Report::SlideCompare { report } => moves_table(report, style),
        Report::PackCompare { report } => packing_table(report, style),
        _ => unreachable!("compare reports a table"),
    };
    table.text(style)
}

/// The columns that a narrow table leaves out, the first ones first: tables, branching, memory, expanded.
const LEAST: [usize; 4] = [9, 8, 6, 4];

/// The table of boards in a width; what does not fit though columns were left out is not cut.
pub(crate) fn narrow_table(report: &SlideCompareReport, width: usize) -> String {
    let whole = moves_table(report, TableStyle::Table);
    let texts = (0..=LEAST.len()).map(|left_out| whole.without(&LEAST[..left_out]).text(TableStyle::Table));
    let widest = |text: &str| text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let mut last = String::new();
    for text in texts {
        last = text;
        if widest(&last) <= width {
            break;
        }
    }
    last
}

fn moves_table(report: &SlideCompareReport, style: TableStyle) -> TextTable {
    let rows = report.rows.iter().map(|row| moves_row(row, report.boards.len(), style == TableStyle::Csv).to_vec());
    TextTable::new(&columns_of(style), rows.collect())
}

/// The columns: machines get their names in English.
fn columns_of(style: TableStyle) -> Vec<Column> {
    let heads = [
        "method",
        "heuristic",
        "moves",
        "proven",
        "expanded",
        "generated",
        "memory",
        "time ms",
        "branching",
        "tables ms",
    ];
    let is_left = |head: &str| matches!(head, "method" | "heuristic" | "proven");
    let head =
        |head: &'static str| if style == TableStyle::Csv { head } else { phrases::language().word("column", head) };
    heads.map(|name| if is_left(name) { left(head(name)) } else { right(head(name)) }).to_vec()
}

fn moves_row(row: &SlideCompareRow, boards: usize, is_machine: bool) -> [String; 10] {
    let number = |number: u64| if is_machine { number.to_string() } else { phrases::grouped(number) };
    let moves = match row.length {
        None => String::from(if is_machine { "" } else { "-" }),
        Some(length) if row.solved < boards && !is_machine => format!("{length} ({} of {boards})", row.solved),
        Some(length) => length.to_string(),
    };
    let language = if is_machine { Language::En } else { phrases::language() };
    let proven = match (row.proven, row.status) {
        (true, _) => language.word("proven", "yes"),
        (false, "solved") => language.word("proven", "no"),
        (false, status) => language.word("status", status),
    };
    [
        row.method.into(),
        row.heuristic.unwrap_or(if is_machine { "" } else { "-" }).into(),
        moves,
        proven.into(),
        number(row.cost.expanded),
        number(row.cost.generated),
        if is_machine { row.cost.peak_bytes.to_string() } else { phrases::bytes(row.cost.peak_bytes) },
        fixed(row.cost.time_ms, is_machine),
        row.branching.map_or_else(String::new, |branching| fixed(branching, is_machine)),
        fixed(row.cost.tables_ms, is_machine),
    ]
}

/// A number with two digits behind the point.
fn fixed(number: f64, is_machine: bool) -> String {
    let english = format!("{number:.2}");
    if is_machine { english } else { phrases::language().figures(english) }
}

fn packing_table(report: &PackCompareReport, style: TableStyle) -> TextTable {
    let language = if style == TableStyle::Csv { Language::En } else { phrases::language() };
    let head = |head: &'static str| language.word("column", head);
    let columns = [
        left(head("method")),
        left(head("status")),
        right(head("nodes")),
        right(head("cases")),
        right(head("memory")),
        right(head("time ms")),
    ];
    let is_machine = style == TableStyle::Csv;
    let number = |number: u64| if is_machine { number.to_string() } else { phrases::grouped(number) };
    let row = |row: &PackCompareRow| {
        vec![
            row.method.to_string(),
            language.word("status", row.status).to_string(),
            number(row.cost.nodes),
            number(row.cost.cases),
            if is_machine { row.cost.peak_bytes.to_string() } else { phrases::bytes(row.cost.peak_bytes) },
            fixed(row.cost.time_ms, is_machine),
        ]
    };
    TextTable::new(&columns, report.methods.iter().map(row).collect())
}
