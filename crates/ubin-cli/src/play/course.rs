//! The course's way: a puzzle with its verdict, a method to choose, then its answer, its tree, or all methods side by side.
//!
//! Words: the **sheet** is what is shown of the puzzle before a search; a **choice** is a method with its heuristic and variant; a **view** is a text that is read, not played: a tree, a table. An answer is walked through in the game
//! of its family, which has the figures of its search beside the board.

pub(super) mod view;

use std::cell::Cell;

use ubin::pack::{Method as PackMethod, PackOutcome};
use ubin::report::slide::SlideCompareRow;
use ubin::slide::Parity;
use ubin::slide::fits;
use ubin::slide::solve::{Options, Status};
use ubin::slide::{Board, Goal, HeuristicName, Method, Puzzle, Size, Variant};
use ubin_front::Report;
use ubin_front::question::{
    CompareQuestion, LimitFields, PuzzleFields, Question, SearchFields, SolveQuestion, TreeQuestion,
};
use ubin_front::read::{self, AnyPuzzle};
use ubin_front::words::MethodName;

use super::answer::ToldAnswer;
use super::keys::{GameKey, Then};
use super::pack::PackGame;
use super::prompt::Prompt;
use super::save::SolvedGame;
use super::slide::SlideGame;
use super::worker::{AskedReport, GameJob, JobResult, packing_fields, sliding_fields};
use crate::compare::narrow_table;
use crate::phrases;
use crate::phrases::game as say;

/// What a row of a comparison may take, in milliseconds: somebody is waiting before the screen.
const EACH_MS: u64 = 2000;

/// The sliding methods: that of the course first.
const SLIDING: [Method; 5] = [Method::BranchAndBound, Method::Auto, Method::Astar, Method::Ida, Method::Bfs];
/// The packing methods: that of the course first.
const PACKING: [PackMethod; 4] = [PackMethod::BruteForce, PackMethod::Auto, PackMethod::Backtrack, PackMethod::Cover];

/// A method and how it goes about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MethodChoice {
    Slide { method: Method, heuristic: Option<HeuristicName>, variant: Variant },
    Pack(PackMethod),
}

impl MethodChoice {
    fn name(&self) -> &'static str {
        match self {
            MethodChoice::Slide { method, .. } => method.name(),
            MethodChoice::Pack(method) => method.name(),
        }
    }

    /// As the options of a question say it.
    fn search(&self) -> SearchFields {
        let method = MethodName::named(self.name());
        match *self {
            MethodChoice::Slide { heuristic, variant, .. } => SearchFields {
                method,
                heuristic,
                variant: (variant != Variant::Exact).then_some(variant),
                ..SearchFields::default()
            },
            MethodChoice::Pack(_) => SearchFields { method, ..SearchFields::default() },
        }
    }

    /// The heuristics that go with it on boards of a size.
    fn heuristics(&self, size: Size) -> Vec<HeuristicName> {
        let MethodChoice::Slide { method, variant, .. } = *self else { return Vec::new() };
        let goes = |&name: &HeuristicName| {
            fits(name, size) && Options { method, heuristic: Some(name), variant, ..Options::default() }.check().is_ok()
        };
        HeuristicName::ALL.into_iter().filter(goes).collect()
    }

    /// Takes the next heuristic, or the one before.
    fn turn_heuristic(&mut self, size: Size, by: isize) {
        let list = self.heuristics(size);
        if let (MethodChoice::Slide { heuristic, .. }, false) = (self, list.is_empty()) {
            let at = heuristic.and_then(|name| list.iter().position(|&known| known == name)).unwrap_or(0);
            *heuristic = Some(list[(at as isize + by).rem_euclid(list.len() as isize) as usize]);
        }
    }

    /// Takes this heuristic, if it goes with the method.
    fn set_heuristic(&mut self, size: Size, wanted: HeuristicName) {
        if self.heuristics(size).contains(&wanted)
            && let MethodChoice::Slide { heuristic, .. } = self
        {
            *heuristic = Some(wanted);
        }
    }

    /// Takes the next variant that the method has.
    fn turn_variant(&mut self) {
        let MethodChoice::Slide { method, heuristic, variant } = self else { return };
        let goes = |&variant: &Variant| {
            Options { method: *method, heuristic: *heuristic, variant, ..Options::default() }.check().is_ok()
        };
        let list: Vec<Variant> = Variant::ALL.into_iter().filter(goes).collect();
        let at = list.iter().position(|known| known == variant).unwrap_or(0);
        if let Some(&next) = list.get((at + 1) % list.len().max(1)) {
            *variant = next;
        }
    }
}

/// What is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    Answer,
    Tree,
    Table,
}

