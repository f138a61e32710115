//! `ubin play`, and `ubin` alone: puzzles by hand, in the terminal.
//!
//! Games are plain state: keys and time go in, a board comes out, and a game says which search it **wants** ([`worker`]). This file is the loop around them: it reads keys and the clock,
//! draws, and carries jobs and answers between the game and the search, so the screen never waits.

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
use std::time::{Duration, Instant};

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{self, Event, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ubin::slide::Goal;
use ubin_front::question::PuzzleFields;
use ubin_front::read::AnyPuzzle;
use ubin_front::render::text::grouped;

use crate::args::{Common, PlayArgs};
use crate::complaint::{Complaint, FileError, UsageError};
use crate::exit::Exit;
use crate::input;
use crate::output;
use crate::serve::{self, ServeArgs};
use crate::watch;
use keys::{GameKey, Then};
use pack::PackGame;
use save::SolvedGame;
use screen::{LEAST, Parts, ScreenPaint};
use slide::SlideGame;
use start::{StartChoice, StartScreen};
use worker::{GameDesk, JobRunner};
use writing::{Naming, Writing};

/// How long the loop sleeps while something moves, and while nothing does.
const LIVELY: Duration = Duration::from_millis(25);
const IDLE: Duration = Duration::from_millis(200);
/// A search shows its progress when it takes longer than this.
const PATIENCE: Duration = Duration::from_millis(300);

/// Whether a person sits before the program.
pub(crate) fn is_interactive() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
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
    let mut before = Instant::now();
    while app.exit.is_none() {
        terminal.draw(|frame| app.draw(frame.buffer_mut())).map_err(failed)?;
        let pause = if app.is_lively() { LIVELY } else { IDLE };
        let mut waiting = event::poll(pause).map_err(failed)?;
        // All that has arrived is handled before the next drawing: a drag of the mouse is a hundred events.
        while waiting {
            app.event(event::read().map_err(failed)?);
            waiting = app.exit.is_none() && event::poll(Duration::ZERO).map_err(failed)?;
        }
        let now = Instant::now();
        app.tick(now - before);
        before = now;
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
    is_helping: bool,
    /// The name of a file to write, being typed.
    saving: Option<Naming>,
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
            paint: ScreenPaint::of(output::colored(common.color, true)),
            seed: common.seed(),
            common,
            is_from_start,
            is_helping: false,
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

    /// Whether something on the screen moves by itself.
    fn is_lively(&self) -> bool {
        let watching = match &self.scene {
            GameScene::Start(_) => false,
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
                (Some(naming), _) => naming.paste(&text),
                (None, GameScene::Start(start)) => start.paste(&text),
                _ => {}
            },
            _ => {}
        }
        self.jobs.want(self.wants());
    }

    fn wants(&self) -> Option<worker::GameJob> {
        match &self.scene {
            GameScene::Start(_) => None,
            GameScene::Slide(game) => game.wants(),
            GameScene::Pack(game) => game.wants(),
        }
    }

    fn key(&mut self, key: GameKey) {
        if key == GameKey::Ctrl('c') {
            self.exit = Some(Exit::Interrupted);
            return;
        }
        if let Some(naming) = &mut self.saving {
            match key {
                GameKey::Esc => self.saving = None,
                GameKey::Enter => self.save(),
                key => naming.key(key),
            }
            return;
        }
        if let (GameKey::Esc, Some(writing)) = (key, &self.writing) {
            writing.stop();
            return;
        }
        if std::mem::take(&mut self.is_helping) {
            return;
        }
        let is_typing = matches!(&self.scene, GameScene::Start(start) if start.is_typing());
        match key {
            GameKey::Char('?') if !is_typing => self.is_helping = !matches!(self.scene, GameScene::Start(_)),
            GameKey::Char('q') if !is_typing => self.exit = Some(Exit::Answered),
            GameKey::Char('Q') if !is_typing && !self.has_piece(key) => self.exit = Some(Exit::Answered),
            key => self.scene_key(key),
        }
    }

    /// Whether a key is the name of a piece, so that it takes the piece.
    fn has_piece(&self, key: GameKey) -> bool {
        matches!(&self.scene, GameScene::Pack(game) if game.has_piece(key))
    }

    fn scene_key(&mut self, key: GameKey) {
        let then = match &mut self.scene {
            GameScene::Start(start) => {
                if let Some(choice) = start.key(key) {
                    self.choose(choice);
                }
                return;
            }
            GameScene::Slide(game) => game.key(key),
            GameScene::Pack(game) => game.key(key),
        };
        match then {
            Then::Stay => {}
            Then::Stop => self.jobs.stop(),
            Then::Back if self.jobs.progress().is_some() => self.jobs.stop(),
            Then::Back if self.is_from_start => self.scene = GameScene::Start(StartScreen::new()),
            Then::Back => self.say("Q quits.".into()),
            Then::Save => self.ask_name(),
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
                self.scene =
                    GameScene::Slide(Box::new(SlideGame::making(Goal::BlankLast.board(size), level, self.seed)));
                self.seed = self.seed.wrapping_add(1000);
                return;
            }
            StartChoice::File(path) => self.read(&path),
            StartChoice::Set(name) => self.read(name),
            StartChoice::Text(text) => input::typed(&text),
        };
        match puzzle {
            Ok(puzzle) => self.open(puzzle),
            Err(complaint) => self.say(complaint.to_string()),
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
            GameScene::Slide(game) => game.say(message),
            GameScene::Pack(game) => game.say(message),
        }
    }

    fn ask_name(&mut self) {
        let has_solution = match &self.scene {
            GameScene::Start(_) => false,
            GameScene::Slide(game) => game.solution().is_some(),
            GameScene::Pack(game) => game.solution().is_some(),
        };
        match has_solution {
            true if self.writing.is_some() => self.say("One file is being written: Esc stops it.".into()),
            true => {
                self.say(String::new());
                self.saving = Some(Naming::with("solution.svg"));
            }
            false => self.say("There is no solution to write yet: S solves.".into()),
        }
    }

    /// Begins to write the solution to the file whose name was typed.
    fn save(&mut self) {
        let Some(naming) = &mut self.saving else { return };
        let path = match naming.path() {
            Ok(path) => path,
            Err(why) => return self.say(why),
        };
        let solved = match &self.scene {
            GameScene::Start(_) => None,
            GameScene::Slide(game) => {
                game.solution().map(|(puzzle, moves, is_proven)| SolvedGame::Way(puzzle, moves, is_proven))
            }
            GameScene::Pack(game) => {
                game.solution().map(|(puzzle, solution)| SolvedGame::Packing(puzzle.clone(), solution))
            }
        };
        self.saving = None;
        self.say(String::new());
        self.writing = solved.map(|solved| Writing::begin(solved, path, self.jobs.desk(), &self.common));
    }

    fn mouse(&mut self, event: MouseEvent) {
        let (window, at) = (self.window, (event.column, event.row));
        let left = event.kind == MouseEventKind::Down(MouseButton::Left);
        if self.saving.is_some() || self.is_helping {
            self.is_helping &= !left;
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
            GameScene::Start(_) => {}
            GameScene::Slide(game) => game.tick(passed),
            GameScene::Pack(game) => game.tick(passed),
        }
        if let Some(said) = self.writing.as_mut().and_then(Writing::poll) {
            self.writing = None;
            self.say(said);
        }
        self.jobs.want(self.wants());
        if let Some(found) = self.jobs.poll() {
            match &mut self.scene {
                GameScene::Start(_) => {}
                GameScene::Slide(game) => game.take(found),
                GameScene::Pack(game) => game.take(found),
            }
            self.jobs.want(self.wants());
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
        if self.is_helping {
            let (title, keys) = self.help();
            screen::help(buffer, title, keys);
            return;
        }
        match &self.scene {
            GameScene::Start(start) => start.draw(&parts, buffer, paint),
            GameScene::Slide(game) => {
                let size = game.shown().size();
                self.frame(&parts, buffer, &format!("ubin: sliding tiles, {size}"), slide::view::keys(game));
                slide::view::draw(game, &parts, buffer, paint);
            }
            GameScene::Pack(game) => {
                self.frame(&parts, buffer, &format!("ubin: {}", game.title()), pack::view::keys(game));
                pack::view::draw(game, &parts, buffer, paint);
            }
        }
    }

    fn help(&self) -> (&'static str, &'static keys::Keys) {
        match &self.scene {
            GameScene::Slide(game) if game.watch().is_some() => ("Keys while watching", keys::WATCH),
            GameScene::Pack(game) if game.watch().is_some() => ("Keys while watching", keys::WATCH),
            GameScene::Pack(_) => ("Keys of packing", keys::PACK),
            GameScene::Slide(_) | GameScene::Start(_) => ("Keys of sliding tiles", keys::SLIDE),
        }
    }

    /// The title, the message or what the search does, and the keys.
    fn frame(&self, parts: &Parts, buffer: &mut Buffer, title: &str, keys: &str) {
        let (message, waits) = match &self.scene {
            GameScene::Start(_) => ("", false),
            GameScene::Slide(game) => (game.message(), game.is_waiting()),
            GameScene::Pack(game) => (game.message(), game.is_waiting()),
        };
        if let Some(Naming { prompt, .. }) = &self.saving {
            let offers = prompt.offers.join("  ");
            let text = format!("Write the solution to: {}_ {message} {offers}", prompt.text());
            let keys = "Enter writes (.txt .svg .png .gif)  Tab completes  Esc does not";
            parts.frame(buffer, title, (&text, Style::new()), keys, self.paint);
            return;
        }
        let writing = self.writing.as_ref().map(Writing::progress).filter(|(_, elapsed)| *elapsed >= PATIENCE);
        let writing = writing.map(|(text, _)| text);
        let text = match writing.or_else(|| waits.then(|| self.searching()).flatten()) {
            Some(progress) => format!("{message} {progress}"),
            None => message.to_string(),
        };
        parts.frame(buffer, title, (text.trim_start(), Style::new()), keys, self.paint);
    }

    fn searching(&self) -> Option<String> {
        let (progress, elapsed) = self.jobs.progress().filter(|(_, elapsed)| *elapsed >= PATIENCE)?;
        let mut text = format!("Searching: {:.1} s, {} nodes", elapsed.as_secs_f64(), grouped(progress.nodes));
        if progress.lower > 0 {
            text += &format!(", at least {} moves", progress.lower);
        }
        if let Some(upper) = progress.upper {
            text += &format!(", at most {upper}");
        }
        Some(text + ". Esc stops.")
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
