//! Bar charts: methods side by side on a logarithmic scale.
//!
//! Two panels share their rows: nodes at the left, time at the right. Every bar has its value beside it. A search whose answer is not proven, or that was stopped, has a hatched bar and says so, and a line below the bars
//! says what hatching means: the chart can be read in grey, and aloud.

use super::palette::Role;
use super::svg::{Anchor, Look, Paint, Picture, Words};
use super::words::PictureWords;
use crate::language::Language;

/// One row of a comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// The method, and what distinguishes it.
    pub name: String,
    /// What it counted.
    pub nodes: u64,
    /// Milliseconds.
    pub time_ms: f64,
    /// Whether the answer is proven; otherwise the bar is hatched.
    pub is_proven: bool,
    /// A word about the end, if it was not the usual one: `limit`, `not proven`.
    pub remark: Option<String>,
}

impl Bar {
    /// What stands beside a bar: its value, and how it ended.
    fn words(&self, value: &str) -> String {
        self.remark.as_ref().map_or_else(|| value.into(), |remark| format!("{value}, {remark}"))
    }
}

const MARGIN: f64 = 20.0;
const ROW: f64 = 26.0;
/// The length of the longest bar.
const LENGTH: f64 = 250.0;
/// The least room for the value beside it.
const VALUE: f64 = 130.0;

/// A chart with a row for each bar; `counted` says what the left panel counts.
///
/// ```
/// use ubin_front::{Language, render::{chart::{Bar, chart}, svg::Style}};
/// let bar = |name: &str, nodes| Bar { name: name.into(), nodes, time_ms: 1.5, is_proven: true, remark: None };
/// let svg = chart("Two methods", "nodes", &[bar("astar", 10), bar("ida", 1000)], Language::En).svg(Style::default());
/// assert!(svg.contains(">1,000</text>") && svg.contains(">1.50 ms</text>"));
/// ```
#[must_use]
pub fn chart(title: &str, counted: &str, bars: &[Bar], language: Language) -> Picture {
    let said = PictureWords(language);
    let longest = bars.iter().map(|bar| bar.name.chars().count()).max().unwrap_or(0);
    let names = 8.0 * longest as f64 + 16.0;
    let counts: Vec<String> = bars.iter().map(|bar| bar.words(&language.grouped(bar.nodes))).collect();
    let times: Vec<String> = bars.iter().map(|bar| bar.words(&said.milliseconds(bar.time_ms))).collect();
    let widest = counts.iter().chain(&times).map(|words| words.chars().count()).max().unwrap_or(0);
    let panel = LENGTH + VALUE.max(7.3 * widest as f64 + 20.0);
    let width = (names + 2.0 * panel + 2.0 * MARGIN).max(8.8 * title.chars().count() as f64 + 2.0 * MARGIN);
    let top = 92.0;
    let bottom = top + ROW * bars.len() as f64;
    let legend = if bars.iter().all(|bar| bar.is_proven) { 0.0 } else { ROW };
    let height = bottom + legend + MARGIN;
    let mut picture = Picture::new(width.ceil(), height.ceil(), title);
    picture.ground();
    picture.text((MARGIN, 26.0), Words::new(title, 17.0).bold().anchored(Anchor::Start));
    for (row, bar) in bars.iter().enumerate() {
        let y = top + ROW * (row as f64 + 0.5);
        picture.text((MARGIN + names - 12.0, y), Words::new(bar.name.clone(), 13.0).anchored(Anchor::End));
    }
    let left = MARGIN + names;
    let numbers: Vec<f64> = bars.iter().map(|bar| bar.nodes as f64).collect();
    axis(&mut picture, (left, top), counted, &numbers, (bars, &counts), language);
    let numbers: Vec<f64> = bars.iter().map(|bar| bar.time_ms).collect();
    axis(&mut picture, (left + panel, top), &said.time_in_ms(), &numbers, (bars, &times), language);
    if legend > 0.0 {
        let y = bottom + legend / 2.0 + 4.0;
        picture.rect([left, y - 6.0, 20.0, 12.0], 2.0, hatched());
        let words = Words::new(said.hatched(), 12.0).anchored(Anchor::Start).in_paint(Role::Muted);
        picture.text((left + 28.0, y), words);
    }
    picture
}

