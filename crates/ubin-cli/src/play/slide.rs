//! The sliding game: what a player has done, knows and asks for. No screen, no clock, no thread.
//!
//! Words: a board is **known** when a search has found how far it is; the **hint** is the first move of a known way; the **watch** replays one.

pub(super) mod view;

use std::collections::HashMap;
use std::time::Duration;

use ubin::run::Stop;
use ubin::slide::Parity;
use ubin::slide::solve::{PROVEN_CELLS, SlideAnswer, Status};
use ubin::slide::{Board, Dir, Puzzle};

use super::answer::ToldAnswer;
use super::keys::{GameKey, Then};
use super::level::GameLevel;
use super::replay::Replay;
use super::save::SolvedGame;
use super::worker::{GameJob, JobResult};
use crate::phrases;
use crate::phrases::game as say;

/// How long a large board is searched for a hint, and for a solution.
const GLANCE: Duration = Duration::from_secs(2);
const EFFORT: Duration = Duration::from_secs(10);

/// What is known of a board.
#[derive(Clone, Debug, PartialEq)]
struct KnownWay {
    /// The best way to the goal so far.
    moves: Option<Vec<Dir>>,
    /// No way is shorter.
    least: u32,
    /// Whether the way is proven shortest.
    is_proven: bool,
    /// Whether all the time there is was spent on it.
    is_final: bool,
}

/// What arrows move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sense {
    Blank,
    Tile,
}

/// What a player waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SlideWait {
    Hint,
    Solution,
    Board(GameLevel, u64),
}

/// A solution that is watched.
#[derive(Clone, Debug)]
pub(super) struct MovesReplay {
    pub(super) replay: Replay,
    pub(super) moves: Vec<Dir>,
    is_proven: bool,
    /// What the search that found it took; of a solution that was asked for with a method.
    pub(super) told: Option<Box<ToldAnswer>>,
}

/// A sliding game.
#[derive(Clone, Debug)]
pub(super) struct SlideGame {
    puzzle: Puzzle,
    board: Board,
    done: Vec<Dir>,
    undone: Vec<Dir>,
    known: HashMap<Board, KnownWay>,
    asked: Option<SlideWait>,
    hint: Option<Dir>,
    watch: Option<MovesReplay>,
    sense: Sense,
    is_choosing: bool,
    message: String,
    elapsed: Duration,
    seed: u64,
}

impl SlideGame {
    /// A game from the start; new boards are drawn from the seed on.
    pub(super) fn new(puzzle: Puzzle, seed: u64) -> SlideGame {
        let board = puzzle.board().clone();
        let mut game = SlideGame {
            puzzle,
            board,
            done: Vec::new(),
            undone: Vec::new(),
            known: HashMap::new(),
            asked: None,
            hint: None,
            watch: None,
            sense: Sense::Blank,
            is_choosing: false,
            message: String::new(),
            elapsed: Duration::ZERO,
            seed,
        };
        if !Parity::is_solvable(&game.puzzle) {
            game.message = say::unsolvable_board();
        } else if game.is_solved() {
            game.message = say::solved_board();
        }
        game
    }

    /// Watches a solution that was found elsewhere, from the start.
    pub(super) fn watching(puzzle: Puzzle, moves: Vec<Dir>, told: ToldAnswer, seed: u64) -> SlideGame {
        let is_proven = told.is_proven;
        let mut game = SlideGame::new(puzzle, seed);
        game.message.clone_from(&told.headline);
        let replay = Replay::paused(moves.len());
        game.watch = Some(MovesReplay { replay, moves, is_proven, told: Some(Box::new(told)) });
        game
    }

    /// The board on the screen.
    pub(super) fn shown(&self) -> Board {
        let steps = self.watch.as_ref().map_or(&[][..], |watch| &watch.moves[..watch.replay.at()]);
        self.board.after(steps).expect("a way stays on the board")
    }

    pub(super) fn is_solved(&self) -> bool {
        self.board == *self.puzzle.goal()
    }

    pub(super) fn message(&self) -> &str {
        &self.message
    }

    pub(super) fn say(&mut self, message: String) {
        self.message = message;
    }

    pub(super) fn watch(&self) -> Option<&MovesReplay> {
        self.watch.as_ref()
    }

