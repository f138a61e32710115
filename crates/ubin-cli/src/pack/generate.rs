//! `ubin generate pack`: challenges with exactly one solution.

use serde::Serialize;
use ubin::pack::challenge::{Challenge, NoChallenge, Wish, make};
use ubin::pack::{sets, text};
use ubin::render::text::counted;
use ubin::report::pack::{About, Picture};
use ubin::run::Run;

use crate::args::{Common, GeneratePackArgs};
use crate::exit::{Exit, Fault};
use crate::input::{self, Source};
use crate::output::{self, Answer};
use crate::watch::Watch;

/// One challenge.
#[derive(Serialize)]
struct Made {
    #[serde(flatten)]
    about: About,
    /// The puzzle's text, with its PLACED part.
    text: String,
    placed: usize,
    seed: u64,
    difficulty: &'static str,
    nodes: u64,
    forced: u64,
    #[serde(flatten)]
    solution: Picture,
}

pub(crate) fn run(common: &Common, args: &GeneratePackArgs) -> Result<Exit, Fault> {
    output::check_extension(common, &["txt", "json"])?;
    if args.list {
        return list(common);
    }
    let set = input::packing(common, &Source::open(&args.set, args.board.as_deref())?)?;
    let seed = common.seed();
    let watch = Watch::start(common, common.time_limit);
    let mut challenges = Vec::new();
    for seed in (0..args.count).map(|number| seed.wrapping_add(number)) {
        let mut run = Run::new(common.limits(), watch.control());
        let wish = Wish { placed: args.placed, grade: args.difficulty, seed };
        match make(&set, wish, &mut run) {
            Ok(challenge) => challenges.push(made(seed, &challenge)),
            Err(NoChallenge::Stopped(stop)) => {
                output::note(common, &format!("stopped: {stop}; {} of {} were made", challenges.len(), args.count));
                show(common, &challenges)?;
                return Ok(stop.into());
            }
            Err(NoChallenge::Unsolvable) => {
                output::note(common, "the set has no solution, so there is no challenge");
                return Ok(Exit::Impossible);
            }
            Err(NoChallenge::AllPlaced) => {
                let most = counted(set.pieces().len() as u64, "piece");
                let message =
                    format!("--placed {}: the set has {most}, and one must be left to place", args.placed.unwrap_or(0));
                return Err(Fault::Plain(message));
            }
            Err(NoChallenge::Several) => {
                let message =
                    "--placed 0: the set has several solutions, so no challenge without a placed piece has one only";
                return Err(Fault::Plain(message.into()));
            }
            Err(NoChallenge::NotFound) => {
                output::note(common, &format!("seed {seed}: no draw met the wish; try another seed, grade or number"));
                show(common, &challenges)?;
                return Ok(Exit::Limit);
            }
        }
    }
    show(common, &challenges)?;
    Ok(Exit::Answered)
}

fn made(seed: u64, challenge: &Challenge) -> Made {
    Made {
        about: About::of(&challenge.puzzle),
        text: text::print(&challenge.puzzle),
        placed: challenge.puzzle.placed().len(),
        seed,
        difficulty: challenge.difficulty.grade().name(),
        nodes: challenge.difficulty.nodes,
        forced: challenge.difficulty.forced,
        solution: Picture::of(&challenge.puzzle, Some(&challenge.solution)),
    }
}

/// One challenge as the text that every verb reads, several as such texts with a rule between them.
fn show(common: &Common, challenges: &[Made]) -> Result<(), Fault> {
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
