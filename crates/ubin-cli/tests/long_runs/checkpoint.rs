//! `--checkpoint`: killed and killed again, a run ends with what an undisturbed one says.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::{Moments, PYRAMID, SmallDisk, ends, kills, lasting, length, refused, run, ubin, wait_until};

/// A run with a checkpoint that is killed and killed again.
struct KilledRun<'a> {
    args: &'a [&'a str],
    ledger: PathBuf,
    /// How an undisturbed run ends.
    code: i32,
    /// Compares what a run has printed with what an undisturbed one prints.
    check: &'a dyn Fn(&str),
    /// Removes what a run makes beside its ledger.
    anew: &'a dyn Fn(),
}

impl KilledRun<'_> {
    /// Kills it so often while it runs, each time at another moment: soon after its ledger has grown, or at any time that an undisturbed run takes. A run that comes to its end meanwhile is compared, and the next one begins anew.
    /// The last one is let go on to its end.
    fn kill_often(&self, times: u64) {
        let mut moments = Moments(self.ledger.to_string_lossy().len() as u64);
        let started = Instant::now();
        self.ends(self.start());
        let whole = started.elapsed().as_millis() as u64;
        self.begin_anew();
        let (mut killed, mut whole_runs) = (0, 0);
        while killed < times {
            let before = length(&self.ledger);
            let mut child = self.start();
            if moments.below(2) == 0 {
                wait_until("the ledger grows", || length(&self.ledger) > before || child.try_wait().unwrap().is_some());
                sleep(Duration::from_millis(moments.below(40)));
            } else {
                sleep(Duration::from_millis(moments.below(whole)));
            }
            let _ = child.kill();
            match child.wait().unwrap().code() {
                None => killed += 1,
                Some(_) => {
                    self.ends(child);
                    self.begin_anew();
                    whole_runs += 1;
                }
            }
        }
        self.ends(self.start());
        eprintln!("{:?}: killed {killed} times, {} ends compared", self.args, whole_runs + 2);
    }

    fn printed(&self) -> PathBuf {
        self.ledger.with_extension("printed")
    }

    fn start(&self) -> Child {
        let mut command = ubin();
        command.args(self.args).arg("--checkpoint").arg(&self.ledger);
        command.stdout(fs::File::create(self.printed()).unwrap()).stderr(Stdio::null()).spawn().unwrap()
    }

    fn ends(&self, mut child: Child) {
        assert_eq!(child.wait().unwrap().code(), Some(self.code), "{:?}", self.args);
        (self.check)(&fs::read_to_string(self.printed()).unwrap());
    }

    fn begin_anew(&self) {
        fs::remove_file(&self.ledger).unwrap();
        (self.anew)();
    }
}

/// Kills a run that makes nothing but its ledger.
fn kill_often(args: &[&str], ledger: PathBuf, check: &dyn Fn(&str)) {
    KilledRun { args, ledger, code: 0, check, anew: &|| {} }.kill_often(kills());
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
    kill_often(&args, ledger.clone(), &|text| assert_eq!(lasting(text), whole));
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
    kill_often(&args, folder.path().join("ledger"), &|text| assert!(listed(text.into()) == whole));
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
    kill_often(&args, folder.path().join("ledger"), &|text| assert_eq!(lasting(text), whole));
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
    let lines = |text: &str| -> Vec<serde_json::Value> { text.lines().map(lasting).collect() };
    let whole = run(&args);
    assert_eq!(whole.status.code(), Some(2), "a line is bad: {}", String::from_utf8_lossy(&whole.stderr));
    let whole = lines(&String::from_utf8_lossy(&whole.stdout));
    assert_eq!(whole.len(), 41);
    let ledger = folder.path().join("ledger");
    let check = |text: &str| assert_eq!(lines(text), whole);
    KilledRun { args: &args, ledger: ledger.clone(), code: 2, check: &check, anew: &|| {} }.kill_often(kills());
    // Another first line is another batch.
    let rest = fs::read_to_string(&boards).unwrap();
    fs::write(&boards, format!("{}\n{rest}", rest.lines().nth(3).unwrap())).unwrap();
    refused(
        &[&args[..], &["--checkpoint", ledger.to_str().unwrap()]].concat(),
        "another than the one that was answered",
    );
}

#[test]
fn a_suite_that_is_killed_ends_with_the_same_rows() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["bench", "--suite", "korf100", "--only", "79,48,12,55", "--json"];
    let lines = |text: &str| -> Vec<serde_json::Value> { text.lines().map(lasting).collect() };
    let whole = lines(&undisturbed(&args, folder.path()));
    assert_eq!(whole.len(), 5);
    kill_often(&args, folder.path().join("suite"), &|text| assert_eq!(lines(text), whole));
}

