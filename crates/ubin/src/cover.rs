//! Exact cover: choose options so that every primary item is covered once, every secondary item at most once, and every counted item as often as its bounds allow.
//!
//! Words, as in Knuth's The Art of Computer Programming 7.2.2.1: an **item** is what must be covered, an **option** is a set of items. Primary items are numbered first, then secondary ones, then those that are **counted**. A **prefix**
//! is a list of options taken as chosen: the search below it is a subtree. The engine is `dlx`.
//!
//! ```
//! use ubin::cover::ExactCover;
//!
//! // Cover 0, 1 and 2; item 3 may stay uncovered.
//! let mut problem = ExactCover::new(3, 1);
//! for option in [&[0, 3][..], &[1, 2], &[0, 1], &[2, 3]] {
//!     problem.add_option(option)?;
//! }
//! let found: Vec<_> = problem.solutions(&[])?.collect();
//! assert_eq!(found, [[0, 1], [2, 3]]);
//! # Ok::<(), ubin::cover::CoverError>(())
//! ```
//!
//! [`DancingLinks::run`] is the same search under limits, with a sink.

mod dlx;
mod solutions;

pub use dlx::DancingLinks;
use thiserror::Error;

use crate::run::Stop;

/// An exact cover problem.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExactCover {
    primary: usize,
    secondary: usize,
    /// How often each counted item is covered, at least and at most.
    counted: Vec<(u32, u32)>,
    /// The items of all options, one after the other.
    items: Vec<u32>,
    /// Where each option's items end.
    ends: Vec<u32>,
}

/// Why an option is none, or cannot be taken.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum CoverError {
    /// There is no such item.
    #[error("there is no item {0}")]
    NoSuchItem(usize),
    /// An option lists an item twice.
    #[error("item {0} stands twice in one option")]
    ItemTwice(usize),
    /// An option covers no primary item, so that it could be taken or left at will.
    #[error("an option must cover a primary item")]
    NothingPrimary,
    /// Numbers of links are 32 bits.
    #[error("the options have too many items together")]
    TooLarge,
    /// There is no such option.
    #[error("there is no option {0}")]
    NoSuchOption(usize),
    /// Options that are given cover an item more often than it may be.
    #[error("the options that are given cover item {0} too often")]
    GivenTwice(usize),
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CoverEnd {
    /// Everything was searched.
    Done,
    /// The caller had enough.
    Enough,
    /// The run stopped it; the subtrees below these prefixes are still to be searched, and nothing else is.
    Stopped(Stop, Vec<Vec<u32>>),
}

impl ExactCover {
    /// A problem with these many items and no options.
    #[must_use]
    pub fn new(primary: usize, secondary: usize) -> ExactCover {
        ExactCover::counted(primary, secondary, Vec::new())
    }

    /// A problem with counted items: each is covered at least and at most so often.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use ubin::cover::{CoverEnd, DancingLinks, ExactCover};
    /// use ubin::run::{Control, Limits, Run};
    ///
    /// // Four cells in a row: single cells, of which there are two, and pairs, of which there is one.
    /// let mut problem = ExactCover::counted(4, 0, vec![(2, 2), (1, 1)]);
    /// for cell in 0..4 {
    ///     problem.add_option(&[cell, 4])?;
    /// }
    /// for cell in 0..3 {
    ///     problem.add_option(&[cell, cell + 1, 5])?;
    /// }
    /// let control = Control::new();
    /// let mut found = 0;
    /// let mut run = Run::new(Limits::default(), &control);
    /// DancingLinks::new(&problem).run(&[], &mut run, &mut |_| {
    ///     found += 1;
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(found, 3);
    /// # Ok::<(), ubin::cover::CoverError>(())
    /// ```
    #[must_use]
    pub fn counted(primary: usize, secondary: usize, counted: Vec<(u32, u32)>) -> ExactCover {
        ExactCover { primary, secondary, counted, items: Vec::new(), ends: Vec::new() }
    }

    /// How many items there are.
    fn all_items(&self) -> usize {
        self.primary + self.secondary + self.counted.len()
    }

    /// Adds an option; options are numbered as they come.
    ///
    /// # Errors
    /// When it names an item that is not there, names one twice, or covers no primary item.
    pub fn add_option(&mut self, items: &[usize]) -> Result<usize, CoverError> {
        if let Some(&item) = items.iter().find(|&&item| item >= self.all_items()) {
            return Err(CoverError::NoSuchItem(item));
        }
        if !items.iter().any(|&item| item < self.primary) {
            return Err(CoverError::NothingPrimary);
        }
        let mut sorted = items.to_vec();
        sorted.sort_unstable();
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(CoverError::ItemTwice(pair[0]));
        }
        let nodes = self.all_items() + self.items.len() + self.ends.len() + items.len();
        if nodes >= (u32::MAX / 2) as usize {
            return Err(CoverError::TooLarge);
        }
        self.items.extend(items.iter().map(|&item| item as u32));
        self.ends.push(self.items.len() as u32);
        Ok(self.ends.len() - 1)
    }

    /// All solutions that have the `given` options, each as the numbers of its options, those that are given first; searched for as they are taken.
    ///
    /// # Errors
    /// When there is no such option, or two of them cover one item.
    pub fn solutions(&self, given: &[usize]) -> Result<impl Iterator<Item = Vec<usize>> + use<>, CoverError> {
        solutions::CoverSolutions::new(self, given)
    }

    /// Adds an option of different items, some of them primary, without looking. `Err` when the problem would become too large.
    pub(crate) fn push_option(&mut self, items: impl Iterator<Item = u32>) -> Result<(), CoverError> {
        self.items.extend(items);
        self.ends.push(self.items.len() as u32);
        let nodes = self.all_items() + self.items.len() + self.ends.len();
        if nodes < (u32::MAX / 2) as usize { Ok(()) } else { Err(CoverError::TooLarge) }
    }

    /// How many options there are.
    #[must_use]
    pub(crate) fn options(&self) -> usize {
        self.ends.len()
    }

    /// The items of an option.
    #[must_use]
    pub(crate) fn option(&self, option: usize) -> &[u32] {
        let start = if option == 0 { 0 } else { self.ends[option - 1] };
        &self.items[start as usize..self.ends[option] as usize]
    }
}
