//! Jobs: their order, their end, and their limits.

mod common;

use std::time::Duration;

use common::{caps, read, start, start_with};
use serde_json::{Value, json};
use ubin_web::{Caps, ROOM};

/// A search that takes hours: a board that needs 80 moves, by the weakest bound.
fn endless() -> Value {
    json!({"puzzle": "14 15 8 12 10 11 9 13 2 6 5 1 3 7 4 0", "method": "ida", "heuristic": "hamming"})
}

#[test]
fn events_come_in_order() {
    let server = start();
    let mut events = server.events("/api/solve", &endless());
    assert_eq!(events.status, 200);
    assert!(events.headers.contains(&("content-type".into(), "text/event-stream".into())));
    let (name, data) = events.next().unwrap();
    assert_eq!(name, "job");
    let job = data["job"].clone();
    let mut before = json!({"elapsed_ms": 0.0, "nodes": 0});
    // On a busy machine the search may begin after the first events.
    loop {
        let (name, now) = events.next().unwrap();
        assert_eq!((name.as_str(), &now["phase"]), ("progress", &json!("searching")));
        assert!(before["elapsed_ms"].as_f64() <= now["elapsed_ms"].as_f64());
        assert!(before["nodes"].as_u64() <= now["nodes"].as_u64());
        if now["nodes"].as_u64() > Some(0) && now["bound"].as_u64() > Some(0) {
            break;
        }
        before = now;
    }
    assert_eq!(server.ask("/api/stop", &json!({"job": job}))["stopped"], true);
    let (name, result) = events.find(|(name, _)| name != "progress").unwrap();
    assert_eq!((name.as_str(), &result["status"]), ("result", &json!("interrupted")));
    assert!(result["lower_bound"].as_u64() > Some(0));
    assert_eq!(events.next(), None);
    server.until_jobs(|running, waiting| running + waiting == 0);
    assert_eq!(server.post("/api/stop", &json!({"job": job})).status, 404);
}

#[test]
fn a_stop_keeps_the_best_so_far() {
    let server = start();
    let board = "8 19 24 7 1/18 3 20 15 11/17 - 21 5 9/2 16 14 22 10/6 12 23 4 13";
    let mut events = server.events("/api/solve", &json!({"puzzle": board, "prove": true}));
    let (_, job) = events.next().unwrap();
    events.find(|(_, data)| !data["best"].is_null()).unwrap();
    server.ask("/api/stop", &job);
    let (_, result) = events.find(|(name, _)| name == "result").unwrap();
    assert_eq!(result["status"], "interrupted");
    assert!(result["length"].as_u64() >= result["lower_bound"].as_u64());
    assert!(!result["moves"].as_str().unwrap().is_empty());
}

#[test]
fn quick_answers_and_errors_come_as_events_too() {
    let server = start();
    let check: Vec<(String, Value)> = server.events("/api/check", &json!({"puzzle": "1 2/3 -"})).collect();
    assert_eq!(check.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["job", "result"]);
    assert_eq!(check[1].1["solvable"], true);
    let wrong: Vec<(String, Value)> = server.events("/api/solve", &json!({"puzzle": "2 2 2/DEFAULT/AA/B1"})).collect();
    let (name, error) = wrong.last().unwrap();
    assert_eq!((name.as_str(), &error["error"]["line"]), ("error", &json!(4)));
    let all: Vec<(String, Value)> =
        server.events("/api/solve", &json!({"puzzle": "2 2 2/DEFAULT/AA/BB", "all": true})).collect();
    let names: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).filter(|name| *name != "progress").collect();
    assert_eq!(names, ["job", "solution", "solution", "solution", "solution", "result"]);
}

/// Whether it asked for events or not: a search whose client goes away ends, and its place is free.
#[test]
fn a_client_that_goes_takes_its_job_along() {
    let server = start();
    for headers in [&[][..], &[("Accept", "text/event-stream")]] {
        let stream = server.begin("/api/solve", headers, &endless());
        server.until_jobs(|running, _| running == 1);
        drop(stream);
        server.until_jobs(|running, waiting| running + waiting == 0);
    }
    let all = json!({"puzzle": "pentominoes 6x10", "all": true});
    let stream = server.begin("/api/solve", &[], &all);
    server.until_jobs(|running, _| running == 1);
    drop(stream);
    server.until_jobs(|running, waiting| running + waiting == 0);
}

