//! Colours as the terminal has them: none, 16, 256 or all.

use std::ops::RangeInclusive;

use ubin_front::render::palette::{self, Rgb};

use crate::args::Color;

/// How many colours a stream shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColorDepth {
    None,
    /// The 16 of every terminal.
    Sixteen,
    /// The 256 of xterm.
    Indexed,
    /// All of them.
    Full,
}

impl ColorDepth {
    /// What the options ask for and the environment promises.
    pub(crate) fn of(color: Color, is_terminal: bool) -> ColorDepth {
        let is_wanted = match color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => is_terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
        };
        let variable = |name: &str| std::env::var(name).unwrap_or_default();
        let promised = ColorDepth::promised(&variable("TERM"), &variable("COLORTERM"));
        match (is_wanted, color, promised) {
            (false, ..) => ColorDepth::None,
            // Who insists gets what every terminal has.
            (true, Color::Always, ColorDepth::None) => ColorDepth::Sixteen,
            (true, _, promised) => promised,
        }
    }

    /// What a terminal of this name has.
    fn promised(term: &str, colorterm: &str) -> ColorDepth {
        match (term, colorterm) {
            ("dumb", _) => ColorDepth::None,
            (_, "truecolor" | "24bit") => ColorDepth::Full,
            (term, _) if term.contains("direct") => ColorDepth::Full,
            (term, _) if term.contains("256") => ColorDepth::Indexed,
            _ => ColorDepth::Sixteen,
        }
    }

    /// The codes that set ink on a ground, such as `30;46`; nothing without colours.
    pub(crate) fn codes(self, ground: Rgb) -> String {
        let ink = if self.shown(ground).ink() == Rgb::WHITE { "97" } else { "30" };
        match self {
            ColorDepth::None => String::new(),
            ColorDepth::Sixteen => {
                let number = sixteenth(ground);
                format!("{};{ink}", if number < 8 { 40 + number } else { 92 + number })
            }
            ColorDepth::Indexed => format!("48;5;{};{ink}", indexed(ground)),
            ColorDepth::Full => {
                let Rgb(red, green, blue) = ground;
                format!("48;2;{red};{green};{blue};{ink}")
            }
        }
    }

    /// A colour as it will be seen.
    pub(crate) fn shown(self, rgb: Rgb) -> Rgb {
        match self {
            ColorDepth::None | ColorDepth::Full => rgb,
            ColorDepth::Sixteen => SIXTEEN[usize::from(sixteenth(rgb))],
            ColorDepth::Indexed => indexed_rgb(indexed(rgb)),
        }
    }

    /// The colour of a copy of a piece, by the shade that tells it from its neighbours. The 16 colours have no shades.
    pub(crate) fn copy(self, number: usize, shade: usize) -> Rgb {
        match self {
            ColorDepth::Sixteen => self.piece(number),
            _ => palette::shaded(number, shade),
        }
    }

    /// The colour of a piece by its number. Of 16 colours the nearest ones would be the same for many pieces, so there they have an order of their own.
    pub(crate) fn piece(self, number: usize) -> Rgb {
        match self {
            ColorDepth::Sixteen => SIXTEEN[PIECES[number % PIECES.len()]],
            _ => palette::piece(number),
        }
    }
}

/// The pieces' colours among the 16: not black, white and the dark grey, which boards and screens are of.
const PIECES: [usize; 13] = [2, 5, 3, 12, 1, 6, 4, 13, 10, 11, 9, 14, 7];

/// Whether the terminal can do no more than write line after line.
pub(crate) fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// The nearest of the colours behind the first 16: 6 x 6 x 6 of them, then 24 greys.
pub(crate) fn indexed(rgb: Rgb) -> u8 {
    nearest(16..=255, rgb, indexed_rgb)
}

