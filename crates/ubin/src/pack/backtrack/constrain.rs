//! Most constrained first: branch on the cell or the piece that has the fewest options left.
//!
//! At every node the options that still fit stand in one list a piece. Placing a piece filters the lists of the others and counts, in the same pass and for all cells at once, how many
//! options reach each cell: the counters are bit planes, so one addition serves 64 cells. A cell nobody reaches, a piece that fits nowhere or a region of a size no pieces add up to ends the branch.
//!
//! Options are plain masks; nobody carries their numbers along, because a solution is rare and a mask says which option it is.

use std::ops::ControlFlow;

use super::Cut;
use super::lists::{Lists, PADDING, PieceList, Planes};
use super::region::Regions;
use super::room::TreeRoom;
use super::simd;
use super::units::{OptionSink, TreeEngine, UnitSink};
use crate::cover::CoverEnd;
use crate::observe::{MadeNode, Name, Observer, Why};
use crate::pack::bits::Mask;
use crate::pack::model::PackModel;
use crate::pack::paths::{PathTree, PathWalk, TreePath};
use crate::pack::puzzle::Puzzle;
use crate::run::{Run, Stats, Stop};

/// A node on the way: the lists of the pieces left, and the branches to take.
#[derive(Clone, Debug)]
struct ChoiceLevel<const W: usize> {
    left: Lists<W>,
    free: Mask<W>,
    branches: Lists<W>,
}

/// A model, ready to be searched.
#[derive(Clone, Debug)]
pub(crate) struct Constrain<const W: usize> {
    /// All options, in the order of their numbers.
    root: ChoiceLevel<W>,
    regions: Option<Regions<W>>,
    /// The options of each piece in the order of their masks.
    by_mask: Vec<u32>,
    has_simd: bool,
    /// The counts at the root; `None` when a piece fits nowhere.
    root_planes: Option<Planes<W>>,
}

/// A search on the way.
pub(crate) struct ConstrainWalk<'c, const W: usize> {
    engine: &'c Constrain<W>,
    levels: Vec<ChoiceLevel<W>>,
    /// The mask of each loose piece on the way.
    chosen: Vec<Mask<W>>,
    /// The bytes of all levels.
    bytes: u64,
    /// Where the run stopped the search.
    stopped_at: usize,
}

impl<const W: usize> TreeEngine for Constrain<W> {
    type Walk<'e> = ConstrainWalk<'e, W>;

    fn walk(&self) -> ConstrainWalk<'_, W> {
        let pieces = self.root.left.lists.len();
        let empty = ChoiceLevel { left: Lists::default(), free: Mask::EMPTY, branches: Lists::default() };
        let mut levels = vec![empty; pieces + 1];
        levels[0] = self.root.clone();
        ConstrainWalk {
            engine: self,
            bytes: size_of_val(&levels[0].left.masks[..]) as u64,
            levels,
            chosen: vec![Mask::EMPTY; pieces],
            stopped_at: 0,
        }
    }

    fn search<'e>(
        &'e self,
        walk: &mut ConstrainWalk<'e, W>,
        path: &[u32],
        run: &mut Run<'_>,
        sink: &mut UnitSink<'_>,
    ) -> ControlFlow<Cut> {
        // The walk keeps its memory from path to path, but a path may have a run of its own.
        if let Err(stop) = run.hold(walk.bytes) {
            return ControlFlow::Break(Cut::Stopped(stop));
        }
        let end = match walk.enter(path, run) {
            Err(stop) => ControlFlow::Break(Cut::Stopped(stop)),
            Ok(None) => ControlFlow::Continue(()),
            Ok(Some(planes)) => {
                let mut options = Vec::with_capacity(walk.chosen.len());
                let mut sink = |chosen: &[Mask<W>], stats: Stats| {
                    options.clear();
                    options.extend(self.options_of(chosen));
                    sink(&options, stats)
                };
                walk.descend((path.len(), 0), planes, run, &mut sink, &mut ())
            }
        };
        run.release(walk.bytes);
        end
    }
}

impl<const W: usize> PathTree for Constrain<W> {
    fn open(&self) -> Box<dyn PathWalk + '_> {
        Box::new(self.walk())
    }
}

