//! Pictures as bytes: SVG as it is, PNG and GIF by way of pixels.
//!
//! The library gives shapes; resvg turns them into pixels. No font is needed: text of a picture that becomes pixels is drawn as lines. Pixels take time and memory, so those who make them (`raster`, `film`) report to
//! a run as searches do: they look at it between bands and frames, and hold what they allocate.

mod film;
mod quantize;
mod raster;

use crate::render::palette::Theme;
use crate::render::space::View;
use crate::render::svg::{Film, Lettering, Picture, Style};
use crate::render::text::bytes;
use ubin::run::{Control, Limits, Run, Stop};

use crate::draw::Format;
use crate::fault::Fault;

/// Why there is no picture.
#[derive(Debug)]
pub enum Undrawn {
    /// What was asked for cannot be drawn.
    Fault(Fault),
    /// The run ended first.
    Stopped {
        /// Why it ended.
        stop: Stop,
        /// The same for a person: with sizes, where memory is short.
        why: String,
    },
}

impl From<Fault> for Undrawn {
    fn from(fault: Fault) -> Undrawn {
        Undrawn::Fault(fault)
    }
}

impl From<Undrawn> for Fault {
    fn from(undrawn: Undrawn) -> Fault {
        match undrawn {
            Undrawn::Fault(fault) => fault,
            Undrawn::Stopped { why, .. } => Fault::Plain(why),
        }
    }
}

/// How large a drawing is, for the one who has too little memory for it.
fn stopped(stop: Stop, run: &Run<'_>, size: &str) -> Undrawn {
    let limit = run.limits().memory.map_or(String::new(), |limit| format!(" of {}", bytes(limit)));
    let why = match stop {
        Stop::Memory => {
            format!("to draw {size} takes more than the memory limit{limit}: use a smaller --scale, or .svg")
        }
        stop => stop.to_string(),
    };
    Undrawn::Stopped { stop, why }
}

/// Draws without limits.
pub(crate) fn unlimited(draw: impl FnOnce(&mut Run<'_>) -> Result<Vec<u8>, Undrawn>) -> Result<Vec<u8>, Fault> {
    let control = Control::new();
    draw(&mut Run::new(Limits::default(), &control)).map_err(Fault::from)
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
}

impl Look {
    /// The time of a frame in hundredths of a second.
    pub(crate) fn delay(&self, default: u32) -> u16 {
        (self.delay.unwrap_or(default) / 10) as u16
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
    pub fn still_within(&self, picture: &Picture, format: Format, run: &mut Run<'_>) -> Result<Vec<u8>, Undrawn> {
        match format {
            Format::Svg => Ok(self.svg(picture).into_bytes()),
            Format::Png => raster::png(self, picture, run),
            Format::Gif => Err(Fault::Plain("a GIF shows moves or pieces one after the other".into()).into()),
        }
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
