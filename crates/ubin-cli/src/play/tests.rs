//! What the screens show, in a terminal that only remembers.

use clap::Parser as _;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use ubin::slide::Size;

use super::*;
use crate::args::Cli;

struct Stage {
    app: GameApp,
    terminal: Terminal<TestBackend>,
}

impl Stage {
    fn new(puzzle: Option<&str>, width: u16, height: u16) -> Stage {
        let folder = std::env::temp_dir().join("ubin-play-tests");
        let cache = folder.display().to_string();
        let common = Cli::parse_from(["ubin", "--color", "never", "--seed", "1", "--cache", &cache]).common;
        let puzzle = puzzle.map(|puzzle| {
            opened(&common, PuzzleFields { puzzle: puzzle.into(), ..PuzzleFields::default() }, None).unwrap()
        });
        let mut app = GameApp::new(&common, puzzle);
        app.paint = ScreenPaint::PLAIN;
        Stage { app, terminal: Terminal::new(TestBackend::new(width, height)).unwrap() }
    }

    fn keys(&mut self, keys: &str) {
        for c in keys.chars() {
            let code = match c {
                '\n' => KeyCode::Enter,
                '\t' => KeyCode::Tab,
                '\u{1b}' => KeyCode::Esc,
                c => KeyCode::Char(c),
            };
            self.app.event(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
        }
    }

    /// Types a file's name in place of the one that is offered.
    fn name(&mut self, name: &str) {
        self.app.saving.as_mut().unwrap().0 = Naming::with(name);
    }

    /// Lets the searches end, then draws.
    fn shown(&mut self) -> String {
        self.app.tick(Duration::ZERO);
        while self.app.jobs.progress().is_some() || self.app.writing.is_some() {
            std::thread::sleep(Duration::from_millis(1));
            self.app.tick(Duration::ZERO);
        }
        self.terminal.draw(|frame| self.app.draw(frame.buffer_mut())).unwrap();
        let buffer = self.terminal.backend().buffer().clone();
        let row = |y| (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..buffer.area.height).map(|y| row(y).trim_end().to_string() + "\n").collect()
    }

    fn click(&mut self, column: u16, row: u16) {
        let kind = MouseEventKind::Down(MouseButton::Left);
        self.app.event(Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
    }
}

#[track_caller]
fn check(shown: &str, parts: &[&str]) {
    for part in parts {
        assert!(shown.contains(part), "expected '{part}' in\n{shown}");
    }
}

#[test]
fn a_sliding_board_at_80_by_24() {
    let mut stage = Stage::new(Some("1 2 3/4 5 6/- 7 8"), 80, 24);
    let shown = stage.shown();
    check(&shown, &["ubin: sliding tiles, 3x3", "Moves      0", "From here  2 moves (shortest)", "│", "? keys"]);
    assert_eq!(shown.lines().count(), 24);
}

#[test]
fn tiles_are_where_clicks_find_them() {
    let mut stage = Stage::new(Some("1 2 3/4 5 6/- 7 8"), 80, 24);
    let shown = stage.shown();
    let (row, line) = shown.lines().enumerate().find(|(_, line)| line.contains("│   8")).unwrap();
    let column = line.chars().position(|c| c == '8').unwrap();
    stage.click(column as u16, row as u16);
    check(&stage.shown(), &["Solved in 2 moves, the shortest. Well done!", "Moves      2"]);
}

#[test]
fn small_large_and_huge() {
    check(&Stage::new(Some("1 2 3/4 5 6/- 7 8"), 40, 10).shown(), &["40 x 10", "at least 50 x 14"]);
    let board = ubin::slide::generate::random(Size::new(32, 32).unwrap(), 1).to_string();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.txt");
    std::fs::write(&path, board).unwrap();
    let mut stage = Stage::new(path.to_str(), 80, 24);
    // A board of this size takes its whole glance; what is drawn does not wait for it.
    stage.terminal.draw(|frame| stage.app.draw(frame.buffer_mut())).unwrap();
    let text = format!("{}", stage.terminal.backend());
    check(&text, &["Only a part of the board fits", "rows "]);
}

#[test]
fn hints_stand_out_without_colour() {
    let mut stage = Stage::new(Some("1 2 3/4 5 6/- 7 8"), 80, 24);
    stage.keys("H");
    check(&stage.shown(), &["Hint: tile 7 goes left"]);
    let buffer = stage.terminal.backend().buffer();
    let reversed = |symbol: &str| {
        let shown = |cell: &&ratatui::buffer::Cell| cell.symbol() == symbol;
        buffer.content.iter().filter(shown).any(|cell| cell.modifier.contains(ratatui::style::Modifier::REVERSED))
    };
    assert!(reversed("7") && !reversed("8"));
    assert!(buffer.content.iter().all(|cell| cell.fg == ratatui::style::Color::Reset));
    assert!(buffer.content.iter().all(|cell| cell.bg == ratatui::style::Color::Reset));
}

#[test]
fn packing_at_80_by_24() {
    let mut stage = Stage::new(Some("2 3 2/DEFAULT/AAA/A/BB"), 80, 24);
    check(
        &stage.shown(),
        &["ubin: packing, 2x3", "Placed 0 of 2 pieces", "Pieces left", "A A A   B B", "It can still be solved."],
    );
    stage.keys("A");
    check(&stage.shown(), &["[A]", "A in hand: turn 1/8", "fits: Enter places it"]);
    stage.keys("r");
    let turned = stage.shown();
    check(&turned, &["!A!", "off the board"]);
    stage.keys("\u{1b}A\n");
    check(&stage.shown(), &["Placed 1 of 2 pieces"]);
    stage.keys("s");
    let watched = stage.shown();
    check(&watched, &["Watching: piece 0 of 1", "W writes"]);
    assert!(!watched.contains("Placed"), "what the player has placed is not what is watched:\n{watched}");
    stage.keys(".\n");
    check(&stage.shown(), &["Solved: every piece is placed."]);
}

#[test]
fn pieces_of_the_tray_can_be_clicked() {
    let mut stage = Stage::new(Some("2 3 2/DEFAULT/AAA/A/BB"), 80, 24);
    let shown = stage.shown();
    let (row, line) = shown.lines().enumerate().find(|(_, line)| line.contains("A A A   B B")).unwrap();
    let column = line.chars().collect::<Vec<_>>().windows(3).position(|cells| cells == ['B', ' ', 'B']).unwrap();
    stage.click(column as u16, row as u16);
    check(&stage.shown(), &["B in hand"]);
}

#[test]
fn a_pyramid_shows_all_its_layers() {
    let mut stage = Stage::new(Some("iq-pyramid"), 80, 24);
    check(&stage.shown(), &["[1]", " 2 ", " 5 ", "a pyramid of 55 balls"]);
    stage.keys("]");
    check(&stage.shown(), &["[2]"]);
}

#[test]
fn every_screen_fits_its_window() {
    for puzzle in [None, Some("1 2 3/4 5 6/- 7 8"), Some("iq"), Some("iq-pyramid"), Some("bedlam")] {
        for (width, height) in [(50, 14), (80, 24), (120, 40), (200, 60), (1, 1), (3, 20)] {
            let mut stage = Stage::new(puzzle, width, height);
            stage.shown();
            stage.keys("\t?");
            stage.shown();
        }
    }
}

#[test]
fn the_keys_that_the_help_lists_fit_80_by_24() {
    let mut stage = Stage::new(Some("iq"), 80, 24);
    stage.keys("?");
    let shown = stage.shown();
    check(&shown, &["q or Ctrl-C", "any key goes back"]);
    stage.keys("x");
    check(&stage.shown(), &["Pieces left"]);
}

#[test]
fn the_start_screen_opens_and_complains() {
    let mut stage = Stage::new(None, 80, 24);
    check(&stage.shown(), &["> 1  Open a file", "5  Start the web page", "6  Quit"]);
    stage.app.event(Event::Paste("1 2 3\r4 5 6\r7 9 -".into()));
    stage.app.event(Event::Key(KeyEvent::new(KeyCode::Char('d'), KeyModifiers::CONTROL)));
    check(&stage.shown(), &["the text:3:5:"]);
    stage.keys("\u{1b}22");
    check(&stage.shown(), &["sliding tiles, 3x3", "> 1 branch-and-bound < hamming >", "The puzzle can be solved."]);
    stage.keys("p");
    check(&stage.shown(), &["sliding tiles, 3x3", "moves (shortest)"]);
    stage.keys("\u{1b}");
    check(&stage.shown(), &["> 1 branch-and-bound"]);
    stage.keys("\u{1b}");
    check(&stage.shown(), &["> 1  Open a file"]);
    stage.keys("5");
    assert_eq!(stage.app.exit, Some(Exit::Answered));
}

#[test]
fn a_solution_is_written_as_its_ending_says() {
    let folder = tempfile::tempdir().unwrap();
    for (puzzle, text) in
        [("1 2 3/4 5 6/- 7 8", "2 moves, proven shortest:\nRR\n"), ("2 3 2/DEFAULT/AAA/A/BB", "AAA\nABB\n")]
    {
        for (ending, head) in [("txt", &b""[..]), ("svg", b"<svg"), ("png", b"\x89PNG"), ("gif", b"GIF89a")] {
            let path = folder.path().join(format!("out.{ending}"));
            let mut stage = Stage::new(Some(puzzle), 80, 24);
            stage.keys(if puzzle.starts_with('1') { "S" } else { "s" });
            stage.shown();
            stage.keys("w");
            stage.name(path.to_str().unwrap());
            // The second puzzle finds the files of the first.
            stage.keys(if path.exists() { "\n\n" } else { "\n" });
            check(&stage.shown(), &["Wrote "]);
            let bytes = std::fs::read(&path).unwrap();
            assert!(bytes.starts_with(head), "{ending}");
            if ending == "txt" {
                assert!(String::from_utf8(bytes).unwrap().ends_with(text), "{puzzle}");
            }
        }
    }
    let mut stage = Stage::new(Some("1 2 3/4 5 6/- 7 8"), 80, 24);
    stage.keys("S");
    stage.shown();
    stage.keys("w");
    stage.name("solution.doc");
    stage.keys("\n");
    check(&stage.shown(), &["the name ends in '.doc': expected .txt"]);
}

#[test]
fn a_file_that_is_there_is_replaced_only_when_asked_twice() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.txt");
    std::fs::write(&path, "old").unwrap();
    let mut stage = Stage::new(Some("1 2 3/4 5 6/- 7 8"), 120, 24);
    stage.keys("S");
    stage.shown();
    stage.keys("w");
    stage.name(path.to_str().unwrap());
    stage.keys("\n");
    check(&stage.shown(), &["old.txt is there already: Enter again replaces it."]);
    // Another key takes the question back, on the screen, too: it is asked anew.
    stage.keys("x");
    assert!(!stage.shown().contains("Enter again"), "{}", stage.shown());
    stage.keys("\u{1b}w");
    stage.name(path.to_str().unwrap());
    stage.keys("\n");
    stage.shown();
    assert_eq!(std::fs::read(&path).unwrap(), b"old");
    stage.keys("\n");
    check(&stage.shown(), &["Wrote "]);
    assert!(std::fs::read_to_string(&path).unwrap().ends_with("RR\n"));
}

#[test]
fn a_film_is_written_behind_the_screen_and_esc_stops_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("film.gif");
    let size = Size::new(32, 32).unwrap();
    let puzzle = ubin::slide::Puzzle::with_goal(Goal::BlankLast.board(size), Goal::BlankLast);
    // Round and round the board's edge: every frame draws all of it.
    let round = ["U", "L", "D", "R"].map(|dir| dir.repeat(31)).concat().repeat(100);
    let moves: Vec<_> = round.chars().map(|c| ubin::slide::Dir::of_letter(c).unwrap()).collect();
    let mut stage = Stage::new(Some("1 2 3/4 5 6/- 7 8"), 200, 24);
    stage.shown();
    let solved = SolvedGame::Way { puzzle, moves, is_proven: false, text: None };
    stage.app.writing = Some(Writing::begin(solved, path.clone(), stage.app.jobs.desk(), &stage.app.common));
    // The game goes on meanwhile.
    stage.keys("d");
    assert!(stage.app.writing.is_some(), "drawing so much takes longer than a key");
    stage.terminal.draw(|frame| stage.app.draw(frame.buffer_mut())).unwrap();
    check(&format!("{}", stage.terminal.backend()), &["Moves      1"]);
    stage.keys("\u{1b}");
    check(&stage.shown(), &["Did not write ", "film.gif: interrupted."]);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "a stopped film leaves nothing behind");
}

