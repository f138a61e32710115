//! Where results go: standard output, files, and complaints on standard error.

use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use ubin::run::Stop;

use crate::args::{Color, Common};
use crate::exit::Fault;
use crate::picture::Drawn;
use ubin_front::cache;

/// An answer in its two forms.
pub(crate) struct Answer {
    pub(crate) text: String,
    pub(crate) json: String,
}

impl Answer {
    pub(crate) fn new(text: String, report: &impl Serialize) -> Answer {
        Answer { text, json: json(report) }
    }
}

pub(crate) use ubin_front::json;

/// The endings that `solve` writes.
pub(crate) const SOLUTIONS: [&str; 5] = ["txt", "json", "svg", "png", "gif"];

/// Shows an answer whose picture a file may want; the stop that came before the picture was drawn, if one did. What was found is printed first, for a disk may be full.
pub(crate) fn show_solution(
    common: &Common,
    (plain, shown): (&str, &str),
    json: &str,
    draw: impl FnOnce(&Path) -> Result<Drawn, Fault>,
) -> Result<Option<Stop>, Fault> {
    print(if common.json { json } else { shown })?;
    let Some(path) = &common.output else { return Ok(None) };
    match extension(path).as_str() {
        "txt" => save(common, path, plain).map(|()| None),
        "json" => save(common, path, json).map(|()| None),
        _ => draw(path)?.save(common, path),
    }
}

/// Shows an answer as the common options ask: on standard output, and in a file.
pub(crate) fn show(common: &Common, answer: &Answer) -> Result<(), Fault> {
    print(if common.json { &answer.json } else { &answer.text })?;
    let Some(path) = &common.output else { return Ok(()) };
    match extension(path).as_str() {
        "txt" => save(common, path, &answer.text),
        "json" => save(common, path, &answer.json),
        other => Err(unknown_extension(path, other, ".txt or .json")),
    }
}

/// The same for an answer that has colours on a terminal: a file never has them.
pub(crate) fn show_colored(common: &Common, json: &str, plain: &str, colored: &str) -> Result<(), Fault> {
    print(if common.json { json } else { colored })?;
    let Some(path) = &common.output else { return Ok(()) };
    save(common, path, if extension(path) == "json" { json } else { plain })
}

/// The extension of a path in small letters, or nothing: `.SVG` is an SVG.
pub(crate) fn extension(path: &Path) -> String {
    path.extension().and_then(|extension| extension.to_str()).unwrap_or("").to_ascii_lowercase()
}

pub(crate) fn unknown_extension(path: &Path, found: &str, expected: &str) -> Fault {
    Fault::Plain(format!("cannot write '{}': its ending is '{found}', expected {expected}", path.display()))
}

/// Refuses an ending, or a place that cannot be written to, before the work is done, not after.
pub(crate) fn check_extension(common: &Common, known: &[&str]) -> Result<(), Fault> {
    let Some(path) = &common.output else { return Ok(()) };
    let found = extension(path);
    if known.contains(&found.as_str()) {
        return check_place(path);
    }
    let known: Vec<String> = known.iter().map(|known| format!(".{known}")).collect();
    Err(unknown_extension(path, &found, &known.join(" or ")))
}

fn check_place(path: &Path) -> Result<(), Fault> {
    let why = match folder_of(path) {
        _ if path.is_dir() => "it is a folder".into(),
        folder if !folder.is_dir() => format!("there is no folder '{}'", folder.display()),
        _ => return Ok(()),
    };
    Err(Fault::Plain(format!("cannot write '{}': {why}", path.display())))
}

/// Prints to standard output, with a line's end.
pub(crate) fn print(text: &str) -> Result<(), Fault> {
    let mut out = io::stdout().lock();
    let end = if text.ends_with('\n') { "" } else { "\n" };
    written(write!(out, "{text}{end}").and_then(|()| out.flush()))
}

/// A write's outcome: a reader that has gone is not a fault of ours.
pub(crate) fn written(outcome: io::Result<()>) -> Result<(), Fault> {
    outcome.map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Fault::Closed,
        _ => Fault::Plain(format!("cannot write the result: {error}")),
    })
}

