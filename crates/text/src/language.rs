//! `Language`: one of Kosti's languages.

use std::fmt;

use unic_langid::LanguageIdentifier;

/// The languages and their messages. A new language is a file in locales/ and a line here. English stays first,
/// because it is the fallback for missing messages.
const LOCALES: &[(&str, &str)] =
    &[("en", include_str!("../../../locales/en.ftl")), ("uk", include_str!("../../../locales/uk.ftl"))];

/// One of Kosti's languages, identified by the code of its file in locales/.
///
/// ```
/// use kosti_text::Language;
/// assert_eq!(Language::from_tag("uk_UA.UTF-8").unwrap().code(), "uk");
/// assert_eq!(Language::from_tag("en-GB"), Some(Language::ENGLISH));
/// assert_eq!(Language::from_tag("C"), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Language {
    code: &'static str,
}

impl Language {
    /// English, which has every message.
    pub const ENGLISH: Self = Self { code: LOCALES[0].0 };

    /// Every language, English first.
    pub fn all() -> impl Iterator<Item = Self> {
        LOCALES.iter().map(|&(code, _)| Self { code })
    }

    /// Finds the language of a tag from a browser (`uk-UA`) or a system (`uk_UA.UTF-8`).
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

    /// The messages of the language, as Fluent.
    pub(crate) fn text(self) -> &'static str {
        LOCALES.iter().find(|(code, _)| *code == self.code).map_or("", |(_, text)| text)
    }

    /// The identifier that selects the plural rules.
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
