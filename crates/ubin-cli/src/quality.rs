//! `ubin heuristics`: how good the heuristics are on boards of a size.

use std::fmt::Write as _;

use ubin_front::question::Question;
use ubin_front::report::HeuristicsReport;
use ubin_front::{Language, Report};

use crate::args::{Common, HeuristicsArgs, TableStyle};
use crate::complaint::Complaint;
use crate::desk::Terminal;
use crate::exit::Exit;
use crate::input::{self, TextNames};
use crate::output::{self, Printout};
use crate::phrases::{self, grouped};
use crate::table::{TextTable, left, right};

const ENDINGS: [&str; 4] = ["txt", "json", "csv", "md"];

pub(crate) fn run(common: &Common, mut args: HeuristicsArgs) -> Result<Exit, Complaint> {
    output::check_extension(common, &ENDINGS)?;
    let goal = input::resolve_goal(&mut args.question.goal)?;
    let names = TextNames { goal, ..TextNames::default() };
    args.question.seed = common.seed;
    let report = Terminal::new(common, names).ask(Question::Heuristics(args.question))?;
    let Report::Heuristics { report: told, .. } = &report else { unreachable!("heuristics reports their figures") };
    let style = match common.output.as_deref().map(|path| (path, output::extension(path))) {
        Some((path, ending)) if ending == "csv" => Some((path, TableStyle::Csv)),
        Some((path, ending)) if ending == "md" => Some((path, TableStyle::Markdown)),
        _ => None,
    };
    match style {
        Some((path, style)) => {
            output::save(common, path, &table(told, style))?;
            output::print(&if common.json { report.json() } else { text(told) })?;
        }
        None => output::show(common, &Printout::new(text(told), &report))?,
    }
    Ok(report.ending().into())
}

/// A row a heuristic.
fn table(report: &HeuristicsReport, style: TableStyle) -> String {
    let language = match style {
        TableStyle::Csv => Language::En,
        _ => phrases::language(),
    };
    let whole = |number: u64| if style == TableStyle::Csv { number.to_string() } else { grouped(number) };
    let figure = |figure: f64, digits: usize| language.figures(format!("{figure:.digits$}"));
    let row = |row: &ubin_front::report::HeuristicRow| {
        vec![
            row.heuristic.to_string(),
            whole(row.boards),
            figure(row.mean_distance, 3),
            figure(row.mean, 3),
            figure(row.mean_error, 3),
            row.max_error.to_string(),
            figure(row.ratio, 3),
            figure(100.0 * row.exact, 3),
            row.branching.map_or_else(|| "-".to_string(), |branching| figure(branching, 3)),
        ]
    };
    let head = |head: &'static str| if style == TableStyle::Csv { head } else { language.word("column", head) };
    let columns = [
        left(head("heuristic")),
        right(head("boards")),
        right(head("distance")),
        right(head("bound")),
        right(head("error")),
        right(head("worst")),
        right(head("ratio")),
        right(head("exact %")),
        right(head("branching")),
    ];
    TextTable::new(&columns, report.heuristics.iter().map(row).collect()).text(style)
}

/// The figures for people.
fn text(report: &HeuristicsReport) -> String {
    let mut text = table(report, TableStyle::Table) + "\n";
    let _ = writeln!(text, "{}", phrases::branching_of(grouped(report.sample), report.seed));
    if report.why.is_some() {
        let _ = writeln!(text, "{}", phrases::not_all_measured());
    }
    text
}
