//! Pictures as lists of shapes, and their SVG.
//!
//! Words: a **picture** has a size in pixels and shapes that are painted in turn; a **paint** is a colour, or the **role** that a theme gives a colour; a **film** is a
//! picture and what changes in it, frame by frame. One picture serves screen, paper and pixels: a [`Style`] says in which theme, and whether text stays text or becomes
//! the lines of our own [`font`], for a raster that has no fonts.
//!
//! The SVG is complete in itself: no scripts, no links, no fonts but the viewer's. Roles are classes of a style sheet, so that one file can be light and dark.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::font;
use super::palette::{Rgb, Role, Theme};

/// The fonts that a viewer is asked for; digits of all of them are about equally wide.
const FAMILY: &str = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', Arial, sans-serif";

/// How a picture is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Its colours.
    pub theme: Theme,
    /// Its text.
    pub lettering: Lettering,
}

/// What becomes of text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lettering {
    /// It stays text: it can be searched, copied and read aloud.
    #[default]
    Text,
    /// It becomes lines, which look the same everywhere.
    Lines,
}

/// What a shape is painted with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// A colour of the theme.
    Role(Role),
    /// The same colour in every theme.
    Color(Rgb),
    /// A ball of this colour, lit from above.
    Ball(Rgb),
    /// Diagonal lines in a role's colour.
    Hatch(Role),
}

impl From<Role> for Paint {
    fn from(role: Role) -> Paint {
        Paint::Role(role)
    }
}

impl From<Rgb> for Paint {
    fn from(color: Rgb) -> Paint {
        Paint::Color(color)
    }
}

/// How a shape looks: what fills it, and what its outline is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Look {
    fill: Option<Paint>,
    stroke: Option<(Paint, f64)>,
    dashed: bool,
}

impl Look {
    /// Filled, without an outline.
    #[must_use]
    pub fn fill(paint: impl Into<Paint>) -> Look {
        Look { fill: Some(paint.into()), ..Look::default() }
    }

    /// An outline of this width, not filled.
    #[must_use]
    pub fn line(paint: impl Into<Paint>, width: f64) -> Look {
        Look { stroke: Some((paint.into(), width)), ..Look::default() }
    }

    /// This look with an outline.
    #[must_use]
    pub fn outlined(self, paint: impl Into<Paint>, width: f64) -> Look {
        Look { stroke: Some((paint.into(), width)), ..self }
    }

    /// This look with a broken outline.
    #[must_use]
    pub fn dashed(self) -> Look {
        Look { dashed: true, ..self }
    }
}

/// Which part of a text stands at its point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Anchor {
    /// Its left end.
    Start,
    /// Its middle.
    #[default]
    Middle,
    /// Its right end.
    End,
}

/// A line of text and how it is set.
#[derive(Clone, Debug, PartialEq)]
pub struct Words {
    text: String,
    size: f64,
    anchor: Anchor,
    paint: Paint,
    bold: bool,
}

impl Words {
    /// A text in the middle of its point, in ink.
    #[must_use]
    pub fn new(text: impl Into<String>, size: f64) -> Words {
        Words { text: text.into(), size, anchor: Anchor::Middle, paint: Role::Ink.into(), bold: false }
    }

    /// This text, starting or ending at its point.
    #[must_use]
    pub fn anchored(self, anchor: Anchor) -> Words {
        Words { anchor, ..self }
    }

    /// This text in another colour.
    #[must_use]
    pub fn in_paint(self, paint: impl Into<Paint>) -> Words {
        Words { paint: paint.into(), ..self }
    }

