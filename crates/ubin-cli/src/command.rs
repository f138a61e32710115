//! The command line as clap knows it: the options that all verbs take once, and the help in the language of the command.

mod indonesian;

use std::ffi::OsString;

use clap::builder::{PossibleValue, Resettable, StyledStr};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Command, CommandFactory as _, FromArgMatches as _, Parser as _};
use ubin_front::Language;

use crate::args::Cli;
use crate::phrases;

/// Reads the arguments; ends the program with help, or with what does not fit.
pub(crate) fn parse() -> Cli {
    let arguments: Vec<_> = std::env::args_os().collect();
    phrases::choose(asked_language(&arguments));
    let arguments = help_alone(arguments);
    // What fits needs no help: its texts, a third of the program's start and in Indonesian two thirds, are put together for the rest.
    if let Ok(read) = Cli::try_parse_from(&arguments) {
        return read;
    }
    let mut command = command();
    let read = command.try_get_matches_from_mut(arguments).and_then(|matches| Cli::from_arg_matches(&matches));
    read.unwrap_or_else(|error| {
        match (phrases::language(), sentence(&error)) {
            (Language::Id, Some(sentence)) => {
                eprintln!("{}\n\n{}", phrases::error(sentence), phrases::usage_hint());
                std::process::exit(2);
            }
            _ => error.exit(),
        };
    })
}

/// The language that the arguments ask for, before they are read: the help has it, too.
fn asked_language(arguments: &[OsString]) -> Option<Language> {
    let texts: Vec<&str> = arguments.iter().filter_map(|argument| argument.to_str()).collect();
    let apart = texts.windows(2).find(|pair| pair[0] == "--lang").map(|pair| pair[1]);
    let together = texts.iter().find_map(|argument| argument.strip_prefix("--lang="));
    apart.or(together).and_then(Language::named)
}

/// The arguments, and those of `ubin help` without a language, which is chosen by now: clap lets no option follow that verb.
fn help_alone(arguments: Vec<OsString>) -> Vec<OsString> {
    let mut rest = Vec::new();
    let mut all = arguments.iter().peekable();
    let is_known = |name: Option<&str>| name.and_then(Language::named).is_some();
    while let Some(argument) = all.next() {
        let text = argument.to_str().unwrap_or_default();
        match text.strip_prefix("--lang") {
            Some("") if is_known(all.peek().and_then(|next| next.to_str())) => drop(all.next()),
            Some(value) if is_known(value.strip_prefix('=')) => {}
            _ => rest.push(argument.clone()),
        }
    }
    if rest.get(1).is_some_and(|verb| verb == "help") { rest } else { arguments }
}

/// The command: common options are listed by `ubin --help` and `ubin help options`, not under every verb.
pub(crate) fn command() -> Command {
    command_in(phrases::language())
}

fn command_in(language: Language) -> Command {
    let whole = localised_in(told(Cli::command()), language);
    let globals: Vec<Arg> = whole.get_arguments().filter(|arg| arg.is_global_set()).cloned().collect();
    let whole =
        whole.mut_subcommands(|verb| if verb.get_name() == "options" { verb } else { without_globals(verb, &globals) });
    match language {
        Language::En => whole,
        Language::Id => finished(whole),
    }
}

/// The command with what its own options mean more than the fields of a question do.
fn told(command: Command) -> Command {
    let whole =
        "Stop the whole command after this time: 500ms, 10s, 2m; a picture that was asked for is drawn after it";
    let method = "How to search: branch-and-bound by default, also for auto on sliding boards; brute-force, backtrack and cover are for packing";
    let nodes =
        "Keep the first N nodes, 1 to 10000; without it 200, and of these what fits a page, the rest folded into stubs";
    command
        .mut_arg("time_limit_ms", |arg| arg.help(whole).long_help(whole))
        .mut_subcommand("tree", |tree| {
            tree.mut_arg("method", |arg| arg.help(method).long_help(method))
                .mut_arg("max_nodes", |arg| arg.help(nodes).long_help(nodes))
        })
        .mut_subcommand("options", |options| options.override_usage("ubin <COMMAND> [OPTIONS]"))
}

/// The command in Indonesian also where clap writes the words: its usage lines, and the verb `help`.
fn finished(mut command: Command) -> Command {
    // Only now clap adds that verb, and knows what stands in the lines.
    command.build();
    with_usage(command)
}

