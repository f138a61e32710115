//! Reads table files by `docs/table-files.md` alone, bit by bit, and compares them with distances found by plain search.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use ubin::run::{Control, Limits, Run};
use ubin::slide::store::TableSet;

const ROWS: usize = 3;
const COLS: usize = 2;
const CELLS: usize = ROWS * COLS;

/// Where the tiles of a pattern stand, by number, and the blank.
type State = (Vec<usize>, usize);

/// The cells of the patterns in the name below.
const PATTERNS: [&[usize]; 2] = [&[1, 2, 5], &[3, 4]];

fn image(name: &str) -> Vec<u8> {
    let control = Control::new();
    TableSet::named(name).unwrap().build(1, &mut Run::new(Limits::default(), &control)).unwrap().image().to_vec()
}

fn factorial(n: usize) -> usize {
    (1..=n).product()
}

/// The header, as the page has it, before the tables.
fn header(magic: &[u8]) -> Vec<u8> {
    [magic, &[ROWS as u8, COLS as u8, 0, 2, 255, 0, 0, 1, 1, 0]].concat()
}

fn neighbours(cell: usize) -> Vec<usize> {
    let (row, col) = (cell / COLS, cell % COLS);
    let near = |other: &usize| (other / COLS).abs_diff(row) + (other % COLS).abs_diff(col) == 1;
    (0..CELLS).filter(near).collect()
}

/// The blank goes to a neighbouring cell; whether a tile of the pattern moved.
fn moved((cells, blank): &State, to: usize) -> (State, bool) {
    let after = cells.iter().map(|&cell| if cell == to { *blank } else { cell }).collect();
    ((after, to), cells.contains(&to))
}

/// The moves of the pattern's own tiles to the goal, by state.
fn distances(homes: &[usize]) -> BTreeMap<State, usize> {
    let mut found = BTreeMap::new();
    let mut queue = VecDeque::from([((homes.to_vec(), 0), 0)]);
    while let Some((state, distance)) = queue.pop_front() {
        if found.contains_key(&state) {
            continue;
        }
        for to in neighbours(state.1) {
            match moved(&state, to) {
                (next, true) => queue.push_back((next, distance + 1)),
                (next, false) => queue.push_front((next, distance)),
            }
        }
        found.insert(state, distance);
    }
    found
}

fn regions(placement: usize) -> Vec<BTreeSet<usize>> {
    let mut left: BTreeSet<usize> = (0..CELLS).filter(|cell| placement >> cell & 1 == 0).collect();
    let mut regions = Vec::new();
    while let Some(first) = left.pop_first() {
        let (mut region, mut edge) = (BTreeSet::from([first]), vec![first]);
        while let Some(cell) = edge.pop() {
            edge.extend(neighbours(cell).into_iter().filter(|&near| left.remove(&near) && region.insert(near)));
        }
        regions.push(region);
    }
    regions
}

/// The blocks of patterns of so many tiles in their order, each as its placement and region.
fn blocks(tiles: u32) -> Vec<(usize, BTreeSet<usize>)> {
    let odd = |set: &usize| {
        (0..CELLS).filter(|cell| set >> cell & 1 == 1).map(|cell| cell / COLS + cell % COLS).sum::<usize>() % 2
    };
    let mut placements: Vec<usize> = (0..1 << CELLS).filter(|set: &usize| set.count_ones() == tiles).collect();
    placements.sort_by_key(|set| (odd(set), *set));
    placements.into_iter().flat_map(|set| regions(set).into_iter().map(move |region| (set, region))).collect()
}

#[test]
fn a_file_of_single_moves_is_what_the_page_says() {
    let bytes = image("3x2-.AABBA");
    let mut at = header(b"ubin-pdb\x01").len();
    assert_eq!(bytes[..at], header(b"ubin-pdb\x01"));
    for homes in PATTERNS {
        let blocks = blocks(homes.len() as u32);
        let block_bytes = factorial(homes.len()).div_ceil(8);
        for ((cells, blank), distance) in distances(homes) {
            let placement = cells.iter().map(|cell| 1 << cell).sum::<usize>();
            let block = blocks.iter().position(|(set, region)| *set == placement && region.contains(&blank)).unwrap();
            let smaller = |t: usize| cells[..t].iter().filter(|&&cell| cell < cells[t]).count();
            let order: usize = (1..cells.len()).map(|t| smaller(t) * factorial(t)).sum();
            let bit = bytes[at + block * block_bytes + order / 8] >> (order % 8) & 1;
            assert_eq!(usize::from(bit), distance / 2 % 2, "{cells:?}, blank in {blank}");
        }
        at += blocks.len() * block_bytes;
    }
    assert_eq!(bytes[at..], checksum(&bytes[..at]));
}

