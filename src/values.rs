//! Parsers of option values. Their errors are the allowed values, independent of the language; [`crate::usage`] adds
//! the text.

use std::net::SocketAddr;
use std::time::Duration;

use kosti_text::Language;

/// Parses a number from `LEAST` to `MOST`. The error is this range.
pub(crate) fn parse_whole<const LEAST: i128, const MOST: i128, T: TryFrom<i128>>(
    text: &str,
) -> Result<T, String> {
    let number = text.parse().ok().filter(|number| (LEAST..=MOST).contains(number));
    number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| format!("{LEAST}…{MOST}"))
}

pub(crate) fn parse_points(text: &str) -> Result<i32, String> {
    parse_whole::<{ i32::MIN as i128 }, { i32::MAX as i128 }, i32>(text)
}

pub(crate) fn parse_seed(text: &str) -> Result<u64, String> {
    parse_whole::<0, { u64::MAX as i128 }, u64>(text)
}

pub(crate) fn parse_address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| "127.0.0.1:7171, 0.0.0.0:80, [::1]:7171".to_owned())
}

pub(crate) fn parse_language(tag: &str) -> Result<String, String> {
    let known: Vec<&str> = Language::all().map(Language::code).collect();
    Language::from_tag(tag).map(|_| tag.to_owned()).ok_or_else(|| known.join(", "))
}

/// A configurable time limit of the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TimeLimit {
    Request,
    Answer,
    Work,
    Witness,
    Stop,
    Journal,
}

/// The limits by their names.
const TIME_LIMITS: [(&str, TimeLimit); 6] = [
    ("request", TimeLimit::Request),
    ("answer", TimeLimit::Answer),
    ("work", TimeLimit::Work),
    ("witness", TimeLimit::Witness),
    ("stop", TimeLimit::Stop),
    ("journal", TimeLimit::Journal),
];

/// Parses `NAME=SECONDS`; seconds may have a fraction.
pub(crate) fn parse_time_limit(text: &str) -> Result<(TimeLimit, Duration), String> {
    let known = |name: &str| TIME_LIMITS.into_iter().find(|(known, _)| *known == name);
    let read = || {
        let (name, seconds) = text.split_once('=')?;
        let seconds: f64 = seconds.parse().ok().filter(|seconds| (0.001..=1e6).contains(seconds))?;
        Some((known(name)?.1, Duration::from_secs_f64(seconds)))
    };
    let allowed = || TIME_LIMITS.map(|(name, _)| format!("{name}=0.001…1000000")).join(", ");
    read().ok_or_else(allowed)
}
