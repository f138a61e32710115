//! The plain search on a board of up to 64 cells, counted rather than walked where nothing can be found.
//!
//! Two orientations that cover the same cells fail in the same way, so the second adds the first's cases again without a search. The last piece is not tried position by position:
//! it fails everywhere, or the cells left are its shape. If the cells cannot add up, the last two levels are one sum. The report's 5,776,706,048 cases (31 s to 152 s in the course's
//! programs) take about a second.
//!
//! Sums and products stay at `u64::MAX` when they pass it: fourteen single cells on a board of sixteen have more than 2^91 cases.

use super::{FREE, Pace, PiecePositions, Positions, Tried, orders};
use crate::pack::puzzle::Solution;
use crate::run::{Run, Stop};

/// The positions of one piece with equal ones put together.
struct Merged {
    copy: u32,
    /// How many positions are tried.
    tries: u64,
    /// The different sets of cells, in the order of their first position.
    masks: Vec<u64>,
    /// How many positions have each.
    weights: Vec<u64>,
    /// For each position that is on the board, its place in the order and its mask's number.
    order: Vec<(u32, u32)>,
}

/// What the tree below a node holds.
enum CasesBelow {
    /// No solution, and this many cases.
    Failed(u64),
    /// A solution after this many cases.
    Found(u64),
}

struct CaseSearch<'m> {
    /// In the order of this round.
    pieces: Vec<&'m Merged>,
    full: u64,
    /// Whether the cells add up: otherwise no board is ever full.
    can_fill: bool,
    /// The masks of the solution, last piece first.
    solution: Vec<u64>,
    /// For each level, the cases below each mask that the node on the way has tried.
    failed: Vec<Vec<u64>>,
    /// Cases of the nodes that were left, to report on a stop.
    cases: u64,
}

pub(super) fn first(positions: &Positions, run: &mut Run<'_>) -> Result<Tried, (Stop, u64)> {
    let merged = merge_all(positions, run).map_err(|stop| (stop, 0))?;
    let board: Vec<u32> = positions.points.iter().map(|&point| positions.start[point as usize]).collect();
    let mask = |is: fn(u32) -> bool| (0..).zip(&board).filter(|&(_, &o)| is(o)).fold(0, |m, (n, _)| m | 1 << n);
    let (full, taken): (u64, u64) = (mask(|_| true), mask(|owner| owner != FREE));
    let size = |piece: &Merged| piece.masks.first().map_or(0, |mask| mask.count_ones());
    let can_fill = merged.iter().map(size).sum::<u32>() == (full & !taken).count_ones();
    let mut before = 0u64;
    for order in orders(merged.len()) {
        let pieces: Vec<&Merged> = order.iter().map(|&piece| &merged[piece]).collect();
        let failed = pieces.iter().map(|piece| vec![0; piece.masks.len()]).collect();
        let mut search = CaseSearch { pieces, full, can_fill, solution: Vec::new(), failed, cases: 0 };
        match search.descend(0, taken, run) {
            Err(stop) => return Err((stop, before.saturating_add(search.cases))),
            Ok(CasesBelow::Failed(cases)) => before = before.saturating_add(cases),
            Ok(CasesBelow::Found(cases)) => {
                let solution = Some(search.board(&board));
                return Ok(Tried { solution, cases: before.saturating_add(cases) });
            }
        }
    }
    Ok(Tried { solution: None, cases: before })
}

fn merge_all(positions: &Positions, run: &Run<'_>) -> Result<Vec<Merged>, Stop> {
    let mut cell = vec![0u8; positions.start.len()];
    for (number, &point) in (0..).zip(&positions.points) {
        cell[point as usize] = number;
    }
    let mut pace = Pace::default();
    positions.pieces.iter().map(|piece| merge(positions, piece, &cell, &mut pace, run)).collect()
}

