//! Laws of ledgers and tallies: what is written is read, in whatever order records come the sum is the same, and nothing false passes.

use std::fs;
use std::sync::Arc;

use serde_json::json;
use ubin::slide::TableStore;
use ubin::unit::{Part, Unit};
use ubin_front::clock::Moment;
use ubin_front::question::{LimitFields, Question};
use ubin_front::{PlainDesk, Workload};
use ubin_share::folder::JobFolder;
use ubin_share::{
    Added, AuditedLedger, Ledger, LedgerHead, Manifest, Mismatch, Recheck, Rechecked, Record, ShareError, Tally,
    WorkerDesk, estimated_nodes,
};

const BRICKS: &str = r#"{"verb":"count","puzzle":"2 5 5/DEFAULT/AA/BB/CC/DD/EE","method":"backtrack"}"#;

/// A small job: bricks on a board, or the first round of a proof with a path.
fn job(question: &str, budget: u64, least: usize) -> (Manifest, Workload, Vec<Record>, PlainDesk) {
    let (question, desk) = (Question::read(question).unwrap(), PlainDesk::default());
    let work = Workload::new(&question, &desk).unwrap();
    let (manifest, records) = Manifest::new(&question, &work, budget).split(&work, least, &desk).unwrap();
    (manifest, work, records, desk)
}

/// All records of a job, each after its parent's.
fn all_records(manifest: &Manifest, work: &Workload, desk: &PlainDesk) -> Vec<Record> {
    let mut open = manifest.units.clone();
    let mut records = Vec::new();
    while let Some(unit) = open.pop() {
        let part = work.part(&unit, manifest.budget_of(&unit.id), desk).unwrap();
        open.extend(Workload::children(&unit, part.left.clone()));
        records.push(Record::new(&unit, part));
    }
    records
}

/// Adds records in any order; those that come too early wait.
fn tally(manifest: &Manifest, mut records: Vec<Record>) -> Tally {
    let mut tally = Tally::new(manifest);
    while !records.is_empty() {
        let before = records.len();
        records.retain(|record| tally.add(record).unwrap() == Added::Unknown);
        assert!(records.len() < before, "some unit is never reached");
    }
    tally
}

const PROOF: &str = r#"{"verb":"solve","puzzle":"8 6 7/2 5 4/3 - 1","method":"ida","heuristic":"manhattan"}"#;

#[test]
fn the_sum_does_not_depend_on_the_order_of_records_or_the_budget() {
    let (whole, work, _, desk) = job(BRICKS, u64::MAX, 1);
    let expected = tally(&whole, all_records(&whole, &work, &desk)).sum();
    for (budget, least) in [(1, 1), (7, 1), (100, 30), (5000, 9)] {
        let (manifest, work, first, desk) = job(BRICKS, budget, least);
        let mut records = all_records(&manifest, &work, &desk);
        assert!(first.iter().all(|record| records.contains(record)), "small units have the same records");
        let forwards = tally(&manifest, records.clone());
        records.reverse();
        let backwards = tally(&manifest, records.clone());
        // Every record twice.
        let twice = tally(&manifest, [records.clone(), records].concat());
        for tally in [&forwards, &backwards, &twice] {
            assert!(tally.is_complete());
            let sum = tally.sum();
            assert_eq!((sum.found, sum.hash, sum.nodes), (expected.found, expected.hash, expected.nodes));
            assert_eq!(tally.nodes(), expected.nodes);
        }
    }
}

#[test]
fn a_round_ends_with_its_first_path_whoever_finds_another() {
    let (first, work, _, desk) = job(PROOF, u64::MAX, 1);
    // Up to the round with a path.
    let (mut manifest, mut work) = (first, work);
    let expected = loop {
        let sum = tally(&manifest, all_records(&manifest, &work, &desk)).sum();
        if sum.path.is_some() {
            break sum;
        }
        work = {
            let next = work.next_stage(&sum).unwrap();
            work.at(next).unwrap()
        };
        manifest = Manifest::new(&Question::read(PROOF).unwrap(), &work, u64::MAX);
    };
    let question = Question::read(PROOF).unwrap();
    let (parts, _) = Manifest::new(&question, &work, 50).split(&work, 20, &desk).unwrap();
    let mut records = all_records(&parts, &work, &desk);
    records.reverse();
    let tally = tally(&parts, records);
    assert_eq!((tally.sum().path, tally.sum().nodes), (expected.path, expected.nodes));
    assert!(tally.is_complete(), "what comes after the path is not wanted");
}

