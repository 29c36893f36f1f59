//! The terminal screen: its contents and its reactions to keys.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod screens;
mod table;
mod test_terminal;
