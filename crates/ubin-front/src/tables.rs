//! Sets of pattern tables as a front end lists and builds them: their names, and what is known of each.
//!
//! Where they are kept is another question: in a folder (`cache`), or in a browser.

use serde::{Deserialize, Serialize};
use ubin::slide::{Metric, Size};

use crate::question::LimitFields;
use crate::refusal::{AskError, Refusal};

pub use named::{NamedSet, UnknownSet};

mod named;

/// What a set may take that is chosen by its board only.
const LARGE: u64 = 256 << 20;

/// A set of tables that is there, or could be built.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableRow {
    /// Its name.
    name: String,
    /// Rows of the board.
    rows: usize,
    /// Columns of the board.
    cols: usize,
    /// Its size.
    bytes: u64,
    /// Whether it is there.
    cached: bool,
}

impl TableRow {
    /// The row of a set; `kept` is the size of what is kept of it, if it is whole.
    #[must_use]
    pub fn new(named: &NamedSet, kept: Option<u64>) -> TableRow {
        let size = named.set.size();
        let bytes = kept.or_else(|| named.set.bytes()).unwrap_or(0);
        TableRow { name: named.name.clone(), rows: size.rows(), cols: size.cols(), bytes, cached: kept.is_some() }
    }

    fn is_for(&self, size: Size) -> bool {
        (self.rows, self.cols) == (size.rows(), size.cols())
    }
}

/// Builds pattern tables and keeps them.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BuildFields {
    /// The name of a set, as the list gives it.
    name: Option<String>,
    /// The board: without a name, its largest set of up to 256 MiB.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    size: Option<Size>,
    /// What the building may use.
    #[serde(flatten)]
    pub limits: LimitFields,
}

impl BuildFields {
    /// The set that is meant, of those in the list.
    ///
    /// # Errors
    /// When neither name nor board is given, or there is no such set.
    pub fn set(&self, rows: Vec<TableRow>) -> Result<NamedSet, Refusal> {
        let row = match (&self.name, self.size) {
            (Some(name), size) => {
                rows.into_iter().find(|row| row.name == *name && size.is_none_or(|size| row.is_for(size)))
            }
            (None, Some(size)) => rows
                .into_iter()
                .filter(|row| row.is_for(size) && row.bytes <= LARGE)
                .filter(|row| NamedSet::named(&row.name).is_ok_and(|named| bounds_single_moves(&named)))
                .max_by_key(|row| row.bytes),
            (None, None) => return Err(AskError::Missing.at("name")),
        };
        let none = || AskError::NoSet { name: self.name.clone().unwrap_or_default() }.at("name");
        row.and_then(|row| NamedSet::named(&row.name).ok()).ok_or_else(none)
    }
}

/// Whether a set is what searches in single moves prove with.
fn bounds_single_moves(NamedSet { set, .. }: &NamedSet) -> bool {
    set.metric == Metric::Single && set.shape() != "learned"
}
