//! `--checkpoint`: killed and killed again, a run ends with what an undisturbed one says.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use super::{Moments, PYRAMID, SmallDisk, ends, kills, lasting, length, refused, run, ubin, wait_until};

/// Starts a run with a checkpoint again and again, kills it each time after its ledger has grown and a moment more, and lets the last one end. Its standard output.
fn killed_often(args: &[&str], ledger: &Path, times: u64) -> String {
    let mut moments = Moments(ledger.to_string_lossy().len() as u64);
    let checkpoint = ["--checkpoint", ledger.to_str().unwrap()];
    for _ in 0..times {
        let before = length(ledger);
        let mut child = ubin().args(args).args(checkpoint).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // Every third time without waiting for anything: in the middle of reading, say.
        let grown = moments.below(3) > 0;
        wait_until("the ledger grows", || !grown || length(ledger) > before || child.try_wait().unwrap().is_some());
        std::thread::sleep(std::time::Duration::from_millis(moments.below(40)));
        let _ = child.kill();
        child.wait().unwrap();
    }
    ends(0, &[args, &checkpoint[..]].concat())
}

/// Korf's first board: 57 moves, 12 million nodes with linear conflict.
const KORF_1: [&str; 4] = ["solve", "14 13 15 7/11 12 9 5/6 - 2 1/4 8 10 3", "--goal", "blank-first"];

fn undisturbed(args: &[&str], folder: &Path) -> String {
    let ledger = folder.join("undisturbed");
    ends(0, &[args, &["--checkpoint", ledger.to_str().unwrap()]].concat())
}

#[test]
fn a_count_that_is_killed_ends_with_the_same_total() {
    let folder = tempfile::tempdir().unwrap();
    let args = [&PYRAMID[..], &["--distinct", "--json"]].concat();
    let (whole, one) = (lasting(&undisturbed(&args, folder.path())), lasting(&ends(0, &args)));
    assert_eq!(whole["solutions"], 26_720);
    for name in ["solutions", "distinct", "nodes", "cases", "symmetries", "status", "complete"] {
        assert_eq!(whole[name], one[name], "{name}: with and without a ledger");
    }
    let ledger = folder.path().join("ledger");
    assert_eq!(lasting(&killed_often(&args, &ledger, kills())), whole);
    // Nothing is open any more: once more, it is only read.
    assert_eq!(lasting(&ends(0, &[&args[..], &["--checkpoint", ledger.to_str().unwrap()]].concat())), whole);
    let audit = ends(0, &["share", "audit", ledger.to_str().unwrap(), "--json"]);
    assert_eq!(super::total(&audit).0, 26_720);
}

#[test]
fn a_list_of_solutions_that_is_killed_ends_with_the_same_lines() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["solve", "iq-pyramid", "--all", "--json"];
    // The solutions, byte for byte, and the summary without what it took.
    let listed = |text: String| {
        let (lines, summary) = text.trim_end().rsplit_once('\n').unwrap();
        (lines.to_string(), lasting(summary))
    };
    let (whole, one) = (listed(undisturbed(&args, folder.path())), listed(ends(0, &args)));
    assert_eq!(whole.0.lines().count(), 26_720);
    assert!(whole == one, "with and without a ledger: {} and {}", whole.1, one.1);
    assert!(listed(killed_often(&args, &folder.path().join("ledger"), kills())) == whole);
    // Ended by a limit, it says what it has listed; the next run begins the list anew.
    let begun = folder.path().join("begun");
    let begun = [&args[..], &["--checkpoint", begun.to_str().unwrap()]].concat();
    let (some, summary) = listed(ends(3, &[&begun[..], &["--node-limit", "700000"]].concat()));
    assert!(whole.0.starts_with(&some) && summary["complete"] == false);
    assert_eq!(summary["solutions"].as_u64(), Some(some.lines().count() as u64));
    assert!(listed(ends(0, &begun)) == whole);
}

#[test]
fn a_proof_that_is_killed_ends_with_the_same_moves() {
    let folder = tempfile::tempdir().unwrap();
    let args = [&KORF_1[..], &["--method", "ida", "--heuristic", "linear-conflict", "--json"]].concat();
    let whole = lasting(&undisturbed(&args, folder.path()));
    assert_eq!(whole["status"], "optimal");
    assert_eq!(lasting(&killed_often(&args, &folder.path().join("ledger"), kills())), whole);
}

