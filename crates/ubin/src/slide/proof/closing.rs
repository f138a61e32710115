//! Closing in on a hard board: rounds prove that no path is shorter, beams find a path, and where they meet it is proven.
//!
//! A round has some eight times the nodes of the one before, so the last one takes longer than all others together. It is not
//! searched when a beam has met a path of its bound before. Words: a **rival** of a set of
//! tables has other patterns of the same sizes. Which one bounds a board best differs by a factor of up to seven in nodes, and a
//! **probe** tells: the first round that is not short, searched again with every rival up to as many nodes as the best took.
//!
//! Beams are ranked by a learned score where one is kept, else by the first set. A score is no bound: it finds paths, and the rounds alone
//! prove.
//!
//! Invariant: the path does not depend on which rivals are kept. How wide beams are and when they are searched follows from the
//! probed round with the first set; rounds find the first path in search order, whatever the tables.

use std::sync::Arc;

use super::Proven;
use crate::run::{Run, Stop};
use crate::search::{Answer, Outcome};
use crate::slide::board::{Dir, letters};
use crate::slide::goal::Puzzle;
use crate::slide::learned::{LaidScore, LayeredBeam};
use crate::slide::method::Method;
use crate::slide::pattern::{Solver, Unfinished};
use crate::slide::policy::{self, LEAST_WIDTH, LargeTables, WIDEST_BEAM};
use crate::slide::store::{TableSet, TableStore};

/// A search between its last short round and its proof.
pub(super) struct Closing<'a> {
    puzzle: &'a Puzzle,
    store: &'a TableStore,
    may: LargeTables,
    /// The solver of the probed round, which ranks the beams where there is no score.
    first: Arc<Solver>,
    /// The learned score that ranks the beams.
    score: Option<LaidScore>,
    /// The solver of the rounds.
    solver: Arc<Solver>,
    probe: Probe,
    /// No path has fewer moves.
    bound: u32,
    /// The nodes of the last round, about.
    before: u64,
    /// Rivals that were not tried, and the states of each.
    rivals: Vec<Arc<TableSet>>,
    states: u64,
    /// How many were built, or might have been.
    built: u64,
    /// Narrower beams are left out.
    least_width: usize,
    /// How many bounds after the probed one have had their beam.
    beams: u32,
    /// The best path so far.
    path: Option<Vec<Dir>>,
}

/// The round that rivals are compared by.
#[derive(Clone, Copy)]
struct Probe {
    bound: u32,
    /// Its nodes with the first set.
    nodes: u64,
    /// Its nodes with the set in use.
    least: u64,
}

/// Where rounds and beams are.
pub(super) struct GapState {
    /// The last short round's end with the first set: the next bound, and the nodes of the round before it.
    pub(super) first: Unfinished,
    /// What is proven, and the nodes of the round that proved it.
    pub(super) so_far: Unfinished,
    /// The states of the first set, which is what a rival has.
    pub(super) states: u64,
}

impl<'a> Closing<'a> {
    /// Goes on with the large tables of a goal.
    pub(super) fn new(
        puzzle: &'a Puzzle,
        (store, may): (&'a TableStore, LargeTables),
        first: Arc<Solver>,
        state: &GapState,
    ) -> Closing<'a> {
        let GapState { first: probed, so_far, states } = *state;
        let goal = puzzle.goal();
        let rivals = policy::rivals(goal.size(), goal.blank(), first.partition());
        // A round with tables at hand tells nothing of the rounds with these.
        let last = if so_far.bound > probed.bound { so_far } else { probed };
        Closing {
            puzzle,
            store,
            may,
            solver: first.clone(),
            first,
            score: None,
            probe: Probe { bound: probed.bound - 2, nodes: probed.nodes, least: probed.nodes },
            bound: last.bound,
            before: last.nodes,
            rivals,
            states,
            built: 0,
            least_width: LEAST_WIDTH,
            beams: 0,
            path: None,
        }
    }

