//! Questions and answers.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod cancel;
mod lines;

/// A race short enough to be solved at once.
const RACE: &str = "name = 'Short'
    dice = 2
    sides = 3
    [race]
    target = 12
    [race.combination.single]
    needs = { alike = 1 }
    points = [2, 1, 0]
    [race.combination.pair]
    needs = { alike = 2 }
    points = [6, 4, 3]";
