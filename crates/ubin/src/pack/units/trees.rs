//! The units of search trees: lists of prefixes.

use std::ops::ControlFlow;
use std::sync::Arc;

use ubin_verify::pack::Checker;

use super::CountWork;
use super::hashes::PlacementKeys;
use crate::cover::CoverEnd;
use crate::pack::backtrack::constrain::Constrain;
use crate::pack::backtrack::units::OptionSink;
use crate::pack::backtrack::{by_sizes, by_words};
use crate::pack::every::{AllSolutions, Weight, WeightedRoots};
use crate::pack::model::{Kind, PackModel};
use crate::pack::paths::{PathTree, PathWalk, TreePath};
use crate::pack::puzzle::Solution;
use crate::pack::stream::SolutionSink;
use crate::run::{Limits, Run, Stop};
use crate::unit::{Part, PartError, PlacedPiece, Prefix, UnitError, Work};

/// How a prefix names a gap: no piece has this name.
const GAP: &str = ".";

/// A tree whose solutions all stand for as many.
pub(super) struct WeightedTree {
    weight: Weight,
    roots: Vec<TreePath>,
    /// The number of each of the tree's options in the whole model, ascending; `None` when they are the same.
    numbers: Option<Vec<u32>>,
    tree: Arc<dyn PathTree>,
}

impl WeightedTree {
    pub(super) fn roots(&self) -> impl Iterator<Item = &[u32]> {
        self.roots.iter().map(Vec::as_slice)
    }

    /// An option of the tree as the whole model numbers it.
    fn whole_number(&self, option: u32) -> u32 {
        self.numbers.as_ref().map_or(option, |numbers| numbers[option as usize])
    }

    /// An option of the whole model as the tree numbers it, if the tree has it.
    fn own_number(&self, option: u32) -> Option<u32> {
        let Some(numbers) = &self.numbers else { return Some(option) };
        numbers.binary_search(&option).ok().map(|at| at as u32)
    }
}

/// The one tree of dancing links.
pub(super) fn of_links(model: &PackModel, run: &mut Run<'_>) -> Result<WeightedTree, Stop> {
    let tree = Arc::new(model.links(model.in_order(), run)?);
    Ok(WeightedTree { weight: 1, roots: vec![TreePath::new()], numbers: None, tree })
}

/// The trees of the masks: one for each weight.
pub(super) fn of_masks(all: &AllSolutions<'_>, run: &mut Run<'_>) -> Result<Vec<WeightedTree>, Stop> {
    let cells = all.model.free.len();
    if all.is_swept() {
        return by_sizes!(all.model, flat(all, run));
    }
    let whole = || vec![TreePath::new()];
    let Some(breaker) = all.breaker else {
        let tree = by_words!(cells, constrained(all, all.model, run))?;
        return Ok(vec![WeightedTree { weight: 1, roots: whole(), numbers: None, tree }]);
    };
    let mut trees = Vec::new();
    for class in all.group.classes(all.model, breaker, run)? {
        let (part, numbers) = all.with_breaker(breaker, &class.options, run)?;
        run.hold(size_of_val(&numbers[..]) as u64)?;
        let tree = by_words!(cells, constrained(all, &part, run))?;
        run.release(part.bytes());
        trees.push(WeightedTree { weight: class.weight, roots: whole(), numbers: Some(numbers), tree });
    }
    Ok(trees)
}

fn flat<const W: usize, const L: usize>(all: &AllSolutions<'_>, run: &mut Run<'_>) -> Result<Vec<WeightedTree>, Stop> {
    let (scan, families) = all.scan::<W, L>(run)?;
    let tree: Arc<dyn PathTree> = Arc::new(scan);
    let weighted =
        |WeightedRoots { weight, roots }| WeightedTree { weight, roots, numbers: None, tree: Arc::clone(&tree) };
    Ok(families.into_iter().map(weighted).collect())
}

fn constrained<const W: usize>(
    all: &AllSolutions<'_>,
    model: &PackModel,
    run: &mut Run<'_>,
) -> Result<Arc<dyn PathTree>, Stop> {
    Ok(Arc::new(Constrain::<W>::new(all.puzzle, model, run)?))
}

