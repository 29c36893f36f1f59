//! A table as a whole.

use std::sync::{Arc, PoisonError};

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use kosti_journal::{CommandId, TableId, Version};
use kosti_table::{By, Key, Refused, Table, Who, Wish};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::answer::{Answer, newest};
use super::open::{Seated, first_chain, seated};
use super::problems;
use crate::caller::{At, Caller, Sent};
use crate::clock::now;
use crate::forms::{CommandText, TableName};
use crate::problem::Problem;
use crate::room::Room;
use crate::secrets::new_command;
use crate::site::Site;

/// Bytes that a command writes at most, apart from those that open a table.
pub(crate) const COMMAND: usize = 1024;

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
    let room = present(&site, table).await?;
    Ok(newest(&room, caller.key(table).as_ref()).await)
}

/// The room of a table that was not deleted.
pub(crate) async fn present(site: &Site, table: TableId) -> Result<Arc<Room>, Problem> {
    let room = site.hall.fresh_room(table).await?;
    if room.lock().await.table.is_deleted() {
        return Err(Refused::Gone.into());
    }
    Ok(room)
}

/// Whether somebody sits at the table or opened it.
fn belongs(table: &Table, key: &Key) -> Result<(), Problem> {
    if table.is_opener(key) || table.seats_of(key).next().is_some() {
        Ok(())
    } else {
        Err(Refused::NotYours.into())
    }
}

/// Does what a holder of a token wants, whatever the table has come to.
pub(crate) async fn wish(
    site: &Site,
    table: TableId,
    caller: &Caller,
    command: Option<CommandId>,
    wish: &Wish,
) -> Result<Arc<Room>, Problem> {
    let key = caller.needed_key(table)?;
    site.charge(caller, &key, COMMAND)?;
    let room = site.hall.room(table).await?;
    if let Wish::StandIn { seat, .. } | Wish::Vacate { seat } = wish {
        replaces_nobody_here(&room, &key, *seat).await?;
    }
    let command = command.unwrap_or_else(new_command);
    site.hall.execute(&room, command, By::Holder(key), None, wish).await?;
    Ok(room)
}

/// Refuses to take a seat from a player who is there, unless that is who asks.
async fn replaces_nobody_here(room: &Room, key: &Key, seat: usize) -> Result<(), Problem> {
    let inside = room.lock().await;
    let chair = inside.table.chairs().get(seat);
    let other = chair.is_some_and(|c| matches!(c.who, Who::Person { key: own, .. } if own != *key));
    if other && inside.table.is_opener(key) {
        let here = room.here.lock().unwrap_or_else(PoisonError::into_inner).seats();
        inside.table.may_be_replaced(seat, here.contains(&seat), now())?;
    }
    Ok(())
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
    wish(&site, table, &caller, None, &Wish::Delete).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// A command and nothing else.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct CommandBody {
    /// A name for this command (a UUID): sent again, it is not done twice.
    #[schema(value_type = Option<CommandText>)]
    pub(crate) command: Option<CommandId>,
}

/// Begins without those who have not come. Only the opener can.
#[utoipa::path(post, path = "/tables/{table}/start", tag = "tables",
    params(("table" = TableName, Path, description = "The table's id")),
    request_body = CommandBody, security(("token" = [])),
    responses((status = 200, description = "The game has begun", body = Answer), problems::Always, problems::Body, problems::Token, problems::AtTable, problems::Change))]
pub(super) async fn start(
    State(site): State<Arc<Site>>,
    At(table): At,
    caller: Caller,
    Sent(body): Sent<CommandBody>,
) -> Result<Response, Problem> {
    let room = wish(&site, table, &caller, body.command, &Wish::Start).await?;
    Ok(newest(&room, caller.key(table).as_ref()).await)
}

/// Opens a table with the same people and rules. Everybody has the same seat there, with the same token; who lost
/// starts.
#[utoipa::path(post, path = "/tables/{table}/rematch", tag = "tables",
    params(("table" = TableName, Path, description = "The table's id")),
    security(("token" = [])),
    responses((status = 201, description = "The new table", body = Seated), problems::Always, problems::Token, problems::AtTable, problems::Change))]
