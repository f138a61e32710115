//! The start screen: where a puzzle comes from.

use ratatui::buffer::Buffer;
use ratatui::style::{Modifier, Style};
use ubin::pack::sets::SETS;
use ubin::slide::Size;

use super::keys::GameKey;
use super::level::GameLevel;
use super::prompt::Prompt;
use super::screen::{Parts, STRONG, ScreenPaint, shortened, wrapped, write};
use crate::phrases;
use crate::phrases::game as say;

/// The sizes that are offered.
const SIZES: [(usize, usize); 4] = [(3, 3), (4, 4), (5, 5), (6, 6)];
/// The longest text that is taken: the largest board is 5 KiB.
const LONGEST: usize = 64 << 10;

/// What the start screen shows.
#[derive(Clone, Debug)]
pub(super) enum Page {
    Menu,
    File(Prompt),
    Random,
    Sets,
    Text(String),
}

/// The start screen.
#[derive(Clone, Debug)]
pub(super) struct StartScreen {
    pub(super) page: Page,
    chosen: usize,
    message: String,
}

/// What was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum StartChoice {
    /// A path, as it was typed.
    File(String),
    /// A new sliding board.
    Random(Size, GameLevel),
    /// A built-in set.
    Set(&'static str),
    /// A puzzle's text.
    Text(String),
    /// The web page.
    Page,
    Quit,
}

/// The lines of the menu.
fn menu() -> Vec<String> {
    vec![say::open_file(), say::random_board(), say::packing_set(), say::type_puzzle(), say::web_page(), say::quit()]
}

impl StartScreen {
    pub(super) fn new() -> StartScreen {
        StartScreen { page: Page::Menu, chosen: 0, message: String::new() }
    }

    /// Says why the choice did not work out.
    pub(super) fn say(&mut self, message: String) {
        self.message = message;
    }

    /// The lines to choose from.
    fn lines(&self) -> Vec<String> {
        match &self.page {
            Page::Menu => menu(),
            Page::Random => randoms().map(|(size, level)| format!("{size} {}", level.said())).collect(),
            Page::Sets => {
                let wide = SETS.iter().map(|set| set.name.len()).max().unwrap_or(0) + 2;
                SETS.iter().map(|set| format!("{:<wide$}{}", set.name, phrases::about_set(set))).collect()
            }
            Page::File(_) | Page::Text(_) => Vec::new(),
        }
    }

    fn turn_to(&mut self, page: Page) {
        (self.page, self.chosen) = (page, 0);
        self.message.clear();
    }

    /// A key was pressed; a choice when one was made.
    pub(super) fn key(&mut self, key: GameKey) -> Option<StartChoice> {
        match (&mut self.page, key) {
            (Page::Menu, GameKey::Esc) => None,
            (_, GameKey::Esc) => {
                self.turn_to(Page::Menu);
                None
            }
            (Page::File(prompt), GameKey::Enter) => {
                let path = prompt.text().trim().to_string();
                (!path.is_empty()).then_some(StartChoice::File(path))
            }
            (Page::File(prompt), key) => {
                self.message.clear();
                prompt.key(key);
                None
            }
            (Page::Text(text), GameKey::Ctrl('d')) => Some(StartChoice::Text(text.clone())),
            (Page::Text(text), key) => {
                self.message.clear();
                typed(text, key);
                None
            }
            _ => self.choose(key),
        }
    }

    fn choose(&mut self, key: GameKey) -> Option<StartChoice> {
        let count = self.lines().len();
        match key {
            GameKey::Up | GameKey::Char('k') | GameKey::BackTab => self.chosen = (self.chosen + count - 1) % count,
            GameKey::Down | GameKey::Char('j') | GameKey::Tab => self.chosen = (self.chosen + 1) % count,
            GameKey::Home => self.chosen = 0,
            GameKey::End => self.chosen = count - 1,
            GameKey::Enter => return self.enter(),
            GameKey::Char(digit @ '1'..='9') if (digit as usize - '0' as usize) <= count => {
                self.chosen = digit as usize - '1' as usize;
                return self.enter();
            }
            _ => {}
        }
        None
    }

