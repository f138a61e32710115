//! How many of each kind are left, packed into a few machine words.
//!
//! Words: a **stock** is these numbers; a kind has a **field** in it. A kind that is used at most once has one bit. Others have a binary number with a **guard** bit above it: guards are set before what a
//! step uses is subtracted, and a guard that was borrowed from says that there was too little. So all kinds are asked at once.
//!
//! Kinds with one bit come first, in their order: where every piece is there once, bit n is loose piece n.

use super::bits::Mask;
use super::model::PackModel;

/// What is left of all kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Stock<const L: usize>(pub(crate) [u64; L]);

impl<const L: usize> Stock<L> {
    const NOTHING: Stock<L> = Stock([0; L]);
}

/// Where a kind's number stands.
#[derive(Clone, Copy, Debug)]
struct Field {
    word: usize,
    shift: u32,
    /// The bits of the number, without the guard.
    width: u32,
}

impl Field {
    fn read<const L: usize>(self, stock: Stock<L>) -> u32 {
        (stock.0[self.word] >> self.shift & ((1 << self.width) - 1)) as u32
    }

    fn write<const L: usize>(self, number: u32, stock: &mut Stock<L>) {
        stock.0[self.word] |= u64::from(number) << self.shift;
    }
}

/// The words that the stock of a model takes.
pub(crate) fn words(model: &PackModel) -> usize {
    fields(model).iter().map(|field| field.word + 1).max().unwrap_or(1)
}

/// The field of each kind. None crosses a word's end.
fn fields(model: &PackModel) -> Vec<Field> {
    let mut fields = vec![Field { word: 0, shift: 0, width: 0 }; model.kinds.len()];
    let (mut word, mut next) = (0, 0);
    let is_single = |kind: &usize| model.kinds[*kind].amount.most == 1;
    let (singles, counted): (Vec<usize>, Vec<usize>) = (0..model.kinds.len()).partition(is_single);
    for kind in singles.iter().chain(&counted).copied() {
        let width = u32::BITS - model.kinds[kind].amount.most.leading_zeros();
        let bits = width + u32::from(width > 1);
        if next + bits > u64::BITS {
            (word, next) = (word + 1, 0);
        }
        fields[kind] = Field { word, shift: next, width };
        next += bits;
    }
    fields
}

/// What the stocks of a model mean.
#[derive(Clone, Debug)]
pub(crate) struct StockRules<const L: usize> {
    fields: Vec<Field>,
    /// What an option uses, by its kind.
    uses: Vec<Stock<L>>,
    singles: Stock<L>,
    guards: Stock<L>,
    /// Everything.
    pub(crate) root: Stock<L>,
    /// As much may be left in the end.
    slack: Stock<L>,
    /// The cells of one of each kind.
    sizes: Vec<u32>,
    /// The sizes of the kinds with one bit, in the order of their bits, and the other kinds.
    single_sizes: Vec<u32>,
    counted: Vec<usize>,
}

impl<const L: usize> StockRules<L> {
    pub(crate) fn new(model: &PackModel) -> StockRules<L> {
        let fields = fields(model);
        let (mut singles, mut guards, mut root, mut slack) =
            (Stock::NOTHING, Stock::NOTHING, Stock::NOTHING, Stock::NOTHING);
        let mut single_bits = Vec::new();
        let mut counted = Vec::new();
        for (number, (field, kind)) in fields.iter().zip(&model.kinds).enumerate() {
            field.write(kind.amount.most, &mut root);
            field.write(kind.amount.most - kind.amount.least, &mut slack);
            if field.width == 1 {
                field.write(1, &mut singles);
                single_bits.push((64 * field.word + field.shift as usize, kind.size as u32));
            } else {
                guards.0[field.word] |= 1 << (field.shift + field.width);
                counted.push(number);
            }
        }
        let mut single_sizes = vec![0; single_bits.iter().map(|&(bit, _)| bit + 1).max().unwrap_or(0)];
        single_bits.into_iter().for_each(|(bit, size)| single_sizes[bit] = size);
        let used = |of: &[(u32, u32)]| {
            let mut stock = Stock::NOTHING;
            of.iter().for_each(|&(kind, number)| fields[kind as usize].write(number, &mut stock));
            stock
        };
        let own = (0..model.kinds.len() as u32).map(|kind| used(&[(kind, 1)]));
        let uses = if model.compounds.is_empty() {
            own.collect()
        } else {
            model.compounds.iter().map(|compound| used(compound)).collect()
        };
        let sizes = model.kinds.iter().map(|kind| kind.size as u32).collect();
        StockRules { fields, uses, singles, guards, root, slack, sizes, single_sizes, counted }
    }

