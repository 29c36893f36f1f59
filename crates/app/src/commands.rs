//! Commands of players at a table, with the token of a seat.

use std::sync::Arc;

use kosti_dice::fair::{History, Link};
use kosti_journal::{CommandId, TableId, Version};
use kosti_table::{Actor, Command, CommandError, Contribution, Key, Table, Who};

use crate::app::App;
use crate::caller::Caller;
use crate::error::AppError;
use crate::table_session::TableSession;
use crate::table_update::TableUpdate;

/// Bytes that a command writes at most, apart from those that open a table.
pub(crate) const MOST_COMMAND_BYTES: usize = 1024;

impl App {
    /// The session of a table that is not deleted, caught up with the journal.
    ///
    /// # Errors
    /// When there is no such table any more, or it cannot be read.
    pub async fn table(&self, table: TableId) -> Result<Arc<TableSession>, AppError> {
        let session = self.registry.fresh_session(table).await?;
        if session.lock().await.table.is_deleted() {
            return Err(CommandError::Gone.into());
        }
        Ok(session)
    }

    /// Charges a caller for a command to a table. Returns their key and the table.
    ///
    /// # Errors
    /// When the caller has no token, sends too much, or there is no such table.
    pub async fn authorize(
        &self,
        table: TableId,
        caller: &Caller,
    ) -> Result<(Key, Arc<TableSession>), AppError> {
        let key = caller.needed_key(table)?;
        self.charge_command(caller, &key, MOST_COMMAND_BYTES)?;
        Ok((key, self.registry.session(table).await?))
    }

    /// Executes a command of the holder of a key, durably; with `expected`, only at that version of the table.
    ///
    /// # Errors
    /// When the table has gone on or rejects the command, or it was not written.
    pub async fn execute_at_version(
        &self,
        session: &Arc<TableSession>,
        key: Key,
        id: Option<CommandId>,
        expected: Option<Version>,
        command: &Command,
    ) -> Result<Arc<TableUpdate>, AppError> {
        let start = self.host().now();
        let id = id.unwrap_or_else(|| self.new_command());
        let update = self.registry.execute(session, id, Actor::Holder(key), expected, command).await?;
        self.metrics().seconds.observe((self.host().now() - start).as_secs_f64());
        Ok(update)
    }

    /// Executes a command of the holder of a token, at any version of the table.
    ///
    /// # Errors
    /// When the caller may not, the table rejects the command, or it was not written.
    pub async fn execute(
        &self,
        table: TableId,
        caller: &Caller,
        id: Option<CommandId>,
        command: &Command,
    ) -> Result<Arc<TableSession>, AppError> {
        let (key, session) = self.authorize(table, caller).await?;
        if let Command::StandIn { seat, .. } | Command::Vacate { seat } = command {
            self.check_replacement(&session, &key, *seat).await?;
        }
        let id = id.unwrap_or_else(|| self.new_command());
        self.registry.execute(&session, id, Actor::Holder(key), None, command).await?;
        Ok(session)
    }

    /// The rematch of a table, with the same people, rules and tokens; the loser starts. Opens it if it is not open yet.
    ///
    /// # Errors
    /// When the caller does not belong to the table, the game is not over, or it was not written.
    pub async fn rematch(&self, table: TableId, caller: &Caller) -> Result<Arc<TableSession>, AppError> {
        let key = caller.needed_key(table)?;
        let session = self.table(table).await?;
        let (id, command) = self.registry.master.rematch(table);
        let (text, dealer, announced) = {
            let state = session.lock().await;
            let old = &state.table;
            if !belongs(old, &key) {
                return Err(CommandError::NotYours.into());
            }
            if old.state().and_then(kosti_engine::State::outcome).is_none() {
                return Err(CommandError::NotOver.into());
            }
            let dealer = self.first_dealer(id.as_str(), old.dice());
            let opened = old.rematch_plan(id.as_str(), dealer.as_ref());
            let commit = Table::opening(opened, &old.rules().players, self.host().wall_clock())?;
            (commit.to_text(), dealer, old.rematch().is_some())
        };
        if !announced {
            self.charge_table(caller, text.len())?;
        }
        let new = self.registry.open(id, command, text, dealer).await?;
        if !announced {
            let announcement = Command::Rematch { table: id.to_string() };
            // The id is derived from the table, so that two callers at once write it once.
            self.registry.execute(&session, command, Actor::Server, None, &announcement).await?;
        }
        Ok(new)
    }

    /// Lets the bots of a table play faster until it is a person's turn, for somebody who sits there.
    ///
    /// # Errors
    /// When the caller does not sit at the table, or sends too much.
    pub async fn hurry_bots(&self, table: TableId, caller: &Caller) -> Result<(), AppError> {
        let (key, session) = self.authorize(table, caller).await?;
        let state = session.lock().await;
        if state.table.seats_of(&key).next().is_none() {
            return Err(CommandError::NotYours.into());
        }
        if state.table.bot_on_turn().is_some() {
            session.bot_pace.hurry();
        }
        Ok(())
    }

    /// Whether other servers write to the same journal.
    #[must_use]
    pub fn has_shared_journal(&self) -> bool {
        self.registry.config.shared
    }

    /// Rejects taking the seat of a player who is connected, unless the player asks for it.
    async fn check_replacement(
        &self,
        session: &TableSession,
        key: &Key,
        seat: usize,
    ) -> Result<(), AppError> {
        let state = session.lock().await;
        let chair = state.table.chairs().get(seat);
        let other = chair.is_some_and(|c| matches!(c.who, Who::Person { key: own, .. } if own != *key));
        if other && state.table.is_opener(key) {
            let here = session.presence.lock().seats();
            state.table.may_be_replaced(seat, here.contains(&seat), self.host().wall_clock())?;
        }
        Ok(())
    }
}

/// A client's contribution to a throw: nothing, or a link with the history that it was given on.
///
/// # Errors
/// When there is a link without a history.
pub fn read_contribution(
    link: Option<Link>,
    history: Option<History>,
) -> Result<Option<Contribution>, CommandError> {
    let contribution =
        |link| history.map(|history| Contribution { link, history }).ok_or(CommandError::HistoryNeeded);
    link.map(contribution).transpose()
}

/// Whether the holder of a key sits at the table or opened it.
pub(crate) fn belongs(table: &Table, key: &Key) -> bool {
    table.is_opener(key) || table.seats_of(key).next().is_some()
}
