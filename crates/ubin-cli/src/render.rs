//! `ubin render`: draws a puzzle or its solution.

use clap::Args;
use ubin::pack::{self, Plan};
use ubin::render;
use ubin::render::pack::MOST_CELLS;
use ubin::render::svg::{Film, Picture};
use ubin::run::Run;
use ubin::slide::solve::{Solution, Status, solve};
use ubin::slide::{Dir, Puzzle};

use crate::args::{Common, MethodArgs, PuzzleArgs, pack_method, refuse};
use crate::exit::{Exit, Fault};
use crate::output;
use crate::picture::{ENDINGS, PictureArgs};
use crate::watch::Watch;

/// Milliseconds of a move, and of a piece, in a GIF.
const MOVE: u32 = 400;
const PIECE: u32 = 800;

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
        refuse(&self.method.given(), "sliding")?;
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
    let moves = args.moves.as_deref().map(|letters| replayed(puzzle, letters)).transpose()?;
    if let Some(moves) = moves {
        deliver(
            common,
            &args.picture,
            || render::slide::sheet(puzzle, &moves),
            || film(&args.picture, puzzle, &moves),
        )?;
        return Ok(Exit::Answered);
    }
    if !args.solve && !is_gif(common) {
        let no_film = || unreachable!("a GIF shows a solution");
        deliver(common, &args.picture, || render::slide::board(puzzle.board()), no_film)?;
        return Ok(Exit::Answered);
    }
    let watch = Watch::start(common, args.method.time_limit(common, puzzle.size())?);
    let mut run = Run::new(common.limits(), watch.control());
    let solution = solve(puzzle, &args.method.options()?, &common.shelf(common.threads()), &mut run)
        .map_err(|error| Fault::Plain(error.to_string()))?;
    drop(watch);
    match solved_slide(&solution) {
        Ok(moves) => {
            let film = || film(&args.picture, puzzle, moves);
            deliver(common, &args.picture, || render::slide::sheet(puzzle, moves), film)?;
        }
        Err(why) => output::note(common, &format!("nothing to draw: {why}")),
    }
    Ok(solution.status.into())
}

/// The moves of a solution, or why there are none.
pub(crate) fn solved_slide(solution: &Solution) -> Result<&[Dir], String> {
    solution.moves.as_deref().ok_or_else(|| match solution.status {
        Status::Unsolvable => "the puzzle cannot be solved".into(),
        Status::Stopped(stop) => stop.to_string(),
        Status::Optimal | Status::Solved => unreachable!("a solution has moves"),
    })
}

/// The film of a solution.
pub(crate) fn film(args: &PictureArgs, puzzle: &Puzzle, moves: &[Dir]) -> Film {
    render::slide::film(puzzle, moves, args.delay(MOVE))
}

/// The film of a packing.
pub(crate) fn pack_film(args: &PictureArgs, puzzle: &pack::Puzzle, solution: &pack::Solution) -> Film {
    render::pack::film(puzzle, solution, args.delay(PIECE), args.view)
}

/// Moves given as letters, as far as the board has them.
fn replayed(puzzle: &Puzzle, letters: &str) -> Result<Vec<Dir>, Fault> {
    let mut board = puzzle.board().clone();
    let mut moves = Vec::new();
    for (number, letter) in letters.chars().filter(|letter| !letter.is_whitespace()).enumerate() {
        let at = number + 1;
        let dir = Dir::of_letter(letter)
            .ok_or_else(|| Fault::Plain(format!("--moves: move {at} is '{letter}': expected U, D, L or R")))?;
        if !board.slide(dir) {
            return Err(Fault::Plain(format!("--moves: move {at}, {dir}, leads off the board")));
        }
        moves.push(dir);
    }
    Ok(moves)
}

/// A packing board, or its solution.
pub(crate) fn pack(common: &Common, args: &RenderArgs, puzzle: &pack::Puzzle) -> Result<Exit, Fault> {
    refuse_json(common)?;
    args.only_for_pack()?;
    output::check_extension(common, &ENDINGS)?;
    check_cells(puzzle)?;
    let view = args.picture.view;
    if !args.solve && !is_gif(common) {
        let no_film = || unreachable!("a GIF shows a solution");
        deliver(common, &args.picture, || render::pack::position(puzzle, view), no_film)?;
        return Ok(Exit::Answered);
    }
    let plan = Plan { method: pack_method(&args.method.method)?, threads: common.threads() };
    let watch = Watch::start(common, common.time_limit);
    let mut run = Run::new(common.limits(), watch.control());
    let answer = pack::solve::solve(puzzle, plan, &mut run);
    drop(watch);
    match &answer.outcome {
        pack::Outcome::Solved(solution) => {
            let film = || pack_film(&args.picture, puzzle, solution);
            deliver(common, &args.picture, || render::pack::solution(puzzle, solution, view), film)?;
        }
        pack::Outcome::Impossible(reason) => output::note(common, &format!("nothing to draw: {reason}")),
        pack::Outcome::Stopped(stop) => output::note(common, &format!("nothing to draw: {stop}")),
    }
    Ok(crate::pack::solve::exit(&answer.outcome))
}

/// Refuses a board that is too large to be looked at, before anything is solved.
pub(crate) fn check_cells(puzzle: &pack::Puzzle) -> Result<(), Fault> {
    let cells = puzzle.board().size();
    match cells <= MOST_CELLS {
        true => Ok(()),
        false => Err(Fault::Plain(format!("a board of {cells} cells is too large to draw: at most {MOST_CELLS}"))),
    }
}

fn is_gif(common: &Common) -> bool {
    common.output.as_deref().is_some_and(|path| output::extension(path) == "gif")
}

fn refuse_json(common: &Common) -> Result<(), Fault> {
    if common.json { Err(Fault::Plain("render draws: there is no JSON of a picture".into())) } else { Ok(()) }
}

/// Writes a picture to the file, or as SVG to standard output.
fn deliver(
    common: &Common,
    args: &PictureArgs,
    picture: impl FnOnce() -> Picture,
    film: impl FnOnce() -> Film,
) -> Result<(), Fault> {
    let Some(path) = &common.output else { return output::print(&args.svg(&picture())) };
    let bytes = if is_gif(common) { args.gif(&film())? } else { args.still(path, &picture())? };
    output::save_bytes(common, path, &bytes)
}
