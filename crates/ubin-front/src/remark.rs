//! What a front end should tell beside the answer.

use serde::Serialize;
use ubin::pack::text::Warning;
use ubin::run::Stop;
use ubin::slide::Size;

/// Something beside the answer that the asker should know. As data it has a code and the values of its sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "code", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the sentences say what the values are")]
pub enum Remark {
    #[error("the pieces after PLACED are taken up again")]
    PlacedIgnored,
    #[error("no {size} board needs {length} moves")]
    NoSuchLength { size: Size, length: u32 },
    #[error("stopped: {stop}; {made} of {count} boards were made")]
    BoardsStopped { stop: Stop, made: u64, count: u64 },
    #[error("the GIF shows the board after every {stride} moves: there are too many for all")]
    LongFilm { stride: usize },
    /// Something odd about the text of a packing puzzle.
    #[error("{0}")]
    #[serde(untagged)]
    Text(Warning),
}

impl Remark {
    /// Whether it warns of something odd about the text that was read.
    #[must_use]
    pub fn is_warning(&self) -> bool {
        matches!(self, Remark::Text(_) | Remark::PlacedIgnored)
    }
}
