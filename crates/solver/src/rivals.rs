//! `RivalTotals`: the probability to win with a final total, if the final totals of the others are independent and their
//! distributions are given. `Outlook` approximates a distribution by its first three moments.

use crate::distribution::Distribution;

/// Points still to come, or a final total: its mean, its standard deviation and its skewness.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Outlook {
    pub(crate) mean: f64,
    pub(crate) deviation: f64,
    pub(crate) skewness: f64,
}

/// The number of points that stand for a distribution in a mean; they are equally likely.
pub(crate) const POINTS: usize = 24;
/// The largest skewness that is used: the approximation fails for more.
const MOST_SKEWNESS: f64 = 1.0;
/// Totals further from the mean, in deviations, are not distinguished.
const WIDTH: f64 = 6.0;

impl Outlook {
    /// Returns the same with more points.
    pub(crate) fn plus(self, points: f64) -> Self {
        Self { mean: self.mean + points, ..self }
    }

    /// Returns equally likely results that stand for the distribution. `normal` are those of the standard normal one.
    pub(crate) fn points(self, normal: &[f64; POINTS]) -> [f64; POINTS] {
        let bend = self.bend();
        // The mean of the squares is a little less than 1, so the mean of all is shifted back.
        let square = normal.iter().map(|z| z * z).sum::<f64>() / POINTS as f64;
        let scale = self.deviation / square.sqrt();
        normal.map(|z| self.mean + scale * (z + bend * (z * z - square)))
    }

    /// The factor of the quadratic term in the quantiles of Cornish and Fisher.
    fn bend(self) -> f64 {
        self.skewness.clamp(-MOST_SKEWNESS, MOST_SKEWNESS) / 6.0
    }

    /// Returns the probability of a result of at most `total`: the inverse of the quantiles.
    fn at_most(self, total: f64) -> f64 {
        if self.deviation <= 0.0 {
            return f64::from(u8::from(self.mean <= total));
        }
        let (bend, at) = (self.bend(), (total - self.mean) / self.deviation);
        if bend.abs() < 1e-6 {
            return normal_at_most(at);
        }
        // The root of z + bend (z² − 1) = at next to `at`; beyond the vertex there are no results.
        let root = 1.0 + 4.0 * bend * (bend + at);
        if root <= 0.0 {
            return f64::from(u8::from(bend < 0.0));
        }
        normal_at_most((root.sqrt() - 1.0) / (2.0 * bend))
    }

    /// Returns the probabilities of whole totals.
    pub(crate) fn distribution(self) -> Distribution {
        if self.deviation <= 0.0 {
            return Distribution::new(self.mean.round() as i32, vec![1.0]);
        }
        let from = (self.mean - WIDTH * self.deviation).floor() as i32;
        let to = (self.mean + WIDTH * self.deviation).ceil() as i32;
        let below = |total: i32| self.at_most(f64::from(total) - 0.5);
        let shares = (from..=to).map(|total| (below(total + 1) - below(total)).max(0.0)).collect();
        Distribution::new(from, shares)
    }
}

/// Returns equally likely results that stand for the standard normal distribution.
pub(crate) fn normal_points() -> [f64; POINTS] {
    std::array::from_fn(|nth| {
        let share = (nth as f64 + 0.5) / POINTS as f64;
        let (mut low, mut high) = (-WIDTH, WIDTH);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            if normal_at_most(middle) < share { low = middle } else { high = middle }
        }
        low
    })
}

/// The probability of at most `at` under the standard normal distribution.
fn normal_at_most(at: f64) -> f64 {
    0.5 * erfc(-at / std::f64::consts::SQRT_2)
}

/// The complementary error function, to about seven digits (Abramowitz and Stegun, 7.1.26).
fn erfc(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.327_591_1 * x.abs());
    let factors = [0.254_829_592, -0.284_496_736, 1.421_413_741, -1.453_152_027, 1.061_405_429];
    let sum = factors.iter().rev().fold(0.0, |sum, factor| (sum + factor) * t);
    let right = sum * (-x * x).exp();
    if x >= 0.0 { right } else { 2.0 - right }
}

/// Nodes and weights of Gauss and Legendre on the interval from 0 to 1; exact for polynomials of up to degree 9, which is
/// one more than a table of ten seats needs.
const NODES: [(f64, f64); 5] = [
    (0.046_910_077_030_668_004, 0.118_463_442_528_094_54),
    (0.230_765_344_947_158_45, 0.239_314_335_249_683_23),
    (0.5, 0.284_444_444_444_444_45),
    (0.769_234_655_052_841_6, 0.239_314_335_249_683_23),
    (0.953_089_922_969_332, 0.118_463_442_528_094_54),
];

/// The probability to win by the own final total; a shared win is counted in parts.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RivalTotals {
    /// The total of the first chance. Less never wins.
    from: i32,
    /// Consecutive chances. More than the last total always wins.
    chances: Vec<f64>,
}

