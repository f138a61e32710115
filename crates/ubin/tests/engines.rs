//! Engines against known results and against each other.

mod common;

use common::{layers, puzzle, quick, size, solved, table, whole_round};
use proptest::prelude::*;
use ubin::dice::Dice;
use ubin::run::{Control, Limits, Run, Stop};
use ubin::slide::HeuristicName;
use ubin::slide::Variant;
use ubin::slide::solve::{Method, Metric, OptionError, Options, ShortestCount, Status, count, solve};
use ubin::slide::units::RoundWork;
use ubin::slide::{Board, Dir, Goal, Puzzle, Size, TableStore, generate};

/// Boards of 3x3 by distance from a corner goal; Reinefeld, "Complete solution of the eight-puzzle", 1993.
const EIGHT_PUZZLE: [usize; 32] = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993, 17110,
    23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
];

const HEURISTICS: &[HeuristicName] = &HeuristicName::ALL;

fn with(method: Method, heuristic: HeuristicName) -> Options {
    let heuristic = method.default_heuristic().map(|_| heuristic);
    Options { method, heuristic, ..Options::default() }
}

#[test]
fn the_eight_puzzle_has_the_known_distances() {
    for goal in [Goal::BlankLast, Goal::BlankFirst] {
        let counts: Vec<usize> = layers(&goal.board(size(3, 3))).iter().map(Vec::len).collect();
        assert_eq!(counts, EIGHT_PUZZLE);
    }
}

/// A thousand boards of the 8-puzzle, spread over all distances.
#[test]
fn exact_methods_give_the_distance_of_breadth_first_search() {
    let layers = layers(&Goal::BlankLast.board(size(3, 3)));
    let mut dice = Dice::new(1);
    let all: Vec<(usize, &Board)> =
        layers.iter().enumerate().flat_map(|(d, layer)| layer.iter().map(move |b| (d, b))).collect();
    for number in 0..1000 {
        let &(distance, board) = dice.pick(&all).unwrap();
        let puzzle = Puzzle::with_goal(board.clone(), Goal::BlankLast);
        let heuristic = HEURISTICS[number % HEURISTICS.len()];
        for method in [Method::Astar, Method::Ida, Method::BranchAndBound, Method::Auto] {
            let solution = solved(&puzzle, with(method, heuristic));
            assert_eq!(solution.status, Status::Optimal);
            assert_eq!(solution.moves.unwrap().len(), distance, "{method:?} {heuristic:?} on\n{board}");
        }
    }
}

/// The nodes that iterative deepening generated in 1985, the root included; Korf, "Depth-first iterative-deepening", table 1.
const KORF_NODES: [(&str, u64); 4] = [("12", 546_344), ("42", 877_823), ("55", 927_212), ("79", 540_860)];

#[test]
fn in_the_order_of_the_paper_the_counts_are_the_papers() {
    let order = Some("ULRD".parse().unwrap());
    let paper = Options { order, ..with(Method::Ida, HeuristicName::Manhattan) };
    for (id, nodes) in KORF_NODES {
        let row = table("slide/korf100.csv").into_iter().find(|row| row[0] == id).unwrap();
        let tiles = row[3].split_whitespace().map(|tile| tile.parse().unwrap()).collect();
        let puzzle = Puzzle::with_goal(Board::new(size(4, 4), tiles).unwrap(), Goal::BlankFirst);
        assert_eq!(solved(&puzzle, paper).stats.generated + 1, nodes, "board {id}");
    }
}

#[test]
fn an_order_changes_no_length() {
    let puzzle = puzzle("8 1 3/4 - 2/7 6 5", Goal::BlankLast);
    for method in [Method::Ida, Method::Astar, Method::BranchAndBound, Method::Bfs] {
        let plain = with(method, HeuristicName::Manhattan);
        let usual = solved(&puzzle, plain);
        let same = solved(&puzzle, Options { order: Some("uldr".parse().unwrap()), ..plain });
        assert_eq!((&same.moves, same.stats.expanded), (&usual.moves, usual.stats.expanded), "{method}");
        assert_eq!(same.stats.generated < usual.stats.generated, method == Method::Ida, "children after the goal");
        let turned = solved(&puzzle, Options { order: Some("RDLU".parse().unwrap()), ..plain });
        assert_eq!((turned.status, turned.length()), (usual.status, usual.length()), "{method}");
        assert_ne!(turned.stats, usual.stats, "{method}");
    }
}

