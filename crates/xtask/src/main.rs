//! `cargo xtask site DIR`: the page as static files; `cargo xtask binary`: the command with the page's module inside.
//!
//! Both build the module first: the library for WebAssembly, by cargo alone. The target is added by rustup where there is one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// What the module is built for.
const TARGET: &str = "wasm32-unknown-unknown";

const USAGE: &str = "usage:
  cargo xtask site DIR    writes the page as static files that need no server
  cargo xtask module      builds the page's module and prints where it is
  cargo xtask binary      builds the command with the module inside, which then has `ubin site`";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["site", folder] => module().and_then(|module| site(&module, Path::new(folder))),
        ["module"] => module().map(|module| println!("{}", module.display())),
        ["binary"] => module().and_then(|module| binary(&module)),
        _ => Err(USAGE.into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::from(2)
        }
    }
}

/// The folder of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Cargo, as this program was started by it.
fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root());
    cargo
}

fn run(command: &mut Command, what: &str) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{what}: {status}")),
        Err(error) => Err(format!("{what}: {error}")),
    }
}

/// Adds the target where rustup can; otherwise why not, for the compiler may have it all the same.
fn add_target() -> Result<(), String> {
    match Command::new("rustup").args(["target", "add", TARGET]).current_dir(root()).output() {
        Ok(told) if told.status.success() => Ok(()),
        Ok(told) => Err(format!(
            "the page's module needs the target {TARGET}, and rustup cannot add it: {}",
            String::from_utf8_lossy(&told.stderr).trim()
        )),
        Err(_) => Err(format!(
            "the page's module needs the target {TARGET}: there is no rustup to add it; install Rust's standard library for that target as this compiler came"
        )),
    }
}

/// Builds the module; where it is. `.cargo/config.toml` says how.
fn module() -> Result<PathBuf, String> {
    let target_is_there = add_target();
    let folder = target();
    let built = run(cargo().arg("module").env("CARGO_TARGET_DIR", &folder), "the page's module does not build");
    built.map_err(|why| target_is_there.err().unwrap_or(why))?;
    Ok(folder.join(TARGET).join("module/ubin_wasm.wasm"))
}

/// The folder that cargo builds into; one that is not absolute means a folder below where this program was started.
fn target() -> PathBuf {
    let folder = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    std::path::absolute(&folder).unwrap_or(folder)
}

/// Writes the page and the module.
fn site(module: &Path, folder: &Path) -> Result<(), String> {
    let bytes = fs::read(module).map_err(|error| format!("{}: {error}", module.display()))?;
    let files = ubin_web::site::files(&bytes);
    let written = fs::create_dir_all(folder)
        .and_then(|()| files.iter().try_for_each(|file| fs::write(folder.join(&file.name), &file.bytes)));
    written.map_err(|error| format!("{}: {error}", folder.display()))?;
    println!("{}: {} files. Any web server shows them: python3 -m http.server -d {0}", folder.display(), files.len());
    Ok(())
}

/// Builds the command with the module inside.
fn binary(module: &Path) -> Result<(), String> {
    let module = fs::canonicalize(module).map_err(|error| format!("{}: {error}", module.display()))?;
    run(cargo().arg("binary").env("UBIN_MODULE", module), "the command does not build")
}