impl<const W: usize> Constrain<W> {
    /// Its lists are in held memory.
    pub(crate) fn new(puzzle: &Puzzle, model: &PackModel, run: &mut Run<'_>) -> Result<Constrain<W>, Stop> {
        run.hold((model.options.len() * (size_of::<Mask<W>>() + size_of::<u32>())) as u64)?;
        let free = Mask::first_cells(model.free.len());
        let mut left = Lists::default();
        for piece in 0..model.loose.len() {
            let start = left.masks.len() as u32;
            let options = model.of_piece(piece);
            run.work((options.len() * 8 * W) as u64)?;
            left.masks.extend(options.map(|option| Mask::of(model.cells(option))));
            left.lists.push(PieceList { piece: piece as u32, start, end: left.masks.len() as u32 });
        }
        left.masks.extend([Mask::EMPTY; PADDING]);
        // In space the test costs more than it saves: on the pyramid 20 % fewer nodes, 45 % more time.
        let regions = if puzzle.board().is_flat() { Regions::of(puzzle, model) } else { None };
        let fits = left.lists.iter().all(|list| list.start < list.end);
        let root_planes = fits.then(|| {
            let mut planes = Planes::ZERO;
            left.masks.iter().for_each(|&mask| planes.add(mask));
            planes
        });
        let mut by_mask: Vec<u32> = (0..model.options.len() as u32).collect();
        for list in &left.lists {
            let own = &mut by_mask[list.start as usize..list.end as usize];
            run.work((64 * W * own.len()) as u64)?;
            own.sort_unstable_by_key(|&option| left.masks[option as usize]);
        }
        let root = ChoiceLevel { left, free, branches: Lists::default() };
        Ok(Constrain { root, regions, by_mask, has_simd: simd::is_available::<W>(), root_planes })
    }

    /// The option of a piece that has this mask.
    fn option(&self, piece: u32, mask: Mask<W>) -> u32 {
        let PieceList { start, end, .. } = self.root.left.lists[piece as usize];
        let own = &self.by_mask[start as usize..end as usize];
        let at = own.binary_search_by_key(&mask, |&option| self.root.left.masks[option as usize]);
        own[at.expect("an engine places only options")]
    }

    /// The options of the pieces, given by their masks.
    fn options_of(&self, chosen: &[Mask<W>]) -> impl Iterator<Item = u32> {
        (0..).zip(chosen).map(|(piece, &mask)| self.option(piece, mask))
    }

    /// An option's piece and mask.
    fn placement(&self, option: u32) -> (u32, Mask<W>) {
        let lists = &self.root.left.lists;
        let piece = lists.partition_point(|list| list.end <= option);
        (lists[piece].piece, self.root.left.masks[option as usize])
    }

    /// Searches the whole tree and gives the masks of each solution's pieces, watched.
    pub(crate) fn observed<O: Observer<(u32, Vec<u32>)>>(
        &self,
        run: &mut Run<'_>,
        sink: &mut dyn FnMut() -> ControlFlow<()>,
        observer: &mut O,
    ) -> ControlFlow<Cut> {
        let mut walk = self.walk();
        observer.round(None);
        observer.made(MadeNode { name: 0, parent: None, g: 0, h: 0 }, || None);
        match walk.enter(&[], run) {
            Err(stop) => ControlFlow::Break(Cut::Stopped(stop)),
            Ok(None) => ControlFlow::Continue(()),
            Ok(Some(planes)) => walk.descend((0, 0), planes, run, &mut |_: &[Mask<W>], _| sink(), observer),
        }
    }

    /// Splits the top of the tree into at least `many` paths, in the order of the search, unless it is too small.
    pub(crate) fn split(&self, many: usize, run: &mut Run<'_>) -> Result<Vec<TreePath>, Stop> {
        let mut paths = vec![TreePath::new()];
        for depth in 0..self.root.left.lists.len().saturating_sub(1) {
            if paths.len() >= many {
                break;
            }
            let mut walk = self.walk();
            run.hold(walk.bytes)?;
            let mut deeper = Vec::new();
            for path in paths {
                // A root that is a dead end is no node, here as in a search that is not split.
                let Some(planes) = walk.enter(&path, run)? else { continue };
                run.step()?;
                walk.make_room(depth, run)?;
                if !walk.choose(depth, &planes) {
                    continue;
                }
                for (piece, mask) in walk.branches(depth) {
                    run.generated(1);
                    run.work(walk.work(depth))?;
                    if walk.place(depth, piece, mask).is_some() {
                        deeper.push(path.iter().copied().chain([self.option(piece, mask)]).collect());
                    }
                }
            }
            run.release(walk.bytes);
            paths = deeper;
        }
        Ok(paths)
    }

