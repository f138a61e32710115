//! Units by NATS JetStream, with a server that the tests start themselves: `nats-server` from Debian.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

use serde_json::Value;

use super::{EASIEST, Moments, SmallDisk, comes_true, ends, kills, needed, run, total, ubin, wait_until};

/// A server on a loopback port, with a store of its own.
struct Broker {
    child: Child,
    port: u16,
    folder: tempfile::TempDir,
    arguments: Vec<String>,
}

impl Broker {
    fn start() -> Broker {
        Broker::start_with(tempfile::tempdir().unwrap(), Vec::new())
    }

    fn start_with(folder: tempfile::TempDir, arguments: Vec<String>) -> Broker {
        let port = free_port();
        let child = Broker::spawn(port, folder.path(), &arguments);
        Broker { child, port, folder, arguments }
    }

    fn spawn(port: u16, folder: &Path, arguments: &[String]) -> Child {
        needed("nats-server", "nats-server");
        let log = fs::OpenOptions::new().create(true).append(true).open(folder.join("log")).unwrap();
        let mut child = Command::new("nats-server")
            .args(["-a", "127.0.0.1", "-p", &port.to_string(), "-js", "-sd", folder.join("store").to_str().unwrap()])
            .args(arguments)
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .unwrap();
        wait_until("the server listens", || {
            let ended = child.try_wait().unwrap();
            assert!(ended.is_none(), "{}", fs::read_to_string(folder.join("log")).unwrap());
            TcpStream::connect(("127.0.0.1", port)).is_ok()
        });
        child
    }

    fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    fn kill(&mut self) {
        let _ = self.child.kill();
        self.child.wait().unwrap();
    }

    fn restart(&mut self) {
        self.child = Broker::spawn(self.port, self.folder.path(), &self.arguments);
    }

    fn wipe(&self) {
        fs::remove_dir_all(self.folder.path().join("store")).unwrap();
    }

    /// Gives the pyramid to the server, in parts of so many nodes; the job.
    fn submit(&self, budget: u64, more: &[&str]) -> String {
        let (url, budget) = (self.url(), budget.to_string());
        let args = [&["share", "submit", "--server", &url, "--budget", &budget], more, &PUZZLE].concat();
        ends(0, &args).trim().into()
    }

    fn worker(&self) -> Child {
        self.worker_with(&[])
    }

    fn worker_with(&self, more: &[&str]) -> Child {
        let mut command = ubin();
        command.args(["share", "work", "--ends", "--threads", "1", "--server", &self.url()]).args(more);
        command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    }

    fn collector(&self, job: &str, ledger: &Path) -> Child {
        let mut command = ubin();
        command.args(["share", "collect", "--json", "--ack-wait", "1s", "--job", job, "--server", &self.url()]);
        command.arg(ledger).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    fn status(&self) -> Value {
        let text = ends(0, &["share", "status", "--json", "--server", &self.url()]);
        serde_json::from_str::<Value>(&text).unwrap()["jobs"][0].clone()
    }
}

impl Drop for Broker {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A port that nobody listens on. Not one of those that the system gives to connections: while a server is down, a worker's next try could get its port.
fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let base = std::process::id() as u16 % 10_000;
    (0..10_000)
        .map(|_| 20_000 + (base + NEXT.fetch_add(1, Relaxed)) % 10_000)
        .find(|&port| TcpListener::bind(("127.0.0.1", port)).is_ok())
        .expect("some port is free")
}

const PUZZLE: [&str; 2] = ["count", "iq-pyramid"];
/// The nodes of a part: some hundred units.
const BUDGET: u64 = 20_000;

/// Found, hash and nodes of one process. All tests ask the same, so it is searched once.
fn alone() -> (u64, u64, u64) {
    static ALONE: OnceLock<(u64, u64, u64)> = OnceLock::new();
    *ALONE.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let ledger = folder.path().join("alone");
        ends(0, &[&PUZZLE[..], &["--checkpoint", ledger.to_str().unwrap()]].concat());
        total(&ends(0, &["share", "audit", "--json", ledger.to_str().unwrap()]))
    })
}

