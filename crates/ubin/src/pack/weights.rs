//! Proofs of impossibility by weights on the cells.
//!
//! Give every cell a number so that, modulo some m, all placements of a piece have the same sum. In a solution the sums of the pieces add up to the sum of the board; if they do not, there is no solution, and anybody can check it
//! with a pencil. The checkerboard of the mutilated chessboard is the famous case, de Bruijn's bricks 1 x 2 x 4 in a box of 6 x 6 x 6 another ("Filling boxes with bricks", 1969).
//!
//! Words: a **certificate** is such weights with their sums; a **pattern** is a regular colouring, whose certificate (1 on the cells of one colour, 0 elsewhere) people see at once. Patterns are tried first. Then all weights are
//! looked for by linear algebra: those under which no placement of a piece differs from another form the **kernel** of the differences of placements, modulo 2, 3, 5 or 7 a vector space, modulo 4 a module, which is cut down one
//! difference at a time. A certificate exists exactly when some weights in the kernel tell the board from the pieces.

use std::fmt;

use super::board::PackBoard;
use super::lattice::Spot;
use super::model::PackModel;
use super::puzzle::Puzzle;
use crate::run::{Run, Stop};

/// Weights on the cells which show that there is no solution: every placement of a piece has one sum, and the sums do not add up to the board's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// What sums are taken modulo.
    pub modulus: u32,
    /// The weight of each cell of the board, in reading order; 0 under pieces that lie there already.
    pub weights: Vec<u32>,
    /// The name of each piece, and the sum that each of its placements has.
    pub sums: Vec<(String, u32)>,
    /// What all pieces add up to.
    pub pieces: u32,
    /// What all cells add up to.
    pub board: u32,
}

impl fmt::Display for Certificate {
    /// What the weights add up to, in a sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Certificate { modulus, sums, pieces, board, .. } = self;
        write!(f, "Modulo {modulus}, every placement of ")?;
        let mut different: Vec<u32> = sums.iter().map(|(_, sum)| *sum).collect();
        different.sort_unstable();
        different.dedup();
        for (at, &sum) in different.iter().enumerate() {
            let own = sums.iter().filter(|(_, own)| *own == sum).map(|(name, _)| name.clone());
            let own = if different.len() == 1 { "a piece".into() } else { own.collect::<Vec<_>>().join(", ") };
            write!(f, "{}{own}{} {sum}", if at > 0 { "; of " } else { "" }, if at > 0 { "" } else { " has the sum" })?;
        }
        write!(f, ". Together that is {pieces}, but the board has {board}.")
    }
}

/// The moduli that are tried, the most readable first.
const MODULI: [u64; 5] = [2, 3, 4, 5, 7];

/// The most free cells for which all weights are looked for, in about 50 ms. Patterns are tried on every board.
const MOST_CELLS: usize = 512;

/// A certificate, if there is one.
///
/// # Errors
/// The stop.
pub(crate) fn find(puzzle: &Puzzle, model: &PackModel, run: &mut Run<'_>) -> Result<Option<Certificate>, Stop> {
    // An empty cell may be any, and a piece that need not be used may have no sum: then the pieces have several sums.
    if model.kinds.iter().any(|kind| kind.piece.is_none() || !kind.amount.is_fixed()) {
        return Ok(None);
    }
    // A piece for which there is no room beside those that must be used is in no model, and nothing holds for its placements.
    let mut loose = vec![false; puzzle.pieces().len()];
    model.loose().for_each(|(_, piece)| loose[piece] = true);
    if (0..loose.len()).any(|piece| !loose[piece] && puzzle.left(piece).most > 0) {
        return Ok(None);
    }
    if let Some(certificate) = by_patterns(puzzle, model, run)? {
        return Ok(Some(certificate));
    }
    if model.free.len() > MOST_CELLS {
        return Ok(None);
    }
    let kernels = [by_kernel::<2>, by_kernel::<3>, by_kernel::<4>, by_kernel::<5>, by_kernel::<7>];
    for kernel in kernels {
        if let Some(certificate) = kernel(puzzle, model, run)? {
            return Ok(Some(certificate));
        }
    }
    Ok(None)
}

