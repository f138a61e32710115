//! `ubin completions` and `ubin man`: what a shell and a manual reader need.

use clap::CommandFactory as _;

use crate::args::Cli;
use crate::command;
use crate::complaint::{Complaint, UsageError};
use crate::exit::Exit;
use crate::output;
use crate::phrases;

pub(crate) fn completions(shell: clap_complete::Shell) -> Result<Exit, Complaint> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "ubin", &mut script);
    output::print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Answered)
}

/// Headings as they are made, and as they are said in English and Indonesian.
const HEADINGS: [(&str, [&str; 2]); 9] = [
    ("NAME", ["NAME", "NAMA"]),
    ("SYNOPSIS", ["SYNOPSIS", "SINOPSIS"]),
    ("DESCRIPTION", ["DESCRIPTION", "DESKRIPSI"]),
    ("Verbs", ["VERBS", "PERINTAH"]),
    ("Perintah", ["VERBS", "PERINTAH"]),
    ("VERSION", ["VERSION", "VERSI"]),
    ("EXTRA\nExamples:", ["EXAMPLES", "CONTOH"]),
    ("EXTRA\nContoh:", ["EXAMPLES", "CONTOH"]),
    ("EXTRA", ["NOTES", "CATATAN"]),
];

/// The page of the command, or that of a verb, named by the words of its command.
pub(crate) fn man(verb: &[String]) -> Result<Exit, Complaint> {
    let mut command = command::command();
    let (mut page, mut also) = ("ubin".to_string(), "ubin(1)".to_string());
    if verb.is_empty() {
        let verbs = command.get_subcommands().filter(|verb| !verb.is_hide_set());
        also = verbs.map(|verb| format!("ubin-{}(1)", verb.get_name())).collect::<Vec<_>>().join(", ");
    }
    for name in verb {
        let below = command.find_subcommand(name).ok_or_else(|| UsageError::NoVerb(name.clone()))?;
        page = format!("{page}-{name}");
        command = below.clone();
    }
    let command = command.display_name(page.clone()).bin_name(page.replace('-', " "));
    let command = command.subcommand_help_heading("Verbs").disable_help_subcommand(true);
    let mut text = Vec::new();
    let source = concat!("ubin ", env!("CARGO_PKG_VERSION"));
    output::written(clap_mangen::Man::new(command).source(source).render(&mut text))?;
    let mut text = String::from_utf8_lossy(&text).into_owned();
    let language = phrases::language() as usize;
    for (made, said) in HEADINGS {
        text = text.replace(&format!(".SH {made}\n"), &format!(".SH {}\n", said[language]));
    }
    output::print(&format!("{text}.SH \"{}\"\n{also}\n", phrases::see_also()))?;
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
