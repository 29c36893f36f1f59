//! How likely values are, drawn in the terminal.

use serde_json::Value;

use crate::table::{self, Align};

/// How wide the longest bar is.
const WIDTH: usize = 40;
/// How many bars are drawn at most.
const BARS: i64 = 20;
/// Eighths of a column.
const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/// One line per range of values: the range, its share, a bar.
pub(crate) fn lines(shares: &Value) -> Vec<String> {
    let shares: Vec<(i64, f64)> = shares
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|pair| Some((pair[0].as_i64()?, pair[1].as_f64()?)))
        .collect();
    let (Some(&(from, _)), Some(&(to, _))) = (shares.first(), shares.last()) else { return Vec::new() };
    let step = step(to - from + 1);
    let first = from.div_euclid(step);
    let mut bins = vec![0.0; (to.div_euclid(step) - first + 1) as usize];
    for (value, share) in shares {
        bins[(value.div_euclid(step) - first) as usize] += share;
    }
    let most = bins.iter().copied().fold(0.0, f64::max);
    let rows: Vec<Vec<String>> = bins
        .iter()
        .zip((first * step..).step_by(step as usize))
        .map(|(&share, from)| {
            let range = if step == 1 { from.to_string() } else { format!("{from}…{}", from + step - 1) };
            vec![range, percent(share), bar(share / most)]
        })
        .collect();
    table::lines(&rows, &[Align::Right, Align::Right, Align::Left])
}

/// The smallest round step that needs no more bars than there may be.
fn step(span: i64) -> i64 {
    let round = (0..).flat_map(|power| [1, 2, 5].map(|step: i64| step * 10_i64.pow(power)));
    round.take(50).find(|step| span / step < BARS).unwrap_or(span)
}

fn bar(share: f64) -> String {
    let eighths = (share * (WIDTH * 8) as f64).round() as usize;
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

/// A share as people read it; what is there but rounds to nothing is told.
pub(crate) fn percent(share: f64) -> String {
    match share * 100.0 {
        0.0 => "0 %".to_owned(),
        percent if percent < 0.01 => "<0.01 %".to_owned(),
        percent => format!("{percent:.2} %"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_are_gathered_into_round_ranges() {
        let shares: Vec<(i64, f64)> = (-3..47).map(|value| (value, 0.02)).collect();
        let lines = lines(&json!(shares));
        assert_eq!(lines.len(), 11, "{lines:#?}");
        assert!(lines[0].contains("-5…-1") && lines[0].contains("6.00 %"), "{lines:#?}");
        assert!(lines[1].contains("0…4") && lines[1].ends_with(&"█".repeat(WIDTH)), "{lines:#?}");
    }

    #[test]
    fn nothing_is_drawn_of_nothing() {
        assert!(lines(&json!([])).is_empty());
        assert_eq!(lines(&json!([[7, 1.0]])).len(), 1);
    }
}
