//! The searches of four course programs, as they were written.
//!
//! Their node counts were printed in reports, and this module reproduces them to the digit. The programs differ in the
//! key and ties of the priority queue, the order of children, and what they do with a board they have seen; a heap's
//! own rules decide between equal keys, so those are reproduced too. Two of the programs close a board when it is
//! *generated*, and are therefore not always shortest: that is what the other engines are compared with.
//!
//! | program | method, variant |
//! | --- | --- |
//! | R0 | branch and bound, [`Variant::DropSeen`] |
//! | R1 | branch and bound, [`Variant::Tree`] |
//! | R2 | branch and bound, [`Variant::BestCost`] |
//! | R3 | A*, [`Variant::DropSeen`] |

mod heap;

use heap::{Heap, Sift};

use super::board::{Dir, Size};
use super::goal::Puzzle;
use super::grid::Grid;
use super::heuristic::{Heuristic, HeuristicName, Step};
use crate::observe::{self, Name, Observer, Why};
use crate::run::{Run, Stop};
use crate::search::blocks::Blocks;
use crate::search::store::{Offer, Store};
use crate::search::{Answer, Outcome};
use crate::words::words;

words! {
    /// How duplicates and ties are handled.
    #[derive(Default)]
    pub enum Variant as "variant" {
        /// Not a course program: boards reached more cheaply are opened again, and the answer is always shortest.
        #[default]
        Exact = "exact",
        /// A board once generated is never generated again.
        DropSeen = "drop-seen",
        /// Every board is generated again, whenever it is reached.
        Tree = "tree",
        /// A board is generated again if it costs no more than before.
        BestCost = "best-cost",
    }
}

/// The rules of one program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Program {
    children: [Dir; 4],
    sift: Sift,
    less: fn(&Live, &Live) -> bool,
    seen: Seen,
    stops: Stops,
    /// The root's cost is 0, whatever its bound.
    free_root: bool,
    /// A blank away from home adds 1 to the bound.
    counts_blank: bool,
    /// Whether a finished run is a proof: only for programs that lose no board.
    pub(crate) proves: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    /// Once generated, never again.
    Once,
    /// Once generated, never again, but for the start: it is forgotten, so it is generated again.
    OnceButStart,
    /// Kept, but never the parent's own board.
    Kept,
    /// Again if the cost is no higher.
    NoCostlier,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stops {
    GoalTaken,
    GoalGenerated,
    QueueEmpty,
}

const DROP_SEEN: Program = Program {
    children: [Dir::Right, Dir::Down, Dir::Left, Dir::Up],
    sift: Sift::Heapq,
    // A full tie counts as less: the program's comparison says so of both.
    less: |a, b| a.cost < b.cost || (a.cost == b.cost && a.depth >= b.depth),
    seen: Seen::Once,
    stops: Stops::GoalTaken,
    free_root: false,
    counts_blank: false,
    proves: false,
};

const TREE: Program = Program {
    children: [Dir::Up, Dir::Down, Dir::Left, Dir::Right],
    sift: Sift::Heapq,
    less: |a, b| a.cost < b.cost,
    seen: Seen::Kept,
    stops: Stops::GoalTaken,
    free_root: false,
    counts_blank: false,
    proves: true,
};

const BEST_COST: Program = Program {
    children: [Dir::Up, Dir::Right, Dir::Down, Dir::Left],
    sift: Sift::Java,
    less: |a, b| a.cost < b.cost,
    seen: Seen::NoCostlier,
    stops: Stops::QueueEmpty,
    free_root: true,
    counts_blank: false,
    proves: true,
};

const ASTAR_DROP_SEEN: Program = Program {
    children: [Dir::Up, Dir::Down, Dir::Left, Dir::Right],
    sift: Sift::Heapq,
    less: |a, b| (a.cost, a.id) < (b.cost, b.id),
    seen: Seen::OnceButStart,
    stops: Stops::GoalGenerated,
    free_root: false,
    counts_blank: false,
    proves: false,
};

impl Program {
    /// The branch and bound of this variant.
    pub(crate) fn branch_and_bound(variant: Variant) -> Option<Program> {
        match variant {
            Variant::Exact => None,
            Variant::DropSeen => Some(DROP_SEEN),
            Variant::Tree => Some(TREE),
            Variant::BestCost => Some(BEST_COST),
        }
    }

