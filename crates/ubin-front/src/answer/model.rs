//! A puzzle as it was read, for front ends that draw and edit it; and a heuristic along some moves.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;
use ubin::pack::{self, Placement, Spot, all_placements};
use ubin::slide::{HeuristicName, Notation, Puzzle, text, trace};

use super::Session;
use super::slide::replayed;
use crate::desk::Desk;
use crate::question::{ModelQuestion, TraceQuestion};
use crate::read::text_of;
use crate::refusal::{AskError, Refusal};
use crate::report::Report;

/// The most placements that are listed.
const MOST_PLACEMENTS: usize = 200_000;

/// A sliding board.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SlideModelReport {
    /// Always `slide`.
    puzzle: &'static str,
    rows: usize,
    cols: usize,
    /// Tiles row by row, 0 for the blank.
    board: Vec<u16>,
    /// The goal, likewise.
    goal: Vec<u16>,
    /// How the text writes the blank: `0`, the number of cells, or one of `- _ . x #`.
    blank_as: String,
    /// The board as this program writes it.
    text: String,
}

/// A packing board.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PackModelReport {
    /// Always `pack`.
    puzzle: &'static str,
    /// `default`, `custom`, `pyramid` or `box`.
    kind: &'static str,
    /// Rows of the largest layer.
    rows: u32,
    /// Columns of the largest layer.
    cols: u32,
    layers: u32,
    /// Row, column and layer of each cell; a cell is known by its place in this list. The lowest layer is 0.
    cells: Vec<[u32; 3]>,
    pieces: Vec<PieceModel>,
    /// How many cells stay empty, at least and at most.
    gaps: [u32; 2],
    /// Pieces that lie on the board.
    placed: Vec<PlacedModel>,
    /// For each piece the cells of every placement on the empty board; `null` when not asked for or more than 200,000.
    placements: Option<BTreeMap<String, Vec<Vec<u32>>>>,
    /// What is odd about the text.
    warnings: Vec<String>,
    /// The puzzle as this program writes it.
    text: String,
}

/// A piece.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PieceModel {
    /// What boards show for it: a letter, or two.
    letter: String,
    /// Its name.
    name: String,
    /// How often it must be used.
    least: u32,
    /// How often it may be used.
    most: u32,
    /// Its cells.
    area: usize,
    /// How many parts it falls into.
    parts: usize,
    shape: PieceShape,
}

/// A piece's shape: `X` where it has a cell, `.` elsewhere.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum PieceShape {
    /// The rows of a flat piece.
    Rows(Vec<String>),
    /// The layers of a piece in space, the top first.
    Layers(Vec<Vec<String>>),
}

/// A piece on the board: the cells of all its copies that lie there.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlacedModel {
    letter: String,
    cells: Vec<u32>,
}

impl SlideModelReport {
    fn of(puzzle: &Puzzle, read: &str) -> SlideModelReport {
        let (board, size) = (puzzle.board(), puzzle.size());
        SlideModelReport {
            puzzle: "slide",
            rows: size.rows(),
            cols: size.cols(),
            board: board.tiles().to_vec(),
            goal: puzzle.goal().tiles().to_vec(),
            blank_as: blank_word(read, size.cells()),
            text: board.to_string(),
        }
    }
}

/// How a text that was read writes its blank.
fn blank_word(read: &str, cells: usize) -> String {
    let number = cells.to_string();
    let is_blank = |field: &&str| matches!(*field, "0" | "-" | "_" | "." | "x" | "X" | "#") || **field == number;
    let lines = read.trim_start_matches('\u{feff}').lines().filter(|line| !text::is_empty(line));
    let mut fields = lines.flat_map(|line| line.split(|c: char| c.is_whitespace() || c == '/'));
    fields.find(is_blank).unwrap_or("-").into()
}

impl PackModelReport {
    fn of(puzzle: &pack::Puzzle, listed: Option<Vec<Vec<Vec<u32>>>>, warnings: Vec<String>) -> PackModelReport {
        let (board, pieces) = (puzzle.board(), puzzle.pieces());
        let letter = |piece: usize| puzzle.mark(piece).to_owned();
        let placed = |of_one: &[Placement]| PlacedModel {
            letter: letter(of_one[0].piece),
            cells: of_one.iter().flat_map(|placed| placed.cells.iter().copied()).collect(),
        };
        PackModelReport {
            puzzle: "pack",
            kind: board.kind().name(),
            rows: board.rows(),
            cols: board.cols(),
            layers: board.layers(),
            cells: board.spots().iter().map(|spot| [spot.row, spot.col, spot.layer]).collect(),
            pieces: (0..pieces.len()).map(|piece| PieceModel::of(puzzle, piece)).collect(),
            gaps: [puzzle.gaps().least, puzzle.gaps().most],
            placed: puzzle.placed().chunk_by(|a, b| a.piece == b.piece).map(placed).collect(),
            placements: listed.map(|listed| (0..pieces.len()).map(letter).zip(listed).collect()),
            warnings,
            text: puzzle.to_string(),
        }
    }
}