#[test]
fn records_that_contradict_each_other_or_the_tree_are_refused() {
    let (manifest, work, _, desk) = job(BRICKS, 40, 1);
    let records = all_records(&manifest, &work, &desk);
    let mut sums = tally(&manifest, records.clone());
    let wrong = Record { part: Part { found: 77, ..records[3].part.clone() }, ..records[3].clone() };
    assert!(matches!(sums.add(&wrong), Err(Mismatch::Conflict { unit, .. }) if unit == wrong.unit));
    let stranger = Record { unit: "9-9".into(), ..records[0].clone() };
    assert_eq!(sums.add(&stranger), Ok(Added::Unknown));
    assert_eq!(sums.add(&Record { unit: "no name".into(), ..stranger }), Ok(Added::Unknown));

    let recheck = Recheck { siblings: true, again: 1.0 };
    let check = |unit: &Unit, record: &Record| {
        recheck.check((&manifest, &work), (unit, record), &mut Rechecked::default(), &desk)
    };
    let mut open = manifest.units.clone();
    let (mut checked, mut dropped) = (0, 0);
    while let Some(unit) = open.pop() {
        let record = records.iter().find(|record| record.unit == unit.id).unwrap();
        check(&unit, record).unwrap();
        checked += 1;
        if let Some(ubin::unit::Work::Subtrees(left)) = &record.part.left {
            // Whatever is left out of what is left is noticed without a search.
            for at in 0..left.len() {
                let mut fewer = left.clone();
                fewer.remove(at);
                let part = Part { left: Some(ubin::unit::Work::Subtrees(fewer)), ..record.part.clone() };
                let refused = Recheck { again: 0.0, ..recheck }.check(
                    (&manifest, &work),
                    (&unit, &Record { part, ..record.clone() }),
                    &mut Rechecked::default(),
                    &desk,
                );
                // What remains behind the first prefix can follow another first one: then only doing it again tells.
                dropped += u64::from(matches!(refused, Err(ShareError::Mismatch(Mismatch::FalseRecord { .. }))));
                assert!(at == 0 || left.len() == 1 || refused.is_err(), "{}: {at} of {}", unit.id, left.len());
            }
        }
        let wrong = Record { part: Part { hash: 1, ..record.part.clone() }, ..record.clone() };
        assert!(check(&unit, &wrong).is_err());
        open.extend(Workload::children(&unit, record.part.left.clone()));
    }
    assert!(checked > 20 && dropped > 20, "{checked} {dropped}");
}

#[test]
fn a_ledger_torn_at_any_byte_keeps_what_was_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger");
    let head = LedgerHead::new(json!({"question": 1}));
    let entries = ["{\"a\":1}", "{\"b\":\"two words\"}", "{\"c\":[3]}"];
    let mut ledger = Ledger::open(&path, &head, |_, _| Ok(())).unwrap();
    let begun = fs::metadata(&path).unwrap().len();
    for entry in entries {
        let place = ledger.append(entry).unwrap();
        assert_eq!(ledger.entry(place).unwrap(), entry);
    }
    assert!(matches!(Ledger::open(&path, &head, |_, _| Ok(())), Err(ShareError::Mismatch(Mismatch::Busy { .. }))));
    drop(ledger);
    let whole = fs::read(&path).unwrap();
    let read = || {
        let mut read = Vec::new();
        let opened = Ledger::open(&path, &head, |_, entry| {
            read.push(entry.to_string());
            Ok(())
        });
        opened.map(|_| read)
    };
    assert_eq!(read().unwrap(), entries);
    for end in 0..whole.len() {
        fs::write(&path, &whole[..end]).unwrap();
        let kept = whole[..end].iter().filter(|&&byte| byte == b'\n').count().saturating_sub(1);
        assert_eq!(read().unwrap(), entries[..kept], "{end}");
        assert!(fs::metadata(&path).unwrap().len() <= begun.max(end as u64));
    }
    // A changed byte is no torn end, and the file is left as it is: only the last line's end can be lost.
    for at in 0..whole.len() - 1 {
        let mut changed = whole.clone();
        changed[at] ^= 1;
        fs::write(&path, &changed).unwrap();
        match (read(), at < begun as usize - 1) {
            (Err(ShareError::Mismatch(Mismatch::NotALedger { .. })), true) => {}
            (Err(ShareError::Mismatch(Mismatch::Damaged { .. })), false) => {}
            // The end of the first line: two lines are one.
            (Err(ShareError::Mismatch(Mismatch::NotALedger { .. })), false) if at == begun as usize - 1 => {}
            (other, _) => panic!("{at}: {other:?}"),
        }
        assert_eq!(fs::read(&path).unwrap(), changed, "{at}");
    }
    // A disk that lost power may have a block of zeros in the last line.
    let last = whole[..whole.len() - 1].iter().rposition(|&byte| byte == b'\n').unwrap();
    let mut zeros = whole.clone();
    zeros[last + 3..whole.len() - 4].fill(0);
    fs::write(&path, &zeros).unwrap();
    assert_eq!(read().unwrap(), entries[..2]);
    // What is no ledger is left alone, with or without an end of line.
    for foreign in [&b"my precious data"[..], &[0; 5000], b"deadbeef", b"0123456789abcdef {\"ledger\":1}", b"a\nb\n"] {
        fs::write(&path, foreign).unwrap();
        assert!(matches!(read(), Err(ShareError::Mismatch(Mismatch::NotALedger { .. }))), "{foreign:?}");
        assert_eq!(fs::read(&path).unwrap(), foreign);
    }
    fs::write(&path, &whole).unwrap();
    let other = LedgerHead::new(json!({"question": 2}));
    let opened = Ledger::open(&path, &other, |_, _| Ok(()));
    assert!(matches!(opened, Err(ShareError::Mismatch(Mismatch::OtherQuestion { .. }))));
    assert_eq!(fs::read(&path).unwrap(), whole, "it is left as it was");
}