    /// The A* of this variant. Its Hamming counts the blank as a tile, and so is not admissible.
    pub(crate) fn astar(variant: Variant, heuristic: Option<HeuristicName>) -> Option<Program> {
        let counts_blank = heuristic == Some(HeuristicName::Hamming);
        (variant == Variant::DropSeen).then_some(Program { counts_blank, ..ASTAR_DROP_SEEN })
    }
}

/// A node in the queue.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Live {
    cost: u32,
    depth: u32,
    id: u32,
}

/// A node made: the board, and how it came to be.
#[derive(Clone, Copy)]
struct Made<G, M> {
    grid: G,
    memo: M,
    blank: u16,
    depth: u32,
    /// The parent's number and the move; the root has none.
    from: Option<(u32, Dir)>,
}

/// What a course program counts: `expanded` and `generated`, each in its own way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
}

/// Runs a program on a puzzle that can be solved.
pub(crate) fn search<G: Grid, H: Heuristic<G>>(
    puzzle: &Puzzle,
    heuristic: &H,
    program: Program,
    run: &mut Run<'_>,
) -> (Answer<Dir>, Counts) {
    observed::<G, H, ()>(puzzle, heuristic, program, run, &mut ())
}

/// Runs a program on a puzzle that can be solved, and tells an observer every node.
pub(crate) fn observed<G: Grid, H: Heuristic<G>, O: Observer<Dir>>(
    puzzle: &Puzzle,
    heuristic: &H,
    program: Program,
    run: &mut Run<'_>,
    observer: &mut O,
) -> (Answer<Dir>, Counts) {
    let held = run.held();
    let mut course = Course {
        size: puzzle.size(),
        goal: G::pack(puzzle.goal().tiles()),
        blank_home: puzzle.goal().blank(),
        heuristic,
        program,
        nodes: Blocks::new(),
        seen: Store::new(),
        queue: Heap::new(program.sift, program.less),
        expanded: 0,
        best: None,
        observer,
    };
    let ended = course.run(puzzle, run);
    run.release_to(held);
    let outcome = match (ended, course.best) {
        (Err(stop), _) => Outcome::Stopped(stop),
        (Ok(()), Some((id, _))) => Outcome::Solved(course.path(id)),
        (Ok(()), None) => Outcome::Impossible,
    };
    let start = heuristic.bound(&heuristic.start(&G::pack(puzzle.board().tiles())));
    let lower_bound = match &outcome {
        Outcome::Solved(path) if program.proves => path.len() as u32,
        _ => start,
    };
    (Answer { outcome, lower_bound }, course.counts())
}

struct Course<'h, G, H: Heuristic<G>, O>
where
    G: Grid,
{
    size: Size,
    goal: G,
    blank_home: usize,
    heuristic: &'h H,
    program: Program,
    nodes: Blocks<Made<G, H::Memo>>,
    /// Boards generated, with the cost they were generated at.
    seen: Store<G, Dir>,
    queue: Heap,
    expanded: u64,
    /// The best goal so far, and its cost.
    best: Option<(u32, u32)>,
    observer: &'h mut O,
}

