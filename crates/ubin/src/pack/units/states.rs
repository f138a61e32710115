//! The units of a folded count: chunks of states.
//!
//! A part goes level by level and merges equal states. What it leaves are the states of the level it was in that it has not expanded, and the next level as far as it was made.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::pack::backtrack::by_sizes;
use crate::pack::bits::Mask;
use crate::pack::graph::NoGraph;
use crate::pack::graph::build::{Account, Child, LOOK, Levels};
use crate::pack::graph::levels::LevelTree as _;
use crate::pack::graph::order;
use crate::pack::graph::ways::GrowingLayer;
use crate::pack::model::PackModel;
use crate::pack::puzzle::Puzzle;
use crate::pack::sweep::{CellSweep, Filling};
use crate::run::{Run, Stop};
use crate::unit::{Chunk, Part, PartError, UnitError, Work};

/// The states of a puzzle, of any size.
pub(super) trait FoldedStates: Send + Sync {
    /// The one state that all ways begin with.
    fn root(&self) -> Chunk;

    /// Folds chunks until so many states are expanded.
    fn part(&self, chunks: &[Chunk], budget: u64, run: &mut Run<'_>) -> Result<Part, PartError>;
}

/// The states of a flat puzzle, in held memory. States that one of these maps takes to one another are merged, as a count does.
pub(super) fn of_sweep(
    puzzle: &Puzzle,
    model: &PackModel,
    maps: &[Vec<u32>],
    run: &mut Run<'_>,
) -> Result<Box<dyn FoldedStates>, Stop> {
    by_sizes!(model, of_sweep_with(puzzle, model, maps, run))
}

fn of_sweep_with<const W: usize, const L: usize>(
    puzzle: &Puzzle,
    model: &PackModel,
    maps: &[Vec<u32>],
    run: &mut Run<'_>,
) -> Result<Box<dyn FoldedStates>, Stop> {
    let levels = Levels::<W, L>::new(puzzle, model, run);
    let levels = levels.and_then(|levels| levels.with_mirror(puzzle, model, maps, run));
    let levels = levels.map_err(|refusal| stop_of(refusal, run))?;
    let board_cell = |&cell: &u32| model.free[cell as usize];
    let mut next = (0..puzzle.pieces().len()).map(|piece| puzzle.amount(piece).most).sum();
    let copies = model.kinds.iter().map(|kind| match kind.piece {
        Some(_) => kind.first_copy..kind.first_copy + kind.amount.most,
        // Gaps come after all pieces.
        None => {
            next += kind.amount.most;
            next - kind.amount.most..next
        }
    });
    let names = StateNames {
        cells: order::best(puzzle, model).iter().map(board_cell).collect(),
        placed: puzzle.placed().iter().flat_map(|placed| placed.cells.clone()).collect(),
        board_size: puzzle.board().size(),
        copies: copies.collect(),
        all_copies: 0,
        sizes: model.kinds.iter().map(|kind| kind.size as u32).collect(),
    };
    let names = StateNames { all_copies: next as usize, ..names };
    Ok(Box::new(SweptStates { levels, names }))
}

fn stop_of(refusal: NoGraph, run: &mut Run<'_>) -> Stop {
    match refusal {
        NoGraph::Stopped(stop) => stop,
        NoGraph::TooLarge => run.out_of_memory(),
        NoGraph::Overflow => Stop::TooMany,
    }
}

/// How states are written.
struct StateNames {
    /// The board's number of each cell, in the order of the sweep.
    cells: Vec<u32>,
    /// The cells of the pieces that lie on the board from the start.
    placed: Vec<u32>,
    board_size: usize,
    /// The numbers of each kind's copies, and the size of one.
    copies: Vec<Range<u32>>,
    sizes: Vec<u32>,
    /// How many numbers copies and gaps have.
    all_copies: usize,
}

impl StateNames {
    /// Of a kind's copies those with the lowest numbers are left.
    fn write<const W: usize, const L: usize>(&self, sweep: &CellSweep<W, L>, state: &Filling<W, L>) -> String {
        let filled = state.filled.cells().map(|at| self.cells[at as usize] as usize);
        let filled = filled.chain(self.placed.iter().map(|&cell| cell as usize));
        let left = self.copies.iter().enumerate().flat_map(|(kind, copies)| {
            (copies.start..copies.start + sweep.stock.left_of(state.left, kind)).map(|copy| copy as usize)
        });
        hex(filled, self.board_size) + &hex(left, self.all_copies)
    }

    /// How many of all kinds have been placed.
    fn placed<const W: usize, const L: usize>(&self, sweep: &CellSweep<W, L>, state: &Filling<W, L>) -> u32 {
        let placed = |(kind, copies): (usize, &Range<u32>)| copies.len() as u32 - sweep.stock.left_of(state.left, kind);
        self.copies.iter().enumerate().map(placed).sum()
    }

