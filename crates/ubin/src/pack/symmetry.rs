//! Symmetries of a puzzle, and how to search only one of each family of equal solutions.
//!
//! Words: a **symmetry** maps the board onto itself so that every placement of a piece becomes a placement of the same piece, or of its **twin**, its mirror image among the pieces, and what is placed already
//! becomes what is placed already; all of them are the **group**; the **orbit** of a placement is where they take it, and the symmetries that leave it are its **stabiliser**.
//!
//! A mirror image exchanges twins, and is a symmetry only when every piece that is not its own mirror image has a twin of which there are as many. Where pieces may be turned over in the plane, every piece is its own.
//!
//! One kind that every solution has exactly one of, the **breaker**, is tried only once in each orbit of the symmetries that exchange nothing. If a placement stands for an orbit of w, every solution with it stands for w solutions, one with each placement of the orbit.
//! The number of different solutions is Burnside's: the mean, over the group, of the number of solutions that a symmetry leaves as they are. Where every piece is there once, those are the solutions made of
//! placements it leaves as they are, and there are few to search. Else they are made of whole orbits of placements: each orbit is one option that uses several copies ([`Group::orbits`]). The orbits' sizes need not be known, so pieces that lie symmetrically cannot spoil the count.

use super::lattice::Cell;
use super::model::{Kind, PackModel};
use super::puzzle::Puzzle;
use crate::run::{Run, Stop};

/// The symmetries of a puzzle as maps of its free cells.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    /// Those that exchange no kinds, the identity first.
    pub(crate) maps: Vec<Vec<u32>>,
    /// Those that exchange twins.
    pub(crate) mirrors: Vec<Vec<u32>>,
    /// The twin of each kind of the model; itself where it has none.
    twins: Vec<u32>,
}

/// One symmetry: where each free cell goes, and each kind.
#[derive(Clone, Copy)]
pub(crate) struct Symmetry<'g> {
    pub(crate) map: &'g [u32],
    /// The kinds that are exchanged; `None` when none are.
    twins: Option<&'g [u32]>,
}

impl Symmetry<'_> {
    /// The kind that a kind becomes.
    pub(crate) fn kind(&self, kind: u32) -> u32 {
        self.twins.map_or(kind, |twins| twins[kind as usize])
    }

    /// Whether kinds are exchanged.
    pub(crate) fn is_mirror(&self) -> bool {
        self.twins.is_some()
    }
}

/// The breaker's placements that stand for the orbits of one size.
#[derive(Clone, Debug)]
pub(crate) struct Class {
    /// The size of the orbits.
    pub(crate) weight: u64,
    /// The options.
    pub(crate) options: Vec<u32>,
}

impl Group {
    /// The symmetries of a puzzle, in held memory.
    pub(crate) fn of(puzzle: &Puzzle, model: &PackModel, run: &mut Run<'_>) -> Result<Group, Stop> {
        let mut number = vec![u32::MAX; puzzle.board().size()];
        for (at, &cell) in model.free.iter().enumerate() {
            number[cell as usize] = at as u32;
        }
        let board = puzzle.board();
        let turns = board.lattice().symmetry_turns(puzzle.flips());
        let mirrored = if turns.iter().any(|turn| turn.1) { twins(puzzle, run)? } else { None };
        let (position, same): (_, Vec<usize>) = (puzzle.position(), (0..puzzle.pieces().len()).collect());
        let mut group = Group { maps: Vec::new(), mirrors: Vec::new(), twins: Vec::new() };
        for (turn, is_mirror) in turns {
            run.work(32 * board.size() as u64)?;
            let Some(pieces) = (if is_mirror { mirrored.as_ref() } else { Some(&same) }) else { continue };
            let keeps_placed = |map: &Vec<u32>| {
                let becomes =
                    |(from, &to): (usize, &u32)| position[from].map(|piece| pieces[piece]) == position[to as usize];
                map.iter().enumerate().all(becomes)
            };
            let Some(map) = board.onto_itself(turn).filter(keeps_placed) else { continue };
            let free: Vec<u32> = model.free.iter().map(|&cell| number[map[cell as usize] as usize]).collect();
            let maps = if *pieces == same { &mut group.maps } else { &mut group.mirrors };
            if !maps.contains(&free) {
                run.hold(size_of_val(&free[..]) as u64)?;
                maps.push(free);
            }
        }
        // Where a board is so thin that a mirror image is a turn, nothing that has a twin fits.
        group.mirrors.retain(|map| !group.maps.contains(map));
        let kind_of = |piece: usize| model.loose().find(|&(_, own)| own == piece).map(|(kind, _)| kind as u32);
        let twin = |(kind, own): (usize, &Kind)| {
            let twin = own.piece.zip(mirrored.as_ref()).and_then(|(piece, twins)| kind_of(twins[piece]));
            twin.unwrap_or(kind as u32)
        };
        group.twins = model.kinds.iter().enumerate().map(twin).collect();
        Ok(group)
    }

