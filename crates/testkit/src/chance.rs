//! A small generator of its own, so that a seed says everything about a test.

use std::fmt::Write as _;

pub struct Chance(pub u64);

impl Chance {
    fn next(&mut self) -> u64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[usize::try_from(self.below(from.len() as u64)).unwrap()]
    }

    /// A name for a command.
    pub fn command(&mut self) -> String {
        let (high, low) = (self.next(), self.next());
        let digits = format!("{high:016x}{low:016x}");
        let parts = [0..8, 8..12, 12..16, 16..20, 20..32].map(|part| &digits[part]);
        parts.join("-")
    }

    /// A token that one chooses oneself.
    pub fn token(&mut self) -> String {
        let mut token = String::new();
        while token.len() < 43 {
            write!(token, "{:016x}", self.next()).unwrap();
        }
        token.truncate(43);
        token
    }
}
