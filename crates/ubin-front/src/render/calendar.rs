//! The calendar's board: which cell is which month and which day, and the two that stay open.
//!
//! The board of A-Puzzle-A-Day has six months a row in two rows, then the days, seven a row. A puzzle of it has a cell for all but the month and the day that are asked for.

use super::words::PictureWords;
use crate::language::Language;
use ubin::pack::{BoardKind, PackBoard, Spot};

/// The day that a calendar's board leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenDay {
    month: u32,
    day: u32,
}

/// What a place of the calendar stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DatePart {
    Month(u32),
    Day(u32),
}

impl DatePart {
    fn at(row: u32, col: u32) -> Option<DatePart> {
        match (row, col) {
            (0..2, 0..6) => Some(DatePart::Month(6 * row + col + 1)),
            (2..6, 0..7) | (6, 0..3) => Some(DatePart::Day(7 * (row - 2) + col + 1)),
            _ => None,
        }
    }

    fn name(self, language: Language) -> String {
        match self {
            DatePart::Month(month) => PictureWords(language).month(month),
            DatePart::Day(day) => day.to_string(),
        }
    }
}

/// What is written on a place of the calendar.
pub(super) struct DateLabel {
    pub(super) row: u32,
    pub(super) col: u32,
    pub(super) text: String,
    /// Whether the place stays open: it is the month or the day.
    pub(super) is_open: bool,
}

impl OpenDay {
    /// The day that a board leaves open, if it is a calendar's.
    ///
    /// ```
    /// use ubin_front::{Language, render::calendar::OpenDay};
    /// let text = ubin::pack::sets::text_named("calendar 11-16").unwrap();
    /// let puzzle = ubin::pack::text::read(&text)?.puzzle;
    /// assert_eq!(OpenDay::of(puzzle.board()).unwrap().open(Language::En), "Nov, 16");
    /// # Ok::<(), ubin::pack::text::PackTextError>(())
    /// ```
    #[must_use]
    pub fn of(board: &PackBoard) -> Option<OpenDay> {
        if board.kind() != BoardKind::Custom || (board.rows(), board.cols()) != (7, 7) {
            return None;
        }
        let (mut month, mut day) = (None, None);
        for (row, col) in places() {
            let has_cell = board.number(Spot { layer: 0, row, col }).is_some();
            match DatePart::at(row, col) {
                None if has_cell => return None,
                Some(DatePart::Month(open)) if !has_cell && month.replace(open).is_some() => return None,
                Some(DatePart::Day(open)) if !has_cell && day.replace(open).is_some() => return None,
                _ => {}
            }
        }
        Some(OpenDay { month: month?, day: day? })
    }

    /// Both names, as they stand on the board: `Nov, 16`.
    #[must_use]
    pub fn open(self, language: Language) -> String {
        format!("{}, {}", PictureWords(language).month(self.month), self.day)
    }

    /// The date for a title: `November 16`.
    pub(super) fn date(self, language: Language) -> String {
        PictureWords(language).date(self.month, self.day)
    }

    /// What is written on every place.
    pub(super) fn labels(self, language: Language) -> Vec<DateLabel> {
        let label = |(row, col)| {
            let part = DatePart::at(row, col)?;
            let is_open = [DatePart::Month(self.month), DatePart::Day(self.day)].contains(&part);
            Some(DateLabel { row, col, text: part.name(language), is_open })
        };
        places().filter_map(label).collect()
    }
}

fn places() -> impl Iterator<Item = (u32, u32)> {
    (0..7).flat_map(|row| (0..7).map(move |col| (row, col)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_of_the_year_is_read_from_its_board() {
        for (month, days) in (1..).zip([31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]) {
            for day in 1..=days {
                let text = ubin::pack::sets::text_named(&format!("calendar {month:02}-{day:02}")).unwrap();
                let board = ubin::pack::text::read(&text).unwrap().puzzle.board().clone();
                assert_eq!(OpenDay::of(&board), Some(OpenDay { month, day }));
            }
        }
        let other = ubin::pack::text::read("7 7 1\nDEFAULT\nA\n").unwrap().puzzle;
        assert_eq!(OpenDay::of(other.board()), None);
        let day = OpenDay { month: 8, day: 17 };
        assert_eq!((day.date(Language::En), day.open(Language::Id)), ("August 17".into(), "Agu, 17".into()));
        assert_eq!(day.date(Language::Id), "17 Agustus");
        assert_eq!(day.labels(Language::En).len(), 43);
    }
}
