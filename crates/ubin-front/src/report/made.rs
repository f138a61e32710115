//! A generator that made nothing, told to an asker that waits for a puzzle.

use serde_json::{Value, json};

use super::Report;
use crate::answer::{BoardsMade, ChallengesMade};
use crate::question::Question;
use crate::refusal::{Refusal, RefusalReport};

impl Report {
    /// Why a generator made nothing: it has no puzzle to answer with. `None` for every other report.
    #[must_use]
    pub fn nothing_made(&self, question: &Question) -> Option<RefusalReport> {
        match (question, self) {
            (Question::Generate(asked), Report::SlideGenerate { boards, made, report }) => match made {
                BoardsMade::Impossible => {
                    let (rows, cols, length) = (report.rows, report.cols, asked.boards.length.unwrap_or_default());
                    let message = format!("no {rows}x{cols} board needs {length} moves");
                    let why = json!({"code": "no-such-length", "rows": rows, "cols": cols, "length": length});
                    Some(RefusalReport::new("impossible", message).because(why))
                }
                BoardsMade::Stopped(stop) if boards.is_empty() => Some(Refusal::from(*stop).told()),
                _ => None,
            },
            (_, Report::PackGenerate { made, report }) => {
                let code = match made {
                    ChallengesMade::Impossible => "impossible",
                    _ if !report.challenges.is_empty() => return None,
                    ChallengesMade::NotFound => "none-found",
                    ChallengesMade::Stopped(stop) => return Some(Refusal::from(*stop).told()),
                    ChallengesMade::All => return None,
                };
                let why = serde_json::to_value(&report.why).unwrap_or(Value::Null);
                Some(RefusalReport::new(code, report.reason.clone().unwrap_or_default()).because(why))
            }
            _ => None,
        }
    }
}
