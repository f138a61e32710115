//! `ubin play`, and `ubin` alone: puzzles by hand, in the terminal.
//!
//! Games are plain state: keys and time go in, a board comes out, and a game says which search it **wants** ([`worker`]). This file is the loop around them: it reads keys and the clock,
//! draws, and carries jobs and answers between the game and the search, so the screen never waits.

mod answer;
mod course;
mod keys;
mod level;
mod pack;
mod prompt;
mod replay;
mod save;
mod screen;
mod slide;
mod start;
pub(crate) mod terminal;
mod worker;
mod writing;

use std::io::{self, IsTerminal as _};
use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{self, Event, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ubin::slide::{Goal, Puzzle};
use ubin_front::clock::Moment;
use ubin_front::question::PuzzleFields;
use ubin_front::read::AnyPuzzle;

use crate::args::{Common, PlayArgs};
use crate::color;
use crate::complaint::{Complaint, FileError, UsageError};
use crate::exit::Exit;
use crate::input;
use crate::phrases;
use crate::phrases::game as say;
use crate::serve::{self, ServeArgs};
use crate::watch;
use course::{CourseScreen, Opened};
use keys::{GameKey, Then};
use pack::PackGame;
use save::SolvedGame;
use screen::{LEAST, Parts, ScreenPaint};
use slide::SlideGame;
use start::{StartChoice, StartScreen};
use worker::{GameDesk, GameJob, JobResult, JobRunner};
use writing::{Naming, Writing};

/// How long the loop sleeps while something moves, and while nothing does.
const LIVELY: Duration = Duration::from_millis(25);
const IDLE: Duration = Duration::from_millis(200);
/// A search shows its progress when it takes longer than this.
const PATIENCE: Duration = Duration::from_millis(300);

/// Whether a person sits before the program, at a terminal that can be drawn on.
pub(crate) fn is_interactive() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal() && !color::is_dumb()
}

/// Plays the puzzle of the arguments, or opens the start screen.
pub(crate) fn run(common: &Common, args: PlayArgs) -> Result<Exit, Complaint> {
    if common.json || common.output.is_some() {
        return Err(UsageError::OutputOfGame.into());
    }
    let puzzle = args.puzzle.map(|fields| opened(common, fields, args.board.as_deref())).transpose()?;
    if !io::stdout().is_terminal() {
        return Err(UsageError::NoTerminal.into());
    }
    if color::is_dumb() {
        return Err(UsageError::DumbTerminal.into());
    }
    play(common, puzzle)
}

/// The puzzle that the arguments name.
fn opened(common: &Common, mut fields: PuzzleFields, board: Option<&str>) -> Result<AnyPuzzle, Complaint> {
    let names = input::resolve(&mut fields, board)?;
    input::puzzle(common, &fields, &names)
}

/// The start screen.
pub(crate) fn start(common: &Common) -> Result<Exit, Complaint> {
    play(common, None)
}

fn play(common: &Common, puzzle: Option<AnyPuzzle>) -> Result<Exit, Complaint> {
    let failed = FileError::Terminal;
    let mut app = GameApp::new(common, puzzle);
    let _attended = watch::attend();
    let (guard, mut terminal) = terminal::Guard::take().map_err(failed)?;
    terminal::leave_when_it_goes();
    let mut before = Moment::now();
    while app.exit.is_none() {
        terminal.draw(|frame| app.draw(frame.buffer_mut())).map_err(failed)?;
        let pause = if app.is_lively() { LIVELY } else { IDLE };
        let mut waiting = event::poll(pause).map_err(failed)?;
        // All that has arrived is handled before the next drawing: a drag of the mouse is a hundred events.
        while waiting {
            app.event(event::read().map_err(failed)?);
            waiting = app.exit.is_none() && event::poll(Duration::ZERO).map_err(failed)?;
        }
        let passed = before.elapsed();
        before = before.after(passed);
        app.tick(passed);
        if watch::interrupted() {
            app.exit = Some(Exit::Interrupted);
        }
    }
    drop(guard);
    if app.wants_page {
        return serve::run(common, &ServeArgs::with_browser());
    }
    Ok(app.exit.unwrap_or(Exit::Answered))
}

