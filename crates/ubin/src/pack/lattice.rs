//! The lattice: where cells are, and how a piece may be turned.
//!
//! Words: a **spot** is how a text names a cell (layer, row, column); a **cell** is an integer triple in space; a **turn** is one of the 48 ways
//! to map the axes onto themselves, 24 of them rotations; a **lattice** says which cell a spot is and which turns a piece may make.
//!
//! There is one lattice in space and three ways to lay a board into it. A square board is the plane z = 0, kept by 8 of the 24 rotations: turning a piece
//! over is a rotation in space, so flips need no rule of their own. A box is unit cubes and takes all 24. Balls in a pyramid are the face-centred cubic packing:
//! ball (i, j) of the layer at height z is (i + j + z, i - j, z), so that each rests in the hollow of the four below it, x + y + z is always even, and touching balls differ
//! by (±1, ±1, 0) in some order. All 24 rotations keep that packing, so a flat piece lies in a layer or stands in either family of diagonal planes.

/// How a text names a cell. Layers count upwards from the lowest, rows down the page, columns to the right, all from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    /// Height.
    pub layer: u32,
    /// Row.
    pub row: u32,
    /// Column.
    pub col: u32,
}

impl Spot {
    /// A spot in the lowest layer.
    #[must_use]
    pub fn flat(row: u32, col: u32) -> Spot {
        Spot { layer: 0, row, col }
    }
}

/// A point of the lattice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// To the right, or along the diagonal of a layer of balls.
    pub x: i32,
    /// Down the page, or along the other diagonal.
    pub y: i32,
    /// Up.
    pub z: i32,
}

impl Cell {
    pub(crate) fn minus(self, other: Cell) -> Cell {
        Cell { x: self.x - other.x, y: self.y - other.y, z: self.z - other.z }
    }

    pub(crate) fn plus(self, other: Cell) -> Cell {
        Cell { x: self.x + other.x, y: self.y + other.y, z: self.z + other.z }
    }
}

/// A map of the three axes onto themselves: which axis each new coordinate is taken from, and its sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct LatticeTurn {
    axes: [u8; 3],
    signs: [i8; 3],
}

impl LatticeTurn {
    /// The turn that changes nothing.
    pub(crate) const IDENTITY: LatticeTurn = LatticeTurn { axes: [0, 1, 2], signs: [1, 1, 1] };

    /// A quarter of a turn clockwise on the page.
    pub(crate) const QUARTER: LatticeTurn = LatticeTurn { axes: [1, 0, 2], signs: [-1, 1, 1] };

    /// The mirror image on the page, left for right.
    pub(crate) const MIRROR: LatticeTurn = LatticeTurn { axes: [0, 1, 2], signs: [-1, 1, 1] };

    /// This turn and then another.
    #[must_use]
    pub(crate) fn then(self, next: LatticeTurn) -> LatticeTurn {
        let from = next.axes.map(usize::from);
        LatticeTurn {
            axes: [0, 1, 2].map(|axis| self.axes[from[axis]]),
            signs: [0, 1, 2].map(|axis| next.signs[axis] * self.signs[from[axis]]),
        }
    }

    /// All 48 turns, rotations and mirror images, the identity first.
    #[must_use]
    pub(crate) fn all() -> Vec<LatticeTurn> {
        let orders = [[0, 1, 2], [1, 0, 2], [0, 2, 1], [2, 1, 0], [1, 2, 0], [2, 0, 1]];
        let signs = (0..8).map(|bits| [0, 1, 2].map(|axis| if bits >> axis & 1 == 1 { -1 } else { 1 }));
        signs.flat_map(|signs| orders.map(|axes| LatticeTurn { axes, signs })).collect()
    }

    /// Where the turn takes a cell.
    #[must_use]
    pub(crate) fn apply(self, cell: Cell) -> Cell {
        let from = [cell.x, cell.y, cell.z];
        let [x, y, z] = [0, 1, 2].map(|axis| from[usize::from(self.axes[axis])] * i32::from(self.signs[axis]));
        Cell { x, y, z }
    }

    /// Whether a solid body can make this turn without a mirror.
    #[must_use]
    pub(crate) fn is_rotation(self) -> bool {
        let odd_order = matches!(self.axes, [1, 0, 2] | [0, 2, 1] | [2, 1, 0]);
        let odd_signs = self.signs.iter().filter(|&&sign| sign < 0).count() % 2 == 1;
        odd_order == odd_signs
    }

    /// Whether the turn maps the plane z = 0 onto itself.
    fn keeps_plane(self) -> bool {
        self.axes[2] == 2
    }

    /// Whether a piece in the plane z = 0 keeps its upper side up.
    fn keeps_upper_side(self) -> bool {
        self.keeps_plane() && self.signs[2] == 1
    }
}

/// Whether a piece on a flat board may be turned over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Flips {
    /// It may.
    #[default]
    Allowed,
    /// It stays the way it lies: four orientations instead of eight.
    Forbidden,
}

/// The three ways to lay a board into space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lattice {
    /// Squares in the plane.
    Square,
    /// Unit cubes.
    Cubic,
    /// Balls, each resting in the hollow of four.
    Balls,
}

impl Lattice {
    /// The cell that a spot names.
    #[must_use]
    pub fn cell(self, spot: Spot) -> Cell {
        let [layer, row, col] =
            [spot.layer, spot.row, spot.col].map(|n| i32::try_from(n).expect("a text is shorter than 2^31"));
        match self {
            Lattice::Square | Lattice::Cubic => Cell { x: col, y: row, z: layer },
            Lattice::Balls => Cell { x: row + col + layer, y: row - col, z: layer },
        }
    }

