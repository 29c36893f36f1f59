//! Kosti without a server: the application and its pages inside a browser, for a service worker. A [`Device`] answers the
//! requests that a server would answer, with the same pages. Tables are kept in the storage of the device, and nothing
//! is sent anywhere.
//!
//! The browser itself (event loop, IndexedDB, randomness) is behind [`kosti_app::Host`], [`kosti_journal::DeviceStore`] and
//! [`Settings`]; `boundary` has their implementations on wasm32, and the functions that JavaScript calls.

mod api;
#[cfg(target_arch = "wasm32")]
pub mod boundary;
mod cookies;
mod device;
mod events;
mod folding_journal;
mod settings;

pub use device::{Device, OpenError, Platform};
pub use settings::Settings;
