//! The units of a folded count: chunks of states.
//!
//! A part goes level by level and merges equal states. What it leaves are the states of the level it was in that it has not expanded, and the next level as far as it was made.

use std::collections::BTreeMap;

use super::NoPart;
use crate::pack::backtrack::by_words;
use crate::pack::bits::Mask;
use crate::pack::graph::NoGraph;
use crate::pack::graph::build::{Account, LOOK, Levels};
use crate::pack::graph::order;
use crate::pack::graph::ways::GrowingLayer;
use crate::pack::model::PackModel;
use crate::pack::puzzle::Puzzle;
use crate::pack::sweep::Filling;
use crate::run::{Run, Stop};
use crate::unit::{Chunk, Part, UnitError, Work};

/// The states of a puzzle, of any size.
pub(super) trait FoldedStates: Send + Sync {
    /// The one state that all ways begin with.
    fn root(&self) -> Chunk;

    /// Folds chunks until so many states are expanded.
    fn part(&self, chunks: &[Chunk], budget: u64, run: &mut Run<'_>) -> Result<Part, NoPart>;
}

/// The states of a flat puzzle, in held memory.
pub(super) fn of_sweep(puzzle: &Puzzle, model: &PackModel, run: &mut Run<'_>) -> Result<Box<dyn FoldedStates>, Stop> {
    by_words!(model.free.len(), of_sweep_with(puzzle, model, run))
}

fn of_sweep_with<const W: usize>(
    puzzle: &Puzzle,
    model: &PackModel,
    run: &mut Run<'_>,
) -> Result<Box<dyn FoldedStates>, Stop> {
    let levels = Levels::<W>::new(puzzle, model, run).map_err(|refusal| stop_of(refusal, run))?;
    let board_cell = |&cell: &u32| model.free[cell as usize];
    let names = StateNames {
        cells: order::best(puzzle, model).iter().map(board_cell).collect(),
        placed: puzzle.placed().iter().flat_map(|placed| placed.cells.clone()).collect(),
        board_size: puzzle.board().size(),
        loose: model.loose.clone(),
        sizes: model.loose.iter().map(|&piece| puzzle.pieces()[piece].size() as u32).collect(),
        pieces: puzzle.pieces().len(),
    };
    Ok(Box::new(SweptStates { levels, names }))
}

fn stop_of(refusal: NoGraph, run: &mut Run<'_>) -> Stop {
    match refusal {
        NoGraph::Stopped(stop) => stop,
        NoGraph::TooLarge | NoGraph::Overflow => run.out_of_memory(),
    }
}

/// How states are written.
struct StateNames {
    /// The board's number of each cell, in the order of the sweep.
    cells: Vec<u32>,
    /// The cells of the pieces that lie on the board from the start.
    placed: Vec<u32>,
    board_size: usize,
    /// The puzzle's number of each loose piece, and its size.
    loose: Vec<usize>,
    sizes: Vec<u32>,
    pieces: usize,
}

impl StateNames {
    fn write<const W: usize>(&self, state: &Filling<W>) -> String {
        let filled = state.filled.cells().map(|at| self.cells[at as usize] as usize);
        let filled = filled.chain(self.placed.iter().map(|&cell| cell as usize));
        let left = self.left(state.left).map(|piece| self.loose[piece]);
        hex(filled, self.board_size) + &hex(left, self.pieces)
    }

    /// The loose pieces in a set of them.
    fn left(&self, left: u64) -> impl Iterator<Item = usize> {
        (0..self.loose.len()).filter(move |piece| left >> piece & 1 == 1)
    }

    /// The state of a text, if it is one that leaves as many cells as its pieces have.
    fn read<const W: usize>(&self, text: &str) -> Option<Filling<W>> {
        let digits = self.board_size.div_ceil(4);
        let (filled, left) = text.split_at_checked(digits)?;
        let (filled, left) = (bits(filled, self.board_size)?, bits(left, self.pieces)?);
        let has = |list: &[usize], number: usize| list.binary_search(&number).is_ok();
        let mut state = Filling { filled: Mask::EMPTY, left: 0 };
        for (at, &cell) in (0u32..).zip(&self.cells) {
            if has(&filled, cell as usize) {
                state.filled = state.filled.or(Mask::of(&[at]));
            }
        }
        for (at, &piece) in self.loose.iter().enumerate() {
            state.left |= u64::from(has(&left, piece)) << at;
        }
        let is_whole = self.placed.iter().all(|&cell| has(&filled, cell as usize))
            && filled.len() == state.filled.count() as usize + self.placed.len()
            && left.len() == state.left.count_ones() as usize;
        let sizes: u32 = self.left(state.left).map(|piece| self.sizes[piece]).sum();
        let free = self.cells.len() as u32 - state.filled.count();
        (is_whole && sizes == free).then_some(state)
    }
}

/// Numbers below `size` as the bits of one number, in hexadecimal digits.
fn hex(numbers: impl Iterator<Item = usize>, size: usize) -> String {
    let mut digits = vec![0u32; size.div_ceil(4)];
    let last = digits.len().saturating_sub(1);
    for number in numbers {
        digits[last - number / 4] |= 1 << (number % 4);
    }
    digits.iter().filter_map(|&digit| char::from_digit(digit, 16)).collect()
}

/// The numbers that are the bits of a number, ascending. `None` when the text has another length, or a number is `size` or more.
fn bits(text: &str, size: usize) -> Option<Vec<usize>> {
    let digits: Vec<u32> = text.chars().map(|digit| digit.to_digit(16)).collect::<Option<_>>()?;
    let has = |number: &usize| digits[digits.len() - 1 - number / 4] >> (number % 4) & 1 == 1;
    let numbers: Vec<usize> = (0..4 * digits.len()).filter(has).collect();
    (digits.len() == size.div_ceil(4) && numbers.last().is_none_or(|&last| last < size)).then_some(numbers)
}

/// The states of a puzzle with masks of so many words.
struct SweptStates<const W: usize> {
    levels: Levels<W>,
    names: StateNames,
}

/// Layers by their level, and what was found.
struct Folding<const W: usize> {
    layers: BTreeMap<u32, GrowingLayer<W>>,
    account: Account,
    part: Part,
}

impl<const W: usize> FoldedStates for SweptStates<W> {
    fn root(&self) -> Chunk {
        let root = Filling::<W>::root(self.names.loose.len());
        Chunk { level: 0, states: vec![(self.names.write(&root), 1)] }
    }

