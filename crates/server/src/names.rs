//! The names that the server answers to, and the origins of its own pages.
//!
//! The name of another site can resolve to this machine (DNS rebinding), so that its pages could send requests as if
//! they were ours. Such requests still carry the other name in `Host`, so only known names are answered.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use axum::http::uri::{Authority, Scheme};
use axum::http::{HeaderMap, HeaderName, Uri, header};

use kosti_web::Problem;

/// The scheme of the browser's request, as seen by the proxy.
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");
/// The most characters of a foreign name in an error.
const MOST_SHOWN: usize = 100;

/// A public address of the server, such as `https://dice.example`: a scheme, a host, and perhaps a port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicUrl {
    https: bool,
    host: String,
    /// `None` for the default port of the scheme.
    port: Option<u16>,
}

/// The text is not the address of a server.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not the address of a server: write it like https://dice.example")]
pub struct PublicUrlError(String);

impl PublicUrl {
    fn parse(text: &str) -> Option<Self> {
        let uri: Uri = text.parse().ok()?;
        let https = uri.scheme()? == &Scheme::HTTPS;
        let known = https || uri.scheme()? == &Scheme::HTTP;
        let authority = uri.authority()?;
        let plain =
            matches!(uri.path(), "" | "/") && uri.query().is_none() && !authority.as_str().contains('@');
        let own_port = if https { 443 } else { 80 };
        let port = authority.port_u16().filter(|port| *port != own_port);
        (known && plain && !text.contains('#')).then(|| Self { https, host: name(authority), port })
    }

    /// Whether a request for this host may have used this address.
    fn is_at(&self, host: &Authority) -> bool {
        self.host == name(host)
    }
}

impl FromStr for PublicUrl {
    type Err = PublicUrlError;

    fn from_str(text: &str) -> Result<Self, PublicUrlError> {
        Self::parse(text).ok_or_else(|| PublicUrlError(text.to_owned()))
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.https { "https" } else { "http" };
        write!(f, "{scheme}://{}", self.host)?;
        self.port.map_or(Ok(()), |port| write!(f, ":{port}"))
    }
}

/// The host name for comparisons: in lower case, without a final dot and without the port.
fn name(authority: &Authority) -> String {
    authority.host().trim_end_matches('.').to_ascii_lowercase()
}

/// The names of a server.
#[derive(Debug, Clone, Default)]
pub(crate) struct Names {
    public: Vec<PublicUrl>,
    machine: Vec<String>,
    behind_proxy: bool,
}

impl Names {
    pub(crate) fn new(public: Vec<PublicUrl>, machine: &[String], behind_proxy: bool) -> Self {
        let machine = machine.iter().map(|name| name.trim_end_matches('.').to_ascii_lowercase()).collect();
        Self { public, machine, behind_proxy }
    }

    /// Refuses a request for another server. Browsers always name a host, so a request without one is allowed.
    pub(crate) fn check(&self, headers: &HeaderMap) -> Result<(), Problem> {
        let mut sent = headers.get_all(header::HOST).iter();
        match (sent.next(), sent.next()) {
            (None, _) => Ok(()),
            (Some(_), None) if host(headers).is_some_and(|host| self.is_known(&host)) => Ok(()),
            (Some(value), _) => {
                let host = String::from_utf8_lossy(value.as_bytes());
                Err(Problem::WrongHost { host: host.chars().take(MOST_SHOWN).collect() })
            }
        }
    }

    /// Whether the name is known. All IP addresses are: they do not depend on name resolution.
    fn is_known(&self, host: &Authority) -> bool {
        let name = name(host);
        is_address(&name)
            || is_localhost(&name)
            || self.machine.contains(&name)
            || self.public.iter().any(|url| url.is_at(host))
    }

