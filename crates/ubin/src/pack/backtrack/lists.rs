//! Lists of options, filtered and counted in one pass.
//!
//! [`Lists::filter`] and [`Lists::select`] are the inner loops of the most constrained search. On boards of up to 64 cells they have twins with vector instructions in [`simd`](super::simd); those here are for all other
//! boards and machines, and the test of the twins.

use crate::pack::bits::Mask;

/// Counts per cell, as bit planes: exact up to 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Planes<const W: usize> {
    pub(super) ones: Mask<W>,
    pub(super) twos: Mask<W>,
    pub(super) fours: Mask<W>,
    /// Eight or more.
    pub(super) many: Mask<W>,
}

impl<const W: usize> Planes<W> {
    pub(super) const ZERO: Planes<W> =
        Planes { ones: Mask::EMPTY, twos: Mask::EMPTY, fours: Mask::EMPTY, many: Mask::EMPTY };

    #[inline(always)]
    pub(super) fn add(&mut self, mask: Mask<W>) {
        for at in 0..W {
            let carry = self.ones.0[at] & mask.0[at];
            self.ones.0[at] ^= mask.0[at];
            let next = self.twos.0[at] & carry;
            self.twos.0[at] ^= carry;
            self.many.0[at] |= self.fours.0[at] & next;
            self.fours.0[at] ^= next;
        }
    }

    /// The cells with exactly `count`, which is below 8. Of cells with more only `many` is right.
    pub(super) fn cells_with(&self, count: u32) -> Mask<W> {
        let plane = |mask: Mask<W>, bit: u32| if count & bit == 0 { Mask([u64::MAX; W]).without(mask) } else { mask };
        plane(self.ones, 1).and(plane(self.twos, 2)).and(plane(self.fours, 4)).without(self.many)
    }
}

/// The options of one piece that still fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PieceList {
    pub(super) piece: u32,
    pub(super) start: u32,
    pub(super) end: u32,
}

/// The lists of all pieces left.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists<const W: usize> {
    /// The options, piece after piece, and [`PADDING`] more that mean nothing.
    pub(super) masks: Vec<Mask<W>>,
    pub(super) lists: Vec<PieceList>,
}

/// Room after the last option, so that vectors may be read and written whole.
pub(super) const PADDING: usize = 4;

impl<const W: usize> Lists<W> {
    pub(super) fn of(&self, list: PieceList) -> &[Mask<W>] {
        &self.masks[list.start as usize..list.end as usize]
    }

    /// Makes `to` the lists of the pieces other than `piece` without the options that meet `placed`, and counts how many options reach each cell. `None` when a list becomes empty.
    pub(super) fn filter(&self, piece: u32, placed: Mask<W>, to: &mut Lists<W>) -> Option<Planes<W>> {
        to.make_room(self.room());
        let (mut planes, mut end) = (Planes::ZERO, 0);
        for &list in self.lists.iter().filter(|list| list.piece != piece) {
            let start = end;
            for &mask in self.of(list) {
                let fits = !mask.meets(placed);
                to.masks[end] = mask;
                end += usize::from(fits);
                planes.add(Mask(mask.0.map(|word| if fits { word } else { 0 })));
            }
            if end == start {
                return None;
            }
            to.lists.push(PieceList { piece: list.piece, start: start as u32, end: end as u32 });
        }
        Some(planes)
    }

    /// Makes `to` the options that have a cell of `cells`; pieces without one are left out.
    pub(super) fn select(&self, cells: Mask<W>, to: &mut Lists<W>) {
        to.make_room(self.room());
        let mut end = 0;
        for &list in &self.lists {
            let start = end;
            for &mask in self.of(list) {
                to.masks[end] = mask;
                end += usize::from(mask.meets(cells));
            }
            to.add_list(list.piece, start, end);
        }
    }

    /// Makes this one list of another.
    pub(super) fn copy(&mut self, from: &Lists<W>, list: PieceList) {
        let options = from.of(list);
        self.make_room(options.len());
        self.masks[..options.len()].copy_from_slice(options);
        self.add_list(list.piece, 0, options.len());
    }

    #[inline]
    pub(super) fn add_list(&mut self, piece: u32, start: usize, end: usize) {
        if start < end {
            self.lists.push(PieceList { piece, start: start as u32, end: end as u32 });
        }
    }

    /// The room that lists made of these need at most.
    #[inline]
    pub(super) fn room(&self) -> usize {
        self.lists.last().map_or(0, |list| list.end as usize) + PADDING
    }

    /// By how many bytes it must grow to have room for so many masks.
    pub(super) fn growth(&self, masks: usize) -> u64 {
        (masks.saturating_sub(self.masks.len()) * size_of::<Mask<W>>()) as u64
    }

    pub(super) fn make_room(&mut self, masks: usize) {
        self.lists.clear();
        if self.masks.len() < masks {
            self.masks.resize(masks, Mask::EMPTY);
        }
    }
}
