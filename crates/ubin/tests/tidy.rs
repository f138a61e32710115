//! Rules of the architecture that a compiler does not check.

use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Files below `folder` of this crate that are no tests, with their text up to the tests.
fn library(folder: &str) -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let start = root.join(folder);
    let files = if start.is_dir() { sources(&start) } else { vec![start] };
    let are_tests = |path: &PathBuf| path.iter().any(|part| part == "tests" || part == "tests.rs");
    files
        .into_iter()
        .filter(|path| !are_tests(&path.strip_prefix(&root).unwrap().to_path_buf()))
        .map(|path| {
            let text = fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap();
            let code = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
            (path.strip_prefix(&root).unwrap().to_path_buf(), code)
        })
        .collect()
}

#[track_caller]
fn check(folder: &str, forbidden: &[&str], why: &str) {
    let files = library(folder);
    assert!(!files.is_empty());
    for (path, code) in files {
        for word in forbidden {
            assert!(!code.contains(word), "{}: '{word}': {why}", path.display());
        }
    }
}

#[test]
fn the_library_does_no_io_and_has_no_clock() {
    let words = [
        "std::fs",
        "std::io",
        "std::net",
        "std::env",
        "Instant",
        "SystemTime",
        "std::process",
        "println!",
        "print!(",
        "dbg!",
    ];
    check("", &words, "files, sockets, screens and clocks belong to the front ends");
}

#[test]
fn engines_know_no_puzzle() {
    check("search", &["crate::slide", "crate::pack", "crate::report", "crate::render"], "engines know no puzzle");
    check("search.rs", &["crate::slide", "crate::pack"], "engines know no puzzle");
    check("cover", &["crate::slide", "crate::pack", "crate::search"], "engines know no puzzle");
    check("cover.rs", &["crate::slide", "crate::pack"], "engines know no puzzle");
    check("run.rs", &["crate::"], "the run is below everything");
    check("observe.rs", &["crate::"], "an observer knows names and numbers only");
}

/// `ubin-verify` depends on nothing of ubin: a mistake must be made twice to pass it.
#[test]
fn the_verifier_shares_no_code_with_what_it_verifies() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ubin-verify/Cargo.toml");
    let text = fs::read_to_string(manifest).unwrap();
    let (_, dependencies) = text.split_once("[dependencies]").expect("it has dependencies");
    let dependencies = dependencies.split("\n[").next().unwrap();
    let names: Vec<&str> = dependencies.lines().filter_map(|line| line.split(['.', ' ', '=']).next()).collect();
    let names: Vec<&str> = names.into_iter().filter(|name| !name.is_empty()).collect();
    assert_eq!(names, ["serde", "serde_json"], "the verifier stands alone");
    let lines = |code: &str| code.lines().filter(|line| !line.trim().is_empty()).count();
    let lines: usize = crate_code("ubin-verify").iter().map(|(_, code)| lines(code)).sum();
    assert!(lines <= 1350, "{lines} lines: the verifier is small enough to be read at once");
    for (path, code) in crate_code("ubin-verify") {
        for word in ["ubin::", "std::fs", "std::io", "std::env", "std::time", "std::process", "println!", "unsafe"] {
            assert!(!code.contains(word), "{}: '{word}'", path.display());
        }
    }
}

#[test]
fn families_do_not_know_their_front_ends_or_each_other() {
    check("slide", &["crate::pack", "crate::report", "crate::render"], "arrows point down");
    check("pack", &["crate::slide", "crate::report", "crate::render"], "arrows point down");
}

/// The code of another crate, without tests and comments.
fn crate_code(name: &str) -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name);
    let code = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        let code = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
        (path, code)
    };
    sources(&root.join("src")).into_iter().map(code).collect()
}

/// Each front end keeps to its own: `ubin-cli` to files and the terminal, `ubin-web` to HTTP, `ubin-front` to neither, but
/// for the folder of pattern tables.
#[test]
fn front_ends_keep_apart() {
    let files = ["std::fs", "std::env", "std::process", "println!", "print!(", "stdout", "stderr", "dbg!"];
    let http = ["axum", "hyper", "tokio", "std::net"];
    let rules: [(&str, &[&str]); 4] = [
        ("ubin-web", &[&files[..], &["ubin_cli"]].concat()),
        ("ubin-wasm", &[&files[..], &http[..], &["ubin_cli", "ubin_web", "std::thread", "Instant"]].concat()),
        ("ubin-front", &[&files[..], &http[..], &["ubin_cli", "ubin_web"]].concat()),
        ("ubin-cli", &["axum", "hyper", "tokio", "std::net::TcpListener"]),
    ];
    for (name, forbidden) in rules {
        let files = crate_code(name);
        assert!(files.len() >= 5, "{name}");
        for (path, code) in files {
            let is_cache = name == "ubin-front" && path.to_string_lossy().contains("src/cache");
            for word in forbidden.iter().filter(|word| !(is_cache && ["std::fs", "std::env"].contains(word))) {
                assert!(!code.contains(word), "{}: '{word}'", path.display());
            }
        }
    }
}

