//! Famous puzzles by name.
//!
//! A set is pieces (a text of shapes in `sets/`) and a board (the lines above the shapes). Handedness of the pieces in space follows the published lists: the Bedlam cube and the Soma cube hold mirror pairs.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

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
const CALENDAR: &str = include_str!("sets/calendar.txt");
const HEXOMINOES: &str = include_str!("sets/hexominoes.txt");
const TETRACUBES: &str = include_str!("sets/tetracubes.txt");
const CONWAY: &str = include_str!("sets/conway.txt");
const SLOTHOUBER_GRAATSMA: &str = include_str!("sets/slothouber-graatsma.txt");

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

const FIFTEEN_BY_FIFTEEN: &str = "15 15 35
CUSTOM
XXXXXXXXXXXXXXX
XXXXXXXXXXXXXXX
XXXXXXXXXXXXXXX
XXXXXXXXXXXXXXX
XXXXXXXXXXXXXXX
XXXXXXXXXXXXXXX
XXXXX.....XXXXX
XXXXX.....XXXXX
XXXXX.....XXXXX
XXXXXXXXXXXXXXX
XXXXXXXXXXXXXXX
XXXXXXXXXXXXXXX
XXXXXXXXXXXXXXX
XXXXXXXXXXXXXXX
XXXXXXXXXXXXXXX
";

/// The calendar with all its cells: six months a row, then seven days a row.
const YEAR: [&str; 7] = ["XXXXXX.", "XXXXXX.", "XXXXXXX", "XXXXXXX", "XXXXXXX", "XXXXXXX", "XXX...."];

/// The calendar of the first of January; [`text_named`] knows the other days.
const NEW_YEAR: &str = "7 7 8
CUSTOM
.XXXXX.
XXXXXX.
.XXXXXX
XXXXXXX
XXXXXXX
XXXXXXX
XXX....
";

/// All sets.
pub const SETS: [FamousSet; 19] = [
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
    set("calendar", "A-Puzzle-A-Day, 8 pieces that leave a month and a day free", NEW_YEAR, CALENDAR),
    set("lonpos", "Lonpos 101, the pieces of Kanoodle on 5x11", "5 11 12\nDEFAULT\n", KANOODLE),
    set("hexominoes", "the 35 hexominoes on 15x15 without 3x5 in its centre", FIFTEEN_BY_FIFTEEN, HEXOMINOES),
    set("tetracubes", "the 8 tetracubes in 2x4x4", "4 4 8\nBOX 2\n", TETRACUBES),
    set("conway", "Conway's puzzle, 18 blocks in 5x5x5", "5 5 4\nBOX 5\n", CONWAY),
    set(
        "slothouber-graatsma",
        "the puzzle of Slothouber and Graatsma, 9 blocks in 3x3x3",
        "3 3 2\nBOX 3\n",
        SLOTHOUBER_GRAATSMA,
    ),
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

/// A day of the year, as `11-16`: the month, then the day. The 29th of February is one.
///
/// ```
/// use ubin::pack::sets::MonthDay;
/// let date: MonthDay = "2-29".parse().unwrap();
/// assert_eq!(date.to_string(), "02-29");
/// assert!("02-30".parse::<MonthDay>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MonthDay {
    month: u32,
    day: u32,
}

/// What is no day of the year.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("MM-DD, a month from 01 to 12 and a day that it has")]
pub struct NoSuchDay;

impl MonthDay {
    const DAYS: [u32; 12] = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

    /// A day of a month, both from 1.
    ///
    /// # Errors
    /// When no year has it.
    pub fn new(month: u32, day: u32) -> Result<MonthDay, NoSuchDay> {
        let days = month.checked_sub(1).and_then(|at| MonthDay::DAYS.get(at as usize)).ok_or(NoSuchDay)?;
        if (1..=*days).contains(&day) { Ok(MonthDay { month, day }) } else { Err(NoSuchDay) }
    }

