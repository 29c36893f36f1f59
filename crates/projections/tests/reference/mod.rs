//! A reference implementation: reads every commit in full, keeps all tables in memory, and answers by looking at all
//! of them.

use std::collections::{BTreeMap, BTreeSet};

use kosti_journal::TableId;
use kosti_projections::{
    FinishedLine, FinishedSeat, GameStatistics, Player, ResultLine, SeatLine, Status, TableLine, Tally,
    UnreadableLine,
};
use kosti_table::{Commit, Key, Opened, TableEvent};

use crate::scripted_feed::{DAMAGED, table};

#[derive(Clone)]
struct Seat {
    name: String,
    key: Option<Key>,
    bot: bool,
    stand_in: bool,
}

#[derive(Clone)]
struct Table {
    id: TableId,
    opened: Opened,
    at: i64,
    changed: i64,
    ended: Option<i64>,
    started: bool,
    deleted: bool,
    rematch: Option<String>,
    seats: Vec<Seat>,
    results: Vec<ResultLine>,
}

#[derive(Default)]
pub(crate) struct Reference {
    /// In the order in which they were opened.
    tables: Vec<Table>,
    /// Tables that are known only as deleted.
    erased: BTreeSet<TableId>,
    unreadable: BTreeMap<TableId, UnreadableLine>,
}

impl Reference {
    pub(crate) fn of(story: &[(u64, String)]) -> Self {
        let mut reference = Self::default();
        for (number, body) in story {
            let id = table(*number);
            if let Some(line) = reference.unreadable.get_mut(&id) {
                line.records += 1;
            } else if let Err(why) = reference.record(id, body) {
                reference.unreadable.insert(id, UnreadableLine { id, why, records: 1 });
            }
        }
        reference
    }

    fn record(&mut self, id: TableId, body: &str) -> Result<(), String> {
        if body == DAMAGED {
            return Err("its checksum is wrong".to_owned());
        }
        let commit = Commit::parse(body).map_err(|why| why.to_string())?;
        if self.erased.contains(&id) {
            return Ok(());
        }
        let place = self.tables.iter().position(|table| table.id == id);
        let (mut table, events) = match (place, &commit.events[..]) {
            (Some(place), events) => (self.tables[place].clone(), events),
            (None, [TableEvent::Opened(opened), events @ ..]) => (Table::new(id, opened, commit.at), events),
            (None, [TableEvent::Deleted {}]) => {
                self.erased.insert(id);
                return Ok(());
            }
            (None, _) => return Err("the table does not begin with its opening".to_owned()),
        };
        for event in events {
            table.event(event, commit.at)?;
        }
        table.changed = commit.at;
        match place {
            Some(place) => self.tables[place] = table,
            None => self.tables.push(table),
        }
        Ok(())
    }

    pub(crate) fn tables_of(&self, keys: &[Key], most: usize) -> Vec<TableLine> {
        let holds = |seat: &Seat| seat.key.is_some_and(|key| keys.contains(&key));
        let mine = |table: &&Table| table.seats.iter().any(holds) || keys.contains(&table.opened.opener);
        let mut found: Vec<&Table> =
            self.tables.iter().rev().filter(mine).filter(|table| !table.deleted).collect();
        found.sort_by_key(|table| -table.changed);
        let line = |table: &Table| TableLine {
            id: table.id,
            game: table.opened.game.clone(),
            house: table.opened.house.clone(),
            dice: table.opened.dice,
            status: match (table.started, table.ended) {
                (_, Some(_)) => Status::Over,
                (true, None) => Status::Playing,
                (false, None) => Status::Seating,
            },
            opened_at: table.at,
            changed_at: table.changed,
            ended_at: table.ended,
            opened_by_me: keys.contains(&table.opened.opener),
            after: table.opened.after.clone(),
            rematch: table.rematch.clone(),
            seats: table
                .seats
                .iter()
                .map(|seat| SeatLine { name: seat.name.clone(), player: seat.player(), mine: holds(seat) })
                .collect(),
            results: table.results.clone(),
            unreadable: self.unreadable.get(&table.id).map(|line| line.why.clone()),
        };
        found.into_iter().take(most).map(line).collect()
    }

    pub(crate) fn finished_games(
        &self,
        game: Option<&str>,
        before: Option<i64>,
        most: usize,
    ) -> Vec<FinishedLine> {
        let asked = |table: &&Table| {
            game.is_none_or(|game| game == table.opened.game)
                && before.is_none_or(|before| table.ended.unwrap() < before)
        };
        let over = self.tables.iter().rev().filter(|table| table.ended.is_some() && !table.deleted);
        let mut found: Vec<&Table> = over.filter(asked).collect();
        found.sort_by_key(|table| -table.ended.unwrap());
        let last =
            most.checked_sub(1).and_then(|last| found.get(last).or(found.last())).map(|table| table.ended);
        let line = |table: &Table| FinishedLine {
            game: table.opened.game.clone(),
            ended_at: table.ended.unwrap(),
            seats: table
                .results
                .iter()
                .map(|r| FinishedSeat { total: r.total, points: r.points, won: r.won, player: r.player })
                .collect(),
        };
        found.into_iter().take_while(|table| last.is_some_and(|last| table.ended >= last)).map(line).collect()
    }

