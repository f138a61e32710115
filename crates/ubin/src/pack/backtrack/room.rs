//! How much room a tree has, in numbers that are the same on every machine.
//!
//! A room is a sum of powers of products: the products have hundreds of bits, and the power is a fraction. Floating point would do, but its `powf` may round differently on another machine, and with it the piece that is chosen and
//! the count of nodes. So a [`TreeRoom`] is computed with integers alone: 64 leading bits and a power of two, every result rounded down.

/// A number of at least 0: `leading` times 2 to the power `exponent`.
///
/// Invariant: the first of the leading bits is 1, so rooms are in the order of their exponents, then of their bits; 0 has the lowest exponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TreeRoom {
    exponent: i32,
    leading: u64,
}

impl TreeRoom {
    /// No room.
    pub(super) const ZERO: TreeRoom = TreeRoom { exponent: i32::MIN, leading: 0 };

    /// The power in 256ths. With 0.7 the piece chosen is the best of all on the pyramid of IQ Puzzler Pro and on the Bedlam cube; the logarithms of room and nodes correlate at 0.91 and 0.67.
    const POWER: u32 = 179;

    /// A whole number.
    pub(super) fn of(number: u32) -> TreeRoom {
        if number == 0 {
            return TreeRoom::ZERO;
        }
        let shift = u64::from(number).leading_zeros();
        TreeRoom { exponent: -(shift as i32), leading: u64::from(number) << shift }
    }

    pub(super) fn times(self, other: TreeRoom) -> TreeRoom {
        if self == TreeRoom::ZERO || other == TreeRoom::ZERO {
            return TreeRoom::ZERO;
        }
        let product = u128::from(self.leading) * u128::from(other.leading);
        let shift = 64 - product.leading_zeros();
        TreeRoom { exponent: self.exponent + other.exponent + shift as i32, leading: (product >> shift) as u64 }
    }

    pub(super) fn plus(self, other: TreeRoom) -> TreeRoom {
        let (large, small) = if self > other { (self, other) } else { (other, self) };
        let distance = large.exponent.abs_diff(small.exponent);
        let sum = u128::from(large.leading) + u128::from(small.leading.checked_shr(distance).unwrap_or(0));
        let carry = u32::from(sum >> 64 != 0);
        TreeRoom { exponent: large.exponent.saturating_add(carry as i32), leading: (sum >> carry) as u64 }
    }

    fn root(self) -> TreeRoom {
        if self == TreeRoom::ZERO {
            return self;
        }
        // Makes the exponent even, and the bits so many that their root has 64.
        let shift = if self.exponent % 2 == 0 { 64 } else { 63 };
        let leading = (u128::from(self.leading) << shift).isqrt() as u64;
        TreeRoom { exponent: (self.exponent - shift) / 2, leading }
    }

    /// This number to the power 179/256: the product of those of its roots, square root by square root, whose bits the power has.
    pub(super) fn power(self) -> TreeRoom {
        let mut root = self;
        let mut power = TreeRoom::of(1);
        for bit in (0..8).rev() {
            root = root.root();
            if TreeRoom::POWER >> bit & 1 == 1 {
                power = power.times(root);
            }
        }
        power
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(room: TreeRoom, expected: f64) {
        let value = room.leading as f64 * f64::from(room.exponent).exp2();
        assert!((value - expected).abs() <= 1e-12 * expected, "{value} for {expected}");
    }

    #[test]
    fn rooms_are_the_numbers_that_floating_point_gives() {
        for (a, b) in [(1, 1), (2, 3), (7, 1000), (499, 12_345), (u32::MAX, u32::MAX), (0, 5)] {
            close(TreeRoom::of(a).times(TreeRoom::of(b)), f64::from(a) * f64::from(b));
            close(TreeRoom::of(a).plus(TreeRoom::of(b)), f64::from(a) + f64::from(b));
            close(TreeRoom::of(b).power(), f64::from(b).powf(179.0 / 256.0));
            assert_eq!(TreeRoom::of(a).cmp(&TreeRoom::of(b)), a.cmp(&b));
        }
        let many = (0..40).fold(TreeRoom::of(1), |product, _| product.times(TreeRoom::of(997)));
        close(many, 997f64.powi(40));
        close(many.power(), 997f64.powi(40).powf(179.0 / 256.0));
        assert_eq!(TreeRoom::of(3).plus(TreeRoom::ZERO), TreeRoom::of(3));
        assert_eq!(TreeRoom::ZERO.plus(TreeRoom::ZERO), TreeRoom::ZERO);
        assert_eq!(TreeRoom::ZERO.power(), TreeRoom::ZERO);
    }

    /// The bits themselves, so that a machine on which they differ is noticed.
    #[test]
    fn a_power_has_the_same_bits_on_every_machine() {
        let product = [117, 93, 48, 311, 17].map(TreeRoom::of).into_iter().fold(TreeRoom::of(1), TreeRoom::times);
        assert_eq!(product.power(), TreeRoom { exponent: -42, leading: 0xf3c6_31dc_3bed_4069 });
    }
}