    /// This text in bold.
    #[must_use]
    pub fn bold(self) -> Words {
        Words { bold: true, ..self }
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Shape {
    Rect {
        at: [f64; 4],
        radius: f64,
        look: Look,
    },
    Circle {
        center: (f64, f64),
        radius: f64,
        look: Look,
    },
    Path {
        data: String,
        look: Look,
        /// Its highest and lowest point, where they are known.
        rows: Option<(f64, f64)>,
    },
    Text {
        at: (f64, f64),
        words: Words,
    },
    /// Shapes up to the next [`Shape::Close`] belong together under a name.
    Open(String),
    /// Shapes up to the next [`Shape::Close`] are moved.
    Move(f64, f64),
    Close,
}

impl Shape {
    /// Whether some of it may be seen between two heights.
    fn reaches(&self, top: f64, bottom: f64) -> bool {
        let (high, low, look) = match self {
            Shape::Rect { at: [_, y, _, height], look, .. } => (*y, y + height, *look),
            Shape::Circle { center: (_, y), radius, look } => (y - radius, y + radius, *look),
            Shape::Path { rows: Some((high, low)), look, .. } => (*high, *low, *look),
            // No letter is higher than its font, in any font.
            Shape::Text { at: (_, y), words } => (y - words.size, y + words.size, Look::default()),
            Shape::Path { rows: None, .. } | Shape::Open(_) | Shape::Move(..) | Shape::Close => return true,
        };
        // Half of an outline lies outside, and edges are soft.
        let edge = look.stroke.map_or(0.0, |(_, width)| width / 2.0) + 2.0;
        low + edge >= top && high - edge <= bottom
    }
}

/// The highest and the lowest of some points.
fn rows(points: &[(f64, f64)]) -> Option<(f64, f64)> {
    let ys = || points.iter().map(|&(_, y)| y);
    (!points.is_empty()).then(|| (ys().fold(f64::MAX, f64::min), ys().fold(f64::MIN, f64::max)))
}

/// Shapes on a sheet of a certain size.
///
/// ```
/// use ubin_front::render::palette::Role;
/// use ubin_front::render::svg::{Look, Picture, Style, Words};
/// let mut picture = Picture::new(40.0, 20.0, "A word");
/// picture.rect([0.0, 0.0, 40.0, 20.0], 4.0, Look::fill(Role::Panel));
/// picture.text((20.0, 10.0), Words::new("1 < 2", 12.0));
/// assert!(picture.svg(Style::default()).contains(">1 &lt; 2</text>"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    width: f64,
    height: f64,
    title: String,
    shapes: Vec<Shape>,
}

impl Picture {
    /// An empty picture; the title is what a screen reader says of it.
    #[must_use]
    pub fn new(width: f64, height: f64, title: impl Into<String>) -> Picture {
        Picture { width, height, title: title.into(), shapes: Vec::new() }
    }

    /// Its width in pixels.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.width
    }

    /// Its height in pixels.
    #[must_use]
    pub fn height(&self) -> f64 {
        self.height
    }

    /// Covers the sheet with the background.
    pub fn ground(&mut self) {
        self.rect([0.0, 0.0, self.width, self.height], 0.0, Look::fill(Role::Ground));
    }

    /// A rectangle: left, top, width, height; with round corners.
    pub fn rect(&mut self, at: [f64; 4], radius: f64, look: Look) {
        self.shapes.push(Shape::Rect { at, radius, look });
    }

    /// A circle.
    pub fn circle(&mut self, center: (f64, f64), radius: f64, look: Look) {
        self.shapes.push(Shape::Circle { center, radius, look });
    }

    /// A line through points.
    pub fn line(&mut self, points: &[(f64, f64)], look: Look) {
        self.shapes.push(Shape::Path { data: polyline(points), look, rows: rows(points) });
    }

    /// A closed line through points.
    pub fn polygon(&mut self, points: &[(f64, f64)], look: Look) {
        self.shapes.push(Shape::Path { data: polyline(points) + "Z", look, rows: rows(points) });
    }

    /// Any path, in the notation of SVG.
    pub fn path(&mut self, data: String, look: Look) {
        self.shapes.push(Shape::Path { data, look, rows: None });
    }

    /// A line of text whose middle height is at the point.
    pub fn text(&mut self, at: (f64, f64), words: Words) {
        self.shapes.push(Shape::Text { at, words });
    }

    /// What is drawn next belongs together, until [`Picture::close`].
    pub fn open(&mut self, name: impl Into<String>) {
        self.shapes.push(Shape::Open(name.into()));
    }

