//! Hashes of packings, by their placements.
//!
//! Words: the **key** of a placement is the hash of its piece and its cells. The hash of a solution is that of the sum of its placements' keys, so neither a board nor the order of the placements is needed for it, and the image of a solution
//! under a symmetry is as cheap as the solution: the keys of all images are listed once. A sum of keys is hashed again, for otherwise the sum over many solutions would only say how often each placement is in one.

use crate::pack::model::PackModel;
use crate::pack::puzzle::{Placement, Puzzle};
use crate::pack::symmetry::Group;
use crate::run::{Run, Stop};
use crate::unit::solution_hash;

/// The keys of a model's options and of their images.
pub(super) struct PlacementKeys {
    /// For each option one key a symmetry, the identity first.
    keys: Vec<u64>,
    symmetries: usize,
    /// The sum of the keys of what is placed already: every symmetry leaves it as it is.
    placed: u64,
    breaker: Option<BreakerOrbits>,
}

/// For each placement of the breaker one symmetry for each placement in its orbit.
struct BreakerOrbits {
    /// The breaker's first option.
    first: usize,
    orbits: Vec<Vec<usize>>,
}

impl PlacementKeys {
    /// The keys of all options, in held memory; those of images only where a breaker is tried once in each orbit.
    pub(super) fn new(
        puzzle: &Puzzle,
        model: &PackModel,
        group: &Group,
        breaker: Option<usize>,
        run: &mut Run<'_>,
    ) -> Result<PlacementKeys, Stop> {
        let maps = if breaker.is_some() { &group.maps[..] } else { &group.maps[..1] };
        run.hold((model.options.len() * maps.len() * size_of::<u64>()) as u64)?;
        let mut keys = Vec::with_capacity(model.options.len() * maps.len());
        let mut image = Vec::new();
        for option in 0..model.options.len() {
            let piece = model.kinds[model.options[option].kind as usize].piece;
            run.work((64 * maps.len() * model.cells(option).len()) as u64)?;
            for map in maps {
                image.clear();
                image.extend(model.cells(option).iter().map(|&cell| model.free[map[cell as usize] as usize]));
                image.sort_unstable();
                // Where the gaps are follows from the pieces.
                keys.push(piece.map_or(0, |piece| key(piece, &image)));
            }
        }
        let placements = model.blank(puzzle).placements(puzzle);
        let placed = placements.iter().fold(0, |sum: u64, placement| sum.wrapping_add(key_of(placement)));
        let breaker = breaker.map(|breaker| {
            let options = model.of_kind(breaker);
            let first = options.start;
            BreakerOrbits { first, orbits: options.map(|option| group.orbit(model.cells(option))).collect() }
        });
        Ok(PlacementKeys { keys, symmetries: maps.len(), placed, breaker })
    }

    /// Room for [`PlacementKeys::hash`].
    pub(super) fn sums(&self) -> Vec<u64> {
        vec![0; self.symmetries]
    }

    /// The symmetries that make the images that a solution stands for, itself the first.
    pub(super) fn orbit(&self, options: &[u32]) -> &[usize] {
        let Some(BreakerOrbits { first, orbits }) = &self.breaker else { return &[0] };
        let orbit = |&option: &u32| (option as usize).checked_sub(*first).and_then(|at| orbits.get(at));
        options.iter().find_map(orbit).expect("a solution has the breaker")
    }

    /// The sum of the hashes of a solution and its images.
    pub(super) fn hash(&self, options: &[u32], orbit: &[usize], sums: &mut [u64]) -> u64 {
        sums.fill(self.placed);
        for &option in options {
            let keys = &self.keys[option as usize * self.symmetries..][..self.symmetries];
            sums.iter_mut().zip(keys).for_each(|(sum, key)| *sum = sum.wrapping_add(*key));
        }
        let hash = |&symmetry: &usize| solution_hash([sums[symmetry] as u32, (sums[symmetry] >> 32) as u32]);
        orbit.iter().map(hash).fold(0, u64::wrapping_add)
    }
}

fn key_of(placement: &Placement) -> u64 {
    key(placement.piece, &placement.cells)
}

/// The key of a piece on these cells, ascending.
fn key(piece: usize, cells: &[u32]) -> u64 {
    solution_hash([piece as u32].into_iter().chain(cells.iter().copied()))
}
