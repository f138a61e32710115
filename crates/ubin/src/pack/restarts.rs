//! One solution, without heavy tails.
//!
//! A search for one solution has a heavy tail: of a hundred orders of the same options most lead to a solution at once, and a few are lost for hours behind one bad early choice (Gomes, Selman and Kautz, "Boosting combinatorial
//! search through randomization", AAAI 1998). So two searches take turns. The **complete** one goes through the whole tree in the order of the model, and proves that there is no solution where there is none. The **tries** shuffle
//! the options of each piece, take pieces that are hard to place first, and give up after some nodes, by the sequence of Luby, Sinclair and Zuckerman (1993): 1, 1, 2, 1, 1, 2, 4, ... times a unit. Turns are counted in nodes, and each side is at most a little ahead of the other,
//! so the whole costs about twice the better of the two. The seed is fixed: the same puzzle has the same answer and node counts for ever.
//!
//! A piece is **hard** when it has many cells and many notches: cells beside it that it touches from several sides, which only few other pieces can fill. A board whose last pieces are easy can be filled in more ways (Selby and Riordan solved Eternity by it, 2000).
//! How hard pieces are decides their order in a try, up to some noise, by which tries differ. Of thirty random packings of twenty pieces on 12x12 the worst took 4,975,638 nodes in an order that was shuffled alone, and takes 42,023.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use rustc_hash::FxHashSet;

use super::backtrack::constrain::{Constrain, ConstrainWalk};
use super::backtrack::units::{OptionSink, TreeEngine as _};
use super::backtrack::{self, Cut};
use super::lattice::{Cell, Lattice};
use super::model::PackModel;
use super::paths::{PathWalk, TreePath};
use super::piece::Piece;
use super::puzzle::Puzzle;
use crate::cover::{CoverEnd, DancingLinks};
use crate::dice::Dice;
use crate::run::{Run, Stop};

/// The nodes of the complete search before the first try. Most puzzles are solved by then.
const HEAD: u64 = 1 << 9;

/// The nodes of the shortest try.
const TRY: u64 = 1 << 9;

/// The bytes of placements up to which tries are made: each needs a model and an engine of its own beside the complete search's.
const MOST_BYTES: u64 = 64 << 20;

/// How hard a piece is for each of its cells, and for each side but one of the cells that it touches.
const HARD_CELL: usize = 256;
const HARD_NOTCH: usize = 256;

/// What chance adds to a piece's hardness at most.
const HARD_NOISE: usize = 512;

/// Which engine searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FirstEngine {
    /// Bit masks, the most constrained first.
    Masks,
    /// Dancing links.
    Links,
}

/// Gives the options of a solution to the sink.
pub(crate) fn first(
    puzzle: &Puzzle,
    model: &PackModel,
    engine: FirstEngine,
    run: &mut Run<'_>,
    sink: &mut OptionSink<'_>,
) -> ControlFlow<Cut> {
    fn masked<const W: usize>(
        puzzle: &Puzzle,
        model: &PackModel,
        run: &mut Run<'_>,
        sink: &mut OptionSink<'_>,
    ) -> Result<ControlFlow<Cut>, Stop> {
        let engine = Constrain::<W>::new(puzzle, model, run)?;
        let mut masks = RearrangedMasks { model, engine: &engine, walk: None };
        let mut complete = ByPaths { walk: engine.walk(), left: vec![TreePath::new()] };
        Ok(take_turns(&mut complete, Tries::new(puzzle, model, &mut masks), run, sink))
    }
    let held = run.held();
    let ended = match (engine, model.free.len()) {
        (FirstEngine::Links, _) => model.links(model.in_order(), run).map(|mut links| {
            let mut rearranged = RearrangedLinks(model);
            take_turns(&mut links, Tries::new(puzzle, model, &mut rearranged), run, sink)
        }),
        (_, 0..=64) => masked::<1>(puzzle, model, run, sink),
        (_, 65..=128) => masked::<2>(puzzle, model, run, sink),
        (_, 129..=256) => masked::<4>(puzzle, model, run, sink),
        _ => masked::<16>(puzzle, model, run, sink),
    };
    run.release_to(held);
    ended.unwrap_or_else(|stop| ControlFlow::Break(Cut::Stopped(stop)))
}

/// The search that goes through the whole tree.
trait CompleteSearch {
    /// Goes on where a limit on nodes has stopped it; continues when there is nothing left.
    fn go_on(&mut self, run: &mut Run<'_>, sink: &mut OptionSink<'_>) -> ControlFlow<Cut>;
}

/// A walk, and the paths that are still to be searched, the next one last.
struct ByPaths<W> {
    walk: W,
    left: Vec<TreePath>,
}