#[test]
fn a_search_with_an_order_of_its_own_takes_no_other() {
    let order = Some("ULRD".parse().unwrap());
    let refused = |options: Options| matches!(options.check(), Err(OptionError::OwnOrder { .. }));
    let by = |method| Options { method, order, ..Options::default() };
    for method in [Method::Auto, Method::Quick, Method::Ida, Method::Beam] {
        assert!(refused(by(method)), "{method}");
    }
    assert!(refused(Options { heuristic: Some(HeuristicName::Pattern), ..by(Method::Ida) }));
    assert!(refused(Options { variant: Variant::Tree, ..by(Method::BranchAndBound) }));
    assert!(refused(Options { metric: Metric::Multi, ..by(Method::Ida) }));
    for options in [
        by(Method::Bfs),
        by(Method::Greedy),
        Options { heuristic: Some(HeuristicName::Pattern), ..by(Method::Astar) },
        Options { heuristic: Some(HeuristicName::Manhattan), ..by(Method::Beam) },
    ] {
        assert_eq!(options.check(), Ok(()), "{options:?}");
    }
}

#[test]
fn korf_instances_have_the_known_lengths() {
    // The instances that take walking distance the fewest nodes; the tests of the pattern tables take all hundred.
    for row in table("slide/korf100.csv") {
        let (id, length, tiles) = (&row[0], row[1].parse::<usize>().unwrap(), &row[3]);
        if length > 47 {
            continue;
        }
        let solution = solved(&puzzle(tiles, Goal::BlankFirst), with(Method::Ida, HeuristicName::WalkingDistance));
        assert_eq!(solution.moves.unwrap().len(), length, "Korf {id}");
    }
}

#[test]
fn weighted_search_keeps_its_promise() {
    for seed in 0..30 {
        let puzzle = Puzzle::with_goal(generate::random(size(3, 3), seed), Goal::BlankLast);
        let shortest = solved(&puzzle, with(Method::Ida, HeuristicName::WalkingDistance)).moves.unwrap().len();
        for weight in [1000, 1200, 2000, 5000] {
            let solution = solved(&puzzle, Options { weight, ..with(Method::WeightedAstar, HeuristicName::Manhattan) });
            let found = solution.moves.unwrap().len();
            assert!(found * 1000 <= shortest * weight as usize, "{found} of {shortest} with weight {weight}");
            assert!(solution.lower_bound as usize <= shortest);
            assert_eq!(solution.status == Status::Optimal, solution.lower_bound as usize == found);
        }
    }
}

#[test]
fn limits_end_every_method_and_what_is_proven_stays_true() {
    let hard = puzzle("14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3", Goal::BlankFirst);
    for method in Method::ALL.into_iter().filter(|&method| method != Method::Quick) {
        for (limits, stop) in [
            (Limits { nodes: Some(5000), memory: None }, Stop::Nodes),
            (Limits { nodes: None, memory: Some(1 << 18) }, Stop::Memory),
        ] {
            // IDA* holds next to nothing, and greedy search may be done before.
            if stop == Stop::Memory && matches!(method, Method::Ida | Method::Auto) {
                continue;
            }
            let control = Control::new();
            let mut run = Run::new(limits, &control);
            let options = Options { method, width: 10_000, ..Options::default() };
            let solution = solve(&hard, &options, &TableStore::default(), &mut run).unwrap();
            if method == Method::Greedy && solution.status == Status::Solved {
                continue;
            }
            assert_eq!(solution.status, Status::Stopped(stop), "{method:?}");
            assert!(solution.lower_bound <= 57, "{method:?}");
            assert!(solution.stats.expanded <= 5000 || stop != Stop::Nodes, "{method:?}");
            assert!(solution.stats.peak_bytes <= 1 << 18 || stop != Stop::Memory, "{method:?}");
            assert_eq!(solution.moves.is_some(), method == Method::Auto, "{method:?}: auto has a way at hand");
        }
    }
}

/// A course program whose memory had no room for the board it began with panicked when it told its counts.
#[test]
fn no_memory_is_too_little_for_an_answer() {
    let puzzle = puzzle("8 1 3/4 - 2/7 6 5", Goal::BlankLast);
    let store = TableStore::default();
    let ways = Method::ALL.into_iter().flat_map(|method| Variant::ALL.map(|variant| (method, variant)));
    let mut stopped = 0;
    for (method, variant) in ways {
        let options = Options { method, variant, ..Options::default() };
        if options.check().is_err() {
            continue;
        }
        for memory in (0..20).map(|power| 1 << power).chain([0]) {
            for nodes in [Some(0), Some(2), None] {
                let control = Control::new();
                let limits = Limits { memory: Some(memory), nodes };
                let answer = solve(&puzzle, &options, &store, &mut Run::new(limits, &control)).unwrap();
                stopped += usize::from(matches!(answer.status, Status::Stopped(Stop::Memory)));
            }
        }
    }
    assert!(stopped > 100, "{stopped}");
}

