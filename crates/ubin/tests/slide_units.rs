//! Rounds of iterative deepening in parts: whatever the budgets and the order, the parts add up to the whole, and a unit of another round is an error.

mod common;

use std::sync::LazyLock;

use common::{board, puzzle, size, table, whole_round};
use ubin::dice::Dice;
use ubin::run::{Control, Limits, Run, Stats, Stop};
use ubin::slide::HeuristicName;
use ubin::slide::solve::{Method, Metric, Options, solve};
use ubin::slide::units::{RoundError, RoundWork};
use ubin::slide::{Board, Dir, Goal, Puzzle, TableStore, letters};
use ubin::unit::{Part, PartError, PlacedPiece, Prefix, Unit, UnitError, Work, cut};

/// Tables are built once for all tests.
static STORE: LazyLock<TableStore> = LazyLock::new(TableStore::default);
static CONTROL: LazyLock<Control> = LazyLock::new(Control::new);

fn run() -> Run<'static> {
    Run::new(Limits::default(), &CONTROL)
}

/// How a round is searched.
#[derive(Clone, Copy, Debug)]
enum Way {
    Single(HeuristicName),
    Lines,
}

impl Way {
    fn draw(dice: &mut Dice) -> Way {
        match HeuristicName::ALL.get(dice.up_to(HeuristicName::ALL.len())) {
            Some(&name) => Way::Single(name),
            None => Way::Lines,
        }
    }

    fn round(self, puzzle: &Puzzle) -> RoundWork {
        let (metric, heuristic) = self.parts();
        RoundWork::new(puzzle, metric, heuristic, &STORE, &mut run()).unwrap()
    }

    fn parts(self) -> (Metric, Option<HeuristicName>) {
        match self {
            Way::Single(name) => (Metric::Single, Some(name)),
            Way::Lines => (Metric::Multi, None),
        }
    }
}

