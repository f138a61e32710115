//! A small stroke font, for pictures that become pixels.
//!
//! A raster picture must not depend on the fonts of a machine; many have none. So every character is a line drawn with a round pen, in
//! the manner of lettering on technical drawings. SVG files do not use it: there text is text.
//!
//! A **glyph** is a path on a grid whose capitals are 7 units high: the baseline is at 7, small letters begin at 2, tails end at 9.

/// Units of the grid in one em.
const EM: f64 = 9.8;
/// Room between two glyphs.
const GAP: f64 = 1.7;
/// Width of a blank.
const BLANK: f64 = 2.4;

/// A character's width, without the room around it, and its path.
fn glyph(letter: char) -> (f64, &'static str) {
    capital(letter).or_else(|| small(letter)).or_else(|| digit(letter)).unwrap_or_else(|| sign(letter))
}

fn digit(letter: char) -> Option<(f64, &'static str)> {
    let path = match letter {
        '0' => "M2.2 0C.7 0 0 1.5 0 3.5S.7 7 2.2 7 4.4 5.5 4.4 3.5 3.7 0 2.2 0Z",
        '1' => "M.9 1.5 2.7 0V7",
        '2' => "M.1 1.8C.2.7 1 0 2.2 0S4.3.8 4.3 1.9C4.3 3.3 3.2 4 0 7H4.5",
        '3' => {
            "M.3 1C.7.4 1.3 0 2.2 0 3.4 0 4.2.7 4.2 1.7S3.4 3.3 2.2 3.3H1.6M2.2 3.3C3.5 3.3 4.4 4 4.4 5.1S3.5 7 2.2 7C1.2 7 .5 6.6 0 5.9"
        }
        '4' => "M3.3 7V0L0 4.9H4.5",
        '5' => "M4 0H.8L.5 3C.9 2.7 1.5 2.5 2.1 2.5 3.5 2.5 4.4 3.4 4.4 4.7S3.5 7 2.1 7C1.2 7 .5 6.7 0 6.1",
        '6' => "M3.9.6C3.5.2 3 0 2.4 0 .9 0 0 1.6 0 4.2 0 6 .8 7 2.2 7S4.4 6.1 4.4 4.8 3.5 2.7 2.2 2.7 0 3.5 0 4.6",
        '7' => "M0 0H4.4L1.6 7",
        '8' => {
            "M2.2 3.2C1.1 3.2.3 2.6.3 1.6S1.1 0 2.2 0 4.1.6 4.1 1.6 3.3 3.2 2.2 3.2C.9 3.2 0 4 0 5.1S.9 7 2.2 7 4.4 6.2 4.4 5.1 3.5 3.2 2.2 3.2Z"
        }
        '9' => {
            "M.5 6.4C.9 6.8 1.4 7 2 7 3.5 7 4.4 5.4 4.4 2.8 4.4 1 3.6 0 2.2 0S0 .9 0 2.2.9 4.3 2.2 4.3 4.4 3.5 4.4 2.4"
        }
        _ => return None,
    };
    Some((4.4, path))
}

