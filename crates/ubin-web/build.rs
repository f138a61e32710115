//! Embeds the page: every file of `page/` becomes a row of a table, with its type and a tag of its contents.

use std::fmt::Write as _;
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};

/// Endings that the page is made of, and what a browser calls them. What else lies there is for development.
const TYPES: [(&str, &str); 9] = [
    ("html", "text/html; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("ico", "image/x-icon"),
    ("txt", "text/plain; charset=utf-8"),
    ("webmanifest", "application/manifest+json"),
    ("woff2", "font/woff2"),
];

fn main() {
    let page = Path::new(&std::env::var("CARGO_MANIFEST_DIR").expect("cargo says where the crate is")).join("page");
    println!("cargo:rerun-if-changed={}", page.display());
    let mut files = Vec::new();
    collect(&page, &mut files);
    files.sort();
    let mut table = String::from("&[\n");
    for path in files {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let Some((_, kind)) = TYPES.iter().find(|(known, _)| *known == ending) else { continue };
        let contents = fs::read(&path).expect("a file of the page can be read");
        let mut hasher = DefaultHasher::new();
        contents.hash(&mut hasher);
        let name = path.strip_prefix(&page).expect("the file is below the page").to_str().expect("names are text");
        let (name, tag) = (name.replace('\\', "/"), hasher.finish());
        writeln!(
            table,
            "Asset {{ path: {:?}, kind: {kind:?}, tag: \"\\\"{tag:016x}\\\"\", bytes: include_bytes!({:?}) }},",
            format!("/{name}"),
            path.display().to_string(),
        )
        .expect("a string takes everything");
    }
    table.push(']');
    let out = Path::new(&std::env::var("OUT_DIR").expect("cargo says where to write")).join("assets.rs");
    fs::write(out, table).expect("the build folder can be written to");
}

/// All files below a folder but for hidden ones and installed packages.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the page is a folder") {
        let path = entry.expect("the folder can be read").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if name.starts_with('.') || name == "node_modules" {
            continue;
        }
        if path.is_dir() { collect(&path, files) } else { files.push(path) }
    }
}
