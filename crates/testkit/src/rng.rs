//! Random numbers that a seed determines.

use std::fmt::Debug;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

/// A generator whose seed determines everything random about a test.
#[derive(Debug, Clone)]
pub struct TestRng(ChaCha8Rng);

impl TestRng {
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Returns a number below `n`. The bias towards some numbers is n / 2⁶⁴, which no test notices.
    pub fn below<N>(&mut self, n: N) -> N
    where
        N: TryInto<u64, Error: Debug> + TryFrom<u64, Error: Debug>,
    {
        let n: u64 = n.try_into().expect("n is not negative");
        let number = (u128::from(self.bits()) * u128::from(n)) >> 64;
        N::try_from(number as u64).expect("below n")
    }

    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// The numbers of a seed as a function of the bound, which the solver accepts as dice.
pub fn numbers(seed: u64) -> impl FnMut(u32) -> u32 {
    let mut rng = TestRng::new(seed);
    move |n| rng.below(n)
}