impl CountWork {
    /// Searches below prefixes, one after the other, until the budget is used up.
    pub(super) fn part_of_trees(
        &self,
        (trees, keys): (&[WeightedTree], &PlacementKeys),
        prefixes: &[Prefix],
        budget: u64,
        run: &mut Run<'_>,
        sink: Option<&mut SolutionSink<'_>>,
    ) -> Result<Part, PartError> {
        let mut part = Part::default();
        let mut tally = Tally::new(self, keys, sink);
        let mut left = Vec::new();
        let mut open: Option<(&WeightedTree, Box<dyn PathWalk + '_>)> = None;
        let mut last = None;
        for prefix in prefixes {
            if part.nodes == budget {
                left.push(prefix.clone());
                continue;
            }
            let named = self.path(trees, prefix, last.as_ref())?;
            let NamedPath { tree, path, .. } = &named;
            // Most prefixes of a unit are in the tree of the one before.
            let mut walk = match open.take() {
                Some((last, walk)) if std::ptr::eq(last, *tree) => walk,
                _ => tree.tree.open(),
            };
            let paths = search(&mut *walk, path, budget, run, &mut part, &mut |options| tally.add(tree, options));
            if tally.wanted.as_ref().is_some_and(|wanted| wanted.is_refused) {
                return Err(PartError::Stopped(Stop::Refused));
            }
            let paths = paths?;
            left.extend(paths.iter().map(|path| self.prefix(tree, path)));
            open = Some((tree, walk));
            last = Some(named);
        }
        (part.found, part.hash) = (tally.found, tally.hash);
        part.left = (!left.is_empty()).then_some(Work::Subtrees(left));
        Ok(part)
    }

    /// A path of a tree in words that need no engine.
    pub(super) fn prefix(&self, tree: &WeightedTree, path: &[u32]) -> Prefix {
        let placed = |&option: &u32| {
            let number = tree.whole_number(option) as usize;
            let kind = &self.model.kinds[self.model.options[number].kind as usize];
            let piece = kind.piece.map_or(GAP, |piece| self.puzzle.pieces()[piece].name()).to_owned();
            let cells = self.model.cells(number).iter().map(|&cell| self.model.free[cell as usize]).collect();
            PlacedPiece { piece, cells }
        };
        let placements = path.iter().map(placed).collect();
        match self.breaker {
            None => Prefix::Placements(placements),
            Some(_) => Prefix::Weighted { weight: tree.weight, placements },
        }
    }

    /// The tree and the path that a prefix names. Neighbours share most of their placements, so what the last one has in common is not looked up again.
    fn path<'t>(
        &self,
        trees: &'t [WeightedTree],
        prefix: &'t Prefix,
        last: Option<&NamedPath<'t>>,
    ) -> Result<NamedPath<'t>, UnitError> {
        let (tree, placements) = match (prefix, self.breaker) {
            (Prefix::Placements(placements), None) => (trees.first(), placements),
            (Prefix::Weighted { weight, placements }, Some(_)) => {
                (trees.iter().find(|tree| tree.weight == *weight), placements)
            }
            _ => return Err(UnitError::OtherKind),
        };
        let tree = tree.ok_or(UnitError::OtherKind)?;
        let mut path = TreePath::with_capacity(placements.len());
        if let Some(last) = last.filter(|last| std::ptr::eq(last.tree, tree)) {
            let shared = last.placements.iter().zip(placements).take_while(|(known, placed)| known == placed).count();
            path.extend_from_slice(&last.path[..shared]);
        }
        for (at, placed) in placements.iter().enumerate().skip(path.len()) {
            let own = self.option(placed).and_then(|option| tree.own_number(option));
            path.push(own.ok_or(UnitError::NotInTree { step: at + 1 })?);
        }
        if !tree.roots().any(|root| path.starts_with(root)) {
            return Err(UnitError::NotInTree { step: 1 });
        }
        Ok(NamedPath { tree, placements, path })
    }

    /// The option that a placement is.
    fn option(&self, placed: &PlacedPiece) -> Option<u32> {
        let pieces = self.puzzle.pieces();
        let is_meant = |kind: &Kind| kind.piece.map_or(GAP, |piece| pieces[piece].name()) == placed.piece;
        let kind = self.model.kinds.iter().position(is_meant)?;
        let number = |cell: &u32| self.model.free.binary_search(cell).ok().map(|at| at as u32);
        let cells: Vec<u32> = placed.cells.iter().map(number).collect::<Option<_>>()?;
        self.names.find(&self.model, kind as u32, |own| own.cmp(&cells))
    }
}

