//! Rules that prove a puzzle impossible without a search, and the reasons an impossible puzzle has.
//!
//! Words: a **region** is a part of the free cells that touch one another; a **colouring** gives each cell a weight, and whatever the weights, those of a solution's placements add up to the
//! board's. If the sums that the pieces can make do not contain the board's, there is no solution. The checkerboard is the famous one; stripes along each axis are as cheap.

use std::fmt;

use serde::ser::{Serialize, SerializeStruct as _, Serializer};

use super::backtrack::region::Around;
use super::board::PackBoard;
use super::lattice::Spot;
use super::model::PackModel;
use super::puzzle::Puzzle;
use super::text::counted;
use crate::run::{Run, Stop};
use crate::text::grouped;

/// Why there is no solution. As data it has a code and the values that the sentence speaks of:
///
/// ```
/// let reason = ubin::pack::Reason::Cells { pieces: 13, board: 25 };
/// assert_eq!(serde_json::to_string(&reason).unwrap(), r#"{"code":"cells","pieces":13,"board":25}"#);
/// assert_eq!(reason.to_string(), "the pieces cover 13 cells, the board has 25");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum Reason {
    /// The pieces cover too many cells, or too few.
    Cells {
        /// Cells of the pieces.
        pieces: usize,
        /// Cells of the board.
        board: usize,
    },
    /// A piece has no placement.
    NoFit {
        /// Its letter.
        piece: char,
    },
    /// A cell has no placement.
    Unreached {
        /// Which one.
        cell: CellName,
    },
    /// A region has a size that no pieces add up to.
    Region {
        /// Its cells.
        size: usize,
        /// The first of them.
        first: CellName,
    },
    /// A region that the pieces left cannot fill, whichever are chosen for it.
    DeadRegion {
        /// Its cells.
        size: usize,
        /// The first of them.
        first: CellName,
    },
    /// No way of placing the pieces gives the colours of the board.
    Colouring {
        /// Which colouring.
        colouring: Colouring,
        /// Free cells of the first colour.
        black: usize,
        /// Free cells of the other.
        white: usize,
    },
    /// Every node was searched.
    Searched {
        /// How many.
        nodes: u64,
    },
    /// The plain search has tried everything.
    Tried {
        /// How many positions that was.
        cases: u64,
    },
}

/// A way to colour cells in two colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Colouring {
    /// Neighbours differ.
    Checkerboard,
    /// Rows alternate.
    Rows,
    /// Columns alternate.
    Columns,
    /// Layers alternate.
    Layers,
}

impl Colouring {
    const ALL: [Colouring; 4] = [Colouring::Checkerboard, Colouring::Rows, Colouring::Columns, Colouring::Layers];

    fn weight(self, spot: Spot) -> i32 {
        let n = match self {
            Colouring::Checkerboard => spot.row + spot.col + spot.layer,
            Colouring::Rows => spot.row,
            Colouring::Columns => spot.col,
            Colouring::Layers => spot.layer,
        };
        if n % 2 == 0 { 1 } else { -1 }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Cells { pieces, board } => {
                write!(f, "the pieces cover {}, the board has {board}", counted(*pieces, "cell"))
            }
            Reason::NoFit { piece } => write!(f, "piece {piece} fits nowhere"),
            Reason::Unreached { cell } => write!(f, "no piece reaches {cell}"),
            Reason::Region { size, first } => {
                let cells = counted(*size, "cell");
                write!(f, "no pieces add up to the {cells} of the region at {first}")
            }
            Reason::DeadRegion { size, first } => {
                let cells = counted(*size, "cell");
                write!(f, "no choice of the pieces left fills the {cells} of the region at {first}")
            }
            Reason::Colouring { colouring, black, white } => {
                let how = match colouring {
                    Colouring::Checkerboard => "like a checkerboard",
                    Colouring::Rows => "by rows",
                    Colouring::Columns => "by columns",
                    Colouring::Layers => "by layers",
                };
                write!(
                    f,
                    "coloured {how}, the free cells are {black} black and {white} white, which the pieces cannot cover"
                )
            }
            Reason::Searched { nodes: 1 } => f.write_str("the one node searched"),
            Reason::Searched { nodes } => write!(f, "all {} nodes searched", grouped(*nodes)),
            Reason::Tried { cases } => write!(f, "all {} cases tried", grouped(*cases)),
        }
    }
}

/// A cell as sentences name it: row and column from 1, and on boards that are not flat the layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellName {
    spot: Spot,
    is_flat: bool,
}

impl CellName {
    /// The name of a board's cell.
    ///
    /// # Panics
    /// When the board has no such cell.
    #[must_use]
    pub fn of(board: &PackBoard, cell: u32) -> CellName {
        CellName { spot: board.spots()[cell as usize], is_flat: board.is_flat() }
    }
}

