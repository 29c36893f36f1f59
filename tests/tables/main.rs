//! Tables over HTTP, with the program as a server in a process of its own: what people and programs meet there.

#![allow(clippy::unwrap_used, reason = "a test may fail")]
#![allow(unreachable_pub, reason = "nothing is outside")]

#[allow(dead_code, reason = "other tests use the rest")]
#[path = "../http/mod.rs"]
mod http;
#[allow(dead_code, reason = "other tests use the rest")]
#[path = "../http/server.rs"]
mod server;

mod advice;
mod bodies;
mod bots;
mod cheats;
mod concurrent;
mod deleted;
mod games;
mod headers;
mod house;
mod limits;
mod log;
mod memory;
mod names;
mod opening;
mod operators;
mod own_rules;
mod pages;
mod player;
mod program;
mod quotas;
mod real_dice;
mod retries;
mod seats;
mod shutdown;
mod streams;
mod telling;
mod whole_table;
