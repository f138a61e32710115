//! Lists of options, filtered and counted in one pass.
//!
//! [`Lists::filter`] and [`Lists::select`] are the inner loops of the most constrained search. They have twins with vector instructions in [`simd`](super::simd); those here are for all other machines, and the test of the twins.

use crate::pack::bits::Mask;
use crate::pack::puzzle::Amount;

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

/// Counts per cell, exact whatever their number: plane n has bit n of each.
///
/// Eight masks are added up before a carry goes on, each bit by full adders (Harley's and Seal's way to count bits; Warren, "Hacker's Delight", 5-1): a third of the work of counting cell by cell.
#[derive(Clone, Debug)]
pub(super) struct ReachCounts<const W: usize> {
    planes: Vec<Mask<W>>,
}

/// The sum of three bits, and what it carries.
#[inline(always)]
fn full_adder<const W: usize>(a: Mask<W>, b: Mask<W>, c: Mask<W>) -> (Mask<W>, Mask<W>) {
    let half = a.xor(b);
    (half.xor(c), a.and(b).or(half.and(c)))
}

impl<const W: usize> ReachCounts<W> {
    /// How many of the options reach each cell.
    pub(super) fn of(options: &[Mask<W>]) -> ReachCounts<W> {
        let (mut ones, mut twos, mut fours) = (Mask::EMPTY, Mask::EMPTY, Mask::EMPTY);
        let mut higher: Vec<Mask<W>> = Vec::new();
        let (eights, rest) = options.as_chunks::<8>();
        let mut last = [Mask::EMPTY; 8];
        last[..rest.len()].copy_from_slice(rest);
        for &[a, b, c, d, e, f, g, h] in eights.iter().chain([&last]) {
            let (one, two_a) = full_adder(ones, a, b);
            let (one, two_b) = full_adder(one, c, d);
            let (two, four_a) = full_adder(twos, two_a, two_b);
            let (one, two_a) = full_adder(one, e, f);
            let (one, two_b) = full_adder(one, g, h);
            let (two, four_b) = full_adder(two, two_a, two_b);
            let (four, mut carry) = full_adder(fours, four_a, four_b);
            (ones, twos, fours) = (one, two, four);
            for plane in &mut higher {
                (*plane, carry) = (plane.xor(carry), plane.and(carry));
            }
            if !carry.is_empty() {
                higher.push(carry);
            }
        }
        ReachCounts { planes: [ones, twos, fours].into_iter().chain(higher).collect() }
    }

    /// The most that one of these cells has.
    pub(super) fn most(&self, cells: Mask<W>) -> u32 {
        let (mut count, mut most) = (0, cells);
        for (bit, &plane) in self.planes.iter().enumerate().rev() {
            let with = most.and(plane);
            if !with.is_empty() {
                (count, most) = (count | 1 << bit, with);
            }
        }
        count
    }

    /// The fewest that one of these cells has, and the first cell with so many; `None` without cells.
    pub(super) fn fewest(&self, cells: Mask<W>) -> Option<(u32, u32)> {
        if cells.is_empty() {
            return None;
        }
        let (mut count, mut fewest) = (0, cells);
        for (bit, &plane) in self.planes.iter().enumerate().rev() {
            let without = fewest.without(plane);
            match without.is_empty() {
                true => count |= 1 << bit,
                false => fewest = without,
            }
        }
        Some((count, fewest.lowest()))
    }
}

/// The options of one kind that still fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KindList {
    pub(super) kind: u32,
    pub(super) start: u32,
    pub(super) end: u32,
    /// How many of the kind must still be placed, and how many may.
    pub(super) amount: Amount,
}

impl KindList {
    pub(super) fn len(&self) -> u32 {
        self.end - self.start
    }

