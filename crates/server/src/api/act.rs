//! Actions and witnesses.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use kosti_dice::fair::{History, Link};
use kosti_journal::{CommandId, Version};
use kosti_query::WrittenAction;
use kosti_table::{Command, CommandError, Contribution};
use serde::Deserialize;
use utoipa::ToSchema;

use super::answer::{Answer, newest_answer};
use super::problems;
use crate::site::Site;
use kosti_app::schema::{CommandText, Hex, SeatNumber, TableName, ThrowNumber, VersionText};
use kosti_app::{JsonObject, read_contribution};
use kosti_web::Problem;
use kosti_web::extract::{At, Caller, Sent};

/// An action.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ActBody {
    /// The version of the table that the action was decided on.
    #[schema(value_type = VersionText)]
    version: Version,
    /// The caller's seat; without it, the one on turn.
    #[schema(value_type = Option<SeatNumber>)]
    seat: Option<usize>,
    action: WrittenAction,
    /// The client's link for this throw, if it proves throws.
    #[schema(value_type = Option<Hex>)]
    link: Option<Link>,
    /// With a link: the hash of the history that the client has seen. Any other hash is rejected.
    #[schema(value_type = Option<Hex>)]
    history: Option<History>,
    /// The id of this command (a UUID): a repeated command is not done twice.
    #[schema(value_type = Option<CommandText>)]
    command: Option<CommandId>,
}

/// Acts in the game: throws, scores, undoes, leaves, corrects.
#[utoipa::path(post, path = "/tables/{table}/actions", tag = "tables",
    params(("table" = TableName, Path, description = "The table's id")),
    request_body = ActBody, security(("token" = [])),
    responses((status = 200, description = "It is done, durably", body = Answer), problems::Always, problems::Body, problems::Token, problems::AtTable, problems::Change))]
pub(super) async fn act(
    State(site): State<Arc<Site>>,
    At(table): At,
    caller: Caller,
    Sent(JsonObject(body)): Sent<JsonObject<ActBody>>,
) -> Result<Response, Problem> {
    let (key, session) = site.app.authorize(table, &caller).await?;
    let action = body.action.action(&session.rules)?;
    let fell = body.action.thrown_dice()?;
    let contribution = read_contribution(body.link, body.history)?;
    let command = Command::Act { seat: body.seat, action, fell, contribution };
    site.app.execute_at_version(&session, key, body.command, Some(body.version), &command).await?;
    Ok(newest_answer(&session, Some(&key)).await)
}

/// The link of a witness.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct WitnessBody {
    /// The seat that was asked: `air.witness` of the table.
    #[schema(value_type = SeatNumber)]
    seat: usize,
    /// The number of the throw: `air.number`.
    #[schema(value_type = ThrowNumber)]
    number: u64,
    /// The client's link for this throw.
    #[schema(value_type = Hex)]
    link: Link,
    /// The hash of the history that the client has seen, including the call of this throw. Any other hash is
    /// rejected.
    #[schema(value_type = Option<Hex>)]
    history: Option<History>,
}

/// Gives the link that the table asks a witness for.
#[utoipa::path(post, path = "/tables/{table}/witness", tag = "tables",
    params(("table" = TableName, Path, description = "The table's id")),
    request_body = WitnessBody, security(("token" = [])),
    responses((status = 200, description = "The dice have fallen", body = Answer), problems::Always, problems::Body, problems::Token, problems::AtTable, problems::Change))]
pub(super) async fn witness(
    State(site): State<Arc<Site>>,
    At(table): At,
    caller: Caller,
    Sent(JsonObject(body)): Sent<JsonObject<WitnessBody>>,
) -> Result<Response, Problem> {
    let WitnessBody { seat, number, link, history } = body;
    // Check the caller before the body.
    caller.needed_key(table)?;
    let history = history.ok_or(CommandError::HistoryNeeded)?;
    let witness = Command::Witness { seat, number, contribution: Contribution { link, history } };
    let session = site.app.execute(table, &caller, None, &witness).await?;
    Ok(newest_answer(&session, caller.key(table).as_ref()).await)
}