    fn now(&self) -> Puzzle {
        Puzzle::new(self.board.clone(), self.puzzle.goal().clone()).expect("the sizes are equal")
    }

    /// The search that the game needs now.
    pub(super) fn wants(&self) -> Option<GameJob> {
        if let Some(SlideWait::Board(level, seed)) = self.asked {
            return Some(GameJob::Shuffle { goal: self.puzzle.goal().clone(), level, seed });
        }
        if self.watch.is_some() || !Parity::is_solvable(&self.puzzle) {
            return None;
        }
        let large = self.board.size().cells() > PROVEN_CELLS;
        let is_open = |board: &Board| board != self.puzzle.goal() && !self.known.contains_key(board);
        let (puzzle, effort) = match self.asked {
            Some(SlideWait::Solution) => (self.now(), EFFORT),
            _ if is_open(&self.board) => (self.now(), GLANCE),
            // Who moves at once has left the first board before it was known.
            _ if is_open(self.puzzle.board()) => (self.puzzle.clone(), GLANCE),
            _ => return None,
        };
        Some(GameJob::Way { puzzle, effort: large.then_some(effort) })
    }

    /// Whether the player waits for the search; otherwise it only fills in numbers.
    pub(super) fn is_waiting(&self) -> bool {
        self.asked.is_some()
    }

    /// A search has ended.
    pub(super) fn take(&mut self, found: JobResult) {
        match found {
            JobResult::Way(board, solution) => self.learn(board, &solution),
            JobResult::Shuffle(Ok((board, length))) => self.begin(board, length),
            JobResult::Shuffle(Err(stop)) => {
                self.asked = None;
                self.message = say::no_new_board(phrases::stop(stop));
            }
            JobResult::Next(_) | JobResult::Fill(_) | JobResult::Challenge(_) | JobResult::Asked(_) => {}
        }
    }

    fn learn(&mut self, board: Board, solution: &SlideAnswer) {
        let known = KnownWay {
            moves: solution.moves.clone(),
            least: solution.lower_bound,
            is_proven: solution.status == Status::Optimal,
            is_final: self.asked == Some(SlideWait::Solution) && solution.moves.is_some(),
        };
        let (is_here, said) = (board == self.board, self.finished());
        self.known.insert(board, known);
        if !is_here {
            // What was said when the board was solved is said again, with what is known now.
            if self.is_solved() && self.message == said {
                self.message = self.finished();
            }
            return;
        }
        if solution.status == Status::Stopped(Stop::Interrupted) {
            let least = solution.lower_bound;
            let waited = self.asked.take();
            self.message = match waited {
                Some(SlideWait::Solution) if solution.moves.is_some() => say::stopped_best(least),
                _ => say::stopped_least(least),
            };
            return;
        }
        self.answer();
    }

    /// Gives what was asked for, if it is known.
    fn answer(&mut self) {
        let Some(known) = self.known.get(&self.board) else { return };
        let Some(moves) = known.moves.clone() else {
            if self.asked.take().is_some() {
                self.message = say::nothing_found(known.least);
            }
            return;
        };
        match self.asked {
            Some(SlideWait::Hint) => {
                self.asked = None;
                self.hint = moves.first().copied();
                let most = if known.is_proven { String::new() } else { phrases::at_most() };
                self.message = self.hint.map_or(String::new(), |dir| self.hinted(dir, &most, &moves));
            }
            Some(SlideWait::Solution) if known.is_proven || known.is_final => {
                self.asked = None;
                self.hint = None;
                let is_proven = known.is_proven;
                let length = phrases::moves(moves.len() as u64);
                self.message = if is_proven { say::solution_shortest(length) } else { say::solution_unproven(length) };
                self.watch = Some(MovesReplay { replay: Replay::new(moves.len()), moves, is_proven, told: None });
            }
            _ => {}
        }
    }

    fn hinted(&self, dir: Dir, most: &str, moves: &[Dir]) -> String {
        let cell = self.board.size().neighbour(self.board.blank(), dir).expect("a way stays on the board");
        let (tile, goes) = (self.board.tiles()[cell], phrases::towards(dir.opposite()));
        say::hint_tile(tile, goes, phrases::towards(dir), most, moves.len())
    }

