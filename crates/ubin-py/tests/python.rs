//! The package in Python: installed into a fresh environment, and tested there; its types are checked by mypy.
//!
//! What is installed is the module as this test was built with it, laid out as a wheel does it: maturin would build the whole library once more, with other features. `UBIN_WHEEL` names a wheel to test instead, as the workflow
//! `release` does. Needs Python 3.10 or later with `venv`, and PyPI for the tools in `requirements.txt`. What is missing is a failure, never a silent pass.

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
        let uninstall = ["-m", "pip", "uninstall", "--quiet", "--yes", "pyubin"];
        return run(tool("python").args(uninstall), "a fresh environment");
    }
    let python = env::var("UBIN_PYTHON").unwrap_or_else(|_| "python3".into());
    let python = Command::new(&python).arg("-m").arg("venv").arg("--clear").arg(scratch().join("venv")).output();
    let python = python.expect("the Python package is tested with Python 3.10 or later: there is no python3 on the path; name one by UBIN_PYTHON");
    assert!(python.status.success(), "no environment: {}", String::from_utf8_lossy(&python.stderr));
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", "requirements.txt"];
    run(tool("python").args(install), "installing pytest, mypy and numpy from PyPI");
    fs::write(installed, wanted).expect("the scratch folder can be written");
}

/// The module that cargo built with this test.
fn module() -> PathBuf {
    let name = format!("{}_native{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX);
    let test = env::current_exe().expect("a test knows where it is");
    test.with_file_name(name)
}

/// The folder of the package in the environment.
fn package() -> PathBuf {
    let asked = tool("python").args(["-c", "import sysconfig; print(sysconfig.get_path('platlib'))"]).output();
    let asked = asked.expect("the environment has Python").stdout;
    Path::new(String::from_utf8_lossy(&asked).trim()).join("pyubin")
}

/// Puts the package where a wheel would.
fn lay_out(package: &Path) {
    fs::create_dir_all(package).expect("the environment can be written");
    for entry in fs::read_dir(folder().join("python/pyubin")).expect("the package has files") {
        let path = entry.expect("it is there").path();
        if path.is_file() {
            fs::copy(&path, package.join(path.file_name().expect("a file has a name"))).expect("a file can be copied");
        }
    }
    let ending = if cfg!(windows) { "pyd" } else { "abi3.so" };
    fs::copy(module(), package.join(format!("_native.{ending}"))).expect("cargo built the module with this test");
}

/// Installs the package: a wheel where one is named, else what was built with this test.
fn install() {
    let package = package();
    // None is there before the first run.
    let _ = fs::remove_dir_all(&package);
    match env::var_os("UBIN_WHEEL") {
        Some(wheel) => {
            let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"];
            run(tool("python").args(pip).arg(fs::canonicalize(wheel).expect("there is such a wheel")), "the wheel");
        }
        None => lay_out(&package),
    }
}

#[test]
fn the_package_in_python() {
    environment();
    install();
    run(tool("mypy").args(["python/pyubin", "tests/typed.py"]), "the type check");
    run(tool("stubtest").arg("pyubin._native"), "the check of the stubs");
    let cache = scratch().join("cache");
    run(tool("pytest").args(["-q", "--no-header", "-p", "no:cacheprovider"]).env("UBIN_CACHE", cache), "a test");
}
