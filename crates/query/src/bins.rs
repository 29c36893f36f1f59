//! Groups values into round ranges for charts.

/// The most ranges.
const MOST: i64 = 20;
/// Values at either end that are rarer than this in sum get no range of their own.
const RARE: f64 = 0.000_05;

/// Groups values into ranges. Takes values with their shares, lowest value first; returns each range as text with its
/// share. The first and last range include all values beyond them.
#[must_use]
pub fn bins(shares: &[(i32, f64)]) -> Vec<(String, f64)> {
    let shares: Vec<(i64, f64)> = shares.iter().map(|&(value, share)| (value.into(), share)).collect();
    let (Some(&(from, _)), Some(&(to, _))) = (shares.first(), shares.last()) else { return Vec::new() };
    let low = beyond_rare(shares.iter()).unwrap_or(from);
    let high = beyond_rare(shares.iter().rev()).unwrap_or(to);
    let step = step(high - low + 1);
    let (first, last) = (low.div_euclid(step), high.div_euclid(step));
    let mut bins = vec![0.0; (last - first + 1) as usize];
    for (value, share) in shares {
        bins[(value.div_euclid(step).clamp(first, last) - first) as usize] += share;
    }
    let range = |nth: i64| {
        let (mut low, mut high) = (nth * step, (nth + 1) * step - 1);
        low = if nth == first { low.min(from) } else { low };
        high = if nth == last { high.max(to) } else { high };
        if low == high { low.to_string() } else { format!("{low}…{high}") }
    };
    (first..=last).map(range).zip(bins).collect()
}

/// The first value after the rare ones.
fn beyond_rare<'a>(mut shares: impl Iterator<Item = &'a (i64, f64)>) -> Option<i64> {
    let mut sum = 0.0;
    let beyond = |(_, share): &&(i64, f64)| {
        sum += share;
        sum > RARE
    };
    shares.find(beyond).map(|&(value, _)| value)
}

/// The smallest round step that needs at most [`MOST`] ranges.
fn step(span: i64) -> i64 {
    let round = (0..).flat_map(|power| [1, 2, 5].map(|step: i64| step * 10_i64.pow(power)));
    round.take(50).find(|step| span / step < MOST).unwrap_or(span)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_gathered_into_round_ranges() {
        let shares: Vec<(i32, f64)> = (-3..47).map(|value| (value, 0.02)).collect();
        let bins = bins(&shares);
        assert_eq!(bins.len(), 11, "{bins:?}");
        assert!(bins[0].0 == "-5…-1" && (bins[0].1 - 0.06).abs() < 1e-9, "{bins:?}");
        assert!(bins[1].0 == "0…4" && (bins[1].1 - 0.1).abs() < 1e-9, "{bins:?}");
    }

    #[test]
    fn what_hardly_ever_happens_is_gathered_at_the_ends() {
        let bins = bins(&[(-900, 1e-9), (3, 0.5), (5, 0.5), (12, 2e-5), (40, 1e-6)]);
        let ranges: Vec<&str> = bins.iter().map(|(range, _)| range.as_str()).collect();
        assert_eq!(ranges, ["-900…3", "4", "5…40"]);
    }

    #[test]
    fn nothing_comes_of_nothing() {
        assert!(bins(&[]).is_empty());
        assert_eq!(bins(&[(7, 1.0)]).len(), 1);
    }
}
