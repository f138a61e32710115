//! A server on a port of its own, and a client that speaks HTTP by hand.
#![allow(dead_code, reason = "every test file uses its own part of it")]

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::Value;
use ubin::slide::TableStore;
use ubin_web::{Caps, Means, Server};

/// No answer takes longer than this, unless the test is about waiting.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// A running server; it ends with the test.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    ends: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

pub(crate) fn caps() -> Caps {
    Caps { time: Duration::from_secs(60), nodes: None, memory: 1 << 30, threads: 2 }
}

/// A server with these caps and no cache.
pub(crate) fn start_with(caps: Caps) -> Running {
    start_of(Means { caps, tables: TableStore::new(caps.threads), cache: None, allow_frames: false })
}

/// A server that works with this.
pub(crate) fn start_of(means: Means) -> Running {
    let server = Server::bind("127.0.0.1", [127, 0, 0, 1].into(), 0, means).unwrap();
    let (address, ends) = (server.address(), Arc::new(AtomicBool::new(false)));
    let is_over = ends.clone();
    let thread = std::thread::spawn(move || server.run(move || is_over.load(Relaxed)).unwrap());
    Running { address, ends, thread: Some(thread) }
}

pub(crate) fn start() -> Running {
    start_with(caps())
}

impl Drop for Running {
    fn drop(&mut self) {
        self.ends.store(true, Relaxed);
        let ended = self.thread.take().map(JoinHandle::join);
        assert!(std::thread::panicking() || ended.is_none_or(|ended| ended.is_ok()));
    }
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.header("content-type"), Some("application/json"), "{}", self.text());
        serde_json::from_slice(&self.body).unwrap()
    }

    /// The refusal's short name.
    #[track_caller]
    pub(crate) fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap().into()
    }
}

impl Running {
    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(LONGEST_WAIT)).unwrap();
        stream
    }

    /// Sends a request as it is written and reads the answer.
    pub(crate) fn raw(&self, request: &[u8]) -> Answer {
        let mut stream = self.connect();
        stream.write_all(request).unwrap();
        read(stream).unwrap()
    }

    fn head(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> String {
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", self.address);
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        head
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.raw((self.head("GET", path, &[]) + "\r\n").as_bytes())
    }

    pub(crate) fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        self.raw(self.request(method, path, headers, body).as_bytes())
    }

    fn request(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> String {
        let head = self.head(method, path, headers);
        format!("{head}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}", body.len())
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.send("POST", path, &[], &body.to_string())
    }

    /// The answer's JSON; it must be a good one.
    #[track_caller]
    pub(crate) fn ask(&self, path: &str, body: &Value) -> Value {
        let answer = self.post(path, body);
        assert_eq!(answer.status, 200, "{path} {body}: {}", answer.text());
        answer.json()
    }

    /// A request whose answer is not waited for.
    pub(crate) fn begin(&self, path: &str, headers: &[(&str, &str)], body: &Value) -> TcpStream {
        let mut stream = self.connect();
        stream.write_all(self.request("POST", path, headers, &body.to_string()).as_bytes()).unwrap();
        stream
    }

    /// A stream of events.
    pub(crate) fn events(&self, path: &str, body: &Value) -> Events {
        Events::new(self.begin(path, &[("Accept", "text/event-stream")], body))
    }

    pub(crate) fn jobs(&self) -> (u64, u64) {
        let health = self.get("/api/health").json();
        (health["jobs"]["running"].as_u64().unwrap(), health["jobs"]["waiting"].as_u64().unwrap())
    }

    /// Waits until the jobs are as expected, but not for ever.
    #[track_caller]
    pub(crate) fn until_jobs(&self, expected: impl Fn(u64, u64) -> bool) {
        let deadline = Instant::now() + LONGEST_WAIT;
        loop {
            let (running, waiting) = self.jobs();
            if expected(running, waiting) {
                return;
            }
            assert!(Instant::now() < deadline, "{running} running, {waiting} waiting");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// Reads an answer whose connection closes after it.
pub(crate) fn read(stream: TcpStream) -> io::Result<Answer> {
    let mut reader = BufReader::new(stream);
    let (status, headers) = read_head(&mut reader)?;
    let mut body = Vec::new();
    reader.read_to_end(&mut body)?;
    let chunked = headers.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked");
    let body = if chunked { unchunked(&body) } else { body };
    Ok(Answer { status, headers, body })
}

fn read_head(reader: &mut impl io::BufRead) -> io::Result<(u16, Vec<(String, String)>)> {
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.ok_or_else(|| io::Error::other(format!("no status: '{line}'")))?;
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let Some((name, value)) = line.trim_end().split_once(':') else { return Ok((status, headers)) };
        headers.push((name.to_ascii_lowercase(), value.trim().to_string()));
    }
}

fn unchunked(mut body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = body.windows(2).position(|pair| pair == b"\r\n") {
        let size = usize::from_str_radix(std::str::from_utf8(&body[..end]).unwrap(), 16).unwrap();
        whole.extend_from_slice(&body[end + 2..end + 2 + size]);
        body = &body[end + 4 + size..];
    }
    whole
}

/// Events as they come.
pub(crate) struct Events {
    reader: BufReader<TcpStream>,
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
}

impl Events {
    fn new(stream: TcpStream) -> Events {
        let mut reader = BufReader::new(stream);
        let (status, headers) = read_head(&mut reader).unwrap();
        Events { reader, status, headers }
    }
}

impl Iterator for Events {
    type Item = (String, Value);

    /// The next event's name and data. Each of ours is a chunk of its own, so its lines are whole; sizes of chunks are passed over.
    fn next(&mut self) -> Option<(String, Value)> {
        let mut name = None;
        loop {
            let mut line = String::new();
            if self.reader.read_line(&mut line).unwrap() == 0 {
                return None;
            }
            if let Some(found) = line.strip_prefix("event: ") {
                name = Some(found.trim().to_string());
            }
            if let Some(data) = line.strip_prefix("data: ") {
                return Some((name?, serde_json::from_str(data.trim()).unwrap()));
            }
        }
    }
}
