//! `ubin distances`: all boards of a size by their distance from the goal.

use std::fmt::Write as _;

use ubin::report::distances::DistancesReport;
use ubin_front::question::Question;
use ubin_front::{Report, chart};

use crate::args::{Common, DistancesArgs, TableStyle};
use crate::complaint::Complaint;
use crate::desk::Terminal;
use crate::exit::Exit;
use crate::input::{self, TextNames};
use crate::output::{self, Printout};
use crate::phrases::{self, grouped};
use crate::picture;
use crate::table::{TextTable, right};

const ENDINGS: [&str; 5] = ["txt", "json", "csv", "svg", "png"];
/// The most of the farthest boards that are printed; JSON has more.
const MOST_SHOWN: usize = 18;

pub(crate) fn run(common: &Common, mut args: DistancesArgs) -> Result<Exit, Complaint> {
    output::check_extension(common, &ENDINGS)?;
    let goal = input::resolve_goal(&mut args.question.goal)?;
    let names = TextNames { goal, ..TextNames::default() };
    let look = args.question.look.look(phrases::language()).map_err(|refusal| Complaint::of(refusal, &names))?;
    let report = Terminal::new(common, names).ask(Question::Distances(args.question))?;
    let Report::Distances { report: numbers, .. } = &report else { unreachable!("distances reports a space") };
    let mut stopped = None;
    match common.output.as_deref().map(|path| (path, output::extension(path))) {
        Some((path, ending)) if ending == "svg" || ending == "png" => {
            stopped = picture::still(common, &look, &chart::of_distances(numbers, look.language), path)?
                .save(common, path)?;
            output::print(&if common.json { report.json() } else { text(numbers) })?;
        }
        Some((path, ending)) if ending == "csv" => {
            output::save(common, path, &table(numbers, TableStyle::Csv))?;
            output::print(&if common.json { report.json() } else { text(numbers) })?;
        }
        _ => output::show(common, &Printout::new(text(numbers), &report))?,
    }
    Ok(stopped.map_or_else(|| report.ending().into(), Exit::from))
}

/// The numbers of boards by distance.
fn table(report: &DistancesReport, style: TableStyle) -> String {
    let number = |number: u64| if style == TableStyle::Csv { number.to_string() } else { grouped(number) };
    let rows =
        report.histogram.iter().enumerate().map(|(distance, &boards)| vec![distance.to_string(), number(boards)]);
    let head = |head| if style == TableStyle::Csv { head } else { phrases::language().word("column", head) };
    TextTable::new(&[right(head("moves")), right(head("boards"))], rows.collect()).text(style)
}

/// The space for people.
fn text(report: &DistancesReport) -> String {
    let mut text = table(report, TableStyle::Table) + "\n";
    let boards = grouped(report.states);
    match report.radius {
        Some(radius) => {
            let mean = phrases::language().figures(format!("{:.4}", report.mean));
            let _ = writeln!(text, "{}", phrases::whole_space(boards, radius, mean));
        }
        None => {
            let why = report.why.as_ref().map_or_else(String::new, phrases::reason);
            let _ = writeln!(text, "{}", phrases::part_of_space(boards, why));
        }
    }
    if report.radius.is_some() {
        let farthest = report.histogram.last().copied().unwrap_or_default();
        let _ = writeln!(text, "{}", phrases::farthest(grouped(farthest)));
        for board in report.farthest.iter().take(MOST_SHOWN) {
            let _ = writeln!(text, "  {board}");
        }
        if farthest > MOST_SHOWN as u64 {
            text += "  ...\n";
        }
    }
    text
}
