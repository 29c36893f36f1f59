//! `MemoryLists`: the read models in memory, for a program whose whole journal fits there.

use std::collections::BTreeMap;
use std::future::ready;

use futures_core::future::BoxFuture;
use indexmap::IndexMap;
use kosti_journal::TableId;
use kosti_table::{Commit, Key, TableEvent};
use parking_lot::Mutex;
use tokio::sync::Notify;

use crate::error::ListsError;
use crate::line::{FinishedLine, FinishedSeat, GameStatistics, ResultLine, TableLine, Tally, UnreadableLine};
use crate::listed_table::{FoldError, ListedTable, Outcome};
use crate::projections::{MOST_KEYS, MOST_LINES, Projections};
use crate::status::{Player, Status};

/// Read models in memory. The owner of the journal folds every record in the order of the log.
///
/// ```
/// # futures_util::FutureExt::now_or_never(async {
/// use kosti_projections::{MemoryLists, Projections as _};
/// let lists = MemoryLists::default();
/// assert!(lists.statistics().await.unwrap().is_empty());
/// # }).unwrap();
/// ```
#[derive(Default)]
pub struct MemoryLists {
    folded: Mutex<Folded>,
    changed: Notify,
}

#[derive(Default)]
struct Folded {
    /// In the order in which they were opened.
    tables: IndexMap<TableId, ListedTable>,
    /// Deleted tables, and whether their records are erased.
    deleted: BTreeMap<TableId, bool>,
    unreadable: BTreeMap<TableId, UnreadableLine>,
}

impl MemoryLists {
    /// Folds the body of the next record of a table; the error is why it cannot be read. After an unreadable record, the
    /// rest of its table is skipped: later commits depend on it.
    pub fn fold(&self, table: TableId, body: Result<&str, String>) {
        let mut folded = self.folded.lock();
        if let Some(line) = folded.unreadable.get_mut(&table) {
            line.records += 1;
        } else if let Err(why) = body.and_then(|body| folded.fold(table, body)) {
            folded.unreadable.insert(table, UnreadableLine { id: table, why, records: 1 });
        }
        drop(folded);
        self.changed.notify_one();
    }

    /// All tables that are not deleted, newest change first. `keys` say which seats are the player's.
    #[must_use]
    pub fn all_tables(&self, keys: &[Key]) -> Vec<TableLine> {
        self.folded.lock().lines(keys, |_| true)
    }

    /// The unreadable tables, and the error of each.
    #[must_use]
    pub fn unreadable_tables(&self) -> Vec<UnreadableLine> {
        self.folded.lock().unreadable.values().cloned().collect()
    }
}

impl Folded {
    fn fold(&mut self, table: TableId, body: &str) -> Result<(), String> {
        let commit = Commit::parse(body).map_err(|why| why.to_string())?;
        if self.deleted.contains_key(&table) {
            return Ok(());
        }
        let after = match self.tables.get(&table) {
            Some(listed) => listed.apply(&commit),
            // All earlier records were erased.
            None if commit.events == [TableEvent::Deleted {}] => {
                self.deleted.insert(table, false);
                return Ok(());
            }
            None => ListedTable::open(table.as_str(), &commit),
        };
        let after = after.map_err(|why: FoldError| why.to_string())?;
        if after.status == Status::Deleted {
            self.tables.shift_remove(&table);
            self.deleted.insert(table, false);
        } else {
            self.tables.insert(table, after);
        }
        Ok(())
    }

    fn tables_of(&self, keys: &[Key], most: usize) -> Vec<TableLine> {
        let keys = &keys[..keys.len().min(MOST_KEYS)];
        let mut lines = self.lines(keys, |table| table.is_of(keys));
        lines.truncate(most.min(MOST_LINES));
        lines
    }

    /// The wanted tables, newest change first.
    fn lines(&self, keys: &[Key], wanted: impl Fn(&ListedTable) -> bool) -> Vec<TableLine> {
        let mut found: Vec<_> = self.tables.iter().rev().filter(|(_, table)| wanted(table)).collect();
        found.sort_by_key(|(_, table)| std::cmp::Reverse(table.changed_at));
        let line = |(id, table): (&TableId, &ListedTable)| {
            let unreadable = self.unreadable.get(id).map(|line| line.why.clone());
            table.clone().into_line(*id, unreadable, keys)
        };
        found.into_iter().map(line).collect()
    }

