//! The cache of pattern tables, and what batches and suites make of it.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, SystemTime};

const THREE: &str = "3x3-.AAAAAAAA.pdb";
const SMALL: &str = "4x4-.AAAAAABCCCBCCCB.pdb";
const LARGE: &str = "4x4-.AAAAAAABBBBBBBB.pdb";

fn ubin(cache: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ubin"));
    command.stdin(Stdio::null()).args(args).arg("--cache").arg(cache);
    command
}

fn run(cache: &Path, args: &[&str]) -> Output {
    ubin(cache, args).output().unwrap()
}

/// Runs with this text on standard input.
fn piped(cache: &Path, args: &[&str], text: &str) -> Output {
    let mut child = ubin(cache, args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    // A thread of its own: a long batch answers while it is being read.
    let mut stdin = child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(text.as_bytes()).unwrap());
        child.wait_with_output().unwrap()
    })
}

fn json(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// What lists the sets that were asked for by name.
const ASKED: &str = "asked.txt";

/// The files in the cache, by name, but the list of what was asked for.
fn files(cache: &Path) -> Vec<String> {
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    let mut names: Vec<String> = fs::read_dir(cache).map_or(Vec::new(), |entries| entries.map(name).collect());
    names.retain(|name| name != ASKED);
    names.sort();
    names
}

/// A cache with the 3x3 tables.
fn cache_of_three() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("tables");
    assert_eq!(run(&cache, &["solve", "1 2 3/4 5 6/7 - 8"]).status.code(), Some(0));
    assert_eq!(files(&cache), [THREE]);
    (folder, cache)
}

const EASY_3X3: &str = "1 2 3/4 5 6/7 - 8\n";
const EASY_4X4: &str = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 - 15\n";
const ODD_4X4: &str = "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 -\n";

/// Runs a batch and tells the tables it left, and how many lines it answered.
fn batch(args: &[&str], lines: &str) -> (Vec<String>, usize) {
    let folder = tempfile::tempdir().unwrap();
    let output = piped(folder.path(), &[args, &["-", "--batch"]].concat(), lines);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", stderr(&output));
    (files(folder.path()), output.stdout.iter().filter(|&&byte| byte == b'\n').count())
}

#[test]
fn a_batch_builds_no_large_tables_that_it_does_not_search() {
    let many = EASY_4X4.repeat(1001);
    assert_eq!(batch(&["solve", "--method", "quick"], &many), (vec![], 1001));
    assert_eq!(batch(&["solve", "--method", "astar"], &many), (vec![], 1001));
    assert_eq!(batch(&["check"], &many), (vec![], 1001));
    let (lines, answers) = batch(&["solve", "--metric", "multi"], &many);
    assert!(lines.iter().all(|name| name.ends_with("-multi.pdb")), "{lines:?}");
    assert_eq!(answers, 1001);
}

#[test]
fn a_batch_counts_the_boards_of_a_goal_and_not_its_lines() {
    for verb in ["solve", "hint", "count"] {
        let mixed = EASY_3X3.repeat(1000) + EASY_4X4 + ODD_4X4;
        assert_eq!(batch(&[verb], &mixed), (vec![THREE.into(), SMALL.into()], 1002), "{verb}");
    }
    let remarks = "\n// a remark\n".repeat(600) + EASY_4X4;
    assert_eq!(batch(&["solve"], &remarks), (vec![SMALL.into()], 1));
    let odd = ODD_4X4.repeat(1200) + EASY_4X4;
    assert_eq!(batch(&["solve"], &odd), (vec![SMALL.into()], 1201));
}

#[test]
fn a_batch_builds_nothing_large_under_a_time_limit_or_in_little_memory() {
    let many = EASY_4X4.repeat(1005);
    assert_eq!(batch(&["solve", "--time-limit", "60s"], &many), (vec![SMALL.into()], 1005));
    assert_eq!(batch(&["solve", "--memory-limit", "100MiB"], &many), (vec![SMALL.into()], 1005));
}

/// 2x7 boards begin with tables of 7 tiles and get those of 8, which take some seconds to build.
#[test]
fn the_board_after_a_thousand_of_its_goal_gets_the_large_tables() {
    let easy = "1 2 3 4 5 6 7/8 9 10 11 12 - 13\n";
    let (few, _) = batch(&["solve"], &easy.repeat(1000));
    let (many, answers) = batch(&["solve"], &easy.repeat(1001));
    assert_eq!((few.len(), many.len(), answers), (1, 2, 1001));
    assert!(many.contains(&few[0]), "{few:?} {many:?}");
}

