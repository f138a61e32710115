//! How pictures look, as the command line says it.

use std::path::Path;
use std::time::Duration;

use clap::Args;
use ubin::run::{Limits, Run, Stop};
use ubin_front::draw::{Format, Scene};
use ubin_front::names;
use ubin_front::picture::{Look, Undrawn};
use ubin_front::render::palette::Theme;
use ubin_front::render::space::View;
use ubin_front::render::svg::Picture;

use crate::args::Common;
use crate::exit::Fault;
use crate::output;
use crate::watch::Watch;

/// The endings that pictures have.
pub(crate) const ENDINGS: [&str; 3] = ["svg", "png", "gif"];

/// How pictures look.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Pictures")]
pub(crate) struct PictureArgs {
    /// Colours: light, dark, or auto, which follows the viewer of an SVG and is light in pixels
    #[arg(long, value_name = "NAME", value_parser = names::theme, default_value = "auto")]
    theme: Theme,
    /// Pixels for each unit of a picture: 2 for a PNG (or what fits), 1 for a GIF unless given
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

    /// A scene as the ending of a path says, after a search that took so many milliseconds; a film that shows not every move is remarked on.
    pub(crate) fn draw(&self, common: &Common, scene: Scene<'_>, path: &Path, spent: f64) -> Result<Drawn, Fault> {
        let format = format(path);
        let stride = scene.stride();
        if format == Format::Gif && stride > 1 {
            output::note(
                common,
                &format!("the GIF shows the board after every {stride} moves: there are too many for all"),
            );
        }
        within(common, spent, |run| scene.draw_within(&self.look(), format, run))
    }

    /// The picture as the ending of a path says: SVG or PNG.
    pub(crate) fn still(&self, common: &Common, picture: &Picture, path: &Path, spent: f64) -> Result<Drawn, Fault> {
        within(common, spent, |run| self.look().still_within(picture, format(path), run))
    }
}

/// What became of a picture.
pub(crate) enum Drawn {
    /// The bytes of its file.
    Bytes(Vec<u8>),
    /// There is nothing to draw, and why.
    Nothing(String),
    /// A limit or Ctrl-C came first.
    Stopped(Stop, String),
}

impl Drawn {
    /// Writes the file, or says why there is none; the stop that came first, if one did.
    pub(crate) fn save(self, common: &Common, path: &Path) -> Result<Option<Stop>, Fault> {
        let unwritten = |why: &str| output::note(common, &format!("did not write {}: {why}", path.display()));
        match self {
            Drawn::Bytes(bytes) => output::save_bytes(common, path, &bytes)?,
            Drawn::Nothing(why) => unwritten(&format!("nothing to draw, {why}")),
            Drawn::Stopped(stop, why) => {
                unwritten(&why);
                return Ok(Some(stop));
            }
        }
        Ok(None)
    }
}

/// Draws within the limits on time and memory, and until Ctrl-C.
fn within(
    common: &Common,
    spent: f64,
    draw: impl FnOnce(&mut Run<'_>) -> Result<Vec<u8>, Undrawn>,
) -> Result<Drawn, Fault> {
    let watch = Watch::drawing(common, Duration::from_secs_f64(spent / 1000.0));
    let limits = Limits { nodes: None, ..common.limits() };
    match draw(&mut Run::new(limits, watch.control())) {
        Ok(bytes) => Ok(Drawn::Bytes(bytes)),
        Err(Undrawn::Stopped { stop, why }) => Ok(Drawn::Stopped(stop, why)),
        Err(Undrawn::Fault(fault)) => Err(fault),
    }
}

/// The form that the ending of a path says; SVG unless it is one of pixels.
pub(crate) fn format(path: &Path) -> Format {
    Format::named(&output::extension(path)).unwrap_or(Format::Svg)
}

fn scale(text: &str) -> Result<f64, String> {
    names::scale(text.parse().unwrap_or(f64::NAN))
}
