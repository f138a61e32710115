//! The words that fields take: tables of the library, and those that only a front end knows.

use serde::{Deserialize, Serialize};
use ubin::pack::challenge::ChallengeGrade;
use ubin::slide::solve::Options;
use ubin::slide::{Goal, HeuristicName, Metric, Notation, Variant};
use ubin::text::Family;
use ubin::words::Word;
use ubin::{pack, slide};

use crate::refusal::{AskError, Refusal};
use crate::render::palette::Theme;

ubin::words! {
    /// The forms in which a verb may give its answer.
    pub enum Form as "format" {
        /// Data for programs.
        Json = "json",
        /// Text for people.
        Txt = "txt",
        /// A picture made of shapes.
        Svg = "svg",
        /// A picture made of pixels.
        Png = "png",
        /// Pixels that move.
        Gif = "gif",
        /// A graph for Graphviz.
        Dot = "dot",
    }
}

impl Form {
    /// What browsers call it.
    #[must_use]
    pub fn media_type(self) -> &'static str {
        match self {
            Form::Json => "application/json",
            Form::Txt => "text/plain; charset=utf-8",
            Form::Svg => "image/svg+xml",
            Form::Png => "image/png",
            Form::Gif => "image/gif",
            Form::Dot => "text/vnd.graphviz; charset=utf-8",
        }
    }
}

/// The name of a method of either family, as a question says it. Which family it must belong to is known when the puzzle was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct MethodName(&'static str);

impl MethodName {
    /// The names of all methods with what they do: those of sliding puzzles, then those of packing puzzles that are not among them.
    #[must_use]
    pub fn table() -> Vec<(&'static str, &'static str)> {
        let pack = pack::Method::all().iter().filter(|method| slide::Method::named(method.name()).is_none());
        let slide = slide::Method::all().iter().map(|method| (method.name(), method.about()));
        slide.chain(pack.map(|method| (method.name(), method.about()))).collect()
    }

    /// The method of a name; `None` when no family has it.
    #[must_use]
    pub fn named(name: &str) -> Option<MethodName> {
        MethodName::table().into_iter().find(|(known, _)| *known == name).map(|(known, _)| MethodName(known))
    }

    /// The name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0
    }

    /// The sliding method.
    ///
    /// # Errors
    /// When it is one for packing only.
    pub fn slide(self) -> Result<slide::Method, Refusal> {
        slide::Method::named(self.0).ok_or_else(|| self.of_other_family(slide::Method::names(), Family::Slide))
    }

    /// The packing method.
    ///
    /// # Errors
    /// When it is one for sliding only.
    pub fn pack(self) -> Result<pack::Method, Refusal> {
        pack::Method::named(self.0).ok_or_else(|| self.of_other_family(pack::Method::names(), Family::Pack))
    }

    fn of_other_family(self, names: Vec<&'static str>, family: Family) -> Refusal {
        let expected = names.into_iter().map(String::from).collect();
        AskError::OtherMethod { found: self.0.into(), family, expected }.at("method")
    }

    /// Reads the name as an argument of a command line.
    #[cfg(feature = "clap")]
    #[must_use]
    pub fn parser() -> clap::builder::ValueParser {
        from_table(MethodName::table(), MethodName::named)
    }
}

impl<'de> Deserialize<'de> for MethodName {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<MethodName, D::Error> {
        let name = String::deserialize(deserializer)?;
        MethodName::named(&name).ok_or_else(|| serde::de::Error::custom(format!("there is no method '{name}'")))
    }
}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for MethodName {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        utoipa::openapi::schema::ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::Type::String)
            .enum_values(Some(MethodName::table().into_iter().map(|(name, _)| name)))
            .into()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for MethodName {}

/// Reads a word of a set as an argument of a command line; the help lists them.
#[cfg(feature = "clap")]
#[must_use]
pub fn parser<W: Word + Send + Sync>() -> clap::builder::ValueParser {
    let table = W::all().iter().map(|word| (word.name(), word.about())).collect();
    from_table(table, |name| W::all().iter().copied().find(|word| word.name() == name))
}

