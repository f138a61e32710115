//! The languages of the front ends: sentences by their codes.
//!
//! Refusals, reasons, stops and words are types whose JSON has a **code** and the **values** of the sentence. Their English sentence is `Display`; in another language the sentence of the code is looked up in that language's table
//! (`language/indonesian.rs`), and its **parts**, such as `{piece}`, are filled with the values. A code that a table lacks is said in English; `ubin-web/tests/sentences.rs` walks all codes, so that none is.
//!
//! A value may have a word of its own: the part `{family}` with the value `pack` is said by the table's `family.pack`.

mod indonesian;

use std::fmt::Display;

use serde::Serialize;
use serde_json::{Map, Value};
use ubin::words::Word;

ubin::words! {
    /// The languages in which a front end can speak.
    #[derive(Default)]
    pub enum Language as "lang" {
        /// English.
        #[default]
        En = "en",
        /// Bahasa Indonesia.
        Id = "id",
    }
}

/// The tables of sentences: what kind of thing a code belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sentences {
    /// Why there is no solution, why this piece is next, why a search stopped.
    Reason,
    /// Mistakes in the text of a puzzle.
    Mistake,
    /// Fields and options that do not fit.
    Refusal,
    /// What a front end tells beside the answer.
    Remark,
    /// Why an answer is wrong.
    Wrong,
    /// What a checked answer proves, or leaves open.
    Fact,
}

impl Sentences {
    fn name(self) -> &'static str {
        match self {
            Sentences::Reason => "reason",
            Sentences::Mistake => "mistake",
            Sentences::Refusal => "refusal",
            Sentences::Remark => "remark",
            Sentences::Wrong => "wrong",
            Sentences::Fact => "fact",
        }
    }
}

impl Language {
    /// The language of a locale's name, such as `id_ID.UTF-8`; English for those that there is no table for.
    ///
    /// ```
    /// use ubin_front::Language;
    /// assert_eq!(Language::of_locale("id_ID.UTF-8"), Language::Id);
    /// assert_eq!(Language::of_locale("C"), Language::En);
    /// ```
    #[must_use]
    pub fn of_locale(locale: &str) -> Language {
        let name = locale.split(['_', '.', '@', '-']).next().unwrap_or_default();
        // `in` was the code of Indonesian until 1989, and some systems still have it.
        match name.to_ascii_lowercase().as_str() {
            "id" | "in" => Language::Id,
            _ => Language::En,
        }
    }

