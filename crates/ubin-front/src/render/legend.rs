//! The legend of a packing: which mark stands for which name.

use super::pack::Shown;
use super::svg::{Anchor, Look, Picture, Words};
use ubin::pack::Puzzle;

/// Marks beside the names of pieces, in columns as wide as the longest; nothing where every mark is a name.
pub(super) fn legend(puzzle: &Puzzle, width: f64) -> Option<Picture> {
    let [side, row, letters, gap] = [18.0, 24.0, 13.0, 20.0];
    let names: Vec<(usize, &str)> = named(puzzle).collect();
    let longest = names.iter().map(|(_, name)| name.len()).max()? as f64;
    let wide = side + 8.0 + 0.62 * letters * longest;
    let columns = (((width + gap) / (wide + gap)) as usize).clamp(1, names.len());
    let rows = names.len().div_ceil(columns);
    let mut picture = Picture::new(columns as f64 * (wide + gap) - gap, rows as f64 * row - (row - side), "");
    for (at, &(piece, name)) in names.iter().enumerate() {
        let (x, y) = ((at % columns) as f64 * (wide + gap), (at / columns) as f64 * row);
        let shown = Shown::of_piece(puzzle, piece);
        picture.rect([x, y, side, side], 3.0, Look::fill(shown.color()));
        picture.text((x + side / 2.0, y + side / 2.0), shown.words(letters).in_paint(shown.color().ink()));
        let words = Words::new(name, letters).anchored(Anchor::Start);
        picture.text((x + side + 8.0, y + side / 2.0), words);
    }
    Some(picture)
}

/// The pieces whose marks are not their names.
fn named(puzzle: &Puzzle) -> impl Iterator<Item = (usize, &str)> {
    let pieces = puzzle.pieces().iter().enumerate().map(|(piece, shape)| (piece, shape.name()));
    pieces.filter(|&(piece, name)| puzzle.mark(piece) != name)
}
