//! From an engine's options to solutions that have been checked.

use std::ops::ControlFlow;

use ubin_verify::pack::Checker;

use super::model::{ByCells, PackModel};
use super::puzzle::{Puzzle, Solution};
use super::symmetry::Group;
use crate::run::{Run, Stop};

/// Called with each solution; breaks to end the search.
pub(crate) type SolutionSink<'s> = dyn FnMut(&Solution) -> ControlFlow<()> + 's;

/// Turns options into boards and passes each through the verifier before the caller sees it.
pub(crate) struct SolutionStream<'p, 's> {
    model: &'p PackModel,
    checker: Checker,
    board: Solution,
    /// The board without options, where solutions do not have the same kinds.
    blank: Option<Solution>,
    /// The options of the solution before: what it shares with the next stays as it is.
    last: Vec<u32>,
    /// The solutions given so far.
    pub(crate) found: u64,
    /// Whether a board did not pass the check: an engine is wrong, and no answer is better than a wrong one.
    pub(crate) is_refused: bool,
    sink: &'s mut SolutionSink<'s>,
}

impl<'p, 's> SolutionStream<'p, 's> {
    pub(crate) fn new(
        puzzle: &'p Puzzle,
        model: &'p PackModel,
        sink: &'s mut SolutionSink<'s>,
    ) -> SolutionStream<'p, 's> {
        let (checker, board) = (puzzle.checker(), model.blank(puzzle));
        let blank = (!model.is_plain()).then(|| board.clone());
        SolutionStream { model, checker, board, blank, last: Vec::new(), found: 0, is_refused: false, sink }
    }

    /// Checks the board that these options make, as the caller will see it, and gives it to the caller; breaks when it is refused.
    pub(crate) fn give(&mut self, options: &[u32]) -> ControlFlow<()> {
        if let Some(blank) = &self.blank {
            self.board.owner.copy_from_slice(&blank.owner);
            self.model.fill(options, &mut self.board);
        } else {
            self.last.resize(options.len(), u32::MAX);
            for (&option, last) in options.iter().zip(&mut self.last) {
                // Cells of an option that both solutions have are right already; all others belong to one that changed.
                if std::mem::replace(last, option) != option {
                    self.model.fill(&[option], &mut self.board);
                }
            }
        }
        if self.checker.copies(self.board.owners()).is_err() {
            self.is_refused = true;
            return ControlFlow::Break(());
        }
        self.found += 1;
        (self.sink)(&self.board)
    }
}

/// Where symmetries take options.
pub(crate) struct Images<'m> {
    model: &'m PackModel,
    group: &'m Group,
    names: ByCells,
    /// For each symmetry the image of each option, once it has been asked for.
    known: Vec<Vec<u32>>,
    cells: Vec<u32>,
    moved: Vec<u32>,
}

const UNKNOWN: u32 = u32::MAX;

impl<'m> Images<'m> {
    /// Its tables are in held memory.
    pub(crate) fn new(model: &'m PackModel, group: &'m Group, run: &mut Run<'_>) -> Result<Images<'m>, Stop> {
        let options = model.options.len();
        run.hold(((group.maps.len() + 1) * options * size_of::<u32>()) as u64)?;
        run.work((group.maps.len() * options) as u64)?;
        let known = vec![vec![UNKNOWN; options]; group.maps.len()];
        Ok(Images { model, group, names: model.by_cells(run)?, known, cells: Vec::new(), moved: Vec::new() })
    }

    /// The options of a solution after a symmetry.
    pub(crate) fn of(&mut self, options: &[u32], symmetry: usize) -> &[u32] {
        self.moved.clear();
        for &option in options {
            let known = self.known[symmetry][option as usize];
            let image = if known == UNKNOWN { self.find(option, symmetry) } else { known };
            self.known[symmetry][option as usize] = image;
            self.moved.push(image);
        }
        &self.moved
    }

    fn find(&mut self, option: u32, symmetry: usize) -> u32 {
        let (model, map) = (self.model, &self.group.maps[symmetry]);
        self.cells.clear();
        self.cells.extend(model.cells(option as usize).iter().map(|&cell| map[cell as usize]));
        self.cells.sort_unstable();
        let image = self.names.find(model, model.options[option as usize].kind, |cells| cells.cmp(&self.cells));
        image.expect("a symmetry takes options to options")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::text;
    use crate::run::{Control, Limits};

    #[test]
    fn a_board_that_is_no_solution_is_refused_and_not_given() {
        let puzzle = text::read("1 4 2\nDEFAULT\nAA\nBB\n").unwrap().puzzle;
        let control = Control::new();
        let model = PackModel::new(&puzzle, &mut Run::new(Limits::default(), &control)).unwrap();
        let mut given = 0;
        let mut sink = |_: &Solution| {
            given += 1;
            ControlFlow::Continue(())
        };
        let mut stream = SolutionStream::new(&puzzle, &model, &mut sink);
        let of_kind =
            |kind| (0..model.options.len()).find(|&option| model.options[option].kind == kind).unwrap() as u32;
        // The first places of both pieces are the same cells.
        assert!(stream.give(&[of_kind(0), of_kind(1)]).is_break());
        assert!(stream.is_refused);
        assert_eq!((stream.found, given), (0, 0));
    }
}
