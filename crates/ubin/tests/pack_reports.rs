//! The course report's own cases: the plain search gives its counters and its boards.

use ubin::pack::solve::solve;
use ubin::pack::{Method, PackOutcome, PackPlan, text};
use ubin::run::{Control, Limits, Run};

const CASES: &str = include_str!("../../../testdata/pack/report_cases.csv");

fn check(name: &str, cases: u64, board: Option<&str>) {
    let path = format!("{}/../../testdata/pack/reports/{name}_padded.txt", env!("CARGO_MANIFEST_DIR"));
    let puzzle = text::read(&std::fs::read_to_string(path).expect("the case is there")).expect("it is right").puzzle;
    let control = Control::new();
    let plan = PackPlan { method: Method::BruteForce, ..PackPlan::default() };
    let answer = solve(&puzzle, plan, &mut Run::new(Limits::default(), &control));
    let found = match answer.outcome {
        PackOutcome::Solved(solution) => Some(solution.layers(&puzzle)[0].join("/")),
        PackOutcome::Impossible(_) => None,
        PackOutcome::Stopped(stop) => panic!("{stop}"),
    };
    assert_eq!((found.as_deref(), answer.cases), (board, cases), "{name}");
}

#[test]
fn the_plain_search_reproduces_the_report() {
    let mut checked = 0;
    for line in CASES.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let fields: Vec<&str> = line.split(';').collect();
        check(fields[0], fields[1].parse().expect("cases"), Some(fields[2]).filter(|board| !board.is_empty()));
        checked += 1;
    }
    assert_eq!(checked, 7);
}
