//! Kosti over HTTP: tables that people share, and the API. A [`Site`] is made on a journal; [`serve`] answers for it.
//!
//! A request is read by an extractor, decided by its table in a room ([`kosti_table::Table::decide`]), appended to the
//! journal, and only then answered and told to everybody who listens.

mod api;
mod balances;
mod bots;
mod caller;
mod clock;
mod coaches;
mod desks;
mod finished;
mod forms;
mod guard;
mod hall;
mod health;
mod here;
mod jobs;
mod lately;
mod library;
mod limit;
mod metrics;
mod news;
mod outlooks;
mod pages;
mod problem;
pub mod proven;
mod reviews;
mod room;
mod sandbox;
mod secrets;
mod server;
mod shapes;
mod site;
mod worked;

pub use api::description;
pub use hall::HallConfig;
pub use limit::Rates;
pub use sandbox::try_out;
pub use secrets::Master;
pub use server::{router, serve};
pub use site::{Config, Site};
