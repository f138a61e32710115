//! All solutions of a packing puzzle, one after the other, as they are shown.
//!
//! There may be millions, so a line is not made from nothing: its text is kept, and what the next solution has elsewhere is written anew. Every line is checked as the text that it is.

use serde::Serialize;
use serde_json::Value;
use ubin::pack::{EMPTY, Puzzle, Solution, SolutionReader, Spot};
use ubin::report::pack::{LaidPiece, PackPicture};
use ubin_verify::pack::LineChecker;

use super::shown;
use crate::question::PuzzleFields;
use crate::read::text_of;
use crate::refusal::{AskError, Refusal};
use crate::report::Report;

/// One of all solutions.
#[derive(Clone, Debug)]
pub struct SolutionLine {
    /// Its number, from 1.
    pub number: u64,
    /// The board.
    pub solution: Solution,
    /// The line as JSON: that of a [`PackSolutionLine`].
    pub json: String,
}

/// One line of `solve --all`, as data.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = pack::OneOfAll))]
pub struct PackSolutionLine {
    /// Always `pack`.
    pub puzzle: &'static str,
    /// Its number, from 1.
    pub number: u64,
    /// The board.
    #[serde(flatten)]
    pub picture: PackPicture,
    /// Every piece with its name and its cells.
    pub placements: Vec<LaidPiece>,
}

impl SolutionLine {
    /// The line as data.
    pub(crate) fn value(&self) -> Value {
        serde_json::from_str(&self.json).expect("a line is JSON")
    }
}

/// Numbers solutions, and checks each as it is shown.
pub struct SolutionLines<'p> {
    puzzle: &'p Puzzle,
    checker: LineChecker,
    /// Made for the first solution that is read.
    reader: Option<SolutionReader>,
    writer: LineWriter<'p>,
    /// The last line that was given.
    report: Option<Report>,
    given: u64,
}

impl<'p> SolutionLines<'p> {
    /// Lines of a puzzle's solutions, checked against the text that it was asked with.
    ///
    /// # Errors
    /// When the check reads that text otherwise.
    pub fn new(puzzle: &'p Puzzle, fields: &PuzzleFields) -> Result<SolutionLines<'p>, Refusal> {
        let checker = shown::checker(&text_of(&fields.puzzle), fields.no_flip);
        let checker = LineChecker::new(checker.map_err(|wrong| AskError::WrongAnswer { wrong })?);
        let writer = LineWriter::new(puzzle);
        Ok(SolutionLines { puzzle, checker, reader: None, writer, report: None, given: 0 })
    }

    /// How many lines there were.
    #[must_use]
    pub fn given(&self) -> u64 {
        self.given
    }

    /// The next line.
    ///
    /// # Errors
    /// When it does not pass the check.
    pub fn line(&mut self, solution: &Solution) -> Result<&Report, Refusal> {
        let number = self.given + 1;
        let first = || Report::PackSolution(SolutionLine { number, solution: solution.clone(), json: String::new() });
        let report = self.report.get_or_insert_with(first);
        let Report::PackSolution(line) = report else { unreachable!("lines are of solutions") };
        self.writer.write(number, solution, &mut line.json);
        self.checker.check(&line.json).map_err(|wrong| AskError::WrongAnswer { wrong })?;
        line.number = number;
        line.solution.clone_from(solution);
        self.given = number;
        Ok(report)
    }

    /// The next line, of a solution among the answers of a part.
    ///
    /// # Errors
    /// When it is no solution.
    pub fn answer(&mut self, answer: &str) -> Result<&Report, Refusal> {
        // What is no list has no cell, which is not right on any board.
        let owners = serde_json::from_str(answer).unwrap_or_default();
        let reader = self.reader.get_or_insert_with(|| SolutionReader::new(self.puzzle));
        let solution = reader.read(owners).map_err(|wrong| AskError::WrongAnswer { wrong })?;
        self.line(&solution)
    }
}

/// A solution as the answers of a part have it.
pub(crate) fn answer_of(solution: &Solution) -> String {
    crate::json(&solution.owners())
}

/// Writes solutions as JSON, one after the other.
struct LineWriter<'p> {
    puzzle: &'p Puzzle,
    /// The rows, or layers, of the last solution, as a field.
    picture: String,
    /// Where the mark of each cell is in the picture.
    marks: Vec<usize>,
    /// Each cell as JSON, and a comma.
    cells: Vec<String>,
    /// The copies on the last board, in ascending order.
    copies: Vec<u32>,
    /// Their placements as JSON.
    laid: Vec<String>,
    /// The copy on each cell of the last board.
    owners: Vec<u32>,
    /// Which placements changed.
    is_changed: Vec<bool>,
}