#[test]
fn marks_of_narrow_cells_are_whole() {
    let mut stage = Stage::new(Some("bedlam"), 80, 24);
    check(&stage.shown(), &["(·)· ·"]);
    stage.keys("\t");
    let shown = stage.shown();
    let mark = |c: char| matches!(c, '[' | '!');
    // The first layer's rows; the layers' own names are in brackets, too.
    let rows: Vec<&str> = shown.lines().skip(3).take(4).map(|line| &line[..line.len().min(44)]).collect();
    let opening: usize = rows.iter().map(|row| row.matches(mark).count()).sum();
    assert!(opening > 0, "{shown}");
    for row in rows {
        let open = row.matches('[').count();
        assert_eq!(open, row.matches(']').count(), "{shown}");
        assert_eq!(row.matches('!').count() % 2, 0, "{shown}");
        assert!(!row.contains("]e]") && !row.contains("e]e"), "{shown}");
    }
    // A sliding board whose tiles are one row high.
    let mut stage = Stage::new(Some("1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 - 24"), 50, 14);
    stage.shown();
    stage.keys("H");
    check(&stage.shown(), &["[24]"]);
}

#[test]
fn the_keys_of_a_sheet_are_those_that_its_puzzle_takes() {
    for (text, is_slide) in [("1 2 3/4 5 6/- 7 8", true), ("2 2 2/DEFAULT/AA/BB", false)] {
        let mut stage = Stage::new(None, 80, 24);
        stage.keys("4");
        stage.app.event(Event::Paste(text.into()));
        stage.app.event(Event::Key(KeyEvent::new(KeyCode::Char('d'), KeyModifiers::CONTROL)));
        check(&stage.shown(), &["Choose the method"]);
        stage.keys("?");
        let shown = stage.shown();
        check(&shown, &["the method", "the search tree", "any key goes back"]);
        for sliding in ["the heuristic", "the variant", "the next goal"] {
            assert_eq!(shown.contains(sliding), is_slide, "{sliding} in\n{shown}");
        }
    }
}

