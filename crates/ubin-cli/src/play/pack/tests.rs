use ubin::pack::{sets, text};
use ubin::slide::TableStore;
use ubin_front::Allowance;

use super::*;
use crate::play::worker::GameDesk;

const SMALL: &str = "2 3 2\nDEFAULT\nAAA\nA\nBB\n";

fn game(text: &str) -> PackGame {
    PackGame::new(text::read(text).unwrap().puzzle, 1)
}

fn desk() -> GameDesk {
    GameDesk::with(TableStore::default(), Allowance { threads: 1, ..Allowance::default() })
}

fn run(game: &mut PackGame, desk: &GameDesk) {
    let job = game.wants().expect("there is something to search");
    game.take(job.run(desk));
}

/// Does what the game wants, as the runner would, until it wants nothing.
fn search(game: &mut PackGame) {
    while game.wants().is_some() {
        run(game, &desk());
    }
}

fn press(game: &mut PackGame, keys: &[GameKey]) {
    keys.iter().for_each(|&key| assert_eq!(game.key(key), Then::Stay, "{key:?}"));
}

fn rows(game: &PackGame) -> Vec<String> {
    let owners = game.owners();
    text::picture(game.puzzle.board(), |cell| game.puzzle.mark_of(owners[cell]), " ").concat()
}

#[test]
fn pieces_are_taken_turned_placed_and_lifted() {
    let mut game = game(SMALL);
    press(&mut game, &[GameKey::Char('A'), GameKey::Enter]);
    assert_eq!(rows(&game), ["AAA", "A.."]);
    press(&mut game, &[GameKey::Char('b'), GameKey::Down, GameKey::Right, GameKey::Right]);
    assert!(matches!(game.fit(), Some(Fit::Outside | Fit::Fits(_))));
    press(&mut game, &[GameKey::Char(' '), GameKey::Enter]);
    assert_eq!(rows(&game), ["AAA", "ABB"]);
    assert!(game.is_solved());
    assert!(game.message().starts_with("Solved"), "{}", game.message());
    press(&mut game, &[GameKey::Ctrl('z')]);
    assert_eq!(rows(&game), ["AAA", "A.."]);
    press(&mut game, &[GameKey::Ctrl('y'), GameKey::Delete]);
    assert_eq!(rows(&game), ["AAA", "A.."], "the cursor is where the last piece was placed");
}

#[test]
fn what_does_not_fit_says_why() {
    let mut game = game("2 3 2\nDEFAULT\nAAA\nA\nBB\nPLACED\nAAA\nA..\n");
    press(
        &mut game,
        &[GameKey::Tab, GameKey::Up, GameKey::Up, GameKey::Left, GameKey::Left, GameKey::Right, GameKey::Enter],
    );
    assert_eq!(game.message(), "It cannot lie here: piece A is in the way.");
    press(&mut game, &[GameKey::Char('r'), GameKey::Char(' ')]);
    assert_eq!(game.message(), "Turned like this it fits nowhere.");
    press(&mut game, &[GameKey::Char('A')]);
    assert_eq!(game.message(), "Piece A is given and stays.");
}

#[test]
fn a_click_takes_and_places() {
    let mut game = game(SMALL);
    game.pick(0);
    game.click(Spot::flat(0, 1));
    assert_eq!(rows(&game), ["AAA", "A.."]);
    game.click(Spot::flat(1, 0));
    assert_eq!((rows(&game), game.hand.as_ref().map(|hand| hand.piece)), (vec!["...".into(), "...".into()], Some(0)));
    press(&mut game, &[GameKey::Esc]);
    assert_eq!(game.tray(), [0, 1]);
}

