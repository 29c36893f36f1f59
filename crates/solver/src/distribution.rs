//! `Distribution`: how likely each total is.

/// How likely each total is, calculated or counted.
#[derive(Debug, Clone, PartialEq)]
pub struct Distribution {
    /// The total of the first share.
    from: i32,
    shares: Vec<f64>,
}

impl Distribution {
    /// From how likely each total is, upwards from one.
    pub(crate) fn new(from: i32, mut shares: Vec<f64>) -> Self {
        let first = shares.iter().position(|&share| share > 0.0).unwrap_or(0);
        let last = shares.iter().rposition(|&share| share > 0.0).map_or(0, |last| last + 1);
        shares.truncate(last);
        Self { from: from + first as i32, shares: shares.split_off(first.min(last)) }
    }

    /// From the totals of games that were played.
    #[must_use]
    pub fn counted(totals: &[i32]) -> Self {
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

    /// Every total that can come about, lowest first, and how likely it is.
    pub fn shares(&self) -> impl Iterator<Item = (i32, f64)> + '_ {
        (self.from..).zip(self.shares.iter().copied()).filter(|(_, share)| *share > 0.0)
    }

    /// Its mean.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.shares().map(|(total, share)| f64::from(total) * share).sum()
    }

    /// Its standard deviation.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        let mean = self.mean();
        self.shares().map(|(total, share)| (f64::from(total) - mean).powi(2) * share).sum::<f64>().sqrt()
    }

    /// The smallest total that is not exceeded in this share of games.
    #[must_use]
    pub fn quantile(&self, share: f64) -> i32 {
        let mut sum = 0.0;
        for (total, likely) in self.shares() {
            sum += likely;
            // Sums of rounded shares may fall short by as much as they are rounded.
            if sum >= share - 1e-12 {
                return total;
            }
        }
        self.shares().last().map_or(0, |(total, _)| total)
    }

    /// How likely it is to have at least so much.
    #[must_use]
    pub fn at_least(&self, least: i32) -> f64 {
        self.shares().filter(|(total, _)| *total >= least).map(|(_, share)| share).sum()
    }
}
