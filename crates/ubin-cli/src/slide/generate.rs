//! `ubin generate`: makes puzzles.

use ubin::render::text::one_line;
use ubin::report::slide::{Generate, Generated};
use ubin::run::{Run, Stop};
use ubin::search::Outcome;
use ubin::slide::Board;
use ubin::slide::generate::{Dice, draw, of_length};

use crate::args::{Common, GenerateSlideArgs};
use crate::exit::{Exit, Fault};
use crate::input;
use crate::output::{self, Answer};
use crate::watch::Watch;

pub(crate) fn run(common: &Common, args: &GenerateSlideArgs) -> Result<Exit, Fault> {
    output::check_extension(common, &["txt", "json"])?;
    let goal = input::goal(&args.goal, args.size)?;
    let seed = common.seed(args.seed);
    let (boards, ended) = boards(common, args, &goal, seed);
    let exit = match ended {
        Ended::All => Exit::Answered,
        Ended::None => {
            let length = args.length.unwrap_or_default();
            output::note(common, &format!("no {} board needs {length} moves", args.size));
            Exit::Impossible
        }
        Ended::Stopped(stop) => {
            output::note(common, &format!("stopped: {stop}; {} of {} boards were made", boards.len(), args.count));
            stop.into()
        }
    };
    let report = Generate {
        puzzle: "slide",
        rows: args.size.rows(),
        cols: args.size.cols(),
        goal: goal.tiles().to_vec(),
        seed,
        boards: boards
            .iter()
            .map(|board| Generated { board: board.tiles().to_vec(), length: args.length.map(|length| length as usize) })
            .collect(),
    };
    let text = match boards.as_slice() {
        [board] => board.to_string(),
        boards => boards.iter().map(one_line).collect::<Vec<_>>().join("\n"),
    };
    if !boards.is_empty() || common.json {
        output::show(common, &Answer::new(text, &report))?;
    }
    Ok(exit)
}

/// How the making ended.
enum Ended {
    All,
    /// No board has this length.
    None,
    Stopped(Stop),
}

fn boards(common: &Common, args: &GenerateSlideArgs, goal: &Board, seed: u64) -> (Vec<Board>, Ended) {
    let watch = Watch::start(common, common.time_limit);
    let mut dice = Dice::new(seed);
    let shelf = common.shelf(common.threads());
    let mut run = Run::new(common.limits(), watch.control());
    let mut boards = Vec::new();
    for _ in 0..args.count {
        let outcome = match args.length {
            None => match watch.control().stopped() {
                None => Outcome::Solved(draw(goal, &mut dice)),
                Some(stop) => Outcome::Stopped(stop),
            },
            Some(length) => of_length(goal, length, &mut dice, &shelf, &mut run),
        };
        match outcome {
            Outcome::Solved(board) => boards.push(board),
            Outcome::Impossible => return (boards, Ended::None),
            Outcome::Stopped(stop) => return (boards, Ended::Stopped(stop)),
        }
    }
    (boards, Ended::All)
}
