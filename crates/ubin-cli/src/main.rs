//! The command `ubin`: one verb per job.
//!
//! This crate is the only place that opens files, reads the clock and writes to a terminal. Every verb is a file; it
//! turns arguments into library calls and reports into text.

mod args;
mod bench;
mod check;
mod compare;
mod count;
mod exit;
mod generate;
mod hint;
mod input;
mod output;
mod shell;
mod solve;
mod watch;

use std::process::ExitCode;

use clap::Parser as _;

use args::{Cli, Verb};
use exit::{Exit, Fault};

fn main() -> ExitCode {
    let cli = Cli::parse();
    watch::catch_interrupts();
    let color = cli.common.color;
    let ended = run(cli);
    match ended {
        Ok(exit) => exit.into(),
        Err(fault) => {
            output::complain(&fault, color);
            fault.exit().into()
        }
    }
}

fn run(cli: Cli) -> Result<Exit, Fault> {
    let common = cli.common;
    match cli.verb {
        Verb::Solve(args) => solve::run(&common, &args),
        Verb::Check(args) => check::run(&common, &args),
        Verb::Count(args) => count::run(&common, &args),
        Verb::Hint(args) => hint::run(&common, &args),
        Verb::Generate(args) => generate::run(&common, &args),
        Verb::Compare(args) => compare::run(&common, &args),
        Verb::Bench => bench::run(&common),
        Verb::Completions { shell } => shell::completions(shell),
        Verb::Man => shell::man(),
    }
}
