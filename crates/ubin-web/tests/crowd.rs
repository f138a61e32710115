//! Many clients at once, good and bad.

mod common;

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use common::{read, start};
use serde_json::json;
use ubin_web::HEADER_TIME;

const CROWD: usize = 1000;

#[test]
fn a_thousand_clients_at_once_are_answered() {
    let server = start();
    let body = json!({"puzzle": "1 2 3 4/5 6 - 8/9 10 7 11/13 14 15 12"});
    let clients: Vec<TcpStream> = (0..CROWD).map(|_| server.begin("/api/check", &[], &body)).collect();
    for client in clients {
        let answer = read(client).unwrap();
        assert_eq!((answer.status, &answer.json()["solvable"]), (200, &json!(true)));
    }
    // Searches have places for some; the others are told to come again.
    let clients: Vec<TcpStream> = (0..CROWD).map(|_| server.begin("/api/solve", &[], &body)).collect();
    let statuses: Vec<u16> = clients.into_iter().map(|client| read(client).unwrap().status).collect();
    assert!(statuses.iter().all(|status| matches!(status, 200 | 503)), "{statuses:?}");
    assert!(statuses.contains(&200));
    server.until_jobs(|running, waiting| running + waiting == 0);
}

#[test]
fn a_thousand_half_sent_requests_are_closed_and_hinder_nobody() {
    let server = start();
    let clients: Vec<TcpStream> = (0..CROWD)
        .map(|_| {
            let mut client = server.connect();
            client.write_all(b"POST /api/solve HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Le").unwrap();
            client
        })
        .collect();
    for _ in 0..20 {
        assert_eq!(server.get("/api/health").status, 200);
    }
    for mut client in clients {
        client.set_read_timeout(Some(HEADER_TIME + Duration::from_secs(2))).unwrap();
        let mut rest = Vec::new();
        // The end of the stream, not our own impatience, which would be an error.
        client.read_to_end(&mut rest).unwrap();
    }
}