fn with_usage(command: Command) -> Command {
    let usage = command.clone().render_usage().to_string();
    let usage = usage.strip_prefix("Usage: ").unwrap_or(&usage).replace("[OPTIONS]", indonesian::ANY_OPTIONS);
    command.override_usage(usage).mut_subcommands(|below| match below.get_name() {
        "help" => below.about(indonesian::HELP_VERB),
        "options" => below.override_usage(format!("ubin <{}> {}", indonesian::VERB, indonesian::ANY_OPTIONS)),
        _ => with_usage(below),
    })
}

/// A verb whose help does not list the options that every verb takes.
fn without_globals(verb: Command, globals: &[Arg]) -> Command {
    let has_verbs = verb.has_subcommands();
    let mut verb = verb.args(globals.iter().map(|arg| arg.clone().hide(true)));
    if !has_verbs {
        let mut after = verb.get_after_help().cloned().unwrap_or_default();
        let gap = if after.to_string().is_empty() { "" } else { "\n\n" };
        after.push_str(&format!("{gap}{}", phrases::common_options()));
        verb = verb.after_help(after);
    }
    verb.mut_subcommands(|below| without_globals(below, globals))
}

/// The command with its help in a language.
fn localised_in(command: Command, language: Language) -> Command {
    match language {
        Language::En => command,
        Language::Id => localised(command, ""),
    }
}

/// What the table says of a verb or an option below a path of verbs: what it is there, or what it is everywhere.
fn entry(kind: &str, path: &str, name: &str) -> Option<&'static str> {
    let find = |key: String| indonesian::HELP.iter().find(|(known, _)| *known == key).map(|(_, help)| *help);
    find(format!("{kind}.{path} {name}")).or_else(|| find(format!("{kind}.{name}")))
}

/// The verbs above the last one of a path.
fn above(path: &str) -> &str {
    path.rsplit_once(' ').map_or("", |(above, _)| above)
}

/// The help in Indonesian, of the verb of a path: a text that the table lacks stays English.
fn localised(command: Command, path: &str) -> Command {
    let about = entry("verb", above(path), command.get_name()).map(StyledStr::from);
    let command = match about {
        Some(about) => command.about(about),
        None => command,
    };
    // Under a head of their own clap would list arguments by name.
    let mut places = 0..;
    let help = |arg: Arg| {
        let heading = if arg.is_positional() { indonesian::ARGUMENTS } else { indonesian::OPTIONS };
        let arg = match entry("option", path, arg.get_id().as_str()) {
            Some(help) => with_choices(arg, help),
            None => arg,
        };
        let place = if arg.is_positional() { places.next() } else { None };
        let arg = arg.help_heading(heading);
        match place {
            Some(place) => arg.display_order(place),
            None => arg,
        }
    };
    let flag = |name: &'static str, short: char, action: ArgAction, help: &'static str| {
        Arg::new(name).short(short).long(name).action(action).help(help).help_heading(indonesian::OPTIONS)
    };
    let after = command.get_after_help().map(|after| after_help(&after.to_string(), command.get_name()));
    let mut command = command
        .mut_args(help)
        .help_template(indonesian::TEMPLATE)
        .after_help(after.unwrap_or_default())
        .subcommand_help_heading(indonesian::VERBS)
        .subcommand_value_name(indonesian::VERB)
        .disable_help_flag(true)
        .arg(flag("help", 'h', ArgAction::Help, indonesian::HELP_FLAG));
    if command.get_version().is_some() {
        let version = flag("version", 'V', ArgAction::Version, indonesian::VERSION_FLAG);
        command = command.disable_version_flag(true).arg(version);
    }
    command.mut_subcommands(|below| {
        let path = format!("{path} {}", below.get_name());
        localised(below, path.trim_start())
    })
}

/// An argument with its help in Indonesian, which names the values it may have and the one it has if none is given.
fn with_choices(arg: Arg, help: &str) -> Arg {
    let values = arg.get_possible_values();
    let names: Vec<&str> = values.iter().filter(|value| !value.is_hide_set()).map(PossibleValue::get_name).collect();
    if !arg.get_action().takes_values() {
        return arg.help(help.to_owned()).long_help(Resettable::Reset);
    }
    let default = arg.get_default_values().iter().filter_map(|value| value.to_str()).collect::<Vec<_>>().join(", ");
    let default = match default.is_empty() {
        true => String::new(),
        false => format!(" [{}: {default}]", indonesian::DEFAULT),
    };
    // What English says at length is not left beside it.
    let arg = arg.hide_possible_values(true).hide_default_value(true).long_help(Resettable::Reset);
    if names.is_empty() {
        return arg.help(format!("{help}{default}"));
    }
    let explained: Vec<String> = names.iter().map(|name| explained(arg.get_id().as_str(), name)).collect();
    let (short, long) = (names.join(", "), explained.join("\n"));
    arg.help(format!("{help} [{}: {short}]{default}", indonesian::CHOICES))
        .long_help(format!("{help}{default}\n\n{}:\n{long}", indonesian::CHOICES_HEAD))
}

