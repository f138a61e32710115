//! The sum of records, unit by unit.
//!
//! Invariant: the sum is over units that are reached from the manifest, each once. A unit is open until its record is there; its children are known from then on.

use std::collections::BTreeMap;
use std::sync::Arc;

use ubin::unit::{Part, Unit};
use ubin_front::{Stage, Workload};

use crate::digest::digest_of;
use crate::error::{Falsehood, Mismatch};
use crate::manifest::{Manifest, Record};

/// The place of a unit in search order: the numbers of its name. A unit comes before its children, and they before its next sibling.
pub(crate) type UnitPlace = Vec<u32>;

/// What became of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Added {
    /// It is the first of its unit; the units of these names are open now.
    First(Vec<String>),
    /// It is there already, and the same.
    Again,
    /// Its unit is not known, or not yet.
    Unknown,
}

/// A part without what it left, and without its answers: there may be millions, and the ledger has them.
#[derive(Clone, Debug)]
struct DonePart {
    sum: Part,
    /// The digest of the whole part, to compare a second one with.
    digest: String,
}

/// The records of one job, added up.
#[derive(Clone, Debug)]
pub struct Tally {
    stage: Stage,
    done: BTreeMap<UnitPlace, DonePart>,
    /// What a folded count has left may be a gigabyte: who does a unit shares it.
    open: BTreeMap<UnitPlace, Arc<Unit>>,
    /// The first unit in search order that has a path, where a path ends the search.
    winner: Option<UnitPlace>,
    nodes: u64,
    generated: u64,
    found: u128,
}

impl Tally {
    /// The tally of a job with no record.
    #[must_use]
    pub fn new(manifest: &Manifest) -> Tally {
        let place = |unit: &Unit| place(&unit.id).map(|place| (place, Arc::new(unit.clone())));
        Tally {
            stage: manifest.stage,
            done: BTreeMap::new(),
            open: manifest.units.iter().filter_map(place).collect(),
            winner: None,
            nodes: 0,
            generated: 0,
            found: 0,
        }
    }

    /// Adds a record.
    ///
    /// # Errors
    /// When the unit has another record, or has more solutions than a number holds.
    pub fn add(&mut self, record: &Record) -> Result<Added, Mismatch> {
        self.take(record.clone())
    }

    /// Adds a record, of which no copy is made.
    pub(crate) fn take(&mut self, record: Record) -> Result<Added, Mismatch> {
        let Some(at) = place(&record.unit) else { return Ok(Added::Unknown) };
        let digest = digest_of(&record.part);
        if let Some(done) = self.done.get(&at) {
            return match done.digest == digest {
                true => Ok(Added::Again),
                false => Err(Mismatch::Conflict {
                    unit: record.unit.clone(),
                    first: ubin_front::json(&done.sum),
                    second: ubin_front::json(&record.part),
                }),
            };
        }
        if !self.open.contains_key(&at) {
            return Ok(Added::Unknown);
        }
        self.add_numbers(&record)?;
        let unit = self.open.remove(&at).expect("it has just been there");
        let mut sum = record.part;
        let children = Workload::children(&unit, sum.left.take());
        sum.answers = Vec::new();
        let names = children.iter().map(|child| child.id.clone()).collect();
        self.open.extend(children.into_iter().filter_map(|child| Some((place(&child.id)?, Arc::new(child)))));
        if self.stage.ends_at_path() && sum.path.is_some() && self.winner.as_ref().is_none_or(|winner| at < *winner) {
            self.winner = Some(at.clone());
        }
        self.done.insert(at, DonePart { sum, digest });
        Ok(Added::First(names))
    }

    /// Adds the numbers of a record: none of their sums may overflow later.
    fn add_numbers(&mut self, record: &Record) -> Result<(), Mismatch> {
        let Part { nodes, generated, found, .. } = record.part;
        let sums = self.nodes.checked_add(nodes).zip(self.generated.checked_add(generated));
        let Some(((nodes, generated), found)) = sums.zip(self.found.checked_add(found)) else {
            return Err(Mismatch::FalseRecord { unit: record.unit.clone(), why: Falsehood::TooLarge });
        };
        (self.nodes, self.generated, self.found) = (nodes, generated, found);
        Ok(())
    }

    /// The open units that the total needs, in search order: none after the first path, where a path ends the search.
    pub fn open(&self) -> impl Iterator<Item = &Unit> {
        self.open_shared().map(|unit| &**unit)
    }

    /// As [`Tally::open`], for whoever does them.
    pub(crate) fn open_shared(&self) -> impl Iterator<Item = &Arc<Unit>> {
        let wanted = move |at: &UnitPlace| self.winner.as_ref().is_none_or(|winner| at < winner);
        self.open.iter().take_while(move |(at, _)| wanted(at)).map(|(_, unit)| unit)
    }

    /// The place of the first open unit.
    pub(crate) fn first_open(&self) -> Option<&UnitPlace> {
        self.open.first_key_value().map(|(place, _)| place)
    }

    /// How many open units the total needs.
    #[must_use]
    pub fn open_count(&self) -> usize {
        self.winner.as_ref().map_or(self.open.len(), |winner| self.open.range(..winner.clone()).count())
    }

    /// An open unit.
    #[must_use]
    pub fn open_unit(&self, id: &str) -> Option<&Unit> {
        self.open.get(&place(id)?).map(|unit| &**unit)
    }

    /// Whether a unit has its record.
    #[must_use]
    pub fn is_done(&self, id: &str) -> bool {
        place(id).is_some_and(|at| self.done.contains_key(&at))
    }

    /// Whether nothing is open.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.open().next().is_none()
    }

    /// Refuses that another search follows while a unit is open.
    pub(crate) fn check_complete(&self, manifest: &Manifest) -> Result<(), Mismatch> {
        match self.open().next() {
            None => Ok(()),
            Some(open) => Err(Mismatch::SkippedUnit { job: manifest.job(), unit: open.id.clone() }),
        }
    }

    /// How many units have their record.
    #[must_use]
    pub fn units_done(&self) -> usize {
        self.done.len()
    }

    /// The nodes of all records.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The sum of the records in search order, up to the first path where a path ends the search. It is a total only when the tally is complete.
    #[must_use]
    pub fn sum(&self) -> Part {
        let mut sum = Part::default();
        for (at, done) in &self.done {
            if self.winner.as_ref().is_some_and(|winner| at > winner) {
                break;
            }
            sum += done.sum.clone();
        }
        sum
    }
}

/// The place that a unit's name says.
pub(crate) fn place(id: &str) -> Option<UnitPlace> {
    id.split('-').map(|number| number.parse().ok()).collect()
}
