//! The course report's own cases: the plain search gives its counters and its boards.

use ubin::pack::{brute, text};
use ubin::run::{Control, Limits, Run};

const CASES: &str = include_str!("../../../testdata/pack/report_cases.csv");

fn check(name: &str, cases: u64, board: Option<&str>) {
    let path = format!("{}/../../testdata/pack/reports/{name}_padded.txt", env!("CARGO_MANIFEST_DIR"));
    let puzzle = text::read(&std::fs::read_to_string(path).expect("the case is there")).expect("it is right").puzzle;
    let control = Control::new();
    let tried = brute::first(&puzzle, &mut Run::new(Limits::default(), &control)).expect("nothing stops it");
    let found = tried.solution.map(|solution| solution.layers(&puzzle)[0].join("/"));
    assert_eq!((found.as_deref(), tried.cases), (board, cases), "{name}");
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