    fn part(&self, chunks: &[Chunk], budget: u64, run: &mut Run<'_>) -> Result<Part, NoPart> {
        let held = run.held();
        let folded = self.fold(chunks, budget, run);
        run.release_to(held);
        folded
    }
}

impl<const W: usize> SweptStates<W> {
    fn fold(&self, chunks: &[Chunk], budget: u64, run: &mut Run<'_>) -> Result<Part, NoPart> {
        let mut folding = Folding { layers: BTreeMap::new(), account: Account::default(), part: Part::default() };
        for chunk in chunks {
            self.read(chunk, &mut folding, run)?;
        }
        let mut left = Vec::new();
        while let Some((level, layer)) = folding.layers.pop_first() {
            let (states, ways) = layer.into_states();
            let done = self.expand(level, (&states, &ways), budget, &mut folding, run)?;
            let rest = states[done..].iter().zip(&ways[done..]);
            let states: Vec<(String, u128)> = rest.map(|(state, &ways)| (self.names.write(state), ways)).collect();
            if !states.is_empty() {
                left.push(Chunk { level, states });
            }
        }
        folding.part.left = (!left.is_empty()).then_some(Work::States(left));
        Ok(folding.part)
    }

    /// Puts the states of a chunk into their layer.
    fn read(&self, chunk: &Chunk, folding: &mut Folding<W>, run: &mut Run<'_>) -> Result<(), NoPart> {
        folding.make_room(chunk.level, chunk.states.len(), 0, run)?;
        for (text, ways) in &chunk.states {
            run.work(64 * W as u64)?;
            let placed = |state: &Filling<W>| self.names.loose.len() as u32 - state.left.count_ones();
            let state = self.names.read(text).filter(|state| placed(state) == chunk.level);
            let state = state.ok_or_else(|| UnitError::NotAState { state: text.clone() })?;
            if !folding.add(chunk.level, state, *ways) {
                return Err(NoPart::TooMany);
            }
        }
        Ok(())
    }

    /// Expands the states of a level in turn while the budget lasts; gives how many.
    fn expand(
        &self,
        level: u32,
        (states, ways): (&[Filling<W>], &[u128]),
        budget: u64,
        folding: &mut Folding<W>,
        run: &mut Run<'_>,
    ) -> Result<usize, NoPart> {
        let mut steps = self.levels.steps();
        let mut done = 0;
        let own = (size_of_val(states) + size_of_val(ways)) as u64;
        while done < states.len() && folding.part.nodes < budget {
            let look = LOOK.min(states.len() - done).min((budget - folding.part.nodes).min(LOOK as u64) as usize);
            folding.make_room(level + 1, self.levels.most_children(look), own, run)?;
            for at in done..done + look {
                let mut is_too_many = false;
                let expanded = self.levels.expand(states[at], &mut steps, run, |_, child| {
                    folding.part.generated += 1;
                    is_too_many |= !folding.add(level + 1, child, ways[at]);
                });
                expanded.map_err(|refusal| stop_of(refusal, run))?;
                folding.part.nodes += 1;
                if is_too_many {
                    return Err(NoPart::TooMany);
                }
            }
            done += look;
        }
        Ok(done)
    }
}

impl<const W: usize> Folding<W> {
    /// Makes room for more states of a level, beside `own` bytes.
    fn make_room(&mut self, level: u32, more: usize, own: u64, run: &mut Run<'_>) -> Result<(), NoPart> {
        self.layers.entry(level).or_insert_with(GrowingLayer::new);
        let bytes = |(at, layer): (&u32, &GrowingLayer<W>)| layer.bytes_with(if *at == level { more } else { 0 });
        let all: u64 = self.layers.iter().map(bytes).sum();
        self.account.reach(all + own, run).map_err(|refusal| stop_of(refusal, run))?;
        self.layers.entry(level).or_insert_with(GrowingLayer::new).make_room(more);
        Ok(())
    }

    /// Adds ways to a state; to the full board they are solutions. `false` when they are too many.
    fn add(&mut self, level: u32, state: Filling<W>, ways: u128) -> bool {
        if state.left == 0 {
            self.part.found = self.part.found.saturating_add(ways);
            return self.part.found >> 127 == 0;
        }
        let layer = self.layers.get_mut(&level).expect("there is room for its states");
        !layer.add(state, ways)
    }
}
