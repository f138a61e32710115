//! The tables of a partition for lines that slide: one bit a class, in bytes that may come from a file.
//!
//! Words: the **image** is what a front end keeps: a header (magic, rows, columns, the blank's home, the pattern of
//! every home), the tables of the patterns one after the other, and a checksum of all that.
//!
//! Patterns of fewer than three tiles are in the partition only to make it whole: they have no table.

use std::fmt;
use std::sync::Arc;

use super::build::{CLASSES_A_STEP, Graph};
use super::layout::{ClassLayout, MOST_CELLS};
use crate::run::{Run, Stop};
use crate::slide::Size;
use crate::slide::pattern::checksum::{TableDigest, checksum};
use crate::slide::pattern::{Bytes, ImageError, Partition};

/// Ends with the version: it changes whenever the same bytes would mean something else.
const MAGIC: &[u8; 8] = b"ubinmul1";
const SUM: usize = 16;
/// The fewest tiles of a pattern with a table.
const LEAST_TILES: usize = 3;

/// The filled tables of a partition, for lines that slide. Cloning shares them.
#[derive(Clone)]
pub(crate) struct LineTables {
    partition: Partition,
    layouts: Vec<Arc<ClassLayout>>,
    /// By pattern with a table: its homes, and where its table begins.
    starts: Vec<(Vec<usize>, usize)>,
    image: Bytes,
}

impl fmt::Debug for LineTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables").field("partition", &self.partition).finish_non_exhaustive()
    }
}

/// One pattern's table as the search sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineTable<'a> {
    pub(crate) homes: &'a [usize],
    pub(crate) layout: &'a Arc<ClassLayout>,
    /// Where it begins in the image.
    pub(crate) start: usize,
}

impl LineTables {
    /// Builds the tables on this many threads; the bytes do not depend on their number.
    ///
    /// # Errors
    /// When the run was stopped, or its memory limit is too low.
    ///
    /// # Panics
    /// When the board has more than 16 cells.
    pub(crate) fn build(partition: &Partition, threads: usize, run: &mut Run<'_>) -> Result<LineTables, Stop> {
        let plan = LineImagePlan::new(partition);
        let working = plan.layouts.iter().map(|layout| Graph::working_bytes(layout)).max().unwrap_or(0);
        run.hold(plan.length as u64 + working)?;
        let built = plan.fill(partition, threads, run);
        run.release(plan.length as u64 + working);
        let image = Arc::new(built?);
        Ok(LineTables { partition: partition.clone(), layouts: plan.layouts, starts: plan.starts, image })
    }

    /// The tables of an image that [`LineTables::image`] once gave.
    ///
    /// # Errors
    /// When the image is damaged, cut or of another version.
    pub(crate) fn open(image: Bytes) -> Result<LineTables, ImageError> {
        let bytes: &[u8] = (*image).as_ref();
        let partition = LineTables::partition_of(bytes)?;
        let LineImagePlan { layouts, starts, length: expected } = LineImagePlan::new(&partition);
        if bytes.len() != expected {
            return Err(ImageError::Length { expected, found: bytes.len() });
        }
        let (body, sum) = bytes.split_at(expected - SUM);
        if checksum(body) != sum {
            return Err(ImageError::Checksum);
        }
        Ok(LineTables { partition, layouts, starts, image })
    }

    /// What the tables of an image are of, by its first bytes: all that can be known at once.
    ///
    /// # Errors
    /// When the bytes do not begin as an image does.
    pub(crate) fn partition_of(bytes: &[u8]) -> Result<Partition, ImageError> {
        read_header(bytes)
    }

    /// What an image begins with.
    pub(crate) const MAGIC: [u8; 8] = *MAGIC;

    /// The bytes to write to a file.
    #[must_use]
    pub(crate) fn image(&self) -> &[u8] {
        (*self.image).as_ref()
    }

    /// The checksum of all bytes, which is at the end of the image.
    pub(crate) fn digest(&self) -> TableDigest {
        *self.image().last_chunk().expect("an image ends with its checksum")
    }

    /// What the tables are of.
    #[must_use]
    pub(crate) fn partition(&self) -> &Partition {
        &self.partition
    }

