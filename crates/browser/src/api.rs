//! The part of the API that pages use.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post, put};
use kosti_app::App;
use kosti_dice::fair::{History, Link};
use kosti_journal::CommandId;
use kosti_table::{Command, CommandError, Contribution};
use kosti_web::Problem;
use kosti_web::extract::{At, AtSeat, Caller, Sent};
use serde::Deserialize;

use crate::events::events;

/// The routes below `/api/v1`, as the server has them. Answers to commands have no body: pages do not read it.
pub(crate) fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/api/v1/tables/{table}/events", get(events))
        .route("/api/v1/tables/{table}/seats/{seat}/anchor", put(anchor))
        .route("/api/v1/tables/{table}/witness", post(witness))
        .route("/api/v1/tables/{table}/record", get(record))
        .route("/api/v1/tables/{table}/rules", get(rules))
        .fallback(async || Problem::NotFound)
        .with_state(app)
}

#[derive(Deserialize)]
struct AnchorBody {
    anchor: Link,
    command: Option<CommandId>,
}

async fn anchor(
    State(app): State<Arc<App>>,
    AtSeat(table, seat): AtSeat,
    caller: Caller,
    Sent(body): Sent<AnchorBody>,
) -> Result<StatusCode, Problem> {
    let anchor = Command::Anchor { seat, anchor: body.anchor };
    app.execute(table, &caller, body.command, &anchor).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
struct WitnessBody {
    seat: usize,
    number: u64,
    link: Link,
    history: Option<History>,
}

async fn witness(
    State(app): State<Arc<App>>,
    At(table): At,
    caller: Caller,
    Sent(body): Sent<WitnessBody>,
) -> Result<StatusCode, Problem> {
    let WitnessBody { seat, number, link, history } = body;
    let history = history.ok_or(CommandError::HistoryNeeded)?;
    let witness = Command::Witness { seat, number, contribution: Contribution { link, history } };
    app.execute(table, &caller, None, &witness).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn record(State(app): State<Arc<App>>, At(table): At) -> Result<Response, Problem> {
    app.table(table).await?;
    let text = app.record(table).await?;
    let kind = (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned());
    let name = (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{table}.kosti\""));
    Ok(([kind, name], text).into_response())
}

async fn rules(State(app): State<Arc<App>>, At(table): At) -> Result<Response, Problem> {
    let session = app.table(table).await?;
    let text = session.lock().await.table.compiled().text.to_string();
    Ok(([(header::CONTENT_TYPE, "application/toml")], text).into_response())
}
