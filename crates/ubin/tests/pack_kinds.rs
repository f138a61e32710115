//! Copies, spare pieces, gaps and mirror twins: every engine against a plain search that is written from the text format alone, and shares nothing with the library.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::ops::ControlFlow;

use common::whole_count;
use ubin::dice::Dice;
use ubin::pack::solve::{Equality, solve, solve_all};
use ubin::pack::units::{CountEngine, CountWork, NoWork};
use ubin::pack::{Flips, Labels, Method, PackOutcome, PackPlan, Puzzle, count, text};
use ubin::run::{Control, Limits, Run};

/// Puzzles that are made: `UBIN_PUZZLES` of them, 150 if it does not say. A thousand take some minutes.
fn puzzles() -> u64 {
    std::env::var("UBIN_PUZZLES").ok().and_then(|number| number.parse().ok()).unwrap_or(150)
}

/// A puzzle with more solutions takes long and says no more: the plain search gives up, and another puzzle is made.
const MOST_SOLUTIONS: usize = 200;

/// Layer, row, column.
type Place = [i32; 3];
/// A piece and its cells.
type Laid = (usize, Vec<Place>);
/// Where each cell goes, and each class of pieces.
type Symmetry = (BTreeMap<Place, Place>, Vec<usize>);

struct PlainPiece {
    name: String,
    cells: Vec<Place>,
    copies: usize,
    is_spare: bool,
}

/// A puzzle as its text says it.
struct Plain {
    is_box: bool,
    no_flip: bool,
    board: BTreeSet<Place>,
    pieces: Vec<PlainPiece>,
    gaps: (usize, usize),
    placed: BTreeMap<Place, usize>,
}

/// What people would count.
#[derive(Debug, PartialEq, Eq)]
struct Counted {
    solutions: u128,
    distinct: u128,
    symmetries: u64,
}

fn at_origin(mut cells: Vec<Place>) -> Vec<Place> {
    cells.sort_unstable();
    let first = cells[0];
    cells.iter().map(|cell| [0, 1, 2].map(|axis| cell[axis] - first[axis])).collect()
}

/// The ways to turn space: which axis each coordinate comes from and its sign, and whether the turn is a mirror image.
fn turns(is_box: bool) -> Vec<([usize; 3], Place, bool)> {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let signs = (0..8).map(|bits| [0, 1, 2].map(|axis| 1 - 2 * (bits >> axis & 1)));
    let all = signs.flat_map(|signs| orders.map(|order| (order, signs)));
    let with_hand = |(order, signs): ([usize; 3], Place)| {
        let swaps = (0..3).flat_map(|a| (a + 1..3).map(move |b| (a, b))).filter(|&(a, b)| order[a] > order[b]).count();
        (order, signs, (signs.iter().product::<i32>() < 0) != (swaps % 2 == 1))
    };
    // In the plane the layer stays what it is.
    all.map(with_hand).filter(|(order, signs, _)| is_box || (order[0] == 0 && signs[0] == 1)).collect()
}

fn turned((order, signs, _): ([usize; 3], Place, bool), cell: Place) -> Place {
    [0, 1, 2].map(|axis| cell[order[axis]] * signs[axis])
}

impl Plain {
    /// The shapes that a piece may have on the board.
    fn shapes(&self, cells: &[Place]) -> BTreeSet<Vec<Place>> {
        let may = |turn: &([usize; 3], Place, bool)| !turn.2 || (!self.is_box && !self.no_flip);
        let all = turns(self.is_box).into_iter().filter(may);
        all.map(|turn| at_origin(cells.iter().map(|&cell| turned(turn, cell)).collect())).collect()
    }

    fn left(&self, piece: usize) -> usize {
        let on_board = self.placed.values().filter(|&&own| own == piece).count();
        self.pieces[piece].copies - on_board / self.pieces[piece].cells.len()
    }

    /// Every solution as a set of placements on the free cells.
    fn solutions(&self) -> BTreeSet<Vec<Laid>> {
        let free: BTreeSet<Place> =
            self.board.iter().filter(|cell| !self.placed.contains_key(*cell)).copied().collect();
        let shapes: Vec<_> = self.pieces.iter().map(|piece| self.shapes(&piece.cells)).collect();
        let mut left: Vec<usize> = (0..self.pieces.len()).map(|piece| self.left(piece)).collect();
        let mut found = BTreeSet::new();
        self.fill(free, 0, &shapes, &mut left, &mut Vec::new(), &mut found);
        found
    }

