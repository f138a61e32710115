//! The figures of the four course reports, to the digit.

mod common;

use common::{read, solved, testdata};
use serde_json::Value;
use ubin::slide::HeuristicName;
use ubin::slide::Variant;
use ubin::slide::solve::{Method, Options, Status};
use ubin::slide::{Board, Puzzle, letters, text};
use ubin::slide::{Kurang, Parity};

/// Every report's board with what is known of it.
fn cases() -> Vec<(String, Puzzle, Value)> {
    let mut names: Vec<String> = std::fs::read_dir(testdata("reports/slide"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter_map(|name| name.strip_suffix(".txt").map(str::to_string))
        .collect();
    names.sort();
    names
        .into_iter()
        .map(|name| {
            let board = text::read(&read(&format!("reports/slide/{name}.txt")), None).unwrap();
            let known: Value = serde_json::from_str(&read(&format!("reports/slide/{name}.expected.json"))).unwrap();
            let cells = board.size().cells() as u64;
            let tiles = known["goal"].as_array().unwrap().iter().map(|tile| (tile.as_u64().unwrap() % cells) as u16);
            let goal = Board::new(board.size(), tiles.collect()).unwrap();
            (name, Puzzle::new(board, goal).unwrap(), known)
        })
        .collect()
}

fn numbers(value: &Value) -> Vec<u32> {
    value.as_array().unwrap().iter().map(|number| number.as_u64().unwrap() as u32).collect()
}

#[test]
fn there_are_all_cases() {
    assert_eq!(cases().len(), 24);
}

#[test]
fn kurang_x_sum_and_verdict() {
    for (name, puzzle, known) in cases() {
        let parity = Parity::of(&puzzle);
        assert_eq!(parity.solvable, known["solvable"].as_bool().unwrap(), "{name}");
        let table = if known["kurang"].is_array() { &known } else { &known["kurang_table_if_standard_goal"] };
        assert_eq!(parity.kurang.is_some(), table.is_object(), "{name}");
        let Some(Kurang { table: kurang, x, sum }) = parity.kurang else { continue };
        assert_eq!(kurang, numbers(&table["kurang"]), "{name}");
        assert_eq!(u64::from(x), table["x"].as_u64().unwrap(), "{name}");
        assert_eq!(u64::from(sum), table["sum_plus_x"].as_u64().unwrap(), "{name}");
        if let Some(misplaced) = known["misplaced_tiles"].as_u64() {
            assert_eq!(u64::from(parity.misplaced), misplaced, "{name}");
        }
    }
}

/// Every method on every board: the exact ones give the known length, the others a solution.
#[test]
fn every_method_on_every_board() {
    for (name, puzzle, known) in cases() {
        for method in Method::ALL {
            // Breadth-first search of 25 moves on 4x4 takes a minute and a gigabyte.
            if method == Method::Bfs && known["optimal_length"].as_u64() > Some(22) && puzzle.size().cells() > 9 {
                continue;
            }
            let solution = solved(&puzzle, Options { method, ..Options::default() });
            let Some(length) = known["optimal_length"].as_u64() else {
                assert_eq!(solution.status, Status::Unsolvable, "{name} {method:?}");
                continue;
            };
            let found = solution.moves.unwrap().len() as u64;
            if (Options { method, prove: true, ..Options::default() }).check().is_ok() {
                assert_eq!(solution.status, Status::Optimal, "{name} {method:?}");
                assert_eq!(found, length, "{name} {method:?}");
            }
            assert!(found >= length, "{name} {method:?}");
            assert!(u64::from(solution.lower_bound) <= length, "{name} {method:?}");
        }
    }
}

#[test]
fn branch_and_bound_programs_generate_as_many_nodes_as_printed() {
    let programs = [("R0", Variant::DropSeen), ("R1", Variant::Tree), ("R2", Variant::BestCost)];
    let mut checked = 0;
    for (name, puzzle, known) in cases() {
        for (program, variant) in programs {
            let Some(generated) = known["generated"][program].as_u64() else { continue };
            let options = Options { method: Method::BranchAndBound, variant, ..Options::default() };
            let solution = solved(&puzzle, options);
            assert_eq!(solution.stats.generated, generated, "{name} {program}");
            checked += 1;
        }
    }
    assert_eq!(checked, 27);
}

#[test]
fn astar_program_counts_as_printed() {
    let mut checked = 0;
    for (name, puzzle, known) in cases() {
        for heuristic in [HeuristicName::Manhattan, HeuristicName::Hamming] {
            let figures = &known["R3"][heuristic.name()];
            let Some(generated) = figures["generated"].as_u64() else { continue };
            let options = Options {
                method: Method::Astar,
                heuristic: Some(heuristic),
                variant: Variant::DropSeen,
                ..Options::default()
            };
            let solution = solved(&puzzle, options);
            assert_eq!(solution.stats.generated, generated, "{name} {heuristic:?}");
            assert_eq!(solution.stats.expanded, figures["explored"].as_u64().unwrap(), "{name} {heuristic:?}");
            assert_eq!(solution.moves.unwrap().len() as u64, figures["steps"].as_u64().unwrap(), "{name}");
            checked += 1;
        }
    }
    assert_eq!(checked, 11);
}

#[test]
fn programs_that_close_at_generation_are_not_shortest_here() {
    for (name, puzzle, known) in cases() {
        let (method, steps) = match name.as_str() {
            "R0_bug_nonoptimal" => (Method::BranchAndBound, known["generated"]["report_000_steps"].as_u64()),
            "R3_bug_nonoptimal" => (Method::Astar, known["R3"]["manhattan"]["steps"].as_u64()),
            _ => continue,
        };
        let solution = solved(&puzzle, Options { method, variant: Variant::DropSeen, ..Options::default() });
        assert_eq!(solution.status, Status::Solved, "{name}: it proves nothing");
        assert_eq!(Some(solution.moves.unwrap().len() as u64), steps, "{name}");
        let exact = solved(&puzzle, Options { method, ..Options::default() });
        assert!((exact.moves.unwrap().len() as u64) < steps.unwrap(), "{name}");
    }
}

#[test]
fn the_printed_path_is_one_of_the_shortest() {
    for (name, puzzle, known) in cases() {
        let Some(path) = known["printed_path"].as_str() else { continue };
        let (board, goal) = (puzzle.board(), puzzle.goal());
        assert_eq!(ubin_verify::slide::replay(4, board.tiles(), goal.tiles(), path), Ok(()), "{name}");
        let options = Options { method: Method::BranchAndBound, variant: Variant::DropSeen, ..Options::default() };
        let own = solved(&puzzle, options).moves.unwrap();
        if name.starts_with("R0") {
            assert_eq!(letters(&own), path, "{name}: the very path that R0 printed");
        }
    }
}
