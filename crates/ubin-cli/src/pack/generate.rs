//! `ubin generate pack`: challenges with exactly one solution.

use std::io::{self, Write as _};

use serde::Serialize;
use ubin::pack::{Flips, challenge, sets};
use ubin::report::pack::Generated;
use ubin_front::pack::{self, Made, Wish};

use crate::args::{Common, GeneratePackArgs};
use crate::desk::Terminal;
use crate::exit::{Exit, Fault};
use crate::input;
use crate::output::{self, Answer};

pub(crate) fn run(common: &Common, args: &GeneratePackArgs) -> Result<Exit, Fault> {
    output::check_extension(common, &["txt", "json"])?;
    if args.list {
        return list(common);
    }
    let source = input::open(&args.set, args.board.as_deref())?;
    let mut set = input::packing(common, &source)?;
    if !set.placed().is_empty() {
        output::note(common, &format!("warning: {}: the pieces after PLACED are taken up again", source.name));
        set = set.cleared();
    }
    if args.no_flip {
        set = set.with_flips(Flips::Forbidden).map_err(|error| Fault::Plain(format!("{}: {error}", source.name)))?;
    }
    let each = challenge::ChallengeWish { placed: args.placed, grade: args.difficulty, seed: common.seed() };
    let wish = Wish { count: args.count, each };
    let (challenges, made) = pack::generate(&Terminal::new(common), &set, wish)?;
    show(common, wish, made, challenges)?;
    Ok(match made {
        Made::All => Exit::Answered,
        Made::Impossible => Exit::Impossible,
        Made::NotFound => Exit::Limit,
        Made::Stopped(stop) => stop.into(),
    })
}

/// The line between two challenges.
const RULE: &str = "--------\n";

/// One challenge as the text that every verb reads, several as such texts with a rule between them. Why some are missing is said to everybody, also to who wants no remarks.
fn show(common: &Common, wish: Wish, made: Made, challenges: Vec<Generated>) -> Result<(), Fault> {
    for (number, made) in challenges.iter().enumerate() {
        let remark = format!(
            "challenge {}: seed {}, {} placed, {}: {} nodes, {} of them forced",
            number + 1,
            made.seed,
            made.placed,
            made.difficulty,
            made.nodes,
            made.forced
        );
        output::note(common, &remark);
    }
    if let Some(reason) = wish.reason(made, &challenges) {
        let _ = writeln!(io::stderr(), "{reason}");
    }
    let texts: Vec<&str> = challenges.iter().map(|made| made.text.as_str()).collect();
    let text = texts.join(RULE);
    match challenges.as_slice() {
        [one] if wish.count == 1 => output::show(common, &Answer::new(text, one)),
        // An empty text would be an empty line.
        [] if !common.json && common.output.is_none() => Ok(()),
        _ => output::show(common, &Answer::new(text, &wish.report(made, challenges))),
    }
}

#[derive(Serialize)]
struct Listed {
    name: &'static str,
    about: &'static str,
}

fn list(common: &Common) -> Result<Exit, Fault> {
    let width = sets::SETS.iter().map(|set| set.name.len()).max().unwrap_or(0);
    let text: String = sets::SETS.iter().map(|set| format!("{:<width$}  {}\n", set.name, set.about)).collect();
    let listed: Vec<Listed> = sets::SETS.iter().map(|set| Listed { name: set.name, about: set.about }).collect();
    output::show(common, &Answer::new(text, &listed))?;
    Ok(Exit::Answered)
}