/// `docs/concurrency.md` says of every lock how long it is held, and what is done meanwhile.
#[test]
fn every_lock_is_in_the_list() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let list = fs::read_to_string(crates.join("../docs/concurrency.md")).unwrap();
    let mut found = 0;
    for name in ["ubin", "ubin-cli", "ubin-front", "ubin-py", "ubin-share", "ubin-wasm", "ubin-web"] {
        for (path, code) in crate_code(name) {
            let path = path.strip_prefix(crates.join(name).join("src")).unwrap().display().to_string();
            if path.ends_with("tests.rs") || path.contains("tests/") || path == "locked.rs" {
                continue;
            }
            if ["Mutex<", "Mutex::", "RwLock"].iter().any(|word| code.contains(word)) {
                let shown = if name == "ubin" { path.clone() } else { format!("{name}/src/{path}") };
                assert!(
                    list.contains(&format!("`{shown}`")),
                    "{shown} has a lock that docs/concurrency.md does not list"
                );
                found += 1;
            }
            assert!(name != "ubin" || !code.contains(".lock()"), "{path}: the library takes locks by `locked`");
        }
    }
    assert!(found > 15, "{found}");
}

#[test]
fn no_stubs_and_no_endless_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for path in sources(&root.join("crates")) {
        let text = fs::read_to_string(&path).unwrap();
        let stub = ["todo", "unimplemented"].iter().any(|word| text.contains(&format!("{word}!(")));
        let note = ["PLACE", "FIX"].iter().zip(["HOLDER", "ME"]).any(|(a, b)| text.contains(&format!("{a}{b}")));
        assert!(!stub && !note, "{}: unfinished", path.display());
        assert!(text.lines().count() <= 700, "{}: more than one subject?", path.display());
    }
}

/// Each crate is published alone: it has its licences and a readme, and includes no file from outside.
#[test]
fn crates_carry_what_they_need() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for name in ["ubin", "ubin-cli", "ubin-front", "ubin-share", "ubin-verify", "ubin-web"] {
        for file in ["README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
            assert!(crates.join(name).join(file).exists(), "{name} has no {file}");
        }
        let manifest = fs::read_to_string(crates.join(name).join("Cargo.toml")).unwrap();
        let leaves_out = |file: &str| manifest.contains("\ninclude = ") && !manifest.contains(&format!("\"/{file}\""));
        assert!(!crates.join(name).join("build.rs").exists() || !leaves_out("build.rs"), "{name} cannot be built");
        for path in sources(&crates.join(name).join("src")) {
            let depth = path.strip_prefix(crates.join(name)).unwrap().components().count() - 1;
            let text = fs::read_to_string(&path).unwrap();
            let mut included = text.split("include_str!(\"").chain(text.split("include_bytes!(\""));
            let is_outside = |rest: &str| rest.starts_with(&"../".repeat(depth + 1));
            assert!(!included.any(is_outside), "{} includes a file of another crate", path.display());
        }
    }
}

/// Links of the documents to other files of the project.
#[test]
fn links_lead_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut checked = 0;
    for document in [
        "README.md",
        "ARCHITECTURE.md",
        "BENCHMARKS.md",
        "CONTRIBUTING.md",
        "docs/packing.md",
        "docs/page.md",
        "docs/pictures.md",
        "docs/play.md",
        "docs/publish.md",
        "docs/python.md",
        "docs/releases.md",
        "docs/records.md",
        "docs/scale.md",
        "docs/serve.md",
        "docs/tour.md",
        "docs/verify.md",
    ] {
        let text = fs::read_to_string(root.join(document)).unwrap();
        let folder = root.join(document).parent().unwrap().to_path_buf();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            assert!(link.contains("://") || folder.join(link).exists(), "{document}: {link}");
            checked += 1;
        }
    }
    assert!(checked >= 6);
}

/// A crate is published alone, so what it needs of the whole project lies in its folder, too: as files, for links become files that hold a path on systems without them.
#[test]
fn what_crates_carry_of_the_project_is_the_same() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut pairs: Vec<(String, String)> = Vec::new();
    for name in ["ubin", "ubin-cli", "ubin-front", "ubin-py", "ubin-share", "ubin-verify", "ubin-web"] {
        pairs.extend(["LICENSE-MIT", "LICENSE-APACHE"].map(|file| (file.into(), format!("crates/{name}/{file}"))));
    }
    for suite in ["antipodes80.csv", "korf100.csv", "korf50-24puzzle.csv"] {
        pairs.push((format!("testdata/slide/{suite}"), format!("crates/ubin-cli/suites/{suite}")));
    }
    for (whole, own) in pairs {
        let read = |file: &str| fs::read_to_string(root.join(file)).unwrap();
        assert!(read(&whole) == read(&own), "{own} is not {whole}: copy it");
    }
}
