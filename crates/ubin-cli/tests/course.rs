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

/// A file, by a name that is asked for again when it is wrong; the verdict and its reason; branch and bound as it was written; the steps with their costs; nodes and time; all of it in a file.
fn fifteen_puzzle(report: &str, variant: &str, generated: &str, moves: usize, sum: &str) {
    for locale in LANGUAGES {
        let folder = tempfile::tempdir().unwrap();
        let mut play = start(folder.path(), locale, report);
        play.keys("1wrong.txt\r");
        play.sees(of(locale, "there is no file 'wrong.txt'", "tidak ada berkas 'wrong.txt'"));
        play.keys("\x15test/board.txt\r");
        play.sees("KURANG(i)");
        play.sees(sum);
        play.sees(of(locale, "The puzzle can be solved.", "Puzzle dapat diselesaikan."));
        play.sees("> 1 branch-and-bound");
        play.keys(variant);
        play.keys("\r");
        play.sees(&format!("{}{generated}", of(locale, "Generated  ", "Dibangkitkan ")));
        play.sees(of(locale, "Expanded", "Diekspan"));
        play.sees(of(locale, "Time", "Waktu"));
        play.sees(&format!("{} 0 {} {moves}", of(locale, "move", "langkah"), of(locale, "of", "dari")));
        play.keys(".");
        play.sees(&format!("{} 1 {} {moves}: ", of(locale, "move", "langkah"), of(locale, "of", "dari")));
        play.sees(of(locale, "Cost       1 + ", "Biaya        1 + "));
        play.keys("w");
        play.sees("solution.txt_");
        play.keys("\r");
        play.sees(of(locale, "Wrote solution.txt.", "solution.txt ditulis."));
        let text = std::fs::read_to_string(folder.path().join("solution.txt")).unwrap();
        for part in [
            "KURANG(i)",
            of(locale, "Step 1: ", "Langkah 1: "),
            &format!("{generated} {}", of(locale, "generated", "dibangkitkan")),
            " ms",
        ] {
            assert!(text.contains(part), "{part} in\n{text}");
        }
        play.keys("wmoves.gif\r");
        play.sees(of(locale, "Wrote moves.gif.", "moves.gif ditulis."));
        play.keys("\x1b");
        play.sees("> 1 branch-and-bound");
        play.quit();
    }
}

#[test]
fn r0_branch_and_bound_that_drops_what_it_has_seen() {
    fifteen_puzzle("reports/slide/R0_solveable-1.txt", "v", "65", 11, "22");
}

#[test]
fn r1_branch_and_bound_as_a_tree() {
    fifteen_puzzle("reports/slide/R1_test2.txt", "vv", "9", 3, "16");
}

#[test]
fn r2_branch_and_bound_by_best_cost() {
    fifteen_puzzle("reports/slide/R1_test2.txt", "vvv", "10", 3, "16");
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

/// The heuristic by its letter, a goal, states generated and explored; a start that cannot be solved.
#[test]
fn r3_a_star_on_the_eight_puzzle() {
    for locale in LANGUAGES {
        let folder = tempfile::tempdir().unwrap();
        let mut play = start(folder.path(), locale, "reports/slide/R3_main.txt");
        // A board and its goal that are typed.
        play.keys("4");
        play.keys("4 0 5/2 3 1/6 7 8\x04");
        play.sees("> 1 branch-and-bound");
        play.keys("g");
        play.sees(of(locale, "Goal: blank-first", "Tujuan: blank-first"));
        play.keys("\x1b[B\x1b[Bm");
        play.sees("> 3 astar < manhattan >");
        play.keys("h");
        play.sees("> 3 astar < hamming >");
        play.keys("mv\r");
        play.sees(of(locale, "Generated  115", "Dibangkitkan 115"));
        play.sees(of(locale, "Expanded   70", "Diekspan     70"));
        play.keys("\x1b");
        play.sees("> 3 astar, drop-seen < manhattan >");
        play.keys("t");
        play.sees(of(locale, "The search tree of astar", "Pohon pencarian astar"));
        play.keys("\x1b");
        play.sees("> 3 astar");
        play.keys("c");
        play.sees(of(locale, "Methods side by side", "Metode berdampingan"));
        play.quit();
    }
}

/// The board with every piece, the cases, the time, the solution in a file and as a picture.
#[test]
fn r4_brute_force_on_a_packing_puzzle() {
    for locale in LANGUAGES {
        let folder = tempfile::tempdir().unwrap();
        let mut play = start(folder.path(), locale, "pack/reports/R4_case1.txt");
        play.keys("1test/board.txt\r");
        play.sees("> 1 brute-force");
        play.sees(of(locale, "Pieces: ", "Keping: "));
        play.keys("2\r");
        play.sees(of(locale, "Cases", "Kasus"));
        play.sees(of(locale, "Watching: piece", "Menonton: keping"));
        play.keys("w\r");
        play.sees(of(locale, "Wrote solution.txt.", "solution.txt ditulis."));
        let text = std::fs::read_to_string(folder.path().join("solution.txt")).unwrap();
        assert!(text.contains(of(locale, "cases", "kasus")) && text.contains(" ms"), "{text}");
        play.keys("wboard.png\r");
        play.sees(of(locale, "Wrote board.png.", "board.png ditulis."));
        assert!(std::fs::read(folder.path().join("board.png")).unwrap().starts_with(b"\x89PNG"));
        play.quit();
    }
}