/// A value of an option and what it means.
fn explained(option: &str, value: &str) -> String {
    let set = option.strip_suffix('s').filter(|set| ["method", "heuristic"].contains(set)).unwrap_or(option);
    match Language::Id.entry(&format!("about.{set}.{value}")) {
        Some(about) => format!("- {value}: {about}"),
        None => format!("- {value}"),
    }
}

/// What stands below a help text: the examples as they are, and the rest as the table has it.
fn after_help(english: &str, verb: &str) -> String {
    let examples = english.split("\n\n").next().unwrap_or_default().replace("Examples:", indonesian::EXAMPLES);
    let rest = indonesian::AFTER.iter().find(|(known, _)| *known == verb).map(|(_, text)| format!("\n\n{text}"));
    examples + &rest.unwrap_or_default()
}

/// What does not fit, in Indonesian; `None` for help and the version, which are no mistakes.
fn sentence(error: &clap::Error) -> Option<String> {
    let context = |kind: ContextKind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(", "),
        _ => String::new(),
    };
    let (argument, value) = (context(ContextKind::InvalidArg), context(ContextKind::InvalidValue));
    Some(match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            return None;
        }
        ErrorKind::UnknownArgument if !argument.starts_with('-') => format!("'{argument}' terlalu banyak di sini"),
        ErrorKind::UnknownArgument => {
            format!("tidak ada opsi '{argument}'{}", similar(context(ContextKind::SuggestedArg)))
        }
        ErrorKind::InvalidSubcommand => {
            let verb = context(ContextKind::InvalidSubcommand);
            format!("tidak ada perintah '{verb}'{}", similar(context(ContextKind::SuggestedSubcommand)))
        }
        ErrorKind::InvalidValue if value.is_empty() => format!("{argument} perlu sebuah nilai"),
        ErrorKind::InvalidValue => {
            let valid = context(ContextKind::ValidValue);
            format!("{argument}: '{value}' tidak dikenal; seharusnya salah satu dari {valid}")
        }
        ErrorKind::ValueValidation => {
            // A number out of range is told the range by the parser, in digits.
            let range = std::error::Error::source(error).map(ToString::to_string).unwrap_or_default();
            let range = range.split_once(" is not in ").map_or(String::new(), |(_, range)| format!(" ({range})"));
            format!("{argument}: '{value}' tidak cocok: {}{range}", expected(&argument))
        }
        ErrorKind::MissingRequiredArgument => format!("yang ini harus ada: {argument}"),
        ErrorKind::ArgumentConflict => {
            format!("{argument} tidak cocok dengan {}", context(ContextKind::PriorArg))
        }
        ErrorKind::MissingSubcommand => "sebuah perintah harus ada".into(),
        _ => return None,
    })
}

/// What was probably meant.
fn similar(name: String) -> String {
    if name.is_empty() { name } else { format!("; mungkin maksudnya '{name}'") }
}

