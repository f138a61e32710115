//! Sets of cells as bits in machine words.

/// A set of up to 64 `W` cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub(crate) struct Mask<const W: usize>(pub(crate) [u64; W]);

impl<const W: usize> Mask<W> {
    pub(crate) const EMPTY: Mask<W> = Mask([0; W]);

    pub(crate) fn of(cells: &[u32]) -> Mask<W> {
        Mask::of_cells(cells.iter().copied())
    }

    pub(crate) fn of_cells(cells: impl Iterator<Item = u32>) -> Mask<W> {
        let mut mask = Mask::EMPTY;
        for cell in cells {
            mask.0[cell as usize / 64] |= 1 << (cell % 64);
        }
        mask
    }

    /// The cells of a word, the first of which is cell `from`; those that pass the end are dropped.
    pub(crate) fn of_word(word: u64, from: u32) -> Mask<W> {
        let mut mask = Mask::EMPTY;
        mask.0[0] = word;
        mask.shifted(from)
    }

    /// The cells 0 to `n` - 1.
    pub(crate) fn first_cells(n: usize) -> Mask<W> {
        let mut mask = Mask::EMPTY;
        for (at, word) in mask.0.iter_mut().enumerate() {
            *word = match n.saturating_sub(64 * at) {
                0 => 0,
                left @ 1..64 => (1 << left) - 1,
                _ => u64::MAX,
            };
        }
        mask
    }

    #[inline]
    pub(crate) fn meets(self, other: Mask<W>) -> bool {
        (0..W).fold(0, |any, at| any | self.0[at] & other.0[at]) != 0
    }

    /// 0 exactly when the set is empty.
    #[inline]
    pub(crate) fn any_bits(self) -> u64 {
        self.0.iter().fold(0, |any, word| any | word)
    }

    #[inline]
    pub(crate) fn has(self, cell: u32) -> bool {
        self.0[cell as usize / 64] >> (cell % 64) & 1 == 1
    }

    #[inline]
    pub(crate) fn and(self, other: Mask<W>) -> Mask<W> {
        Mask(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }

    #[inline]
    pub(crate) fn or(self, other: Mask<W>) -> Mask<W> {
        Mask(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }

    #[inline]
    pub(crate) fn xor(self, other: Mask<W>) -> Mask<W> {
        Mask(std::array::from_fn(|at| self.0[at] ^ other.0[at]))
    }

    #[inline]
    pub(crate) fn without(self, other: Mask<W>) -> Mask<W> {
        Mask(std::array::from_fn(|at| self.0[at] & !other.0[at]))
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self == Mask::EMPTY
    }

    #[inline]
    pub(crate) fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The lowest cell; 64 `W` when there is none.
    #[inline]
    pub(crate) fn lowest(self) -> u32 {
        for (at, word) in self.0.iter().enumerate() {
            if *word != 0 {
                return 64 * at as u32 + word.trailing_zeros();
            }
        }
        64 * W as u32
    }

    /// The highest cell; -1 when there is none, so that one more is the number of cells up to it.
    #[inline]
    pub(crate) fn highest(self) -> i32 {
        for (at, word) in self.0.iter().enumerate().rev() {
            if *word != 0 {
                return 64 * at as i32 + 63 - word.leading_zeros() as i32;
            }
        }
        -1
    }

    /// The 64 bits from a cell on; 0 beyond the end.
    #[inline]
    pub(crate) fn window(self, from: u32) -> u64 {
        let (at, shift) = (from as usize / 64, from % 64);
        if at >= W {
            return 0;
        }
        let low = self.0[at] >> shift;
        if shift == 0 || at + 1 == W { low } else { low | self.0[at + 1] << (64 - shift) }
    }

    /// Every cell moved up by less than 64; those that pass the end are dropped.
    #[inline]
    pub(crate) fn up(self, by: u32) -> Mask<W> {
        Mask(std::array::from_fn(|at| {
            let carry = if at > 0 && by > 0 { self.0[at - 1] >> (64 - by) } else { 0 };
            self.0[at] << by | carry
        }))
    }

    /// Every cell moved down by less than 64; those that pass the start are dropped.
    #[inline]
    pub(crate) fn down(self, by: u32) -> Mask<W> {
        Mask(std::array::from_fn(|at| {
            let carry = if at + 1 < W && by > 0 { self.0[at + 1] << (64 - by) } else { 0 };
            self.0[at] >> by | carry
        }))
    }

    /// Every cell moved up by any number; those that pass the end are dropped.
    pub(crate) fn shifted(self, by: u32) -> Mask<W> {
        let (words, bits) = (by as usize / 64, by % 64);
        Mask(std::array::from_fn(|at| {
            let low = at.checked_sub(words).map_or(0, |from| self.0[from]);
            let carry = at.checked_sub(words + 1).map_or(0, |from| self.0[from]);
            if bits == 0 { low } else { low << bits | carry >> (64 - bits) }
        }))
    }

    /// The cells, ascending.
    pub(crate) fn cells(self) -> impl Iterator<Item = u32> {
        (0u32..).zip(self.0).flat_map(|(at, mut word)| {
            std::iter::from_fn(move || {
                let cell = 64 * at + word.trailing_zeros();
                (word != 0).then(|| {
                    word &= word - 1;
                    cell
                })
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mask_is_a_set() {
        let mask = Mask::<2>::of(&[0, 63, 64, 127]);
        assert_eq!(mask.cells().collect::<Vec<_>>(), [0, 63, 64, 127]);
        assert_eq!((mask.count(), mask.lowest(), mask.has(64), mask.has(65)), (4, 0, true, false));
        for n in [0, 1, 63, 64, 65, 128] {
            assert_eq!(Mask::<2>::first_cells(n).count() as usize, n);
        }
        assert_eq!((Mask::<2>::EMPTY.lowest(), Mask::<2>::EMPTY.highest(), mask.highest()), (128, -1, 127));
        assert_eq!((mask.window(63), mask.window(127), mask.window(128)), (3, 1, 0));
        assert_eq!(Mask::<2>::of(&[0, 60]).shifted(5), Mask::of(&[5, 65]));
        assert_eq!(Mask::<2>::of_word(1 << 63 | 5, 62), Mask::of(&[62, 64, 125]));
        assert_eq!(Mask::<2>::of(&[0, 60, 125]).up(5), Mask::of(&[5, 65]));
        assert_eq!(Mask::<2>::of(&[3, 5, 65]).down(5), Mask::of(&[0, 60]));
    }
}
