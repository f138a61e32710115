//! The verbs on sliding puzzles.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use ubin::pack::challenge::ChallengeGrade;
use ubin::report::slide::{
    SlideCheckReport, SlideCompareReport, SlideCompareRow, SlideCost, SlideCountReport, SlideGenerateReport,
    SlideHintReport, SlideSolveReport,
};
use ubin::report::tree::SlideTree;
use ubin::run::{Outcome, Run, Stop};
use ubin::slide::generate::Boards;
use ubin::slide::solve::{self, Options, PROVEN_CELLS};
use ubin::slide::{Board, Dir, Method, Metric, Notation, Puzzle, Size, TableStore, contenders, fits, fitting, tree};
use ubin::text::Family;

use super::Session;
use crate::clock::whole_microseconds;
use crate::desk::Desk;
use crate::level::{Shuffling, shuffling};
use crate::question::{
    CompareQuestion, CountQuestion, GenerateQuestion, HintQuestion, SearchFields, SolveQuestion, TreeQuestion,
    WordingFields,
};
use crate::read::{self, goal, refuse};
use crate::refusal::{AskError, Refusal};
use crate::remark::Remark;
use crate::render::slide::Wording;
use crate::render::tree::Drawing;
use crate::report::Report;
use crate::table_clock::TableClock;
use crate::words::MethodName;

/// How long `auto` works on a board that it does not have to prove.
const EFFORT: Duration = Duration::from_secs(10);
/// A player does not wait longer than this for a hint on a large board.
const HINT_EFFORT: Duration = Duration::from_secs(2);
/// What every method of a comparison gets for every board, and how long a tree may grow.
pub(super) const TURN: Duration = Duration::from_secs(10);
/// The most nodes of a tree.
const MOST_NODES: u32 = 10_000;
/// The size of boards that are made when none is asked for.
const USUAL_SIDE: usize = 4;

impl SearchFields {
    /// The options of a sliding search.
    ///
    /// # Errors
    /// When the method is one for packing, or a number is out of range.
    pub fn options(&self) -> Result<Options, Refusal> {
        let default = Options::default();
        let weight = match self.weight {
            None => default.weight,
            Some(weight) if (1.0..=1000.0).contains(&weight) => (weight * 1000.0).round() as u32,
            Some(_) => return Err(AskError::OutOfRange { least: 1.0, most: 1000.0 }.at("weight")),
        };
        if self.width == Some(0) {
            return Err(AskError::TooSmall { least: 1 }.at("width"));
        }
        Ok(Options {
            method: self.method.map_or(Ok(default.method), MethodName::slide)?,
            heuristic: self.heuristic,
            variant: self.variant.unwrap_or(default.variant),
            weight,
            width: self.width.map_or(default.width, |width| width as usize),
            prove: self.prove,
            metric: Metric::Single,
            order: self.order,
        })
    }

    /// The fields that only a sliding search takes, by whether they were given.
    pub(crate) fn given(&self) -> [(&'static str, bool); 6] {
        [
            ("heuristic", self.heuristic.is_some()),
            ("weight", self.weight.is_some()),
            ("width", self.width.is_some()),
            ("variant", self.variant.is_some()),
            ("prove", self.prove),
            ("order", self.order.is_some()),
        ]
    }
}

impl WordingFields {
    /// How moves are counted and written.
    #[must_use]
    pub fn wording(&self) -> Wording {
        Wording {
            metric: self.metric.unwrap_or_default(),
            notation: self.notation.unwrap_or_default(),
            ..Wording::default()
        }
    }

    /// The fields by whether they were given.
    pub(crate) fn given(&self) -> [(&'static str, bool); 2] {
        [("notation", self.notation.is_some()), ("metric", self.metric.is_some())]
    }
}

/// How the making of boards ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardsMade {
    /// All are there, or no more were wanted.
    All,
    /// No board needs so many moves.
    Impossible,
    /// The run ended first.
    Stopped(Stop),
}

/// What boards are wished for.
#[derive(Clone, Copy)]
enum BoardWish {
    /// Of this shortest length, or any.
    Length(Option<u32>),
    Level(ChallengeGrade),
}

/// Makes boards of a wish, one after the other; a source of every length is made once.
struct BoardSources<'a> {
    goal: &'a Board,
    wish: BoardWish,
    seed: u64,
    by_length: BTreeMap<Option<u32>, Boards<'a>>,
}

