//! The colours: two themes, and one colour for every piece.
//!
//! The first twelve piece colours are calm, and at least 0.12 apart in Oklab (Ottosson 2020) for everybody: by normal sight and as the three colour-blindness simulations (Machado, Oliveira, Fernandes 2009) see them. The others continue them: each is the
//! colour of a 16-step cube that is farthest from all before it, on condition that it is no louder than they are and neither near white nor near black. There are as many as there are letters, 52. The page has the same list.
//! Copies of one piece are told apart by **shades** of its colour.

/// A colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    const fn of(hex: u32) -> Rgb {
        Rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
    }

    /// `#RRGGBB`.
    #[must_use]
    pub fn hex(self) -> String {
        format!("#{:02X}{:02X}{:02X}", self.0, self.1, self.2)
    }

    /// Part of the way to another colour: 0 is this one, 1 the other.
    #[must_use]
    pub fn toward(self, other: Rgb, part: f64) -> Rgb {
        let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * part).round() as u8;
        Rgb(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// Relative luminance, as the Web Content Accessibility Guidelines define it.
    fn luminance(self) -> f64 {
        let linear = |c: u8| {
            let c = f64::from(c) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// The contrast of two colours: 1 to 21.
    #[must_use]
    pub fn contrast(self, other: Rgb) -> f64 {
        let (a, b) = (self.luminance() + 0.05, other.luminance() + 0.05);
        a.max(b) / a.min(b)
    }

    /// White or black, whichever is easier to read on this colour.
    ///
    /// ```
    /// use ubin_front::render::palette::{Rgb, piece};
    /// assert_eq!(piece(0).ink(), Rgb::BLACK);
    /// assert_eq!(piece(1).ink(), Rgb::WHITE);
    /// ```
    #[must_use]
    pub fn ink(self) -> Rgb {
        if self.contrast(Rgb::WHITE) > self.contrast(Rgb::BLACK) { Rgb::WHITE } else { Rgb::BLACK }
    }

    /// White.
    pub const WHITE: Rgb = Rgb(255, 255, 255);
    /// Black.
    pub const BLACK: Rgb = Rgb(0, 0, 0);
}

const PIECES: [u32; 52] = [
    0x2B_D5FF, 0x5A_358C, 0xB8_4412, 0x75_93FE, 0xF3_C530, 0x89_2218, 0x8E_5C7D, 0xA7_C0A2, 0x5F_5FC8, 0xC2_ECB9,
    0xAD_8691, 0xE7_792F, 0x55_0044, 0x00_5555, 0x44_0077, 0x88_77BB, 0x99_99CC, 0xEE_EE66, 0x77_FFFF, 0xFF_9966,
    0xBB_6655, 0x66_5599, 0x66_0000, 0xCC_CCCC, 0x00_7711, 0x88_AAFF, 0x99_DD99, 0xCC_AACC, 0x66_77DD, 0x77_66AA,
    0xBB_99AA, 0xCC_8866, 0x44_3366, 0x77_4477, 0x55_44AA, 0xAA_5555, 0xCC_AA00, 0x99_7788, 0x11_4444, 0x77_88DD,
    0x44_CC77, 0x22_3322, 0xAA_FF99, 0xDD_DD77, 0xFF_AAFF, 0x77_0033, 0xAA_7722, 0x99_EEDD, 0x44_AA44, 0x44_BB88,
    0x99_88BB, 0x11_7788,
];

/// The colour of a piece by its number in the puzzle. After 52 they begin again.
#[must_use]
pub fn piece(number: usize) -> Rgb {
    Rgb::of(PIECES[number % PIECES.len()])
}

/// How far the shades of a colour are on the way to the ink that is read on it.
const SHADES: [f64; 4] = [0.0, 0.3, 0.55, 0.75];
/// How many shades every colour has.
pub(super) const MOST_SHADES: usize = SHADES.len();

/// A shade of a piece's colour: 0 is the colour itself.
#[must_use]
pub fn shaded(number: usize, shade: usize) -> Rgb {
    let color = piece(number);
    color.toward(color.ink(), SHADES[shade % SHADES.len()])
}

ubin::words! {
    /// Light or dark.
    #[derive(Default)]
    pub enum Theme as "theme" {
        /// For paper and light screens.
        Light = "light",
        /// For dark screens.
        Dark = "dark",
        /// As the viewer prefers; light where nobody asks, as in a PNG.
        #[default]
        Auto = "auto",
    }
}

/// What a theme's colour is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// The background.
    Ground,
    /// Boards and boxes on it.
    Panel,
    /// Text.
    Ink,
    /// Text of less weight.
    Muted,
    /// What the eye should find first.
    Accent,
    /// Good.
    Fine,
    /// Bad.
    Bad,
    /// Lines around things.
    Outline,
    /// Lines behind things.
    Faint,
}

impl Role {
    /// A short name, for the classes of a style sheet.
    pub(super) fn name(self) -> &'static str {
        match self {
            Role::Ground => "ground",
            Role::Panel => "panel",
            Role::Ink => "ink",
            Role::Muted => "muted",
            Role::Accent => "accent",
            Role::Fine => "fine",
            Role::Bad => "bad",
            Role::Outline => "outline",
            Role::Faint => "faint",
        }
    }

    /// Its colour in the light or the dark theme; `Auto` is light.
    #[must_use]
    pub fn color(self, theme: Theme) -> Rgb {
        let dark = theme == Theme::Dark;
        let pick = |light: u32, night: u32| Rgb::of(if dark { night } else { light });
        match self {
            Role::Ground => pick(0xFF_FFFF, 0x14_171C),
            Role::Panel => pick(0xF5_F6F8, 0x1E_232B),
            Role::Ink => pick(0x1A_1D21, 0xE8_EAED),
            Role::Muted => pick(0x5B_6470, 0x9A_A4B2),
            Role::Accent => pick(0x0B_57D0, 0x8A_B4F8),
            Role::Fine => pick(0x00_5A9C, 0x56_B4E9),
            Role::Bad => pick(0xB3_4700, 0xFF_9E4A),
            Role::Outline => pick(0x87_91A0, 0x6B_7482),
            Role::Faint => pick(0xDD_E1E7, 0x33_3A45),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oklab of a colour as one of four viewers sees it: everybody, and the three kinds of colour blindness.
    fn seen(color: Rgb) -> [[f64; 3]; 4] {
        let linear = |c: u8| {
            let c = f64::from(c) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        let rgb = [linear(color.0), linear(color.1), linear(color.2)];
        let viewers = [
            [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
            [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
            [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
        ];
        let product = |row: [f64; 3], v: [f64; 3]| row[0] * v[0] + row[1] * v[1] + row[2] * v[2];
        viewers.map(|viewer| {
            let v = viewer.map(|row| product(row, rgb).clamp(0.0, 1.0));
            let lms = [
                [0.4122214708, 0.5363325363, 0.0514459929],
                [0.2119034982, 0.6806995451, 0.1073969566],
                [0.0883024619, 0.2817188376, 0.6299787005],
            ]
            .map(|row| product(row, v).cbrt());
            [
                [0.2104542553, 0.7936177850, -0.0040720468],
                [1.9779984951, -2.4285922050, 0.4505937099],
                [0.0259040371, 0.7827717662, -0.8086757660],
            ]
            .map(|row| product(row, lms))
        })
    }

    fn nearest(colors: &[Rgb]) -> f64 {
        let seen: Vec<_> = colors.iter().map(|&color| seen(color)).collect();
        let mut least = f64::MAX;
        for (at, a) in seen.iter().enumerate() {
            for b in &seen[..at] {
                let apart = (0..4)
                    .map(|viewer| (0..3).map(|axis| (a[viewer][axis] - b[viewer][axis]).powi(2)).sum::<f64>().sqrt());
                least = least.min(apart.fold(f64::MAX, f64::min));
            }
        }
        least
    }

    #[test]
    fn pieces_can_be_told_apart_by_everybody() {
        let colors: Vec<Rgb> = (0..52).map(piece).collect();
        assert!(nearest(&colors[..12]) > 0.12, "{}", nearest(&colors[..12]));
        assert!(nearest(&colors[..26]) > 0.06, "{}", nearest(&colors[..26]));
        assert!(nearest(&colors) > 0.039, "{}", nearest(&colors));
    }

    #[test]
    fn shades_of_a_piece_can_be_told_apart_by_everybody() {
        for number in 0..52 {
            let shades: Vec<Rgb> = (0..MOST_SHADES).map(|shade| shaded(number, shade)).collect();
            assert_eq!(shades[0], piece(number));
            assert!(nearest(&shades) > 0.085, "{number}: {}", nearest(&shades));
        }
    }

    #[test]
    fn letters_can_be_read_on_every_piece() {
        for number in 0..52 {
            for shade in 0..MOST_SHADES {
                let color = shaded(number, shade);
                assert!(color.contrast(color.ink()) >= 4.5, "{}", color.hex());
            }
        }
    }

    #[test]
    fn text_can_be_read_in_both_themes() {
        for theme in [Theme::Light, Theme::Dark] {
            for role in [Role::Ink, Role::Muted, Role::Accent, Role::Fine, Role::Bad] {
                for ground in [Role::Ground, Role::Panel] {
                    let contrast = role.color(theme).contrast(ground.color(theme));
                    assert!(contrast >= 4.5, "{role:?} on {ground:?} in {theme:?}: {contrast}");
                }
            }
        }
    }
}
