//! Units by NATS JetStream, with a server that the tests start themselves: `nats-server` from Debian.

#[path = "trust.rs"]
mod trust;

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

use serde_json::Value;

use super::{EASIEST, Moments, SmallDisk, comes_true, ends, kills, needed, total, ubin, wait_until};

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

    /// A worker that waits for more when no unit is left.
    fn staying_worker(&self) -> Child {
        let args = ["share", "work", "--threads", "1", "--server", &self.url()];
        ubin().args(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
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

/// Ends a worker that stays.
fn dismissed(mut hand: Child) {
    let _ = hand.kill();
    hand.wait().unwrap();
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
    // Without --ends: what a server has lost may be offered again after they would have gone.
    let hands = [broker.staying_worker(), broker.staying_worker()];
    assert_eq!(total(&ended(collector, 0)), expected);
    hands.into_iter().for_each(dismissed);
}

#[test]
fn a_server_that_loses_its_store_costs_time_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let (mut broker, expected) = (Broker::start(), alone());
    let job = broker.submit(BUDGET / 2, &["--ack-wait", "1s"]);
    let ledger = ledger_in(folder.path(), "ledger");
    let collector = broker.collector(&job, &ledger);
    // A store without jobs is no reason to go.
    let hands = [broker.staying_worker(), broker.staying_worker()];
    let head = super::length(&ledger);
    wait_until("some records", || super::length(&ledger) > head + 50_000);
    broker.kill();
    broker.wipe();
    broker.restart();
    // And once more, with the collector: its command is the same, and the ledger has the job that the server does not have.
    let before = super::length(&ledger);
    wait_until("some records more", || super::length(&ledger) > before + 20_000);
    let mut collector = collector;
    let _ = collector.kill();
    collector.wait().unwrap();
    broker.kill();
    broker.wipe();
    broker.restart();
    let collector = broker.collector(&job, &ledger);
    assert_eq!(total(&ended(collector, 0)), expected);
    // A job that is not the ledger's is none of its.
    let other = broker.submit(BUDGET, &[]);
    let args = ["share", "collect", "--job", &other, "--server", &broker.url(), ledger.to_str().unwrap()];
    super::refused(&args, &format!("it is the ledger of job {job}, and not of job {other}"));
    hands.into_iter().for_each(dismissed);
}

/// A server that dies loses what was not on disk yet, and gives the numbers of the lost records to those that come next: a collector that goes on after the last number it read has missed them.
#[test]
fn records_that_bear_the_numbers_of_lost_ones_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let (mut broker, expected) = (Broker::start(), alone());
    let job = broker.submit(BUDGET / 2, &["--ack-wait", "1s"]);
    let ledger = ledger_in(folder.path(), "ledger");
    let store = broker.folder.path().join("store");
    let (store, older) = (store.display(), folder.path().join("older"));
    broker.kill();
    assert!(sh(&format!("cp -r {store} {}", older.display())));
    broker.restart();
    let fill = |broker: &Broker, name: &str| {
        let mut client = RawClient::connect(broker);
        for number in 1..2_000 {
            client.write(&format!("ubin.r.{job}.d.{name}{number}"), "not a record");
        }
        client.publish(&format!("ubin.r.{job}.d.{name}"), "not a record");
    };
    // The collector has read two thousand messages and more.
    fill(&broker, "lost");
    let collector = broker.collector(&job, &ledger);
    let mut hand = broker.worker();
    let head = super::length(&ledger);
    wait_until("some records", || super::length(&ledger) > head + 20_000);
    // It sleeps while the server loses them, takes other records under the same numbers, and gets further than it was.
    assert!(sh(&format!("kill -STOP {}", collector.id())));
    let _ = hand.kill();
    hand.wait().unwrap();
    broker.kill();
    broker.wipe();
    assert!(sh(&format!("cp -r {} {store}", older.display())));
    broker.restart();
    ended(broker.worker(), 0);
    fill(&broker, "later");
    assert!(sh(&format!("kill -CONT {}", collector.id())));
    let hand = broker.worker();
    assert_eq!(total(&ended(collector, 0)), expected);
    ended(hand, 0);
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
    // A time limit ends both, and what they have is theirs no more.
    ends(3, &["share", "work", "--time-limit", "200ms", "--threads", "1", "--server", &url]);
    let short = ledger_in(folder.path(), "short");
    let short = short.to_str().unwrap();
    ends(3, &["share", "collect", short, "--job", &job, "--time-limit", "200ms", "--server", &url]);
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

/// Ctrl-C at a worker says nothing against its units: however often they are given back, they are done in the end.
#[test]
fn units_that_are_given_back_often_are_not_given_up() {
    let folder = tempfile::tempdir().unwrap();
    let (broker, expected) = (Broker::start(), alone());
    let job = broker.submit(1_000_000_000_000, &["--least", "1"]);
    for time in 0..7 {
        let hand = broker.worker();
        wait_until("it is delivered", || broker.status()["deliveries"].as_u64() > Some(time));
        assert!(sh(&format!("kill -INT {}", hand.id())));
        ended(hand, 130);
    }
    let collector = broker.collector(&job, &ledger_in(folder.path(), "ledger"));
    let hand = broker.worker();
    assert_eq!(total(&ended(collector, 0)), expected);
    ended(hand, 0);
}

/// The few words of the NATS protocol that a malicious or outdated program needs.
struct RawClient(BufReader<TcpStream>);

impl RawClient {
    fn connect(broker: &Broker) -> RawClient {
        RawClient::connect_with(broker, r#"{"verbose":false}"#)
    }

    fn connect_with(broker: &Broker, options: &str) -> RawClient {
        let stream = TcpStream::connect(("127.0.0.1", broker.port)).unwrap();
        let mut client = RawClient(BufReader::new(stream));
        let greeting = client.line();
        assert!(greeting.starts_with("INFO "), "{greeting}");
        write!(client.0.get_mut(), "CONNECT {options}\r\n").unwrap();
        client
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.0.read_line(&mut line).unwrap();
        line
    }

    fn publish(&mut self, subject: &str, payload: &str) {
        assert_eq!(self.told(subject, payload), "");
    }

    /// Sends a message and waits for nothing.
    fn write(&mut self, subject: &str, payload: &str) {
        write!(self.0.get_mut(), "PUB {subject} {}\r\n{payload}\r\n", payload.len()).unwrap();
    }

    /// What the server has against a message.
    fn told(&mut self, subject: &str, payload: &str) -> String {
        self.write(subject, payload);
        self.0.get_mut().write_all(b"PING\r\n").unwrap();
        let mut told = String::new();
        loop {
            match self.line().as_str() {
                "PONG\r\n" => return told,
                "PING\r\n" => self.0.get_mut().write_all(b"PONG\r\n").unwrap(),
                other => told += other,
            }
        }
    }
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
