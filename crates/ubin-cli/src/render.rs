//! `ubin render`: draws a puzzle or its solution.

use clap::Args;
use ubin::pack::PackOutcome;
use ubin::run::Stop;
use ubin::slide::Puzzle;
use ubin::slide::solve::Options;
use ubin_front::draw::{Format, Scene, check_cells};
use ubin_front::names::refuse;
use ubin_front::{pack, slide};

use crate::args::{Common, MethodArgs, PuzzleArgs, WordingArgs};
use crate::desk::Terminal;
use crate::exit::{Exit, Fault};
use crate::output;
use crate::picture::{ENDINGS, PictureArgs};

#[derive(Debug, Args)]
pub(crate) struct RenderArgs {
    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
    /// Draw the solution; a .gif always shows it
    #[arg(long)]
    pub(crate) solve: bool,
    /// Draw these moves of a sliding board, such as DRD; they say where the blank goes, or as --notation says
    #[arg(long, value_name = "MOVES", conflicts_with = "solve")]
    pub(crate) moves: Option<String>,
    #[command(flatten)]
    pub(crate) method: MethodArgs,
    #[command(flatten)]
    pub(crate) wording: WordingArgs,
    #[command(flatten)]
    pub(crate) picture: PictureArgs,
}

impl RenderArgs {
    /// Refuses the options of the other family.
    pub(crate) fn only_for_pack(&self) -> Result<(), Fault> {
        refuse(&self.method.asked().given(), "sliding")?;
        refuse(&[("--moves", self.moves.is_some())], "sliding")?;
        refuse(&self.wording.given(), "sliding")?;
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
    let wording = args.wording.asked();
    if let Some(letters) = &args.moves {
        let moves = slide::replayed_as(puzzle, letters, wording.notation)?;
        let stopped = deliver(common, args, Scene::Told(puzzle, &moves, wording), 0.0)?;
        return Ok(stopped.map_or(Exit::Answered, Exit::from));
    }
    if !args.solve && !is_gif(common) {
        let stopped = deliver(common, args, Scene::Board(puzzle), 0.0)?;
        return Ok(stopped.map_or(Exit::Answered, Exit::from));
    }
    let options = Options { metric: wording.metric, ..args.method.asked().options()? };
    let (solution, report) = slide::solve(&Terminal::new(common), puzzle, &options, wording.notation)?;
    let stopped = match slide::moves(&solution) {
        Ok(moves) => deliver(common, args, Scene::Told(puzzle, moves, wording), report.cost.time_ms)?,
        Err(why) => nothing(common, &why),
    };
    Ok(stopped.map_or_else(|| solution.status.into(), Exit::from))
}

/// A packing board, or its solution.
pub(crate) fn pack(common: &Common, args: &RenderArgs, puzzle: &ubin::pack::Puzzle) -> Result<Exit, Fault> {
    refuse_json(common)?;
    args.only_for_pack()?;
    output::check_extension(common, &ENDINGS)?;
    check_cells(puzzle)?;
    if !args.solve && !is_gif(common) {
        let stopped = deliver(common, args, Scene::Position(puzzle), 0.0)?;
        return Ok(stopped.map_or(Exit::Answered, Exit::from));
    }
    let desk = Terminal::new(common);
    let (answer, report) = pack::solve(&desk, puzzle, pack::plan(&desk, Some(&args.method.method))?);
    let stopped = match &answer.outcome {
        PackOutcome::Solved(solution) => deliver(common, args, Scene::Packing(puzzle, solution), report.cost.time_ms)?,
        PackOutcome::Impossible(reason) => nothing(common, reason),
        PackOutcome::Stopped(stop) => nothing(common, stop),
    };
    Ok(stopped.map_or_else(|| Exit::from(&answer.outcome), Exit::from))
}

/// Says why there is no picture.
fn nothing(common: &Common, why: &dyn std::fmt::Display) -> Option<Stop> {
    output::note(common, &format!("nothing to draw: {why}"));
    None
}

fn is_gif(common: &Common) -> bool {
    common.output.as_deref().is_some_and(|path| output::extension(path) == "gif")
}

fn refuse_json(common: &Common) -> Result<(), Fault> {
    if common.json { Err(Fault::Plain("render draws: there is no JSON of a picture".into())) } else { Ok(()) }
}

/// Writes a picture to the file, or as SVG to standard output, after a search of so many milliseconds; the stop that came first, if one did.
fn deliver(common: &Common, args: &RenderArgs, scene: Scene<'_>, spent: f64) -> Result<Option<Stop>, Fault> {
    match &common.output {
        None => {
            let svg = scene.draw(&args.picture.look(), Format::Svg)?;
            output::print(&String::from_utf8(svg).expect("an SVG is text"))?;
            Ok(None)
        }
        Some(path) => args.picture.draw(common, scene, path, spent)?.save(common, path),
    }
}