impl RivalTotals {
    /// Combines the distributions of the final totals of the others.
    ///
    /// With L_i and E_i the probabilities that total i is lower or equal, the win is shared among 1 + j seats if j are
    /// equal, and ∫ Π (L_i + u E_i) du over u from 0 to 1 is the mean of 1 / (1 + j).
    pub(crate) fn new(others: &[Distribution]) -> Self {
        let ends = others.iter().filter_map(|other| {
            let mut totals = other.probabilities().map(|(total, _)| total);
            let first = totals.next()?;
            Some((first, totals.last().unwrap_or(first)))
        });
        let Some((from, to)) = ends.reduce(|(a, b), (from, to)| (a.max(from), b.max(to))) else {
            return Self { from: 0, chances: Vec::new() };
        };
        let mut factors = vec![[1.0; NODES.len()]; (to - from + 1) as usize];
        for other in others {
            let (mut below, mut totals) = (0.0, other.probabilities().peekable());
            while let Some((_, share)) = totals.next_if(|(total, _)| *total < from) {
                below += share;
            }
            for (total, factors) in (from..).zip(&mut factors) {
                let equal = totals.next_if(|(at, _)| *at == total).map_or(0.0, |(_, share)| share);
                for (factor, (node, _)) in factors.iter_mut().zip(NODES) {
                    *factor *= below + node * equal;
                }
                below += equal;
            }
        }
        let chance = |factors: [f64; NODES.len()]| {
            factors.iter().zip(NODES).map(|(factor, (_, weight))| factor * weight).sum()
        };
        Self { from, chances: factors.into_iter().map(chance).collect() }
    }

    /// Returns the chance of a final total.
    pub(crate) fn of_total(&self, total: i32) -> f64 {
        match usize::try_from(i64::from(total) - i64::from(self.from)) {
            Ok(nth) => self.chances.get(nth).copied().unwrap_or(1.0),
            Err(_) => 0.0,
        }
    }

    /// Returns the mean chance of equally likely final totals that are `shift` more than `points`, interpolated between
    /// whole totals.
    pub(crate) fn mean(&self, points: &[f64; POINTS], shift: f64) -> f64 {
        let (shift, last) = (shift - f64::from(self.from), self.chances.len());
        let at = |nth: usize| self.chances.get(nth).copied().unwrap_or(1.0);
        let chance = |point: &f64| {
            let place = point + shift;
            if place <= -1.0 {
                0.0
            } else if place >= last as f64 {
                1.0
            } else if place < 0.0 {
                (1.0 + place) * at(0)
            } else {
                let nth = place as usize;
                let part = place - nth as f64;
                at(nth) * (1.0 - part) + at(nth + 1) * part
            }
        };
        points.iter().map(chance).sum::<f64>() / POINTS as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outlook(mean: f64, deviation: f64, skewness: f64) -> Outlook {
        Outlook { mean, deviation, skewness }
    }

    fn chance(own: Outlook, others: &[Outlook]) -> f64 {
        let others: Vec<Distribution> = others.iter().map(|other| other.distribution()).collect();
        RivalTotals::new(&others).mean(&own.points(&normal_points()), 0.0)
    }

    #[test]
    fn equals_have_equal_chances() {
        let same = outlook(100.0, 30.0, 0.0);
        assert!((chance(same, &[same]) - 0.5).abs() < 1e-4);
        assert!((chance(same, &[same, same]) - 1.0 / 3.0).abs() < 1e-2);
        // One deviation of the difference ahead; 24 points are off by about a thousandth.
        let ahead = chance(outlook(150.0, 30.0, 0.0), &[outlook(100.0, 40.0, 0.0)]);
        assert!((ahead - 0.841_344_7).abs() < 2e-3, "{ahead}");
    }

    /// A few large totals raise the mean, but seldom win.
    #[test]
    fn skewness_lowers_the_chance_of_an_equal_mean() {
        let (plain, skewed) = (outlook(100.0, 30.0, 0.0), outlook(100.0, 30.0, 1.0));
        let won = chance(skewed, &[plain]);
        assert!((0.45..0.49).contains(&won), "{won}");
        assert!((won + chance(plain, &[skewed]) - 1.0).abs() < 2e-3);
    }

    #[test]
    fn moments_come_back() {
        for (deviation, skewness) in [(40.0, 0.0), (40.0, 0.5), (30.0, -0.5)] {
            let found = outlook(200.0, deviation, skewness).distribution();
            assert!((found.mean() - 200.0).abs() < 0.1, "{}", found.mean());
            assert!((found.deviation() / deviation - 1.0).abs() < 0.03, "{}", found.deviation());
        }
        assert_eq!(outlook(7.0, 0.0, 0.0).distribution(), Distribution::from_totals(&[7]));
    }

    #[test]
    fn shared_wins_are_counted_in_parts() {
        let seven = || Distribution::from_totals(&[7]);
        let rivals = RivalTotals::new(&[seven(), seven(), Distribution::from_totals(&[5, 7])]);
        let found = [6, 7, 8].map(|total| rivals.of_total(total));
        assert_eq!((found[0], found[2]), (0.0, 1.0));
        // Half the time three others share, half the time two.
        assert!((found[1] - (0.5 / 4.0 + 0.5 / 3.0)).abs() < 1e-12, "{found:?}");
    }
}
