//! The page as static files: made by `cargo xtask site`, shown by a plain file server, played in Chromium without a server of ours.
//!
//! `UBIN_ALL_SCENARIOS=1` also plays every scenario of the page against its worker, which takes as long as the test `browser` does; without it, those of links, of the panel, of studying, playing, printing and keeping, and of what was mended.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

mod tools;

use tools::{chromium, run, tools};

/// The static files, made as a user makes them.
fn site() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("site");
    // What an older build left would be shown as well.
    let _ = std::fs::remove_dir_all(&folder);
    let made = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--package", "xtask", "--", "site"])
        .arg(&folder)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .output()
        .expect("cargo can be run again");
    assert!(made.status.success(), "cargo xtask site: {}", String::from_utf8_lossy(&made.stderr));
    folder
}

fn scenarios(files: &[&str], site: &Path, engine: &str) -> String {
    let mut node = Command::new("node");
    node.args(["--test", "--test-concurrency=2", "--test-reporter=spec"])
        .args(files.iter().map(|name| format!("{name}.test.js")))
        .env("UBIN_BIN", env!("CARGO_BIN_EXE_ubin"))
        .env("UBIN_SITE", site)
        .env("UBIN_ENGINE", engine)
        .env("UBIN_CHROMIUM", chromium());
    run(&mut node, "a scenario of the static page")
}

#[test]
fn the_page_without_a_server() {
    tools();
    let site = site();
    println!("{}", scenarios(&["site"], &site, "worker"));
    let is_all = env::var_os("UBIN_ALL_SCENARIOS").is_some_and(|value| value == "1");
    let files: &[&str] = if is_all {
        &["slide", "pack", "panel", "study", "play", "mend", "shell", "position", "links"]
    } else {
        &["links", "panel", "mend", "study", "play"]
    };
    println!("{}", scenarios(files, &site, "worker"));
}
