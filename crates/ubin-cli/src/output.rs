//! Where results go: standard output, files, and complaints on standard error.

use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use ubin::run::Stop;
use ubin_front::cache;

use crate::args::{Color, Common};
use crate::color::ColorDepth;
use crate::complaint::{Complaint, FileError};
use crate::phrases;
use crate::picture::Drawn;
use crate::watch;

/// An answer in its two forms.
pub(crate) struct Printout {
    pub(crate) text: String,
    pub(crate) json: String,
}

impl Printout {
    pub(crate) fn new(text: String, report: &impl Serialize) -> Printout {
        Printout { text, json: json(report) }
    }
}

pub(crate) use ubin_front::json;

/// The endings that `solve` writes.
pub(crate) const SOLUTIONS: [&str; 5] = ["txt", "json", "svg", "png", "gif"];
/// The endings of answers that are text.
pub(crate) const TEXTS: [&str; 2] = ["txt", "json"];
/// The endings of many answers.
pub(crate) const LISTS: [&str; 3] = ["txt", "json", "jsonl"];

/// Whether a path's ending asks for JSON.
pub(crate) fn is_json(path: &Path) -> bool {
    matches!(extension(path).as_str(), "json" | "jsonl")
}

/// Shows an answer whose picture a file may want; the stop that came before the picture was drawn, if one did. What was found is printed first, for a disk may be full.
pub(crate) fn show_solution(
    common: &Common,
    (plain, shown): (&str, &str),
    json: &str,
    draw: impl FnOnce(&Path) -> Result<Drawn, Complaint>,
) -> Result<Option<Stop>, Complaint> {
    if common.json || !shown.is_empty() {
        print(&if common.json { named(common, json) } else { shown.into() })?;
    }
    let Some(path) = &common.output else { return Ok(None) };
    match extension(path).as_str() {
        "txt" => save(common, path, plain).map(|()| None),
        "json" => save(common, path, json).map(|()| None),
        _ => draw(path)?.save(common, path),
    }
}

/// A text under its heading, when there are several.
pub(crate) fn headed(common: &Common, text: &str) -> String {
    common.heading.as_ref().map_or_else(|| text.into(), |name| format!("== {name} ==\n{text}"))
}

/// An object with the name that it is headed by, when there are several.
fn named(common: &Common, json: &str) -> String {
    match &common.heading {
        None => json.into(),
        Some(name) => format!("{{\"name\":{},{}", self::json(name), &json[1..]),
    }
}

/// Shows an answer as the common options ask: on standard output, and in a file.
pub(crate) fn show(common: &Common, answer: &Printout) -> Result<(), Complaint> {
    show_colored(common, &answer.json, &answer.text, &answer.text)
}

/// Shows an answer that has colours on a terminal: a file never has them.
pub(crate) fn show_colored(common: &Common, json: &str, plain: &str, colored: &str) -> Result<(), Complaint> {
    print(&if common.json { named(common, json) } else { headed(common, colored) })?;
    let Some(path) = &common.output else { return Ok(()) };
    save(common, path, if extension(path) == "json" { json } else { plain })
}

/// The extension of a path in small letters, or nothing: `.SVG` is an SVG.
pub(crate) fn extension(path: &Path) -> String {
    path.extension().and_then(|extension| extension.to_str()).unwrap_or("").to_ascii_lowercase()
}

/// Refuses an ending, or a place that cannot be written to, before the work is done, not after.
pub(crate) fn check_extension(common: &Common, known: &[&'static str]) -> Result<(), Complaint> {
    let Some(path) = &common.output else { return Ok(()) };
    let found = extension(path);
    if known.contains(&found.as_str()) {
        return check_place(path);
    }
    Err(FileError::Ending { path: path.clone(), found, expected: known.to_vec() }.into())
}

fn check_place(path: &Path) -> Result<(), Complaint> {
    let folder = folder_of(path);
    if path.is_dir() {
        return Err(FileError::IsFolder { path: path.into() }.into());
    }
    if !folder.is_dir() {
        return Err(FileError::NoFolder { path: path.into(), folder: folder.into() }.into());
    }
    Ok(())
}

/// Prints to standard output, with a line's end.
pub(crate) fn print(text: &str) -> Result<(), Complaint> {
    let mut out = io::stdout().lock();
    let end = if text.ends_with('\n') { "" } else { "\n" };
    written(write!(out, "{text}{end}").and_then(|()| out.flush()))
}

/// A write's outcome: a reader that has gone is no error of ours.
pub(crate) fn written(outcome: io::Result<()>) -> Result<(), Complaint> {
    outcome.map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Complaint::Closed,
        _ => FileError::Result(error).into(),
    })
}

