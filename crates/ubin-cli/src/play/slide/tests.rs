use ubin::slide::{Goal, Size, TableStore, letters, text};
use ubin_front::Allowance;

use super::*;
use crate::play::worker::GameDesk;

const LECTURE: &str = "1 2 3 4/5 6 - 8/9 10 7 11/13 14 15 12";

fn game(board: &str) -> SlideGame {
    SlideGame::new(Puzzle::with_goal(text::read(board, None).unwrap(), Goal::BlankLast), 1)
}

fn desk() -> GameDesk {
    GameDesk::with(TableStore::default(), Allowance { threads: 1, ..Allowance::default() })
}

/// Does what the game wants, as the runner would, until it wants nothing.
fn search(game: &mut SlideGame) {
    while let Some(job) = game.wants() {
        game.take(job.run(&desk()));
    }
}

/// Begins what the game wants, and the player stops it.
fn search_and_stop(game: &mut SlideGame) {
    let desk = desk();
    desk.stop();
    game.take(game.wants().unwrap().run(&desk));
}

fn press(game: &mut SlideGame, keys: &str) {
    keys.chars().for_each(|key| assert_eq!(game.key(GameKey::Char(key)), Then::Stay, "{key}"));
}

#[test]
fn moves_undo_and_redo() {
    let mut game = game(LECTURE);
    game.key(GameKey::Down);
    game.key(GameKey::Right);
    assert_eq!(letters(&game.done), "DR");
    game.key(GameKey::Ctrl('z'));
    assert_eq!(game.board, game.puzzle.board().after(&[Dir::Down]).unwrap());
    press(&mut game, "R");
    assert_eq!(letters(&game.done), "DR");
    press(&mut game, "uuu");
    assert_eq!((game.message(), game.done.len()), ("Nothing to undo.", 0));
    game.key(GameKey::Up);
    press(&mut game, "r");
    assert_eq!(game.message(), "Nothing to redo.", "a move forgets what was undone");
}

#[test]
fn arrows_and_letters_move_the_blank_or_the_tile() {
    let mut game = game(LECTURE);
    press(&mut game, "swda");
    assert_eq!(letters(&game.done), "DURL");
    press(&mut game, "ts");
    assert_eq!(letters(&game.done), "DURLU", "the tile goes down, the blank up");
    let done = game.done.clone();
    press(&mut game, "s");
    assert_eq!(game.done, done, "the edge is there");
}

#[test]
fn a_click_slides_a_whole_run() {
    let mut game = game(LECTURE);
    game.click(4);
    assert_eq!(letters(&game.done), "LL");
    game.click(12);
    assert_eq!(letters(&game.done), "LLDD");
    game.click(3);
    assert_eq!(letters(&game.done), "LLDD");
    assert!(game.message().contains("row or column"));
}

#[test]
fn the_shortest_from_here_and_how_much_over_it() {
    let mut game = game(LECTURE);
    assert_eq!(game.over(), None);
    search(&mut game);
    assert_eq!((game.shortest(&game.board), game.over()), (Some(3), Some(0)));
    press(&mut game, "s");
    assert_eq!(game.wants(), None, "a move of the known way needs no search");
    assert_eq!(game.over(), Some(0));
    press(&mut game, "w");
    assert_eq!(game.over(), Some(2));
    press(&mut game, "a");
    search(&mut game);
    assert_eq!((game.shortest(&game.board), game.over()), (Some(4), Some(4)));
}

#[test]
fn a_solved_board_says_so() {
    let mut game = game(LECTURE);
    search(&mut game);
    game.tick(Duration::from_secs(5));
    assert_eq!(game.elapsed, Duration::ZERO, "the clock starts with the first move");
    press(&mut game, "s");
    game.tick(Duration::from_secs(5));
    press(&mut game, "ds");
    game.tick(Duration::from_secs(5));
    assert_eq!(game.elapsed, Duration::from_secs(5), "and stops with the last");
    assert!(game.is_solved());
    assert_eq!(game.message(), "Solved in 3 moves, the shortest. Well done!");
    assert_eq!(game.wants(), None);
    let Some(SolvedGame::Way { puzzle, moves, is_proven, .. }) = game.solution() else { panic!("it is solved") };
    assert_eq!((puzzle.board(), letters(&moves).as_str(), is_proven), (game.puzzle.board(), "DRD", true));
}