#[test]
fn letters_of_commands_take_pieces_with_shift() {
    let mut game = PackGame::new(sets::named("iq").unwrap().puzzle(), 1);
    press(&mut game, &[GameKey::Char('H')]);
    assert_eq!(game.hand.as_ref().map(|hand| game.puzzle.mark(hand.piece)), Some("H"));
    press(&mut game, &[GameKey::Char('h')]);
    assert!(game.is_waiting(), "h is the hint");
    press(&mut game, &[GameKey::Char('R')]);
    assert_eq!(game.hand.as_ref().unwrap().orientation(&game.puzzle).0, 1, "there is no piece R, so it turns");
}

#[test]
fn small_letters_of_commands_take_pieces_with_shift_too() {
    let mut game = PackGame::new(sets::named("bedlam").unwrap().puzzle(), 1);
    press(&mut game, &[GameKey::Char('H')]);
    assert_eq!(game.hand.as_ref().map(|hand| game.puzzle.mark(hand.piece)), Some("h"));
    press(&mut game, &[GameKey::Char('e')]);
    assert_eq!(game.hand.as_ref().map(|hand| game.puzzle.mark(hand.piece)), Some("e"));
}

#[test]
fn flips_may_be_forbidden() {
    let puzzle = text::read(SMALL).unwrap().puzzle;
    let mut game = PackGame::new(puzzle.with_flips(ubin::pack::Flips::Forbidden).unwrap(), 1);
    press(&mut game, &[GameKey::Char('A'), GameKey::Char('f')]);
    assert_eq!(game.message(), "Pieces of this puzzle may not be turned over.");
}

#[test]
fn a_dead_end_is_told_and_a_hint_is_part_of_a_solution() {
    let mut game = game(SMALL);
    press(&mut game, &[GameKey::Char('h')]);
    search(&mut game);
    assert!(game.message().starts_with("Hint: place "), "{}", game.message());
    let hint = game.hint.clone().unwrap();
    game.become_of(vec![hint]);
    search(&mut game);
    assert!(matches!(game.verdicts.get(game.puzzle.placed()), Some(Verdict::Alive(_))));
    // B in the middle of a row leaves no room for A.
    game.lay(vec![Placement { piece: 1, cells: vec![1, 4] }]);
    press(&mut game, &[GameKey::Char('h')]);
    search(&mut game);
    assert!(matches!(game.verdicts.get(game.puzzle.placed()), Some(Verdict::Dead(_))));
    assert_eq!(game.message(), "No piece helps here: lift one, or undo.");
}

#[test]
fn a_solution_is_watched_piece_by_piece_and_kept() {
    for set in ["iq", "iq-diamond", "iq-pyramid", "soma"] {
        let mut game = PackGame::new(sets::named(set).unwrap().puzzle(), 1);
        press(&mut game, &[GameKey::Char('s')]);
        search(&mut game);
        assert_eq!(game.owners().iter().flatten().count(), 0, "{set}");
        press(&mut game, &[GameKey::Char('.')]);
        assert!(game.owners().iter().flatten().count() >= 3, "{set}");
        assert!(game.solution().is_some());
        press(&mut game, &[GameKey::End, GameKey::Enter]);
        assert!(game.is_solved(), "{set}");
        assert!(game.solution().is_some());
        press(&mut game, &[GameKey::Char('u')]);
        assert_eq!(game.puzzle.placed().len(), 0);
    }
}

#[test]
fn a_search_can_be_stopped() {
    let mut game = PackGame::new(sets::named("bedlam").unwrap().puzzle(), 1);
    press(&mut game, &[GameKey::Char('s')]);
    assert_eq!(game.key(GameKey::Esc), Then::Stop);
    let stopped = desk();
    stopped.stop();
    run(&mut game, &stopped);
    assert!(game.message().starts_with("Stopped"), "{}", game.message());
    assert!(!game.is_waiting());
}

#[test]
fn challenges_have_given_pieces() {
    let mut game = PackGame::new(sets::named("soma").unwrap().puzzle(), 1);
    press(&mut game, &[GameKey::Char('g'), GameKey::Char('1')]);
    run(&mut game, &desk());
    assert!(game.message().starts_with("A challenge: "), "{}", game.message());
    assert!(!game.puzzle.placed().is_empty());
}
