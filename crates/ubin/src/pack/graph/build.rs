//! Folding the search tree level by level.

use super::mirror::Mirror;
use super::table::{self, StateTable, TableKey};
use super::{GraphEdge, NoGraph, order};
use crate::pack::backtrack::{by_sizes, can_sweep};
use crate::pack::model::PackModel;
use crate::pack::puzzle::Puzzle;
use crate::pack::sweep::{CellSweep, Filling, SweepStep};
use crate::run::Run;

/// A graph without its model.
#[derive(Default)]
pub(super) struct BuiltGraph {
    pub(super) starts: Vec<u32>,
    pub(super) edges: Vec<GraphEdge>,
}

/// The bytes of a graph that is built, known to the run.
#[derive(Default)]
pub(crate) struct Account {
    held: u64,
    /// More are refused, whatever the run has left.
    most: Option<u64>,
}

impl Account {
    /// An account of so many bytes at most, and of no more than the run has.
    pub(super) fn up_to(most: Option<u64>) -> Account {
        Account { held: 0, most }
    }

    /// How many more bytes it may hold; `None` where there is no limit.
    pub(super) fn left(&self, run: &Run<'_>) -> Option<u64> {
        let own = self.most.map(|most| most.saturating_sub(self.held));
        own.into_iter().chain(run.remaining().memory).min()
    }

    /// Holds `bytes` in all, or refuses without stopping the run.
    pub(crate) fn reach(&mut self, bytes: u64, run: &mut Run<'_>) -> Result<(), NoGraph> {
        if bytes <= self.held {
            return Ok(());
        }
        if self.most.is_some_and(|most| bytes > most) {
            return Err(NoGraph::TooLarge);
        }
        // In large steps, so that the run is seldom asked; where the room ends, what is needed and no more.
        let least = bytes - self.held;
        let room = run.remaining().memory.unwrap_or(u64::MAX);
        let more = Some(least.next_multiple_of(1 << 18)).filter(|&more| more <= room).unwrap_or(least);
        hold(more, run)?;
        self.held += more;
        Ok(())
    }
}

/// Holds bytes, or refuses without stopping the run.
pub(super) fn hold(bytes: u64, run: &mut Run<'_>) -> Result<(), NoGraph> {
    if run.remaining().memory.is_some_and(|room| bytes > room) {
        return Err(NoGraph::TooLarge);
    }
    run.hold(bytes).map_err(NoGraph::Stopped)
}

impl<const W: usize, const L: usize> TableKey for Filling<W, L> {
    #[inline]
    fn hash(&self) -> u64 {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        let mix = |hash: u64, word: &u64| (hash.rotate_left(23) ^ word).wrapping_mul(ODD);
        let left = self.left.0[1..].iter().fold(self.left.0[0], mix);
        let mixed = self.filled.0.iter().fold(left, mix);
        (mixed ^ mixed >> 32).wrapping_mul(ODD)
    }
}

/// One level: where each state's edges begin, and the edges, which lead to numbers in the next level.
struct EdgeLevel {
    starts: Vec<u32>,
    edges: Vec<GraphEdge>,
}

/// Folds a model; what takes more than `most` bytes is refused.
pub(super) fn fold(
    puzzle: &Puzzle,
    model: &PackModel,
    most: Option<u64>,
    run: &mut Run<'_>,
) -> Result<BuiltGraph, NoGraph> {
    if !can_sweep(model) {
        return Err(NoGraph::TooLarge);
    }
    by_sizes!(model, fold_with(puzzle, model, most, run))
}

fn fold_with<const W: usize, const L: usize>(
    puzzle: &Puzzle,
    model: &PackModel,
    most: Option<u64>,
    run: &mut Run<'_>,
) -> Result<BuiltGraph, NoGraph> {
    let held = run.held();
    let built = Levels::<W, L>::new(puzzle, model, run).and_then(|levels| {
        let tables = run.held() - held;
        let builder = GraphBuilder { levels, finished: 0, done: Vec::new(), account: Account::up_to(most) };
        builder.build(run).inspect(|_| run.release(tables))
    });
    if built.is_err() {
        run.release_to(held);
    }
    built
}

/// The tree, level by level.
pub(crate) struct Levels<const W: usize, const L: usize> {
    pub(crate) sweep: CellSweep<W, L>,
    most_steps: usize,
    /// What a count merges mirror images by.
    pub(super) mirror: Option<Mirror>,
}

