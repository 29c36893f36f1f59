//! A site in this process. Requests and rows of the journal that nobody would write: none breaks anything, and what is
//! refused changes nothing. Streams: who is here is told, and not too often.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod json;
mod presence;
mod requests;
mod rows;