/// Waits for a process that must end with this code; its standard output.
#[track_caller]
fn ended(mut child: Child, code: i32) -> String {
    if !comes_true(|| child.try_wait().unwrap().is_some()) {
        child.kill().unwrap();
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(code), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn ledger_in(folder: &Path, name: &str) -> PathBuf {
    folder.join(name)
}

#[test]
fn one_to_eight_workers_have_the_total_of_one_process() {
    let folder = tempfile::tempdir().unwrap();
    let (broker, expected) = (Broker::start(), alone());
    for workers in [1, 2, 4, 8] {
        let job = broker.submit(BUDGET + workers, &[]);
        let ledger = ledger_in(folder.path(), &workers.to_string());
        let hands: Vec<Child> = (0..workers).map(|_| broker.worker()).collect();
        assert_eq!(total(&ended(broker.collector(&job, &ledger), 0)), expected, "{workers} workers");
        for hand in hands {
            ended(hand, 0);
        }
        let path = ledger.to_str().unwrap();
        assert_eq!(total(&ends(0, &["share", "audit", "--json", path, "--siblings", "--again", "1"])), expected);
    }
    assert_eq!(broker.status()["end"], "complete");
}

/// Without a collector nobody ends a job: a worker that is to end does so when no unit is left, of this job and of the next, and says which are not collected.
#[test]
fn a_worker_alone_ends_when_no_unit_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let broker = Broker::start();
    let mut jobs = [broker.submit(BUDGET, &[]), broker.submit(BUDGET + 1, &[])];
    jobs.sort();
    let worked = ubin().args(["share", "work", "--ends", "--json", "--server", &broker.url()]).output().unwrap();
    let (sum, said) = (String::from_utf8_lossy(&worked.stdout), String::from_utf8_lossy(&worked.stderr));
    assert_eq!(worked.status.code(), Some(0), "{said}");
    let sum: Value = serde_json::from_str(&sum).unwrap();
    assert_eq!(sum["uncollected"], serde_json::json!(jobs));
    for job in jobs {
        assert!(said.contains(&format!("job {job}: no unit is left at the server")), "{said}");
        assert_eq!(total(&ended(broker.collector(&job, &ledger_in(folder.path(), &job)), 0)), alone());
    }
}

#[test]
fn killed_workers_and_servers_cost_time_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let (mut broker, expected) = (Broker::start(), alone());
    let job = broker.submit(BUDGET / 2, &["--ack-wait", "1s"]);
    let collector = broker.collector(&job, &ledger_in(folder.path(), "ledger"));
    let mut moments = Moments(11);
    // 20 workers and 2 servers in the night, some of each by day.
    let times = kills() * 2;
    for time in 0..times.min(20) {
        let mut hand = broker.worker();
        let before = super::length(&ledger_in(folder.path(), "ledger"));
        wait_until("a record", || {
            super::length(&ledger_in(folder.path(), "ledger")) > before || hand.try_wait().unwrap().is_some()
        });
        std::thread::sleep(std::time::Duration::from_millis(moments.below(30)));
        let _ = hand.kill();
        hand.wait().unwrap();
        if time == 1 || time == times / 2 {
            broker.kill();
            broker.restart();
        }
    }
    let hands = [broker.worker(), broker.worker()];
    assert_eq!(total(&ended(collector, 0)), expected);
    hands.into_iter().for_each(|hand| drop(ended(hand, 0)));
}

#[test]
fn a_server_that_loses_its_store_costs_time_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let (mut broker, expected) = (Broker::start(), alone());
    let job = broker.submit(BUDGET / 2, &["--ack-wait", "1s"]);
    let ledger = ledger_in(folder.path(), "ledger");
    let collector = broker.collector(&job, &ledger);
    // Without --ends: a store without jobs is no reason to go.
    let mut hands: Vec<Child> = (0..2)
        .map(|_| {
            let args = ["share", "work", "--threads", "1", "--server", &broker.url()];
            ubin().args(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
        })
        .collect();
    let head = super::length(&ledger);
    wait_until("some records", || super::length(&ledger) > head + 50_000);
    broker.kill();
    broker.wipe();
    broker.restart();
    assert_eq!(total(&ended(collector, 0)), expected);
    for hand in &mut hands {
        let _ = hand.kill();
        hand.wait().unwrap();
    }
}

