//! Kosti over HTTP. A [`Site`] is the application with the parts that a server adds; [`serve`] answers its requests.
//! The API and the event streams are in this crate, the pages in `kosti-web`; both only translate for `kosti-app`.

mod api;
mod body_deadline;
mod connection_limits;
mod host;
mod master_key;
mod metrics;
mod middleware;
mod names;
mod sandbox;
mod server;
mod share_image;
mod site;
mod time_limits;
mod web_files;

pub use api::description;
pub use kosti_app::{Master, Quotas, Rates, RegistryConfig, proof_text};
pub use master_key::read_master_key;
pub use names::{PublicUrl, PublicUrlError};
pub use sandbox::run_sandbox;
pub use server::{router, serve, serve_metrics};
pub use site::{Config, Site};
pub use time_limits::TimeLimits;
pub use web_files::{PLACE as WEB_PLACE, WebFiles};
