//! A recorded tree is the search: its numbers are those that the solver prints, whatever is kept of it.

use ubin::observe::{State, Tree};
use ubin::pack::{self, PackPlan};
use ubin::report::tree::SlideTree;
use ubin::run::{Control, Limits, Run, Stop};
use ubin::slide::HeuristicName;
use ubin::slide::Variant;
use ubin::slide::solve::{Method, Options, Status, solve};
use ubin::slide::tree::{Grown, TreeError};
use ubin::slide::{Goal, Puzzle, TableStore, letters, text, tree};

const LECTURE: &str = "1 2 3 4/5 6 - 8/9 10 7 11/13 14 15 12";
const BOARDS: [&str; 5] = [LECTURE, "1 2 3/4 5 6/7 8 -", "2 3 6/1 5 8/4 7 -", "8 1 3/4 - 2/7 6 5", "- 1/3 2"];

fn puzzle(board: &str) -> Puzzle {
    Puzzle::with_goal(text::read(board, None).unwrap(), Goal::BlankLast)
}

fn grow(puzzle: &Puzzle, options: &Options, most: usize, limits: Limits) -> Grown {
    let control = Control::new();
    tree::grow(puzzle, options, &TableStore::default(), most, &mut Run::new(limits, &control)).unwrap()
}

#[test]
fn a_tree_grows_in_the_order_that_is_asked_for() {
    let first = |order: &str| {
        let options = Options { method: Method::Ida, order: Some(order.parse().unwrap()), ..Options::default() };
        let grown = grow(&puzzle("8 1 3/4 - 2/7 6 5"), &options, 5, Limits::default());
        letters(&grown.tree.nodes[1..].iter().filter_map(|node| node.by).collect::<Vec<_>>())
    };
    assert_eq!((first("ULDR"), first("RDLU")), ("ULDR".into(), "RDLU".into()));
}

/// The tree against the solver with the same options.
/// Nodes expanded, recorded or not.
fn expanded<M>(tree: &Tree<M>) -> u64 {
    tree.levels.iter().map(|level| level.expanded).sum()
}

fn check(board: &str, options: &Options) {
    let puzzle = puzzle(board);
    let control = Control::new();
    let mut run = Run::new(Limits::default(), &control);
    let solution = solve(&puzzle, options, &TableStore::default(), &mut run).unwrap();
    assert_ne!(solution.status, Status::Unsolvable, "{board}");
    let grown = grow(&puzzle, options, 100_000, Limits::default());
    let about = format!("{board} {options:?}");
    assert_eq!(grown.moves, solution.moves, "{about}");
    let (stats, tree) = (solution.stats, &grown.tree);
    assert_eq!((grown.stats.expanded, grown.stats.generated), (stats.expanded, stats.generated), "{about}");
    assert_eq!(expanded(tree), stats.expanded, "{about}");
    assert!(tree.is_whole());
    let children = tree.made() - tree.rounds.len() as u64;
    let given_up: u64 = tree.levels.iter().map(|level| level.pruned).sum();
    match (options.method, options.variant) {
        // These stop in the middle of a node's children, all of which are counted.
        (Method::Bfs | Method::Beam, _) => assert!((children..=children + 3).contains(&stats.generated), "{about}"),
        (_, Variant::Exact) => assert_eq!(children, stats.generated, "{about}"),
        (_, Variant::Tree) => assert_eq!(children, stats.generated, "{about}"),
        (_, Variant::DropSeen) => assert_eq!(tree.made() - given_up, stats.generated, "{about}"),
        // Some of what it generated it gave up later.
        (_, Variant::BestCost) => assert!(tree.made() - given_up <= stats.generated, "{about}"),
    }
    for node in &tree.nodes {
        let made_at = node.parent.and_then(|parent| tree.nodes[parent].order).unwrap_or(0);
        assert_eq!(node.ended.is_some(), node.state == State::Goal || node.why.is_some(), "{about} {node:?}");
        assert!(node.ended.is_none_or(|ended| (made_at..=expanded(tree)).contains(&ended)), "{about} {node:?}");
    }
    // The path to the goal is the solution.
    let goal = tree.nodes.iter().rposition(|node| node.state == State::Goal).expect("the goal is in the tree");
    let path: Vec<_> = tree.path(goal).into_iter().copied().collect();
    assert_eq!(Some(letters(&path)), solution.moves.as_deref().map(letters), "{about}");
}

