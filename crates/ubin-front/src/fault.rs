//! Faults that a person can mend.

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use ubin::text::{Mistake, Place};

/// Characters that a complaint shows after the mistake.
const CONTEXT: usize = 60;
/// A mistake further to the right than this is told without its line.
const LONGEST: usize = 4096;

/// Something the asker can mend.
#[derive(Debug)]
pub enum Fault {
    /// A mistake in a puzzle's text.
    Text {
        /// What the text is called.
        name: String,
        /// A short name of the mistake, for programs.
        code: &'static str,
        /// The line it stands in.
        line: String,
        /// Where it stands.
        place: Option<Place>,
        /// What is wrong.
        message: String,
    },
    /// Options that do not fit, or a file that cannot be read or written.
    Plain(String),
    /// Whoever asked has gone. Nobody is left to tell.
    Closed,
}

impl Fault {
    /// A mistake in the text that was read under a name.
    #[must_use]
    pub fn text(name: &str, text: &str, mistake: &dyn Mistake) -> Fault {
        let place = mistake.place();
        let line = place.and_then(|at| text.lines().nth(at.line - 1)).unwrap_or_default();
        Fault::Text {
            name: name.into(),
            code: mistake.code(),
            line: line.trim_start_matches('\u{feff}').into(),
            place,
            message: mistake.to_string(),
        }
    }

    /// Where the mistake stands, if it is one in a text.
    #[must_use]
    pub fn place(&self) -> Option<Place> {
        match self {
            Fault::Text { place, .. } => *place,
            Fault::Plain(_) | Fault::Closed => None,
        }
    }

    /// As a terminal shows it in colour, with the line and a caret where there is one.
    #[must_use]
    pub fn in_color(&self) -> String {
        self.shown(&Renderer::styled())
    }

    /// The same without colour.
    #[must_use]
    pub fn in_plain(&self) -> String {
        self.shown(&Renderer::plain())
    }

    fn shown(&self, renderer: &Renderer) -> String {
        match self {
            Fault::Text { name, line, place: Some(at), message, .. } if at.column <= LONGEST => {
                let shown: String = line.chars().take(at.column + at.width.min(LONGEST) + CONTEXT).collect();
                let from = byte_of(&shown, at.column - 1);
                let to = byte_of(&shown, at.column - 1 + at.width);
                let snippet = Snippet::source(shown.as_str())
                    .path(name.as_str())
                    .line_start(at.line)
                    .annotation(AnnotationKind::Primary.span(from..to));
                renderer.render(&[Level::ERROR.primary_title(message.as_str()).element(snippet)])
            }
            plain => format!("error: {plain}"),
        }
    }
}

/// The byte at which the n-th character starts; the end when there are fewer.
fn byte_of(text: &str, n: usize) -> usize {
    text.char_indices().nth(n).map_or(text.len(), |(at, _)| at)
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fault::Text { name, place: Some(at), message, .. } => {
                write!(f, "{name}:{}:{}: {message}", at.line, at.column)
            }
            Fault::Text { name, place: None, message, .. } => write!(f, "{name}: {message}"),
            Fault::Plain(message) => f.write_str(message),
            Fault::Closed => f.write_str("the output was closed"),
        }
    }
}
