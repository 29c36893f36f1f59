//! The program as a whole: commands, terminal, tables over HTTP, faults, documents. One binary, because each test
//! binary links everything.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test may fail")]
#![allow(unreachable_pub, reason = "nothing is outside")]

mod api;
mod cli;
mod faults;
mod fuzz;
mod openapi;
mod reference;
mod solved;
mod tables;
mod terminal;
