//! The solutions of an exact cover problem one after the other, searched for as they are taken.
//!
//! A search that is stopped by its node limit names the subtrees that are left. So the iterator searches a few nodes at a time, keeps what they found, and needs no thread.

use std::collections::VecDeque;

use super::{CoverEnd, CoverError, DancingLinks, ExactCover};
use crate::run::{Control, Limits, Run};

/// The nodes that are searched at once, some tenths of a millisecond.
const NODES: u64 = 1024;

pub(super) struct CoverSolutions {
    links: DancingLinks,
    /// Subtrees that are still to be searched, the next one last.
    open: Vec<Vec<u32>>,
    found: VecDeque<Vec<usize>>,
}

impl CoverSolutions {
    pub(super) fn new(problem: &ExactCover, given: &[usize]) -> Result<CoverSolutions, CoverError> {
        let mut times = vec![0; problem.all_items()];
        for &option in given {
            if option >= problem.options() {
                return Err(CoverError::NoSuchOption(option));
            }
            for &item in problem.option(option) {
                times[item as usize] += 1;
            }
        }
        let counted = problem.all_items() - problem.counted.len();
        let most = |item: usize| item.checked_sub(counted).map_or(1, |at| problem.counted[at].1);
        if let Some(item) = (0..times.len()).find(|&item| times[item] > most(item)) {
            return Err(CoverError::GivenTwice(item));
        }
        let open = vec![given.iter().map(|&option| option as u32).collect()];
        Ok(CoverSolutions { links: DancingLinks::new(problem), open, found: VecDeque::new() })
    }
}

impl Iterator for CoverSolutions {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        let control = Control::new();
        while self.found.is_empty() {
            let prefix = self.open.pop()?;
            let mut run = Run::new(Limits { nodes: Some(NODES), ..Limits::default() }, &control);
            let found = &mut self.found;
            let end = self.links.run(&prefix, &mut run, &mut |options| {
                found.push_back(options.iter().map(|&option| option as usize).collect());
                std::ops::ControlFlow::Continue(())
            });
            if let CoverEnd::Stopped(_, left) = end {
                self.open.extend(left.into_iter().rev());
            }
        }
        self.found.pop_front()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Queens on a board of n by n: a row and a column each is covered once, a diagonal at most once.
    fn queens(n: usize) -> ExactCover {
        let mut problem = ExactCover::new(2 * n, 4 * n);
        for (row, col) in (0..n).flat_map(|row| (0..n).map(move |col| (row, col))) {
            problem.add_option(&[row, n + col, 2 * n + row + col, 4 * n + row + n - 1 - col]).unwrap();
        }
        problem
    }

    #[test]
    fn an_iterator_gives_what_one_search_gives_in_its_order() {
        let problem = queens(8);
        let mut whole = Vec::new();
        let control = Control::new();
        DancingLinks::new(&problem).run(&[], &mut Run::new(Limits::default(), &control), &mut |options| {
            whole.push(options.iter().map(|&option| option as usize).collect::<Vec<_>>());
            std::ops::ControlFlow::Continue(())
        });
        assert_eq!(whole.len(), 92);
        assert!(problem.solutions(&[]).unwrap().eq(whole.clone()));
        let corner: Vec<_> = problem.solutions(&[0]).unwrap().collect();
        assert_eq!(corner.len(), whole.iter().filter(|options| options.contains(&0)).count());
    }

    #[test]
    fn options_that_cannot_be_taken_together_are_refused() {
        let problem = queens(4);
        assert_eq!(problem.solutions(&[0, 1]).err(), Some(CoverError::GivenTwice(0)));
        assert_eq!(problem.solutions(&[16]).err(), Some(CoverError::NoSuchOption(16)));
        let mut pairs = ExactCover::counted(2, 0, vec![(0, 1)]);
        pairs.add_option(&[0, 2]).unwrap();
        pairs.add_option(&[1, 2]).unwrap();
        assert_eq!(pairs.solutions(&[0, 1]).err(), Some(CoverError::GivenTwice(2)));
        assert_eq!(pairs.solutions(&[]).unwrap().count(), 0);
    }
}
