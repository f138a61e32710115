//! `ubin compare`: methods side by side on the same puzzles under the same limits.

use std::cell::Cell;
use std::io::{self, IsTerminal as _};
use std::ops::ControlFlow;

use ubin::report::pack::{PackCompareReport, PackCompareRow};
use ubin::report::slide::SlideCompareRow;
use ubin::slide::text;
use ubin::text::Family;
use ubin_front::question::{CompareQuestion, Question};
use ubin_front::render::svg::Picture;
use ubin_front::{Language, Refusal, Report, chart};

use crate::args::{Common, CompareArgs, TableStyle};
use crate::complaint::{Complaint, FileError, UsageError};
use crate::desk::Terminal;
use crate::exit::Exit;
use crate::input::{self, Batch, TextNames};
use crate::output;
use crate::phrases;
use crate::picture;
use crate::table::{self, Column, TextTable, left, right};
use crate::watch;

pub(crate) fn run(common: &Common, mut args: CompareArgs) -> Result<Exit, Complaint> {
    output::check_extension(common, &table::ENDINGS)?;
    let names = match args.batch {
        true => {
            let batch = input::batch(&args.question.puzzle.puzzle)?;
            if batch.family == Family::Pack {
                return packings(common, &args, batch);
            }
            resolve_lines(&mut args.question, batch)?
        }
        false => input::resolve(&mut args.question.puzzle, args.board.as_deref())?,
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
    let exit = stopped.map_or_else(|| exit_of(&report), Exit::from);
    if exit == Exit::Impossible {
        // A table of figures does not say why; a program finds its reason in `check`, too.
        output::note(common, &phrases::check_says_why());
    }
    Ok(exit)
}

/// How a comparison ended: a puzzle that every method finds to have no solution has none.
fn exit_of(report: &Report) -> Exit {
    let statuses: Vec<&str> = match report {
        Report::SlideCompare { report } => report.rows.iter().map(|row| row.status).collect(),
        Report::PackCompare { report } => report.methods.iter().map(|row| row.status).collect(),
        _ => unreachable!("compare reports a table"),
    };
    match () {
        () if watch::interrupted() => Exit::Interrupted,
        () if statuses.iter().all(|status| *status == "unsolvable") => Exit::Impossible,
        () => Exit::Answered,
    }
}

/// Compares the methods on packing puzzles, one after the other: a table each, headed by its place, or a line of JSON.
fn packings(common: &Common, args: &CompareArgs, batch: Batch) -> Result<Exit, Complaint> {
    if common.output.is_some() {
        return Err(UsageError::SeveralPictures.into());
    }
    let file = &args.question.puzzle.puzzle;
    let mut gravest = Exit::Answered;
    for (number, text) in batch.puzzles {
        let name = format!("{file} line {number}");
        let text = text.map_err(|problem| FileError::Line { name: name.clone(), why: problem.to_string() })?;
        let mut question = args.question.clone();
        question.puzzle.puzzle = text;
        let names = TextNames { puzzle: name.clone(), ..TextNames::default() };
        let report = Terminal::new(common, names).ask(Question::Compare(question))?;
        match common.json {
            true => output::print(&output::json(&report))?,
            false => output::print(&format!("== {name} ==\n{}", table_of(&report, args.format)))?,
        }
        gravest = gravest.graver(exit_of(&report));
        if watch::interrupted() {
            break;
        }
    }
    Ok(gravest)
}

/// Puts the boards of a batch into the question: one table sums up over all of them.
fn resolve_lines(question: &mut CompareQuestion, batch: Batch) -> Result<TextNames, Complaint> {
    let name = std::mem::take(&mut question.puzzle.puzzle);
    let mut boards = Vec::new();
    for (number, line) in batch.puzzles {
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
    let columns = columns_of(TableStyle::Table);
    let LiveColumns { left_out, widths, gap } = LiveColumns::fitting(&columns, watch::window().into());
    let mut text = String::new();
    if !has_begun {
        text += &TextTable::new(&columns, Vec::new()).without(&left_out).fixed(&widths, gap);
    }
    let row = TextTable::row_of(&columns, &moves_row(row, boards, false));
    text += &row.without(&left_out).fixed(&widths, gap);
    if output::print(&text).is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

/// How rows are printed one by one, before the widest cell of a column is known.
struct LiveColumns {
    left_out: Vec<usize>,
    widths: Vec<usize>,
    gap: &'static str,
}

impl LiveColumns {
    /// The widths of columns where there is room, and in a narrow window.
    const WIDTHS: ([usize; 10], [usize; 10]) =
        ([16, 16, 7, 11, 12, 12, 9, 10, 9, 9], [16, 16, 5, 6, 11, 11, 9, 9, 9, 9]);
    /// What a narrow window leaves out, the first ones first: branching, memory, expanded, tables, proven.
    const LEAST: [usize; 5] = [8, 6, 4, 9, 3];

    /// The most columns that fit a window, in wide cells if those fit, too.
    fn fitting(columns: &[Column], window: usize) -> LiveColumns {
        let try_out = |left_out: &[usize], least: &[usize], gap: &'static str| {
            let kept = (0..columns.len()).filter(|column| !left_out.contains(column));
            let widths: Vec<usize> = kept.map(|column| least[column].max(columns[column].width())).collect();
            LiveColumns { left_out: left_out.to_vec(), widths, gap }
        };
        let (wide, narrow) = Self::WIDTHS;
        let ways = (0..=Self::LEAST.len()).flat_map(|count| {
            let left_out = &Self::LEAST[..count];
            [try_out(left_out, &wide, "  "), try_out(left_out, &narrow, "  "), try_out(left_out, &narrow, " ")]
        });
        let whole = |way: &LiveColumns| way.widths.iter().sum::<usize>() + way.gap.len() * (way.widths.len() - 1);
        let mut last = None;
        for way in ways {
            let fits = whole(&way) <= window;
            last = Some(way);
            if fits {
                break;
            }
        }
        last.expect("there is a way with all columns")
    }
}

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
        Report::SlideCompare { report } => moves_table(&report.rows, report.boards.len(), style),
        Report::PackCompare { report } => packing_table(report, style),
        _ => unreachable!("compare reports a table"),
    };
    table.text(style)
}

