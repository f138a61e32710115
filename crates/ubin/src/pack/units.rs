//! All solutions of a packing puzzle as units of work: see [`unit`](crate::unit) for the words.
//!
//! A [`CountWork`] is made once for a puzzle: it runs the rules and builds the engine. From then on every unit can be searched by any thread or machine that has made the same one, and nothing but the unit and the budget decides
//! what comes of it.
//!
//! Where the puzzle has symmetries, the bit masks try one piece, the breaker, only once in each orbit. Its placements fall into classes by the size of their orbits; each class has a tree of its own, and a solution in it stands for
//! as many as the orbit has placements. So prefixes there carry their weight. [`Part::found`] counts all of them, and [`Part::hash`] is the sum over all of them, so that engines with and without a breaker agree.
//!
//! Folded counts have chunks of states for units. They see no solution, so their hash stays 0, and between units no states are merged: the sum over all units is exact in what was found, but the more units there are, the more nodes they have together.
//!
//! ```
//! use ubin::pack::units::{CountEngine, CountWork, children};
//! use ubin::pack::text;
//! use ubin::run::{Control, Limits, Run};
//! use ubin::unit::Part;
//!
//! let puzzle = text::read("2 4 4\nDEFAULT\nAA\nBB\nCC\nDD\n")?.puzzle;
//! let control = Control::new();
//! let mut run = Run::new(Limits::default(), &control);
//! let work = CountWork::new(&puzzle, CountEngine::Masks, &mut run).expect("it has solutions");
//! let mut whole = Part::default();
//! let mut open = work.first_units();
//! while let Some(unit) = open.pop() {
//!     let mut part = work.part(&unit, 3, &mut run).expect("nothing stops it");
//!     open.extend(children(&unit, part.left.take()));
//!     whole += part;
//! }
//! assert_eq!(whole.found, 120);
//! # Ok::<(), ubin::pack::text::PackTextError>(())
//! ```

mod hashes;
mod states;
mod trees;

use super::backtrack::MOST_CELLS;
use super::check::Reason;
use super::count;
use super::every::AllSolutions;
use super::model::{ByCells, PackModel};
use super::puzzle::Puzzle;
use super::solve::{Equality, PackOutcome, SolutionCount, prepare};
use super::stream::SolutionSink;
use super::symmetry::Group;
use crate::run::{Run, Stop};
use crate::unit::{Part, PartError, Unit, UnitError, Work, cut, search_name};
use hashes::PlacementKeys;
use states::FoldedStates;
use trees::WeightedTree;

/// The engine that searches the units of a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CountEngine {
    /// Bit masks: the first empty cell on flat boards, the most constrained cell or piece in space.
    Masks,
    /// Dancing links, without symmetry.
    Links,
    /// Equal states folded, level by level; flat boards only.
    Folded,
}

/// Why a puzzle has no units to search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoWork {
    /// A rule says that it has no solution.
    Impossible(Reason),
    /// The engine was not ready when the run stopped.
    Stopped(Stop),
}

/// The question how many solutions a puzzle has, ready to be searched unit by unit.
pub struct CountWork {
    puzzle: Puzzle,
    model: PackModel,
    group: Group,
    /// The breaker, where symmetry is used.
    breaker: Option<usize>,
    names: ByCells,
    engine: CountEngine,
    name: String,
    ready: ReadyEngine,
}

enum ReadyEngine {
    Trees(Vec<WeightedTree>, PlacementKeys),
    Folded(Box<dyn FoldedStates>),
}

impl CountWork {
    /// Runs the rules and builds the engine, in memory that the run holds from then on. Boards of more than 1,024 free cells are left to dancing links, and bodies are not folded; [`CountWork::engine`] says which
    /// engine it became.
    ///
    /// # Errors
    /// When a rule proves that there is no solution, or the run stops.
    pub fn new(puzzle: &Puzzle, engine: CountEngine, run: &mut Run<'_>) -> Result<CountWork, NoWork> {
        CountWork::with(puzzle, run, |_, _| Ok(engine))
    }

    /// With the engine that a count of all solutions chooses: dancing links for boards that the masks cannot hold, folding for flat boards with a large tree, else the masks.
    ///
    /// # Errors
    /// As [`CountWork::new`].
    pub fn auto(puzzle: &Puzzle, run: &mut Run<'_>) -> Result<CountWork, NoWork> {
        CountWork::with(puzzle, run, |all, run| {
            Ok(if all.is_large(run)? { CountEngine::Folded } else { CountEngine::Masks })
        })
    }

    fn with(
        puzzle: &Puzzle,
        run: &mut Run<'_>,
        choose: impl FnOnce(&AllSolutions<'_>, &mut Run<'_>) -> Result<CountEngine, Stop>,
    ) -> Result<CountWork, NoWork> {
        let model = prepare(puzzle, run).map_err(|outcome| match outcome {
            PackOutcome::Impossible(reason) => NoWork::Impossible(reason),
            PackOutcome::Stopped(stop) => NoWork::Stopped(stop),
            PackOutcome::Solved(()) => unreachable!("a preparation solves nothing"),
        })?;
        CountWork::ready(puzzle, model, run, choose).map_err(NoWork::Stopped)
    }

