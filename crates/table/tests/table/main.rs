//! Tables at their boundary: wishes in, notes as text out, and what anyone can check of them.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod attacks;
mod chains;
mod cheating;
mod damaged;
mod downloads;
mod driver;
mod opening;
mod playing;
mod seats;
mod tampered;
mod version_1;