#[test]
fn who_moves_at_once_is_told_the_shortest_too() {
    let mut game = game(LECTURE);
    press(&mut game, "wssds");
    assert_eq!(game.message(), "Solved in 5 moves.");
    search(&mut game);
    assert_eq!(game.message(), "Solved in 5 moves, 2 over the shortest.");
}

#[test]
fn a_hint_is_the_first_move_of_a_shortest_way() {
    let mut game = game(LECTURE);
    press(&mut game, "H");
    assert!(game.is_waiting());
    search(&mut game);
    assert_eq!(game.message(), "Hint: tile 7 goes up (the blank goes down): 3 to go with it.");
    press(&mut game, "s");
    assert_eq!((game.hint, game.message()), (None, ""));
}

#[test]
fn a_solution_is_watched_and_taken_over() {
    let mut game = game(LECTURE);
    press(&mut game, "S");
    search(&mut game);
    assert_eq!(game.shown(), *game.puzzle.board());
    game.tick(Duration::from_millis(400));
    assert_eq!(game.shown(), game.puzzle.board().after(&[Dir::Down]).unwrap());
    press(&mut game, ".,. ");
    assert!(game.watch().unwrap().replay.is_playing());
    game.tick(Duration::from_secs(9));
    assert_eq!(game.shown(), *game.puzzle.goal());
    game.key(GameKey::Esc);
    assert_eq!((&game.shown(), game.done.len()), (game.puzzle.board(), 0), "the own game is as it was");
    press(&mut game, "S..");
    game.key(GameKey::Enter);
    assert_eq!(letters(&game.done), "DR");
}

#[test]
fn escape_stops_what_was_asked_and_the_game_goes_on() {
    let board = ubin::slide::generate::random(Size::new(4, 4).unwrap(), 1);
    let mut game = SlideGame::new(Puzzle::with_goal(board, Goal::BlankLast), 1);
    press(&mut game, "S");
    assert_eq!(game.key(GameKey::Esc), Then::Stop);
    search_and_stop(&mut game);
    assert!(!game.is_waiting());
    assert!(game.message().starts_with("Stopped. Every solution has at least "), "{}", game.message());
    assert_eq!(game.wants(), None);
    assert_eq!(game.key(GameKey::Esc), Then::Back);
}

#[test]
fn new_boards_come_by_level() {
    let mut game = game("1 2 3/4 5 6/7 - 8");
    press(&mut game, "g");
    game.key(GameKey::Esc);
    assert_eq!(game.wants().map(|job| matches!(job, GameJob::Way { .. })), Some(true));
    press(&mut game, "g2");
    search(&mut game);
    assert!(game.message().starts_with("A new board: "), "{}", game.message());
    let length = game.shortest(&game.board).unwrap() as u32;
    // Two fifths to two thirds of the 31 moves that the farthest board needs.
    let (from, to) = (12, 20);
    assert!((from..=to).contains(&length));
    let first = game.board.clone();
    press(&mut game, "g2");
    search(&mut game);
    assert_ne!(game.board, first, "the next one is another");
}

#[test]
fn an_unsolvable_board_is_not_searched() {
    let mut game = game("1 2 3/4 5 6/8 7 -");
    assert!(game.message().contains("cannot be solved"));
    assert_eq!(game.wants(), None);
    press(&mut game, "SH");
    assert_eq!(game.wants(), None);
}

#[test]
fn large_boards_get_a_glance_and_an_effort() {
    let mut game = SlideGame::new(
        Puzzle::with_goal(ubin::slide::generate::random(Size::new(5, 5).unwrap(), 1), Goal::BlankLast),
        1,
    );
    let effort = |game: &SlideGame| match game.wants() {
        Some(GameJob::Way { effort, .. }) => effort,
        other => panic!("{other:?}"),
    };
    assert_eq!(effort(&game), Some(GLANCE));
    press(&mut game, "S");
    assert_eq!(effort(&game), Some(EFFORT));
}

#[test]
fn keys_wait_for_the_board_that_is_being_made() {
    let mut game = game("1 2 3/4 5 6/7 - 8");
    press(&mut game, "g1");
    press(&mut game, "wuS");
    game.click(5);
    assert_eq!((game.done.len(), game.is_waiting()), (0, true));
    search(&mut game);
    assert!(!game.is_solved());
}

#[test]
fn a_board_that_cannot_be_solved_says_so_whenever_it_is_asked() {
    let mut game = game("1 2 3/4 5 6/8 7 -");
    game.say(String::new());
    press(&mut game, "S");
    assert!(game.message().starts_with("This board cannot be solved"), "{}", game.message());
}
