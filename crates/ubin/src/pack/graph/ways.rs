//! Counting without the graph: how many ways lead to each state, one level after the other.
//!
//! The ways to a state are the sum of those to the states before it, so of all levels only two are kept, and no edges. Of 21 equal pieces on 21 cells that is a tenth of the graph's memory.

use super::Refusal;
use super::build::{Account, LOOK, Levels};
use super::table::{self, Table};
use crate::pack::backtrack::{MOST_CELLS, by_words};
use crate::pack::model::Model;
use crate::pack::puzzle::Puzzle;
use crate::run::Run;

/// The number of solutions. Refused as too many when some state has more than 2^127 ways to it, even if it is a dead end.
pub(super) fn count(puzzle: &Puzzle, model: &Model, run: &mut Run<'_>) -> Result<u128, Refusal> {
    if model.free.len() > MOST_CELLS {
        return Err(Refusal::TooLarge);
    }
    let held = run.held();
    let count = by_words!(model.free.len(), count_with(puzzle, model, run));
    run.release_to(held);
    count
}

fn count_with<const W: usize>(puzzle: &Puzzle, model: &Model, run: &mut Run<'_>) -> Result<u128, Refusal> {
    let mut levels = Levels::<W>::new(puzzle, model, run)?;
    let mut account = Account::default();
    let (mut states, mut ways) = (vec![Levels::root(model)], vec![1u128]);
    for _ in 0..model.loose.len() {
        let mut table = Table::new();
        let mut next: Vec<u128> = Vec::new();
        let fixed = (size_of_val(&states[..]) + size_of_val(&ways[..])) as u64;
        for (chunk, ways) in states.chunks(LOOK).zip(ways.chunks(LOOK)) {
            let most = levels.most_children(chunk.len());
            account.reach(fixed + (table::room_for(&next, most) * 16) as u64 + table.bytes_with(most), run)?;
            table::make_room(&mut next, most);
            table.make_room(most);
            let mut children = 0;
            let mut is_too_many = false;
            for (state, &ways) in chunk.iter().zip(ways) {
                levels.expand(*state, run, |_, child| {
                    children += 1;
                    let to = table.number(child) as usize;
                    if to == next.len() {
                        next.push(0);
                    }
                    next[to] = next[to].saturating_add(ways);
                    is_too_many |= next[to] >> 127 != 0;
                })?;
            }
            run.generated(children);
            if is_too_many {
                return Err(Refusal::Overflow);
            }
        }
        (states, ways) = (table.into_keys(), next);
    }
    Ok(states.iter().zip(&ways).filter(|(state, _)| levels.is_full(state)).map(|(_, ways)| ways).sum())
}
