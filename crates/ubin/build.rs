//! Names the sources of the library: a number that changes when any of them does, so that units of work are searched by the code that made them.

use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    println!("cargo:rerun-if-changed=src");
    let mut files = Vec::new();
    collect(Path::new("src"), &mut files);
    // As names with `/`, so that the order is the same on every system.
    files.sort_by_key(|path| path.to_string_lossy().replace('\\', "/"));
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for path in files {
        let text = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        // FNV-1a. Some systems check files out with other ends of lines.
        for byte in text.into_iter().filter(|byte| *byte != b'\r') {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    println!("cargo:rustc-env=UBIN_SOURCES={hash:016x}");
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("an entry of a folder can be read").path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}