    /// With beams ranked by a learned score, if there is one.
    pub(super) fn ranked_by(self, score: Option<LaidScore>) -> Closing<'a> {
        Closing { score, ..self }
    }

    /// Searches until bound and best path meet, or the run is stopped.
    pub(super) fn search(mut self, run: &mut Run<'_>) -> Proven {
        let (outcome, closed_by) = match self.close(run) {
            Ok((path, closed_by)) => {
                run.improve(path.len() as u64);
                (Outcome::Solved(path), closed_by)
            }
            Err(stop) => (Outcome::Stopped(stop), Method::Ida),
        };
        let answer = Answer { outcome, lower_bound: self.bound };
        Proven { answer, solver: self.solver, best: self.path, closed_by }
    }

    /// A shortest path, and which side closed the distance to it.
    fn close(&mut self, run: &mut Run<'_>) -> Result<(Vec<Dir>, Method), Stop> {
        loop {
            self.choose(run)?;
            self.widen(run)?;
            run.prove(self.bound.into());
            if let Some(path) = self.path.take_if(|path| path.len() as u32 == self.bound) {
                return Ok((path, Method::Beam));
            }
            let threads = self.store.threads();
            let (outcome, nodes) = self.solver.round(self.puzzle.board(), self.bound, self.before, threads, run);
            match outcome {
                Outcome::Solved(path) => return Ok((path, Method::Ida)),
                Outcome::Stopped(stop) => return Err(stop),
                // Every path has the parity of the bound.
                Outcome::Impossible => (self.bound, self.before) = (self.bound + 2, nodes),
            }
        }
    }

    /// Tries the rivals that are kept, and those that the last round says are worth building.
    fn choose(&mut self, run: &mut Run<'_>) -> Result<(), Stop> {
        for rival in std::mem::take(&mut self.rivals) {
            let pays = self.before > policy::rival_patience(self.states.saturating_mul(self.built + 1));
            let may = if pays { self.may } else { LargeTables::Kept };
            let goal = self.puzzle.goal();
            match self.store.rival_solver(goal, &rival, may, run)? {
                Some(solver) => {
                    self.built += u64::from(pays);
                    if self.probe(&solver, run)? {
                        self.solver = self.store.large_solver(goal, &rival, may, run)?.unwrap_or(solver);
                    }
                }
                None => self.rivals.push(rival),
            }
        }
        run.note_bytes(self.solver.bytes());
        Ok(())
    }

    /// Searches the probed round with a rival; says whether it takes fewer nodes than with the one in use.
    fn probe(&mut self, solver: &Solver, run: &mut Run<'_>) -> Result<bool, Stop> {
        let board = self.puzzle.board();
        let h = solver.h(board).expect("parity says that the goal can be reached");
        self.bound = self.bound.max(h);
        let mut probing = run.portion(self.probe.least);
        let (outcome, nodes) = solver.round(board, self.probe.bound, self.probe.least, 1, &mut probing);
        run.join(&probing);
        match outcome {
            Outcome::Stopped(Stop::Nodes) => run.check().map(|()| false),
            Outcome::Stopped(stop) => Err(stop),
            Outcome::Impossible | Outcome::Solved(_) => {
                let share = nodes.max(1) as f64 / self.probe.least.max(1) as f64;
                self.before = (self.before as f64 * share) as u64;
                let fewer = nodes < self.probe.least;
                self.probe.least = nodes;
                Ok(fewer)
            }
        }
    }

    /// Searches the beams that belong before the next round, one for every bound, for paths shorter than the best.
    fn widen(&mut self, run: &mut Run<'_>) -> Result<(), Stop> {
        let rounds = (self.bound - self.probe.bound) / 2;
        // What is too little to build the tables in is too little for beams: whether tables are kept changes no answer.
        let has_room = run.remaining().memory.is_none_or(|left| left >= 3 * self.first.bytes());
        while self.beams < rounds {
            let moves = match &self.path {
                Some(path) if path.len() as u32 <= self.bound => return Ok(()),
                Some(path) => path.len() as u32 - 2,
                None => policy::most_moves(self.probe.bound),
            };
            self.beams += 1;
            let width = policy::beam_width(self.probe.nodes, self.beams);
            if width < self.least_width || !has_room {
                continue;
            }
            if let Some(path) = self.beam(width, moves, run)? {
                self.take(path, run);
            }
        }
        Ok(())
    }

    /// A path of up to `moves` moves that a beam of up to this width meets, narrower where the memory asks for it.
    fn beam(&self, width: usize, moves: u32, run: &mut Run<'_>) -> Result<Option<Vec<Dir>>, Stop> {
        let (board, threads) = (self.puzzle.board(), self.store.threads());
        let Some(score) = &self.score else { return self.first.beam(board, width, moves, threads, run) };
        let moves = moves as usize;
        let room = run.remaining().memory.map_or(usize::MAX, |left| score.widest(moves, left));
        score.search(board, LayeredBeam { width: width.min(WIDEST_BEAM).min(room), moves, threads }, run)
    }

    /// Keeps a path that the verifier accepts.
    fn take(&mut self, path: Vec<Dir>, run: &Run<'_>) {
        let (board, goal) = (self.puzzle.board(), self.puzzle.goal());
        let replayed = ubin_verify::slide::replay(board.size().cols(), board.tiles(), goal.tiles(), &letters(&path));
        if replayed.is_ok() && self.path.as_ref().is_none_or(|best| path.len() < best.len()) {
            run.improve(path.len() as u64);
            self.path = Some(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Control, Limits, Stats};
    use crate::slide::learned::LearnedTable;
    use crate::slide::pattern::Partition;
    use crate::slide::{Board, Goal, Size, text};

    const KORF: [(&str, usize); 4] = [
        ("14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3", 57),
        ("13 5 4 10/9 12 8 14/2 3 7 1/0 15 11 6", 55),
        ("14 7 8 2/13 11 10 4/9 12 5 0/3 6 1 15", 59),
        ("5 12 10 7/15 11 14 0/8 2 1 13/3 4 9 6", 56),
    ];

    /// Tables of 4x4 that are small.
    fn store(threads: usize) -> TableStore {
        TableStore::new(threads).with_budgets(8 << 20, 8 << 20)
    }

    /// Where a search leaves its short rounds, and what the last of them is taken for, so that narrow beams pay.
    #[derive(Clone, Copy)]
    struct Early {
        patience: u64,
        nodes: u64,
    }

    const ON_4X4: Early = Early { patience: 2000, nodes: 60_000 };

    fn closing<'a>(puzzle: &'a Puzzle, store: &'a TableStore, early: Early, run: &mut Run<'_>) -> Closing<'a> {
        let solver = store.solver(puzzle.goal(), run).unwrap().unwrap();
        let first = solver.solve_until(puzzle.board(), Unfinished::default(), early.patience, 1, run).unwrap_err();
        let first = Unfinished { nodes: early.nodes, ..first };
        let state = GapState { first, so_far: first, states: 1_000_000 };
        Closing { least_width: 100, ..Closing::new(puzzle, (store, LargeTables::Build), solver, &state) }
    }

    /// What closing in says, and by how much work.
    fn check(puzzle: &Puzzle, store: &TableStore, early: Early, limits: Limits) -> (Proven, Stats) {
        let control = Control::new();
        let mut run = Run::new(limits, &control);
        let proven = closing(puzzle, store, early, &mut run).search(&mut run);
        (proven, run.stats())
    }

    fn solved(proven: &Proven) -> &[Dir] {
        let Outcome::Solved(path) = &proven.answer.outcome else { panic!("{:?}", proven.answer) };
        assert_eq!(path.len() as u32, proven.answer.lower_bound);
        path
    }

    #[test]
    fn beams_and_rounds_prove_the_known_lengths_on_any_number_of_threads() {
        let mut sides = Vec::new();
        for (board, length) in KORF {
            let puzzle = Puzzle::with_goal(text::read(board, None).unwrap(), Goal::BlankFirst);
            let (one, work) = check(&puzzle, &store(1), ON_4X4, Limits::default());
            assert_eq!(solved(&one).len(), length);
            assert_eq!(puzzle.board().after(solved(&one)).as_ref(), Some(puzzle.goal()));
            let (two, same) = check(&puzzle, &store(2), ON_4X4, Limits::default());
            assert_eq!((two.answer, same), (one.answer, work));
            sides.push(one.closed_by);
        }
        assert!(sides.contains(&Method::Beam), "the last round was left out");
    }

    #[test]
    fn small_boards_agree_with_plain_deepening() {
        for (board, goal) in [
            ("8 6 7/2 5 4/3 - 1", Goal::BlankLast),
            ("8 7 6/- 4 1/2 5 3", Goal::BlankFirst),
            ("- 11 10 9/8 7 6 5/4 3 1 2", Goal::BlankLast),
            ("3 2 5 4/7 6 1 -", Goal::BlankFirst),
        ] {
            let board = text::read(board, None).unwrap();
            let puzzle = Puzzle::with_goal(board, goal);
            // One tile or two a pattern, so that there are rounds.
            let store = TableStore::new(1).with_budgets(2000, 2000);
            let control = Control::new();
            let mut run = Run::new(Limits::default(), &control);
            let solver = store.solver(puzzle.goal(), &mut run).unwrap().unwrap();
            let plain = solver.solve_from(puzzle.board(), Unfinished::default(), 1, &mut run);
            let (proven, _) = check(&puzzle, &store, Early { patience: 50, nodes: 3000 }, Limits::default());
            assert_eq!(solved(&proven).len() as u32, plain.lower_bound, "{}", puzzle.board());
        }
    }

    #[test]
    fn a_learned_score_finds_paths_and_proves_none() {
        let size = Size::new(3, 3).unwrap();
        let (control, store) = (Control::new(), TableStore::new(1).with_budgets(2000, 2000));
        let mut run = Run::new(Limits::default(), &control);
        let table = LearnedTable::build(size, 1, &mut run).unwrap();
        for board in ["8 6 7/2 5 4/3 - 1", "6 4 7/8 5 -/3 2 1", "8 7 6/5 4 3/2 1 -"] {
            let puzzle = Puzzle::with_goal(text::read(board, None).unwrap(), Goal::BlankLast);
            let solver = store.solver(puzzle.goal(), &mut run).unwrap().unwrap();
            let plain = solver.solve_from(puzzle.board(), Unfinished::default(), 1, &mut run);
            let score = || LaidScore::new(table.clone(), puzzle.goal()).unwrap();
            let beam = LayeredBeam { width: 100, moves: 80, threads: 1 };
            let path = score().search(puzzle.board(), beam, &mut run);
            let search = closing(&puzzle, &store, Early { patience: 50, nodes: 60_000 }, &mut run);
            let search = search.ranked_by(Some(score()));
            assert_eq!(search.beam(100, 80, &mut run), path, "{board}");
            assert_eq!(solved(&search.search(&mut run)).len() as u32, plain.lower_bound, "{board}");
        }
    }

    #[test]
    fn a_rival_changes_no_path() {
        let puzzle = Puzzle::with_goal(text::read(KORF[2].0, None).unwrap(), Goal::BlankFirst);
        let (plain, _) = check(&puzzle, &store(1), ON_4X4, Limits::default());
        let size = Size::new(4, 4).unwrap();
        for picture in [". A A A  A A B B  A C B B  C C B B", ". A B B  A A B B  A A B B  A C C C"] {
            let set = TableSet::single(Partition::draw(size, picture).unwrap());
            let (control, store) = (Control::new(), store(1));
            let mut run = Run::new(Limits::default(), &control);
            let mut search = closing(&puzzle, &store, ON_4X4, &mut run);
            search.rivals = vec![Arc::new(set)];
            // A round so long that the rival is worth building.
            search.before = 100_000_000;
            let (first, bound) = (search.solver.clone(), search.probe.bound);
            search.probe.least = first.round(puzzle.board(), bound, 0, 1, &mut run).1;
            let proven = search.search(&mut run);
            assert_eq!(proven.answer, plain.answer, "{picture}");
        }
    }

    #[test]
    fn a_path_that_the_verifier_refuses_is_not_taken() {
        let puzzle = Puzzle::with_goal(text::read(KORF[0].0, None).unwrap(), Goal::BlankFirst);
        let (control, store) = (Control::new(), store(1));
        let mut run = Run::new(Limits::default(), &control);
        let mut search = closing(&puzzle, &store, ON_4X4, &mut run);
        let path = search.first.beam(puzzle.board(), 500, 200, 1, &mut run).unwrap().expect("a path");
        let mut wrong = path.clone();
        wrong.swap(3, 4);
        wrong[0] = wrong[0].opposite();
        search.take(wrong, &run);
        search.take(path[1..].to_vec(), &run);
        assert_eq!((&search.path, control.progress().upper), (&None, None));
        search.take(path.clone(), &run);
        assert_eq!(search.path, Some(path));
    }

    #[test]
    fn a_stop_tells_the_best_path_and_what_is_proven() {
        let hard = Board::new(Size::new(4, 4).unwrap(), vec![0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 2, 5, 4, 8, 6, 1]);
        let puzzle = Puzzle::with_goal(hard.unwrap(), Goal::BlankLast);
        let limits = Limits { nodes: Some(400_000), memory: None };
        let (proven, work) = check(&puzzle, &store(2), ON_4X4, limits);
        assert_eq!((&proven.answer.outcome, work.expanded), (&Outcome::Stopped(Stop::Nodes), 400_000));
        let best = proven.best.expect("a beam was searched before");
        assert!(best.len() as u32 > proven.answer.lower_bound && proven.answer.lower_bound <= 80);
        let little = Limits { nodes: None, memory: Some(1 << 20) };
        let easier = Puzzle::with_goal(text::read(KORF[1].0, None).unwrap(), Goal::BlankFirst);
        let (narrow, _) = check(&easier, &store(1), ON_4X4, little);
        assert_eq!((solved(&narrow).len(), narrow.closed_by), (55, Method::Ida), "too little memory for beams");
    }
}
