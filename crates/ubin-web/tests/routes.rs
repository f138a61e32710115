//! Every route, asked well and badly.

mod common;

use common::{Running, start};
use serde_json::{Value, json};

const EASY: &str = "1 2 3 4/5 6 - 8/9 10 7 11/13 14 15 12";
const SQUARE: &str = "2 2 2\nDEFAULT\nAA\nBB\n";

/// A request is refused with this status and short name.
#[track_caller]
fn refused(server: &Running, path: &str, body: &Value, status: u16, code: &str) -> Value {
    let answer = server.post(path, body);
    assert_eq!((answer.status, answer.code().as_str()), (status, code), "{path} {body}: {}", answer.text());
    answer.json()["error"].clone()
}

#[test]
fn health_sets_and_tables() {
    let server = start();
    let health = server.get("/api/health").json();
    assert_eq!(health["status"], "ok");
    assert_eq!(health["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(health["jobs"], json!({"running": 0, "waiting": 0}));
    assert_eq!(health["limits"]["time_limit_ms"], 60_000);
    let sets = server.get("/api/sets").json();
    let iq = sets.as_array().unwrap().iter().find(|set| set["name"] == "iq").unwrap();
    assert!(iq["text"].as_str().unwrap().starts_with("5 11 12\nDEFAULT\n"));
    for set in sets.as_array().unwrap() {
        let model = server.ask("/api/model", &json!({"puzzle": set["name"]}));
        assert_eq!(model["puzzle"], "pack", "{}", set["name"]);
    }
    let words = server.get("/api/words").json();
    let of = |set: &str, family: &str| {
        let is_it = |known: &&Value| known["set"] == set && known["family"] == family;
        words.as_array().unwrap().iter().find(is_it).unwrap()["words"].clone()
    };
    assert_eq!(of("method", "pack")[0]["name"], "auto");
    assert_eq!(of("metric", "slide").as_array().unwrap().len(), 2);
    assert_eq!(server.get("/api/tables").code(), "no-cache");
}

#[test]
fn check_and_solve_a_sliding_board() {
    let server = start();
    let check = server.ask("/api/check", &json!({"puzzle": "1 3 4 15/2 - 5 12/7 6 11 14/8 9 10 13"}));
    assert_eq!((&check["solvable"], &check["sum"]), (&json!(false), &json!(37)));
    let solve = server.ask("/api/solve", &json!({"puzzle": EASY}));
    assert_eq!((&solve["status"], &solve["moves"], &solve["length"]), (&json!("optimal"), &json!("DRD"), &json!(3)));
    let tile = server.ask("/api/solve", &json!({"puzzle": EASY, "notation": "tile"}));
    assert_eq!(tile["moves"], "ULU");
    let multi = server.ask("/api/solve", &json!({"puzzle": "1 2 3/4 5 6/- 7 8", "metric": "multi"}));
    assert_eq!(multi["length"], 1);
    let goal = json!({"puzzle": "2 8 3/1 6 4/7 - 5", "goal": "1 2 3/8 - 4/7 6 5", "method": "astar", "heuristic": "manhattan"});
    assert_eq!(server.ask("/api/solve", &goal)["length"], 5);
    let unsolvable = server.ask("/api/solve", &json!({"puzzle": "1 2 3/4 5 6/8 7 -"}));
    assert_eq!(unsolvable["status"], "unsolvable");
    let line = json!({"puzzle": "1 2 3 4 5 0", "size": "2x3"});
    assert_eq!(server.ask("/api/check", &line)["rows"], 2);
}

#[test]
fn check_and_solve_a_packing_board() {
    let server = start();
    let check = server.ask("/api/check", &json!({"puzzle": "5 5 4/DEFAULT/AA/A/BB/CCC/ C/DDD/D"}));
    assert_eq!(check["solvable"], false);
    assert_eq!(check["reason"], "the pieces cover 13 cells, the board has 25");
    let solve = server.ask("/api/solve", &json!({"puzzle": "soma"}));
    assert_eq!((&solve["status"], solve["layers"].as_array().unwrap().len()), (&json!("solved"), 3));
    let count = server.ask("/api/count", &json!({"puzzle": SQUARE, "distinct": true}));
    assert_eq!((&count["solutions"], &count["distinct"]), (&json!(4), &json!(1)));
    let hint = server.ask("/api/hint", &json!({"puzzle": "2 3 2/DEFAULT/AAA/A/BB/PLACED/AAA/A.."}));
    assert_eq!((&hint["piece"], &hint["reason"]), (&json!("B"), &json!("only B fits row 2 column 2")));
}

#[test]
fn all_solutions_come_one_a_line() {
    let server = start();
    let answer = server.post("/api/solve", &json!({"puzzle": SQUARE, "all": true}));
    assert_eq!(answer.header("content-type"), Some("application/x-ndjson"));
    let lines: Vec<Value> = answer.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 5);
    assert_eq!(lines[3]["number"], 4);
    assert_eq!((&lines[4]["solutions"], &lines[4]["complete"]), (&json!(4), &json!(true)));
    let limited = server.post("/api/solve", &json!({"puzzle": SQUARE, "all": true, "limit": 2}));
    assert_eq!(limited.text().lines().count(), 3);
}

#[test]
fn count_and_hint_of_a_sliding_board() {
    let server = start();
    let count = server.ask("/api/count", &json!({"puzzle": "8 6 7/2 5 4/3 - 1"}));
    assert_eq!((&count["status"], &count["length"]), (&json!("optimal"), &json!(31)));
    let hint = server.ask("/api/hint", &json!({"puzzle": EASY}));
    assert_eq!((&hint["move"], &hint["tile"]), (&json!("D"), &json!(7)));
}

#[test]
fn generate_compare_and_tree() {
    let server = start();
    let wish = json!({"family": "slide", "size": "3x3", "length": 31, "seed": 1, "count": 2});
    let boards = server.ask("/api/generate", &wish);
    assert_eq!(boards, server.ask("/api/generate", &wish));
    assert_eq!(boards["boards"].as_array().unwrap().len(), 2);
    let one = server.ask("/api/generate", &json!({"family": "pack", "puzzle": "soma", "seed": 1}));
    assert!(one["text"].as_str().unwrap().contains("PLACED"));
    assert!(server.ask("/api/generate", &json!({"family": "slide"}))["seed"].is_u64());
    // Two that are mirror images of each other fill the board only if one of them is turned over.
    let mirrored = |no_flip: bool| json!({"family": "pack", "puzzle": "2 4 2/DEFAULT/AAA/A/BBB/  B", "seed": 1, "no_flip": no_flip});
    assert_eq!(server.ask("/api/generate", &mirrored(false))["placed"], 1);
    let answer = server.post("/api/generate", &mirrored(true));
    assert_eq!((answer.status, answer.code().as_str()), (422, "impossible"));

    let asked = json!({"puzzle": "1 2 3/4 5 6/- 7 8", "methods": ["astar", "bfs"], "heuristics": ["manhattan"]});
    let rows = server.ask("/api/compare", &asked);
    assert_eq!(rows["rows"].as_array().unwrap().len(), 2);
    let mut chart = asked.clone();
    chart["format"] = json!("svg");
    let chart = server.post("/api/compare", &chart);
    assert_eq!(chart.header("content-type"), Some("image/svg+xml"));
    assert_eq!(server.ask("/api/compare", &json!({"puzzle": SQUARE}))["methods"].as_array().unwrap().len(), 3);

    let tree = server.ask("/api/tree", &json!({"puzzle": EASY, "method": "branch-and-bound", "max_nodes": 5}));
    assert_eq!((tree["tree"].as_array().unwrap().len(), &tree["moves"]), (5, &json!("DRD")));
    for (format, kind) in [("svg", "image/svg+xml"), ("png", "image/png"), ("dot", "text/vnd.graphviz; charset=utf-8")]
    {
        let answer = server.post("/api/tree", &json!({"puzzle": SQUARE, "method": "cover", "format": format}));
        assert_eq!((answer.status, answer.header("content-type")), (200, Some(kind)));
    }
}

#[test]
fn render_draws() {
    let server = start();
    let check = |body: Value, kind: &str, begins: &[u8]| {
        let answer = server.post("/api/render", &body);
        assert_eq!((answer.status, answer.header("content-type")), (200, Some(kind)), "{body}");
        assert!(answer.body.starts_with(begins), "{body}");
    };
    check(json!({"puzzle": EASY}), "image/svg+xml", b"<svg");
    check(json!({"puzzle": EASY, "moves": "DRD", "format": "png", "scale": 0.5}), "image/png", b"\x89PNG");
    check(json!({"puzzle": EASY, "format": "gif", "delay": 100}), "image/gif", b"GIF89a");
    check(json!({"puzzle": "iq-pyramid", "solve": true, "view": "60,20", "theme": "dark"}), "image/svg+xml", b"<svg");
    check(json!({"puzzle": SQUARE, "solution": ["AA", "BB"], "format": "gif"}), "image/gif", b"GIF89a");
    check(json!({"puzzle": SQUARE}), "image/svg+xml", b"<svg");
    refused(&server, "/api/render", &json!({"puzzle": "1 2 3/4 5 6/8 7 -", "solve": true}), 422, "nothing-to-draw");
    refused(&server, "/api/render", &json!({"puzzle": SQUARE, "solution": ["AB", "BA"]}), 422, "bad-option");
    refused(&server, "/api/render", &json!({"puzzle": EASY, "moves": "DX"}), 422, "bad-option");
    refused(&server, "/api/render", &json!({"puzzle": EASY, "format": "bmp"}), 422, "bad-option");
    refused(&server, "/api/render", &json!({"puzzle": EASY, "scale": 1e9}), 422, "bad-option");
    refused(
        &server,
        "/api/render",
        &json!({"puzzle": EASY, "format": "png", "memory_limit_bytes": 1000}),
        422,
        "limit",
    );
    refused(
        &server,
        "/api/render",
        &json!({"puzzle": EASY, "moves": "D", "format": "gif", "memory_limit_bytes": 1000}),
        422,
        "limit",
    );
}

#[test]
fn model_shows_the_puzzle_as_it_was_read() {
    let server = start();
    let slide = server.ask("/api/model", &json!({"puzzle": "1 2 3/4 5 6/7 9 8", "goal": "blank-first"}));
    assert_eq!((&slide["blank_as"], &slide["board"]), (&json!("9"), &json!([1, 2, 3, 4, 5, 6, 7, 0, 8])));
    assert_eq!(slide["goal"], json!([0, 1, 2, 3, 4, 5, 6, 7, 8]));
    let pack =
        server.ask("/api/model", &json!({"puzzle": "2 3 2/DEFAULT/AAA/A/BB/PLACED/AAA/A..", "placements": true}));
    assert_eq!(pack["cells"].as_array().unwrap().len(), 6);
    assert_eq!(pack["cells"][4], json!([1, 1, 0]));
    assert_eq!(
        pack["pieces"][0],
        json!({"letter": "A", "name": "A", "least": 1, "most": 1, "area": 4, "parts": 1, "shape": ["XXX", "X.."]})
    );
    assert_eq!(pack["placed"], json!([{"letter": "A", "cells": [0, 1, 2, 3]}]));
    assert_eq!(pack["placements"]["B"].as_array().unwrap().len(), 7);
    assert_eq!(server.ask("/api/model", &json!({"puzzle": SQUARE}))["placements"], Value::Null);
    let turned =
        server.ask("/api/model", &json!({"puzzle": "2 3 1/DEFAULT/AAA/A", "placements": true, "no_flip": true}));
    assert_eq!(turned["placements"]["A"].as_array().unwrap().len(), 2);
    let pyramid = server.ask("/api/model", &json!({"puzzle": "iq-pyramid"}));
    assert_eq!((&pyramid["layers"], &pyramid["cells"][0]), (&json!(5), &json!([0, 0, 4])));
    let soma = server.ask("/api/model", &json!({"puzzle": "soma"}));
    let in_space = soma["pieces"].as_array().unwrap().iter().filter(|piece| piece["shape"][0].is_array()).count();
    assert_eq!(in_space, 3);
}

#[test]
fn trace_follows_the_moves() {
    let server = start();
    let traced = server.ask("/api/trace", &json!({"puzzle": EASY, "moves": "DRD", "heuristic": "hamming"}));
    let steps =
        json!([{"g": 0, "h": 3, "f": 3}, {"g": 1, "h": 2, "f": 3}, {"g": 2, "h": 1, "f": 3}, {"g": 3, "h": 0, "f": 3}]);
    assert_eq!(traced["steps"], steps);
    let pattern = server.ask("/api/trace", &json!({"puzzle": EASY, "moves": "U", "heuristic": "pattern"}));
    assert_eq!(pattern["steps"][1]["h"], 4);
    refused(&server, "/api/trace", &json!({"puzzle": EASY, "moves": "RR"}), 422, "bad-option");
    refused(&server, "/api/trace", &json!({"puzzle": SQUARE, "moves": ""}), 422, "bad-option");
}

#[test]
fn solutions_are_counted_sampled_and_filtered() {
    let server = start();
    let all = server.ask("/api/solutions", &json!({"puzzle": SQUARE, "sample": 10}));
    assert_eq!((&all["solutions"], &all["complete"]), (&json!(4), &json!(true)));
    assert_eq!(all["sample"].as_array().unwrap().len(), 4);
    assert_eq!(all["heat"], json!({"A": [2, 2, 2, 2], "B": [2, 2, 2, 2]}));
    let here = json!([{"letter": "A", "cell": [0, 0]}, {"letter": "A", "cell": [0, 1, 0]}]);
    let one = server.ask("/api/solutions", &json!({"puzzle": SQUARE, "where": here}));
    assert_eq!((&one["solutions"], &one["sample"][0]["solution"]), (&json!(1), &json!(["AA", "BB"])));
    let iq = server.ask("/api/solutions", &json!({"puzzle": "pentominoes 3x20", "index": 7, "sample": 0}));
    assert_eq!((&iq["solutions"], &iq["sample"][0]["index"]), (&json!(8), &json!(7)));
    let dead = json!([{"letter": "B", "cell": [0, 0]}]);
    let none = json!({"puzzle": "2 2 2/DEFAULT/AA/BB/PLACED/AA/..", "where": dead});
    assert_eq!(server.ask("/api/solutions", &none)["solutions"], 0);
    refused(
        &server,
        "/api/solutions",
        &json!({"puzzle": SQUARE, "where": [{"letter": "Z", "cell": [0, 0]}]}),
        422,
        "bad-option",
    );
    refused(
        &server,
        "/api/solutions",
        &json!({"puzzle": SQUARE, "where": [{"letter": "A", "cell": [9, 9]}]}),
        422,
        "bad-option",
    );
    refused(&server, "/api/solutions", &json!({"puzzle": EASY}), 422, "bad-option");
}

#[test]
fn mistakes_are_told_with_their_place() {
    let server = start();
    let error = refused(&server, "/api/solve", &json!({"puzzle": "1 2 3\n4 5 5\n7 8 -"}), 422, "bad-puzzle");
    assert_eq!((&error["line"], &error["column"], &error["mistake"]), (&json!(2), &json!(5), &json!("tile-twice")));
    assert!(error["snippet"].as_str().unwrap().contains("4 5 5"));
    assert!(error["snippet"].as_str().unwrap().contains('^'));
    let error = refused(&server, "/api/count", &json!({"puzzle": "2 2 2\nDEFAULT\nAA\nB1\n"}), 422, "bad-puzzle");
    assert_eq!((&error["line"], &error["column"]), (&json!(4), &json!(2)));
    let error = refused(&server, "/api/solve", &json!({"puzzle": EASY, "goal": "1 2/3 4 5"}), 422, "bad-goal");
    assert_eq!(error["line"], 1);
    refused(&server, "/api/check", &json!({"puzzle": ""}), 422, "bad-puzzle");
    refused(&server, "/api/check", &json!({"puzzle": "/etc/passwd"}), 422, "bad-puzzle");
}

#[test]
fn wrong_fields_are_refused() {
    let server = start();
    let error = refused(&server, "/api/solve", &json!({"puzzle": EASY, "metod": "ida"}), 422, "unknown-field");
    assert_eq!((&error["message"], &error["field"]), (&json!("metod: solve has no such field"), &json!("metod")));
    let error = refused(&server, "/api/solve", &json!({"puzzle": EASY, "method": "magic"}), 422, "bad-option");
    assert_eq!((&error["mistake"], &error["values"]["found"]), (&json!("unknown-word"), &json!("magic")));
    let error = refused(&server, "/api/solve", &json!({"puzzle": SQUARE, "all": true, "limit": 0}), 422, "bad-option");
    assert_eq!((&error["mistake"], &error["field"]), (&json!("too-small"), &json!("limit")));
    for (path, body) in [
        ("/api/solve", json!({})),
        ("/api/solve", json!({"puzzle": 7})),
        ("/api/solve", json!({"puzzle": EASY, "node_limit": -1})),
        ("/api/solve", json!({"puzzle": EASY, "method": "magic"})),
        ("/api/solve", json!({"puzzle": EASY, "heuristic": "magic"})),
        ("/api/solve", json!({"puzzle": EASY, "weight": 0.5})),
        ("/api/solve", json!({"puzzle": EASY, "metric": "triple"})),
        ("/api/solve", json!({"puzzle": EASY, "all": true})),
        ("/api/solve", json!({"puzzle": "2 2 2/DEFAULT/AA/B1", "all": true})),
        ("/api/solve", json!({"puzzle": EASY, "limit": 3})),
        ("/api/solve", json!({"puzzle": EASY, "no_flip": true})),
        ("/api/solve", json!({"puzzle": EASY, "size": "5x5"})),
        ("/api/solve", json!({"puzzle": SQUARE, "goal": "spiral"})),
        ("/api/solve", json!({"puzzle": SQUARE, "heuristic": "manhattan"})),
        ("/api/count", json!({"puzzle": SQUARE, "distinct": true, "limit": 1})),
        ("/api/tree", json!({"puzzle": EASY, "max_nodes": 10_001})),
        ("/api/tree", json!({"puzzle": EASY, "method": "quick"})),
        ("/api/compare", json!({"puzzle": EASY, "methods": ["magic"]})),
        ("/api/generate", json!({"family": "cube"})),
        ("/api/generate", json!({"family": "slide", "count": 1_000_000})),
        ("/api/generate", json!({"family": "slide", "placed": 3})),
        ("/api/generate", json!({"family": "slide", "no_flip": true})),
    ] {
        let answer = server.post(path, &body);
        assert_eq!(answer.status, 422, "{path} {body}: {}", answer.text());
        assert!(["bad-option", "bad-puzzle"].contains(&answer.code().as_str()), "{path} {body}: {}", answer.text());
    }
    let impossible = json!({"family": "slide", "size": "3x3", "length": 40});
    let error = refused(&server, "/api/generate", &impossible, 422, "impossible");
    assert_eq!(error["message"], "no 3x3 board needs 40 moves");
    for body in ["", "{", "[]", "7", "{\"puzzle\": \"1 2/3 -\"} x"] {
        let answer = server.send("POST", "/api/solve", &[], body);
        assert_eq!((answer.status, answer.code().as_str()), (422, "bad-json"), "{body}");
    }
    refused(&server, "/api/stop", &json!({"job": "nobody"}), 404, "no-job");
}

#[test]
fn unknown_paths_and_methods() {
    let server = start();
    for path in
        ["/api", "/api/", "/api/nothing", "/api/solve/", "/nothing.js", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "//"]
    {
        let answer = server.get(path);
        assert_eq!((answer.status, answer.code().as_str()), (404, "not-found"), "{path}");
    }
    assert_eq!(server.get("/api/solve").status, 405);
    assert_eq!(server.get("/api/solve").code(), "method");
    assert_eq!(server.send("PUT", "/api/solve", &[], "{}").status, 405);
    assert_eq!(server.send("DELETE", "/", &[], "").status, 405);
    assert_eq!(server.send("OPTIONS", "/api/solve", &[], "").header("access-control-allow-origin"), None);
}

#[test]
fn the_page_has_its_type_and_its_tag() {
    let server = start();
    let page = server.get("/");
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert_eq!(page.header("cache-control"), Some("no-cache"));
    assert!(page.text().starts_with("<!doctype html>"));
    let tag = page.header("etag").unwrap();
    let again = server.send("GET", "/", &[("If-None-Match", tag)], "");
    assert_eq!((again.status, again.body.len()), (304, 0));
    assert_eq!(server.send("GET", "/", &[("If-None-Match", "\"other\"")], "").status, 200);
    let head = server.send("HEAD", "/", &[], "");
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert_eq!(head.header("content-length"), page.header("content-length"));
    assert_eq!(server.send("HEAD", "/api/health", &[], "").body.len(), 0);
}

#[test]
fn files_of_the_page_are_packed_and_stay() {
    let server = start();
    let page = server.get("/");
    let text = page.text();
    let name = text.split('"').find(|word| word.starts_with("page.") && word.ends_with(".js")).unwrap();
    let path = format!("/{name}");
    let plain = server.get(&path);
    assert_eq!((plain.status, plain.header("content-encoding")), (200, None));
    assert_eq!(plain.header("cache-control"), Some("public, max-age=31536000, immutable"));
    let packed = server.send("GET", &path, &[("Accept-Encoding", "br, gzip")], "");
    assert_eq!((packed.status, packed.header("content-encoding")), (200, Some("gzip")));
    assert_eq!(packed.header("vary"), Some("accept-encoding"));
    assert!(packed.body.starts_with(&[0x1f, 0x8b]) && packed.body.len() * 2 < plain.body.len());
    let again = server.send("GET", &path, &[("If-None-Match", plain.header("etag").unwrap())], "");
    assert_eq!((again.status, again.body.len()), (304, 0));
    // What the page knows before it asks is what the routes say.
    let known = text.split_once("id=\"known\">").unwrap().1.split_once("</script>").unwrap().0.replace("<\\/", "</");
    let known: Value = serde_json::from_str(&known).unwrap();
    assert_eq!(known["words"], server.get("/api/words").json());
    assert_eq!(known["sets"], server.get("/api/sets").json());
}