#[test]
fn a_job_that_is_not_there_is_refused_and_a_server_that_is_away_is_told_about() {
    let folder = tempfile::tempdir().unwrap();
    let (mut broker, expected) = (Broker::start(), alone());
    let (url, ledger) = (broker.url(), ledger_in(folder.path(), "ledger"));
    let path = ledger.to_str().unwrap();
    for args in [&["status", "nothing"][..], &["work", "--job", "nothing"], &["collect", path, "--job", "nothing"]] {
        super::refused(&[&["share"], args, &["--server", &url]].concat(), "job nothing: there is no job here");
    }
    let job = broker.submit(BUDGET, &["--ack-wait", "1s"]);
    let said = folder.path().join("said");
    let mut collector = ubin();
    collector.args(["share", "collect", "--json", "--ack-wait", "1s", "--job", &job, "--server", &url]).arg(&ledger);
    let collector = collector.stdout(Stdio::piped()).stderr(fs::File::create(&said).unwrap()).spawn().unwrap();
    wait_until("the ledger is there", || super::length(&ledger) > 0);
    broker.kill();
    wait_until("the collector says it", || fs::read_to_string(&said).unwrap().contains("the broker: "));
    broker.restart();
    let hand = broker.worker();
    assert_eq!(total(&ended(collector, 0)), expected);
    ended(hand, 0);
    let said = fs::read_to_string(&said).unwrap();
    assert!(said.lines().any(|line| line.starts_with("the broker: ") && line.ends_with("; trying again")), "{said}");
}

#[test]
fn a_killed_collector_with_a_torn_ledger_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let (broker, expected) = (Broker::start(), alone());
    let job = broker.submit(BUDGET / 2, &["--ack-wait", "1s"]);
    let ledger = ledger_in(folder.path(), "ledger");
    let hands = [broker.worker(), broker.worker()];
    for torn in [0, 5, 400] {
        let mut collector = broker.collector(&job, &ledger);
        let before = super::length(&ledger);
        wait_until("some records", || {
            super::length(&ledger) > before + 5000 || collector.try_wait().unwrap().is_some()
        });
        let _ = collector.kill();
        collector.wait().unwrap();
        let file = fs::OpenOptions::new().write(true).open(&ledger).unwrap();
        file.set_len(super::length(&ledger) - torn).unwrap();
    }
    assert_eq!(total(&ended(broker.collector(&job, &ledger), 0)), expected);
    hands.into_iter().for_each(|hand| drop(ended(hand, 0)));
}

#[test]
fn a_worker_that_sleeps_or_is_slow_does_a_unit_that_another_has_done() {
    let folder = tempfile::tempdir().unwrap();
    let (broker, expected) = (Broker::start(), alone());
    // The server waits 100 ms, a sign of life comes every 500: nearly every unit is delivered again.
    let job = broker.submit(400_000, &["--ack-wait", "100ms"]);
    let collector = broker.collector(&job, &ledger_in(folder.path(), "ledger"));
    let hands = [broker.worker(), broker.worker()];
    let signal = |name: &str| {
        let status = Command::new("kill").args([name, &hands[0].id().to_string()]).status().unwrap();
        assert!(status.success());
    };
    let head = super::length(&ledger_in(folder.path(), "ledger"));
    wait_until("a record", || super::length(&ledger_in(folder.path(), "ledger")) > head);
    signal("-STOP");
    std::thread::sleep(std::time::Duration::from_millis(800));
    signal("-CONT");
    assert_eq!(total(&ended(collector, 0)), expected);
    hands.into_iter().for_each(|hand| drop(ended(hand, 0)));
}

