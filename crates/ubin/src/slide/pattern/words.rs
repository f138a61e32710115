//! Words of moves that can be replaced, found breadth first on a board without edges.
//!
//! Words: two **words** are equal in effect when they leave the same arrangement of tiles. A word is **kept** when no
//! shorter word, and no earlier one as long, has its effect within the rectangle of cells it visits; else it
//! is **refused**. Only words all of whose parts are kept are looked at, so refused words are as short as they can be.
//!
//! Arrangements are looked up by a hash; two words with the same hash are made again, move by move, and compared.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::slide::Dir;

/// A side of the board that the words are made on. Words are short enough never to leave it.
const SIDE: usize = 16;
const CENTRE: usize = SIDE / 2 * SIDE + SIDE / 2;

/// A word, two bits a move, the last move lowest.
#[derive(Clone, Copy, PartialEq, Eq)]
struct MoveWord {
    code: u32,
    length: u8,
}

/// The rows and columns that a word visits, first and last.
#[derive(Clone, Copy)]
struct Rectangle {
    rows: (u8, u8),
    cols: (u8, u8),
}

/// The board after a word.
struct WordBoard {
    /// By cell: where its tile was at the start.
    tiles: [u8; SIDE * SIDE],
    blank: usize,
    /// The sum over all cells of what their tiles add.
    hash: u64,
}

/// The order in which the search tries moves: right, down, left, up. It decides only how soon the last round ends. With 7-8
/// tables Korf's hundred take 16,187 nodes a board, in the opposite order 17,778, and the boards of 80 moves 6.9 million
/// and 7.9; with 6-6-3 the hundred take 207,967 and 193,608.
pub(crate) fn search_order() -> impl Iterator<Item = Dir> {
    Dir::ALL.into_iter().rev()
}

/// The words refused, of up to `longest` moves and in rectangles whose rows and columns add up to `widest` at most.
pub(crate) fn refused_words(longest: usize, widest: usize) -> Vec<Vec<Dir>> {
    assert!(longest <= 16 && widest <= SIDE / 2 + 1, "longer words do not fit the code, or the board");
    let empty = MoveWord { code: 0, length: 0 };
    let mut board = WordBoard::new();
    let mut other = WordBoard::new();
    let mut seen = SeenWords::default();
    seen.add(board.hash, empty);
    let mut words = vec![empty];
    let mut refused = Vec::new();
    for _ in 0..longest {
        let kept: FxHashSet<u32> = words.iter().map(|word| word.code).collect();
        let mut longer = Vec::new();
        for word in &words {
            board.make(*word);
            for dir in search_order() {
                let word = word.then(dir);
                // Its beginning is kept; if its end is not, a shorter word is refused already.
                if !kept.contains(&word.end().code) || word.rectangle().sum() > widest {
                    continue;
                }
                let hash = board.hash_after(dir);
                let replaces =
                    |earlier: MoveWord| word.rectangle().contains(&earlier.rectangle()) && other.agrees(earlier, word);
                if seen.of(hash).any(replaces) {
                    refused.push(word.moves().collect());
                } else {
                    seen.add(hash, word);
                    longer.push(word);
                }
            }
            board.unmake(*word);
        }
        words = longer;
    }
    refused
}

/// Kept words by the hashes of their arrangements, in a few bytes each: there are 1.3 million of up to 16 moves.
#[derive(Default)]
struct SeenWords {
    /// By hash: one more than the place of its last word.
    last: FxHashMap<u64, u32>,
    /// Every word, and one more than the place of the word before it with its hash; 0 where there is none.
    words: Vec<(MoveWord, u32)>,
}

impl SeenWords {
    fn add(&mut self, hash: u64, word: MoveWord) {
        let place = self.words.len() as u32 + 1;
        let before = self.last.insert(hash, place).unwrap_or(0);
        self.words.push((word, before));
    }

    /// The words of a hash.
    fn of(&self, hash: u64) -> impl Iterator<Item = MoveWord> {
        let at = |place: u32| self.words.get((place as usize).checked_sub(1)?);
        let last = self.last.get(&hash).and_then(|&place| at(place));
        std::iter::successors(last, move |(_, before)| at(*before)).map(|&(word, _)| word)
    }
}

