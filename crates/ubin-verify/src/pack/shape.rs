//! How pieces lie: points in space, turns, shapes.

use std::collections::BTreeSet;

/// Layer from the top, row, column; or a point in space.
pub type Triple = [i32; 3];

/// What a board is made of, and so how its pieces may be turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// Squares in the plane; pieces may be turned over.
    Squares,
    /// Squares in the plane; pieces keep their upper side.
    OneSided,
    /// Unit cubes.
    Cubes,
    /// Balls, each resting in the hollow of four.
    Balls,
}

impl Space {
    /// Where a cell is. Balls are the face-centred cubic packing: ball (i, j) at height z is at (i + j + z, i - j, z), so that touching ones differ by 1 in two coordinates.
    pub(super) fn point(self, [down, row, col]: Triple) -> Triple {
        if self == Space::Balls { [row + col - down, row - col, -down] } else { [col, row, -down] }
    }

    /// Points turned in all ways that are allowed. A turn exchanges axes and turns some of them round: an even exchange with an even number, an odd one with an odd number. Turning over is a turn in space, too.
    pub(super) fn turned(self, points: &[Triple]) -> BTreeSet<Vec<Triple>> {
        const AXES: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [1, 0, 2], [0, 2, 1], [2, 1, 0]];
        let images = (0..48).filter_map(|turn| {
            let (axes, signs) = (AXES[turn % 6], [0, 1, 2].map(|bit| 1 - 2 * ((turn as i32 / 6) >> bit & 1)));
            let is_turn = (turn % 6 < 3) == (signs.iter().product::<i32>() > 0);
            // A flat piece that stands up is on no flat board, so only turning over is forbidden.
            let is_allowed = self != Space::OneSided || signs[2] > 0;
            let image = |point: &Triple| [0, 1, 2].map(|axis| point[axes[axis]] * signs[axis]);
            (is_turn && is_allowed).then(|| outline(points.iter().map(image).collect()))
        });
        images.collect()
    }
}

/// The points in ascending order, seen from the first of them: equal for two shapes exactly when one is the other moved.
fn outline(mut points: Vec<Triple>) -> Vec<Triple> {
    points.sort_unstable();
    let first = points.first().copied().unwrap_or_default();
    points.into_iter().map(|point| [0, 1, 2].map(|axis| point[axis] - first[axis])).collect()
}

/// Whether cells are copies of a shape, side by side; none are, too. `None` when that is too much to find out.
///
/// Copies are laid one after the other, each with its first point on the first free one, and the last is taken up again where none fits.
pub(super) fn are_copies(space: Space, shape: &[Triple], cells: &[Triple]) -> Option<bool> {
    const EFFORT: usize = 200_000;
    let points = |cells: &[Triple]| cells.iter().map(|&cell| space.point(cell)).collect::<Vec<_>>();
    let turned: Vec<_> = space.turned(&points(shape)).into_iter().collect();
    let copy = |at: Triple, turn: usize| turned[turn].iter().map(move |to| [0, 1, 2].map(|axis| at[axis] + to[axis]));
    let mut free = BTreeSet::from_iter(points(cells));
    let mut laid = Vec::new();
    let mut next = 0;
    for _ in 0..EFFORT {
        let Some(&first) = free.first() else { return Some(true) };
        if let Some(turn) = (next..turned.len()).find(|&turn| copy(first, turn).all(|point| free.contains(&point))) {
            for point in copy(first, turn) {
                free.remove(&point);
            }
            laid.push((first, turn));
            next = 0;
        } else {
            let Some((at, turn)) = laid.pop() else { return Some(false) };
            free.extend(copy(at, turn));
            next = turn + 1;
        }
    }
    None
}
