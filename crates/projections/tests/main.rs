//! Read models of a journal.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod lists;
mod properties;
mod reference;
mod scripted_feed;
mod story;
