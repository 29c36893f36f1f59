//! Seats.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use kosti_app::schema::{CommandText, Hex, SeatNumber, TableName};
use kosti_app::views::BotLevel;
use kosti_app::{JoinBody, JsonObject};
use kosti_dice::fair::Link;
use kosti_journal::CommandId;
use kosti_table::Command;
use kosti_web::Problem;
use kosti_web::extract::{Address, At, AtSeat, Caller, Sent};
use serde::Deserialize;
use utoipa::ToSchema;

use super::answer::{Answer, newest_answer};
use super::open::{Seated, seated_answer};
use super::problems;
use super::table::CommandBody;
use crate::site::Site;

/// Joins the table.
///
/// With a token chosen by the client in the header, this token holds the seat, and a repeated command returns the
/// same seat.
#[utoipa::path(post, path = "/tables/{table}/seats", tag = "tables",
    params(("table" = TableName, Path, description = "The table's id")),
    request_body = JoinBody, security((), ("token" = [])),
    responses((status = 201, description = "The seat is yours", body = Seated), problems::Always, problems::Body, problems::Token, problems::AtTable, problems::Change))]
pub(super) async fn join(
    State(site): State<Arc<Site>>,
    At(table): At,
    Address(address): Address,
    caller: Caller,
    Sent(JsonObject(body)): Sent<JsonObject<JoinBody>>,
) -> Result<Response, Problem> {
    let (session, token) = site.app.join(table, address, &caller, body).await?;
    Ok(seated_answer(&site, &session, &token, StatusCode::CREATED).await)
}

/// Vacates a seat. For its holder and for the opener.
#[utoipa::path(delete, path = "/tables/{table}/seats/{seat}", tag = "tables",
    params(("table" = TableName, Path, description = "The table's id"), ("seat" = SeatNumber, Path, description = "The seat, from 0")),
    security(("token" = [])),
    responses((status = 200, description = "The seat is free", body = Answer), problems::Always, problems::Token, problems::AtTable, problems::Change))]
pub(super) async fn vacate(
    State(site): State<Arc<Site>>,
    AtSeat(table, seat): AtSeat,
    caller: Caller,
) -> Result<Response, Problem> {
    let session = site.app.execute(table, &caller, None, &Command::Vacate { seat }).await?;
    Ok(newest_answer(&session, caller.key(table).as_ref()).await)
}

/// The bot to play for a person.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct BotBody {
    level: BotLevel,
    /// The id of this command (a UUID): a repeated command is not done twice.
    #[schema(value_type = Option<CommandText>)]
    command: Option<CommandId>,
}

/// Lets a bot play for a person. For the seat's holder, and for the opener.
#[utoipa::path(put, path = "/tables/{table}/seats/{seat}/bot", tag = "tables",
    params(("table" = TableName, Path, description = "The table's id"), ("seat" = SeatNumber, Path, description = "The seat, from 0")),
    request_body = BotBody, security(("token" = [])),
    responses((status = 200, description = "The bot plays", body = Answer), problems::Always, problems::Body, problems::Token, problems::AtTable, problems::Change))]
pub(super) async fn stand_in(
    State(site): State<Arc<Site>>,
    AtSeat(table, seat): AtSeat,
    caller: Caller,
    Sent(JsonObject(body)): Sent<JsonObject<BotBody>>,
) -> Result<Response, Problem> {
    let stand_in = Command::StandIn { seat, level: body.level.into() };
    let session = site.app.execute(table, &caller, body.command, &stand_in).await?;
    Ok(newest_answer(&session, caller.key(table).as_ref()).await)
}

/// Takes the caller's seat back from the bot.
#[utoipa::path(delete, path = "/tables/{table}/seats/{seat}/bot", tag = "tables",
    params(("table" = TableName, Path, description = "The table's id"), ("seat" = SeatNumber, Path, description = "The seat, from 0")),
    security(("token" = [])),
    responses((status = 200, description = "The seat is yours again", body = Answer), problems::Always, problems::Token, problems::AtTable, problems::Change))]
pub(super) async fn take_back(
    State(site): State<Arc<Site>>,
    AtSeat(table, seat): AtSeat,
    caller: Caller,
) -> Result<Response, Problem> {
    let session = site.app.execute(table, &caller, None, &Command::TakeBack { seat }).await?;
    Ok(newest_answer(&session, caller.key(table).as_ref()).await)
}

/// A new chain of a client.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct AnchorBody {
    /// The anchor of the chain. Its first link belongs to the table's next throw.
    #[schema(value_type = Hex)]
    anchor: Link,
    #[serde(flatten)]
    command: CommandBody,
}

/// Begins a chain of the caller's client, so that it takes part in the dice.
#[utoipa::path(put, path = "/tables/{table}/seats/{seat}/anchor", tag = "tables",
    params(("table" = TableName, Path, description = "The table's id"), ("seat" = SeatNumber, Path, description = "The seat, from 0")),
    request_body = AnchorBody, security(("token" = [])),
    responses((status = 200, description = "The chain counts from the next throw on", body = Answer), problems::Always, problems::Body, problems::Token, problems::AtTable, problems::Change))]
pub(super) async fn anchor(
    State(site): State<Arc<Site>>,
    AtSeat(table, seat): AtSeat,
    caller: Caller,
    Sent(JsonObject(body)): Sent<JsonObject<AnchorBody>>,
) -> Result<Response, Problem> {
    let anchor = Command::Anchor { seat, anchor: body.anchor };
    let session = site.app.execute(table, &caller, body.command.command, &anchor).await?;
    Ok(newest_answer(&session, caller.key(table).as_ref()).await)
}
