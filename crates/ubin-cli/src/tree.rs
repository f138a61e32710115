//! `ubin tree`: the search tree as it grew.

use std::time::Duration;

use clap::Args;
use ubin::pack;
use ubin::render::tree::Drawing;
use ubin::report::pack::Cost;
use ubin::report::tree::{PackTree, SlideTree};
use ubin::run::Run;
use ubin::slide::{self, Puzzle};

use crate::args::{Common, MethodArgs, PuzzleArgs, pack_method, refuse};
use crate::exit::{Exit, Fault};
use crate::output;
use crate::picture::PictureArgs;
use crate::watch::Watch;

/// How long a search may grow, unless the command line says otherwise: its first nodes are there in no time.
const TIME: Duration = Duration::from_secs(10);
const ENDINGS: [&str; 5] = ["svg", "png", "dot", "json", "txt"];

#[derive(Debug, Args)]
pub(crate) struct TreeArgs {
    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
    #[command(flatten)]
    pub(crate) method: MethodArgs,
    /// Keep the first N nodes; of a larger tree, also every level in numbers
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) max_nodes: u32,
    #[command(flatten)]
    pub(crate) picture: PictureArgs,
}

impl TreeArgs {
    /// Refuses the options of the other family.
    pub(crate) fn only_for_pack(&self) -> Result<(), Fault> {
        refuse(&self.method.given(), "sliding")?;
        self.puzzle.one_puzzle()
    }

    /// Refuses the options of the other family.
    pub(crate) fn only_for_slide(&self) -> Result<(), Fault> {
        refuse(&[("--no-flip", self.puzzle.no_flip)], "packing")?;
        self.puzzle.one_puzzle()
    }
}

/// The tree of a search for moves.
pub(crate) fn slide(common: &Common, args: &TreeArgs, puzzle: &Puzzle) -> Result<Exit, Fault> {
    output::check_extension(common, &ENDINGS)?;
    args.only_for_slide()?;
    let shelf = common.shelf(common.threads());
    let options = args.method.options()?;
    let watch = Watch::start(common, Some(common.time_limit.unwrap_or(TIME)));
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
    let watch = Watch::start(common, Some(common.time_limit.unwrap_or(TIME)));
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