    /// Whether a page of this origin is one of ours. Behind a proxy, `Host` may differ from the browser's.
    pub(crate) fn is_own_origin(&self, origin: &str, headers: &HeaderMap) -> bool {
        if PublicUrl::parse(origin).is_some_and(|origin| self.public.contains(&origin)) {
            return true;
        }
        let Some(host) = host(headers) else { return false };
        let same = || origin.parse::<Uri>().ok()?.authority().map(|origin| *origin == host);
        // At a public address the origin must be exactly this address, including its scheme.
        !self.public.iter().any(|url| url.is_at(&host)) && same().unwrap_or(false)
    }

    /// Whether the browser's request used TLS.
    pub(crate) fn is_secure(&self, headers: &HeaderMap) -> bool {
        let host = host(headers);
        let public = host.and_then(|host| self.public.iter().find(|url| url.is_at(&host)));
        match (public, self.forwarded_proto(headers)) {
            (Some(url), _) => url.https,
            (None, Some(proto)) => proto.eq_ignore_ascii_case("https"),
            (None, None) => self.behind_proxy && self.public.first().is_some_and(|url| url.https),
        }
    }

    /// The base address of the server as the caller sees it, for links to share.
    pub(crate) fn base(&self, headers: &HeaderMap) -> String {
        let host = host(headers);
        let public = host.as_ref().and_then(|host| self.public.iter().find(|url| url.is_at(host)));
        match public.or(self.public.first().filter(|_| self.behind_proxy)) {
            Some(url) => url.to_string(),
            None => {
                let scheme = if self.is_secure(headers) { "https" } else { "http" };
                let host = host.as_ref().map_or("127.0.0.1", Authority::as_str);
                format!("{scheme}://{host}")
            }
        }
    }

    /// The last value of the header, which the proxy itself wrote.
    fn forwarded_proto<'a>(&self, headers: &'a HeaderMap) -> Option<&'a str> {
        let stated = headers.get_all(FORWARDED_PROTO).iter().next_back().filter(|_| self.behind_proxy)?;
        stated.to_str().ok()?.rsplit(',').next().map(str::trim)
    }
}

/// The host of a request.
fn host(headers: &HeaderMap) -> Option<Authority> {
    let host: Authority = headers.get(header::HOST)?.to_str().ok()?.parse().ok()?;
    (!host.as_str().contains('@')).then_some(host)
}

/// Whether a request is addressed to the loopback interface.
pub(crate) fn is_for_loopback(headers: &HeaderMap) -> bool {
    let Some(name) = host(headers).as_ref().map(name) else { return !headers.contains_key(header::HOST) };
    address(&name).map_or_else(|| is_localhost(&name), |address| address.to_canonical().is_loopback())
}

fn is_localhost(name: &str) -> bool {
    name == "localhost" || name.ends_with(".localhost")
}

fn is_address(name: &str) -> bool {
    address(name).is_some()
}

