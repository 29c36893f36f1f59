//! `ListedTable`: a table in the lists, folded from its commits.

use kosti_coach::Level;
use kosti_journal::TableId;
use kosti_rules::House;
use kosti_table::{Commit, DiceKind, Key, Opened, SeatPlan, SeatResult, TableEvent};

use crate::line::{SeatLine, TableLine};
use crate::status::{Player, Status};

/// A table in the lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ListedTable {
    pub(crate) game: String,
    pub(crate) house: House,
    pub(crate) dice: DiceKind,
    pub(crate) opener: Key,
    pub(crate) opened_at: i64,
    pub(crate) changed_at: i64,
    pub(crate) ended_at: Option<i64>,
    pub(crate) status: Status,
    pub(crate) after: Option<String>,
    pub(crate) rematch: Option<String>,
    pub(crate) seats: Vec<Chair>,
    pub(crate) results: Vec<Outcome>,
}

/// A seat and its holder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Chair {
    pub(crate) name: String,
    pub(crate) key: Option<Key>,
    pub(crate) bot: Option<Level>,
    pub(crate) stand_in: Option<Level>,
}

/// The result of a seat, and the kind of player at the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) name: String,
    pub(crate) total: i32,
    pub(crate) points: Option<i32>,
    pub(crate) won: bool,
    pub(crate) player: Player,
}

/// A commit does not fit the table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum FoldError {
    #[error("the table does not begin with its opening")]
    NotOpened,
    #[error("the table is opened twice")]
    OpenedTwice,
    #[error("there is no such seat")]
    NoSuchSeat,
    #[error("the game ends before it has begun")]
    NotStarted,
    #[error("there are {results} results for {seats} seats")]
    ResultCount { results: usize, seats: usize },
}

/// Whether an event changes the lists, apart from the time of the newest commit.
#[cfg(feature = "sqlite")]
pub(crate) fn changes_lists(event: &TableEvent) -> bool {
    matches!(
        event,
        TableEvent::Opened(_)
            | TableEvent::Seated { .. }
            | TableEvent::Started { .. }
            | TableEvent::StoodIn { .. }
            | TableEvent::TookBack { .. }
            | TableEvent::Vacated { .. }
            | TableEvent::Ended { .. }
            | TableEvent::Resumed {}
            | TableEvent::Rematched { .. }
            | TableEvent::Deleted {}
    )
}

impl ListedTable {
    /// Creates the table that a first commit opens.
    pub(crate) fn open(table: &str, commit: &Commit) -> Result<Self, FoldError> {
        let Some((TableEvent::Opened(opened), rest)) = commit.events.split_first() else {
            return Err(FoldError::NotOpened);
        };
        if opened.table != table {
            return Err(FoldError::NotOpened);
        }
        Self::of(opened, commit.at).apply_events(rest, commit.at)
    }

    /// Returns the table after one more commit.
    pub(crate) fn apply(&self, commit: &Commit) -> Result<Self, FoldError> {
        self.clone().apply_events(&commit.events, commit.at)
    }

    /// Whether one of these keys opened it or holds a seat.
    pub(crate) fn is_of(&self, keys: &[Key]) -> bool {
        let holds = |chair: &Chair| chair.key.is_some_and(|key| keys.contains(&key));
        keys.contains(&self.opener) || self.seats.iter().any(holds)
    }

    /// The line of the player with these keys.
    pub(crate) fn into_line(self, id: TableId, unreadable: Option<String>, keys: &[Key]) -> TableLine {
        let seat = |chair: Chair| SeatLine {
            player: chair.player(),
            mine: chair.key.is_some_and(|key| keys.contains(&key)),
            name: chair.name,
        };
        TableLine {
            id,
            opened_by_me: keys.contains(&self.opener),
            game: self.game,
            house: self.house,
            dice: self.dice,
            status: self.status,
            opened_at: self.opened_at,
            changed_at: self.changed_at,
            ended_at: self.ended_at,
            after: self.after,
            rematch: self.rematch,
            seats: self.seats.into_iter().map(seat).collect(),
            results: self.results.into_iter().map(Into::into).collect(),
            unreadable,
        }
    }

    fn of(opened: &Opened, at: i64) -> Self {
        Self {
            game: opened.game.clone(),
            house: opened.house.clone(),
            dice: opened.dice,
            opener: opened.opener,
            opened_at: at,
            changed_at: at,
            ended_at: None,
            status: Status::Seating,
            after: opened.after.clone(),
            rematch: None,
            seats: opened.seats.iter().map(Chair::from_plan).collect(),
            results: Vec::new(),
        }
    }

