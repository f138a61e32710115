//! What a beam leaves: knots of a few tiles on a board that is solved but for them, untied one after the other.
//!
//! Words: a **patch** is a rectangle of cells; it is **closed** when its tiles belong into it. A **knot** is a closed patch whose
//! tiles are not all at home, as small as it can be. It is **odd** when they are an odd permutation: no moves within the patch untie it,
//! as in a square of four tiles that are turned by one cell. The goal can be reached, so there is an even number of odd knots.
//!
//! The blank stands at home, walks to the nearest cell of a patch, which must be right, and moves inside the patch only: a small
//! puzzle of its own, solved row by row or by a narrow [`Spread`] beam, whichever is shorter. Then it walks back the way it came, and the tiles on
//! that way are where they were. Ways back and out again cancel where they agree. Two odd knots are solved in one patch if it is
//! small; else one of them is carried through a thin patch to the other: solved there but for two neighbouring tiles, exchanged, at the far end.
//!
//! Row by row from such a board takes a knot through all rows below it: 1,600 moves on 16x16, where this takes 300 to 500.

use super::board::{Board, Dir, Size};
use super::goal::Puzzle;
use super::quick;
use super::spread::{BeamRoom, Ended, Spread};
use crate::run::{Run, Stop};

/// Widths of the beams that are tried on a patch, one after the other. Twice as wide ones take eight times the nodes on 32x32 and gain nothing.
const WIDTHS: [usize; 2] = [60, 200];
/// Patches solved for every knot there is at first, before the rest is left to row by row.
const PATCHES_A_KNOT: usize = 4;
/// Cells on a side of a patch, at the least, where the board has them: fewer do not reach every even permutation.
const LEAST_SIDE: usize = 3;

/// A rectangle of cells: its first and last row and column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Patch {
    rows: (usize, usize),
    cols: (usize, usize),
}

impl Patch {
    fn of(size: Size, cell: usize) -> Patch {
        Patch { rows: (size.row(cell), size.row(cell)), cols: (size.col(cell), size.col(cell)) }
    }

    fn join(self, other: Patch) -> Patch {
        let join = |a: (usize, usize), b: (usize, usize)| (a.0.min(b.0), a.1.max(b.1));
        Patch { rows: join(self.rows, other.rows), cols: join(self.cols, other.cols) }
    }

    fn meets(self, other: Patch) -> bool {
        let meet = |a: (usize, usize), b: (usize, usize)| a.0 <= b.1 && b.0 <= a.1;
        meet(self.rows, other.rows) && meet(self.cols, other.cols)
    }

    fn contains(self, other: Patch) -> bool {
        self.join(other) == self
    }

    /// As large as every patch is made before it is solved.
    fn grown(self, size: Size) -> Patch {
        let grown = |(first, last): (usize, usize), side: usize| {
            let last = last.max((first + LEAST_SIDE).min(side) - 1);
            (first.min((last + 1).saturating_sub(LEAST_SIDE)), last)
        };
        Patch { rows: grown(self.rows, size.rows()), cols: grown(self.cols, size.cols()) }
    }

    fn size(self) -> (usize, usize) {
        (self.rows.1 - self.rows.0 + 1, self.cols.1 - self.cols.0 + 1)
    }

    fn area(self) -> usize {
        let (rows, cols) = self.size();
        rows * cols
    }

    fn cells(self, size: Size) -> impl Iterator<Item = usize> {
        (self.rows.0..=self.rows.1).flat_map(move |row| (self.cols.0..=self.cols.1).map(move |col| size.cell(row, col)))
    }

    /// Its cell that is nearest to another one. The way there, along a column and then along a row, meets no other cell of the patch.
    fn nearest(self, size: Size, cell: usize) -> usize {
        let clamp = |at: usize, (first, last): (usize, usize)| at.clamp(first, last);
        size.cell(clamp(size.row(cell), self.rows), clamp(size.col(cell), self.cols))
    }
}