    pub(crate) fn order(&self) -> u64 {
        (self.maps.len() + self.mirrors.len()) as u64
    }

    /// All symmetries, the identity first.
    pub(crate) fn all(&self) -> impl Iterator<Item = Symmetry<'_>> {
        let plain = self.maps.iter().map(|map| Symmetry { map, twins: None });
        plain.chain(self.mirrors.iter().map(|map| Symmetry { map, twins: Some(&self.twins) }))
    }

    /// Whether a symmetry leaves a set of cells as it is.
    pub(crate) fn keeps(map: &[u32], cells: &[u32]) -> bool {
        cells.iter().all(|&cell| cells.binary_search(&map[cell as usize]).is_ok())
    }

    /// The kind with the fewest orbits, among those of which every solution has one, if more than the identity exchanges nothing.
    pub(crate) fn breaker(&self, model: &PackModel, run: &mut Run<'_>) -> Result<Option<usize>, Stop> {
        if self.maps.len() < 2 {
            return Ok(None);
        }
        let mut best = None;
        for kind in (0..model.kinds.len()).filter(|&kind| model.kinds[kind].is_single()) {
            let mut fixed = 0;
            for cells in model.of_kind(kind).map(|option| model.cells(option)) {
                run.work((16 * self.maps.len() * cells.len()) as u64)?;
                fixed += self.maps.iter().filter(|map| Group::keeps(map, cells)).count();
            }
            if best.is_none_or(|(least, _)| fixed < least) {
                best = Some((fixed, kind));
            }
        }
        Ok(best.map(|(_, kind)| kind))
    }

    /// One placement of the breaker for each orbit, by the orbits' size.
    pub(crate) fn classes(&self, model: &PackModel, breaker: usize, run: &mut Run<'_>) -> Result<Vec<Class>, Stop> {
        let mut classes: Vec<Class> = Vec::new();
        let mut image = Vec::new();
        for option in model.of_kind(breaker) {
            let cells = model.cells(option);
            run.work((16 * self.maps.len() * cells.len()) as u64)?;
            let mut stabiliser = 0;
            let is_least = self.maps.iter().all(|map| {
                image.clear();
                image.extend(cells.iter().map(|&cell| map[cell as usize]));
                image.sort_unstable();
                stabiliser += u64::from(image == cells);
                image.as_slice() >= cells
            });
            if is_least {
                let weight = self.maps.len() as u64 / stabiliser;
                match classes.iter_mut().find(|class| class.weight == weight) {
                    Some(class) => class.options.push(option as u32),
                    None => classes.push(Class { weight, options: vec![option as u32] }),
                }
            }
        }
        Ok(classes)
    }

    /// One symmetry for each placement in the orbit of `cells`.
    pub(crate) fn orbit(&self, cells: &[u32]) -> Vec<usize> {
        let mut images: Vec<Vec<u32>> = Vec::new();
        let mut symmetries = Vec::new();
        for (at, map) in self.maps.iter().enumerate() {
            let mut image: Vec<u32> = cells.iter().map(|&cell| map[cell as usize]).collect();
            image.sort_unstable();
            if !images.contains(&image) {
                images.push(image);
                symmetries.push(at);
            }
        }
        symmetries
    }
}