    /// Ends what [`Picture::open`] began.
    pub fn close(&mut self) {
        self.shapes.push(Shape::Close);
    }

    /// Draws another picture here, moved.
    pub fn paste(&mut self, other: &Picture, (dx, dy): (f64, f64)) {
        self.shapes.push(Shape::Move(dx, dy));
        self.shapes.extend(other.shapes.iter().cloned());
        self.shapes.push(Shape::Close);
    }

    /// The whole as SVG.
    #[must_use]
    pub fn svg(&self, style: Style) -> String {
        let mut writer = Writer::new(style);
        self.shapes.iter().for_each(|shape| writer.shape(shape));
        writer.document(self)
    }

    /// The document with only those shapes that may be seen between two heights: for pixels that are made in bands.
    ///
    /// ```
    /// use ubin_front::render::svg::{Picture, Style, Words};
    /// let mut picture = Picture::new(40.0, 400.0, "Two words");
    /// picture.text((20.0, 10.0), Words::new("above", 12.0));
    /// picture.text((20.0, 390.0), Words::new("below", 12.0));
    /// let svg = picture.svg_rows(0.0, 200.0, Style::default());
    /// assert!(svg.contains("above") && !svg.contains("below"));
    /// ```
    #[must_use]
    pub fn svg_rows(&self, top: f64, bottom: f64, style: Style) -> String {
        let mut writer = Writer::new(style);
        // The groups that are open, how far down each is moved, and whether it has been written: empty ones are not.
        let mut groups: Vec<(&Shape, f64, bool)> = Vec::new();
        for shape in &self.shapes {
            let down = groups.last().map_or(0.0, |group| group.1);
            match shape {
                Shape::Open(_) => groups.push((shape, down, false)),
                Shape::Move(_, dy) => groups.push((shape, down + dy, false)),
                Shape::Close => {
                    if let Some((.., true)) = groups.pop() {
                        writer.shape(shape);
                    }
                }
                shape if shape.reaches(top - down, bottom - down) => {
                    for group in groups.iter_mut().filter(|group| !group.2) {
                        writer.shape(group.0);
                        group.2 = true;
                    }
                    writer.shape(shape);
                }
                _ => {}
            }
        }
        writer.document(self)
    }
}

/// One step of a film.
#[derive(Clone, Debug)]
pub struct Frame {
    /// What is drawn anew: left, top, width, height. All shapes of the picture lie in it.
    pub part: [f64; 4],
    /// The shapes, on the whole sheet's coordinates.
    pub picture: Picture,
    /// How long it stays, in hundredths of a second.
    pub delay: u16,
}

/// A moving picture. The first frame draws the whole sheet.
#[derive(Clone, Debug)]
pub struct Film {
    /// Width in pixels.
    pub width: f64,
    /// Height in pixels.
    pub height: f64,
    /// How many colours do it justice, edges included.
    pub colors: usize,
    /// The frames; at least one.
    pub frames: Vec<Frame>,
}

impl Film {
    /// A picture that does not move.
    #[must_use]
    pub fn of_one(picture: Picture) -> Film {
        let (width, height) = (picture.width(), picture.height());
        Film {
            width,
            height,
            colors: 128,
            frames: vec![Frame { part: [0.0, 0.0, width, height], picture, delay: 100 }],
        }
    }
}

fn polyline(points: &[(f64, f64)]) -> String {
    let mut data = String::new();
    for (at, (x, y)) in points.iter().enumerate() {
        let _ = write!(data, "{}{} {}", if at == 0 { "M" } else { "L" }, number(*x), number(*y));
    }
    data
}

/// A number with at most two decimals.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

/// Text between tags.
pub(super) fn escaped(text: &str) -> String {
    let mut safe = String::new();
    for letter in text.chars() {
        match letter {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            control if control.is_control() => safe.push(' '),
            other => safe.push(other),
        }
    }
    safe
}

