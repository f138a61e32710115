//! Famous sets: known counts, and a solution of those that cannot be counted.

use ubin::pack::sets::{self, MonthDay};
use ubin::pack::solve::{Equality, solve};
use ubin::pack::{Flips, Method, PackOutcome, PackPlan, Puzzle, count, text};
use ubin::run::{Control, Limits, Run};

fn counted(puzzle: &Puzzle, method: Method) -> u128 {
    let control = Control::new();
    let mut run = Run::new(Limits::default(), &control);
    let answer = count::count(puzzle, Equality::Boards, PackPlan { method, ..PackPlan::default() }, &mut run);
    assert!(!matches!(answer.outcome, PackOutcome::Stopped(_)));
    answer.found
}

fn named(name: &str) -> Puzzle {
    text::read(&sets::text_named(name).expect("a set")).expect("a right text").puzzle
}

/// The counts that everybody who has solved the whole calendar gives: 24,405 in all; the sixth of October has the fewest, the 25th of January the most.
#[test]
fn every_day_of_the_calendar() {
    let days = (1..=12).flat_map(|month| (1..=31).filter_map(move |day| MonthDay::new(month, day).ok()));
    let counts: Vec<(u128, MonthDay)> =
        days.map(|date| (counted(&named(&format!("calendar {date}")), Method::Auto), date)).collect();
    assert_eq!(counts.len(), 366);
    assert_eq!(counts.iter().map(|(count, _)| count).sum::<u128>(), 24_405);
    assert_eq!(counts.iter().min(), Some(&(7, "10-06".parse().unwrap())));
    assert_eq!(counts.iter().max(), Some(&(216, "01-25".parse().unwrap())));
    assert_eq!(sets::text_named("calendar"), sets::text_named("calendar 01-01"));
}

#[test]
fn what_is_no_day() {
    for text in ["", "11", "11-", "13-01", "00-10", "02-30", "4-31", "1-1-1", "+1-01", "011-1", "11-016", "a-b"] {
        assert!(text.parse::<MonthDay>().is_err(), "{text}");
    }
}

/// Six bricks and three cubes in 3x3x3 lie in one way, but for turns and mirror images.
#[test]
fn slothouber_graatsma_is_unique() {
    let control = Control::new();
    let mut run = Run::new(Limits::default(), &control);
    let answer = count::count(&named("slothouber-graatsma"), Equality::Symmetry, PackPlan::default(), &mut run);
    assert!(matches!(answer.outcome, PackOutcome::Solved(count) if count.distinct == Some(1)), "{:?}", answer.outcome);
}

#[test]
fn sets_that_are_too_large_to_count_have_a_solution() {
    let control = Control::new();
    let mut run = Run::new(Limits { nodes: Some(1_000_000), ..Limits::default() }, &control);
    let answer = solve(&named("hexominoes"), PackPlan::default(), &mut run);
    assert!(matches!(answer.outcome, PackOutcome::Solved(_)), "{:?}", answer.outcome);
}

/// A puzzle of `examples/`.
fn example(name: &str) -> Puzzle {
    let path = format!("{}/../../examples/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    text::read(&std::fs::read_to_string(path).expect("an example")).expect("a right text").puzzle
}

/// More than 52 pieces are written with names, and a board shows two characters a cell: the 60 one-sided hexominoes, which may not be turned over, and 54 tetracubes in 6x6x6.
#[test]
fn more_pieces_than_letters() {
    for (name, flips, cells) in [("one-sided-hexominoes", Flips::Forbidden, 20), ("tetracubes-54", Flips::Allowed, 6)] {
        let puzzle = example(name).with_flips(flips).expect("nothing is placed");
        let control = Control::new();
        let mut run = Run::new(Limits { nodes: Some(1_000_000), ..Limits::default() }, &control);
        let answer = solve(&puzzle, PackPlan::default(), &mut run);
        let PackOutcome::Solved(solution) = answer.outcome else { panic!("{name}: {:?}", answer.outcome) };
        assert!(solution.layers(&puzzle).iter().flatten().all(|row| row.len() == 2 * cells), "{name}");
    }
}

/// The 108 heptominoes, one of which has a hole, on three boards of 11x23 without their centres: a text that is read, printed and read back. None was found in 10 s.
#[test]
fn heptominoes_can_be_written() {
    let puzzle = example("heptominoes");
    assert_eq!((puzzle.pieces().len(), puzzle.board().size()), (108, 756));
    assert_eq!(puzzle.to_string().parse::<Puzzle>().expect("what is printed is right"), puzzle);
}

/// The tetracubes have 1,390 packings up to the 8 turns of their box.
#[test]
fn boxes_and_pyramids() {
    for method in [Method::Auto, Method::Cover] {
        assert_eq!(counted(&named("tetracubes"), method), 8 * 1390, "{method}");
    }
    assert_eq!(counted(&named("kanoodle-pyramid"), Method::Auto), 8 * 306);
    assert_eq!(counted(&named("lonpos"), Method::Auto), 371_020);
}

/// A count takes the engine that costs less: the pentominoes on 8x8 have 351 thousand states and a tree of 53,987 nodes, Kanoodle 352 thousand states and a tree of 8,351,722 nodes. What it costs to find that out is little.
#[test]
fn counts_are_walked_or_folded_by_their_cost() {
    for (name, most) in [("pentominoes 8x8", 58_000), ("kanoodle", 360_000)] {
        let control = Control::new();
        let mut run = Run::new(Limits::default(), &control);
        count::count(&named(name), Equality::Boards, PackPlan::default(), &mut run);
        let nodes = run.stats().expanded;
        assert!((most * 9 / 10..most).contains(&nodes), "{name}: {nodes} nodes");
    }
}