pub(super) async fn rematch(
    State(site): State<Arc<Site>>,
    At(table): At,
    caller: Caller,
) -> Result<Response, Problem> {
    let new = again_at(&site, table, &caller).await?;
    let token = caller.token(table).unwrap_or_default();
    Ok(seated(&site, &new, token, StatusCode::CREATED).await)
}

/// The rematch of a table, opened where it is not yet.
pub(crate) async fn again_at(
    site: &Arc<Site>,
    table: TableId,
    caller: &Caller,
) -> Result<Arc<Room>, Problem> {
    let key = caller.needed_key(table)?;
    let room = present(site, table).await?;
    let (id, command) = site.hall.master.rematch(table);
    let (note, known) = {
        let inside = room.lock().await;
        let old = &inside.table;
        belongs(old, &key)?;
        if old.state().and_then(kosti_engine::State::outcome).is_none() {
            return Err(Refused::NotOver.into());
        }
        let opened = old.rematch_plan(id.as_str(), first_chain(site, id.as_str(), old.dice()));
        (Table::opening(opened, &old.rules().players, now())?, old.rematch().is_some())
    };
    if !known {
        site.charge_table(caller, note.to_text().len())?;
    }
    let new = site.hall.open(id, command, &note).await?;
    if !known {
        let told = Wish::Rematch { table: id.to_string() };
        // Of two that ask at once, one tells.
        site.hall.execute(&room, command, By::House, None, &told).await?;
    }
    Ok(new)
}

/// The rules file that the table plays by.
#[utoipa::path(get, path = "/tables/{table}/rules", tag = "tables",
    params(("table" = TableName, Path, description = "The table's id")),
    responses((status = 200, description = "The file", body = String, content_type = "application/toml"), problems::Always, problems::AtTable))]
pub(super) async fn rules(State(site): State<Arc<Site>>, At(table): At) -> Result<Response, Problem> {
    let room = present(&site, table).await?;
    let text = room.lock().await.table.booked().text.to_string();
    Ok(([(header::CONTENT_TYPE, "application/toml")], text).into_response())
}

/// The record of the game, with the table's journal, so that anyone can check the dice: `kosti verify`.
#[utoipa::path(get, path = "/tables/{table}/record", tag = "tables",
    params(("table" = TableName, Path, description = "The table's id")),
    responses((status = 200, description = "The record", body = String, content_type = "text/plain"), problems::Always, problems::AtTable, problems::Game))]
pub(super) async fn record(State(site): State<Arc<Site>>, At(table): At) -> Result<Response, Problem> {
    present(&site, table).await?;
    let stored = site.hall.journal.read(table, Version::START).await?;
    let hall = site.hall.clone();
    let writing = tokio::task::spawn_blocking(move || {
        let notes: Vec<&str> = stored.iter().map(|stored| &*stored.entry.body).collect();
        let checked = kosti_table::verify(notes.iter().copied(), &hall.shelf)?;
        Ok::<_, kosti_table::NotProven>(kosti_table::download(&checked.record, &notes))
    });
    let written = writing.await.map_err(|_| Problem::Broken)?;
    let text = written.map_err(|why| match why {
        kosti_table::NotProven::NotStarted => Problem::from(Refused::NotStarted),
        why => Problem::Unreadable { message: why.to_string(), why: None },
    })?;
    let kind = (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned());
    let name = (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{table}.kosti\""));
    Ok(([kind, name], text).into_response())
}

/// What lets others sit down.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Invitation {
    /// To be sent with `seats`.
    invite: String,
}

/// What others can sit down with; for those who sit here already.
#[utoipa::path(get, path = "/tables/{table}/invite", tag = "tables",
    params(("table" = TableName, Path, description = "The table's id")),
    security(("token" = [])),
    responses((status = 200, description = "The invitation", body = Invitation), problems::Always, problems::Token, problems::AtTable))]
pub(super) async fn invite(
    State(site): State<Arc<Site>>,
    At(table): At,
    caller: Caller,
) -> Result<Response, Problem> {
    let key = caller.needed_key(table)?;
    let room = present(&site, table).await?;
    belongs(&room.lock().await.table, &key)?;
    Ok(axum::Json(Invitation { invite: site.hall.master.invite(table) }).into_response())
}
