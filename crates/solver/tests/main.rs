//! The solver against obvious ones and known values.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod casual;
mod exact;
mod facts;
mod points;
mod race;
