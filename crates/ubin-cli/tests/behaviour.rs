//! What the program promises beyond its answers: exit codes, limits, interrupts, whole files.

use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

const KORF_1: &str = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3";

fn ubin() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ubin"));
    command.stdin(Stdio::null()).env("UBIN_CACHE", concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"));
    command
}

fn run(args: &[&str]) -> Output {
    ubin().args(args).output().unwrap()
}

fn testdata(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(path)
}

#[track_caller]
fn check(args: &[&str], code: i32, stderr: &str) {
    let output = run(args);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {complaint}");
    assert!(complaint.contains(stderr), "{args:?}: expected '{stderr}' in '{complaint}'");
}

fn json(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

#[test]
fn bad_and_odd_files() {
    let table = std::fs::read_to_string(testdata("invalid/EXPECTED.csv")).unwrap();
    let mut checked = 0;
    for row in table.lines().skip(1) {
        let fields: Vec<&str> = row.split(';').collect();
        let path = testdata("invalid").join(fields[0]);
        let output = run(&["solve", path.to_str().unwrap()]);
        assert_eq!(output.status.code(), fields[1].parse().ok(), "{row}");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert_eq!(complaint.contains(" --> ") && complaint.contains('^'), fields[1] == "2", "{row}: {complaint}");
        checked += 1;
    }
    assert_eq!(checked, 29);
}

#[test]
fn huge_and_binary_files_are_refused_with_a_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzle");
    let texts: [(&str, Vec<u8>); 5] = [
        ("too many fields", b"1 ".repeat(5_000_000)),
        ("is not a tile", b"y".repeat(10_000_000)),
        ("not text", (0..=255u8).cycle().take(10_000_000).collect()),
        ("no board here", vec![b'\n'; 10_000_000]),
        ("larger than 16 MiB", vec![b' '; 20_000_000]),
    ];
    for (complaint, text) in texts {
        std::fs::write(&path, text).unwrap();
        check(&["solve", path.to_str().unwrap()], 2, complaint);
    }
}

#[test]
fn bad_usage() {
    check(&["solve"], 2, "PUZZLE");
    check(&["solve", "no-such-file"], 2, "there is no file 'no-such-file'");
    check(&["solve", "1 2/3 0", "--method", "magic"], 2, "possible values: auto");
    check(&["solve", "1 2/3 0", "--method", "ida", "--variant", "tree"], 2, "no such variant");
    check(&["solve", "1 2/3 0", "--method", "bfs", "--heuristic", "manhattan"], 2, "bfs uses no heuristic");
    check(&["solve", "1 2/3 0", "--goal", "1 2 3/4 5 6/7 8 0"], 2, "the goal is 3x3, the board is 2x2");
    check(&["solve", "1 2/3 0", "--goal", "nowhere"], 2, "--goal");
    check(&["solve", "1 2/3 0", "-o", "answer.doc"], 2, "expected .txt or .json or .svg");
    check(&["solve", "1 2/3 0", "--method", "greedy", "--prove"], 2, "greedy proves nothing");
    check(&["check", "examples/korf99.txt"], 2, "there is no file");
    check(&["check", "1 2/3 4/5 0", "--size", "2x3"], 2, "this board is 3x2: expected 2x3");
    check(&["generate", "pack", "soma", "--placed", "8"], 2, "the set has 7");
    check(&["solve", "2 3 2/DEFAULT/AAA/A/BB/PLACED/AAA/..A", "--no-flip"], 2, "--no-flip: piece A lies turned over");
    check(&["bench", "--node-limit", "1"], 2, "bench takes no limits");
    check(&["generate", "slide", "--length", "81", "--seed", "1"], 1, "no 4x4 board needs 81 moves");
    check(&["solve", "1 2/3 0", "--time-limit", "soon"], 2, "expected a time");
    let large = "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 24 0";
    check(&["solve", large, "--method", "ida", "--heuristic", "walking-distance"], 2, "use linear-conflict");
}