#[test]
fn units_that_are_delivered_twice_count_once() {
    let folder = tempfile::tempdir().unwrap();
    let (broker, expected) = (Broker::start(), alone());
    let job = broker.submit(BUDGET, &[]);
    // The same units as files: the same question makes the same job.
    let (files, budget) = (folder.path().join("job"), BUDGET.to_string());
    ends(0, &[&["share", "units", files.to_str().unwrap(), "--budget", &budget], &PUZZLE[..]].concat());
    let mut client = RawClient::connect(&broker);
    let mut again = 0;
    for entry in fs::read_dir(files.join("units")).unwrap() {
        let unit = fs::read_to_string(entry.unwrap().path()).unwrap();
        client.publish(&format!("ubin.u.{job}"), unit.trim());
        again += 1;
    }
    assert!(again >= 64 && broker.status()["queued"].as_u64() == Some(2 * again), "{}", broker.status());
    let hands = [broker.worker(), broker.worker()];
    let collector = broker.collector(&job, &ledger_in(folder.path(), "ledger"));
    assert_eq!(total(&ended(collector, 0)), expected);
    hands.into_iter().for_each(|hand| drop(ended(hand, 0)));
}

#[test]
fn clocks_that_are_days_off_change_nothing() {
    needed("faketime", "faketime");
    let folder = tempfile::tempdir().unwrap();
    let (broker, expected) = (Broker::start(), alone());
    let url = broker.url();
    let at = |offset: &str, args: &[&str]| {
        let mut command = Command::new("faketime");
        command.args(["-f", offset, env!("CARGO_BIN_EXE_ubin"), "share"]).args(args).args(["--server", &url]);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let job = broker.submit(BUDGET, &["--ack-wait", "1s"]);
    let ledger = ledger_in(folder.path(), "ledger");
    let collector = at("-4d", &["collect", "--json", "--job", &job, ledger.to_str().unwrap()]);
    let hands = [at("+3d", &["work", "--ends"]), at("-400d", &["work", "--ends"])];
    assert_eq!(total(&ended(collector, 0)), expected);
    hands.into_iter().for_each(|hand| drop(ended(hand, 0)));
}

/// A network of its own, with one cable to this one.
struct Cable {
    name: String,
    host: String,
}

impl Cable {
    /// `None` where networks cannot be made.
    fn lay() -> Option<Cable> {
        let number = std::process::id() % 250;
        let cable = Cable { name: format!("ubin{number}"), host: format!("10.213.{number}.1") };
        let Cable { name, host } = &cable;
        let lines = [
            format!("ip netns add {name}"),
            format!("ip link add {name}a type veth peer name {name}b"),
            format!("ip link set {name}b netns {name}"),
            format!("ip addr add {host}/24 dev {name}a"),
            format!("ip link set {name}a up"),
            format!("ip netns exec {name} ip addr add 10.213.{number}.2/24 dev {name}b"),
            format!("ip netns exec {name} ip link set {name}b up"),
        ];
        if lines.iter().all(|line| sh(line)) {
            return Some(cable);
        }
        eprintln!("skipped: a network namespace cannot be made here");
        None
    }

    fn set(&self, state: &str) {
        assert!(sh(&format!("ip link set {}a {state}", self.name)));
    }
}

impl Drop for Cable {
    fn drop(&mut self) {
        sh(&format!("ip link del {}a", self.name));
        sh(&format!("ip netns del {}", self.name));
    }
}

fn sh(line: &str) -> bool {
    Command::new("sh").args(["-c", line]).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

#[test]
fn a_worker_that_is_cut_off_for_longer_than_the_server_waits_changes_nothing() {
    let Some(cable) = Cable::lay() else { return };
    let folder = tempfile::tempdir().unwrap();
    let everywhere = vec!["-a".into(), "0.0.0.0".into()];
    let (broker, expected) = (Broker::start_with(tempfile::tempdir().unwrap(), everywhere), alone());
    let job = broker.submit(BUDGET / 2, &["--ack-wait", "1s"]);
    let ledger = ledger_in(folder.path(), "ledger");
    let collector = broker.collector(&job, &ledger);
    let url = format!("nats://{}:{}", cable.host, broker.port);
    let mut far = Command::new("ip");
    far.args(["netns", "exec", &cable.name, env!("CARGO_BIN_EXE_ubin"), "share", "work", "--ends", "--server", &url]);
    let far = far.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let head = super::length(&ledger);
    wait_until("some records", || super::length(&ledger) > head + 20_000);
    cable.set("down");
    // What it has is offered to others after a second.
    std::thread::sleep(std::time::Duration::from_millis(2500));
    let near = broker.worker();
    cable.set("up");
    assert_eq!(total(&ended(collector, 0)), expected);
    for hand in [far, near] {
        ended(hand, 0);
    }
}

#[test]
fn a_full_disk_at_the_server_costs_time_and_nothing_else() {
    needed("prlimit", "util-linux");
    let folder = tempfile::tempdir().unwrap();
    let (mut broker, expected) = (Broker::start(), alone());
    let job = broker.submit(BUDGET / 2, &["--ack-wait", "1s"]);
    let ledger = ledger_in(folder.path(), "ledger");
    let collector = broker.collector(&job, &ledger);
    // No file of the server grows any more: what it is asked to keep, it refuses.
    let limit = |bytes: &str| sh(&format!("prlimit --pid {} --fsize={bytes}:", broker.child.id()));
    assert!(limit("300000"));
    let hands = [broker.worker(), broker.worker()];
    let log = broker.folder.path().join("log");
    wait_until("the server's disk is full", || fs::read_to_string(&log).unwrap().contains("file too large"));
    assert!(limit("unlimited"));
    broker.kill();
    broker.restart();
    assert_eq!(total(&ended(collector, 0)), expected);
    hands.into_iter().for_each(|hand| drop(ended(hand, 0)));
}

#[test]
fn a_full_disk_under_the_ledger_ends_the_collector_and_it_goes_on_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let Some(disk) = SmallDisk::mount("100k") else { return };
    let (broker, expected) = (Broker::start(), alone());
    let job = broker.submit(BUDGET, &["--ack-wait", "1s"]);
    let small = disk.path().join("ledger");
    let collector = broker.collector(&job, &small);
    let hands = [broker.worker(), broker.worker()];
    let output = collector.wait_with_output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && told.contains("No space left on device"), "{told}");
    let ledger = ledger_in(folder.path(), "ledger");
    fs::copy(&small, &ledger).unwrap();
    assert_eq!(total(&ended(broker.collector(&job, &ledger), 0)), expected);
    hands.into_iter().for_each(|hand| drop(ended(hand, 0)));
}