impl<W: PathWalk> CompleteSearch for ByPaths<W> {
    fn go_on(&mut self, run: &mut Run<'_>, sink: &mut OptionSink<'_>) -> ControlFlow<Cut> {
        while let Some(path) = self.left.pop() {
            let end = self.walk.search_below(&path, run, sink);
            match end.expect("a tree has the paths that its search left") {
                CoverEnd::Done => {}
                CoverEnd::Enough => return ControlFlow::Break(Cut::Enough),
                CoverEnd::Stopped(stop, more) => {
                    self.left.extend(more.into_iter().rev());
                    return ControlFlow::Break(Cut::Stopped(stop));
                }
            }
        }
        ControlFlow::Continue(())
    }
}

impl CompleteSearch for DancingLinks {
    fn go_on(&mut self, run: &mut Run<'_>, sink: &mut OptionSink<'_>) -> ControlFlow<Cut> {
        DancingLinks::go_on(self, run, sink).map_break(|stop| stop.map_or(Cut::Enough, Cut::Stopped))
    }
}

/// A model's kinds, and the options of each, in another order.
pub(crate) struct OptionOrder {
    pub(crate) kinds: Vec<u32>,
    /// Those of the first kind, then those of the second, ...
    pub(crate) options: Vec<u32>,
}

/// An engine that can search in other orders.
trait Reordering {
    /// The bytes that a search in another order needs beside what is held already.
    fn bytes(&self) -> u64;

    /// Searches so many nodes in another order. What it still holds in the end it needs for the next search.
    fn search_in(
        &mut self,
        order: &OptionOrder,
        nodes: u64,
        run: &mut Run<'_>,
        sink: &mut OptionSink<'_>,
    ) -> Result<CoverEnd, Stop>;
}

/// The masks of a model whose options have another order.
struct RearrangedMasks<'e, const W: usize> {
    model: &'e PackModel,
    engine: &'e Constrain<W>,
    /// The walk of the search before, in held memory: to ask the system for its lists again took a quarter of the time.
    walk: Option<ConstrainWalk<'e, W>>,
}

impl<const W: usize> Reordering for RearrangedMasks<'_, W> {
    fn bytes(&self) -> u64 {
        // Once in the walk, and as much twice for the levels below.
        let needed = 3 * self.engine.own_bytes();
        needed.saturating_sub(self.walk.as_ref().map_or(0, ConstrainWalk::bytes))
    }

    fn search_in(
        &mut self,
        order: &OptionOrder,
        nodes: u64,
        run: &mut Run<'_>,
        sink: &mut OptionSink<'_>,
    ) -> Result<CoverEnd, Stop> {
        // The walk holds its lists by itself while it searches.
        let mut walk = match self.walk.take() {
            Some(walk) => {
                run.release(walk.bytes());
                walk
            }
            None => self.engine.walk(),
        };
        run.work((order.options.len() * 2 * W) as u64)?;
        walk.rearrange(order);
        let end = whole(&mut walk, nodes, run, sink);
        // The complete search comes first: where its lists might not fit beside these, these go.
        let needed = walk.bytes().saturating_add(backtrack::bytes(self.model));
        if run.remaining().memory.is_none_or(|left| needed <= left) {
            run.hold(walk.bytes())?;
            self.walk = Some(walk);
        }
        Ok(end)
    }
}

/// The links of a model whose options have another order.
struct RearrangedLinks<'m>(&'m PackModel);

impl Reordering for RearrangedLinks<'_> {
    fn bytes(&self) -> u64 {
        // A link has four numbers, and the problem is there beside the links while they are made.
        8 * self.0.bytes()
    }

    fn search_in(
        &mut self,
        order: &OptionOrder,
        nodes: u64,
        run: &mut Run<'_>,
        sink: &mut OptionSink<'_>,
    ) -> Result<CoverEnd, Stop> {
        let held = run.held();
        let model = self.0.rearranged(order, run)?;
        let mut links = model.links(model.in_order(), run)?;
        let mut numbers = Vec::new();
        let mut sink = |options: &[u32]| {
            numbers.clear();
            numbers.extend(options.iter().map(|&option| order.options[option as usize]));
            sink(&numbers)
        };
        let end = whole(&mut links, nodes, run, &mut sink);
        run.release_to(held);
        Ok(end)
    }
}

/// Searches so many nodes of a tree.
fn whole(walk: &mut dyn PathWalk, nodes: u64, run: &mut Run<'_>, sink: &mut OptionSink<'_>) -> CoverEnd {
    let mut part = run.portion(nodes);
    let end = walk.try_whole(&mut part, sink);
    run.join(&part);
    end
}

