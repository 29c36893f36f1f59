//! Histograms in the terminal.

use kosti_query::bins;
use kosti_text::percent;

use crate::table::{self, Align};

/// The width of the longest bar.
const WIDTH: usize = 40;
/// Eighths of a column.
const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/// One line per range of values: the range, its share, a bar.
pub(crate) fn lines(shares: &[(i32, f64)]) -> Vec<String> {
    of(&bins(shares))
}

/// Draws ranges with their shares.
pub(crate) fn of(bins: &[(String, f64)]) -> Vec<String> {
    let most = bins.iter().map(|(_, share)| *share).fold(0.0, f64::max);
    let row = |(range, share): &(String, f64)| vec![range.clone(), percent(*share), bar(share / most)];
    let rows: Vec<Vec<String>> = bins.iter().map(row).collect();
    table::lines(&rows, &[Align::Right, Align::Right, Align::Left])
}

fn bar(share: f64) -> String {
    let eighths = (share * (WIDTH * 8) as f64).round() as usize;
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_likeliest_has_the_longest_bar() {
        let lines = lines(&[(1, 0.25), (2, 0.75)]);
        assert_eq!(lines.len(), 2, "{lines:#?}");
        assert!(lines[0].starts_with("1  25.00 %") && lines[1].ends_with(&"█".repeat(WIDTH)), "{lines:#?}");
        assert!(self::lines(&[]).is_empty());
    }
}