#[test]
fn a_proof_by_rounds_says_what_one_search_says() {
    let folder = tempfile::tempdir().unwrap();
    for verb in ["solve", "count"] {
        let args = [&[verb], &KORF_1[1..], &["--json"]].concat();
        let (whole, one) = (lasting(&undisturbed(&args, &fresh(folder.path(), verb))), lasting(&ends(0, &args)));
        for name in ["status", "length", "lower_bound", "solutions"] {
            assert_eq!(whole[name], one[name], "{verb}: {name}");
        }
    }
}

fn fresh(folder: &Path, name: &str) -> PathBuf {
    let folder = folder.join(name);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_batch_that_is_killed_ends_with_the_same_lines() {
    let folder = tempfile::tempdir().unwrap();
    let boards = folder.path().join("boards.txt");
    let made = ends(0, &["generate", "slide", "--size", "3x4", "--count", "40", "--seed", "5", "--quiet"]);
    fs::write(&boards, made + "no board\n").unwrap();
    let args = ["solve", boards.to_str().unwrap(), "--batch", "--heuristic", "linear-conflict", "--method", "ida"];
    let ledger = folder.path().join("whole");
    let lines = |output: &std::process::Output| -> Vec<serde_json::Value> {
        assert_eq!(output.status.code(), Some(2), "a line is bad: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).lines().map(lasting).collect()
    };
    let whole = lines(&run(&[&args[..], &["--checkpoint", ledger.to_str().unwrap()]].concat()));
    assert!(whole.len() > 10);
    let ledger = folder.path().join("killed");
    let checkpoint = ["--checkpoint", ledger.to_str().unwrap()];
    let mut moments = Moments(7);
    for _ in 0..kills() {
        let before = length(&ledger);
        let mut child = ubin().args(args).args(checkpoint).stdout(Stdio::null()).spawn().unwrap();
        wait_until("the ledger grows", || length(&ledger) > before || child.try_wait().unwrap().is_some());
        std::thread::sleep(std::time::Duration::from_millis(moments.below(60)));
        let _ = child.kill();
        child.wait().unwrap();
    }
    assert_eq!(lines(&run(&[&args[..], &checkpoint].concat())), whole);
    // Another first line is another batch.
    let rest = fs::read_to_string(&boards).unwrap();
    fs::write(&boards, format!("{}\n{rest}", rest.lines().nth(3).unwrap())).unwrap();
    refused(&[&args[..], &checkpoint].concat(), "another than the one that was answered");
}

#[test]
fn a_suite_and_tables_go_on_where_they_were_killed() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["bench", "--suite", "korf100", "--only", "79,48,12,55", "--json"];
    let lines = |text: &str| -> Vec<serde_json::Value> { text.lines().map(lasting).collect() };
    let whole = lines(&undisturbed(&args, folder.path()));
    assert_eq!(lines(&killed_often(&args, &folder.path().join("suite"), kills())), whole);

    let cache = folder.path().join("cache");
    let args = ["tables", "build", "6-6-3", "--json", "--cache", cache.to_str().unwrap()];
    let told = killed_often(&args, &folder.path().join("tables"), kills());
    assert!(told.contains(r#""status":"built""#), "{told}");
    ends(0, &["tables", "verify", "--cache", cache.to_str().unwrap()]);
}

/// A ledger of a count that was ended by its node limit.
fn begun(folder: &Path) -> PathBuf {
    let ledger = folder.join("begun");
    let args = [&PYRAMID[..], &["--node-limit", "700000", "--checkpoint", ledger.to_str().unwrap()]].concat();
    let output = run(&args);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("to go on: ubin count iq-pyramid"), "{told}");
    ledger
}

/// Ctrl-C prints the sum so far and the command that goes on, which ends with the total.
#[test]
fn an_interrupted_run_says_what_it_has_and_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = folder.path().join("the ledger");
    let args = [&PYRAMID[..], &["--threads", "2", "--json", "--checkpoint", ledger.to_str().unwrap()]].concat();
    let output = interrupted(&args, &ledger);
    let sum = lasting(&String::from_utf8_lossy(&output.stdout));
    assert_eq!((&sum["status"], &sum["complete"]), (&"interrupted".into(), &false.into()));
    assert!(sum["nodes"].as_u64() > Some(0) && sum["solutions"].as_u64() < Some(26_720), "{sum}");
    let said = String::from_utf8_lossy(&output.stderr);
    let command = said.trim().strip_prefix("to go on: ubin ").unwrap_or_else(|| panic!("{said}"));
    // As a shell takes it: the name of the ledger has a blank.
    let line = format!("'{}' {command}", env!("CARGO_BIN_EXE_ubin"));
    let output = std::process::Command::new("sh").args(["-c", &line]).output().unwrap();
    assert_eq!(lasting(&String::from_utf8_lossy(&output.stdout))["solutions"], 26_720);
    // Rows are kept by themselves, and the command is told, too.
    let rows = folder.path().join("rows");
    let output = interrupted(&["bench", "--suite", "korf100", "--checkpoint", rows.to_str().unwrap()], &rows);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("to go on: ubin bench --suite korf100 --checkpoint "), "{said}");
}

