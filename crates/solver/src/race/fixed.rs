//! Values that depend on each other in circles: worked out from a guess until they agree with it, each next guess drawn
//! from those before (the secant method; Anderson's where a circle has several values).

/// How near values must come to what follows from them.
const NEAR: f64 = 1e-12;
/// How often it is tried at most; it takes five times or so.
const MOST: usize = 10_000;

/// The values that close the circle of one block, as they were guessed, and what followed.
#[derive(Debug, Default)]
pub(crate) struct Guess {
    before: Option<(Vec<f64>, Vec<f64>)>,
    /// How fast what follows changes with the guess.
    pub(crate) slope: f64,
    tries: usize,
}

impl Guess {
    /// A guess of which it is known how fast what follows changes with it, roughly.
    pub(crate) fn with_slope(slope: f64) -> Self {
        Self { slope, ..Self::default() }
    }

    /// The next guess, from the last one and what followed from it; nothing once they agree.
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