/// What weights say of the placements.
struct Weighing {
    /// The sum of the first placement of each kind.
    sums: Vec<u64>,
    /// The sum of all pieces.
    pieces: u64,
    /// Every difference between the sums of two placements of a piece is a multiple of this; 0 when there is none.
    step: u64,
    /// The sum of the free cells.
    board: u64,
}

impl Weighing {
    /// `None` when some placements of a piece differ modulo everything.
    fn of(weights: &[u8], model: &PackModel, run: &mut Run<'_>) -> Result<Option<Weighing>, Stop> {
        let sum = |option: usize| model.cells(option).iter().map(|&cell| u64::from(weights[cell as usize])).sum();
        let (mut sums, mut step) = (Vec::with_capacity(model.kinds.len()), 0);
        for kind in 0..model.kinds.len() {
            let mut options = model.of_kind(kind);
            let Some(first) = options.next() else { return Ok(None) };
            let first: u64 = sum(first);
            for option in options {
                run.work(model.cells(option).len() as u64)?;
                step = gcd(step, first.abs_diff(sum(option)));
                if step == 1 {
                    return Ok(None);
                }
            }
            sums.push(first);
        }
        let pieces = sums.iter().zip(&model.kinds).map(|(sum, kind)| sum * u64::from(kind.amount.least)).sum();
        Ok(Some(Weighing { sums, pieces, step, board: weights.iter().map(|&weight| u64::from(weight)).sum() }))
    }

    /// Whether modulo this number every piece has one sum, and the sums do not add up to the board's.
    fn refutes(&self, modulus: u64) -> bool {
        self.step.is_multiple_of(modulus) && !self.pieces.abs_diff(self.board).is_multiple_of(modulus)
    }

    fn certificate(&self, modulus: u64, weights: &[u8], puzzle: &Puzzle, model: &PackModel) -> Certificate {
        let rest = |sum: u64| (sum % modulus) as u32;
        let mut on_board = vec![0; puzzle.board().size()];
        for (&cell, &weight) in model.free.iter().zip(weights) {
            on_board[cell as usize] = rest(weight.into());
        }
        let mut sums: Vec<(String, u32)> = puzzle.pieces().iter().map(|piece| (piece.name().into(), 0)).collect();
        for (kind, piece) in model.loose() {
            sums[piece].1 = rest(self.sums[kind]);
        }
        Certificate {
            modulus: modulus as u32,
            weights: on_board,
            sums,
            pieces: rest(self.pieces),
            board: rest(self.board),
        }
    }
}

/// A regular colouring: what a row, a column and a layer add, modulo the number of colours; on blocks of some cells.
struct Pattern {
    colours: u32,
    adds: [u32; 3],
    block: u32,
}

impl Pattern {
    /// Two to five colours along all lines and diagonals, then blocks of 2 and of 3.
    fn list(board: &PackBoard) -> Vec<Pattern> {
        let mut list = Vec::new();
        for (colours, block) in [(2, 1), (3, 1), (4, 1), (2, 2), (5, 1), (2, 3)] {
            let deep = if board.is_flat() { 1 } else { colours };
            for adds in
                (1..colours * colours * deep).map(|n| [n % colours, n / colours % colours, n / colours / colours])
            {
                // A multiple of a pattern has the same colours by other names.
                let first = adds.iter().find(|add| **add > 0);
                if first.is_some_and(|&add| add == 1 || add == 2 && colours == 4) {
                    list.push(Pattern { colours, adds, block });
                }
            }
        }
        list
    }

    fn colour(&self, spot: Spot) -> u32 {
        let [row, col, layer] = [spot.row, spot.col, spot.layer].map(|at| at / self.block);
        (row * self.adds[0] + col * self.adds[1] + layer * self.adds[2]) % self.colours
    }
}

fn by_patterns(puzzle: &Puzzle, model: &PackModel, run: &mut Run<'_>) -> Result<Option<Certificate>, Stop> {
    let board = puzzle.board();
    let mut weights = vec![0; model.free.len()];
    for pattern in Pattern::list(board) {
        for chosen in 0..pattern.colours {
            run.work(4 * weights.len() as u64)?;
            for (weight, &cell) in weights.iter_mut().zip(&model.free) {
                *weight = u8::from(pattern.colour(board.spots()[cell as usize]) == chosen);
            }
            let Some(weighing) = Weighing::of(&weights, model, run)? else { continue };
            if let Some(modulus) = MODULI.into_iter().find(|&modulus| weighing.refutes(modulus)) {
                return Ok(Some(weighing.certificate(modulus, &weights, puzzle, model)));
            }
        }
    }
    Ok(None)
}

