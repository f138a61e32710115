//! Odd texts: none of them is a panic, and what is accepted is what a person would read.

use ubin::dice::Dice;
use ubin::slide::Board;

use super::*;

/// What a text may be made of: fields, and what stands between them.
const PARTS: [&str; 46] = [
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "15", "16", "-", "_", ".", "x", "X", "#", " ", " ", "  ",
    "\t", "\n", "\r\n", "/", ",", ", ", "[", "]", "[[", "]]", "], [", "//", "# a", "3 3", "2 2", "\u{feff}", "é",
    "\u{a0}", "DEFAULT", "A", "---", "1.", "+1", "\u{0}",
];

/// The numbers and blanks of a text as a person reads them, line by line and stroke by stroke, comments left out.
fn fields(text: &str) -> Vec<Vec<&str>> {
    let is_comment = |line: &&str| {
        let line = line.trim_start();
        let rest = line.strip_prefix('#').unwrap_or_default();
        let mut words = rest.split(|c: char| c.is_whitespace() || "/,;[]()".contains(c));
        let first = words.find(|word| !word.is_empty()).map(whole);
        let is_word = |word: &str| !word.bytes().all(|byte| byte.is_ascii_digit()) && !is_mark(word);
        line.starts_with("//") || first.is_some_and(is_word)
    };
    let lines = text.trim_start_matches('\u{feff}').lines().filter(|line| !is_comment(line));
    let rows = lines.flat_map(|line| line.split(['/', ']', ')']));
    let is_between = |c: char| c.is_whitespace() || ",;[(".contains(c);
    rows.map(|row| row.split(is_between).filter(|field| !matches!(*field, "" | "array")).map(whole).collect())
        .filter(|row: &Vec<&str>| !row.is_empty())
        .collect()
}

/// A number without the point of a floating type.
fn whole(field: &str) -> &str {
    let number = field.trim_end_matches(".0").trim_end_matches('.');
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    if is_number && field.len() <= number.len() + 2 { number } else { field }
}

/// Whether a word is a blank of a board.
fn is_mark(word: &str) -> bool {
    matches!(word, "x" | "X" | "_" | "-" | "." | "#")
}

/// Whether these fields are these tiles: the blank may have any of its forms.
fn are(fields: &[&str], board: &Board) -> bool {
    let cells = board.tiles().len().to_string();
    let is = |(field, tile): (&&str, &u16)| match tile {
        0 => ["-", "_", ".", "x", "X", "#", "", &cells].contains(&field.trim_start_matches('0')),
        tile => field.trim_start_matches('0') == tile.to_string(),
    };
    fields.len() == board.tiles().len() && fields.iter().zip(board.tiles()).all(is)
}

/// Whether a person would read this board in a text: its fields in order, below a size if there is one; of tabs with nothing between them one may be the blank.
#[track_caller]
fn is_read(text: &str, board: &Board) {
    let rows = fields(text);
    let all: Vec<&str> = rows.concat();
    let bodies = [0, 1, 2].map(|header| all.get(header..).unwrap_or_default());
    let without_blank = |body: &[&str]| {
        let tiles: Vec<String> = board.tiles().iter().filter(|tile| **tile != 0).map(u16::to_string).collect();
        body.iter().map(|field| field.trim_start_matches('0')).eq(tiles.iter().map(String::as_str))
    };
    let is_whole = bodies.iter().any(|body| are(body, board));
    let has_gap = text.contains('\t') && bodies.iter().any(|body| without_blank(body));
    assert!(is_whole || has_gap, "{text:?} is read as\n{board}");
    // Lines of several fields are rows: none is cut, and no two are joined.
    let cols = board.size().cols();
    let is_whole_line = |row: &Vec<&str>| row.len() == board.tiles().len();
    let is_list = rows.iter().any(is_whole_line) || rows.iter().filter(|row| row.len() > 1).count() < 2;
    let is_row = |row: &&Vec<&str>| row.len() == cols || has_gap && row.len() + 1 == cols;
    let is_board = rows.iter().all(|row| is_row(&row)) || rows.iter().skip(1).all(|row| is_row(&row));
    assert!(is_list || is_board, "{text:?} has other rows than\n{board}");
}

#[test]
fn what_is_accepted_is_what_a_person_reads() {
    const BETWEEN: [&str; 14] =
        [" ", " ", "  ", "\n", "\n", "\r\n", "/", " / ", ",", ", ", "\t", "] [", "], [", "\n# a word\n"];
    const BEFORE: [&str; 8] = ["", "", "[", "[[", "\u{feff}", "2 2\n", "3\n", "2 3\n"];
    let mut dice = Dice::new(13);
    let mut accepted = 0;
    for _ in 0..20_000 {
        let cells = *dice.pick(&[4, 4, 6, 9]).expect("there are sizes");
        let mut fields: Vec<String> = (0..cells).map(|tile| tile.to_string()).collect();
        dice.shuffle(&mut fields);
        let usual = *dice.pick(&BETWEEN).expect("there are separators");
        let mut text = String::from(*dice.pick(&BEFORE).expect("there are heads"));
        for (at, field) in fields.iter().enumerate() {
            text += field;
            let is_usual = at + 1 < fields.len() && dice.up_to(3) > 0;
            text += if is_usual { usual } else { dice.pick(&BETWEEN).copied().unwrap_or_default() };
        }
        if let Ok(AnyPuzzle::Slide(puzzle)) = typed(&text) {
            is_read(&text, puzzle.board());
            accepted += 1;
        }
    }
    assert!(accepted > 2000, "{accepted} random texts are boards");
}

