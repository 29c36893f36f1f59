//! `FixedPoint`: solves x = F(x) by the secant method, or by Anderson acceleration of depth 1 if x has several
//! components.

/// The largest residual at the end.
const NEAR: f64 = 1e-12;
/// The largest number of iterations; about five are usual.
const MOST: usize = 10_000;

/// The state of the iteration of one block.
#[derive(Debug, Default)]
pub(crate) struct FixedPoint {
    before: Option<(Vec<f64>, Vec<f64>)>,
    /// The slope of F.
    pub(crate) slope: f64,
    tries: usize,
}

impl FixedPoint {
    /// Starts with an estimate of the slope of F.
    pub(crate) fn with_slope(slope: f64) -> Self {
        Self { slope, ..Self::default() }
    }

    /// Returns the next x from the last one and F of it; `None` once they agree.
    pub(crate) fn next(&mut self, guess: Vec<f64>, found: &[f64]) -> Option<Vec<f64>> {
        let residual: Vec<f64> = guess.iter().zip(found).map(|(guess, found)| found - guess).collect();
        self.tries += 1;
        if residual.iter().all(|off| off.abs() <= NEAR) || self.tries >= MOST {
            return None;
        }
        let mut next: Vec<f64> =
            guess.iter().zip(&residual).map(|(guess, off)| guess + off / (1.0 - self.slope)).collect();
        if let Some((before, off_before)) = &self.before {
            let steps: Vec<f64> = guess.iter().zip(before).map(|(now, then)| now - then).collect();
            let changes: Vec<f64> = residual.iter().zip(off_before).map(|(now, then)| now - then).collect();
            let square = dot(&changes, &changes);
            if square > 0.0 {
                let share = dot(&residual, &changes) / square;
                for (nth, next) in next.iter_mut().enumerate() {
                    *next = found[nth] - share * (steps[nth] + changes[nth]);
                }
                self.slope = (1.0 + dot(&steps, &changes) / dot(&steps, &steps)).clamp(0.0, 0.9);
            }
        }
        self.before = Some((guess, residual));
        Some(next)
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