    fn ready(
        puzzle: &Puzzle,
        model: PackModel,
        run: &mut Run<'_>,
        choose: impl FnOnce(&AllSolutions<'_>, &mut Run<'_>) -> Result<CountEngine, Stop>,
    ) -> Result<CountWork, Stop> {
        let group = Group::of(puzzle, &model, run)?;
        run.hold((model.options.len() * size_of::<u32>()) as u64)?;
        let names = model.by_cells(run)?;
        let mut engine = CountEngine::Links;
        let mut breaker = None;
        let of_trees = |trees, breaker, run: &mut Run<'_>| -> Result<_, Stop> {
            Ok(ReadyEngine::Trees(trees, PlacementKeys::new(puzzle, &model, &group, breaker, run)?))
        };
        let ready = if model.free.len() > MOST_CELLS {
            of_trees(vec![trees::of_links(&model, run)?], None, run)?
        } else {
            let all = AllSolutions::new(puzzle, &model, &group, 1, run)?;
            engine = choose(&all, run)?;
            if engine == CountEngine::Folded && !all.is_swept() {
                engine = CountEngine::Masks;
            }
            match engine {
                CountEngine::Links => of_trees(vec![trees::of_links(&model, run)?], None, run)?,
                CountEngine::Folded => ReadyEngine::Folded(states::of_sweep(puzzle, &model, &group.maps, run)?),
                CountEngine::Masks => {
                    breaker = all.breaker;
                    of_trees(trees::of_masks(&all, run)?, breaker, run)?
                }
            }
        };
        // The puzzle in Rust's own words: it only has to say all that decides the tree.
        let name = search_name(&format!("count by {engine:?} of {puzzle:?}"));
        Ok(CountWork { puzzle: puzzle.clone(), model, group, breaker, names, engine, name, ready })
    }

    /// The engine.
    #[must_use]
    pub fn engine(&self) -> CountEngine {
        self.engine
    }

    /// What all parts together have found, `solutions`, as the answer of a count: with those that differ up to symmetry, where that is asked. They are few to search beside the whole, and searched here.
    ///
    /// # Errors
    /// When the run stops.
    pub fn counted(&self, solutions: u128, equality: Equality, run: &mut Run<'_>) -> Result<SolutionCount, Stop> {
        let CountWork { puzzle, model, group, .. } = self;
        let all = AllSolutions { puzzle, model, group, breaker: None, threads: 1 };
        count::told_apart(all, solutions, equality, run)
    }

    /// The puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The units that the whole is made of, in search order.
    #[must_use]
    pub fn first_units(&self) -> Vec<Unit> {
        match &self.ready {
            ReadyEngine::Folded(levels) => vec![self.unit(0, Work::States(vec![levels.root()]))],
            ReadyEngine::Trees(trees, _) => {
                let work = |tree: &WeightedTree| tree.roots().map(|root| self.prefix(tree, root)).collect();
                let unit = |(number, tree)| self.unit(number, Work::Subtrees(work(tree)));
                trees.iter().enumerate().map(unit).collect()
            }
        }
    }

    fn unit(&self, number: usize, work: Work) -> Unit {
        Unit { id: number.to_string(), search: Some(self.name.clone()), work }
    }

    /// Searches a unit. The part has exactly `budget` nodes (1 when the budget is 0), or fewer and nothing left.
    ///
    /// # Errors
    /// When the run stops it first, when the unit is none of this work's, or when the count does not fit a number.
    pub fn part(&self, unit: &Unit, budget: u64, run: &mut Run<'_>) -> Result<Part, PartError> {
        let budget = budget.max(1);
        unit.belongs_to(&self.name)?;
        match (&self.ready, &unit.work) {
            (ReadyEngine::Trees(trees, keys), Work::Subtrees(prefixes)) => {
                self.part_of_trees((trees, keys), prefixes, budget, run, None)
            }
            (ReadyEngine::Folded(levels), Work::States(chunks)) => levels.part(chunks, budget, run),
            _ => Err(UnitError::OtherKind.into()),
        }
    }

    /// Searches a unit and gives every solution in it to `sink`, in search order and with its images, each checked: what [`solve_all`](super::solve::solve_all) gives, part by part, where the tree is small enough to be walked. The
    /// part is that of [`CountWork::part`].
    ///
    /// Solutions of all units and their children, in the order of the units, are the whole stream. They go to a sink and are not in the part, because there may be millions: a thread sends them on, a file or another machine writes
    /// them down before the part. A caller that gets an error instead of a part forgets what this unit gave: it will be given again.
    ///
    /// # Errors
    /// As [`CountWork::part`]; [`PartError::Enough`] when the sink breaks. States of a folded count see no solution: their units are of another kind.
    pub fn solutions(
        &self,
        unit: &Unit,
        budget: u64,
        run: &mut Run<'_>,
        sink: &mut SolutionSink<'_>,
    ) -> Result<Part, PartError> {
        unit.belongs_to(&self.name)?;
        match (&self.ready, &unit.work) {
            (ReadyEngine::Trees(trees, keys), Work::Subtrees(prefixes)) => {
                self.part_of_trees((trees, keys), prefixes, budget.max(1), run, Some(sink))
            }
            _ => Err(UnitError::OtherKind.into()),
        }
    }
}

/// The units of what a part has left.
#[must_use]
pub fn children(parent: &Unit, left: Option<Work>) -> Vec<Unit> {
    match left {
        None => Vec::new(),
        Some(Work::Subtrees(prefixes)) => cut(parent, &prefixes),
        // States of one unit are merged, those of two are not: so there is one child.
        Some(work) => vec![Unit { id: format!("{}-0", parent.id), search: parent.search.clone(), work }],
    }
}
