//! Units and records as files.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use super::{EASIEST, Moments, SmallDisk, ends, kills, lasting, length, needed, refused, run, total, ubin, wait_until};

/// A job in a folder: the pyramid of IQ Puzzler Pro, about two million nodes, in parts of so many.
fn job(folder: &Path, budget: &str) -> String {
    let job = folder.join("job").to_str().unwrap().to_string();
    ends(0, &["share", "units", &job, "--budget", budget, "--least", "40", "count", "soma", "--distinct"]);
    job
}

/// What one process says of soma.
fn alone() -> Value {
    lasting(&ends(0, &["count", "soma", "--json"]))
}

#[test]
fn units_that_are_done_as_files_add_up() {
    let folder = tempfile::tempdir().unwrap();
    let job = job(folder.path(), "100");
    let audit = run(&["share", "audit", &job, "--json"]);
    assert_eq!(audit.status.code(), Some(3), "nothing is done yet");
    assert!(String::from_utf8_lossy(&audit.stdout).contains("incomplete"));
    let units = fs::read_to_string(Path::new(&job).join("index.txt")).unwrap().lines().count();
    assert!(units >= 40);
    // Others may read what they may read of this user's files.
    let other = folder.path().join("any file");
    fs::write(&other, "").unwrap();
    for name in ["manifest.json", "index.txt", "records/0.json"] {
        let path = Path::new(&job).join(name);
        assert_eq!(fs::metadata(path).unwrap().permissions(), fs::metadata(&other).unwrap().permissions(), "{name}");
    }
    // One unit by number, one by name, one by file, the rest together.
    ends(0, &["share", "do", &job, "--index", "3"]);
    let second = fs::read_to_string(Path::new(&job).join("index.txt")).unwrap().lines().nth(1).unwrap().to_string();
    ends(0, &["share", "do", &job, &second]);
    ends(0, &["share", "do", &job, &format!("{job}/units/{second}.json")]);
    ends(0, &["share", "do", &job]);
    let audit = ends(0, &["share", "audit", &job, "--json", "--siblings", "--again", "10"]);
    let one = alone();
    let (found, _, nodes) = total(&audit);
    assert_eq!((found, nodes), (one["solutions"].as_u64().unwrap(), one["nodes"].as_u64().unwrap()));
    assert!(audit.contains(r#""status":"complete""#) && audit.contains(r#""distinct":240,"symmetries":48"#), "{audit}");
    let checked: Value = serde_json::from_str(&audit).unwrap();
    assert!(checked["rechecked"]["again"].as_u64() > Some(0) && checked["rechecked"]["siblings"].as_u64() > Some(0));
    refused(&["share", "do", &job, "--index", "9999"], "there is no unit");
    refused(&["share", "do", &job, "7-7-7"], "there is no unit");
    refused(&["share", "audit", folder.path().to_str().unwrap()], "there is no job here");
    refused(&["share", "units", &job, "count", "bedlam"], "there is a job here already");
    // Options may stand behind the question, too; a part has at least one node, and as many as a number holds.
    let other = folder.path().join("other").to_str().unwrap().to_string();
    let told = ends(
        0,
        &["share", "units", &other, "count", "soma", "--budget", "18446744073709551615", "--least", "0", "--json"],
    );
    assert!(told.contains(r#""units":1,"budget":18446744073709551615"#), "{told}");
    ends(0, &["share", "do", &other]);
    assert_eq!(total(&ends(0, &["share", "audit", &other, "--json"])).0, found);
    // Cut so small that nothing is left: there is no unit, no line of the index, and the total is there.
    let done = folder.path().join("done").to_str().unwrap().to_string();
    assert!(
        ends(0, &["share", "units", &done, "--least", "1000", "count", "soma", "--json"]).contains(r#""units":0,"#)
    );
    assert_eq!(
        (length(&Path::new(&done).join("index.txt")), ends(0, &["share", "do", &done])),
        (0, "0 records written\n".into())
    );
    assert_eq!(total(&ends(0, &["share", "audit", &done, "--json"])).0, found);
    refused(&["share", "units", &other, "--budget", "0", "count", "soma"], "0 is not in 1..");
    refused(&["share", "units", &other, "solve", "soma", "--all"], "kept by solve --all --checkpoint FILE");
}

#[test]
fn budgets_and_kills_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let job = job(folder.path(), "37");
    let (one, expected) = (alone(), total(&ends(0, &["share", "audit", &done_job(folder.path()), "--json"])));
    assert_eq!((expected.0, expected.2), (one["solutions"].as_u64().unwrap(), one["nodes"].as_u64().unwrap()));
    let compare = || {
        ends(0, &["share", "do", &job]);
        assert_eq!(total(&ends(0, &["share", "audit", &job, "--json"])), expected);
    };
    let records = Path::new(&job).join("records");
    let count = || fs::read_dir(&records).unwrap().count();
    let mut moments = Moments(3);
    let mut killed = 0;
    while killed < kills() {
        let (before, more) = (count(), moments.below(9) as usize);
        let mut child = ubin().args(["share", "do", &job]).stdout(Stdio::null()).spawn().unwrap();
        wait_until("a record", || count() > before + more || child.try_wait().unwrap().is_some());
        let _ = child.kill();
        match child.wait().unwrap().code() {
            None => killed += 1,
            // All is done: once more from the beginning.
            Some(_) => {
                compare();
                fs::remove_dir_all(&job).unwrap();
                self::job(folder.path(), "37");
            }
        }
    }
    compare();
}

/// The same question in larger parts, done without a disturbance.
fn done_job(folder: &Path) -> String {
    let job = job(&folder.join("whole"), "500");
    ends(0, &["share", "do", &job]);
    job
}

/// A record is damaged: its unit is done again, also one of those that were done when the question was cut, and that have no file.
#[test]
fn damaged_records_are_done_again() {
    let folder = tempfile::tempdir().unwrap();
    let job = job(folder.path(), "100");
    ends(0, &["share", "do", &job]);
    let whole = ends(0, &["share", "audit", &job, "--json"]);
    let records = Path::new(&job).join("records");
    let first = records.join("0.json");
    let text = fs::read_to_string(&first).unwrap();
    let mut other = fs::read_dir(&records).unwrap().map(|entry| entry.unwrap().path());
    let other = other.find(|path| *path != first).unwrap();
    fs::write(&first, text.replacen("\"nodes\":", "\"nodes\":1", 1)).unwrap();
    fs::write(&other, "").unwrap();
    refused(&["share", "audit", &job], "this record is damaged; its unit has to be done again");
    assert_eq!(ends(0, &["share", "do", &job]), "2 records written\n");
    assert_eq!((ends(0, &["share", "audit", &job, "--json"]), fs::read_to_string(&first).unwrap()), (whole, text));
}

/// A full disk under the folder ends `do` with a sentence; with room again, it goes on.
#[test]
fn a_full_disk_under_a_folder_ends_do_and_it_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let job = job(folder.path(), "100");
    let copy = |from: &str, to: &Path| {
        assert!(Command::new("cp").args(["-r", from]).arg(to).status().unwrap().success());
        to.join("job").to_str().unwrap().to_string()
    };
    let files: usize =
        ["units", "records", "."].map(|sub| fs::read_dir(Path::new(&job).join(sub)).unwrap().count()).iter().sum();
    // A file takes a block of 4 KiB; there is room for some more.
    let Some(disk) = SmallDisk::mount(&format!("{}k", 4 * (files + 12))) else { return };
    let small = copy(&job, disk.path());
    refused(&["share", "do", &small], "No space left on device");
    assert_eq!(run(&["share", "audit", &small]).status.code(), Some(3), "incomplete");
    let back = tempfile::tempdir().unwrap();
    let back = copy(&small, back.path());
    ends(0, &["share", "do", &back]);
    let (found, _, nodes) = total(&ends(0, &["share", "audit", &back, "--json"]));
    let one = alone();
    assert_eq!((found, nodes), (one["solutions"].as_u64().unwrap(), one["nodes"].as_u64().unwrap()));
}

#[test]
fn gnu_parallel_is_an_engine() {
    needed("parallel", "parallel");
    let folder = tempfile::tempdir().unwrap();
    let job = job(folder.path(), "5000");
    let line = format!("parallel -j2 '{}' share do '{job}' {{}} ::: '{job}'/units/*.json", env!("CARGO_BIN_EXE_ubin"));
    let output = Command::new("sh").args(["-c", &line]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(total(&ends(0, &["share", "audit", &job, "--json"])).0, alone()["solutions"].as_u64().unwrap());
}

/// Writes a false record with the digest that belongs to it: whoever lies can do that, too.
fn forge(path: &Path, mut record: Value) {
    let part: ubin::unit::Part = serde_json::from_value(record["part"].clone()).unwrap();
    record["digest"] = ubin_share::digest(serde_json::to_string(&part).unwrap().as_bytes()).into();
    fs::write(path, record.to_string()).unwrap();
}

#[test]
fn false_records_are_caught() {
    let folder = tempfile::tempdir().unwrap();
    let job = job(folder.path(), "100");
    ends(0, &["share", "do", &job]);
    let records = Path::new(&job).join("records");
    let mut paths: Vec<_> = fs::read_dir(&records).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let of = |is_wanted: &dyn Fn(&Value) -> bool| {
        paths
            .iter()
            .map(|path| (path, fs::read_to_string(path).unwrap()))
            .find(|(_, text)| is_wanted(&serde_json::from_str(text).unwrap()))
    };
    // A record that has dropped a sibling: without a check the total is false and looks right.
    let (path, text) =
        of(&|record| record["part"]["left"]["subtrees"].as_array().is_some_and(|left| left.len() > 2)).unwrap();
    let mut record: Value = serde_json::from_str(&text).unwrap();
    record["part"]["left"]["subtrees"].as_array_mut().unwrap().remove(1);
    forge(path, record);
    refused(&["share", "audit", &job, "--siblings"], "is not what follows its first prefix in the tree");
    fs::write(path, &text).unwrap();
    // A record that has counted wrong.
    let (path, text) = of(&|record| record["part"]["left"].is_null()).unwrap();
    let mut record: Value = serde_json::from_str(&text).unwrap();
    record["part"]["found"] = 77_777.into();
    fs::write(path, record.to_string()).unwrap();
    refused(&["share", "audit", &job], "this record is damaged; its unit has to be done again");
    forge(path, record);
    refused(&["share", "audit", &job, "--again", "100"], "done again, it gives");
    fs::write(path, &text).unwrap();
    // A record, and a manifest, of another search.
    record = serde_json::from_str(&text).unwrap();
    record["sources"] = "0".repeat(16).into();
    fs::write(path, record.to_string()).unwrap();
    refused(&["share", "audit", &job], "another version of the search");
    fs::write(path, &text).unwrap();
    ends(0, &["share", "audit", &job, "--siblings", "--again", "100"]);
    let manifest = Path::new(&job).join("manifest.json");
    let mut value: Value = serde_json::from_str(&fs::read_to_string(&manifest).unwrap()).unwrap();
    value["sources"] = "0".repeat(16).into();
    fs::write(&manifest, value.to_string()).unwrap();
    refused(&["share", "do", &job], "another version of the search");
    assert!(length(&manifest) > 0);
}

#[test]
fn what_is_no_job_is_refused_with_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let job = job(folder.path(), "100");
    let manifest = Path::new(&job).join("manifest.json");
    let whole = fs::read_to_string(&manifest).unwrap();
    let with = |text: &str, sentence: &str| {
        fs::write(&manifest, text).unwrap();
        for verb in ["do", "audit"] {
            refused(&["share", verb, &job], sentence);
        }
        let next = folder.path().join("next").to_str().unwrap().to_string();
        refused(&["share", "units", &next, "--after", &job], sentence);
    };
    with(&whole[..whole.len() / 2], "manifest.json: EOF");
    with("", "manifest.json: EOF");
    with(&whole.replace("\"budget\":100", "\"budget\":99999999999999999999999"), "manifest.json: invalid type");
    with(&whole.replace("\"form\":1", "\"form\":2"), "it is written in form 2, and this program reads form 1");
    // A manifest that leaves something out would have a smaller total.
    let mut value: Value = serde_json::from_str(&whole).unwrap();
    value["units"] = Value::Array(Vec::new());
    fs::write(&manifest, value.to_string()).unwrap();
    refused(&["share", "do", &job], "its first units are not those of its question");
    refused(&["share", "audit", &job, "--siblings"], "its first units are not those of its question");
    fs::write(&manifest, &whole).unwrap();
    // A unit of another search, one that is none, and a folder in its place.
    let index = fs::read_to_string(Path::new(&job).join("index.txt")).unwrap();
    let first = index.lines().next().unwrap();
    let unit = Path::new(&job).join("units").join(format!("{first}.json"));
    let text = fs::read_to_string(&unit).unwrap();
    let strange = |text: &str, sentence: &str| {
        fs::write(&unit, text).unwrap();
        refused(&["share", "do", &job, first], sentence);
    };
    let mut value: Value = serde_json::from_str(&text).unwrap();
    value["search"] = "another".into();
    strange(&value.to_string(), "belongs to the search another");
    strange(&text[..text.len() / 2], &format!("{first}.json: EOF"));
    // What is in it is compared with what the unit above has left: of another kind, another unit's, or without its last prefix.
    let another = "this is not the unit that the job has by this name";
    strange(&format!(r#"{{"id":"{first}","work":{{"lines":[0,18446744073709551615]}}}}"#), another);
    let second = index.lines().nth(1).unwrap();
    strange(&fs::read_to_string(unit.with_file_name(format!("{second}.json"))).unwrap(), another);
    let mut value: Value = serde_json::from_str(&text).unwrap();
    value["work"]["subtrees"].as_array_mut().unwrap().pop();
    strange(&value.to_string(), another);
    fs::remove_file(&unit).unwrap();
    fs::create_dir(&unit).unwrap();
    refused(&["share", "do", &job, first], "directory");
    // A record with more nodes than a number holds beside those of the others.
    let records = Path::new(&job).join("records");
    let record = fs::read_dir(&records).unwrap().next().unwrap().unwrap().path();
    let mut value: Value = serde_json::from_str(&fs::read_to_string(&record).unwrap()).unwrap();
    value["part"]["nodes"] = u64::MAX.into();
    forge(&record, value);
    refused(&["share", "audit", &job], "the sum would be too large");
    for (again, least) in [("-1", "1000001"), ("NaN", "x"), ("1e999", "-1"), ("101", "18446744073709551616")] {
        refused(&["share", "audit", &job, &format!("--again={again}")], "expected a number from 0 to 100");
        refused(&["share", "units", "x", &format!("--least={least}"), "count", "soma"], "expected a number from 0 to");
    }
}

#[test]
fn rounds_follow_each_other_to_the_same_path() {
    let folder = tempfile::tempdir().unwrap();
    let question = EASIEST;
    let ledger = folder.path().join("ledger");
    let one = lasting(&ends(0, &[&question[..], &["--json", "--checkpoint", ledger.to_str().unwrap()]].concat()));
    let place = |round: usize| folder.path().join(round.to_string()).to_str().unwrap().to_string();
    ends(0, &[&["share", "units", &place(0), "--budget", "20000"], &question[..]].concat());
    let mut nodes = 0;
    for round in 0.. {
        ends(0, &["share", "do", &place(round)]);
        let audit: Value =
            serde_json::from_str(&ends(0, &["share", "audit", &place(round), "--json", "--siblings"])).unwrap();
        nodes += audit["nodes"].as_u64().unwrap();
        if let Some(path) = audit["path"].as_str() {
            assert_eq!((path, nodes), (one["moves"].as_str().unwrap(), one["expanded"].as_u64().unwrap()));
            refused(&["share", "units", &place(round + 1), "--after", &place(round)], "no round follows");
            return;
        }
        ends(0, &["share", "units", &place(round + 1), "--after", &place(round)]);
    }
}