/// A text that is read.
#[derive(Clone, Debug)]
pub(super) struct TextView {
    title: String,
    lines: Vec<String>,
    /// The first line and the first column that are shown.
    top: usize,
    left: usize,
    /// The lines that were shown when it was last drawn.
    room: Cell<usize>,
    /// What W writes.
    report: Report,
}

/// What an answer opens.
pub(super) enum Opened {
    Slide(Box<SlideGame>),
    Pack(Box<PackGame>),
}

/// The course screen.
#[derive(Clone, Debug)]
pub(super) struct CourseScreen {
    puzzle: AnyPuzzle,
    choices: Vec<MethodChoice>,
    chosen: usize,
    wanted: Option<Wanted>,
    view: Option<TextView>,
    /// The rows of a comparison that have ended so far.
    rows: Vec<SlideCompareRow>,
    /// A goal of the player's own, being typed.
    goal: Option<Prompt>,
    message: String,
}

impl CourseScreen {
    pub(super) fn new(puzzle: AnyPuzzle) -> CourseScreen {
        let choices = match &puzzle {
            AnyPuzzle::Slide(puzzle) => SLIDING.map(|method| sliding_choice(method, puzzle.size())).to_vec(),
            AnyPuzzle::Pack(_) => PACKING.map(MethodChoice::Pack).to_vec(),
        };
        let message = say::choose_method();
        CourseScreen { puzzle, choices, chosen: 0, wanted: None, view: None, rows: Vec::new(), goal: None, message }
    }

    pub(super) fn puzzle(&self) -> &AnyPuzzle {
        &self.puzzle
    }

    pub(super) fn message(&self) -> &str {
        &self.message
    }

    pub(super) fn say(&mut self, message: String) {
        self.message = message;
    }

    pub(super) fn is_waiting(&self) -> bool {
        self.wanted.is_some()
    }

    pub(super) fn has_view(&self) -> bool {
        self.view.is_some()
    }

    /// Takes the rows of the comparison under way.
    pub(super) fn take_rows(&mut self, rows: Vec<SlideCompareRow>) {
        self.rows = rows;
    }

    fn fields(&self) -> PuzzleFields {
        match &self.puzzle {
            AnyPuzzle::Slide(puzzle) => sliding_fields(puzzle),
            AnyPuzzle::Pack(puzzle) => packing_fields(puzzle),
        }
    }

    /// The question that the screen waits for.
    pub(super) fn wants(&self) -> Option<GameJob> {
        let (puzzle, search) = (self.fields(), self.choices[self.chosen].search());
        let question = match self.wanted? {
            Wanted::Answer => Question::Solve(SolveQuestion { puzzle, search, ..SolveQuestion::default() }),
            Wanted::Tree => Question::Tree(TreeQuestion { puzzle, search, ..TreeQuestion::default() }),
            Wanted::Table => {
                let limits = LimitFields::default();
                Question::Compare(CompareQuestion {
                    puzzle,
                    each_ms: Some(EACH_MS),
                    limits,
                    ..CompareQuestion::default()
                })
            }
        };
        Some(GameJob::Ask(Box::new(question)))
    }

    /// A key was pressed.
    pub(super) fn key(&mut self, key: GameKey) -> Then {
        if let Some(view) = &mut self.view {
            return match key {
                GameKey::Esc => {
                    self.view = None;
                    Then::Stay
                }
                GameKey::Char('w' | 'W') => Then::Save,
                key => {
                    view.scroll(key);
                    Then::Stay
                }
            };
        }
        if let Some(prompt) = &mut self.goal {
            match key {
                GameKey::Esc => {
                    self.goal = None;
                    self.message = say::choose_method();
                }
                GameKey::Enter => self.take_goal(),
                key => {
                    self.message.clear();
                    prompt.key(key);
                }
            }
            return Then::Stay;
        }
        if self.wanted.is_some() {
            return if key == GameKey::Esc { Then::Stop } else { Then::Stay };
        }
        match key {
            GameKey::Esc => return Then::Back,
            GameKey::Char('p' | 'P') => return Then::Play,
            GameKey::Enter => self.want(Wanted::Answer),
            GameKey::Char('t' | 'T') => self.want(Wanted::Tree),
            GameKey::Char('c' | 'C') => self.want(Wanted::Table),
            key => self.choose(key),
        }
        Then::Stay
    }