    /// How hard the tree looks when it begins with some options of a piece: the sum, over them, of the room that is left, the product of the lengths of the other pieces' lists to a power.
    pub(super) fn room_after(
        &self,
        piece: u32,
        options: impl Iterator<Item = Mask<W>>,
        run: &mut Run<'_>,
    ) -> Result<TreeRoom, Stop> {
        let mut walk = self.walk();
        let mut room = TreeRoom::ZERO;
        for mask in options {
            run.work(walk.work(0))?;
            if walk.place(0, piece, mask).is_some() {
                let lengths = walk.levels[1].left.lists.iter().map(|list| TreeRoom::of(list.end - list.start));
                room = room.plus(lengths.fold(TreeRoom::of(1), TreeRoom::times).power());
            }
        }
        Ok(room)
    }
}

impl<const W: usize> PathWalk for ConstrainWalk<'_, W> {
    fn stray_step(&mut self, path: &[u32], run: &mut Run<'_>) -> Result<Option<usize>, Stop> {
        run.hold(self.bytes)?;
        let stray = self.follow(path, run);
        run.release(self.bytes);
        stray
    }

    fn search_below(&mut self, path: &[u32], run: &mut Run<'_>, sink: &mut OptionSink<'_>) -> CoverEnd {
        match self.engine.search(self, path, run, &mut |options, _| sink(options)) {
            ControlFlow::Continue(()) => CoverEnd::Done,
            ControlFlow::Break(Cut::Stopped(Stop::Nodes)) => {
                CoverEnd::Stopped(Stop::Nodes, self.left_from(path.len(), run))
            }
            ControlFlow::Break(Cut::Stopped(stop)) => CoverEnd::Stopped(stop, Vec::new()),
            ControlFlow::Break(Cut::Enough | Cut::Budget) => CoverEnd::Enough,
        }
    }
}

