//! The command `ubin`: one verb per job.
//!
//! This crate is the only place that opens files and writes to a terminal. A verb has a file: it makes a question of its arguments, asks it, and prints the report.

mod args;
mod batch;
mod bench;
mod check;
mod checkpoint;
mod color;
mod command;
mod compare;
mod complaint;
mod count;
mod desk;
mod distances;
mod exit;
mod generate;
mod hint;
mod input;
mod memory;
mod output;
mod packing;
mod phrases;
mod picture;
mod play;
mod quality;
mod render;
mod serve;
mod several;
mod share;
mod shell;
#[cfg(feature = "site")]
mod site;
mod solve;
mod suite;
mod table;
mod tables;
mod tree;
mod verify;
mod watch;

use std::process::ExitCode;

use args::{Cli, CliVerb, Common};
use complaint::Complaint;
use exit::Exit;

fn main() -> ExitCode {
    let cli = command::parse();
    watch::catch_interrupts();
    let color = cli.common.color;
    match run(cli) {
        Ok(exit) => exit.into(),
        Err(complaint) => {
            output::complain(&complaint, color);
            Exit::from(&complaint).into()
        }
    }
}

fn run(cli: Cli) -> Result<Exit, Complaint> {
    let common = cli.common;
    let Some(verb) = cli.verb else { return no_verb(&common) };
    checkpoint::check_verb(&common, &verb)?;
    let keeps_rows = checkpoint::keeps_rows(&common, &verb);
    let exit = answer(&common, verb)?;
    if keeps_rows && matches!(exit, Exit::Interrupted) {
        output::note(&common, &phrases::share::go_on(checkpoint::this_command()));
    }
    Ok(exit)
}

fn answer(common: &Common, verb: CliVerb) -> Result<Exit, Complaint> {
    match verb {
        CliVerb::Solve(args) => solve::run(common, args),
        CliVerb::Check(args) => check::run(common, &args),
        CliVerb::Count(args) => count::run(common, &args),
        CliVerb::Hint(args) => hint::run(common, &args),
        CliVerb::Generate(args) => generate::run(common, args),
        CliVerb::Compare(args) => compare::run(common, args),
        CliVerb::Distances(args) => distances::run(common, args),
        CliVerb::Heuristics(args) => quality::run(common, args),
        CliVerb::Render(args) => render::run(common, args),
        CliVerb::Tree(args) => tree::run(common, args),
        CliVerb::Serve(args) => serve::run(common, &args),
        #[cfg(feature = "site")]
        CliVerb::Site(args) => site::run(common, &args),
        CliVerb::Play(args) => play::run(common, args),
        CliVerb::Bench(args) => match args.suite {
            None => bench::run(common),
            Some(suite) => suite::run(common, &args, suite),
        },
        CliVerb::Tables(args) => tables::run(common, &args),
        CliVerb::Verify(args) => verify::run(common, args),
        CliVerb::Share(args) => share::run(common, args),
        CliVerb::Completions { shell } => shell::completions(shell),
        CliVerb::Man { verb } => shell::man(&verb),
        CliVerb::Options => shell::options(),
    }
}

/// Without a verb: the start screen for a person, the short help for a program.
fn no_verb(common: &Common) -> Result<Exit, Complaint> {
    if play::is_interactive() {
        return play::start(common);
    }
    output::print(&command::command().render_help().to_string())?;
    Ok(Exit::Answered)
}