/// What the value of an argument should be, in Indonesian, by the name that its usage gives the value.
fn expected(argument: &str) -> &'static str {
    match () {
        () if argument.contains("<TIME>") => "seharusnya waktu seperti 500ms, 10s, 2m atau 1h",
        () if argument.contains("<SIZE>") => "seharusnya ukuran seperti 512MiB atau 2GiB",
        () if argument.contains("<MM-DD>") => "seharusnya MM-DD, bulan 01 sampai 12 dan tanggal yang ada di bulan itu",
        () if argument.starts_with("--order") => "seharusnya U, D, L dan R, masing-masing sekali, seperti ULRD",
        () if argument.contains("RxC") => "seharusnya baris dan kolom seperti 3x5, masing-masing 2 sampai 32",
        () => "seharusnya sebuah bilangan yang diizinkan di sini",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        command().debug_assert();
    }

    /// Every verb with its path.
    fn walk(command: &Command, path: &str, look: &mut dyn FnMut(&Command, &str)) {
        look(command, path);
        for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
            walk(below, format!("{path} {}", below.get_name()).trim_start(), look);
        }
    }

    /// Its options with their names.
    fn options(command: &Command) -> impl Iterator<Item = (&str, &Arg)> {
        let all = command.get_arguments().map(|arg| (arg.get_id().as_str(), arg));
        all.filter(|(name, _)| !["help", "version"].contains(name))
    }

    #[test]
    fn every_verb_and_option_is_explained_in_every_language() {
        walk(&Cli::command(), "", &mut |command, path| {
            assert!(entry("verb", above(path), command.get_name()).is_some(), "verb {path}");
            for (name, _) in options(command) {
                assert!(entry("option", path, name).is_some(), "option {name} of {path}");
            }
        });
    }

    #[test]
    fn verbs_of_one_name_that_do_two_things_have_two_sentences() {
        let mut english: std::collections::BTreeMap<String, String> = std::collections::BTreeMap::new();
        walk(&Cli::command(), "", &mut |command, path| {
            let own = command.get_about().map(ToString::to_string).unwrap_or_default();
            let said = entry("verb", above(path), command.get_name()).unwrap();
            let known = english.entry(said.into()).or_insert_with(|| own.clone());
            assert_eq!(*known, own, "{path}: {said}");
        });
        assert!(english.len() > 25);
    }

    #[test]
    fn nothing_that_an_option_says_at_length_is_left_in_english() {
        walk(&command_in(Language::Id), "", &mut |command, path| {
            for (name, arg) in options(command) {
                let own = entry("option", path, name).expect("it is explained");
                for help in [arg.get_help(), arg.get_long_help()].into_iter().flatten() {
                    assert!(help.to_string().starts_with(own), "{name} of {path}: {help}");
                }
            }
        });
    }

    #[test]
    fn the_help_has_its_heads_in_indonesian() {
        const ENGLISH: [&str; 12] = [
            "Usage:",
            "Commands:",
            "Arguments:",
            "Options:",
            "Print help",
            "OPTIONS",
            "COMMAND",
            "possible values",
            "default:",
            "Examples",
            "Exit codes",
            "Print this",
        ];
        let paths =
            [&[][..], &["solve"], &["count"], &["play"], &["serve"], &["verify"], &["share"], &["generate", "slide"]];
        for path in paths {
            let mut command = command_in(Language::Id);
            command.build();
            let mut at = &mut command;
            for name in path {
                at = at.find_subcommand_mut(name).unwrap();
            }
            let help = at.render_long_help().to_string();
            assert!(help.contains("Pemakaian: ubin") && help.contains("Opsi:"), "{help}");
            assert!(path != ["solve"] || help.find("\n  <PUZZLE>") < help.find("\n  [MORE]"), "{help}");
            for head in ENGLISH {
                assert!(!help.contains(head), "{head} in\n{help}");
            }
        }
    }

    #[test]
    fn common_options_are_listed_once() {
        let help = |path: &[&str]| {
            let mut command = command();
            command.build();
            let mut at = &mut command;
            for name in path {
                at = at.find_subcommand_mut(name).unwrap();
            }
            at.render_long_help().to_string()
        };
        assert!(help(&[]).contains("--time-limit") && help(&["options"]).contains("--time-limit"));
        for verb in [&["man"][..], &["completions"], &["solve"], &["generate", "slide"], &["tables", "list"]] {
            let help = help(verb);
            assert!(!help.contains("--time-limit") && help.contains("ubin help options"), "{verb:?}\n{help}");
        }
    }

    #[test]
    fn common_options_stand_before_and_after_the_verb() {
        for args in [["ubin", "--lang", "id", "check", "iq"], ["ubin", "check", "iq", "--lang", "id"]] {
            let matches = command().try_get_matches_from(args).unwrap();
            assert_eq!(Cli::from_arg_matches(&matches).unwrap().common.lang, Some(Language::Id));
        }
    }

    #[test]
    fn the_language_is_known_before_the_arguments_are_read() {
        let asked = |args: &[&str]| asked_language(&args.iter().map(Into::into).collect::<Vec<_>>());
        assert_eq!(asked(&["ubin", "--lang", "id"]), Some(Language::Id));
        assert_eq!(asked(&["ubin", "solve", "--lang=en", "iq"]), Some(Language::En));
        assert_eq!(asked(&["ubin", "--lang", "fr"]), None);
    }

    #[test]
    fn a_language_may_follow_help() {
        let check = |args: &[&str], expected: &[&str]| {
            assert_eq!(help_alone(args.iter().map(Into::into).collect()), expected, "{args:?}");
        };
        check(&["ubin", "help", "options", "--lang", "id"], &["ubin", "help", "options"]);
        check(&["ubin", "help", "--lang=id", "solve"], &["ubin", "help", "solve"]);
        check(&["ubin", "--lang", "id", "help"], &["ubin", "help"]);
        for kept in [&["ubin", "help", "--lang", "fr"][..], &["ubin", "solve", "help", "--lang", "id"], &["ubin"]] {
            check(kept, kept);
        }
    }
}