impl PieceModel {
    fn of(puzzle: &pack::Puzzle, number: usize) -> PieceModel {
        let (piece, lattice, amount) = (&puzzle.pieces()[number], puzzle.board().lattice(), puzzle.amount(number));
        let most = |of: fn(&Spot) -> u32| piece.spots().iter().map(of).max().unwrap_or(0);
        let (layers, rows, cols) = (most(|spot| spot.layer), most(|spot| spot.row), most(|spot| spot.col));
        let mark = |spot: Spot| if piece.spots().binary_search(&spot).is_ok() { 'X' } else { '.' };
        let layer = |layer: u32| -> Vec<String> {
            (0..=rows).map(|row| (0..=cols).map(|col| mark(Spot { layer, row, col })).collect()).collect()
        };
        let shape = match layers {
            0 => PieceShape::Rows(layer(0)),
            top => PieceShape::Layers((0..=top).rev().map(layer).collect()),
        };
        PieceModel {
            letter: puzzle.mark(number).to_owned(),
            name: piece.name().to_owned(),
            least: amount.least,
            most: amount.most,
            area: piece.spots().len(),
            parts: piece.parts(lattice),
            shape,
        }
    }
}

/// One board along some moves.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TraceStep {
    /// Moves made.
    pub g: usize,
    /// The lower bound of the moves to come.
    pub h: u32,
    /// g + h.
    pub f: u64,
}

/// g, h and f of every board along some moves, the first for the start.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TraceReport {
    /// The heuristic that h is of.
    pub heuristic: &'static str,
    /// One for every board, the start first.
    pub steps: Vec<TraceStep>,
}

impl<D: Desk> Session<'_, D> {
    pub(super) fn model_of_board(&self, puzzle: &Puzzle, asked: &ModelQuestion) -> Report {
        Report::SlideModel(SlideModelReport::of(puzzle, &text_of(&asked.puzzle.puzzle)))
    }

    pub(super) fn model_of_packing(&self, puzzle: &pack::Puzzle, asked: &ModelQuestion) -> Result<Report, Refusal> {
        let mut listed = None;
        if asked.placements {
            let watch = self.watch(None);
            listed = all_placements(puzzle, MOST_PLACEMENTS, &mut self.run(&watch))?;
        }
        let mut warnings = Vec::new();
        asked.puzzle.read(|warning| warnings.push(warning.to_string()))?;
        Ok(Report::PackModel(PackModelReport::of(puzzle, listed, warnings)))
    }

    /// What a heuristic says along some moves.
    pub(super) fn trace_bounds(&self, puzzle: &Puzzle, asked: &TraceQuestion) -> Result<Report, Refusal> {
        let heuristic = asked.heuristic.unwrap_or(HeuristicName::Manhattan);
        let moves = replayed(puzzle, &asked.moves, Notation::Blank)?;
        let watch = self.watch(None);
        let bounds = trace(puzzle, &moves, Some(heuristic), self.desk.tables(), &mut self.run(&watch))??;
        let step = |(g, h): (usize, u32)| TraceStep { g, h, f: g as u64 + u64::from(h) };
        let steps = bounds.into_iter().enumerate().map(step).collect();
        Ok(Report::Trace(TraceReport { heuristic: heuristic.name(), steps }))
    }
}

/// The puzzle with every piece where a solution has it: rows, or layers from the top.
pub(super) fn filled(puzzle: &pack::Puzzle, solution: &Value) -> Result<pack::Puzzle, Refusal> {
    let wrong = || AskError::NotASolution.at("solution");
    let rows = |value: &Value| -> Option<Vec<String>> {
        value.as_array()?.iter().map(|row| row.as_str().map(String::from)).collect()
    };
    let layers: Vec<Vec<String>> = match (rows(solution), solution.as_array()) {
        (Some(flat), _) => vec![flat],
        (None, Some(layers)) => layers.iter().map(rows).collect::<Option<_>>().ok_or_else(wrong)?,
        (None, None) => return Err(wrong()),
    };
    let board = puzzle.board();
    let width = puzzle.mark_width();
    let mut cells: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    for (number, spot) in (0u32..).zip(board.spots()) {
        let layer = layers.get((board.layers() - 1 - spot.layer) as usize).ok_or_else(wrong)?;
        let row = layer.get(spot.row as usize).ok_or_else(wrong)?;
        let mark: String = row.chars().skip(spot.col as usize * width).take(width).collect();
        if mark.is_empty() {
            return Err(wrong());
        }
        cells.entry(mark).or_default().push(number);
    }
    cells.remove(puzzle.mark_of(None));
    let mut full = puzzle.cleared();
    let refused = |error| AskError::WrongSolution { error }.at("solution");
    for (mark, cells) in cells {
        let piece = puzzle.marked(&mark).ok_or_else(wrong)?;
        full.place_copies(piece, cells).map_err(refused)?;
    }
    if full.is_solved() { Ok(full) } else { Err(wrong()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_blank_as_the_text_writes_it() {
        assert_eq!(blank_word("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 16", 16), "16");
        assert_eq!(blank_word("# a board\n3\n1 2 3\n4 5 6\n7 0 8", 9), "0");
        assert_eq!(blank_word("# 1 2\n3 4 5", 6), "#");
        assert_eq!(blank_word("1 2/3 x", 4), "x");
    }

    #[test]
    fn a_solution_fills_its_puzzle() {
        let puzzle = pack::text::read("2 2 2\nDEFAULT\nAA\nBB\n").unwrap().puzzle;
        let full = filled(&puzzle, &serde_json::json!(["AA", "BB"])).unwrap();
        assert!(full.loose().is_empty());
        for wrong in [serde_json::json!(["AB", "BA"]), serde_json::json!(["AA"]), serde_json::json!(7)] {
            assert_eq!(filled(&puzzle, &wrong).unwrap_err().code(), "bad-option", "{wrong}");
        }
    }
}