/// A hundred thousand units: the audit of their ledger adds up what one search finds.
#[test]
fn a_hundred_thousand_units_are_audited() {
    let question = r#"{"verb":"count","puzzle":"2 8 8/DEFAULT/AA/BB/CC/DD/EE/FF/GG/HH","method":"backtrack"}"#;
    let (whole, work, _, desk) = job(question, u64::MAX, 1);
    let expected = tally(&whole, all_records(&whole, &work, &desk)).sum();
    let (manifest, work, _, desk) = job(question, expected.nodes / 100_000, 1);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger");
    let mut ledger = Ledger::open(&path, &LedgerHead::new(manifest.question.clone()), |_, _| Ok(())).unwrap();
    ledger.append(&json!({"manifest": manifest}).to_string()).unwrap();
    let records = all_records(&manifest, &work, &desk);
    for record in &records {
        ledger.append(&json!({"record": record}).to_string()).unwrap();
    }
    drop(ledger);
    let units = records.len();
    assert!(units >= 100_000, "{units}");
    drop(records);
    let before = resident();
    let audited = AuditedLedger::read(&path, None::<(_, _, &PlainDesk)>).unwrap();
    eprintln!("{units} units audited, {} KiB more in memory than before", resident().saturating_sub(before));
    let sum = audited.tally.sum();
    assert_eq!((audited.tally.is_complete(), audited.tally.units_done()), (true, units));
    assert_eq!((sum.found, sum.hash, sum.nodes), (expected.found, expected.hash, expected.nodes));
}

/// The memory of this process in KiB, 0 where the system does not say. It is told, not asserted: other tests run beside.
fn resident() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse().ok()).unwrap_or(0)
}

#[test]
fn a_manifest_is_named_for_all_it_says() {
    let (manifest, ..) = job(BRICKS, 40, 1);
    let again: Manifest = serde_json::from_str(&serde_json::to_string(&manifest).unwrap()).unwrap();
    assert_eq!((again.job(), &again), (manifest.job(), &manifest));
    assert_eq!(manifest.job().len(), 32);
    let other = Manifest { budget: 41, ..manifest.clone() };
    assert_ne!(other.job(), manifest.job());
    let other = Manifest { sources: "0".repeat(16), ..manifest };
    let refused = other.workload("here", &LimitFields::default(), &PlainDesk::default()).err();
    assert!(matches!(refused, Some(ShareError::Mismatch(Mismatch::OtherSearch { .. }))));
}

