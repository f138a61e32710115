//! The packing game: pieces in the tray, on the board, in hand. No screen, no clock, no thread.
//!
//! Words: pieces of the puzzle's text that lie on the board are **given** and stay; the others are the player's. A **verdict** says of a position whether it can still be filled, and if so
//! with which piece next: the hint.

mod hand;
pub(super) mod view;

use std::collections::HashMap;
use std::time::Duration;

use ubin::pack::hint::PackHint;
use ubin::pack::{BoardKind, PackOutcome, Placement, Puzzle, Solution, Spot};

use super::answer::ToldAnswer;
use super::keys::{GameKey, Then};
use super::level::GameLevel;
use super::replay::Replay;
use super::save::{self, SolvedGame};
use super::worker::{GameJob, JobResult};
use crate::phrases;
use crate::phrases::game as say;
use hand::{Fit, Hand, shifted};

/// What is known of a position.
#[derive(Clone, Debug)]
enum Verdict {
    Alive(PackHint),
    /// It cannot be filled, and why.
    Dead(String),
    /// The search was stopped.
    Unknown,
}

/// What a player waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PackWait {
    Hint,
    Solution,
    Challenge(GameLevel, u64),
}

/// A solution that is watched, piece by piece.
#[derive(Clone, Debug)]
pub(super) struct PiecesReplay {
    pub(super) replay: Replay,
    pub(super) pieces: Vec<Placement>,
    solution: Solution,
    /// What the search that found it took; of a solution that was asked for with a method.
    pub(super) told: Option<Box<ToldAnswer>>,
}

/// A packing game.
#[derive(Clone, Debug)]
pub(super) struct PackGame {
    /// As it was given.
    set: Puzzle,
    /// As it stands.
    puzzle: Puzzle,
    hand: Option<Hand>,
    cursor: Spot,
    /// The player's placements before each step, and after those undone.
    done: Vec<Vec<Placement>>,
    undone: Vec<Vec<Placement>>,
    verdicts: HashMap<Vec<Placement>, Verdict>,
    asked: Option<PackWait>,
    hint: Option<Placement>,
    watch: Option<PiecesReplay>,
    is_choosing: bool,
    message: String,
    elapsed: Duration,
    seed: u64,
}

impl PackGame {
    /// A game from the start; challenges are drawn from the seed on.
    pub(super) fn new(puzzle: Puzzle, seed: u64) -> PackGame {
        PackGame {
            set: puzzle.clone(),
            cursor: puzzle.board().spots().last().map_or(Spot::default(), |spot| Spot { row: 0, col: 0, ..*spot }),
            puzzle,
            hand: None,
            done: Vec::new(),
            undone: Vec::new(),
            verdicts: HashMap::new(),
            asked: None,
            hint: None,
            watch: None,
            is_choosing: false,
            message: say::take_a_piece(),
            elapsed: Duration::ZERO,
            seed,
        }
    }

    /// What is played.
    pub(super) fn title(&self) -> String {
        title(&self.puzzle)
    }

    /// Whether a key takes a piece.
    pub(super) fn has_piece(&self, key: GameKey) -> bool {
        self.watch.is_none() && !self.is_choosing && self.named(key).is_some()
    }

    pub(super) fn is_solved(&self) -> bool {
        self.puzzle.is_solved()
    }

    pub(super) fn message(&self) -> &str {
        &self.message
    }

    pub(super) fn say(&mut self, message: String) {
        self.message = message;
    }

    pub(super) fn watch(&self) -> Option<&PiecesReplay> {
        self.watch.as_ref()
    }

    /// Which piece each cell shows.
    pub(super) fn owners(&self) -> Vec<Option<usize>> {
        let mut owners = self.puzzle.position();
        if let Some(watch) = &self.watch {
            for placement in &watch.pieces[..watch.replay.at()] {
                placement.cells.iter().for_each(|&cell| owners[cell as usize] = Some(placement.piece));
            }
        }
        owners
    }

    /// Pieces of which a copy is neither on the board nor in hand.
    pub(super) fn tray(&self) -> Vec<usize> {
        self.puzzle.loose().into_iter().filter(|&piece| self.in_tray(piece) > 0).collect()
    }

    /// How many copies of a piece are neither on the board nor in hand.
    pub(super) fn in_tray(&self, piece: usize) -> usize {
        let held = usize::from(self.hand.as_ref().is_some_and(|hand| hand.piece == piece));
        let shown = self.watch.as_ref().map_or(&[][..], |watch| &watch.pieces[..watch.replay.at()]);
        let shown = shown.iter().filter(|placed| placed.piece == piece).count();
        (self.puzzle.left(piece).most as usize).saturating_sub(held + shown)
    }