    fn enter(&mut self) -> Option<StartChoice> {
        match (&self.page, self.chosen) {
            (Page::Menu, 0) => self.turn_to(Page::File(Prompt::default())),
            (Page::Menu, 1) => self.turn_to(Page::Random),
            (Page::Menu, 2) => self.turn_to(Page::Sets),
            (Page::Menu, 3) => self.turn_to(Page::Text(String::new())),
            (Page::Menu, 4) => return Some(StartChoice::Page),
            (Page::Menu, _) => return Some(StartChoice::Quit),
            (Page::Random, at) => return randoms().nth(at).map(|(size, level)| StartChoice::Random(size, level)),
            (Page::Sets, at) => return SETS.get(at).map(|set| StartChoice::Set(set.name)),
            (Page::File(_) | Page::Text(_), _) => {}
        }
        None
    }

    /// The mouse was pressed on a line of the list.
    pub(super) fn click(&mut self, line: usize) -> Option<StartChoice> {
        if line >= self.lines().len() {
            return None;
        }
        self.chosen = line;
        self.enter()
    }

    /// Text was pasted: on the menu it is a puzzle.
    pub(super) fn paste(&mut self, pasted: &str) {
        match &mut self.page {
            Page::File(prompt) => prompt.paste(pasted),
            Page::Text(text) if text.len() + pasted.len() <= LONGEST => text.push_str(&lines(pasted)),
            Page::Text(_) => self.message = say::too_long_puzzle(),
            Page::Menu | Page::Random | Page::Sets => {
                self.turn_to(Page::Text(String::new()));
                self.paste(pasted);
            }
        }
    }

    /// Whether keys are text here, so that Q and ? are letters.
    pub(super) fn is_typing(&self) -> bool {
        matches!(self.page, Page::File(_) | Page::Text(_))
    }

    pub(super) fn draw(&self, parts: &Parts, buffer: &mut Buffer, paint: ScreenPaint) {
        let (title, keys) = match &self.page {
            Page::Menu => (say::start_title(), say::start_keys()),
            Page::File(_) => (say::open_file(), say::file_keys()),
            Page::Random => (say::random_board(), say::list_keys()),
            Page::Sets => (say::packing_set(), say::list_keys()),
            Page::Text(_) => (say::type_puzzle(), say::text_keys()),
        };
        parts.frame(buffer, &title, (&self.message, paint.warning()), &keys, paint);
        match &self.page {
            Page::File(prompt) => draw_file(prompt, parts, buffer),
            Page::Text(text) => draw_text(text, parts, buffer, paint),
            _ => self.draw_list(parts, buffer, paint),
        }
    }

    /// The first line that is shown when there are more than fit.
    pub(super) fn first(&self, room: usize) -> usize {
        (self.chosen + 1).saturating_sub(room)
    }

    fn draw_list(&self, parts: &Parts, buffer: &mut Buffer, paint: ScreenPaint) {
        let room = usize::from(parts.body.height);
        let first = self.first(room);
        for (row, (number, line)) in self.lines().iter().enumerate().skip(first).take(room).enumerate() {
            let is_chosen = number == self.chosen;
            let mark = if is_chosen { ">" } else { " " };
            let digit = if number < 9 { format!("{}", number + 1) } else { " ".into() };
            let style = match is_chosen {
                true if paint.is_plain() => Style::new().add_modifier(Modifier::REVERSED),
                true => STRONG.patch(paint.loud()),
                false => Style::new(),
            };
            // A space in the colour of the line stands behind it.
            let room = usize::from(parts.body.width).saturating_sub(9);
            write(buffer, parts.body, (2, row as u16), &format!("{mark} {digit}  {} ", shortened(line, room)), style);
        }
    }
}

/// The random boards in order.
fn randoms() -> impl Iterator<Item = (Size, GameLevel)> {
    SIZES.into_iter().flat_map(|(rows, cols)| {
        let size = Size::new(rows, cols).expect("the sizes are in range");
        GameLevel::ALL.map(|level| (size, level))
    })
}

