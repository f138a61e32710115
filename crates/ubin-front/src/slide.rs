//! The verbs on sliding puzzles.

use std::time::Duration;

use crate::render::chart::{self, Bar};
use crate::render::svg::Picture;
use crate::render::text::counted;
use crate::render::tree::Drawing;
use ubin::report::slide::{Compare, Compared, Count, Generate, Hint, Notation, Solve, tiles};
use ubin::report::tree::SlideTree;
use ubin::run::{Run, Stop};
use ubin::search::Outcome;
use ubin::slide::compare::{contenders, fits, fitting};
use ubin::slide::course::Variant;
use ubin::slide::generate::Boards;
use ubin::slide::heuristic::HeuristicName;
use ubin::slide::solve::{self, Counted, Method, Metric, Options, PROVEN_CELLS, Solution, Status};
use ubin::slide::{Board, Dir, Puzzle, Size, tree};

use crate::desk::{Desk, Watched as _};
use crate::fault::Fault;
use crate::names::slide_method;

/// How long `auto` works on a board that it does not have to prove.
const EFFORT: Duration = Duration::from_secs(10);
/// A player does not wait longer than this for a hint on a large board.
const PATIENCE: Duration = Duration::from_secs(2);
/// What every method of a comparison gets for every board, and how long a tree may grow.
const TURN: Duration = Duration::from_secs(10);

/// How to search, as it was asked for.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// The method's name; `auto` when `None`.
    pub method: Option<String>,
    /// The lower bound.
    pub heuristic: Option<HeuristicName>,
    /// The weight of weighted A*, in thousandths.
    pub weight: Option<u32>,
    /// Nodes that beam search keeps in a layer.
    pub width: Option<u32>,
    /// How duplicates and ties are handled.
    pub variant: Option<Variant>,
    /// Accept only a proven shortest solution.
    pub prove: bool,
}

impl Asked {
    /// The method's name.
    #[must_use]
    pub fn method(&self) -> &str {
        self.method.as_deref().unwrap_or("auto")
    }

    /// The options of a search.
    ///
    /// # Errors
    /// When there is no such method.
    pub fn options(&self) -> Result<Options, Fault> {
        let default = Options::default();
        Ok(Options {
            method: slide_method(self.method())?,
            heuristic: self.heuristic,
            variant: self.variant.unwrap_or(default.variant),
            weight: self.weight.unwrap_or(default.weight),
            width: self.width.map_or(default.width, |width| width as usize),
            prove: self.prove,
            metric: Metric::Single,
        })
    }

