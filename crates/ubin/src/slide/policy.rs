//! Which tables a search begins with, which it may go on with, and when the change pays.
//!
//! A search begins with the tables **at hand**: the largest catalogued set that is kept in a file, else a small set
//! within a budget of bytes, built in a fraction of a second. When a round of the search shows that the next one would
//! take longer than making the **large** set ready, it goes on with that: built, or brought from its file into memory
//! that long searches read faster. So the first solution on a fresh machine does not wait for large tables, and a hard
//! board is not searched with small ones for minutes.
//!
//! Everything here is a function of the goal, of budgets and of counts of nodes: no clock, no file, no lock.

use std::sync::Arc;

use super::board::{Board, Size};
use super::multi::{self, Grade};
use super::pattern::{CATALOGUE, Named, Partition, Tables};
use super::store::TableSet;

/// Whether large tables may be built for a search, or only used if they are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LargeTables {
    /// Build them when they pay.
    Build,
    /// Use them when they are kept: the search has too little time to build them.
    Kept,
}

/// Bytes of the large tables: 7-8 for 4x4 takes 196 MB, 6-6-6-6 for 5x5 91 MB.
pub(crate) const LARGE_BUDGET: u64 = 256 << 20;

/// Bytes of the tables at hand: 6-6-3 for 4x4, built in a quarter of a second.
pub(crate) const SMALL_BUDGET: u64 = 8 << 20;

/// How often nodes are looked up while as many states of a table are built: 7-8 has 1.6 billion states, built in the
/// time of 130 million nodes.
const STATES_A_NODE: u64 = 12;

/// A round has about as many times the nodes of the round before.
const GROWTH: u64 = 8;

/// Tables that are built are kept and serve other boards, too: they pay when a round would take this part of the building.
const SHARE: u64 = 4;

/// The best of seven sets saves a third of the nodes, so the building must be repaid by a round as many times as large.
const RIVAL_GAIN: u64 = 3;

/// The nodes in which a file of 200 MB is read and copied.
const NODES_TO_WARM: u64 = 3_000_000;

/// Rounds of up to so many nodes are too short for any change: most boards are done before it is worth knowing what
/// large tables there are.
pub(crate) const SHORT_ROUND: u64 = NODES_TO_WARM / GROWTH;

/// The nodes of a round in which a beam takes a board from every layer: a hundred layers, and a board of a beam, which is sorted
/// and kept, is taken to cost as much as six nodes (an estimate).
const NODES_A_WIDTH: u64 = 600;

/// A beam that is narrower belongs to a round that is short beside the building of tables: whether they are kept, and the rounds
/// with small tables left out, must not decide which path is found.
pub(crate) const LEAST_WIDTH: usize = 16_000;

/// The widest beam by a learned score: it takes gigabytes.
pub(crate) const WIDEST_BEAM: usize = 4 << 20;

/// Nodes that a search for lines expands with small tables before it asks for large ones: about 1.5 s of CPU on 4x4,
/// where building the large tables takes 3.3 s on one thread.
pub(crate) const LINES_PATIENCE: u64 = 10_000_000;

/// The large tables of a goal.
#[derive(Clone, Debug)]
pub(crate) struct LargeSet {
    pub(crate) set: Arc<TableSet>,
    pub(crate) states: u64,
}

impl LargeSet {
    /// The set with the number of its states; `None` when it is too large to build.
    ///
    /// Counting the states takes longer than an easy search: the store does it once.
    pub(crate) fn of(set: Arc<TableSet>) -> Option<LargeSet> {
        let states = Tables::states(&set.partition)?;
        Some(LargeSet { set, states })
    }
}

/// What going on with the large tables means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TableChange {
    /// They are at hand already, and are brought into better memory.
    Warm,
    /// They are made ready: in the time that so many states take.
    Build { states: u64 },
}

impl TableChange {
    /// The change from the tables at hand to the large ones; `None` when there is none to make.
    pub(crate) fn between(at_hand: &Partition, large: &LargeSet, may: LargeTables) -> Option<TableChange> {
        match (*at_hand == large.set.partition, may) {
            (true, _) => Some(TableChange::Warm),
            (false, LargeTables::Build) => Some(TableChange::Build { states: large.states }),
            (false, LargeTables::Kept) => None,
        }
    }

