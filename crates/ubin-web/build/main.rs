//! Embeds the page: its modules become one script, its style sheets one sheet, and every file a row of a table, packed and named after its contents.
//!
//! The page stays as it is read and edited: plain ES modules with no tool to learn. A browser that loads them one by one makes seventy requests; what this makes of them takes five. Nothing is rewritten but the lines
//! that import and export (see `bundle`).

mod bundle;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;

/// Files that are embedded beside the two scripts and the sheet, and what a browser calls them.
const TYPES: [(&str, &str); 4] =
    [("svg", "image/svg+xml"), ("png", "image/png"), ("ico", "image/x-icon"), ("woff2", "font/woff2")];
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// A file of the page as it is served.
struct Made {
    /// Its name in the sources, by which other files speak of it.
    source: String,
    /// Its name for browsers, with a tag of its contents.
    name: String,
    kind: &'static str,
    bytes: Vec<u8>,
}

impl Made {
    fn new(source: &str, kind: &'static str, bytes: Vec<u8>) -> Made {
        let (stem, ending) = source.rsplit_once('.').expect("a file of the page has an ending");
        let stem = stem.rsplit('/').next().unwrap_or(stem);
        let name = format!("{stem}.{}.{ending}", tag(&bytes));
        Made { source: source.into(), name, kind, bytes }
    }
}

/// Changes with the contents.
fn tag(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

fn main() {
    let page = Path::new(&std::env::var("CARGO_MANIFEST_DIR").expect("cargo says where the crate is")).join("page");
    println!("cargo:rerun-if-changed={}", page.display());
    println!("cargo:rerun-if-changed=build");
    let mut files = BTreeMap::new();
    collect(&page, &page, &mut files);
    let text = |name: &str| {
        let bytes = files.get(name).unwrap_or_else(|| panic!("page/{name} is not there"));
        String::from_utf8(bytes.clone()).unwrap_or_else(|_| panic!("page/{name} is not text"))
    };
    let mut made = vec![
        Made::new("page.js", SCRIPT, bundle::script("main.js", &text).into_bytes()),
        Made::new("worker.js", SCRIPT, bundle::script("engine/worker.js", &text).into_bytes()),
        Made::new("page.css", "text/css; charset=utf-8", sheet(&text).into_bytes()),
    ];
    for (name, bytes) in &files {
        let ending = name.rsplit('.').next().unwrap_or_default();
        if let Some((_, kind)) = TYPES.iter().find(|(known, _)| *known == ending) {
            made.push(Made::new(name, kind, bytes.clone()));
        }
    }
    let index = index(&text("index.html"), &made);
    // The service worker must have one address for ever, and is written with the list of files that it keeps.
    made.push(Made {
        source: "engine/offline.js".into(),
        name: String::new(),
        kind: SCRIPT,
        bytes: text("engine/offline.js").into_bytes(),
    });
    made.push(Made {
        source: "index.html".into(),
        name: String::new(),
        kind: "text/html; charset=utf-8",
        bytes: index.into_bytes(),
    });
    write(&made);
}

/// All style sheets, in the order in which the document names them.
fn sheet(text: &impl Fn(&str) -> String) -> String {
    let index = text("index.html");
    let sheets = index.lines().filter_map(stylesheet).map(|name| format!("/* {name} */\n{}", rules(name, &text(name))));
    sheets.collect()
}

/// A sheet without its comments, and without the blanks that lines begin with.
fn rules(name: &str, sheet: &str) -> String {
    let mut parts = sheet.split("/*");
    let mut plain = String::from(parts.next().unwrap_or_default());
    for part in parts {
        let (_, rest) = part.split_once("*/").unwrap_or_else(|| panic!("page/{name}: a comment without an end"));
        plain.push_str(rest);
    }
    plain.lines().map(str::trim).filter(|line| !line.is_empty()).map(|line| format!("{line}\n")).collect()
}

/// The sheet that a line of the document asks for.
fn stylesheet(line: &str) -> Option<&str> {
    line.trim().strip_prefix("<link rel=\"stylesheet\" href=\"")?.split('"').next()
}

/// The document, with the names that files have for browsers.
fn index(index: &str, made: &[Made]) -> String {
    let named = |source: &str| {
        let file = made.iter().find(|file| file.source == source).expect("what the document names was made");
        file.name.clone()
    };
    let mut out = String::new();
    let mut has_sheet = false;
    for line in index.lines() {
        let indent = &line[..line.len() - line.trim_start().len()];
        if stylesheet(line).is_some() {
            if !std::mem::replace(&mut has_sheet, true) {
                writeln!(out, "{indent}<link rel=\"stylesheet\" href=\"{}\" />", named("page.css"))
                    .expect("a string takes everything");
            }
        } else {
            let line = line.replace("src=\"main.js\"", &format!("src=\"{}\"", named("page.js")));
            let line = line.replace("href=\"icon.svg\"", &format!("href=\"{}\"", named("icon.svg")));
            writeln!(out, "{line}").expect("a string takes everything");
        }
    }
    out
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("memory takes everything")
}

/// Writes the files into the build's folder, and the table that includes them.
fn write(made: &[Made]) {
    let out = PathBuf::from(std::env::var("OUT_DIR").expect("cargo says where to write"));
    let mut table = String::from("&[\n");
    for (number, file) in made.iter().enumerate() {
        let (plain, gzip) = (out.join(format!("{number}")), out.join(format!("{number}.gz")));
        fs::write(&plain, &file.bytes).expect("the build folder can be written to");
        fs::write(&gzip, packed(&file.bytes)).expect("the build folder can be written to");
        let Made { source, name, kind, bytes } = file;
        let tag = tag(bytes);
        let (plain, gzip) = (plain.display().to_string(), gzip.display().to_string());
        writeln!(
            table,
            "Asset {{ source: {source:?}, name: {name:?}, kind: {kind:?}, tag: {tag:?}, bytes: include_bytes!({plain:?}), gzip: include_bytes!({gzip:?}) }},",
        )
        .expect("a string takes everything");
    }
    table.push(']');
    fs::write(out.join("assets.rs"), table).expect("the build folder can be written to");
}

/// All files below a folder but for hidden ones and installed packages, by their path with `/`.
fn collect(page: &Path, folder: &Path, files: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(folder).expect("the page is a folder") {
        let path = entry.expect("the folder can be read").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if name.starts_with('.') || name == "node_modules" {
            continue;
        }
        if path.is_dir() {
            collect(page, &path, files);
        } else {
            let name = path.strip_prefix(page).expect("the file is below the page").to_str().expect("names are text");
            files.insert(name.replace('\\', "/"), fs::read(&path).expect("a file of the page can be read"));
        }
    }
}
