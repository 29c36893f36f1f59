//! Every journal keeps one contract; files and servers that fail.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod contract;
mod names;
mod nats;
mod sqlite;
