//! Who is let in, and what is too long or too slow.

mod common;

use std::io::{Read as _, Write as _};
use std::time::{Duration, Instant};

use common::{caps, read, start, start_of, start_with};
use serde_json::json;
use ubin::slide::TableStore;
use ubin_web::{Caps, HEADER_TIME, MOST_BODY, Means, WRITE_TIME};

#[test]
fn a_foreign_host_is_misdirected() {
    let server = start();
    let port = server.address.port();
    let check = |hosts: &str, expected: u16| {
        let request = format!("GET /api/health HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n");
        let answer = server.raw(request.as_bytes());
        assert_eq!(answer.status, expected, "{hosts}");
    };
    check(&format!("Host: 127.0.0.1:{port}\r\n"), 200);
    check(&format!("Host: localhost:{port}\r\n"), 200);
    check(&format!("Host: [::1]:{port}\r\n"), 200);
    check("", 421);
    check("Host: evil.example\r\n", 421);
    check(&format!("Host: evil.example:{port}\r\n"), 421);
    check(&format!("Host: 127.0.0.1.evil.example:{port}\r\n"), 421);
    check(&format!("Host: localhost:{}\r\n", port ^ 1), 421);
    check("Host: localhost\r\n", 421);
    check(&format!("Host: localhost:{port}\r\nHost: evil.example\r\n"), 421);
}

#[test]
fn a_foreign_origin_is_forbidden_to_post() {
    let server = start();
    let ours = format!("http://{}", server.address);
    let body = json!({"puzzle": "1 2/3 -"}).to_string();
    let check = |headers: &[(&str, &str)], expected: u16| {
        let answer = server.send("POST", "/api/check", headers, &body);
        assert_eq!(answer.status, expected, "{headers:?}");
        assert_eq!(answer.header("access-control-allow-origin"), None);
    };
    check(&[], 200);
    check(&[("Origin", &ours)], 200);
    check(&[("Origin", &ours), ("Sec-Fetch-Site", "same-origin")], 200);
    check(&[("Origin", "http://evil.example")], 403);
    check(&[("Origin", "null")], 403);
    check(&[("Origin", "http://127.0.0.1:1")], 403);
    check(&[("Origin", &ours), ("Origin", "http://evil.example")], 403);
    check(&[("Sec-Fetch-Site", "cross-site")], 403);
    let answer = server.send("POST", "/api/stop", &[("Origin", "http://evil.example")], "{}");
    assert_eq!((answer.status, answer.code().as_str()), (403, "origin"));
}

#[test]
fn every_answer_has_the_safe_headers() {
    let server = start();
    for answer in
        [server.get("/"), server.get("/api/health"), server.get("/nothing"), server.post("/api/solve", &json!({}))]
    {
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'self';") && policy.contains("frame-ancestors 'none'"), "{policy}");
        assert!(!policy.contains("unsafe"));
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
    }
    let foreign = server.raw(b"GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    assert_eq!((foreign.status, foreign.header("x-content-type-options")), (421, Some("nosniff")));
}

#[test]
fn frames_are_allowed_where_that_is_asked_for() {
    let means = Means { caps: caps(), tables: TableStore::new(1), cache: None, allow_frames: true };
    let policy = start_of(means).get("/").header("content-security-policy").map(String::from).unwrap();
    assert!(policy.starts_with("default-src 'self';") && !policy.contains("frame-ancestors"), "{policy}");
}

#[test]
fn a_long_body_is_refused() {
    let server = start();
    let pad = |length: usize| json!({"puzzle": " ".repeat(length)}).to_string();
    assert_eq!(server.send("POST", "/api/check", &[], &pad(MOST_BODY - 20)).status, 422);
    let answer = server.send("POST", "/api/check", &[], &pad(MOST_BODY));
    assert_eq!((answer.status, answer.code().as_str()), (413, "too-long"));
    // Told beforehand, and never sent.
    let host = server.address;
    let head = format!("POST /api/check HTTP/1.1\r\nHost: {host}\r\nContent-Length: 1000000000000\r\n\r\n");
    assert_eq!(server.raw(head.as_bytes()).status, 413);
    // Not told beforehand.
    let mut chunked = format!("POST /api/check HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\n\r\n");
    for _ in 0..5 {
        chunked += &format!("4000\r\n{}\r\n", " ".repeat(0x4000));
    }
    assert_eq!(server.raw((chunked + "0\r\n\r\n").as_bytes()).status, 413);
    assert_eq!(server.send("POST", "/api/check", &[("Content-Type", "text/plain")], "{}").status, 415);
}

#[test]
fn half_sent_headers_are_closed() {
    let server = start();
    let mut stream = server.connect();
    stream.write_all(b"GET / HTTP/1.1\r\nHost: 127").unwrap();
    stream.set_read_timeout(Some(HEADER_TIME + Duration::from_secs(2))).unwrap();
    let mut rest = Vec::new();
    // Whatever is said at the end: the connection closes within the time.
    stream.read_to_end(&mut rest).unwrap();
}

#[test]
fn a_slow_body_is_refused() {
    let server = start();
    let host = server.address;
    let head = format!("POST /api/check HTTP/1.1\r\nHost: {host}\r\nContent-Length: 100\r\n\r\n{{");
    let mut stream = server.connect();
    stream.write_all(head.as_bytes()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(14))).unwrap();
    let answer = read(stream).unwrap();
    assert_eq!((answer.status, answer.code().as_str()), (408, "slow"));
}

#[test]
fn a_client_that_never_reads_is_left_and_its_search_ends() {
    let time = WRITE_TIME * 6;
    let server = start_with(Caps { time, ..caps() });
    let dominoes: String = ('A'..='Z').map(|letter| format!("{letter}{letter}\n")).collect();
    let body = json!({"puzzle": format!("4 13 26\nDEFAULT\n{dominoes}"), "all": true}).to_string();
    let head = format!("POST /api/solve HTTP/1.1\r\nHost: {}\r\nContent-Length: {}\r\n", server.address, body.len());
    let mut stream = server.connect();
    stream.write_all(format!("{head}Content-Type: application/json\r\n\r\n{body}").as_bytes()).unwrap();
    let running = || server.get("/api/health").json()["jobs"]["running"].as_u64().unwrap();
    let begun = Instant::now();
    while running() == 0 {
        assert!(begun.elapsed() < time, "the search never began");
    }
    while running() > 0 {
        // By its own limit it would end at this time; a client that has not read for a sixth of it ends it before.
        assert!(begun.elapsed() < time / 2, "the search goes on for nobody");
        std::thread::sleep(Duration::from_millis(100));
    }
    drop(stream);
}

#[test]
fn a_connection_serves_several_requests() {
    let server = start();
    let mut stream = server.connect();
    let host = server.address;
    let request = format!("GET /api/health HTTP/1.1\r\nHost: {host}\r\n\r\n");
    for _ in 0..3 {
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).unwrap();
        assert_eq!(&answer, b"HTTP/1.1 200");
        let mut rest = Vec::new();
        while !rest.ends_with(b"}}") {
            let mut byte = [0];
            stream.read_exact(&mut byte).unwrap();
            rest.push(byte[0]);
        }
    }
}