struct Writer {
    body: String,
    /// Classes in use: whether it is for strokes, and the role.
    classes: BTreeSet<(bool, Role)>,
    defs: BTreeSet<String>,
    style: Style,
}

impl Writer {
    fn new(style: Style) -> Writer {
        Writer { body: String::new(), classes: BTreeSet::new(), defs: BTreeSet::new(), style }
    }

    /// All that was written, as a sheet of the picture's size.
    fn document(&self, picture: &Picture) -> String {
        let [width, height] = [picture.width, picture.height].map(number);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\" stroke-linejoin=\"round\" stroke-linecap=\"round\""
        );
        if self.style.lettering == Lettering::Text {
            let _ = write!(svg, " font-family=\"{FAMILY}\"");
        }
        let _ = write!(svg, ">\n<title>{}</title>\n", escaped(&picture.title));
        svg += &self.sheet();
        if !self.defs.is_empty() {
            svg += "<defs>\n";
            self.defs.iter().for_each(|def| svg += def);
            svg += "</defs>\n";
        }
        svg += &self.body;
        svg += "</svg>\n";
        svg
    }

    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Rect { at, radius, look } => {
                let [x, y, width, height] = at.map(number);
                let _ = write!(self.body, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"");
                if *radius > 0.0 {
                    let _ = write!(self.body, " rx=\"{}\"", number(*radius));
                }
                self.end(*look);
            }
            Shape::Circle { center: (x, y), radius, look } => {
                let [x, y, radius] = [*x, *y, *radius].map(number);
                let _ = write!(self.body, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"");
                self.end(*look);
            }
            Shape::Path { data, look, .. } => {
                let _ = write!(self.body, "<path d=\"{data}\"");
                self.end(*look);
            }
            Shape::Text { at, words } => self.words(*at, words),
            Shape::Move(dx, dy) => {
                let _ = writeln!(self.body, "<g transform=\"translate({} {})\">", number(*dx), number(*dy));
            }
            Shape::Open(name) => {
                let _ = writeln!(self.body, "<g aria-label=\"{}\">", escaped(name));
            }
            Shape::Close => self.body += "</g>\n",
        }
    }

    fn end(&mut self, look: Look) {
        self.looks(look);
        self.body += "/>\n";
    }

    /// The attributes of a look.
    fn looks(&mut self, look: Look) {
        let mut classes = Vec::new();
        match look.fill {
            None => self.body += " fill=\"none\"",
            Some(Paint::Role(role)) => classes.push(self.class(false, role)),
            Some(paint) => {
                let paint = self.paint(paint);
                let _ = write!(self.body, " fill=\"{paint}\"");
            }
        }
        if let Some((paint, width)) = look.stroke {
            match paint {
                Paint::Role(role) => classes.push(self.class(true, role)),
                paint => {
                    let paint = self.paint(paint);
                    let _ = write!(self.body, " stroke=\"{paint}\"");
                }
            }
            let _ = write!(self.body, " stroke-width=\"{}\"", number(width));
            if look.dashed {
                let [on, off] = [3.0 * width, 2.0 * width].map(number);
                let _ = write!(self.body, " stroke-dasharray=\"{on} {off}\" stroke-linecap=\"butt\"");
            }
        }
        if !classes.is_empty() {
            let _ = write!(self.body, " class=\"{}\"", classes.join(" "));
        }
    }

    fn class(&mut self, stroke: bool, role: Role) -> String {
        self.classes.insert((stroke, role));
        class(stroke, role)
    }

    /// A paint that is not a role, with its definition.
    fn paint(&mut self, paint: Paint) -> String {
        match paint {
            Paint::Color(color) => color.hex(),
            Paint::Ball(color) => {
                let id = format!("ball-{:02x}{:02x}{:02x}", color.0, color.1, color.2);
                // Lighter where the light falls, darker at the rim, the colour itself where the letter stands.
                let [light, rim] = [color.toward(Rgb::WHITE, 0.45), color.toward(Rgb::BLACK, 0.35)];
                self.defs.insert(format!(
                    "<radialGradient id=\"{id}\" cx=\".38\" cy=\".32\" r=\".72\"><stop offset=\"0\" stop-color=\"{}\"/><stop offset=\".38\" stop-color=\"{}\"/><stop offset=\".7\" stop-color=\"{}\"/><stop offset=\"1\" stop-color=\"{}\"/></radialGradient>\n",
                    light.hex(),
                    color.hex(),
                    color.hex(),
                    rim.hex()
                ));
                format!("url(#{id})")
            }
            Paint::Hatch(role) => {
                let class = self.class(true, role);
                let id = format!("hatch-{}", role.name());
                self.defs.insert(format!(
                    "<pattern id=\"{id}\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\"><path d=\"M0 3H6\" class=\"{class}\" stroke-width=\"1\"/></pattern>\n"
                ));
                format!("url(#{id})")
            }
            Paint::Role(role) => role.color(self.style.theme).hex(),
        }
    }

    fn words(&mut self, (x, y): (f64, f64), words: &Words) {
        if self.style.lettering == Lettering::Lines {
            return self.lines((x, y), words);
        }
        // Capitals and digits are about 0.72 of the font size high: their middle shall be at y.
        let [x, y, size] = [x, y + 0.36 * words.size, words.size].map(number);
        let _ = write!(self.body, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"");
        match words.anchor {
            Anchor::Start => {}
            Anchor::Middle => self.body += " text-anchor=\"middle\"",
            Anchor::End => self.body += " text-anchor=\"end\"",
        }
        if words.bold {
            self.body += " font-weight=\"600\"";
        }
        self.looks(Look::fill(words.paint));
        let _ = writeln!(self.body, ">{}</text>", escaped(&words.text));
    }

    /// The text in our own font.
    fn lines(&mut self, (x, y): (f64, f64), words: &Words) {
        let (scale, high) = font::scale(words.size);
        let shift = match words.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => 0.5,
            Anchor::End => 1.0,
        };
        let top = y - scale * high / 2.0;
        let _ = write!(self.body, "<g transform=\"translate({} {}) scale({scale:.4})\"", number(x), number(top));
        self.looks(Look::line(words.paint, if words.bold { 1.15 } else { 0.9 }));
        self.body += ">";
        for (at, path) in font::glyphs(&words.text, shift) {
            let _ = write!(self.body, "<path d=\"{path}\" transform=\"translate({})\"/>", number(at));
        }
        self.body += "</g>\n";
    }

    /// The style sheet: the classes in use, and for [`Theme::Auto`] what they are in the dark.
    fn sheet(&self) -> String {
        let rules = |theme| {
            let rule = |&(stroke, role): &(bool, Role)| {
                let property = if stroke { "stroke" } else { "fill" };
                format!(".{}{{{property}:{}}}", class(stroke, role), role.color(theme).hex())
            };
            self.classes.iter().map(rule).collect::<String>()
        };
        if self.classes.is_empty() {
            return String::new();
        }
        match self.style.theme {
            Theme::Auto if self.style.lettering == Lettering::Text => {
                let (light, dark) = (rules(Theme::Light), rules(Theme::Dark));
                format!("<style>{light}\n@media screen and (prefers-color-scheme:dark){{{dark}}}</style>\n")
            }
            theme => format!("<style>{}</style>\n", rules(theme)),
        }
    }
}

fn class(stroke: bool, role: Role) -> String {
    format!("u{}-{}", if stroke { "s" } else { "f" }, role.name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!(number(3.0), "3");
        assert_eq!(number(-0.001), "0");
        assert_eq!(number(2.5), "2.5");
        assert_eq!(number(1.0 / 3.0), "0.33");
    }

    #[test]
    fn any_title_is_well_formed() {
        let picture = Picture::new(1.0, 1.0, "a < b & \"c\" \u{0}");
        let svg = picture.svg(Style::default());
        let document = roxmltree::Document::parse(&svg).unwrap();
        assert_eq!(
            document.descendants().find(|node| node.has_tag_name("title")).unwrap().text().unwrap(),
            "a < b & \"c\"  "
        );
    }
}
