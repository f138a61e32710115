//! Bodies in space: the pyramid of balls and the box of cubes, seen from a side that the user chooses.
//!
//! The projection is parallel: a **view** has an azimuth (how far the eye walks around the body) and an elevation (how high it looks from). Balls are circles in every view; they are painted from the farthest
//! to the nearest. Of a box only faces that nobody covers are painted, each in a shade of its own.

use super::pack::Laid;
use super::palette::{Rgb, Role};
use super::svg::{Look, Paint, Picture};
use ubin::pack::{BoardKind, EMPTY, PackBoard, Spot};

/// Where the eye is, in degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Around the body; 0 looks along the columns, from the front.
    pub azimuth: f64,
    /// Above the body; 0 is level with it, 90 straight above.
    pub elevation: f64,
}

impl Default for View {
    fn default() -> View {
        View { azimuth: 30.0, elevation: 35.0 }
    }
}

impl std::str::FromStr for View {
    type Err = String;

    fn from_str(text: &str) -> Result<View, String> {
        let expected = || format!("expected AZIMUTH,ELEVATION in degrees, such as 30,35; found '{text}'");
        let (azimuth, elevation) = text.split_once(',').ok_or_else(expected)?;
        let degrees = |text: &str| text.trim().parse::<f64>().ok().filter(|degrees| degrees.is_finite());
        let azimuth = degrees(azimuth).ok_or_else(expected)?;
        let elevation = degrees(elevation).filter(|degrees| (0.0..=90.0).contains(degrees));
        let elevation = elevation.ok_or_else(|| format!("the elevation is 0 to 90 degrees; found '{text}'"))?;
        Ok(View { azimuth: azimuth.rem_euclid(360.0), elevation })
    }
}

/// A point in space: to the right, to the back, up.
type Point = [f64; 3];

impl View {
    /// Where a point is on the page (right, down), and how near it is.
    fn project(self, [x, y, z]: Point) -> (f64, f64, f64) {
        let (azimuth, elevation) = (self.azimuth.to_radians(), self.elevation.to_radians());
        let right = x * azimuth.cos() + y * azimuth.sin();
        let back = y * azimuth.cos() - x * azimuth.sin();
        let down = -(back * elevation.sin() + z * elevation.cos());
        let near = z * elevation.sin() - back * elevation.cos();
        (right, down, near)
    }
}

/// Where the middle of a cell is, in units of its width. Rows run to the front.
fn middle(kind: BoardKind, Spot { layer, row, col }: Spot) -> Point {
    let (layer, row, col) = (f64::from(layer), f64::from(row), f64::from(col));
    match kind {
        // A ball rests in the hollow of four: half a ball in and the root of one half up.
        BoardKind::Pyramid => [col + layer / 2.0, -(row + layer / 2.0), layer * std::f64::consts::FRAC_1_SQRT_2],
        _ => [col, -row, layer],
    }
}

/// A body with the pieces on it, by the number of the copy on each cell.
pub(super) fn body(laid: &Laid<'_>, view: View) -> Picture {
    match laid.puzzle.board().kind() {
        BoardKind::Pyramid => balls(laid, view),
        _ => cubes(laid, view),
    }
}

/// The size of a ball or cube in pixels, so that bodies of all sizes are about equally large.
fn unit(board: &PackBoard) -> f64 {
    let longest = board.rows().max(board.cols()).max(board.layers());
    (300.0 / f64::from(longest)).clamp(16.0, 72.0)
}

fn balls(laid: &Laid<'_>, view: View) -> Picture {
    let board = laid.puzzle.board();
    let unit = unit(board);
    let place = |&spot: &Spot| view.project(middle(board.kind(), spot));
    let points: Vec<(f64, f64, f64)> = board.spots().iter().map(place).collect();
    let (left, top, width, height) = frame(&points, unit, unit / 2.0);
    let mut picture = Picture::new(width, height, "");
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by(|&a, &b| points[a].2.total_cmp(&points[b].2).then(b.cmp(&a)));
    for cell in order {
        let center = (points[cell].0 * unit - left, points[cell].1 * unit - top);
        match laid.shown(cell) {
            Some(shown) => {
                let color = shown.color();
                let rim = color.toward(Rgb::BLACK, 0.55);
                picture.circle(center, unit / 2.0 - 0.5, Look::fill(Paint::Ball(color)).outlined(rim, 1.0));
                picture.text(center, shown.words(0.42 * unit).in_paint(color.ink()));
            }
            None => {
                let look = Look::fill(Role::Panel).outlined(Role::Outline, 1.2);
                picture.circle(center, unit / 2.0 - 0.5, look);
            }
        }
    }
    picture
}