fn by_kernel<const Q: u8>(puzzle: &Puzzle, model: &PackModel, run: &mut Run<'_>) -> Result<Option<Certificate>, Stop> {
    let (held, cells) = (run.held(), model.free.len() as u64);
    run.hold((cells + 1) * cells)?;
    let weights = Kernel::<Q>::of(model, run)?.and_then(|kernel| kernel.plainest());
    run.release_to(held);
    let Some(weights) = weights else { return Ok(None) };
    let weighing = Weighing::of(&weights, model, run)?.filter(|weighing| weighing.refutes(Q.into()));
    Ok(weighing.map(|weighing| weighing.certificate(Q.into(), &weights, puzzle, model)))
}

/// Weights modulo `Q`, a prime or 4, under which all placements of a piece have one sum: the combinations of some generators.
struct Kernel<const Q: u8> {
    /// The weight of each cell in every generator.
    cells: Vec<Vec<u8>>,
    /// In every generator, what the board has more than the first placements of the pieces.
    excess: Vec<u8>,
}

impl<const Q: u8> Kernel<Q> {
    /// `None` when none of them tells the board from the pieces.
    fn of(model: &PackModel, run: &mut Run<'_>) -> Result<Option<Kernel<Q>>, Stop> {
        let mut kernel = Kernel::<Q>::whole(model);
        let options = model.options.len() as u64;
        // A long stride meets placements all over the board at first, and so is soon through where there is nothing to find.
        const STRIDE: u64 = 4_294_967_291;
        for at in 0..options {
            let option = (at * STRIDE % options) as usize;
            let first = model.of_kind(model.options[option].kind as usize).start;
            run.work(4 * (kernel.excess.len() * model.cells(option).len()) as u64 / 8 + 16)?;
            if let Some((pivot, factors)) = kernel.pivot(model.cells(option), model.cells(first)) {
                run.work((kernel.excess.len() * kernel.cells.len()) as u64 / 8)?;
                kernel.cut(pivot, &factors);
                if kernel.excess.iter().all(|&excess| excess == 0) {
                    return Ok(None);
                }
            }
        }
        Ok(Some(kernel))
    }

    /// All weights: a generator for each cell.
    fn whole(model: &PackModel) -> Kernel<Q> {
        let cells = model.free.len();
        let mut excess = vec![1; cells];
        for (kind, own) in model.kinds.iter().enumerate() {
            let minus = Q - (own.amount.least % u32::from(Q)) as u8;
            for &cell in model.cells(model.of_kind(kind).start) {
                excess[cell as usize] = (excess[cell as usize] + minus) % Q;
            }
        }
        let unit = |cell: usize| (0..cells).map(|generator| u8::from(generator == cell)).collect();
        Kernel { cells: (0..cells).map(unit).collect(), excess }
    }

    /// The generator that goes so that two placements get one sum, and how often it is taken from each of the others; `None` when they have one.
    fn pivot(&self, one: &[u32], other: &[u32]) -> Option<(usize, Vec<u8>)> {
        let mut differences = vec![0u16; self.excess.len()];
        for (placement, sign) in [(one, 1), (other, u16::from(Q) - 1)] {
            for &cell in placement {
                let weights = &self.cells[cell as usize];
                differences.iter_mut().zip(weights).for_each(|(sum, &weight)| *sum += sign * u16::from(weight));
            }
        }
        differences.iter_mut().for_each(|sum| *sum %= u16::from(Q));
        let is_unit = |&difference: &u16| difference != 0 && (Q != 4 || difference != 2);
        let pivot = differences
            .iter()
            .position(is_unit)
            .or_else(|| differences.iter().position(|&difference| difference != 0))?;
        let own = differences[pivot];
        let quotient = |difference: u16| (0..Q).find(|&n| u16::from(n) * own % u16::from(Q) == difference).unwrap_or(0);
        let quotients: [u8; 8] = std::array::from_fn(|difference| quotient(difference as u16));
        let mut factors: Vec<u8> = differences.iter().map(|&difference| quotients[difference as usize]).collect();
        // Modulo 4 twice a generator stays, where the difference is 2: it minus three times itself.
        factors[pivot] = if is_unit(&own) { 1 } else { Q - 1 };
        Some((pivot, factors))
    }