#[test]
fn the_line_of_keys_is_not_cut() {
    for puzzle in ["1 2 3/4 5 6/- 7 8", "iq", "soma"] {
        for keys in ["", "S", "\u{1b}\t"] {
            let mut stage = Stage::new(Some(puzzle), 60, 20);
            stage.shown();
            stage.keys(keys);
            let shown = stage.shown();
            assert!(shown.lines().last().unwrap().ends_with("  ? keys"), "{shown}");
        }
    }
}

#[test]
fn the_pieces_of_bedlam_have_shapes_at_80_by_24() {
    let mut stage = Stage::new(Some("bedlam"), 80, 24);
    let shown = stage.shown();
    check(&shown, &["Pieces left"]);
    // Twelve pieces of five cubes, and one of four.
    for letter in "evDBAChywzgfx".chars() {
        assert!(shown.matches(letter).count() >= 4, "{letter} in\n{shown}");
    }
}

/// The screens in the manual are the screens: a change of one shows here what to write there.
#[test]
fn the_manual_shows_what_is_drawn() {
    let manual = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/play.md");
    let manual = std::fs::read_to_string(manual).unwrap();
    for (puzzle, keys) in [("1 2 3 4/5 6 - 8/9 10 7 11/13 14 15 12", "wh"), ("iq", "A\nCr")] {
        let mut stage = Stage::new(Some(puzzle), 80, 18);
        stage.keys(keys);
        let shown = stage.shown();
        assert!(manual.contains(&shown), "docs/play.md does not have this screen:\n{shown}");
    }
}