/// The complete search and the tries in turn, until one has a solution or the complete one is through.
fn take_turns(
    search: &mut dyn CompleteSearch,
    mut tries: Tries<'_>,
    run: &mut Run<'_>,
    sink: &mut OptionSink<'_>,
) -> ControlFlow<Cut> {
    let (mut complete, mut tried) = (0, 0);
    let mut turn = HEAD;
    loop {
        while complete < turn {
            let mut part = run.portion(turn - complete);
            let end = search.go_on(&mut part, sink);
            complete += part.stats().expanded;
            run.join(&part);
            if end != ControlFlow::Break(Cut::Stopped(Stop::Nodes)) {
                return end;
            }
            // Its own turn, or the run's limit: then the run says so.
            if let Err(stop) = run.check() {
                return ControlFlow::Break(Cut::Stopped(stop));
            }
        }
        while tried < turn && tries.fit(run) {
            let before = run.stats().expanded;
            tries.next(run, sink)?;
            tried += run.stats().expanded - before;
        }
        turn += turn / 4;
    }
}

/// Searches that give up.
struct Tries<'m> {
    model: &'m PackModel,
    engine: &'m mut dyn Reordering,
    tried: u64,
    /// How hard each kind is to place.
    hardness: Vec<usize>,
}

impl<'m> Tries<'m> {
    fn new(puzzle: &Puzzle, model: &'m PackModel, engine: &'m mut dyn Reordering) -> Tries<'m> {
        let lattice = puzzle.board().lattice();
        let of_piece = |piece: usize| hardness(&puzzle.pieces()[piece], lattice);
        let hardness = model.kinds.iter().map(|kind| kind.piece.map_or(0, of_piece)).collect();
        Tries { model, engine, tried: 0, hardness }
    }

    /// Whether there is room for one: the memory limit is there for the complete search first.
    fn fit(&self, run: &Run<'_>) -> bool {
        self.model.bytes() <= MOST_BYTES && run.remaining().memory.is_none_or(|left| self.engine.bytes() <= left)
    }

    /// One more of them.
    fn next(&mut self, run: &mut Run<'_>, sink: &mut OptionSink<'_>) -> ControlFlow<Cut> {
        self.tried += 1;
        let order = self.shuffled();
        let end = self.engine.search_in(&order, TRY * luby(self.tried), run, sink);
        match end {
            // A try that went through the whole tree has proved that there is no solution; the complete search will find the same in its turn.
            Ok(CoverEnd::Done | CoverEnd::Stopped(Stop::Nodes, _)) => match run.check() {
                Ok(()) => ControlFlow::Continue(()),
                Err(stop) => ControlFlow::Break(Cut::Stopped(stop)),
            },
            Ok(CoverEnd::Enough) => ControlFlow::Break(Cut::Enough),
            Ok(CoverEnd::Stopped(stop, _)) | Err(stop) => ControlFlow::Break(Cut::Stopped(stop)),
        }
    }

    fn shuffled(&self) -> OptionOrder {
        let mut dice = Dice::new(self.tried);
        let mut kinds: Vec<u32> = (0..self.model.kinds.len() as u32).collect();
        dice.shuffle(&mut kinds);
        kinds.sort_by_cached_key(|&kind| Reverse(self.hardness[kind as usize] + dice.up_to(HARD_NOISE)));
        let mut options: Vec<u32> = Vec::with_capacity(self.model.options.len());
        for &kind in &kinds {
            let start = options.len();
            options.extend(self.model.of_kind(kind as usize).map(|option| option as u32));
            dice.shuffle(&mut options[start..]);
        }
        OptionOrder { kinds, options }
    }
}

/// How hard a piece is to place beside others.
fn hardness(piece: &Piece, lattice: Lattice) -> usize {
    let own: FxHashSet<Cell> = piece.spots().iter().map(|&spot| lattice.cell(spot)).collect();
    let sides = own.iter().flat_map(|cell| lattice.neighbours().iter().map(move |&step| cell.plus(step)));
    let (mut touched, mut notches) = (FxHashSet::default(), 0);
    for beside in sides.filter(|beside| !own.contains(beside)) {
        notches += usize::from(!touched.insert(beside));
    }
    HARD_CELL * own.len() + HARD_NOTCH * notches
}

/// The sequence of Luby, Sinclair and Zuckerman, from its first number on.
fn luby(number: u64) -> u64 {
    // A number 2^k - 1 ends a part, and is 2^(k - 1); others are as they were in the part before.
    let parts = u64::BITS - number.leading_zeros();
    if number + 1 == 1 << parts { 1 << (parts - 1) } else { luby(number + 1 - (1 << (parts - 1))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notches_are_what_other_pieces_must_fill() {
        let notches = |rows: &str| {
            let puzzle = crate::pack::text::read(&format!("5 5 1\nDEFAULT\n{rows}")).unwrap().puzzle;
            let piece = &puzzle.pieces()[0];
            (hardness(piece, puzzle.board().lattice()) - HARD_CELL * piece.size()) / HARD_NOTCH
        };
        let pentominoes = ["IIIII", "PP\nPP\nP", "U U\nUUU", "W\nWW\n WW", " X\nXXX\n X"];
        assert_eq!(pentominoes.map(notches), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn the_sequence_of_luby() {
        assert_eq!((1..=15).map(luby).collect::<Vec<_>>(), [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
