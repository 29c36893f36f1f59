//! The bundled rules files and the reference of their language.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod complete;
mod readme;