    /// The options that only a sliding search takes, by whether they were given.
    #[must_use]
    pub fn given(&self) -> [(&'static str, bool); 5] {
        [
            ("--heuristic", self.heuristic.is_some()),
            ("--weight", self.weight.is_some()),
            ("--width", self.width.is_some()),
            ("--variant", self.variant.is_some()),
            ("--prove", self.prove),
        ]
    }
}

/// The time for a board of this size: `auto` works on a large one for a while, then gives what it has.
fn time_limit(desk: &impl Desk, options: &Options, size: Size) -> Option<Duration> {
    let effort = options.method == Method::Auto && !options.prove && size.cells() > PROVEN_CELLS;
    desk.time_limit().or(effort.then_some(EFFORT))
}

fn plain(error: impl std::fmt::Display) -> Fault {
    Fault::Plain(error.to_string())
}

/// Finds a solution.
///
/// # Errors
/// When the options contradict each other or the board.
pub fn solve(
    desk: &impl Desk,
    puzzle: &Puzzle,
    options: &Options,
    notation: Notation,
) -> Result<(Solution, Solve), Fault> {
    let watch = desk.watch(time_limit(desk, options, puzzle.size()));
    let mut run = Run::new(desk.limits(), watch.control());
    let solution = solve::solve(puzzle, options, desk.shelf(), &mut run).map_err(plain)?;
    let report = Solve::new(puzzle, &solution, notation, watch.milliseconds());
    Ok((solution, report))
}

/// The moves of a solution, or why there are none.
///
/// # Errors
/// Why there are none.
pub fn moves(solution: &Solution) -> Result<&[Dir], String> {
    solution.moves.as_deref().ok_or_else(|| match solution.status {
        Status::Unsolvable => "the puzzle cannot be solved".into(),
        Status::Stopped(stop) => stop.to_string(),
        Status::Optimal | Status::Solved => unreachable!("a solution has moves"),
    })
}

/// Moves given as letters, as far as the board has them.
///
/// # Errors
/// When a letter is no move, or a move leads off the board.
pub fn replayed(puzzle: &Puzzle, letters: &str) -> Result<Vec<Dir>, Fault> {
    replayed_as(puzzle, letters, Notation::Blank)
}

/// The same in any notation.
///
/// # Errors
/// As [`replayed`].
pub fn replayed_as(puzzle: &Puzzle, letters: &str, notation: Notation) -> Result<Vec<Dir>, Fault> {
    let mut board = puzzle.board().clone();
    let mut moves = Vec::new();
    for (number, letter) in letters.chars().filter(|letter| !letter.is_whitespace()).enumerate() {
        let at = number + 1;
        let dir = Dir::of_letter(letter)
            .ok_or_else(|| Fault::Plain(format!("--moves: move {at} is '{letter}': expected U, D, L or R")))?;
        // To name the tile's way instead is to turn the move round, whichever of the two is given.
        let blank = notation.dir(dir);
        if !board.slide(blank) {
            return Err(Fault::Plain(format!("--moves: move {at}, {dir}, leads off the board")));
        }
        moves.push(blank);
    }
    Ok(moves)
}

/// Tells the next good move.
///
/// # Errors
/// Never for a puzzle that was read.
pub fn hint(desk: &impl Desk, puzzle: &Puzzle, notation: Notation) -> Result<(Solution, Hint), Fault> {
    let large = puzzle.size().cells() > PROVEN_CELLS;
    let watch = desk.watch(desk.time_limit().or(large.then_some(PATIENCE)));
    let mut run = Run::new(desk.limits(), watch.control());
    let solution = solve::solve(puzzle, &Options::default(), desk.shelf(), &mut run).map_err(plain)?;
    let report = Hint::new(puzzle, &solution, notation, watch.milliseconds());
    Ok((solution, report))
}

/// Finds the shortest length, then every solution of it.
///
/// # Errors
/// As [`solve()`].
pub fn count(desk: &impl Desk, puzzle: &Puzzle, most: Option<u64>) -> Result<(Counted, Count), Fault> {
    let watch = desk.watch(desk.time_limit());
    let mut run = Run::new(desk.limits(), watch.control());
    let counted = solve::count(puzzle, most.unwrap_or(u64::MAX), desk.shelf(), &mut run).map_err(plain)?;
    let report = Count::new(puzzle, &counted, run.stats(), watch.milliseconds());
    Ok((counted, report))
}

/// What boards to make.
#[derive(Clone, Debug)]
pub struct Wish {
    /// What they must become.
    pub goal: Board,
    /// Their shortest length; any when `None`.
    pub length: Option<u32>,
    /// How many.
    pub count: u64,
    /// Where the dice begin.
    pub seed: u64,
}

/// How the making of boards ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    /// All are there.
    All,
    /// No board needs so many moves.
    Impossible,
    /// The run ended first.
    Stopped(Stop),
}

impl Wish {
    /// Makes boards and gives each to `take`, which may end it.
    ///
    /// # Errors
    /// What `take` says.
    pub fn stream<E>(&self, desk: &impl Desk, take: impl FnMut(Board) -> Result<(), E>) -> Result<Made, E> {
        self.make(desk, 0, take)
    }

    /// Makes boards and keeps them, in held memory.
    pub fn collect(&self, desk: &impl Desk) -> (Vec<Board>, Made) {
        // A board as tiles, as text and as JSON.
        let bytes = (self.goal.size().cells() * 16 + 256) as u64;
        let mut boards = Vec::new();
        let made = self.make(desk, bytes, |board| {
            boards.push(board);
            Ok::<(), std::convert::Infallible>(())
        });
        let Ok(made) = made;
        (boards, made)
    }

    /// Makes boards of which each is held as so many bytes.
    fn make<E>(&self, desk: &impl Desk, bytes: u64, mut take: impl FnMut(Board) -> Result<(), E>) -> Result<Made, E> {
        let watch = desk.watch(desk.time_limit());
        let mut run = Run::new(desk.limits(), watch.control());
        let mut boards = match Boards::new(&self.goal, self.length, self.seed, &mut run) {
            Outcome::Solved(boards) => boards,
            Outcome::Impossible => {
                let length = self.length.unwrap_or_default();
                desk.note(&format!("no {} board needs {length} moves", self.goal.size()));
                return Ok(Made::Impossible);
            }
            Outcome::Stopped(stop) => return Ok(self.stopped(desk, stop, 0)),
        };
        for made in 0..self.count {
            match run.hold(bytes).and_then(|()| boards.next(desk.shelf(), &mut run)) {
                Ok(board) => take(board)?,
                Err(stop) => return Ok(self.stopped(desk, stop, made)),
            }
        }
        Ok(Made::All)
    }

    fn stopped(&self, desk: &impl Desk, stop: Stop, made: u64) -> Made {
        desk.note(&format!("stopped: {stop}; {made} of {} boards were made", self.count));
        Made::Stopped(stop)
    }