    fn choose(&mut self, key: GameKey) {
        let count = self.choices.len();
        let size = if let AnyPuzzle::Slide(puzzle) = &self.puzzle { Some(puzzle.size()) } else { None };
        let choice = &mut self.choices[self.chosen];
        match (key, size) {
            (GameKey::Up | GameKey::BackTab, _) => self.chosen = (self.chosen + count - 1) % count,
            (GameKey::Down | GameKey::Tab, _) => self.chosen = (self.chosen + 1) % count,
            (GameKey::Char(digit @ '1'..='9'), _) if digit as usize - '0' as usize <= count => {
                self.chosen = digit as usize - '1' as usize;
            }
            (GameKey::Left, Some(size)) => choice.turn_heuristic(size, -1),
            (GameKey::Right, Some(size)) => choice.turn_heuristic(size, 1),
            (GameKey::Char('m'), Some(size)) => choice.set_heuristic(size, HeuristicName::Manhattan),
            (GameKey::Char('h'), Some(size)) => choice.set_heuristic(size, HeuristicName::Hamming),
            (GameKey::Char('v'), Some(_)) => choice.turn_variant(),
            (GameKey::Char('g'), Some(size)) => {
                let next = self.named_goal().map_or(0, |goal| (goal as usize + 1) % Goal::ALL.len());
                self.set_goal(Goal::ALL[next].board(size));
            }
            (GameKey::Char('G'), Some(_)) => {
                self.goal = Some(Prompt::default());
                self.message.clear();
            }
            _ => {}
        }
    }

    /// The name of the sliding goal; `None` for one of the player's own.
    fn named_goal(&self) -> Option<Goal> {
        let AnyPuzzle::Slide(puzzle) = &self.puzzle else { return None };
        Goal::ALL.into_iter().find(|goal| goal.board(puzzle.size()) == *puzzle.goal())
    }

    fn set_goal(&mut self, goal: Board) {
        let AnyPuzzle::Slide(puzzle) = &mut self.puzzle else { return };
        **puzzle = Puzzle::new(puzzle.board().clone(), goal).expect("the sizes are equal");
        let name = self.named_goal().map_or_else(say::own_goal, |goal| goal.name().into());
        self.message = say::goal_is(name);
    }

    /// Takes the goal that was typed, if it is one.
    fn take_goal(&mut self) {
        let (AnyPuzzle::Slide(puzzle), Some(prompt)) = (&self.puzzle, &self.goal) else { return };
        match read::goal(Some(prompt.text().trim()), puzzle.size()) {
            Ok(goal) => {
                self.goal = None;
                self.set_goal(goal);
            }
            Err(refusal) => self.message = refusal.said(phrases::language()),
        }
    }

    /// The line of text that is being typed.
    pub(super) fn typed(&self) -> Option<String> {
        self.goal.as_ref().map(|prompt| say::type_goal(prompt.text(), &self.message))
    }

    /// Text was pasted.
    pub(super) fn paste(&mut self, text: &str) {
        if let Some(prompt) = &mut self.goal {
            prompt.paste(text);
        }
    }

    fn want(&mut self, wanted: Wanted) {
        let is_hopeless = matches!(&self.puzzle, AnyPuzzle::Slide(puzzle) if !Parity::is_solvable(puzzle));
        if is_hopeless {
            self.message = say::not_solvable_here();
            return;
        }
        self.message = match wanted {
            Wanted::Answer => say::searching_with(self.choices[self.chosen].name()),
            Wanted::Tree => say::growing_tree(),
            Wanted::Table => say::comparing(),
        };
        self.wanted = Some(wanted);
    }

    /// A search has ended; the game that shows its answer, if it has one.
    pub(super) fn take(&mut self, found: JobResult, seed: u64) -> Option<Opened> {
        let JobResult::Asked(asked) = found else { return None };
        self.wanted = None;
        self.message.clear();
        match asked {
            Err(refused) => {
                self.message = refused;
                None
            }
            Ok(asked) => self.show(*asked, seed),
        }
    }

    fn show(&mut self, asked: AskedReport, seed: u64) -> Option<Opened> {
        let AskedReport { report, costs } = asked;
        match report {
            Report::SlideSolve { puzzle, solution, report } => match solution.moves.clone() {
                Some(moves) => {
                    let told = ToldAnswer::of_moves(&puzzle, &solution, &report, costs);
                    return Some(Opened::Slide(Box::new(SlideGame::watching(puzzle, moves, told, seed))));
                }
                None => self.message = no_moves(solution.status, solution.lower_bound),
            },
            Report::PackSolve { puzzle, answer, report } => match &answer.outcome {
                PackOutcome::Solved(solution) => {
                    let told = ToldAnswer::of_packing(&puzzle, &answer, &report);
                    let game = PackGame::watching(puzzle, solution.clone(), told, seed);
                    return Some(Opened::Pack(Box::new(game)));
                }
                outcome => {
                    let verdict = crate::packing::verdict(outcome).unwrap_or_default();
                    self.message = format!("{verdict} {}", crate::packing::cost(report.method, &report.cost));
                }
            },
            report => {
                if let Report::SlideCompare { report } = &report
                    && report.rows.iter().any(|row| row.status == "interrupted")
                {
                    self.message = say::rows_left();
                }
                self.view = Some(TextView::of(report, self.choices[self.chosen].name()));
            }
        }
        None
    }

