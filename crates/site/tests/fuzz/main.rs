//! Requests and rows of the journal that nobody would write: none breaks anything, and what is refused changes nothing.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod json;
mod requests;
mod rows;
mod world;