/// A board on its way to the goal; between two patches its blank is at home.
struct Knots<'p> {
    goal: &'p Board,
    /// By tile: its cell on the goal.
    homes: Vec<usize>,
    board: Board,
    moves: Vec<Dir>,
    /// Where the blank was last inside a patch.
    last: usize,
    /// Nodes that may be spent on beams.
    effort: u64,
    stop: Option<Stop>,
}

/// A way to the goal from a board that is nearly solved, on which beams spend about so many nodes; and what stopped them before, if anything did.
pub(crate) fn untie(puzzle: &Puzzle, effort: u64, run: &mut Run<'_>) -> (Vec<Dir>, Option<Stop>) {
    let mut knots = Knots::new(puzzle, effort);
    let most = PATCHES_A_KNOT * knots.all().len();
    for _ in 0..most {
        let Some(patch) = knots.next() else { break };
        knots.solve(patch, run);
    }
    if knots.board != *puzzle.goal() {
        let rest = Puzzle::new(knots.board.clone(), puzzle.goal().clone()).expect("the size stays");
        knots.go(&quick::solve(&rest).expect("moves keep the parity"));
    }
    (quick::without_returns(&knots.moves), knots.stop)
}

impl<'p> Knots<'p> {
    fn new(puzzle: &'p Puzzle, effort: u64) -> Knots<'p> {
        let (board, goal, size) = (puzzle.board(), puzzle.goal(), puzzle.size());
        let mut knots = Knots {
            goal,
            homes: goal.cells(),
            board: board.clone(),
            moves: Vec::new(),
            last: goal.blank(),
            effort,
            stop: None,
        };
        // The blank goes home by the way that leaves fewer tiles away from theirs.
        let (from, home) = (board.blank(), goal.blank());
        let ways = [way(size, from, home), back(&way(size, home, from))];
        let wrong = |way: &Vec<Dir>| {
            let after = board.after(way).expect("the way stays on the board");
            after.tiles().iter().zip(goal.tiles()).filter(|(a, b)| a != b).count()
        };
        let way = ways.into_iter().min_by_key(wrong).expect("there are two");
        knots.go(&way);
        knots
    }

    fn go(&mut self, moves: &[Dir]) {
        for &dir in moves {
            assert!(self.board.slide(dir), "a planned move stays on the board");
        }
        self.moves.extend(moves);
    }

    fn size(&self) -> Size {
        self.goal.size()
    }

    fn home(&self, cell: usize) -> usize {
        self.homes[usize::from(self.board.tiles()[cell])]
    }

    /// The smallest closed patch that has these cells.
    fn closed(&self, mut patch: Patch) -> Patch {
        loop {
            let homes = patch.cells(self.size()).map(|cell| Patch::of(self.size(), self.home(cell)));
            let larger = homes.fold(patch, Patch::join);
            if larger == patch {
                return patch;
            }
            patch = larger;
        }
    }

    /// All knots; they do not meet.
    fn all(&self) -> Vec<Patch> {
        let mut knots: Vec<Patch> = Vec::new();
        for cell in (0..self.size().cells()).filter(|&cell| self.home(cell) != cell) {
            let mut knot = self.closed(Patch::of(self.size(), cell));
            while let Some(other) = knots.iter().position(|other| other.meets(knot)) {
                knot = self.closed(knot.join(knots.swap_remove(other)));
            }
            knots.push(knot);
        }
        knots
    }

    fn is_odd(&self, patch: Patch) -> bool {
        let mut seen = vec![false; self.size().cells()];
        let mut odd = false;
        for cell in patch.cells(self.size()) {
            let mut at = cell;
            let mut length = 0;
            while !std::mem::replace(&mut seen[at], true) {
                at = self.home(at);
                length += 1;
            }
            odd ^= length > 0 && length % 2 == 0;
        }
        odd
    }

    /// The patch to be solved next: the nearest even knot, else what brings two odd ones together; `None` on the goal.
    fn next(&self) -> Option<Patch> {
        let (odd, even): (Vec<Patch>, Vec<Patch>) = self.all().into_iter().partition(|&knot| self.is_odd(knot));
        let away = |knot: &Patch| self.size().taxicab(self.last, knot.nearest(self.size(), self.last));
        even.into_iter().min_by_key(away).or_else(|| self.bridge(&odd))
    }

    /// A patch for two odd knots, or one that leads from one of them to the rows or columns of the other: the one that takes the
    /// fewest cells in all.
    fn bridge(&self, odd: &[Patch]) -> Option<Patch> {
        let area = |patch: Patch| patch.grown(self.size()).area();
        let pairs = odd.iter().flat_map(|a| odd.iter().filter(move |b| *b != a).map(move |b| (*a, *b)));
        let bridges = pairs.flat_map(|(a, b)| {
            let both = a.join(b);
            let (along_row, along_col) = (Patch { rows: a.rows, ..both }, Patch { cols: a.cols, ..both });
            [
                (area(both), both),
                (area(along_row) + area(Patch { cols: b.cols, ..both }), along_row),
                (area(along_col) + area(Patch { rows: b.rows, ..both }), along_col),
            ]
        });
        bridges.min_by_key(|&(area, _)| area).map(|(_, patch)| patch)
    }

    /// The patch made large enough to be solved: closed, no smaller than patches must be, and right in the cell where the blank enters.
    fn solvable(&self, patch: Patch) -> Patch {
        let (size, home) = (self.size(), self.goal.blank());
        let mut patch = self.closed(patch.grown(size));
        loop {
            let enters = patch.nearest(size, home);
            if self.home(enters) == enters {
                return patch;
            }
            // One line nearer to the blank's home, where the way comes in.
            let (row, col) = (size.row(home), size.col(home));
            let nearer = |(first, last): (usize, usize), at: usize| {
                if at < first { (first - 1, last) } else { (first, last + usize::from(at > last)) }
            };
            let rows = nearer(patch.rows, row);
            let cols = if rows == patch.rows { nearer(patch.cols, col) } else { patch.cols };
            patch = self.closed(Patch { rows, cols });
        }
    }

    /// Two neighbouring tiles of an odd patch that are left exchanged, as near to another odd knot as can be.
    fn left_over(&self, patch: Patch) -> Option<(usize, usize)> {
        let (size, enters) = (self.size(), patch.nearest(self.size(), self.goal.blank()));
        let others: Vec<Patch> = self.all().into_iter().filter(|&knot| !patch.contains(knot)).collect();
        let inside = |cell: usize| patch.contains(Patch::of(size, cell)) && cell != enters;
        let pairs = patch.cells(size).filter(|&cell| inside(cell)).flat_map(|cell| {
            let next = [Dir::Right, Dir::Down].into_iter().filter_map(move |dir| size.neighbour(cell, dir));
            next.filter(|&next| inside(next)).map(move |next| (cell, next))
        });
        let joined = |&(a, b): &(usize, usize)| {
            let pair = Patch::of(size, a).join(Patch::of(size, b));
            others.iter().map(|&other| (!self.is_odd(other), pair.join(other).grown(size).area())).min()
        };
        pairs.filter(|pair| joined(pair).is_some()).min_by_key(joined)
    }

    /// Solves a patch, but for two tiles if it is odd.
    fn solve(&mut self, patch: Patch, run: &mut Run<'_>) {
        let (size, home) = (self.size(), self.goal.blank());
        let patch = self.solvable(patch);
        let exchanged = if self.is_odd(patch) { self.left_over(patch) } else { None };
        self.last = patch.nearest(size, home);
        let out = way(size, home, self.last);
        self.go(&out);
        let part = self.part(patch, exchanged);
        let moves = self.shortest(&part, run);
        self.go(&moves);
        self.go(&back(&out));
    }

    /// A patch as a puzzle of its own, with the blank in the cell where it enters.
    fn part(&self, patch: Patch, exchanged: Option<(usize, usize)>) -> Puzzle {
        let (rows, cols) = patch.size();
        let size = Size::new(rows, cols).expect("a patch has two rows and columns at least");
        let cells: Vec<usize> = patch.cells(self.size()).collect();
        // Tiles are called by their cells on the goal; the way in has brought the blank to the cell that is its own here.
        let enters = self.board.blank();
        let mut names = vec![0; self.size().cells()];
        for (name, &cell) in (1..).zip(cells.iter().filter(|&&cell| cell != enters)) {
            names[cell] = name;
        }
        let named = |&cell: &usize| if cell == enters { 0 } else { names[self.home(cell)] };
        let board = Board::new(size, cells.iter().map(named).collect()).expect("a closed patch has its own tiles");
        let mut goal =
            Board::new(size, cells.iter().map(|&cell| names[cell]).collect()).expect("every cell has a name");
        if let Some((a, b)) = exchanged {
            let place = |cell: usize| cells.iter().position(|&other| other == cell).expect("it is in the patch");
            goal.swap(place(a), place(b));
        }
        Puzzle::new(board, goal).expect("they have one size")
    }

    /// The shortest way through a part that is found.
    fn shortest(&mut self, part: &Puzzle, run: &mut Run<'_>) -> Vec<Dir> {
        let mut best =
            quick::solve(part).expect("an even patch can be solved, and two exchanged tiles make an odd one even");
        for width in WIDTHS {
            let Some(moves) = best.len().checked_sub(2) else { break };
            if self.stop.is_some() || (width * moves) as u64 > self.effort {
                break;
            }
            let spread = Spread::new(part);
            let width = run.remaining().memory.map_or(width, |left| width.min(spread.widest(left)));
            if width == 0 {
                break;
            }
            let before = run.stats().expanded;
            match spread.search(BeamRoom { width, moves }, run) {
                Ok(Ended::Solved(shorter)) => best = shorter,
                Ok(Ended::Stalled(_)) => {}
                Err(stop) => self.stop = Some(stop),
            }
            self.effort = self.effort.saturating_sub(run.stats().expanded - before);
        }
        best
    }
}

/// A way of the blank: along its column, then along a row.
fn way(size: Size, from: usize, to: usize) -> Vec<Dir> {
    let along =
        |from: usize, to: usize, less: Dir, more: Dir| vec![if to < from { less } else { more }; from.abs_diff(to)];
    let mut way = along(size.row(from), size.row(to), Dir::Up, Dir::Down);
    way.extend(along(size.col(from), size.col(to), Dir::Left, Dir::Right));
    way
}

/// The same way back.
fn back(way: &[Dir]) -> Vec<Dir> {
    way.iter().rev().map(|dir| dir.opposite()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
    use crate::run::{Control, Limits};
    use crate::slide::parity::Parity;
    use crate::slide::{Goal, generate};

    const EFFORT: u64 = 300_000;

    /// Unties, and replays: the length of the way.
    fn check(puzzle: &Puzzle, limits: Limits, stopped: Option<Stop>) -> usize {
        let control = Control::new();
        if stopped == Some(Stop::Time) {
            control.stop(Stop::Time);
        }
        let mut run = Run::new(limits, &control);
        let (moves, stop) = untie(puzzle, EFFORT, &mut run);
        assert_eq!(puzzle.board().after(&moves).as_ref(), Some(puzzle.goal()), "{}", puzzle.board());
        assert_eq!(stop, stopped);
        assert_eq!(run.held(), 0);
        moves.len()
    }

    /// The goal with some squares turned by one cell and some neighbours exchanged, and the blank anywhere; it can be solved.
    fn knotted(size: Size, goal: &Board, knots: usize, dice: &mut Dice) -> Puzzle {
        let mut board = goal.clone();
        let tile = |board: &Board, cell: usize| board.tiles()[cell] != 0;
        for _ in 0..knots {
            let (row, col) = (dice.up_to(size.rows() - 2), dice.up_to(size.cols() - 2));
            let square = [(0, 0), (0, 1), (1, 1), (1, 0)].map(|(down, right)| size.cell(row + down, col + right));
            let turned = 1 + dice.up_to(2);
            for pair in square.windows(2).take(turned).filter(|pair| pair.iter().all(|&cell| cell != goal.blank())) {
                board.swap(pair[0], pair[1]);
            }
        }
        for _ in 0..dice.up_to(40) {
            board.slide(Dir::ALL[dice.up_to(3)]);
        }
        let puzzle = Puzzle::new(board.clone(), goal.clone()).unwrap();
        if Parity::is_solvable(&puzzle) {
            return puzzle;
        }
        let cells: Vec<usize> = (0..size.cells()).filter(|&cell| tile(&board, cell)).collect();
        board.swap(cells[0], cells[1]);
        Puzzle::new(board, goal.clone()).unwrap()
    }

    #[test]
    fn every_board_is_untied_whatever_its_knots() {
        let mut dice = Dice::new(5);
        let sizes = [(2, 2), (2, 3), (3, 2), (2, 5), (3, 3), (4, 4), (3, 7), (7, 4), (8, 8), (2, 16), (11, 12)];
        for (rows, cols) in sizes {
            let size = Size::new(rows, cols).unwrap();
            for knots in 0..8 {
                let goal = Goal::ALL[knots % Goal::ALL.len()].board(size);
                let goal = if knots % 4 == 3 { generate::draw(&goal, &mut dice) } else { goal };
                check(&knotted(size, &goal, knots, &mut dice), Limits::default(), None);
                // One large knot.
                let board = generate::draw(&goal, &mut dice);
                check(&Puzzle::new(board, goal).unwrap(), Limits::default(), None);
            }
        }
    }

    #[test]
    fn far_knots_do_not_cost_what_row_by_row_does() {
        let size = Size::new(16, 16).unwrap();
        let (mut untied, mut by_rows) = (0, 0);
        for seed in 1..=6 {
            let puzzle = knotted(size, &Goal::BlankLast.board(size), 4, &mut Dice::new(seed));
            untied += check(&puzzle, Limits::default(), None);
            by_rows += quick::solve(&puzzle).unwrap().len();
        }
        assert!(untied * 2 < by_rows, "{untied} and {by_rows} moves");
    }

    #[test]
    fn a_stop_leaves_a_whole_way() {
        let size = Size::new(9, 9).unwrap();
        let puzzle = knotted(size, &Goal::BlankLast.board(size), 6, &mut Dice::new(1));
        check(&puzzle, Limits::default(), Some(Stop::Time));
        check(&puzzle, Limits { nodes: Some(100), memory: None }, Some(Stop::Nodes));
        // Too little memory for a beam is no stop.
        check(&puzzle, Limits { nodes: None, memory: Some(1000) }, None);
    }

    #[test]
    fn patches_hold_what_they_say() {
        let size = Size::new(5, 6).unwrap();
        let board = Goal::BlankLast.board(size);
        let mut turned = board.clone();
        // A square of four turned by one cell, and two neighbours exchanged.
        turned.swap(0, 1);
        turned.swap(1, 7);
        turned.swap(7, 6);
        turned.swap(21, 22);
        let puzzle = Puzzle::new(turned, board).unwrap();
        let knots = Knots::new(&puzzle, EFFORT);
        let all = knots.all();
        assert_eq!(all, [Patch { rows: (0, 1), cols: (0, 1) }, Patch { rows: (3, 3), cols: (3, 4) }]);
        assert!(all.iter().all(|&knot| knots.is_odd(knot)));
        let bridge = knots.next().unwrap();
        assert_eq!(all[0].grown(size), Patch { rows: (0, 2), cols: (0, 2) });
        assert_eq!(knots.solvable(all[1]).area() % 3, 0);
        assert!(bridge.meets(all[0]) || bridge.meets(all[1]));
    }
}
