//! States that are mirror images of one another.
//!
//! A symmetry of the puzzle takes the completions of a state to those of its image, so both have as many. Of a symmetry that takes every line of a sweep to itself, such as the flip of 5 x 11 across its narrow side, the images of states are states of the
//! same level: a count merges them, and has about half as many. On IQ Puzzler Pro 796 thousand become 432.

use rustc_hash::FxHashSet;

use crate::pack::model::PackModel;
use crate::run::{Run, Stop};

/// Where every cell of a board of up to 64 cells goes, byte by byte.
pub(crate) struct Mirror {
    bytes: Vec<[u64; 256]>,
}

impl Mirror {
    /// The image of a set of cells.
    #[inline]
    pub(crate) fn of(&self, cells: u64) -> u64 {
        let image = |(at, table): (usize, &[u64; 256])| table[(cells >> (8 * at) & 255) as usize];
        self.bytes.iter().enumerate().map(image).fold(0, |all, image| all | image)
    }

    /// The first of these maps of the free cells that keeps cells near where they are in an order, if it takes the options of every kind to options of that kind.
    pub(crate) fn along(
        maps: &[Vec<u32>],
        order: &[u32],
        model: &PackModel,
        run: &mut Run<'_>,
    ) -> Result<Option<Mirror>, Stop> {
        let mut rank = vec![0u32; order.len()];
        for (at, &cell) in order.iter().enumerate() {
            rank[cell as usize] = at as u32;
        }
        let farthest = |map: &Vec<u32>| {
            let moved = |(from, &to): (usize, &u32)| rank[from].abs_diff(rank[to as usize]);
            map.iter().enumerate().map(moved).max().unwrap_or(0)
        };
        let near = maps.iter().filter(|map| (1..=order.len() as u32 / NEAR).contains(&farthest(map)));
        let Some(map) = near.min_by_key(|map| farthest(map)) else { return Ok(None) };
        run.work(32 * model.bytes())?;
        let mask = |option: usize, image: &dyn Fn(u32) -> u32| {
            let cells = model.cells(option).iter().map(|&cell| 1u64 << rank[image(cell) as usize]);
            (model.options[option].kind, cells.fold(0, |all, cell| all | cell))
        };
        let all: FxHashSet<(u32, u64)> = (0..model.options.len()).map(|option| mask(option, &|cell| cell)).collect();
        let is_kept = (0..model.options.len()).all(|option| all.contains(&mask(option, &|cell| map[cell as usize])));
        if !is_kept {
            return Ok(None);
        }
        run.hold((order.len().div_ceil(8) * size_of::<[u64; 256]>()) as u64)?;
        let image = |at: usize| order.get(at).map_or(0, |&cell| 1u64 << rank[map[cell as usize] as usize]);
        let table = |byte: usize| {
            std::array::from_fn(|bits| {
                (0..8).filter(|bit| bits >> bit & 1 == 1).fold(0, |all, bit| all | image(8 * byte + bit))
            })
        };
        Ok(Some(Mirror { bytes: (0..order.len().div_ceil(8)).map(table).collect() }))
    }
}

/// A map keeps cells near where they are when it moves none by more than the cells divided by this: by a line or less.
const NEAR: u32 = 4;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::graph::order;
    use crate::pack::sets;
    use crate::pack::symmetry::Group;
    use crate::run::{Control, Limits};

    #[test]
    fn a_mirror_is_its_own_inverse() {
        let control = Control::new();
        let mut run = Run::new(Limits::default(), &control);
        for name in ["iq", "iq-diamond", "pentominoes 8x8"] {
            let puzzle = sets::named(name).unwrap().puzzle();
            let model = PackModel::new(&puzzle, &mut run).unwrap();
            let group = Group::of(&puzzle, &model, &mut run).unwrap();
            let order = order::best(&puzzle, &model);
            let mirror =
                Mirror::along(&group.maps, &order, &model, &mut run).unwrap().expect("a board that is its own image");
            let all = u64::MAX >> (64 - order.len());
            assert_eq!(mirror.of(all), all);
            for cells in [1, 0b1011, 0x1234_5678_9abc & all, all >> 7] {
                assert_eq!(mirror.of(mirror.of(cells)), cells, "{name}");
                assert_eq!(mirror.of(cells).count_ones(), cells.count_ones());
            }
            // Without some of one piece's placements nothing is its own image.
            let (part, _) = model.restrict(&mut run, |option| option > 0).unwrap();
            assert!(Mirror::along(&group.maps, &order, &part, &mut run).unwrap().is_none());
        }
    }
}