/// A bar of an answer that is not proven.
fn hatched() -> Look {
    Look::fill(Paint::Hatch(Role::Accent)).outlined(Role::Accent, 1.0)
}

/// One panel: powers of ten as lines, a bar and its words for each row.
fn axis(
    picture: &mut Picture,
    (x, top): (f64, f64),
    head: &str,
    numbers: &[f64],
    (bars, values): (&[Bar], &[String]),
    language: Language,
) {
    picture.open(head);
    let scale = Scale::of(numbers);
    picture.text((x, 58.0), Words::new(head, 13.0).bold().anchored(Anchor::Start));
    let bottom = top + ROW * bars.len() as f64;
    let powers = scale.high - scale.low;
    // No more labels than fit beside each other.
    let stride = (powers / 6 + 1).max(1);
    for power in scale.low..=scale.high {
        let at = x + scale.at(f64::from(power));
        picture.line(&[(at, top - 4.0), (at, bottom)], Look::line(Role::Faint, 1.0));
        if (power - scale.low) % stride == 0 {
            picture.text((at, top - 14.0), Words::new(label(power, language), 11.0).in_paint(Role::Muted));
        }
    }
    for (row, bar) in bars.iter().enumerate() {
        let y = top + ROW * row as f64;
        let length = scale.length(numbers[row]);
        let look = match bar.is_proven {
            true => Look::fill(Role::Accent).outlined(Role::Accent, 1.0),
            false => hatched(),
        };
        picture.rect([x, y + 5.0, length, ROW - 10.0], 2.0, look);
        let words = Words::new(values[row].clone(), 12.0).anchored(Anchor::Start);
        picture.text((x + length + 7.0, y + ROW / 2.0), words);
    }
    picture.close();
}

/// Whole powers of ten around some numbers.
struct Scale {
    low: i32,
    high: i32,
}

impl Scale {
    fn of(numbers: &[f64]) -> Scale {
        let logs = || numbers.iter().filter(|&&number| number > 0.0).map(|number| number.log10());
        let low = logs().fold(f64::MAX, f64::min);
        let high = logs().fold(f64::MIN, f64::max);
        if low > high {
            return Scale { low: 0, high: 1 };
        }
        // A bar at the very end of its scale would have no length.
        let low = (low - 0.15).floor() as i32;
        Scale { low, high: (high.ceil() as i32).max(low + 1) }
    }

    /// How far from the left a power of ten is.
    fn at(&self, power: f64) -> f64 {
        LENGTH * (power - f64::from(self.low)) / f64::from(self.high - self.low)
    }

    /// The length of a bar; a number of 0 is a line.
    fn length(&self, number: f64) -> f64 {
        if number > 0.0 { self.at(number.log10()).max(1.0) } else { 1.0 }
    }
}

/// `0.01`, `1`, `1,000`, `1M`; in Indonesian `0,01`, `1.000`, `1 jt`, for M is a thousand times as much there.
fn label(power: i32, language: Language) -> String {
    let million = if language == Language::Id { " jt" } else { "M" };
    match power {
        ..0 => language.figures(format!("{:.*}", power.unsigned_abs() as usize, 10f64.powi(power))),
        0..=5 => language.grouped(10u64.pow(power as u32)),
        6..=8 => format!("{}{million}", 10u64.pow(power as u32 - 6)),
        _ => format!("1e{power}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_times_more_is_one_step_longer() {
        let scale = Scale::of(&[5.0, 0.0, 3000.0]);
        let step = scale.length(300.0) - scale.length(30.0);
        assert!((scale.length(3000.0) - scale.length(300.0) - step).abs() < 1e-9);
        assert!(scale.length(3000.0) <= LENGTH && scale.length(0.0) == 1.0 && scale.length(5.0) > 10.0);
    }

    #[test]
    fn labels() {
        let labels = |language| [-2, 0, 3, 6, 8, 9].map(|power| label(power, language));
        assert_eq!(labels(Language::En), ["0.01", "1", "1,000", "1M", "100M", "1e9"]);
        assert_eq!(labels(Language::Id), ["0,01", "1", "1.000", "1 jt", "100 jt", "1e9"]);
        assert_eq!(Scale::of(&[]).high, 1);
        assert!(Scale::of(&[1.0]).length(1.0) > 10.0);
    }
}
