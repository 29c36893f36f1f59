//! `Listed`: a table as the lists know it, folded from its notes.

use kosti_coach::Level;
use kosti_rules::House;
use kosti_table::{DiceKind, Fact, Key, Note, Opened, SeatPlan, SeatResult};

/// How far a table is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// People are waited for.
    Seating,
    /// The game goes on.
    Playing,
    /// The game is over.
    Over,
    /// Its opener has deleted it.
    Deleted,
}

/// Who plays on a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Player {
    /// A person.
    Person,
    /// A bot.
    Bot,
    /// A bot in the place of a person.
    StandIn,
    /// Nobody yet, or nobody any more.
    Nobody,
}

impl Status {
    const NAMES: [(Self, &str); 4] = [
        (Self::Seating, "seating"),
        (Self::Playing, "playing"),
        (Self::Over, "over"),
        (Self::Deleted, "deleted"),
    ];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(status, _)| *status == self).expect("every status has a name").1
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(_, known)| *known == name).map(|(status, _)| *status)
    }
}

impl Player {
    const NAMES: [(Self, &str); 4] =
        [(Self::Person, "person"), (Self::Bot, "bot"), (Self::StandIn, "stand-in"), (Self::Nobody, "nobody")];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(player, _)| *player == self).expect("every kind of player has a name").1
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(_, known)| *known == name).map(|(player, _)| *player)
    }
}

/// A table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Listed {
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

/// A seat and who holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Chair {
    pub(crate) name: String,
    pub(crate) key: Option<Key>,
    pub(crate) bot: Option<Level>,
    pub(crate) stand_in: Option<Level>,
}

/// What a seat had at the end, and who played there then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) name: String,
    pub(crate) total: i32,
    pub(crate) points: Option<i32>,
    pub(crate) won: bool,
    pub(crate) player: Player,
}

/// A note does not fit the table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unfit {
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

/// Whether a fact says more to the lists than that something happened.
pub(crate) fn tells(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::Opened(_)
            | Fact::Seated { .. }
            | Fact::Started { .. }
            | Fact::StoodIn { .. }
            | Fact::TookBack { .. }
            | Fact::Vacated { .. }
            | Fact::Ended { .. }
            | Fact::Resumed {}
            | Fact::Rematched { .. }
            | Fact::Deleted {}
    )
}

impl Listed {
    /// The table that a first note opens.
    pub(crate) fn open(table: &str, note: &Note) -> Result<Self, Unfit> {
        let Some((Fact::Opened(opened), rest)) = note.did.split_first() else { return Err(Unfit::NotOpened) };
        if opened.table != table {
            return Err(Unfit::NotOpened);
        }
        Self::of(opened, note.at).followed(rest, note.at)
    }

    /// The table after one more note.
    pub(crate) fn follow(&self, note: &Note) -> Result<Self, Unfit> {
        self.clone().followed(&note.did, note.at)
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
            seats: opened.seats.iter().map(Chair::planned).collect(),
            results: Vec::new(),
        }
    }

    fn followed(mut self, did: &[Fact], at: i64) -> Result<Self, Unfit> {
        for fact in did {
            // Who played at a deleted table is forgotten here, and nothing more is learnt.
            if self.status != Status::Deleted {
                self.fact(fact, at)?;
            }
        }
        self.changed_at = at;
        Ok(self)
    }

    fn fact(&mut self, fact: &Fact, at: i64) -> Result<(), Unfit> {
        match fact {
            Fact::Opened(_) => return Err(Unfit::OpenedTwice),
            Fact::Seated { seat, name, key } => {
                *self.chair(*seat)? =
                    Chair { name: name.clone(), key: Some(*key), bot: None, stand_in: None };
            }
            Fact::Started { seats } => self.started(seats)?,
            Fact::StoodIn { seat, level } => self.person(*seat)?.stand_in = Some(*level),
            Fact::TookBack { seat } => self.person(*seat)?.stand_in = None,
            Fact::Vacated { seat } => {
                let chair = self.chair(*seat)?;
                (chair.key, chair.bot, chair.stand_in) = (None, None, None);
            }
            Fact::Ended { results, winners } => self.ended(results, winners, at)?,
            Fact::Resumed {} if self.status == Status::Seating => return Err(Unfit::NotStarted),
            Fact::Resumed {} => self.goes_on(),
            Fact::Rematched { table } => self.rematch = Some(table.clone()),
            Fact::Deleted {} => self.deleted(),
            _ => {}
        }
        Ok(())
    }

    fn chair(&mut self, seat: usize) -> Result<&mut Chair, Unfit> {
        self.seats.get_mut(seat).ok_or(Unfit::NoSuchSeat)
    }

    fn person(&mut self, seat: usize) -> Result<&mut Chair, Unfit> {
        self.chair(seat).and_then(|chair| match chair.key {
            Some(_) => Ok(chair),
            None => Err(Unfit::NoSuchSeat),
        })
    }

    /// Those who play move together: from here on seats have new numbers.
    fn started(&mut self, seats: &[usize]) -> Result<(), Unfit> {
        let playing = seats.iter().map(|&seat| self.seats.get(seat).cloned().ok_or(Unfit::NoSuchSeat));
        self.seats = playing.collect::<Result<_, _>>()?;
        self.goes_on();
        Ok(())
    }

    fn goes_on(&mut self) {
        self.status = Status::Playing;
        self.ended_at = None;
        self.results.clear();
    }

    fn ended(&mut self, results: &[SeatResult], winners: &[usize], at: i64) -> Result<(), Unfit> {
        if self.status == Status::Seating {
            return Err(Unfit::NotStarted);
        }
        if results.len() != self.seats.len() {
            return Err(Unfit::ResultCount { results: results.len(), seats: self.seats.len() });
        }
        if winners.iter().any(|&seat| seat >= self.seats.len()) {
            return Err(Unfit::NoSuchSeat);
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
        // A corrected result does not end the game once more.
        self.ended_at.get_or_insert(at);
        Ok(())
    }

    fn deleted(&mut self) {
        self.status = Status::Deleted;
        self.ended_at = None;
        self.seats.clear();
        self.results.clear();
    }
}

impl Chair {
    fn planned(plan: &SeatPlan) -> Self {
        Self {
            name: plan.name.clone().unwrap_or_default(),
            // A bot needs no key: whoever gave one does not hold the seat.
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
