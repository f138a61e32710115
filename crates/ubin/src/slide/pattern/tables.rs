//! The tables of a partition: one bit a state, in bytes that may come from a file.
//!
//! Words: the **image** of the tables is what a front end writes to a file and maps back: a header (magic, version,
//! rows, columns, blank's home, the number of patterns, the pattern of every home), the tables one after the other,
//! and a checksum of all that. [`Tables::open`] refuses an image that is not whole.
//!
//! Zero-aware pattern databases with one bit a state: R. Clausecker, A. Reinefeld, Zero-aware pattern databases with
//! 1-bit compression for sliding tile puzzles, SoCS 2019. Our states are stored in another order (see `layout`), and the
//! second lowest bit of the distance is kept where they keep another; either gives the distance modulo 4.

use std::fmt;
use std::sync::Arc;

use super::build::{Moves, PatternState, STATES_A_STEP};
use super::checksum::{TableDigest, checksum};
use super::layout::{PatternLayout, binomial, neighbour_sets};
use super::partition::Partition;
use super::prefetch::prefetch;
use crate::run::{Run, Stop};
use crate::slide::Size;

/// Bytes that outlive the search: a vector, or a file mapped into memory.
pub(crate) type Bytes = Arc<dyn AsRef<[u8]> + Send + Sync>;

const MAGIC: &[u8; 8] = b"ubin-pdb";
/// Changes whenever the same bytes would mean something else.
const VERSION: u8 = 1;
const SUM: usize = 16;

/// Why an image is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImageError {
    /// It does not begin as a table file does.
    #[error("this is not a table file")]
    Magic,
    /// It was written by another version.
    #[error("the table file has version {0}, this program reads {VERSION}")]
    Version(u8),
    /// Its header describes no tables.
    #[error("the table file's header is damaged")]
    Header,
    /// It is too short or too long.
    #[error("the table file has {found} bytes, not {expected}")]
    Length {
        /// Bytes that its header promises.
        expected: usize,
        /// Bytes that there are.
        found: usize,
    },
    /// It is shorter than any tables that its header could mean.
    #[error("the table file has {found} bytes, not {least} or more")]
    Short {
        /// Bytes that such tables have at least.
        least: u64,
        /// Bytes that there are.
        found: usize,
    },
    /// Its bytes are not those that were written.
    #[error("the table file's checksum is wrong")]
    Checksum,
}

/// Why tables cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// A pattern has more placements than can be numbered.
    #[error("a pattern of {tiles} tiles on {size} is too large for a table")]
    TooLarge {
        /// Tiles of the pattern.
        tiles: usize,
        /// The board's size.
        size: Size,
    },
    /// The run was stopped.
    #[error("the tables were not finished: {0}")]
    Stopped(Stop),
}

impl From<Stop> for BuildError {
    fn from(stop: Stop) -> BuildError {
        BuildError::Stopped(stop)
    }
}

/// The filled tables of a partition. Cloning shares them.
#[derive(Clone)]
pub(crate) struct Tables {
    partition: Partition,
    /// By pattern; patterns of as many tiles share one.
    layouts: Vec<Arc<PatternLayout>>,
    /// By pattern: where its table begins in the image.
    starts: Vec<usize>,
    image: Bytes,
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables")
            .field("partition", &self.partition)
            .field("starts", &self.starts)
            .finish_non_exhaustive()
    }
}

impl Tables {
    /// Builds the tables of a partition, laid upright if it is wider than high: a move up or down passes over fewer
    /// tiles then. The bytes do not depend on the number of threads.
    ///
    /// The run counts a step for every 1024 states reached, of [`Tables::states`] in all.
    ///
    /// # Errors
    /// When a pattern is too large, or the run stops.
    pub(crate) fn build(partition: &Partition, threads: usize, run: &mut Run) -> Result<Tables, BuildError> {
        Tables::build_beside(partition, &[], threads, run)
    }

    /// As [`Tables::build`], but tables of patterns that other sets have are copied from there: the bytes are the same.
    ///
    /// # Errors
    /// When a pattern is too large, or the run stops.
    pub(crate) fn build_beside(
        partition: &Partition,
        others: &[Tables],
        threads: usize,
        run: &mut Run,
    ) -> Result<Tables, BuildError> {
        let plan = plan(&partition.upright())?;
        run.hold((plan.length + plan.own_bytes()) as u64)?;
        let memory = vec![0; plan.length];
        fill(&partition.upright(), plan, memory, others, threads, run)
    }

    /// The table of a pattern for boards of this size with the blank's home in this cell, if it is one of these.
    fn table_of(&self, size: Size, blank: usize, pattern: &[usize]) -> Option<&[u8]> {
        let same_goal = (self.partition.size(), self.partition.blank()) == (size, blank);
        let own = self.partition.patterns().iter().position(|own| own == pattern).filter(|_| same_goal)?;
        Some(&self.image()[self.starts[own]..self.starts[own] + self.layouts[own].bytes()])
    }

