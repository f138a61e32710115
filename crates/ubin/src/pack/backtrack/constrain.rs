//! Most constrained first: branch on the cell or the piece that has the fewest options left.
//!
//! At every node the options that still fit stand in one list a piece. Placing a piece filters the lists of the others and counts, in the same pass and for all cells at once, how many
//! options reach each cell: the counters are bit planes, so one addition serves 64 cells. A cell nobody reaches, a piece that fits nowhere or a region of a size no pieces add up to ends the branch.
//!
//! Options are plain masks; nobody carries their numbers along, because a solution is rare and a mask says which option it is.

use std::ops::ControlFlow;

use super::region::Regions;
use super::units::{Engine, OptionSink};
use super::{Cut, Names};
use crate::pack::bits::Mask;
use crate::pack::model::Model;
use crate::pack::puzzle::Puzzle;
use crate::run::{Run, Stop};

/// Counts per cell, as bit planes: exact up to 7.
#[derive(Clone, Copy, Debug)]
pub(super) struct Planes<const W: usize> {
    ones: Mask<W>,
    twos: Mask<W>,
    fours: Mask<W>,
    /// Eight or more.
    many: Mask<W>,
}

impl<const W: usize> Planes<W> {
    const ZERO: Planes<W> = Planes { ones: Mask::EMPTY, twos: Mask::EMPTY, fours: Mask::EMPTY, many: Mask::EMPTY };

    #[inline(always)]
    fn add(&mut self, mask: Mask<W>) {
        for at in 0..W {
            let carry = self.ones.0[at] & mask.0[at];
            self.ones.0[at] ^= mask.0[at];
            let next = self.twos.0[at] & carry;
            self.twos.0[at] ^= carry;
            self.many.0[at] |= self.fours.0[at] & next;
            self.fours.0[at] ^= next;
        }
    }

    /// The cells with exactly `count`, which is below 8.
    fn cells_with(&self, count: u32) -> Mask<W> {
        let plane = |mask: Mask<W>, bit: u32| if count & bit == 0 { Mask([u64::MAX; W]).without(mask) } else { mask };
        plane(self.ones, 1).and(plane(self.twos, 2)).and(plane(self.fours, 4)).without(self.many)
    }
}

/// The options of one piece that still fit, at one level.
#[derive(Clone, Copy, Debug)]
struct List {
    piece: u32,
    start: u32,
    end: u32,
}

/// A node on the way: the lists of the pieces left, and the branches to take.
#[derive(Clone, Debug)]
struct Level<const W: usize> {
    masks: Vec<Mask<W>>,
    lists: Vec<List>,
    free: Mask<W>,
    branches: Vec<(u32, Mask<W>)>,
}

/// A model, ready to be searched.
#[derive(Clone, Debug)]
pub(crate) struct Constrain<const W: usize> {
    root: Level<W>,
    regions: Option<Regions<W>>,
    names: Names<W>,
}

/// A part of the tree: the pieces placed above it, with their masks.
pub(crate) type Prefix<const W: usize> = Vec<(u32, Mask<W>)>;

/// A search on the way.
struct Walk<'c, const W: usize> {
    regions: Option<&'c Regions<W>>,
    levels: Vec<Level<W>>,
    /// The mask of each loose piece on the way.
    chosen: Vec<Mask<W>>,
}

impl<const W: usize> Engine for Constrain<W> {
    type Unit = Prefix<W>;

    fn search(&self, unit: &Prefix<W>, run: &mut Run<'_>, sink: &mut OptionSink<'_>) -> ControlFlow<Cut> {
        let mut walk = self.walk();
        let Some(planes) = walk.enter(unit) else { return ControlFlow::Continue(()) };
        let mut options = Vec::with_capacity(walk.chosen.len());
        walk.descend(unit.len(), planes, run, &mut |chosen: &[Mask<W>]| {
            options.clear();
            options.extend(chosen.iter().enumerate().map(|(piece, &mask)| self.names.option(piece, mask)));
            sink(&options)
        })
    }
}

