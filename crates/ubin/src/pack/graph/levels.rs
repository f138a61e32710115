//! Trees that can be counted level by level.

use super::NoGraph;
use super::build::{Child, Levels};
use super::table::TableKey;
use crate::pack::sweep::near::{NearFilling, NearStep, NearSweep};
use crate::pack::sweep::{Filling, SweepStep};
use crate::run::Run;

/// A tree whose equal states have the same completions, so that a count may merge them.
pub(crate) trait LevelTree: Sync {
    /// What is filled, and what is left.
    type State: TableKey + Send + Sync;

    /// A step on the way from one state to the next.
    type Step: Clone;

    /// How many times longer a state takes than one of a single word, in about.
    const WIDTH: usize;

    /// Room for the steps of one state.
    fn room(&self) -> Vec<Self::Step>;

    /// The first level: the empty board, unless it has no cells.
    fn first(&self) -> Child<Self::State>;

    /// How many children so many states have at most.
    fn most(&self, states: usize) -> usize;

    /// The state that stands for this one and its mirror image.
    fn canonical(&self, state: Self::State) -> Self::State;

    /// Gives the children of a state that are not dead.
    fn children(
        &self,
        state: Self::State,
        room: &mut [Self::Step],
        run: &mut Run<'_>,
        give: impl FnMut(Child<Self::State>),
    ) -> Result<(), NoGraph>;
}

impl<const W: usize, const L: usize> LevelTree for Levels<W, L> {
    type State = Filling<W, L>;
    type Step = SweepStep<W>;
    const WIDTH: usize = W * W;

    fn room(&self) -> Vec<SweepStep<W>> {
        self.steps()
    }

    fn first(&self) -> Child<Filling<W, L>> {
        self.root()
    }

    fn most(&self, states: usize) -> usize {
        self.most_children(states)
    }

    #[inline]
    fn canonical(&self, state: Filling<W, L>) -> Filling<W, L> {
        let Some(mirror) = &self.mirror else { return state };
        let mut filled = state.filled;
        filled.0[0] = filled.0[0].min(mirror.of(filled.0[0]));
        Filling { filled, ..state }
    }

    #[inline]
    fn children(
        &self,
        state: Filling<W, L>,
        room: &mut [SweepStep<W>],
        run: &mut Run<'_>,
        mut give: impl FnMut(Child<Filling<W, L>>),
    ) -> Result<(), NoGraph> {
        self.expand(state, room, run, |_, child| give(child))
    }
}

/// The tree of a sweep whose front fits one machine word.
pub(crate) struct NearLevels<const L: usize> {
    sweep: NearSweep<L>,
    most_steps: usize,
}

impl<const L: usize> NearLevels<L> {
    pub(crate) fn new(sweep: NearSweep<L>) -> NearLevels<L> {
        let most_steps = sweep.most_steps();
        NearLevels { sweep, most_steps }
    }
}

impl<const L: usize> TableKey for NearFilling<L> {
    #[inline]
    fn hash(&self) -> u64 {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        let mix = |hash: u64, word: &u64| (hash.rotate_left(23) ^ word).wrapping_mul(ODD);
        let left = self.left.0.iter().fold(u64::from(self.first), mix);
        let mixed = mix(left, &self.front);
        (mixed ^ mixed >> 32).wrapping_mul(ODD)
    }
}

impl<const L: usize> LevelTree for NearLevels<L> {
    type State = NearFilling<L>;
    type Step = NearStep;
    const WIDTH: usize = 1;

    fn room(&self) -> Vec<NearStep> {
        vec![NearStep::NONE; self.most_steps]
    }

    fn first(&self) -> Child<NearFilling<L>> {
        let root = self.sweep.root();
        if self.sweep.is_full(root) { Child::Solved } else { Child::State(root) }
    }

    fn most(&self, states: usize) -> usize {
        states * self.most_steps
    }

    #[inline]
    fn canonical(&self, state: NearFilling<L>) -> NearFilling<L> {
        state
    }

    #[inline]
    fn children(
        &self,
        state: NearFilling<L>,
        room: &mut [NearStep],
        run: &mut Run<'_>,
        mut give: impl FnMut(Child<NearFilling<L>>),
    ) -> Result<(), NoGraph> {
        run.step().map_err(NoGraph::Stopped)?;
        let fitting = self.sweep.fitting(state, room);
        for step in &room[..fitting] {
            let child = self.sweep.with(state, step);
            if self.sweep.is_full(child) {
                if self.sweep.is_solved(child) {
                    give(Child::Solved);
                }
            } else if !self.sweep.is_dead(child) {
                give(Child::State(child));
            }
        }
        Ok(())
    }
}
