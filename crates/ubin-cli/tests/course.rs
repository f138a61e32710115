//! What a person did and saw in the five course programs, done with `ubin` alone, in a real terminal, in both languages: no flag is typed.

#![cfg(unix)]

mod terminal;

use std::path::Path;

use terminal::Play;

const LANGUAGES: [&str; 2] = ["C", "id_ID.UTF-8"];

/// The words of a screen in the language of the locale.
fn of<'a>(locale: &str, english: &'a str, indonesian: &'a str) -> &'a str {
    if locale == "C" { english } else { indonesian }
}

/// `ubin` in a folder that has a file of a report.
fn start(folder: &Path, locale: &str, report: &str) -> Play {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    let text = std::fs::read_to_string(data.join(report)).unwrap();
    std::fs::create_dir_all(folder.join("test")).unwrap();
    std::fs::write(folder.join("test/board.txt"), text).unwrap();
    let play = Play::start_in(folder, &[], &[("LC_ALL", locale)]);
    play.sees(of(locale, "> 1  Open a file", "> 1  Buka berkas"));
    play
}

/// What a report printed of a board.
struct Printed {
    file: &'static str,
    /// Keys that choose the variant.
    variant: &'static str,
    /// The first row of the start.
    row: &'static str,
    kurang: &'static str,
    /// The sum of KURANG(i), X, and both together.
    sums: (&'static str, &'static str, &'static str),
    misplaced: &'static str,
    generated: &'static str,
    moves: &'static str,
}

/// A file, by a name that is asked for again when it is wrong; the verdict and its reason; branch and bound as it was written; the steps with their costs; nodes and time; all of it in a file, and the animation in another.
fn fifteen_puzzle(printed: &Printed) {
    for locale in LANGUAGES {
        let folder = tempfile::tempdir().unwrap();
        let mut play = start(folder.path(), locale, printed.file);
        play.keys("1wrong.txt\r");
        play.sees(of(locale, "there is no file 'wrong.txt'", "tidak ada berkas 'wrong.txt'"));
        play.keys("\x15test/board.txt\r");
        play.sees(printed.row);
        sheet(&play, locale, printed);
        play.keys(printed.variant);
        play.keys("\r");
        steps(&mut play, locale, printed);
        kept(&mut play, locale, printed, folder.path());
        play.keys("\x1b");
        play.sees("> 1 branch-and-bound");
        play.quit();
    }
}

/// What stands on the screen before the search.
fn sheet(play: &Play, locale: &str, printed: &Printed) {
    let (sum, x, both) = printed.sums;
    play.sees(&format!("KURANG(i)   {}", printed.kurang));
    play.sees(&format!("{}KURANG(i) = {sum}, X = {x}: {both} ", of(locale, "Sum of ", "Jumlah ")));
    let misplaced = of(locale, "Misplaced tiles: ", "Jumlah ubin tidak pada tempatnya: ");
    play.sees(&format!("{misplaced}{}", printed.misplaced));
    play.sees(of(locale, "The puzzle can be solved.", "Puzzle dapat diselesaikan."));
    play.sees("> 1 branch-and-bound");
}

/// The figures of the search, every step with its move and its cost, and the animation.
fn steps(play: &mut Play, locale: &str, printed: &Printed) {
    let moves = printed.moves.len();
    let step =
        |number: usize| format!("{} {number} {} {moves}", of(locale, "move", "langkah"), of(locale, "of", "dari"));
    play.sees(&format!("{}{}", of(locale, "Generated  ", "Dibangkitkan "), printed.generated));
    play.sees(of(locale, "Expanded", "Diekspan"));
    play.until("the time", |screen| {
        screen.lines().any(|line| line.contains(of(locale, "Time ", "Waktu ")) && line.trim_end().ends_with(" ms"))
    });
    play.sees(&step(0));
    for (number, dir) in (1..).zip(printed.moves.chars()) {
        play.keys(".");
        let way = match dir {
            'U' => of(locale, "Up", "Atas"),
            'D' => of(locale, "Down", "Bawah"),
            'L' => of(locale, "Left", "Kiri"),
            _ => of(locale, "Right", "Kanan"),
        };
        play.sees(&format!("{}: {way}", step(number)));
        play.sees(&format!("{}{number} + ", of(locale, "Cost       ", "Biaya        ")));
    }
    // From the end it plays from the beginning, as slowly as it can.
    play.keys("--- ");
    play.sees(of(locale, "playing", "diputar"));
    play.keys(",");
    play.sees(of(locale, "paused", "jeda"));
}

/// All of it as text, and the moves as a film.
fn kept(play: &mut Play, locale: &str, printed: &Printed, folder: &Path) {
    play.keys("w");
    play.sees("solution.txt_");
    play.keys("\r");
    play.sees(of(locale, "Wrote solution.txt.", "solution.txt ditulis."));
    let text = std::fs::read_to_string(folder.join("solution.txt")).unwrap();
    for part in [
        printed.row,
        &format!("KURANG(i)   {}", printed.kurang),
        of(locale, "Step 1: ", "Langkah 1: "),
        &format!("{} {}: ", of(locale, "Step", "Langkah"), printed.moves.len()),
        &format!("\n{}\n", printed.moves),
        &format!("{} {}", printed.generated, of(locale, "generated", "dibangkitkan")),
        " ms",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    play.keys("wmoves.gif\r");
    play.sees(of(locale, "Wrote moves.gif.", "moves.gif ditulis."));
    assert!(std::fs::read(folder.join("moves.gif")).unwrap().starts_with(b"GIF89a"));
}

#[test]
fn r0_branch_and_bound_that_drops_what_it_has_seen() {
    fifteen_puzzle(&Printed {
        file: "reports/slide/R0_solveable-1.txt",
        variant: "v",
        row: " 1  2  4  7",
        kurang: "0  0  0  1  1  1  3  0  1  0  2  2  1  0  0  9",
        sums: ("21", "1", "22"),
        misplaced: "9",
        generated: "65",
        moves: "RULDRDLLDRR",
    });
}

#[test]
fn r1_branch_and_bound_as_a_tree() {
    fifteen_puzzle(&Printed {
        file: "reports/slide/R1_test2.txt",
        variant: "vv",
        row: " 1  2  3  4",
        kurang: "0  0  0  0  0  0  0  1  1  1  0  0  1  1  1  9",
        sums: ("15", "1", "16"),
        misplaced: "3",
        generated: "9",
        moves: "DRD",
    });
}

#[test]
fn r2_branch_and_bound_by_best_cost() {
    fifteen_puzzle(&Printed {
        file: "reports/slide/R2_solveable1.txt",
        variant: "vvv",
        row: " -  1  3  4",
        kurang: "0  0  1  1  0  1  1  0  5  2  1  0  1  1  1 15",
        sums: ("30", "0", "30"),
        misplaced: "9",
        generated: "37",
        moves: "RDDLURRRDD",
    });
}

#[test]
fn a_random_board_and_one_that_cannot_be_solved() {
    for locale in LANGUAGES {
        let folder = tempfile::tempdir().unwrap();
        let mut play = start(folder.path(), locale, "reports/slide/R0_unsolveable-1.txt");
        play.keys("24");
        play.sees(of(locale, "The puzzle can be solved.", "Puzzle dapat diselesaikan."));
        play.keys("\x1b");
        play.sees(of(locale, "> 1  Open a file", "> 1  Buka berkas"));
        play.keys("1test/board.txt\r");
        play.sees(of(locale, "The puzzle cannot be solved.", "Puzzle tidak dapat diselesaikan."));
        play.keys("\r");
        play.sees(of(locale, "there is nothing to search", "tidak ada yang dicari"));
        for (keys, english, indonesian) in
            [("?", "any key goes back", "tombol apa saja kembali"), ("x", "P plays", "P tetap")]
        {
            play.keys(keys);
            play.sees(of(locale, english, indonesian));
        }
        play.quit();
    }
}

/// The heuristic by its letter, the start and the goal; every state of the path; states generated and explored; tree and table.
#[test]
fn r3_a_star_on_the_eight_puzzle() {
    for locale in LANGUAGES {
        let folder = tempfile::tempdir().unwrap();
        let mut play = start(folder.path(), locale, "reports/slide/R3_main.txt");
        // A board and its goal that are typed.
        play.keys("4");
        play.keys("4 0 5/2 3 1/6 7 8\x04");
        play.sees("> 1 branch-and-bound");
        play.sees("4     ·     5");
        play.keys("g");
        play.sees(of(locale, "Goal: blank-first", "Tujuan: blank-first"));
        play.keys("\x1b[B\x1b[Bm");
        play.sees("> 3 astar            < manhattan >");
        play.keys("h");
        play.sees("> 3 astar            < hamming >");
        play.keys("mv\r");
        play.sees(of(locale, "Generated  115", "Dibangkitkan 115"));
        play.sees(of(locale, "Expanded   70", "Diekspan     70"));
        play.sees(of(locale, "Heuristic  manhattan", "Heuristik    manhattan"));
        for number in 1..=13 {
            play.keys(".");
            play.sees(&format!("{number} {} 13: ", of(locale, "of", "dari")));
        }
        play.sees("LDRULDRRULDL[U]");
        play.keys("t");
        play.sees(of(locale, "The search tree of astar", "Pohon pencarian astar"));
        play.keys("\x1b");
        play.sees("> 3 astar, drop-seen < manhattan >");
        play.keys("c");
        play.sees(of(locale, "Methods side by side", "Metode berdampingan"));
        // In a window of 80 columns the figures of the reports are there.
        for head in of(locale, "expanded generated", "diekspan dibangkitkan").split(' ') {
            play.sees(head);
        }
        play.quit();
    }
}

/// A goal that is typed, again until it is right, and a start from which it cannot be reached.
#[test]
fn r3_a_goal_of_ones_own_and_a_start_that_cannot_be_solved() {
    for locale in LANGUAGES {
        let folder = tempfile::tempdir().unwrap();
        let mut play = start(folder.path(), locale, "reports/slide/R3_unsolvable_example.txt");
        play.keys("1test/board.txt\r");
        play.sees("1     7     8");
        play.keys("G0 1 2/3 4 5/6 7\r");
        play.sees(of(locale, "this row has 2 fields", "baris ini punya 2"));
        play.keys("\x150 1 2/3 4 5/6 7 8\r");
        play.sees(of(locale, "The puzzle cannot be solved.", "Puzzle tidak dapat diselesaikan."));
        play.keys("\r");
        play.sees(of(locale, "there is nothing to search", "tidak ada yang dicari"));
        play.quit();
    }
}

/// The colours that the letters of a solution stand on.
fn colours(play: &Play, letters: std::ops::RangeInclusive<char>) -> Vec<vt100::Color> {
    letters.map(|letter| play.ground_of(letter).unwrap_or_else(|| panic!("no {letter} in\n{}", play.text()))).collect()
}

/// The board with every piece in a colour of its own, the cases, the time, the solution in a file and as a picture.
#[test]
fn r4_brute_force_on_a_packing_puzzle() {
    for locale in LANGUAGES {
        let folder = tempfile::tempdir().unwrap();
        let mut play = start(folder.path(), locale, "pack/reports/R4_case1.txt");
        play.keys("1test/board.txt\r");
        play.sees("> 1 brute-force");
        play.sees(of(locale, "Pieces: ", "Keping: "));
        play.keys("\r");
        play.sees(of(locale, "Cases        2,703,813", "Kasus        2.703.813"));
        play.sees(of(locale, "Watching: piece", "Menonton: keping"));
        play.sees(" ms");
        play.keys(&".".repeat(7));
        play.sees(of(locale, "Watching: piece 7 of 7", "Menonton: keping 7 dari 7"));
        let grounds = colours(&play, 'A'..='G');
        let is_alone = |ground| grounds.iter().filter(|&other| other == ground).count() == 1;
        assert!(grounds.iter().all(is_alone), "{grounds:?}");
        play.keys("w\r");
        play.sees(of(locale, "Wrote solution.txt.", "solution.txt ditulis."));
        let text = std::fs::read_to_string(folder.path().join("solution.txt")).unwrap();
        assert!(text.starts_with("AGGGD\nAABDD\nCCBBE\nCFFEE\nFFFEE\n"), "{text}");
        assert!(text.contains(of(locale, "2,703,813 cases", "2.703.813 kasus")) && text.contains(" ms"), "{text}");
        play.keys("wboard.png\r");
        play.sees(of(locale, "Wrote board.png.", "board.png ditulis."));
        assert!(std::fs::read(folder.path().join("board.png")).unwrap().starts_with(b"\x89PNG"));
        play.quit();
    }
}

/// Boards of other shapes, and a puzzle that has no solution.
#[test]
fn r4_custom_boards_pyramids_and_no_solution() {
    for locale in LANGUAGES {
        let folder = tempfile::tempdir().unwrap();
        let mut play = start(folder.path(), locale, "pack/reports/spec_custom.txt");
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/pack/reports");
        for (name, cases) in [("spec_custom.txt", ["110,216", "110.216"]), ("spec_pyramid.txt", ["5,197", "5.197"])] {
            std::fs::copy(data.join(name), folder.path().join("test/board.txt")).unwrap();
            play.keys("1test/board.txt\r");
            play.sees("> 1 brute-force");
            play.keys("\r");
            play.sees(of(locale, "Cases", "Kasus"));
            play.sees(of(locale, cases[0], cases[1]));
            play.keys("\x1b");
            play.sees("> 1 brute-force");
            play.keys("\x1b");
            play.sees(of(locale, "> 1  Open a file", "> 1  Buka berkas"));
        }
        std::fs::copy(data.join("R4_case7.txt"), folder.path().join("test/board.txt")).unwrap();
        play.keys("1test/board.txt\r");
        play.sees("> 1 brute-force");
        play.keys("2\r");
        play.sees(of(locale, "There is no solution", "Tidak ada solusi"));
        play.quit();
    }
}