impl Serialize for CellName {
    /// The numbers of the sentence, all from 1; the layer from below, on boards that are not flat.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Spot { layer, row, col } = self.spot;
        let mut numbers = serializer.serialize_struct("CellName", if self.is_flat { 2 } else { 3 })?;
        numbers.serialize_field("row", &(row + 1))?;
        numbers.serialize_field("column", &(col + 1))?;
        if !self.is_flat {
            numbers.serialize_field("layer", &(layer + 1))?;
        }
        numbers.end()
    }
}

impl fmt::Display for CellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Spot { layer, row, col } = self.spot;
        write!(f, "row {} column {}", row + 1, col + 1)?;
        if self.is_flat { Ok(()) } else { write!(f, " of layer {} from below", layer + 1) }
    }
}

/// The rule that needs no placements: do the cells add up?
pub(crate) fn cells(puzzle: &Puzzle) -> Option<Reason> {
    let (pieces, board) = (puzzle.piece_cells(), puzzle.board().size());
    (pieces != board).then_some(Reason::Cells { pieces, board })
}

/// The rules that look at placements, the cheapest first.
///
/// # Errors
/// The stop: on huge boards every rule takes a while.
pub(crate) fn rules(puzzle: &Puzzle, model: &PackModel, run: &mut Run<'_>) -> Result<Option<Reason>, Stop> {
    if let Some(reason) = no_fit(puzzle, model) {
        return Ok(Some(reason));
    }
    if let Some(reason) = unreached(puzzle.board(), model, run)? {
        return Ok(Some(reason));
    }
    if let Some(reason) = regions(puzzle, model, run)? {
        return Ok(Some(reason));
    }
    colourings(puzzle.board(), model, run)
}

fn no_fit(puzzle: &Puzzle, model: &PackModel) -> Option<Reason> {
    let stuck = (0..model.loose.len()).find(|&piece| model.of_piece(piece).next().is_none())?;
    Some(Reason::NoFit { piece: puzzle.pieces()[model.loose[stuck]].letter() })
}

fn unreached(board: &PackBoard, model: &PackModel, run: &mut Run<'_>) -> Result<Option<Reason>, Stop> {
    let cell = model.reach(run)?.iter().position(|&options| options == 0);
    Ok(cell.map(|cell| Reason::Unreached { cell: CellName::of(board, model.free[cell]) }))
}

fn regions(puzzle: &Puzzle, model: &PackModel, run: &mut Run<'_>) -> Result<Option<Reason>, Stop> {
    let pieces = || model.loose.iter().map(|&piece| &puzzle.pieces()[piece]);
    for piece in pieces() {
        run.work(64 * piece.size() as u64)?;
        if piece.parts(puzzle.board().lattice()) > 1 {
            return Ok(None);
        }
    }
    let regions = region_list(puzzle, model, run)?;
    // One region is the whole, whose cells add up.
    if regions.len() < 2 {
        return Ok(None);
    }
    let mut sums = vec![false; model.free.len() + 1];
    sums[0] = true;
    for size in pieces().map(super::piece::Piece::size) {
        run.work(sums.len() as u64)?;
        (size..sums.len()).rev().for_each(|sum| sums[sum] |= sums[sum - size]);
    }
    let first = |region: &[u32]| CellName::of(puzzle.board(), model.free[region[0] as usize]);
    let odd = regions.into_iter().find(|region| !sums[region.len()]);
    Ok(odd.map(|odd| Reason::Region { size: odd.len(), first: first(&odd) }))
}

/// The regions of the free cells, each with its first cell first.
pub(crate) fn region_list(puzzle: &Puzzle, model: &PackModel, run: &mut Run<'_>) -> Result<Vec<Vec<u32>>, Stop> {
    let around = Around::new(puzzle, model);
    let mut is_left = vec![true; model.free.len()];
    let mut regions = Vec::new();
    for start in 0..model.free.len() as u32 {
        if !std::mem::take(&mut is_left[start as usize]) {
            continue;
        }
        let mut region = vec![start];
        let mut at = 0;
        while at < region.len() {
            run.work(64)?;
            region.extend(around.of(region[at]).filter(|&next| std::mem::take(&mut is_left[next as usize])));
            at += 1;
        }
        regions.push(region);
    }
    Ok(regions)
}

fn colourings(board: &PackBoard, model: &PackModel, run: &mut Run<'_>) -> Result<Option<Reason>, Stop> {
    for colouring in Colouring::ALL {
        let weighed = Weighed::new(colouring, board, model, run)?;
        let black = (weighed.total + model.free.len() as i32) as usize / 2;
        let white = model.free.len() - black;
        if !weighed.can_total(run)? {
            return Ok(Some(Reason::Colouring { colouring, black, white }));
        }
    }
    Ok(None)
}

