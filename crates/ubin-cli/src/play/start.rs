//! The start screen: where a puzzle comes from.

use ratatui::buffer::Buffer;
use ratatui::style::{Modifier, Style};
use ubin::pack::sets::SETS;
use ubin::slide::Size;

use super::keys::Key;
use super::level::Level;
use super::prompt::Prompt;
use super::screen::{Paint, Parts, STRONG, wrapped, write};

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
pub(super) struct Start {
    pub(super) page: Page,
    chosen: usize,
    message: String,
}

/// What was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// A path, as it was typed.
    File(String),
    /// A new sliding board.
    Random(Size, Level),
    /// A built-in set.
    Set(&'static str),
    /// A puzzle's text.
    Text(String),
    /// The web page.
    Page,
    Quit,
}

const MENU: [&str; 6] = [
    "Open a file",
    "A random sliding board",
    "A built-in packing puzzle",
    "Paste or type a puzzle",
    "Start the web page",
    "Quit",
];

impl Start {
    pub(super) fn new() -> Start {
        Start { page: Page::Menu, chosen: 0, message: String::new() }
    }

    /// Says why the choice did not work out.
    pub(super) fn say(&mut self, message: String) {
        self.message = message;
    }

    /// The lines to choose from.
    fn lines(&self) -> Vec<String> {
        match &self.page {
            Page::Menu => MENU.map(String::from).into(),
            Page::Random => randoms().map(|(size, level)| format!("{size} {}", level.name())).collect(),
            Page::Sets => SETS.iter().map(|set| format!("{:<18}{}", set.name, set.about)).collect(),
            Page::File(_) | Page::Text(_) => Vec::new(),
        }
    }

    fn turn_to(&mut self, page: Page) {
        (self.page, self.chosen) = (page, 0);
        self.message.clear();
    }

    /// A key was pressed; a choice when one was made.
    pub(super) fn key(&mut self, key: Key) -> Option<Choice> {
        match (&mut self.page, key) {
            (Page::Menu, Key::Esc) => None,
            (_, Key::Esc) => {
                self.turn_to(Page::Menu);
                None
            }
            (Page::File(prompt), Key::Enter) => {
                let path = prompt.text().trim().to_string();
                (!path.is_empty()).then_some(Choice::File(path))
            }
            (Page::File(prompt), key) => {
                self.message.clear();
                prompt.key(key);
                None
            }
            (Page::Text(text), Key::Ctrl('d')) => Some(Choice::Text(text.clone())),
            (Page::Text(text), key) => {
                self.message.clear();
                typed(text, key);
                None
            }
            _ => self.choose(key),
        }
    }

    fn choose(&mut self, key: Key) -> Option<Choice> {
        let count = self.lines().len();
        match key {
            Key::Up | Key::Char('k') | Key::BackTab => self.chosen = (self.chosen + count - 1) % count,
            Key::Down | Key::Char('j') | Key::Tab => self.chosen = (self.chosen + 1) % count,
            Key::Home => self.chosen = 0,
            Key::End => self.chosen = count - 1,
            Key::Enter => return self.enter(),
            Key::Char(digit @ '1'..='9') if (digit as usize - '0' as usize) <= count => {
                self.chosen = digit as usize - '1' as usize;
                return self.enter();
            }
            _ => {}
        }
        None
    }

    fn enter(&mut self) -> Option<Choice> {
        match (&self.page, self.chosen) {
            (Page::Menu, 0) => self.turn_to(Page::File(Prompt::default())),
            (Page::Menu, 1) => self.turn_to(Page::Random),
            (Page::Menu, 2) => self.turn_to(Page::Sets),
            (Page::Menu, 3) => self.turn_to(Page::Text(String::new())),
            (Page::Menu, 4) => return Some(Choice::Page),
            (Page::Menu, _) => return Some(Choice::Quit),
            (Page::Random, at) => return randoms().nth(at).map(|(size, level)| Choice::Random(size, level)),
            (Page::Sets, at) => return SETS.get(at).map(|set| Choice::Set(set.name)),
            (Page::File(_) | Page::Text(_), _) => {}
        }
        None
    }