    fn table(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Language::En => &[],
            Language::Id => indonesian::TABLE,
        }
    }

    /// What the table of this language has under a name.
    #[must_use]
    pub fn entry(self, name: &str) -> Option<&'static str> {
        self.table().iter().find(|(known, _)| *known == name).map(|(_, words)| *words)
    }

    /// All names of this language's table.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        self.table().iter().map(|(name, _)| *name)
    }

    /// The sentence of something that has a code and values.
    ///
    /// ```
    /// use ubin::pack::Reason;
    /// use ubin_front::{Language, Sentences};
    /// let reason = Reason::Cells { pieces: 13, board: 25 };
    /// assert_eq!(Language::En.say(Sentences::Reason, &reason), "the pieces cover 13 cells, the board has 25");
    /// assert_eq!(Language::Id.say(Sentences::Reason, &reason), "keping menutup 13 petak, papannya 25");
    /// ```
    #[must_use]
    pub fn say(self, kind: Sentences, what: &(impl Display + Serialize)) -> String {
        let told = match self {
            Language::En => None,
            language => serde_json::to_value(what).ok().and_then(|value| language.of_code(kind.name(), &value)),
        };
        told.unwrap_or_else(|| what.to_string())
    }

    /// A sentence by its name, its parts filled with the values of an object; what is given where the table has none, as English has.
    pub(crate) fn sentence(self, name: &str, english: &str, values: &Value) -> String {
        let none = Map::new();
        self.filled(self.entry(name).unwrap_or(english), values.as_object().unwrap_or(&none))
    }

    /// One sentence about a word of a set.
    #[must_use]
    pub fn about<W: Word>(self, word: W) -> &'static str {
        self.entry(&format!("about.{}.{}", W::SET, word.name())).unwrap_or_else(|| word.about())
    }

    /// A word of a set as people say it: what stands in a table of results.
    #[must_use]
    pub fn word<'a>(self, set: &str, word: &'a str) -> &'a str {
        self.entry(&format!("{set}.{word}")).unwrap_or(word)
    }

    /// A whole number with its thousands apart, as this language writes it: `102,909,856` or `102.909.856`.
    #[must_use]
    pub fn grouped(self, number: u64) -> String {
        self.figures(ubin::text::grouped(number))
    }

    /// Figures written in the English way, as this language writes them: comma and point change places.
    #[must_use]
    pub fn figures(self, english: String) -> String {
        match self {
            Language::En => english,
            Language::Id => english
                .chars()
                .map(|c| match c {
                    ',' => '.',
                    '.' => ',',
                    c => c,
                })
                .collect(),
        }
    }

    /// The sentence of a code; of one thing, where the table has a sentence for one, that.
    fn of_code(self, kind: &str, value: &Value) -> Option<String> {
        let (code, values) = match value {
            Value::String(code) => (code.as_str(), &Map::new()),
            Value::Object(values) => (values.get("code")?.as_str()?, values),
            _ => return None,
        };
        let sentence = self.entry(&format!("{kind}.{code}"))?;
        Some(match code {
            "not-goal" => self.filled(sentence, &values.iter().map(|value| self.held(value)).collect()),
            _ => self.filled(sentence, values),
        })
    }

    /// What a cell holds, in words: the blank or a tile. Other values are as they were.
    fn held(self, (name, value): (&String, &Value)) -> (String, Value) {
        let words = match (name.as_str(), value.as_u64()) {
            ("tile" | "expected", Some(0)) => self.entry("held.blank").map(String::from),
            ("tile" | "expected", Some(tile)) => {
                self.entry("held.tile").map(|words| words.replace("{tile}", &tile.to_string()))
            }
            _ => None,
        };
        (name.clone(), words.map_or_else(|| value.clone(), Value::String))
    }

    /// A sentence whose parts are filled with values.
    fn filled(self, sentence: &str, values: &Map<String, Value>) -> String {
        let mut pieces = sentence.split('{');
        let mut said = String::from(pieces.next().unwrap_or_default());
        for piece in pieces {
            let (name, rest) = piece.split_once('}').unwrap_or((piece, ""));
            said += &self.part(name, values.get(name).unwrap_or(&Value::Null));
            said += rest;
        }
        said
    }

    /// A value in a sentence.
    fn part(self, name: &str, value: &Value) -> String {
        match (name, value) {
            // What a board lacks: nothing, the blank, or a tile.
            ("lacking", Value::Null) => String::new(),
            ("lacking", Value::Number(tile)) if tile.as_u64() == Some(0) => {
                self.entry("lacking.blank").unwrap_or_default().into()
            }
            ("lacking", tile) => self.entry("lacking.tile").unwrap_or_default().replace("{tile}", &tile.to_string()),
            ("limit", Value::Number(bytes)) => {
                self.figures(crate::render::text::bytes(bytes.as_u64().unwrap_or_default()))
            }
            (_, Value::Null) => String::new(),
            (_, Value::String(word)) => self.word(name, word).into(),
            (_, Value::Bool(is)) => self.word(name, if *is { "true" } else { "false" }).into(),
            (_, Value::Number(number)) => match (number.as_u64(), number.as_f64()) {
                (Some(number), _) => self.grouped(number),
                (None, Some(number)) => self.figures(number.to_string()),
                (None, None) => number.to_string(),
            },
            (name, Value::Array(list)) => {
                list.iter().map(|value| self.part(name, value)).collect::<Vec<_>>().join(", ")
            }
            (name, Value::Object(values)) => self.nested(name, values),
        }
    }

    /// A value that has values itself: what has a code is a sentence; else a cell, or a place in a text.
    fn nested(self, name: &str, values: &Map<String, Value>) -> String {
        let place = match () {
            () if values.contains_key("code") => {
                let kind = if name == "wrong" { "wrong" } else { "reason" };
                return self.of_code(kind, &Value::Object(values.clone())).unwrap_or_default();
            }
            () if values.contains_key("layer") => "at.layer",
            () if values.contains_key("row") => "at.cell",
            () => "at.text",
        };
        self.entry(place).map(|sentence| self.filled(sentence, values)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ubin::run::Stop;
    use ubin::slide::text::read;

    #[test]
    fn every_entry_stands_once() {
        let mut names: Vec<&str> = Language::Id.names().collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn parts_are_filled_with_words_of_the_language() {
        let id = |text: &str| Language::Id.say(Sentences::Mistake, &read(text, None).unwrap_err());
        assert_eq!(id("1 2 3\n4 5 5\n7 8 0"), "ubin 5 ada dua kali, pertama di baris 2, kolom 3; ubin 6 tidak ada");
        assert_eq!(
            id("1 2 3\n4 5 6\n7 8 8"),
            "ubin 8 ada dua kali, pertama di baris 3, kolom 3; sel kosongnya tidak ada"
        );
        assert_eq!(id("1 2 3\n4 5\n7 8 0"), "baris ini punya 2 isian: seharusnya 3, seperti di baris pertama");
        let refused = crate::AskError::Stopped { stop: Stop::Time };
        assert_eq!(Language::Id.say(Sentences::Refusal, &refused), "berhenti: batas waktu tercapai");
        assert_eq!(Language::Id.say(Sentences::Reason, &Stop::Nodes), "batas simpul tercapai");
    }

    #[test]
    fn what_has_a_code_is_a_sentence_though_it_has_a_place() {
        let wrong = ubin_verify::Wrong::Unreadable { what: "answer", line: Some(3), why: "?".into() };
        let refused = crate::AskError::Unreadable { wrong };
        assert_eq!(Language::Id.say(Sentences::Refusal, &refused), "tidak bisa diperiksa: jawaban: ?");
    }

    #[test]
    fn numbers_have_the_points_of_the_language() {
        assert_eq!(Language::Id.grouped(102_909_856), "102.909.856");
        assert_eq!(Language::Id.figures("1.50 ms".into()), "1,50 ms");
        assert_eq!(Language::En.grouped(1000), "1,000");
    }

    #[test]
    fn a_locale_names_its_language() {
        for (locale, language) in [("id", Language::Id), ("in_ID", Language::Id), ("en_GB.UTF-8", Language::En)] {
            assert_eq!(Language::of_locale(locale), language, "{locale}");
        }
    }
}
