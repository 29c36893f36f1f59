//! Where the record of a table is, from the address that people have of the table.

use axum::http::Uri;
use kosti_journal::TableId;

/// The address of a record: from that of a table, of one of its pages, or of an invitation to it.
pub(super) fn record_address(typed: &str) -> Option<String> {
    let typed = typed.trim();
    let uri: Uri = typed.split('#').next()?.parse().ok()?;
    let scheme = uri.scheme_str().filter(|scheme| matches!(*scheme, "https" | "http"))?;
    let authority = uri.authority().filter(|authority| !authority.as_str().contains('@'))?;
    let mut base = Vec::new();
    let mut parts = uri.path().split('/').filter(|part| !part.is_empty());
    loop {
        let part = parts.next()?;
        if !matches!(part, "t" | "j" | "tables") {
            base.push(part);
            continue;
        }
        let table: TableId = parts.next()?.parse().ok()?;
        if base.ends_with(&["api", "v1"]) {
            base.truncate(base.len() - 2);
        }
        let base: String = base.iter().map(|part| format!("/{part}")).collect();
        return Some(format!("{scheme}://{authority}{base}/api/v1/tables/{table}/record"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_a_table() {
        let record = "https://dice.example/api/v1/tables/abcdefghijkl/record";
        for page in [
            "https://dice.example/t/abcdefghijkl",
            "  https://dice.example/t/abcdefghijkl/dice?x=y#throws ",
            "https://dice.example/j/ABCDEFGHIJKL/code",
            record,
        ] {
            assert_eq!(record_address(page).as_deref(), Some(record), "{page}");
        }
        assert_eq!(
            record_address("http://127.0.0.1:8080/games/kosti/t/abcdefghijkl").as_deref(),
            Some("http://127.0.0.1:8080/games/kosti/api/v1/tables/abcdefghijkl/record")
        );
    }

    #[test]
    fn what_is_no_address_of_a_table() {
        for text in [
            "",
            "abcdefghijkl",
            "/t/abcdefghijkl",
            "https://dice.example/",
            "https://dice.example/t/short",
            "ftp://dice.example/t/abcdefghijkl",
            "https://user:word@dice.example/t/abcdefghijkl",
            "javascript:alert(1)",
        ] {
            assert_eq!(record_address(text), None, "{text}");
        }
    }
}
