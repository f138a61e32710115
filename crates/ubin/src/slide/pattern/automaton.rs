//! Which moves need not be tried: words of moves that a shorter or earlier word can replace.
//!
//! L. Taylor, R. Korf, Pruning duplicate nodes in depth-first search, AAAI 1993. On a board without edges, a **word** of
//! moves is **refused** when another word leads to the same arrangement of tiles and is shorter, or as long and earlier
//! in search order. A path with a refused word in it can be rewritten to one that is shorter or earlier, so the first
//! shortest path has none, and a search that never completes a refused word still finds that very path.
//!
//! What differs from the paper: the other word must stay within the rectangle of cells that the refused one visits.
//! So it fits on every board on which the refused word does, and one automaton serves all boards and all blank's cells.
//! The words are found breadth first (see `words`) and put into the automaton of Aho and Corasick.

use std::collections::VecDeque;

use super::words::refused_words;
use crate::slide::Dir;

/// The next state of a refused move.
const REFUSED: u16 = u16::MAX;

/// Reads moves; says which moves may follow.
#[derive(Clone, Debug)]
pub(crate) struct Automaton {
    /// By state: the next states by direction, and a bit for every direction that is not refused.
    next: Vec<([u16; 4], u8)>,
}

impl Automaton {
    /// The state before any move.
    pub(crate) const START: u16 = 0;

    /// Refuses only the move that undoes the last one.
    pub(crate) fn undo_only() -> Automaton {
        Automaton::refusing(2, 4)
    }

    /// Refuses every word of up to `longest` moves that can be replaced and that visits a rectangle of rows and columns
    /// whose sum is at most `widest`.
    pub(crate) fn refusing(longest: usize, widest: usize) -> Automaton {
        let mut trie = Trie::new();
        for word in refused_words(longest, widest) {
            trie.refuse(&word);
        }
        trie.finish()
    }

    /// The states after the four moves, and a bit for every move that may be made.
    #[inline(always)]
    pub(crate) fn next(&self, state: u16) -> ([u16; 4], u8) {
        self.next[usize::from(state)]
    }
}

/// Refused words by their letters.
struct Trie {
    children: Vec<[u32; 4]>,
    refused: Vec<bool>,
}

impl Trie {
    fn new() -> Trie {
        Trie { children: vec![[0; 4]], refused: vec![false] }
    }

    fn refuse(&mut self, word: &[Dir]) {
        let mut node = 0;
        for &dir in word {
            if self.children[node][dir as usize] == 0 {
                self.children[node][dir as usize] = self.children.len() as u32;
                self.children.push([0; 4]);
                self.refused.push(false);
            }
            node = self.children[node][dir as usize] as usize;
        }
        self.refused[node] = true;
    }

    /// The automaton: where a word leaves the trie, its longest end that is still in it goes on.
    fn finish(self) -> Automaton {
        let mut next = self.children.clone();
        let mut fallback = vec![0; next.len()];
        let mut queue = VecDeque::from([0]);
        while let Some(node) = queue.pop_front() {
            for (dir, child) in self.children[node].into_iter().enumerate() {
                let child = child as usize;
                let shorter = if node == 0 { 0 } else { next[fallback[node]][dir] };
                if child == 0 {
                    next[node][dir] = shorter;
                } else {
                    // No refused word ends in another, so a fallback is never refused.
                    fallback[child] = shorter as usize;
                    queue.push_back(child);
                }
            }
        }
        compact(&next, &self.refused)
    }
}

/// Drops the states in which a word has just been refused: nobody enters them.
fn compact(next: &[[u32; 4]], refused: &[bool]) -> Automaton {
    let mut numbers = vec![REFUSED; next.len()];
    for (number, state) in (0..next.len()).filter(|&state| !refused[state]).enumerate() {
        numbers[state] = u16::try_from(number).expect("words of 16 moves have 55,313 states");
    }
    let allowed = |next: [u16; 4]| {
        Dir::ALL.into_iter().filter(|&dir| next[dir as usize] != REFUSED).fold(0, |set, dir| set | 1 << dir as u8)
    };
    let kept = (0..next.len()).filter(|&state| !refused[state]);
    let next = kept.map(|state| next[state].map(|to| numbers[to as usize]));
    Automaton { next: next.map(|next| (next, allowed(next))).collect() }
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashMap;

    use super::*;
    use crate::slide::{Board, Size};

    fn paths(automaton: &Automaton, size: Size, depth: usize) -> FxHashMap<Vec<u16>, usize> {
        let solved: Vec<u16> = (0..size.cells() as u16).collect();
        let mut found = FxHashMap::default();
        let mut level = vec![(Board::new(size, solved).unwrap(), Automaton::START)];
        for g in 0..=depth {
            let mut deeper = Vec::new();
            for (board, state) in level {
                found.entry(board.tiles().to_vec()).or_insert(g);
                for dir in Dir::ALL {
                    let next = automaton.next(state).0[dir as usize];
                    if let Some(board) = board.after(&[dir]).filter(|_| next != REFUSED) {
                        deeper.push((board, next));
                    }
                }
            }
            level = deeper;
        }
        found
    }

    #[test]
    fn every_board_is_still_reached_as_soon() {
        for (rows, cols, depth) in [(2, 2, 7), (2, 3, 14), (3, 3, 13)] {
            let size = Size::new(rows, cols).unwrap();
            let (all, pruned) = (Automaton::undo_only(), Automaton::refusing(9, 8));
            assert_eq!(paths(&all, size, depth), paths(&pruned, size, depth), "{size}");
        }
    }

    #[test]
    fn the_small_automaton_knows_only_where_it_came_from() {
        let automaton = Automaton::undo_only();
        assert_eq!(automaton.next.len(), 5);
        for dir in Dir::ALL {
            let state = automaton.next(Automaton::START).0[dir as usize];
            let refused: Vec<Dir> =
                Dir::ALL.into_iter().filter(|&to| automaton.next(state).0[to as usize] == REFUSED).collect();
            assert_eq!(refused, [dir.opposite()]);
        }
    }

    #[test]
    fn one_way_round_a_square_is_refused() {
        let automaton = Automaton::refusing(6, 4);
        let walk = |word: &str| {
            word.chars().filter_map(Dir::of_letter).try_fold(Automaton::START, |state, dir| {
                Some(automaton.next(state).0[dir as usize]).filter(|&next| next != REFUSED)
            })
        };
        assert!(walk("RULDRU").is_some());
        assert!(walk("URDLUR").is_none(), "RULDRU is as long and earlier");
    }
}