/// Writes a file beside its place and renames it, so that nobody ever sees half of it.
pub(crate) fn save(common: &Common, path: &Path, contents: &str) -> Result<(), Fault> {
    let end = if contents.ends_with('\n') { "" } else { "\n" };
    save_bytes(common, path, format!("{contents}{end}").as_bytes())
}

/// The same for contents that are not text.
pub(crate) fn save_bytes(common: &Common, path: &Path, contents: &[u8]) -> Result<(), Fault> {
    written_to(path, contents).map_err(|error| cannot_write(path, &error))?;
    note(common, &format!("wrote {}", path.display()));
    Ok(())
}

/// Where a stream of results goes: standard output, or a file that has its name only when it is complete.
pub(crate) enum Stream {
    Out(BufWriter<io::StdoutLock<'static>>),
    File(Box<BufWriter<tempfile::NamedTempFile>>, PathBuf),
}

impl Stream {
    /// The stream that the common options ask for. A folder that cannot be written to is a fault now, not at the end.
    pub(crate) fn open(common: &Common) -> Result<Stream, Fault> {
        let Some(path) = &common.output else { return Ok(Stream::Out(BufWriter::new(io::stdout().lock()))) };
        let file = cache::beside(folder_of(path)).map_err(|error| cannot_write(path, &error))?;
        Ok(Stream::File(Box::new(BufWriter::new(file)), path.clone()))
    }

    pub(crate) fn write(&mut self, text: &str) -> io::Result<()> {
        match self {
            Stream::Out(out) => out.write_all(text.as_bytes()),
            Stream::File(file, _) => file.write_all(text.as_bytes()),
        }
    }

    /// Lets a reader at the other end see what was written; nobody reads an unfinished file.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        if let Stream::Out(out) = self { out.flush() } else { Ok(()) }
    }

    /// Ends the stream; a file gets its name.
    pub(crate) fn finish(self, common: &Common) -> Result<(), Fault> {
        match self {
            Stream::Out(mut out) => written(out.flush()),
            Stream::File(file, path) => {
                let file = file.into_inner().map_err(|error| cannot_write(&path, error.error()))?;
                file.persist(&path).map_err(|error| cannot_write(&path, &error.error))?;
                note(common, &format!("wrote {}", path.display()));
                Ok(())
            }
        }
    }
}

/// Writes beside the file that a path leads to, and gives the new one its name and its rights. A pipe or a device has no
/// place beside it: it is written to.
fn written_to(path: &Path, contents: &[u8]) -> io::Result<()> {
    let Ok(place) = path.canonicalize() else { return replace(path, contents, None) };
    let old = place.metadata()?;
    match old.is_file() {
        true if old.permissions().readonly() => Err(io::ErrorKind::PermissionDenied.into()),
        true => replace(&place, contents, Some(old.permissions())),
        false => std::fs::OpenOptions::new().write(true).open(place)?.write_all(contents),
    }
}

fn replace(place: &Path, contents: &[u8], rights: Option<std::fs::Permissions>) -> io::Result<()> {
    let mut file = cache::beside(folder_of(place))?;
    file.write_all(contents)?;
    if let Some(rights) = rights {
        file.as_file().set_permissions(rights)?;
    }
    file.persist(place).map_err(|error| error.error)?;
    Ok(())
}

fn cannot_write(path: &Path, error: &io::Error) -> Fault {
    Fault::Plain(format!("cannot write '{}': {error}", path.display()))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A remark on standard error, unless it should be quiet.
pub(crate) fn note(common: &Common, text: &str) {
    if !common.quiet {
        let _ = writeln!(io::stderr(), "{text}");
    }
}

/// Shows a fault on standard error, with the line and a caret where there is one.
pub(crate) fn complain(fault: &Fault, color: Color) {
    let text = match fault {
        Fault::Closed => return,
        fault if colored(color, io::stderr().is_terminal()) => fault.in_color(),
        fault => fault.in_plain(),
    };
    let _ = writeln!(io::stderr(), "{text}");
}

/// Whether to use colour on a stream.
pub(crate) fn colored(color: Color, terminal: bool) -> bool {
    match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
    }
}