    /// How many bytes an image of this partition has; `None` for boards of more than 16 cells.
    #[must_use]
    pub(crate) fn bytes(partition: &Partition) -> Option<u64> {
        (partition.size().cells() <= MOST_CELLS).then(|| LineImagePlan::new(partition).length as u64)
    }

    /// How many steps of a run building them takes, for a progress bar; `None` for boards of more than 16 cells.
    #[must_use]
    pub(crate) fn steps(partition: &Partition) -> Option<u64> {
        let plan = (partition.size().cells() <= MOST_CELLS).then(|| LineImagePlan::new(partition))?;
        let classes = plan.starts.iter().map(|(homes, _)| plan.layout(homes.len()).classes() as u64);
        Some(classes.sum::<u64>() / CLASSES_A_STEP)
    }

    /// The tables, those of the tiles furthest from the first cell first: they have the largest distances.
    pub(crate) fn all(&self) -> impl Iterator<Item = LineTable<'_>> {
        let layout = |tiles: usize| self.layouts.iter().find(|layout| layout.tiles() == tiles);
        self.starts.iter().rev().map(move |(homes, start)| LineTable {
            homes,
            layout: layout(homes.len()).expect("every table has a layout"),
            start: *start,
        })
    }
}

/// Where everything stands in an image.
struct LineImagePlan {
    /// By number of tiles, each once.
    layouts: Vec<Arc<ClassLayout>>,
    starts: Vec<(Vec<usize>, usize)>,
    length: usize,
}

impl LineImagePlan {
    fn new(partition: &Partition) -> LineImagePlan {
        let mut plan = LineImagePlan { layouts: Vec::new(), starts: Vec::new(), length: header(partition).len() };
        for homes in partition.patterns().iter().filter(|homes| homes.len() >= LEAST_TILES) {
            if plan.layouts.iter().all(|layout| layout.tiles() != homes.len()) {
                plan.layouts.push(Arc::new(ClassLayout::new(partition.size(), homes.len())));
            }
            plan.starts.push((homes.clone(), plan.length));
            plan.length += plan.layout(homes.len()).bytes();
        }
        plan.length += SUM;
        plan
    }

    fn layout(&self, tiles: usize) -> &ClassLayout {
        self.layouts.iter().find(|layout| layout.tiles() == tiles).expect("every table has a layout")
    }

    fn fill(&self, partition: &Partition, threads: usize, run: &mut Run<'_>) -> Result<Vec<u8>, Stop> {
        let mut image = vec![0; self.length];
        let header = header(partition);
        image[..header.len()].copy_from_slice(&header);
        for layout in &self.layouts {
            let graph = Graph::new(layout);
            for (homes, start) in self.starts.iter().filter(|(homes, _)| homes.len() == layout.tiles()) {
                graph.fill(homes, partition.blank(), &mut image[*start..][..layout.bytes()], threads, run)?;
            }
        }
        let sum = checksum(&image[..self.length - SUM]);
        image[self.length - SUM..].copy_from_slice(&sum);
        Ok(image)
    }
}

fn header(partition: &Partition) -> Vec<u8> {
    let size = partition.size();
    let mut header = MAGIC.to_vec();
    header.extend([size.rows(), size.cols(), partition.blank(), partition.patterns().len()].map(|n| n as u8));
    header.extend(partition.owners().into_iter().map(|owner| owner.map_or(u8::MAX, |owner| owner as u8)));
    header
}

fn read_header(bytes: &[u8]) -> Result<Partition, ImageError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(ImageError::Magic)?;
    let (numbers, owners) = rest.split_first_chunk::<4>().ok_or(ImageError::Header)?;
    let [rows, cols, blank, count] = numbers.map(usize::from);
    let size = Size::new(rows, cols).filter(|size| size.cells() <= MOST_CELLS).ok_or(ImageError::Header)?;
    let mut patterns = vec![Vec::new(); count];
    for (home, &owner) in owners.get(..size.cells()).ok_or(ImageError::Header)?.iter().enumerate() {
        if home != blank {
            patterns.get_mut(usize::from(owner)).ok_or(ImageError::Header)?.push(home);
        }
    }
    Partition::new(size, blank, patterns).map_err(|_| ImageError::Header)
}