impl MoveWord {
    fn then(self, dir: Dir) -> MoveWord {
        MoveWord { code: self.code << 2 | dir as u32, length: self.length + 1 }
    }

    /// The word without its first move.
    fn end(self) -> MoveWord {
        let length = self.length - 1;
        MoveWord { code: self.code & !(u32::MAX << (2 * length)), length }
    }

    fn moves(self) -> impl DoubleEndedIterator<Item = Dir> {
        (0..self.length).rev().map(move |i| Dir::ALL[(self.code >> (2 * i) & 3) as usize])
    }

    fn rectangle(self) -> Rectangle {
        let centre = (SIDE / 2) as u8;
        let mut rectangle = Rectangle { rows: (centre, centre), cols: (centre, centre) };
        let mut blank = CENTRE;
        for dir in self.moves() {
            blank = neighbour(blank, dir);
            let (row, col) = ((blank / SIDE) as u8, (blank % SIDE) as u8);
            rectangle.rows = (rectangle.rows.0.min(row), rectangle.rows.1.max(row));
            rectangle.cols = (rectangle.cols.0.min(col), rectangle.cols.1.max(col));
        }
        rectangle
    }
}

impl Rectangle {
    /// Rows and columns together.
    fn sum(&self) -> usize {
        usize::from(self.rows.1 - self.rows.0 + self.cols.1 - self.cols.0 + 2)
    }

    fn contains(&self, other: &Rectangle) -> bool {
        let within = |outer: (u8, u8), inner: (u8, u8)| outer.0 <= inner.0 && inner.1 <= outer.1;
        within(self.rows, other.rows) && within(self.cols, other.cols)
    }
}

impl WordBoard {
    fn new() -> WordBoard {
        WordBoard { tiles: std::array::from_fn(|cell| cell as u8), blank: CENTRE, hash: 0 }
    }

    fn slide(&mut self, dir: Dir) {
        self.hash = self.hash_after(dir);
        let to = neighbour(self.blank, dir);
        self.tiles.swap(self.blank, to);
        self.blank = to;
    }

    fn hash_after(&self, dir: Dir) -> u64 {
        let (from, to) = (self.blank, neighbour(self.blank, dir));
        let (blank, tile) = (self.tiles[from], self.tiles[to]);
        let gone = adds(from, blank).wrapping_add(adds(to, tile));
        self.hash.wrapping_sub(gone).wrapping_add(adds(from, tile)).wrapping_add(adds(to, blank))
    }

    fn make(&mut self, word: MoveWord) {
        word.moves().for_each(|dir| self.slide(dir));
    }

    fn unmake(&mut self, word: MoveWord) {
        word.moves().rev().for_each(|dir| self.slide(dir.opposite()));
    }

    /// Whether two words are equal in effect.
    fn agrees(&mut self, a: MoveWord, b: MoveWord) -> bool {
        self.make(a);
        let tiles = self.tiles;
        self.unmake(a);
        self.make(b);
        let agrees = tiles == self.tiles;
        self.unmake(b);
        agrees
    }
}

fn neighbour(cell: usize, dir: Dir) -> usize {
    match dir {
        Dir::Up => cell - SIDE,
        Dir::Left => cell - 1,
        Dir::Down => cell + SIDE,
        Dir::Right => cell + 1,
    }
}

/// What a tile in a cell adds to the hash: nothing, where it was at the start.
fn adds(cell: usize, tile: u8) -> u64 {
    if cell == usize::from(tile) {
        return 0;
    }
    let mixed = ((cell << 8 | usize::from(tile)) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slide::letters;

    #[test]
    fn the_shortest_refused_words_undo_and_go_round() {
        let words: Vec<String> = refused_words(6, 4).iter().map(|word| letters(word)).collect();
        assert_eq!(words[..4], ["RL", "DU", "LR", "UD"]);
        assert_eq!(words[4..], ["DRULDR", "LDRULD", "URDLUR", "ULDRUL"]);
    }

    #[test]
    fn no_refused_word_holds_another() {
        let words: Vec<String> = refused_words(10, 6).iter().map(|word| letters(word)).collect();
        for word in &words {
            assert!(words.iter().all(|other| other == word || !word.contains(other.as_str())), "{word}");
        }
    }
}
