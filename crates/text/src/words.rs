//! `Words`: the messages of one language.

use std::borrow::Cow;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use serde::Serialize;

use crate::language::Language;
use crate::tagged_message::TaggedMessage;

/// A variable of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Arg<'a> {
    /// Text, inserted as it is.
    Text(Cow<'a, str>),
    /// A whole number, which also selects the plural form.
    Integer(i64),
}

impl<'a> From<&'a str> for Arg<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text.into())
    }
}

impl<'a> From<&'a String> for Arg<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Arg<'_> {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

/// `yes` or `no`, for messages to select by.
impl From<bool> for Arg<'_> {
    fn from(is: bool) -> Self {
        Self::Text(if is { "yes" } else { "no" }.into())
    }
}

macro_rules! from_integer {
    ($($integer:ty),*) => {
        $(impl From<$integer> for Arg<'_> {
            fn from(number: $integer) -> Self {
                i64::try_from(number).map_or_else(|_| Self::from(number.to_string()), Self::Integer)
            }
        })*
    };
}
from_integer!(u8, u16, u32, u64, usize, i8, i16, i32, i64, isize);

impl<'a> From<&'a Arg<'_>> for FluentValue<'a> {
    fn from(arg: &'a Arg<'_>) -> Self {
        // Fluent's numbers are floats: larger integers would lose digits.
        const EXACT: u64 = 1 << f64::MANTISSA_DIGITS;
        match arg {
            Arg::Text(text) => Self::from(text.as_ref()),
            Arg::Integer(number) if number.unsigned_abs() > EXACT => Self::from(number.to_string()),
            Arg::Integer(number) => Self::from(*number),
        }
    }
}

/// The messages of one language.
///
/// ```
/// use kosti_text::{Language, Words};
/// let words = Words::new(Language::ENGLISH);
/// let args = [("count", 2.into()), ("file", "school.toml".into())];
/// assert_eq!(words.say("faults-found", &args), "2 errors in school.toml");
/// ```
pub struct Words {
    language: Language,
    /// The language itself, then English as the fallback.
    bundles: Vec<FluentBundle<FluentResource>>,
}

impl Words {
    /// The messages of a language.
    #[must_use]
    pub fn new(language: Language) -> Self {
        let english =
            (language != Language::ENGLISH).then_some((Language::ENGLISH, Language::ENGLISH.text()));
        Self::from_texts([(language, language.text())].into_iter().chain(english))
    }

