//! `ubin completions` and `ubin man`: what a shell and a manual reader need.

use clap::CommandFactory as _;

use crate::args::Cli;
use crate::complaint::Complaint;
use crate::exit::Exit;
use crate::output;

pub(crate) fn completions(shell: clap_complete::Shell) -> Result<Exit, Complaint> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "ubin", &mut script);
    output::print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Answered)
}

/// The page of the command, then a page for every verb.
pub(crate) fn man() -> Result<Exit, Complaint> {
    let mut page = Vec::new();
    let command = Cli::command();
    let verbs: Vec<_> = command.get_subcommands().cloned().collect();
    output::written(clap_mangen::Man::new(command).render(&mut page))?;
    for verb in verbs {
        let name = format!("ubin-{}", verb.get_name());
        output::written(clap_mangen::Man::new(verb.display_name(name)).render(&mut page))?;
    }
    output::print(&String::from_utf8_lossy(&page))?;
    Ok(Exit::Answered)
}