#[test]
fn a_limit_is_told_with_what_is_known() {
    let output = run(&["solve", KORF_1, "--goal", "blank-first", "--method", "bfs", "--node-limit", "1000", "--json"]);
    assert_eq!(output.status.code(), Some(3));
    let answer = json(&output);
    assert_eq!(answer["status"], "limit");
    assert_eq!(answer["expanded"], 1000);
    assert!(answer["lower_bound"].as_u64().unwrap() > 3);
    assert!(answer["moves"].is_null());
}

#[test]
fn a_time_limit_ends_the_search() {
    let args = ["solve", KORF_1, "--goal", "blank-first", "--method", "ida", "--heuristic", "hamming"];
    let output = ubin().args(args).args(["--time-limit", "100ms", "--json"]).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(json(&output)["status"], "limit");
}

/// The kernel's own figure, read while the program runs: it only grows.
#[cfg(target_os = "linux")]
fn peak_kib(child: &mut Child) -> u64 {
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        if let Ok(status) = std::fs::read_to_string(format!("/proc/{}/status", child.id())) {
            let line = status.lines().find(|line| line.starts_with("VmHWM"));
            let figure = line.and_then(|line| line.split_whitespace().nth(1)).and_then(|kib| kib.parse().ok());
            peak = peak.max(figure.unwrap_or(0));
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    peak
}

#[cfg(target_os = "linux")]
#[test]
fn the_memory_limit_holds() {
    // A beam by a heuristic stores what it meets and so fills the memory; the one without asks for all it needs at once.
    let cases: [(&[&str], &str); 5] = [
        (&["astar"], "limit"),
        (&["branch-and-bound"], "limit"),
        (&["bfs"], "limit"),
        (&["beam", "--heuristic", "linear-conflict", "--width", "500000"], "limit"),
        (&["beam", "--width", "130000"], "solved"),
    ];
    for (method, status) in cases {
        let args = ["solve", KORF_1, "--goal", "blank-first", "--memory-limit", "128MiB", "--json", "--method"];
        let mut child = ubin().args(args).args(method).stdout(Stdio::piped()).spawn().unwrap();
        let peak = peak_kib(&mut child);
        let mut answer = String::new();
        child.stdout.take().unwrap().read_to_string(&mut answer).unwrap();
        let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(answer["status"], status, "{method:?}");
        assert!(peak > 64 << 10, "{method:?}: {peak} KiB says that nothing was measured");
        assert!(peak <= (128 + 64) << 10, "{method:?}: {peak} KiB");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_beam_too_wide_for_the_memory_is_a_limit_before_it_is_allocated() {
    let args = ["solve", KORF_1, "--goal", "blank-first", "--memory-limit", "128MiB", "--json"];
    let output = ubin().args(args).args(["--method", "beam", "--width", "500000"]).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&answer["status"], &answer["expanded"]), (&"limit".into(), &0.into()));
}

#[cfg(unix)]
#[test]
fn an_interrupt_reports_what_is_known() {
    let args = ["solve", KORF_1, "--goal", "blank-first", "--method", "ida", "--heuristic", "hamming", "--json"];
    let child = ubin().args(args).stdout(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(300));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let answer = json(&output);
    assert_eq!(answer["status"], "interrupted");
    assert!(answer["lower_bound"].as_u64().unwrap() > 0);
}

#[test]
fn a_reader_that_leaves_is_no_panic() {
    let mut child = ubin()
        .args(["generate", "slide", "--count", "20000", "--seed", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut byte = [0];
    child.stdout.take().unwrap().read_exact(&mut byte).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[cfg(target_os = "linux")]
#[test]
fn a_batch_shares_its_memory_limit_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("boards.txt");
    std::fs::write(&path, format!("{KORF_1}\n").repeat(4)).unwrap();
    let mut child = ubin()
        .args(["solve", path.to_str().unwrap(), "--goal", "blank-first", "--batch", "--threads", "4"])
        .args(["--method", "astar", "--heuristic", "hamming", "--memory-limit", "128MiB"])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let peak = peak_kib(&mut child);
    assert_eq!(child.wait().unwrap().code(), Some(3));
    assert!(peak > 64 << 10 && peak <= (128 + 64) << 10, "{peak} KiB");
}

#[test]
fn a_line_that_does_not_fit_is_an_error_of_its_own() {
    let lines = "1 2 3/4 5 6/7 - 8\n1 2 3 4/5 6 7 8/9 10 11 12/13 14 - 15\n";
    let output = piped(&["solve", "-", "--batch", "--goal", "1 2 3/4 5 6/7 8 0"], lines);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers[0]["moves"], "R");
    assert_eq!(answers[1]["error"]["line"], 2);
    assert!(answers[1]["error"]["message"].as_str().unwrap().contains("the goal is 3x3"), "{text}");
}

#[test]
fn a_bad_line_says_the_field_the_mistake_and_its_values() {
    let output = piped(&["solve", "-", "--batch"], "1 2 3/4 5 5/7 8 -\n");
    assert_eq!(output.status.code(), Some(2));
    let error = &json(&output)["error"];
    assert_eq!((&error["code"], &error["mistake"]), (&"bad-puzzle".into(), &"tile-twice".into()), "{error}");
    assert_eq!((&error["field"], &error["line"]), (&"puzzle".into(), &1.into()), "{error}");
    assert!(error["values"].is_object() && error["snippet"].as_str().unwrap().contains("4 5 5"), "{error}");
}

#[test]
fn a_mistake_in_a_later_packing_puzzle_has_the_line_of_the_file() {
    let puzzles = "2 2 2\nDEFAULT\nAA\nBB\n---\n5 3 5\nDEFAULT\nAAA\nBBB\nCCC\nDDD\nE1E\n";
    let output = piped(&["solve", "-", "--batch"], puzzles);
    let last: serde_json::Value =
        serde_json::from_str(std::str::from_utf8(&output.stdout).unwrap().lines().last().unwrap()).unwrap();
    assert_eq!((&last["line"], &last["error"]["line"], &last["error"]["column"]), (&6.into(), &12.into(), &2.into()));
}

#[test]
fn the_time_limit_of_a_batch_is_that_of_the_whole_command() {
    let args = ["solve", "-", "--batch", "--method", "bfs", "--time-limit", "300ms"];
    let mut child = ubin().args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    // The command has begun when it has answered.
    let mut byte = [0];
    writeln!(stdin, "1 2 3/4 5 6/7 - 8").unwrap();
    while byte != *b"\n" {
        stdout.read_exact(&mut byte).unwrap();
    }
    std::thread::sleep(Duration::from_millis(400));
    // One of the two farthest boards, which breadth-first search meets last.
    writeln!(stdin, "8 6 7/2 5 4/3 - 1").unwrap();
    drop(stdin);
    let mut answer = String::new();
    stdout.read_to_string(&mut answer).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(3));
    assert!(answer.contains(r#""status":"limit""#), "{answer}");
}

#[test]
fn a_stream_of_large_boards_looks_at_the_clock() {
    // Every node is nearly a solution here, and to show one takes longer than a thousand nodes elsewhere: hundreds were shown after the time was up.
    let args = ["solve", "128 128 1/DEFAULT/AA/COPIES A 8192", "--all", "--limit", "2000", "--time-limit", "300ms"];
    let output = ubin().args(args).args(["--json", "--threads", "1"]).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(output.stdout.split(|byte| *byte == b'\n').count() < 100);
}

#[test]
fn an_option_that_fits_no_line_is_refused_before_the_batch() {
    for option in ["--all", "--no-flip"] {
        check(&["solve", "1 2/3 0", "--batch", option], 2, &format!("{option}: this is for packing puzzles"));
    }
    check(&["count", "1 2/3 0", "--batch", "--distinct"], 2, "--distinct: this is for packing puzzles");
}

#[test]
fn a_row_of_a_comparison_has_a_time_of_its_own() {
    let methods = ["--goal", "blank-first", "--methods", "ida", "--heuristics", "hamming,manhattan"];
    let output = run(&[&["compare", KORF_1, "--each", "50ms", "--json"], &methods[..]].concat());
    assert_eq!(output.status.code(), Some(0));
    let report = json(&output);
    let rows = report["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 2, "{report}");
    assert_eq!(rows[0]["status"], "limit", "{report}");
    // The whole command's time is up with the first row: the others are told, not left out.
    let output = run(&[&["compare", KORF_1, "--time-limit", "50ms", "--json"], &methods[..]].concat());
    let report = json(&output);
    assert!(report["rows"].as_array().unwrap().iter().all(|row| row["status"] == "limit"), "{report}");
}

/// Without a time for a row, a row has its share of the command's time: the last one is searched, too.
#[test]
fn the_rows_of_a_comparison_share_its_time() {
    let heuristics = "hamming,gaschnig,manhattan";
    let methods = ["--goal", "blank-first", "--methods", "ida", "--heuristics", heuristics, "--json"];
    let report = json(&run(&[&["compare", KORF_1, "--time-limit", "900ms"], &methods[..]].concat()));
    let rows = report["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 3, "{report}");
    assert!(rows.iter().all(|row| row["status"] == "limit" && row["expanded"].as_u64() > Some(0)), "{report}");
}

/// A fold counts at its end: what is known before is how far it is, and an estimate.
#[test]
fn a_count_that_is_stopped_while_it_folds_says_how_far_it_is() {
    let output = run(&["count", "iq", "--node-limit", "20000", "--json"]);
    assert_eq!(output.status.code(), Some(3));
    let report = json(&output);
    assert_eq!((&report["status"], &report["solutions"]), (&"limit".into(), &0.into()), "{report}");
    assert_eq!(report["complete"], false, "{report}");
    let done = report["done"].as_f64().unwrap();
    assert!(done > 0.0 && done < 1.0, "{report}");
    // There are 4,331,140.
    let estimate = report["estimate"].as_u64().unwrap();
    assert!((2_000_000..8_000_000).contains(&estimate), "{report}");
    let said = |lang: &str| {
        let output = run(&["count", "iq", "--node-limit", "20000", "--lang", lang]);
        String::from_utf8(output.stdout).unwrap()
    };
    let (english, indonesian) = (said("en"), said("id"));
    assert!(english.contains("No solution is counted yet (about "), "{english}");
    assert!(english.contains("Random samples say: about "), "{english}");
    assert!(indonesian.contains("Belum ada solusi yang terhitung (kira-kira "), "{indonesian}");
    assert!(indonesian.contains("Menurut sampel acak: kira-kira "), "{indonesian}");
    // A walk says what it has found, and a whole count needs no estimate.
    let walked = json(&run(&["count", "pentominoes 8x8", "--node-limit", "20000", "--json"]));
    assert!(walked["solutions"].as_u64() > Some(0) && walked["estimate"].is_null(), "{walked}");
    assert!(json(&run(&["count", "pentominoes 3x20", "--json"]))["estimate"].is_null());
}

#[test]
fn a_batch_answers_before_its_input_ends() {
    let mut child =
        ubin().args(["solve", "-", "--batch"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    for _ in 0..3 {
        writeln!(stdin, "1 2 3/4 5 6/7 - 8").unwrap();
        let mut byte = [0];
        while byte != *b"\n" {
            stdout.read_exact(&mut byte).unwrap();
        }
    }
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn other_verbs_answer_batches_too() {
    let lines = "\u{feff}// a remark\n1 2 3/4 5 6/7 - 8\n1 2 3/4 5 6/8 7 -\n";
    for (verb, field) in [("check", "solvable"), ("hint", "move"), ("count", "solutions")] {
        let output = piped(&[verb, "-", "--batch"], lines);
        assert_eq!(output.status.code(), Some(0), "{verb}");
        let text = String::from_utf8(output.stdout).unwrap();
        let first: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
        assert_eq!(first["line"], 2, "{verb}");
        assert!(!first[field].is_null(), "{verb}: {first}");
    }
}

/// Runs with this text on standard input.
fn piped(args: &[&str], text: &str) -> Output {
    let mut child = ubin().args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

#[cfg(unix)]
#[test]
fn an_interrupt_while_waiting_for_input_ends_the_program() {
    let mut child = ubin().args(["solve", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let stdin = child.stdin.take();
    std::thread::sleep(Duration::from_millis(300));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop(stdin);
}

#[test]
fn a_count_that_is_stopped_keeps_what_it_knows() {
    let board = "8 6 7/2 5 4/3 - 1";
    let all = json(&run(&["count", board, "--json"]));
    assert_eq!((&all["length"], &all["solutions"], &all["complete"]), (&31.into(), &40.into(), &true.into()));
    for limit in ["1", "7", "39", "40"] {
        let some = json(&run(&["count", board, "--json", "--limit", limit]));
        assert_eq!(some["solutions"].to_string(), limit);
        assert_eq!(some["complete"], limit == "40");
    }
    let solved = json(&run(&["solve", board, "--json"]));
    let nodes = (solved["expanded"].as_u64().unwrap() + 1).to_string();
    let stopped = json(&run(&["count", board, "--json", "--node-limit", &nodes]));
    assert_eq!((&stopped["status"], &stopped["length"]), (&"limit".into(), &31.into()));
}

#[test]
fn tables_are_kept_verified_and_cleared() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("tables");
    let tables = |args: &[&str]| ubin().args(["tables"]).args(args).arg("--cache").arg(&cache).output().unwrap();
    let solve = || ubin().args(["solve", "1 2 3/4 5 6/7 - 8", "--json", "--cache"]).arg(&cache).output().unwrap();
    assert_eq!(json(&solve())["moves"], "R");
    let files: Vec<_> = std::fs::read_dir(&cache).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(files.len(), 1, "{files:?}");
    assert_eq!(tables(&["verify"]).status.code(), Some(0));
    // One wrong bit, and the file is refused: the answer comes all the same.
    let mut bytes = std::fs::read(&files[0]).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&files[0], &bytes).unwrap();
    assert_eq!(tables(&["verify"]).status.code(), Some(2));
    let answer = solve();
    assert!(String::from_utf8_lossy(&answer.stderr).contains("checksum is wrong"), "{answer:?}");
    assert_eq!(json(&answer)["moves"], "R");
    assert_eq!(tables(&["verify"]).status.code(), Some(0), "it was built anew");
    assert_eq!(tables(&["clear"]).status.code(), Some(0));
    assert_eq!(std::fs::read_dir(&cache).unwrap().count(), 0);
}

/// Tables for lines that slide are kept beside the others, under names of their own.
#[test]
fn tables_of_lines_are_kept_verified_and_refused_when_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("tables");
    let tables = |args: &[&str]| ubin().args(["tables"]).args(args).arg("--cache").arg(&cache).output().unwrap();
    let board = "1 2 3 4/5 6 7 8/- 9 10 11/13 14 15 12";
    let solve =
        || ubin().args(["solve", board, "--metric", "multi", "--json", "--cache"]).arg(&cache).output().unwrap();
    let first = json(&solve());
    assert_eq!((&first["length"], &first["moves"], &first["status"]), (&2.into(), &"RRRD".into(), &"optimal".into()));
    let built = tables(&["build", "multi 5-5-5"]);
    assert!(String::from_utf8_lossy(&built.stdout).contains("already built"), "{built:?}");
    let list = json(&tables(&["list", "--json"]));
    let small = list["tables"].as_array().unwrap().iter().find(|row| row["name"] == "multi 5-5-5").unwrap();
    assert_eq!(small["built"], true);
    // The list of what was asked for stands beside the tables.
    let mut files: Vec<_> = std::fs::read_dir(&cache).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "pdb"));
    assert_eq!(files.len(), 1, "{files:?}");
    let mut bytes = std::fs::read(&files[0]).unwrap();
    assert_eq!(small["bytes"], bytes.len());
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&files[0], &bytes).unwrap();
    assert_eq!(tables(&["verify"]).status.code(), Some(2));
    let answer = solve();
    assert!(String::from_utf8_lossy(&answer.stderr).contains("checksum is wrong"), "{answer:?}");
    assert_eq!(json(&answer)["expanded"], first["expanded"]);
    assert_eq!(tables(&["verify"]).status.code(), Some(0), "it was built anew");
}

#[test]
fn a_batch_answers_every_line_in_order() {
    let lines = "1 2 3/4 5 6/7 - 8\n\n// a remark\n1 2 3/4 5 6/7 8\n1 2 3 4 5 6 8 7 0\n1 2 3 4 5 6 7 8 0\n";
    for threads in ["1", "2", "7"] {
        let mut child = ubin()
            .args(["solve", "-", "--batch", "--threads", threads])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(2), "one line is bad");
        let answers: Vec<serde_json::Value> =
            String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let numbers: Vec<u64> = answers.iter().map(|answer| answer["line"].as_u64().unwrap()).collect();
        assert_eq!(numbers, [1, 4, 5, 6]);
        assert_eq!(answers[0]["moves"], "R");
        assert_eq!(answers[1]["error"]["code"], "bad-puzzle");
        assert_eq!(answers[2]["status"], "unsolvable");
        assert_eq!(answers[3]["length"], 0);
    }
}

#[test]
fn a_file_is_whole_or_not_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("answer.json");
    let text = folder.path().join("answer.txt");
    let board = "1 2 3/4 5 6/7 - 8";
    check(&["solve", board, "-o", path.to_str().unwrap()], 0, "wrote");
    check(&["solve", board, "-q", "-o", text.to_str().unwrap()], 0, "");
    let answer: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!(answer["moves"], "R");
    assert!(std::fs::read_to_string(&text).unwrap().contains("1 move, proven shortest"));
    let nowhere = folder.path().join("no/such/folder/answer.txt");
    check(&["solve", board, "-o", nowhere.to_str().unwrap()], 2, "cannot write");
    let mut names: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["answer.json", "answer.txt"], "nothing else is left behind");
}

#[test]
fn the_signature_is_the_one_on_record() {
    let output = run(&["bench", "--json"]);
    let recorded = std::fs::read_to_string(testdata("bench-signature.txt")).unwrap();
    assert_eq!(json(&output)["signature"].to_string(), recorded.trim(), "the searches changed: say so, and record it");
}

#[test]
fn generated_boards_have_the_length_asked_for() {
    for (size, length) in [("3x3", "31"), ("3x3", "0"), ("4x4", "30"), ("3x4", "20"), ("5x5", "12")] {
        let args = ["generate", "slide", "--size", size, "--length", length, "--seed", "5"];
        let board = String::from_utf8(run(&args).stdout).unwrap();
        assert_eq!(board, String::from_utf8(run(&args).stdout).unwrap(), "the same seed, the same board");
        let solved = run(&["solve", &board, "--json", "--prove"]);
        let answer = json(&solved);
        assert_eq!(answer["status"], "optimal");
        assert_eq!(answer["length"].to_string(), length, "{size}");
    }
    check(&["generate", "slide", "--size", "3x3", "--length", "32", "--seed", "1"], 1, "no 3x3 board needs 32 moves");
}

/// A key that stands twice is lost, or refused, by whoever reads it.
#[test]
fn no_report_names_a_field_twice() {
    let hint = "2 3 2/DEFAULT/AAA/A/BB/PLACED/AAA/A..";
    let slide = "1 2 3/4 5 6/7 - 8";
    let mut checked = 0;
    for puzzle in [hint, slide] {
        for verb in ["solve", "check", "count", "hint", "compare"] {
            let output = run(&[verb, puzzle, "--json"]);
            let text = String::from_utf8(output.stdout).unwrap();
            let value: serde_json::Value = serde_json::from_str(&text).unwrap();
            for key in value.as_object().unwrap().keys() {
                let top = text.matches(&format!("\"{key}\":")).count();
                let nested = nested(&value, key);
                assert_eq!(top, nested, "{verb} {puzzle}: {key}");
                checked += 1;
            }
        }
    }
    assert!(checked > 80);
}

/// How often a key stands in a value that was read, at any depth.
fn nested(value: &serde_json::Value, key: &str) -> usize {
    match value {
        serde_json::Value::Object(fields) => {
            fields.iter().map(|(name, value)| usize::from(name == key) + nested(value, key)).sum()
        }
        serde_json::Value::Array(values) => values.iter().map(|value| nested(value, key)).sum(),
        _ => 0,
    }
}

#[test]
fn manual_and_completions() {
    let manual = String::from_utf8(run(&["man"]).stdout).unwrap();
    assert!(manual.contains(".TH ubin") && manual.contains("ubin-solve"));
    assert_eq!(manual.matches(".SH NAME").count(), 1, "one page, one head");
    let verb = String::from_utf8(run(&["man", "solve"]).stdout).unwrap();
    assert!(verb.contains(".TH ubin-solve") && !verb.contains("time\\-limit"), "{verb}");
    assert!(verb.contains(".SH EXAMPLES\n  ubin solve"), "{verb}");
    assert!(!manual.contains("ubin-options"), "hidden");
    let tables = String::from_utf8(run(&["man", "tables", "--lang", "id"]).stdout).unwrap();
    for head in ["NAMA", "SINOPSIS", "DESKRIPSI", "OPSI", "PERINTAH", "CONTOH", "\"LIHAT JUGA\""] {
        assert!(tables.contains(&format!(".SH {head}\n")), "{head} in\n{tables}");
    }
    let below = String::from_utf8(run(&["man", "generate", "slide"]).stdout).unwrap();
    assert!(below.contains(".TH ubin-generate-slide") && below.contains("ubin generate slide"), "{below}");
    assert!(![manual, verb].iter().any(|page| page.contains("\\-help(1)")), "a page that there is none of");
    check(&["man", "nothing"], 2, "there is no verb 'nothing'");
    check(&["man", "solve", "nothing"], 2, "there is no verb 'nothing'");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(String::from_utf8(run(&["completions", shell]).stdout).unwrap().contains("solve"), "{shell}");
    }
}

#[test]
fn streams_go_to_files_that_are_whole() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let lines = |name: &str| -> Vec<String> {
        std::fs::read_to_string(folder.path().join(name)).unwrap().lines().map(Into::into).collect()
    };

    let answer = run(&["solve", "pentominoes", "3x20", "--all", "--json", "-o", &file("all.json")]);
    assert_eq!(answer.status.code(), Some(0));
    assert_eq!(json(&answer)["solutions"], 8, "standard output has the summary");
    assert!(String::from_utf8_lossy(&answer.stderr).contains("wrote"));
    let all: Vec<serde_json::Value> =
        lines("all.json").iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((all.len(), &all[7]["number"], &all[8]["complete"]), (9, &8.into(), &true.into()));

    // A limit ends the file with what was found, and says so.
    check(&["solve", "iq", "--all", "--node-limit", "3000", "-q", "-o", &file("some.txt")], 3, "");
    let some = lines("some.txt");
    assert!(some[0] == "Solution 1" && some.iter().any(|line| line == "Stopped: the node limit was reached."));
    check(&["solve", "iq", "--all", "--limit", "2", "-o", &file("two.svg")], 2, "expected .txt or .json");
    check(&["solve", "iq", "--all", "--limit", "2", "-o", &file("none/two.txt")], 2, "cannot write");

    let batch = ubin().args(["solve", "--batch", "1 2/3 0", "-o", &file("batch.json")]).output().unwrap();
    assert_eq!((batch.status.code(), batch.stdout.len()), (Some(0), 0));
    assert!(lines("batch.json")[0].starts_with("{\"line\":1,"));
    let left = std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, 3, "nothing but the three files is left");
}