#[test]
fn clear_removes_only_what_is_ours() {
    let (_folder, cache) = cache_of_three();
    let foreign = ["1abc.pdb", "ubin.pdb", "notes.txt", ".ubin-notes"];
    for name in foreign {
        fs::write(cache.join(name), "ATOM      1  N   MET A   1").unwrap();
    }
    fs::create_dir(cache.join("dir.pdb")).unwrap();
    fs::write(cache.join(SMALL), "ATOM").unwrap();
    fs::write(cache.join(LARGE), "").unwrap();
    let cleared = run(&cache, &["tables", "clear", "--json"]);
    assert_eq!(cleared.status.code(), Some(0), "{cleared:?}");
    assert_eq!(json(&cleared)["files"], 2);
    assert!(stderr(&cleared).contains(&format!("{SMALL}: left, this is not a table file")), "{cleared:?}");
    assert_eq!(files(&cache), [".ubin-notes", "1abc.pdb", SMALL, "dir.pdb", "notes.txt", "ubin.pdb"]);
}

/// What a killed run leaves is listed and cleared, but not while it may still be written.
#[test]
fn unfinished_files_are_listed_and_cleared_when_they_are_old() {
    let (_folder, cache) = cache_of_three();
    let image = fs::read(cache.join(THREE)).unwrap();
    let unfinished = |name: &str, age: u64| {
        fs::write(cache.join(name), &image[..100]).unwrap();
        let file = File::options().write(true).open(cache.join(name)).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(age)).unwrap();
    };
    unfinished(".ubin-old000", 7200);
    unfinished(".ubin-young0", 60);
    let list = json(&run(&cache, &["tables", "list", "--json"]));
    assert_eq!((&list["unfinished"]["files"], &list["unfinished"]["bytes"]), (&1.into(), &100.into()));
    assert!(String::from_utf8(run(&cache, &["tables", "list"]).stdout).unwrap().contains("unfinished files: 1, 100 B"));
    assert_eq!(json(&run(&cache, &["tables", "clear", "--json"]))["bytes"], image.len() + 100);
    assert_eq!(files(&cache), [".ubin-young0"]);
}

#[test]
fn a_file_must_have_the_tables_of_its_name() {
    let (_folder, cache) = cache_of_three();
    assert_eq!(run(&cache, &["tables", "build", "6-6-3"]).status.code(), Some(0));
    fs::copy(cache.join(THREE), cache.join(SMALL)).unwrap();
    let other = "the table file has other tables than its name says";
    let verified = run(&cache, &["tables", "verify", "--json"]);
    assert_eq!(verified.status.code(), Some(2));
    let tables = json(&verified)["tables"].clone();
    assert_eq!((&tables[0]["right"], &tables[1]["right"]), (&true.into(), &false.into()), "{tables}");
    assert_eq!(tables[1]["error"], other);
    let solved = run(&cache, &["solve", EASY_4X4.trim(), "--json"]);
    assert!(stderr(&solved).contains(other), "{solved:?}");
    assert_eq!(json(&solved)["moves"], "R");
    fs::copy(cache.join(THREE), cache.join(SMALL)).unwrap();
    assert_eq!(json(&run(&cache, &["tables", "build", "6-6-3", "--json"]))["tables"][0]["status"], "built");
    assert_eq!(run(&cache, &["tables", "verify"]).status.code(), Some(0));
}

#[test]
fn list_tells_a_damaged_file_from_a_built_one() {
    let (_folder, cache) = cache_of_three();
    let image = fs::read(cache.join(THREE)).unwrap();
    let row = |name: &str| {
        let list = json(&run(&cache, &["tables", "list", "--json"]));
        list["tables"].as_array().unwrap().iter().find(|row| row["name"] == name).cloned().unwrap()
    };
    let three = THREE.trim_end_matches(".pdb");
    let state = |name: &str| (row(name)["state"].clone(), row(name)["built"].clone(), row(name)["bytes"].clone());
    assert_eq!(state(three), ("built".into(), true.into(), image.len().into()));
    let mut version = image.clone();
    version[8] = 99;
    for (damaged, length) in [(&image[..image.len() - 1], image.len() - 1), (&[], 0), (&version[..], image.len())] {
        fs::write(cache.join(THREE), damaged).unwrap();
        assert_eq!(state(three), ("damaged".into(), false.into(), length.into()));
    }
    assert_eq!(row("7-8")["state"], "not built");
    fs::create_dir(cache.join(LARGE)).unwrap();
    assert_eq!(row("7-8")["state"], "damaged");
    assert!(row("6-6-6-6")["bytes"].as_u64() > Some(90_000_000));
}