/// Whether there is room for a sweep: it lists every placement once or twice more, and where that does not fit, the graph would not.
pub(super) fn has_room<const W: usize>(model: &PackModel, run: &Run<'_>) -> bool {
    let least = 4 * (model.options.len() * size_of::<SweepStep<W>>()) as u64;
    run.remaining().memory.is_none_or(|left| left >= least)
}

/// States between two looks at the memory.
pub(crate) const LOOK: usize = 256;

/// Where a step leads.
#[derive(Clone, Copy)]
pub(crate) enum Child<S> {
    /// To a state of the next level.
    State(S),
    /// To a solution.
    Solved,
}

impl<const W: usize, const L: usize> Levels<W, L> {
    /// Its tables are in held memory.
    pub(crate) fn new(puzzle: &Puzzle, model: &PackModel, run: &mut Run<'_>) -> Result<Levels<W, L>, NoGraph> {
        if !has_room::<W>(model, run) {
            return Err(NoGraph::TooLarge);
        }
        let sweep = CellSweep::new(puzzle, model, &order::best(puzzle, model), run).map_err(NoGraph::Stopped)?;
        let most_steps = sweep.most_steps();
        Ok(Levels { sweep, most_steps, mirror: None })
    }

    /// These levels with states that are mirror images merged where one of these maps allows it; for boards of one word.
    pub(crate) fn with_mirror(
        self,
        puzzle: &Puzzle,
        model: &PackModel,
        maps: &[Vec<u32>],
        run: &mut Run<'_>,
    ) -> Result<Levels<W, L>, NoGraph> {
        if W > 1 || maps.len() < 2 {
            return Ok(self);
        }
        let mirror = Mirror::along(maps, &order::best(puzzle, model), model, run).map_err(NoGraph::Stopped)?;
        Ok(Levels { mirror, ..self })
    }

    /// Room for the steps of one state.
    pub(crate) fn steps(&self) -> Vec<SweepStep<W>> {
        vec![SweepStep::NONE; self.most_steps]
    }

    /// The first level: the empty board, unless it has no cells.
    pub(crate) fn root(&self) -> Child<Filling<W, L>> {
        let root = self.sweep.root();
        if self.sweep.is_full(root) { Child::Solved } else { Child::State(root) }
    }

    /// How many children so many states have at most.
    pub(crate) fn most_children(&self, states: usize) -> usize {
        states * self.most_steps
    }

    /// Gives the children of a state that are not dead, each with the option that leads there.
    #[inline]
    pub(crate) fn expand(
        &self,
        state: Filling<W, L>,
        steps: &mut [SweepStep<W>],
        run: &mut Run<'_>,
        mut give: impl FnMut(u32, Child<Filling<W, L>>),
    ) -> Result<(), NoGraph> {
        run.step().map_err(NoGraph::Stopped)?;
        if W > 2 {
            run.work((self.most_steps * 64 * W) as u64).map_err(NoGraph::Stopped)?;
        }
        let fitting = self.sweep.fitting(state, steps);
        for step in &steps[..fitting] {
            let child = self.sweep.with(state, step);
            if self.sweep.is_full(child) {
                if self.sweep.is_solved(child) {
                    give(step.option, Child::Solved);
                }
            } else if !self.sweep.is_dead(child) {
                give(step.option, Child::State(child));
            }
        }
        Ok(())
    }
}

/// Where an edge of a level leads to a solution.
const SOLVED: u32 = u32::MAX;

struct GraphBuilder<const W: usize, const L: usize> {
    levels: Levels<W, L>,
    done: Vec<EdgeLevel>,
    /// Bytes of the levels that are done.
    finished: u64,
    account: Account,
}

impl<const W: usize, const L: usize> GraphBuilder<W, L> {
    fn build(mut self, run: &mut Run<'_>) -> Result<BuiltGraph, NoGraph> {
        let Child::State(root) = self.levels.root() else {
            // The one solution places nothing.
            return Ok(BuiltGraph { starts: vec![0, 0], edges: Vec::new() });
        };
        let mut states = vec![root];
        while !states.is_empty() {
            states = self.add_level(&states, run)?;
        }
        let all: usize = self.done.iter().map(|level| level.starts.len()).sum();
        // A mark and a number for each state.
        let marks = self.finished + 5 * all as u64;
        self.account.reach(marks, run)?;
        let live = live(&self.done);
        let inner = live.iter().flatten().filter(|&&is_live| is_live).count();
        // The full board is one more.
        let nodes = if inner > 0 { inner + 1 } else { 0 };
        let edges = self.done.iter().zip(&live[1..]).map(|(level, below)| level.live_edges(below)).sum();
        // Numbers are 32 bits.
        if edges > (u32::MAX / 2) as usize {
            return Err(NoGraph::TooLarge);
        }
        let bytes = BuiltGraph::bytes_of(nodes, edges);
        self.account.reach(marks + bytes, run)?;
        let built = prune(self.done, &live, nodes, edges);
        // The levels and marks go; what stays is the pruned graph.
        run.release(self.account.held - bytes);
        Ok(built)
    }