#[cfg(feature = "clap")]
fn from_table<T: Clone + Send + Sync + 'static>(
    table: Vec<(&'static str, &'static str)>,
    named: impl Fn(&str) -> Option<T> + Clone + Send + Sync + 'static,
) -> clap::builder::ValueParser {
    use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser as _};
    let values = table.into_iter().map(|(name, about)| PossibleValue::new(name).help(about));
    let parser = PossibleValuesParser::new(values);
    parser.map(move |name| named(&name).expect("the parser lets only names of the table through")).into()
}

/// One word of a set, as a menu shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WordEntry {
    /// The word.
    pub name: &'static str,
    /// One sentence about it.
    pub about: &'static str,
    /// The sliding methods that it goes with; `null` where that is no question.
    pub methods: Option<Vec<&'static str>>,
}

/// A set of words: what the menus of a page and the help of a command are made from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WordSet {
    /// The field that takes them.
    pub set: &'static str,
    /// The family whose puzzles take them; `null` for both.
    pub family: Option<Family>,
    /// The words, in the order in which they are shown.
    pub words: Vec<WordEntry>,
}

impl WordSet {
    fn of<W: Word>(family: Option<Family>) -> WordSet {
        let entry = |word: &W| WordEntry { name: word.name(), about: word.about(), methods: None };
        WordSet { set: W::SET, family, words: W::all().iter().map(entry).collect() }
    }

    /// Words that only some sliding methods go with: those whose options say so.
    fn of_options<W: Word>(options: impl Fn(W) -> Options) -> WordSet {
        let methods = |word: W| {
            let goes = |method: &slide::Method| Options { method: *method, ..options(word) }.check().is_ok();
            slide::Method::all().iter().filter(|method| goes(method)).map(|method| method.name()).collect()
        };
        let mut set = WordSet::of::<W>(Some(Family::Slide));
        for (entry, word) in set.words.iter_mut().zip(W::all()) {
            entry.methods = Some(methods(*word));
        }
        set
    }
}

/// All closed sets of words.
///
/// ```
/// let sets = ubin_front::words::sets();
/// let heuristics = sets.iter().find(|set| set.set == "heuristic").unwrap();
/// let pattern = heuristics.words.iter().find(|word| word.name == "pattern").unwrap();
/// assert!(pattern.methods.as_ref().unwrap().contains(&"ida"));
/// assert!(!pattern.methods.as_ref().unwrap().contains(&"bfs"));
/// ```
#[must_use]
pub fn sets() -> Vec<WordSet> {
    let (slide, pack, usual) = (Some(Family::Slide), Some(Family::Pack), Options::default());
    vec![
        WordSet::of::<Family>(None),
        WordSet::of::<slide::Method>(slide),
        WordSet::of::<pack::Method>(pack),
        WordSet::of_options(|heuristic: HeuristicName| Options { heuristic: Some(heuristic), ..usual }),
        WordSet::of_options(|variant: Variant| Options { variant, ..usual }),
        WordSet::of_options(|metric: Metric| Options { metric, ..usual }),
        WordSet::of::<Notation>(slide),
        WordSet::of::<Goal>(slide),
        WordSet::of::<pack::BoardKind>(pack),
        WordSet::of::<ChallengeGrade>(pack),
        WordSet::of::<Theme>(None),
        WordSet::of::<Form>(None),
    ]
}

/// The words that a field takes; `None` when it takes other values.
pub(crate) fn expected(field: &str) -> Option<Vec<String>> {
    // Lists of words have the plural's name. A goal may be a text, too.
    let set = field.strip_suffix('s').filter(|singular| *singular == "method" || *singular == "heuristic");
    let set = set.unwrap_or(field);
    let words: Vec<String> = match set {
        "goal" => return None,
        "method" => MethodName::table().into_iter().map(|(name, _)| name.into()).collect(),
        set => sets()
            .into_iter()
            .filter(|known| known.set == set)
            .flat_map(|known| known.words)
            .map(|word| word.name.into())
            .collect(),
    };
    (!words.is_empty()).then_some(words)
}