#[test]
fn tables_verbs_keep_to_the_common_options() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("tables");
    let report = folder.path().join("report.json");
    let into = report.to_str().unwrap();
    let saved = || -> serde_json::Value { serde_json::from_str(&fs::read_to_string(&report).unwrap()).unwrap() };
    assert_eq!(run(&cache, &["tables", "build", "4x4 6-6-3", "3x3-.AAAAAAAA", "-o", into]).status.code(), Some(0));
    assert_eq!(saved()["tables"][1]["name"], "3x3-.AAAAAAAA");
    assert_eq!(fs::read_to_string(cache.join(ASKED)).unwrap(), "4x4-.AAAAAABCCCBCCCB\n3x3-.AAAAAAAA\n");
    assert_eq!(files(&cache), [THREE, SMALL]);
    let again = run(&cache, &["tables", "build", "6-6-3", "--json"]);
    assert_eq!(json(&again)["tables"][0]["status"], "kept");
    assert_eq!(run(&cache, &["tables", "verify", "-o", into]).status.code(), Some(0));
    assert_eq!(saved()["tables"][0]["right"], true);
    assert_eq!(run(&cache, &["tables", "clear", "-o", into]).status.code(), Some(0));
    assert_eq!(saved()["files"], 2);
    assert!(!cache.join(ASKED).exists());
    for verb in ["build", "verify", "clear", "list"] {
        assert_eq!(run(&cache, &["tables", verb, "-o", "picture.png"]).status.code(), Some(2), "{verb}");
    }
    let little = run(&cache, &["tables", "build", "7-8", "--memory-limit", "1MiB", "--json"]);
    assert_eq!((little.status.code(), &json(&little)["tables"][0]["status"]), (Some(3), &"limit".into()));
    let late = run(&cache, &["tables", "build", "7-8", "6-6-6-6", "--time-limit", "1ms"]);
    assert_eq!(late.status.code(), Some(3));
    let nodes = run(&cache, &["tables", "build", "6-6-3", "--node-limit", "10"]);
    assert_eq!(nodes.status.code(), Some(2));
    assert!(stderr(&nodes).contains("--node-limit does not go with it"), "{nodes:?}");
    assert_eq!(files(&cache), [""; 0]);
    assert!(stderr(&run(&cache, &["tables", "build", "6-6-6-6 b"])).contains("there is no set of tables"));
}

#[test]
fn a_learned_score_is_built_used_and_refused_when_it_is_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("tables");
    let beam = |width: &str| {
        let solved = run(&cache, &["solve", "7 6 5 4/3 1 2 0", "--method", "beam", "--width", width, "--json"]);
        assert_eq!(solved.status.code(), Some(0), "{solved:?}");
        (json(&solved), stderr(&solved))
    };
    let (plain, _) = beam("40");
    // The board turned has the same score.
    let built = run(&cache, &["tables", "build", "learned", "2x4"]);
    assert_eq!(built.status.code(), Some(0), "{built:?}");
    assert!(String::from_utf8_lossy(&built.stdout).starts_with("4x2 learned: "), "{built:?}");
    assert_eq!(files(&cache), ["4x2-learned.pdb"]);
    let list = String::from_utf8(run(&cache, &["tables", "list"]).stdout).unwrap();
    assert!(
        list.lines().any(|line| line.contains("4x2, blank last, learned score") && line.ends_with("built")),
        "{list}"
    );
    assert!(list.lines().any(|line| line.contains("learned 6x6") && line.ends_with("not built")), "{list}");
    assert_eq!(run(&cache, &["tables", "verify"]).status.code(), Some(0));
    let (learned, _) = beam("40");
    assert_ne!(learned["expanded"], plain["expanded"], "the beam is ranked by it");
    assert_eq!(learned["status"], "solved", "it proves nothing");
    let file = cache.join("4x2-learned.pdb");
    let mut image = fs::read(&file).unwrap();
    let middle = image.len() / 2;
    image[middle] ^= 1;
    fs::write(&file, image).unwrap();
    assert_ne!(run(&cache, &["tables", "verify"]).status.code(), Some(0));
    let (without, remark) = beam("40");
    assert_eq!(without["expanded"], plain["expanded"]);
    assert!(remark.contains("checksum"), "{remark}");
    assert!(stderr(&run(&cache, &["tables", "build", "learned", "9x9"])).contains("there is no set of tables"));
    assert_eq!(run(&cache, &["tables", "clear"]).status.code(), Some(0));
    assert_eq!(files(&cache), [""; 0]);
}