    /// The tables in an image that [`Tables::image`] once gave.
    ///
    /// # Errors
    /// When the image is damaged, cut or of another version.
    pub(crate) fn open(image: Bytes) -> Result<Tables, ImageError> {
        let bytes: &[u8] = (*image).as_ref();
        let partition = Tables::partition_of(bytes)?;
        // A damaged header may mean tables that take seconds to plan, or gigabytes.
        let least = Tables::least_bytes(&partition);
        if (bytes.len() as u64) < least {
            return Err(ImageError::Short { least, found: bytes.len() });
        }
        let ImagePlan { layouts, starts, length: expected } = plan(&partition).map_err(|_| ImageError::Header)?;
        if bytes.len() != expected {
            return Err(ImageError::Length { expected, found: bytes.len() });
        }
        let (body, sum) = bytes.split_at(expected - SUM);
        if checksum(body) != sum {
            return Err(ImageError::Checksum);
        }
        Ok(Tables { partition, layouts, starts, image })
    }

    /// What the tables of an image are of, by its first [`Tables::HEADER`] bytes: all that can be known at once.
    ///
    /// # Errors
    /// When the bytes do not begin as an image of this version does.
    pub(crate) fn partition_of(bytes: &[u8]) -> Result<Partition, ImageError> {
        let partition = read_header(bytes)?;
        if partition.upright() == partition { Ok(partition) } else { Err(ImageError::Header) }
    }

    /// The bytes of the longest header.
    pub(crate) const HEADER: usize = MAGIC.len() + 5 + Partition::MOST_CELLS;

    /// The checksum of all bytes, which is at the end of the image.
    pub(crate) fn digest(&self) -> TableDigest {
        *self.image().last_chunk().expect("an image ends with its checksum")
    }

    /// What an image begins with.
    pub(crate) const MAGIC: [u8; 8] = *MAGIC;

    /// The bytes to write to a file.
    #[must_use]
    pub(crate) fn image(&self) -> &[u8] {
        (*self.image).as_ref()
    }

    /// What the tables are of.
    #[must_use]
    pub(crate) fn partition(&self) -> &Partition {
        &self.partition
    }

    /// How many states tables of this partition have, or `None` when they are too large to build.
    ///
    /// It counts the placements one by one, which takes some milliseconds for patterns of many tiles.
    #[must_use]
    pub(crate) fn states(partition: &Partition) -> Option<u64> {
        let layouts = plan(&partition.upright()).ok()?.layouts;
        Some(layouts.iter().map(|layout| layout.blocks() as u64 * layout.orders() as u64).sum())
    }

    /// How many bytes an image of this partition has, or `None` when it is too large to build.
    #[must_use]
    pub(crate) fn bytes(partition: &Partition) -> Option<u64> {
        plan(&partition.upright()).ok().map(|plan| plan.length as u64)
    }

    /// A lower bound of [`Tables::bytes`] that is known at once: as if no placement left more than one region.
    pub(crate) fn least_bytes(partition: &Partition) -> u64 {
        let cells = partition.size().cells();
        let orders = |tiles: usize| (1..=tiles as u64).product::<u64>();
        let bytes = |tiles: usize| binomial(cells, tiles).saturating_mul(orders(tiles).div_ceil(8));
        partition.patterns().iter().map(|pattern| bytes(pattern.len())).fold(0, u64::saturating_add)
    }

    /// States that a step of the building run stands for.
    pub(crate) const STATES_A_STEP: u64 = STATES_A_STEP;

    pub(crate) fn layout(&self, pattern: usize) -> &Arc<PatternLayout> {
        &self.layouts[pattern]
    }

    /// Where a pattern's table begins in the image.
    pub(crate) fn start(&self, pattern: usize) -> usize {
        self.starts[pattern]
    }

    /// The distance of a pattern's state, walked down to its goal; `None` when the goal cannot be reached.
    pub(crate) fn distance(&self, pattern: usize, state: PatternState) -> Option<u32> {
        let neighbours = neighbour_sets(self.partition.size());
        let goal = PatternState { cells: self.partition.patterns()[pattern].clone(), blank: self.partition.blank() };
        let goal = self.index(pattern, &goal);
        let mut index = self.index(pattern, &state);
        let mut state = state;
        let mut distance_mod_4 = self.distance_mod_4(pattern, &state);
        // A walk longer than this has left the states that reach the goal.
        for steps in 0..u32::from(u16::MAX) {
            if index == goal {
                return Some(steps);
            }
            distance_mod_4 = (distance_mod_4 + 3) % 4;
            let ask = |to: PatternState| {
                let index = self.index(pattern, &to);
                prefetch(self.image(), self.starts[pattern] + index / 8);
                (to, index)
            };
            // All neighbours have the other parity, so the entry alone tells those below.
            let next: Vec<(PatternState, usize)> = state.neighbours(&neighbours).map(ask).collect();
            (state, index) = next.into_iter().find(|&(_, index)| self.entry(pattern, index) == distance_mod_4 / 2)?;
        }
        None
    }

