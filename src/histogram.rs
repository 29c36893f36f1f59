//! How likely values are, drawn in the terminal.

use kosti_words::percent;
use serde_json::Value;

use crate::table::{self, Align};

/// How wide the longest bar is.
const WIDTH: usize = 40;
/// How many bars are drawn at most.
const BARS: i64 = 20;
/// What is as unlikely as this at either end is not worth bars of its own.
const RARE: f64 = 0.000_05;
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
    let low = beyond_rare(shares.iter()).unwrap_or(from);
    let high = beyond_rare(shares.iter().rev()).unwrap_or(to);
    let step = step(high - low + 1);
    let (first, last) = (low.div_euclid(step), high.div_euclid(step));
    let mut bins = vec![0.0; (last - first + 1) as usize];
    for (value, share) in shares {
        bins[(value.div_euclid(step).clamp(first, last) - first) as usize] += share;
    }
    let most = bins.iter().copied().fold(0.0, f64::max);
    let rows: Vec<Vec<String>> = bins
        .iter()
        .zip(first..)
        .map(|(&share, nth)| {
            let (mut low, mut high) = (nth * step, (nth + 1) * step - 1);
            // The ends hold all that is beyond them.
            low = if nth == first { low.min(from) } else { low };
            high = if nth == last { high.max(to) } else { high };
            let range = if low == high { low.to_string() } else { format!("{low}…{high}") };
            vec![range, percent(share), bar(share / most)]
        })
        .collect();
    table::lines(&rows, &[Align::Right, Align::Right, Align::Left])
}

/// The first value that is not among the rare ones.
fn beyond_rare<'a>(mut shares: impl Iterator<Item = &'a (i64, f64)>) -> Option<i64> {
    let mut sum = 0.0;
    let beyond = |(_, share): &&(i64, f64)| {
        sum += share;
        sum > RARE
    };
    shares.find(beyond).map(|&(value, _)| value)
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
    fn what_hardly_ever_happens_is_gathered_at_the_ends() {
        let lines = lines(&json!([[-900, 1e-9], [3, 0.5], [5, 0.5], [12, 2e-5], [40, 1e-6]]));
        assert_eq!(lines.len(), 3, "{lines:#?}");
        assert!(lines[0].contains("-900…3") && lines[2].contains("5…40"), "{lines:#?}");
    }

    #[test]
    fn nothing_is_drawn_of_nothing() {
        assert!(lines(&json!([])).is_empty());
        assert_eq!(lines(&json!([[7, 1.0]])).len(), 1);
    }
}
