//! `ubin serve`: the same answers as the command line, over HTTP.

#![cfg(unix)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

fn ubin() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ubin"));
    command.stdin(Stdio::null()).env("UBIN_CACHE", concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"));
    command
}

/// A server that has told its address.
struct Served {
    child: Child,
    address: String,
    out: BufReader<ChildStdout>,
}

impl Served {
    fn start(args: &[&str]) -> Served {
        let mut command = ubin();
        command.args(["serve", "--port", "0"]).args(args).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let address = line.strip_prefix("http://").and_then(|line| line.split(' ').next()).expect(&line).to_string();
        Served { child, address, out }
    }

    fn post(&self, path: &str, body: &Value) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let body = body.to_string();
        let head = format!("POST {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", self.address);
        write!(stream, "{head}Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_string())
    }

    fn interrupt(&self) {
        let sent = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The same answer without what a clock says.
fn timeless(mut value: Value) -> Value {
    match &mut value {
        Value::Object(object) => {
            object.retain(|name, _| name != "time_ms" && name != "tables_ms");
            object.values_mut().for_each(|value| *value = timeless(value.take()));
        }
        Value::Array(list) => list.iter_mut().for_each(|value| *value = timeless(value.take())),
        _ => {}
    }
    value
}

/// A verb asked on the command line, and the same over HTTP.
struct Twins {
    served: Served,
    asked: usize,
}

impl Twins {
    fn check(&mut self, args: &[&str], path: &str, body: &Value) {
        let output = ubin().args(args).arg("--json").output().unwrap();
        let printed: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{args:?}: {error}: {}", String::from_utf8_lossy(&output.stderr)));
        let (status, text) = self.served.post(path, body);
        assert_eq!(status, 200, "{path} {body}: {text}");
        let served: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(timeless(served), timeless(printed), "{args:?}");
        self.asked += 1;
    }
}

const PUZZLES: [&str; 10] = [
    "1 2 3 4/5 6 - 8/9 10 7 11/13 14 15 12",
    "1 3 4 15/2 - 5 12/7 6 11 14/8 9 10 13",
    "8 6 7/2 5 4/3 - 1",
    "1 2 3/4 5 6/7 8 0",
    "4 1 2/- 5 3",
    "iq",
    "soma",
    "2 2 2/DEFAULT/AA/BB",
    "5 5 4/DEFAULT/AA/A/BB/CCC/ C/DDD/D",
    "2 3 2/DEFAULT/AAA/A/BB/PLACED/AAA/A..",
];

#[test]
fn the_server_answers_as_the_command_line_does() {
    let mut twins = Twins { served: Served::start(&[]), asked: 0 };
    // Tables are in the cache from here on, for both.
    ubin().args(["solve", PUZZLES[0]]).output().unwrap();
    for puzzle in PUZZLES {
        for verb in ["check", "solve", "count", "hint"] {
            twins.check(&[verb, puzzle], &format!("/api/{verb}"), &json!({"puzzle": puzzle}));
        }
    }
    for method in ["branch-and-bound", "astar", "ida", "bfs", "weighted-astar", "greedy", "beam", "quick"] {
        let body = json!({"puzzle": PUZZLES[2], "method": method, "goal": "blank-last"});
        twins.check(&["solve", PUZZLES[2], "--method", method], "/api/solve", &body);
    }
    for method in ["brute-force", "backtrack", "cover"] {
        let body = json!({"puzzle": PUZZLES[7], "method": method});
        twins.check(&["solve", PUZZLES[7], "--method", method], "/api/solve", &body);
    }
    let variant =
        json!({"puzzle": "4 - 5/2 3 1/6 7 8", "goal": "blank-first", "method": "astar", "variant": "drop-seen"});
    let args = ["solve", "4 - 5/2 3 1/6 7 8", "--goal", "blank-first", "--method", "astar", "--variant", "drop-seen"];
    twins.check(&args, "/api/solve", &variant);
    twins.check(
        &["solve", PUZZLES[2], "--metric", "multi", "--notation", "tile"],
        "/api/solve",
        &json!({"puzzle": PUZZLES[2], "metric": "multi", "notation": "tile"}),
    );
    twins.check(
        &["solve", PUZZLES[2], "--method", "bfs", "--node-limit", "1000"],
        "/api/solve",
        &json!({"puzzle": PUZZLES[2], "method": "bfs", "node_limit": 1000}),
    );
    twins.check(
        &["solve", "1 2 3 4 5 0", "--size", "2x3"],
        "/api/solve",
        &json!({"puzzle": "1 2 3 4 5 0", "size": "2x3"}),
    );
    twins.check(&["count", "soma", "--distinct"], "/api/count", &json!({"puzzle": "soma", "distinct": true}));
    twins.check(&["count", "soma", "--limit", "7"], "/api/count", &json!({"puzzle": "soma", "limit": 7}));
    twins.check(&["solve", "iq", "--no-flip"], "/api/solve", &json!({"puzzle": "iq", "no_flip": true}));
    twins.check(
        &["generate", "slide", "--size", "3x3", "--length", "20", "--count", "3", "--seed", "5"],
        "/api/generate",
        &json!({"family": "slide", "size": "3x3", "length": 20, "count": 3, "seed": 5}),
    );
    twins.check(
        &["generate", "pack", "soma", "--seed", "3"],
        "/api/generate",
        &json!({"family": "pack", "puzzle": "soma", "seed": 3}),
    );
    twins.check(
        &["generate", "pack", "soma", "--seed", "3", "--count", "2"],
        "/api/generate",
        &json!({"family": "pack", "puzzle": "soma", "seed": 3, "count": 2}),
    );
    twins.check(
        &["compare", PUZZLES[2], "--methods", "astar,ida,bfs"],
        "/api/compare",
        &json!({"puzzle": PUZZLES[2], "methods": ["astar", "ida", "bfs"]}),
    );
    twins.check(&["compare", "soma"], "/api/compare", &json!({"puzzle": "soma"}));
    twins.check(
        &["tree", PUZZLES[0], "--method", "astar", "--max-nodes", "50"],
        "/api/tree",
        &json!({"puzzle": PUZZLES[0], "method": "astar", "max_nodes": 50}),
    );
    twins.check(
        &["tree", "soma", "--method", "cover", "--max-nodes", "50"],
        "/api/tree",
        &json!({"puzzle": "soma", "method": "cover", "max_nodes": 50}),
    );
    assert!(twins.asked >= 60, "{}", twins.asked);
}

/// All solutions: the lines are the same, and the summary is the last.
#[test]
fn all_solutions_are_the_lines_of_the_command_line() {
    let served = Served::start(&[]);
    let output = ubin().args(["solve", "pentominoes 3x20", "--all", "--json"]).output().unwrap();
    let (status, text) = served.post("/api/solve", &json!({"puzzle": "pentominoes 3x20", "all": true}));
    assert_eq!(status, 200);
    let values = |text: &str| -> Vec<Value> {
        text.lines()
            .filter(|line| line.starts_with('{'))
            .map(|line| timeless(serde_json::from_str(line).unwrap()))
            .collect()
    };
    let printed = values(std::str::from_utf8(&output.stdout).unwrap());
    assert_eq!(printed.len(), 9);
    assert_eq!(values(&text), printed);
}

/// Pictures are the same to the byte.
#[test]
fn pictures_are_those_of_the_command_line() {
    let served = Served::start(&[]);
    let output = ubin().args(["render", "soma", "--solve", "--view", "40,30"]).output().unwrap();
    let (_, svg) = served.post("/api/render", &json!({"puzzle": "soma", "solve": true, "view": "40,30"}));
    assert_eq!(svg.trim_end(), String::from_utf8(output.stdout).unwrap().trim_end());
}

#[test]
fn faults_are_those_of_the_command_line() {
    let served = Served::start(&[]);
    let puzzle = "1 2 3\n4 5 5\n7 8 -";
    let output = ubin().args(["solve", puzzle]).output().unwrap();
    let complaint = String::from_utf8(output.stderr).unwrap();
    let (status, text) = served.post("/api/solve", &json!({"puzzle": puzzle}));
    let error = &serde_json::from_str::<Value>(&text).unwrap()["error"];
    assert_eq!(status, 422);
    assert_eq!(error["snippet"].as_str().unwrap().replace("puzzle:", "<argument>:"), complaint.trim_end());
}

#[test]
fn a_port_in_use_is_told() {
    let served = Served::start(&[]);
    let port = served.address.rsplit(':').next().unwrap();
    let output = ubin().args(["serve", "--port", port]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert!(complaint.contains(&format!("port {port} of 127.0.0.1 is in use")), "{complaint}");
    let output = ubin().args(["serve", "--host", "192.0.2.1"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert!(complaint.contains("192.0.2.1 is no address of this machine"), "{complaint}");
}

#[test]
fn an_open_server_warns() {
    let mut served = Served::start(&["--host", "0.0.0.0"]);
    assert!(served.address.starts_with("127.0.0.1:"), "{}", served.address);
    served.interrupt();
    let mut said = String::new();
    served.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(said.starts_with("warning: other machines can reach this server"), "{said}");
}

#[test]
fn an_interrupt_ends_it_in_order() {
    let mut served = Served::start(&[]);
    served.interrupt();
    assert_eq!(served.child.wait().unwrap().code(), Some(0));
    let mut rest = String::new();
    served.out.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "");
}

#[test]
fn tables_are_listed_and_built_in_the_cache() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(&["--cache", folder.path().to_str().unwrap()]);
    let (status, text) = served.post("/api/tables", &json!({"name": "6-6-3"}));
    assert_eq!(status, 200, "{text}");
    let row: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&row["name"], &row["rows"], &row["cached"]), (&json!("6-6-3"), &json!(4), &json!(true)));
    // The list of what was asked for stands beside the tables.
    let names =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(names.filter(|name| name.ends_with(".pdb")).count(), 1);
    let (status, text) = served.post("/api/tables", &json!({"name": "no-such"}));
    assert_eq!(status, 422, "{text}");
}