/// Writes a file beside its place and renames it, so that no reader ever sees half of it.
pub(crate) fn save(common: &Common, path: &Path, contents: &str) -> Result<(), Complaint> {
    let end = if contents.ends_with('\n') { "" } else { "\n" };
    save_bytes(common, path, format!("{contents}{end}").as_bytes())
}

/// Writes a file of any bytes beside its place and renames it.
pub(crate) fn save_bytes(common: &Common, path: &Path, contents: &[u8]) -> Result<(), Complaint> {
    written_to(path, contents).map_err(|error| FileError::write(path, error))?;
    note(common, &phrases::wrote(path.display()));
    Ok(())
}

/// Bytes of a stream that are written at once: millions of lines take fewer calls of the system.
const STREAM: usize = 1 << 16;

/// Where a stream of results goes: standard output, or a file that has its name only when it is complete.
pub(crate) enum ResultStream {
    Out(BufWriter<io::Stdout>),
    File(Box<BufWriter<tempfile::NamedTempFile>>, PathBuf),
}

impl ResultStream {
    /// The stream that the common options ask for. A folder that cannot be written to is refused now, not at the end.
    pub(crate) fn open(common: &Common) -> Result<ResultStream, Complaint> {
        let Some(path) = &common.output else {
            return Ok(ResultStream::Out(BufWriter::with_capacity(STREAM, io::stdout())));
        };
        let file = cache::beside(folder_of(path)).map_err(|error| FileError::write(path, error))?;
        Ok(ResultStream::File(Box::new(BufWriter::with_capacity(STREAM, file)), path.clone()))
    }

    pub(crate) fn write(&mut self, text: &str) -> io::Result<()> {
        match self {
            ResultStream::Out(out) => out.write_all(text.as_bytes()),
            ResultStream::File(file, _) => file.write_all(text.as_bytes()),
        }
    }

    /// Lets a reader at the other end see what was written; an unfinished file has no readers.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        if let ResultStream::Out(out) = self { out.flush() } else { Ok(()) }
    }

    /// Ends the stream; a file gets its name.
    pub(crate) fn finish(self, common: &Common) -> Result<(), Complaint> {
        match self {
            ResultStream::Out(mut out) => written(out.flush()),
            ResultStream::File(file, path) => {
                let file = file.into_inner().map_err(|error| FileError::write(&path, error.into_error()))?;
                file.persist(&path).map_err(|error| FileError::write(&path, error.error))?;
                note(common, &phrases::wrote(path.display()));
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
    // Its error names the file beside, which no caller has asked for.
    let mut file = cache::beside(folder_of(place)).map_err(|error| io::Error::from(error.kind()))?;
    file.write_all(contents)?;
    if let Some(rights) = rights {
        file.as_file().set_permissions(rights)?;
    }
    file.persist(place).map_err(|error| error.error)?;
    Ok(())
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A remark on standard error, unless it should be quiet.
pub(crate) fn note(common: &Common, text: &str) {
    if !common.quiet {
        watch::say(text);
    }
}

/// Shows a complaint on standard error, with the line and a caret where there is one.
pub(crate) fn complain(complaint: &Complaint, color: Color) {
    if !matches!(complaint, Complaint::Closed) {
        let _ = writeln!(io::stderr(), "{}", complaint.shown(colored(color, io::stderr().is_terminal())));
    }
}

/// Whether to use colour on a stream.
pub(crate) fn colored(color: Color, terminal: bool) -> bool {
    ColorDepth::of(color, terminal) != ColorDepth::None
}
