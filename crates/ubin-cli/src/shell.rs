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

/// The page of the command, or that of a verb.
pub(crate) fn man(verb: Option<&str>) -> Result<Exit, Complaint> {
    let mut page = Vec::new();
    let command = command::command();
    let verbs = command.get_subcommands().filter(|verb| !verb.is_hide_set());
    let verbs: Vec<String> = verbs.map(|verb| format!("ubin-{}(1)", verb.get_name())).collect();
    let command = match verb {
        None => command.subcommand_help_heading("Verbs"),
        Some(name) => {
            let verb = command.find_subcommand(name).ok_or_else(|| UsageError::NoVerb(name.into()))?;
            let verb = verb.clone().display_name(format!("ubin-{name}")).bin_name(format!("ubin {name}"));
            verb.subcommand_help_heading("Verbs").disable_help_subcommand(true)
        }
    };
    let below: Vec<String> = command.get_subcommands().map(|verb| verb.get_name().replace('-', "\\-")).collect();
    output::written(clap_mangen::Man::new(command).render(&mut page))?;
    let mut page = String::from_utf8_lossy(&page).into_owned();
    let language = phrases::language() as usize;
    for (made, said) in HEADINGS {
        page = page.replace(&format!(".SH {made}\n"), &format!(".SH {}\n", said[language]));
    }
    // What a verb's own verbs do stands on its page: they have none.
    if let Some(verb) = verb {
        for name in below {
            page = page.replace(&format!("ubin\\-{verb}\\-{name}(1)"), &format!("ubin {verb} {name}"));
        }
    }
    let also = if verb.is_none() { verbs.join(", ") } else { "ubin(1)".into() };
    output::print(&format!("{page}.SH \"{}\"\n{also}\n", phrases::see_also()))?;
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
