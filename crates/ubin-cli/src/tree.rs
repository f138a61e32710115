//! `ubin tree`: the search tree as it grew.

use ubin::run::Stop;
use ubin_front::Report;
use ubin_front::picture::Look;
use ubin_front::question::Question;

use crate::args::{Common, TreeArgs};
use crate::complaint::Complaint;
use crate::desk::Terminal;
use crate::exit::Exit;
use crate::input;
use crate::output;
use crate::phrases;
use crate::picture;

const ENDINGS: [&str; 5] = ["svg", "png", "dot", "json", "txt"];

pub(crate) fn run(common: &Common, mut args: TreeArgs) -> Result<Exit, Complaint> {
    output::check_extension(common, &ENDINGS)?;
    let names = input::resolve(&mut args.question.puzzle, args.board.as_deref())?;
    let look = args.question.look.look(phrases::language()).map_err(|refusal| Complaint::of(refusal, &names))?;
    let report = Terminal::new(common, names).ask(Question::Tree(args.question))?;
    let stopped = show(common, &look, &report)?;
    Ok(stopped.map_or_else(|| report.ending().into(), Exit::from))
}

/// Shows a tree; the stop that came before it was drawn, if one did.
fn show(common: &Common, look: &Look, report: &Report) -> Result<Option<Stop>, Complaint> {
    let (Report::SlideTree { drawing, .. } | Report::PackTree { drawing, .. }) = report else {
        unreachable!("tree reports a tree")
    };
    let mut stopped = None;
    if let Some(path) = &common.output {
        match output::extension(path).as_str() {
            "dot" => output::save(common, path, &drawing.dot())?,
            "json" => output::save(common, path, &report.json())?,
            "txt" => output::save(common, path, &drawing.text())?,
            _ => stopped = picture::still(common, look, &drawing.picture(), path)?.save(common, path)?,
        }
        // A caller who asked for a file has the tree there.
        if !common.json {
            return Ok(stopped);
        }
    }
    output::print(&if common.json { report.json() } else { drawing.text() })?;
    Ok(stopped)
}
