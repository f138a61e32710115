//! From the text of a question to the text of its answer.

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Map, Value};
use ubin::run::{Limits, Run};
use ubin::slide::TableStore;
use ubin::slide::store::BuildError;
use ubin::slide::store::TableFiles as _;
use ubin_front::about::{self, RequestLimits};
use ubin_front::clock::Clock;
use ubin_front::question::Question;
use ubin_front::tables::{BuildFields, NamedSet, TableRow};
use ubin_front::{AskError, Desk as _, Refusal, RefusalReport, Refused, Report, words};

use crate::Host;
use crate::desk::{WorkerDesk, allowance};
use crate::kept::KeptTables;

/// What comes of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The JSON of a report.
    Json(String),
    /// The JSON of a refusal.
    Refused(String),
    /// A picture or a text: its type, and the bytes.
    File(&'static str, Vec<u8>),
}

impl Answer {
    fn json(report: &impl Serialize) -> Answer {
        Answer::Json(ubin_front::json(report))
    }
}

impl From<RefusalReport> for Answer {
    fn from(error: RefusalReport) -> Answer {
        Answer::Refused(ubin_front::json(&Refused { error }))
    }
}

impl From<Refusal> for Answer {
    fn from(refusal: Refusal) -> Answer {
        refusal.told().into()
    }
}

/// Answers questions, one after the other.
pub struct Engine<H> {
    host: Arc<H>,
    kept: Arc<KeptTables<H>>,
    tables: TableStore,
}

/// How an engine is, as the server says it.
#[derive(Serialize)]
struct EngineHealth {
    status: &'static str,
    version: &'static str,
    limits: RequestLimits,
}

impl<H: Host> Engine<H> {
    /// An engine for a worker that offers this.
    pub fn new(host: H) -> Engine<H> {
        let host = Arc::new(host);
        let kept = Arc::new(KeptTables::new(host.clone()));
        let tables = TableStore::new(1).with_files(kept.clone());
        Engine { host, kept, tables }
    }

    /// The answer to a question: one of `ubin_front`, or about the engine itself: `health`, `words`, `sets`, `tables`, `build`.
    pub fn answer(&self, question: &str) -> Answer {
        let own = serde_json::from_str::<Map<String, Value>>(question).ok();
        let verb = own.as_ref().and_then(|fields| fields.get("verb")).and_then(Value::as_str);
        match verb {
            Some("health") => Answer::json(&EngineHealth {
                status: "ok",
                version: env!("CARGO_PKG_VERSION"),
                limits: RequestLimits::of(&allowance()),
            }),
            Some("words") => Answer::json(&words::sets()),
            Some("sets") => Answer::json(&about::sets()),
            Some("tables") => Answer::json(&self.kept.rows()),
            Some("build") => self.built(question).unwrap_or_else(|refusal| refusal),
            _ => match Question::read(question) {
                Ok(question) => self.asked(&question),
                Err(refusal) => refusal.into(),
            },
        }
    }

    fn asked(&self, question: &Question) -> Answer {
        let desk = WorkerDesk::new(self.host.clone(), self.tables.clone());
        match ubin_front::answer(question, &desk) {
            Ok(Report::File { form, bytes }) => Answer::File(form.media_type(), bytes),
            Ok(report) => match report.nothing_made(question) {
                Some(error) => error.into(),
                None => Answer::Json(report.json()),
            },
            Err(refusal) => refusal.into(),
        }
    }

    /// Builds a set of tables that was asked for, and keeps it.
    fn built(&self, question: &str) -> Result<Answer, Answer> {
        let fields: BuildFields = serde_json::from_str(question)
            .map_err(|error| Answer::from(Refusal::from(AskError::BadJson { error: error.to_string() })))?;
        let named: NamedSet = fields.set(self.kept.rows())?;
        if self.kept.load(&named.set).is_none() {
            let desk = WorkerDesk::new(self.host.clone(), self.tables.clone());
            let allowed = desk.allowance().lowered(&fields.limits);
            let watch = Clock::new(desk.asked(), allowed.time).watch(&desk, None);
            let mut run = Run::new(Limits { nodes: allowed.nodes, memory: allowed.memory }, watch.control());
            let tables = named.set.build(1, &mut run).map_err(|error| match error {
                BuildError::Stopped(stop) => Answer::from(Refusal::from(stop)),
                error => RefusalReport::new("bad-cache", error.to_string()).into(),
            })?;
            self.kept.keep(&tables);
            self.tables.look_again();
        }
        Ok(Answer::json(&TableRow::new(&named, named.set.bytes())))
    }
}
