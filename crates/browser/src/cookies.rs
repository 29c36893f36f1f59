//! `CookieJar`: the cookies of the pages. A service worker sees no cookies, so the device keeps them itself.

use axum::http::{HeaderMap, HeaderValue, header};
use parking_lot::Mutex;

/// Before the name of a cookie among the settings.
const PREFIX: &str = "cookie:";

/// Names and values, the newest last.
#[derive(Default)]
pub(crate) struct CookieJar(Mutex<Vec<(String, String)>>);

/// What one answer changes: names, and values unless they are removed.
pub(crate) type Changes = Vec<(String, Option<String>)>;

impl CookieJar {
    /// The cookies among the settings.
    pub(crate) fn from_settings(settings: &[(String, String)]) -> Self {
        let cookie = |(name, value): &(String, String)| {
            name.strip_prefix(PREFIX).map(|name| (name.to_owned(), value.clone()))
        };
        Self(Mutex::new(settings.iter().filter_map(cookie).collect()))
    }

    /// The header of a request; the newest cookies first, because only so many are looked at.
    pub(crate) fn header(&self) -> Option<HeaderValue> {
        let cookies = self.0.lock();
        let all: Vec<String> = cookies.iter().rev().map(|(name, value)| format!("{name}={value}")).collect();
        HeaderValue::from_str(&all.join("; ")).ok().filter(|value| !value.is_empty())
    }

    /// Takes what an answer sets. Returns the settings that follow, which the caller saves before it answers.
    pub(crate) fn take(&self, headers: &mut HeaderMap) -> Changes {
        let header::Entry::Occupied(set) = headers.entry(header::SET_COOKIE) else { return Vec::new() };
        let (_, values) = set.remove_entry_mult();
        let parsed: Changes = values.filter_map(|value| parse(value.to_str().ok()?)).collect();
        let mut cookies = self.0.lock();
        for (name, value) in &parsed {
            cookies.retain(|(known, _)| known != name);
            cookies.extend(value.iter().map(|value| (name.clone(), value.clone())));
        }
        parsed.into_iter().map(|(name, value)| (format!("{PREFIX}{name}"), value)).collect()
    }
}

/// A cookie to keep, or without a value one to remove.
fn parse(set: &str) -> Option<(String, Option<String>)> {
    let mut parts = set.split(';').map(str::trim);
    let (name, value) = parts.next()?.split_once('=')?;
    let removed = parts.any(|part| part.eq_ignore_ascii_case("max-age=0"));
    Some((name.to_owned(), (!removed).then(|| value.to_owned())))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail")]

    use super::*;

    fn take(jar: &CookieJar, set: &[&'static str]) -> Changes {
        let mut headers = HeaderMap::new();
        for value in set {
            headers.append(header::SET_COOKIE, HeaderValue::from_static(value));
        }
        let changes = jar.take(&mut headers);
        assert!(headers.is_empty());
        changes
    }

    #[test]
    fn cookies_come_back_newest_first() {
        let jar = CookieJar::from_settings(&[("cookie:a".into(), "1".into()), ("master".into(), "x".into())]);
        let changes = take(&jar, &["b=2; Path=/; Max-Age=5", "a=3; HttpOnly"]);
        assert_eq!(
            changes,
            [("cookie:b".to_owned(), Some("2".to_owned())), ("cookie:a".to_owned(), Some("3".to_owned()))]
        );
        assert_eq!(jar.header().unwrap(), "a=3; b=2");
    }

    #[test]
    fn a_cookie_is_removed() {
        let jar = CookieJar::from_settings(&[("cookie:a".into(), "1".into())]);
        assert_eq!(take(&jar, &["a=; Path=/; Max-Age=0"]), [("cookie:a".to_owned(), None)]);
        assert_eq!(jar.header(), None);
    }
}
