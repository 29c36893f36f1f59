//! `Words`: the messages of one language.

use std::borrow::Cow;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use serde::Serialize;

use crate::language::Language;
use crate::told::Told;

/// What a message is filled in with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Arg<'a> {
    /// Text, shown as it is.
    Text(Cow<'a, str>),
    /// A whole number, which also chooses the plural form.
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

/// `yes` or `no`, for messages to choose by.
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
        // Fluent's numbers are floats: beyond this they would lose digits.
        const EXACT: u64 = 1 << f64::MANTISSA_DIGITS;
        match arg {
            Arg::Text(text) => Self::from(text.as_ref()),
            Arg::Integer(number) if number.unsigned_abs() > EXACT => Self::from(number.to_string()),
            Arg::Integer(number) => Self::from(*number),
        }
    }
}

/// Everything Kosti says, in one language.
///
/// ```
/// use kosti_words::{Language, Words};
/// let words = Words::new(Language::ENGLISH);
/// let args = [("count", 2.into()), ("file", "school.toml".into())];
/// assert_eq!(words.say("faults-found", &args), "2 errors in school.toml");
/// ```
pub struct Words {
    language: Language,
    /// The language itself, then English for what it lacks.
    bundles: Vec<FluentBundle<FluentResource>>,
}

impl Words {
    /// The words of a language.
    #[must_use]
    pub fn new(language: Language) -> Self {
        let english =
            (language != Language::ENGLISH).then_some((Language::ENGLISH, Language::ENGLISH.text()));
        Self::from_texts([(language, language.text())].into_iter().chain(english))
    }

    /// The words of these Fluent texts; the first that has a message says it.
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

    /// The message with this id, filled in. A message that the language lacks is said in English; one that
    /// there is not is its id.
    #[must_use]
    pub fn say(&self, id: &str, args: &[(&str, Arg<'_>)]) -> String {
        debug_assert!(self.has(id), "locales/{}.ftl has no message {id}", self.language);
        let args = args.iter().map(|(name, value)| (*name, FluentValue::from(value))).collect();
        self.message(id, None, &args).unwrap_or_else(|| id.to_owned())
    }

    /// A value of a tagged enum, said by the message `{prefix}-{tag}`. Its fields fill the message in:
    /// lists are joined with commas, dice are shown like 2-2-5-5-5, and a word with a message of its own,
    /// `{field}-{word}`, is said by that message. A field `near`, where it is given, adds the message's
    /// attribute of that name: "did you mean …".
    ///
    /// ```
    /// use kosti_rules::SheetError;
    /// use kosti_words::{Language, Words};
    /// let error = SheetError::Impossible { id: "sixes".into(), points: 7 };
    /// let words = Words::new(Language::ENGLISH);
    /// assert_eq!(words.tell("sheet", &error), "no dice give 7 in box `sixes`");
    /// ```
    #[must_use]
    pub fn tell(&self, prefix: &str, value: &impl Serialize) -> String {
        let told = Told::new(prefix, value);
        let said = self.say_told(&told);
        match self.near(&told) {
            Some(near) => format!("{said}; {near}"),
            None => said,
        }
    }

    /// The message for what is told.
    pub(crate) fn say_told(&self, told: &Told) -> String {
        debug_assert!(self.has(&told.id), "locales/{}.ftl has no message {}", self.language, told.id);
        self.message(&told.id, None, &self.fill(told)).unwrap_or_else(|| told.id.clone())
    }

    /// An attribute of the message for what is told, where it has that.
    pub(crate) fn say_attribute(&self, told: &Told, attribute: &str) -> Option<String> {
        self.message(&told.id, Some(attribute), &self.fill(told))
    }

    /// What was probably meant, where that is known.
    pub(crate) fn near(&self, told: &Told) -> Option<String> {
        if told.has("near") { self.say_attribute(told, "near") } else { None }
    }

    /// The fields of what is told, in words where there are words for them.
    fn fill<'a>(&self, told: &'a Told) -> FluentArgs<'a> {
        let mut args = FluentArgs::new();
        for (name, value) in &told.fields {
            args.set(name.as_str(), FluentValue::from(value));
            // Only these hold words of ours; other fields hold what somebody wrote.
            let ours = matches!(name.as_str(), "expected" | "message");
            if let Some(words) = told.word(name).filter(|_| ours).and_then(|word| self.word(name, word)) {
                args.set(name.as_str(), words);
                // The word itself stays there for messages that choose by it.
                args.set(format!("{name}-word"), FluentValue::from(value));
            }
        }
        for (name, inner) in &told.inner {
            args.set(name.as_str(), self.say_told(inner));
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
    // The marks that keep directions apart are for mixed scripts; terminals and files would show them.
    bundle.set_use_isolating(false);
    let resource = FluentResource::try_new(text.to_owned()).unwrap_or_else(|(sound, errors)| {
        debug_assert!(errors.is_empty(), "locales/{language}.ftl: {errors:?}");
        sound
    });
    let added = bundle.add_resource(resource);
    debug_assert!(added.is_ok(), "locales/{language}.ftl: {added:?}");
    bundle
}

/// The word as the end of a message id.
fn as_id(word: &str) -> String {
    let dashed = word.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' });
    let dashed: String = dashed.collect();
    dashed.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}
