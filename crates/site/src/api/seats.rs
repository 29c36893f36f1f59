//! Who sits where.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use kosti_dice::fair::Link;
use kosti_journal::{CommandId, TableId};
use kosti_table::{By, Key, Wish};
use serde::Deserialize;
use utoipa::ToSchema;

use super::answer::{Answer, newest};
use super::open::{Seated, seated};
use super::problems;
use super::table::{COMMAND, CommandBody, present, wish};
use crate::caller::{Address, At, AtSeat, Caller, Sent};
use crate::forms::{CommandText, Hex, SeatNumber, TableName};
use crate::problem::Problem;
use crate::room::Room;
use crate::secrets::{new_command, new_token};
use crate::shapes::BotLevel;
use crate::site::Site;

/// Who wants to sit down.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct JoinBody {
    /// What whoever opened the table has sent.
    pub(crate) invite: String,
    /// What the player is called; nobody else at the table may be called so.
    #[schema(min_length = 1, max_length = 60)]
    pub(crate) name: String,
    /// Which seat; any that is free without.
    #[schema(value_type = Option<SeatNumber>)]
    pub(crate) seat: Option<usize>,
    /// The anchor of the client's chain, made after seeing the server's; see docs/dice.md.
    #[schema(value_type = Option<Hex>)]
    pub(crate) anchor: Option<Link>,
    /// A name for this command (a UUID): sent again, it is not done twice.
    #[schema(value_type = Option<CommandText>)]
    pub(crate) command: Option<CommandId>,
}

/// Sits down.
///
/// With a token of one's own in the header the seat is held with that, and the same command again gives the same seat.
#[utoipa::path(post, path = "/tables/{table}/seats", tag = "tables",
    params(("table" = TableName, Path, description = "The table's id")),
    request_body = JoinBody, security((), ("token" = [])),
    responses((status = 201, description = "The seat is yours", body = Seated), problems::Always, problems::Body, problems::Token, problems::AtTable, problems::Change))]
pub(super) async fn join(
    State(site): State<Arc<Site>>,
    At(table): At,
    Address(address): Address,
    caller: Caller,
    Sent(body): Sent<JoinBody>,
) -> Result<Response, Problem> {
    let (room, token) = sit_down(&site, table, address, &caller, body).await?;
    Ok(seated(&site, &room, &token, StatusCode::CREATED).await)
}

/// The seat that somebody invited asks for, and the token that holds it.
pub(crate) async fn sit_down(
    site: &Arc<Site>,
    table: TableId,
    address: IpAddr,
    caller: &Caller,
    body: JoinBody,
) -> Result<(Arc<Room>, String), Problem> {
    if let Some(limits) = &site.limits {
        limits.guess(address)?;
    }
    let room = present(site, table).await?;
    if !site.hall.master.invites(table, &body.invite) {
        return Err(Problem::NotInvited);
    }
    let token = caller.token(table).map_or_else(new_token, str::to_owned);
    let key = Key::of(&token);
    site.charge(caller, &key, COMMAND)?;
    let command = body.command.unwrap_or_else(new_command);
    let join = Wish::Join { seat: body.seat, name: body.name, key, anchor: body.anchor };
    site.hall.execute(&room, command, By::Holder(key), None, &join).await?;
    Ok((room, token))
}

/// Leaves a seat to others, or takes it from somebody who never comes back. For its holder, and for the opener.
#[utoipa::path(delete, path = "/tables/{table}/seats/{seat}", tag = "tables",
    params(("table" = TableName, Path, description = "The table's id"), ("seat" = SeatNumber, Path, description = "The seat, from 0")),
    security(("token" = [])),
    responses((status = 200, description = "The seat is free", body = Answer), problems::Always, problems::Token, problems::AtTable, problems::Change))]
pub(super) async fn vacate(
    State(site): State<Arc<Site>>,
    AtSeat(table, seat): AtSeat,
    caller: Caller,
) -> Result<Response, Problem> {
    let room = wish(&site, table, &caller, None, &Wish::Vacate { seat }).await?;
    Ok(newest(&room, caller.key(table).as_ref()).await)
}

/// The bot that is to play.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct BotBody {
    level: BotLevel,
    /// A name for this command (a UUID): sent again, it is not done twice.
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
    Sent(body): Sent<BotBody>,
) -> Result<Response, Problem> {
    let stand_in = Wish::StandIn { seat, level: body.level.into() };
    let room = wish(&site, table, &caller, body.command, &stand_in).await?;
    Ok(newest(&room, caller.key(table).as_ref()).await)
}

/// Takes one's seat back from the bot.
#[utoipa::path(delete, path = "/tables/{table}/seats/{seat}/bot", tag = "tables",
    params(("table" = TableName, Path, description = "The table's id"), ("seat" = SeatNumber, Path, description = "The seat, from 0")),
    security(("token" = [])),
    responses((status = 200, description = "The seat is yours again", body = Answer), problems::Always, problems::Token, problems::AtTable, problems::Change))]
pub(super) async fn take_back(
    State(site): State<Arc<Site>>,
    AtSeat(table, seat): AtSeat,
    caller: Caller,
) -> Result<Response, Problem> {
    let room = wish(&site, table, &caller, None, &Wish::TakeBack { seat }).await?;
    Ok(newest(&room, caller.key(table).as_ref()).await)
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

/// Begins a chain of one's client, so that it has a part in the dice.
#[utoipa::path(put, path = "/tables/{table}/seats/{seat}/anchor", tag = "tables",
    params(("table" = TableName, Path, description = "The table's id"), ("seat" = SeatNumber, Path, description = "The seat, from 0")),
    request_body = AnchorBody, security(("token" = [])),
    responses((status = 200, description = "The chain counts from the next throw on", body = Answer), problems::Always, problems::Body, problems::Token, problems::AtTable, problems::Change))]
pub(super) async fn anchor(
    State(site): State<Arc<Site>>,
    AtSeat(table, seat): AtSeat,
    caller: Caller,
    Sent(body): Sent<AnchorBody>,
) -> Result<Response, Problem> {
    let anchor = Wish::Anchor { seat, anchor: body.anchor };
    let room = wish(&site, table, &caller, body.command.command, &anchor).await?;
    Ok(newest(&room, caller.key(table).as_ref()).await)
}