    fn begin(&mut self, board: Board, length: Option<u32>) {
        let puzzle = Puzzle::new(board, self.puzzle.goal().clone()).expect("the sizes are equal");
        let (sense, seed) = (self.sense, self.seed);
        *self = SlideGame { sense, ..SlideGame::new(puzzle, seed) };
        self.message = match length {
            Some(length) => say::new_board_of(length),
            None => say::new_board(),
        };
    }

    /// A key was pressed.
    pub(super) fn key(&mut self, key: GameKey) -> Then {
        if self.watch.is_some() {
            return self.watch_key(key);
        }
        if self.is_choosing {
            self.choose(key);
            return Then::Stay;
        }
        if let (Some(SlideWait::Board(..)), false) = (self.asked, key == GameKey::Esc) {
            // The board on the screen is about to go.
            return Then::Stay;
        }
        if let Some(dir) = direction(key) {
            self.arrow(dir);
            return Then::Stay;
        }
        match key {
            GameKey::Esc if self.asked.is_some() => return Then::Stop,
            GameKey::Esc => return Then::Back,
            GameKey::Char('h' | 'H') => self.ask(SlideWait::Hint),
            GameKey::Char('S') => self.ask(SlideWait::Solution),
            GameKey::Char('u' | 'U') | GameKey::Ctrl('z') => self.undo(),
            GameKey::Char('r' | 'R') | GameKey::Ctrl('y') => self.redo(),
            GameKey::Char('t' | 'T') => {
                self.sense = if self.sense == Sense::Blank { Sense::Tile } else { Sense::Blank };
            }
            GameKey::Char('g' | 'G') => {
                self.is_choosing = true;
                self.message = say::choose_board();
            }
            GameKey::Char('W') => return Then::Save,
            _ => {}
        }
        Then::Stay
    }

    fn watch_key(&mut self, key: GameKey) -> Then {
        let Some(watch) = &mut self.watch else { return Then::Stay };
        if watch.replay.key(key) {
            return Then::Stay;
        }
        match key {
            GameKey::Esc => {
                self.watch = None;
                self.message = say::own_game();
                // Asked again, a search that proved nothing goes on.
                if let Some(known) = self.known.get_mut(&self.board) {
                    known.is_final = false;
                }
            }
            GameKey::Enter => {
                let steps = watch.moves[..watch.replay.at()].to_vec();
                self.watch = None;
                self.message.clear();
                self.go(&steps);
            }
            GameKey::Char('w' | 'W') => return Then::Save,
            _ => {}
        }
        Then::Stay
    }

    fn choose(&mut self, key: GameKey) {
        let Some(level) = (if let GameKey::Char(c) = key { GameLevel::of_key(c) } else { None }) else {
            if key == GameKey::Esc {
                self.is_choosing = false;
                self.message.clear();
            }
            return;
        };
        self.is_choosing = false;
        self.make(level);
    }

    fn make(&mut self, level: GameLevel) {
        self.message = say::making_board(level.said());
        self.asked = Some(SlideWait::Board(level, self.seed));
        self.seed = self.seed.wrapping_add(1);
    }

    fn ask(&mut self, asked: SlideWait) {
        if self.is_solved() {
            self.message = say::solved_board();
        } else if Parity::is_solvable(&self.puzzle) {
            self.message.clear();
            self.asked = Some(asked);
            self.answer();
        } else {
            self.message = say::unsolvable_board();
        }
    }

    fn arrow(&mut self, dir: Dir) {
        let dir = if self.sense == Sense::Blank { dir } else { dir.opposite() };
        if self.board.size().neighbour(self.board.blank(), dir).is_some() {
            self.undone.clear();
            self.message.clear();
            self.go(&[dir]);
        }
    }

    /// A click on a cell: all tiles from there to the blank slide.
    pub(super) fn click(&mut self, cell: usize) {
        if self.watch.is_some() || matches!(self.asked, Some(SlideWait::Board(..))) {
            return;
        }
        let (size, blank) = (self.board.size(), self.board.blank());
        let steps = size.row(cell).abs_diff(size.row(blank)) + size.col(cell).abs_diff(size.col(blank));
        let dir = match () {
            () if size.row(cell) == size.row(blank) => {
                if cell < blank {
                    Dir::Left
                } else {
                    Dir::Right
                }
            }
            () if size.col(cell) == size.col(blank) => {
                if cell < blank {
                    Dir::Up
                } else {
                    Dir::Down
                }
            }
            () => {
                self.message = say::only_row_or_column();
                return;
            }
        };
        if steps > 0 {
            self.undone.clear();
            self.message.clear();
            self.go(&vec![dir; steps]);
        }
    }