    fn apply_events(mut self, events: &[TableEvent], at: i64) -> Result<Self, FoldError> {
        for event in events {
            // A deleted table keeps no players, so later events are ignored.
            if self.status != Status::Deleted {
                self.apply_event(event, at)?;
            }
        }
        self.changed_at = at;
        Ok(self)
    }

    fn apply_event(&mut self, event: &TableEvent, at: i64) -> Result<(), FoldError> {
        match event {
            TableEvent::Opened(_) => return Err(FoldError::OpenedTwice),
            TableEvent::Seated { seat, name, key } => {
                *self.chair(*seat)? =
                    Chair { name: name.clone(), key: Some(*key), bot: None, stand_in: None };
            }
            TableEvent::Started { seats } => self.start_game(seats)?,
            TableEvent::StoodIn { seat, level } => self.person(*seat)?.stand_in = Some(*level),
            TableEvent::TookBack { seat } => self.person(*seat)?.stand_in = None,
            TableEvent::Vacated { seat } => {
                let chair = self.chair(*seat)?;
                (chair.key, chair.bot, chair.stand_in) = (None, None, None);
            }
            TableEvent::Ended { results, winners } => self.end_game(results, winners, at)?,
            TableEvent::Resumed {} if self.status == Status::Seating => return Err(FoldError::NotStarted),
            TableEvent::Resumed {} => self.resume_game(),
            TableEvent::Rematched { table } => self.rematch = Some(table.clone()),
            TableEvent::Deleted {} => self.delete(),
            _ => {}
        }
        Ok(())
    }

    fn chair(&mut self, seat: usize) -> Result<&mut Chair, FoldError> {
        self.seats.get_mut(seat).ok_or(FoldError::NoSuchSeat)
    }

    fn person(&mut self, seat: usize) -> Result<&mut Chair, FoldError> {
        self.chair(seat).and_then(|chair| match chair.key {
            Some(_) => Ok(chair),
            None => Err(FoldError::NoSuchSeat),
        })
    }

    /// Keeps the seats of the players only: from here on, seats have new numbers.
    fn start_game(&mut self, seats: &[usize]) -> Result<(), FoldError> {
        let playing = seats.iter().map(|&seat| self.seats.get(seat).cloned().ok_or(FoldError::NoSuchSeat));
        self.seats = playing.collect::<Result<_, _>>()?;
        self.resume_game();
        Ok(())
    }

    fn resume_game(&mut self) {
        self.status = Status::Playing;
        self.ended_at = None;
        self.results.clear();
    }

    fn end_game(&mut self, results: &[SeatResult], winners: &[usize], at: i64) -> Result<(), FoldError> {
        if self.status == Status::Seating {
            return Err(FoldError::NotStarted);
        }
        if results.len() != self.seats.len() {
            return Err(FoldError::ResultCount { results: results.len(), seats: self.seats.len() });
        }
        if winners.iter().any(|&seat| seat >= self.seats.len()) {
            return Err(FoldError::NoSuchSeat);
        }
        let outcome = |(seat, (chair, result)): (usize, (&Chair, &SeatResult))| Outcome {
            name: chair.name.clone(),
            total: result.total,
            points: result.points,
            won: winners.contains(&seat),
            player: chair.player(),
        };
        self.results = self.seats.iter().zip(results).enumerate().map(outcome).collect();
        self.status = Status::Over;
        // A corrected result keeps the time of the first end.
        self.ended_at.get_or_insert(at);
        Ok(())
    }

    fn delete(&mut self) {
        self.status = Status::Deleted;
        self.ended_at = None;
        self.seats.clear();
        self.results.clear();
    }
}

impl Chair {
    fn from_plan(plan: &SeatPlan) -> Self {
        Self {
            name: plan.name.clone().unwrap_or_default(),
            // A bot has no key, even if the plan names one.
            key: plan.key.filter(|_| plan.bot.is_none()),
            bot: plan.bot,
            stand_in: None,
        }
    }

    pub(crate) fn player(&self) -> Player {
        match (self.bot, self.key, self.stand_in) {
            (Some(_), _, _) => Player::Bot,
            (None, None, _) => Player::Nobody,
            (None, Some(_), None) => Player::Person,
            (None, Some(_), Some(_)) => Player::StandIn,
        }
    }
}
