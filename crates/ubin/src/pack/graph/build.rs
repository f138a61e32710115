//! Folding the search tree level by level.

use super::table::{Key, Table};
use super::{Edge, Refusal, order};
use crate::pack::backtrack::{MOST_CELLS, by_words};
use crate::pack::bits::Mask;
use crate::pack::model::Model;
use crate::pack::puzzle::Puzzle;
use crate::pack::sweep::{Step, Sweep};
use crate::run::Run;

/// A graph without its model.
pub(super) struct Built {
    pub(super) starts: Vec<u32>,
    pub(super) edges: Vec<Edge>,
}

/// What is filled, and by which pieces. Cells are numbered in the order they are filled.
#[derive(Clone, Copy, PartialEq, Eq)]
struct State<const W: usize> {
    filled: Mask<W>,
    left: u64,
}

impl<const W: usize> Key for State<W> {
    #[inline]
    fn hash(&self) -> u64 {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        let mixed = self.filled.0.iter().fold(self.left, |hash, word| (hash.rotate_left(23) ^ word).wrapping_mul(ODD));
        (mixed ^ mixed >> 32).wrapping_mul(ODD)
    }
}

/// One level: where each state's edges begin, and the edges, which lead to numbers in the next level.
struct Level {
    starts: Vec<u32>,
    edges: Vec<Edge>,
}

pub(super) fn fold(puzzle: &Puzzle, model: &Model, run: &mut Run<'_>) -> Result<Built, Refusal> {
    if model.free.len() > MOST_CELLS {
        return Err(Refusal::TooLarge);
    }
    by_words!(model.free.len(), fold_with(puzzle, model, run))
}

fn fold_with<const W: usize>(puzzle: &Puzzle, model: &Model, run: &mut Run<'_>) -> Result<Built, Refusal> {
    let held = run.held();
    // The sweep lists every placement once or twice more; where that does not fit, the graph would not.
    let least = 4 * (model.options.len() * size_of::<Step<W>>()) as u64;
    if run.remaining().memory.is_some_and(|left| left < least) {
        return Err(Refusal::TooLarge);
    }
    let built = match Sweep::new(puzzle, model, &order::best(puzzle, model), run) {
        Ok(sweep) => {
            let tables = run.held() - held;
            let built = Builder::<W>::new(sweep).build(model, run);
            built.inspect(|_| run.release(tables))
        }
        Err(stop) => Err(Refusal::Stopped(stop)),
    };
    if built.is_err() {
        run.release_to(held);
    }
    built
}

struct Builder<const W: usize> {
    sweep: Sweep<W>,
    steps: Vec<Step<W>>,
    levels: Vec<Level>,
    /// Bytes of the levels that are finished.
    finished: u64,
    /// Bytes that the run knows of.
    held: u64,
}

/// States between two looks at the memory.
const LOOK: usize = 4096;

impl<const W: usize> Builder<W> {
    fn new(sweep: Sweep<W>) -> Builder<W> {
        let steps = vec![Step::NONE; sweep.most_steps()];
        Builder { sweep, steps, levels: Vec::new(), finished: 0, held: 0 }
    }

    fn build(mut self, model: &Model, run: &mut Run<'_>) -> Result<Built, Refusal> {
        let pieces = model.loose.len();
        let mut states = vec![State { filled: Mask::EMPTY, left: ((1u128 << pieces) - 1) as u64 }];
        for _ in 0..pieces {
            states = self.add_level(&states, run)?;
        }
        let is_live: Vec<bool> = states.iter().map(|state| state.filled == self.sweep.full).collect();
        drop(states);
        let all: usize = self.levels.iter().map(|level| level.starts.len()).sum();
        self.account(self.finished + 5 * all as u64, run)?;
        let built = prune(&self.levels, is_live);
        // The levels go; what stays is the pruned graph, which is never larger.
        let bytes = built.bytes();
        run.release(self.held - bytes.min(self.held));
        Ok(built)
    }

