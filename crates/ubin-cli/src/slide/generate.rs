//! `ubin generate slide`: makes boards.

use std::io::{self, BufWriter, Write as _};

use ubin::render::text::one_line;
use ubin::report::slide::{Generate, Generated};
use ubin::run::{Run, Stop};
use ubin::search::Outcome;
use ubin::slide::generate::{Dice, Maker, draw};
use ubin::slide::{Board, Shelf};

use crate::args::{Common, GenerateSlideArgs};
use crate::exit::{Exit, Fault};
use crate::input;
use crate::output::{self, Answer};
use crate::watch::Watch;

pub(crate) fn run(common: &Common, args: &GenerateSlideArgs) -> Result<Exit, Fault> {
    output::check_extension(common, &["txt", "json"])?;
    let goal = input::goal(&args.goal, args.size)?;
    let seed = common.seed();
    let watch = Watch::start(common, common.time_limit);
    let mut run = Run::new(common.limits(), watch.control());
    let maker = match args.length.map(|length| Maker::new(&goal, length, &mut run)) {
        None => None,
        Some(Outcome::Solved(maker)) => Some(maker),
        Some(Outcome::Impossible) => {
            let length = args.length.unwrap_or_default();
            output::note(common, &format!("no {} board needs {length} moves", args.size));
            return Ok(Exit::Impossible);
        }
        Some(Outcome::Stopped(stop)) => return Ok(stopped(common, stop, 0, args.count)),
    };
    let shelf = common.shelf(common.threads());
    let mut boards = Boards { goal: &goal, maker, dice: Dice::new(seed), shelf, run };
    if common.json || common.output.is_some() {
        collect(common, args, &mut boards, seed)
    } else {
        stream(common, args, &mut boards)
    }
}

/// Boards one after the other.
struct Boards<'a> {
    goal: &'a Board,
    maker: Option<Maker>,
    dice: Dice,
    shelf: Shelf,
    run: Run<'a>,
}

impl Boards<'_> {
    fn next(&mut self) -> Result<Board, Stop> {
        self.run.check()?;
        match &self.maker {
            Some(maker) => maker.make(&mut self.dice, &self.shelf, &mut self.run),
            None => Ok(draw(self.goal, &mut self.dice)),
        }
    }
}

fn stopped(common: &Common, stop: Stop, made: u64, wanted: u64) -> Exit {
    output::note(common, &format!("stopped: {stop}; {made} of {wanted} boards were made"));
    stop.into()
}

/// Prints every board as it is made: a single one in rows, several of them one a line, as `--batch` reads them.
fn stream(common: &Common, args: &GenerateSlideArgs, boards: &mut Boards<'_>) -> Result<Exit, Fault> {
    let mut out = BufWriter::new(io::stdout().lock());
    for made in 0..args.count {
        match boards.next() {
            Ok(board) => {
                let text = if args.count == 1 { board.to_string() } else { one_line(&board) };
                output::written(writeln!(out, "{text}"))?;
            }
            Err(stop) => {
                output::written(out.flush())?;
                return Ok(stopped(common, stop, made, args.count));
            }
        }
    }
    output::written(out.flush())?;
    Ok(Exit::Answered)
}

/// Makes all boards, then shows them together.
fn collect(common: &Common, args: &GenerateSlideArgs, boards: &mut Boards<'_>, seed: u64) -> Result<Exit, Fault> {
    let mut made = Vec::new();
    let mut exit = Exit::Answered;
    for number in 0..args.count {
        // A board as tiles, as text and as JSON.
        let bytes = (args.size.cells() * 16 + 256) as u64;
        match boards.run.hold(bytes).and_then(|()| boards.next()) {
            Ok(board) => made.push(board),
            Err(stop) => {
                exit = stopped(common, stop, number, args.count);
                break;
            }
        }
    }
    let text = match made.as_slice() {
        [board] => board.to_string(),
        boards => boards.iter().map(one_line).collect::<Vec<_>>().join("\n"),
    };
    let length = args.length.map(|length| length as usize);
    let report = Generate {
        puzzle: "slide",
        rows: args.size.rows(),
        cols: args.size.cols(),
        goal: boards.goal.tiles().to_vec(),
        seed,
        boards: made.iter().map(|board| Generated { board: board.tiles().to_vec(), length }).collect(),
    };
    output::show(common, &Answer::new(text, &report))?;
    Ok(exit)
}