#[test]
fn jobs_wait_for_a_place_and_the_rest_is_refused() {
    let server = start_with(Caps { threads: 1, ..caps() });
    let mut clients: Vec<_> = (0..1 + ROOM).map(|_| server.begin("/api/solve", &[], &endless())).collect();
    server.until_jobs(|running, waiting| (running, waiting) == (1, ROOM as u64));
    let refused = server.post("/api/solve", &endless());
    assert_eq!((refused.status, refused.code().as_str()), (503, "busy"));
    assert!(refused.header("retry-after").unwrap().parse::<u64>().unwrap() > 0);
    // What is no search is answered all the same.
    assert_eq!(server.ask("/api/check", &json!({"puzzle": "1 2/3 -"}))["solvable"], true);
    drop(clients.pop());
    server.until_jobs(|_, waiting| waiting == ROOM as u64 - 1);
    let mut events = server.events("/api/solve", &endless());
    events.next();
    assert_eq!(events.next().unwrap().1["phase"], "waiting");
    drop(clients);
    drop(events);
    server.until_jobs(|running, waiting| running + waiting == 0);
}

#[test]
fn a_waiting_job_can_be_stopped() {
    let server = start_with(Caps { threads: 1, ..caps() });
    let first = server.begin("/api/solve", &[], &endless());
    server.until_jobs(|running, _| running == 1);
    let mut second = server.events("/api/solve", &endless());
    let (_, job) = second.next().unwrap();
    server.ask("/api/stop", &job);
    let (name, error) = second.find(|(name, _)| name != "progress").unwrap();
    assert_eq!((name.as_str(), &error["error"]["code"]), ("error", &json!("interrupted")));
    drop(first);
}

/// The time limit of a request counts its waiting: it is not answered later because others were first.
#[test]
fn the_time_of_a_waiting_request_runs_out() {
    let server = start_with(Caps { threads: 1, ..caps() });
    // Short questions have a place of their own: it is taken, too.
    let mut short = endless();
    short["time_limit_ms"] = json!(5000);
    let first = server.begin("/api/solve", &[], &short);
    server.until_jobs(|running, _| running == 1);
    short["time_limit_ms"] = json!(50);
    let answer = server.post("/api/solve", &short);
    assert_eq!((answer.status, answer.code().as_str()), (503, "limit"));
    assert_eq!(answer.json()["error"]["values"], json!({"stop": "time"}));
    drop(first);
}

/// What is no search needs no place: it is answered while all places are taken.
#[test]
fn a_puzzle_is_shown_while_all_places_are_taken() {
    let server = start_with(Caps { threads: 1, ..caps() });
    let clients: Vec<_> = (0..1 + ROOM).map(|_| server.begin("/api/solve", &[], &endless())).collect();
    server.until_jobs(|running, waiting| (running, waiting) == (1, ROOM as u64));
    assert_eq!(server.ask("/api/model", &json!({"puzzle": "iq"}))["puzzle"], "pack");
    assert_eq!(server.ask("/api/model", &json!({"puzzle": "1 2/3 -"}))["puzzle"], "slide");
    let wrong = server.post("/api/solve", &json!({"puzzle": "1 2/3 3"}));
    assert_eq!((wrong.status, wrong.code().as_str()), (422, "bad-puzzle"));
    drop(clients);
    server.until_jobs(|running, waiting| running + waiting == 0);
}

#[test]
fn limits_can_be_lowered_and_not_raised() {
    let server = start_with(Caps { time: Duration::from_millis(300), nodes: Some(1_000_000_000_000), ..caps() });
    let with = |name: &str, value: u64| {
        let mut asked = endless();
        asked[name] = json!(value);
        asked
    };
    assert_eq!(server.ask("/api/solve", &endless())["status"], "limit");
    assert_eq!(server.ask("/api/solve", &with("time_limit_ms", 3_600_000))["status"], "limit");
    let few = server.ask("/api/solve", &with("node_limit", 1000));
    assert_eq!((&few["status"], &few["expanded"]), (&json!("limit"), &json!(1000)));
    let bfs = json!({"puzzle": endless()["puzzle"], "method": "bfs", "memory_limit_bytes": 1_000_000});
    let small = server.ask("/api/solve", &bfs);
    assert_eq!(small["status"], "limit");
    assert!(small["peak_bytes"].as_u64() <= Some(1_000_000));
    // The whole of a comparison keeps to the time, too.
    let rows = server.ask(
        "/api/compare",
        &json!({"puzzle": endless()["puzzle"], "methods": ["ida"], "heuristics": ["hamming", "manhattan"]}),
    );
    assert_eq!(rows["rows"][1]["status"], "limit");
}

#[test]
fn a_server_that_ends_lets_answers_finish() {
    let server = start();
    let stream = server.begin("/api/solve", &[], &endless());
    server.until_jobs(|running, _| running == 1);
    drop(server);
    let answer = read(stream).unwrap();
    assert_eq!((answer.status, &answer.json()["status"]), (200, &json!("interrupted")));
}
