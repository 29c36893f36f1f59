//! The pages: HTML from what the application answers, and commands from forms. Everything works with links and forms; the
//! script sends the same requests in the background and replaces `main` with the answer.
//!
//! The pages are handlers in a router that a host mounts: the server, or a service worker. Nothing here needs a runtime.
#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]

mod assets;
mod balance;
mod catalogue;
mod chart;
mod custom_game;
mod device;
mod dice_proof_page;
mod die;
mod drawing;
pub mod event_stream;
pub mod extract;
mod form;
mod game_value;
mod history;
mod home;
mod joining;
mod opening;
mod position;
mod preferences;
mod printed_sheet;
mod problem;
mod puzzle;
mod race_track;
mod redirect;
mod replay;
mod requested_game;
mod review;
mod rules;
mod rules_text;
mod share_card;
mod shell;
mod source;
mod steps;
mod strategy;
mod table;
mod timeline;
mod upload;
mod value_chart;
mod without_server;
mod workbench;

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};

use kosti_app::App;

pub use device::{DeviceHost, FetchError, StorageUse, device_router};
pub use preferences::{Preferences, WITHOUT_SERVER};
pub use problem::{Problem, ProblemView};
pub use share_card::ShareCard;
pub use shell::problem_page;
pub use without_server::HERE;

/// The Content-Security-Policy of pages: everything from this origin, no inline scripts.
pub const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                                 font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; manifest-src 'self'; \
                                 frame-ancestors 'none'";

/// The routes of all pages.
pub fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/", get(home::home))
        .route("/assets/{name}", get(assets::asset))
        .route("/look", get(preferences::change))
        .route("/open/{game}", get(opening::form))
        .route("/open", post(opening::open))
        .route("/play", post(opening::play_now))
        .route("/join", get(joining::by_code))
        .route("/j/{table}/{invite}", get(joining::invited).post(joining::join))
        .route("/t/{table}", get(table::show))
        .route("/t/{table}/act", post(table::act))
        .route("/t/{table}/start", post(table::start))
        .route("/t/{table}/hurry", post(table::hurry_bots))
        .route("/t/{table}/again", post(table::rematch))
        .route("/t/{table}/delete", post(table::delete))
        .route("/t/{table}/seat/{seat}", post(table::change_seat))
        .route("/t/{table}/review", get(review::show))
        .route("/t/{table}/review/end", get(puzzle::end))
        .route("/t/{table}/review/{decision}", get(puzzle::show))
        .route("/t/{table}/replay/{step}", get(replay::show))
        .merge(information_pages())
        .method_not_allowed_fallback(async || Problem::MethodNotAllowed)
        .with_state(app)
}

/// The routes of rules, printable sheets, histories and proofs of dice.
fn information_pages() -> Router<Arc<App>> {
    Router::new()
        .route("/rules", get(rules::index))
        .route("/rules/{game}", get(rules::of_game))
        .route("/rules/{game}/balance", get(balance::of_game))
        .route("/own/balance", post(balance::of_file))
        .route("/own", get(custom_game::form).post(custom_game::check))
        .route("/print", post(printed_sheet::of_file))
        .route("/print/{game}", get(printed_sheet::of_game))
        .route("/t/{table}/rules", get(rules::of_table))
        .route("/t/{table}/print", get(printed_sheet::of_table))
        .route("/t/{table}/history", get(history::show))
        .route("/t/{table}/dice", get(dice_proof_page::show))
}

/// Whether the page at this path shows what may take long to compute, and changes nothing: another program with the same
/// journal may answer it.
pub fn is_computed(path: &str) -> bool {
    let mut parts = path.split('/').skip(1);
    match (parts.next(), parts.nth(1)) {
        (Some("t"), Some("review" | "replay")) | (Some("own"), _) => true,
        (Some("rules"), _) => path != "/rules",
        _ => false,
    }
}

/// Whether this path is a page rather than a part of the API.
pub fn is_page(path: &str) -> bool {
    !(path.starts_with("/api/") || path == "/healthz" || path == "/metrics")
}