/// The path that a prefix names.
struct NamedPath<'t> {
    tree: &'t WeightedTree,
    placements: &'t [PlacedPiece],
    path: TreePath,
}

/// Searches below one path with what is left of the budget, and gives the paths it has left.
fn search(
    walk: &mut dyn PathWalk,
    path: &[u32],
    budget: u64,
    run: &mut Run<'_>,
    part: &mut Part,
    sink: &mut OptionSink<'_>,
) -> Result<Vec<TreePath>, PartError> {
    let remaining = run.remaining();
    let own_budget = budget - part.nodes;
    let nodes = remaining.nodes.map_or(own_budget, |nodes| nodes.min(own_budget));
    let mut own = Run::new(Limits { nodes: Some(nodes), ..remaining }, run.control());
    let end = walk.search_below(path, &mut own, sink).map_err(|step| UnitError::NotInTree { step })?;
    let stats = own.stats();
    run.absorb(stats);
    part.nodes += stats.expanded;
    part.generated += stats.generated;
    match end {
        CoverEnd::Done => Ok(Vec::new()),
        CoverEnd::Stopped(Stop::Nodes, left) if nodes == own_budget => Ok(left),
        CoverEnd::Stopped(stop, _) => Err(stop.into()),
        CoverEnd::Enough => Err(PartError::Enough),
    }
}

/// Counts solutions and their images, sums their hashes, and gives each to the caller who wants them.
struct Tally<'w, 's, 'o> {
    work: &'w CountWork,
    keys: &'w PlacementKeys,
    options: Vec<u32>,
    /// Room for the sums of keys.
    sums: Vec<u64>,
    found: u128,
    hash: u64,
    wanted: Option<WantedBoards<'s, 'o>>,
}

/// Boards for a caller who wants solutions, not only their number.
struct WantedBoards<'s, 'o> {
    /// The board of the solution, and of its image.
    board: Solution,
    image: Solution,
    checker: Checker,
    /// Whether a solution did not pass the check.
    is_refused: bool,
    sink: &'s mut SolutionSink<'o>,
}

impl<'w, 's, 'o> Tally<'w, 's, 'o> {
    fn new(work: &'w CountWork, keys: &'w PlacementKeys, sink: Option<&'s mut SolutionSink<'o>>) -> Tally<'w, 's, 'o> {
        let wanted = sink.map(|sink| {
            let board = work.model.blank(&work.puzzle);
            WantedBoards { image: board.clone(), board, checker: work.puzzle.checker(), is_refused: false, sink }
        });
        Tally { work, keys, options: Vec::new(), sums: keys.sums(), found: 0, hash: 0, wanted }
    }

    fn add(&mut self, tree: &WeightedTree, options: &[u32]) -> ControlFlow<()> {
        self.options.clear();
        self.options.extend(options.iter().map(|&option| tree.whole_number(option)));
        let orbit = self.keys.orbit(&self.options);
        self.found += orbit.len() as u128;
        self.hash = self.hash.wrapping_add(self.keys.hash(&self.options, orbit, &mut self.sums));
        let Some(wanted) = &mut self.wanted else { return ControlFlow::Continue(()) };
        wanted.give(self.work, &self.options, orbit)
    }
}

impl WantedBoards<'_, '_> {
    /// Gives a solution and its images, each checked.
    fn give(&mut self, work: &CountWork, options: &[u32], orbit: &[usize]) -> ControlFlow<()> {
        let CountWork { model, group, puzzle, .. } = work;
        if !model.is_plain() {
            self.board = model.blank(puzzle);
        }
        model.fill(options, &mut self.board);
        orbit.iter().try_for_each(|&symmetry| {
            for (&from, &to) in model.free.iter().zip(&group.maps[symmetry]) {
                self.image.owner[model.free[to as usize] as usize] = self.board.owner[from as usize];
            }
            self.image.renumber(puzzle);
            self.is_refused = self.checker.copies(self.image.owners()).is_err();
            if self.is_refused { ControlFlow::Break(()) } else { (self.sink)(&self.image) }
        })
    }
}