/// One of the colours behind the first 16.
fn indexed_rgb(number: u8) -> Rgb {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let step = |part: u8| STEPS[usize::from(part % 6)];
    match number.saturating_sub(16) {
        cube @ 0..216 => Rgb(step(cube / 36), step(cube / 6), step(cube)),
        grey => {
            let light = 8 + 10 * (grey - 216);
            Rgb(light, light, light)
        }
    }
}

/// The 16 colours as xterm shows them.
const SIXTEEN: [Rgb; 16] = [
    Rgb(0, 0, 0),
    Rgb(205, 0, 0),
    Rgb(0, 205, 0),
    Rgb(205, 205, 0),
    Rgb(0, 0, 238),
    Rgb(205, 0, 205),
    Rgb(0, 205, 205),
    Rgb(229, 229, 229),
    Rgb(127, 127, 127),
    Rgb(255, 0, 0),
    Rgb(0, 255, 0),
    Rgb(255, 255, 0),
    Rgb(92, 92, 255),
    Rgb(255, 0, 255),
    Rgb(0, 255, 255),
    Rgb(255, 255, 255),
];

/// The nearest of the 16 colours.
pub(crate) fn sixteenth(rgb: Rgb) -> u8 {
    nearest(0..=15, rgb, |number| SIXTEEN[usize::from(number)])
}

/// The number whose colour is nearest.
fn nearest(numbers: RangeInclusive<u8>, Rgb(red, green, blue): Rgb, color: impl Fn(u8) -> Rgb) -> u8 {
    let part = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
    let far = |number: &u8| {
        let Rgb(r, g, b) = color(*number);
        part(r, red) + part(g, green) + part(b, blue)
    };
    numbers.min_by_key(far).expect("there are colours")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_gets_the_colours_it_announces() {
        for (term, colorterm, depth) in [
            ("dumb", "", ColorDepth::None),
            ("dumb", "truecolor", ColorDepth::None),
            ("xterm", "", ColorDepth::Sixteen),
            ("linux", "", ColorDepth::Sixteen),
            ("", "", ColorDepth::Sixteen),
            ("screen-256color", "", ColorDepth::Indexed),
            ("xterm-256color", "truecolor", ColorDepth::Full),
            ("xterm-direct", "", ColorDepth::Full),
        ] {
            assert_eq!(ColorDepth::promised(term, colorterm), depth, "{term} {colorterm}");
        }
    }

    #[test]
    fn codes_are_of_the_depth() {
        let red = Rgb(250, 10, 10);
        assert_eq!(ColorDepth::None.codes(red), "");
        assert!(ColorDepth::Sixteen.codes(red).starts_with("101;"), "{}", ColorDepth::Sixteen.codes(red));
        assert!(ColorDepth::Indexed.codes(red).starts_with("48;5;196;"));
        assert!(ColorDepth::Full.codes(red).starts_with("48;2;250;10;10;"));
    }

    #[test]
    fn the_pieces_of_a_game_have_colours_of_their_own_at_every_depth() {
        for (depth, pieces) in [(ColorDepth::Sixteen, 13), (ColorDepth::Indexed, 13), (ColorDepth::Full, 52)] {
            let shown: std::collections::BTreeSet<Rgb> =
                (0..pieces).map(|piece| depth.shown(depth.piece(piece))).collect();
            assert_eq!(shown.len(), pieces, "{depth:?}");
            for ground in shown {
                assert!(ground.contrast(ground.ink()) >= 4.5, "{ground:?} at {depth:?}");
            }
        }
    }

    #[test]
    fn greys_stay_grey() {
        for grey in [Rgb(0x2B, 0x30, 0x38), Rgb(0x22, 0x26, 0x2D), Rgb(0xC9, 0xD1, 0xDB)] {
            let Rgb(red, green, blue) = ColorDepth::Indexed.shown(grey);
            assert!(red == green && green == blue, "{grey:?}");
        }
        assert_eq!(indexed_rgb(231), Rgb::WHITE);
        assert_eq!(indexed_rgb(255), Rgb(238, 238, 238));
    }
}
