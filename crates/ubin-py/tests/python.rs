//! The package in Python: a wheel is built, installed into a fresh environment, and tested there; its types are checked by mypy.
//!
//! Needs Python 3.10 or later with `venv`, and PyPI for the tools in `requirements.txt`. What is missing is a failure, never a silent pass.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn scratch() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("pyubin")
}

#[track_caller]
fn run(command: &mut Command, what: &str) {
    let output = command.current_dir(folder()).output().unwrap_or_else(|error| panic!("{what}: {error}"));
    let (said, cried) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{what} failed:\n{said}\n{cried}");
}

/// A program of the environment.
fn tool(name: &str) -> Command {
    let (programs, ending) = if cfg!(windows) { ("Scripts", ".exe") } else { ("bin", "") };
    let programs = scratch().join("venv").join(programs);
    let mut command = Command::new(programs.join(format!("{name}{ending}")));
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([programs].into_iter().chain(env::split_paths(&path))).expect("the path can be joined");
    // The environment of the tests is this one, whatever the caller has.
    command.env("PATH", path).env("VIRTUAL_ENV", scratch().join("venv")).env_remove("PYTHONPATH");
    command
}

/// A fresh environment with the tools; those are downloaded once for a `requirements.txt`.
fn environment() {
    let wanted = fs::read_to_string(folder().join("requirements.txt")).expect("the package lists its tools");
    let installed = scratch().join("installed.txt");
    if fs::read_to_string(&installed).is_ok_and(|installed| installed == wanted) {
        return run(
            tool("python").args(["-m", "pip", "uninstall", "--quiet", "--yes", "pyubin"]),
            "a fresh environment",
        );
    }
    let python = env::var("UBIN_PYTHON").unwrap_or_else(|_| "python3".into());
    let python = Command::new(&python).arg("-m").arg("venv").arg("--clear").arg(scratch().join("venv")).output();
    let python = python.expect("the Python package is tested with Python 3.10 or later: there is no python3 on the path; name one by UBIN_PYTHON");
    assert!(python.status.success(), "no environment: {}", String::from_utf8_lossy(&python.stderr));
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", "requirements.txt"];
    run(tool("python").args(install), "installing maturin, pytest and mypy from PyPI");
    fs::write(installed, wanted).expect("the scratch folder can be written");
}

/// The wheel of this commit, in the profile of the tests.
fn wheel() -> PathBuf {
    let wheels = scratch().join("wheels");
    // None is there before the first.
    let _ = fs::remove_dir_all(&wheels);
    run(tool("maturin").args(["build", "--profile", "dev", "--out"]).arg(&wheels), "building the wheel");
    let mut made = fs::read_dir(&wheels).expect("a wheel was built").map(|entry| entry.expect("it is there").path());
    made.next().expect("a wheel was built")
}

#[test]
fn the_package_in_python() {
    environment();
    let wheel = wheel();
    run(tool("python").args(["-m", "pip", "install", "--quiet", "--no-deps"]).arg(&wheel), "installing the wheel");
    run(tool("mypy").args(["python/pyubin", "tests/typed.py"]), "the type check");
    run(tool("stubtest").arg("pyubin._native"), "the check of the stubs");
    let cache = scratch().join("cache");
    run(tool("pytest").args(["-q", "--no-header", "-p", "no:cacheprovider"]).env("UBIN_CACHE", cache), "a test");
}
