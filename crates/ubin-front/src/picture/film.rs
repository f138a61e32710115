//! A film as a GIF.
//!
//! All frames have one palette, and a frame has only the rectangle in which something has changed, so that a solution of fifty moves is a few dozen kilobytes. Until the palette is known, frames are kept as **runs** of
//! equal pixels: tiles are flat, so that is a tenth of their pixels.

use std::collections::HashMap;

use crate::render::svg::{Film, Frame};
use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};
use ubin::run::{Run, Stop};

use super::{Look, Undrawn, quantize, raster, stopped};
use crate::fault::Fault;

/// The longest side of a GIF.
const LONGEST: f64 = 65_535.0;
/// Colours that are told apart; after them the nearest in a coarser cube will do.
const COLORS: usize = 60_000;

pub(super) fn gif(look: &Look, film: &Film, run: &mut Run<'_>) -> Result<Vec<u8>, Undrawn> {
    let scale = look.scale.unwrap_or(1.0);
    if film.width.max(film.height) * scale > LONGEST {
        return Err(Fault::Plain(format!("a GIF has at most {LONGEST} pixels a side: use a smaller --scale")).into());
    }
    let (wide, high) = raster::size(film.width, film.height, scale)?;
    let size = format!("{} frames of {wide} x {high} pixels", film.frames.len());
    let level = run.held();
    let drawn = Reel::new(look, (wide, high), scale, run).and_then(|mut reel| {
        film.frames.iter().try_for_each(|frame| reel.take(frame, run))?;
        reel.encode(film.colors, run)
    });
    run.release_to(level);
    drawn.map_err(|stop| stopped(stop, run, &size))
}

/// What has been drawn so far.
struct Reel<'a> {
    look: &'a Look,
    scale: f64,
    canvas: Pixmap,
    colors: Colors,
    shots: Vec<Shot>,
}

impl<'a> Reel<'a> {
    fn new(look: &'a Look, (wide, high): (u32, u32), scale: f64, run: &mut Run<'_>) -> Result<Reel<'a>, Stop> {
        // The canvas, and the largest part of it as it was before a frame or as it is encoded.
        run.hold(8 * u64::from(wide) * u64::from(high))?;
        let canvas = raster::canvas(look, wide, high);
        Ok(Reel { look, scale, canvas, colors: Colors::default(), shots: Vec::new() })
    }

    /// Draws a frame, and keeps what it changes.
    fn take(&mut self, frame: &Frame, run: &mut Run<'_>) -> Result<(), Stop> {
        run.check()?;
        let [left, top, width, height] = frame.part.map(|n| n * self.scale);
        let part = [left.floor(), top.floor(), (left + width).ceil(), (top + height).ceil()];
        let part = clipped(part, self.canvas.width(), self.canvas.height());
        let before = (!self.shots.is_empty()).then(|| pixels(&self.canvas, part));
        let wide = self.canvas.width();
        raster::paint(self.look, &frame.picture, self.scale, (wide, part[1]..part[3]), self.canvas.data_mut(), run)?;
        match changed(before.as_deref(), &self.canvas, part) {
            Some(part) => {
                let runs = self.colors.of(&self.canvas, part);
                run.hold((runs.capacity() * size_of::<(u16, u16)>()) as u64)?;
                self.shots.push(Shot { part, runs, delay: frame.delay });
            }
            None => self.shots.last_mut().expect("the first frame is never unchanged").lengthen(frame.delay),
        }
        Ok(())
    }

    fn encode(&self, most: usize, run: &mut Run<'_>) -> Result<Vec<u8>, Stop> {
        let (palette, map) = quantize::palette(&self.colors.list, most);
        let mut bytes = Vec::new();
        let (width, height) = (self.canvas.width() as u16, self.canvas.height() as u16);
        let fine = "a GIF of this size can be written to memory";
        let mut encoder = gif::Encoder::new(&mut bytes, width, height, &palette.concat()).expect(fine);
        // A film of one frame is a picture.
        if self.shots.len() > 1 {
            encoder.set_repeat(gif::Repeat::Infinite).expect(fine);
        }
        for Shot { part: [left, top, right, bottom], runs, delay } in &self.shots {
            run.check()?;
            let numbers = runs
                .iter()
                .flat_map(|&(number, length)| std::iter::repeat_n(map[usize::from(number)], usize::from(length)));
            let (wide, high) = ((right - left) as u16, (bottom - top) as u16);
            let mut frame = gif::Frame::from_indexed_pixels(wide, high, numbers.collect::<Vec<u8>>(), None);
            (frame.left, frame.top, frame.delay) = (*left as u16, *top as u16, *delay);
            frame.dispose = gif::DisposalMethod::Keep;
            encoder.write_frame(&frame).expect(fine);
        }
        // Writes the end of the file.
        encoder.into_inner().expect(fine);
        Ok(bytes)
    }
}

