//! `ubin tree`: the search tree as it grew.

use ubin::pack;
use ubin::render::tree::Drawing;
use ubin::report::pack::Cost;
use ubin::report::tree::{PackTree, SlideTree};
use ubin::run::Run;
use ubin::slide::{self, Puzzle};

use crate::args::{Common, TreeArgs, pack_method};
use crate::exit::{Exit, Fault};
use crate::output;
use crate::watch::Watch;

const ENDINGS: [&str; 5] = ["svg", "png", "dot", "json", "txt"];

/// The tree of a search for moves.
pub(crate) fn slide(common: &Common, args: &TreeArgs, puzzle: &Puzzle) -> Result<Exit, Fault> {
    output::check_extension(common, &ENDINGS)?;
    let shelf = common.shelf(common.threads());
    let options = args.method.options()?;
    let watch = Watch::start(common, common.time_limit);
    let mut run = Run::new(common.limits(), watch.control());
    let grown = slide::tree::grow(puzzle, &options, &shelf, args.max_nodes as usize, &mut run)
        .map_err(|error| Fault::Plain(error.to_string()))?;
    let report = SlideTree::of(puzzle, &grown, watch.milliseconds());
    drop(watch);
    show(common, args, &Drawing::of_slide(puzzle, &grown), &output::json(&report))?;
    Ok(grown.status.into())
}

/// The tree of a search for a packing.
pub(crate) fn pack(common: &Common, args: &TreeArgs, puzzle: &pack::Puzzle) -> Result<Exit, Fault> {
    output::check_extension(common, &ENDINGS)?;
    args.only_for_pack()?;
    let method = pack_method(&args.method.method)?;
    let watch = Watch::start(common, common.time_limit);
    let mut run = Run::new(common.limits(), watch.control());
    let grown = pack::tree::grow(puzzle, method, args.max_nodes as usize, &mut run);
    let stats = run.stats();
    let time_ms = watch.milliseconds();
    drop(watch);
    let cost = Cost { nodes: stats.expanded, cases: grown.cases, time_ms, peak_bytes: stats.peak_bytes };
    let report = PackTree::of(puzzle, &grown, cost);
    show(common, args, &Drawing::of_pack(puzzle, &grown, stats), &output::json(&report))?;
    Ok(crate::pack::solve::exit(&grown.outcome))
}

fn show(common: &Common, args: &TreeArgs, drawing: &Drawing, json: &str) -> Result<(), Fault> {
    if let Some(path) = &common.output {
        match output::extension(path) {
            "dot" => output::save(common, path, &drawing.dot())?,
            "json" => output::save(common, path, json)?,
            "txt" => output::save(common, path, &drawing.text())?,
            _ => output::save_bytes(common, path, &args.picture.still(path, &drawing.picture())?)?,
        }
        // Whoever asked for a file has the tree there.
        if !common.json {
            return Ok(());
        }
    }
    if common.json { output::print(json) } else { output::print(&drawing.text()) }
}
