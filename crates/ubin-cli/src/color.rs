//! Colours as the terminal has them: none, 16, 256 or all.

use ubin_front::render::palette::Rgb;

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
        let is_light = ground.ink() == Rgb::WHITE;
        let ink = if is_light { "97" } else { "30" };
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
}

/// Whether the terminal can do no more than write line after line.
pub(crate) fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// The nearest of the 6 x 6 x 6 colours behind the first 16.
pub(crate) fn indexed(Rgb(red, green, blue): Rgb) -> u8 {
    // Their steps are at 0, 95, 135, 175, 215, 255.
    let step = |c: u8| {
        if c < 48 {
            0
        } else if c < 115 {
            1
        } else {
            (c - 35) / 40
        }
    };
    16 + 36 * step(red) + 6 * step(green) + step(blue)
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
pub(crate) fn sixteenth(Rgb(red, green, blue): Rgb) -> u8 {
    let part = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
    let far = |number: &u8| {
        let Rgb(r, g, b) = SIXTEEN[usize::from(*number)];
        part(r, red) + part(g, green) + part(b, blue)
    };
    (0..16).min_by_key(far).expect("there are sixteen")
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
}
