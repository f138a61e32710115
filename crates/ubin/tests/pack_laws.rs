//! Laws on random puzzles: the engines agree, counts do not change when nothing changes, symmetry adds up.

mod common;

use std::collections::HashSet;
use std::ops::ControlFlow;

use proptest::prelude::*;
use ubin::pack::graph::SolutionGraph;
use ubin::pack::solve::{Equality, solve_all};
use ubin::pack::{Flips, Method, PackBoard, PackOutcome, PackPlan, Piece, Puzzle, SolutionCount, Spot, count, solve};
use ubin::run::{Control, Limits, Run};
use ubin_verify::pack::{Checker, Packing};

fn run_with<T>(ask: impl FnOnce(&mut Run<'_>) -> T) -> T {
    let control = Control::new();
    ask(&mut Run::new(Limits::default(), &control))
}

fn counted(puzzle: &Puzzle, method: Method, threads: usize) -> SolutionCount {
    let plan = PackPlan { method, threads, ..PackPlan::default() };
    match run_with(|run| count::count(puzzle, Equality::Symmetry, plan, run)).outcome {
        PackOutcome::Solved(count) => count,
        PackOutcome::Impossible(_) => SolutionCount { solutions: 0, distinct: Some(0), symmetries: 0 },
        PackOutcome::Stopped(stop) => panic!("nothing should stop it: {stop}"),
    }
}

/// The verifier with its own reading of the puzzle's text.
fn checker(puzzle: &Puzzle) -> Checker {
    let packing = Packing::read(&puzzle.to_string()).expect("it reads what the library prints");
    let packing = if puzzle.flips() == Flips::Forbidden { packing.one_sided() } else { packing };
    Checker::new(packing).expect("pieces are placed with their shapes")
}

fn boards(puzzle: &Puzzle, method: Method, threads: usize) -> Vec<Vec<u32>> {
    let mut boards = Vec::new();
    let mut checker = checker(puzzle);
    run_with(|run| {
        solve_all(puzzle, PackPlan { method, threads, ..PackPlan::default() }, run, &mut |solution| {
            checker.board(&solution.layers(puzzle)).expect("a solution is right as it is shown");
            boards.push(solution.owners().to_vec());
            ControlFlow::Continue(())
        })
    });
    boards
}

/// A board of any kind with a partition of its cells into pieces, so that it has a solution; or, rarely, a random mask.
#[derive(Clone, Debug)]
struct Recipe {
    board: PackBoard,
    /// Which piece each cell goes to, as random numbers.
    seeds: Vec<u8>,
    pieces: usize,
    flips: Flips,
}

fn a_board() -> impl Strategy<Value = PackBoard> {
    prop_oneof![
        4 => (1u32..4, 1u32..6).prop_map(|(rows, cols)| PackBoard::rectangle(rows, cols).unwrap()),
        3 => prop::collection::vec(prop::collection::vec(prop::bool::weighted(0.8), 4), 3)
            .prop_filter("no cells", |mask| mask.iter().flatten().any(|cell| *cell))
            .prop_map(|mask| PackBoard::custom(&mask).unwrap()),
        2 => (1u32..4).prop_map(|n| PackBoard::pyramid(n).unwrap()),
        2 => (1u32..3, 1u32..4, 1u32..3).prop_map(|(rows, cols, layers)| PackBoard::cuboid(rows, cols, layers).unwrap()),
    ]
}

fn a_recipe() -> impl Strategy<Value = Recipe> {
    let flips = prop_oneof![Just(Flips::Allowed), Just(Flips::Forbidden)];
    (a_board(), prop::collection::vec(any::<u8>(), 16), 1usize..6, flips)
        .prop_map(|(board, seeds, pieces, flips)| Recipe { board, seeds, pieces, flips })
}

/// Grows pieces from random cells: mostly connected ones, sometimes in parts.
fn build(recipe: &Recipe) -> Puzzle {
    let spots = recipe.board.spots();
    let mut owner: Vec<usize> =
        (0..spots.len()).map(|cell| usize::from(recipe.seeds[cell % 16]) % recipe.pieces).collect();
    for cell in 1..spots.len() {
        // Two of three cells join the cell before them.
        if !recipe.seeds[(cell * 7) % 16].is_multiple_of(3) {
            owner[cell] = owner[cell - 1];
        }
    }
    let pieces = (0..recipe.pieces).filter_map(|piece| {
        let own: Vec<Spot> = spots.iter().zip(&owner).filter(|(_, o)| **o == piece).map(|(spot, _)| *spot).collect();
        (!own.is_empty()).then(|| Piece::new(char::from(b'A' + piece as u8), own).unwrap())
    });
    Puzzle::new(recipe.board.clone(), pieces.collect()).unwrap().with_flips(recipe.flips).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn all_engines_find_the_same_solutions(recipe in a_recipe()) {
        let puzzle = build(&recipe);
        let plain = boards(&puzzle, Method::BruteForce, 1);
        prop_assert!(!plain.is_empty(), "the recipe is a solution");
        let set: HashSet<_> = plain.iter().cloned().collect();
        prop_assert_eq!(set.len(), plain.len(), "no solution comes twice");
        let graph = run_with(|run| SolutionGraph::build(&puzzle, run)).expect("it is small");
        prop_assert_eq!(graph.count(), plain.len() as u128);
        for method in [Method::Cover, Method::Backtrack, Method::Auto] {
            let found = boards(&puzzle, method, 1);
            prop_assert_eq!(found.len(), plain.len(), "{}", method);
            prop_assert_eq!(&found.into_iter().collect::<HashSet<_>>(), &set, "{}", method);
        }
        let from_graph: HashSet<_> = graph.iter().map(|solution| solution.unwrap().owners().to_vec()).collect();
        prop_assert_eq!(&from_graph, &set);
        let first = run_with(|run| solve::solve(&puzzle, PackPlan::default(), run)).outcome;
        prop_assert!(matches!(first, PackOutcome::Solved(solution) if set.contains(solution.owners())));
    }

    #[test]
    fn counts_agree_and_orbits_add_up(recipe in a_recipe()) {
        let puzzle = build(&recipe);
        let plain = counted(&puzzle, Method::BruteForce, 1);
        for method in [Method::Cover, Method::Backtrack, Method::Auto] {
            prop_assert_eq!(counted(&puzzle, method, 2), plain, "{}", method);
        }
        // By hand: put every solution's images together.
        let maps = puzzle.board().symmetries(Flips::Allowed);
        let names: [Vec<u32>; 2] = [(0..puzzle.pieces().len() as u32).collect(), common::twins(&puzzle)];
        let mut left: HashSet<Vec<u32>> = boards(&puzzle, Method::Cover, 1).into_iter().collect();
        let (mut orbits, mut total) = (0u128, 0u128);
        while let Some(board) = left.iter().next().cloned() {
            let image = |(map, names): (&Vec<u32>, &Vec<u32>)| {
                let mut image = vec![0; board.len()];
                map.iter().enumerate().for_each(|(from, &to)| image[to as usize] = names[board[from] as usize]);
                image
            };
            let symmetries = maps.iter().flat_map(|map| names.iter().map(move |names| (map, names)));
            let orbit: HashSet<Vec<u32>> = symmetries.map(image).filter(|image| left.contains(image)).collect();
            total += orbit.len() as u128;
            orbit.iter().for_each(|image| { left.remove(image); });
            orbits += 1;
        }
        prop_assert_eq!(total, plain.solutions);
        prop_assert_eq!(Some(orbits), plain.distinct);
    }

    #[test]
    fn names_and_order_of_pieces_do_not_matter(recipe in a_recipe()) {
        let puzzle = build(&recipe);
        let mut pieces: Vec<Piece> = puzzle.pieces().to_vec();
        pieces.reverse();
        let renamed = (b'a'..).zip(&pieces).map(|(letter, piece)| Piece::new(char::from(letter), piece.spots().to_vec()).unwrap());
        let other = Puzzle::new(puzzle.board().clone(), renamed.collect()).unwrap().with_flips(puzzle.flips()).unwrap();
        prop_assert_eq!(counted(&other, Method::Auto, 1), counted(&puzzle, Method::Auto, 1));
    }

    #[test]
    fn turning_board_or_pieces_does_not_matter(recipe in a_recipe(), mirrored in any::<bool>()) {
        let puzzle = build(&recipe);
        prop_assume!(puzzle.board().is_flat() && (!mirrored || puzzle.flips() == Flips::Allowed));
        let (rows, cols) = (puzzle.board().rows(), puzzle.board().cols());
        let turn = |spot: &Spot| if mirrored { Spot::flat(spot.row, cols - 1 - spot.col) } else { Spot::flat(spot.col, rows - 1 - spot.row) };
        let (height, width) = if mirrored { (rows, cols) } else { (cols, rows) };
        let mut mask = vec![vec![false; width as usize]; height as usize];
        for spot in puzzle.board().spots().iter().map(turn) {
            mask[spot.row as usize][spot.col as usize] = true;
        }
        let turned_board = Puzzle::new(PackBoard::custom(&mask).unwrap(), puzzle.pieces().to_vec()).unwrap();
        let turned_board = turned_board.with_flips(puzzle.flips()).unwrap();
        prop_assert_eq!(counted(&turned_board, Method::Auto, 1), counted(&puzzle, Method::Auto, 1));
        let turn_piece = |piece: &Piece| {
            let most = piece.spots().iter().map(|spot| spot.row.max(spot.col)).max().unwrap();
            let turn = |spot: &Spot| if mirrored { Spot::flat(spot.row, most - spot.col) } else { Spot::flat(spot.col, most - spot.row) };
            Piece::new(piece.name(), piece.spots().iter().map(turn).collect()).unwrap()
        };
        let turned_pieces = Puzzle::new(puzzle.board().clone(), puzzle.pieces().iter().map(turn_piece).collect()).unwrap();
        let turned_pieces = turned_pieces.with_flips(puzzle.flips()).unwrap();
        prop_assert_eq!(counted(&turned_pieces, Method::Auto, 1), counted(&puzzle, Method::Auto, 1));
    }

    #[test]
    fn placed_pieces_stay_and_the_graph_knows_how_often(recipe in a_recipe(), pick in any::<prop::sample::Index>()) {
        let puzzle = build(&recipe);
        let graph = run_with(|run| SolutionGraph::build(&puzzle, run)).expect("it is small");
        let uses = graph.uses();
        let (placement, expected) = uses[pick.index(uses.len())].clone();
        let heat = graph.heat();
        for cell in 0..puzzle.board().size() {
            prop_assert_eq!(heat.iter().map(|piece| piece[cell]).sum::<u128>(), graph.count());
        }
        let mut position = puzzle.clone();
        position.place(placement).unwrap();
        for method in [Method::BruteForce, Method::Cover, Method::Auto] {
            prop_assert_eq!(counted(&position, method, 1).solutions, expected, "{}", method);
        }
    }
}
