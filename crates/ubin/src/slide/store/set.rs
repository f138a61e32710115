//! Sets of tables, of single moves and of lines that slide, by one name.

use crate::run::Run;
use crate::slide::Metric;
use crate::slide::multi;
use crate::slide::pattern::{self, BuildError, Bytes, ImageError, Partition};

/// Which tables: what counts as one move, and the partition that they are of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TableSet {
    /// What counts as one move.
    pub metric: Metric,
    /// The patterns.
    pub partition: Partition,
}

impl TableSet {
    /// The tables of single moves of a partition.
    #[must_use]
    pub fn single(partition: Partition) -> TableSet {
        TableSet { metric: Metric::Single, partition }
    }

    /// The tables of a partition for lines that slide.
    #[must_use]
    pub fn multi(partition: Partition) -> TableSet {
        TableSet { metric: Metric::Multi, partition }
    }

    /// How many bytes their image has; `None` when they are too large to build.
    #[must_use]
    pub fn bytes(&self) -> Option<u64> {
        match self.metric {
            Metric::Single => pattern::Tables::bytes(&self.partition),
            Metric::Multi => multi::LineTables::bytes(&self.partition),
        }
    }

    /// The steps of a run that building them takes; `None` when they are too large to build.
    #[must_use]
    pub fn steps(&self) -> Option<u64> {
        match self.metric {
            Metric::Single => {
                pattern::Tables::states(&self.partition).map(|states| states / pattern::Tables::STATES_A_STEP)
            }
            Metric::Multi => multi::LineTables::steps(&self.partition),
        }
    }

    /// Whether an image of these tables begins with these bytes.
    ///
    /// # Errors
    /// When no image of this metric begins so.
    pub fn begins(&self, bytes: &[u8]) -> Result<bool, ImageError> {
        let found = match self.metric {
            Metric::Single => pattern::Tables::partition_of(bytes),
            Metric::Multi => multi::LineTables::partition_of(bytes),
        };
        Ok(found? == self.partition)
    }

    /// Builds the tables on this many threads; the bytes do not depend on their number.
    ///
    /// # Errors
    /// When a pattern is too large, or the run stops.
    pub fn build(&self, threads: usize, run: &mut Run<'_>) -> Result<FilledTables, BuildError> {
        Ok(match self.metric {
            Metric::Single => FilledTables::Single(pattern::Tables::build(&self.partition, threads, run)?),
            Metric::Multi => FilledTables::Multi(multi::LineTables::build(&self.partition, threads, run)?),
        })
    }

    /// The tables of an image, checked byte by byte.
    ///
    /// # Errors
    /// When the image is damaged, cut or of another version.
    pub fn open(metric: Metric, image: Bytes) -> Result<FilledTables, ImageError> {
        Ok(match metric {
            Metric::Single => FilledTables::Single(pattern::Tables::open(image)?),
            Metric::Multi => FilledTables::Multi(multi::LineTables::open(image)?),
        })
    }
}

/// A set of tables in memory. Cloning shares it.
#[derive(Clone, Debug)]
pub enum FilledTables {
    /// Of single moves.
    Single(pattern::Tables),
    /// Of lines that slide.
    Multi(multi::LineTables),
}

impl FilledTables {
    /// Which tables they are.
    #[must_use]
    pub fn set(&self) -> TableSet {
        match self {
            FilledTables::Single(tables) => TableSet::single(tables.partition().clone()),
            FilledTables::Multi(tables) => TableSet::multi(tables.partition().clone()),
        }
    }

    /// The bytes to write to a file.
    #[must_use]
    pub fn image(&self) -> &[u8] {
        match self {
            FilledTables::Single(tables) => tables.image(),
            FilledTables::Multi(tables) => tables.image(),
        }
    }
}
