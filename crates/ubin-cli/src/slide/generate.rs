//! `ubin generate slide`: makes boards.

use std::io::{self, BufWriter, Write as _};

use ubin_front::render::text::one_line;
use ubin_front::slide::{Made, Wish};

use crate::args::{Common, GenerateSlideArgs};
use crate::desk::Terminal;
use crate::exit::{Exit, Fault};
use crate::input;
use crate::output::{self, Answer};

pub(crate) fn run(common: &Common, args: &GenerateSlideArgs) -> Result<Exit, Fault> {
    output::check_extension(common, &["txt", "json"])?;
    let goal = input::goal(&args.goal, args.size)?;
    let wish = Wish { goal, length: args.length, count: args.count, seed: common.seed() };
    let shelf = common.shelf(common.threads());
    let desk = Terminal { common, shelf: &shelf };
    let made = if common.json || common.output.is_some() { collect(&desk, &wish) } else { stream(&desk, &wish) };
    Ok(match made? {
        Made::All => Exit::Answered,
        Made::Impossible => Exit::Impossible,
        Made::Stopped(stop) => stop.into(),
    })
}

/// Prints every board as it is made: a single one in rows, several of them one a line, as `--batch` reads them.
fn stream(desk: &Terminal<'_>, wish: &Wish) -> Result<Made, Fault> {
    let mut out = BufWriter::new(io::stdout().lock());
    let made = wish.stream(desk, |board| {
        let text = if wish.count == 1 { board.to_string() } else { one_line(&board) };
        output::written(writeln!(out, "{text}"))
    })?;
    output::written(out.flush())?;
    Ok(made)
}

/// Makes all boards, then shows them together.
fn collect(desk: &Terminal<'_>, wish: &Wish) -> Result<Made, Fault> {
    let (boards, made) = wish.collect(desk);
    if made == Made::Impossible {
        return Ok(made);
    }
    let text = match boards.as_slice() {
        [board] => board.to_string(),
        boards => boards.iter().map(one_line).collect::<Vec<_>>().join("\n"),
    };
    output::show(desk.common, &Answer::new(text, &wish.report(&boards)))?;
    Ok(made)
}
