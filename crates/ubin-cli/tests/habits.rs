//! Several puzzles, languages, forms of texts, colours and files: what people do all day.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

fn ubin() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ubin"));
    command.stdin(Stdio::null()).env("UBIN_CACHE", concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"));
    command
}

fn run(args: &[&str]) -> Output {
    ubin().args(args).output().unwrap()
}

/// Runs with this text on standard input.
fn piped(args: &[&str], text: &str) -> Output {
    let mut child = ubin().args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

#[track_caller]
fn check(args: &[&str], code: i32, stderr: &str) {
    let output = run(args);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {complaint}");
    assert!(complaint.contains(stderr), "{args:?}: expected '{stderr}' in '{complaint}'");
}

#[test]
fn several_puzzles_are_answered_in_turn() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    };
    let (one, bad, two) = (
        file("a.txt", "1 2 3\n4 5 6\n7 - 8\n"),
        file("b.txt", "1 2\n3 3\n"),
        file("c.txt", "2 2 2\nDEFAULT\nAA\nBB\n"),
    );
    let output = run(&["solve", &one, &bad, &two, "--json"]);
    assert_eq!(output.status.code(), Some(2), "the graver one");
    let lines: Vec<serde_json::Value> =
        String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!((&lines[0]["name"], &lines[0]["moves"]), (&one.as_str().into(), &"R".into()));
    assert_eq!((&lines[1]["name"], &lines[1]["error"]["mistake"]), (&bad.as_str().into(), &"tile-twice".into()));
    assert_eq!(lines[2]["status"], "solved");
    let text = String::from_utf8(run(&["solve", &one, &two]).stdout).unwrap();
    assert!(
        text.starts_with(&format!("== {one} ==\n")) && text.contains(&format!("\n\n== {two} ==\nAA\nBB\n")),
        "{text}"
    );
    check(&["solve", &one, &two, "-o", "x.svg"], 2, "expected one puzzle");
}

