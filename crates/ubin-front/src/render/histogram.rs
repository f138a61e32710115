//! Histograms: how many boards are how far from the goal.

use super::palette::Role;
use super::svg::{Anchor, Look, Picture, Words};
use super::words::PictureWords;
use crate::language::Language;

const MARGIN: f64 = 24.0;
/// The room for the numbers at the left.
const NUMBERS: f64 = 96.0;
/// The height of the highest bar.
const HEIGHT: f64 = 320.0;
const TOP: f64 = 84.0;
/// Bars are as wide as fits this, between the two limits.
const WIDTH: f64 = 900.0;
const BARS: std::ops::RangeInclusive<f64> = 8.0..=40.0;

/// A bar for every distance from 0 on, on a linear scale; the remark stands below the title.
///
/// ```
/// use ubin_front::{Language, render::{histogram::histogram, svg::Style}};
/// let svg = histogram("2x2", "12 boards", &[1, 2, 2, 2, 2, 2, 1], Language::En).svg(Style::default());
/// assert!(svg.contains(">12 boards</text>"));
/// ```
#[must_use]
pub fn histogram(title: &str, remark: &str, numbers: &[u64], language: Language) -> Picture {
    let bar = (WIDTH / numbers.len().max(1) as f64).clamp(*BARS.start(), *BARS.end());
    let (left, bottom) = (MARGIN + NUMBERS, TOP + HEIGHT);
    let needed = left + bar * numbers.len() as f64 + MARGIN;
    let words = [8.8 * title.chars().count() as f64, 7.0 * remark.chars().count() as f64];
    let width = words.into_iter().fold(needed, |width, words| width.max(words + 2.0 * MARGIN));
    let mut picture = Picture::new(width.ceil(), bottom + 64.0, title);
    picture.ground();
    picture.text((MARGIN, 28.0), Words::new(title, 17.0).bold().anchored(Anchor::Start));
    picture.text((MARGIN, 52.0), Words::new(remark, 13.0).anchored(Anchor::Start).in_paint(Role::Muted));
    let step = tick(numbers.iter().copied().max().unwrap_or(0));
    let most = numbers.iter().copied().max().unwrap_or(0).div_ceil(step).max(1) * step;
    let height = |number: u64| HEIGHT * number as f64 / most as f64;
    for number in (0..=most).step_by(step as usize) {
        let y = bottom - height(number);
        let right = left + bar * numbers.len() as f64;
        picture.line(&[(left, y), (right, y)], Look::line(Role::Faint, 1.0));
        picture.text(
            (left - 10.0, y),
            Words::new(language.grouped(number), 11.0).anchored(Anchor::End).in_paint(Role::Muted),
        );
    }
    let stride = (36.0 / bar).ceil() as usize;
    for (distance, &number) in numbers.iter().enumerate() {
        let x = left + bar * distance as f64;
        let gap = bar * 0.12;
        picture.rect(
            [x + gap, bottom - height(number), bar - 2.0 * gap, height(number)],
            0.0,
            Look::fill(Role::Accent),
        );
        if distance % stride == 0 {
            picture.text((x + bar / 2.0, bottom + 14.0), Words::new(distance.to_string(), 11.0).in_paint(Role::Muted));
        }
    }
    let words = Words::new(PictureWords(language).moves_to_goal(), 12.0).anchored(Anchor::Start).in_paint(Role::Muted);
    picture.text((left, bottom + 38.0), words);
    picture
}

/// A round step that marks some five lines up to a number.
fn tick(most: u64) -> u64 {
    let mut step = 1;
    loop {
        for factor in [1, 2, 5] {
            if step * factor * 6 >= most {
                return step * factor;
            }
        }
        step *= 10;
    }
}