    fn finished_games(&self, game: Option<&str>, before: Option<i64>, most: usize) -> Vec<FinishedLine> {
        let asked = |table: &&ListedTable| game.is_none_or(|game| game == table.game);
        let ended =
            |table: &ListedTable| table.ended_at.filter(|at| before.is_none_or(|before| *at < before));
        let tables = self.tables.values().rev().filter(asked);
        let mut found: Vec<_> = tables.filter_map(|table| Some((ended(table)?, table))).collect();
        found.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
        let Some(last) = most.min(MOST_LINES).min(found.len()).checked_sub(1) else { return Vec::new() };
        let last = found[last].0;
        let seat = |outcome: &Outcome| FinishedSeat {
            total: outcome.total,
            points: outcome.points,
            won: outcome.won,
            player: outcome.player,
        };
        let line = |(ended_at, table): (i64, &ListedTable)| FinishedLine {
            game: table.game.clone(),
            ended_at,
            seats: table.results.iter().map(seat).collect(),
        };
        found.into_iter().take_while(|(at, _)| *at >= last).map(line).collect()
    }

    fn statistics(&self) -> Vec<GameStatistics> {
        let mut games: BTreeMap<&str, Vec<&ListedTable>> = BTreeMap::new();
        for table in self.tables.values() {
            games.entry(&table.game).or_default().push(table);
        }
        let statistics = |(game, tables): (&str, Vec<&ListedTable>)| GameStatistics {
            game: game.to_owned(),
            tables: tables.len() as u64,
            finished: tables.iter().filter(|table| table.ended_at.is_some()).count() as u64,
            people: tally(&tables, Player::Person),
            bots: tally(&tables, Player::Bot),
        };
        games.into_iter().map(statistics).collect()
    }
}

fn tally(tables: &[&ListedTable], player: Player) -> Tally {
    let over = tables.iter().filter(|table| table.ended_at.is_some());
    let results: Vec<&Outcome> =
        over.flat_map(|table| &table.results).filter(|result| result.player == player).collect();
    let sum: f64 = results.iter().map(|result| f64::from(result.total)).sum();
    Tally {
        seats: results.len() as u64,
        won: results.iter().filter(|result| result.won).count() as u64,
        mean: if results.is_empty() { 0.0 } else { sum / results.len() as f64 },
        best: results.iter().map(|result| result.total).max(),
        lowest: results.iter().map(|result| result.total).min(),
    }
}

impl Projections for MemoryLists {
    fn tables_of(&self, keys: &[Key], most: usize) -> BoxFuture<'_, Result<Vec<TableLine>, ListsError>> {
        Box::pin(ready(Ok(self.folded.lock().tables_of(keys, most))))
    }

    fn waiting_tables(&self, most: usize) -> BoxFuture<'_, Result<Vec<TableId>, ListsError>> {
        let folded = self.folded.lock();
        let waiting = folded.tables.iter().rev().filter(|(_, table)| table.status == Status::Seating);
        Box::pin(ready(Ok(waiting.map(|(id, _)| *id).take(most).collect())))
    }

    fn finished_games(
        &self,
        game: Option<&str>,
        before: Option<i64>,
        most: usize,
    ) -> BoxFuture<'_, Result<Vec<FinishedLine>, ListsError>> {
        Box::pin(ready(Ok(self.folded.lock().finished_games(game, before, most))))
    }

    fn statistics(&self) -> BoxFuture<'_, Result<Vec<GameStatistics>, ListsError>> {
        Box::pin(ready(Ok(self.folded.lock().statistics())))
    }

    fn wait_for_change(&self) -> BoxFuture<'_, ()> {
        Box::pin(self.changed.notified())
    }

    fn to_erase(&self, most: usize) -> BoxFuture<'_, Result<Vec<TableId>, ListsError>> {
        let folded = self.folded.lock();
        let left = folded.deleted.iter().filter(|(_, erased)| !**erased).map(|(id, _)| *id);
        Box::pin(ready(Ok(left.take(most).collect())))
    }

    fn mark_erased(&self, tables: Vec<TableId>) -> BoxFuture<'_, Result<(), ListsError>> {
        let mut folded = self.folded.lock();
        for table in tables {
            folded.deleted.insert(table, true);
        }
        Box::pin(ready(Ok(())))
    }
}

impl From<Outcome> for ResultLine {
    fn from(outcome: Outcome) -> Self {
        let Outcome { name, total, points, won, player } = outcome;
        Self { name, total, points, won, player }
    }
}