    /// The report of the boards that were made.
    #[must_use]
    pub fn report(&self, boards: &[Board]) -> Generate {
        Generate::new(&self.goal, self.seed, self.length, boards)
    }
}

/// The methods of these names; all but `auto` by default.
///
/// # Errors
/// When there is no such method.
pub fn methods(names: &[String]) -> Result<Vec<Method>, Fault> {
    if names.is_empty() {
        return Ok(Method::ALL.into_iter().filter(|&method| method != Method::Auto).collect());
    }
    names.iter().map(|name| slide_method(name)).collect()
}

/// Runs methods side by side; without heuristics, with all that fit every board.
///
/// # Errors
/// When a heuristic does not fit a board.
pub fn compare(
    desk: &impl Desk,
    puzzles: &[Puzzle],
    methods: &[Method],
    heuristics: &[HeuristicName],
) -> Result<Compare, Fault> {
    let sizes: Vec<Size> = puzzles.iter().map(Puzzle::size).collect();
    let heuristics = if heuristics.is_empty() { fitting(&sizes) } else { heuristics.to_vec() };
    let contenders = contenders(methods, &heuristics);
    for &size in &sizes {
        // A misfit is told before the work, not after it.
        if let Some(name) = contenders.iter().filter_map(|(_, name)| *name).find(|&name| !fits(name, size)) {
            return Err(Fault::Plain(format!("a {size} board is too large for {}", name.name())));
        }
    }
    let mut rows = Vec::new();
    for (method, heuristic) in contenders {
        let prove = method == Method::Auto;
        rows.push(row(desk, puzzles, &Options { method, heuristic, prove, ..Options::default() })?);
        if desk.is_interrupted() {
            break;
        }
    }
    let boards: Vec<Board> = puzzles.iter().map(|puzzle| puzzle.board().clone()).collect();
    Ok(Compare { puzzle: "slide", boards: tiles(&boards), rows })
}

/// One method on all boards.
fn row(desk: &impl Desk, puzzles: &[Puzzle], options: &Options) -> Result<Compared, Fault> {
    let mut time_ms = 0.0;
    let mut solutions: Vec<Solution> = Vec::new();
    for puzzle in puzzles {
        let watch = desk.watch(Some(desk.time_limit().unwrap_or(TURN)));
        if options.heuristic == Some(HeuristicName::Pattern) {
            // Tables serve all rows; the first one should not pay for them. A stop is told by the search below.
            let _ = desk.shelf().solver(puzzle.goal(), &mut Run::new(desk.limits(), watch.control()));
        }
        let started = watch.milliseconds();
        let mut run = Run::new(desk.limits(), watch.control());
        solutions.push(solve::solve(puzzle, options, desk.shelf(), &mut run).map_err(plain)?);
        time_ms += watch.milliseconds() - started;
    }
    Ok(Compared::of(options, &solutions, time_ms))
}

/// The chart of a comparison: what was generated, and how long it took.
#[must_use]
pub fn chart(report: &Compare) -> Picture {
    let remark = |status| match status {
        "optimal" => None,
        "solved" => Some("not proven".into()),
        status => Some(String::from(status)),
    };
    let bar = |row: &Compared| Bar {
        name: row.heuristic.map_or_else(|| row.method.into(), |heuristic| format!("{} {heuristic}", row.method)),
        nodes: row.cost.generated,
        time_ms: row.cost.time_ms,
        // That there is no solution is proven, too.
        is_proven: matches!(row.status, "optimal" | "unsolvable"),
        remark: remark(row.status),
    };
    let boards = counted(report.boards.len() as u64, "board");
    chart::chart(
        &format!("Methods compared on {boards}"),
        "nodes generated",
        &report.rows.iter().map(bar).collect::<Vec<_>>(),
    )
}

/// A search tree.
#[derive(Debug)]
pub struct Grown {
    /// How the search ended.
    pub status: Status,
    /// The tree, to be drawn.
    pub drawing: Drawing,
    /// The tree, to be told.
    pub report: SlideTree,
}

/// Searches, and keeps the first `most` nodes.
///
/// # Errors
/// When the method has no tree, or the options contradict each other or the board.
pub fn grow(desk: &impl Desk, puzzle: &Puzzle, options: &Options, most: usize) -> Result<Grown, Fault> {
    let watch = desk.watch(Some(desk.time_limit().unwrap_or(TURN)));
    let mut run = Run::new(desk.limits(), watch.control());
    let grown = tree::grow(puzzle, options, desk.shelf(), most, &mut run).map_err(plain)?;
    let report = SlideTree::of(puzzle, &grown, watch.milliseconds());
    Ok(Grown { status: grown.status, drawing: Drawing::of_slide(puzzle, &grown), report })
}
