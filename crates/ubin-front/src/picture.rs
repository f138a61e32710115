//! Pictures as bytes: SVG as it is, PNG and GIF by way of pixels.
//!
//! The library gives shapes; resvg turns them into pixels. No font is needed: text of a picture that becomes pixels is drawn as lines. A GIF has one palette for all frames, and a frame has only the rectangle in
//! which something has changed, so that a solution of fifty moves is a few dozen kilobytes.

mod quantize;

use std::collections::HashMap;

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg;
use ubin::render::palette::{Role, Theme};
use ubin::render::space::View;
use ubin::render::svg::{Film, Lettering, Picture, Style};

use crate::draw::Format;
use crate::fault::Fault;

/// The most pixels of a picture: 256 MiB while it is made.
const MOST_PIXELS: f64 = 64e6;
/// The longest side of a GIF.
const LONGEST_GIF: f64 = 65_535.0;

/// How pictures look.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look {
    /// Colours.
    pub theme: Theme,
    /// Pixels for each unit of a picture: 2 for a PNG, 1 for a GIF unless given.
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

    /// A picture in which nothing moves.
    ///
    /// # Errors
    /// When it has too many pixels, or should be a GIF.
    pub fn still(&self, picture: &Picture, format: Format) -> Result<Vec<u8>, Fault> {
        match format {
            Format::Svg => Ok(self.svg(picture).into_bytes()),
            Format::Png => self.png(picture),
            Format::Gif => Err(Fault::Plain("a GIF shows moves or pieces one after the other".into())),
        }
    }

    fn png(&self, picture: &Picture) -> Result<Vec<u8>, Fault> {
        let scale = self.scale.unwrap_or(2.0);
        let mut canvas = self.canvas(picture.width(), picture.height(), scale)?;
        draw(
            &picture.svg(self.style(Lettering::Lines)),
            Transform::from_scale(scale as f32, scale as f32),
            &mut canvas,
        );
        canvas.encode_png().map_err(|error| Fault::Plain(format!("cannot make a PNG: {error}")))
    }

    /// A canvas covered with the background.
    fn canvas(&self, width: f64, height: f64, scale: f64) -> Result<Pixmap, Fault> {
        let (wide, high) = ((width * scale).ceil().max(1.0), (height * scale).ceil().max(1.0));
        let pixmap = if wide * high > MOST_PIXELS { None } else { Pixmap::new(wide as u32, high as u32) };
        let mut pixmap = pixmap.ok_or_else(|| {
            let most = MOST_PIXELS / 1e6;
            Fault::Plain(format!("a picture of {wide} x {high} pixels is too large (at most {most} million): use a smaller --scale, or .svg"))
        })?;
        let ground = Role::Ground.color(self.theme);
        pixmap.fill(Color::from_rgba8(ground.0, ground.1, ground.2, 255));
        Ok(pixmap)
    }

    /// A film as an animated GIF that is shown again and again.
    ///
    /// # Errors
    /// When it has too many pixels.
    ///
    /// # Panics
    /// Never: a film has a first frame, and our SVG is well-formed.
    pub fn gif(&self, film: &Film) -> Result<Vec<u8>, Fault> {
        let scale = self.scale.unwrap_or(1.0);
        if film.width.max(film.height) * scale > LONGEST_GIF {
            return Err(Fault::Plain(format!("a GIF has at most {LONGEST_GIF} pixels a side: use a smaller --scale")));
        }
        let mut canvas = self.canvas(film.width, film.height, scale)?;
        let mut colors = Colors::default();
        let mut shots: Vec<Shot> = Vec::new();
        for frame in &film.frames {
            let before = (!shots.is_empty()).then(|| canvas.clone());
            let [left, top, width, height] = frame.part.map(|n| n * scale);
            let place = Transform::from_scale(scale as f32, scale as f32).post_translate(left as f32, top as f32);
            draw(&frame.picture.svg_of(frame.part, self.style(Lettering::Lines)), place, &mut canvas);
            let part = [left.floor(), top.floor(), (left + width).ceil(), (top + height).ceil()];
            let part = clipped(part, canvas.width(), canvas.height());
            match changed(before.as_ref(), &canvas, part) {
                Some(part) => shots.push(Shot { part, pixels: colors.of(&canvas, part), delay: frame.delay }),
                None => shots.last_mut().expect("the first frame is never unchanged").delay += frame.delay,
            }
        }
        encode((&canvas, film.colors), &colors, &shots)
            .map_err(|error| Fault::Plain(format!("cannot make a GIF: {error}")))
    }
}