#[test]
fn generate_pack_always_tells_one_object() {
    let two = json(&run(&["generate", "pack", "soma", "--seed", "1", "--count", "2", "--json", "--quiet"]));
    assert_eq!(
        (&two["status"], &two["asked"], &two["reason"]),
        (&"solved".into(), &2.into(), &serde_json::Value::Null)
    );
    assert_eq!(two["challenges"].as_array().map(Vec::len), Some(2));
    let wish = ["generate", "pack", "soma", "--difficulty", "wizard", "--seed", "1", "--quiet"];
    let nothing = run(&[&wish[..], &["--json"]].concat());
    assert_eq!(nothing.status.code(), Some(3));
    let report = json(&nothing);
    assert_eq!((&report["status"], report["challenges"].as_array().map(Vec::len)), (&"limit".into(), Some(0)));
    assert!(report["reason"].as_str().unwrap().contains("no draw met the wish"), "{report}");
    // Who wants no remarks is told too.
    check(&wish, 3, "no draw met the wish");
}

#[test]
fn generate_pack_has_no_flip_and_a_rule_between_challenges() {
    let text = run(&["generate", "pack", "soma", "--seed", "1", "--count", "2", "--quiet"]);
    assert_eq!(String::from_utf8(text.stdout).unwrap().matches("\n--------\n").count(), 1);
    let set = "2 3 2/DEFAULT/AAA/B/BB/PLACED/AAA/...";
    check(&["generate", "pack", set, "--no-flip", "--seed", "1"], 1, "the pieces after PLACED are taken up again");
    check(&["generate", "pack", "2 3 2/DEFAULT/AAA/A/BB", "--no-flip", "--seed", "1"], 0, "challenge 1");
}

