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

use super::keys::{GameKey, Then};
use super::level::GameLevel;
use super::replay::Replay;
use super::save;
use super::worker::{GameJob, JobResult};
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
            message: "Take a piece: Shift and its letter, Tab, or the mouse.".into(),
            elapsed: Duration::ZERO,
            seed,
        }
    }

    /// What is played.
    pub(super) fn title(&self) -> String {
        let board = self.puzzle.board();
        let (rows, cols, layers) = (board.rows(), board.cols(), board.layers());
        match board.kind() {
            BoardKind::Rectangle => format!("packing, {rows}x{cols}"),
            BoardKind::Custom => format!("packing, a board of {} cells", board.size()),
            BoardKind::Pyramid => format!("packing, a pyramid of {} balls; layer 1 is the lowest", board.size()),
            BoardKind::Cuboid => format!("packing, a box of {rows}x{cols}x{layers}; layer 1 is the lowest"),
        }
    }

    /// Whether a key takes a piece.
    pub(super) fn has_piece(&self, key: GameKey) -> bool {
        self.watch.is_none() && !self.is_choosing && self.named(key).is_some()
    }

    pub(super) fn is_solved(&self) -> bool {
        self.puzzle.loose().is_empty() && self.puzzle.position().iter().all(Option::is_some)
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

    /// Pieces that are neither on the board nor in hand.
    pub(super) fn tray(&self) -> Vec<usize> {
        let held = self.hand.as_ref().map(|hand| hand.piece);
        let shown = self.watch.as_ref().map_or(&[][..], |watch| &watch.pieces[..watch.replay.at()]);
        let is_left = |&piece: &usize| Some(piece) != held && shown.iter().all(|placed| placed.piece != piece);
        self.puzzle.loose().into_iter().filter(is_left).collect()
    }

    /// The search that the game needs now.
    pub(super) fn wants(&self) -> Option<GameJob> {
        match self.asked {
            Some(PackWait::Challenge(level, seed)) => Some(GameJob::Challenge { set: self.set.cleared(), level, seed }),
            _ if self.watch.is_some() || self.puzzle.loose().is_empty() => None,
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
                        self.message = format!("A challenge: {placed} pieces are given, and one solution is left.");
                    }
                    Err(why) => self.message = format!("No challenge: {why}."),
                }
            }
            JobResult::Way(..) | JobResult::Shuffle(_) => {}
        }
    }

    fn judge(&mut self, outcome: PackOutcome<Option<PackHint>>) {
        let verdict = match outcome {
            PackOutcome::Solved(Some(hint)) => Verdict::Alive(hint),
            PackOutcome::Solved(None) => return,
            PackOutcome::Impossible(reason) => Verdict::Dead(reason.to_string()),
            PackOutcome::Stopped(stop) => {
                if self.asked.take().is_some() {
                    self.message = format!("Stopped: {stop}.");
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
                self.message = format!("Hint: place {}: {hint}.", hint.letter);
                self.hint = Some(hint.placement.clone());
            }
            Some(Verdict::Dead(_)) => self.message = "No piece helps here: lift one, or undo.".into(),
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
                let mut pieces: Vec<Placement> =
                    self.puzzle.loose().into_iter().map(|piece| solution.placement(piece)).collect();
                pieces.sort_by(|a, b| a.cells.cmp(&b.cells));
                self.message = "Solved. Enter keeps it, W writes it to a file, Esc goes back.".into();
                self.hand = None;
                self.hint = None;
                self.watch = Some(PiecesReplay { replay: Replay::new(pieces.len()), pieces, solution });
            }
            PackOutcome::Impossible(reason) => self.message = format!("There is no solution from here: {reason}."),
            PackOutcome::Stopped(stop) => self.message = format!("Stopped: {stop}."),
        }
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
                self.message = "New challenge: 1 easy, 2 medium, 3 hard; Esc keeps this one.".into();
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
        let with = |letter: char| self.puzzle.pieces().iter().position(|piece| piece.letter() == letter);
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
                self.message = "Your own game again.".into();
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
        self.message = format!("Making a challenge, {}.", level.name());
        self.asked = Some(PackWait::Challenge(level, self.seed));
        self.seed = self.seed.wrapping_add(1);
    }

    fn ask(&mut self, asked: PackWait) {
        self.message.clear();
        if self.puzzle.loose().is_empty() {
            self.message = "Every piece is placed.".into();
            return;
        }
        self.asked = Some(asked);
        self.answer();
    }

    /// Takes a piece in hand, from the tray or from the board.
    pub(super) fn pick(&mut self, piece: usize) {
        let spot = self.spot();
        let lies = self.puzzle.placed().iter().find(|placed| placed.piece == piece).cloned();
        self.message.clear();
        match lies {
            Some(placed) => {
                if self.remove(piece) {
                    self.hand = Some(Hand::lift(&self.puzzle, piece, &placed.cells));
                }
            }
            None => self.hand = Some(Hand::take(&self.puzzle, piece, spot)),
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
            None => self.message = "Take a piece first: Shift and its letter, or Tab.".into(),
        }
    }

    fn flip(&mut self) {
        self.message = match self.hand.as_mut().map(|hand| hand.flip(&self.puzzle)) {
            Some(true) => String::new(),
            Some(false) => "Pieces of this puzzle may not be turned over.".into(),
            None => "Take a piece first: Shift and its letter, or Tab.".into(),
        };
    }

    fn next_place(&mut self) {
        let owners = self.puzzle.position();
        let found = self.hand.as_mut().is_none_or(|hand| hand.next_place(&self.puzzle, &owners));
        self.message = if found { String::new() } else { "Turned like this it fits nowhere.".into() };
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
            (Some(fit), _) => self.message = format!("It cannot lie here: {}.", self.reason(&fit)),
            (None, _) => {
                if let Some(piece) = self.under(self.cursor) {
                    self.pick(piece);
                }
            }
        }
    }

    fn reason(&self, fit: &Fit) -> String {
        match fit {
            Fit::Fits(_) => "it fits".into(),
            Fit::Outside => "part of it is off the board".into(),
            Fit::Overlaps(other) => format!("piece {} is in the way", self.puzzle.pieces()[*other].letter()),
        }
    }

    fn under(&self, spot: Spot) -> Option<usize> {
        self.puzzle.board().number(spot).and_then(|number| self.puzzle.position()[number])
    }

    fn delete(&mut self) {
        if self.hand.is_some() {
            self.lay_back();
        } else if let Some(piece) = self.under(self.cursor) {
            self.message.clear();
            self.remove(piece);
        }
    }

    fn lay_back(&mut self) {
        self.cursor = self.spot();
        self.hand = None;
        self.message.clear();
    }

    /// Takes a piece off the board; a given one stays.
    fn remove(&mut self, piece: usize) -> bool {
        if self.set.placed().iter().any(|given| given.piece == piece) {
            self.message = format!("Piece {} is given and stays.", self.puzzle.pieces()[piece].letter());
            return false;
        }
        let placed = self.puzzle.placed().iter().filter(|placed| placed.piece != piece).cloned().collect();
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
            self.message = "Solved: every piece is placed. Well done! W writes it to a file.".into();
        }
    }

    fn undo(&mut self) {
        match self.done.pop() {
            None => self.message = "Nothing to undo.".into(),
            Some(before) => {
                self.undone.push(self.puzzle.placed().to_vec());
                self.hand = None;
                self.lay(before);
            }
        }
    }

    fn redo(&mut self) {
        match self.undone.pop() {
            None => self.message = "Nothing to redo.".into(),
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
    pub(super) fn solution(&self) -> Option<(&Puzzle, Solution)> {
        match &self.watch {
            Some(watch) => Some((&self.puzzle, watch.solution.clone())),
            None if self.is_solved() => save::filled(&self.puzzle).map(|solution| (&self.set, solution)),
            None => None,
        }
    }
}

#[cfg(test)]
mod tests;
