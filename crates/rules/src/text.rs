//! `Text`: a text for people, in one language or several.

use std::borrow::Cow;
use std::fmt;

use indexmap::IndexMap;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Deserializer, MapAccess, Unexpected, Visitor};
use serde::{Deserialize, Serialize, Serializer};

/// Words in one language or several: `"School"`, or `{ en = "School", uk = "Школа" }`.
///
/// ```
/// use kosti_rules::Text;
/// let text: Text = serde_json::from_str(r#"{"en":"School","uk":"Школа"}"#).unwrap();
/// assert_eq!((text.get("uk"), text.get("fr")), ("Школа", "School"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Text {
    /// By language; `""` holds a text without a language.
    by_language: IndexMap<String, String>,
}

impl Text {
    /// A text in no particular language.
    #[must_use]
    pub fn plain(text: &str) -> Self {
        Self { by_language: IndexMap::from([(String::new(), text.to_owned())]) }
    }

    /// The text in this language, or in English, or in any language.
    #[must_use]
    pub fn get(&self, language: &str) -> &str {
        [language, "en"]
            .iter()
            .find_map(|&wanted| self.by_language.get(wanted))
            .or_else(|| self.by_language.values().next())
            .map_or("", String::as_str)
    }

    /// The text in each language.
    pub(crate) fn all(&self) -> impl Iterator<Item = &str> {
        self.by_language.values().map(String::as_str)
    }

    /// Whether the text exists in this language.
    #[must_use]
    pub fn speaks(&self, language: &str) -> bool {
        self.by_language.contains_key(language)
    }

    /// Joins two texts in every language of either: `Ones · Down`.
    #[must_use]
    pub fn joined(&self, other: &Self) -> Self {
        let languages = self.by_language.keys().chain(other.by_language.keys());
        let both = |language: &String| format!("{} · {}", self.get(language), other.get(language));
        Self { by_language: languages.map(|language| (language.clone(), both(language))).collect() }
    }

    /// Whether the text is empty in every language.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.by_language.values().all(|text| text.trim().is_empty())
    }
}

impl<'a> FromIterator<(&'a str, &'a str)> for Text {
    fn from_iter<I: IntoIterator<Item = (&'a str, &'a str)>>(by_language: I) -> Self {
        let owned = by_language.into_iter().map(|(language, text)| (language.to_owned(), text.to_owned()));
        Self { by_language: owned.collect() }
    }
}

/// Rejects control characters: texts are shown on terminals and pages.
fn printable<E: de::Error>(text: &str) -> Result<&str, E> {
    if text.chars().any(char::is_control) {
        return Err(E::invalid_value(Unexpected::Str(&text.escape_debug().to_string()), &"texts"));
    }
    Ok(text)
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.by_language.get("") {
            Some(text) => to.serialize_str(text),
            None => self.by_language.serialize(to),
        }
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Texts;
        impl<'de> Visitor<'de> for Texts {
            type Value = Text;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("texts")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Text, E> {
                printable(text).map(Text::plain)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Text, A::Error> {
                let mut by_language = IndexMap::new();
                while let Some((language, text)) = map.next_entry::<String, String>()? {
                    printable::<A::Error>(&text)?;
                    by_language.insert(language, text);
                }
                Ok(Text { by_language })
            }
        }
        from.deserialize_any(Texts)
    }
}

impl JsonSchema for Text {
    fn schema_name() -> Cow<'static, str> {
        "Text".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "Words for people: one text, or a table of texts by language.",
            "anyOf": [
                { "type": "string" },
                { "type": "object", "additionalProperties": { "type": "string" } }
            ]
        })
    }
}
