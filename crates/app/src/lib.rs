//! The application: tables that people share, over a journal. An [`App`] opens tables, lets people join, act, ask the coach
//! and review their games; it decides who may do what, and what it costs. It knows no HTTP and no HTML: the server and its
//! pages translate.
//!
//! A command is decided by its table in a session ([`kosti_table::Table::decide`]), appended to the journal, and only then
//! answered and broadcast to everybody who listens. Time, tasks, threads and randomness come from the [`Host`].

#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]

mod advice;
mod app;
mod bot_pace;
mod bots;
mod caller;
mod coaches;
mod commands;
mod erasing;
mod error;
mod finished;
mod game_reports;
mod host;
mod import;
mod invitation;
mod job_cache;
mod jobs;
mod journal_health;
mod json_object;
mod metrics;
mod open;
mod presence;
pub mod proof_text;
mod query_workers;
mod quota;
mod rate_limits;
mod recent_events;
mod remote_solver;
mod reviews;
mod rules;
mod rules_cache;
mod sandbox;
#[cfg(feature = "openapi")]
pub mod schema;
mod secrets;
mod table_registry;
mod table_session;
mod table_stream;
mod table_update;
#[cfg(test)]
mod test_host;
pub mod views;

pub use advice::{Warning, may_ask_coach, warning};
pub use app::{App, AppConfig};
pub use caller::Caller;
pub use commands::read_contribution;
pub use error::AppError;
pub use game_reports::{GameReports, TotalShares};
pub use host::{Host, Job};
pub use import::{ImportError, ImportedTable};
pub use invitation::JoinBody;
pub use job_cache::JobStatus;
pub use jobs::Lane;
pub use json_object::JsonObject;
pub use metrics::Metrics;
pub use open::{CoachBody, DiceBody, OpenBody, SeatBody};
pub use presence::{ListenerOptions, Presence, PresenceView};
pub use quota::{Quotas, is_local};
pub use rate_limits::{Rates, network};
pub use recent_events::{Mark, RecentEvents};
pub use remote_solver::{RemoteSolver, SolveCase};
pub use reviews::ReviewedGame;
pub use rules::{MOST_RULES, rules_of};
pub use rules_cache::RulesCache;
pub use sandbox::{FileFaults, MOST_COACH, SandboxCase, SandboxLimit, SandboxProcess, SandboxReport};
pub use secrets::{Master, is_token};
pub use table_registry::RegistryConfig;
pub use table_session::{SessionState, TableSession};
pub use table_stream::{StreamEvent, TableStream};
pub use table_update::TableUpdate;