    /// The search that the game needs now.
    pub(super) fn wants(&self) -> Option<GameJob> {
        match self.asked {
            Some(PackWait::Challenge(level, seed)) => Some(GameJob::Challenge { set: self.set.cleared(), level, seed }),
            _ if self.watch.is_some() || self.puzzle.loose().is_empty() || self.is_solved() => None,
            Some(PackWait::Solution) => Some(GameJob::Fill { puzzle: self.puzzle.clone() }),
            _ if self.verdicts.contains_key(self.puzzle.placed()) => None,
            _ => Some(GameJob::Next { puzzle: self.puzzle.clone() }),
        }
    }

    pub(super) fn is_waiting(&self) -> bool {
        self.asked.is_some()
    }

    /// A search has ended.
    pub(super) fn take(&mut self, found: JobResult) {
        match found {
            JobResult::Next(outcome) => self.judge(outcome),
            JobResult::Fill(outcome) => self.show(outcome),
            JobResult::Challenge(made) => {
                self.asked = None;
                match made {
                    Ok(challenge) => {
                        let placed = challenge.placed().len();
                        *self = PackGame::new(*challenge, self.seed);
                        self.message = say::challenge_made(placed);
                    }
                    Err(why) => self.message = say::no_challenge(why),
                }
            }
            JobResult::Way(..) | JobResult::Shuffle(_) | JobResult::Asked(_) => {}
        }
    }

    fn judge(&mut self, outcome: PackOutcome<Option<PackHint>>) {
        let verdict = match outcome {
            PackOutcome::Solved(Some(hint)) => Verdict::Alive(hint),
            PackOutcome::Solved(None) => return,
            PackOutcome::Impossible(reason) => Verdict::Dead(phrases::reason(&reason)),
            PackOutcome::Stopped(stop) => {
                if self.asked.take().is_some() {
                    self.message = phrases::stopped(phrases::stop(stop));
                }
                Verdict::Unknown
            }
        };
        self.verdicts.insert(self.puzzle.placed().to_vec(), verdict);
        self.answer();
    }

    /// Gives the hint that was asked for, if there is a verdict.
    fn answer(&mut self) {
        if self.asked != Some(PackWait::Hint) {
            return;
        }
        match self.verdicts.get(self.puzzle.placed()) {
            None => return,
            Some(Verdict::Alive(hint)) => {
                self.message = say::hint_piece(&hint.name, phrases::reason(&hint.why));
                self.hint = Some(hint.placement.clone());
            }
            Some(Verdict::Dead(_)) => self.message = say::no_piece_helps(),
            Some(Verdict::Unknown) => {
                self.verdicts.remove(self.puzzle.placed());
                return;
            }
        }
        self.asked = None;
    }

    fn show(&mut self, outcome: PackOutcome<Solution>) {
        self.asked = None;
        match outcome {
            PackOutcome::Solved(solution) => {
                self.message = say::pack_solved();
                self.hand = None;
                self.hint = None;
                let pieces = self.left_in(&solution);
                self.watch = Some(PiecesReplay { replay: Replay::new(pieces.len()), pieces, solution, told: None });
            }
            PackOutcome::Impossible(reason) => self.message = say::none_from_here(phrases::reason(&reason)),
            PackOutcome::Stopped(stop) => self.message = phrases::stopped(phrases::stop(stop)),
        }
    }

    /// The pieces that a solution places, in the order of their first cells.
    fn left_in(&self, solution: &Solution) -> Vec<Placement> {
        let mut pieces = solution.placements(&self.puzzle);
        pieces.retain(|placement| !self.puzzle.placed().contains(placement));
        pieces.sort_by(|a, b| a.cells.cmp(&b.cells));
        pieces
    }

    /// Shows a solution that was found elsewhere: all of it, to step back from.
    pub(super) fn watching(puzzle: Puzzle, solution: Solution, told: ToldAnswer, seed: u64) -> PackGame {
        let mut game = PackGame::new(puzzle, seed);
        game.message.clone_from(&told.headline);
        let pieces = game.left_in(&solution);
        let mut replay = Replay::paused(pieces.len());
        replay.key(GameKey::End);
        game.watch = Some(PiecesReplay { replay, pieces, solution, told: Some(Box::new(told)) });
        game
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
        if let Some(piece) = self.named(key) {
            self.pick(piece);
            return Then::Stay;
        }
        match key {
            GameKey::Esc if self.asked.is_some() => return Then::Stop,
            GameKey::Esc if self.hand.is_some() => self.lay_back(),
            GameKey::Esc => return Then::Back,
            GameKey::Up => self.shift([0, -1, 0]),
            GameKey::Down => self.shift([0, 1, 0]),
            GameKey::Left => self.shift([0, 0, -1]),
            GameKey::Right => self.shift([0, 0, 1]),
            GameKey::Char('[') => self.shift([-1, 0, 0]),
            GameKey::Char(']') => self.shift([1, 0, 0]),
            GameKey::Tab => self.cycle(1),
            GameKey::BackTab => self.cycle(-1),
            GameKey::Enter => self.enter(),
            GameKey::Delete | GameKey::Backspace => self.delete(),
            GameKey::Char(' ') => self.next_place(),
            GameKey::Ctrl('z') => self.undo(),
            GameKey::Ctrl('y') => self.redo(),
            GameKey::Char(letter) => return self.command(letter.to_ascii_lowercase()),
            _ => {}
        }
        Then::Stay
    }