impl PackModel {
    /// The orbits of this model's options under one symmetry, as options: a set of them is a solution exactly when together they are one that the symmetry leaves as it is. In held memory.
    ///
    /// # Errors
    /// The stop, or that they do not fit the memory.
    pub(crate) fn orbits(&self, symmetry: Symmetry<'_>, run: &mut Run<'_>) -> Result<PackModel, Stop> {
        // An orbit has the cells of its options.
        run.hold(self.bytes() + (self.options.len() * size_of::<u32>()) as u64)?;
        let names = self.by_cells(run)?;
        let mut orbits = self.without_options();
        let mut image = Vec::new();
        for option in 0..self.options.len() as u32 {
            let (mut all, mut uses) = (Vec::new(), vec![0u32; self.kinds.len()]);
            let mut next = option;
            loop {
                let own = self.cells(next as usize);
                run.work(64 * own.len() as u64)?;
                all.extend_from_slice(own);
                let kind = self.options[next as usize].kind;
                uses[kind as usize] += 1;
                image.clear();
                image.extend(own.iter().map(|&cell| symmetry.map[cell as usize]));
                image.sort_unstable();
                let found = names.find(self, symmetry.kind(kind), |cells| cells.cmp(&image));
                next = found.expect("a symmetry takes options to options");
                // Each orbit once, by the least of its options.
                if next <= option {
                    break;
                }
            }
            all.sort_unstable();
            let overlaps = all.windows(2).any(|pair| pair[0] == pair[1]);
            let is_many = uses.iter().zip(&self.kinds).any(|(&uses, kind)| uses > kind.amount.most);
            if next == option && !overlaps && !is_many {
                let used = (0u32..).zip(uses).filter(|&(_, uses)| uses > 0).collect();
                orbits.add_compound(&all, used);
            }
        }
        Ok(orbits)
    }
}

/// The twin of each piece, itself where it is its own mirror image; `None` when one has no twin, or not as many copies of it are there.
fn twins(puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Option<Vec<usize>>, Stop> {
    let (lattice, flips, pieces) = (puzzle.board().lattice(), puzzle.flips(), puzzle.pieces());
    let mut twins: Vec<Option<usize>> = vec![None; pieces.len()];
    let mut shapes: Vec<Option<Vec<Cell>>> = vec![None; pieces.len()];
    for (number, piece) in pieces.iter().enumerate() {
        if twins[number].is_some() {
            continue;
        }
        let work = 64 * piece.size() as u64 * lattice.turns(flips).count() as u64;
        let mut shape = |other: usize, run: &mut Run<'_>| -> Result<Vec<Cell>, Stop> {
            if shapes[other].is_none() {
                run.work(work)?;
                shapes[other] = Some(pieces[other].least_orientation(lattice, flips));
            }
            Ok(shapes[other].clone().expect("it has just been found"))
        };
        run.work(work)?;
        let mirrored = piece.least_mirrored(lattice, flips);
        let mut twin = (shape(number, run)? == mirrored).then_some(number);
        for other in number + 1..pieces.len() {
            let may_be = twins[other].is_none()
                && pieces[other].size() == piece.size()
                && puzzle.amount(other) == puzzle.amount(number);
            if twin.is_none() && may_be && shape(other, run)? == mirrored {
                twin = Some(other);
            }
        }
        let Some(twin) = twin else { return Ok(None) };
        (twins[number], twins[twin]) = (Some(twin), Some(number));
    }
    Ok(twins.into_iter().collect())
}