#[test]
fn every_method_grows_the_tree_that_it_searches() {
    let methods = [
        Method::BranchAndBound,
        Method::Astar,
        Method::Ida,
        Method::Bfs,
        Method::WeightedAstar,
        Method::Greedy,
        Method::Beam,
    ];
    for board in BOARDS {
        for method in methods {
            let heuristics = match method.default_heuristic() {
                None => vec![None],
                Some(_) => vec![Some(HeuristicName::Hamming), Some(HeuristicName::Manhattan)],
            };
            for heuristic in heuristics {
                check(board, &Options { method, heuristic, width: 3, ..Options::default() });
            }
        }
    }
}

#[test]
fn course_programs_grow_the_tree_that_they_count() {
    for board in BOARDS {
        for variant in [Variant::DropSeen, Variant::Tree, Variant::BestCost] {
            check(board, &Options { method: Method::BranchAndBound, variant, ..Options::default() });
        }
        check(board, &Options { method: Method::Astar, variant: Variant::DropSeen, ..Options::default() });
    }
}

#[test]
fn the_plain_engine_with_patterns_finds_what_the_tuned_one_finds() {
    let puzzle = puzzle("8 1 3/4 - 2/7 6 5");
    let options = Options { method: Method::Ida, heuristic: Some(HeuristicName::Pattern), ..Options::default() };
    let control = Control::new();
    let solution =
        solve(&puzzle, &options, &TableStore::default(), &mut Run::new(Limits::default(), &control)).unwrap();
    assert_eq!(grow(&puzzle, &options, 1000, Limits::default()).moves, solution.moves);
}

#[test]
fn the_lecture_expands_the_least_costs_in_turn_three_levels_deep() {
    let options = Options { method: Method::BranchAndBound, ..Options::default() };
    let grown = grow(&puzzle(LECTURE), &options, 100, Limits::default());
    let tree = &grown.tree;
    let costs: Vec<(u32, u32)> = tree.nodes.iter().map(|node| (node.g, node.g + node.h)).collect();
    let expected = [(0, 3), (1, 5), (1, 5), (1, 3), (1, 5), (2, 5), (2, 5), (2, 3), (3, 5), (3, 3)];
    assert_eq!(costs, expected);
    let order: Vec<Option<u64>> = tree.nodes.iter().map(|node| node.order).collect();
    assert_eq!(order, [Some(1), None, None, Some(2), None, None, None, Some(3), None, None]);
    assert_eq!(tree.nodes[9].state, State::Goal);
    assert_eq!(tree.nodes.iter().filter(|node| node.state == State::Live).count(), 6);
}

#[test]
fn what_is_kept_does_not_change_the_search() {
    let options = Options { method: Method::Astar, ..Options::default() };
    let board = puzzle("8 6 7/2 5 4/3 - 1");
    let all = grow(&board, &options, 1_000_000, Limits::default());
    for most in [1, 2, 10, 1000] {
        let some = grow(&board, &options, most, Limits::default());
        assert_eq!(some.tree.nodes.len(), most);
        assert_eq!(some.tree.levels, all.tree.levels);
        for (kept, node) in some.tree.nodes.iter().zip(&all.tree.nodes) {
            assert_eq!((kept.parent, kept.by, kept.state, kept.order), (node.parent, node.by, node.state, node.order));
        }
    }
}

#[test]
fn limits_hold() {
    let board = puzzle("8 6 7/2 5 4/3 - 1");
    for method in [Method::Astar, Method::Ida, Method::Bfs, Method::Beam] {
        let options = Options { method, ..Options::default() };
        let grown = grow(&board, &options, 50, Limits { nodes: Some(7), ..Limits::default() });
        assert_eq!(grown.status, Status::Stopped(Stop::Nodes));
        assert_eq!((expanded(&grown.tree), grown.stats.expanded), (7, 7), "{method:?}");
        let grown = grow(&board, &options, 50, Limits { memory: Some(100), ..Limits::default() });
        assert_eq!(grown.status, Status::Stopped(Stop::Memory), "{method:?}");
    }
    let iq = pack::text::read(&pack::sets::named("iq").unwrap().text()).unwrap().puzzle;
    for method in [pack::Method::BruteForce, pack::Method::Backtrack, pack::Method::Cover] {
        let control = Control::new();
        let mut run = Run::new(Limits { nodes: Some(7), ..Limits::default() }, &control);
        let grown = pack::tree::grow(&iq, method, 50, &mut run);
        assert_eq!(grown.outcome, pack::PackOutcome::Stopped(Stop::Nodes), "{method}");
        assert_eq!((expanded(&grown.tree), run.stats().expanded), (7, 7), "{method}");
    }
}