    /// The messages of these Fluent texts; the first text that has a message wins.
    pub(crate) fn from_texts<'a>(texts: impl IntoIterator<Item = (Language, &'a str)>) -> Self {
        let texts: Vec<(Language, &str)> = texts.into_iter().collect();
        let language = texts.first().map_or(Language::ENGLISH, |(language, _)| *language);
        Self { language, bundles: texts.iter().map(|(language, text)| bundle(*language, text)).collect() }
    }

    /// The code of the language, for texts of rules files: `text.get(words.language())`.
    #[must_use]
    pub fn language(&self) -> &'static str {
        self.language.code()
    }

    /// Fills the message with this id. Falls back to English, then to the id itself.
    #[must_use]
    pub fn say(&self, id: &str, args: &[(&str, Arg<'_>)]) -> String {
        debug_assert!(self.has(id), "locales/{}.ftl has no message {id}", self.language);
        let args = args.iter().map(|(name, value)| (*name, FluentValue::from(value))).collect();
        self.message(id, None, &args).unwrap_or_else(|| id.to_owned())
    }

    /// Describes a value of a tagged enum with the message `{prefix}-{tag}`. Its fields are the variables:
    /// lists are joined with commas, dice are written like 2-2-5-5-5, and a word with a message of its own,
    /// `{field}-{word}`, is replaced by that message. A field `near`, if present, adds the message's attribute
    /// of that name: "did you mean …".
    ///
    /// ```
    /// use kosti_rules::SheetError;
    /// use kosti_text::{Language, Words};
    /// let error = SheetError::Impossible { id: "sixes".into(), points: 7 };
    /// let words = Words::new(Language::ENGLISH);
    /// assert_eq!(words.describe("sheet", &error), "no dice give 7 in box `sixes`");
    /// ```
    #[must_use]
    pub fn describe(&self, prefix: &str, value: &impl Serialize) -> String {
        let message = TaggedMessage::new(prefix, value);
        let said = self.say_tagged(&message);
        match self.near(&message) {
            Some(near) => format!("{said}; {near}"),
            None => said,
        }
    }

    /// Fills the message.
    pub(crate) fn say_tagged(&self, message: &TaggedMessage) -> String {
        debug_assert!(self.has(&message.id), "locales/{}.ftl has no message {}", self.language, message.id);
        self.message(&message.id, None, &self.fill(message)).unwrap_or_else(|| message.id.clone())
    }

    /// Fills an attribute of the message, if it has that attribute.
    pub(crate) fn say_attribute(&self, message: &TaggedMessage, attribute: &str) -> Option<String> {
        self.message(&message.id, Some(attribute), &self.fill(message))
    }

    /// The suggestion of the message, if a near word is known.
    pub(crate) fn near(&self, message: &TaggedMessage) -> Option<String> {
        if message.has("near") { self.say_attribute(message, "near") } else { None }
    }

    /// The variables of the message; words that have messages are replaced by them.
    fn fill<'a>(&self, message: &'a TaggedMessage) -> FluentArgs<'a> {
        let mut args = FluentArgs::new();
        for (name, value) in &message.fields {
            args.set(name.as_str(), FluentValue::from(value));
            // Only these fields hold our own words; other fields hold words of a user.
            let ours = matches!(name.as_str(), "expected" | "message");
            if let Some(words) = message.word(name).filter(|_| ours).and_then(|word| self.word(name, word)) {
                args.set(name.as_str(), words);
                // Keep the word itself for messages that select by it.
                args.set(format!("{name}-word"), FluentValue::from(value));
            }
        }
        for (name, inner) in &message.inner {
            args.set(name.as_str(), self.say_tagged(inner));
        }
        args
    }

    fn word(&self, field: &str, word: &str) -> Option<String> {
        self.message(&format!("{field}-{}", as_id(word)), None, &FluentArgs::new())
    }

    /// Whether the language has this message.
    #[must_use]
    pub fn has(&self, id: &str) -> bool {
        self.bundles.first().is_some_and(|bundle| bundle.has_message(id))
    }

    pub(crate) fn message(&self, id: &str, attribute: Option<&str>, args: &FluentArgs<'_>) -> Option<String> {
        self.bundles.iter().find_map(|bundle| {
            let message = bundle.get_message(id)?;
            let pattern = match attribute {
                None => message.value()?,
                Some(name) => message.get_attribute(name)?.value(),
            };
            let mut errors = Vec::new();
            let text = bundle.format_pattern(pattern, Some(args), &mut errors).into_owned();
            debug_assert!(errors.is_empty(), "{id}: {errors:?}");
            Some(text)
        })
    }
}

fn bundle(language: Language, text: &str) -> FluentBundle<FluentResource> {
    let mut bundle = FluentBundle::new_concurrent(vec![language.identifier()]);
    // Isolation marks are for mixed scripts; terminals and files would show them.
    bundle.set_use_isolating(false);
    let resource = FluentResource::try_new(text.to_owned()).unwrap_or_else(|(sound, errors)| {
        debug_assert!(errors.is_empty(), "locales/{language}.ftl: {errors:?}");
        sound
    });
    let added = bundle.add_resource(resource);
    debug_assert!(added.is_ok(), "locales/{language}.ftl: {added:?}");
    bundle
}

/// Converts a word to the end of a message id.
fn as_id(word: &str) -> String {
    let dashed = word.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' });
    let dashed: String = dashed.collect();
    dashed.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}
