//! The Debian package of the command as the tests build it: installed into an empty root, and run there.

#![cfg(target_os = "linux")]

use std::path::{Path, PathBuf};
use std::process::Command;

fn script(name: &str) -> Command {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut script = Command::new(root.join("packaging").join(name));
    // What is packed here is taken out again at once.
    script.env("DPKG_DEB_COMPRESSOR_TYPE", "none");
    script
}

#[track_caller]
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{command:?}: {said}{}", String::from_utf8_lossy(&output.stderr));
    said
}

#[test]
fn the_debian_package_runs_in_an_empty_root() {
    let scratch = tempfile::tempdir().unwrap();
    let target = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let folder = scratch.path().join(format!("ubin-{}-{target}", env!("CARGO_PKG_VERSION")));
    run(script("fill").arg(&folder).arg(env!("CARGO_BIN_EXE_ubin")).arg(&target));
    let licences = std::fs::read_to_string(folder.join("THIRD-PARTY.txt")).unwrap();
    assert!(licences.contains("\n  clap ") && !licences.contains("\n  trycmd "), "what is linked, and not what tests");

    let package = run(script("deb").arg(&folder).args([env!("CARGO_PKG_VERSION"), "@0"]));
    let package = PathBuf::from(package.trim());
    let about = run(Command::new("dpkg-deb").arg("--info").arg(&package));
    assert!(about.contains("Depends: libc6 (>= 2."), "{about}");
    run(script("try-deb").arg(&package));
}
