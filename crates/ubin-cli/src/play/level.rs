//! Levels of difficulty as the games offer them.

use ubin::pack::challenge::ChallengeGrade;

use crate::phrases;

/// How hard a new board should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameLevel {
    Easy,
    Medium,
    Hard,
}

impl GameLevel {
    pub(super) const ALL: [GameLevel; 3] = [GameLevel::Easy, GameLevel::Medium, GameLevel::Hard];

    pub(super) fn name(self) -> &'static str {
        match self {
            GameLevel::Easy => "easy",
            GameLevel::Medium => "medium",
            GameLevel::Hard => "hard",
        }
    }

    /// Its name in the language of the command.
    pub(super) fn said(self) -> &'static str {
        phrases::language().word("difficulty", self.name())
    }

    /// The level of a key: its number or its first letter.
    pub(super) fn of_key(key: char) -> Option<GameLevel> {
        match key.to_ascii_lowercase() {
            '1' | 'e' => Some(GameLevel::Easy),
            '2' | 'm' => Some(GameLevel::Medium),
            '3' | 'h' => Some(GameLevel::Hard),
            _ => None,
        }
    }

    /// The grade of a question.
    pub(super) fn grade(self) -> ChallengeGrade {
        match self {
            GameLevel::Easy => ChallengeGrade::Easy,
            GameLevel::Medium => ChallengeGrade::Medium,
            GameLevel::Hard => ChallengeGrade::Hard,
        }
    }
}
