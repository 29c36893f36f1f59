//! Tables at their boundary: commands in, commits as text out, and their verification.

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
