//! Thousands of small puzzles, most of them symmetric, unsolvable or odd in some other way: every question to every engine. No engine panics, all give the same solutions, and the orbits add up.
//!
//! The puzzles come from a seed, so a failure names a puzzle that can be made again: its number is in the message, and its text.

mod common;

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ubin::dice::Dice;
use ubin::pack::challenge::{self, ChallengeWish, NoChallenge};
use ubin::pack::graph::SolutionGraph;
use ubin::pack::solve::{Equality, check, solve, solve_all, solve_up_to};
use ubin::pack::{
    Flips, Method, PackAnswer, PackBoard, PackOutcome, PackPlan, Piece, Placement, Puzzle, Reason, Solution,
    SolutionCount, Spot, all_placements, count, hint, text, tree,
};
use ubin::run::{Control, Limits, Run};
use ubin_verify::pack::{Checker, Packing};

/// Puzzles that are made; about 4 seconds on one core.
const CASES: u64 = 2500;

const ENGINES: [Method; 4] = [Method::Cover, Method::Backtrack, Method::Auto, Method::BruteForce];

/// Ways to lay all pieces down, one regardless of the other, up to which the plain search takes part: it tries nearly all of them.
const PLAIN: u128 = 5000;

/// Random numbers that are none of the library's (SplitMix64): its dice are one of the things tried here.
struct Chance(u64);

impl Chance {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number from `least` to `most`.
    fn between(&mut self, least: u32, most: u32) -> u32 {
        least + (self.word() % u64::from(most - least + 1)) as u32
    }

    /// True once in `times`.
    fn once_in(&mut self, times: u32) -> bool {
        self.between(1, times) == 1
    }

    fn one_of<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.word() as usize % list.len()].clone()
    }
}