/// A round remembers the tables it was begun with: with others its units have other parts.
#[test]
fn other_tables_are_refused() {
    let question = r#"{"verb":"solve","puzzle":"8 6 7/2 5 4/3 - 1","prove":true}"#;
    let (manifest, ..) = job(question, 40, 1);
    assert!(manifest.tables.is_some(), "a proof uses tables unless a heuristic is asked for");
    let other = Manifest { tables: Some("0".repeat(32)), ..manifest.clone() };
    let refused = other.workload("here", &LimitFields::default(), &PlainDesk::default()).err();
    assert!(matches!(refused, Some(ShareError::Mismatch(Mismatch::OtherTables { .. }))));
    // Tables are the same wherever they are built.
    assert_eq!(job(question, 40, 1).0.tables, manifest.tables);
    manifest.workload("here", &LimitFields::default(), &PlainDesk::default()).unwrap();
}

/// What is in a cache is no reason to refuse: the manifest's tables are built beside it.
#[test]
fn a_worker_that_has_other_tables_at_hand_builds_those_of_the_job() {
    let question = r#"{"verb":"solve","puzzle":"8 6 7/2 5 4/3 - 1","prove":true}"#;
    let (manifest, work, ..) = job(question, 40, 1);
    let tables = TableStore::new(1).with_budgets(16 << 10, 16 << 10);
    let desk = WorkerDesk::new(Moment::now(), tables, None, Arc::new(|| true));
    let at_hand = Workload::new(&manifest.question().unwrap(), &desk).unwrap();
    assert_ne!(at_hand.tables(), manifest.tables);
    let built = manifest.workload("here", &LimitFields::default(), &desk).unwrap();
    assert_eq!(built.tables(), manifest.tables);
    let unit = &manifest.units[0];
    assert_eq!(built.part(unit, 40, &desk).unwrap(), work.part(unit, 40, &desk).unwrap());
}

#[test]
fn an_estimate_is_near_the_truth_and_the_same_every_time() {
    let (manifest, work, _, desk) = job(BRICKS, u64::MAX, 1);
    let nodes = tally(&manifest, all_records(&manifest, &work, &desk)).nodes() as f64;
    let estimate = estimated_nodes(&work, 2000..=2000, 0, &desk).unwrap().unwrap();
    assert!((0.8..1.25).contains(&(estimate / nodes)), "{estimate} of {nodes}");
    assert_eq!(estimated_nodes(&work, 2000..=2000, 0, &desk).unwrap(), Some(estimate));
    // So small a search pays for no more walks than must be, unless it is known to be large.
    let of = |walks, known| estimated_nodes(&work, walks, known, &desk).unwrap();
    assert_eq!(of(4..=2000, 0), of(4..=4, 0));
    assert_eq!(of(4..=2000, u64::MAX), Some(estimate));
}

#[test]
fn a_folder_is_begun_once_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let (manifest, work, records, desk) = job(BRICKS, 300, 12);
    let place = folder.path().join("job");
    let job = JobFolder::begin(&place, manifest.clone(), &records).unwrap();
    assert!(job.index().unwrap().len() >= 12);
    let again = JobFolder::begin(&place, manifest.clone(), &records).unwrap();
    for name in again.index().unwrap() {
        again.work_off(again.unit(&name).unwrap(), &work, &desk).unwrap();
    }
    let (tally, _) = JobFolder::open(&place).unwrap().audit(None::<(_, _, &PlainDesk)>).unwrap();
    let expected = self::tally(&manifest, all_records(&manifest, &work, &desk)).sum();
    assert_eq!((tally.is_complete(), tally.sum()), (true, expected));
    // A record that is damaged, by one digit or altogether, is as good as none: its unit is done again.
    let record = place.join("records").join(format!("{}.json", again.index().unwrap()[0]));
    let whole = fs::read_to_string(&record).unwrap();
    for damaged in [whole.replacen("\"nodes\":", "\"nodes\":1", 1), whole[..whole.len() / 2].into(), String::new()] {
        fs::write(&record, damaged).unwrap();
        let refused = again.audit(None::<(_, _, &PlainDesk)>).err();
        assert!(matches!(refused, Some(ShareError::Mismatch(Mismatch::DamagedRecord { .. }))));
        let done = again.work_off(again.unit(&again.index().unwrap()[0]).unwrap(), &work, &desk).unwrap();
        assert_eq!((done.records, fs::read_to_string(&record).unwrap()), (1, whole.clone()));
    }
    let other = Manifest { budget: 301, ..manifest };
    let refused = JobFolder::begin(&place, other, &records).err();
    assert!(matches!(refused, Some(ShareError::Mismatch(Mismatch::OldJob { .. }))));
}
