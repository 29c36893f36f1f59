//! Formats numbers for people, the same in every language.

/// Formats a share; a positive share never reads as zero.
#[must_use]
pub fn percent(share: f64) -> String {
    match share * 100.0 {
        0.0 => "0 %".to_owned(),
        percent if percent < 0.01 => "<0.01 %".to_owned(),
        percent => format!("{percent:.2} %"),
    }
}
