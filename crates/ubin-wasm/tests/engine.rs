//! The worker's engine without a browser: the same questions and answers, its events, its stop, its tables.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use ubin_wasm::{Answer, Engine, Host};

/// A host in memory.
#[derive(Clone, Default)]
struct Desk {
    is_over: Arc<AtomicBool>,
    /// Looks after which the answer is not wanted any more.
    patience: Option<usize>,
    looks: Arc<AtomicUsize>,
    events: Arc<Mutex<Vec<(String, String)>>>,
    tables: Arc<Mutex<BTreeMap<String, Vec<u8>>>>,
}

impl Host for Desk {
    fn is_wanted(&self) -> bool {
        let looks = self.looks.fetch_add(1, Relaxed);
        !self.is_over.load(Relaxed) && self.patience.is_none_or(|most| looks < most)
    }

    fn event(&self, name: &str, json: &str) {
        self.events.lock().unwrap().push((name.into(), json.into()));
    }

    fn kept(&self) -> Vec<String> {
        self.tables.lock().unwrap().keys().cloned().collect()
    }

    fn load(&self, name: &str) -> Option<Vec<u8>> {
        self.tables.lock().unwrap().get(name).cloned()
    }

    fn keep(&self, name: &str, image: &[u8]) {
        self.tables.lock().unwrap().insert(name.into(), image.into());
    }
}

#[track_caller]
fn report(answer: Answer) -> serde_json::Value {
    match answer {
        Answer::Json(json) => serde_json::from_str(&json).unwrap(),
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn refusal(answer: Answer) -> serde_json::Value {
    match answer {
        Answer::Refused(json) => serde_json::from_str::<serde_json::Value>(&json).unwrap()["error"].take(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn questions_are_those_of_every_front_end() {
    let engine = Engine::new(Desk::default());
    let solved = report(engine.answer(r#"{"verb":"solve","puzzle":"1 2 3/4 5 6/- 7 8"}"#));
    assert_eq!((&solved["status"], &solved["moves"]), (&"optimal".into(), &"RR".into()));
    let counted = report(engine.answer(r#"{"verb":"count","puzzle":"pentominoes 3x20","distinct":true}"#));
    assert_eq!((&counted["solutions"], &counted["distinct"]), (&8.into(), &2.into()));
    let drawn = engine.answer(r#"{"verb":"render","puzzle":"1 2 3/4 5 6/7 8 -","format":"png"}"#);
    assert!(matches!(drawn, Answer::File("image/png", bytes) if bytes.starts_with(b"\x89PNG")));
}

#[test]
fn what_is_wrong_is_refused_with_its_place() {
    let engine = Engine::new(Desk::default());
    let error = refusal(engine.answer(r#"{"verb":"check","puzzle":"1 2/3 3"}"#));
    assert_eq!((&error["code"], &error["column"]), (&"bad-puzzle".into(), &7.into()));
    for question in ["", "{", "[]", "{}", r#"{"verb":"fly"}"#, r#"{"verb":7}"#, r#"{"verb":"build"}"#, "\u{fffd}"] {
        refusal(engine.answer(question));
    }
    let none = r#"{"verb":"generate","family":"slide","size":"3x3","length":40}"#;
    assert_eq!(refusal(engine.answer(none))["code"], "impossible");
}

#[test]
fn the_engine_says_what_it_knows() {
    let engine = Engine::new(Desk::default());
    let ask = |verb: &str| report(engine.answer(&format!(r#"{{"verb":"{verb}"}}"#)));
    assert_eq!(ask("health")["status"], "ok");
    assert!(ask("words").as_array().is_some_and(|sets| sets.iter().any(|set| set["set"] == "method")));
    assert!(ask("sets").as_array().is_some_and(|sets| sets.iter().any(|set| set["name"] == "iq")));
    assert!(ask("tables").as_array().is_some_and(|rows| rows.iter().all(|row| row["cached"] == false)));
}

#[test]
fn a_search_that_is_stopped_says_what_it_knows() {
    let desk = Desk { patience: Some(20), ..Desk::default() };
    let engine = Engine::new(desk.clone());
    let stopped = report(engine.answer(r#"{"verb":"count","puzzle":"iq","method":"backtrack"}"#));
    assert_eq!((&stopped["status"], &stopped["complete"]), (&"interrupted".into(), &false.into()));
}

#[test]
fn one_of_many_solutions_is_an_event() {
    let desk = Desk::default();
    let engine = Engine::new(desk.clone());
    report(engine.answer(r#"{"verb":"solve","puzzle":"pentominoes 3x20","all":true}"#));
    let events = desk.events.lock().unwrap();
    assert_eq!(events.iter().filter(|(name, _)| name == "solution").count(), 8);
}

#[test]
fn tables_that_were_built_are_used_again() {
    let desk = Desk::default();
    let question = r#"{"verb":"solve","puzzle":"8 6 7/2 5 4/3 - 1","method":"ida","heuristic":"pattern"}"#;
    let first = report(Engine::new(desk.clone()).answer(question));
    let names = desk.kept();
    assert_eq!(names.len(), 1, "{names:?}");
    let second = report(Engine::new(desk.clone()).answer(question));
    assert_eq!((&first["length"], &first["expanded"]), (&second["length"], &second["expanded"]));
    // A table that is damaged is as good as none.
    desk.tables.lock().unwrap().values_mut().for_each(|image| image[200] ^= 1);
    assert_eq!(report(Engine::new(desk.clone()).answer(question))["length"], first["length"]);
}

#[test]
fn tables_are_built_when_they_are_asked_for() {
    let desk = Desk::default();
    let engine = Engine::new(desk.clone());
    let rows = report(engine.answer(r#"{"verb":"tables"}"#));
    let small = rows.as_array().unwrap().iter().min_by_key(|row| row["bytes"].as_u64()).unwrap().clone();
    let question = serde_json::json!({ "verb": "build", "name": small["name"] }).to_string();
    assert_eq!(report(engine.answer(&question))["cached"], true);
    let rows = report(engine.answer(r#"{"verb":"tables"}"#));
    assert_eq!(rows.as_array().unwrap().iter().filter(|row| row["cached"] == true).count(), 1);
}

#[test]
fn a_search_leaves_nothing_behind() {
    let desk = Desk::default();
    let engine = Engine::new(desk.clone());
    for puzzle in ["8 6 7/2 5 4/3 - 1", "iq"] {
        report(engine.answer(&format!(r#"{{"verb":"solve","puzzle":"{puzzle}"}}"#)));
    }
    drop(engine);
    assert_eq!(Arc::strong_count(&desk.events), 1, "something still holds the host");
}