#[test]
fn count_of_packings_tells_symmetries_always_and_different_ones_when_asked() {
    let count = |args: &[&str]| json(&run(&[&["count"], args, &["--json"]].concat()));
    for (text, options, symmetries, distinct) in [
        ("2 2 2/DEFAULT/AA/BB", &["--distinct"][..], Some(8), Some(1)),
        ("2 2 2/DEFAULT/AA/BB", &[], Some(8), None),
        ("2 2 2/DEFAULT/AA/BB", &["--limit", "2"], Some(8), None),
        ("2 4 2/DEFAULT/AAA/ A/BB/BB", &[], Some(4), None),
        ("2 4 2/DEFAULT/AAA/ A/BB/BB", &["--distinct"], Some(4), Some(0)),
        // Nothing was placed to see that the cells do not add up.
        ("2 4 1/DEFAULT/AAA", &[], None, None),
    ] {
        let report = count(&[&[text], options].concat());
        assert_eq!(report.get("symmetries").map(serde_json::Value::as_u64), Some(symmetries), "{report}");
        assert_eq!(report.get("distinct").and_then(serde_json::Value::as_u64), distinct, "{report}");
    }
}

#[test]
fn small_things_said_of_packings() {
    let text = |args: &[&str]| String::from_utf8(run(args).stdout).unwrap();
    let placed = text(&["check", "1 2 1/DEFAULT/AA/PLACED/AA"]);
    assert!(!placed.contains("Placements"), "{placed}");
    assert!(text(&["check", "1 2 1/DEFAULT/A"]).contains("By rules: "));
    assert!(text(&["compare", "1 2 1/DEFAULT/AA", "--methods", "auto", "--format", "csv"]).contains("\nauto,solved,"));
    assert!(text(&["solve", "1 1 1/BOX 2/A///A"]).starts_with("A\n\nA\n"));
}

/// A table of rows that all say `unsolvable` left the reader without a reason.
#[test]
fn a_comparison_without_a_solution_says_where_the_reason_is() {
    let board = "1 2 3/4 5 6/8 7 -";
    check(&["compare", board, "--methods", "bfs,ida"], 1, "The puzzle cannot be solved; ubin check says why.");
    check(&["compare", board, "--methods", "bfs", "--lang", "id"], 1, "ubin check mengatakan sebabnya.");
    check(
        &["compare", "2 2 1/DEFAULT/AA", "--methods", "auto"],
        1,
        "The puzzle cannot be solved; ubin check says why.",
    );
    let quiet = run(&["compare", board, "--methods", "bfs", "--quiet"]);
    assert!(quiet.stderr.is_empty(), "{quiet:?}");
}
