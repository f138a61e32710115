//! Which tuples there are on a board, and where their entries stand.

use crate::slide::Size;

/// Cells around the blank whose tiles count, by their distance from it. Four in place of two learn no better.
const NEAR: usize = 2;

/// Some tiles, called by their homes, and where their entries begin.
#[derive(Clone, Debug)]
pub(super) struct Tuple {
    pub(super) homes: Vec<usize>,
    pub(super) start: usize,
}

impl Tuple {
    /// Where the entry of a placement stands.
    #[inline]
    pub(super) fn index(&self, cells: usize, places: &[u8]) -> usize {
        self.start + self.homes.iter().fold(0, |index, &home| index * cells + usize::from(places[home]))
    }
}

/// The tuples of a board whose goal has the blank in the last cell.
#[derive(Clone, Debug)]
pub(super) struct Tuples {
    pub(super) size: Size,
    /// Those that a search looks at: three tiles each.
    pub(super) threes: Vec<Tuple>,
    /// Pairs and single tiles, each with the number of the three that it is added into.
    pub(super) fewer: Vec<(Tuple, usize)>,
    /// By the blank's cell: the cells around it, and where the entries of their tiles begin.
    pub(super) near: Vec<Vec<(u8, u32)>>,
    /// By tile: its part in every three that it belongs to.
    pub(super) of_tile: Vec<Vec<Membership>>,
    /// Entries that a search looks at.
    pub(super) searched: usize,
    /// Entries of all tuples.
    pub(super) learned: usize,
}

/// A tile's part in a tuple: how the index of an entry depends on its cell, and on the cells of the two others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Membership {
    pub(super) start: u32,
    pub(super) own: u32,
    pub(super) others: [(u8, u32); 2],
}

impl Tuples {
    /// The most cells of a board, and the fewest: of 8x8 the entries take 150 MB, and 2x2 has no three tiles in a corner.
    pub(super) const MOST_CELLS: usize = 64;
    const FEWEST_CELLS: usize = 6;

    /// Whether boards of this size have tuples.
    pub(super) fn exist(size: Size) -> bool {
        (Tuples::FEWEST_CELLS..=Tuples::MOST_CELLS).contains(&size.cells())
    }

    /// The tuples of a board; `None` for boards that have none.
    pub(super) fn new(size: Size) -> Option<Tuples> {
        if !Tuples::exist(size) {
            return None;
        }
        let cells = size.cells();
        let mut start = 0;
        let near = near(size, &mut start);
        let mut placed = |homes: Vec<usize>| {
            let tuple = Tuple { start, homes };
            start += cells.pow(tuple.homes.len() as u32);
            tuple
        };
        let threes: Vec<Tuple> = threes(size).into_iter().map(&mut placed).collect();
        let fewer: Vec<(Tuple, usize)> =
            fewer(&threes).into_iter().map(|(homes, three)| (placed(homes), three)).collect();
        let of_tile = (0..cells).map(|tile| memberships(&threes, tile, cells)).collect();
        let searched = fewer.first().map_or(start, |(tuple, _)| tuple.start);
        Some(Tuples { size, threes, fewer, near, of_tile, searched, learned: start })
    }

    /// The blank's home, and its number among the tiles.
    pub(super) fn blank(&self) -> usize {
        self.size.cells() - 1
    }
}

fn near(size: Size, start: &mut usize) -> Vec<Vec<(u8, u32)>> {
    let cells = size.cells();
    let mut around = |blank: usize| {
        let is_near = |cell: &usize| (1..=NEAR).contains(&size.taxicab(blank, *cell));
        let mut placed = |cell: usize| {
            let entry = (cell as u8, *start as u32);
            *start += cells;
            entry
        };
        (0..cells).filter(is_near).map(&mut placed).collect()
    };
    (0..cells).map(&mut around).collect()
}

/// Three tiles in a line or around a corner, without the blank.
fn threes(size: Size) -> Vec<Vec<usize>> {
    let mut threes = Vec::new();
    for (row, col) in (0..size.rows()).flat_map(|row| (0..size.cols()).map(move |col| (row, col))) {
        if col + 2 < size.cols() {
            threes.push((0..3).map(|step| size.cell(row, col + step)).collect());
        }
        if row + 2 < size.rows() {
            threes.push((0..3).map(|step| size.cell(row + step, col)).collect());
        }
        if row + 1 < size.rows() && col + 1 < size.cols() {
            let square = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(down, right)| size.cell(row + down, col + right));
            threes.extend(square.map(|left_out| square.into_iter().filter(|&home| home != left_out).collect()));
        }
    }
    threes.retain(|homes: &Vec<usize>| !homes.contains(&(size.cells() - 1)));
    threes
}

/// The pairs and the single tiles of the threes, each once, with the first three that has it.
fn fewer(threes: &[Tuple]) -> Vec<(Vec<usize>, usize)> {
    let mut found: Vec<(Vec<usize>, usize)> = Vec::new();
    for (number, three) in threes.iter().enumerate() {
        let [a, b, c] = three.homes[..] else { unreachable!("a three has three tiles") };
        for homes in [vec![a, b], vec![a, c], vec![b, c], vec![a], vec![b], vec![c]] {
            if found.iter().all(|(known, _)| *known != homes) {
                found.push((homes, number));
            }
        }
    }
    found
}

fn memberships(threes: &[Tuple], tile: usize, cells: usize) -> Vec<Membership> {
    let membership = |three: &Tuple| {
        let factor = |at: usize| cells.pow(2 - at as u32) as u32;
        let at = three.homes.iter().position(|&home| home == tile)?;
        let mut others = (0..3).filter(|&other| other != at).map(|other| (three.homes[other] as u8, factor(other)));
        let others = [(); 2].map(|()| others.next().expect("a three has two others"));
        Some(Membership { start: three.start as u32, own: factor(at), others })
    };
    threes.iter().filter_map(membership).collect()
}
