//! Invitations: showing them, finding their tables, and joining with them.

use std::net::IpAddr;
use std::sync::Arc;

use kosti_dice::fair::Link;
use kosti_journal::{CommandId, TableId};
use kosti_table::{Actor, Command, CommandError, Key, Table};
use serde::Deserialize;

use crate::app::App;
use crate::caller::Caller;
use crate::commands::{MOST_COMMAND_BYTES, belongs};
use crate::error::AppError;
#[cfg(feature = "openapi")]
use crate::schema::{CommandText, Hex, SeatNumber};
use crate::secrets::new_token;
use crate::table_session::TableSession;

/// The number of tables outside memory that a code is compared with.
const MOST_WAITING: usize = 10_000;

/// A request to sit down.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct JoinBody {
    /// The invitation that the opener has sent.
    pub invite: String,
    /// The name of the player; no other player of the table may have it.
    #[cfg_attr(feature = "openapi", schema(min_length = 1, max_length = 60))]
    pub name: String,
    /// The seat; without it, any free one.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<SeatNumber>))]
    pub seat: Option<usize>,
    /// The anchor of the client's chain, made after seeing the server's; see docs/dice.md.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Hex>))]
    pub anchor: Option<Link>,
    /// A name for this command (a UUID): sent again, it is not done twice.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<CommandText>))]
    pub command: Option<CommandId>,
}

impl App {
    /// The invitation to a table, if the caller sits there or opened it.
    #[must_use]
    pub fn invitation_for(&self, id: TableId, table: &Table, key: Option<&Key>) -> Option<String> {
        key.filter(|key| belongs(table, key)).map(|_| self.registry.master.invite(id))
    }

    /// The invitation to a table.
    ///
    /// # Errors
    /// When the caller neither sits there nor opened it.
    pub async fn invitation(&self, table: TableId, caller: &Caller) -> Result<String, AppError> {
        let key = caller.needed_key(table)?;
        let session = self.table(table).await?;
        let invite = self.invitation_for(table, &session.lock().await.table, Some(&key));
        Ok(invite.ok_or(CommandError::NotYours)?)
    }

    /// Finds the table of an invitation. Every try is charged.
    ///
    /// # Errors
    /// When the invitation is not the one of this table, or the address has tried too often.
    pub async fn check_invitation(
        &self,
        table: TableId,
        invite: &str,
        address: IpAddr,
    ) -> Result<Arc<TableSession>, AppError> {
        self.charge_guess(address)?;
        let session = self.table(table).await?;
        if self.registry.master.invites(table, invite) { Ok(session) } else { Err(AppError::NotInvited) }
    }

    /// Finds the table of a code, if the table waits for players. Every try is charged.
    ///
    /// # Errors
    /// When the address has tried too often.
    pub async fn find_by_code(&self, code: &str, address: IpAddr) -> Result<Option<TableId>, AppError> {
        self.charge_guess(address)?;
        let here = self.registry.find_invited(code);
        if here.is_some() {
            return Ok(here);
        }
        // The waiting players may be connected to another server, or their table may have left the memory.
        let Ok(waiting) = self.projections().waiting_tables(MOST_WAITING).await else { return Ok(None) };
        Ok(waiting.into_iter().find(|table| self.registry.master.invites(*table, code)))
    }

    /// Gives an invited person a seat. Returns the table, and the token of the seat.
    ///
    /// # Errors
    /// When the invitation is wrong, the table rejects it, or it was not written.
    pub async fn join(
        &self,
        table: TableId,
        address: IpAddr,
        caller: &Caller,
        body: JoinBody,
    ) -> Result<(Arc<TableSession>, String), AppError> {
        let session = self.check_invitation(table, &body.invite, address).await?;
        let token = caller.token(table).map_or_else(|| new_token(self.host()), str::to_owned);
        let key = Key::of(&token);
        self.charge_command(caller, &key, MOST_COMMAND_BYTES)?;
        let command = body.command.unwrap_or_else(|| self.new_command());
        let join = Command::Join { seat: body.seat, name: body.name, key, anchor: body.anchor };
        self.registry.execute(&session, command, Actor::Holder(key), None, &join).await?;
        Ok((session, token))
    }
}
