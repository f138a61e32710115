//! The course screen without a terminal.

use ubin::slide::TableStore;
use ubin_front::{Allowance, question::PuzzleFields};

use super::*;
use crate::play::worker::GameDesk;

fn screen(text: &str) -> CourseScreen {
    CourseScreen::new(PuzzleFields { puzzle: text.into(), ..PuzzleFields::default() }.read(|_| ()).unwrap())
}

fn press(course: &mut CourseScreen, keys: &[GameKey]) {
    keys.iter().for_each(|&key| assert_eq!(course.key(key), Then::Stay, "{key:?}"));
}

/// Lets what is waited for end.
fn search(course: &mut CourseScreen) -> Option<Opened> {
    let desk = GameDesk::with(TableStore::default(), Allowance { threads: 1, ..Allowance::default() });
    course.take(course.wants().unwrap().run(&desk), 1)
}

fn told(opened: Option<Opened>) -> ToldAnswer {
    match opened {
        Some(Opened::Slide(game)) => *game.watch().unwrap().told.clone().unwrap(),
        Some(Opened::Pack(game)) => *game.watch().unwrap().told.clone().unwrap(),
        None => panic!("there is an answer"),
    }
}

/// The node counts are those of the course's reports: `testdata/slide/reports.txt`.
#[test]
fn a_course_program_is_a_method_with_its_variant() {
    let mut course = screen("1 2 3 4/5 6 - 8/9 10 7 11/13 14 15 12");
    press(&mut course, &[GameKey::Char('v'), GameKey::Enter]);
    let told = told(search(&mut course));
    let fact = |name: &str| told.facts.iter().find(|(known, _)| known == name).unwrap().1.as_str();
    assert_eq!((fact("Method"), fact("Heuristic"), fact("Generated")), ("branch-and-bound", "hamming", "10"));
    assert_eq!(told.headline, "3 moves, proven shortest");
    assert!(told.text.contains("Step 3: Down") && told.text.contains("10 generated"), "{}", told.text);
    assert_eq!(told.cost_at(0).unwrap().1, "0 + 3 = 3");
    assert_eq!(told.cost_at(3).unwrap().1, "3 + 0 = 3");
}

#[test]
fn heuristics_are_chosen_by_arrows_and_by_letter() {
    let mut course = screen("7 2 4/5 - 6/8 3 1");
    press(&mut course, &[GameKey::Down, GameKey::Down, GameKey::Char('h')]);
    let heuristic = |course: &CourseScreen| match course.choices[course.chosen] {
        MethodChoice::Slide { heuristic, .. } => heuristic,
        MethodChoice::Pack(_) => None,
    };
    assert_eq!(heuristic(&course), Some(HeuristicName::Hamming));
    press(&mut course, &[GameKey::Char('m')]);
    assert_eq!(heuristic(&course), Some(HeuristicName::Manhattan));
    press(&mut course, &[GameKey::Right]);
    assert_eq!(heuristic(&course), Some(HeuristicName::LinearConflict));
}

#[test]
fn a_goal_is_chosen_or_typed() {
    let mut course = screen("1 2 3/8 6 4/7 - 5");
    press(&mut course, &[GameKey::Char('g')]);
    assert_eq!((course.named_goal(), course.message()), (Some(Goal::BlankFirst), "Goal: blank-first"));
    press(&mut course, &[GameKey::Char('G')]);
    assert_eq!(course.message(), "", "nothing stands behind the goal that is typed");
    "1 2 3/8 0 4/7 6 5".chars().for_each(|c| press(&mut course, &[GameKey::Char(c)]));
    press(&mut course, &[GameKey::Enter]);
    assert_eq!(course.named_goal(), Some(Goal::Spiral));
    press(&mut course, &[GameKey::Char('G'), GameKey::Char('1'), GameKey::Enter]);
    assert!(course.typed().is_some() && !course.message().is_empty());
    press(&mut course, &[GameKey::Char('2')]);
    assert_eq!(course.message(), "", "the mistake was that of the text before");
    press(&mut course, &[GameKey::Esc]);
    assert!(course.typed().is_none());
    assert_eq!(course.message(), "Choose the method, then Enter.");
}

#[test]
fn a_table_that_is_cut_has_kurang_for_every_number_it_shows() {
    let large = Goal::BlankLast.board(Size::new(8, 8).unwrap());
    let puzzle = Puzzle::with_goal(large, Goal::BlankLast);
    for room in 5..14 {
        let lines = verdict_lines(&puzzle, room);
        let count = |start: &str| lines.iter().filter(|line| line.starts_with(start)).count();
        assert_eq!(count("i "), count("KURANG(i)"), "{lines:#?}");
        assert!(lines.len() <= room && lines.last().unwrap().contains("can be solved"), "{lines:#?}");
    }
}

#[test]
fn a_board_that_cannot_be_solved_is_not_searched() {
    let mut course = screen("1 3 4 15/2 - 5 12/7 6 11 14/8 9 10 13");
    press(&mut course, &[GameKey::Enter]);
    assert!(course.wants().is_none() && course.message().contains("cannot be solved"));
    assert_eq!(course.key(GameKey::Char('p')), Then::Play);
}

#[test]
fn brute_force_counts_its_cases() {
    let mut course = screen("2 3 2/DEFAULT/AAA/A/BB");
    press(&mut course, &[GameKey::Enter]);
    let told = told(search(&mut course));
    assert_eq!(told.facts[0].1, "brute-force");
    assert!(told.text.starts_with("AAA\nABB\n") && told.text.contains("cases"), "{}", told.text);
    let mut course = screen("2 3 1/DEFAULT/AAA");
    press(&mut course, &[GameKey::Enter]);
    assert!(search(&mut course).is_none());
    assert!(course.message().contains("There is no solution"), "{}", course.message());
}

#[test]
fn trees_and_tables_are_read_and_written() {
    let mut course = screen("1 2 3/4 5 6/- 7 8");
    press(&mut course, &[GameKey::Char('t')]);
    assert!(search(&mut course).is_none() && course.has_view());
    assert_eq!(course.saved().unwrap().name(), "tree.svg");
    press(&mut course, &[GameKey::Down, GameKey::End, GameKey::Home, GameKey::Esc, GameKey::Char('c')]);
    search(&mut course);
    let lines = &course.view.as_ref().unwrap().lines;
    assert!(lines[0].starts_with("method") && lines.len() > 10, "{lines:?}");
    assert_eq!(course.saved().unwrap().name(), "compare.svg");
}