    pub(crate) fn statistics(&self) -> Vec<GameStatistics> {
        let there: Vec<&Table> = self.tables.iter().filter(|table| !table.deleted).collect();
        let mut games: Vec<&str> = there.iter().map(|table| &*table.opened.game).collect();
        games.sort_unstable();
        games.dedup();
        let statistics = |game: &str| {
            let tables: Vec<&&Table> = there.iter().filter(|table| table.opened.game == game).collect();
            let tally = |player: Player| {
                let all = tables.iter().flat_map(|table| &table.results);
                let results: Vec<_> = all.filter(|result| result.player == player).collect();
                let sum: i32 = results.iter().map(|result| result.total).sum();
                Tally {
                    seats: results.len() as u64,
                    won: results.iter().filter(|result| result.won).count() as u64,
                    mean: if results.is_empty() { 0.0 } else { f64::from(sum) / results.len() as f64 },
                    best: results.iter().map(|result| result.total).max(),
                    lowest: results.iter().map(|result| result.total).min(),
                }
            };
            GameStatistics {
                game: game.to_owned(),
                tables: tables.len() as u64,
                finished: tables.iter().filter(|table| table.ended.is_some()).count() as u64,
                people: tally(Player::Person),
                bots: tally(Player::Bot),
            }
        };
        games.into_iter().map(statistics).collect()
    }

    pub(crate) fn unreadable_tables(&self) -> Vec<UnreadableLine> {
        self.unreadable.values().cloned().collect()
    }
}

impl Seat {
    fn player(&self) -> Player {
        match self {
            Self { bot: true, .. } => Player::Bot,
            Self { key: None, .. } => Player::Nobody,
            Self { stand_in: true, .. } => Player::StandIn,
            Self { .. } => Player::Person,
        }
    }
}

impl Table {
    fn new(id: TableId, opened: &Opened, at: i64) -> Self {
        let seat = |plan: &kosti_table::SeatPlan| Seat {
            name: plan.name.clone().unwrap_or_default(),
            key: if plan.bot.is_some() { None } else { plan.key },
            bot: plan.bot.is_some(),
            stand_in: false,
        };
        Self {
            id,
            opened: opened.clone(),
            at,
            changed: at,
            ended: None,
            started: false,
            deleted: false,
            rematch: None,
            seats: opened.seats.iter().map(seat).collect(),
            results: Vec::new(),
        }
    }

    fn event(&mut self, event: &TableEvent, at: i64) -> Result<(), String> {
        if self.deleted {
            return Ok(());
        }
        let no_seat = || "there is no such seat".to_owned();
        let too_early = || Err("the game ends before it has begun".to_owned());
        match event {
            TableEvent::Opened(_) => return Err("the table is opened twice".to_owned()),
            TableEvent::Seated { seat, name, key } => {
                let seat = self.seats.get_mut(*seat).ok_or_else(no_seat)?;
                *seat = Seat { name: name.clone(), key: Some(*key), bot: false, stand_in: false };
            }
            TableEvent::Started { seats } => {
                let mut playing = Vec::new();
                for &seat in seats {
                    playing.push(self.seats.get(seat).ok_or_else(no_seat)?.clone());
                }
                self.seats = playing;
                self.started = true;
                self.ended = None;
                self.results.clear();
            }
            TableEvent::StoodIn { seat, .. } | TableEvent::TookBack { seat } => {
                let held = self.seats.get_mut(*seat).filter(|seat| seat.key.is_some());
                held.ok_or_else(no_seat)?.stand_in = matches!(event, TableEvent::StoodIn { .. });
            }
            TableEvent::Vacated { seat } => {
                let seat = self.seats.get_mut(*seat).ok_or_else(no_seat)?;
                *seat = Seat { name: seat.name.clone(), key: None, bot: false, stand_in: false };
            }
            TableEvent::Ended { .. } | TableEvent::Resumed {} if !self.started => return too_early(),
            TableEvent::Ended { results, .. } if results.len() != self.seats.len() => {
                return Err(format!("there are {} results for {} seats", results.len(), self.seats.len()));
            }
            TableEvent::Ended { winners, .. } if winners.iter().any(|&seat| seat >= self.seats.len()) => {
                return Err(no_seat());
            }
            TableEvent::Ended { results, winners } => {
                self.results.clear();
                for (number, (seat, result)) in self.seats.iter().zip(results).enumerate() {
                    let (name, won) = (seat.name.clone(), winners.contains(&number));
                    let (total, points) = (result.total, result.points);
                    self.results.push(ResultLine { name, total, points, won, player: seat.player() });
                }
                self.ended = self.ended.or(Some(at));
            }
            TableEvent::Resumed {} => {
                self.ended = None;
                self.results.clear();
            }
            TableEvent::Rematched { table } => self.rematch = Some(table.clone()),
            TableEvent::Deleted {} => self.deleted = true,
            _ => {}
        }
        Ok(())
    }
}
