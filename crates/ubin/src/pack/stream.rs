//! From an engine's options to solutions that have been checked.

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use super::model::Model;
use super::puzzle::{Puzzle, Solution};
use super::symmetry::Group;
use crate::verify::pack::{Ticket, Verifier};

/// Called with each solution; breaks to end the search.
pub type Sink<'s> = dyn FnMut(&Solution) -> ControlFlow<()> + 's;

/// Turns options into boards and passes each through the verifier before anybody sees it.
pub(crate) struct Stream<'p, 's> {
    model: &'p Model,
    verifier: Verifier<'p>,
    /// The tickets of the pieces placed before, then room for a solution's.
    tickets: Vec<Ticket>,
    placed: usize,
    known: Vec<Option<Ticket>>,
    board: Solution,
    /// The solutions given so far.
    pub(crate) found: u64,
    sink: &'s mut Sink<'s>,
}

impl<'p, 's> Stream<'p, 's> {
    pub(crate) fn new(puzzle: &'p Puzzle, model: &'p Model, sink: &'s mut Sink<'s>) -> Stream<'p, 's> {
        let mut verifier = Verifier::new(puzzle);
        let admit = |placed| verifier.admit(placed).expect("a puzzle's placed pieces have their shapes");
        let tickets: Vec<Ticket> = puzzle.placed().iter().map(admit).collect();
        let (placed, known, board) = (tickets.len(), vec![None; model.options.len()], model.blank(puzzle));
        Stream { model, verifier, tickets, placed, known, board, found: 0, sink }
    }

    /// Checks the solution made of these options and gives it to the caller.
    ///
    /// # Panics
    /// When the check fails: an engine is wrong, and no answer is better than a wrong one.
    pub(crate) fn give(&mut self, options: &[u32]) -> ControlFlow<()> {
        self.tickets.truncate(self.placed);
        for &option in options {
            let known = &mut self.known[option as usize];
            let ticket = known.get_or_insert_with(|| {
                let placement = self.model.placement(option as usize);
                self.verifier.admit(&placement).expect("every option has its piece's shape")
            });
            self.tickets.push(*ticket);
        }
        self.verifier.check(&self.tickets).expect("an engine's solution covers every cell once");
        self.model.fill(options, &mut self.board);
        self.found += 1;
        (self.sink)(&self.board)
    }
}

/// Where symmetries take options.
pub(crate) struct Images<'m> {
    model: &'m Model,
    group: &'m Group,
    numbers: FxHashMap<(u32, Vec<u32>), u32>,
    /// For each symmetry the image of each option, once it has been asked for.
    known: Vec<Vec<u32>>,
    moved: Vec<u32>,
}

const UNKNOWN: u32 = u32::MAX;

impl<'m> Images<'m> {
    pub(crate) fn new(model: &'m Model, group: &'m Group) -> Images<'m> {
        let key = |option: usize| (model.options[option].piece, model.cells(option).to_vec());
        let numbers = (0..model.options.len()).map(|option| (key(option), option as u32)).collect();
        let known = vec![vec![UNKNOWN; model.options.len()]; group.maps.len()];
        Images { model, group, numbers, known, moved: Vec::new() }
    }

    /// The options of a solution after a symmetry.
    pub(crate) fn of(&mut self, options: &[u32], symmetry: usize) -> &[u32] {
        self.moved.clear();
        for &option in options {
            let mut image = self.known[symmetry][option as usize];
            if image == UNKNOWN {
                let map = &self.group.maps[symmetry];
                let mut cells: Vec<u32> =
                    self.model.cells(option as usize).iter().map(|&cell| map[cell as usize]).collect();
                cells.sort_unstable();
                image = self.numbers[&(self.model.options[option as usize].piece, cells)];
                self.known[symmetry][option as usize] = image;
            }
            self.moved.push(image);
        }
        &self.moved
    }
}
