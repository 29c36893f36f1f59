//! A site in this process. Random requests and rows of the journal: none breaks anything, and rejected ones change nothing.
//! Streams: presence is broadcast, and not too often.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod json;
mod presence;
mod requests;
mod rows;