/// Left, top, right, bottom in pixels.
type Part = [u32; 4];

fn clipped([left, top, right, bottom]: [f64; 4], width: u32, height: u32) -> Part {
    [left.max(0.0) as u32, top.max(0.0) as u32, (right as u32).min(width), (bottom as u32).min(height)]
}

/// A row of a part.
fn row(canvas: &Pixmap, [left, _, right, _]: Part, y: u32) -> &[PremultipliedColorU8] {
    let start = (y * canvas.width()) as usize;
    &canvas.pixels()[start + left as usize..start + right as usize]
}

/// All pixels of a part.
fn pixels(canvas: &Pixmap, part: Part) -> Vec<PremultipliedColorU8> {
    (part[1]..part[3]).flat_map(|y| row(canvas, part, y)).copied().collect()
}

/// The least rectangle of a part that has all its changes; `None` when nothing has changed.
fn changed(before: Option<&[PremultipliedColorU8]>, after: &Pixmap, part: Part) -> Option<Part> {
    let Some(before) = before else { return Some(part) };
    let [left, top, right, bottom] = part;
    let wide = (right - left) as usize;
    let mut found: Option<Part> = None;
    for y in top..bottom {
        let (old, new) = (&before[(y - top) as usize * wide..][..wide], row(after, part, y));
        let differs = |at: &usize| old[*at] != new[*at];
        let (Some(first), Some(last)) = ((0..wide).find(differs), (0..wide).rev().find(differs)) else {
            continue;
        };
        let (first, last) = (left + first as u32, left + last as u32 + 1);
        let [l, t, r, _] = found.unwrap_or([first, y, last, y]);
        found = Some([l.min(first), t, r.max(last), y + 1]);
    }
    found
}

/// What a frame changes: pixels row by row, as colours and how often each comes in a row.
struct Shot {
    part: Part,
    runs: Vec<(u16, u16)>,
    delay: u16,
}

impl Shot {
    fn lengthen(&mut self, delay: u16) {
        self.delay = self.delay.saturating_add(delay);
    }
}

/// All colours of a film, in the order in which they appear.
#[derive(Default)]
struct Colors {
    numbers: HashMap<[u8; 3], u16>,
    list: Vec<([u8; 3], u64)>,
}

impl Colors {
    /// The colours of a part, as numbers.
    fn of(&mut self, canvas: &Pixmap, part: Part) -> Vec<(u16, u16)> {
        let mut runs: Vec<(u16, u16)> = Vec::new();
        let mut last = [0; 3];
        for pixel in (part[1]..part[3]).flat_map(|y| row(canvas, part, y)) {
            // The canvas is opaque, so its colours are not multiplied by anything.
            let color = [pixel.red(), pixel.green(), pixel.blue()];
            match runs.last_mut() {
                Some((number, length)) if last == color && *length < u16::MAX => {
                    *length += 1;
                    self.list[usize::from(*number)].1 += 1;
                }
                _ => {
                    let number = self.number(color);
                    self.list[usize::from(number)].1 += 1;
                    runs.push((number, 1));
                    last = color;
                }
            }
        }
        runs
    }

    fn number(&mut self, color: [u8; 3]) -> u16 {
        let color = if self.list.len() < COLORS { color } else { color.map(|c| c & 0xF0) };
        *self.numbers.entry(color).or_insert_with(|| {
            self.list.push((color, 0));
            (self.list.len() - 1) as u16
        })
    }
}
