//! The server under faults: killed, stopped, without disk space, with damaged files. Every acknowledged move is there
//! once, and the rest is rejected with a clear message.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may fail, and tells its figures")]

mod backup;
#[cfg(feature = "nats")]
mod cluster;
mod cut;
mod erased;
mod full;
mod keys;
mod killed;
mod lists;
#[cfg(feature = "nats")]
mod nodes;
mod owners;
mod read_only;
mod rows;
#[cfg(feature = "nats")]
mod shared;
mod stalled;