impl BoardSources<'_> {
    /// The board of a number.
    fn next(&mut self, number: u64, tables: &TableStore, run: &mut Run<'_>) -> Outcome<Board> {
        let level = match self.wish {
            BoardWish::Length(length) => return self.of_length(length, tables, run),
            BoardWish::Level(level) => level,
        };
        let length = match shuffling(self.goal, level, self.seed.wrapping_add(number)) {
            Shuffling::Walked(board) => return Outcome::Solved(board),
            Shuffling::Length(length) => Some(length),
            Shuffling::Any => None,
        };
        match self.of_length(length, tables, run) {
            // A goal with its blank in the middle has no board so far away.
            Outcome::Impossible => self.of_length(None, tables, run),
            made => made,
        }
    }

    fn of_length(&mut self, length: Option<u32>, tables: &TableStore, run: &mut Run<'_>) -> Outcome<Board> {
        if !self.by_length.contains_key(&length) {
            match Boards::new(self.goal, length, self.seed, run) {
                Outcome::Solved(source) => drop(self.by_length.insert(length, source)),
                Outcome::Impossible => return Outcome::Impossible,
                Outcome::Stopped(stop) => return Outcome::Stopped(stop),
            }
        }
        let source = self.by_length.get_mut(&length).expect("it was made just now");
        source.next(tables, run).map_or_else(Outcome::Stopped, Outcome::Solved)
    }
}

/// Moves given as letters, as far as the board has them.
pub(super) fn replayed(puzzle: &Puzzle, letters: &str, notation: Notation) -> Result<Vec<Dir>, Refusal> {
    let mut board = puzzle.board().clone();
    let mut moves = Vec::new();
    for (number, found) in letters.chars().filter(|letter| !letter.is_whitespace()).enumerate() {
        let at = number + 1;
        let way = Dir::of_letter(found).ok_or_else(|| AskError::NotAMove { at, found }.at("moves"))?;
        // To name the tile's way instead is to turn the move round, whichever of the two is given.
        let blank = notation.dir(way);
        if !board.slide(blank) {
            return Err(AskError::OffBoard { at, way }.at("moves"));
        }
        moves.push(blank);
    }
    Ok(moves)
}

/// A drawing of the nodes that were asked for; without a number, of those that fit a page.
pub(super) fn on_a_page(drawing: Drawing, asked: &TreeQuestion) -> Drawing {
    if asked.max_nodes.is_some() { drawing } else { drawing.on_a_page() }
}

/// The number of nodes that a tree keeps.
pub(super) fn most_nodes(asked: &TreeQuestion) -> Result<usize, Refusal> {
    match asked.max_nodes.unwrap_or(200) {
        most @ 1..=MOST_NODES => Ok(most as usize),
        _ => Err(AskError::OutOfRange { least: 1.0, most: MOST_NODES.into() }.at("max_nodes")),
    }
}

/// The tables for one search, with a clock for what they take.
pub(super) struct TimedTables {
    pub(super) store: TableStore,
    clock: Arc<TableClock>,
}

impl TimedTables {
    /// Tells the time of the tables apart from that of the search.
    pub(super) fn told_apart(&self, cost: &mut SlideCost) {
        cost.tables_ms = whole_microseconds(self.clock.milliseconds());
        cost.time_ms = whole_microseconds((cost.time_ms - cost.tables_ms).max(0.0));
    }
}

