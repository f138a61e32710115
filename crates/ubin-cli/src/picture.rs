//! Pictures of answers, drawn after the search.

use std::path::Path;

use ubin::run::{Limits, Run, Stop};
use ubin_front::draw::{Scene, check_cells};
use ubin_front::picture::{Look, Undrawn};
use ubin_front::question::PuzzleFields;
use ubin_front::read::AnyPuzzle;
use ubin_front::render::svg::Picture;
use ubin_front::words::Form;
use ubin_front::{Refusal, Sentences};

use crate::args::Common;
use crate::complaint::Complaint;
use crate::desk::WatchedWork;
use crate::input::TextNames;
use crate::output;
use crate::phrases;

/// The endings that pictures have.
pub(crate) const ENDINGS: [&str; 3] = ["svg", "png", "gif"];

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
    pub(crate) fn save(self, common: &Common, path: &Path) -> Result<Option<Stop>, Complaint> {
        let unwritten = |why: &str| output::note(common, &phrases::did_not_write(path.display(), why));
        match self {
            Drawn::Bytes(bytes) => output::save_bytes(common, path, &bytes)?,
            Drawn::Nothing(why) => unwritten(&phrases::nothing_to_draw(why)),
            Drawn::Stopped(stop, why) => {
                unwritten(&why);
                return Ok(Some(stop));
            }
        }
        Ok(None)
    }

    /// What a refusal means for a picture: a stop leaves none, anything else is wrong with the question.
    fn of_refusal(refusal: Refusal) -> Result<Drawn, Complaint> {
        match refusal.stop() {
            Some(stop) => Ok(Drawn::Stopped(stop, refusal.said(phrases::language()))),
            None => Err(Complaint::of(refusal, &TextNames::default())),
        }
    }
}

/// A scene as the ending of a path says; a film that shows not every move is remarked on.
pub(crate) fn draw(common: &Common, look: &Look, scene: Scene<'_>, path: &Path) -> Result<Drawn, Complaint> {
    let form = form(path);
    if let Some(remark) = scene.remark(form) {
        output::note(common, &phrases::language().say(Sentences::Remark, &remark));
    }
    within(common, |run| scene.draw_within(look, form, run))
}

/// The picture as the ending of a path says: SVG or PNG.
pub(crate) fn still(common: &Common, look: &Look, picture: &Picture, path: &Path) -> Result<Drawn, Complaint> {
    within(common, |run| look.still_within(picture, form(path), run))
}

/// Draws within the limits on time and memory, and until Ctrl-C.
fn within(common: &Common, draw: impl FnOnce(&mut Run<'_>) -> Result<Vec<u8>, Undrawn>) -> Result<Drawn, Complaint> {
    let work = WatchedWork::start_drawing(common);
    let limits = Limits { nodes: None, ..common.run_limits() };
    match draw(&mut Run::new(limits, work.control())) {
        Ok(bytes) => Ok(Drawn::Bytes(bytes)),
        Err(Undrawn::Stopped(stop)) => Ok(Drawn::Stopped(stop, phrases::stop(stop))),
        Err(Undrawn::Refused(refusal)) => Drawn::of_refusal(refusal),
    }
}

/// The form that the ending of a path says; SVG unless it is one of pixels.
pub(crate) fn form(path: &Path) -> Form {
    match output::extension(path).as_str() {
        "png" => Form::Png,
        "gif" => Form::Gif,
        _ => Form::Svg,
    }
}

/// Refuses a packing board that is too large to be looked at before it is solved.
pub(crate) fn check_size(fields: &PuzzleFields, names: &TextNames) -> Result<(), Complaint> {
    let refused = |refusal| Complaint::of(refusal, names);
    match fields.read(|_| ()).map_err(refused)? {
        AnyPuzzle::Pack(puzzle) => check_cells(&puzzle).map_err(refused),
        AnyPuzzle::Slide(_) => Ok(()),
    }
}

/// Whether the command asks for a picture in a file.
pub(crate) fn is_wanted(common: &Common) -> bool {
    common.output.as_deref().is_some_and(|path| ENDINGS.contains(&output::extension(path).as_str()))
}
