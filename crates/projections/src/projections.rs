//! `Projections`: what the application asks of the read models.

use futures_core::future::BoxFuture;
use kosti_journal::TableId;
use kosti_table::Key;

use crate::error::ListsError;
use crate::line::{FinishedLine, GameStatistics, TableLine};

/// The most keys of one player that are looked up.
pub(crate) const MOST_KEYS: usize = 200;
/// The most lines of one answer.
pub(crate) const MOST_LINES: usize = 1000;

/// Read models of a journal. They may lag a little behind it.
///
/// Every query fails if the read models cannot be read.
pub trait Projections: Send + Sync + 'static {
    /// The tables that a player has opened or holds a seat at, newest change first, without deleted ones. At most 200
    /// keys are looked at, and at most 1000 lines are returned.
    fn tables_of(&self, keys: &[Key], most: usize) -> BoxFuture<'_, Result<Vec<TableLine>, ListsError>>;

    /// Tables that still wait for players, the newest first.
    fn waiting_tables(&self, most: usize) -> BoxFuture<'_, Result<Vec<TableId>, ListsError>>;

    /// Finished games, of one game or all, newest first, at most 1000. `before` is the time of the last line of the
    /// previous page. Games that ended in the same millisecond as the last one come with it, even if it is one more
    /// than was asked for.
    fn finished_games(
        &self,
        game: Option<&str>,
        before: Option<i64>,
        most: usize,
    ) -> BoxFuture<'_, Result<Vec<FinishedLine>, ListsError>>;

    /// What has been played, game by game.
    fn statistics(&self) -> BoxFuture<'_, Result<Vec<GameStatistics>, ListsError>>;

    /// Waits until something was folded, so that tables may have been deleted.
    fn wait_for_change(&self) -> BoxFuture<'_, ()>;

    /// Deleted tables whose records have still to be erased from the journal: see [`Projections::mark_erased`].
    fn to_erase(&self, most: usize) -> BoxFuture<'_, Result<Vec<TableId>, ListsError>>;

    /// Removes tables whose records are erased from the journal. If it fails, for instance because a reader takes long,
    /// the tables are still to be erased.
    fn mark_erased(&self, tables: Vec<TableId>) -> BoxFuture<'_, Result<(), ListsError>>;
}
