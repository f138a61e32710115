//! `ubin completions` and `ubin man`: what a shell and a manual reader need.

use clap::CommandFactory as _;

use crate::args::Cli;
use crate::command;
use crate::complaint::{Complaint, UsageError};
use crate::exit::Exit;
use crate::output;

pub(crate) fn completions(shell: clap_complete::Shell) -> Result<Exit, Complaint> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "ubin", &mut script);
    output::print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Answered)
}

/// The page of the command, or that of a verb.
pub(crate) fn man(verb: Option<&str>) -> Result<Exit, Complaint> {
    let mut page = Vec::new();
    let command = command::command();
    let verbs: Vec<String> = command.get_subcommands().map(|verb| format!("ubin-{}(1)", verb.get_name())).collect();
    let command = match verb {
        None => command.subcommand_help_heading("Verbs"),
        Some(name) => {
            let verb = command.find_subcommand(name).ok_or_else(|| UsageError::NoVerb(name.into()))?;
            verb.clone().display_name(format!("ubin-{name}")).bin_name(format!("ubin {name}"))
        }
    };
    output::written(clap_mangen::Man::new(command).render(&mut page))?;
    let also = if verb.is_none() { verbs.join(", ") } else { "ubin(1)".into() };
    output::print(&format!("{}.SH \"SEE ALSO\"\n{also}\n", String::from_utf8_lossy(&page)))?;
    Ok(Exit::Answered)
}

/// The options that every verb takes.
pub(crate) fn options() -> Result<Exit, Complaint> {
    let mut command = command::command();
    command.build();
    let options = command.find_subcommand_mut("options").expect("the command has this verb");
    output::print(&options.render_long_help().to_string())?;
    Ok(Exit::Answered)
}
