//! Most constrained first: branch on the cell or the piece that has the fewest options left.
//!
//! At every node the options that still fit stand in one list a kind. Placing one filters the lists and counts, in the same pass and for all cells at once, how many
//! options reach each cell: the counters are bit planes, so one addition serves 64 cells. A cell nobody reaches, a kind that fits less often than it must or a region of a size that nothing adds up to ends the branch.
//! Of a kind whose copies are several, no list is branched on: which copy is which would be told apart.
//!
//! Options are plain masks; nobody carries their numbers along, because a solution is rare and a mask says which option it is.

use std::ops::ControlFlow;
use std::sync::OnceLock;

use super::Cut;
use super::lists::{KindList, Lists, PADDING, Planes, ReachCounts};
use super::region::Regions;
use super::room::TreeRoom;
use super::simd;
use super::units::{OptionSink, TreeEngine, UnitSink};
use crate::cover::CoverEnd;
use crate::observe::{MadeNode, Name, Observer, Why};
use crate::pack::bits::Mask;
use crate::pack::model::PackModel;
use crate::pack::paths::{PathTree, PathWalk, Trail, TreePath};
use crate::pack::puzzle::{Amount, Puzzle};
use crate::pack::restarts::OptionOrder;
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
    /// The options of each piece in the order of their masks, sorted when they are first asked for: most tries for one solution never do.
    by_mask: OnceLock<Vec<u32>>,
    has_simd: bool,
    /// The most options of a solution.
    most_placed: usize,
    /// The most options that a cell or a kind has.
    most_branches: usize,
    /// The counts at the root; `None` when a piece fits nowhere.
    root_planes: Option<Planes<W>>,
}

/// A search on the way.
pub(crate) struct ConstrainWalk<'c, const W: usize> {
    engine: &'c Constrain<W>,
    levels: Vec<ChoiceLevel<W>>,
    /// The kind and the mask that each level places.
    chosen: Vec<(u32, Mask<W>)>,
    /// The bytes of all levels.
    bytes: u64,
    /// Where the run stopped the search.
    stopped_at: usize,
    trail: Trail<Planes<W>>,
}

impl<const W: usize> TreeEngine for Constrain<W> {
    type Walk<'e> = ConstrainWalk<'e, W>;

    fn walk(&self) -> ConstrainWalk<'_, W> {
        let empty = ChoiceLevel { left: Lists::default(), free: Mask::EMPTY, branches: Lists::default() };
        let mut levels = vec![empty; self.most_placed + 1];
        levels[0] = self.root.clone();
        ConstrainWalk {
            engine: self,
            bytes: size_of_val(&levels[0].left.masks[..]) as u64,
            levels,
            chosen: vec![(0, Mask::EMPTY); self.most_placed],
            stopped_at: 0,
            trail: Trail::new(),
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
            Ok(Some(planes)) => walk.below(path.len(), planes, run, sink),
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
        for (kind, own) in model.kinds.iter().enumerate() {
            let start = left.masks.len() as u32;
            let options = model.of_kind(kind);
            run.work((options.len() * 8 * W) as u64)?;
            left.masks.extend(options.map(|option| Mask::of(model.cells(option))));
            let (kind, end) = (kind as u32, left.masks.len() as u32);
            left.lists.push(KindList { kind, start, end, amount: own.amount });
        }
        left.masks.extend([Mask::EMPTY; PADDING]);
        // In space the test costs more than it saves: on the pyramid 20 % fewer nodes, 45 % more time.
        let regions = if puzzle.board().is_flat() { Regions::of(puzzle, model) } else { None };
        let fits = left.lists.iter().all(|list| list.len() >= list.amount.least);
        let root_planes = fits.then(|| {
            let mut planes = Planes::ZERO;
            left.masks.iter().for_each(|&mask| planes.add(mask));
            planes
        });
        let root = ChoiceLevel { left, free, branches: Lists::default() };
        let (has_simd, most_placed) = (simd::is_available(), model.most_placed());
        let by_mask = OnceLock::new();
        let most_branches = root.most_branches();
        Ok(Constrain { root, regions, by_mask, has_simd, most_placed, most_branches, root_planes })
    }

    /// The bytes of its lists.
    pub(crate) fn own_bytes(&self) -> u64 {
        (self.root.left.masks.len() * (size_of::<Mask<W>>() + size_of::<u32>())) as u64
    }

    /// The option of a kind that has this mask.
    fn option(&self, kind: u32, mask: Mask<W>) -> u32 {
        let own = self.root.left.lists.iter().find(|list| list.kind == kind);
        let KindList { start, end, .. } = *own.expect("every kind has a list");
        let own = &self.by_mask.get_or_init(|| self.root.sorted())[start as usize..end as usize];
        let at = own.binary_search_by_key(&mask, |&option| self.root.left.masks[option as usize]);
        own[at.expect("an engine places only options")]
    }