/// The box around points, in pixels: left, top, width, height.
fn frame(points: &[(f64, f64, f64)], unit: f64, room: f64) -> (f64, f64, f64, f64) {
    let least = |of: fn(&(f64, f64, f64)) -> f64| points.iter().map(of).fold(f64::MAX, f64::min) * unit - room;
    let most = |of: fn(&(f64, f64, f64)) -> f64| points.iter().map(of).fold(f64::MIN, f64::max) * unit + room;
    let (left, top) = (least(|p| p.0), least(|p| p.1));
    (left, top, most(|p| p.0) - left, most(|p| p.1) - top)
}

/// One face of a cube: which way it looks, and its corners from the cube's middle.
struct Face {
    normal: [i32; 3],
    corners: [Point; 4],
}

impl Face {
    /// The edges as pairs of corners, each with the way that leads across it on the plane of the face.
    fn edges(&self) -> [([usize; 2], [i32; 3]); 4] {
        std::array::from_fn(|first| {
            let second = (first + 1) % 4;
            let (a, b) = (self.corners[first], self.corners[second]);
            // Both corners are on the same side of the face's middle along one axis, which is not the face's own.
            let towards = std::array::from_fn(|axis| {
                let is_across = self.normal[axis] == 0 && (a[axis] - b[axis]).abs() < 1e-9;
                if is_across { a[axis].signum() as i32 } else { 0 }
            });
            ([first, second], towards)
        })
    }
}

/// The faces of a cube: both sides of each axis.
fn faces() -> Vec<Face> {
    let mut faces = Vec::new();
    for axis in 0..3 {
        for side in [-1, 1] {
            let mut normal = [0; 3];
            normal[axis] = side;
            let corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].map(|(a, b)| {
                let mut corner = [0.0; 3];
                corner[axis] = 0.5 * f64::from(side);
                corner[(axis + 1) % 3] = a;
                corner[(axis + 2) % 3] = b;
                corner
            });
            faces.push(Face { normal, corners });
        }
    }
    faces
}

fn cubes(laid: &Laid<'_>, view: View) -> Picture {
    let (board, owners) = (laid.puzzle.board(), laid.owners);
    let unit = unit(board);
    let (rows, cols, layers) = (board.rows(), board.cols(), board.layers());
    let ends = [[-0.5, f64::from(cols) - 0.5], [0.5 - f64::from(rows), 0.5], [-0.5, f64::from(layers) - 0.5]];
    let corners: Vec<(f64, f64, f64)> =
        (0..8).map(|n| view.project([ends[0][n & 1], ends[1][n >> 1 & 1], ends[2][n >> 2]])).collect();
    let (left, top, width, height) = frame(&corners, unit, 2.0);
    let mut picture = Picture::new(width, height, "");
    let page = |point: Point| {
        let (x, y, _) = view.project(point);
        (x * unit - left, y * unit - top)
    };
    if owners.iter().all(|&copy| copy == EMPTY) {
        // An empty box is its edges: the far ones first, in a fainter line.
        edges(&mut picture, ends, view, page);
        return picture;
    }
    let mut faces: Vec<Face> = faces();
    // A face can be seen when it looks towards the eye.
    faces.retain(|face| view.project(face.normal.map(f64::from)).2 > 1e-9);
    let mut order: Vec<usize> = (0..owners.len()).filter(|&cell| owners[cell] != EMPTY).collect();
    let near = |cell: usize| view.project(middle(board.kind(), board.spots()[cell])).2;
    order.sort_by(|&a, &b| near(a).total_cmp(&near(b)).then(b.cmp(&a)));
    for cell in order {
        let shown = laid.shown(cell).expect("only cells with a piece are in the order");
        let (spot, color) = (board.spots()[cell], shown.color());
        let center = middle(board.kind(), spot);
        for face in &faces {
            let beside = neighbour(board, spot, face.normal);
            if beside.is_some_and(|beside| owners[beside] != EMPTY) {
                continue;
            }
            let shade = shade(color, face.normal);
            let shift = |corner: Point| [0, 1, 2].map(|axis| center[axis] + corner[axis]);
            let points = face.corners.map(|corner| page(shift(corner)));
            let rim = color.toward(Rgb::BLACK, 0.6);
            picture.polygon(&points, Look::fill(shade).outlined(rim, 0.8));
            // The edges of a piece are strong, as in the plans of layers; those between its own cubes are not.
            for (edge, towards) in face.edges() {
                let is_own = neighbour(board, spot, towards).is_some_and(|beside| owners[beside] == owners[cell]);
                if !is_own {
                    picture.line(&edge.map(|corner| points[corner]), Look::line(Role::Ink, 2.4));
                }
            }
            let middle = page(shift(face.normal.map(|n| 0.5 * f64::from(n))));
            let area = (points[0].0 - points[2].0) * (points[1].1 - points[3].1)
                - (points[1].0 - points[3].0) * (points[0].1 - points[2].1);
            // A face seen from its edge has no room for a letter.
            if area.abs() / 2.0 > 0.25 * unit * unit {
                picture.text(middle, shown.words(0.36 * unit).in_paint(shade.ink()));
            }
        }
    }
    picture
}

