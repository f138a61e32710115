//! Which moves need not be tried: words of moves that a shorter or earlier word can replace.
//!
//! L. Taylor, R. Korf, Pruning duplicate nodes in depth-first search, AAAI 1993. On a board without edges, a **word** of
//! moves is **refused** when another word leads to the same arrangement of tiles and is shorter, or as long and earlier
//! in search order. A path with a refused word in it can be rewritten to one that is shorter or earlier, so the first
//! shortest path has none, and a search that never completes a refused word still finds that very path.
//!
//! What differs from the paper: the other word must stay within the rectangle of cells that the refused one visits.
//! So it fits on every board on which the refused word does, and one automaton serves all boards and all blank's cells.
//! The words are found breadth first and put into the automaton of Aho and Corasick.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::slide::Dir;

/// The next state of a refused move.
pub(crate) const REFUSED: u16 = u16::MAX;

/// Reads moves; says which moves may follow.
#[derive(Clone, Debug)]
pub(crate) struct Automaton {
    /// By state and move: the next state, or [`REFUSED`].
    next: Vec<[u16; 4]>,
}

/// A word without refused words in it, and where it leads.
struct Word {
    moves: Vec<Dir>,
    /// Tiles that are not where they were: (cell, where its tile comes from), by cell. The blank's own cell is among
    /// them, with the place where it started.
    displaced: Displaced,
    blank: Cell,
    /// The least and the greatest row and column visited.
    least: Cell,
    most: Cell,
}

type Cell = (i8, i8);
type Displaced = Vec<(Cell, Cell)>;
type Rectangle = (Cell, Cell);

impl Automaton {
    /// Refuses only the move that undoes the last one.
    pub(crate) fn undo_only() -> Automaton {
        Automaton::refusing(2)
    }

    /// Refuses every word of up to `longest` moves that can be replaced.
    pub(crate) fn refusing(longest: usize) -> Automaton {
        let mut automaton = Trie::new();
        let start = Word { moves: Vec::new(), displaced: Vec::new(), blank: (0, 0), least: (0, 0), most: (0, 0) };
        let mut seen: FxHashMap<Displaced, Vec<Rectangle>> = FxHashMap::default();
        seen.insert(Vec::new(), vec![(start.least, start.most)]);
        let mut words = vec![start];
        for _ in 0..longest {
            let mut longer = Vec::new();
            // Words come in search order, so of two as long the earlier is seen first and stays.
            for word in &words {
                for dir in Dir::ALL {
                    let word = word.then(dir);
                    if automaton.refuses(&word.moves[1..]) {
                        continue;
                    }
                    let boxes = seen.entry(word.displaced.clone()).or_default();
                    if boxes.iter().any(|&(least, most)| word.contains(least, most)) {
                        automaton.refuse(&word.moves);
                    } else {
                        boxes.push((word.least, word.most));
                        longer.push(word);
                    }
                }
            }
            words = longer;
        }
        automaton.finish()
    }

    /// The state before any move.
    pub(crate) const START: u16 = 0;

    /// The state after a move, or [`REFUSED`].
    #[inline]
    pub(crate) fn next(&self, state: u16, dir: Dir) -> u16 {
        self.next[usize::from(state)][dir as usize]
    }
}

impl Word {
    fn then(&self, dir: Dir) -> Word {
        let (row, col) = self.blank;
        let to = match dir {
            Dir::Up => (row - 1, col),
            Dir::Left => (row, col - 1),
            Dir::Down => (row + 1, col),
            Dir::Right => (row, col + 1),
        };
        let mut moves = self.moves.clone();
        moves.push(dir);
        let content = |cell| self.displaced.iter().find(|&&(at, _)| at == cell).map_or(cell, |&(_, from)| from);
        let (tile, blank) = (content(to), content(self.blank));
        let mut displaced: Vec<_> =
            self.displaced.iter().copied().filter(|&(cell, _)| cell != to && cell != self.blank).collect();
        displaced.extend([(self.blank, tile), (to, blank)].into_iter().filter(|(cell, from)| cell != from));
        displaced.sort_unstable();
        let least = (self.least.0.min(to.0), self.least.1.min(to.1));
        let most = (self.most.0.max(to.0), self.most.1.max(to.1));
        Word { moves, displaced, blank: to, least, most }
    }

    fn contains(&self, least: Cell, most: Cell) -> bool {
        self.least.0 <= least.0 && self.least.1 <= least.1 && most.0 <= self.most.0 && most.1 <= self.most.1
    }
}

/// Refused words by their letters.
struct Trie {
    children: Vec<[u16; 4]>,
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
                self.children[node][dir as usize] = self.children.len() as u16;
                self.children.push([0; 4]);
                self.refused.push(false);
            }
            node = usize::from(self.children[node][dir as usize]);
        }
        self.refused[node] = true;
    }

    /// Whether some end of the word is refused already.
    fn refuses(&self, word: &[Dir]) -> bool {
        (0..word.len()).any(|from| {
            let mut node = 0;
            word[from..].iter().all(|&dir| {
                node = usize::from(self.children[node][dir as usize]);
                node != 0
            }) && self.refused[node]
        })
    }

    /// The automaton: where a word leaves the trie, its longest end that is still in it goes on.
    fn finish(self) -> Automaton {
        let mut next = self.children.clone();
        let mut fallback = vec![0; next.len()];
        let mut queue = VecDeque::from([0]);
        while let Some(node) = queue.pop_front() {
            for (dir, child) in self.children[node].into_iter().enumerate() {
                let child = usize::from(child);
                let shorter = if node == 0 { 0 } else { next[fallback[node]][dir] };
                if child == 0 {
                    next[node][dir] = shorter;
                } else {
                    // No refused word ends in another, so a fallback is never refused.
                    fallback[child] = usize::from(shorter);
                    queue.push_back(child);
                }
            }
        }
        compact(&next, &self.refused)
    }
}

/// Drops the states in which a word has just been refused: nobody enters them.
fn compact(next: &[[u16; 4]], refused: &[bool]) -> Automaton {
    let mut numbers = vec![REFUSED; next.len()];
    for (number, state) in (0..next.len()).filter(|&state| !refused[state]).enumerate() {
        numbers[state] = number as u16;
    }
    let kept = (0..next.len()).filter(|&state| !refused[state]);
    Automaton { next: kept.map(|state| next[state].map(|to| numbers[usize::from(to)])).collect() }
}

#[cfg(test)]
mod tests {
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
                    let next = automaton.next(state, dir);
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
            let (all, pruned) = (Automaton::undo_only(), Automaton::refusing(9));
            assert_eq!(paths(&all, size, depth), paths(&pruned, size, depth), "{size}");
        }
    }

    #[test]
    fn the_small_automaton_knows_only_where_it_came_from() {
        let automaton = Automaton::undo_only();
        assert_eq!(automaton.next.len(), 5);
        for dir in Dir::ALL {
            let state = automaton.next(Automaton::START, dir);
            let refused: Vec<Dir> = Dir::ALL.into_iter().filter(|&to| automaton.next(state, to) == REFUSED).collect();
            assert_eq!(refused, [dir.opposite()]);
        }
    }

    #[test]
    fn one_way_round_a_square_is_refused() {
        let automaton = Automaton::refusing(6);
        let walk = |word: &str| {
            word.chars().filter_map(Dir::of_letter).try_fold(Automaton::START, |state, dir| {
                Some(automaton.next(state, dir)).filter(|&next| next != REFUSED)
            })
        };
        assert!(walk("URDLUR").is_some());
        assert!(walk("RULDRU").is_none(), "URDLUR is as long and earlier");
    }
}
