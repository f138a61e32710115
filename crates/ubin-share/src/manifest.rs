//! What is shared, and what came of a unit.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ubin::unit::{Part, SOURCES, Unit, Work};
use ubin_front::question::{LimitFields, Question};
use ubin_front::{Desk, Refusal, Stage, Workload};

use crate::digest::digest;
use crate::error::{Mismatch, ShareError};
use crate::tables::workload_with;

/// The version of manifests, records and ledgers.
pub(crate) const FORM: u32 = 1;

/// The most generations of small units: a tree that does not branch by then has little to share.
const GENERATIONS: usize = 12;

/// A search that is shared: everything that decides what comes of its units.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of this form.
    pub form: u32,
    /// The question, without limits: those are the worker's.
    pub question: Value,
    /// Which of its searches.
    pub stage: Stage,
    /// The nodes of a part.
    pub budget: u64,
    /// How many generations of units, from the first, have parts of [`Manifest::SMALL`] nodes only: so there are soon enough units for many workers.
    #[serde(default)]
    pub small: usize,
    /// The sources of the search: units are shared only between programs that have the same.
    pub sources: String,
    /// The digest of the tables, where the search uses some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tables: Option<String>,
    /// The first units, in search order.
    pub units: Vec<Unit>,
}

impl Manifest {
    /// The manifest of a workload, shared from its root.
    #[must_use]
    pub fn new(question: &Question, work: &Workload, budget: u64) -> Manifest {
        Manifest {
            form: FORM,
            question: without_limits(question),
            stage: work.stage(),
            budget,
            small: 0,
            sources: SOURCES.into(),
            tables: work.tables(),
            units: work.first_units(),
        }
    }

    /// The nodes of a part in the first generations.
    pub const SMALL: u64 = 64;

    /// The nodes of the part of a unit.
    #[must_use]
    pub fn budget_of(&self, unit: &str) -> u64 {
        let generation = unit.matches('-').count();
        if generation < self.small { self.budget.min(Manifest::SMALL) } else { self.budget }
    }

    /// Does generations of small units until at least so many units are open, and gives their records. States of folded counts are one unit after the other: there is nothing to share out.
    ///
    /// # Errors
    /// When the search is stopped.
    pub fn split(
        mut self,
        work: &Workload,
        least: usize,
        desk: &impl Desk,
    ) -> Result<(Manifest, Vec<Record>), Refusal> {
        let mut open = self.units.clone();
        let mut records = Vec::new();
        while open.len() < least && self.small < GENERATIONS {
            if open.iter().any(|unit| !matches!(unit.work, Work::Subtrees(_))) {
                break;
            }
            self.small += 1;
            let mut next = Vec::new();
            for unit in open {
                let part = work.part(&unit, self.budget_of(&unit.id), desk)?;
                next.extend(Workload::children(&unit, part.left.clone()));
                records.push(Record::new(&unit, part));
            }
            open = next;
        }
        Ok((self, records))
    }

    /// The name of the job: the hash of all this.
    #[must_use]
    pub fn job(&self) -> String {
        digest(ubin_front::json(self).as_bytes())
    }

    /// The question.
    ///
    /// # Errors
    /// When it is none.
    pub fn question(&self) -> Result<Question, Refusal> {
        Question::read(&self.question.to_string())
    }

    /// Makes the workload ready with the manifest's tables, built where they are not at hand, and refuses when the search, the tables or the first units here are others.
    ///
    /// # Errors
    /// When they are others, or the question does not fit.
    pub fn workload(&self, place: &str, limits: &LimitFields, desk: &impl Desk) -> Result<Workload, ShareError> {
        self.check_search(place)?;
        let question = self.question()?.within(limits.clone());
        let work = workload_with(&question, self.tables.as_ref(), desk)?.at(self.stage)?;
        self.check_tables(place, &work)?;
        self.check_units(place, &work)?;
        Ok(work)
    }

    /// Refuses a manifest of another search.
    ///
    /// # Errors
    /// When it is one.
    pub fn check_search(&self, place: &str) -> Result<(), Mismatch> {
        self.check_form(place)?;
        if self.sources == SOURCES {
            return Ok(());
        }
        Err(Mismatch::OtherSearch { place: place.into(), found: self.sources.clone(), ours: SOURCES.into() })
    }

    /// Refuses a manifest that is written in another form: what its records mean is not known here.
    pub(crate) fn check_form(&self, place: &str) -> Result<(), Mismatch> {
        match self.form {
            FORM => Ok(()),
            found => Err(Mismatch::OtherForm { place: place.into(), found, ours: FORM }),
        }
    }

    /// Refuses a workload that has other tables.
    ///
    /// # Errors
    /// When it has.
    pub fn check_tables(&self, place: &str, work: &Workload) -> Result<(), Mismatch> {
        let ours = work.tables();
        if ours == self.tables {
            return Ok(());
        }
        let name = |tables: Option<String>| tables.unwrap_or_else(|| "none".into());
        let (found, ours) = (name(self.tables.clone()), name(ours));
        Err(Mismatch::OtherTables { place: place.into(), found, ours })
    }

    /// Refuses a workload that begins with other units: then the sum would be that of something else.
    pub(crate) fn check_units(&self, place: &str, work: &Workload) -> Result<(), Mismatch> {
        match work.first_units() == self.units {
            true => Ok(()),
            false => Err(Mismatch::OtherUnits { place: place.into() }),
        }
    }
}

/// A question as data, without what a search may use.
pub(crate) fn without_limits(question: &Question) -> Value {
    let bare = question.clone().within(LimitFields::default());
    serde_json::from_str(&bare.write()).expect("a question writes JSON")
}

/// What came of a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The unit.
    pub unit: String,
    /// The sources of the search that made it.
    pub sources: String,
    /// The part.
    pub part: Part,
}

impl Record {
    /// The record of a part, made by this program.
    #[must_use]
    pub fn new(unit: &Unit, part: Part) -> Record {
        Record { unit: unit.id.clone(), sources: SOURCES.into(), part }
    }

    /// Refuses a record that was made by another search than its job's.
    pub(crate) fn check_search(&self, manifest: &Manifest, place: impl FnOnce() -> String) -> Result<(), Mismatch> {
        if self.sources == manifest.sources {
            return Ok(());
        }
        let (found, ours) = (self.sources.clone(), manifest.sources.clone());
        Err(Mismatch::OtherSearch { place: place(), found, ours })
    }
}