/// A key in a text of several lines.
fn typed(text: &mut String, key: GameKey) {
    match key {
        GameKey::Char(c) if text.len() < LONGEST => text.push(c),
        GameKey::Enter => text.push('\n'),
        GameKey::Backspace => drop(text.pop()),
        GameKey::Ctrl('u') => text.clear(),
        _ => {}
    }
}

/// Terminals paste line ends as carriage returns.
fn lines(pasted: &str) -> String {
    pasted.replace("\r\n", "\n").replace('\r', "\n")
}

fn draw_file(prompt: &Prompt, parts: &Parts, buffer: &mut Buffer) {
    let width = usize::from(parts.body.width.saturating_sub(10));
    let text = prompt.text();
    let skipped = text.chars().count().saturating_sub(width);
    let end: String = text.chars().skip(skipped).collect();
    write(buffer, parts.body, (2, 0), &say::path(end), STRONG);
    let offers = prompt.offers.join("  ");
    let room = usize::from(parts.body.height.saturating_sub(2));
    for (line, y) in wrapped(&offers, width + 4).iter().take(room).zip(2..) {
        write(buffer, parts.body, (2, y), line, Style::new());
    }
}

fn draw_text(text: &str, parts: &Parts, buffer: &mut Buffer, paint: ScreenPaint) {
    let room = usize::from(parts.body.height.saturating_sub(1)).max(1);
    let shown = format!("{text}_");
    let all: Vec<&str> = shown.split('\n').collect();
    for (line, y) in all.iter().skip(all.len().saturating_sub(room)).zip(0..) {
        write(buffer, parts.body, (2, y), line, Style::new());
    }
    if text.is_empty() {
        for (line, y) in wrapped(&say::text_example(), usize::from(parts.body.width.saturating_sub(4))).iter().zip(2..)
        {
            write(buffer, parts.body, (2, y), line, paint.quiet());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(start: &mut StartScreen, keys: &[GameKey]) -> Option<StartChoice> {
        keys.iter().map(|&key| start.key(key)).last().flatten()
    }

    #[test]
    fn every_entry_leads_somewhere() {
        let check =
            |list: &[GameKey], expected: StartChoice| assert_eq!(keys(&mut StartScreen::new(), list), Some(expected));
        check(&[GameKey::Char('2'), GameKey::Enter], StartChoice::Random(Size::new(3, 3).unwrap(), GameLevel::Easy));
        check(
            &[GameKey::Down, GameKey::Enter, GameKey::Up, GameKey::Enter],
            StartChoice::Random(Size::new(6, 6).unwrap(), GameLevel::Hard),
        );
        check(&[GameKey::Char('3'), GameKey::Enter], StartChoice::Set("iq"));
        check(&[GameKey::Char('1'), GameKey::Char('a'), GameKey::Enter], StartChoice::File("a".into()));
        check(
            &[GameKey::Char('4'), GameKey::Char('1'), GameKey::Enter, GameKey::Char('2'), GameKey::Ctrl('d')],
            StartChoice::Text("1\n2".into()),
        );
        check(&[GameKey::Char('5')], StartChoice::Page);
        check(&[GameKey::Up, GameKey::Enter], StartChoice::Quit);
    }

    #[test]
    fn a_paste_on_the_menu_is_a_puzzle() {
        let mut start = StartScreen::new();
        start.paste("1 2\r3 -\r");
        assert_eq!(start.key(GameKey::Ctrl('d')), Some(StartChoice::Text("1 2\n3 -\n".into())));
    }

    #[test]
    fn escape_goes_back_to_the_menu() {
        let mut start = StartScreen::new();
        assert_eq!(
            keys(&mut start, &[GameKey::Char('1'), GameKey::Char('q'), GameKey::Enter]),
            Some(StartChoice::File("q".into()))
        );
        assert_eq!(start.key(GameKey::Esc), None);
        assert!(matches!(start.page, Page::Menu));
    }
}
