//! Numbers as people read them, the same in every language.

/// A share; what is there but rounds to nothing is told.
#[must_use]
pub fn percent(share: f64) -> String {
    match share * 100.0 {
        0.0 => "0 %".to_owned(),
        percent if percent < 0.01 => "<0.01 %".to_owned(),
        percent => format!("{percent:.2} %"),
    }
}