    fn command(&mut self, letter: char) -> Then {
        match letter {
            'r' => self.turn(),
            'f' => self.flip(),
            'h' => self.ask(PackWait::Hint),
            's' => self.ask(PackWait::Solution),
            'u' => self.undo(),
            'y' => self.redo(),
            'g' => {
                self.is_choosing = true;
                self.message = say::choose_challenge();
            }
            'w' => return Then::Save,
            _ => {}
        }
        Then::Stay
    }

    /// The piece that a letter names. Commands are lower-case letters, so a piece that has one of theirs is named with Shift.
    fn named(&self, key: GameKey) -> Option<usize> {
        const COMMANDS: &str = "rfhsuygwq";
        let GameKey::Char(letter) = key else { return None };
        let with = |letter: char| self.puzzle.marked(letter.encode_utf8(&mut [0; 4]));
        match letter {
            'A'..='Z' => with(letter).or_else(|| with(letter.to_ascii_lowercase())),
            'a'..='z' if !COMMANDS.contains(letter) => with(letter).or_else(|| with(letter.to_ascii_uppercase())),
            _ => None,
        }
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
            }
            GameKey::Enter => {
                let mut placed = self.puzzle.placed().to_vec();
                placed.extend_from_slice(&watch.pieces[..watch.replay.at()]);
                self.watch = None;
                self.become_of(placed);
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
        self.message = say::making_challenge(level.said());
        self.asked = Some(PackWait::Challenge(level, self.seed));
        self.seed = self.seed.wrapping_add(1);
    }

    fn ask(&mut self, asked: PackWait) {
        self.message.clear();
        if self.puzzle.loose().is_empty() || self.is_solved() {
            self.message = say::all_placed();
            return;
        }
        self.asked = Some(asked);
        self.answer();
    }

    /// Takes a piece in hand, from the tray or from the board.
    pub(super) fn pick(&mut self, piece: usize) {
        let spot = self.spot();
        let lies = self.puzzle.placed().iter().rfind(|placed| placed.piece == piece).cloned();
        self.message.clear();
        match lies {
            Some(placed) if self.puzzle.left(piece).most == 0 => self.lift(&placed),
            _ => self.hand = Some(Hand::take(&self.puzzle, piece, spot)),
        }
    }

    /// Takes a piece in hand from where it lies.
    fn lift(&mut self, placed: &Placement) {
        if self.remove(placed) {
            self.hand = Some(Hand::lift(&self.puzzle, placed.piece, &placed.cells));
        }
    }

    /// Where the player looks: the pivot of the piece in hand, or the cursor.
    pub(super) fn spot(&self) -> Spot {
        self.hand.as_ref().map_or(self.cursor, |hand| hand.spot(&self.puzzle))
    }

    fn shift(&mut self, by: [i32; 3]) {
        match &mut self.hand {
            Some(hand) => hand.shift(&self.puzzle, by),
            None => self.cursor = shifted(&self.puzzle, self.cursor, by),
        }
    }

    fn cycle(&mut self, by: isize) {
        let loose = self.puzzle.loose();
        if loose.is_empty() {
            return;
        }
        let held = self.hand.as_ref().and_then(|hand| loose.iter().position(|&piece| piece == hand.piece));
        let next = match held {
            Some(at) => (at as isize + by).rem_euclid(loose.len() as isize) as usize,
            None if by > 0 => 0,
            None => loose.len() - 1,
        };
        self.pick(loose[next]);
    }

    pub(super) fn turn(&mut self) {
        match &mut self.hand {
            Some(hand) => hand.turn(&self.puzzle),
            None => self.message = say::take_first(),
        }
    }

    fn flip(&mut self) {
        self.message = match self.hand.as_mut().map(|hand| hand.flip(&self.puzzle)) {
            Some(true) => String::new(),
            Some(false) => say::no_flip(),
            None => say::take_first(),
        };
    }

    fn next_place(&mut self) {
        let owners = self.puzzle.position();
        let found = self.hand.as_mut().is_none_or(|hand| hand.next_place(&self.puzzle, &owners));
        self.message = if found { String::new() } else { say::fits_nowhere() };
    }