/// Draws an SVG of ours onto a canvas.
fn draw(svg: &str, place: Transform, canvas: &mut Pixmap) {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).expect("our SVG is well-formed");
    resvg::render(&tree, place, &mut canvas.as_mut());
}

/// Left, top, right, bottom in pixels.
type Part = [u32; 4];

fn clipped([left, top, right, bottom]: [f64; 4], width: u32, height: u32) -> Part {
    [left.max(0.0) as u32, top.max(0.0) as u32, (right as u32).min(width), (bottom as u32).min(height)]
}

/// The least rectangle of a part that has all its changes; `None` when nothing has changed.
fn changed(before: Option<&Pixmap>, after: &Pixmap, part: Part) -> Option<Part> {
    let Some(before) = before else { return Some(part) };
    let [left, top, right, bottom] = part;
    let row = |pixmap: &Pixmap, y: u32| {
        let start = (y * pixmap.width()) as usize;
        pixmap.pixels()[start + left as usize..start + right as usize].to_vec()
    };
    let mut found: Option<Part> = None;
    for y in top..bottom {
        let (old, new) = (row(before, y), row(after, y));
        let differs = |at: &usize| old[*at] != new[*at];
        let (Some(first), Some(last)) = ((0..old.len()).find(differs), (0..old.len()).rev().find(differs)) else {
            continue;
        };
        let (first, last) = (left + first as u32, left + last as u32 + 1);
        let [l, t, r, _] = found.unwrap_or([first, y, last, y]);
        found = Some([l.min(first), t, r.max(last), y + 1]);
    }
    found
}

/// What a frame changes.
struct Shot {
    part: Part,
    pixels: Vec<u16>,
    delay: u16,
}

/// All colours of a film, in the order in which they appear.
#[derive(Default)]
struct Colors {
    numbers: HashMap<[u8; 3], u16>,
    list: Vec<([u8; 3], u64)>,
}

impl Colors {
    /// The colours of a part, as numbers.
    fn of(&mut self, canvas: &Pixmap, [left, top, right, bottom]: Part) -> Vec<u16> {
        let mut numbers = Vec::with_capacity(((right - left) * (bottom - top)) as usize);
        let mut last = ([0; 3], u16::MAX);
        for y in top..bottom {
            let start = (y * canvas.width()) as usize;
            for pixel in &canvas.pixels()[start + left as usize..start + right as usize] {
                // The canvas is opaque, so its colours are not multiplied by anything.
                let color = [pixel.red(), pixel.green(), pixel.blue()];
                if last.1 == u16::MAX || last.0 != color {
                    last = (color, self.number(color));
                }
                self.list[usize::from(last.1)].1 += 1;
                numbers.push(last.1);
            }
        }
        numbers
    }

    fn number(&mut self, color: [u8; 3]) -> u16 {
        // After sixty thousand colours the nearest in a coarser cube will do.
        let color = if self.list.len() < 60_000 { color } else { color.map(|c| c & 0xF0) };
        *self.numbers.entry(color).or_insert_with(|| {
            self.list.push((color, 0));
            (self.list.len() - 1) as u16
        })
    }
}

fn encode((canvas, most): (&Pixmap, usize), colors: &Colors, shots: &[Shot]) -> Result<Vec<u8>, gif::EncodingError> {
    let (palette, map) = quantize::palette(&colors.list, most);
    let mut bytes = Vec::new();
    let (width, height) = (canvas.width() as u16, canvas.height() as u16);
    let mut encoder = gif::Encoder::new(&mut bytes, width, height, &palette.concat())?;
    // A film of one frame is a picture.
    if shots.len() > 1 {
        encoder.set_repeat(gif::Repeat::Infinite)?;
    }
    for Shot { part: [left, top, right, bottom], pixels, delay } in shots {
        let buffer: Vec<u8> = pixels.iter().map(|&number| map[usize::from(number)]).collect();
        let mut frame = gif::Frame::from_indexed_pixels((right - left) as u16, (bottom - top) as u16, buffer, None);
        (frame.left, frame.top, frame.delay) = (*left as u16, *top as u16, *delay);
        frame.dispose = gif::DisposalMethod::Keep;
        encoder.write_frame(&frame)?;
    }
    // Writes the end of the file.
    encoder.into_inner()?;
    Ok(bytes)
}