    fn add_level(&mut self, states: &[Filling<W, L>], run: &mut Run<'_>) -> Result<Vec<Filling<W, L>>, NoGraph> {
        let mut table = StateTable::new();
        let mut level = EdgeLevel { starts: Vec::with_capacity(states.len() + 1), edges: Vec::new() };
        level.starts.push(0);
        let mut steps = self.levels.steps();
        let fixed = self.finished + (size_of_val(states) + level.starts.capacity() * 4) as u64;
        for chunk in states.chunks(LOOK) {
            let most = self.levels.most_children(chunk.len());
            let edges = table::room_for(&level.edges, most) * size_of::<GraphEdge>();
            self.account.reach(fixed + edges as u64 + table.bytes_with(most), run)?;
            table::make_room(&mut level.edges, most);
            table.make_room(most);
            for state in chunk {
                let EdgeLevel { starts, edges } = &mut level;
                self.levels.expand(*state, &mut steps, run, |option, child| {
                    let to = if let Child::State(child) = child { table.number(child) } else { SOLVED };
                    edges.push(GraphEdge { option, to });
                })?;
                starts.push(edges.len() as u32);
            }
            // Numbers are 32 bits.
            if level.edges.len() >= (u32::MAX / 2) as usize {
                return Err(NoGraph::TooLarge);
            }
        }
        run.generated(level.edges.len() as u64);
        level.edges.shrink_to_fit();
        self.finished += level.bytes();
        self.done.push(level);
        Ok(table.into_keys())
    }
}

impl EdgeLevel {
    fn bytes(&self) -> u64 {
        (self.starts.capacity() * 4 + self.edges.capacity() * size_of::<GraphEdge>()) as u64
    }

    fn edges_of(&self, node: usize) -> &[GraphEdge] {
        &self.edges[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    fn live_edges(&self, below: &[bool]) -> usize {
        self.edges.iter().filter(|edge| leads_on(edge, below)).count()
    }
}

/// Whether an edge leads to a solution, or to a state of the level below that does.
fn leads_on(edge: &GraphEdge, below: &[bool]) -> bool {
    edge.to == SOLVED || below[edge.to as usize]
}

impl BuiltGraph {
    fn bytes_of(nodes: usize, edges: usize) -> u64 {
        ((nodes + 1) * 4 + edges * size_of::<GraphEdge>()) as u64
    }
}

/// For each level which states lead to the full board; after the last level there are none.
fn live(levels: &[EdgeLevel]) -> Vec<Vec<bool>> {
    let mut live = vec![Vec::new()];
    for level in levels.iter().rev() {
        let below = live.last().expect("there is a last level");
        let is_live = |node: usize| level.edges_of(node).iter().any(|edge| leads_on(edge, below));
        live.push((0..level.starts.len() - 1).map(is_live).collect());
    }
    live.reverse();
    live
}

/// Keeps what leads to the full board, and numbers it from the root down. Each level goes as soon as it is copied.
fn prune(levels: Vec<EdgeLevel>, live: &[Vec<bool>], nodes: usize, edges: usize) -> BuiltGraph {
    let mut next = 0;
    let mut number = |level: &Vec<bool>| -> Vec<u32> {
        let number = |&is_live: &bool| {
            next += u32::from(is_live);
            if is_live { next - 1 } else { u32::MAX }
        };
        level.iter().map(number).collect()
    };
    number(&live[0]);
    let mut folded = BuiltGraph { starts: Vec::with_capacity(nodes + 1), edges: Vec::with_capacity(edges) };
    for ((level, own), below) in levels.into_iter().zip(live).zip(&live[1..]) {
        let numbers = number(below);
        for node in (0..own.len()).filter(|&node| own[node]) {
            folded.starts.push(folded.edges.len() as u32);
            for edge in level.edges_of(node) {
                let to = if edge.to == SOLVED { nodes as u32 - 1 } else { numbers[edge.to as usize] };
                if to != u32::MAX {
                    folded.edges.push(GraphEdge { option: edge.option, to });
                }
            }
        }
    }
    if nodes > 0 {
        folded.starts.extend([folded.edges.len() as u32; 2]);
    }
    folded
}
