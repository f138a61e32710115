//! Closed sets of words: methods, heuristics, metrics and the like, each written down once.
//!
//! A set is an enum made by `words!`: every variant has its word and, as its doc comment, one sentence about it. The help of the command line, the server's description of itself and the menus of the page are made from
//! these tables, so a new word is written in one place.
//!
//! ```
//! use ubin::slide::HeuristicName;
//! use ubin::words::Word;
//!
//! assert_eq!(HeuristicName::named("manhattan"), Some(HeuristicName::Manhattan));
//! assert_eq!(HeuristicName::Manhattan.about(), "Rows plus columns of every tile to its home.");
//! assert_eq!(HeuristicName::SET, "heuristic");
//! ```

/// One of a closed set of words.
pub trait Word: Copy + Eq + 'static {
    /// What the set is called.
    const SET: &'static str;

    /// All words of the set, in the order in which they are shown.
    fn all() -> &'static [Self];

    /// The word itself.
    fn name(self) -> &'static str;

    /// One sentence about it.
    fn about(self) -> &'static str;

    /// All words as they are written.
    #[must_use]
    fn names() -> Vec<&'static str> {
        Self::all().iter().map(|word| word.name()).collect()
    }
}

/// Makes an enum whose variants have words: `words! { /// About. pub enum Name as "set" { /// About it. Variant = "word", } }`.
#[macro_export]
macro_rules! words {
    (
        $(#[$meta:meta])*
        $vis:vis enum $Name:ident as $set:literal {
            $( #[doc = $about:literal] $(#[$more:meta])* $Variant:ident = $word:literal, )+
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis enum $Name {
            $( #[doc = $about] $(#[$more])* $Variant, )+
        }

        impl $Name {
            /// All of them, in the order in which they are shown.
            $vis const ALL: [$Name; [$($word),+].len()] = [$($Name::$Variant),+];

            /// The word for it, the same in every front end.
            #[must_use]
            $vis fn name(self) -> &'static str {
                match self { $($Name::$Variant => $word),+ }
            }

            /// What a word means; `None` when it is not one of the set.
            #[must_use]
            $vis fn named(word: &str) -> Option<$Name> {
                Self::ALL.into_iter().find(|known| known.name() == word)
            }
        }

        impl $crate::words::Word for $Name {
            const SET: &'static str = $set;

            fn all() -> &'static [$Name] {
                &$Name::ALL
            }

            fn name(self) -> &'static str {
                $Name::name(self)
            }

            fn about(self) -> &'static str {
                match self { $($Name::$Variant => $about),+ }.trim_ascii()
            }
        }

        impl std::fmt::Display for $Name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl serde::Serialize for $Name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl<'de> serde::Deserialize<'de> for $Name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$Name, D::Error> {
                let word = String::deserialize(deserializer)?;
                $Name::named(&word).ok_or_else(|| serde::de::Error::unknown_variant(&word, &[$($word),+]))
            }
        }

        #[cfg(feature = "openapi")]
        impl utoipa::PartialSchema for $Name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                utoipa::openapi::schema::ObjectBuilder::new()
                    .schema_type(utoipa::openapi::schema::Type::String)
                    .enum_values(Some([$($word),+]))
                    .into()
            }
        }

        #[cfg(feature = "openapi")]
        impl utoipa::ToSchema for $Name {}
    };
}

pub(crate) use crate::words;