    /// 0 exactly when what is left has what an option of a kind uses.
    #[inline]
    pub(crate) fn lack(&self, left: Stock<L>, kind: u32) -> u64 {
        let uses = &self.uses[kind as usize].0;
        (0..L).fold(0, |lack, at| {
            let rest = (left.0[at] | self.guards.0[at]).wrapping_sub(uses[at]);
            lack | (uses[at] & self.singles.0[at] & !left.0[at]) | (!rest & self.guards.0[at])
        })
    }

    /// What is left after an option of a kind, if there is enough.
    #[inline]
    pub(crate) fn without(&self, left: Stock<L>, kind: u32) -> Stock<L> {
        let uses = &self.uses[kind as usize].0;
        Stock(std::array::from_fn(|at| left.0[at].wrapping_sub(uses[at])))
    }

    /// Whether no more is left than may be in the end.
    #[inline]
    pub(crate) fn is_enough(&self, left: Stock<L>) -> bool {
        (0..L).all(|at| {
            let rest = (self.slack.0[at] | self.guards.0[at]).wrapping_sub(left.0[at] & !self.singles.0[at]);
            left.0[at] & self.singles.0[at] & !self.slack.0[at] == 0 && !rest & self.guards.0[at] == 0
        })
    }

    /// Whether nothing may be left in the end.
    pub(crate) fn is_all_used(&self) -> bool {
        self.slack == Stock::NOTHING
    }

    /// How many are left of a kind.
    pub(crate) fn left_of(&self, left: Stock<L>, kind: usize) -> u32 {
        self.fields[kind].read(left)
    }

    /// The stock with so many of each kind.
    pub(crate) fn stock(&self, numbers: impl Iterator<Item = u32>) -> Stock<L> {
        let mut stock = Stock::NOTHING;
        self.fields.iter().zip(numbers).for_each(|(field, number)| field.write(number, &mut stock));
        stock
    }

    /// Bit n: some of what is left has n cells together.
    pub(crate) fn sums<const W: usize>(&self, left: Stock<L>) -> Mask<W> {
        let mut sums = Mask::<W>::of(&[0]);
        for (at, (word, singles)) in left.0.iter().zip(&self.singles.0).enumerate() {
            let mut pieces = word & singles;
            while pieces != 0 {
                sums = sums.or(sums.shifted(self.single_sizes[64 * at + pieces.trailing_zeros() as usize]));
                pieces &= pieces - 1;
            }
        }
        for &kind in &self.counted {
            sums = with_copies(sums, self.sizes[kind], self.left_of(left, kind));
        }
        sums
    }
}

/// The sums with up to so many more of one size.
pub(crate) fn with_copies<const W: usize>(mut sums: Mask<W>, size: u32, mut copies: u32) -> Mask<W> {
    // One more, two more, four more, ...: every number up to that of the copies is a sum of some of these.
    let mut more = 1;
    while copies > 0 {
        let step = more.min(copies);
        if step * size >= 64 * W as u32 {
            break;
        }
        sums = sums.or(sums.shifted(step * size));
        copies -= step;
        more *= 2;
    }
    sums
}
