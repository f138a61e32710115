//! `ubin tree`: the search tree as it grew.

use clap::Args;
use ubin::run::Stop;
use ubin::slide::Puzzle;
use ubin_front::names::{pack_method, refuse};
use ubin_front::render::tree::Drawing;
use ubin_front::{pack, slide};

use crate::args::{Common, MethodArgs, PuzzleArgs};
use crate::desk::Terminal;
use crate::exit::{Exit, Fault};
use crate::output;
use crate::picture::PictureArgs;

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
        refuse(&self.method.asked().given(), "sliding")?;
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
    let options = args.method.asked().options()?;
    let grown = slide::grow(&Terminal { common, shelf: &shelf }, puzzle, &options, args.max_nodes as usize)?;
    let spent = grown.report.cost.time_ms;
    let stopped = show(common, args, &grown.drawing, &output::json(&grown.report), spent)?;
    Ok(stopped.map_or_else(|| grown.status.into(), Exit::from))
}

/// The tree of a search for a packing.
pub(crate) fn pack(common: &Common, args: &TreeArgs, puzzle: &ubin::pack::Puzzle) -> Result<Exit, Fault> {
    output::check_extension(common, &ENDINGS)?;
    args.only_for_pack()?;
    let method = pack_method(&args.method.method)?;
    let shelf = common.shelf(common.threads());
    let grown = pack::grow(&Terminal { common, shelf: &shelf }, puzzle, method, args.max_nodes as usize);
    let spent = grown.report.cost.time_ms;
    let stopped = show(common, args, &grown.drawing, &output::json(&grown.report), spent)?;
    Ok(stopped.map_or_else(|| Exit::from(&grown.outcome), Exit::from))
}

/// Shows a tree whose search took so many milliseconds; the stop that came before it was drawn, if one did.
fn show(common: &Common, args: &TreeArgs, drawing: &Drawing, json: &str, spent: f64) -> Result<Option<Stop>, Fault> {
    let mut stopped = None;
    if let Some(path) = &common.output {
        match output::extension(path).as_str() {
            "dot" => output::save(common, path, &drawing.dot())?,
            "json" => output::save(common, path, json)?,
            "txt" => output::save(common, path, &drawing.text())?,
            _ => stopped = args.picture.still(common, &drawing.picture(), path, spent)?.save(common, path)?,
        }
        // Whoever asked for a file has the tree there.
        if !common.json {
            return Ok(stopped);
        }
    }
    let printed = if common.json { output::print(json) } else { output::print(&drawing.text()) };
    printed.map(|()| stopped)
}