    fn fill(
        &self,
        mut free: BTreeSet<Place>,
        empty: usize,
        shapes: &[BTreeSet<Vec<Place>>],
        left: &mut Vec<usize>,
        laid: &mut Vec<Laid>,
        found: &mut BTreeSet<Vec<Laid>>,
    ) {
        if found.len() > MOST_SOLUTIONS {
            return;
        }
        let Some(first) = free.pop_first() else {
            let is_used = |piece: usize| self.pieces[piece].is_spare || left[piece] == 0;
            if (self.gaps.0..=self.gaps.1).contains(&empty) && (0..left.len()).all(is_used) {
                let mut solution = laid.clone();
                solution.sort_unstable();
                found.insert(solution);
            }
            return;
        };
        if empty < self.gaps.1 {
            self.fill(free.clone(), empty + 1, shapes, left, laid, found);
        }
        for piece in 0..left.len() {
            if left[piece] == 0 {
                continue;
            }
            for shape in &shapes[piece] {
                let cells: Vec<Place> =
                    shape.iter().map(|cell| [0, 1, 2].map(|axis| cell[axis] + first[axis])).collect();
                if cells[1..].iter().all(|cell| free.contains(cell)) {
                    let rest = free.iter().filter(|cell| !cells.contains(cell)).copied().collect();
                    left[piece] -= 1;
                    laid.push((piece, cells));
                    self.fill(rest, empty, shapes, left, laid, found);
                    laid.pop();
                    left[piece] += 1;
                }
            }
        }
    }

    /// The classes of pieces that are not told apart: each piece by itself, or by shape.
    fn classes(&self, labels: Labels) -> Vec<usize> {
        let shapes: Vec<_> = self.pieces.iter().map(|piece| self.shapes(&piece.cells)).collect();
        let class = |piece: usize| match labels {
            Labels::Told => piece,
            Labels::Ignored => shapes.iter().position(|shape| *shape == shapes[piece]).unwrap(),
        };
        (0..self.pieces.len()).map(class).collect()
    }

    /// What each class becomes in a mirror, if the set of pieces is the same there: a class with that shape of which there are as many.
    fn mirrored(&self, classes: &[usize]) -> Option<Vec<usize>> {
        let of_class = |class: usize| (0..classes.len()).filter(move |&piece| classes[piece] == class);
        let amount = |class: usize| {
            let least = |piece: usize| if self.pieces[piece].is_spare { 0 } else { self.pieces[piece].copies };
            let sum = |number: &dyn Fn(usize) -> usize| of_class(class).map(number).sum::<usize>();
            (sum(&least), sum(&|piece| self.pieces[piece].copies))
        };
        let shape = |class: usize| self.shapes(&self.pieces[class].cells);
        let mirror = |class: usize| {
            let cells: Vec<Place> = self.pieces[class].cells.iter().map(|[z, y, x]| [*z, *y, -x]).collect();
            self.shapes(&cells)
        };
        let mut images: Vec<Option<usize>> = vec![None; classes.len()];
        for class in (0..classes.len()).filter(|&piece| classes[piece] == piece) {
            if images[class].is_some() {
                continue;
            }
            let may = |other: usize| {
                images[other].is_none()
                    && classes[other] == other
                    && amount(other) == amount(class)
                    && shape(other) == mirror(class)
            };
            // A piece that is its own mirror image stays itself.
            let twin =
                if shape(class) == mirror(class) { Some(class) } else { (0..classes.len()).find(|&other| may(other)) };
            let twin = twin?;
            (images[class], images[twin]) = (Some(twin), Some(class));
        }
        Some(images.into_iter().map(|image| image.unwrap_or(0)).collect())
    }