/// All states that sliding along the blank's row leads to, or along its column.
fn class(state: &State, along_row: bool) -> BTreeSet<State> {
    let line = |cell: usize| if along_row { cell / COLS } else { cell % COLS };
    let (mut class, mut edge) = (BTreeSet::from([state.clone()]), vec![state.clone()]);
    while let Some(state) = edge.pop() {
        for to in neighbours(state.1).into_iter().filter(|&to| line(to) == line(state.1)) {
            let (next, _) = moved(&state, to);
            if class.insert(next.clone()) {
                edge.push(next);
            }
        }
    }
    class
}

/// By state: how far its row class and its column class are from the goal's row class.
fn class_distances(homes: &[usize]) -> [BTreeMap<State, usize>; 2] {
    let mut found = [BTreeMap::new(), BTreeMap::new()];
    let mut level: Vec<State> = vec![(homes.to_vec(), 0)];
    for distance in 0.. {
        let side = distance % 2;
        let mut next = Vec::new();
        for state in &level {
            for member in class(state, side == 0) {
                if found[side].insert(member.clone(), distance).is_none() {
                    next.push(member);
                }
            }
        }
        level = next.into_iter().filter(|state| !found[1 - side].contains_key(state)).collect();
        if level.is_empty() {
            return found;
        }
    }
    unreachable!("there are only so many states")
}

#[test]
fn a_file_of_lines_is_what_the_page_says() {
    let bytes = image("3x2-.AABBA-multi");
    let mut at = header(b"ubinmul1").len();
    assert_eq!(bytes[..at], header(b"ubinmul1"));
    // The pattern of two tiles has no table.
    let homes = PATTERNS[0];
    let sets: Vec<usize> =
        (0..1 << (CELLS - 1)).filter(|set: &usize| set.count_ones() as usize == homes.len()).collect();
    for (side, distances) in class_distances(homes).into_iter().enumerate() {
        let lines = [ROWS, COLS][side];
        for ((cells, blank), distance) in distances {
            // Read row by row, or column by column, without the blank's cell.
            let read = |cell: usize| [cell, cell % COLS * ROWS + cell / COLS][side];
            let place = |cell: usize| read(cell) - usize::from(read(cell) > read(blank));
            let places: Vec<usize> = cells.iter().map(|&cell| place(cell)).collect();
            let set = places.iter().map(|place| 1 << place).sum::<usize>();
            let block =
                [blank / COLS, blank % COLS][side] * sets.len() + sets.iter().position(|&other| other == set).unwrap();
            let before = |i: usize| places[i + 1..].iter().filter(|&&place| place < places[i]).count();
            let order: usize = (0..places.len()).map(|i| before(i) * factorial(places.len() - 1 - i)).sum();
            let bit = bytes[at + 3 * block + order / 8] >> (order % 8) & 1;
            assert_eq!(usize::from(bit), distance / 2 % 2, "{cells:?}, blank in {blank}, side {side}");
        }
        // Six orders of three tiles are one chunk.
        at += 3 * lines * sets.len();
    }
    assert_eq!(bytes[at..], checksum(&bytes[..at]));
}

fn checksum(bytes: &[u8]) -> Vec<u8> {
    let factors = [0x9e37_79b9_7f4a_7c15_u64, 0xc2b2_ae3d_27d4_eb4f, 0x1656_67b1_9e37_79f9, 0x27d4_eb2f_1656_67c5];
    let mut lanes = factors;
    let mut padded = bytes.to_vec();
    padded.resize((bytes.len() / 32 + 1) * 32, 0);
    for (at, word) in padded.chunks(8).enumerate() {
        let (lane, factor) = (&mut lanes[at % 4], factors[at % 4]);
        *lane = (*lane ^ u64::from_le_bytes(word.try_into().unwrap())).wrapping_mul(factor).rotate_left(29);
    }
    let sum = |seed: u64| {
        lanes.iter().fold(seed ^ bytes.len() as u64, |sum, lane| {
            let sum = (sum ^ lane ^ lane >> 29).wrapping_mul(factors[0]);
            sum ^ sum >> 32
        })
    };
    [sum(0).to_le_bytes(), sum(factors[3]).to_le_bytes()].concat()
}
