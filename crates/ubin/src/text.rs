//! What both families share of text: places in it, the family it belongs to, numbers for people.
//!
//! Words: a **field** is a run of characters without blanks; a **place** is where a field stands. Lines and
//! columns count from 1, and a column is a character, not a byte, as editors show it.

use crate::words::words;

/// Where something stands in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
pub struct Place {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// Width in characters; at least 1, so that a caret can be drawn.
    pub width: usize,
}

/// A mistake in a puzzle's text, as a front end shows it.
///
/// Every reader has an error type of its own; this is the part that a caret and a JSON error need.
pub trait Mistake: std::error::Error {
    /// A short name for programs, such as `tile-twice`.
    fn code(&self) -> &'static str;
    /// Where it stands. `None` when it concerns the text as a whole.
    fn place(&self) -> Option<Place>;
}

words! {
    /// The two families of puzzles.
    pub enum Family as "family" {
        /// Sliding tiles.
        Slide = "slide",
        /// Packing pieces.
        Pack = "pack",
    }
}

impl Family {
    /// The family that a text belongs to, judged by its shape alone; the text need not be valid.
    ///
    /// A packing text names the kind of its board, or begins with three numbers above a word.
    ///
    /// ```
    /// use ubin::text::Family;
    /// assert_eq!(Family::of("1 2 3\n4 5 6\n7 8 -"), Family::Slide);
    /// assert_eq!(Family::of("2 2 1\nDEFAULT\nAA\nAA"), Family::Pack);
    /// ```
    #[must_use]
    pub fn of(text: &str) -> Family {
        let mut lines = text
            .lines()
            .map(|line| line.trim_start_matches('\u{feff}'))
            .filter(|line| !crate::slide::text::is_empty(line));
        let Some(first) = lines.next() else { return Family::Slide };
        let numbers = first.split_whitespace().filter(|field| field.parse::<i64>().is_ok()).count();
        let Some(second) = lines.next() else {
            // Three numbers alone, one of them twice, are no row of a board, but a packing header whose rest is missing.
            let fields: Vec<&str> = first.split_whitespace().collect();
            let is_header = matches!(fields[..], [a, b, c] if numbers == 3 && (a == b || b == c || a == c));
            return if is_header { Family::Pack } else { Family::Slide };
        };
        let mut words = second.split_whitespace();
        let word = words.next().unwrap_or("");
        let names_kind = ["DEFAULT", "CUSTOM", "PYRAMID", "BOX"].iter().any(|kind| kind.eq_ignore_ascii_case(word));
        let only_a_word = word.len() > 1 && word.chars().all(char::is_alphabetic) && words.next().is_none();
        if names_kind || (numbers == 3 && only_a_word) { Family::Pack } else { Family::Slide }
    }
}

/// A whole number with commas between thousands: `102,909,856`.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 move`, `3 moves`.
#[must_use]
pub fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

/// The fields of a line with their places.
pub(crate) fn fields(number: usize, line: &str) -> impl Iterator<Item = (Place, &str)> {
    let mut column = 0;
    line.split(char::is_whitespace).filter_map(move |field| {
        let width = field.chars().count();
        let place = Place { line: number, column: column + 1, width };
        column += width + 1;
        (width > 0).then_some((place, field))
    })
}

/// A packing puzzle on one line has its rows separated by `/`, and the layers of a piece in space by `///`, which is the line with a single `/`; the reader of sliding boards knows `/` itself. In a text of several lines `/` is
/// what the format says.
pub(crate) fn in_lines(argument: &str) -> String {
    if argument.trim_end().contains('\n') {
        return argument.into();
    }
    let lines = argument.replace('/', "\n");
    match Family::of(&lines) {
        Family::Slide => argument.into(),
        Family::Pack if is_in_space(&lines) => {
            let layers: Vec<String> = argument.split("///").map(|layer| layer.replace('/', "\n")).collect();
            layers.join("\n/\n")
        }
        Family::Pack => lines,
    }
}

/// Whether the kind of a packing puzzle's board, its second line, is one whose pieces may have layers.
fn is_in_space(lines: &str) -> bool {
    let kind =
        lines.lines().filter(|line| !line.trim().is_empty()).nth(1).and_then(|line| line.split_whitespace().next());
    kind.is_some_and(|kind| ["BOX", "PYRAMID"].iter().any(|known| kind.eq_ignore_ascii_case(known)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let found: Vec<_> = fields(3, "\t12  é  x").map(|(place, field)| (place.column, field)).collect();
        assert_eq!(found, [(2, "12"), (6, "é"), (9, "x")]);
    }

    #[test]
    fn a_board_with_a_word_is_still_a_board() {
        assert_eq!(Family::of("1 2 3\nfour 5 6\n7 8 0"), Family::Slide);
        assert_eq!(Family::of("1 2 3\nx 5 6\n7 8 4"), Family::Slide);
        assert_eq!(Family::of(""), Family::Slide);
        assert_eq!(Family::of("5 5\ndefault\nA"), Family::Pack);
        assert_eq!(Family::of("2 2 1\n"), Family::Pack);
        assert_eq!(Family::of("1 2 3"), Family::Slide);
        assert_eq!(Family::of("# one\n// two\n2 2 1\nDEFAULT\nAA"), Family::Pack);
        assert_eq!(Family::of("2 2 1\nLINGKARAN\nAA"), Family::Pack);
    }

    #[test]
    fn a_stroke_separates_rows_on_one_line_only() {
        assert_eq!(in_lines("2 2 2/DEFAULT/AA/BB"), "2 2 2\nDEFAULT\nAA\nBB");
        assert_eq!(in_lines("1 2/3 -"), "1 2/3 -");
        let cross = "1 1 2\nBOX 2\nA\n/\nA\nB\n";
        assert_eq!(in_lines(cross), cross);
    }

    #[test]
    fn three_strokes_separate_layers_of_a_piece_in_space() {
        assert_eq!(in_lines("1 1 1/BOX 2/A///A"), "1 1 1\nBOX 2\nA\n/\nA");
        assert_eq!(in_lines("2 2 1/pyramid/ A/AA///AA"), "2 2 1\npyramid\n A\nAA\n/\nAA");
        // Two empty rows on a flat board; rows of a box may be empty too.
        assert_eq!(in_lines("1 1 1/DEFAULT/A///A"), "1 1 1\nDEFAULT\nA\n\n\nA");
        assert_eq!(in_lines("3 1 1/BOX 2/A//A///A"), "3 1 1\nBOX 2\nA\n\nA\n/\nA");
    }
}