#[test]
fn an_interrupt_is_told_as_one() {
    let control = Control::new();
    control.stop(Stop::Interrupted);
    let mut run = Run::new(Limits::default(), &control);
    let big = Puzzle::with_goal(generate::random(size(6, 6), 1), Goal::BlankLast);
    let solution = solve(&big, &Options::default(), &TableStore::default(), &mut run).unwrap();
    assert_eq!(solution.status, Status::Stopped(Stop::Interrupted));
    assert!(solution.moves.is_some(), "the quick solution is known by then");
}

/// The number of shortest paths, by walking the layers of breadth-first search.
fn paths_by_layers(puzzle: &Puzzle) -> u64 {
    let layers = layers(puzzle.goal());
    let distance: std::collections::HashMap<&Board, usize> =
        layers.iter().enumerate().flat_map(|(d, layer)| layer.iter().map(move |b| (b, d))).collect();
    let mut ways = std::collections::HashMap::from([(puzzle.board().clone(), 1u64)]);
    for remaining in (0..distance[puzzle.board()]).rev() {
        let mut next = std::collections::HashMap::new();
        for (board, count) in ways {
            for child in Dir::ALL.into_iter().filter_map(|dir| board.after(&[dir])) {
                if distance[&child] == remaining {
                    *next.entry(child).or_insert(0) += count;
                }
            }
        }
        ways = next;
    }
    ways.values().sum()
}

#[test]
fn shortest_solutions_are_counted() {
    let control = Control::new();
    for seed in 0..5 {
        let puzzle = Puzzle::with_goal(generate::random(size(3, 3), seed), Goal::BlankLast);
        let expected = paths_by_layers(&puzzle);
        let mut run = Run::new(Limits::default(), &control);
        let ShortestCount { solution, count: counted, complete } =
            count(&puzzle, u64::MAX, &TableStore::default(), &mut run).unwrap();
        assert_eq!((solution.status, counted, complete), (Status::Optimal, expected, true));
        for most in 1..=expected + 1 {
            let some = count(&puzzle, most, &TableStore::default(), &mut run).unwrap();
            assert_eq!((some.count, some.complete), (expected.min(most), expected <= most), "up to {most}");
        }
        // The generic engine, by another heuristic.
        let length = solution.moves.unwrap().len() as u32;
        let manhattan = Some(HeuristicName::Manhattan);
        let round = RoundWork::new(&puzzle, Metric::Single, manhattan, &TableStore::default(), &mut run).unwrap();
        let round = round.with_bound(length, 0).counting();
        let counted = whole_round(&round, |_| false, u64::MAX, &mut run);
        assert_eq!(counted.found, expected.into());
    }
}

#[test]
fn the_same_seed_gives_the_same_board_for_ever() {
    let check = |rows, cols, seed, expected: &str| {
        assert_eq!(generate::random(size(rows, cols), seed).to_string(), expected);
    };
    check(3, 3, 1, "2 3 6\n7 8 5\n4 - 1");
    check(4, 4, 2026, " 9  4 10  -\n14  2 12 15\n11  6 13  3\n 1  7  8  5");
    check(2, 5, 0, "- 8 4 7 2\n5 9 6 3 1");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn quick_solves_every_size_and_goal(rows in 2usize..=9, cols in 2usize..=9, seed: u64, goal in 0usize..3) {
        let goal = Goal::ALL[goal].board(size(rows, cols));
        let board = generate::draw(&goal, &mut Dice::new(seed));
        let puzzle = Puzzle::new(board, goal).unwrap();
        let moves = quick(&puzzle).unwrap();
        prop_assert_eq!(puzzle.board().after(&moves), Some(puzzle.goal().clone()));
    }

    #[test]
    fn engines_agree_on_small_boards(shape in 0usize..4, seed: u64, goal in 0usize..3) {
        let (rows, cols) = [(2, 3), (3, 2), (2, 4), (3, 3)][shape];
        let goal = Goal::ALL[goal].board(size(rows, cols));
        let board = generate::draw(&goal, &mut Dice::new(seed));
        let puzzle = Puzzle::new(board, goal).unwrap();
        let bfs = solved(&puzzle, Options { method: Method::Bfs, ..Options::default() }).moves.unwrap().len();
        for method in [Method::Astar, Method::Ida, Method::BranchAndBound] {
            for &heuristic in HEURISTICS {
                prop_assert_eq!(solved(&puzzle, with(method, heuristic)).moves.unwrap().len(), bfs);
            }
        }
    }
}

#[test]
fn quick_solves_the_largest_board() {
    let puzzle = Puzzle::with_goal(generate::random(Size::new(32, 32).unwrap(), 3), Goal::Spiral);
    // Half of the boards that reach blank-last do not reach the spiral.
    match quick(&puzzle) {
        Some(moves) => assert_eq!(puzzle.board().after(&moves).as_ref(), Some(puzzle.goal())),
        None => assert!(!ubin::slide::Parity::of(&puzzle).solvable),
    }
}
