//! `SeededRng`: the same seed gives the same games on every machine.

use kosti_solver::DiceRng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

/// A random generator with a seed.
///
/// ```
/// use kosti_query::SeededRng;
/// use kosti_solver::DiceRng as _;
/// assert_eq!(SeededRng::new(7, 0, 0).below(6), SeededRng::new(7, 0, 0).below(6));
/// ```
pub struct SeededRng(ChaCha8Rng);

impl SeededRng {
    /// The generator for one batch of games of one seat.
    #[must_use]
    pub fn new(seed: u64, seat: usize, batch: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream((seat as u64) << 48 | batch);
        Self(rng)
    }
}

impl DiceRng for SeededRng {
    fn below(&mut self, n: u32) -> u32 {
        // The high half of a product. Rejects values that would make some numbers more likely.
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(n);
            let low = product as u32;
            if low >= n || low >= n.wrapping_neg() % n {
                return (product >> 32) as u32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_as_likely() {
        let mut source = SeededRng::new(7, 0, 0);
        let mut counts = [0_i32; 6];
        for _ in 0..60_000 {
            counts[source.below(6) as usize] += 1;
        }
        // Four standard deviations of a count.
        assert!(counts.iter().all(|count| (count - 10_000).abs() < 366), "{counts:?}");
    }

    #[test]
    fn seats_and_batches_throw_differently_and_the_same_again() {
        let throws = |seed, seat, batch| {
            let mut source = SeededRng::new(seed, seat, batch);
            (0..20).map(|_| source.below(6)).collect::<Vec<_>>()
        };
        assert_eq!(throws(1, 0, 0), throws(1, 0, 0));
        for other in [throws(2, 0, 0), throws(1, 1, 0), throws(1, 0, 1)] {
            assert_ne!(throws(1, 0, 0), other);
        }
    }
}