    /// The nodes of a round after which the next one is better left to the large tables.
    pub(crate) fn patience(self) -> u64 {
        match self {
            TableChange::Warm => SHORT_ROUND,
            TableChange::Build { states } => (states / STATES_A_NODE / SHARE / GROWTH).max(SHORT_ROUND),
        }
    }
}

/// The other catalogued sets of a goal whose patterns have the sizes of these: a probe compares them.
pub(crate) fn rivals(size: Size, blank: usize, first: &Partition) -> Vec<Arc<TableSet>> {
    let is_rival = |set: &TableSet| set.partition != *first && set.partition.shape() == first.shape();
    catalogued(size, blank).filter(is_rival).map(Arc::new).collect()
}

/// The nodes of a round after which a rival is worth building, which has so many states with those built before it.
pub(crate) fn rival_patience(states: u64) -> u64 {
    RIVAL_GAIN * TableChange::Build { states }.patience()
}

/// How wide a beam is that takes half as long as a round.
///
/// The round is the so-manieth after one of so many nodes, and every round between them is expected to grow as most do.
pub(crate) fn beam_width(nodes: u64, rounds: u32) -> usize {
    let expected = nodes.saturating_mul(GROWTH.saturating_pow(rounds));
    usize::try_from(expected / (2 * NODES_A_WIDTH)).unwrap_or(usize::MAX)
}

/// The most moves of the first path that a beam looks for on a board with this bound.
pub(crate) fn most_moves(bound: u32) -> u32 {
    2 * bound + 64
}

/// The catalogued sets for a goal with its blank in this cell, the largest first.
pub(crate) fn catalogued(size: Size, blank: usize) -> impl Iterator<Item = TableSet> {
    let fits = move |partition: &Partition| partition.laid_on(size, blank).is_some();
    CATALOGUE.iter().rev().map(Named::partition).filter(fits).map(TableSet::single)
}

/// The best partition whose tables take up to so many bytes, as tables stand: a wide board's are those of the board
/// turned, and are kept as such. `None` when the board is too large for any tables.
///
/// Tables have the blank's home in the first cell wherever the goal's blank is in a corner: a symmetry of the board
/// takes one to the other, so one set serves all of them.
pub(crate) fn within(size: Size, blank: usize, budget: u64) -> Option<Partition> {
    Some(Partition::choose(size, home(size, blank), budget)?.upright())
}

/// The cell that tables have the blank's home in: the first, if a symmetry takes the goal's blank there.
fn home(size: Size, blank: usize) -> usize {
    let corner = [0, size.rows() - 1].contains(&size.row(blank)) && [0, size.cols() - 1].contains(&size.col(blank));
    if corner { 0 } else { blank }
}

/// The sets that a search for lines needs, one or two; `None` when the board is too large.
pub(crate) fn line_sets(goal: &Board, grade: Grade) -> Option<Vec<Arc<TableSet>>> {
    let set = |partition| Arc::new(TableSet::multi(partition));
    Some(multi::partitions(goal, grade)?.into_iter().map(set).collect())
}

/// The nodes after which a search for lines that begins with this grade goes on with large tables.
pub(crate) fn lines_patience(goal: &Board, first: Grade, patience: u64) -> u64 {
    let larger = first == Grade::Small && line_sets(goal, Grade::Large) != line_sets(goal, Grade::Small);
    if larger { patience } else { u64::MAX }
}

#[cfg(test)]
mod tests {
    use super::super::Goal;
    use super::*;

    fn size(rows: usize, cols: usize) -> Size {
        Size::new(rows, cols).unwrap()
    }

    #[test]
    fn the_largest_catalogued_set_comes_first_and_only_for_its_goals() {
        let names = |size, blank| catalogued(size, blank).map(|set| set.partition.shape()).collect::<Vec<_>>();
        assert_eq!(names(size(4, 4), 15), ["8-7", "7-7-1", "6-6-3"]);
        assert_eq!(names(size(4, 4), 5), [""; 0]);
        assert_eq!(names(size(5, 5), 0), ["6-6-6-6"; 7]);
    }