    fn add_level(&mut self, states: &[State<W>], run: &mut Run<'_>) -> Result<Vec<State<W>>, Refusal> {
        let mut table = Table::new();
        let mut level = Level { starts: vec![0], edges: Vec::new() };
        for chunk in states.chunks(LOOK) {
            for state in chunk {
                run.step().map_err(Refusal::Stopped)?;
                if W > 2 {
                    run.work((self.steps.len() * 64 * W) as u64).map_err(Refusal::Stopped)?;
                }
                expand(*state, &self.sweep, &mut self.steps, &mut table, &mut level);
            }
            // Numbers are 32 bits, and a list of edges doubles when it grows.
            if level.edges.len() >= (u32::MAX / 2) as usize {
                return Err(Refusal::TooLarge);
            }
            self.account(self.finished + size_of_val(states) as u64 + table.bytes() + level.bytes(), run)?;
        }
        run.generated(level.edges.len() as u64);
        self.finished += level.bytes();
        self.levels.push(level);
        Ok(table.into_keys())
    }

    /// Holds `bytes` in all, or refuses without stopping the run.
    fn account(&mut self, bytes: u64, run: &mut Run<'_>) -> Result<(), Refusal> {
        if bytes <= self.held {
            return Ok(());
        }
        let more = (bytes - self.held).next_multiple_of(1 << 20);
        if run.remaining().memory.is_some_and(|room| more > room) {
            return Err(Refusal::TooLarge);
        }
        self.held += more;
        run.hold(more).map_err(Refusal::Stopped)
    }
}

impl Level {
    fn bytes(&self) -> u64 {
        (self.starts.capacity() * 4 + self.edges.capacity() * size_of::<Edge>()) as u64
    }
}

impl Built {
    fn bytes(&self) -> u64 {
        (self.starts.capacity() * 4 + self.edges.capacity() * size_of::<Edge>()) as u64
    }
}

fn expand<const W: usize>(
    state: State<W>,
    sweep: &Sweep<W>,
    steps: &mut [Step<W>],
    table: &mut Table<State<W>>,
    level: &mut Level,
) {
    let fitting = sweep.fitting(state.filled, state.left, steps);
    for step in &steps[..fitting] {
        let child = State { filled: state.filled.or(step.mask), left: state.left & !(1 << step.piece) };
        if !sweep.is_dead(child.filled, child.left) {
            let to = table.number(child);
            level.edges.push(Edge { option: step.option, to });
        }
    }
    level.starts.push(level.edges.len() as u32);
}

/// Keeps what leads to the full board, and numbers it from the root down.
fn prune(levels: &[Level], last: Vec<bool>) -> Built {
    let mut live = vec![last];
    for level in levels.iter().rev() {
        let below = live.last().expect("there is a last level");
        let is_live = |node: usize| {
            let edges = &level.edges[level.starts[node] as usize..level.starts[node + 1] as usize];
            edges.iter().any(|edge| below[edge.to as usize])
        };
        live.push((0..level.starts.len() - 1).map(is_live).collect());
    }
    live.reverse();
    let mut next = 0;
    let numbers: Vec<Vec<u32>> = live
        .iter()
        .map(|level| {
            let number = |&is_live: &bool| {
                next += u32::from(is_live);
                if is_live { next - 1 } else { u32::MAX }
            };
            level.iter().map(number).collect()
        })
        .collect();
    let mut folded = Built { starts: Vec::with_capacity(next as usize + 1), edges: Vec::new() };
    for (at, level) in levels.iter().enumerate() {
        for node in (0..level.starts.len() - 1).filter(|&node| live[at][node]) {
            folded.starts.push(folded.edges.len() as u32);
            for edge in &level.edges[level.starts[node] as usize..level.starts[node + 1] as usize] {
                let to = numbers[at + 1][edge.to as usize];
                if to != u32::MAX {
                    folded.edges.push(Edge { option: edge.option, to });
                }
            }
        }
    }
    if next > 0 {
        folded.starts.extend([folded.edges.len() as u32; 2]);
    }
    folded
}