    fn index(&self, pattern: usize, state: &PatternState) -> usize {
        let layout = &self.layouts[pattern];
        layout.block(state.placement(), state.blank) * layout.stride() + PatternLayout::order(&state.cells)
    }

    /// The second lowest bit of a distance.
    fn entry(&self, pattern: usize, index: usize) -> u32 {
        (self.image()[self.starts[pattern] + index / 8] >> (index % 8) & 1).into()
    }

    fn distance_mod_4(&self, pattern: usize, state: &PatternState) -> u32 {
        let layout = &self.layouts[pattern];
        let goal = self.partition.patterns()[pattern].iter().map(|&home| 1 << home).sum();
        let entry = self.entry(pattern, self.index(pattern, state));
        2 * entry + (layout.parity(state.placement()) ^ layout.parity(goal)) as u32
    }
}

/// Where everything stands in an image.
struct ImagePlan {
    /// By pattern.
    layouts: Vec<Arc<PatternLayout>>,
    /// By pattern: where its table begins.
    starts: Vec<usize>,
    length: usize,
}

impl ImagePlan {
    /// Bytes of the layouts themselves.
    fn own_bytes(&self) -> usize {
        let layouts = &self.layouts;
        let first_of_its_size = |i: &usize| layouts[..*i].iter().all(|layout| layout.tiles() != layouts[*i].tiles());
        (0..layouts.len()).filter(first_of_its_size).map(|i| layouts[i].own_bytes()).sum()
    }
}

fn plan(partition: &Partition) -> Result<ImagePlan, BuildError> {
    let size = partition.size();
    let mut plan = ImagePlan { layouts: Vec::new(), starts: Vec::new(), length: header(partition).len() };
    for pattern in partition.patterns() {
        let tiles = pattern.len();
        let layout = match plan.layouts.iter().find(|layout| layout.tiles() == tiles) {
            Some(layout) => Arc::clone(layout),
            None => Arc::new(PatternLayout::new(size, tiles).ok_or(BuildError::TooLarge { tiles, size })?),
        };
        plan.starts.push(plan.length);
        plan.length += layout.bytes();
        plan.layouts.push(layout);
    }
    plan.length += SUM;
    Ok(plan)
}

/// Fills memory of the planned length.
fn fill(
    partition: &Partition,
    plan: ImagePlan,
    mut image: Vec<u8>,
    others: &[Tables],
    threads: usize,
    run: &mut Run,
) -> Result<Tables, BuildError> {
    let ImagePlan { layouts, starts, length } = plan;
    let header = header(partition);
    image[..header.len()].copy_from_slice(&header);
    let mut done = vec![false; starts.len()];
    for first in 0..starts.len() {
        // Patterns of as many tiles share their moves, so they are filled one after the other.
        let moves = if done[first] { None } else { Some(Moves::new(&layouts[first], run)?) };
        for pattern in (first..starts.len()).filter(|&pattern| layouts[pattern].tiles() == layouts[first].tiles()) {
            let Some(moves) = &moves else { break };
            let table = &mut image[starts[pattern]..starts[pattern] + layouts[pattern].bytes()];
            let goal = PatternState { cells: partition.patterns()[pattern].clone(), blank: partition.blank() };
            match others.iter().find_map(|other| other.table_of(partition.size(), goal.blank, &goal.cells)) {
                Some(same) => table.copy_from_slice(same),
                None => drop(moves.fill(&goal, table, threads.max(1), run)?),
            }
            done[pattern] = true;
        }
    }
    let sum = checksum(&image[..length - SUM]);
    image[length - SUM..].copy_from_slice(&sum);
    Ok(Tables { partition: partition.clone(), layouts, starts, image: Arc::new(image) })
}

fn header(partition: &Partition) -> Vec<u8> {
    let size = partition.size();
    let mut header = MAGIC.to_vec();
    header.push(VERSION);
    header.extend([size.rows(), size.cols(), partition.blank(), partition.patterns().len()].map(|n| n as u8));
    header.extend(partition.owners().into_iter().map(|owner| owner.map_or(u8::MAX, |owner| owner as u8)));
    header
}

fn read_header(bytes: &[u8]) -> Result<Partition, ImageError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(ImageError::Magic)?;
    let (&version, rest) = rest.split_first().ok_or(ImageError::Magic)?;
    if version != VERSION {
        return Err(ImageError::Version(version));
    }
    let (numbers, owners) = rest.split_first_chunk::<4>().ok_or(ImageError::Header)?;
    let [rows, cols, blank, count] = numbers.map(usize::from);
    let size = Size::new(rows, cols).ok_or(ImageError::Header)?;
    let mut patterns = vec![Vec::new(); count];
    for (home, &owner) in owners.get(..size.cells()).ok_or(ImageError::Header)?.iter().enumerate() {
        if home != blank {
            patterns.get_mut(usize::from(owner)).ok_or(ImageError::Header)?.push(home);
        }
    }
    Partition::new(size, blank, patterns).map_err(|_| ImageError::Header)
}