fn capital(letter: char) -> Option<(f64, &'static str)> {
    Some(match letter {
        'A' => (5.0, "M0 7 2.5 0 5 7M.9 4.6H4.1"),
        'B' => (4.4, "M0 7V0H2.3C3.4 0 4.1.6 4.1 1.7S3.4 3.3 2.3 3.3H0M2.3 3.3C3.6 3.3 4.4 4 4.4 5.1S3.6 7 2.3 7H0"),
        'C' => (4.8, "M4.8 5.6C4.4 6.5 3.6 7 2.6 7 1 7 0 5.7 0 3.5S1 0 2.6 0C3.6 0 4.4.5 4.8 1.4"),
        'D' => (4.7, "M0 0V7H1.8C3.7 7 4.7 5.7 4.7 3.5S3.7 0 1.8 0Z"),
        'E' => (3.8, "M3.8 0H0V7H3.9M0 3.3H3.4"),
        'F' => (3.7, "M3.8 0H0V7M0 3.4H3.3"),
        'G' => (4.9, "M4.8 1.4C4.4.5 3.6 0 2.6 0 1 0 0 1.3 0 3.5S1 7 2.6 7C4 7 4.9 6.1 4.9 4.6V3.9H2.9"),
        'H' => (4.6, "M0 0V7M4.6 0V7M0 3.4H4.6"),
        'I' => (1.0, "M.5 0V7"),
        'J' => (3.2, "M3.2 0V5C3.2 6.3 2.6 7 1.6 7 .9 7 .3 6.6 0 5.9"),
        'K' => (4.4, "M0 0V7M4.2 0 0 4.2M1.6 2.7 4.5 7"),
        'L' => (3.7, "M0 0V7H3.7"),
        'M' => (5.6, "M0 7V0L2.8 4.6 5.6 0V7"),
        'N' => (4.7, "M0 7V0L4.7 7V0"),
        'O' => (5.2, "M2.6 0C1 0 0 1.4 0 3.5S1 7 2.6 7 5.2 5.6 5.2 3.5 4.2 0 2.6 0Z"),
        'P' => (4.2, "M0 7V0H2.2C3.5 0 4.2.8 4.2 2S3.5 4 2.2 4H0"),
        'Q' => (5.2, "M2.6 0C1 0 0 1.4 0 3.5S1 7 2.6 7 5.2 5.6 5.2 3.5 4.2 0 2.6 0ZM3.2 5.2 5.2 7.5"),
        'R' => (4.4, "M0 7V0H2.2C3.5 0 4.2.7 4.2 1.9S3.5 3.8 2.2 3.8H0M2.4 3.8 4.5 7"),
        'S' => {
            (4.3, "M4 1.2C3.6.4 3 0 2.1 0 1 0 .2.7.2 1.7.2 4.2 4.3 2.8 4.3 5.2 4.3 6.3 3.4 7 2.2 7 1.1 7 .4 6.5 0 5.6")
        }
        'T' => (4.6, "M0 0H4.6M2.3 0V7"),
        'U' => (4.6, "M0 0V4.5C0 6.1.8 7 2.3 7S4.6 6.1 4.6 4.5V0"),
        'V' => (4.8, "M0 0 2.4 7 4.8 0"),
        'W' => (6.6, "M0 0 1.6 7 3.3 1.4 5 7 6.6 0"),
        'X' => (4.6, "M0 0 4.6 7M4.6 0 0 7"),
        'Y' => (4.6, "M0 0 2.3 3.6 4.6 0M2.3 3.6V7"),
        'Z' => (4.4, "M0 0H4.4L0 7H4.5"),
        _ => return None,
    })
}