    /// What W writes: the tree or the table on the screen.
    pub(super) fn saved(&self) -> Option<SolvedGame> {
        self.view.as_ref().map(|view| SolvedGame::Drawn(Box::new(view.report.clone())))
    }
}

/// A sliding method with its own heuristic, or the best one that fits a board too large for it.
fn sliding_choice(method: Method, size: Size) -> MethodChoice {
    let heuristic = method.default_heuristic();
    let mut choice = MethodChoice::Slide { method, heuristic, variant: Variant::Exact };
    let list = choice.heuristics(size);
    if let MethodChoice::Slide { heuristic, .. } = &mut choice {
        *heuristic = heuristic.filter(|name| list.contains(name)).or(list.last().copied());
    }
    choice
}

fn no_moves(status: Status, least: u32) -> String {
    match status {
        Status::Stopped(stop) => phrases::stopped_without(phrases::stop(stop), least),
        Status::Unsolvable | Status::Optimal | Status::Solved => phrases::cannot_be_solved(),
    }
}

impl TextView {
    /// A tree or a table as text.
    fn of(report: Report, method: &str) -> TextView {
        let (title, text) = match &report {
            Report::SlideTree { drawing, .. } | Report::PackTree { drawing, .. } => {
                (say::tree_title(method), drawing.text())
            }
            report => (say::compare_title(), crate::compare::table_of(report, crate::args::TableStyle::Table)),
        };
        TextView { title, lines: text.lines().map(String::from).collect(), top: 0, left: 0, room: Cell::new(1), report }
    }

    /// The lines for a width: a table leaves out the columns that matter least before it is cut.
    fn lines(&self, width: usize) -> Vec<String> {
        match &self.report {
            Report::SlideCompare { report } => {
                narrow_table(&report.rows, report.boards.len(), width).lines().map(String::from).collect()
            }
            _ => self.lines.clone(),
        }
    }

    fn scroll(&mut self, key: GameKey) {
        let widest = self.lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        self.left = match key {
            GameKey::Left => self.left.saturating_sub(8),
            GameKey::Right => (self.left + 8).min(widest.saturating_sub(8)),
            GameKey::Home => 0,
            _ => self.left,
        };
        let last = self.lines.len().saturating_sub(self.room.get());
        self.top = match key {
            GameKey::Up => self.top.saturating_sub(1),
            GameKey::Down => (self.top + 1).min(last),
            GameKey::PageUp => self.top.saturating_sub(10),
            GameKey::PageDown | GameKey::Char(' ') => (self.top + 10).min(last),
            GameKey::Home => 0,
            GameKey::End => last,
            _ => self.top,
        };
    }
}

/// Whether a puzzle can be solved, and why, in so many lines. What there is no room for is left out: first the goal, then the tiles by their goal cells, then the end of the KURANG table of a large board.
fn verdict_lines(puzzle: &Puzzle, room: usize) -> Vec<String> {
    let text = ubin_front::render::text::verdict(puzzle, phrases::language());
    let parts: Vec<&str> = text.split("\n\n").collect();
    let lines = |parts: &[&str]| parts.join("\n\n").lines().map(String::from).collect::<Vec<String>>();
    if let [_, numbered, table] = parts[..]
        && lines(&parts).len() > room
    {
        let sentence = numbered.lines().next().unwrap_or_default().replace(':', ".");
        let shorter = [lines(&[numbered, table]), lines(&[&format!("{sentence}\n{table}")]), lines(&[table])];
        return shorter
            .into_iter()
            .find(|lines| lines.len() <= room)
            .unwrap_or_else(|| cut_table(&lines(&[table]), room));
    }
    cut_table(&lines(&parts), room)
}

/// A KURANG table and its verdict in so many lines.
fn cut_table(lines: &[String], room: usize) -> Vec<String> {
    // The sum, the misplaced tiles and the verdict come last, and matter most.
    const LAST: usize = 3;
    match lines.len().checked_sub(room) {
        None | Some(0) => lines.to_vec(),
        Some(_) if room <= LAST => lines[lines.len() - room.min(lines.len())..].to_vec(),
        Some(excess) => {
            let kept = lines.len() - LAST - excess - 1;
            let mut shown = lines[..kept].to_vec();
            // Numbers of tiles whose KURANG(i) are cut say nothing.
            if let Some(last) = shown.last_mut().filter(|last| last.starts_with("i ")) {
                *last = "...".into();
            } else {
                shown.push("...".into());
            }
            shown.extend_from_slice(&lines[lines.len() - LAST..]);
            shown
        }
    }
}

#[cfg(test)]
mod tests;
