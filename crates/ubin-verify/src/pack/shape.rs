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
    fn point(self, [down, row, col]: Triple) -> Triple {
        if self == Space::Balls { [row + col - down, row - col, -down] } else { [col, row, -down] }
    }

    /// The outlines of cells in all the ways that they may lie. Turns are found by turning until nothing new comes: 8 in the plane, 4 without turning over, 24 in space.
    fn outlines(self, cells: &[Triple]) -> impl Iterator<Item = Vec<Triple>> {
        let quarter: fn(Triple) -> Triple = |[x, y, z]| [y, -x, z];
        let other: fn(Triple) -> Triple = match self {
            Space::Squares => |[x, y, z]| [x, -y, -z],
            Space::OneSided => |point| point,
            Space::Cubes | Space::Balls => |[x, y, z]| [x, z, -y],
        };
        // A turn is what it makes of the three unit vectors.
        let mut turns = vec![[[1, 0, 0], [0, 1, 0], [0, 0, 1]]];
        let mut at = 0;
        while at < turns.len() {
            for turn in [quarter, other] {
                let next = turns[at].map(turn);
                if !turns.contains(&next) {
                    turns.push(next);
                }
            }
            at += 1;
        }
        turns.into_iter().map(move |[a, b, c]| {
            let image = |[x, y, z]: Triple| [0, 1, 2].map(|axis| x * a[axis] + y * b[axis] + z * c[axis]);
            outline(cells.iter().map(|&cell| image(self.point(cell))).collect())
        })
    }
}

/// The points in ascending order, seen from the first of them: equal for two shapes exactly when one is the other moved.
fn outline(mut points: Vec<Triple>) -> Vec<Triple> {
    points.sort_unstable();
    let [x, y, z] = points.first().copied().unwrap_or_default();
    points.iter_mut().for_each(|point| *point = [point[0] - x, point[1] - y, point[2] - z]);
    points
}

/// Whether cells are copies of a shape, side by side; none are, too. `None` when that is too much to find out.
pub(super) fn are_copies(space: Space, shape: &[Triple], cells: impl Iterator<Item = Triple>) -> Option<bool> {
    let points: Vec<Triple> = cells.map(|cell| space.point(cell)).collect();
    if points.is_empty() {
        return Some(true);
    }
    if points.len() == shape.len() {
        let wanted = outline(points);
        return Some(space.outlines(shape).any(|outline| outline == wanted));
    }
    let outlines: BTreeSet<Vec<Triple>> = space.outlines(shape).collect();
    is_tiled(points.into_iter().collect(), &outlines.into_iter().collect::<Vec<_>>())
}

/// Lays copies one after the other, each with its first point on the first free one, and takes the last up again where none fits.
fn is_tiled(mut free: BTreeSet<Triple>, outlines: &[Vec<Triple>]) -> Option<bool> {
    const EFFORT: usize = 200_000;
    let moved = |[x, y, z]: Triple, at: usize| outlines[at].iter().map(move |to| [x + to[0], y + to[1], z + to[2]]);
    let mut laid: Vec<(Triple, usize)> = Vec::new();
    let mut next = 0;
    for _ in 0..EFFORT {
        let Some(&first) = free.first() else { return Some(true) };
        if let Some(at) = (next..outlines.len()).find(|&at| moved(first, at).all(|point| free.contains(&point))) {
            for point in moved(first, at) {
                free.remove(&point);
            }
            laid.push((first, at));
            next = 0;
        } else {
            let Some((place, at)) = laid.pop() else { return Some(false) };
            free.extend(moved(place, at));
            next = at + 1;
        }
    }
    None
}