    /// Whether the piece in hand can lie where it is.
    fn fit(&self) -> Option<Fit> {
        self.hand.as_ref().map(|hand| hand.fit(&self.puzzle, &self.puzzle.position()))
    }

    fn enter(&mut self) {
        match (self.fit(), &self.hand) {
            (Some(Fit::Fits(cells)), Some(hand)) => {
                let mut placed = self.puzzle.placed().to_vec();
                placed.push(Placement { piece: hand.piece, cells });
                self.cursor = self.spot();
                self.hand = None;
                self.become_of(placed);
            }
            (Some(fit), _) => self.message = say::cannot_lie(self.reason(&fit)),
            (None, _) => {
                if let Some(placed) = self.under(self.cursor) {
                    self.message.clear();
                    self.lift(&placed);
                }
            }
        }
    }

    fn reason(&self, fit: &Fit) -> String {
        match fit {
            Fit::Fits(_) => say::fits_here(),
            Fit::Outside => say::off_board(),
            Fit::Overlaps(other) => say::in_the_way(self.puzzle.pieces()[*other].name()),
        }
    }

    /// What lies on a cell.
    fn under(&self, spot: Spot) -> Option<Placement> {
        let cell = self.puzzle.board().number(spot)? as u32;
        self.puzzle.placed().iter().find(|placed| placed.cells.contains(&cell)).cloned()
    }

    fn delete(&mut self) {
        if self.hand.is_some() {
            self.lay_back();
        } else if let Some(placed) = self.under(self.cursor) {
            self.message.clear();
            self.remove(&placed);
        }
    }

    fn lay_back(&mut self) {
        self.cursor = self.spot();
        self.hand = None;
        self.message.clear();
    }

    /// Takes a piece off the board; a given one stays.
    fn remove(&mut self, taken: &Placement) -> bool {
        if self.set.placed().contains(taken) {
            self.message = say::is_given(self.puzzle.pieces()[taken.piece].name());
            return false;
        }
        let placed = self.puzzle.placed().iter().filter(|placed| *placed != taken).cloned().collect();
        self.become_of(placed);
        true
    }

    /// A click on a cell: places the piece in hand there, or lifts the one that lies there.
    pub(super) fn click(&mut self, spot: Spot) {
        if self.watch.is_some() {
            return;
        }
        self.hover(spot);
        self.enter();
    }

    /// The mouse is over a cell.
    pub(super) fn hover(&mut self, spot: Spot) {
        match &mut self.hand {
            Some(hand) => hand.put(&self.puzzle, spot),
            None => self.cursor = spot,
        }
    }

    /// A step: these pieces lie on the board now.
    fn become_of(&mut self, placed: Vec<Placement>) {
        self.done.push(self.puzzle.placed().to_vec());
        self.undone.clear();
        self.lay(placed);
    }

    fn lay(&mut self, placed: Vec<Placement>) {
        self.puzzle = self.set.cleared();
        for placement in placed {
            self.puzzle.place(placement).expect("what was placed can be placed again");
        }
        self.hint = None;
        self.asked = None;
        self.message.clear();
        if self.is_solved() {
            self.message = say::pack_well_done();
        }
    }

    fn undo(&mut self) {
        match self.done.pop() {
            None => self.message = say::nothing_to_undo(),
            Some(before) => {
                self.undone.push(self.puzzle.placed().to_vec());
                self.hand = None;
                self.lay(before);
            }
        }
    }

    fn redo(&mut self) {
        match self.undone.pop() {
            None => self.message = say::nothing_to_redo(),
            Some(after) => {
                self.done.push(self.puzzle.placed().to_vec());
                self.hand = None;
                self.lay(after);
            }
        }
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

    /// The solution that is watched, or the player's own, with the puzzle it belongs to.
    pub(super) fn solution(&self) -> Option<SolvedGame> {
        let (puzzle, solution, text) = match &self.watch {
            Some(watch) => (&self.puzzle, watch.solution.clone(), watch.told.as_ref().map(|told| told.text.clone())),
            None if self.is_solved() => (&self.set, save::filled(&self.puzzle)?, None),
            None => return None,
        };
        Some(SolvedGame::Packing { puzzle: puzzle.clone(), solution, text })
    }
}

/// What kind of puzzle it is.
pub(super) fn title(puzzle: &Puzzle) -> String {
    let board = puzzle.board();
    let (rows, cols, layers) = (board.rows(), board.cols(), board.layers());
    match board.kind() {
        BoardKind::Rectangle => say::pack_rectangle(rows, cols),
        BoardKind::Custom => say::pack_custom(board.size()),
        BoardKind::Pyramid => say::pack_pyramid(board.size()),
        BoardKind::Cuboid => say::pack_box(rows, cols, layers),
    }
}

#[cfg(test)]
mod tests;