/// Rectangles, masks that are often symmetric and rarely empty, boxes and pyramids, of up to 16 cells.
fn a_board(chance: &mut Chance) -> PackBoard {
    match chance.between(0, 9) {
        0..=5 => {
            let sides = [(1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (2, 5), (3, 3), (3, 3), (3, 4), (3, 5), (4, 4)];
            let (rows, cols) = chance.one_of(&sides);
            PackBoard::rectangle(rows, cols).unwrap()
        }
        6..=7 => {
            let (rows, cols) = (chance.between(1, 3) as usize, chance.between(1, 4) as usize);
            let mut mask = vec![vec![false; cols]; rows];
            mask.iter_mut().flatten().for_each(|cell| *cell = !chance.once_in(4));
            if chance.once_in(2) {
                for row in &mut mask {
                    (0..cols / 2).for_each(|col| row[cols - 1 - col] = row[col]);
                }
            }
            PackBoard::custom(&mask).unwrap()
        }
        8 => PackBoard::cuboid(chance.between(1, 2), chance.between(1, 3), chance.between(1, 2)).unwrap(),
        _ => PackBoard::pyramid(chance.one_of(&[1, 2, 2, 3])).unwrap(),
    }
}

/// A shape of so many cells, if one of a few fits the board's sides.
fn a_shape(chance: &mut Chance, size: u32, board: &PackBoard) -> Vec<Spot> {
    let sides = |of: &[Spot]| {
        let most =
            |side: fn(&Spot) -> u32| of.iter().map(side).max().unwrap_or(0) - of.iter().map(side).min().unwrap_or(0);
        let mut sides = [most(|spot| spot.layer), most(|spot| spot.row), most(|spot| spot.col)];
        sides.sort_unstable();
        sides
    };
    let room = sides(board.spots());
    let mut shape = a_grown_shape(chance, size, board.is_flat());
    for _ in 0..8 {
        if sides(&shape).iter().zip(room).all(|(side, room)| *side <= room) {
            break;
        }
        shape = a_grown_shape(chance, size, board.is_flat());
    }
    shape
}

/// A shape of so many cells that grows from one: mostly connected, now and then in parts.
fn a_grown_shape(chance: &mut Chance, size: u32, is_flat: bool) -> Vec<Spot> {
    let mut spots = vec![Spot { layer: 4, row: 20, col: 20 }];
    let in_parts = chance.once_in(8);
    while spots.len() < size as usize {
        let Spot { layer, row, col } = chance.one_of(&spots);
        let far = if in_parts { chance.between(1, 2) } else { 1 };
        let next = match chance.between(0, if is_flat { 3 } else { 5 }) {
            0 => Spot { layer, row: row + far, col },
            1 => Spot { layer, row: row - far.min(row), col },
            2 => Spot { layer, row, col: col + far },
            3 => Spot { layer, row, col: col - far.min(col) },
            4 => Spot { layer: layer + 1, row, col },
            _ => Spot { layer: layer.saturating_sub(1), row, col },
        };
        if !spots.contains(&next) {
            spots.push(next);
        }
    }
    spots
}

fn mirrored(shape: &[Spot]) -> Vec<Spot> {
    shape.iter().map(|spot| Spot { col: 64 - spot.col, ..*spot }).collect()
}

/// Shapes cut out of the board: there is a solution.
fn cut_out(chance: &mut Chance, board: &PackBoard) -> Vec<Vec<Spot>> {
    let many = chance.between(1, 4) as usize;
    let mut shapes = vec![Vec::new(); many];
    let mut last = 0;
    for spot in board.spots() {
        if chance.once_in(3) {
            last = chance.between(0, many as u32 - 1) as usize;
        }
        shapes[last].push(*spot);
    }
    shapes.retain(|shape| !shape.is_empty());
    shapes
}

/// Random shapes with as many cells as the board; often equal ones, or ones with their mirror images.
fn grown(chance: &mut Chance, board: &PackBoard) -> Vec<Vec<Spot>> {
    let mut left = board.size() as u32;
    let common = chance.between(2, 5);
    let common = a_shape(chance, common, board);
    let kind = chance.between(0, 3);
    let mut shapes: Vec<Vec<Spot>> = Vec::new();
    while left > 0 {
        // Five pieces at most: labelled dominoes on 4 x 4 have more than a million solutions.
        let is_last = shapes.len() == 4;
        let size = if left <= 6 || is_last { left } else { chance.between(3, 6) };
        let is_common = common.len() as u32 <= left && !is_last;
        let shape = match kind {
            2 if is_common => common.clone(),
            3 if is_common && shapes.len().is_multiple_of(2) => common.clone(),
            3 if is_common => mirrored(&common),
            _ => a_shape(chance, size, board),
        };
        left -= shape.len() as u32;
        shapes.push(shape);
    }
    shapes
}

/// A puzzle of its number: the same for ever.
fn a_puzzle(number: u64) -> Puzzle {
    let chance = &mut Chance(number);
    let board = a_board(chance);
    let mut shapes = if chance.once_in(4) { cut_out(chance, &board) } else { grown(chance, &board) };
    // Cells that do not add up, and a piece that is longer than any board here.
    match chance.between(0, 15) {
        0 => drop(shapes.pop()),
        1 => shapes.push(vec![Spot::flat(0, 0)]),
        2 if !shapes.is_empty() => shapes[0] = (0..shapes[0].len() as u32).map(|col| Spot::flat(0, col)).collect(),
        _ => {}
    }
    if shapes.is_empty() {
        shapes.push(vec![Spot::flat(0, 0)]);
    }
    let pieces = ('A'..).zip(shapes).map(|(letter, shape)| Piece::new(letter, shape).unwrap());
    let puzzle = Puzzle::new(board, pieces.collect()).unwrap();
    let flips = if chance.once_in(3) { Flips::Forbidden } else { Flips::Allowed };
    let mut puzzle = puzzle.with_flips(flips).unwrap();
    let placed = if chance.once_in(4) { chance.between(1, 2) } else { 0 };
    for _ in 0..placed {
        let ways = run_with(Limits::default(), |run| all_placements(&puzzle, 10_000, run)).unwrap().unwrap();
        let piece = chance.between(0, ways.len() as u32 - 1) as usize;
        if !ways[piece].is_empty() {
            // Where it overlaps what lies there, it stays away.
            let _ = puzzle.place(Placement { piece, cells: chance.one_of(&ways[piece]) });
        }
    }
    puzzle
}

/// The engines that answer soon.
fn engines(puzzle: &Puzzle) -> &'static [Method] {
    let turns = if puzzle.board().is_flat() { 8 } else { 24 };
    let ways = unlimited(|run| all_placements(puzzle, 10_000, run)).unwrap().unwrap();
    let tries = |piece: usize| {
        let orientations = puzzle.pieces()[piece].orientations(puzzle.board().lattice(), puzzle.flips()).len();
        (ways[piece].len() * turns / orientations).max(1) as u128
    };
    let plain: u128 = puzzle.loose().into_iter().map(tries).product();
    if plain <= PLAIN { &ENGINES } else { &ENGINES[..3] }
}

