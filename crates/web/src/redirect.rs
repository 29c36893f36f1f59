//! Redirects, which lead to pages of this site only.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// Sends the browser to this path with GET; home, where it is not a path of this site.
pub(super) fn see_other(path: &str) -> Response {
    let path = if is_local_path(path) { path } else { "/" };
    let place = HeaderValue::from_str(path).unwrap_or(HeaderValue::from_static("/"));
    (StatusCode::SEE_OTHER, [(header::LOCATION, place)]).into_response()
}

/// Whether every browser takes this for a path of the same site. Browsers read `\` as `/`, leave out tabs and line ends,
/// and take what follows `//` for a host; so only a plain path of printable ASCII will do, with a query or without.
fn is_local_path(text: &str) -> bool {
    let path = text.split(['?', '#']).next().unwrap_or_default();
    path.starts_with('/')
        && !path.contains("//")
        && text.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn place(path: &str) -> String {
        let response = see_other(path);
        assert_eq!(response.status(), StatusCode::SEE_OTHER);
        response.headers()[header::LOCATION].to_str().unwrap().to_owned()
    }

    #[test]
    fn paths_of_this_site() {
        for path in [
            "/",
            "/t/abcdefghijkl",
            "/rules/yatzy?house-bonus=none&x=//y",
            "/open/school#players",
            "/%09/%5C",
        ] {
            assert_eq!(place(path), path);
        }
    }

    #[test]
    fn everything_else_leads_home() {
        for path in [
            "",
            "t/x",
            "//elsewhere.example",
            "/\\elsewhere.example",
            "\\\\elsewhere.example",
            "/\t/elsewhere.example",
            "/\n/elsewhere.example",
            "\t//elsewhere.example",
            " //elsewhere.example",
            "/ /elsewhere.example",
            "https://elsewhere.example",
            "https:elsewhere.example",
            "javascript:alert(1)",
            "/x//elsewhere.example",
            "/.//elsewhere.example",
            "/..//elsewhere.example",
            "/t/x\r\nset-cookie: a=b",
            "/t/x\u{0}",
            "/t/\u{2028}x",
            "/кості",
            "?x",
            "#x",
            "/x?y\\z",
        ] {
            assert_eq!(place(path), "/", "{path:?}");
        }
    }

    /// What a browser makes of a place, as the URL standard has it: the host, where it leads elsewhere.
    fn host_of(place: &str) -> Option<String> {
        let seen: String =
            place.trim_matches(|c: char| c <= ' ').chars().filter(|c| !"\t\n\r".contains(*c)).collect();
        let seen = seen.replace('\\', "/");
        let scheme = seen.find(':').is_some_and(|colon| !seen[..colon].contains(['/', '?', '#']));
        (scheme || seen.starts_with("//")).then_some(seen)
    }

    proptest! {
        #[test]
        fn no_text_leads_elsewhere(text in "[/\\\\\t\r\n .:a?#%@\u{0}\u{a0}é]{0,8}") {
            prop_assert_eq!(host_of(&place(&text)), None);
        }

        #[test]
        fn no_long_text_either(text in any::<String>()) {
            prop_assert_eq!(host_of(&place(&format!("/{text}"))), None);
        }
    }
}
