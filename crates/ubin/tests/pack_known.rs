//! Known numbers of solutions, by every engine that can reach them in a test.

use ubin::pack::solve::Equality;
use ubin::pack::{Method, PackAnswer, PackOutcome, PackPlan, Puzzle, SolutionCount, count, sets, text};
use ubin::run::{Control, Limits, Run};

const COUNTS: &str = include_str!("../../../testdata/pack/counts.csv");
const REPORTS: &str = include_str!("../../../testdata/pack/report_counts.csv");

/// The most cells of a board that dancing links, without symmetry, are given in a test.
const SMALL: usize = 30;

fn answer(puzzle: &Puzzle, method: Method) -> PackAnswer<SolutionCount> {
    answer_and_nodes(puzzle, method).0
}

fn answer_and_nodes(puzzle: &Puzzle, method: Method) -> (PackAnswer<SolutionCount>, u64) {
    let control = Control::new();
    let mut run = Run::new(Limits::default(), &control);
    let answer =
        count::count(puzzle, Equality::Symmetry, PackPlan { method, threads: 2, ..PackPlan::default() }, &mut run);
    (answer, run.stats().expanded)
}

fn check(name: &str, puzzle: &Puzzle, method: Method, expected: SolutionCount) {
    let found = match answer(puzzle, method).outcome {
        PackOutcome::Solved(count) => count,
        PackOutcome::Impossible(_) => {
            SolutionCount { solutions: 0, distinct: Some(0), symmetries: expected.symmetries }
        }
        PackOutcome::Stopped(stop) => panic!("{name}: {stop}"),
    };
    assert_eq!(found, expected, "{name} by {method}");
}

fn name_of_set(problem: &str) -> &'static str {
    match problem {
        "pentominoes 8x8 minus centre 2x2" => "pentominoes 8x8",
        "IQ Puzzler Pro 5x11" => "iq",
        "IQ Puzzler Pro diamond board" => "iq-diamond",
        "IQ Puzzler Pro pyramid 55 balls" => "iq-pyramid",
        "Kanoodle 5x11" => "kanoodle",
        "Soma cube" => "soma",
        "Bedlam cube" => "bedlam",
        other => sets::named(other).expect("a pentomino board").name,
    }
}

#[test]
fn famous_puzzles_have_their_published_counts() {
    for line in COUNTS.lines().skip(1) {
        let fields: Vec<&str> = line.split(';').collect();
        let name = name_of_set(fields[0]);
        let number = |at: usize| fields[at].split(' ').next().unwrap().parse::<u128>().expect("a number");
        let expected = SolutionCount { solutions: number(4), distinct: Some(number(5)), symmetries: number(3) as u64 };
        let puzzle = sets::named(name).unwrap().puzzle();
        assert_eq!((puzzle.board().size(), puzzle.pieces().len()), (number(1) as usize, number(2) as usize));
        check(name, &puzzle, Method::Auto, expected);
        if matches!(name, "soma" | "pentominoes 3x20") {
            check(name, &puzzle, Method::Cover, expected);
        }
    }
}

/// `powf` chose the piece that breaks the symmetry of a body; its bits may differ between machines, and with them the piece. Whole numbers choose the same ones: the nodes say so.
#[test]
fn the_breaker_in_space_is_the_same_on_every_machine() {
    for (name, expected) in [("soma", 4226), ("iq-pyramid", 1_868_006)] {
        let (_, nodes) = answer_and_nodes(&sets::named(name).unwrap().puzzle(), Method::Auto);
        assert_eq!(nodes, expected, "{name}");
    }
    // All of the Bedlam cube takes 26 million; its beginning tells the piece as well.
    let control = Control::new();
    let mut run = Run::new(Limits { nodes: Some(400_000), ..Limits::default() }, &control);
    let plan = PackPlan { method: Method::Auto, threads: 1, ..PackPlan::default() };
    let begun = count::count(&sets::named("bedlam").unwrap().puzzle(), Equality::Boards, plan, &mut run);
    assert_eq!((begun.found, begun.cases), (9264, 457_896));
}

#[test]
fn the_reports_puzzles_have_their_counts() {
    for line in REPORTS.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let (file, solutions) = line.split_once(';').expect("two fields");
        let path = format!("{}/../../testdata/pack/reports/{file}", env!("CARGO_MANIFEST_DIR"));
        let puzzle =
            text::read(&std::fs::read_to_string(path).expect("the file is there")).expect("it is right").puzzle;
        let solutions: u128 = solutions.parse().expect("a number");
        let PackAnswer { outcome, .. } = answer(&puzzle, Method::Auto);
        let found = if let PackOutcome::Solved(count) = &outcome { count.solutions } else { 0 };
        assert_eq!(found, solutions, "{file}");
        if let (true, PackOutcome::Solved(count)) = (puzzle.board().size() <= SMALL, outcome) {
            check(file, &puzzle, Method::Cover, count);
        }
    }
}