    fn cut(&mut self, pivot: usize, factors: &[u8]) {
        let goes = factors[pivot] == 1;
        for weights in self.cells.iter_mut().chain([&mut self.excess]) {
            let minus = (Q - weights[pivot]) % Q;
            if minus != 0 {
                weights.iter_mut().zip(factors).for_each(|(weight, &factor)| *weight = (*weight + minus * factor) % Q);
            }
            if goes {
                weights.swap_remove(pivot);
            }
        }
    }

    /// Of the generators that tell the board from the pieces, the one with the fewest weights that are not 0; `None` when there is none.
    fn plainest(&self) -> Option<Vec<u8>> {
        let telling = (0..self.excess.len()).filter(|&generator| self.excess[generator] != 0);
        let weights = telling.map(|generator| self.shifted(generator));
        weights.min_by_key(|weights| weights.iter().filter(|&&weight| weight != 0).count())
    }

    /// A generator, shifted so that its most frequent weight is 0: the same number more on every cell changes nothing, for the pieces have as many cells as the board.
    fn shifted(&self, generator: usize) -> Vec<u8> {
        let weights = self.cells.iter().map(|weights| weights[generator]);
        let frequency = |wanted: u8| weights.clone().filter(|&weight| weight == wanted).count();
        let most = (0..Q).rev().max_by_key(|&weight| frequency(weight)).unwrap_or(0);
        weights.clone().map(|weight| (weight + Q - most) % Q).collect()
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::text;
    use crate::run::{Control, Limits};

    /// What patterns find, and the moduli of the kernels that find something.
    fn found(text: &str) -> (Option<u32>, Vec<u32>) {
        let puzzle = text::read(text).unwrap().puzzle;
        let control = Control::new();
        let mut run = Run::new(Limits::default(), &control);
        let model = PackModel::new(&puzzle, &mut run).unwrap();
        let pattern = by_patterns(&puzzle, &model, &mut run).unwrap();
        let kernels = [by_kernel::<2>, by_kernel::<3>, by_kernel::<4>, by_kernel::<5>, by_kernel::<7>];
        let by_kernels = kernels.iter().filter_map(|kernel| kernel(&puzzle, &model, &mut run).unwrap());
        (pattern.map(|found| found.modulus), by_kernels.map(|found| found.modulus).collect())
    }

    fn same(size: &str, mask: &str, pieces: usize, shape: &str) -> String {
        let shapes = ('A'..='Z').take(pieces).map(|letter| shape.replace('A', &letter.to_string()) + "\n");
        format!("{size} {pieces}\n{mask}\n{}", shapes.collect::<String>())
    }

    #[test]
    fn the_kernel_has_every_certificate_that_a_pattern_has() {
        let mut proved = 0;
        for hole in 0..16 {
            let mut mask = ['X'; 16];
            mask[hole] = '.';
            let rows: Vec<String> = mask.chunks(4).map(|row| row.iter().collect()).collect();
            let (pattern, kernels) = found(&same("4 4", &format!("CUSTOM\n{}", rows.join("\n")), 5, "AAA"));
            assert!(pattern.is_none_or(|modulus| kernels.contains(&modulus)), "{hole}: {pattern:?} {kernels:?}");
            // All but the corners are impossible, and weights prove it.
            let is_corner = [0, 3, 12, 15].contains(&hole);
            assert_eq!(kernels.is_empty(), is_corner, "{hole}");
            proved += usize::from(pattern.is_some());
        }
        assert_eq!(proved, 12);
        let (pattern, kernels) = found(&same("10 10", "DEFAULT", 25, "AAAA"));
        assert!(pattern.is_some() && kernels.contains(&2) && kernels.contains(&4), "{kernels:?}");
        assert_eq!(found(&same("4 4", "DEFAULT", 8, "AA")), (None, vec![]));
    }
}
