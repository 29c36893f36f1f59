//! The server when things go wrong: killed, stopped, without room, with damaged files. What was acknowledged is there
//! once, and the rest is refused with a clear message.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may fail, and tells its figures")]

mod backup;
mod cluster;
mod cut;
mod erased;
mod full;
mod keys;
mod killed;
mod lists;
mod nodes;
mod owners;
mod read_only;
mod rows;
mod shared;
mod stalled;