#[test]
fn packing_puzzles_come_in_batches_too() {
    let puzzles = "2 2 2\nDEFAULT\nAA\nBB\n---\n2 2 1\nDEFAULT\nAA\n--------\n2 2 1\nROUND\nAA\n";
    let output = piped(&["solve", "-", "--batch"], puzzles);
    assert_eq!(output.status.code(), Some(2));
    let lines: Vec<serde_json::Value> =
        String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let told: Vec<_> = lines.iter().map(|line| (line["line"].as_u64().unwrap(), line["status"].as_str())).collect();
    assert_eq!(told, [(1, Some("solved")), (6, Some("unsolvable")), (10, None)]);
    assert_eq!((&lines[2]["error"]["line"], &lines[2]["error"]["code"]), (&11.into(), &"bad-puzzle".into()));
    let counted = piped(&["count", "-", "--batch", "--distinct"], "2 2 2\nDEFAULT\nAA\nBB\n");
    assert!(String::from_utf8(counted.stdout).unwrap().contains("\"distinct\":"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("answers.jsonl");
    let written = piped(&["solve", "-", "--batch", "-o", path.to_str().unwrap()], "1 2/- 3\n");
    assert_eq!(written.status.code(), Some(0));
    assert!(std::fs::read_to_string(path).unwrap().starts_with("{\"line\":1,"));
}

#[test]
fn utf_16_with_its_mark_is_text() {
    let folder = tempfile::tempdir().unwrap();
    let text = "\u{feff}1 2 3\r\n4 5 6\r\n7 - 8\r\n";
    for (name, bytes) in [
        ("little.txt", text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>()),
        ("big.txt", text.encode_utf16().flat_map(u16::to_be_bytes).collect()),
    ] {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        let output = run(&["solve", path.to_str().unwrap(), "--json"]);
        assert!(String::from_utf8(output.stdout).unwrap().contains("\"moves\":\"R\""), "{name}");
    }
}

#[test]
fn the_locale_chooses_the_language_and_an_option_overrules_it() {
    let said = |locale: [(&str, &str); 3], args: &[&str]| {
        let output = ubin().envs(locale).args(["check", "1 2/3 -"]).args(args).output().unwrap();
        String::from_utf8(output.stdout).unwrap().contains("Puzzle dapat diselesaikan.")
    };
    assert!(said([("LC_ALL", ""), ("LC_MESSAGES", ""), ("LANG", "id_ID.UTF-8")], &[]));
    assert!(said([("LC_ALL", "id_ID"), ("LC_MESSAGES", "C"), ("LANG", "C")], &[]));
    assert!(!said([("LC_ALL", ""), ("LC_MESSAGES", "en_US.UTF-8"), ("LANG", "id_ID")], &[]));
    assert!(!said([("LC_ALL", "id_ID"), ("LC_MESSAGES", ""), ("LANG", "")], &["--lang", "en"]));
    let output = ubin().args(["solve", "1 2/3 -", "--colour", "--lang", "id"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("galat: tidak ada opsi '--colour'"));
    check(&["solve", "1 2/3 -", "--lang", "fr"], 2, "fr");
}

#[test]
fn what_a_killed_run_left_beside_a_file_goes_with_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let left = folder.path().join(".ubin-Ab12Cd");
    let young = folder.path().join(".ubin-Ef34Gh");
    let other = folder.path().join(".ubin-notes.txt");
    for path in [&left, &young, &other] {
        std::fs::write(path, "half").unwrap();
    }
    let hours_ago = std::time::SystemTime::now() - Duration::from_secs(7200);
    for path in [&left, &other] {
        std::fs::File::options().write(true).open(path).unwrap().set_modified(hours_ago).unwrap();
    }
    let path = folder.path().join("out.txt");
    assert_eq!(run(&["check", "1 2/3 -", "-o", path.to_str().unwrap()]).status.code(), Some(0));
    assert_eq!((left.exists(), young.exists(), other.exists(), path.exists()), (false, true, true, true));
}

#[test]
fn an_error_of_writing_names_the_file_that_was_asked_for() {
    // A folder that takes no files, for root too.
    let output = run(&["check", "1 2/3 -", "-o", "/proc/answer.txt"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(said.contains("cannot write '/proc/answer.txt'") && !said.contains(".ubin-"), "{said}");
}

#[test]
fn colours_are_those_that_the_terminal_announces() {
    let painted = |term: &str, colorterm: &str, color: &str| {
        let mut command = ubin();
        command.env("TERM", term).env("COLORTERM", colorterm).env_remove("NO_COLOR");
        let output = command.args(["solve", "2 2 2/DEFAULT/AA/BB", "--color", color]).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(painted("xterm-256color", "truecolor", "always").contains("\x1b[48;2;"));
    assert!(painted("xterm-256color", "", "always").contains("\x1b[48;5;"));
    let sixteen = painted("xterm", "", "always");
    assert!(sixteen.contains("\x1b[") && !sixteen.contains("48;"), "{sixteen:?}");
    assert!(!painted("dumb", "", "auto").contains('\x1b'));
}

#[test]
fn the_list_of_tables_is_in_words() {
    let cache = tempfile::tempdir().unwrap();
    let output = ubin().args(["tables", "list", "--cache", cache.path().to_str().unwrap()]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("4x4, blank last, 7-8") || text.contains("4x4, blank first, 7-8"), "{text}");
    let column = |line: &str| line.find(" not built").map(|at| line[..at].chars().count());
    let columns: std::collections::BTreeSet<_> = text.lines().skip(1).filter_map(column).collect();
    assert_eq!(columns.len(), 1, "aligned:\n{text}");
}

#[test]
fn levels_of_sliding_boards() {
    for (level, lengths) in [("easy", 4..=10), ("medium", 12..=20), ("hard", 21..=27)] {
        let made = run(&["generate", "slide", "--size", "3x3", "--difficulty", level, "--count", "3", "--seed", "4"]);
        let solved = piped(&["solve", "-", "--batch"], std::str::from_utf8(&made.stdout).unwrap());
        let solved = String::from_utf8(solved.stdout).unwrap();
        for line in solved.lines() {
            let length = serde_json::from_str::<serde_json::Value>(line).unwrap()["length"].as_u64().unwrap();
            assert!(lengths.contains(&length), "{level}: {length}");
        }
        assert_eq!(solved.lines().count(), 3);
    }
}

#[test]
fn a_number_that_is_too_small_is_told_the_least_one() {
    let packing = "2 2 2/DEFAULT/AA/BB";
    let said = |args: &[&str]| {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert_eq!(said(&["solve", packing, "--all", "--limit", "0"]), "error: --limit: expected a number from 1 on\n");
    let indonesian = said(&["count", packing, "--limit", "0", "--lang", "id"]);
    assert_eq!(indonesian, "galat: --limit: seharusnya angka mulai 1\n");
    let width = said(&["solve", "1 2/3 -", "--method", "beam", "--width", "0"]);
    assert_eq!(width, "error: --width: expected a number from 1 on\n");
    let scale = said(&["render", "1 2/3 -", "--scale", "99", "--lang", "id"]);
    assert_eq!(scale, "galat: --scale: seharusnya angka dari 0,1 sampai 16\n");
}

#[test]
fn what_is_nearly_right_is_refused_with_a_sentence_of_its_own() {
    let said = |args: &[&str], text: &str| {
        let mut child = ubin().args(args).stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?} {text}");
        String::from_utf8(output.stderr).unwrap()
    };
    let shape = "error: this row has 4 fields: expected 3, as in the first row\n --> <stdin>:3:8\n";
    assert!(said(&["solve", "-"], "[[1 2 3]\n[4 5 6]\n# [7 0 8]]\n").starts_with(shape));
    let spare = "error: SPARE needs the names of pieces, or * for all: SPARE A B\n";
    assert!(said(&["solve", "-"], "2 3 2\nDEFAULT\nAAA\nBBB\nSPARE * A\n").starts_with(spare));
    let parts = said(&["share", "units", "never-written", "solve", "iq"], "");
    assert_eq!(parts, "error: solve cannot be done in parts\n");
}

#[test]
fn folders_and_files_that_cannot_be_read_are_told_in_every_language() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    check(&["solve", path], 2, "is a folder: expected a file");
    check(&["solve", path, "--lang", "id"], 2, "sebuah folder: seharusnya sebuah berkas");
    check(&["solve", "1 2/3 -", "--goal", path, "--lang", "id"], 2, "sebuah folder: seharusnya sebuah berkas");
    check(&["check", "1 2/3 -", "-o", "/proc/answer.txt", "--lang", "id"], 2, "tidak ada berkas atau folder itu");
}

#[test]
fn the_help_is_in_the_language_of_the_command() {
    for args in [&["--help"][..], &["solve", "--help"], &["generate", "slide", "--help"], &["help", "options"]] {
        let output = ubin().args(["--lang", "id"]).args(args).output().unwrap();
        let help = String::from_utf8(output.stdout).unwrap();
        let after = ubin().args(args).args(["--lang", "id"]).output().unwrap();
        assert_eq!(String::from_utf8(after.stdout).unwrap(), help, "{args:?}: the language may stand behind");
        assert!(help.contains("Pemakaian: ubin") && help.contains("[OPSI]"), "{args:?}:\n{help}");
        for english in ["[OPTIONS]", "COMMAND", "possible values", "[default", "Examples:", "Usage:"] {
            assert!(!help.contains(english), "{args:?}: {english} in\n{help}");
        }
    }
}

#[test]
fn values_that_do_not_fit_are_told_what_was_expected_in_indonesian() {
    for (args, expected) in [
        (["--time-limit", "soon"], "seharusnya waktu seperti 500ms"),
        (["--memory-limit", "much"], "seharusnya ukuran seperti 512MiB"),
        (["--size", "3"], "seharusnya baris dan kolom seperti 3x5"),
        (["--threads", "0"], "seharusnya sebuah bilangan"),
        (["--method", "magic"], "tidak dikenal; seharusnya salah satu dari auto"),
        (["--date", "13-40"], "--date: seharusnya MM-DD"),
        (["--wieght", "5"], "mungkin maksudnya '--weight'"),
        (["--order", "ULL"], "seharusnya U, D, L dan R, masing-masing sekali"),
        (["--goal", "nowhere"], "tidak ada tujuan dan tidak ada berkas 'nowhere': seharusnya blank-last"),
        (["--threads", "9999"], "(1..=1024)"),
    ] {
        check(&[&["solve", "1 2/3 -", "--lang", "id"], &args[..]].concat(), 2, expected);
    }
}

#[test]
fn what_is_wrong_with_an_answer_is_told_in_indonesian() {
    let packing = "2 2 2/DEFAULT/AA/BB";
    check(&["verify", packing, r#"{"status":"x"}"#, "--lang", "id"], 2, "jawaban: status itu tidak dikenal");
    let output = run(&["verify", packing, "AA", "--lang", "id"]);
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "Salah: ada 1 baris, bukan 2.\n");
    check(&["tables", "verify", "7-8", "--lang", "id"], 2, "'7-8' terlalu banyak di sini");
    check(&["solve", "1 2/3 -", "--goal", "nowhere"], 2, "there is no goal and no file 'nowhere': expected blank-last");
}

#[test]
fn the_tables_of_walking_distance_are_told_apart_from_its_search() {
    let tables = |method: &str, heuristic: &str| {
        let board = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 - 15";
        let output = run(&["solve", board, "--method", method, "--heuristic", heuristic, "--json"]);
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        answer["tables_ms"].as_f64().unwrap()
    };
    for method in ["astar", "ida", "branch-and-bound"] {
        assert!(tables(method, "walking-distance") > 0.0, "{method}");
        assert!(tables(method, "manhattan") == 0.0, "{method} needs no tables");
    }
}
