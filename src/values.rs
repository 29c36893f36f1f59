//! Values of options. The error of each parser is what is allowed, in no language: [`crate::usage`] tells it.

use std::net::SocketAddr;

use kosti_words::Language;

/// A number from `LEAST` to `MOST`. The error is this range, which [`crate::usage`] tells as what is allowed.
pub(crate) fn whole<const LEAST: i128, const MOST: i128, T: TryFrom<i128>>(text: &str) -> Result<T, String> {
    let number = text.parse().ok().filter(|number| (LEAST..=MOST).contains(number));
    number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| format!("{LEAST}…{MOST}"))
}

pub(crate) fn points(text: &str) -> Result<i32, String> {
    whole::<{ i32::MIN as i128 }, { i32::MAX as i128 }, i32>(text)
}

pub(crate) fn seed(text: &str) -> Result<u64, String> {
    whole::<0, { u64::MAX as i128 }, u64>(text)
}

pub(crate) fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| "127.0.0.1:7171, 0.0.0.0:80, [::1]:7171".to_owned())
}

pub(crate) fn known_language(tag: &str) -> Result<String, String> {
    let known: Vec<&str> = Language::all().map(Language::code).collect();
    Language::from_tag(tag).map(|_| tag.to_owned()).ok_or_else(|| known.join(", "))
}