impl<'p> LineWriter<'p> {
    fn new(puzzle: &'p Puzzle) -> LineWriter<'p> {
        let (picture, marks) = empty_picture(puzzle);
        let cells = puzzle.board().spots().iter().map(|&spot| cell_json(puzzle, spot)).collect();
        let (copies, laid, owners, is_changed) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        LineWriter { puzzle, picture, marks, cells, copies, laid, owners, is_changed }
    }

    /// Writes the line of a solution.
    fn write(&mut self, number: u64, solution: &Solution, json: &mut String) {
        if !self.has_same_copies(solution.owners()) {
            self.begin(solution.owners());
        }
        self.lay(solution.owners());
        json.clear();
        json.push_str(r#"{"puzzle":"pack","number":"#);
        json.push_str(&number.to_string());
        json.push_str(&self.picture);
        json.push_str(r#","placements":["#);
        for (at, laid) in self.laid.iter().enumerate() {
            if at > 0 {
                json.push(',');
            }
            json.push_str(laid);
        }
        json.push_str("]}");
    }

    /// Notes which copies lie elsewhere than on the last board; false when others are used.
    fn has_same_copies(&mut self, owners: &[u32]) -> bool {
        let Some(first) = self.owners.iter().zip(owners).position(|(old, new)| old != new) else {
            return self.owners.len() == owners.len();
        };
        for (old, new) in self.owners[first..].iter().zip(&owners[first..]).filter(|(old, new)| old != new) {
            for copy in [*old, *new].into_iter().filter(|&copy| copy != EMPTY) {
                let Some(at) = place(&self.copies, copy) else { return false };
                self.is_changed[at] = true;
            }
        }
        // All that are there were there before; and as many cells are covered, for no placement is larger than its piece.
        let covered = |owners: &[u32]| owners.iter().filter(|&&owner| owner != EMPTY).count();
        self.puzzle.is_plain() || covered(&self.owners) == covered(owners)
    }

    /// Takes the copies of a board, none of them written yet.
    fn begin(&mut self, owners: &[u32]) {
        self.copies = owners.iter().copied().filter(|&copy| copy != EMPTY).collect();
        self.copies.sort_unstable();
        self.copies.dedup();
        self.laid = vec![String::new(); self.copies.len()];
        self.is_changed = vec![true; self.copies.len()];
        // The picture stays as it is, and so does what it shows.
        self.owners.resize(owners.len(), EMPTY);
    }

    /// Writes what changed.
    fn lay(&mut self, owners: &[u32]) {
        let width = self.puzzle.mark_width();
        for (at, laid) in self.laid.iter_mut().enumerate().filter(|(at, _)| self.is_changed[*at]) {
            let piece = self.puzzle.piece_of(self.copies[at]).expect("a solution has copies of the puzzle");
            // Names are letters, digits and hyphens.
            laid.clear();
            laid.extend([r#"{"piece":""#, self.puzzle.pieces()[piece].name(), r#"","cells":["#]);
        }
        for (cell, &owner) in owners.iter().enumerate() {
            if owner != EMPTY {
                let at = place(&self.copies, owner).expect("the copies are those of this board");
                if self.is_changed[at] {
                    self.laid[at].push_str(&self.cells[cell]);
                }
            }
            if std::mem::replace(&mut self.owners[cell], owner) != owner {
                let mark = self.puzzle.mark_of(self.puzzle.piece_of(owner));
                self.picture.replace_range(self.marks[cell]..self.marks[cell] + width, mark);
            }
        }
        for (at, laid) in self.laid.iter_mut().enumerate() {
            if std::mem::take(&mut self.is_changed[at]) {
                laid.pop();
                laid.push_str("]}");
            }
        }
    }
}

/// Where a copy is among those of a board: of plain puzzles at its number.
fn place(copies: &[u32], copy: u32) -> Option<usize> {
    let number = copy as usize;
    if copies.get(number) == Some(&copy) { Some(number) } else { copies.binary_search(&copy).ok() }
}

/// The picture of an empty board, as a field, and where the mark of each cell is in it.
fn empty_picture(puzzle: &Puzzle) -> (String, Vec<usize>) {
    let (board, bare) = (puzzle.board(), puzzle.mark_of(None));
    let mut text = String::from(if board.is_flat() { r#","solution":"# } else { r#","layers":["# });
    let mut marks = vec![0; board.size()];
    for layer in (0..board.layers()).rev() {
        let (rows, cols) = board.layer_size(layer);
        for row in 0..rows {
            text.push_str(if row == 0 { "[\"" } else { "\",\"" });
            for col in 0..cols {
                let cell = board.number(Spot { layer, row, col });
                cell.into_iter().for_each(|cell| marks[cell] = text.len());
                text.push_str(if cell.is_some() { bare } else { &"  "[..bare.len()] });
            }
        }
        text.push_str(if layer > 0 { "\"]," } else { "\"]" });
    }
    if !board.is_flat() {
        text.push(']');
    }
    (text, marks)
}

/// A cell as JSON, and a comma. The top layer is 0.
fn cell_json(puzzle: &Puzzle, Spot { layer, row, col }: Spot) -> String {
    match puzzle.board().is_flat() {
        true => format!("[{row},{col}],"),
        false => format!("[{},{row},{col}],", puzzle.board().layers() - 1 - layer),
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use ubin::pack::{PackPlan, sets, solve, text};
    use ubin::run::{Control, Limits, Run};

    use super::*;

    /// The first solutions of a puzzle, and then again by jumps, so that lines differ in little and in much.
    fn solutions(puzzle: &Puzzle) -> Vec<Solution> {
        let (control, mut found) = (Control::new(), Vec::new());
        solve::solve_up_to(puzzle, PackPlan::default(), 300, &mut Run::new(Limits::default(), &control), &mut |one| {
            found.push(one.clone());
            ControlFlow::Continue(())
        });
        let jumps: Vec<Solution> = (0..found.len()).map(|at| found[at * 89 % found.len()].clone()).collect();
        found.into_iter().chain(jumps).collect()
    }

    /// Lines are those of reports that are made from nothing.
    #[track_caller]
    fn check(source: &str, least: usize) {
        let puzzle = text::read(source).unwrap().puzzle;
        let fields = PuzzleFields { puzzle: source.into(), ..PuzzleFields::default() };
        let mut lines = SolutionLines::new(&puzzle, &fields).unwrap();
        let found = solutions(&puzzle);
        assert!(found.len() >= least, "{} solutions", found.len());
        for (number, solution) in (1..).zip(&found) {
            let (picture, placements) = (PackPicture::of(&puzzle, Some(solution)), LaidPiece::all(&puzzle, solution));
            let json = crate::json(&PackSolutionLine { puzzle: "pack", number, picture, placements });
            let report = lines.line(solution).unwrap();
            assert_eq!(report.json(), json);
            assert_eq!(crate::json(report), json);
            let Report::PackSolution(line) = report else { panic!("a line is a solution") };
            assert_eq!((line.number, &line.solution), (number, solution));
        }
        assert_eq!(lines.given(), found.len() as u64);
    }

    #[test]
    fn lines_are_those_of_reports() {
        for set in ["iq", "iq-pyramid", "soma", "conway", "pentominoes 8x8"] {
            check(&sets::text_named(set).unwrap(), 2);
        }
        check("3 4 2\nCUSTOM\n.XX.\nXXXX\nXX..\nAA\nB\nB\nCOPIES A 3\nSPARE *\nGAPS ANY\n", 300);
        check("2 3 2\nDEFAULT\nPIECE one-1 x2\n##\nB\nCOPIES B 4\nSPARE B\nGAPS 0..2\n", 20);
        check("3 3 3\nDEFAULT\nAA\nBB\nC\nCOPIES C 5\nPLACED\nAA.\n...\n...\n", 10);
        let many: String = (0..60).map(|piece| format!("PIECE p{piece}\n#\n")).collect();
        check(&format!("6 11 60\nCUSTOM\n{}{many}", "XXXXXXXXXX.\n".repeat(6)), 600);
    }

    #[test]
    fn a_solution_of_another_puzzle_is_refused() {
        let puzzle = text::read("1 4 2\nDEFAULT\nAA\nBB\n").unwrap().puzzle;
        let fields = PuzzleFields { puzzle: "1 4 2\nDEFAULT\nAAA\nB\n".into(), ..PuzzleFields::default() };
        let mut lines = SolutionLines::new(&puzzle, &fields).unwrap();
        assert!(lines.line(&solutions(&puzzle)[0]).is_err());
        assert_eq!(lines.given(), 0);
    }
}
