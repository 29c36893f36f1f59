//! Verifiable dice: vectors, properties, uniformity.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod fair;
mod fair_properties;
mod fair_uniformity;