/// The cell beside a spot, if the board has one there. Rows run against the second axis.
fn neighbour(board: &PackBoard, spot: Spot, [x, y, z]: [i32; 3]) -> Option<usize> {
    let step = |from: u32, by: i32| from.checked_add_signed(by);
    let spot = Spot { layer: step(spot.layer, z)?, row: step(spot.row, -y)?, col: step(spot.col, x)? };
    board.number(spot)
}

/// Light falls from above and from the front.
fn shade(color: Rgb, [x, _, z]: [i32; 3]) -> Rgb {
    match (x, z) {
        (0, 0) => color,
        (0, _) => color.toward(Rgb::WHITE, 0.25),
        _ => color.toward(Rgb::BLACK, 0.25),
    }
}

fn edges(picture: &mut Picture, ends: [[f64; 2]; 3], view: View, page: impl Fn(Point) -> (f64, f64)) {
    let corner = |n: usize| [ends[0][n & 1], ends[1][n >> 1 & 1], ends[2][n >> 2]];
    let depth = |n: usize| view.project(corner(n)).2;
    let farthest = (0..8).min_by(|&a, &b| depth(a).total_cmp(&depth(b))).expect("a box has corners");
    let mut lines: Vec<(usize, usize)> =
        (0..8).flat_map(|n| [1, 2, 4].map(|bit| (n, n ^ bit))).filter(|(a, b)| a < b).collect();
    let is_hidden = |&(a, b): &(usize, usize)| a == farthest || b == farthest;
    lines.sort_by_key(|line| !is_hidden(line));
    for line in lines {
        let points = [page(corner(line.0)), page(corner(line.1))];
        let look = Look::line(Role::Outline, 1.6);
        picture.line(&points, if is_hidden(&line) { look.dashed() } else { look });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn touching_balls_are_one_apart() {
        let board = PackBoard::pyramid(4).unwrap();
        for &spot in board.spots() {
            let here = board.lattice().cell(spot);
            for &other in board.spots() {
                let there = board.lattice().cell(other);
                let steps = [here.x - there.x, here.y - there.y, here.z - there.z].map(|n| f64::from(n * n));
                let lattice: f64 = steps.iter().sum::<f64>() / 2.0;
                let (a, b) = (middle(BoardKind::Pyramid, spot), middle(BoardKind::Pyramid, other));
                let drawn: f64 = (0..3).map(|axis| (a[axis] - b[axis]).powi(2)).sum();
                assert!((lattice - drawn).abs() < 1e-9, "{spot:?} {other:?}: {lattice} {drawn}");
            }
        }
    }

    #[test]
    fn the_edges_of_a_face_lead_to_its_four_sides() {
        for face in faces() {
            let mut ways: Vec<[i32; 3]> = face.edges().map(|(_, towards)| towards).to_vec();
            ways.sort_unstable();
            ways.dedup();
            assert_eq!(ways.len(), 4);
            for way in ways {
                let along: i32 = way.iter().zip(face.normal).map(|(a, b)| a * b).sum();
                assert_eq!((along, way.iter().map(|n| n.abs()).sum::<i32>()), (0, 1), "{way:?} {:?}", face.normal);
            }
        }
    }

    #[test]
    fn only_the_edges_of_pieces_are_strong() {
        // From above: every cube shows one face, whose edges but those to its own piece are strong.
        let above = View { azimuth: 0.0, elevation: 90.0 };
        let strong = |text: &str| {
            let puzzle = ubin::pack::text::read(text).unwrap().puzzle;
            let svg = body(&Laid::new(&puzzle, &puzzle.owners()), above).svg(Default::default());
            svg.matches("stroke-width=\"2.4\"").count()
        };
        assert_eq!(strong("2 2 1\nBOX 1\nAA\nAA\nPLACED\nAA\nAA\n"), 8, "the outline alone");
        assert_eq!(strong("2 2 2\nBOX 1\nAA\nBB\nPLACED\nAA\nBB\n"), 12, "and the line between two pieces");
        assert_eq!(strong("2 2 1\nBOX 1\nAA\nCOPIES A 2\nPLACED\nAA\n..\n"), 6, "one copy, alone");
    }

    #[test]
    fn views() {
        assert_eq!("30,35".parse(), Ok(View::default()));
        assert_eq!("-90, 0".parse(), Ok(View { azimuth: 270.0, elevation: 0.0 }));
        for bad in ["30", "a,b", "0,91", "0,-1", "nan,0", "inf,1"] {
            assert!(bad.parse::<View>().is_err(), "{bad}");
        }
    }

    #[test]
    fn from_above_the_page_is_the_plan() {
        let above = View { azimuth: 0.0, elevation: 90.0 };
        let (x, y, near) = above.project([2.0, -3.0, 1.0]);
        assert!((x - 2.0).abs() < 1e-9 && (y - 3.0).abs() < 1e-9 && (near - 1.0).abs() < 1e-9, "{x} {y} {near}");
    }
}