#[test]
fn a_unit_that_ends_every_worker_is_given_up() {
    let folder = tempfile::tempdir().unwrap();
    let broker = Broker::start();
    let url = broker.url();
    let args =
        ["share", "submit", "--server", &url, "--ack-wait", "200ms", "--least", "1", "--budget", "1000000000000"];
    // One unit that takes longer than the worker lives.
    let job = ends(0, &[&args[..], &["count", "bedlam", "--method", "cover"]].concat()).trim().to_string();
    let collector = broker.collector(&job, &ledger_in(folder.path(), "ledger"));
    for time in 0..5 {
        let mut hand = broker.worker();
        wait_until("it is delivered", || broker.status()["deliveries"].as_u64() > Some(time));
        hand.kill().unwrap();
        hand.wait().unwrap();
    }
    let hand = broker.worker();
    let told = ended(collector, 3);
    assert!(told.contains(r#""status":"incomplete""#) && told.contains(r#""given_up":["0"]"#), "{told}");
    ended(hand, 0);
}

/// The few words of the NATS protocol that a malicious or outdated program needs.
struct RawClient(TcpStream);

impl RawClient {
    fn connect(broker: &Broker) -> RawClient {
        let stream = TcpStream::connect(("127.0.0.1", broker.port)).unwrap();
        let mut line = String::new();
        BufReader::new(stream.try_clone().unwrap()).read_line(&mut line).unwrap();
        let mut client = RawClient(stream);
        client.0.write_all(b"CONNECT {\"verbose\":false}\r\n").unwrap();
        client
    }

    fn publish(&mut self, subject: &str, payload: &str) {
        write!(self.0, "PUB {subject} {}\r\n{payload}\r\nPING\r\n", payload.len()).unwrap();
        loop {
            let mut answer = [0; 6];
            self.0.read_exact(&mut answer).unwrap();
            match &answer {
                b"PONG\r\n" => return,
                b"PING\r\n" => self.0.write_all(b"PONG\r\n").unwrap(),
                other => panic!("{}", String::from_utf8_lossy(other)),
            }
        }
    }
}

#[test]
fn a_false_record_stops_the_job_and_both_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let broker = Broker::start();
    let job = broker.submit(BUDGET, &["--least", "1"]);
    // The first unit's record, before any worker has done it.
    let sources = ubin::unit::SOURCES;
    let record =
        format!(r#"{{"unit":"0","sources":"{sources}","part":{{"found":7,"hash":7,"nodes":7,"generated":7}}}}"#);
    RawClient::connect(&broker).publish(&format!("ubin.r.{job}.d.0"), &record);
    let hand = broker.worker().wait_with_output().unwrap();
    let told = String::from_utf8_lossy(&hand.stderr);
    assert_eq!(hand.status.code(), Some(2), "{told}");
    assert!(told.contains("unit 0 has two records that differ") && told.contains(r#""found":7"#), "{told}");
    let collector = broker.collector(&job, &ledger_in(folder.path(), "ledger")).wait_with_output().unwrap();
    let told = String::from_utf8_lossy(&collector.stderr);
    assert_eq!(collector.status.code(), Some(2), "{told}");
    assert!(told.contains("two records that differ"), "{told}");
    assert_eq!(broker.status()["end"], "conflict");
}

#[test]
fn a_worker_of_another_search_takes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let broker = Broker::start();
    let job = broker.submit(BUDGET, &[]);
    let ledger = ledger_in(folder.path(), "ledger");
    // The manifest as another version would have written it, in streams of its own.
    let mut collector = broker.collector(&job, &ledger);
    wait_until("the ledger has the manifest", || fs::read_to_string(&ledger).unwrap_or_default().lines().count() >= 2);
    collector.kill().unwrap();
    collector.wait().unwrap();
    let text = fs::read_to_string(&ledger).unwrap();
    let entry = text.lines().nth(1).unwrap().split_once(' ').unwrap().1;
    let manifest = entry.strip_prefix("{\"manifest\":").unwrap().strip_suffix('}').unwrap();
    let foreign = manifest.replace(ubin::unit::SOURCES, &"0".repeat(16));
    let other = ubin_share::digest(foreign.as_bytes());
    let mut client = RawClient::connect(&broker);
    for (stream, subject, retention) in
        [("r", format!("ubin.r.{other}.>"), "limits"), ("u", format!("ubin.u.{other}"), "workqueue")]
    {
        let config = format!(
            r#"{{"name":"ubin-{stream}-{other}","subjects":["{subject}"],"retention":"{retention}","storage":"file","num_replicas":1}}"#
        );
        client.publish(&format!("$JS.API.STREAM.CREATE.ubin-{stream}-{other}"), &config);
    }
    client.publish(&format!("ubin.r.{other}.m"), &foreign);
    let hand = broker.worker_with(&["--job", &other]).wait_with_output().unwrap();
    let told = String::from_utf8_lossy(&hand.stderr);
    assert_eq!(hand.status.code(), Some(2), "{told}");
    assert!(told.contains("another version of the search"), "{told}");
}

#[test]
fn users_passwords_and_encryption_are_kept_to() {
    let folder = tempfile::tempdir().unwrap();
    let (key, certificate) = (folder.path().join("key.pem"), folder.path().join("certificate.pem"));
    needed("openssl", "openssl");
    let made = Command::new("openssl")
        .args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"])
        .args(["-addext", "subjectAltName=IP:127.0.0.1", "-addext", "basicConstraints=critical,CA:FALSE"])
        .args(["-keyout", key.to_str().unwrap(), "-out", certificate.to_str().unwrap()])
        .stderr(Stdio::null())
        .status();
    assert!(made.is_ok_and(|status| status.success()), "a certificate can be made");
    let config = folder.path().join("nats.conf");
    let tls = format!("tls {{ cert_file: {certificate:?}, key_file: {key:?} }}");
    fs::write(&config, format!("{tls}\nauthorization {{ user: worker, password: secret }}\n")).unwrap();
    let broker = Broker::start_with(tempfile::tempdir().unwrap(), vec!["-c".into(), config.display().to_string()]);
    let url = broker.url();
    let status = |password: &str, more: &[&str]| {
        let args = [&["share", "status", "--server", &url], more].concat();
        let output = ubin().args(args).env("UBIN_NATS_PASSWORD", password).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let with_root = ["--user", "worker", "--tls-root", certificate.to_str().unwrap()];
    assert_eq!(status("secret", &with_root), (Some(0), String::new()));
    let (code, told) = status("guess", &with_root);
    assert!(code == Some(2) && told.to_lowercase().contains("authorization"), "{told}");
    let (code, told) = status("secret", &["--user", "worker"]);
    assert!(code == Some(2) && !told.is_empty(), "a server that is not trusted: {told}");
    let output = run(&["share", "status", "--server", "nats://worker:secret@127.0.0.1:1"]);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && told.contains("no user and no password"), "{told}");
    assert_eq!(run(&["share", "status", "--server", "nats://127.0.0.1:1"]).status.code(), Some(2));
}

/// The configuration that docs/scale.md gives, as it stands there.
#[test]
fn the_users_of_the_document_may_do_what_it_says() {
    let document = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/scale.md")).unwrap();
    let config = document.split("```text\nworker = {").nth(1).unwrap().split("```").next().unwrap();
    // The server of the tests has its own store, and is not encrypted here.
    let config: String = config
        .lines()
        .filter(|line| !line.starts_with("tls") && !line.starts_with("jetstream"))
        .fold("worker = {".into(), |text, line| text + line + "\n");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("nats.conf");
    fs::write(&file, config).unwrap();
    let broker = Broker::start_with(tempfile::tempdir().unwrap(), vec!["-c".into(), file.display().to_string()]);
    let url = broker.url();
    let as_user = |user: &str, args: &[&str]| {
        let password = if user == "worker" { "two" } else { "one" };
        let mut command = ubin();
        command.args(["share", args[0], "--server", &url, "--user", user]).args(&args[1..]);
        command.env("UBIN_NATS_PASSWORD", password).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let job = ended(as_user("collector", &["submit", "count", "soma"]), 0).trim().to_string();
    let ledger = ledger_in(folder.path(), "ledger");
    let collector = as_user("collector", &["collect", "--json", "--job", &job, ledger.to_str().unwrap()]);
    ended(as_user("worker", &["work", "--ends"]), 0);
    assert_eq!(total(&ended(collector, 0)).0, 11_520);
    // A worker makes no job, and hears why.
    let refused = as_user("worker", &["submit", "count", "iq"]).wait_with_output().unwrap();
    let told = String::from_utf8_lossy(&refused.stderr).to_lowercase();
    assert!(refused.status.code() == Some(2) && told.contains("permissions violation"), "{told}");
}

#[test]
fn rounds_follow_each_other_at_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let broker = Broker::start();
    let question = EASIEST;
    let one = folder.path().join("one");
    let one: Value =
        serde_json::from_str(&ends(0, &[&question[..], &["--json", "--checkpoint", one.to_str().unwrap()]].concat()))
            .unwrap();
    let url = broker.url();
    let args = [&["share", "submit", "--server", &url, "--budget", "20000"], &question[..]].concat();
    let job = ends(0, &args).trim().to_string();
    let ledger = ledger_in(folder.path(), "ledger");
    let collector = broker.collector(&job, &ledger);
    let mut hand =
        ubin().args(["share", "work", "--server", &url]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let collected = collector.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&collected.stderr);
    assert_eq!(collected.status.code(), Some(0), "{said}");
    assert!(said.contains("the next round is being cut") && said.contains("moves has begun: job "), "{said}");
    let told: Value = serde_json::from_slice(&collected.stdout).unwrap();
    assert_eq!(told["path"], one["moves"]);
    let _ = hand.kill();
    hand.wait().unwrap();
    // The same ledger is a checkpoint's: the answer is in it.
    let again = ends(0, &[&question[..], &["--json", "--checkpoint", ledger.to_str().unwrap()]].concat());
    let again: Value = serde_json::from_str(&again).unwrap();
    assert_eq!((&again["moves"], &again["expanded"]), (&one["moves"], &one["expanded"]));
}
