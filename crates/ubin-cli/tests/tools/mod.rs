//! What the tests of the page need: Node, its packages, and Chromium. What is missing is a failure, never a silent pass.

use std::env;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the scenarios.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../ubin-web/tests/browser")
}

/// A program on the path.
fn found(name: &str) -> Option<PathBuf> {
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// Chromium: as named by UBIN_CHROMIUM, on the path, or installed now.
pub(crate) fn chromium() -> PathBuf {
    let there = || env::var_os("UBIN_CHROMIUM").map(PathBuf::from).or_else(|| found("chromium"));
    there()
        .or_else(|| {
            // A new machine knows no packages before the update.
            let install = "apt-get update && apt-get install -y chromium";
            let installed = Command::new("sh").args(["-c", install]).output();
            installed.is_ok_and(|output| output.status.success()).then(|| found("chromium")).flatten()
        })
        .expect("the page is tested in Chromium: there is none on the path and apt-get cannot install it; name one by UBIN_CHROMIUM")
}

#[track_caller]
pub(crate) fn run(command: &mut Command, what: &str) -> String {
    let output = command.current_dir(folder()).output().unwrap_or_else(|error| panic!("{what}: {error}"));
    let (said, cried) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{what} failed:\n{said}\n{cried}");
    // Past what the test runner keeps to itself of tests that pass.
    for line in said.lines().chain(cried.lines()).filter(|line| line.contains("second try of")) {
        writeln!(io::stderr(), "{line}").expect("standard error takes a line");
    }
    said.into_owned()
}

/// Installs the tools of the tests as their lock file says, unless they are there.
pub(crate) fn tools() {
    for program in ["node", "npm"] {
        assert!(found(program).is_some(), "the page is tested with Node: there is no {program} on the path");
    }
    let (lock, installed) = (folder().join("package-lock.json"), folder().join("node_modules/.package-lock.json"));
    let changed = |path: &Path| path.metadata().and_then(|about| about.modified()).ok();
    if changed(&installed) < changed(&lock) {
        run(Command::new("npm").args(["ci", "--no-audit", "--no-fund"]), "npm ci");
    }
}
