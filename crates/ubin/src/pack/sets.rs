//! Famous puzzles by name.
//!
//! A set is pieces (a text of shapes in `sets/`) and a board (the lines above the shapes). Handedness of the pieces in space follows the published lists: the Bedlam cube and the Soma cube hold mirror pairs.

use super::puzzle::Puzzle;
use super::text;

/// A famous puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FamousSet {
    /// Its name, as a user types it.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    board: &'static str,
    shapes: &'static str,
}

const IQ: &str = include_str!("sets/iq.txt");
const KANOODLE: &str = include_str!("sets/kanoodle.txt");
const PENTOMINOES: &str = include_str!("sets/pentominoes.txt");
const SOMA: &str = include_str!("sets/soma.txt");
const BEDLAM: &str = include_str!("sets/bedlam.txt");

const DIAMOND: &str = "9 9 12
CUSTOM
.XXXX....
XXXXX....
XXXXXXX..
XXXXXXX..
XXXXXXXXX
..XXXXXXX
..XXXXXXX
....XXXXX
....XXXX.
";

const EIGHT_BY_EIGHT: &str = "8 8 12
CUSTOM
XXXXXXXX
XXXXXXXX
XXXXXXXX
XXX..XXX
XXX..XXX
XXXXXXXX
XXXXXXXX
XXXXXXXX
";

/// All sets.
pub const SETS: [FamousSet; 13] = [
    set("iq", "IQ Puzzler Pro, 12 pieces on 5x11", "5 11 12\nDEFAULT\n", IQ),
    set("iq-diamond", "the same pieces on the diamond board", DIAMOND, IQ),
    set("iq-pyramid", "the same pieces in a pyramid of 55 balls", "5 5 12\nPYRAMID\n", IQ),
    set("kanoodle", "Kanoodle, 12 pieces on 5x11", "5 11 12\nDEFAULT\n", KANOODLE),
    set("kanoodle-pyramid", "the same pieces in a pyramid of 55 balls", "5 5 12\nPYRAMID\n", KANOODLE),
    set("pentominoes 6x10", "the 12 pentominoes on 6x10", "6 10 12\nDEFAULT\n", PENTOMINOES),
    set("pentominoes 5x12", "the 12 pentominoes on 5x12", "5 12 12\nDEFAULT\n", PENTOMINOES),
    set("pentominoes 4x15", "the 12 pentominoes on 4x15", "4 15 12\nDEFAULT\n", PENTOMINOES),
    set("pentominoes 3x20", "the 12 pentominoes on 3x20", "3 20 12\nDEFAULT\n", PENTOMINOES),
    set("pentominoes 8x8", "the 12 pentominoes on 8x8 without its centre", EIGHT_BY_EIGHT, PENTOMINOES),
    set("pentominoes 3x4x5", "the 12 pentominoes as a box of cubes", "4 5 12\nBOX 3\n", PENTOMINOES),
    set("soma", "the Soma cube, 7 pieces in 3x3x3", "3 3 7\nBOX 3\n", SOMA),
    set("bedlam", "the Bedlam cube, 13 pieces in 4x4x4", "4 4 13\nBOX 4\n", BEDLAM),
];

const fn set(name: &'static str, about: &'static str, board: &'static str, shapes: &'static str) -> FamousSet {
    FamousSet { name, about, board, shapes }
}

impl FamousSet {
    /// Its text, as a file would have it.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{}{}", self.board, self.shapes)
    }

    /// The puzzle.
    #[must_use]
    pub fn puzzle(&self) -> Puzzle {
        text::read(&self.text()).expect("a built-in set is a right text").puzzle
    }
}

/// The set of a name: in any case, with a space or a hyphen; `pentominoes` alone is the 6x10.
///
/// ```
/// use ubin::pack::sets;
/// assert_eq!(sets::named("Pentominoes-6x10"), sets::named("pentominoes"));
/// assert_eq!(sets::named("soma").unwrap().puzzle().board().size(), 27);
/// assert_eq!(sets::named("tangram"), None);
/// ```
#[must_use]
pub fn named(name: &str) -> Option<&'static FamousSet> {
    let plain = |name: &str| name.trim().to_ascii_lowercase().replace([' ', '_'], "-");
    let wanted = match plain(name).as_str() {
        "pentominoes" => "pentominoes-6x10".to_owned(),
        other => other.to_owned(),
    };
    SETS.iter().find(|set| plain(set.name) == wanted)
}