#[test]
fn a_board_that_cannot_be_solved_is_one_node_with_its_bound() {
    let unsolvable = puzzle("1 2 3/4 5 6/8 7 -");
    let names = [HeuristicName::Hamming, HeuristicName::Manhattan, HeuristicName::LinearConflict];
    for (name, h) in names.into_iter().zip([2, 2, 4]) {
        let options = Options { method: Method::Astar, heuristic: Some(name), ..Options::default() };
        let grown = grow(&unsolvable, &options, 10, Limits::default());
        assert_eq!((grown.status, grown.tree.made()), (Status::Unsolvable, 1));
        assert_eq!(grown.tree.nodes[0].h, h, "{name:?}");
    }
}

#[test]
fn methods_without_a_tree_say_so() {
    let options = Options { method: Method::Quick, ..Options::default() };
    let control = Control::new();
    let mut run = Run::new(Limits::default(), &control);
    let refused = tree::grow(&puzzle(LECTURE), &options, &TableStore::default(), 10, &mut run);
    assert_eq!(refused, Err(TreeError::NoTree { method: Method::Quick }));
}

#[test]
fn packings_grow_the_tree_that_is_searched() {
    let texts = [
        "2 3 2\nDEFAULT\nAA\nA\nBB\nB",
        "3 3 3\nDEFAULT\nAAA\nA\nBBB\nCC",
        "2 2 2\nPYRAMID\nAA\nA\nBB",
        "2 2 2\nBOX 2\nAA\nA\nBB\nBB\n/\nB",
        "3 4 4\nDEFAULT\nAA\nA\nBB\nB\nCC\nC\nDDD",
    ];
    for text in texts {
        let puzzle = pack::text::read(text).unwrap().puzzle;
        for method in [pack::Method::BruteForce, pack::Method::Backtrack, pack::Method::Cover] {
            let control = Control::new();
            let mut run = Run::new(Limits::default(), &control);
            let answer = pack::solve::solve(&puzzle, PackPlan { method, threads: 1, ..PackPlan::default() }, &mut run);
            let mut watched = Run::new(Limits::default(), &control);
            let grown = pack::tree::grow(&puzzle, method, 1_000_000, &mut watched);
            let about = format!("{text} {method}");
            assert_eq!(grown.cases, answer.cases, "{about}");
            assert_eq!(expanded(&grown.tree), watched.stats().expanded, "{about}");
            if method != pack::Method::BruteForce {
                // The fast brute force counts cases without walking to them, so its nodes are fewer.
                assert_eq!(run.stats().expanded, watched.stats().expanded, "{about}");
                assert_eq!(grown.tree.made() - 1, grown.cases, "{about}");
            }
            let solved = matches!(answer.outcome, pack::PackOutcome::Solved(_));
            assert_eq!(matches!(grown.outcome, pack::PackOutcome::Solved(())), solved, "{about}");
            let goal = grown.tree.nodes.iter().position(|node| node.state == State::Goal);
            assert_eq!(goal.is_some(), solved, "{about}");
            if let (Some(goal), pack::PackOutcome::Solved(solution)) = (goal, &answer.outcome) {
                let placed = solution.placements(&puzzle);
                for step in grown.tree.path(goal) {
                    let placement = placed.iter().find(|placement| placement.cells.contains(&step.cells[0])).unwrap();
                    assert_eq!(step.cells, placement.cells, "{about}");
                }
            }
        }
    }
}

#[test]
fn a_search_by_patterns_says_which_tiles_each_counts() {
    for (board, goal) in
        [(LECTURE, Goal::BlankLast), ("8 1 3/4 - 2/7 6 5", Goal::BlankFirst), ("1 2 -/3 4 5", Goal::BlankLast)]
    {
        let read = text::read(board, None).unwrap();
        let puzzle = Puzzle::with_goal(read, goal);
        let patterns = |heuristic| {
            let options = Options { method: Method::Astar, heuristic: Some(heuristic), ..Options::default() };
            let grown = grow(&puzzle, &options, 10, Limits::default());
            serde_json::to_value(SlideTree::of(&puzzle, &grown, 0.0)).unwrap()["patterns"].clone()
        };
        let groups: Vec<Vec<u16>> = serde_json::from_value(patterns(HeuristicName::Pattern)).unwrap();
        assert!(groups.iter().all(|tiles| !tiles.is_empty()), "{board}: {groups:?}");
        let mut tiles = groups.concat();
        tiles.sort_unstable();
        assert_eq!(tiles, (1..puzzle.size().cells() as u16).collect::<Vec<_>>(), "{board}: every tile once");
        assert!(patterns(HeuristicName::Manhattan).is_null(), "{board}");
    }
}
