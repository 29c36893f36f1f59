//! Code that the tests and benchmarks of the server share: the program as a server process, an HTTP client, NATS servers,
//! and players whose commands are compared with what the server stored.

#![allow(
    clippy::new_without_default,
    clippy::unwrap_used,
    missing_docs,
    reason = "test code may fail, and is read by tests only"
)]

pub mod consistency;
pub mod home;
pub mod http;
pub mod ids;
pub mod line;
#[cfg(feature = "nats")]
pub mod nats;
pub mod party;
pub mod server;