    /// The text of the calendar that leaves this day free.
    fn calendar(self) -> String {
        let free = [((self.month - 1) / 6, (self.month - 1) % 6), (2 + (self.day - 1) / 7, (self.day - 1) % 7)];
        let mark = |row, col, mark| if free.contains(&(row, col)) { '.' } else { mark };
        let row = |(row, marks): (u32, &str)| -> String {
            (0..).zip(marks.chars()).map(|(col, is)| mark(row, col, is)).chain(['\n']).collect()
        };
        let mask: String = (0..).zip(YEAR).map(row).collect();
        format!("7 7 8\nCUSTOM\n{mask}{CALENDAR}")
    }
}

impl FromStr for MonthDay {
    type Err = NoSuchDay;

    fn from_str(text: &str) -> Result<MonthDay, NoSuchDay> {
        let (month, day) = text.trim().split_once('-').ok_or(NoSuchDay)?;
        let number = |text: &str| {
            let is_number = (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse().ok().filter(|_| is_number).ok_or(NoSuchDay)
        };
        MonthDay::new(number(month)?, number(day)?)
    }
}

impl fmt::Display for MonthDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}-{:02}", self.month, self.day)
    }
}

/// The text of a set by its name, as [`named`], or of the calendar of a day, such as `calendar 11-16`.
///
/// ```
/// use ubin::pack::sets;
/// assert!(sets::text_named("calendar 11-16").unwrap().starts_with("7 7 8\nCUSTOM\nXXXXXX.\nXXXX.X.\n"));
/// assert_eq!(sets::text_named("calendar 11-31"), None);
/// ```
#[must_use]
pub fn text_named(name: &str) -> Option<String> {
    // Every puzzle's text comes by here: one that is no name is told apart without being copied.
    let mut rest = plain(name);
    let is_calendar = "calendar-".chars().all(|letter| rest.next() == Some(letter));
    if is_calendar {
        return rest.collect::<String>().parse().ok().map(MonthDay::calendar);
    }
    named(name).map(FamousSet::text)
}

/// The letters of a name as names are compared.
fn plain(name: &str) -> impl Iterator<Item = char> + '_ {
    name.trim().chars().map(|letter| if matches!(letter, ' ' | '_') { '-' } else { letter.to_ascii_lowercase() })
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
    let wanted = if plain(name).eq("pentominoes".chars()) { "pentominoes 6x10" } else { name };
    SETS.iter().find(|set| plain(set.name).eq(plain(wanted)))
}

/// The name of the set that a mistyped name is nearest to; `None` when it is near to none.
///
/// ```
/// use ubin::pack::sets;
/// assert_eq!(sets::nearest("pentominos"), Some("pentominoes 6x10"));
/// assert_eq!(sets::nearest("sona"), Some("soma"));
/// assert_eq!(sets::nearest("board.txt"), None);
/// ```
#[must_use]
pub fn nearest(name: &str) -> Option<&'static str> {
    let wanted = name.trim().to_ascii_lowercase();
    // A long argument is a puzzle's text, not a name.
    if wanted.len() > 24 {
        return None;
    }
    let far = |set: &&FamousSet| {
        let family = set.name.split(' ').next().unwrap_or(set.name);
        edits(&wanted, set.name).min(edits(&wanted, family))
    };
    let set = SETS.iter().min_by_key(far)?;
    (far(&set) <= 1 + wanted.len() / 5).then_some(set.name)
}

/// Letters to insert, remove or replace, from one word to another (Levenshtein).
fn edits(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (number, letter) in from.chars().enumerate() {
        let mut before = row[0];
        row[0] = number + 1;
        for (at, other) in to.iter().enumerate() {
            let replaced = before + usize::from(letter != *other);
            before = row[at + 1];
            row[at + 1] = replaced.min(row[at] + 1).min(before + 1);
        }
    }
    row[to.len()]
}