/// Boards in all forms, then with parts taken out, put in, exchanged.
#[test]
fn forms_with_mistakes_are_refused_with_a_place_or_read_as_they_stand() {
    let forms = [
        "1 2 3\n4 5 6\n7 - 8\n",
        "1\n2\n3\n4\n5\n6\n7\n0\n8\n",
        "1,2,3\n4,5,6\n7,0,8\n",
        "[1 2 3 4 5 6 7 0 8]",
        "[[1, 2, 3], [4, 5, 6], [7, 0, 8]]",
        "[[1 2 3]\n [4 5 6]\n [7 0 8]]",
        "3 3\n1 2 3\n4 5 6\n7 0 8\n",
        "3\n1 2 3\n4 5 6\n7 9 8\n",
        "1\t2\t3\n4\t\t6\n7\t8\t5\n",
        "1 2 3/4 5 6/7 x 8",
        "\u{feff}1 2 3\r\n4 5 6\r\n7 _ 8\r\n",
        "2 5\n1 2 3 4 5\n6 7 8 9 -\n",
        "array([[1, 2, 3],\n       [4, 5, 6],\n       [7, 0, 8]])",
        "((1, 2, 3), (4, 5, 6), (7, 0, 8))",
        "[[1. 2. 3.]\n [4. 5. 6.]\n [7. 0. 8.]]",
        "1;2;3\n4;5;6\n7;0;8\n",
        "2 2 2\nDEFAULT\nAA\nBB\n",
    ];
    let mut dice = Dice::new(7);
    let (mut boards, mut refused) = (0, 0);
    for form in forms {
        assert!(typed(form).is_ok(), "{form:?}");
        for _ in 0..1500 {
            let mut letters: Vec<char> = form.chars().collect();
            for _ in 0..=dice.up_to(2) {
                let at = dice.up_to(letters.len().saturating_sub(1));
                let part = dice.pick(&PARTS).copied().unwrap_or_default();
                match dice.up_to(2) {
                    0 if letters.len() > 1 => drop(letters.remove(at)),
                    1 => drop(letters.splice(at..at, part.chars())),
                    _ => drop(letters.splice(at..(at + 1).min(letters.len()), part.chars())),
                }
            }
            let text: String = letters.into_iter().collect();
            match typed(&text) {
                Ok(AnyPuzzle::Slide(puzzle)) => {
                    is_read(&text, puzzle.board());
                    boards += 1;
                }
                Ok(AnyPuzzle::Pack(_)) => {}
                Err(complaint) => {
                    has_place(&text, &complaint);
                    refused += 1;
                }
            }
        }
    }
    assert!(boards > 500 && refused > 5000, "{boards} boards, {refused} refused");
}

/// A refusal of a text says where in it the mistake stands.
#[track_caller]
fn has_place(text: &str, complaint: &Complaint) {
    let Complaint::Refused(refusal, _) = complaint else { panic!("{text:?}: {complaint}") };
    let Some(at) = refusal.place() else { panic!("{text:?}: {complaint} has no place") };
    let line = text.trim_start_matches('\u{feff}').lines().nth(at.line - 1).unwrap_or_default();
    let rows = text.lines().count() + text.matches('/').count();
    assert!(at.line <= rows + 1, "{text:?}: {complaint}");
    // The rows of a packing puzzle on one line count as lines.
    assert!(text.contains('/') || at.column <= line.chars().count() + 2, "{text:?}: {complaint}");
    assert!(complaint.shown(false).contains('^'), "{text:?}: {complaint}");
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let mut dice = Dice::new(5);
    for _ in 0..5000 {
        let mut bytes: Vec<u8> = (0..dice.up_to(40)).map(|_| dice.up_to(255) as u8).collect();
        match dice.up_to(3) {
            0 => drop(bytes.splice(0..0, [0xFF, 0xFE])),
            1 => drop(bytes.splice(0..0, [0xFE, 0xFF])),
            _ => {}
        }
        if let Ok(text) = decoded(bytes) {
            let _ = typed(&text);
        }
    }
}

#[test]
fn arrays_and_tuples_may_be_arguments() {
    for text in [
        "array([[1, 2, 3], [4, 5, 6], [7, 0, 8]])",
        "((1, 2, 3), (4, 5, 6), (7, 0, 8))",
        "[[1. 2. 3.] [4. 5. 6.] [7. 0. 8.]]",
        "1;2;3;4;5;6;7;0;8",
        ". 1/2 3",
    ] {
        assert!(looks_like_text(text), "{text}");
        assert!(open(text, None).is_ok(), "{text}");
    }
    for name in ["array", "arrays.txt", "(copy) board.txt", "board(1).txt", "./1 2/3 -"] {
        assert!(!looks_like_text(name), "{name}");
    }
}