/// The columns that a narrow table leaves out, the first ones first: tables, branching, memory, proven, expanded, time.
const LEAST: [usize; 6] = [9, 8, 6, 3, 4, 7];

/// The table of boards in a width; what does not fit though columns were left out is not cut.
pub(crate) fn narrow_table(rows: &[SlideCompareRow], boards: usize, width: usize) -> String {
    let whole = moves_table(rows, boards, TableStyle::Table);
    let widest = |text: &str| text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let mut last = String::new();
    for left_out in 0..=LEAST.len() {
        let table = whole.without(&LEAST[..left_out]);
        for gap in ["  ", " "] {
            last = table.lines(gap);
            if widest(&last) <= width {
                return last;
            }
        }
    }
    last
}

fn moves_table(rows: &[SlideCompareRow], boards: usize, style: TableStyle) -> TextTable {
    let rows = rows.iter().map(|row| moves_row(row, boards, style == TableStyle::Csv).to_vec());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_narrow_table_keeps_the_nodes_that_were_generated() {
        let question = ubin_front::question::CompareQuestion {
            puzzle: ubin_front::question::PuzzleFields { puzzle: "1 2 3/4 5 6/- 7 8".into(), ..Default::default() },
            ..Default::default()
        };
        let desk = ubin_front::PlainDesk::default();
        let report = ubin_front::answer(&Question::Compare(question), &desk).unwrap();
        let Report::SlideCompare { report } = report else { panic!("boards are compared") };
        for (width, heads) in [
            (120, &["proven", "expanded", "generated", "memory", "time ms"][..]),
            (80, &["proven", "expanded", "generated", "time ms"]),
            (60, &["generated", "time ms"]),
            (50, &["generated"]),
        ] {
            let table = narrow_table(&report.rows, 1, width);
            assert!(table.lines().all(|line| line.chars().count() <= width), "{table}");
            for head in heads {
                assert!(table.lines().next().unwrap().contains(head), "{head} in\n{table}");
            }
        }
    }

    #[test]
    fn rows_that_are_printed_one_by_one_fit_the_window() {
        let columns = columns_of(TableStyle::Table);
        for (window, left_out) in [(200, 0), (130, 0), (100, 1), (80, 3), (70, 4), (20, 5)] {
            let live = LiveColumns::fitting(&columns, window);
            let heads = TextTable::new(&columns, Vec::new()).without(&live.left_out).fixed(&live.widths, live.gap);
            assert!(heads.trim_end().chars().count() <= window.max(66), "{heads}");
            assert_eq!(live.left_out.len(), left_out, "{window}: {heads}");
        }
    }
}