/// The model without the options that some colouring forbids: whatever the other pieces do, the colours would not add up. Halves the work on the Soma cube and hardly touches other puzzles.
pub(crate) fn without_odd_colours(board: &PackBoard, model: PackModel, run: &mut Run<'_>) -> Result<PackModel, Stop> {
    let mut keep = vec![true; model.options.len()];
    for colouring in Colouring::ALL {
        Weighed::new(colouring, board, &model, run)?.strike_out(&model, &mut keep, run)?;
    }
    if keep.iter().all(|keep| *keep) {
        return Ok(model);
    }
    let (part, _) = model.restrict(run, |option| keep[option])?;
    run.release(model.bytes());
    Ok(part)
}

/// Every option's sum of weights.
struct Weighed {
    total: i32,
    of_option: Vec<i32>,
    /// The different sums of each piece, ascending.
    of_piece: Vec<Vec<i32>>,
}

impl Weighed {
    fn new(colouring: Colouring, board: &PackBoard, model: &PackModel, run: &mut Run<'_>) -> Result<Weighed, Stop> {
        let weight = |&cell: &u32| colouring.weight(board.spots()[cell as usize]);
        let weights: Vec<i32> = model.free.iter().map(weight).collect();
        let mut of_option = Vec::with_capacity(model.options.len());
        for option in 0..model.options.len() {
            let cells = model.cells(option);
            run.work(cells.len() as u64)?;
            of_option.push(cells.iter().map(|&cell| weights[cell as usize]).sum());
        }
        let own = |piece| {
            let mut own: Vec<i32> = model.of_piece(piece).map(|option| of_option[option]).collect();
            own.sort_unstable();
            own.dedup();
            own
        };
        let of_piece = (0..model.loose.len()).map(own).collect();
        Ok(Weighed { total: weights.iter().sum(), of_option, of_piece })
    }

    fn can_total(&self, run: &mut Run<'_>) -> Result<bool, Stop> {
        let mut sums = vec![0];
        for own in &self.of_piece {
            run.work((8 * sums.len() * own.len()) as u64)?;
            sums = added(&sums, own);
        }
        Ok(sums.contains(&self.total))
    }

    /// Strikes out the options whose sum the other pieces cannot complete.
    fn strike_out(&self, model: &PackModel, keep: &mut [bool], run: &mut Run<'_>) -> Result<(), Stop> {
        if self.of_piece.iter().all(|own| own.len() < 2) {
            return Ok(());
        }
        // The sums of all pieces after each one; those before it are folded on the way.
        let mut after = vec![vec![0]];
        for own in self.of_piece.iter().skip(1).rev() {
            run.work(8 * (after.last().map_or(1, Vec::len) * own.len()) as u64)?;
            after.push(added(after.last().expect("it begins with one"), own));
        }
        let mut before = vec![0];
        for (piece, own) in self.of_piece.iter().enumerate() {
            let rest = after.pop().expect("one for every piece");
            run.work((8 * before.len() * rest.len()) as u64)?;
            let sums = added(&before, &rest);
            before = added(&before, own);
            for option in model.of_piece(piece) {
                run.work(16)?;
                keep[option] &= sums.binary_search(&(self.total - self.of_option[option])).is_ok();
            }
        }
        Ok(())
    }
}

/// Every sum of one of each, ascending.
fn added(sums: &[i32], own: &[i32]) -> Vec<i32> {
    let mut all: Vec<i32> = sums.iter().flat_map(|sum| own.iter().map(move |own| sum + own)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// What the rules see in a puzzle, for a person to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Findings {
    /// Cells of the board and of the pieces.
    pub cells: (usize, usize),
    /// The number of placements of each loose piece on the free cells.
    pub placements: Vec<(char, usize)>,
    /// The sizes of the regions of the free cells.
    pub regions: Vec<usize>,
    /// What proves it impossible, if a rule does.
    pub reason: Option<Reason>,
}

impl Findings {
    pub(crate) fn of(puzzle: &Puzzle, model: &PackModel, run: &mut Run<'_>) -> Result<Findings, Stop> {
        let letter = |piece: usize| puzzle.pieces()[model.loose[piece]].letter();
        Ok(Findings {
            cells: (puzzle.board().size(), puzzle.piece_cells()),
            placements: (0..model.loose.len()).map(|piece| (letter(piece), model.of_piece(piece).count())).collect(),
            regions: region_list(puzzle, model, run)?.iter().map(Vec::len).collect(),
            reason: if let Some(reason) = cells(puzzle) { Some(reason) } else { rules(puzzle, model, run)? },
        })
    }
}