impl<D: Desk> Session<'_, D> {
    /// The desk's tables, with a clock of their own.
    pub(super) fn tables(&self) -> TimedTables {
        let clock = Arc::new(TableClock::default());
        TimedTables { store: self.desk.tables().watched(clock.clone()), clock }
    }

    pub(super) fn check_board(&self, puzzle: Puzzle) -> Report {
        let report = SlideCheckReport::of(&puzzle);
        Report::SlideCheck { puzzle, report }
    }

    pub(super) fn solve_board(&self, puzzle: Puzzle, asked: &SolveQuestion) -> Result<Report, Refusal> {
        refuse(
            &[("all", asked.all), ("unlabelled", asked.unlabelled), ("limit", asked.limit.is_some())],
            Family::Pack,
        )?;
        let wording = asked.wording.wording();
        let options = Options { metric: wording.metric, ..asked.search.options()? };
        self.solve_by(puzzle, &options, wording.notation)
    }

    /// Finds a solution. `auto` works on a large board for a while, then gives what it has.
    pub(super) fn solve_by(&self, puzzle: Puzzle, options: &Options, notation: Notation) -> Result<Report, Refusal> {
        let is_open = options.method == Method::Auto && !options.prove && puzzle.size().cells() > PROVEN_CELLS;
        let watch = self.watch(is_open.then_some(EFFORT));
        let tables = self.tables();
        let solution = solve::solve(&puzzle, options, &tables.store, &mut self.run(&watch))?;
        let mut report = SlideSolveReport::new(&puzzle, &solution, notation, watch.milliseconds());
        tables.told_apart(&mut report.cost);
        Ok(Report::SlideSolve { puzzle, solution, report })
    }

    pub(super) fn hint_move(&self, puzzle: Puzzle, asked: &HintQuestion) -> Result<Report, Refusal> {
        let is_large = puzzle.size().cells() > PROVEN_CELLS;
        let watch = self.watch(is_large.then_some(HINT_EFFORT));
        let options = Options::default();
        let tables = self.tables();
        let solution = solve::solve(&puzzle, &options, &tables.store, &mut self.run(&watch))?;
        let notation = asked.notation.unwrap_or_default();
        let mut report = SlideHintReport::new(&puzzle, &solution, notation, watch.milliseconds());
        tables.told_apart(&mut report.cost);
        Ok(Report::SlideHint { puzzle, solution, report })
    }

    pub(super) fn count_paths(&self, puzzle: Puzzle, asked: &CountQuestion) -> Result<Report, Refusal> {
        refuse(
            &[("distinct", asked.distinct), ("unlabelled", asked.unlabelled), ("method", asked.method.is_some())],
            Family::Pack,
        )?;
        let most = super::pack::at_least_one(asked.limit)?.unwrap_or(u64::MAX);
        let watch = self.watch(None);
        let mut run = self.run(&watch);
        let tables = self.tables();
        let counted = solve::count(&puzzle, most, &tables.store, &mut run)?;
        let mut report = SlideCountReport::new(&puzzle, &counted, run.stats(), watch.milliseconds());
        tables.told_apart(&mut report.cost);
        Ok(Report::SlideCount { puzzle, counted, report })
    }

    /// Makes boards; a desk that wants parts gets each as it is made.
    pub(super) fn generate_boards(&self, asked: &GenerateQuestion) -> Result<Report, Refusal> {
        let challenges = &asked.challenges;
        let of_other_family = [
            ("placed", challenges.placed.is_some()),
            ("puzzle", challenges.puzzle.is_some()),
            ("no_flip", challenges.no_flip),
        ];
        refuse(&of_other_family, Family::Pack)?;
        let usual = Size::new(USUAL_SIDE, USUAL_SIDE).expect("boards of this size are supported");
        let size = asked.boards.size.unwrap_or(usual);
        let goal = goal(asked.boards.goal.as_deref(), size)?;
        let (count, seed) = (self.how_many(asked)?, asked.seed_or_new());
        let wish = match (asked.boards.length, challenges.difficulty) {
            (Some(_), Some(level)) => {
                let expected = "the length says how hard the boards are".into();
                return Err(AskError::BadValue { found: level.name().into(), expected }.at("difficulty"));
            }
            (length, None) => BoardWish::Length(length),
            (None, Some(level)) => BoardWish::Level(level),
        };
        let (boards, made) = self.make_boards(&goal, wish, count, seed);
        let report = SlideGenerateReport::new(&goal, seed, asked.boards.length, &boards);
        Ok(Report::SlideGenerate { boards, made, report })
    }

    fn make_boards(&self, goal: &Board, wish: BoardWish, count: u64, seed: u64) -> (Vec<Board>, BoardsMade) {
        let watch = self.watch(None);
        let mut run = self.run(&watch);
        let mut made = Vec::new();
        let mut sources = BoardSources { goal, wish, seed, by_length: BTreeMap::new() };
        // A board as tiles, as text and as JSON; one that is handed on is not kept.
        let bytes = if self.desk.wants_parts() { 0 } else { (goal.size().cells() * 16 + 256) as u64 };
        for number in 0..count {
            let next = match run.hold(bytes) {
                Ok(()) => sources.next(number, self.desk.tables(), &mut run),
                Err(stop) => Outcome::Stopped(stop),
            };
            match next {
                Outcome::Solved(board) if self.desk.wants_parts() => {
                    if self.desk.part(&Report::Board { board }) == ControlFlow::Break(()) {
                        break;
                    }
                }
                Outcome::Solved(board) => made.push(board),
                Outcome::Impossible => {
                    let length = if let BoardWish::Length(Some(length)) = wish { length } else { 0 };
                    self.desk.remark(&Remark::NoSuchLength { size: goal.size(), length });
                    return (made, BoardsMade::Impossible);
                }
                Outcome::Stopped(stop) => return (made, self.boards_stopped(stop, number, count)),
            }
        }
        (made, BoardsMade::All)
    }

    fn boards_stopped(&self, stop: Stop, made: u64, count: u64) -> BoardsMade {
        self.desk.remark(&Remark::BoardsStopped { stop, made, count });
        BoardsMade::Stopped(stop)
    }

    /// Runs methods side by side; without heuristics, with all that fit every board.
    pub(super) fn compare_on_boards(&self, first: Puzzle, asked: &CompareQuestion) -> Result<Report, Refusal> {
        let puzzles = self.boards_to_compare(first, asked)?;
        let sizes: Vec<Size> = puzzles.iter().map(Puzzle::size).collect();
        let heuristics = if asked.heuristics.is_empty() { fitting(&sizes) } else { asked.heuristics.clone() };
        let contenders = contenders(&slide_methods(asked)?, &heuristics);
        for &size in &sizes {
            // A misfit is refused before the work, not after it.
            let misfit = contenders.iter().filter_map(|(_, name)| *name).find(|&name| !fits(name, size));
            if let Some(heuristic) = misfit {
                return Err(AskError::HeuristicSize { heuristic, size }.at("heuristics"));
            }
        }
        let mut rows = Vec::new();
        for (at, &(method, heuristic)) in contenders.iter().enumerate() {
            let prove = method == Method::Auto;
            self.desk.turns_to(&heuristic.map_or_else(|| method.to_string(), |name| format!("{method} {name}")));
            let turn = self.turn(asked.each_ms, (contenders.len() - at) * puzzles.len());
            let row = self.row(&puzzles, &Options { method, heuristic, prove, ..Options::default() }, turn)?;
            let part = || Report::SlideRow { row: row.clone(), boards: puzzles.len() };
            let is_enough = self.desk.wants_parts() && self.desk.part(&part()).is_break();
            rows.push(row);
            if is_enough || !self.is_wanted() {
                break;
            }
        }
        let boards = puzzles.iter().map(|puzzle| puzzle.board().tiles().to_vec()).collect();
        let report = SlideCompareReport { puzzle: "slide", boards, rows };
        self.chart_of_boards(report, asked)
    }

    fn boards_to_compare(&self, first: Puzzle, asked: &CompareQuestion) -> Result<Vec<Puzzle>, Refusal> {
        let mut puzzles = vec![first];
        for text in &asked.more {
            let fields = crate::question::PuzzleFields { puzzle: text.clone(), ..asked.puzzle.clone() };
            match self.read(&fields)? {
                read::AnyPuzzle::Slide(puzzle) => puzzles.push(*puzzle),
                read::AnyPuzzle::Pack(_) => return Err(AskError::OtherFamily { family: Family::Slide }.at("more")),
            }
        }
        Ok(puzzles)
    }

    /// One method on all boards.
    fn row(&self, puzzles: &[Puzzle], options: &Options, turn: Duration) -> Result<SlideCompareRow, Refusal> {
        let tables = self.tables();
        let mut time_ms = 0.0;
        let mut solutions = Vec::new();
        for puzzle in puzzles {
            let watch = self.watch_turn(turn);
            let mut run: Run<'_> = self.run(&watch);
            solutions.push(solve::solve(puzzle, options, &tables.store, &mut run)?);
            time_ms += watch.milliseconds();
        }
        let mut row = SlideCompareRow::of(options, &solutions, time_ms);
        // Tables serve all rows: the first one does not pay for them.
        tables.told_apart(&mut row.cost);
        Ok(row)
    }

    /// Searches, and keeps the first nodes.
    pub(super) fn tree_of_moves(&self, puzzle: &Puzzle, asked: &TreeQuestion) -> Result<Report, Refusal> {
        let (options, most) = (asked.search.options()?, most_nodes(asked)?);
        let watch = self.watch(Some(TURN));
        let tables = self.tables();
        let grown = tree::grow(puzzle, &options, &tables.store, most, &mut self.run(&watch))?;
        let mut report = SlideTree::of(puzzle, &grown, watch.milliseconds());
        tables.told_apart(&mut report.cost);
        let drawing = on_a_page(Drawing::of_slide(puzzle, &grown, self.desk.language()), asked);
        self.tree_in_form(Report::SlideTree { status: grown.status, drawing, report }, asked)
    }
}

/// The methods to compare; all but `auto` by default.
fn slide_methods(asked: &CompareQuestion) -> Result<Vec<Method>, Refusal> {
    if asked.methods.is_empty() {
        return Ok(Method::ALL.into_iter().filter(|&method| method != Method::Auto).collect());
    }
    asked.methods.iter().map(|name| name.slide().map_err(|refusal| refusal.under("methods"))).collect()
}
