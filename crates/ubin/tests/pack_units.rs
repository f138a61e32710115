//! Laws of units: the parts of a count add up to the whole, for every engine and any budget, and a unit of another puzzle is refused.

mod common;
#[path = "common/recipe.rs"]
mod recipe;

use std::ops::ControlFlow;

use common::whole_count;
use proptest::prelude::*;
use recipe::{Recipe, a_recipe};
use ubin::pack::solve::{Equality, solve_all};
use ubin::pack::units::{CountEngine, CountWork, NoWork, children};
use ubin::pack::{
    Flips, Method, PackBoard, PackOutcome, PackPlan, Piece, Placement, Puzzle, Solution, count, sets, text,
};
use ubin::run::{Control, Limits, Run, Stop};
use ubin::unit::{Chunk, Part, PartError, PlacedPiece, Prefix, Unit, UnitError, Work, solution_hash};

const TREES: [CountEngine; 2] = [CountEngine::Masks, CountEngine::Links];

fn run_with<T>(ask: impl FnOnce(&mut Run<'_>) -> T) -> T {
    let control = Control::new();
    ask(&mut Run::new(Limits::default(), &control))
}

fn work(puzzle: &Puzzle, engine: CountEngine) -> Option<CountWork> {
    match run_with(|run| CountWork::new(puzzle, engine, run)) {
        Ok(work) => Some(work),
        Err(NoWork::Impossible(_)) => None,
        Err(NoWork::Stopped(stop)) => panic!("nothing should stop it: {stop}"),
    }
}

/// All units to the end, with budgets that change from unit to unit; every part is checked for its budget and written down on the way.
fn in_parts(work: &CountWork, budgets: &[u64]) -> Part {
    let mut open: Vec<Unit> = work.first_units().into_iter().rev().collect();
    let mut total = Part::default();
    for &budget in budgets.iter().cycle() {
        let Some(unit) = open.pop() else { break };
        let mut part = run_with(|run| work.part(&unit, budget, run)).expect("a unit of its own");
        assert!(part.nodes <= budget.max(1), "{} of {budget} nodes", part.nodes);
        assert!(part.is_complete() || part.nodes == budget.max(1), "{} of {budget} nodes, and more left", part.nodes);
        let left = part.left.take().map(|left| {
            let json = serde_json::to_string(&left).unwrap();
            serde_json::from_str(&json).unwrap()
        });
        open.extend(children(&unit, left).into_iter().rev());
        total += part;
    }
    total
}

/// All units to the end, and every solution as it is given: the number of the piece on each cell.
fn streamed(work: &CountWork, budgets: &[u64]) -> (Part, Vec<Vec<u32>>) {
    let mut open: Vec<Unit> = work.first_units().into_iter().rev().collect();
    let (mut total, mut given) = (Part::default(), Vec::new());
    for &budget in budgets.iter().cycle() {
        let Some(unit) = open.pop() else { break };
        let part = run_with(|run| {
            work.solutions(&unit, budget, run, &mut |solution| {
                given.push(solution.owners().to_vec());
                ControlFlow::Continue(())
            })
        });
        let mut part = part.expect("a unit of its own");
        open.extend(children(&unit, part.left.take()).into_iter().rev());
        total += part;
    }
    (total, given)
}

/// The stream of solutions in one piece.
fn in_one_piece(puzzle: &Puzzle, method: Method) -> Vec<Vec<u32>> {
    let mut given = Vec::new();
    run_with(|run| {
        solve_all(puzzle, PackPlan { method, threads: 1, ..PackPlan::default() }, run, &mut |solution| {
            given.push(solution.owners().to_vec());
            ControlFlow::Continue(())
        })
    });
    given
}

/// The hash of a solution, as `Part::hash` says it.
fn hash_of(puzzle: &Puzzle, solution: &Solution) -> u64 {
    let key = |placement: Placement| solution_hash([placement.piece as u32].into_iter().chain(placement.cells));
    let sum = solution.placements(puzzle).into_iter().map(key).fold(0, u64::wrapping_add);
    solution_hash([sum as u32, (sum >> 32) as u32])
}

/// The number and the hash of all solutions, looked at one by one.
fn by_hand(puzzle: &Puzzle) -> (u128, u64) {
    let (mut found, mut hash) = (0, 0u64);
    run_with(|run| {
        solve_all(
            puzzle,
            PackPlan { method: Method::BruteForce, threads: 1, ..PackPlan::default() },
            run,
            &mut |solution| {
                found += 1;
                hash = hash.wrapping_add(hash_of(puzzle, solution));
                ControlFlow::Continue(())
            },
        )
    });
    (found, hash)
}

fn has_pieces_of_one_shape(puzzle: &Puzzle) -> bool {
    let shape = |piece: &Piece| piece.orientations(puzzle.board().lattice(), puzzle.flips()).into_iter().min();
    let shapes: std::collections::HashSet<_> = puzzle.pieces().iter().map(shape).collect();
    shapes.len() < puzzle.pieces().len()
}

/// The nodes of a count by threads, which is not made of units that are written down.
fn counted_nodes(puzzle: &Puzzle, method: Method) -> u64 {
    run_with(|run| {
        count::count(puzzle, Equality::Boards, PackPlan { method, threads: 2, ..PackPlan::default() }, run);
        run.stats().expanded
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn parts_add_up_to_the_whole(recipe in a_recipe(0.25), budgets in prop::collection::vec(0u64..60, 1..5)) {
        let puzzle = recipe.puzzle();
        let (found, hash) = by_hand(&puzzle);
        for engine in TREES {
            let Some(work) = work(&puzzle, engine) else {
                prop_assert_eq!(found, 0);
                continue;
            };
            let whole = in_parts(&work, &[u64::MAX]);
            prop_assert_eq!((whole.found, whole.hash), (found, hash), "{:?}", engine);
            prop_assert_eq!(in_parts(&work, &budgets), whole.clone(), "{:?} {:?}", engine, budgets);
            let method = if engine == CountEngine::Links { Method::Cover } else { Method::Auto };
            let (part, given) = streamed(&work, &budgets);
            prop_assert_eq!(part, whole.clone(), "{:?} {:?}", engine, budgets);
            prop_assert_eq!(given, in_one_piece(&puzzle, method), "{:?} {:?}", engine, budgets);
            // A count puts pieces of one shape together; units tell them apart, for their hash.
            if method == Method::Cover || !has_pieces_of_one_shape(&puzzle) {
                prop_assert_eq!(whole.nodes, counted_nodes(&puzzle, method), "{:?}", engine);
            }
        }
        if let Some(work) = work(&puzzle, CountEngine::Folded).filter(|work| work.engine() == CountEngine::Folded) {
            // One unit leaves one child, so states are merged as in the whole.
            let whole = in_parts(&work, &[u64::MAX]);
            prop_assert_eq!(whole.found, found);
            prop_assert_eq!(in_parts(&work, &budgets), whole);
        }
    }

}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn chunks_add_up_however_they_are_split(recipe in a_recipe(0.25), budget in 1u64..20, most in 1usize..4) {
        let puzzle = recipe.puzzle();
        let folded = work(&puzzle, CountEngine::Folded).filter(|work| work.engine() == CountEngine::Folded);
        let Some(work) = folded else { return Ok(()) };
        let mut open = work.first_units();
        let mut found = 0;
        while let Some(unit) = open.pop() {
            let part = run_with(|run| work.part(&unit, budget, run)).unwrap();
            found += part.found;
            let Some(Work::States(chunks)) = part.left else { continue };
            for Chunk { level, states } in chunks {
                for states in states.chunks(most) {
                    let chunk = Chunk { level, states: states.to_vec() };
                    open.push(Unit { id: "x".into(), search: None, work: Work::States(vec![chunk]) });
                }
            }
        }
        prop_assert_eq!(found, by_hand(&puzzle).0);
    }

    #[test]
    fn a_corrupted_prefix_is_an_error(recipe in a_recipe(0.25), budget in 1u64..40, pick in any::<prop::sample::Index>()) {
        let puzzle = recipe.puzzle();
        for engine in TREES {
            let Some(work) = work(&puzzle, engine) else { continue };
            // Where no placement of the breaker is left there is no unit.
            let Some(first) = work.first_units().into_iter().next() else { continue };
            let part = run_with(|run| work.part(&first, budget, run)).unwrap();
            let Some(Work::Subtrees(left)) = part.left else { continue };
            let prefix = &left[pick.index(left.len())];
            let refused = |prefix: Prefix| {
                let unit = Unit { id: "x".into(), search: None, work: Work::Subtrees(vec![prefix]) };
                run_with(|run| work.part(&unit, 1, run)).err()
            };
            let ours = refused(prefix.clone());
            prop_assert_eq!(ours, None);
            let (weight, placements) = match prefix {
                Prefix::Placements(placements) => (None, placements.clone()),
                Prefix::Weighted { weight, placements } => (Some(*weight), placements.clone()),
                Prefix::Moves(_) => panic!("a packing search makes no moves"),
            };
            let with = |placements: Vec<PlacedPiece>| match weight {
                None => Prefix::Placements(placements),
                Some(weight) => Prefix::Weighted { weight, placements },
            };
            // The last placement again, on its own cells.
            let mut twice = placements.clone();
            twice.extend(placements.last().cloned());
            if twice.len() > placements.len() {
                let step = twice.len();
                prop_assert_eq!(refused(with(twice)), Some(PartError::Unit(UnitError::NotInTree { step })));
            }
            // A piece that there is none of.
            let mut unknown = placements.clone();
            unknown.push(PlacedPiece { piece: "?".into(), cells: vec![0] });
            let step = unknown.len();
            prop_assert_eq!(refused(with(unknown)), Some(PartError::Unit(UnitError::NotInTree { step })));
            // Two placements in the other order: the search branches elsewhere first.
            if placements.len() > 1 && engine == CountEngine::Links {
                let mut turned = placements.clone();
                turned.swap(0, 1);
                let same_cell = refused(with(turned));
                let is_stray = matches!(same_cell, Some(PartError::Unit(UnitError::NotInTree { .. })));
                // It is in the tree only where both orders branch on an item that the placement covers.
                prop_assert!(is_stray || same_cell.is_none());
            }
            // A tree that this puzzle does not have, or a search of another kind.
            for other in [Prefix::Weighted { weight: 1000, placements: vec![] }, Prefix::Moves("DR".into())] {
                prop_assert_eq!(refused(other), Some(PartError::Unit(UnitError::OtherKind)));
            }
        }
    }
}

#[test]
fn a_prefix_that_the_search_passes_by_is_not_an_empty_subtree() {
    // A domino in the middle is a placement, and solutions have it; but the search fills another cell first.
    let puzzle = text::read("2 4 4\nDEFAULT\nAA\nBB\nCC\nDD\n").unwrap().puzzle;
    for engine in TREES {
        let work = work(&puzzle, engine).unwrap();
        let placed = |piece: &str, cells: [u32; 2]| PlacedPiece { piece: piece.into(), cells: cells.to_vec() };
        let roots = match &work.first_units()[0].work {
            Work::Subtrees(prefixes) => prefixes.clone(),
            other => panic!("{other:?}"),
        };
        let (mut placements, weight) = match &roots[0] {
            Prefix::Placements(placements) => (placements.clone(), None),
            Prefix::Weighted { weight, placements } => (placements.clone(), Some(*weight)),
            Prefix::Moves(_) => panic!("a packing search makes no moves"),
        };
        let step = placements.len() + 1;
        placements.push(placed("D", [2, 6]));
        let prefix = match weight {
            None => Prefix::Placements(placements),
            Some(weight) => Prefix::Weighted { weight, placements },
        };
        let unit = Unit { id: "x".into(), search: None, work: Work::Subtrees(vec![prefix]) };
        let refused = run_with(|run| work.part(&unit, 100, run));
        assert_eq!(refused, Err(PartError::Unit(UnitError::NotInTree { step })), "{engine:?}");
    }
}

#[test]
fn a_root_that_is_a_dead_end_was_a_node_for_threads_only() {
    // The checkerboard rules out every place of the straight piece, so nothing is left to search.
    let seeds = vec![6, 56, 71, 66, 0, 104, 107, 0, 13, 0, 9, 71, 4, 0, 66, 22];
    let board = PackBoard::cuboid(2, 2, 3).unwrap();
    let puzzle = Recipe { board, seeds, pieces: 2, flips: Flips::Allowed, bent: true }.puzzle();
    assert!(work(&puzzle, CountEngine::Masks).is_none());
    assert_eq!(counted_nodes(&puzzle, Method::Auto), 0);
}

#[test]
fn a_stop_makes_no_part() {
    let puzzle = sets::named("soma").unwrap().puzzle();
    for engine in TREES {
        let work = work(&puzzle, engine).unwrap();
        let unit = &work.first_units()[0];
        let control = Control::new();
        let mut run = Run::new(Limits { nodes: Some(10), ..Limits::default() }, &control);
        assert_eq!(work.part(unit, 11, &mut run), Err(PartError::Stopped(Stop::Nodes)), "{engine:?}");
        let mut run = Run::new(Limits { nodes: Some(10), ..Limits::default() }, &control);
        assert_eq!(work.part(unit, 10, &mut run).map(|part| part.nodes), Ok(10), "{engine:?}");
        control.stop(Stop::Interrupted);
        let mut run = Run::new(Limits::default(), &control);
        assert_eq!(work.part(unit, 10, &mut run), Err(PartError::Stopped(Stop::Interrupted)), "{engine:?}");
    }
}

/// The name of a search, as its units carry it.
fn name(work: &CountWork) -> String {
    work.first_units()[0].search.clone().expect("a search names its units")
}

#[test]
fn a_unit_of_another_search_is_refused() {
    let texts = ["2 4 4\nDEFAULT\nAA\nBB\nCC\nDD\n", "2 4 4\nDEFAULT\nAA\nBB\nCC\nEE\n"];
    let [one, other] = texts.map(|text| work(&text::read(text).unwrap().puzzle, CountEngine::Masks).unwrap());
    let unit = &one.first_units()[0];
    let part = run_with(|run| one.part(unit, 3, run)).unwrap();
    let error = UnitError::OtherSearch { found: name(&one), expected: name(&other) };
    for unit in children(unit, part.left).iter().chain([unit]) {
        assert_eq!(run_with(|run| other.part(unit, 3, run)), Err(PartError::Unit(error.clone())));
        assert!(run_with(|run| one.part(unit, 3, run)).is_ok());
    }
    let links = work(&text::read(texts[0]).unwrap().puzzle, CountEngine::Links).unwrap();
    assert_ne!(name(&links), name(&one), "another engine has another tree");
}

#[test]
fn a_sink_that_breaks_makes_no_part_and_folded_states_have_no_solutions() {
    let puzzle = text::read("2 4 4\nDEFAULT\nAA\nBB\nCC\nDD\n").unwrap().puzzle;
    for engine in TREES {
        let work = work(&puzzle, engine).unwrap();
        let mut given = 0;
        let enough = run_with(|run| {
            work.solutions(&work.first_units()[0], u64::MAX, run, &mut |_| {
                given += 1;
                if given < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })
        });
        assert_eq!((enough, given), (Err(PartError::Enough), 3), "{engine:?}");
    }
    let folded = work(&puzzle, CountEngine::Folded).unwrap();
    let refused = run_with(|run| folded.solutions(&folded.first_units()[0], 1, run, &mut |_| panic!("none is seen")));
    assert_eq!(refused, Err(PartError::Unit(UnitError::OtherKind)));
}

#[test]
fn corrupted_states_are_errors() {
    let puzzle = text::read("2 3 2\nDEFAULT\nAAA\nA\nBB\n").unwrap().puzzle;
    let work = work(&puzzle, CountEngine::Folded).unwrap();
    let part = |level, state: &str, ways| {
        let chunk = Chunk { level, states: vec![(state.into(), ways)] };
        run_with(|run| work.part(&Unit { id: "x".into(), search: None, work: Work::States(vec![chunk]) }, 10, run))
    };
    let Work::States(root) = &work.first_units()[0].work else { panic!("a folded count has states") };
    assert_eq!(root[0], Chunk { level: 0, states: vec![("003".into(), 1)] });
    assert_eq!(part(0, "003", 1).map(|part| part.found), Ok(4));
    assert_eq!(part(0, "003", 5).map(|part| part.found), Ok(20));
    // Another level, a cell too many, a piece too many, too long, no digits, letters beyond a byte.
    for (level, state) in [(1, "003"), (0, "013"), (0, "007"), (0, "0003"), (0, "00x"), (0, ""), (0, "é0"), (0, "403")]
    {
        let error = UnitError::NotAState { state: state.into() };
        assert_eq!(part(level, state, 1), Err(PartError::Unit(error)));
    }
    assert_eq!(part(0, "003", u128::MAX), Err(PartError::TooMany));
    assert_eq!(part(0, "003", 1 << 126), Err(PartError::TooMany));
}

#[test]
fn large_flat_trees_are_folded_and_others_walked() {
    for (name, engine) in [("iq", CountEngine::Folded), ("soma", CountEngine::Masks)] {
        let puzzle = sets::named(name).unwrap().puzzle();
        let work = run_with(|run| CountWork::auto(&puzzle, run)).ok().unwrap();
        assert_eq!(work.engine(), engine, "{name}");
    }
}

#[test]
fn famous_counts_come_from_units_with_the_nodes_of_the_whole() {
    for (name, solutions) in [("pentominoes 3x20", 8), ("soma", 11_520)] {
        let puzzle = sets::named(name).unwrap().puzzle();
        let work = work(&puzzle, CountEngine::Masks).unwrap();
        let whole = run_with(|run| whole_count(&work, u64::MAX, run));
        assert_eq!(whole.found, solutions, "{name}");
        assert_eq!(run_with(|run| whole_count(&work, 5000, run)), whole, "{name}");
        assert_eq!(whole.nodes, counted_nodes(&puzzle, Method::Auto), "{name}");
    }
}

#[test]
fn a_flat_count_fits_any_memory() {
    let count = |puzzle: &Puzzle, memory| {
        let control = Control::new();
        let mut run = Run::new(Limits { memory, ..Limits::default() }, &control);
        let answer = count::count(puzzle, Equality::Symmetry, PackPlan::default(), &mut run);
        assert!(memory.is_none_or(|memory| run.stats().peak_bytes <= memory), "{memory:?}");
        assert_eq!(run.held(), 0);
        match answer.outcome {
            PackOutcome::Solved(count) => (count, run.stats().expanded, run.stats().peak_bytes),
            other => panic!("{memory:?}: {other:?}"),
        }
    };
    let kanoodle = sets::named("kanoodle").unwrap().puzzle();
    let (whole, nodes, bytes) = count(&kanoodle, None);
    for kilobytes in [8000, 9000, 10_000] {
        let memory = kilobytes << 10;
        assert!(memory < bytes, "{memory} bytes would be enough: {bytes}");
        let (in_cuts, more_nodes, _) = count(&kanoodle, Some(memory));
        assert_eq!(in_cuts, whole, "{memory}");
        assert!(more_nodes > nodes, "{memory} bytes have cut nothing");
    }
}