    #[test]
    fn corners_share_one_set_and_wide_boards_stand_upright() {
        let first = within(size(4, 4), 0, SMALL_BUDGET).unwrap();
        for corner in [3, 12, 15] {
            assert_eq!(within(size(4, 4), corner, SMALL_BUDGET).as_ref(), Some(&first));
        }
        assert_ne!(within(size(4, 4), 5, SMALL_BUDGET).as_ref(), Some(&first));
        assert_eq!(within(size(3, 4), 0, SMALL_BUDGET).unwrap().size(), size(4, 3));
        assert_eq!(within(size(8, 9), 0, SMALL_BUDGET), None);
    }

    #[test]
    fn a_change_pays_by_counts_of_nodes_alone() {
        let partition = |budget| within(size(4, 4), 15, budget).unwrap();
        let (small, large) =
            (partition(SMALL_BUDGET), LargeSet::of(Arc::new(TableSet::single(partition(LARGE_BUDGET)))).unwrap());
        let change = |at_hand: &Partition, may| TableChange::between(at_hand, &large, may);
        let build = change(&small, LargeTables::Build).unwrap();
        assert_eq!(build, TableChange::Build { states: large.states });
        assert_eq!(build.patience(), large.states / 12 / 4 / 8);
        assert_eq!(change(&small, LargeTables::Kept), None);
        assert_eq!(change(&large.set.partition, LargeTables::Kept), Some(TableChange::Warm));
        assert_eq!(TableChange::Warm.patience(), SHORT_ROUND);
        assert_eq!(TableChange::Build { states: 1 }.patience(), SHORT_ROUND, "short rounds change nothing");
    }

    #[test]
    fn the_first_of_seven_sets_is_compared_with_the_others() {
        let first = within(size(5, 5), 24, LARGE_BUDGET).unwrap();
        assert_eq!(Named::of(&first), Some("6-6-6-6"));
        assert_eq!(catalogued(size(5, 5), 24).next().unwrap().partition, first);
        let rivals = rivals(size(5, 5), 24, &first);
        let mut names: Vec<_> = rivals.iter().filter_map(|rival| Named::of(&rival.partition)).collect();
        names.sort_unstable();
        assert_eq!(names, ["6-6-6-6b", "6-6-6-6c", "6-6-6-6d", "6-6-6-6e", "6-6-6-6f", "6-6-6-6g"]);
        assert!(super::rivals(size(4, 4), 0, &within(size(4, 4), 0, LARGE_BUDGET).unwrap()).is_empty());
    }

    #[test]
    fn a_beam_takes_half_of_the_time_of_its_round() {
        assert_eq!(beam_width(450_000, 1), 3000);
        assert_eq!(beam_width(450_000, 3), 192_000);
        assert_eq!(beam_width(u64::MAX, 70) as u64, u64::MAX / 1200);
        // Rounds with small tables end before beams begin.
        let large = LargeSet::of(Arc::new(TableSet::single(within(size(5, 5), 0, LARGE_BUDGET).unwrap()))).unwrap();
        assert!(beam_width(TableChange::Build { states: large.states }.patience(), 1) < LEAST_WIDTH);
    }

    #[test]
    fn lines_are_patient_only_where_there_are_larger_tables() {
        let goal = |rows, cols| Goal::BlankLast.board(size(rows, cols));
        assert_eq!(lines_patience(&goal(4, 4), Grade::Small, 7), 7);
        assert_eq!(lines_patience(&goal(4, 4), Grade::Large, 7), u64::MAX);
        assert_eq!(lines_patience(&goal(3, 3), Grade::Small, 7), u64::MAX, "all tiles in one pattern");
        assert_eq!(line_sets(&goal(3, 4), Grade::Small).unwrap().len(), 2, "a set for each frame");
        assert_eq!(line_sets(&goal(5, 5), Grade::Small), None);
    }
}