impl<const W: usize> Constrain<W> {
    /// The bytes that the search of a model takes at most, on each thread.
    pub(crate) fn bytes(model: &Model) -> u64 {
        (size_of::<Mask<W>>() * model.options.len() * (model.loose.len() + 1)) as u64
    }

    pub(crate) fn new(puzzle: &Puzzle, model: &Model) -> Constrain<W> {
        let free = Mask::first_cells(model.free.len());
        let mut root = Level { masks: Vec::new(), lists: Vec::new(), free, branches: Vec::new() };
        for piece in 0..model.loose.len() {
            let start = root.masks.len() as u32;
            root.masks.extend(model.of_piece(piece).map(|option| Mask::of(model.cells(option))));
            root.lists.push(List { piece: piece as u32, start, end: root.masks.len() as u32 });
        }
        Constrain { root, regions: Regions::of(puzzle, model), names: Names::of(model) }
    }

    /// The whole tree as one unit.
    pub(crate) fn whole(&self) -> Prefix<W> {
        Vec::new()
    }

    /// Splits the top of the tree into at least `many` units, in the order of the search, unless it is too small.
    pub(crate) fn split(&self, many: usize, run: &mut Run<'_>) -> Result<Vec<Prefix<W>>, Stop> {
        let mut units = vec![self.whole()];
        for depth in 0..self.root.lists.len().saturating_sub(1) {
            if units.len() >= many {
                break;
            }
            let mut walk = self.walk();
            let mut deeper = Vec::new();
            for unit in units {
                run.step()?;
                let Some(planes) = walk.enter(&unit) else { continue };
                if !walk.choose(depth, &planes) {
                    continue;
                }
                let branches = std::mem::take(&mut walk.levels[depth].branches);
                run.generated(branches.len() as u64);
                let fitting = branches.iter().filter(|(piece, mask)| walk.place(depth, *piece, *mask).is_some());
                deeper.extend(fitting.map(|&branch| unit.iter().copied().chain([branch]).collect()));
            }
            units = deeper;
        }
        Ok(units)
    }

    fn walk(&self) -> Walk<'_, W> {
        let pieces = self.root.lists.len();
        let empty = Level { masks: Vec::new(), lists: Vec::new(), free: Mask::EMPTY, branches: Vec::new() };
        let mut levels = vec![empty; pieces + 1];
        levels[0] = self.root.clone();
        Walk { regions: self.regions.as_ref(), levels, chosen: vec![Mask::EMPTY; pieces] }
    }
}