/// Puts the equal positions of a piece together; `cell` is the number of the cell at each point.
fn merge(
    positions: &Positions,
    piece: &PiecePositions,
    cell: &[u8],
    pace: &mut Pace,
    run: &Run<'_>,
) -> Result<Merged, Stop> {
    let mut merged = Merged { copy: piece.copy, tries: 0, masks: Vec::new(), weights: Vec::new(), order: Vec::new() };
    for &orientation in &piece.orientations {
        let shape = &piece.shapes[orientation.shape];
        for base in positions.grid.bases(orientation) {
            if pace.fits(shape, base, &positions.start, run)? {
                merged.add(shape.iter().fold(0, |mask, &step| mask | 1 << cell[base + step as usize]));
            }
            merged.tries += 1;
        }
    }
    Ok(merged)
}

impl Merged {
    /// Adds the next position to be tried.
    fn add(&mut self, mask: u64) {
        let known = self.masks.iter().position(|&m| m == mask);
        let number = known.unwrap_or_else(|| {
            self.masks.push(mask);
            self.weights.push(0);
            self.masks.len() - 1
        });
        self.weights[number] += 1;
        self.order.push((self.tries as u32, number as u32));
    }
}

impl CaseSearch<'_> {
    fn descend(&mut self, level: usize, taken: u64, run: &mut Run<'_>) -> Result<CasesBelow, Stop> {
        let Some(&piece) = self.pieces.get(level) else {
            return Ok(if taken == self.full { CasesBelow::Found(0) } else { CasesBelow::Failed(0) });
        };
        run.step()?;
        let last = self.pieces.len() - 1;
        if level == last {
            return Ok(self.last_piece(piece, taken));
        }
        if level + 1 == last && !self.can_fill {
            let fits = piece.masks.iter().zip(&piece.weights).map(|(m, w)| if m & taken == 0 { *w } else { 0 });
            return Ok(CasesBelow::Failed(
                piece.tries.saturating_add(fits.sum::<u64>().saturating_mul(self.pieces[last].tries)),
            ));
        }
        let mut below = 0u64;
        for (number, &mask) in piece.masks.iter().enumerate() {
            if mask & taken != 0 {
                continue;
            }
            match self
                .descend(level + 1, taken | mask, run)
                .inspect_err(|_| self.cases = self.cases.saturating_add(below))?
            {
                CasesBelow::Failed(cases) => {
                    self.failed[level][number] = cases;
                    below = below.saturating_add(cases.saturating_mul(piece.weights[number]));
                }
                CasesBelow::Found(cases) => {
                    self.solution.push(mask);
                    return Ok(CasesBelow::Found(self.cases_until(level, taken, number).saturating_add(cases)));
                }
            }
        }
        Ok(CasesBelow::Failed(piece.tries.saturating_add(below)))
    }

    fn last_piece(&mut self, piece: &Merged, taken: u64) -> CasesBelow {
        let left = self.full & !taken;
        let found = if self.can_fill { piece.masks.iter().position(|&mask| mask == left) } else { None };
        let Some(number) = found else { return CasesBelow::Failed(piece.tries) };
        self.solution.push(left);
        let (at, _) = piece.order.iter().find(|&&(_, n)| n as usize == number).expect("every mask has a position");
        CasesBelow::Found(u64::from(*at) + 1)
    }

    /// The cases of one node up to the position that led to the solution, it included: masks are in the order of their first
    /// position, but repeats of earlier ones may stand between.
    fn cases_until(&self, level: usize, taken: u64, winner: usize) -> u64 {
        let piece = self.pieces[level];
        let mut cases = 0u64;
        for &(at, number) in &piece.order {
            let number = number as usize;
            if number == winner {
                return cases.saturating_add(u64::from(at) + 1);
            }
            if piece.masks[number] & taken == 0 {
                cases = cases.saturating_add(self.failed[level][number]);
            }
        }
        unreachable!("the winner has a position")
    }

    /// The board of the solution.
    fn board(&self, start: &[u32]) -> Solution {
        let mut owner = start.to_vec();
        for (piece, mask) in self.pieces.iter().zip(self.solution.iter().rev()) {
            for cell in (0..owner.len()).filter(|cell| mask >> cell & 1 == 1) {
                owner[cell] = piece.copy;
            }
        }
        Solution { owner }
    }
}
