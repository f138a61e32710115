//! How pictures look, as the command line says it.

use std::path::Path;

use clap::Args;
use ubin::render::palette::Theme;
use ubin::render::space::View;
use ubin::render::svg::Picture;
use ubin_front::draw::Format;
use ubin_front::names;
use ubin_front::picture::Look;

use crate::exit::Fault;
use crate::output;

/// The endings that pictures have.
pub(crate) const ENDINGS: [&str; 3] = ["svg", "png", "gif"];

/// How pictures look.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Pictures")]
pub(crate) struct PictureArgs {
    /// Colours: light, dark, or auto, which follows the viewer of an SVG and is light in pixels
    #[arg(long, value_name = "NAME", value_parser = names::theme, default_value = "auto")]
    theme: Theme,
    /// Pixels for each unit of a picture: 2 for a PNG, 1 for a GIF unless given
    #[arg(long, value_name = "FACTOR", value_parser = scale)]
    scale: Option<f64>,
    /// From where a pyramid or a box is seen: degrees around it and above it
    #[arg(long, value_name = "AZIMUTH,ELEVATION", default_value = "30,35")]
    view: View,
    /// How long a GIF shows each move or piece, in milliseconds (400 a move, 800 a piece)
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u32).range(20..=60_000))]
    delay: Option<u32>,
}

impl PictureArgs {
    /// How pictures look.
    pub(crate) fn look(&self) -> Look {
        Look { theme: self.theme, scale: self.scale, view: self.view, delay: self.delay }
    }

    /// The picture as the ending of a path says: SVG or PNG.
    pub(crate) fn still(&self, path: &Path, picture: &Picture) -> Result<Vec<u8>, Fault> {
        self.look().still(picture, format(path))
    }
}

/// The form that the ending of a path says; SVG unless it is one of pixels.
pub(crate) fn format(path: &Path) -> Format {
    Format::named(output::extension(path)).unwrap_or(Format::Svg)
}

fn scale(text: &str) -> Result<f64, String> {
    names::scale(text.parse().unwrap_or(f64::NAN))
}