fn small(letter: char) -> Option<(f64, &'static str)> {
    Some(match letter {
        'a' => (3.6, "M3.6 2V7M3.6 4.5C3.6 3 2.9 2 1.8 2S0 3 0 4.5.7 7 1.8 7 3.6 6 3.6 4.5Z"),
        'b' => (3.7, "M0 0V7M0 4.5C0 3 .8 2 1.9 2S3.7 3 3.7 4.5 3 7 1.9 7 0 6 0 4.5Z"),
        'c' => (3.3, "M3.3 3C3 2.4 2.5 2 1.9 2 .8 2 0 3 0 4.5S.8 7 1.9 7C2.5 7 3 6.6 3.3 6"),
        'd' => (3.7, "M3.7 0V7M3.7 4.5C3.7 3 2.9 2 1.8 2S0 3 0 4.5.7 7 1.8 7 3.7 6 3.7 4.5Z"),
        'e' => (3.6, "M0 4.4H3.6C3.6 2.9 2.9 2 1.8 2S0 3 0 4.5.8 7 1.9 7C2.6 7 3.1 6.7 3.5 6.1"),
        'f' => (2.2, "M2.3.1C1.2-.2.8.5.8 1.5V7M0 2.3H2.1"),
        'g' => (
            3.6,
            "M3.6 2V7.2C3.6 8.4 2.9 9 1.8 9 1.1 9 .6 8.8.2 8.3M3.6 4.4C3.6 3 2.9 2 1.8 2S0 3 0 4.4.7 6.8 1.8 6.8 3.6 5.9 3.6 4.4Z",
        ),
        'h' => (3.4, "M0 0V7M0 4C0 2.8.8 2 1.8 2S3.4 2.7 3.4 4V7"),
        'i' => (0.4, "M.2 2V7M.2.2V.3"),
        'j' => (1.0, "M1 2V7.8C1 8.6.7 9 0 9M1 .2V.3"),
        'k' => (3.3, "M0 0V7M3.1 2 0 5M1.2 3.9 3.4 7"),
        'l' => (0.4, "M.2 0V7"),
        'm' => (5.6, "M0 2V7M0 4C0 2.8.6 2 1.5 2S2.8 2.7 2.8 4V7M2.8 4C2.8 2.8 3.4 2 4.3 2S5.6 2.7 5.6 4V7"),
        'n' => (3.4, "M0 2V7M0 4C0 2.8.8 2 1.8 2S3.4 2.7 3.4 4V7"),
        'o' => (3.7, "M1.85 2C.8 2 0 3 0 4.5S.8 7 1.85 7 3.7 6 3.7 4.5 2.9 2 1.85 2Z"),
        'p' => (3.7, "M0 2V9M0 4.5C0 3 .8 2 1.9 2S3.7 3 3.7 4.5 3 7 1.9 7 0 6 0 4.5Z"),
        'q' => (3.7, "M3.7 2V9M3.7 4.5C3.7 3 2.9 2 1.8 2S0 3 0 4.5.7 7 1.8 7 3.7 6 3.7 4.5Z"),
        'r' => (2.0, "M0 2V7M0 4.2C0 2.9.8 2 2.1 2.1"),
        's' => {
            (3.0, "M2.8 2.8C2.5 2.3 2.1 2 1.5 2 .7 2 .2 2.5.2 3.2.2 4.9 3 4 3 5.7 3 6.5 2.3 7 1.5 7 .8 7 .3 6.7 0 6.1")
        }
        't' => (2.2, "M.8.6V5.7C.8 6.8 1.3 7.2 2.3 6.9M0 2.2H2.2"),
        'u' => (3.4, "M0 2V5C0 6.3.6 7 1.6 7S3.4 6.2 3.4 5M3.4 2V7"),
        'v' => (3.6, "M0 2 1.8 7 3.6 2"),
        'w' => (5.0, "M0 2 1.3 7 2.5 2.8 3.7 7 5 2"),
        'x' => (3.4, "M0 2 3.4 7M3.4 2 0 7"),
        'y' => (3.6, "M0 2 1.8 6.8M3.6 2 1.5 8C1.2 8.8.8 9.1.1 8.9"),
        'z' => (3.2, "M0 2H3.2L0 7H3.3"),
        _ => return None,
    })
}