/// So is the screen of the course.
#[test]
fn the_course_page_shows_what_is_drawn() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/course.md");
    let page = std::fs::read_to_string(page).unwrap();
    let mut stage = Stage::new(None, 80, 21);
    stage.app.event(Event::Paste("1 2 4 7\r5 6 16 3\r9 11 12 8\r13 10 14 15".into()));
    stage.app.event(Event::Key(KeyEvent::new(KeyCode::Char('d'), KeyModifiers::CONTROL)));
    let shown = stage.shown();
    assert!(page.contains(&shown), "docs/course.md does not have this screen:\n{shown}");
}

/// Presses F1, which opens the keys also where `?` is a letter.
fn f1(stage: &mut Stage) {
    stage.app.event(Event::Key(KeyEvent::new(KeyCode::F(1), KeyModifiers::NONE)));
}

#[test]
fn every_key_of_every_screen_can_be_read_in_the_smallest_window() {
    let screens: [(Option<&str>, &str, &keys::Keys); 10] = [
        (None, "", keys::START),
        (None, "1", keys::START),
        (None, "4", keys::START),
        (None, "41 2 3/4 5 6/- 7 8\u{4}", keys::COURSE),
        (None, "41 2 3/4 5 6/- 7 8\u{4}G", keys::TYPING),
        (None, "41 2 3/4 5 6/- 7 8\u{4}t", keys::VIEW),
        (Some("1 2 3/4 5 6/- 7 8"), "", keys::SLIDE),
        (Some("1 2 3/4 5 6/- 7 8"), "S", keys::WATCH),
        (Some("2 2 2/DEFAULT/AA/BB"), "", keys::PACK),
        (Some("2 2 2/DEFAULT/AA/BB"), "s", keys::WATCH),
    ];
    for (puzzle, typed, keys) in screens {
        let mut stage = Stage::new(puzzle, LEAST.0, LEAST.1);
        for key in typed.chars() {
            match key {
                '\u{4}' => stage.app.event(Event::Key(KeyEvent::new(KeyCode::Char('d'), KeyModifiers::CONTROL))),
                key => stage.keys(&key.to_string()),
            }
        }
        stage.shown();
        f1(&mut stage);
        let mut pages = stage.shown();
        for _ in 0..40 {
            if screen::help_end(keys, stage.app.window) > 0 {
                stage.app.event(Event::Key(KeyEvent::new(KeyCode::Down, KeyModifiers::NONE)));
            }
            pages += &stage.shown();
        }
        for word in keys.iter().flat_map(|line| [line.key(), line.does()]).flat_map(str::split_whitespace) {
            assert!(pages.contains(word), "{typed:?}: no '{word}' in\n{pages}");
        }
        stage.keys("q");
        assert!(stage.app.exit.is_none(), "a key closes the list and does no more");
        assert!(stage.app.helping.is_none(), "{typed:?}");
    }
}