/// What is on the screen.
enum GameScene {
    Start(StartScreen),
    Course(Box<CourseScreen>),
    Slide(Box<SlideGame>),
    Pack(Box<PackGame>),
}

/// Everything between the keys and the screen.
struct GameApp {
    scene: GameScene,
    jobs: JobRunner,
    /// For messages that would otherwise go to standard error.
    common: Common,
    paint: ScreenPaint,
    seed: u64,
    is_from_start: bool,
    /// The first line of the list of keys, while it is shown.
    helping: Option<usize>,
    /// The random board that the start screen waits for.
    making: Option<GameJob>,
    /// The course screen that the game on the screen came from.
    course: Option<Box<CourseScreen>>,
    /// The name of a file to write, being typed, and what is written.
    saving: Option<(Naming, SolvedGame)>,
    /// The file being written.
    writing: Option<Writing>,
    window: Rect,
    exit: Option<Exit>,
    /// The game gives way to the web page.
    wants_page: bool,
}

impl GameApp {
    fn new(common: &Common, puzzle: Option<AnyPuzzle>) -> GameApp {
        // On this screen nothing may be written beside the screen.
        let common = Common { quiet: true, ..common.clone() };
        let is_from_start = puzzle.is_none();
        let mut app = GameApp {
            scene: GameScene::Start(StartScreen::new()),
            jobs: JobRunner::new(GameDesk::new(&common)),
            paint: ScreenPaint::of(common.color),
            seed: common.seed(),
            common,
            is_from_start,
            helping: None,
            making: None,
            course: None,
            saving: None,
            writing: None,
            window: Rect::default(),
            exit: None,
            wants_page: false,
        };
        if let Some(puzzle) = puzzle {
            app.open(puzzle);
        }
        app
    }

    fn open(&mut self, puzzle: AnyPuzzle) {
        self.scene = match puzzle {
            AnyPuzzle::Slide(puzzle) => GameScene::Slide(Box::new(SlideGame::new(*puzzle, self.seed))),
            AnyPuzzle::Pack(puzzle) => GameScene::Pack(Box::new(PackGame::new(*puzzle, self.seed))),
        };
    }

    /// Shows a puzzle's verdict and the methods for it.
    fn present(&mut self, puzzle: AnyPuzzle) {
        self.scene = GameScene::Course(Box::new(CourseScreen::new(puzzle)));
    }

    /// Whether something on the screen moves by itself.
    fn is_lively(&self) -> bool {
        let watching = match &self.scene {
            GameScene::Start(_) | GameScene::Course(_) => false,
            GameScene::Slide(game) => game.watch().is_some_and(|watch| watch.replay.is_playing()),
            GameScene::Pack(game) => game.watch().is_some_and(|watch| watch.replay.is_playing()),
        };
        watching || self.jobs.progress().is_some() || self.writing.is_some()
    }

    fn event(&mut self, event: Event) {
        match event {
            Event::Key(event) => {
                if let Some(key) = keys::of(event) {
                    self.key(key);
                }
            }
            Event::Mouse(event) if !self.is_small() => self.mouse(event),
            Event::Paste(text) => match (&mut self.saving, &mut self.scene) {
                (Some((naming, _)), _) => {
                    naming.paste(&text);
                    self.say(String::new());
                }
                (None, GameScene::Start(start)) => start.paste(&text),
                (None, GameScene::Course(course)) => course.paste(&text),
                _ => {}
            },
            _ => {}
        }
        self.jobs.want(self.wants());
    }

    fn wants(&self) -> Option<GameJob> {
        match &self.scene {
            GameScene::Start(_) => self.making.clone(),
            GameScene::Course(course) => course.wants(),
            GameScene::Slide(game) => game.wants(),
            GameScene::Pack(game) => game.wants(),
        }
    }

