//! Pictures as bytes: SVG as it is, PNG and GIF by way of pixels.
//!
//! The library gives shapes; resvg turns them into pixels. No font is needed: text of a picture that becomes pixels is drawn as lines. Pixels take time and memory, so those who make them (`raster`, `film`) report to
//! a run as searches do: they look at it between bands and frames, and hold what they allocate.

mod film;
mod quantize;
mod raster;

use crate::language::Language;
use crate::render::palette::Theme;
use crate::render::slide::Wording;
use crate::render::space::View;
use crate::render::svg::{Film, Lettering, Picture, Style};
use ubin::run::{Control, Limits, Run, Stop};

use crate::refusal::{AskError, Refusal};
use crate::words::Form;

/// Why there is no picture.
#[derive(Debug)]
pub enum Undrawn {
    /// What was asked for cannot be drawn.
    Refused(Refusal),
    /// The run ended first.
    Stopped(Stop),
}

impl From<Refusal> for Undrawn {
    fn from(refusal: Refusal) -> Undrawn {
        Undrawn::Refused(refusal)
    }
}

impl From<AskError> for Undrawn {
    fn from(error: AskError) -> Undrawn {
        Undrawn::Refused(error.into())
    }
}

impl From<Undrawn> for Refusal {
    fn from(undrawn: Undrawn) -> Refusal {
        match undrawn {
            Undrawn::Refused(refusal) => refusal,
            Undrawn::Stopped(stop) => stop.into(),
        }
    }
}

/// How large a drawing is, for a caller whose memory limit is too small for it.
fn stopped(stop: Stop, run: &Run<'_>, size: &str) -> Undrawn {
    match (stop, run.limits().memory) {
        (Stop::Memory, Some(limit)) => AskError::TooLittleMemory { size: size.into(), limit }.into(),
        (stop, _) => Undrawn::Stopped(stop),
    }
}

/// Draws without limits.
pub(crate) fn unlimited(draw: impl FnOnce(&mut Run<'_>) -> Result<Vec<u8>, Undrawn>) -> Result<Vec<u8>, Refusal> {
    let control = Control::new();
    draw(&mut Run::new(Limits::default(), &control)).map_err(Refusal::from)
}

/// How pictures look.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look {
    /// Colours.
    pub theme: Theme,
    /// Pixels for each unit of a picture. Unless given, 2 for a PNG or what fits, 1 for a GIF.
    pub scale: Option<f64>,
    /// From where a pyramid or a box is seen.
    pub view: View,
    /// How long a GIF shows each move or piece, in milliseconds.
    pub delay: Option<u32>,
    /// The language of its words.
    pub language: Language,
}

impl Look {
    /// The time of a frame in hundredths of a second.
    pub(crate) fn delay(&self, default: u32) -> u16 {
        (self.delay.unwrap_or(default) / 10) as u16
    }

    /// How moves are told in the language of the picture.
    pub(crate) fn wording(&self, wording: Wording) -> Wording {
        Wording { language: self.language, ..wording }
    }

    fn style(&self, lettering: Lettering) -> Style {
        Style { theme: self.theme, lettering }
    }

    /// The picture as SVG, its text as text.
    #[must_use]
    pub fn svg(&self, picture: &Picture) -> String {
        picture.svg(self.style(Lettering::Text))
    }

    /// A picture in which nothing moves, within the limits of a run.
    ///
    /// # Errors
    /// When it has too many pixels or should be a GIF, and when the run ends first.
    pub fn still_within(&self, picture: &Picture, form: Form, run: &mut Run<'_>) -> Result<Vec<u8>, Undrawn> {
        match form {
            Form::Svg => Ok(self.svg(picture).into_bytes()),
            Form::Png => raster::png(self, picture, run),
            _ => Err(AskError::StillGif.into()),
        }
    }

    /// A picture in which nothing moves, without limits.
    ///
    /// # Errors
    /// When it has too many pixels or should be a GIF.
    pub fn still(&self, picture: &Picture, form: Form) -> Result<Vec<u8>, Refusal> {
        unlimited(|run| self.still_within(picture, form, run))
    }

    /// A film as an animated GIF that is shown again and again, within the limits of a run.
    ///
    /// # Errors
    /// When it has too many pixels, or the run ends first.
    pub fn gif_within(&self, film: &Film, run: &mut Run<'_>) -> Result<Vec<u8>, Undrawn> {
        film::gif(self, film, run)
    }
}

#[cfg(test)]
mod tests;
