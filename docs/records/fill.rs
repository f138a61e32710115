//! Counts the ways to fill a rectangle with pieces, each used once, by a way of its own: nothing here is ubin's, so that its counts can be compared.
//!
//! rustc -O fill.rs && ./fill < puzzle.txt
//!
//! Cells are numbered column by column. The first empty one must be covered by some piece, so a position is which of the next cells are covered and which pieces are used; positions that are equal are added up. All positions whose first empty
//! cell is the same wait together, and are taken in the order of that cell. A cell that no piece can cover ends its position when its turn comes, no sooner: there is no look ahead.

use std::collections::{BTreeSet, HashMap};
use std::hash::{BuildHasherDefault, Hasher};
use std::io::Read;

/// Keys are one number: the covered cells from the first empty one on, then the pieces used.
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are numbers")
    }
    fn write_u64(&mut self, key: u64) {
        let spread = (key ^ key >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = (spread ^ spread >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    }
}

type Positions = HashMap<u64, u64, BuildHasherDefault<Mixed>>;

/// A piece laid down so that its first cell is the first empty one.
struct Lay {
    /// Rows above and below its first cell, and columns behind it.
    up: usize,
    down: usize,
    behind: usize,
    cells: u64,
}

/// All ways to lay a piece, turned and flipped, on a board of so many rows.
fn lays(cells: &[(i64, i64)], rows: i64) -> Vec<Lay> {
    let mut seen = BTreeSet::new();
    for turn in 0..8 {
        let mut turned: Vec<(i64, i64)> = cells
            .iter()
            .map(|&(r, c)| if turn & 1 == 1 { (c, r) } else { (r, c) })
            .map(|(r, c)| (if turn & 2 == 2 { -r } else { r }, if turn & 4 == 4 { -c } else { c }))
            .map(|(r, c)| (c, r))
            .collect();
        turned.sort_unstable();
        let (c, r) = turned[0];
        seen.insert(turned.iter().map(|cell| (cell.0 - c, cell.1 - r)).collect::<Vec<_>>());
    }
    let lay = |cells: Vec<(i64, i64)>| Lay {
        up: cells.iter().map(|cell| -cell.1).max().unwrap() as usize,
        down: cells.iter().map(|cell| cell.1).max().unwrap() as usize,
        behind: cells.iter().map(|cell| cell.0).max().unwrap() as usize,
        cells: cells.iter().fold(0, |mask, (c, r)| mask | 1 << (c * rows + r)),
    };
    // A piece that is higher than the board has bits where another cell's are, and no row where it fits.
    seen.into_iter().filter(|cells| cells.iter().all(|cell| cell.1.abs() < rows)).map(lay).collect()
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("a puzzle on standard input");
    let mut lines = text.lines();
    let head: Vec<usize> = lines.next().unwrap().split_whitespace().map(|word| word.parse().unwrap()).collect();
    let (rows, columns) = (head[0].min(head[1]), head[0].max(head[1]));
    assert_eq!(lines.next().map(str::trim), Some("DEFAULT"), "a rectangle");
    let mut pieces: Vec<(char, Vec<(i64, i64)>)> = Vec::new();
    let mut row = 0;
    for line in lines.filter(|line| !line.trim().is_empty()) {
        let letter = line.trim().chars().next().unwrap();
        if pieces.last().is_none_or(|piece| piece.0 != letter) {
            pieces.push((letter, Vec::new()));
            row = 0;
        }
        let cells = line.chars().enumerate().filter(|(_, c)| *c == letter).map(|(column, _)| (row, column as i64));
        pieces.last_mut().unwrap().1.extend(cells);
        row += 1;
    }
    assert_eq!(pieces.len(), head[2], "the number of pieces");
    let cells = rows * columns;
    assert_eq!(pieces.iter().map(|piece| piece.1.len()).sum::<usize>(), cells, "the pieces fill the board");
    let lays: Vec<Vec<Lay>> = pieces.iter().map(|piece| lays(&piece.1, rows as i64)).collect();
    let window = 64 - lays.iter().flatten().map(|lay| lay.cells.leading_zeros()).min().unwrap() as usize;
    assert!(window + pieces.len() <= 64, "a position is one number");

    let mut waiting: Vec<Positions> = (0..=cells).map(|_| Positions::default()).collect();
    waiting[0].insert(0, 1);
    let (mut all, mut most) = (0, 0);
    for first in 0..cells {
        let (column, row) = (first / rows, first % rows);
        let fits = |lay: &&Lay| lay.up <= row && row + lay.down < rows && column + lay.behind < columns;
        most = most.max(waiting.iter().map(HashMap::len).sum());
        let here = std::mem::take(&mut waiting[first]);
        all += here.len();
        for (key, ways) in here {
            let (covered, used) = (key & ((1 << window) - 1), key >> window);
            for (number, lays) in lays.iter().enumerate().filter(|(number, _)| used >> number & 1 == 0) {
                for lay in lays.iter().filter(fits).filter(|lay| lay.cells & covered == 0) {
                    let covered = covered | lay.cells;
                    let next = covered.trailing_ones();
                    let key = covered >> next | (used | 1 << number) << window;
                    let sum = waiting[first + next as usize].entry(key).or_default();
                    *sum = sum.checked_add(ways).expect("the sum is a number of 64 bits");
                }
            }
        }
    }
    let solutions: u64 = waiting[cells].values().sum();
    println!("{solutions} solutions, {all} positions, at most {most} at once");
}