impl<G: Grid, H: Heuristic<G>, O: Observer<Dir>> Course<'_, G, H, O> {
    fn run(&mut self, puzzle: &Puzzle, run: &mut Run<'_>) -> Result<(), Stop> {
        let grid = G::pack(puzzle.board().tiles());
        let memo = self.heuristic.start(&grid);
        let root = Made { grid, memo, blank: puzzle.board().blank() as u16, depth: 0, from: None };
        let cost = if self.program.free_root { 0 } else { self.bound(&root) };
        if self.program.seen != Seen::OnceButStart {
            self.seen.offer(grid, cost, None, run)?;
        }
        self.observer.round(None);
        self.show(&root, 0, None);
        self.enqueue(root, cost, run)?;
        while let Some(live) = self.queue.pop() {
            if self.best.is_some_and(|(_, cost)| live.cost > cost) {
                self.observer.pruned(live.id.into(), live.depth, Why::Costly);
                continue;
            }
            let node = self.nodes.get(live.id);
            if node.grid == self.goal && self.program.stops != Stops::GoalGenerated {
                self.best = Some((live.id, live.cost));
                self.observer.goal(live.id.into(), live.depth);
                if self.program.stops == Stops::GoalTaken {
                    return Ok(());
                }
                continue;
            }
            run.step()?;
            self.expanded += 1;
            self.observer.expanded(live.id.into(), live.depth);
            for dir in self.program.children {
                if self.child(live.id, &node, dir, run)? {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Generates one child, unless it was seen; says whether the search is over.
    fn child(&mut self, id: u32, node: &Made<G, H::Memo>, dir: Dir, run: &mut Run<'_>) -> Result<bool, Stop> {
        let undoes = node.from.is_some_and(|(_, last)| last == dir.opposite());
        let to = usize::from(node.blank);
        let Some(from) = self.size.neighbour(to, dir) else { return Ok(false) };
        if undoes && self.program.seen == Seen::Kept {
            return Ok(false);
        }
        let tile = node.grid.tile(from);
        let grid = node.grid.moved(tile, from, to);
        let memo = self.heuristic.moved(node.memo, &Step { before: &node.grid, after: &grid, tile, from, to });
        let depth = node.depth + 1;
        let made = Made { grid, memo, blank: from as u16, depth, from: Some((id, dir)) };
        let cost = depth + self.bound(&made);
        let costly = self.best.is_some_and(|(_, best)| cost > best);
        if costly || !self.is_new(grid, cost, dir, run)? {
            // The parent's own board, which every child could go back to, tells nobody anything.
            if O::SEES && !undoes {
                self.show(&made, Name::MAX, Some(dir));
                self.observer.pruned(Name::MAX, depth, if costly { Why::Costly } else { Why::Seen });
            }
            return Ok(false);
        }
        run.generated(1);
        self.show(&made, self.nodes.len() as Name, Some(dir));
        let child = self.enqueue(made, cost, run)?;
        if self.program.stops == Stops::GoalGenerated && grid == self.goal {
            self.observer.goal(child.into(), depth);
            self.best = Some((child, cost));
            return Ok(true);
        }
        Ok(false)
    }

    fn show(&mut self, made: &Made<G, H::Memo>, name: Name, by: Option<Dir>) {
        if O::SEES {
            let parent = made.from.map(|(parent, _)| parent.into());
            self.observer.made(observe::MadeNode { name, parent, g: made.depth, h: self.bound(made) }, || by);
        }
    }

    fn bound(&self, made: &Made<G, H::Memo>) -> u32 {
        let blank = self.program.counts_blank && usize::from(made.blank) != self.blank_home;
        self.heuristic.bound(&made.memo) + u32::from(blank)
    }

    /// Whether the program generates this board at this cost.
    fn is_new(&mut self, grid: G, cost: u32, dir: Dir, run: &mut Run<'_>) -> Result<bool, Stop> {
        if self.program.seen == Seen::Kept {
            return Ok(true);
        }
        Ok(match self.seen.offer(grid, cost, Some(dir), run)? {
            Offer::New(_) => true,
            Offer::Known(id, before) if self.program.seen == Seen::NoCostlier && cost <= before => {
                self.seen.reopen(id, cost, dir);
                true
            }
            Offer::Known(..) => false,
        })
    }

    fn enqueue(&mut self, made: Made<G, H::Memo>, cost: u32, run: &mut Run<'_>) -> Result<u32, Stop> {
        let Ok(id) = u32::try_from(self.nodes.len()) else { return Err(run.out_of_memory()) };
        self.nodes.push(made, run)?;
        self.queue.push(Live { cost, depth: made.depth, id }, run)?;
        Ok(id)
    }

    fn path(&self, id: u32) -> Vec<Dir> {
        let mut path = Vec::new();
        let mut at = self.nodes.get(id);
        while let Some((parent, dir)) = at.from {
            path.push(dir);
            at = self.nodes.get(parent);
        }
        path.reverse();
        path
    }

    fn counts(&self) -> Counts {
        let nodes = self.nodes.len() as u64;
        match self.program.seen {
            Seen::Kept => Counts { expanded: self.expanded, generated: nodes.saturating_sub(1) },
            Seen::Once | Seen::NoCostlier => Counts { expanded: self.expanded, generated: nodes },
            Seen::OnceButStart => Counts { expanded: nodes - self.queue.len() as u64, generated: nodes },
        }
    }
}