    fn key(&mut self, key: GameKey) {
        if key == GameKey::Ctrl('c') {
            self.exit = Some(Exit::Interrupted);
            return;
        }
        if self.scroll_help(key) {
            return;
        }
        if let Some((naming, _)) = &mut self.saving {
            match key {
                GameKey::Esc => self.saving = None,
                GameKey::Enter => return self.save(),
                key => naming.key(key),
            }
            // What was said of the name was about another one.
            self.say(String::new());
            return;
        }
        if let (GameKey::Esc, Some(writing)) = (key, &self.writing) {
            writing.stop();
            return;
        }
        let is_typing = match &self.scene {
            GameScene::Start(start) => start.is_typing(),
            GameScene::Course(course) => course.typed().is_some(),
            GameScene::Slide(_) | GameScene::Pack(_) => false,
        };
        match key {
            GameKey::Char('?') if !is_typing => self.helping = Some(0),
            GameKey::Char('q') if !is_typing => self.exit = Some(Exit::Answered),
            GameKey::Char('Q') if !is_typing && !self.has_piece(key) => self.exit = Some(Exit::Answered),
            key => self.scene_key(key),
        }
    }

    /// Opens the list of keys by F1, or scrolls it, or closes it by any other key; whether the key was for it.
    fn scroll_help(&mut self, key: GameKey) -> bool {
        let Some(first) = self.helping else {
            self.helping = (key == GameKey::Help).then_some(0);
            return self.helping.is_some();
        };
        let end = screen::help_end(self.help().1, self.window);
        let first = first.min(end);
        self.helping = match key {
            _ if end == 0 => None,
            GameKey::Up => Some(first.saturating_sub(1)),
            GameKey::Down => Some((first + 1).min(end)),
            GameKey::PageUp | GameKey::Home => Some(0),
            GameKey::PageDown | GameKey::End | GameKey::Char(' ') => Some(end),
            _ => None,
        };
        true
    }

    /// Whether a key is the name of a piece, so that it takes the piece.
    fn has_piece(&self, key: GameKey) -> bool {
        matches!(&self.scene, GameScene::Pack(game) if game.has_piece(key))
    }

    fn scene_key(&mut self, key: GameKey) {
        if self.shows_answer() {
            match key {
                GameKey::Esc => return self.leave(),
                // What the course screen does with its puzzle, it does from the answer, too.
                GameKey::Char('t' | 'c' | 'p') if self.course.is_some() => self.leave(),
                _ => {}
            }
        }
        let then = match &mut self.scene {
            GameScene::Start(start) => {
                if let Some(choice) = start.key(key) {
                    self.choose(choice);
                }
                return;
            }
            GameScene::Course(course) => course.key(key),
            GameScene::Slide(game) => game.key(key),
            GameScene::Pack(game) => game.key(key),
        };
        match then {
            Then::Stay => {}
            Then::Stop => self.jobs.stop(),
            Then::Back if self.jobs.progress().is_some() => self.jobs.stop(),
            Then::Back if self.is_from_start => self.leave(),
            Then::Back => self.say(say::q_quits()),
            Then::Save => self.ask_name(),
            Then::Play => self.play_puzzle(),
        }
    }

    /// Whether the screen shows an answer that the course screen asked for.
    fn shows_answer(&self) -> bool {
        match &self.scene {
            GameScene::Start(_) | GameScene::Course(_) => false,
            GameScene::Slide(game) => game.watch().is_some_and(|watch| watch.told.is_some()),
            GameScene::Pack(game) => game.watch().is_some_and(|watch| watch.told.is_some()),
        }
    }

    /// Back to where the screen came from: the course screen, or the start.
    fn leave(&mut self) {
        self.scene = match self.course.take() {
            Some(course) => GameScene::Course(course),
            None => GameScene::Start(StartScreen::new()),
        };
    }