/// A board a few random moves from a goal: easy enough for the weakest heuristic.
fn draw(dice: &mut Dice, way: Way) -> Puzzle {
    let (rows, cols) = [(2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (3, 4), (4, 3), (4, 4)][dice.up_to(7)];
    let goal = Goal::ALL[dice.up_to(2)].board(size(rows, cols));
    let most = if matches!(way, Way::Single(HeuristicName::Hamming)) { 16 } else { 34 };
    let mut board = goal.clone();
    for _ in 0..dice.up_to(most - 1) {
        board.slide(Dir::ALL[dice.up_to(3)]);
    }
    Puzzle::new(board, goal).unwrap()
}

/// Where a unit stands in the order of all units: its id in numbers.
fn place(id: &str) -> Vec<u32> {
    id.split('-').map(|number| number.parse().unwrap()).collect()
}

/// Searches a round by units in random order, each with a random budget; gives the parts in the order of their units.
fn parts(round: &RoundWork, most: u64, dice: &mut Dice) -> Vec<Part> {
    let mut open = vec![round.first_unit()];
    let mut done: Vec<(Vec<u32>, Part)> = Vec::new();
    while !open.is_empty() {
        let unit = open.swap_remove(dice.up_to(open.len() - 1));
        let budget = 1 + dice.up_to(most as usize - 1) as u64;
        let mut part = round.part(&unit, budget, &mut run()).unwrap();
        match part.left.take() {
            Some(Work::Subtrees(left)) => {
                assert_eq!(part.nodes, budget, "a part that leaves something has used its budget");
                assert!(!left.is_empty());
                open.extend(cut(&unit, &left));
            }
            Some(other) => panic!("{other:?}"),
            None => assert!(part.nodes <= budget),
        }
        done.push((place(&unit.id), part));
    }
    done.sort_by(|a, b| a.0.cmp(&b.0));
    done.into_iter().map(|(_, part)| part).collect()
}

#[test]
fn parts_add_up_to_the_whole_round() {
    let mut dice = Dice::new(2026);
    let (mut cut_rounds, mut solved) = (0, 0);
    for case in 0..1000 {
        let way = Way::draw(&mut dice);
        let puzzle = draw(&mut dice, way);
        let mut round = way.round(&puzzle);
        let bound = round.bound() + dice.up_to(4) as u32;
        let before = [0, 2_000_000][dice.up_to(1)];
        round = round.with_bound(bound, before);
        let counts = dice.up_to(1) == 0;
        if counts {
            round = round.counting();
        }
        let whole = round.part(&round.first_unit(), u64::MAX, &mut run()).unwrap();
        let most = [1, 3, 10, 50][dice.up_to(3)].max(whole.nodes / 100);
        let mut sum = Part::default();
        let all = parts(&round, most, &mut dice);
        cut_rounds += usize::from(all.len() > 1);
        for part in all {
            sum += part;
            if sum.path.is_some() && !counts {
                // What comes after the first path in search order does not count.
                break;
            }
        }
        solved += usize::from(sum.path.is_some());
        if sum.path.is_some() && !counts {
            (sum.next_bound, sum.left) = (whole.next_bound, None);
        }
        assert_eq!(sum, whole, "case {case}: {way:?}, bound {bound}, counting {counts}, of\n{}", puzzle.board());
        if let Some(Prefix::Moves(path)) = &whole.path {
            let path: Vec<Dir> = path.chars().filter_map(Dir::of_letter).collect();
            assert_eq!(puzzle.board().after(&path).as_ref(), Some(puzzle.goal()), "case {case}");
            assert!(way.parts().0.length(&path) <= bound as usize, "case {case}");
        }
    }
    assert!(cut_rounds > 400 && solved > 200, "{cut_rounds} rounds were cut, {solved} had a path");
}

/// The search in one piece, as the front door does it.
fn in_one_piece(puzzle: &Puzzle, way: Way) -> (Vec<Dir>, Stats) {
    let (metric, heuristic) = way.parts();
    let options = Options { method: Method::Ida, metric, heuristic, ..Options::default() };
    let solution = solve(puzzle, &options, &STORE, &mut run()).unwrap();
    (solution.moves.unwrap(), Stats { peak_bytes: 0, ..solution.stats })
}

fn by_parts(puzzle: &Puzzle, way: Way, budget: u64) -> (Vec<Dir>, Stats) {
    let (mut run, mut round) = (run(), way.round(puzzle));
    loop {
        let whole = whole_round(&round, |whole| whole.path.is_some(), budget, &mut run);
        if let Some(Prefix::Moves(path)) = &whole.path {
            let path: Vec<Dir> = path.chars().filter_map(Dir::of_letter).collect();
            assert_eq!(way.parts().0.length(&path), round.bound() as usize);
            return (path, Stats { peak_bytes: 0, ..run.stats() });
        }
        round = round.next(&whole).expect("the board can be solved");
    }
}

#[test]
fn a_proof_by_parts_is_the_proof_in_one_piece() {
    let mut dice = Dice::new(12);
    for _ in 0..150 {
        let way = Way::draw(&mut dice);
        let puzzle = draw(&mut dice, way);
        let budget = 1 + dice.up_to(299) as u64;
        assert_eq!(by_parts(&puzzle, way, budget), in_one_piece(&puzzle, way), "{way:?} of\n{}", puzzle.board());
    }
}

/// An instance of Korf's hundred.
fn korf(id: &str) -> Puzzle {
    let row = table("slide/korf100.csv").into_iter().find(|row| row[0] == id).unwrap();
    puzzle(&row[3], Goal::BlankFirst)
}

const TUNED: Way = Way::Single(HeuristicName::Pattern);

/// A unit forgot the words that its prefix had begun, and expanded nodes that the whole round refuses.
#[test]
fn the_automaton_of_refused_words_was_started_anew_in_every_unit() {
    for (id, way) in [("79", TUNED), ("1", TUNED), ("79", Way::Lines)] {
        let puzzle = korf(id);
        let whole = in_one_piece(&puzzle, way);
        for budget in [700, 20_000] {
            assert_eq!(by_parts(&puzzle, way, budget), whole, "Korf {id} by {way:?}");
        }
    }
    // One round, cut by the first two moves.
    let round = TUNED.round(&korf("79"));
    let round = round.clone().with_bound(round.bound() + 4, 0);
    let whole = round.part(&round.first_unit(), u64::MAX, &mut run()).unwrap();
    let mut sum = Part::default();
    let mut level = vec![Prefix::Moves("".into())];
    for _ in 0..2 {
        let expanded = round.part(&unit(level), 1, &mut run()).unwrap();
        let Some(Work::Subtrees(left)) = expanded.left.clone() else { panic!("a root has children") };
        sum += expanded;
        level = left;
    }
    for prefix in level {
        sum += round.part(&unit(vec![prefix]), u64::MAX, &mut run()).unwrap();
    }
    assert_eq!(sum, whole);
}

fn unit(prefixes: Vec<Prefix>) -> Unit {
    Unit { id: "0".into(), search: None, work: Work::Subtrees(prefixes) }
}

fn refused(round: &RoundWork, prefix: &str) -> Option<usize> {
    match round.part(&unit(vec![Prefix::Moves(prefix.into())]), 1000, &mut run()) {
        Ok(_) => None,
        Err(PartError::Unit(UnitError::NotInTree { step })) => Some(step),
        Err(other) => panic!("{other:?}"),
    }
}

/// "Nothing here" was the answer to a prefix that the search never makes, and passed for a proof.
#[test]
fn a_prefix_that_is_not_in_the_tree_was_a_proof_that_nothing_is_there() {
    let puzzle = Puzzle::with_goal(board("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 -"), Goal::BlankLast);
    let start =
        Puzzle::new(puzzle.board().after(&[Dir::Up, Dir::Up, Dir::Left]).unwrap(), puzzle.goal().clone()).unwrap();
    let plain = Way::Single(HeuristicName::Manhattan).round(&start).with_bound(7, 0);
    let tuned = TUNED.round(&start).with_bound(7, 0);
    for round in [&plain, &tuned] {
        assert_eq!(refused(round, "RL"), Some(2), "a move that undoes the last one");
        assert_eq!(refused(round, "RR"), Some(2), "a move off the board");
        assert_eq!(refused(round, "UX"), Some(2), "no move at all");
        assert_eq!(refused(round, "u"), Some(1), "moves are capital letters");
        assert_eq!(refused(round, "LLUU"), Some(3), "above the bound");
        assert_eq!(refused(round, "RDDL"), Some(4), "behind the goal");
        assert_eq!(refused(round, "RDD"), None, "the goal itself");
        assert_eq!(refused(round, ""), None, "the board itself");
    }
    // Round a square by way of two words: the tuned search keeps the earlier one.
    let far = korf("3");
    let (plain, tuned) = (Way::Single(HeuristicName::Hamming).round(&far), TUNED.round(&far));
    let word = (0..16).find_map(|_| {
        let words = ["URDLUR", "ULDRUL", "DRULDR", "LDRULD"];
        words
            .into_iter()
            .find(|word| far.board().after(&word.chars().filter_map(Dir::of_letter).collect::<Vec<_>>()).is_some())
    });
    let word = word.expect("a blank has a square beside it");
    assert_eq!(refused(&plain.with_bound(90, 0), word), None);
    assert_eq!(refused(&tuned.clone().with_bound(90, 0), word), Some(6));
    assert_eq!(refused(&tuned.with_bound(90, 0).counting(), word), None, "a count refuses no path");
}

/// Random ways down the tree, a node at a time: of the four moves at each, those are taken as a prefix that the search itself leaves as a child, and no other.
#[test]
fn a_prefix_is_taken_exactly_where_the_search_makes_it() {
    let mut dice = Dice::new(7);
    let (mut taken, mut not_taken) = (0, 0);
    for _ in 0..150 {
        let way = Way::Single(*dice.pick(&HeuristicName::ALL).unwrap());
        let puzzle = draw(&mut dice, way);
        let round = way.round(&puzzle);
        let bound = round.bound() + 2 * dice.up_to(3) as u32;
        let round = round.with_bound(bound, [0, 2_000_000][dice.up_to(1)]);
        let round = if dice.up_to(1) == 0 { round.counting() } else { round };
        let mut prefix = String::new();
        for _ in 0..30 {
            let part = round.part(&unit(vec![Prefix::Moves(prefix.clone())]), 1, &mut run()).unwrap();
            let Some(Work::Subtrees(left)) = part.left else { break };
            let children: Vec<&str> = left
                .iter()
                .map(|child| match child {
                    Prefix::Moves(moves) => moves.as_str(),
                    other => panic!("{other:?}"),
                })
                .collect();
            for letter in "UDLR".chars() {
                let child = format!("{prefix}{letter}");
                let moves: Vec<Dir> = child.chars().filter_map(Dir::of_letter).collect();
                if puzzle.board().after(&moves).as_ref() == Some(puzzle.goal()) {
                    continue;
                }
                let is_child = children.contains(&child.as_str());
                let step = (!is_child).then_some(child.len());
                assert_eq!(refused(&round, &child), step, "{way:?}, bound {bound}, of\n{}", puzzle.board());
                *if is_child { &mut taken } else { &mut not_taken } += 1;
            }
            prefix = (*dice.pick(&children).unwrap()).into();
        }
    }
    assert!(taken > 300 && not_taken > 300, "{taken} {not_taken}");
}

#[test]
fn a_prefix_of_lines_that_is_not_in_the_tree_is_refused() {
    let start = Puzzle::with_goal(board("1 2 3/4 5 6/- 7 8"), Goal::BlankLast);
    let round = Way::Lines.round(&start).with_bound(3, 0);
    let Work::Subtrees(roots) = round.first_unit().work else { panic!("a round is a tree") };
    assert_eq!(roots, [Prefix::Moves("H".into()), Prefix::Moves("V".into())]);
    assert_eq!(refused(&round, "H"), None);
    assert_eq!(refused(&round, ""), Some(0), "the empty prefix has no axis");
    assert_eq!(refused(&round, "RL"), Some(2), "two moves along one axis");
    assert_eq!(refused(&round, "RRR"), Some(3), "off the board");
    assert_eq!(refused(&round.clone().with_bound(1, 0), "RR"), Some(2), "the last move leads to no node");
    assert_eq!(refused(&round, "HR"), Some(1), "an axis and moves");
    assert_eq!(refused(&round.clone().with_bound(0, 0), "R"), Some(1), "above the bound");
}

/// A search that was stopped with one set of tables and went on with another skipped what the other refuses.
#[test]
fn a_resume_with_other_tables_skipped_the_rest() {
    let puzzle = korf("1");
    let small = TableStore::new(1).with_budgets(64 << 10, 256 << 20);
    let weak = RoundWork::new(&puzzle, Metric::Single, None, &small, &mut run()).unwrap();
    let strong = TUNED.round(&puzzle);
    let bound = strong.bound() + 6;
    let (weak, strong) = (weak.with_bound(bound, 0), strong.with_bound(bound, 0));
    let h = |board: Board| TUNED.round(&Puzzle::new(board, puzzle.goal().clone()).unwrap()).bound();
    let mut errors = 0;
    for budget in [50, 500, 5000] {
        let part = weak.part(&weak.first_unit(), budget, &mut run()).unwrap();
        let Some(Work::Subtrees(left)) = part.left else { panic!("{budget} nodes are not all") };
        // Units name their search, so the other search takes none of them, wherever they lie.
        let error = UnitError::OtherSearch { found: name(&weak), expected: name(&strong) };
        for unit in cut(&weak.first_unit(), &left) {
            assert_eq!(strong.part(&unit, 10, &mut run()), Err(PartError::Unit(error.clone())));
        }
        // Without the name, prefixes of the one tree that are not in the other are found one by one.
        for prefix in left {
            let Prefix::Moves(moves) = &prefix else { panic!("{prefix:?}") };
            let dirs: Vec<Dir> = moves.chars().filter_map(Dir::of_letter).collect();
            assert_eq!(letters(&dirs), *moves);
            let f = |made: usize| made as u32 + h(puzzle.board().after(&dirs[..made]).unwrap());
            let above = (1..=dirs.len()).find(|&made| f(made) > bound);
            assert_eq!(refused(&strong, moves), above, "{moves}");
            errors += usize::from(above.is_some());
        }
    }
    assert!(errors > 3, "{errors}");
}

/// The name of a round, as its units carry it.
fn name(round: &RoundWork) -> String {
    round.first_unit().search.expect("a round names its units")
}

#[test]
fn a_round_is_named_by_all_that_decides_its_tree() {
    let puzzle = korf("79");
    let round = TUNED.round(&puzzle);
    assert_eq!(name(&round), name(&TUNED.round(&puzzle)));
    let names = [
        round.clone(),
        round.clone().with_bound(round.bound() + 2, 0),
        round.clone().with_bound(round.bound(), 5_000_000),
        round.clone().counting(),
        TUNED.round(&korf("3")),
        Way::Single(HeuristicName::Manhattan).round(&puzzle),
        Way::Single(HeuristicName::Hamming).round(&puzzle),
        Way::Lines.round(&puzzle),
    ]
    .map(|round| name(&round));
    let different: std::collections::BTreeSet<&String> = names.iter().collect();
    assert_eq!(different.len(), names.len(), "{names:?}");
}

#[test]
fn a_unit_of_another_kind_is_refused() {
    let round = TUNED.round(&korf("79"));
    let placed = Prefix::Placements(vec![PlacedPiece { piece: "A".into(), cells: vec![0] }]);
    for work in [Work::Lines(0, 5), Work::Subtrees(vec![placed])] {
        let unit = Unit { id: "0".into(), search: None, work };
        assert_eq!(round.part(&unit, 10, &mut run()), Err(PartError::Unit(UnitError::OtherKind)));
    }
}

#[test]
fn a_stop_makes_no_part() {
    let round = TUNED.round(&korf("60"));
    let round = round.clone().with_bound(round.bound() + 6, 0);
    let mut limited = Run::new(Limits { nodes: Some(99), ..Limits::default() }, &CONTROL);
    assert_eq!(round.part(&round.first_unit(), 100, &mut limited), Err(PartError::Stopped(Stop::Nodes)));
    let control = Control::new();
    control.stop(Stop::Time);
    let mut stopped = Run::new(Limits::default(), &control);
    assert_eq!(round.part(&round.first_unit(), 100, &mut stopped), Err(PartError::Stopped(Stop::Time)));
}

#[test]
fn a_board_that_cannot_be_solved_has_no_rounds() {
    let puzzle = Puzzle::with_goal(board("2 1 3/4 5 6/7 8 -"), Goal::BlankLast);
    let round = RoundWork::new(&puzzle, Metric::Single, None, &STORE, &mut run());
    assert_eq!(round.err(), Some(RoundError::Unsolvable));
}
