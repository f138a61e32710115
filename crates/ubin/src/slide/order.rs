//! The order in which a search tries the moves of the blank.
//!
//! It decides how soon the last round of a search meets the goal, which of equally good nodes comes first, and so which of several
//! shortest paths is found; never how long that is. Counts of nodes can be compared with those of a paper only in the paper's order.

use std::fmt;
use std::str::FromStr;

use super::board::Dir;

/// All four moves of the blank, each once: by default up, left, down, right.
///
/// ```
/// use ubin::slide::MoveOrder;
///
/// // Korf's order in 1985.
/// let order: MoveOrder = "ULRD".parse().unwrap();
/// assert_eq!(order.to_string(), "ULRD");
/// assert_eq!(MoveOrder::default().to_string(), "ULDR");
/// assert!("UULR".parse::<MoveOrder>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveOrder([Dir; 4]);

impl MoveOrder {
    /// The moves, the first to be tried first.
    pub(crate) fn dirs(self) -> [Dir; 4] {
        self.0
    }
}

impl Default for MoveOrder {
    fn default() -> MoveOrder {
        MoveOrder(Dir::ALL)
    }
}

impl fmt::Display for MoveOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|dir| write!(f, "{}", dir.letter()))
    }
}

impl FromStr for MoveOrder {
    type Err = String;

    fn from_str(text: &str) -> Result<MoveOrder, String> {
        let dirs: Option<Vec<Dir>> = text.chars().map(Dir::of_letter).collect();
        dirs.and_then(|dirs| <[Dir; 4]>::try_from(dirs).ok())
            .filter(|dirs| Dir::ALL.iter().all(|dir| dirs.contains(dir)))
            .map(MoveOrder)
            .ok_or_else(|| format!("expected U, D, L and R, each once, such as ULRD; found '{text}'"))
    }
}

impl serde::Serialize for MoveOrder {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for MoveOrder {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<MoveOrder, D::Error> {
        let text = <String as serde::Deserialize>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
