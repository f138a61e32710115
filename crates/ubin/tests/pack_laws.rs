//! Laws on random puzzles: the engines agree, counts do not change when nothing changes, symmetry adds up.

mod common;
#[path = "common/recipe.rs"]
mod recipe;

use std::collections::HashSet;
use std::ops::ControlFlow;

use proptest::prelude::*;
use recipe::a_recipe;
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

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn all_engines_find_the_same_solutions(recipe in a_recipe(0.0)) {
        let puzzle = recipe.puzzle();
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
    fn counts_agree_and_orbits_add_up(recipe in a_recipe(0.0)) {
        let puzzle = recipe.puzzle();
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
    fn names_and_order_of_pieces_do_not_matter(recipe in a_recipe(0.0)) {
        let puzzle = recipe.puzzle();
        let mut pieces: Vec<Piece> = puzzle.pieces().to_vec();
        pieces.reverse();
        let renamed = (b'a'..).zip(&pieces).map(|(letter, piece)| Piece::new(char::from(letter), piece.spots().to_vec()).unwrap());
        let other = Puzzle::new(puzzle.board().clone(), renamed.collect()).unwrap().with_flips(puzzle.flips()).unwrap();
        prop_assert_eq!(counted(&other, Method::Auto, 1), counted(&puzzle, Method::Auto, 1));
    }

    #[test]
    fn turning_board_or_pieces_does_not_matter(recipe in a_recipe(0.0), mirrored in any::<bool>()) {
        let puzzle = recipe.puzzle();
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
    fn placed_pieces_stay_and_the_graph_knows_how_often(recipe in a_recipe(0.0), pick in any::<prop::sample::Index>()) {
        let puzzle = recipe.puzzle();
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