#[cfg(unix)]
#[test]
fn a_pipe_under_the_name_of_a_table_is_no_table() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join(LARGE);
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let solved = run(folder.path(), &["solve", EASY_4X4.trim(), "--json"]);
    assert_eq!(json(&solved)["moves"], "R");
    assert!(stderr(&solved).contains("this is not a regular file"), "{solved:?}");
}

#[test]
fn a_cache_that_is_no_folder_is_told_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("plain");
    fs::write(&file, "").unwrap();
    let solved = run(&file, &["solve", EASY_4X4.trim(), "--json"]);
    assert_eq!(json(&solved)["moves"], "R");
    assert_eq!(stderr(&solved).lines().count(), 1, "{solved:?}");
    assert!(stderr(&solved).contains("this is not a folder"), "{solved:?}");
}

#[test]
fn a_suite_does_not_tell_known_lengths_as_found() {
    let folder = tempfile::tempdir().unwrap();
    let suite = ["bench", "--suite", "korf100", "--only", "3,17", "--node-limit", "1000"];
    let output = run(folder.path(), &suite);
    assert_eq!(output.status.code(), Some(3));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("known 59, at least ") && text.contains("0 of 2 proven, 0 moves,"), "{text}");
    let output = run(folder.path(), &[&suite[..], &["--json"]].concat());
    let total: serde_json::Value =
        serde_json::from_str(String::from_utf8(output.stdout).unwrap().lines().last().unwrap()).unwrap();
    assert_eq!((&total["boards"], &total["length"]), (&2.into(), &0.into()));
}

#[cfg(unix)]
#[test]
fn a_suite_that_is_stopped_while_it_prepares_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let suite = ["bench", "--suite", "antipodes80", "--only", "1", "--prepare"];
    let late = run(folder.path(), &[&suite[..], &["--time-limit", "100ms"]].concat());
    assert_eq!(late.status.code(), Some(3), "{late:?}");
    assert!(stderr(&late).contains("the tables were not built: the time limit"), "{late:?}");
    let child = ubin(folder.path(), &suite).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(500));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(130));
    assert_eq!(files(folder.path()), [""; 0]);
}

/// Row by row is what `auto` falls back to, whatever the metric; and the bound needs no tables.
#[test]
fn lines_that_slide_tell_what_is_known_when_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let board = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3";
    let solve = |limit: &[&str]| {
        let args = [&["solve", board, "--goal", "blank-first", "--metric", "multi", "--json"], limit].concat();
        let output = run(folder.path(), &args);
        assert_eq!(output.status.code(), Some(3), "{output:?}");
        json(&output)
    };
    let early = solve(&["--time-limit", "0ms"]);
    assert_eq!((&early["status"], &early["method"]), (&"limit".into(), &"quick".into()));
    assert!(early["lower_bound"].as_u64() >= Some(10), "{early}");
    let late = solve(&["--node-limit", "10"]);
    assert_eq!(late["method"], "quick");
    assert!(late["lower_bound"].as_u64() >= early["lower_bound"].as_u64(), "{late}");
    assert!(late["peak_bytes"].as_u64() > Some(1_000_000), "{late}");
}

#[test]
fn tables_in_use_count_as_memory_whatever_the_method() {
    let folder = tempfile::tempdir().unwrap();
    let peak = |method: &str| {
        let args = ["solve", EASY_4X4.trim(), "--method", method, "--heuristic", "pattern", "--json"];
        let output = run(folder.path(), &args);
        (json(&output)["peak_bytes"].as_u64().unwrap(), output.status.code())
    };
    let _ = peak("ida");
    let kept = fs::metadata(folder.path().join(SMALL)).unwrap().len();
    for method in ["ida", "astar", "greedy", "beam"] {
        let (bytes, code) = peak(method);
        assert!(bytes >= kept && code == Some(0), "{method}: {bytes} and not {kept}");
    }
}