    fn counted(&self, found: &BTreeSet<Vec<Laid>>, labels: Labels) -> Counted {
        let classes = self.classes(labels);
        let unnamed = |solution: &Vec<Laid>| {
            let mut laid: Vec<Laid> = solution.iter().map(|(piece, cells)| (classes[*piece], cells.clone())).collect();
            laid.sort_unstable();
            laid
        };
        let solutions: BTreeSet<Vec<Laid>> = found.iter().map(unnamed).collect();
        let same: Vec<usize> = (0..classes.len()).collect();
        let mirrored = self.mirrored(&classes);
        let mut symmetries: BTreeMap<Vec<Place>, Symmetry> = BTreeMap::new();
        for turn in turns(self.is_box) {
            let is_mirror = turn.2 && (self.is_box || self.no_flip);
            let Some(names) = (if is_mirror { mirrored.clone() } else { Some(same.clone()) }) else { continue };
            let images: Vec<Place> = self.board.iter().map(|&cell| turned(turn, cell)).collect();
            let (low, first) = (*images.iter().min().unwrap(), *self.board.first().unwrap());
            let moved = |cell: &Place| [0, 1, 2].map(|axis| cell[axis] - low[axis] + first[axis]);
            let map: BTreeMap<Place, Place> = self.board.iter().copied().zip(images.iter().map(moved)).collect();
            let class_at = |cell: &Place| self.placed.get(cell).map(|&piece| classes[piece]);
            let keeps = |(from, to): (&Place, &Place)| {
                self.board.contains(to) && class_at(from).map(|class| names[class]) == class_at(to)
            };
            if map.iter().all(keeps) {
                // What is placed stays: two that take the free cells alike are one.
                let free = map.iter().filter(|(from, _)| !self.placed.contains_key(*from)).map(|(_, to)| *to);
                symmetries.entry(free.collect()).or_insert((map, names));
            }
        }
        let image = |solution: &Vec<Laid>, (map, names): &Symmetry| {
            let mut image: Vec<Laid> = solution
                .iter()
                .map(|(class, cells)| {
                    let mut cells: Vec<Place> = cells.iter().map(|cell| map[cell]).collect();
                    cells.sort_unstable();
                    (names[*class], cells)
                })
                .collect();
            image.sort_unstable();
            image
        };
        let least = |solution: &Vec<Laid>| symmetries.values().map(|symmetry| image(solution, symmetry)).min();
        let distinct: BTreeSet<_> = solutions.iter().map(least).collect();
        Counted {
            solutions: solutions.len() as u128,
            distinct: distinct.len() as u128,
            symmetries: symmetries.len() as u64,
        }
    }

    fn text(&self) -> String {
        let most = |axis: usize| self.board.iter().map(|cell| cell[axis] + 1).max().unwrap();
        let (layers, rows, cols) = (most(0), most(1), most(2));
        let mut text = format!("{rows} {cols} {}\n", self.pieces.len());
        let row = |layer: i32, row: i32, mark: &dyn Fn(Place) -> char| -> String {
            (0..cols).map(|col| mark([layer, row, col])).collect()
        };
        if self.is_box {
            let _ = writeln!(text, "BOX {layers}");
        } else {
            text += "CUSTOM\n";
            let mark = |cell| if self.board.contains(&cell) { 'X' } else { '.' };
            (0..rows).for_each(|at| text += &(row(0, at, &mark) + "\n"));
        }
        for PlainPiece { name, cells, .. } in &self.pieces {
            let drawn = if name.len() > 1 { '#' } else { name.chars().next().unwrap() };
            if name.len() > 1 {
                let _ = writeln!(text, "PIECE {name}");
            }
            let top = cells.iter().map(|cell| cell[0]).max().unwrap();
            for layer in 0..=top {
                text += if layer > 0 { "/\n" } else { "" };
                let last = cells.iter().filter(|cell| cell[0] == layer).map(|cell| cell[1]).max().unwrap_or(0);
                for at in 0..=last {
                    let mark = |place| if cells.contains(&place) { drawn } else { ' ' };
                    let wide = (0..8).map(|col| mark([layer, at, col])).collect::<String>();
                    let line = wide.trim_end();
                    text += &(if line.is_empty() { " ".to_owned() } else { line.to_owned() } + "\n");
                }
            }
        }
        for piece in self.pieces.iter().filter(|piece| piece.copies > 1) {
            let _ = writeln!(text, "COPIES {} {}", piece.name, piece.copies);
        }
        for piece in self.pieces.iter().filter(|piece| piece.is_spare) {
            let _ = writeln!(text, "SPARE {}", piece.name);
        }
        if self.gaps != (0, 0) {
            let _ = writeln!(text, "GAPS {}..{}", self.gaps.0, self.gaps.1);
        }
        text
    }
}

