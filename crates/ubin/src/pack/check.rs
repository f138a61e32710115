//! Rules that prove a puzzle impossible without a search, and the reasons an impossible puzzle has.
//!
//! Words: a **region** is a part of the free cells that touch one another; a **colouring** gives each cell a weight, and whatever the weights, those of a solution's placements add up to the
//! board's. If the sums that the pieces can make do not contain the board's, there is no solution. The checkerboard is the famous one; stripes along each axis are as cheap.

use std::fmt;

use serde::ser::{Serialize, SerializeStruct as _, Serializer};

use super::backtrack::region::Around;
use super::board::PackBoard;
use super::lattice::Spot;
use super::model::{Kind, PackModel};
use super::puzzle::{Amount, Puzzle};
use super::text::counted;
use super::weights::{self, Certificate};
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
    /// The pieces that must be used cover too many cells, or all together too few, whatever stays empty.
    Amounts {
        /// Cells of the pieces that must be used.
        least: usize,
        /// Cells of all pieces.
        most: usize,
        /// So many cells stay empty at least.
        empty_least: u32,
        /// So many cells stay empty at most.
        empty_most: u32,
        /// Cells of the board.
        board: usize,
    },
    /// A piece has no placement.
    NoFit {
        /// Its name.
        piece: String,
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
        /// A proof of it that can be checked, if it can be told by sums modulo a number.
        #[serde(skip)]
        certificate: Option<Box<Certificate>>,
    },
    /// With some weights on the cells, the pieces do not add up to the board.
    Weights {
        /// Sums are taken modulo this.
        modulus: u32,
        /// What the pieces add up to, wherever they lie.
        pieces: u32,
        /// What the board adds up to.
        board: u32,
        /// The weights.
        #[serde(skip)]
        certificate: Box<Certificate>,
    },
    /// Wherever a piece lies, some colouring forbids it.
    OddColours {
        /// Its name.
        piece: String,
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

impl From<Certificate> for Reason {
    fn from(certificate: Certificate) -> Reason {
        let Certificate { modulus, pieces, board, .. } = certificate;
        Reason::Weights { modulus, pieces, board, certificate: Box::new(certificate) }
    }
}

impl Reason {
    pub(crate) fn certificate_mut(&mut self) -> Option<&mut Certificate> {
        match self {
            Reason::Weights { certificate, .. } => Some(certificate),
            Reason::Colouring { certificate, .. } => certificate.as_deref_mut(),
            _ => None,
        }
    }

    /// The weights that prove it, where it is proved by weights.
    #[must_use]
    pub fn certificate(&self) -> Option<&Certificate> {
        match self {
            Reason::Weights { certificate, .. } => Some(certificate),
            Reason::Colouring { certificate, .. } => certificate.as_deref(),
            _ => None,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Cells { pieces, board } => {
                write!(f, "the pieces cover {}, the board has {board}", counted(*pieces, "cell"))
            }
            Reason::Amounts { least, most, empty_least, empty_most, board } => {
                let pieces = if least == most {
                    counted(*most, "cell")
                } else {
                    format!("{least} to {}", counted(*most, "cell"))
                };
                write!(f, "the pieces cover {pieces}, the board has {board}")?;
                match (empty_least, empty_most) {
                    (0, 0) => Ok(()),
                    (least, most) if least == most => write!(f, ", of which {most} stay empty"),
                    (least, most) => write!(f, ", of which {least} to {most} stay empty"),
                }
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
            Reason::Colouring { colouring, black, white, .. } => {
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
            Reason::Weights { modulus, pieces, board, .. } => write!(
                f,
                "there are weights under which each piece has one sum wherever it lies; modulo {modulus} the pieces add up to {pieces}, the board to {board}"
            ),
            Reason::OddColours { piece } => {
                write!(f, "wherever piece {piece} lies, the others cannot make up the colours of the free cells")
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
    let (least, most, board) = (puzzle.needed_cells(), puzzle.piece_cells(), puzzle.board().size());
    let Amount { least: empty_least, most: empty_most } = puzzle.gaps();
    if (least, empty_most) == (most, 0) {
        return (most != board).then_some(Reason::Cells { pieces: most, board });
    }
    let is_crowded = least.saturating_add(empty_least as usize) > board;
    let is_bare = most.saturating_add(empty_most as usize) < board;
    (is_crowded || is_bare).then_some(Reason::Amounts { least, most, empty_least, empty_most, board })
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
    if let Some(reason) = colourings(puzzle, model, run)? {
        return Ok(Some(reason));
    }
    Ok(weights::find(puzzle, model, run)?.map(Reason::from))
}

fn no_fit(puzzle: &Puzzle, model: &PackModel) -> Option<Reason> {
    stuck_piece(puzzle, model).map(|piece| Reason::NoFit { piece })
}

/// The first piece without a placement that must be used.
fn stuck_piece(puzzle: &Puzzle, model: &PackModel) -> Option<String> {
    let is_stuck = |kind: usize| model.kinds[kind].amount.least > 0 && model.of_kind(kind).next().is_none();
    let (_, piece) = model.loose().find(|&(kind, _)| is_stuck(kind))?;
    Some(puzzle.pieces()[piece].name().to_owned())
}

fn unreached(board: &PackBoard, model: &PackModel, run: &mut Run<'_>) -> Result<Option<Reason>, Stop> {
    let cell = model.reach(run)?.iter().position(|&options| options == 0);
    Ok(cell.map(|cell| Reason::Unreached { cell: CellName::of(board, model.free[cell]) }))
}

fn regions(puzzle: &Puzzle, model: &PackModel, run: &mut Run<'_>) -> Result<Option<Reason>, Stop> {
    for piece in model.loose().map(|(_, piece)| &puzzle.pieces()[piece]) {
        run.work(64 * piece.size() as u64)?;
        if piece.parts(puzzle.board().lattice()) > 1 {
            return Ok(None);
        }
    }
    let regions = region_list(puzzle, model, run)?;
    // One region is the whole, whose cells add up where everything is used.
    if regions.len() < 2 && model.kinds.iter().all(|kind| kind.amount.is_fixed()) {
        return Ok(None);
    }
    // Each kind in turn: the fewest of it that make a sum with those before are counted.
    let mut sums = vec![false; model.free.len() + 1];
    sums[0] = true;
    for Kind { amount, size, .. } in &model.kinds {
        run.work(4 * sums.len() as u64)?;
        let mut used = vec![0u32; sums.len()];
        for sum in *size..sums.len() {
            let before = sum - size;
            if !sums[sum] && sums[before] && used[before] < amount.most {
                (sums[sum], used[sum]) = (true, used[before] + 1);
            }
        }
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

fn colourings(puzzle: &Puzzle, model: &PackModel, run: &mut Run<'_>) -> Result<Option<Reason>, Stop> {
    for colouring in Colouring::ALL {
        let weighed = Weighed::new(colouring, puzzle.board(), model, run)?;
        let black = (weighed.total + model.free.len() as i32) as usize / 2;
        let white = model.free.len() - black;
        if !weighed.can_total(run)? {
            let certificate = weights::find(puzzle, model, run)?.map(Box::new);
            return Ok(Some(Reason::Colouring { colouring, black, white, certificate }));
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

/// What a model without odd colours shows: two colourings together may leave a piece no placement, though each alone can be made up.
pub(crate) fn odd_colours(puzzle: &Puzzle, model: &PackModel) -> Option<Reason> {
    stuck_piece(puzzle, model).map(|piece| Reason::OddColours { piece })
}

/// Every option's sum of weights.
struct Weighed {
    total: i32,
    of_option: Vec<i32>,
    /// The different sums of one of each kind, ascending.
    of_one: Vec<Vec<i32>>,
    /// The sums that all of a kind may have together, and perhaps others.
    of_all: Vec<Vec<i32>>,
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
        let own = |kind| {
            let mut own: Vec<i32> = model.of_kind(kind).map(|option| of_option[option]).collect();
            own.sort_unstable();
            own.dedup();
            own
        };
        let of_one: Vec<Vec<i32>> = (0..model.kinds.len()).map(own).collect();
        let of_all = of_one.iter().zip(&model.kinds).map(|(own, kind)| of_several(own, kind.amount)).collect();
        Ok(Weighed { total: weights.iter().sum(), of_option, of_one, of_all })
    }

    /// Sums are only looked at while they are not too many: on a large board with gaps they are all numbers, and say nothing.
    fn are_few(&self) -> bool {
        const MOST: usize = 1 << 12;
        self.of_all.iter().map(Vec::len).sum::<usize>() <= MOST
    }

    fn can_total(&self, run: &mut Run<'_>) -> Result<bool, Stop> {
        if !self.are_few() {
            return Ok(true);
        }
        let mut sums = vec![0];
        for own in &self.of_all {
            run.work((8 * sums.len() * own.len()) as u64)?;
            sums = added(&sums, own);
        }
        Ok(sums.contains(&self.total))
    }

    /// Strikes out the options whose sum the other kinds cannot complete; only of kinds that a solution has exactly one of.
    fn strike_out(&self, model: &PackModel, keep: &mut [bool], run: &mut Run<'_>) -> Result<(), Stop> {
        if self.of_one.iter().all(|own| own.len() < 2) || !self.are_few() {
            return Ok(());
        }
        // The sums of all kinds after each one; those before it are folded on the way.
        let mut after = vec![vec![0]];
        for own in self.of_all.iter().skip(1).rev() {
            run.work(8 * (after.last().map_or(1, Vec::len) * own.len()) as u64)?;
            after.push(added(after.last().expect("it begins with one"), own));
        }
        let mut before = vec![0];
        for (kind, own) in self.of_all.iter().enumerate() {
            let rest = after.pop().expect("one for every kind");
            run.work((8 * before.len() * rest.len()) as u64)?;
            let sums = added(&before, &rest);
            before = added(&before, own);
            if !model.kinds[kind].is_single() {
                continue;
            }
            for option in model.of_kind(kind) {
                run.work(16)?;
                keep[option] &= sums.binary_search(&(self.total - self.of_option[option])).is_ok();
            }
        }
        Ok(())
    }
}

/// The sums of several of one kind, each with one of these sums: all numbers in a range whose distances are right, which may be more than there are.
fn of_several(own: &[i32], amount: Amount) -> Vec<i32> {
    let (Some(&low), Some(&high)) = (own.first(), own.last()) else { return vec![0] };
    if amount == Amount::exactly(1) {
        return own.to_vec();
    }
    let (least, most) = (i64::from(amount.least), i64::from(amount.most));
    let steps = own.windows(2).fold(0, |step, pair| gcd(step, pair[1].abs_diff(pair[0])));
    let step = if amount.is_fixed() { steps } else { gcd(steps, low.unsigned_abs()) };
    let first = (least * i64::from(low)).min(most * i64::from(low));
    let last = (least * i64::from(high)).max(most * i64::from(high));
    (first..=last).step_by(step.max(1) as usize).filter_map(|sum| i32::try_from(sum).ok()).collect()
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
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
    pub placements: Vec<(String, usize)>,
    /// The sizes of the regions of the free cells.
    pub regions: Vec<usize>,
    /// What proves it impossible, if a rule does.
    pub reason: Option<Reason>,
}

impl Findings {
    pub(crate) fn of(puzzle: &Puzzle, model: &PackModel, run: &mut Run<'_>) -> Result<Findings, Stop> {
        let counted =
            |(kind, piece): (usize, usize)| (puzzle.pieces()[piece].name().to_owned(), model.of_kind(kind).count());
        Ok(Findings {
            cells: (puzzle.board().size(), puzzle.piece_cells()),
            placements: model.loose().map(counted).collect(),
            regions: region_list(puzzle, model, run)?.iter().map(Vec::len).collect(),
            reason: if let Some(reason) = cells(puzzle) { Some(reason) } else { rules(puzzle, model, run)? },
        })
    }
}
