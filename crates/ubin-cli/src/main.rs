//! The command `ubin`: one verb per job.
//!
//! This crate is the only place that opens files, reads the clock and writes to a terminal. A verb has a file a family,
//! in `slide/` and `pack/`; it turns arguments into library calls and reports into text.

mod args;
mod batch;
mod bench;
mod desk;
mod exit;
mod input;
mod output;
mod pack;
mod picture;
mod play;
mod render;
mod serve;
mod shell;
mod slide;
mod suite;
mod table;
mod tables;
mod tree;
mod verify;
mod watch;

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser as _};

use args::{Cli, GenerateFamily, Verb};
use exit::{Exit, Fault};
use input::Question;

fn main() -> ExitCode {
    let cli = Cli::parse();
    watch::catch_interrupts();
    let color = cli.common.color;
    let ended = run(cli);
    match ended {
        Ok(exit) => exit.into(),
        Err(fault) => {
            output::complain(&fault, color);
            Exit::from(&fault).into()
        }
    }
}

fn run(cli: Cli) -> Result<Exit, Fault> {
    let common = cli.common;
    let Some(verb) = cli.verb else { return no_verb(&common) };
    match verb {
        Verb::Solve(args) if args.puzzle.batch => slide::solve::batch(&common, &args),
        Verb::Check(args) if args.batch => slide::check::batch(&common, &args),
        Verb::Count(args) if args.puzzle.batch => slide::count::batch(&common, &args),
        Verb::Hint(args) if args.puzzle.batch => slide::hint::batch(&common, &args),
        Verb::Solve(args) => match input::question(&common, &args.puzzle)? {
            Question::Slide(puzzle) => slide::solve::run(&common, &args, &puzzle),
            Question::Pack(puzzle) => pack::solve::run(&common, &args, &puzzle),
        },
        Verb::Check(args) => match input::question(&common, &args)? {
            Question::Slide(puzzle) => slide::check::run(&common, &puzzle),
            Question::Pack(puzzle) => pack::check::run(&common, &puzzle),
        },
        Verb::Count(args) => match input::question(&common, &args.puzzle)? {
            Question::Slide(puzzle) => slide::count::run(&common, &args, &puzzle),
            Question::Pack(puzzle) => pack::count::run(&common, &args, &puzzle),
        },
        Verb::Hint(args) => match input::question(&common, &args.puzzle)? {
            Question::Slide(puzzle) => slide::hint::run(&common, &args, &puzzle),
            Question::Pack(puzzle) => pack::hint::run(&common, &puzzle),
        },
        Verb::Generate(args) => match args.family {
            GenerateFamily::Slide(args) => slide::generate::run(&common, &args),
            GenerateFamily::Pack(args) => pack::generate::run(&common, &args),
        },
        Verb::Compare(args) if args.puzzle.batch => slide::compare::batch(&common, &args),
        Verb::Compare(args) => match input::question(&common, &args.puzzle)? {
            Question::Slide(puzzle) => slide::compare::run(&common, &args, &[*puzzle]),
            Question::Pack(puzzle) => pack::compare::run(&common, &args, &puzzle),
        },
        Verb::Render(args) => match input::question(&common, &args.puzzle)? {
            Question::Slide(puzzle) => render::slide(&common, &args, &puzzle),
            Question::Pack(puzzle) => render::pack(&common, &args, &puzzle),
        },
        Verb::Tree(args) => match input::question(&common, &args.puzzle)? {
            Question::Slide(puzzle) => tree::slide(&common, &args, &puzzle),
            Question::Pack(puzzle) => tree::pack(&common, &args, &puzzle),
        },
        Verb::Serve(args) => serve::run(&common, &args),
        Verb::Play(args) => play::run(&common, args),
        Verb::Bench(args) => match args.suite {
            None => bench::run(&common),
            Some(suite) => suite::run(&common, &args, suite),
        },
        Verb::Tables(args) => tables::run(&common, &args),
        Verb::Verify(args) => verify::run(&common, &args),
        Verb::Completions { shell } => shell::completions(shell),
        Verb::Man => shell::man(),
    }
}

/// Without a verb: the start screen for a person, the short help for a program.
fn no_verb(common: &args::Common) -> Result<Exit, Fault> {
    if play::is_interactive() {
        return play::start(common);
    }
    output::print(&Cli::command().render_help().to_string())?;
    Ok(Exit::Answered)
}
