//! `Language`: one that Kosti speaks.

use std::fmt;

use unic_langid::LanguageIdentifier;

/// The languages and their words. A new language is a file in locales/ and a line here; English stays first,
/// because it stands in where another language lacks a message.
const LOCALES: &[(&str, &str)] =
    &[("en", include_str!("../../../locales/en.ftl")), ("uk", include_str!("../../../locales/uk.ftl"))];

/// A language that Kosti speaks, known by the code of its file in locales/.
///
/// ```
/// use kosti_words::Language;
/// assert_eq!(Language::from_tag("uk_UA.UTF-8").unwrap().code(), "uk");
/// assert_eq!(Language::from_tag("en-GB"), Some(Language::ENGLISH));
/// assert_eq!(Language::from_tag("C"), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Language {
    code: &'static str,
}

impl Language {
    /// English, which every message has.
    pub const ENGLISH: Self = Self { code: LOCALES[0].0 };

    /// Every language, English first.
    pub fn all() -> impl Iterator<Item = Self> {
        LOCALES.iter().map(|&(code, _)| Self { code })
    }

    /// The language of a tag as browsers (`uk-UA`) and systems (`uk_UA.UTF-8`) write it.
    #[must_use]
    pub fn from_tag(tag: &str) -> Option<Self> {
        let wanted = tag.split(['-', '_', '.', '@']).next()?.trim();
        Self::all().find(|language| language.code.eq_ignore_ascii_case(wanted))
    }

    /// Its code, as in rules files: `"en"`, `"uk"`.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.code
    }

    /// The words of the language, as Fluent.
    pub(crate) fn text(self) -> &'static str {
        LOCALES.iter().find(|(code, _)| *code == self.code).map_or("", |(_, text)| text)
    }

    /// What the plural rules go by.
    pub(crate) fn identifier(self) -> LanguageIdentifier {
        self.code.parse().unwrap_or_default()
    }
}

impl Default for Language {
    fn default() -> Self {
        Self::ENGLISH
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code)
    }
}
