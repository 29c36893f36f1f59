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
mod erasing;
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
mod names;
mod news;
mod outlooks;
mod pages;
mod problem;
pub mod proven;
mod quota;
mod reviews;
mod room;
mod sandbox;
mod secrets;
mod server;
mod shapes;
mod site;
mod streams;
mod worked;

pub use api::description;
pub use hall::HallConfig;
pub use limit::Rates;
pub use names::{PublicUrl, PublicUrlError};
pub use quota::Quotas;
pub use sandbox::try_out;
pub use secrets::Master;
pub use server::{router, serve, serve_metrics};
pub use site::{Config, Site};
