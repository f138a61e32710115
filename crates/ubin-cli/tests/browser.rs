//! The page in a real browser: its types and format are checked, and every scenario of `crates/ubin-web/tests/browser` is played against this build's server.
//!
//! Needs Node (20 or later) with npm, and Chromium, which is installed where that can be done. What is missing is a failure, never a silent pass.
//! `UBIN_UPDATE_PICTURES=1` also takes the screenshots of the documents anew.

use std::env;
use std::path::Path;
use std::process::Command;

mod tools;

use tools::{chromium, run, tools};

#[test]
fn the_page_in_a_real_browser() {
    let chromium = chromium();
    tools();
    run(Command::new("node").args(["node_modules/typescript/bin/tsc", "--project", "tsconfig.json"]), "the type check");
    run(
        Command::new("node").args(["node_modules/prettier/bin/prettier.cjs", "--check", "../../page", "."]),
        "the format check (npm run format mends it)",
    );
    let pictures = env::var_os("UBIN_UPDATE_PICTURES").is_some_and(|value| value == "1").then_some("pictures");
    let scenarios = ["pure", "slide", "pack", "panel", "study", "play", "mend", "shell", "position", "links"]
        .into_iter()
        .chain(pictures);
    let scenarios = scenarios.map(|name| format!("{name}.test.js"));
    run(
        Command::new("node")
            .args(["--test", "--test-concurrency=2", "--test-reporter=spec"])
            .args(scenarios)
            .env("UBIN_BIN", env!("CARGO_BIN_EXE_ubin"))
            .env("UBIN_CHROMIUM", chromium)
            .env("UBIN_CACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser-cache")),
        "a scenario",
    );
}