/// A few cells that hang together, from the origin on.
fn shape(dice: &mut Dice, is_box: bool) -> Vec<Place> {
    let mut cells = vec![[0, 0, 0]];
    for _ in 0..dice.up_to(3) {
        let mut cell = *dice.pick(&cells).unwrap();
        let axis = if is_box { dice.up_to(2) } else { 1 + dice.up_to(1) };
        cell[axis] += 1 - 2 * dice.up_to(1) as i32;
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    let low = [0, 1, 2].map(|axis| cells.iter().map(|cell| cell[axis]).min().unwrap());
    cells.iter().map(|cell| [0, 1, 2].map(|axis| cell[axis] - low[axis])).collect()
}

fn puzzle(dice: &mut Dice) -> Plain {
    let is_box = dice.up_to(4) == 0;
    let (rows, cols) = (1 + dice.up_to(3) as i32, 2 + dice.up_to(2) as i32);
    let layers = if is_box { 1 + dice.up_to(1) as i32 } else { 1 };
    let mut board: BTreeSet<Place> = (0..layers)
        .flat_map(|z| (0..if is_box { 2 } else { rows }).flat_map(move |y| (0..cols).map(move |x| [z, y, x])))
        .collect();
    // A bite out of some boards, not out of the last row and column: they say how large it is.
    if !is_box && rows > 1 && dice.up_to(2) == 0 {
        board.remove(&[0, 0, dice.up_to(cols as usize - 2) as i32]);
    }
    let mut pieces: Vec<PlainPiece> = Vec::new();
    let mut area = 0;
    let wanted = board.len() + dice.up_to(3);
    while area < wanted && pieces.len() < 5 {
        let mut cells = match pieces.last() {
            // The same shape again, or its mirror image.
            Some(last) if dice.up_to(2) == 0 => {
                let most = last.cells.iter().map(|cell| cell[2]).max().unwrap();
                last.cells.iter().map(|[z, y, x]| [*z, *y, most - x]).collect()
            }
            _ => shape(dice, is_box),
        };
        if cells.len() > wanted - area {
            cells = vec![[0, 0, 0]];
        }
        let copies = (1 + dice.up_to(2)).min((wanted - area) / cells.len()).max(1);
        area += copies * cells.len();
        let letter = char::from(b'A' + pieces.len() as u8);
        let name = if dice.up_to(4) == 0 { format!("piece-{letter}") } else { letter.to_string() };
        pieces.push(PlainPiece { name, cells, copies, is_spare: dice.up_to(3) == 0 });
    }
    let gaps = match dice.up_to(3) {
        0 => (0, dice.up_to(2)),
        1 => (1, 1 + dice.up_to(2)),
        _ => (0, 0),
    };
    Plain { is_box, no_flip: dice.up_to(1) == 0, board, pieces, gaps, placed: BTreeMap::new() }
}

fn with_run<T>(ask: impl FnOnce(&mut Run<'_>) -> T) -> T {
    let control = Control::new();
    ask(&mut Run::new(Limits::default(), &control))
}

fn counted(puzzle: &Puzzle, plan: PackPlan) -> Option<Counted> {
    match with_run(|run| count::count(puzzle, Equality::Symmetry, plan, run)).outcome {
        PackOutcome::Solved(count) => Some(Counted {
            solutions: count.solutions,
            distinct: count.distinct.unwrap(),
            symmetries: count.symmetries,
        }),
        PackOutcome::Impossible(_) => None,
        PackOutcome::Stopped(stop) => panic!("nothing stops it: {stop}"),
    }
}

/// Gives the solutions by the plain search.
fn check(plain: &Plain, puzzle: &Puzzle, about: &str) -> BTreeSet<Vec<Laid>> {
    let solutions = plain.solutions();
    let is_short = (0..plain.pieces.len()).map(|piece| plain.left(piece)).sum::<usize>() <= 4;
    for labels in [Labels::Told, Labels::Ignored] {
        let expected = Some(plain.counted(&solutions, labels)).filter(|counted| counted.solutions > 0);
        // The course's search prunes nothing: some puzzles would take it for ever.
        let methods = [Method::Auto, Method::Cover, Method::BruteForce];
        for method in methods.into_iter().filter(|&method| method != Method::BruteForce || is_short) {
            let found = counted(puzzle, PackPlan { method, threads: 1, labels });
            assert_eq!(found, expected, "{labels:?} {method} {about}");
        }
        let mut boards = BTreeSet::new();
        for method in [Method::Backtrack, Method::Cover] {
            boards.clear();
            let plan = PackPlan { method, threads: 1, labels };
            with_run(|run| {
                solve_all(puzzle, plan, run, &mut |solution| {
                    assert!(boards.insert(solution.placements(puzzle)), "twice: {about}");
                    ControlFlow::Continue(())
                })
            });
            assert_eq!(boards.len() as u128, expected.as_ref().map_or(0, |counted| counted.solutions), "{about}");
        }
        if labels == Labels::Told {
            for method in Method::ALL.into_iter().filter(|&method| method != Method::BruteForce || is_short) {
                let answer = with_run(|run| solve(puzzle, PackPlan { method, threads: 1, labels }, run));
                match answer.outcome {
                    PackOutcome::Solved(solution) => {
                        assert!(boards.contains(&solution.placements(puzzle)), "{method} {about}");
                    }
                    _ => assert!(boards.is_empty(), "{method} {about}"),
                }
            }
            for engine in [CountEngine::Masks, CountEngine::Links, CountEngine::Folded] {
                let found = match with_run(|run| CountWork::new(puzzle, engine, run)) {
                    Err(NoWork::Impossible(_)) => 0,
                    Err(NoWork::Stopped(stop)) => panic!("nothing stops it: {stop}"),
                    Ok(work) => with_run(|run| whole_count(&work, 3, run)).found,
                };
                assert_eq!(found, boards.len() as u128, "{engine:?} {about}");
            }
        }
    }
    solutions
}

#[test]
fn every_engine_counts_what_a_plain_search_counts() {
    let mut dice = Dice::new(14);
    let (mut solvable, mut mirrored) = (0u64, 0u64);
    let mut number = 0;
    while number < puzzles() {
        let mut plain = puzzle(&mut dice);
        if plain.solutions().len() > MOST_SOLUTIONS {
            continue;
        }
        number += 1;
        let written = plain.text();
        let read = text::read(&written).unwrap_or_else(|error| panic!("{error}: {written}")).puzzle;
        let flips = if plain.no_flip { Flips::Forbidden } else { Flips::Allowed };
        let mut read = read.with_flips(flips).unwrap();
        assert_eq!(text::read(&read.to_string()).unwrap().puzzle.with_flips(flips).unwrap(), read, "{written}");
        let about = format!("puzzle {number}, no flip {}:\n{written}", plain.no_flip);
        let Some(solution) = check(&plain, &read, &about).pop_first() else { continue };
        solvable += 1;
        mirrored += u64::from(plain.no_flip && plain.mirrored(&plain.classes(Labels::Told)).is_some());
        if number % 4 == 0 {
            // Some of it lies on the board already.
            let layers = plain.board.iter().map(|cell| cell[0]).max().unwrap();
            for (piece, cells) in solution.iter().filter(|_| dice.up_to(2) == 0) {
                let cell = |cell: &Place| {
                    let [layer, row, col] = [layers - cell[0], cell[1], cell[2]].map(|n| n as u32);
                    read.board().number(ubin::pack::Spot { layer, row, col }).unwrap() as u32
                };
                let numbers = cells.iter().map(cell).collect();
                read.place(ubin::pack::Placement { piece: *piece, cells: numbers }).unwrap();
                plain.placed.extend(cells.iter().map(|&cell| (cell, *piece)));
            }
            check(&plain, &read, &format!("{about}placed {:?}", plain.placed));
            let again = text::read(&read.to_string()).unwrap().puzzle.with_flips(flips).unwrap();
            assert_eq!(again.position(), read.position(), "{about}");
        }
    }
    assert!(solvable * 8 > number && mirrored * 40 > number, "{solvable} {mirrored} of {number}");
}

/// The free polyominoes of a size, each in one of its orientations.
fn polyominoes(size: usize) -> Vec<Vec<Place>> {
    let plain = |no_flip| Plain {
        is_box: false,
        no_flip,
        board: BTreeSet::new(),
        pieces: Vec::new(),
        gaps: (0, 0),
        placed: BTreeMap::new(),
    };
    let mut known: BTreeSet<Vec<Place>> = BTreeSet::from([vec![[0, 0, 0]]]);
    for _ in 1..size {
        let mut larger = BTreeSet::new();
        for shape in &known {
            for [_, row, col] in shape {
                for next in [[0, row + 1, *col], [0, row - 1, *col], [0, *row, col + 1], [0, *row, col - 1]] {
                    if !shape.contains(&next) {
                        let grown: Vec<Place> = shape.iter().copied().chain([next]).collect();
                        larger.insert(plain(false).shapes(&grown).pop_first().unwrap());
                    }
                }
            }
        }
        known = larger;
    }
    known.into_iter().collect()
}

/// A text of named pieces on a rectangle.
fn named(rows: u32, cols: u32, shapes: &[Vec<Place>]) -> String {
    let mut text = format!("{rows} {cols} {}\nDEFAULT\n", shapes.len());
    for (number, shape) in shapes.iter().enumerate() {
        let _ = writeln!(text, "PIECE p-{number}");
        let low = [1, 2].map(|axis: usize| shape.iter().map(|cell| cell[axis]).min().unwrap());
        let high = shape.iter().map(|cell| cell[1]).max().unwrap();
        for row in low[0]..=high {
            let line: String =
                (0..8).map(|col| if shape.contains(&[0, row, col + low[1]]) { '#' } else { ' ' }).collect();
            text += &(line.trim_end().to_owned() + "\n");
        }
    }
    text
}

/// Numbers that the literature knows.
#[test]
fn published_counts() {
    let mirror = |shape: &Vec<Place>| -> Vec<Place> { shape.iter().map(|[z, y, x]| [*z, *y, -x]).collect() };
    let mut one_sided: Vec<Vec<Place>> = Vec::new();
    for shape in polyominoes(5) {
        let plain = Plain {
            is_box: false,
            no_flip: true,
            board: BTreeSet::new(),
            pieces: Vec::new(),
            gaps: (0, 0),
            placed: BTreeMap::new(),
        };
        let twin = mirror(&shape);
        let has_twin = plain.shapes(&shape) != plain.shapes(&twin);
        one_sided.push(shape);
        one_sided.extend(has_twin.then_some(twin));
    }
    assert_eq!(one_sided.len(), 18);
    let cases: [(String, Flips, u128, u128, u64); 4] = [
        ("6 6 1\nDEFAULT\nAA\nCOPIES A 18\n".into(), Flips::Allowed, 6_728, 930, 8),
        ("8 8 1\nDEFAULT\nAA\nCOPIES A 32\n".into(), Flips::Allowed, 12_988_816, 1_629_189, 8),
        ("4 4 1\nDEFAULT\nAA\nCOPIES A 8\n".into(), Flips::Allowed, 36, 9, 8),
        (named(3, 30, &one_sided), Flips::Forbidden, 184, 46, 4),
    ];
    for (text, flips, solutions, distinct, symmetries) in cases {
        let puzzle = text::read(&text).unwrap().puzzle.with_flips(flips).unwrap();
        let found = counted(&puzzle, PackPlan::default());
        assert_eq!(found, Some(Counted { solutions, distinct, symmetries }), "{text}");
    }
    let trominoes = text::read("12 13 1\nDEFAULT\nAA\nA\nCOPIES A 52\n").unwrap().puzzle;
    let answer = with_run(|run| count::count(&trominoes, Equality::Boards, PackPlan::default(), run));
    assert_eq!(answer.found, 33_128_240_650_256);
}

/// More pieces than letters: read, printed, solved, and shown with two letters a cell.
#[test]
fn more_than_52_pieces() {
    let heptominoes = polyominoes(7);
    assert_eq!(heptominoes.len(), 108);
    let puzzle = text::read(&named(27, 28, &heptominoes)).unwrap().puzzle;
    assert_eq!((puzzle.mark(0), puzzle.mark(52), puzzle.mark(107), puzzle.mark_width()), ("AA", "BA", "CD", 2));
    assert_eq!(text::read(&puzzle.to_string()).unwrap().puzzle, puzzle);
    let few = polyominoes(1).into_iter().cycle().take(60).collect::<Vec<_>>();
    let puzzle = text::read(&named(6, 10, &few)).unwrap().puzzle;
    let PackOutcome::Solved(solution) = with_run(|run| solve(&puzzle, PackPlan::default(), run)).outcome else {
        panic!("single cells fill every board")
    };
    let rows = solution.layers(&puzzle).concat();
    assert_eq!((rows[0].as_str(), rows[5].as_str()), ("AAABACADAEAFAGAHAIAJ", "AyAzBABBBCBDBEBFBGBH"));
}
