//! The server when things go wrong: killed, stopped, without room, with damaged files. What was acknowledged is there
//! once, and the rest is refused with a clear message.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may fail, and tells its figures")]

#[path = "../http/mod.rs"]
#[allow(dead_code, unreachable_pub, reason = "other tests use the rest")]
mod http;
#[path = "../http/server.rs"]
#[allow(dead_code, unreachable_pub, reason = "other tests use the rest")]
mod server;

#[path = "../../crates/journal/tests/nats/servers.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod servers;

mod account;
mod backup;
mod chance;
mod cluster;
mod cut;
mod erased;
mod full;
mod home;
mod keys;
mod killed;
#[allow(dead_code, reason = "the soak uses the rest")]
mod line;
mod lists;
mod nodes;
mod owners;
mod party;
mod read_only;
mod rows;
mod shared;
mod stalled;