    /// Makes moves that stay on the board; what is known goes along.
    fn go(&mut self, dirs: &[Dir]) {
        for &dir in dirs {
            let known = self.known.get(&self.board).and_then(|known| known.after(dir));
            self.board.slide(dir);
            self.done.push(dir);
            if let Some(known) = known {
                self.known.entry(self.board.clone()).or_insert(known);
            }
        }
        self.moved();
        if self.is_solved() {
            self.message = self.finished();
        }
    }

    /// The board is another: what was asked of the old one is forgotten.
    fn moved(&mut self) {
        self.hint = None;
        self.asked = None;
    }

    fn finished(&self) -> String {
        let moves = phrases::moves(self.done.len() as u64);
        match self.over() {
            Some(0) => say::solved_shortest(moves),
            Some(over) => say::solved_over(moves, over),
            None => say::solved_in(moves),
        }
    }

    fn undo(&mut self) {
        let Some(dir) = self.done.pop() else {
            self.message = say::nothing_to_undo();
            return;
        };
        self.board.slide(dir.opposite());
        self.undone.push(dir);
        self.message.clear();
        self.moved();
    }

    fn redo(&mut self) {
        let Some(dir) = self.undone.pop() else {
            self.message = say::nothing_to_redo();
            return;
        };
        self.message.clear();
        self.go(&[dir]);
    }

    /// Time has passed.
    pub(super) fn tick(&mut self, passed: Duration) {
        if let Some(watch) = &mut self.watch {
            watch.replay.tick(passed);
        } else if !self.is_solved() && !self.done.is_empty() {
            // The clock starts with the first move and stops with the last.
            self.elapsed += passed;
        }
    }

    /// Moves from here to the goal at the shortest, where that is proven.
    fn shortest(&self, board: &Board) -> Option<usize> {
        if board == self.puzzle.goal() {
            return Some(0);
        }
        self.known.get(board).filter(|known| known.is_proven).and_then(|known| known.moves.as_ref()).map(Vec::len)
    }

    /// How many moves more than the shortest this game will take at least.
    fn over(&self) -> Option<usize> {
        let (start, here) = (self.shortest(self.puzzle.board())?, self.shortest(&self.board)?);
        (self.done.len() + here).checked_sub(start)
    }

    /// A solution worth keeping: the one watched, or the player's own.
    pub(super) fn solution(&self) -> Option<SolvedGame> {
        if let Some(watch) = &self.watch {
            let text = watch.told.as_ref().map(|told| told.text.clone());
            return Some(SolvedGame::Way {
                puzzle: self.now(),
                moves: watch.moves.clone(),
                is_proven: watch.is_proven,
                text,
            });
        }
        let (puzzle, moves, is_proven) = match self.is_solved() && !self.done.is_empty() {
            true => (self.puzzle.clone(), self.done.clone(), self.over() == Some(0)),
            false => {
                let known = self.known.get(&self.board)?;
                (self.now(), known.moves.clone()?, known.is_proven)
            }
        };
        Some(SolvedGame::Way { puzzle, moves, is_proven, text: None })
    }
}

impl KnownWay {
    /// What is known after a move of the way itself. After another move only a search can tell.
    fn after(&self, dir: Dir) -> Option<KnownWay> {
        let moves = self.moves.as_ref().filter(|moves| moves.first() == Some(&dir))?;
        let (moves, least) = (Some(moves[1..].to_vec()), self.least.saturating_sub(1));
        Some(KnownWay { moves, least, is_proven: self.is_proven, is_final: false })
    }
}

fn direction(key: GameKey) -> Option<Dir> {
    match key {
        GameKey::Up | GameKey::Char('w') => Some(Dir::Up),
        GameKey::Down | GameKey::Char('s') => Some(Dir::Down),
        GameKey::Left | GameKey::Char('a') => Some(Dir::Left),
        GameKey::Right | GameKey::Char('d') => Some(Dir::Right),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