    /// How many of the kind are left after one of `placed`; `None` when that was the last.
    #[inline(always)]
    pub(super) fn amount_after(&self, placed: u32) -> Option<Amount> {
        match self.kind == placed {
            false => Some(self.amount),
            true if self.amount.most == 1 => None,
            true => Some(self.amount.without(1)),
        }
    }
}

/// The lists of all kinds left.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists<const W: usize> {
    /// The options, kind after kind, and [`PADDING`] more that mean nothing.
    pub(super) masks: Vec<Mask<W>>,
    pub(super) lists: Vec<KindList>,
}

/// Room after the last option, so that vectors may be read and written whole.
pub(super) const PADDING: usize = 4;

impl<const W: usize> Lists<W> {
    pub(super) fn of(&self, list: KindList) -> &[Mask<W>] {
        &self.masks[list.start as usize..list.end as usize]
    }

    /// The options of all kinds, which stand one after the other.
    pub(super) fn all(&self) -> &[Mask<W>] {
        &self.masks[..self.room() - PADDING]
    }

    /// Makes `to` the lists of what is left after one of `kind`, without the options that meet `placed`, and counts how many options reach each cell. `None` when a list has fewer than must be placed.
    pub(super) fn filter(&self, kind: u32, placed: Mask<W>, to: &mut Lists<W>) -> Option<Planes<W>> {
        to.make_room(self.room());
        let (mut planes, mut end) = (Planes::ZERO, 0);
        for list in &self.lists {
            let Some(amount) = list.amount_after(kind) else { continue };
            let start = end;
            for &mask in self.of(*list) {
                let fits = !mask.meets(placed);
                to.masks[end] = mask;
                end += usize::from(fits);
                planes.add(Mask(mask.0.map(|word| if fits { word } else { 0 })));
            }
            if ((end - start) as u32) < amount.least {
                return None;
            }
            to.add_list(list.kind, start..end, amount);
        }
        Some(planes)
    }

    /// Makes `to`, which has room for them and [`PADDING`], the options that have a cell of `cells`; kinds without one are left out.
    pub(super) fn select(&self, cells: Mask<W>, to: &mut Lists<W>) {
        to.lists.clear();
        let mut end = 0;
        for list in &self.lists {
            let start = end;
            for &mask in self.of(*list) {
                to.masks[end] = mask;
                end += usize::from(mask.meets(cells));
            }
            to.add_list(list.kind, start..end, list.amount);
        }
    }

    /// Makes this one list of another.
    pub(super) fn copy(&mut self, from: &Lists<W>, list: KindList) {
        let options = from.of(list);
        self.make_room(options.len());
        self.masks[..options.len()].copy_from_slice(options);
        self.add_list(list.kind, 0..options.len(), list.amount);
    }

    #[inline]
    pub(super) fn add_list(&mut self, kind: u32, range: std::ops::Range<usize>, amount: Amount) {
        if !range.is_empty() {
            self.lists.push(KindList { kind, start: range.start as u32, end: range.end as u32, amount });
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;

    #[test]
    fn a_tally_counts_as_one_does_cell_by_cell() {
        let mut dice = Dice::new(5);
        for many in [0, 1, 7, 8, 9, 100, 1000] {
            let options: Vec<Mask<2>> =
                (0..many).map(|_| Mask::of_cells((0..9).map(|_| dice.up_to(127) as u32))).collect();
            let counts: Vec<u32> =
                (0..128).map(|cell| options.iter().filter(|mask| mask.has(cell)).count() as u32).collect();
            for _ in 0..20 {
                let cells = Mask::<2>::of_cells((0..dice.up_to(9)).map(|_| dice.up_to(127) as u32));
                let expected = cells.cells().map(|cell| (counts[cell as usize], cell)).min();
                assert_eq!(ReachCounts::of(&options).fewest(cells), expected);
                let most = cells.cells().map(|cell| counts[cell as usize]).max();
                assert_eq!(ReachCounts::of(&options).most(cells), most.unwrap_or(0));
            }
        }
    }
}
