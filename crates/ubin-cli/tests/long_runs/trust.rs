//! What the server is told, by whom, and what is believed: false records, other versions, users, passwords and encryption.

use std::fs;
use std::process::{Command, Stdio};

use super::super::{refused, run};
use super::{BUDGET, Broker, RawClient, alone, comes_true, ended, ledger_in, needed, total, ubin, wait_until};

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
fn a_server_that_takes_only_short_messages_is_told_about() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("nats.conf");
    fs::write(&config, "max_payload: 1000\n").unwrap();
    let broker = Broker::start_with(tempfile::tempdir().unwrap(), vec!["-c".into(), config.display().to_string()]);
    let args = ["share", "submit", "--server", &broker.url(), "count", "iq-pyramid"];
    refused(&args, "set max_payload in its configuration (8MB), or share the units as files");
}

/// What is no record keeps the place of one; the one that a worker makes counts in its stead.
#[test]
fn nonsense_in_the_place_of_a_record_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (broker, expected) = (Broker::start(), alone());
    let job = broker.submit(BUDGET, &["--least", "1"]);
    let mut client = RawClient::connect(&broker);
    for (unit, nonsense) in [("0", "nonsense"), ("0-0", "{}")] {
        client.publish(&format!("ubin.r.{job}.d.{unit}"), nonsense);
    }
    let hand = broker.worker();
    assert_eq!(total(&ended(broker.collector(&job, &ledger_in(folder.path(), "ledger")), 0)), expected);
    ended(hand, 0);
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
    // A whole job.
    let start = |args: &[&str]| {
        let mut command = ubin();
        command.arg("share").args(args).args(["--server", &url]).args(with_root).env("UBIN_NATS_PASSWORD", "secret");
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let job = ended(start(&["submit", "--budget", &BUDGET.to_string(), "count", "iq-pyramid"]), 0);
    let ledger = ledger_in(folder.path(), "ledger");
    let collector = start(&["collect", "--json", "--job", job.trim(), ledger.to_str().unwrap()]);
    let hand = start(&["work", "--ends"]);
    assert_eq!(total(&ended(collector, 0)), alone());
    ended(hand, 0);
    let output = run(&["share", "status", "--server", "nats://worker:secret@127.0.0.1:1"]);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && told.contains("no user and no password"), "{told}");
    assert_eq!(run(&["share", "status", "--server", "nats://127.0.0.1:1"]).status.code(), Some(2));
    for option in ["--tls-root", "--credentials"] {
        refused(&["share", "status", "--server", &url, option, "no/such.file"], "no/such.file: ");
    }
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
    // Nor does it collect one, not even one that has ended.
    let said = folder.path().join("said");
    let mut collector = ubin();
    collector.args(["share", "collect", "--server", &url, "--user", "worker", "--job", &job]);
    collector.arg(ledger_in(folder.path(), "second")).env("UBIN_NATS_PASSWORD", "two");
    let mut collector = collector.stderr(fs::File::create(&said).unwrap()).spawn().unwrap();
    let is_told = || fs::read_to_string(&said).unwrap().to_lowercase().contains("permissions violation");
    let is_told = comes_true(is_told);
    let _ = collector.kill();
    collector.wait().unwrap();
    assert!(is_told, "{}", fs::read_to_string(&said).unwrap());
    // It writes no manifest, ends no job and deletes no stream, whatever program it is.
    let mut client = RawClient::connect_with(&broker, r#"{"verbose":false,"user":"worker","pass":"two"}"#);
    for subject in [
        format!("ubin.r.{job}.m"),
        format!("ubin.r.{job}.end"),
        format!("$JS.API.STREAM.DELETE.ubin-r-{job}"),
        format!("$JS.API.STREAM.PURGE.ubin-r-{job}"),
        format!("$JS.API.STREAM.MSG.DELETE.ubin-r-{job}"),
        format!("$JS.API.CONSUMER.DELETE.ubin-u-{job}.work"),
    ] {
        let told = client.told(&subject, "{}").to_lowercase();
        assert!(told.contains("permissions violation"), "{subject}: {told}");
    }
    assert_eq!(client.told(&format!("ubin.r.{job}.d.9"), "{}"), "");
}