/// The files of tables in a folder, by their names.
fn tables_in(cache: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(cache).unwrap().map(|entry| entry.unwrap());
    let named = entries.map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()));
    named.filter(|(name, _)| name.ends_with(".pdb")).collect()
}

#[test]
fn tables_whose_building_is_killed_are_the_same_in_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let (cache, whole) = (folder.path().join("cache"), folder.path().join("whole"));
    let sets = ["tables", "build", "6-6-3", "multi 5-5-5", "--json", "--cache"];
    ends(0, &[&sets[..], &[whole.to_str().unwrap()]].concat());
    let whole = tables_in(&whole);
    assert_eq!(whole.len(), 2);
    let args = [&sets[..], &[cache.to_str().unwrap()]].concat();
    let check = |text: &str| {
        let told: serde_json::Value = serde_json::from_str(text).unwrap();
        // A set is kept where the process was killed between the file's name and the ledger's row.
        let is_there = |set: &serde_json::Value| set["status"] == "built" || set["status"] == "kept";
        assert!(told["tables"].as_array().is_some_and(|sets| sets.len() == 2 && sets.iter().all(is_there)), "{told}");
        assert!(tables_in(&cache) == whole, "{told}");
    };
    let anew = || fs::remove_dir_all(&cache).unwrap();
    KilledRun { args: &args, ledger: folder.path().join("tables"), code: 0, check: &check, anew: &anew }
        .kill_often(kills());
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

    // Another version of the search, which has made the ledger, or one record of it only.
    let foreign = |line: &str| signed(&line.split_once(' ').unwrap().1.replace(ubin::unit::SOURCES, &"0".repeat(16)));
    write(&format!("{}{rest}", foreign(head)));
    refused(&["count", "iq-pyramid", "--checkpoint", other_path], "another version of the search");
    let lines: Vec<&str> = text.lines().collect();
    let record = format!("{}\n{}\n{}", lines[0], lines[1], foreign(lines[2]));
    write(&record);
    refused(&["count", "iq-pyramid", "--checkpoint", other_path], "another version of the search");
    refused(&["share", "audit", other_path], "another version of the search");
    // A manifest that leaves something out would have a smaller total.
    let mut manifest: serde_json::Value = serde_json::from_str(lines[1].split_once(' ').unwrap().1).unwrap();
    manifest["manifest"]["units"] = serde_json::json!([]);
    write(&format!("{}\n{}", lines[0], signed(&manifest.to_string())));
    refused(&["count", "iq-pyramid", "--checkpoint", other_path], "its first units are not those of its question");
    // What is no file has no end, or none that is waited for.
    refused(&["share", "audit", "/dev/zero"], "this is not a ledger");
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    refused(&["share", "audit", pipe.to_str().unwrap()], "this is not a ledger");
    refused(&["count", "iq-pyramid", "--checkpoint", pipe.to_str().unwrap()], "this is not a ledger");
}

/// A line of a ledger with the checksum that belongs to it: whoever edits a ledger can do that, too.
fn signed(json: &str) -> String {
    format!("{} {json}\n", &ubin_share::digest(json.as_bytes())[..16])
}

#[test]
fn a_ledger_that_lacks_a_record_of_an_earlier_round_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = folder.path().join("ledger");
    let args = [&super::EASIEST[..], &["--checkpoint", ledger.to_str().unwrap()]].concat();
    ends(0, &args);
    let text = fs::read_to_string(&ledger).unwrap();
    let mut lines: Vec<&str> = text.lines().collect();
    assert!(lines.len() > 6, "several rounds: {text}");
    // The first record of the first round.
    lines.remove(2);
    fs::write(&ledger, lines.join("\n") + "\n").unwrap();
    for args in [&args[..], &["share", "audit", ledger.to_str().unwrap()]] {
        refused(args, "is not complete, and another follows it");
    }
}

#[test]
fn rows_that_are_none_of_ours_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let boards = folder.path().join("boards.txt");
    fs::write(&boards, "1 2 3/4 5 6/7 - 8\n").unwrap();
    for (name, args) in [
        ("suite", &["bench", "--suite", "korf100", "--only", "79"][..]),
        ("tables", &["tables", "build", "multi 5-5-5"]),
        ("batch", &["solve", boards.to_str().unwrap(), "--batch"]),
    ] {
        let ledger = folder.path().join(name);
        let args = [args, &["--checkpoint", ledger.to_str().unwrap()]].concat();
        ends(0, &args);
        let text = fs::read_to_string(&ledger).unwrap();
        let (head, row) = text.trim_end().split_once('\n').unwrap();
        let mut row: serde_json::Value = serde_json::from_str(row.split_once(' ').unwrap().1).unwrap();
        row["answer"] = "42".into();
        fs::write(&ledger, format!("{head}\n{}", signed(&row.to_string()))).unwrap();
        refused(&args, &format!("{}: line 2 is damaged", ledger.display()));
    }
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
