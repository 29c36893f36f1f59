//! Values that depend on each other in circles: repeated until they agree, each circle's next guess drawn from the last
//! two (the secant method; Anderson's of depth one where a circle has several values).

/// How near values must come to what follows from them.
const NEAR: f64 = 1e-14;
/// How often it is tried at most; it takes ten times or so.
const MOST: usize = 10_000;

/// The values that close the circles of one block, as they were guessed, and what followed.
#[derive(Debug, Default)]
pub(crate) struct Guess {
    before: Option<(Vec<f64>, Vec<f64>)>,
    tries: usize,
}

impl Guess {
    /// The next guess, from the last one and what followed from it; nothing once they agree.
    pub(crate) fn next(&mut self, guess: Vec<f64>, found: &[f64]) -> Option<Vec<f64>> {
        let residual: Vec<f64> = guess.iter().zip(found).map(|(guess, found)| found - guess).collect();
        self.tries += 1;
        if residual.iter().all(|off| off.abs() <= NEAR) || self.tries >= MOST {
            return None;
        }
        let mut next = found.to_vec();
        if let Some((before, off_before)) = &self.before {
            let change: Vec<f64> = residual.iter().zip(off_before).map(|(now, then)| now - then).collect();
            let square: f64 = change.iter().map(|change| change * change).sum();
            let along: f64 = residual.iter().zip(&change).map(|(off, change)| off * change).sum();
            if square > 0.0 {
                let share = along / square;
                for (i, next) in next.iter_mut().enumerate() {
                    let step = guess[i] - before[i] + change[i];
                    *next -= share * step;
                }
            }
        }
        self.before = Some((guess, residual));
        Some(next)
    }
}