impl<const W: usize> ConstrainWalk<'_, W> {
    /// Goes to a path; `None` when it is a dead end.
    fn enter(&mut self, path: &[u32], run: &mut Run<'_>) -> Result<Option<Planes<W>>, Stop> {
        let Some(mut planes) = self.engine.root_planes else { return Ok(None) };
        for (depth, &option) in path.iter().enumerate() {
            self.make_room(depth, run)?;
            run.work(self.work(depth))?;
            let (piece, mask) = self.engine.placement(option);
            let Some(placed) = self.place(depth, piece, mask) else { return Ok(None) };
            planes = placed;
            self.chosen[piece as usize] = mask;
        }
        Ok(Some(planes))
    }

    /// Goes along a path as the search does, and says which step the search never takes.
    fn follow(&mut self, path: &[u32], run: &mut Run<'_>) -> Result<Option<usize>, Stop> {
        let mut planes = self.engine.root_planes;
        for (depth, &option) in path.iter().enumerate() {
            self.make_room(depth, run)?;
            run.work(8 * self.work(depth))?;
            let wanted = self.engine.placement(option);
            let is_open = !self.levels[depth].left.lists.is_empty();
            let is_branch = is_open
                && planes.is_some_and(|planes| self.choose(depth, &planes))
                && self.branches(depth).contains(&wanted);
            planes = if is_branch { self.place(depth, wanted.0, wanted.1) } else { None };
            if planes.is_none() {
                return Ok(Some(depth + 1));
            }
        }
        Ok(None)
    }

    /// The branches of a level, in the order of the search.
    fn branches(&self, depth: usize) -> Vec<(u32, Mask<W>)> {
        let ChoiceLevel { branches, .. } = &self.levels[depth];
        let of = |list: &PieceList| branches.of(*list).iter().map(|&mask| (list.piece, mask)).collect::<Vec<_>>();
        branches.lists.iter().flat_map(of).collect()
    }

    /// The piece that was placed on a level above the one where the search stopped.
    fn placed_on(&self, depth: usize) -> u32 {
        let below = &self.levels[depth + 1].left.lists;
        let is_placed = |list: &&PieceList| below.iter().all(|other| other.piece != list.piece);
        self.levels[depth].left.lists.iter().find(is_placed).expect("every level places a piece").piece
    }

    /// What is left of the tree below the first `from` levels when the run's limit has stopped the search before it expanded a node: that node, then the later siblings on the way up. Counts the branches that the search
    /// had not come to, so that the parts of a tree generate as many as the whole.
    fn left_from(&mut self, from: usize, run: &mut Run<'_>) -> Vec<TreePath> {
        let pieces: Vec<u32> = (0..self.stopped_at).map(|depth| self.placed_on(depth)).collect();
        let path: TreePath =
            pieces.iter().map(|&piece| self.engine.option(piece, self.chosen[piece as usize])).collect();
        let mut left = vec![path.clone()];
        // From below, because to try a sibling writes over the levels below it.
        for depth in (from..path.len()).rev() {
            let taken = (pieces[depth], self.chosen[pieces[depth] as usize]);
            let branches = self.branches(depth);
            let later = branches.iter().skip_while(|&&branch| branch != taken).skip(1);
            for &(piece, mask) in later {
                run.generated(u64::from(piece != taken.0));
                if self.place(depth, piece, mask).is_some() {
                    let option = self.engine.option(piece, mask);
                    left.push(path[..depth].iter().copied().chain([option]).collect());
                }
            }
        }
        left
    }

    /// The work of placing a piece on a level.
    fn work(&self, depth: usize) -> u64 {
        (2 * self.levels[depth].left.room() * W) as u64
    }

    /// Makes room for the branches of a level and for the level below it, in held memory.
    fn make_room(&mut self, depth: usize, run: &mut Run<'_>) -> Result<(), Stop> {
        let room = self.levels[depth].left.room();
        for lists in [depth, depth + 1] {
            let Some(level) = self.levels.get_mut(lists) else { continue };
            let lists = if lists == depth { &mut level.branches } else { &mut level.left };
            let growth = lists.growth(room);
            if growth > 0 {
                run.hold(growth)?;
                self.bytes += growth;
                lists.make_room(room);
            }
        }
        Ok(())
    }

    /// The tree below a level; `at` is the node's name for an observer, which sees the pieces and the free cells of placements.
    fn descend<S, O>(
        &mut self,
        (depth, at): (usize, Name),
        planes: Planes<W>,
        run: &mut Run<'_>,
        sink: &mut S,
        observer: &mut O,
    ) -> ControlFlow<Cut>
    where
        S: FnMut(&[Mask<W>], Stats) -> ControlFlow<()>,
        O: Observer<(u32, Vec<u32>)>,
    {
        if let Err(stop) = run.step() {
            self.stopped_at = depth;
            return ControlFlow::Break(Cut::Stopped(stop));
        }
        observer.expanded(at, depth as u32);
        if self.levels[depth].left.lists.is_empty() {
            let is_full = self.levels[depth].free.is_empty();
            if is_full {
                observer.goal(at, depth as u32);
            }
            let enough = is_full && sink(&self.chosen, run.stats()).is_break();
            return if enough { ControlFlow::Break(Cut::Enough) } else { ControlFlow::Continue(()) };
        }
        let work = self.work(depth);
        // Choosing a cell costs as much as a few placements, near the root on large boards.
        if let Err(stop) = self.make_room(depth, run).and_then(|()| run.work(8 * work)) {
            return ControlFlow::Break(Cut::Stopped(stop));
        }
        if !self.choose(depth, &planes) {
            observer.pruned(at, depth as u32, Why::Dead);
            return ControlFlow::Continue(());
        }
        if O::SEES {
            self.show((depth, at), observer);
        }
        // By index: the levels below are written while this one is walked, so it cannot stay borrowed.
        for list in 0..self.levels[depth].branches.lists.len() {
            let PieceList { piece, start, end } = self.levels[depth].branches.lists[list];
            run.generated(u64::from(end - start));
            for option in start..end {
                if let Err(stop) = run.work(work) {
                    return ControlFlow::Break(Cut::Stopped(stop));
                }
                let mask = self.levels[depth].branches.masks[option as usize];
                let below = name(depth + 1, option);
                // Placing filters and counts in one pass, and tells dead ends before they are nodes. Nothing is undone: each level has lists of its own, and the next option writes over those below.
                if let Some(planes) = self.place(depth, piece, mask) {
                    self.chosen[piece as usize] = mask;
                    self.descend((depth + 1, below), planes, run, sink, observer)?;
                } else {
                    observer.pruned(below, depth as u32 + 1, Why::Hopeless);
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Shows the branches of a level.
    fn show<O: Observer<(u32, Vec<u32>)>>(&self, (depth, at): (usize, Name), observer: &mut O) {
        let ChoiceLevel { branches, .. } = &self.levels[depth];
        for &PieceList { piece, start, end } in &branches.lists {
            for option in start..end {
                let node = MadeNode { name: name(depth + 1, option), parent: Some(at), g: depth as u32 + 1, h: 0 };
                observer.made(node, || Some((piece, branches.masks[option as usize].cells().collect())));
            }
        }
    }

    /// Fills the level's branches with the options of its most constrained cell or piece; `false` when the branch is dead.
    fn choose(&mut self, depth: usize, planes: &Planes<W>) -> bool {
        let has_simd = self.engine.has_simd;
        let level = &mut self.levels[depth];
        let lists = level.left.lists.iter();
        let shortest = *lists.min_by_key(|list| list.end - list.start).expect("a piece is left");
        let length = shortest.end - shortest.start;
        // The planes are exact up to 7, which decides nearly every node. A piece wins a tie with a cell: its options are one list already.
        let few = (0..8.min(length)).find_map(|count| {
            let cells = planes.cells_with(count).and(level.free);
            (!cells.is_empty()).then(|| (count, cells.lowest()))
        });
        let cell = match few {
            Some((0, _)) => return false,
            Some((_, cell)) => Some(cell),
            None if length <= 8 => None,
            None => Some(level.scarcest_cell()).filter(|&(count, _)| count < length).map(|(_, cell)| cell),
        };
        match cell {
            None => level.branches.copy(&level.left, shortest),
            Some(cell) if has_simd => simd::select(&level.left, Mask::of(&[cell]), &mut level.branches),
            Some(cell) => level.left.select(Mask::of(&[cell]), &mut level.branches),
        }
        true
    }

    /// The next level with a piece placed; `None` when that is a dead end.
    fn place(&mut self, depth: usize, piece: u32, mask: Mask<W>) -> Option<Planes<W>> {
        let (above, below) = self.levels.split_at_mut(depth + 1);
        let (from, to) = (&above[depth], &mut below[0]);
        to.free = from.free.without(mask);
        let planes = if self.engine.has_simd {
            simd::filter(&from.left, piece, mask, &mut to.left)
        } else {
            from.left.filter(piece, mask, &mut to.left)
        }?;
        let pieces = to.left.lists.iter().map(|list| list.piece);
        let is_dead = self.engine.regions.as_ref().is_some_and(|regions| regions.are_odd(to.free, pieces));
        (!is_dead).then_some(planes)
    }
}

/// A node on the way: its depth, and which of its siblings it is.
fn name(depth: usize, option: u32) -> Name {
    (depth as Name) << 32 | Name::from(option)
}

impl<const W: usize> ChoiceLevel<W> {
    /// The free cell that the fewest options reach, counted exactly. Only near the root is every cell reached by eight or more.
    fn scarcest_cell(&self) -> (u32, u32) {
        let mut counts = vec![0u32; 64 * W];
        for &list in &self.left.lists {
            for mask in self.left.of(list) {
                mask.cells().for_each(|cell| counts[cell as usize] += 1);
            }
        }
        self.free.cells().map(|cell| (counts[cell as usize], cell)).min().unwrap_or((u32::MAX, 0))
    }
}
