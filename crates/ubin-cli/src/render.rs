//! `ubin render`: draws a puzzle or its solution.

use clap::Args;
use ubin::pack::Outcome;
use ubin::report::slide::Notation;
use ubin::slide::Puzzle;
use ubin_front::draw::{Format, Scene, check_cells};
use ubin_front::names::refuse;
use ubin_front::{pack, slide};

use crate::args::{Common, MethodArgs, PuzzleArgs};
use crate::desk::Terminal;
use crate::exit::{Exit, Fault};
use crate::output;
use crate::picture::{self, ENDINGS, PictureArgs};

#[derive(Debug, Args)]
pub(crate) struct RenderArgs {
    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
    /// Draw the solution; a .gif always shows it
    #[arg(long)]
    pub(crate) solve: bool,
    /// Draw these moves of a sliding board, such as DRD; they say where the blank goes
    #[arg(long, value_name = "MOVES", conflicts_with = "solve")]
    pub(crate) moves: Option<String>,
    #[command(flatten)]
    pub(crate) method: MethodArgs,
    #[command(flatten)]
    pub(crate) picture: PictureArgs,
}

impl RenderArgs {
    /// Refuses the options of the other family.
    pub(crate) fn only_for_pack(&self) -> Result<(), Fault> {
        refuse(&self.method.asked().given(), "sliding")?;
        refuse(&[("--moves", self.moves.is_some())], "sliding")?;
        self.puzzle.one_puzzle()
    }

    /// Refuses the options of the other family.
    pub(crate) fn only_for_slide(&self) -> Result<(), Fault> {
        refuse(&[("--no-flip", self.puzzle.no_flip)], "packing")?;
        self.puzzle.one_puzzle()
    }
}

/// A sliding board, or its solution.
pub(crate) fn slide(common: &Common, args: &RenderArgs, puzzle: &Puzzle) -> Result<Exit, Fault> {
    refuse_json(common)?;
    args.only_for_slide()?;
    output::check_extension(common, &ENDINGS)?;
    if let Some(letters) = &args.moves {
        let moves = slide::replayed(puzzle, letters)?;
        deliver(common, args, Scene::Moves(puzzle, &moves))?;
        return Ok(Exit::Answered);
    }
    if !args.solve && !is_gif(common) {
        deliver(common, args, Scene::Board(puzzle))?;
        return Ok(Exit::Answered);
    }
    let shelf = common.shelf(common.threads());
    let options = args.method.asked().options()?;
    let (solution, _) = slide::solve(&Terminal { common, shelf: &shelf }, puzzle, &options, Notation::Blank)?;
    match slide::moves(&solution) {
        Ok(moves) => deliver(common, args, Scene::Moves(puzzle, moves))?,
        Err(why) => output::note(common, &format!("nothing to draw: {why}")),
    }
    Ok(solution.status.into())
}

/// A packing board, or its solution.
pub(crate) fn pack(common: &Common, args: &RenderArgs, puzzle: &ubin::pack::Puzzle) -> Result<Exit, Fault> {
    refuse_json(common)?;
    args.only_for_pack()?;
    output::check_extension(common, &ENDINGS)?;
    check_cells(puzzle)?;
    if !args.solve && !is_gif(common) {
        deliver(common, args, Scene::Position(puzzle))?;
        return Ok(Exit::Answered);
    }
    let shelf = common.shelf(common.threads());
    let desk = Terminal { common, shelf: &shelf };
    let (answer, _) = pack::solve(&desk, puzzle, pack::plan(&desk, Some(&args.method.method))?);
    match &answer.outcome {
        Outcome::Solved(solution) => deliver(common, args, Scene::Packing(puzzle, solution))?,
        Outcome::Impossible(reason) => output::note(common, &format!("nothing to draw: {reason}")),
        Outcome::Stopped(stop) => output::note(common, &format!("nothing to draw: {stop}")),
    }
    Ok(Exit::from(&answer.outcome))
}

fn is_gif(common: &Common) -> bool {
    common.output.as_deref().is_some_and(|path| output::extension(path) == "gif")
}

fn refuse_json(common: &Common) -> Result<(), Fault> {
    if common.json { Err(Fault::Plain("render draws: there is no JSON of a picture".into())) } else { Ok(()) }
}

/// Writes a picture to the file, or as SVG to standard output.
fn deliver(common: &Common, args: &RenderArgs, scene: Scene<'_>) -> Result<(), Fault> {
    let look = args.picture.look();
    match &common.output {
        None => {
            let svg = scene.draw(&look, Format::Svg)?;
            output::print(&String::from_utf8(svg).expect("an SVG is text"))
        }
        Some(path) => output::save_bytes(common, path, &scene.draw(&look, picture::format(path))?),
    }
}