/// Signs; what is not known is a box, so that nobody takes it for nothing.
fn sign(letter: char) -> (f64, &'static str) {
    match letter {
        '.' => (0.4, "M.2 6.9V7"),
        ',' => (0.6, "M.5 6.7.1 8"),
        ':' => (0.4, "M.2 2.9V3M.2 6.7V6.8"),
        ';' => (0.6, "M.4 2.9V3M.5 6.7.1 8"),
        '-' => (2.2, "M0 4.3H2.2"),
        '+' => (3.6, "M0 4.2H3.6M1.8 2.4V6"),
        '=' => (3.6, "M0 3.3H3.6M0 5.1H3.6"),
        '(' => (1.4, "M1.4-.4C-.3 2 -.3 5.6 1.4 8"),
        ')' => (1.4, "M0-.4C1.7 2 1.7 5.6 0 8"),
        '[' => (1.3, "M1.3-.3H0V7.8H1.3"),
        ']' => (1.3, "M0-.3H1.3V7.8H0"),
        '/' => (2.6, "M2.6-.4 0 7.8"),
        '\'' => (0.4, "M.2 0V1.8"),
        '"' => (1.6, "M.2 0V1.8M1.4 0V1.8"),
        '!' => (0.4, "M.2 0V4.8M.2 6.8V6.9"),
        '?' => (3.4, "M0 1.3C.3.5.9 0 1.7 0 2.8 0 3.4.7 3.4 1.7 3.4 3.2 1.7 3.1 1.7 4.9M1.7 6.8V6.9"),
        '%' => (
            5.4,
            "M4.6 0 .8 7M1.2.2C.4.2 0 .8 0 1.7S.4 3.2 1.2 3.2 2.4 2.6 2.4 1.7 2 .2 1.2.2ZM4.2 3.8C3.4 3.8 3 4.4 3 5.3S3.4 6.8 4.2 6.8 5.4 6.2 5.4 5.3 5 3.8 4.2 3.8Z",
        ),
        '#' => (4.4, "M1.6 0 .8 7M3.8 0 3 7M0 2.3H4.4M0 4.7H4.2"),
        '*' => (3.0, "M1.5 0V3.4M0 .9 3 2.5M3 .9 0 2.5"),
        '<' => (3.2, "M3.2 2 0 4.3 3.2 6.6"),
        '>' => (3.2, "M0 2 3.2 4.3 0 6.6"),
        '|' => (0.4, "M.2-.4V8"),
        '_' => (3.6, "M0 8H3.6"),
        '^' => (3.0, "M0 2.2 1.5 0 3 2.2"),
        _ => (3.6, "M0 0H3.6V7H0Z"),
    }
}

/// The width of a text in units of its font size.
#[must_use]
pub fn width(text: &str) -> f64 {
    text.chars().map(advance).sum::<f64>() / EM
}

fn advance(letter: char) -> f64 {
    if letter == ' ' { BLANK + GAP } else { glyph(letter).0 + GAP }
}

/// The glyphs of a text whose middle, or left or right end, is at 0: where each begins on the grid, and its path.
pub(super) fn glyphs(text: &str, shift: f64) -> impl Iterator<Item = (f64, &'static str)> {
    let mut at = -shift * text.chars().map(advance).sum::<f64>() + GAP / 2.0;
    text.chars().filter_map(move |letter| {
        let start = at;
        at += advance(letter);
        (letter != ' ').then(|| (start, glyph(letter).1))
    })
}

/// How much the grid is enlarged for a font size, and how far the baseline is below its top.
pub(super) fn scale(size: f64) -> (f64, f64) {
    (size / EM, 7.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_printable_character_that_pictures_use_has_a_glyph_of_its_own() {
        let unknown = sign('\u{1}');
        let used = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,:;-+=()[]/'\"!?%#*<>|_^";
        let mut seen = std::collections::BTreeSet::new();
        for letter in used.chars() {
            assert_ne!(glyph(letter), unknown, "{letter}");
            assert!(seen.insert(glyph(letter).1), "{letter} looks like another");
        }
    }

    #[test]
    fn text_is_as_wide_as_its_letters() {
        assert!(width("WW") > width("II"));
        assert!((width("12") - 2.0 * width("1")).abs() < 1e-9, "digits are equally wide");
        let middle: Vec<f64> = glyphs("11", 0.5).map(|(at, _)| at).collect();
        assert!((middle[0] + middle[1] + digit('1').unwrap().0).abs() < 1e-9, "{middle:?}");
    }
}
