//! Shapes become pixels, band by band.
//!
//! A **band** is some rows of pixels, about a million in all. Only the shapes that reach into it are given to resvg, so a large picture takes the memory of its largest band, can be stopped between two of them, and a PNG
//! is written row by row.

use std::cell::Cell;
use std::io::Write as _;
use std::ops::Range;

use crate::render::palette::Role;
use crate::render::svg::{Lettering, Picture};
use resvg::tiny_skia::{Color, Pixmap, PixmapMut, Transform};
use resvg::usvg;
use ubin::run::{Run, Stop};

use super::{Look, Undrawn, stopped};
use crate::refusal::{AskError, Refusal};

/// The most pixels of a picture.
const MOST_PIXELS: f64 = 64e6;
/// Pixels of a band, and its least rows: shapes that reach over several bands are drawn in each.
const BAND: u32 = 1 << 20;
const LEAST_ROWS: u32 = 48;
/// Bytes that resvg takes for each byte of SVG, at most.
const TREE: u64 = 24;

/// The pixels of a picture of this size.
pub(super) fn size(width: f64, height: f64, scale: f64) -> Result<(u32, u32), Refusal> {
    let (wide, high) = ((width * scale).ceil().max(1.0), (height * scale).ceil().max(1.0));
    if wide * high <= MOST_PIXELS {
        return Ok((wide as u32, high as u32));
    }
    Err(AskError::TooManyPixels { wide, high, most: MOST_PIXELS / 1e6 }.into())
}

/// Rows of a band.
fn rows(wide: u32) -> u32 {
    (BAND / wide).max(LEAST_ROWS)
}

/// A canvas covered with the background.
pub(super) fn canvas(look: &Look, wide: u32, high: u32) -> Pixmap {
    let mut canvas = Pixmap::new(wide, high).expect("a picture has a pixel, and not too many");
    canvas.fill(ground(look));
    canvas
}

fn ground(look: &Look) -> Color {
    let ground = Role::Ground.color(look.theme);
    Color::from_rgba8(ground.0, ground.1, ground.2, 255)
}

/// Paints some rows of a picture onto a canvas of which all rows from the first are given.
pub(super) fn paint(
    look: &Look,
    picture: &Picture,
    scale: f64,
    (wide, lines): (u32, Range<u32>),
    canvas: &mut [u8],
    run: &mut Run<'_>,
) -> Result<(), Stop> {
    let line = wide as usize * 4;
    for top in lines.clone().step_by(rows(wide) as usize) {
        run.check()?;
        let bottom = (top + rows(wide)).min(lines.end);
        let band = &mut canvas[top as usize * line..bottom as usize * line];
        let mut band = PixmapMut::from_bytes(band, wide, bottom - top).expect("a band has its rows");
        draw(look, picture, scale, top, &mut band, run)?;
    }
    Ok(())
}

/// Draws what reaches into a band whose first row is this one of the picture.
fn draw(
    look: &Look,
    picture: &Picture,
    scale: f64,
    top: u32,
    band: &mut PixmapMut<'_>,
    run: &mut Run<'_>,
) -> Result<(), Stop> {
    let bottom = top + band.height();
    let svg = picture.svg_rows(f64::from(top) / scale, f64::from(bottom) / scale, look.style(Lettering::Lines));
    let bytes = TREE * svg.len() as u64;
    let held = run.held();
    run.hold(bytes)?;
    let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).expect("our SVG is well-formed");
    let place = Transform::from_scale(scale as f32, scale as f32).post_translate(0.0, -(top as f32));
    resvg::render(&tree, place, band);
    run.release_to(held);
    Ok(())
}

/// A picture as PNG.
pub(super) fn png(look: &Look, picture: &Picture, run: &mut Run<'_>) -> Result<Vec<u8>, Undrawn> {
    // A corner of a pixel more on each side is still within the most.
    let fits = (0.999 * MOST_PIXELS / (picture.width() * picture.height())).sqrt();
    let scale = look.scale.unwrap_or(fits.min(2.0));
    let (wide, high) = size(picture.width(), picture.height(), scale)?;
    let level = run.held();
    let drawn = rows_of_png(look, picture, scale, (wide, high), run);
    run.release_to(level);
    drawn.map_err(|stop| stopped(stop, run, &format!("{wide} x {high} pixels")))
}

fn rows_of_png(
    look: &Look,
    picture: &Picture,
    scale: f64,
    (wide, high): (u32, u32),
    run: &mut Run<'_>,
) -> Result<Vec<u8>, Stop> {
    let fine = "a PNG of this size can be written to memory";
    // A band, its rows without transparency, and what is ready of the file.
    run.hold(u64::from(wide) * u64::from(rows(wide).min(high)) * 7)?;
    let (mut file, ready) = (Vec::new(), Cell::new(0));
    let mut encoder = png::Encoder::new(Sink { file: &mut file, ready: &ready }, wide, high);
    encoder.set_color(png::ColorType::Rgb);
    let mut header = encoder.write_header().expect(fine);
    let mut writer = header.stream_writer().expect(fine);
    let mut band = Vec::new();
    for top in (0..high).step_by(rows(wide) as usize) {
        run.check()?;
        let lines = rows(wide).min(high - top);
        band.clear();
        band.resize((wide * lines) as usize * 4, 0);
        let mut canvas = PixmapMut::from_bytes(&mut band, wide, lines).expect("a band has its rows");
        canvas.fill(ground(look));
        draw(look, picture, scale, top, &mut canvas, run)?;
        let opaque: Vec<u8> = band.as_chunks::<4>().0.iter().flat_map(|&[r, g, b, _]| [r, g, b]).collect();
        let before = ready.get();
        writer.write_all(&opaque).expect(fine);
        run.hold(ready.get() - before)?;
    }
    writer.finish().expect(fine);
    header.finish().expect(fine);
    Ok(file)
}

/// A file in memory, and how long it is.
struct Sink<'a> {
    file: &'a mut Vec<u8>,
    ready: &'a Cell<u64>,
}

impl std::io::Write for Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.file.extend_from_slice(bytes);
        self.ready.set(self.file.len() as u64);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
