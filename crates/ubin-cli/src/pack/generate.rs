//! `ubin generate pack`: challenges with exactly one solution.

use serde::Serialize;
use ubin::pack::{challenge, sets};
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
    let set = input::packing(common, &input::open(&args.set, args.board.as_deref())?)?;
    let each = challenge::Wish { placed: args.placed, grade: args.difficulty, seed: common.seed() };
    let shelf = common.shelf(common.threads());
    let wish = Wish { count: args.count, each };
    let (challenges, made) = pack::generate(&Terminal { common, shelf: &shelf }, &set, wish)?;
    show(common, &challenges)?;
    Ok(match made {
        Made::All => Exit::Answered,
        Made::Impossible => Exit::Impossible,
        Made::NotFound => Exit::Limit,
        Made::Stopped(stop) => stop.into(),
    })
}

/// One challenge as the text that every verb reads, several as such texts with a rule between them.
fn show(common: &Common, challenges: &[Generated]) -> Result<(), Fault> {
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
    let texts: Vec<&str> = challenges.iter().map(|made| made.text.as_str()).collect();
    let text = texts.join("\n");
    match challenges {
        [] => Ok(()),
        [one] => output::show(common, &Answer::new(text, one)),
        several => output::show(common, &Answer::new(text, &several)),
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