#[test]
fn what_is_typed_stays_when_the_keys_were_looked_at() {
    let mut stage = Stage::new(None, 80, 24);
    stage.keys("1what?");
    f1(&mut stage);
    check(&stage.shown(), &["Keys of the start screen", "F1"]);
    stage.keys("x");
    check(&stage.shown(), &["Path: what?_"]);
}

#[test]
fn a_name_with_a_wrong_ending_is_told_the_right_ones() {
    let mut stage = Stage::new(None, 80, 24);
    stage.keys("4");
    stage.keys("1 2 3/4 5 6/- 7 8");
    stage.app.event(Event::Key(KeyEvent::new(KeyCode::Char('d'), KeyModifiers::CONTROL)));
    stage.keys("t");
    stage.shown();
    stage.keys("wtree.gif\n");
    check(&stage.shown(), &["the name ends in '.gif': expected .txt or .svg or .png"]);
    stage.keys("\u{1b}wtree\n");
    check(&stage.shown(), &["the name ends in nothing: expected"]);
}

#[test]
fn a_pyramid_grows_with_its_window_and_its_cells_are_squares() {
    // The columns and rows of the screen that are one cell of the board.
    let cell = |width, height| {
        let mut stage = Stage::new(Some("iq-pyramid"), width, height);
        stage.shown();
        let GameScene::Pack(game) = &stage.app.scene else { panic!("a packing game") };
        let places = (0..width).flat_map(|x| (0..height).map(move |y| (x, y)));
        let corner = ubin::pack::Spot { layer: 0, row: 0, col: 0 };
        let own: Vec<(u16, u16)> =
            places.filter(|&at| pack::view::spot_at(game, stage.app.window, at) == Some(corner)).collect();
        let side =
            |of: fn(&(u16, u16)) -> u16| own.iter().map(of).max().unwrap() - own.iter().map(of).min().unwrap() + 1;
        (side(|at| at.0), side(|at| at.1))
    };
    let (small, middle, large) = (cell(80, 24), cell(120, 40), cell(200, 60));
    assert!(small < middle && middle < large, "{small:?} {middle:?} {large:?}");
    assert_eq!((middle.0, large.0), (2 * middle.1, 2 * large.1));
}

#[test]
fn with_another_goal_the_kurang_table_is_still_there() {
    for (width, height) in [(60, 20), (80, 24), (120, 40)] {
        let mut stage = Stage::new(None, width, height);
        stage.keys("4");
        stage.keys("14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3");
        stage.app.event(Event::Key(KeyEvent::new(KeyCode::Char('d'), KeyModifiers::CONTROL)));
        stage.keys("g");
        let shown = stage.shown();
        check(&shown, &["Goal: blank-first", "KURANG(i)   0", "Sum of KURANG(i) = 89, X = 1", "can be solved"]);
        assert_eq!(shown.contains("Every tile by the number of its goal cell"), height > 20, "{shown}");
    }
}
