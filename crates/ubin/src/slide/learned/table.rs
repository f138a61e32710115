//! The entries that a search looks at, in bytes that may come from a file.
//!
//! The **image** is a header (magic, rows, columns), the entries as numbers of two bytes, and a checksum of all that. An
//! entry counts in [`ONE`]ths of a move.

use std::fmt;
use std::sync::Arc;

use super::training::Training;
use super::tuples::Tuples;
use crate::run::Run;
use crate::slide::Size;
use crate::slide::pattern::checksum::checksum;
use crate::slide::pattern::{BuildError, Bytes, ImageError};

/// One move, in entries.
pub(super) const ONE: i32 = 128;

const SUM: usize = 16;

/// The learned entries of a board. Cloning shares them.
#[derive(Clone)]
pub(crate) struct LearnedTable {
    pub(super) tuples: Arc<Tuples>,
    image: Bytes,
}

impl fmt::Debug for LearnedTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LearnedTable").field("size", &self.tuples.size).finish_non_exhaustive()
    }
}

impl LearnedTable {
    /// What an image begins with; the last character is the version.
    pub(crate) const MAGIC: [u8; 8] = *b"ubinsum1";
    const HEADER: usize = 10;

    /// Whether a board of this size, no wider than high, can have a score: the others are laid upright.
    pub(crate) fn exists(size: Size) -> bool {
        size.cols() <= size.rows() && Tuples::exist(size)
    }

    /// How many bytes the image of a size has; `None` for sizes that have none.
    pub(crate) fn bytes(size: Size) -> Option<u64> {
        Some(LearnedTable::length(&Tuples::new(size)?) as u64)
    }

    /// The steps of a run that learning takes.
    pub(crate) fn steps(size: Size) -> Option<u64> {
        LearnedTable::exists(size).then(|| Training::steps(size))
    }

    fn length(tuples: &Tuples) -> usize {
        LearnedTable::HEADER + 2 * tuples.searched + SUM
    }

    /// Learns the entries, on this many threads; the bytes do not depend on their number.
    ///
    /// # Errors
    /// When there is no score for the size, or the run stops.
    pub(crate) fn build(size: Size, threads: usize, run: &mut Run<'_>) -> Result<LearnedTable, BuildError> {
        let tuples = Tuples::new(size).ok_or(BuildError::TooLarge { tiles: 3, size })?;
        let held = run.held();
        let learned = Training::new(Arc::new(tuples), run)
            .and_then(|training| training.learn(Training::steps(size), threads, run));
        run.release_to(held);
        Ok(learned?)
    }

    /// A table of entries in the order of the tuples.
    pub(super) fn of(tuples: Arc<Tuples>, entries: impl Iterator<Item = i16>) -> LearnedTable {
        let mut image = Vec::with_capacity(LearnedTable::length(&tuples));
        image.extend(LearnedTable::MAGIC);
        image.extend([tuples.size.rows(), tuples.size.cols()].map(|side| side as u8));
        entries.for_each(|entry| image.extend(entry.to_le_bytes()));
        image.extend(checksum(&image));
        LearnedTable { tuples, image: Arc::new(image) }
    }

    /// The size of the board that an image is of, by its first bytes.
    ///
    /// # Errors
    /// When the bytes do not begin as an image does.
    pub(crate) fn size_of(bytes: &[u8]) -> Result<Size, ImageError> {
        let rest = bytes.strip_prefix(&LearnedTable::MAGIC).ok_or(ImageError::Magic)?;
        let &[rows, cols] = rest.first_chunk().ok_or(ImageError::Header)?;
        let size = Size::new(rows.into(), cols.into()).ok_or(ImageError::Header)?;
        if LearnedTable::exists(size) { Ok(size) } else { Err(ImageError::Header) }
    }

    /// The table in an image that [`LearnedTable::image`] once gave.
    ///
    /// # Errors
    /// When the image is damaged, cut or of another version.
    pub(crate) fn open(image: Bytes) -> Result<LearnedTable, ImageError> {
        let bytes: &[u8] = (*image).as_ref();
        let tuples = Tuples::new(LearnedTable::size_of(bytes)?).ok_or(ImageError::Header)?;
        let expected = LearnedTable::length(&tuples);
        if bytes.len() != expected {
            return Err(ImageError::Length { expected, found: bytes.len() });
        }
        let (body, sum) = bytes.split_at(expected - SUM);
        if checksum(body) != sum {
            return Err(ImageError::Checksum);
        }
        Ok(LearnedTable { tuples: Arc::new(tuples), image })
    }

    /// The bytes to write to a file.
    pub(crate) fn image(&self) -> &[u8] {
        (*self.image).as_ref()
    }

    /// The size of the boards.
    pub(crate) fn size(&self) -> Size {
        self.tuples.size
    }

    /// The entries, to be read one by one.
    pub(super) fn entries(&self) -> Entries<'_> {
        Entries(&self.image()[LearnedTable::HEADER..][..2 * self.tuples.searched])
    }
}

/// The entries of a table.
#[derive(Clone, Copy)]
pub(super) struct Entries<'t>(&'t [u8]);

impl Entries<'_> {
    #[inline]
    pub(super) fn at(self, index: usize) -> i32 {
        let &bytes = self.0[2 * index..].first_chunk().expect("an entry has two bytes");
        i16::from_le_bytes(bytes).into()
    }
}
