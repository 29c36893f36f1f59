//! The contract of every journal, and failing files and servers.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod contract;
mod device;
mod names;
#[cfg(feature = "nats")]
mod nats;
mod sqlite;