    /// Plays the puzzle of the course screen.
    fn play_puzzle(&mut self) {
        let GameScene::Course(course) = &self.scene else { return };
        let (course, puzzle) = (course.clone(), course.puzzle().clone());
        self.open(puzzle);
        self.course = Some(course);
    }

    /// Opens the game that walks through an answer.
    fn walk(&mut self, opened: Opened) {
        let scene = match opened {
            Opened::Slide(game) => GameScene::Slide(game),
            Opened::Pack(game) => GameScene::Pack(game),
        };
        if let GameScene::Course(course) = std::mem::replace(&mut self.scene, scene) {
            self.course = Some(course);
        }
    }

    fn choose(&mut self, choice: StartChoice) {
        let puzzle = match choice {
            StartChoice::Quit => {
                self.exit = Some(Exit::Answered);
                return;
            }
            StartChoice::Page => {
                (self.exit, self.wants_page) = (Some(Exit::Answered), true);
                return;
            }
            StartChoice::Random(size, level) => {
                self.making = Some(GameJob::Shuffle { goal: Goal::BlankLast.board(size), level, seed: self.seed });
                self.seed = self.seed.wrapping_add(1000);
                self.say(say::making_board(level.said()));
                return;
            }
            StartChoice::File(path) => self.read(&path),
            StartChoice::Set(name) => self.read(name),
            StartChoice::Text(text) => input::typed(&text),
        };
        match puzzle {
            Ok(puzzle) => self.present(puzzle),
            // What a command may be given instead is no help here.
            Err(Complaint::Usage(UsageError::NotAPuzzle { argument, .. })) => self.say(say::no_file(argument)),
            Err(complaint) => self.say(complaint.said()),
        }
    }

