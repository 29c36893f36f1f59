//! `Distribution`: the probability of each total.

/// A distribution of totals, computed or counted.
#[derive(Debug, Clone, PartialEq)]
pub struct Distribution {
    /// The total of the first probability.
    from: i32,
    shares: Vec<f64>,
}

impl Distribution {
    /// Creates a distribution from the probabilities of consecutive totals.
    pub(crate) fn new(from: i32, mut shares: Vec<f64>) -> Self {
        let first = shares.iter().position(|&share| share > 0.0).unwrap_or(0);
        let last = shares.iter().rposition(|&share| share > 0.0).map_or(0, |last| last + 1);
        shares.truncate(last);
        Self { from: from + first as i32, shares: shares.split_off(first.min(last)) }
    }

    /// Creates the empirical distribution of these totals.
    #[must_use]
    pub fn from_totals(totals: &[i32]) -> Self {
        let (from, to) =
            totals.iter().fold((i32::MAX, i32::MIN), |(a, b), &total| (a.min(total), b.max(total)));
        if totals.is_empty() {
            return Self { from: 0, shares: Vec::new() };
        }
        let mut counts = vec![0_u32; (to - from) as usize + 1];
        for total in totals {
            counts[(total - from) as usize] += 1;
        }
        let games = totals.len() as f64;
        Self { from, shares: counts.into_iter().map(|count| f64::from(count) / games).collect() }
    }

    /// Returns the distribution of totals that are larger by `points`.
    #[must_use]
    pub(crate) fn plus(self, points: i32) -> Self {
        Self { from: self.from + points, ..self }
    }

    /// Iterates over the possible totals in ascending order, with their probabilities.
    pub fn probabilities(&self) -> impl Iterator<Item = (i32, f64)> + '_ {
        (self.from..).zip(self.shares.iter().copied()).filter(|(_, share)| *share > 0.0)
    }

    /// The mean.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.probabilities().map(|(total, share)| f64::from(total) * share).sum()
    }

    /// The standard deviation.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        let mean = self.mean();
        self.probabilities()
            .map(|(total, share)| (f64::from(total) - mean).powi(2) * share)
            .sum::<f64>()
            .sqrt()
    }

    /// Returns the smallest total whose cumulative probability is at least `share`.
    #[must_use]
    pub fn quantile(&self, share: f64) -> i32 {
        let mut sum = 0.0;
        for (total, likely) in self.probabilities() {
            sum += likely;
            // Rounding may leave the cumulative sum slightly too small.
            if sum >= share - 1e-12 {
                return total;
            }
        }
        self.probabilities().last().map_or(0, |(total, _)| total)
    }

    /// Returns the probability of a total of at least `least`.
    #[must_use]
    pub fn at_least(&self, least: i32) -> f64 {
        self.probabilities().filter(|(total, _)| *total >= least).map(|(_, share)| share).sum()
    }
}