impl<const W: usize> Walk<'_, W> {
    /// Goes to a unit; `None` when it is a dead end.
    fn enter(&mut self, unit: &Prefix<W>) -> Option<Planes<W>> {
        let root = &self.levels[0];
        let mut planes = Planes::ZERO;
        root.masks.iter().for_each(|&mask| planes.add(mask));
        if root.lists.iter().any(|list| list.start == list.end) {
            return None;
        }
        for (depth, &(piece, mask)) in unit.iter().enumerate() {
            planes = self.place(depth, piece, mask)?;
            self.chosen[piece as usize] = mask;
        }
        Some(planes)
    }

    fn descend<S>(&mut self, depth: usize, planes: Planes<W>, run: &mut Run<'_>, sink: &mut S) -> ControlFlow<Cut>
    where
        S: FnMut(&[Mask<W>]) -> ControlFlow<()>,
    {
        if let Err(stop) = run.step() {
            return ControlFlow::Break(Cut::Stopped(stop));
        }
        if self.levels[depth].lists.is_empty() {
            let is_full = self.levels[depth].free.is_empty();
            let enough = is_full && sink(&self.chosen).is_break();
            return if enough { ControlFlow::Break(Cut::Enough) } else { ControlFlow::Continue(()) };
        }
        if !self.choose(depth, &planes) {
            return ControlFlow::Continue(());
        }
        run.generated(self.levels[depth].branches.len() as u64);
        for at in 0..self.levels[depth].branches.len() {
            let (piece, mask) = self.levels[depth].branches[at];
            if let Some(planes) = self.place(depth, piece, mask) {
                self.chosen[piece as usize] = mask;
                self.descend(depth + 1, planes, run, sink)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Fills the level's branches with the options of its most constrained cell or piece; `false` when the branch is dead.
    fn choose(&mut self, depth: usize, planes: &Planes<W>) -> bool {
        let level = &mut self.levels[depth];
        let shortest = level.lists.iter().min_by_key(|list| list.end - list.start).expect("a piece is left");
        let (piece, options) = (shortest.piece, shortest.start as usize..shortest.end as usize);
        let few = (0..8.min(options.len() as u32)).find_map(|count| {
            let cells = planes.cells_with(count).and(level.free);
            (!cells.is_empty()).then(|| (count, cells.lowest()))
        });
        level.branches.clear();
        match few {
            Some((0, _)) => return false,
            Some((_, cell)) => level.branch_on(cell),
            None if options.len() <= 8 => level.branches.extend(level.masks[options].iter().map(|&m| (piece, m))),
            None => match level.scarcest_cell() {
                (count, cell) if count < options.len() as u32 => level.branch_on(cell),
                _ => level.branches.extend(level.masks[options].iter().map(|&m| (piece, m))),
            },
        }
        true
    }

    /// The next level with a piece placed; `None` when that is a dead end.
    fn place(&mut self, depth: usize, piece: u32, mask: Mask<W>) -> Option<Planes<W>> {
        let (above, below) = self.levels.split_at_mut(depth + 1);
        let (from, to) = (&above[depth], &mut below[0]);
        to.free = from.free.without(mask);
        to.lists.clear();
        if to.masks.len() < from.masks.len() {
            to.masks.resize(from.masks.len(), Mask::EMPTY);
        }
        let (mut planes, mut end) = (Planes::ZERO, 0);
        for list in from.lists.iter().filter(|list| list.piece != piece) {
            let start = end;
            end += filter(&from.masks[list.start as usize..list.end as usize], mask, &mut to.masks[end..], &mut planes);
            if end == start {
                return None;
            }
            to.lists.push(List { piece: list.piece, start: start as u32, end: end as u32 });
        }
        let is_dead = self
            .regions
            .as_mut()
            .is_some_and(|regions| regions.are_odd(to.free, to.lists.iter().map(|list| list.piece)));
        (!is_dead).then_some(planes)
    }
}

impl<const W: usize> Level<W> {
    fn branch_on(&mut self, cell: u32) {
        for list in &self.lists {
            let masks = &self.masks[list.start as usize..list.end as usize];
            self.branches.extend(masks.iter().filter(|mask| mask.has(cell)).map(|&mask| (list.piece, mask)));
        }
    }

    /// The free cell that the fewest options reach, counted exactly. Only near the root is every cell reached by eight or more.
    fn scarcest_cell(&self) -> (u32, u32) {
        let mut counts = vec![0u32; 64 * W];
        for list in &self.lists {
            for mask in &self.masks[list.start as usize..list.end as usize] {
                mask.cells().for_each(|cell| counts[cell as usize] += 1);
            }
        }
        self.free.cells().map(|cell| (counts[cell as usize], cell)).min().unwrap_or((u32::MAX, 0))
    }
}

/// Copies the masks that do not meet `placed` and counts their cells; gives how many they are.
fn filter<const W: usize>(from: &[Mask<W>], placed: Mask<W>, to: &mut [Mask<W>], planes: &mut Planes<W>) -> usize {
    let to = &mut to[..from.len()];
    let mut kept = 0;
    for &mask in from {
        let fits = !mask.meets(placed);
        to[kept] = mask;
        kept += usize::from(fits);
        planes.add(Mask(mask.0.map(|word| if fits { word } else { 0 })));
    }
    kept
}
