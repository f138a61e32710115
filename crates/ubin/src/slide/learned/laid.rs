//! A learned table laid on a goal: one table serves every goal with the blank in a corner.

use super::beam::{BoardState, LayeredBeam};
use super::table::LearnedTable;
use crate::run::{Run, Stop};
use crate::slide::board::{Board, Dir, Size};
use crate::slide::pattern::symmetries;

/// A table, and how the boards of a goal are seen by it.
pub(crate) struct LaidScore {
    table: LearnedTable,
    /// By cell of the board: the table's cell.
    cells: Vec<usize>,
    /// By tile: its name for the table, the home's cell.
    names: Vec<usize>,
    /// By direction as the table has it: the board's.
    dirs: [Dir; 4],
}

impl LaidScore {
    /// The size of the table that serves boards of this size, no wider than high.
    pub(crate) fn upright(size: Size) -> Size {
        match size.cols() > size.rows() {
            true => Size::new(size.cols(), size.rows()).expect("both sides stay"),
            false => size,
        }
    }

    /// The symmetry that takes a goal's blank to the last cell of the table; `None` when the blank is in no corner.
    fn symmetry(goal: &Board) -> Option<Vec<usize>> {
        let last = goal.size().cells() - 1;
        let to = LaidScore::upright(goal.size());
        symmetries(goal.size(), to).into_iter().find(|symmetry| symmetry[goal.blank()] == last)
    }

    /// Whether a table can be laid on this goal.
    pub(crate) fn fits(goal: &Board) -> bool {
        LearnedTable::exists(LaidScore::upright(goal.size())) && LaidScore::symmetry(goal).is_some()
    }

    /// The table on a goal; `None` when it does not fit it.
    pub(crate) fn new(table: LearnedTable, goal: &Board) -> Option<LaidScore> {
        let cells = LaidScore::symmetry(goal).filter(|_| table.size() == LaidScore::upright(goal.size()))?;
        let names = goal.cells().into_iter().map(|home| cells[home]).collect();
        let (from, to) = (goal.size(), table.size());
        // The first cell has two neighbours, the last one the two others.
        let seen = |dir: Dir| {
            let (cell, next) = (0..from.cells()).find_map(|cell| Some((cell, from.neighbour(cell, dir)?)))?;
            Dir::ALL.into_iter().find(|&other| to.neighbour(cells[cell], other) == Some(cells[next]))
        };
        let dirs = Dir::ALL
            .map(|dir| Dir::ALL.into_iter().find(|&own| seen(own) == Some(dir)).expect("a symmetry keeps neighbours"));
        Some(LaidScore { table, cells, names, dirs })
    }

    /// The bytes of its table.
    pub(crate) fn bytes(&self) -> u64 {
        self.table.image().len() as u64
    }

    fn state(&self, board: &Board) -> BoardState {
        let mut places = vec![0; board.size().cells()];
        for (cell, &tile) in board.tiles().iter().enumerate() {
            places[self.names[usize::from(tile)]] = self.cells[cell] as u8;
        }
        BoardState::new(places)
    }

    /// About how many moves a board is from the goal.
    pub(crate) fn estimate(&self, board: &Board) -> u64 {
        self.table.estimate(&self.state(board))
    }

    /// The widest beam that fits so many bytes, with as many layers; 0 when none does.
    pub(crate) fn widest(&self, layers: usize, bytes: u64) -> usize {
        LayeredBeam::widest(&self.table, layers, bytes)
    }

    /// A way to the goal of at most so many moves that a beam of this width finds; `None` when it finds none.
    ///
    /// # Errors
    /// When the run was stopped first.
    pub(crate) fn search(&self, board: &Board, beam: LayeredBeam, run: &mut Run<'_>) -> Result<Option<Vec<Dir>>, Stop> {
        let found = beam.search(&self.table, &self.state(board), run)?;
        Ok(found.map(|way| way.into_iter().map(|dir| self.dirs[dir as usize]).collect()))
    }
}