    /// An option's kind and mask.
    fn placement(&self, option: u32) -> (u32, Mask<W>) {
        let lists = &self.root.left.lists;
        let kind = lists.partition_point(|list| list.end <= option);
        (lists[kind].kind, self.root.left.masks[option as usize])
    }

    /// Searches the whole tree, watched.
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
            Ok(Some(planes)) => walk.descend((0, 0), planes, run, &mut |_: &[(u32, Mask<W>)], _| sink(), observer),
        }
    }

    /// Splits the top of the tree into at least `many` paths, in the order of the search, unless it is too small.
    pub(crate) fn split(&self, many: usize, run: &mut Run<'_>) -> Result<Vec<TreePath>, Stop> {
        let mut paths = vec![TreePath::new()];
        for depth in 0..self.most_placed.saturating_sub(1) {
            // With gaps or spare pieces some boards may be full before others.
            if paths.len() >= many || paths.iter().all(|path| path.len() < depth) {
                break;
            }
            let mut walk = self.walk();
            run.hold(walk.bytes)?;
            let mut deeper = Vec::new();
            for path in paths {
                // A root that is a dead end is no node, here as in a search that is not split.
                let Some(planes) = walk.enter(&path, run)? else { continue };
                if path.len() < depth || walk.levels[depth].left.lists.is_empty() {
                    deeper.push(path);
                    continue;
                }
                run.step()?;
                walk.make_room(depth, run)?;
                if !walk.choose(depth, &planes) {
                    continue;
                }
                for (kind, mask) in walk.branches(depth) {
                    run.generated(1);
                    run.work(walk.work(depth))?;
                    if walk.place(depth, kind, mask).is_some() {
                        deeper.push(path.iter().copied().chain([self.option(kind, mask)]).collect());
                    }
                }
            }
            run.release(walk.bytes);
            paths = deeper;
        }
        Ok(paths)
    }

    /// How hard the tree looks when it begins with some options of a kind: the sum, over them, of the room that is left, the product of the lengths of the lists to a power.
    pub(super) fn room_after(
        &self,
        kind: u32,
        options: impl Iterator<Item = Mask<W>>,
        run: &mut Run<'_>,
    ) -> Result<TreeRoom, Stop> {
        let mut walk = self.walk();
        let mut room = TreeRoom::ZERO;
        for mask in options {
            run.work(walk.work(0))?;
            if walk.place(0, kind, mask).is_some() {
                let lengths = walk.levels[1].left.lists.iter().map(|list| TreeRoom::of(list.len()));
                room = room.plus(lengths.fold(TreeRoom::of(1), TreeRoom::times).power());
            }
        }
        Ok(room)
    }
}

impl<const W: usize> PathWalk for ConstrainWalk<'_, W> {
    fn search_below(&mut self, path: &[u32], run: &mut Run<'_>, sink: &mut OptionSink<'_>) -> Result<CoverEnd, usize> {
        // The walk keeps its memory from path to path, but a path may have a run of its own.
        if let Err(stop) = run.hold(self.bytes) {
            return Ok(CoverEnd::Stopped(stop, Vec::new()));
        }
        let end = match self.follow(path, run) {
            Err(stop) => Ok(ControlFlow::Break(Cut::Stopped(stop))),
            Ok(Err(step)) => Err(step),
            Ok(Ok(None)) => Ok(ControlFlow::Continue(())),
            Ok(Ok(Some(planes))) => Ok(self.below(path.len(), planes, run, &mut |options, _| sink(options))),
        };
        run.release(self.bytes);
        Ok(match end? {
            ControlFlow::Continue(()) => CoverEnd::Done,
            ControlFlow::Break(Cut::Stopped(Stop::Nodes)) => {
                CoverEnd::Stopped(Stop::Nodes, self.left_from(path.len(), run))
            }
            ControlFlow::Break(Cut::Stopped(stop)) => CoverEnd::Stopped(stop, Vec::new()),
            ControlFlow::Break(Cut::Enough | Cut::Budget) => CoverEnd::Enough,
        })
    }

    fn try_whole(&mut self, run: &mut Run<'_>, sink: &mut OptionSink<'_>) -> CoverEnd {
        self.end_below(&[], run, sink)
    }
}

