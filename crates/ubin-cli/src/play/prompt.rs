//! A line of text that is typed: a path, with Tab to complete it.

use std::path::Path;

use super::keys::GameKey;

/// A line being typed.
#[derive(Clone, Debug, Default)]
pub(super) struct Prompt {
    text: String,
    /// Whether the text is only an offer: the first letter takes its place.
    is_offer: bool,
    /// Endings that the text may be completed to, when there are several.
    pub(super) offers: Vec<String>,
}

impl Prompt {
    #[cfg(test)]
    pub(super) fn with(text: &str) -> Prompt {
        Prompt { text: text.into(), ..Prompt::default() }
    }

    /// A line with a text that the first letter replaces.
    pub(super) fn offering(text: &str) -> Prompt {
        Prompt { text: text.into(), is_offer: true, offers: Vec::new() }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Text that was pasted; of several lines the first.
    pub(super) fn paste(&mut self, text: &str) {
        if std::mem::take(&mut self.is_offer) {
            self.text.clear();
        }
        self.text.extend(text.lines().next().unwrap_or_default().chars().filter(|c| !c.is_control()));
        self.offers.clear();
    }

    /// A key was pressed; Enter and Esc are for the caller.
    pub(super) fn key(&mut self, key: GameKey) {
        self.offers.clear();
        if std::mem::take(&mut self.is_offer) && matches!(key, GameKey::Char(_)) {
            self.text.clear();
        }
        match key {
            GameKey::Char(c) => self.text.push(c),
            GameKey::Backspace => drop(self.text.pop()),
            GameKey::Ctrl('u') => self.text.clear(),
            GameKey::Ctrl('w') => {
                let kept = self.text.trim_end_matches('/').rfind('/').map_or(0, |at| at + 1);
                self.text.truncate(kept);
            }
            GameKey::Tab => (self.text, self.offers) = completed(&self.text),
            _ => {}
        }
    }
}

/// A path completed as far as it is certain, and what it could become when that is not to the end.
fn completed(text: &str) -> (String, Vec<String>) {
    let (folder, start) = match text.rfind('/') {
        Some(at) => text.split_at(at + 1),
        None => ("", text),
    };
    let place = if folder.is_empty() { Path::new(".") } else { Path::new(folder) };
    let Ok(entries) = std::fs::read_dir(place) else { return (text.into(), Vec::new()) };
    let mut names: Vec<String> = entries
        .filter_map(Result::ok)
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            // Hidden files are offered to those who ask for them.
            let is_hidden = name.starts_with('.') && !start.starts_with('.');
            let slash = if entry.path().is_dir() { "/" } else { "" };
            (name.starts_with(start) && !is_hidden).then(|| name + slash)
        })
        .collect();
    names.sort_unstable();
    let Some(first) = names.first() else { return (text.into(), Vec::new()) };
    let common = names.iter().fold(first.as_str(), |common, name| {
        let same = common.char_indices().zip(name.chars()).find(|((_, a), b)| a != b).map(|((at, _), _)| at);
        &common[..same.unwrap_or(common.len().min(name.len()))]
    });
    let text = format!("{folder}{common}");
    (text, if names.len() > 1 { names } else { Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_completed_as_far_as_they_agree() {
        let folder = tempfile::tempdir().unwrap();
        let root = format!("{}/", folder.path().display());
        for name in ["board-a.txt", "board-b.txt", "other.txt", ".hidden"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        std::fs::create_dir(folder.path().join("sets")).unwrap();
        let check = |start: &str, text: &str, offers: &[&str]| {
            let mut prompt = Prompt::with(&format!("{root}{start}"));
            prompt.key(GameKey::Tab);
            assert_eq!(prompt.text(), format!("{root}{text}"), "{start}");
            assert_eq!(prompt.offers, offers, "{start}");
        };
        check("b", "board-", &["board-a.txt", "board-b.txt"]);
        check("o", "other.txt", &[]);
        check("s", "sets/", &[]);
        check(".", ".hidden", &[]);
        check("nothing", "nothing", &[]);
        check("", "", &["board-a.txt", "board-b.txt", "other.txt", "sets/"]);
    }

    #[test]
    fn the_first_letter_replaces_what_was_offered() {
        let typed = |keys: &[GameKey]| {
            let mut prompt = Prompt::offering("solution.svg");
            keys.iter().for_each(|&key| prompt.key(key));
            prompt.text().to_string()
        };
        assert_eq!(typed(&[GameKey::Char('a'), GameKey::Char('b')]), "ab");
        assert_eq!(typed(&[GameKey::Backspace, GameKey::Char('b')]), "solution.svb");
        assert_eq!(typed(&[GameKey::Left, GameKey::Char('x')]), "solution.svgx");
    }

    #[test]
    fn typing() {
        let mut prompt = Prompt::with("a/b");
        prompt.key(GameKey::Char('c'));
        prompt.key(GameKey::Backspace);
        assert_eq!(prompt.text(), "a/b");
        prompt.key(GameKey::Ctrl('w'));
        assert_eq!(prompt.text(), "a/");
        prompt.paste("x\ny");
        assert_eq!(prompt.text(), "a/x");
        prompt.key(GameKey::Ctrl('u'));
        assert_eq!(prompt.text(), "");
    }
}
