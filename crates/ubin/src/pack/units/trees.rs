//! The units of search trees: lists of prefixes.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::{CountWork, NoPart};
use crate::cover::CoverEnd;
use crate::pack::backtrack::by_words;
use crate::pack::backtrack::constrain::Constrain;
use crate::pack::every::{AllSolutions, Weight, WeightedRoots};
use crate::pack::model::PackModel;
use crate::pack::paths::{PathTree, PathWalk, TreePath};
use crate::pack::puzzle::Solution;
use crate::run::{Limits, Run, Stop};
use crate::unit::{Part, PlacedPiece, Prefix, UnitError, Work, solution_hash};

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
    if all.puzzle.board().is_flat() {
        return by_words!(cells, flat(all, run));
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

fn flat<const W: usize>(all: &AllSolutions<'_>, run: &mut Run<'_>) -> Result<Vec<WeightedTree>, Stop> {
    let (scan, families) = all.scan::<W>(run)?;
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
        trees: &[WeightedTree],
        prefixes: &[Prefix],
        budget: u64,
        run: &mut Run<'_>,
    ) -> Result<Part, NoPart> {
        let mut part = Part::default();
        let mut left = Vec::new();
        let mut open: Option<(&WeightedTree, Box<dyn PathWalk + '_>)> = None;
        for prefix in prefixes {
            if part.nodes == budget {
                left.push(prefix.clone());
                continue;
            }
            let (tree, path) = self.path(trees, prefix)?;
            // Most prefixes of a unit are in the tree of the one before.
            let mut walk = match open.take() {
                Some((last, walk)) if std::ptr::eq(last, tree) => walk,
                _ => tree.tree.open(),
            };
            let paths = self.search(tree, &mut *walk, &path, budget, run, &mut part)?;
            left.extend(paths.iter().map(|path| self.prefix(tree, path)));
            open = Some((tree, walk));
        }
        part.left = (!left.is_empty()).then_some(Work::Subtrees(left));
        Ok(part)
    }

    /// Searches below one path with what is left of the budget, and gives the paths it has left.
    fn search(
        &self,
        tree: &WeightedTree,
        walk: &mut dyn PathWalk,
        path: &[u32],
        budget: u64,
        run: &mut Run<'_>,
        part: &mut Part,
    ) -> Result<Vec<TreePath>, NoPart> {
        let remaining = run.remaining();
        let own_budget = budget - part.nodes;
        let nodes = remaining.nodes.map_or(own_budget, |nodes| nodes.min(own_budget));
        let mut own = Run::new(Limits { nodes: Some(nodes), ..remaining }, run.control());
        if let Some(step) = walk.stray_step(path, &mut own)? {
            return Err(UnitError::NotInTree { step }.into());
        }
        let mut tally = Tally::new(self, tree);
        let end = walk.search_below(path, &mut own, &mut |options| {
            tally.add(options);
            ControlFlow::Continue(())
        });
        let stats = own.stats();
        run.absorb(stats);
        part.found += tally.found;
        part.hash = part.hash.wrapping_add(tally.hash);
        part.nodes += stats.expanded;
        part.generated += stats.generated;
        match end {
            CoverEnd::Done => Ok(Vec::new()),
            CoverEnd::Stopped(Stop::Nodes, left) if nodes == own_budget => Ok(left),
            CoverEnd::Stopped(stop, _) => Err(stop.into()),
            CoverEnd::Enough => unreachable!("a count never has enough"),
        }
    }

    /// A path of a tree in words that need no engine.
    pub(super) fn prefix(&self, tree: &WeightedTree, path: &[u32]) -> Prefix {
        let placed = |&option: &u32| {
            let placement = self.model.placement(tree.whole_number(option) as usize);
            let piece = self.puzzle.pieces()[placement.piece].letter().to_string();
            PlacedPiece { piece, cells: placement.cells }
        };
        let placements = path.iter().map(placed).collect();
        match self.breaker {
            None => Prefix::Placements(placements),
            Some(_) => Prefix::Weighted { weight: tree.weight, placements },
        }
    }

    /// The tree and the path that a prefix names.
    fn path<'t>(&self, trees: &'t [WeightedTree], prefix: &Prefix) -> Result<(&'t WeightedTree, TreePath), UnitError> {
        let (tree, placements) = match (prefix, self.breaker) {
            (Prefix::Placements(placements), None) => (trees.first(), placements),
            (Prefix::Weighted { weight, placements }, Some(_)) => {
                (trees.iter().find(|tree| tree.weight == *weight), placements)
            }
            _ => return Err(UnitError::OtherKind),
        };
        let tree = tree.ok_or(UnitError::OtherKind)?;
        let mut path = TreePath::with_capacity(placements.len());
        for (at, placed) in placements.iter().enumerate() {
            let own = self.option(placed).and_then(|option| tree.own_number(option));
            path.push(own.ok_or(UnitError::NotInTree { step: at + 1 })?);
        }
        if !tree.roots().any(|root| path.starts_with(root)) {
            return Err(UnitError::NotInTree { step: 1 });
        }
        Ok((tree, path))
    }

    /// The option that a placement is.
    fn option(&self, placed: &PlacedPiece) -> Option<u32> {
        let mut letters = placed.piece.chars();
        let letter = letters.next().filter(|_| letters.next().is_none())?;
        let pieces = self.puzzle.pieces();
        let loose = self.model.loose.iter().position(|&piece| pieces[piece].letter() == letter)?;
        let number = |cell: &u32| self.model.free.binary_search(cell).ok().map(|at| at as u32);
        let cells: Vec<u32> = placed.cells.iter().map(number).collect::<Option<_>>()?;
        self.names.find(&self.model, loose as u32, |own| own.cmp(&cells))
    }
}

/// Counts solutions and their images, and sums their hashes.
struct Tally<'w> {
    work: &'w CountWork,
    tree: &'w WeightedTree,
    /// The board of the solution, and of its image.
    board: Solution,
    image: Solution,
    options: Vec<u32>,
    found: u128,
    hash: u64,
}

impl<'w> Tally<'w> {
    fn new(work: &'w CountWork, tree: &'w WeightedTree) -> Tally<'w> {
        let board = work.model.blank(&work.puzzle);
        Tally { work, tree, image: board.clone(), board, options: Vec::new(), found: 0, hash: 0 }
    }

    fn add(&mut self, options: &[u32]) {
        let CountWork { model, group, breaker, .. } = self.work;
        self.options.clear();
        self.options.extend(options.iter().map(|&option| self.tree.whole_number(option)));
        model.fill(&self.options, &mut self.board);
        self.found += u128::from(self.tree.weight);
        let Some(breaker) = breaker else { return self.add_hash_of_board() };
        let is_breaker = |&&option: &&u32| model.options[option as usize].piece as usize == *breaker;
        let base = *self.options.iter().find(is_breaker).expect("a solution has every piece");
        for symmetry in group.orbit(model.cells(base as usize)) {
            for (&from, &to) in model.free.iter().zip(&group.maps[symmetry]) {
                self.image.owner[model.free[to as usize] as usize] = self.board.owner[from as usize];
            }
            self.hash = self.hash.wrapping_add(hash_of(&self.image));
        }
    }

    fn add_hash_of_board(&mut self) {
        self.hash = self.hash.wrapping_add(hash_of(&self.board));
    }
}

/// The hash of a solution: of the number of the piece on each cell, in the order of the cells.
fn hash_of(solution: &Solution) -> u64 {
    solution_hash(solution.owners().iter().map(|&owner| u32::from(owner)))
}
