//! Runs that outlast a process and outgrow a machine: whatever happens on the way, found, nodes and hash are those of one process that was left alone.
//!
//! Nothing here waits for a time: a test waits until a file grows or a process ends. `UBIN_KILLS` says how often each run is killed, 3 times unless it is given; `scripts/nightly` asks for 100.

#[path = "long_runs/checkpoint.rs"]
mod checkpoint;
#[path = "long_runs/files.rs"]
mod files;
#[path = "long_runs/nats.rs"]
mod nats;

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;

/// The pyramid of IQ Puzzler Pro, about two million nodes.
const PYRAMID: [&str; 2] = ["count", "iq-pyramid"];

/// The easiest of Korf's boards: 42 moves.
const EASIEST: [&str; 8] = [
    "solve",
    "- 1 9 7/11 13 5 3/14 12 4 2/8 6 10 15",
    "--goal",
    "blank-first",
    "--method",
    "ida",
    "--heuristic",
    "manhattan",
];

fn ubin() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ubin"));
    command.stdin(Stdio::null()).env("UBIN_CACHE", concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"));
    command
}

#[track_caller]
fn run(args: &[&str]) -> Output {
    ubin().args(args).output().unwrap()
}

/// Runs a command that must end with this code; its standard output.
#[track_caller]
fn ends(code: i32, args: &[&str]) -> String {
    let output = run(args);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Runs a command that must be refused with this sentence.
#[track_caller]
fn refused(args: &[&str], sentence: &str) {
    let output = run(args);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {complaint}");
    assert!(complaint.contains(sentence), "{args:?}: expected '{sentence}' in '{complaint}'");
}

/// What a JSON says that is the same on every machine.
fn lasting(json: &str) -> Value {
    let mut value: Value = serde_json::from_str(json).unwrap_or_else(|error| panic!("{error}: {json}"));
    for passing in ["time_ms", "tables_ms", "prepare_ms", "peak_bytes", "rechecked"] {
        value.as_object_mut().unwrap().remove(passing);
    }
    value
}

/// The numbers of an audit: found, hash and nodes.
fn total(json: &str) -> (u64, u64, u64) {
    let value: Value = serde_json::from_str(json).unwrap_or_else(|error| panic!("{error}: {json}"));
    let number = |name: &str| value[name].as_u64().unwrap_or_else(|| panic!("{name}: {value}"));
    (number("found"), number("hash"), number("nodes"))
}

/// Waits until something is so. Not a measure of speed: it ends a test that hangs.
#[track_caller]
fn wait_until(what: &str, is_so: impl FnMut() -> bool) {
    assert!(comes_true(is_so), "still waiting: {what}");
}

/// Whether something comes true within two minutes.
fn comes_true(mut is_so: impl FnMut() -> bool) -> bool {
    let started = Instant::now();
    while !is_so() {
        if started.elapsed() > Duration::from_secs(120) {
            return false;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    true
}

/// A program that a test needs: installed now where `apt-get` can.
#[track_caller]
fn needed(program: &str, package: &str) {
    static INSTALLING: Mutex<()> = Mutex::new(());
    let _one_at_a_time = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
    let sh = |line: String| Command::new("sh").args(["-c", &line]).output().is_ok_and(|output| output.status.success());
    let is_there = || sh(format!("command -v {program}"));
    // A new machine knows no packages before the update.
    let is_there = is_there() || sh(format!("apt-get update && apt-get install -y {package}")) && is_there();
    assert!(is_there, "{program} is needed for this test: apt-get install {package}");
}

/// A disk that is soon full, mounted for one test.
struct SmallDisk(tempfile::TempDir);

impl SmallDisk {
    /// A disk of this size; `None` where none can be mounted.
    fn mount(size: &str) -> Option<SmallDisk> {
        let folder = tempfile::tempdir().unwrap();
        let options = format!("size={size}");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &options, "tmpfs"]).arg(folder.path()).stderr(Stdio::null());
        if mount.status().is_ok_and(|status| status.success()) {
            return Some(SmallDisk(folder));
        }
        eprintln!("skipped: a small disk cannot be mounted here");
        None
    }

    fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.path()).status();
    }
}

fn length(path: &Path) -> u64 {
    std::fs::metadata(path).map_or(0, |about| about.len())
}

/// How often each run is killed.
fn kills() -> u64 {
    std::env::var("UBIN_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(3)
}

/// A small generator of our own: which moment is taken does not matter, that it varies does.
struct Moments(u64);

impl Moments {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most.max(1)
    }
}