impl<const W: usize> ConstrainWalk<'_, W> {
    /// Searches from now on in another order. Options keep their numbers.
    pub(crate) fn rearrange(&mut self, order: &OptionOrder) {
        let Lists { masks, lists } = &self.engine.root.left;
        let left = &mut self.levels[0].left;
        for (mask, &option) in left.masks.iter_mut().zip(&order.options) {
            *mask = masks[option as usize];
        }
        let mut end = 0;
        for (list, &kind) in left.lists.iter_mut().zip(&order.kinds) {
            let own = lists[kind as usize];
            let start = end;
            end += own.len();
            *list = KindList { start, end, ..own };
        }
    }

    /// The bytes of its lists.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// How the search below a path ends, without what it leaves.
    fn end_below(&mut self, path: &[u32], run: &mut Run<'_>, sink: &mut OptionSink<'_>) -> CoverEnd {
        match self.engine.search(self, path, run, &mut |options, _| sink(options)) {
            ControlFlow::Continue(()) => CoverEnd::Done,
            ControlFlow::Break(Cut::Stopped(stop)) => CoverEnd::Stopped(stop, Vec::new()),
            ControlFlow::Break(Cut::Enough | Cut::Budget) => CoverEnd::Enough,
        }
    }

    /// Goes to a path; `None` when it is a dead end.
    fn enter(&mut self, path: &[u32], run: &mut Run<'_>) -> Result<Option<Planes<W>>, Stop> {
        let Some(mut planes) = self.engine.root_planes else { return Ok(None) };
        self.trail.clear();
        for (depth, &option) in path.iter().enumerate() {
            self.make_room(depth, run)?;
            run.work(self.work(depth))?;
            let (kind, mask) = self.engine.placement(option);
            let Some(placed) = self.place(depth, kind, mask) else { return Ok(None) };
            planes = placed;
            self.chosen[depth] = (kind, mask);
        }
        Ok(Some(planes))
    }

    /// The tree below a level.
    fn below(
        &mut self,
        depth: usize,
        planes: Planes<W>,
        run: &mut Run<'_>,
        sink: &mut UnitSink<'_>,
    ) -> ControlFlow<Cut> {
        let engine = self.engine;
        let mut options = Vec::with_capacity(self.chosen.len());
        let mut sink = |chosen: &[(u32, Mask<W>)], stats: Stats| {
            options.clear();
            options.extend(chosen.iter().map(|&(kind, mask)| engine.option(kind, mask)));
            // In the order of their kinds, whatever the order in which they were placed.
            options.sort_unstable();
            sink(&options, stats)
        };
        self.descend((depth, 0), planes, run, &mut sink, &mut ())
    }

    /// Goes along a path as the search does, or says which step the search never takes, from 1. There is nothing below a root that is a dead end.
    fn follow(&mut self, path: &[u32], run: &mut Run<'_>) -> Result<Result<Option<Planes<W>>, usize>, Stop> {
        // What was searched below the path before has changed no level above it.
        let (shared, last) = self.trail.shared(path);
        let mut planes = last.or(self.engine.root_planes);
        for (depth, &option) in path.iter().enumerate().skip(shared) {
            self.make_room(depth, run)?;
            run.work(8 * self.work(depth))?;
            let wanted = self.engine.placement(option);
            let is_open = !self.levels[depth].left.lists.is_empty();
            let is_branch = is_open
                && planes.is_some_and(|planes| self.choose(depth, &planes))
                && self.branches(depth).contains(&wanted);
            planes = if is_branch { self.place(depth, wanted.0, wanted.1) } else { None };
            let Some(placed) = planes else { return Ok(Err(depth + 1)) };
            self.chosen[depth] = wanted;
            self.trail.push(option, placed);
        }
        Ok(Ok(planes))
    }

    /// The branches of a level, in the order of the search.
    fn branches(&self, depth: usize) -> Vec<(u32, Mask<W>)> {
        let ChoiceLevel { branches, .. } = &self.levels[depth];
        let of = |list: &KindList| branches.of(*list).iter().map(|&mask| (list.kind, mask)).collect::<Vec<_>>();
        branches.lists.iter().flat_map(of).collect()
    }

    /// What is left of the tree below the first `from` levels when the run's limit has stopped the search before it expanded a node: that node, then the later siblings on the way up. Counts the branches that the search
    /// had not come to, so that the parts of a tree generate as many as the whole.
    fn left_from(&mut self, from: usize, run: &mut Run<'_>) -> Vec<TreePath> {
        let path: TreePath =
            self.chosen[..self.stopped_at].iter().map(|&(kind, mask)| self.engine.option(kind, mask)).collect();
        let mut left = vec![path.clone()];
        // From below, because to try a sibling writes over the levels below it.
        for depth in (from..path.len()).rev() {
            let taken = self.chosen[depth];
            let branches = self.branches(depth);
            let later = branches.iter().skip_while(|&&branch| branch != taken).skip(1);
            for &(kind, mask) in later {
                run.generated(u64::from(kind != taken.0));
                if self.place(depth, kind, mask).is_some() {
                    let option = self.engine.option(kind, mask);
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
        let left = self.levels[depth].left.room();
        // The branches are those of one cell or kind.
        let branches = left.min(self.engine.most_branches + PADDING);
        for (at, room) in [(depth, branches), (depth + 1, left)] {
            let Some(level) = self.levels.get_mut(at) else { continue };
            let lists = if at == depth { &mut level.branches } else { &mut level.left };
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
        S: FnMut(&[(u32, Mask<W>)], Stats) -> ControlFlow<()>,
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
            let enough = is_full && sink(&self.chosen[..depth], run.stats()).is_break();
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
            let KindList { kind, start, end, .. } = self.levels[depth].branches.lists[list];
            run.generated(u64::from(end - start));
            for option in start..end {
                if let Err(stop) = run.work(work) {
                    return ControlFlow::Break(Cut::Stopped(stop));
                }
                let mask = self.levels[depth].branches.masks[option as usize];
                let below = name(depth + 1, option);
                // Placing filters and counts in one pass, and tells dead ends before they are nodes. Nothing is undone: each level has lists of its own, and the next option writes over those below.
                if let Some(planes) = self.place(depth, kind, mask) {
                    self.chosen[depth] = (kind, mask);
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
        for &KindList { kind, start, end, .. } in &branches.lists {
            for option in start..end {
                let node = MadeNode { name: name(depth + 1, option), parent: Some(at), g: depth as u32 + 1, h: 0 };
                observer.made(node, || Some((kind, branches.masks[option as usize].cells().collect())));
            }
        }
    }

    /// Fills the level's branches with the options of its most constrained cell or kind; `false` when the branch is dead.
    fn choose(&mut self, depth: usize, planes: &Planes<W>) -> bool {
        let has_simd = self.engine.has_simd;
        let level = &mut self.levels[depth];
        // Of a kind that every solution below has exactly one of, the list can be branched on.
        let lists = level.left.lists.iter().filter(|list| list.amount == Amount::exactly(1));
        let shortest = lists.min_by_key(|list| list.len()).copied();
        let length = shortest.map_or(u32::MAX, |list| list.len());
        // The planes are exact up to 7, which decides nearly every node. A kind wins a tie with a cell: its options are one list already.
        let few = (0..8.min(length)).find_map(|count| {
            let cells = planes.cells_with(count).and(level.free);
            (!cells.is_empty()).then(|| (count, cells.lowest()))
        });
        let cell = match few {
            Some((0, _)) => return false,
            Some((_, cell)) => Some(cell),
            None if length <= 8 => None,
            None => level.scarcest_cell().filter(|&(count, _)| count < length).map(|(_, cell)| cell),
        };
        match (cell, shortest) {
            (Some(cell), _) if has_simd => simd::select(&level.left, Mask::of(&[cell]), &mut level.branches),
            (Some(cell), _) => level.left.select(Mask::of(&[cell]), &mut level.branches),
            (None, Some(shortest)) => level.branches.copy(&level.left, shortest),
            // No cell is left, and nothing has to be placed.
            (None, None) => return false,
        }
        true
    }

    /// The next level with one of a kind placed; `None` when that is a dead end.
    fn place(&mut self, depth: usize, kind: u32, mask: Mask<W>) -> Option<Planes<W>> {
        let (above, below) = self.levels.split_at_mut(depth + 1);
        let (from, to) = (&above[depth], &mut below[0]);
        to.free = from.free.without(mask);
        // Before the lists, which take much longer: regions end most branches of large boards.
        let amounts = from.left.lists.iter().filter_map(|list| Some((list.kind, list.amount_after(kind)?.most)));
        if self.engine.regions.as_ref().is_some_and(|regions| regions.are_odd(to.free, amounts)) {
            return None;
        }
        if self.engine.has_simd {
            simd::filter(&from.left, kind, mask, &mut to.left)
        } else {
            from.left.filter(kind, mask, &mut to.left)
        }
    }
}

/// A node on the way: its depth, and which of its siblings it is.
fn name(depth: usize, option: u32) -> Name {
    (depth as Name) << 32 | Name::from(option)
}

impl<const W: usize> ChoiceLevel<W> {
    /// The numbers of all masks, those of each piece in their order.
    fn sorted(&self) -> Vec<u32> {
        let mut numbers: Vec<u32> = (0..self.left.masks.len() as u32).collect();
        for list in &self.left.lists {
            numbers[list.start as usize..list.end as usize]
                .sort_unstable_by_key(|&option| self.left.masks[option as usize]);
        }
        numbers
    }

    /// The most options that a free cell or a kind has.
    fn most_branches(&self) -> usize {
        let longest = self.left.lists.iter().map(KindList::len).max().unwrap_or(0);
        ReachCounts::of(self.left.all()).most(self.free).max(longest) as usize
    }

    /// The free cell that the fewest options reach, counted exactly. Only near the root is every cell reached by eight or more.
    fn scarcest_cell(&self) -> Option<(u32, u32)> {
        ReachCounts::of(self.left.all()).fewest(self.free)
    }
}