    fn read(&self, argument: &str) -> Result<AnyPuzzle, Complaint> {
        if argument == "-" {
            return Err(UsageError::KeyboardAsFile.into());
        }
        // Opening a pipe would wait for its other end, and the screen with it.
        if std::fs::metadata(argument).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
            return Err(UsageError::NotAFile(argument.into()).into());
        }
        opened(&self.common, PuzzleFields { puzzle: argument.into(), ..PuzzleFields::default() }, None)
    }

    fn say(&mut self, message: String) {
        match &mut self.scene {
            GameScene::Start(start) => start.say(message),
            GameScene::Course(course) => course.say(message),
            GameScene::Slide(game) => game.say(message),
            GameScene::Pack(game) => game.say(message),
        }
    }

    fn ask_name(&mut self) {
        let solved = match &self.scene {
            GameScene::Start(_) => None,
            GameScene::Course(course) => course.saved(),
            GameScene::Slide(game) => game.solution(),
            GameScene::Pack(game) => game.solution(),
        };
        match solved {
            Some(_) if self.writing.is_some() => self.say(say::one_file()),
            Some(solved) => {
                self.say(String::new());
                self.saving = Some((Naming::with(solved.name()), solved));
            }
            None => self.say(say::no_solution_yet()),
        }
    }

    /// Begins to write the solution to the file whose name was typed.
    fn save(&mut self) {
        let Some((mut naming, solved)) = self.saving.take() else { return };
        match naming.path(solved.endings()) {
            Ok(path) => {
                self.say(String::new());
                self.writing = Some(Writing::begin(solved, path, self.jobs.desk(), &self.common));
            }
            Err(why) => {
                self.saving = Some((naming, solved));
                self.say(why);
            }
        }
    }

    fn mouse(&mut self, event: MouseEvent) {
        let (window, at) = (self.window, (event.column, event.row));
        let left = event.kind == MouseEventKind::Down(MouseButton::Left);
        if self.saving.is_some() || self.helping.is_some() {
            self.helping = self.helping.filter(|_| !left);
            return;
        }
        match &mut self.scene {
            GameScene::Start(start) if left => {
                let body = Parts::of(window).body;
                let line = at.1.checked_sub(body.y).filter(|row| *row < body.height);
                let first = start.first(usize::from(body.height));
                if let Some(choice) = line.and_then(|row| start.click(first + usize::from(row))) {
                    self.choose(choice);
                }
            }
            GameScene::Slide(game) if left => {
                if let Some(cell) = slide::view::cell_at(game, window, at) {
                    game.click(cell);
                }
            }
            GameScene::Pack(game) => pack_mouse(game, window, event),
            _ => {}
        }
    }

    fn tick(&mut self, passed: Duration) {
        match &mut self.scene {
            GameScene::Start(_) | GameScene::Course(_) => {}
            GameScene::Slide(game) => game.tick(passed),
            GameScene::Pack(game) => game.tick(passed),
        }
        if let Some(said) = self.writing.as_mut().and_then(Writing::poll) {
            self.writing = None;
            self.say(said);
        }
        self.jobs.want(self.wants());
        if let GameScene::Course(course) = &mut self.scene {
            course.take_rows(self.jobs.rows());
        }
        if let Some(found) = self.jobs.poll() {
            self.take(found);
            self.jobs.want(self.wants());
        }
    }

    /// A search has ended.
    fn take(&mut self, found: JobResult) {
        match &mut self.scene {
            GameScene::Start(_) => self.take_board(found),
            GameScene::Course(course) => {
                if let Some(opened) = course.take(found, self.seed) {
                    self.walk(opened);
                }
            }
            GameScene::Slide(game) => game.take(found),
            GameScene::Pack(game) => game.take(found),
        }
    }

    /// The random board that the start screen waits for was made, or not.
    fn take_board(&mut self, found: JobResult) {
        let (Some(GameJob::Shuffle { goal, .. }), JobResult::Shuffle(made)) = (self.making.take(), found) else {
            return;
        };
        match made {
            Ok((board, _)) => {
                let puzzle = Puzzle::new(board, goal).expect("the sizes are equal");
                self.present(AnyPuzzle::Slide(Box::new(puzzle)));
            }
            Err(stop) => self.say(say::no_new_board(phrases::stop(stop))),
        }
    }

    fn is_small(&self) -> bool {
        self.window.width < LEAST.0 || self.window.height < LEAST.1
    }

    fn draw(&mut self, buffer: &mut Buffer) {
        self.window = buffer.area;
        if self.is_small() {
            screen::too_small(buffer);
            return;
        }
        let parts = Parts::of(buffer.area);
        let paint = self.paint;
        if let Some(first) = self.helping {
            let (title, keys) = self.help();
            screen::help(buffer, &title, keys, first.min(screen::help_end(keys, buffer.area)));
            return;
        }
        match &self.scene {
            GameScene::Start(start) => start.draw(&parts, buffer, paint),
            GameScene::Course(course) => {
                self.frame(&parts, buffer, &course::view::heading(course), &course::view::keys(course));
                course::view::draw(course, &parts, buffer, paint);
            }
            GameScene::Slide(game) => {
                let size = game.shown().size();
                let keys = if self.shows_answer() { say::answer_keys() } else { slide::view::keys(game) };
                self.frame(&parts, buffer, &say::sliding_title(size), &keys);
                slide::view::draw(game, &parts, buffer, paint);
            }
            GameScene::Pack(game) => {
                let keys = if self.shows_answer() { say::answer_keys() } else { pack::view::keys(game) };
                self.frame(&parts, buffer, &say::title(game.title()), &keys);
                pack::view::draw(game, &parts, buffer, paint);
            }
        }
    }

    fn help(&self) -> (String, &'static keys::Keys) {
        if self.saving.is_some() {
            return (say::keys_of_typing(), keys::TYPING);
        }
        match &self.scene {
            GameScene::Course(course) if course.typed().is_some() => (say::keys_of_typing(), keys::TYPING),
            GameScene::Start(_) => (say::keys_of_start(), keys::START),
            GameScene::Course(course) if course.has_view() => (say::keys_of_view(), keys::VIEW),
            GameScene::Course(course) => {
                let is_slide = matches!(course.puzzle(), AnyPuzzle::Slide(_));
                (say::keys_of_course(), if is_slide { keys::COURSE } else { keys::COURSE_PACK })
            }
            GameScene::Slide(_) | GameScene::Pack(_) if self.shows_answer() => (say::keys_of_watch(), keys::ANSWER),
            GameScene::Slide(game) if game.watch().is_some() => (say::keys_of_watch(), keys::WATCH),
            GameScene::Pack(game) if game.watch().is_some() => (say::keys_of_watch(), keys::WATCH),
            GameScene::Slide(_) => (say::keys_of_slide(), keys::SLIDE),
            GameScene::Pack(_) => (say::keys_of_pack(), keys::PACK),
        }
    }

    /// The title, the message or what the search does, and the keys.
    fn frame(&self, parts: &Parts, buffer: &mut Buffer, title: &str, keys: &str) {
        let (message, waits) = match &self.scene {
            GameScene::Start(_) => ("", false),
            GameScene::Course(course) => (course.message(), course.is_waiting()),
            GameScene::Slide(game) => (game.message(), game.is_waiting()),
            GameScene::Pack(game) => (game.message(), game.is_waiting()),
        };
        if let Some((Naming { prompt, .. }, solved)) = &self.saving {
            let text = say::write_to(prompt.text(), message, prompt.offers.join("  "));
            let endings: Vec<String> = solved.endings().iter().map(|ending| format!(".{ending}")).collect();
            parts.frame(buffer, title, (&text, Style::new()), &say::name_keys(endings.join(" ")), self.paint);
            return;
        }
        if let GameScene::Course(course) = &self.scene
            && let Some(text) = course.typed()
        {
            parts.frame(buffer, title, (&text, Style::new()), keys, self.paint);
            return;
        }
        let writing = self.writing.as_ref().map(Writing::progress).filter(|(_, elapsed)| *elapsed >= PATIENCE);
        let writing = writing.map(|(text, _)| text);
        let text = match writing.or_else(|| waits.then(|| self.searching(message.is_empty())).flatten()) {
            Some(progress) => format!("{message} {progress}"),
            None => message.to_string(),
        };
        parts.frame(buffer, title, (text.trim_start(), Style::new()), keys, self.paint);
    }

    /// How far the search is, after what is done where no message says it.
    fn searching(&self, is_alone: bool) -> Option<String> {
        let (progress, elapsed) = self.jobs.progress().filter(|(_, elapsed)| *elapsed >= PATIENCE)?;
        let (seconds, nodes) = (phrases::seconds(elapsed), phrases::grouped(progress.nodes));
        let mut text = match (self.jobs.method(), is_alone) {
            (Some(method), _) => format!("{method}: {}", say::so_far(seconds, nodes)),
            (None, true) => say::searching(seconds, nodes),
            (None, false) => say::so_far(seconds, nodes),
        };
        if progress.lower > 0 {
            text += &say::searching_least(progress.lower);
        }
        if let Some(upper) = progress.upper {
            text += &phrases::progress_most(upper);
        }
        Some(say::esc_stops(text))
    }
}

/// Hovering moves the piece in hand, the left button takes and places, the right one and the wheel turn.
fn pack_mouse(game: &mut PackGame, window: Rect, event: MouseEvent) {
    let at = (event.column, event.row);
    let spot = pack::view::spot_at(game, window, at);
    match (event.kind, spot) {
        (MouseEventKind::Down(MouseButton::Left), Some(spot)) => game.click(spot),
        (MouseEventKind::Down(MouseButton::Left), None) => {
            if let Some(piece) = pack::view::piece_at(game, window, at) {
                game.pick(piece);
            }
        }
        (MouseEventKind::Down(MouseButton::Right) | MouseEventKind::ScrollDown | MouseEventKind::ScrollUp, _) => {
            game.turn();
        }
        (MouseEventKind::Moved | MouseEventKind::Drag(_), Some(spot)) => game.hover(spot),
        _ => {}
    }
}

#[cfg(test)]
mod tests;
