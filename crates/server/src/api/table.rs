//! Tables.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use kosti_app::JsonObject;
use kosti_app::schema::{CommandText, TableName};
use kosti_journal::CommandId;
use kosti_table::Command;
use kosti_web::Problem;
use kosti_web::extract::{At, Caller, Sent};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::answer::{Answer, newest_answer};
use super::open::{Seated, seated_answer};
use super::problems;
use crate::site::Site;

/// A table.
#[utoipa::path(get, path = "/tables/{table}", tag = "tables",
    params(("table" = TableName, Path, description = "The table's id")),
    security((), ("token" = [])),
    responses((status = 200, description = "The table as it stands", body = Answer), problems::Always, problems::Token, problems::AtTable))]
pub(super) async fn show(
    State(site): State<Arc<Site>>,
    At(table): At,
    caller: Caller,
) -> Result<Response, Problem> {
    let session = site.app.table(table).await?;
    Ok(newest_answer(&session, caller.key(table).as_ref()).await)
}

/// Deletes a table. Only its opener can.
#[utoipa::path(delete, path = "/tables/{table}", tag = "tables",
    params(("table" = TableName, Path, description = "The table's id")),
    security(("token" = [])),
    responses((status = 204, description = "The table is no more"), problems::Always, problems::Token, problems::AtTable, problems::Change))]
pub(super) async fn delete(
    State(site): State<Arc<Site>>,
    At(table): At,
    caller: Caller,
) -> Result<Response, Problem> {
    site.app.execute(table, &caller, None, &Command::Delete).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// A command without other fields.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct CommandBody {
    /// The id of this command (a UUID): a repeated command is not done twice.
    #[schema(value_type = Option<CommandText>)]
    pub(crate) command: Option<CommandId>,
}

/// Begins the game without the players who have not come. Only for the opener.
#[utoipa::path(post, path = "/tables/{table}/start", tag = "tables",
    params(("table" = TableName, Path, description = "The table's id")),
    request_body = CommandBody, security(("token" = [])),
    responses((status = 200, description = "The game has begun", body = Answer), problems::Always, problems::Body, problems::Token, problems::AtTable, problems::Change))]
pub(super) async fn start(
    State(site): State<Arc<Site>>,
    At(table): At,
    caller: Caller,
    Sent(JsonObject(body)): Sent<JsonObject<CommandBody>>,
) -> Result<Response, Problem> {
    let session = site.app.execute(table, &caller, body.command, &Command::Start).await?;
    Ok(newest_answer(&session, caller.key(table).as_ref()).await)
}

/// Opens a table with the same players and rules. All players keep their seats and tokens; the loser begins.
#[utoipa::path(post, path = "/tables/{table}/rematch", tag = "tables",
    params(("table" = TableName, Path, description = "The table's id")),
    security(("token" = [])),
    responses((status = 201, description = "The new table", body = Seated), problems::Always, problems::Token, problems::AtTable, problems::Change))]
pub(super) async fn rematch(
    State(site): State<Arc<Site>>,
    At(table): At,
    caller: Caller,
) -> Result<Response, Problem> {
    let new = site.app.rematch(table, &caller).await?;
    let token = caller.token(table).unwrap_or_default();
    Ok(seated_answer(&site, &new, token, StatusCode::CREATED).await)
}

/// The rules file of the table.
#[utoipa::path(get, path = "/tables/{table}/rules", tag = "tables",
    params(("table" = TableName, Path, description = "The table's id")),
    responses((status = 200, description = "The file", body = String, content_type = "application/toml"), problems::Always, problems::AtTable))]
pub(super) async fn rules(State(site): State<Arc<Site>>, At(table): At) -> Result<Response, Problem> {
    let session = site.app.table(table).await?;
    let text = session.lock().await.table.compiled().text.to_string();
    Ok(([(header::CONTENT_TYPE, "application/toml")], text).into_response())
}

/// The record of the game with the table's journal, so that anyone can check the dice: `kosti verify`.
#[utoipa::path(get, path = "/tables/{table}/record", tag = "tables",
    params(("table" = TableName, Path, description = "The table's id")),
    responses((status = 200, description = "The record", body = String, content_type = "text/plain"), problems::Always, problems::AtTable, problems::Game))]
pub(super) async fn record(State(site): State<Arc<Site>>, At(table): At) -> Result<Response, Problem> {
    site.app.table(table).await?;
    let text = site.app.record(table).await?;
    let kind = (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned());
    let name = (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{table}.kosti\""));
    Ok(([kind, name], text).into_response())
}

/// An invitation.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Invitation {
    /// The value for `seats`.
    invite: String,
}

/// The invitation that lets others join; for players of the table.
#[utoipa::path(get, path = "/tables/{table}/invite", tag = "tables",
    params(("table" = TableName, Path, description = "The table's id")),
    security(("token" = [])),
    responses((status = 200, description = "The invitation", body = Invitation), problems::Always, problems::Token, problems::AtTable))]
pub(super) async fn invite(
    State(site): State<Arc<Site>>,
    At(table): At,
    caller: Caller,
) -> Result<Response, Problem> {
    let invite = site.app.invitation(table, &caller).await?;
    Ok(axum::Json(Invitation { invite }).into_response())
}