fn run_with<T>(limits: Limits, ask: impl FnOnce(&mut Run<'_>) -> T) -> T {
    let control = Control::new();
    let mut run = Run::new(limits, &control);
    ask(&mut run)
}

fn unlimited<T>(ask: impl FnOnce(&mut Run<'_>) -> T) -> T {
    run_with(Limits::default(), ask)
}

/// The verifier with its own reading of the puzzle's text.
fn checker(puzzle: &Puzzle) -> Checker {
    let packing = Packing::read(&puzzle.to_string()).expect("it reads what the library prints");
    let packing = if puzzle.flips() == Flips::Forbidden { packing.one_sided() } else { packing };
    Checker::new(packing).expect("pieces are placed with their shapes")
}

/// Every solution's board, each checked.
fn boards(puzzle: &Puzzle, plan: PackPlan) -> Vec<Vec<u32>> {
    let mut boards = Vec::new();
    let mut checker = checker(puzzle);
    let answer = unlimited(|run| {
        solve_all(puzzle, plan, run, &mut |solution| {
            checker.board(&solution.layers(puzzle)).expect("a solution is right as it is shown");
            boards.push(solution.owners().to_vec());
            ControlFlow::Continue(())
        })
    });
    assert_eq!(answer.found, boards.len() as u128);
    assert_eq!(matches!(answer.outcome, PackOutcome::Solved(())), !boards.is_empty(), "{:?}", answer.outcome);
    boards
}

fn of(answer: &PackAnswer<SolutionCount>) -> (u128, Option<u128>) {
    match answer.outcome {
        PackOutcome::Solved(count) => (count.solutions, count.distinct),
        PackOutcome::Impossible(_) => (0, None),
        PackOutcome::Stopped(stop) => panic!("nothing stops it: {stop}"),
    }
}

/// How many orbits the solutions make under the symmetries of the board, put together by hand.
fn orbits(puzzle: &Puzzle, solutions: &HashSet<Vec<u32>>) -> u128 {
    let maps = puzzle.board().symmetries(Flips::Allowed);
    let names: [Vec<u32>; 2] = [(0..puzzle.pieces().len() as u32).collect(), common::twins(puzzle)];
    let mut left = solutions.clone();
    let mut orbits = 0;
    while let Some(board) = left.iter().next().cloned() {
        for (map, names) in maps.iter().flat_map(|map| names.iter().map(move |names| (map, names))) {
            let mut image = vec![0; board.len()];
            map.iter().enumerate().for_each(|(from, &to)| image[to as usize] = names[board[from] as usize]);
            left.remove(&image);
        }
        orbits += 1;
    }
    orbits
}

/// Lists and counts by every engine; gives the solutions.
fn lists_and_counts(puzzle: &Puzzle) -> HashSet<Vec<u32>> {
    let links = boards(puzzle, PackPlan { method: Method::Cover, threads: 1, ..PackPlan::default() });
    let set: HashSet<Vec<u32>> = links.iter().cloned().collect();
    assert_eq!(set.len(), links.len(), "no solution comes twice");
    let distinct = orbits(puzzle, &set);
    for &method in engines(puzzle) {
        let plan = PackPlan { method, threads: 1, ..PackPlan::default() };
        let found = boards(puzzle, plan);
        assert_eq!(found.len(), links.len(), "{method}");
        assert_eq!(found.into_iter().collect::<HashSet<_>>(), set, "{method}");
        let all = of(&unlimited(|run| count::count(puzzle, Equality::Boards, plan, run)));
        assert_eq!(all, (links.len() as u128, None), "{method}");
        let plan = PackPlan { method, threads: 2, ..PackPlan::default() };
        let (all, classes) = of(&unlimited(|run| count::count(puzzle, Equality::Symmetry, plan, run)));
        assert_eq!((all, classes.unwrap_or(0)), (links.len() as u128, distinct), "{method}");
        for most in 0..3 {
            let some = unlimited(|run| count::up_to(puzzle, plan, most, run));
            assert_eq!(some.found, (links.len() as u128).min(most.into()), "{method}, up to {most}");
            let some = unlimited(|run| solve_up_to(puzzle, plan, most, run, &mut |_| ControlFlow::Continue(())));
            assert_eq!(some.found, (links.len() as u128).min(most.into()), "{method}, up to {most}");
        }
    }
    set
}

/// One solution by every engine, its tree, the verdict and the hint.
fn first_solutions(puzzle: &Puzzle, solutions: &HashSet<Vec<u32>>) {
    let is_right = |outcome: &PackOutcome<Solution>| match outcome {
        PackOutcome::Solved(solution) => solutions.contains(solution.owners()),
        PackOutcome::Impossible(reason) => solutions.is_empty() && !reason.to_string().is_empty(),
        PackOutcome::Stopped(_) => false,
    };
    for &method in engines(puzzle) {
        let answer = unlimited(|run| solve(puzzle, PackPlan { method, threads: 1, ..PackPlan::default() }, run));
        assert!(is_right(&answer.outcome), "{method}: {:?}", answer.outcome);
        let grown = unlimited(|run| tree::grow(puzzle, method, 20, run));
        assert_eq!(matches!(grown.outcome, PackOutcome::Solved(())), !solutions.is_empty(), "tree by {method}");
    }
    let (_, answer) = unlimited(|run| check(puzzle, run));
    assert!(is_right(&answer.outcome), "check: {:?}", answer.outcome);
    match unlimited(|run| hint::hint(puzzle, run)).outcome {
        PackOutcome::Solved(None) => assert!(puzzle.loose().is_empty() && !solutions.is_empty()),
        PackOutcome::Solved(Some(hint)) => {
            let is_there = |board: &&Vec<u32>| {
                hint.placement.cells.iter().all(|&cell| board[cell as usize] == hint.placement.piece as u32)
            };
            assert!(solutions.iter().any(|board| is_there(&board)), "{hint}");
        }
        PackOutcome::Impossible(reason) => assert!(solutions.is_empty(), "{reason}"),
        PackOutcome::Stopped(stop) => panic!("nothing stops it: {stop}"),
    }
}

fn graphs_and_challenges(puzzle: &Puzzle, number: u64, solutions: &HashSet<Vec<u32>>) {
    let graph = unlimited(|run| SolutionGraph::build(puzzle, run)).expect("it is small");
    assert_eq!(graph.count(), solutions.len() as u128);
    let heat = graph.heat();
    (0..puzzle.board().size()).for_each(|cell| {
        assert_eq!(heat.iter().map(|piece| piece[cell]).sum::<u128>(), graph.count());
    });
    let mut dice = Dice::new(number);
    let sampled = graph.samples(&mut dice).take(3).inspect(|solution| {
        assert!(solution.as_ref().is_ok_and(|solution| solutions.contains(solution.owners())));
    });
    assert_eq!(sampled.count(), if solutions.is_empty() { 0 } else { 3 });
    // A number that no draw meets takes hundreds of them.
    let wishes: &[_] = if number.is_multiple_of(8) { &[None, Some(0), Some(1)] } else { &[None, Some(0)] };
    for &placed in wishes {
        let wish = ChallengeWish { placed, grade: None, seed: number };
        match unlimited(|run| challenge::make(puzzle, wish, run)) {
            Ok(made) => {
                let shown = made.solution.layers(&made.puzzle);
                checker(&made.puzzle).board(&shown).expect("a challenge's solution is right as it is shown");
                let left = unlimited(|run| count::count(&made.puzzle, Equality::Boards, PackPlan::default(), run));
                assert_eq!(left.found, 1, "a challenge has one solution");
            }
            Err(NoChallenge::Unsolvable) => {
                assert!(solutions.is_empty() && boards(&puzzle.cleared(), PackPlan::default()).is_empty());
            }
            Err(NoChallenge::Several | NoChallenge::AllPlaced { .. } | NoChallenge::NotFound { .. }) => {}
            Err(NoChallenge::Stopped { stop }) => panic!("nothing stops it: {stop}"),
        }
    }
}

/// With next to no nodes or memory: what is said is true, and a stop is not a proof.
fn within_limits(puzzle: &Puzzle, solutions: u128) {
    let nodes = [0, 1, 7].map(|nodes| Limits { nodes: Some(nodes), memory: None });
    let memory = [0, 4096].map(|memory| Limits { nodes: None, memory: Some(memory) });
    for limits in nodes.into_iter().chain(memory) {
        for &method in engines(puzzle) {
            let plan = PackPlan { method, threads: 1, ..PackPlan::default() };
            let counted = run_with(limits, |run| count::count(puzzle, Equality::Symmetry, plan, run));
            match counted.outcome {
                PackOutcome::Solved(count) => assert_eq!(count.solutions, solutions, "{method} {limits:?}"),
                PackOutcome::Impossible(_) => assert_eq!(solutions, 0, "{method} {limits:?}"),
                PackOutcome::Stopped(_) => assert!(counted.found <= solutions, "{method} {limits:?}"),
            }
            let first = run_with(limits, |run| solve(puzzle, plan, run)).outcome;
            assert!(!matches!(first, PackOutcome::Impossible(_)) || solutions == 0, "{method} {limits:?}");
        }
        let hinted = run_with(limits, |run| hint::hint(puzzle, run)).outcome;
        assert!(!matches!(hinted, PackOutcome::Impossible(_)) || solutions == 0, "hint {limits:?}");
    }
}

fn ask_everything(number: u64) {
    let puzzle = a_puzzle(number);
    let solutions = lists_and_counts(&puzzle);
    first_solutions(&puzzle, &solutions);
    graphs_and_challenges(&puzzle, number, &solutions);
    within_limits(&puzzle, solutions.len() as u128);
}

#[test]
fn no_engine_panics_and_all_agree_on_small_odd_puzzles() {
    for number in 0..CASES {
        if catch_unwind(AssertUnwindSafe(|| ask_everything(number))).is_err() {
            panic!("puzzle {number}, its message above:\n{}", a_puzzle(number));
        }
    }
}

/// The generator is worth its time: it makes puzzles of every sort.
#[test]
fn the_puzzles_are_of_every_sort() {
    let puzzles: Vec<Puzzle> = (0..CASES).map(a_puzzle).collect();
    let share = |is: &dyn Fn(&Puzzle) -> bool| puzzles.iter().filter(|puzzle| is(puzzle)).count() as u64 * 100 / CASES;
    let solvable = |puzzle: &Puzzle| {
        let answer = unlimited(|run| solve(puzzle, PackPlan::default(), run));
        matches!(answer.outcome, PackOutcome::Solved(_))
    };
    let has_twins = |puzzle: &Puzzle| {
        let shapes: HashSet<_> = puzzle.pieces().iter().map(|piece| piece.spots().to_vec()).collect();
        shapes.len() < puzzle.pieces().len()
    };
    let is_in_parts = |puzzle: &Puzzle| puzzle.pieces().iter().any(|piece| piece.parts(puzzle.board().lattice()) > 1);
    assert!((25..75).contains(&share(&solvable)), "{}", share(&solvable));
    assert!(share(&|puzzle| puzzle.piece_cells() != puzzle.board().size()) >= 5);
    assert!(share(&|puzzle| !puzzle.board().is_flat()) >= 10);
    assert!(share(&|puzzle| puzzle.board().symmetries(puzzle.flips()).len() > 1) >= 50);
    assert!(share(&|puzzle| !puzzle.placed().is_empty()) >= 10);
    assert!(share(&|puzzle| puzzle.flips() == Flips::Forbidden) >= 20);
    assert!(share(&|puzzle| engines(puzzle).len() == ENGINES.len()) >= 50);
    assert!(share(&has_twins) >= 10);
    assert!(share(&is_in_parts) >= 5);
}

/// `without_odd_colours` leaves the first piece no placement here, and the estimate of the tree drew from nothing.
#[test]
fn a_count_whose_first_piece_has_no_placement_left_does_not_panic() {
    for said in ["3 3 2\nDEFAULT\nAAA\nAAA\nB\nBB\n", "5 3 3\nDEFAULT\n FF\nFF\n F\nIIIII\n X\nXXX\n X\n"] {
        let puzzle = text::read(said).unwrap().puzzle;
        for method in ENGINES {
            for equality in [Equality::Boards, Equality::Symmetry] {
                let answer = unlimited(|run| {
                    count::count(&puzzle, equality, PackPlan { method, threads: 2, ..PackPlan::default() }, run)
                });
                let PackOutcome::Impossible(reason) = answer.outcome else { panic!("{method}: {:?}", answer.outcome) };
                // "All 0 nodes searched" would be no reason.
                assert!(!matches!(reason, Reason::Searched { nodes: 0 }), "{method}");
            }
        }
    }
}

/// The board is full before the pieces are used up, and the sweep asked for its next empty cell.
#[test]
fn a_graph_of_pieces_with_too_many_cells_is_empty() {
    let puzzle = text::read("2 2 2\nDEFAULT\nAA\nAA\nB\n").unwrap().puzzle;
    let graph = unlimited(|run| SolutionGraph::build(&puzzle, run)).expect("it is small");
    assert_eq!((graph.count(), graph.uses().len()), (0, 0));
}
