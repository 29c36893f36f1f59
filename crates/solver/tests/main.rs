//! The solver against obvious ones and known values.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod exact;
mod examples;
mod games;
mod heuristic;
mod points;
mod positions;
mod race;
mod sheet_win;
mod simulated;
mod solved;
mod statistics;
mod variants;
mod win_player;
