//! Tests of the engine: turns, counts, whole games.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod columns;
mod counts;
mod jokers;
mod play;
mod playthroughs;
mod random;
mod turns;