    /// The spot of a cell, if it has one.
    #[must_use]
    pub fn spot(self, cell: Cell) -> Option<Spot> {
        let (layer, row, col) = match self {
            Lattice::Square | Lattice::Cubic => (cell.z, cell.y, cell.x),
            Lattice::Balls => {
                let twice_row = cell.x - cell.z + cell.y;
                let row = twice_row.div_euclid(2);
                (twice_row.rem_euclid(2) == 0).then_some((cell.z, row, row - cell.y))?
            }
        };
        let [layer, row, col] = [layer, row, col].map(|n| u32::try_from(n).ok());
        Some(Spot { layer: layer?, row: row?, col: col? })
    }

    /// What a step from one cell to another is in layers, rows and columns. The step must lead from a cell that has a spot to another.
    pub(crate) fn spot_steps(self, step: Cell) -> [i32; 3] {
        match self {
            Lattice::Square | Lattice::Cubic => [step.z, step.y, step.x],
            Lattice::Balls => {
                let row = (step.x - step.z + step.y) / 2;
                [step.z, row, row - step.y]
            }
        }
    }

    /// The turns a piece may make. A piece in space is only rotated; a mirror would need another piece.
    pub(crate) fn turns(self, flips: Flips) -> impl Iterator<Item = LatticeTurn> {
        LatticeTurn::all().into_iter().filter(move |turn| {
            turn.is_rotation()
                && match (self, flips) {
                    (Lattice::Square, Flips::Allowed) => turn.keeps_plane(),
                    (Lattice::Square, Flips::Forbidden) => turn.keeps_upper_side(),
                    (Lattice::Cubic | Lattice::Balls, _) => true,
                }
        })
    }

    /// The turns that may be a symmetry of a board. In space these are more than a piece can make.
    pub(crate) fn board_turns(self, flips: Flips) -> Vec<LatticeTurn> {
        match self {
            Lattice::Square => self.turns(flips).collect(),
            Lattice::Cubic | Lattice::Balls => LatticeTurn::all(),
        }
    }

    /// The turns that may be a symmetry of a puzzle, each with whether it is one that no piece can make: then it makes every piece its mirror image.
    pub(crate) fn symmetry_turns(self, flips: Flips) -> Vec<(LatticeTurn, bool)> {
        let is_mirror = |turn: LatticeTurn| match (self, flips) {
            (Lattice::Square, Flips::Allowed) => false,
            (Lattice::Square, Flips::Forbidden) => !turn.keeps_upper_side(),
            (Lattice::Cubic | Lattice::Balls, _) => !turn.is_rotation(),
        };
        self.board_turns(Flips::Allowed).into_iter().map(|turn| (turn, is_mirror(turn))).collect()
    }

    /// The steps from a cell to the cells that touch it.
    #[must_use]
    pub(crate) fn neighbours(self) -> &'static [Cell] {
        const fn step(x: i32, y: i32, z: i32) -> Cell {
            Cell { x, y, z }
        }
        const FACES: [Cell; 6] =
            [step(1, 0, 0), step(-1, 0, 0), step(0, 1, 0), step(0, -1, 0), step(0, 0, 1), step(0, 0, -1)];
        const TOUCHING: [Cell; 12] = [
            step(1, 1, 0),
            step(1, -1, 0),
            step(-1, 1, 0),
            step(-1, -1, 0),
            step(1, 0, 1),
            step(1, 0, -1),
            step(-1, 0, 1),
            step(-1, 0, -1),
            step(0, 1, 1),
            step(0, 1, -1),
            step(0, -1, 1),
            step(0, -1, -1),
        ];
        match self {
            Lattice::Square => &FACES[..4],
            Lattice::Cubic => &FACES,
            Lattice::Balls => &TOUCHING,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_turns_are_rotations() {
        assert_eq!(LatticeTurn::all()[0], LatticeTurn::IDENTITY);
        assert_eq!(LatticeTurn::all().into_iter().filter(|turn| turn.is_rotation()).count(), 24);
        assert_eq!(Lattice::Square.turns(Flips::Allowed).count(), 8);
        assert_eq!(Lattice::Square.turns(Flips::Forbidden).count(), 4);
        assert_eq!(Lattice::Balls.turns(Flips::Allowed).count(), 24);
    }

    #[test]
    fn turns_follow_one_another() {
        let cell = Cell { x: 3, y: 5, z: 7 };
        for first in LatticeTurn::all() {
            for second in LatticeTurn::all() {
                assert_eq!(first.then(second).apply(cell), second.apply(first.apply(cell)));
            }
        }
        assert_eq!(LatticeTurn::QUARTER.apply(Cell { x: 0, y: -1, z: 0 }), Cell { x: 1, y: 0, z: 0 }, "up goes right");
    }

    #[test]
    fn a_ball_touches_the_four_below_it() {
        let above = Lattice::Balls.cell(Spot { layer: 1, row: 2, col: 3 });
        for (row, col) in [(2, 3), (3, 3), (2, 4), (3, 4)] {
            let below = Lattice::Balls.cell(Spot::flat(row, col));
            assert!(Lattice::Balls.neighbours().contains(&above.minus(below)), "row {row} column {col}");
        }
    }

    #[test]
    fn spots_and_cells_are_one_to_one() {
        for lattice in [Lattice::Cubic, Lattice::Balls] {
            for n in 0..4u32.pow(3) {
                let spot = Spot { layer: n / 16, row: n / 4 % 4, col: n % 4 };
                assert_eq!(lattice.spot(lattice.cell(spot)), Some(spot));
            }
        }
        assert_eq!(Lattice::Balls.spot(Cell { x: 1, y: 0, z: 0 }), None);
    }
}