    /// The mouse was pressed on a line of the list.
    pub(super) fn click(&mut self, line: usize) -> Option<Choice> {
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
            Page::Text(_) => self.message = "This is too long for a puzzle.".into(),
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

    pub(super) fn draw(&self, parts: &Parts, buffer: &mut Buffer, paint: Paint) {
        let (title, keys) = match &self.page {
            Page::Menu => ("ubin: tile puzzles", "arrows choose  Enter opens  1-6  Q quit"),
            Page::File(_) => ("Open a file", "Tab completes  Enter opens  Esc back"),
            Page::Random => ("A random sliding board", "arrows choose  Enter starts  Esc back"),
            Page::Sets => ("A built-in packing puzzle", "arrows choose  Enter starts  Esc back"),
            Page::Text(_) => ("Paste or type a puzzle", "Ctrl-D plays it  Esc back"),
        };
        parts.frame(buffer, title, (&self.message, paint.warning()), keys, paint);
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

    fn draw_list(&self, parts: &Parts, buffer: &mut Buffer, paint: Paint) {
        let room = usize::from(parts.body.height);
        let first = self.first(room);
        for (row, (number, line)) in self.lines().iter().enumerate().skip(first).take(room).enumerate() {
            let is_chosen = number == self.chosen;
            let mark = if is_chosen { ">" } else { " " };
            let digit = if number < 9 { format!("{}", number + 1) } else { " ".into() };
            let style = match is_chosen {
                true if paint == Paint::Plain => Style::new().add_modifier(Modifier::REVERSED),
                true => STRONG.patch(paint.loud()),
                false => Style::new(),
            };
            write(buffer, parts.body, (2, row as u16), &format!("{mark} {digit}  {line} "), style);
        }
    }
}

/// The random boards in order.
fn randoms() -> impl Iterator<Item = (Size, Level)> {
    SIZES.into_iter().flat_map(|(rows, cols)| {
        let size = Size::new(rows, cols).expect("the sizes are in range");
        Level::ALL.map(|level| (size, level))
    })
}

/// A key in a text of several lines.
fn typed(text: &mut String, key: Key) {
    match key {
        Key::Char(c) if text.len() < LONGEST => text.push(c),
        Key::Enter => text.push('\n'),
        Key::Backspace => drop(text.pop()),
        Key::Ctrl('u') => text.clear(),
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
    write(buffer, parts.body, (2, 0), &format!("Path: {end}_"), STRONG);
    let offers = prompt.offers.join("  ");
    let room = usize::from(parts.body.height.saturating_sub(2));
    for (line, y) in wrapped(&offers, width + 4).iter().take(room).zip(2..) {
        write(buffer, parts.body, (2, y), line, Style::new());
    }
}

fn draw_text(text: &str, parts: &Parts, buffer: &mut Buffer, paint: Paint) {
    let room = usize::from(parts.body.height.saturating_sub(1)).max(1);
    let shown = format!("{text}_");
    let all: Vec<&str> = shown.split('\n').collect();
    for (line, y) in all.iter().skip(all.len().saturating_sub(room)).zip(0..) {
        write(buffer, parts.body, (2, y), line, Style::new());
    }
    if text.is_empty() {
        let hint = "Rows such as 1 2 3 / 4 5 6 / 7 - 8, or a packing puzzle: N M P, its kind, its pieces.";
        for (line, y) in wrapped(hint, usize::from(parts.body.width.saturating_sub(4))).iter().zip(2..) {
            write(buffer, parts.body, (2, y), line, paint.quiet());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(start: &mut Start, keys: &[Key]) -> Option<Choice> {
        keys.iter().map(|&key| start.key(key)).last().flatten()
    }

    #[test]
    fn every_entry_leads_somewhere() {
        let check = |list: &[Key], expected: Choice| assert_eq!(keys(&mut Start::new(), list), Some(expected));
        check(&[Key::Char('2'), Key::Enter], Choice::Random(Size::new(3, 3).unwrap(), Level::Easy));
        check(&[Key::Down, Key::Enter, Key::Up, Key::Enter], Choice::Random(Size::new(6, 6).unwrap(), Level::Hard));
        check(&[Key::Char('3'), Key::Enter], Choice::Set("iq"));
        check(&[Key::Char('1'), Key::Char('a'), Key::Enter], Choice::File("a".into()));
        check(
            &[Key::Char('4'), Key::Char('1'), Key::Enter, Key::Char('2'), Key::Ctrl('d')],
            Choice::Text("1\n2".into()),
        );
        check(&[Key::Char('5')], Choice::Page);
        check(&[Key::Up, Key::Enter], Choice::Quit);
    }

    #[test]
    fn a_paste_on_the_menu_is_a_puzzle() {
        let mut start = Start::new();
        start.paste("1 2\r3 -\r");
        assert_eq!(start.key(Key::Ctrl('d')), Some(Choice::Text("1 2\n3 -\n".into())));
    }

    #[test]
    fn escape_goes_back_to_the_menu() {
        let mut start = Start::new();
        assert_eq!(keys(&mut start, &[Key::Char('1'), Key::Char('q'), Key::Enter]), Some(Choice::File("q".into())));
        assert_eq!(start.key(Key::Esc), None);
        assert!(matches!(start.page, Page::Menu));
    }
}