fn address(name: &str) -> Option<IpAddr> {
    let state = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
    state.unwrap_or(name).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(behind_proxy: bool) -> Names {
        let public = ["https://Dice.example", "http://kosti.test:8080/"].map(|url| url.parse().unwrap());
        Names::new(public.into(), &["attic".into(), "attic.local".into()], behind_proxy)
    }

    fn headers(sent: &[(&'static str, &str)]) -> HeaderMap {
        let sent = sent.iter().map(|(name, value)| (HeaderName::from_static(name), value.parse().unwrap()));
        sent.collect()
    }

    #[test]
    fn addresses_of_servers() {
        for (text, stated) in [
            ("https://dice.example", "https://dice.example"),
            ("HTTPS://Dice.Example:443/", "https://dice.example"),
            ("http://dice.example:443", "http://dice.example:443"),
            ("http://[::1]:7171", "http://[::1]:7171"),
        ] {
            assert_eq!(text.parse::<PublicUrl>().unwrap().to_string(), stated);
        }
        for text in [
            "",
            "dice.example",
            "//dice.example",
            "ftp://dice.example",
            "https://",
            "/",
            "https://a/b",
            "https://a?b",
            "https://a#b",
            "https://olena@a",
            "https://a b",
        ] {
            assert!(text.parse::<PublicUrl>().is_err(), "{text}");
        }
    }

    #[test]
    fn only_known_names_are_answered() {
        let names = names(false);
        for host in [
            "127.0.0.1:7171",
            "[::1]:7171",
            "192.168.1.5",
            "203.0.113.9",
            "localhost",
            "LOCALHOST:1",
            "a.localhost",
            "attic",
            "Attic.local:7171",
            "dice.example",
            "dice.example:443",
            "DICE.example.",
            "kosti.test:8080",
        ] {
            assert!(names.check(&headers(&[("host", host)])).is_ok(), "{host}");
        }
        for host in [
            "elsewhere.example",
            "attic.elsewhere.example",
            "dice.example.elsewhere.example",
            "",
            "1",
            "127.0.0.1.elsewhere.example",
            "localhost.elsewhere.example",
            "dice.example@elsewhere.example",
            "elsewhere.example@127.0.0.1",
            "dice.example/elsewhere",
            "127.0.0.1 elsewhere.example",
            "local",
        ] {
            assert!(names.check(&headers(&[("host", host)])).is_err(), "{host}");
        }
        assert!(names.check(&headers(&[])).is_ok());
        let mut two = headers(&[("host", "localhost")]);
        two.append(header::HOST, "localhost".parse().unwrap());
        assert!(names.check(&two).is_err());
    }

    #[test]
    fn pages_of_this_server() {
        let names = names(true);
        for (host, origin, own) in [
            ("127.0.0.1:7171", "http://127.0.0.1:7171", true),
            ("127.0.0.1:7171", "http://127.0.0.1:7172", false),
            ("127.0.0.1:7171", "https://dice.example", true),
            ("dice.example", "https://dice.example", true),
            ("dice.example", "http://dice.example", false),
            ("kosti.test:8080", "http://kosti.test:8080", true),
            ("kosti.test:8080", "http://kosti.test", false),
            ("attic", "http://attic", true),
            ("attic", "null", false),
            ("attic", "", false),
            ("attic", "http://elsewhere.example", false),
        ] {
            assert_eq!(names.is_own_origin(origin, &headers(&[("host", host)])), own, "{origin} at {host}");
        }
    }

    #[test]
    fn what_the_browser_asked_with() {
        let stated = |behind, sent: &[(&'static str, &str)]| {
            let (names, headers) = (names(behind), headers(sent));
            (names.is_secure(&headers), names.base(&headers))
        };
        let says_https = [("host", "attic:7171"), ("x-forwarded-proto", "https")];
        assert_eq!(stated(false, &says_https), (false, "http://attic:7171".into()));
        assert_eq!(stated(true, &says_https), (true, "https://dice.example".into()));
        let says_http = [("host", "attic:7171"), ("x-forwarded-proto", "https, http")];
        assert!(!stated(true, &says_http).0);
        assert_eq!(stated(false, &[("host", "dice.example")]), (true, "https://dice.example".into()));
        assert_eq!(stated(false, &[("host", "kosti.test:8080")]), (false, "http://kosti.test:8080".into()));
        assert_eq!(stated(true, &[("host", "127.0.0.1:7171")]), (true, "https://dice.example".into()));
        assert_eq!(stated(false, &[("host", "127.0.0.1:7171")]), (false, "http://127.0.0.1:7171".into()));
    }

    #[test]
    fn this_very_machine() {
        for (host, here) in [
            ("127.0.0.1:7171", true),
            ("[::1]", true),
            ("localhost:1", true),
            ("attic", false),
            ("192.168.1.5", false),
            ("dice.example", false),
        ] {
            assert_eq!(is_for_loopback(&headers(&[("host", host)])), here, "{host}");
        }
    }
}