    /// The state of a text, if it is one whose cells what is left can fill.
    fn read<const W: usize, const L: usize>(&self, sweep: &CellSweep<W, L>, text: &str) -> Option<Filling<W, L>> {
        let digits = self.board_size.div_ceil(4);
        let (filled, left) = text.split_at_checked(digits)?;
        let (filled, left) = (bits(filled, self.board_size)?, bits(left, self.all_copies)?);
        let has = |list: &[usize], number: usize| list.binary_search(&number).is_ok();
        let mut mask = Mask::EMPTY;
        for (at, &cell) in (0u32..).zip(&self.cells) {
            if has(&filled, cell as usize) {
                mask = mask.or(Mask::of(&[at]));
            }
        }
        let left_of = |copies: &Range<u32>| copies.clone().take_while(|&copy| has(&left, copy as usize)).count() as u32;
        let numbers: Vec<u32> = self.copies.iter().map(left_of).collect();
        let is_whole = self.placed.iter().all(|&cell| has(&filled, cell as usize))
            && filled.len() == mask.count() as usize + self.placed.len()
            && left.len() == numbers.iter().sum::<u32>() as usize;
        let sizes: u32 = numbers.iter().zip(&self.sizes).map(|(number, size)| number * size).sum();
        let free = self.cells.len() as u32 - mask.count();
        // Where something may stay unused, no state is told by its cells alone.
        let fills = if sweep.stock.is_all_used() { sizes == free } else { sizes >= free };
        (is_whole && fills).then(|| Filling { filled: mask, left: sweep.stock.stock(numbers.into_iter()) })
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
struct SweptStates<const W: usize, const L: usize> {
    levels: Levels<W, L>,
    names: StateNames,
}

/// Layers by their level, and what was found.
struct Folding<const W: usize, const L: usize> {
    layers: BTreeMap<u32, GrowingLayer<Filling<W, L>>>,
    account: Account,
    part: Part,
}

impl<const W: usize, const L: usize> FoldedStates for SweptStates<W, L> {
    fn root(&self) -> Chunk {
        let sweep = &self.levels.sweep;
        Chunk { level: 0, states: vec![(self.names.write(sweep, &sweep.root()), 1)] }
    }

    fn part(&self, chunks: &[Chunk], budget: u64, run: &mut Run<'_>) -> Result<Part, PartError> {
        let held = run.held();
        let folded = self.fold(chunks, budget, run);
        run.release_to(held);
        folded
    }
}

impl<const W: usize, const L: usize> SweptStates<W, L> {
    fn fold(&self, chunks: &[Chunk], budget: u64, run: &mut Run<'_>) -> Result<Part, PartError> {
        let mut folding = Folding { layers: BTreeMap::new(), account: Account::default(), part: Part::default() };
        for chunk in chunks {
            self.read(chunk, &mut folding, run)?;
        }
        let mut left = Vec::new();
        while let Some((level, layer)) = folding.layers.pop_first() {
            let (states, ways) = layer.into_states();
            let done = self.expand(level, (&states, &ways), budget, &mut folding, run)?;
            let rest = states[done..].iter().zip(&ways[done..]);
            let states: Vec<(String, u128)> =
                rest.map(|(state, &ways)| (self.names.write(&self.levels.sweep, state), ways)).collect();
            if !states.is_empty() {
                left.push(Chunk { level, states });
            }
        }
        folding.part.left = (!left.is_empty()).then_some(Work::States(left));
        Ok(folding.part)
    }

    /// Puts the states of a chunk into their layer.
    fn read(&self, chunk: &Chunk, folding: &mut Folding<W, L>, run: &mut Run<'_>) -> Result<(), PartError> {
        folding.make_room(chunk.level, chunk.states.len(), 0, run)?;
        for (text, ways) in &chunk.states {
            run.work(64 * W as u64)?;
            let sweep = &self.levels.sweep;
            let is_here = |state: &Filling<W, L>| self.names.placed(sweep, state) == chunk.level;
            let state = self.names.read(sweep, text).filter(is_here);
            let state = state.ok_or_else(|| UnitError::NotAState { state: text.clone() })?;
            let child = if sweep.is_full(state) { Child::Solved } else { Child::State(state) };
            if !folding.add(chunk.level, child, *ways) {
                return Err(PartError::TooMany);
            }
        }
        Ok(())
    }

    /// Expands the states of a level in turn while the budget lasts; gives how many.
    fn expand(
        &self,
        level: u32,
        (states, ways): (&[Filling<W, L>], &[u128]),
        budget: u64,
        folding: &mut Folding<W, L>,
        run: &mut Run<'_>,
    ) -> Result<usize, PartError> {
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
                    let child = match child {
                        Child::State(state) => Child::State(self.levels.canonical(state)),
                        Child::Solved => Child::Solved,
                    };
                    is_too_many |= !folding.add(level + 1, child, ways[at]);
                });
                expanded.map_err(|refusal| stop_of(refusal, run))?;
                folding.part.nodes += 1;
                if is_too_many {
                    return Err(PartError::TooMany);
                }
            }
            done += look;
        }
        Ok(done)
    }
}

impl<const W: usize, const L: usize> Folding<W, L> {
    /// Makes room for more states of a level, beside `own` bytes.
    fn make_room(&mut self, level: u32, more: usize, own: u64, run: &mut Run<'_>) -> Result<(), PartError> {
        self.layers.entry(level).or_insert_with(GrowingLayer::new);
        let bytes =
            |(at, layer): (&u32, &GrowingLayer<Filling<W, L>>)| layer.bytes_with(if *at == level { more } else { 0 });
        let all: u64 = self.layers.iter().map(bytes).sum();
        self.account.reach(all + own, run).map_err(|refusal| stop_of(refusal, run))?;
        self.layers.entry(level).or_insert_with(GrowingLayer::new).make_room(more);
        Ok(())
    }

    /// Adds ways to a state; to the full board they are solutions. `false` when they are too many.
    fn add(&mut self, level: u32, child: Child<Filling<W, L>>, ways: u128) -> bool {
        let Child::State(state) = child else {
            self.part.found = self.part.found.saturating_add(ways);
            return self.part.found >> 127 == 0;
        };
        let layer = self.layers.get_mut(&level).expect("there is room for its states");
        !layer.add(state, ways)
    }
}