/// Ctrl-C after some records.
fn interrupted(args: &[&str], ledger: &Path) -> std::process::Output {
    let child = ubin().args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_until("some records", || fs::read_to_string(ledger).unwrap_or_default().lines().count() > 4);
    let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()));
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    output
}

#[test]
fn what_does_not_belong_to_a_ledger_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = begun(folder.path());
    let path = ledger.to_str().unwrap();
    refused(&["count", "soma", "--checkpoint", path], "it was begun with another question");
    refused(&["render", "iq", "--checkpoint", path], "is not a run that goes on");
    refused(&["solve", "iq", "--checkpoint", path], "--checkpoint keeps a list: --all belongs to it");
    refused(
        &["count", "soma", "--unlabelled", "--checkpoint", path],
        "--unlabelled: unlabelled cannot be done in parts",
    );
    refused(&["count", "iq-pyramid", "--checkpoint", "/proc/ledger"], "/proc/ledger: ");
    let zeros = format!("{path}/below");
    refused(&["count", "iq-pyramid", "--checkpoint", &zeros], "Not a directory");
    refused(&["count", "iq-pyramid", "--checkpoint", folder.path().to_str().unwrap()], "directory");

    let text = fs::read_to_string(&ledger).unwrap();
    let (head, rest) = text.split_once('\n').unwrap();
    let other = folder.path().join("other");
    let write = |text: &str| fs::write(&other, text).unwrap();
    let other_path = other.to_str().unwrap();
    for list in ["A shopping list\n", "A shopping list"] {
        write(list);
        refused(&["count", "iq-pyramid", "--checkpoint", other_path], "this is not a ledger");
        assert_eq!(fs::read_to_string(&other).unwrap(), list, "it is left as it was");
    }
    let damaged = rest.replacen("\"nodes\":", "\"nodes\":1", 1);
    write(&format!("{head}\n{damaged}"));
    refused(&["count", "iq-pyramid", "--checkpoint", other_path], "is damaged");

    // Another version of the search.
    let (_, json) = head.split_once(' ').unwrap();
    let foreign = json.replace(ubin::unit::SOURCES, &"0".repeat(16));
    write(&format!("{} {foreign}\n{rest}", &ubin_share::digest(foreign.as_bytes())[..16]));
    refused(&["count", "iq-pyramid", "--checkpoint", other_path], "another version of the search");
}

#[test]
fn a_torn_end_is_cut_and_one_process_has_the_ledger() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = begun(folder.path());
    let whole = fs::read(&ledger).unwrap();
    let args = [&PYRAMID[..], &["--json", "--checkpoint", ledger.to_str().unwrap()]].concat();
    for torn in [1, 17, 40] {
        fs::write(&ledger, &whole[..whole.len() - torn]).unwrap();
        let told = ends(3, &[&args[..], &["--node-limit", "0"]].concat());
        assert!(told.contains("\"complete\":false"), "{told}");
    }
    // Something else at the end: half a line that is no record.
    fs::write(&ledger, &whole).unwrap();
    OpenOptions::new().append(true).open(&ledger).unwrap().write_all(b"0123456789abcdef {\"rec").unwrap();
    let file = fs::File::open(&ledger).unwrap();
    file.lock().unwrap();
    refused(&args, "another process is using it");
    drop(file);
    assert_eq!(lasting(&ends(0, &args))["solutions"], 26_720);
}

/// A full disk ends the run with a sentence; with room again, it goes on.
#[test]
fn a_full_disk_ends_a_run_and_it_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let Some(disk) = SmallDisk::mount("16k") else { return };
    let ledger = disk.path().join("ledger");
    let args = [&PYRAMID[..], &["--json", "--checkpoint", ledger.to_str().unwrap()]].concat();
    let output = run(&args);
    let kept = folder.path().join("kept");
    fs::copy(&ledger, &kept).unwrap();
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && complaint.contains("No space left on device"), "{complaint}");
    let args = [&PYRAMID[..], &["--json", "--checkpoint", kept.to_str().unwrap()]].concat();
    assert_eq!(lasting(&ends(0, &args))["solutions"], 26_720);
}
