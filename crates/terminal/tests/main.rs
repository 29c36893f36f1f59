//! The terminal screen: what it shows and how it answers keys.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod screens;
mod seen;
mod table;
