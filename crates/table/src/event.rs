//! `TableEvent`: the events of a table. Events of the game name boxes by their ids, so that a journal can be read
//! without the program.

use kosti_coach::Level;
use kosti_dice::Dice;
use kosti_dice::fair::{Generation, History, Link};
use kosti_engine::{Action, Event, Seat};
use kosti_rules::{Entry, House, Rules, Standing, Written};
use serde::{Deserialize, Serialize};

use crate::key::Key;
use crate::replay_error::ApplyError;

/// The source of the dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum DiceKind {
    /// Thrown by the table, with proofs that anyone can check.
    #[default]
    Virtual,
    /// Typed in from a real table.
    Real,
}

/// The people who may ask the coach during the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum CoachAllowed {
    /// Nobody.
    Off,
    /// Everybody for themselves, on their turn.
    #[default]
    Own,
    /// Everybody, including spectators, about the player on turn.
    All,
}

/// The opening of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opened {
    /// The id of the table.
    pub table: String,
    /// The id of the game.
    pub game: String,
    /// The whole text of the rules file: the rules of a table never change.
    pub rules: String,
    /// The house rules that were chosen.
    #[serde(default, skip_serializing_if = "House::is_empty")]
    pub house: House,
    /// The source of the dice.
    pub dice: DiceKind,
    /// The people who may ask the coach.
    pub coach: CoachAllowed,
    /// The key of the opener.
    pub opener: Key,
    /// The seats, in order.
    pub seats: Vec<SeatPlan>,
    /// The anchor of the server's chain, if the dice are virtual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anchor: Option<Link>,
    /// The generation of the server's chain. Present in version 2 of the dice, absent in version 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generation: Option<Generation>,
    /// The table of the previous game, for a rematch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// The seat that begins, if it is not the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<usize>,
}

/// A seat as the opener planned it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatPlan {
    /// The name of the player; the seat is free if there is neither key nor level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The key of the person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<Key>,
    /// The level of the bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<Level>,
}

/// The proof of a throw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proof {
    /// The number of the throw at this table, from 1.
    pub number: u64,
    /// The server's link.
    pub server: Link,
    /// The link of the client that threw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thrower: Option<Link>,
    /// The history that this client had seen when it gave its link. Absent in version 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub history: Option<History>,
    /// The witness that was asked, with its link if it answered in time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub witness: Option<Witness>,
}

/// A witness of a throw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Witness {
    /// The seat of the client.
    pub seat: usize,
    /// Its link; absent if it did not answer in time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<Link>,
    /// The history that the client had seen when it gave its link. Absent in version 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub history: Option<History>,
}

/// The result of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatResult {
    /// The total of the sheet, or the score of the race.
    pub total: i32,
    /// The points, if points decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<i32>,
}

/// An event of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "docs/api.md describes each of them")]
pub enum TableEvent {
    Opened(Box<Opened>),
    Seated {
        seat: usize,
        name: String,
        key: Key,
    },
    /// The game begins with these seats, in this order.
    Started {
        seats: Vec<usize>,
    },
    /// A new chain of the server, or of a seat's client. Its first link belongs to throw `base` + 1.
    Anchored {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<usize>,
        anchor: Link,
        base: u64,
        /// The generation of the server's chain, in version 2.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        generation: Option<Generation>,
    },
    /// A throw was called, and a witness is asked for its link.
    Called {
        seat: usize,
        keep: Dice,
        /// Whether the dice are set aside instead of kept.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        aside: bool,
        number: u64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        thrower: Option<Link>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        history: Option<History>,
        witness: usize,
    },
    Thrown {
        seat: usize,
        kept: Dice,
        dice: Dice,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        proof: Option<Box<Proof>>,
    },
    Scored {
        seat: usize,
        r#box: String,
        points: i32,
        #[serde(default, skip_serializing_if = "is_zero")]
        bonus: i32,
    },
    CrossedOut {
        seat: usize,
        r#box: String,
        #[serde(default, skip_serializing_if = "is_zero")]
        bonus: i32,
    },
    Announced {
        seat: usize,
        r#box: String,
    },
    SetAside {
        seat: usize,
        dice: Dice,
        points: i32,
    },
    Banked {
        seat: usize,
        points: i32,
    },
    Busted {
        seat: usize,
        /// Whether the whole score was lost too.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        score_lost: bool,
    },
    WonAtOnce {
        seat: usize,
        by: String,
    },
    Undone {
        seat: usize,
    },
    Left {
        seat: usize,
    },
    Returned {
        seat: usize,
    },
    EntryCorrected {
        by: usize,
        seat: usize,
        r#box: String,
        nth: usize,
        was: Written,
        to: String,
        entry: Written,
    },
    JokerCorrected {
        by: usize,
        seat: usize,
        was: i32,
        points: i32,
    },
    StandingCorrected {
        by: usize,
        seat: usize,
        was: Standing,
        standing: Standing,
    },
    /// A bot plays for the person.
    StoodIn {
        seat: usize,
        level: Level,
    },
    /// The person plays again.
    TookBack {
        seat: usize,
    },
    /// Nobody holds the seat any more.
    Vacated {
        seat: usize,
    },
    Ended {
        results: Vec<SeatResult>,
        winners: Vec<usize>,
    },
    /// The end was undone or corrected.
    Resumed {},
    Rematched {
        table: String,
    },
    Deleted {},
}

fn is_zero(number: &i32) -> bool {
    *number == 0
}

impl TableEvent {
    /// Converts an event of the engine; `proof` belongs to a throw.
    pub(crate) fn of(rules: &Rules, event: &Event, proof: Option<Box<Proof>>) -> Self {
        let id = |slot: usize| {
            rules.sheet().and_then(|sheet| sheet.slots.get(slot)).map_or_else(String::new, |s| s.id.clone())
        };
        let one = |entry: Entry| Written(vec![entry]);
        match *event {
            Event::Thrown { seat, kept, dice } => Self::Thrown { seat: seat.0, kept, dice, proof },
            Event::Scored { seat, slot, points, bonus } => {
                Self::Scored { seat: seat.0, r#box: id(slot), points, bonus }
            }
            Event::CrossedOut { seat, slot, bonus } => {
                Self::CrossedOut { seat: seat.0, r#box: id(slot), bonus }
            }
            Event::Announced { seat, slot } => Self::Announced { seat: seat.0, r#box: id(slot) },
            Event::SetAside { seat, dice, points } => Self::SetAside { seat: seat.0, dice, points },
            Event::Banked { seat, points } => Self::Banked { seat: seat.0, points },
            Event::Busted { seat, score_lost } => Self::Busted { seat: seat.0, score_lost },
            Event::WonAtOnce { seat, win } => {
                let wins = rules.sheet().and_then(|sheet| sheet.instant_wins.get(win));
                Self::WonAtOnce { seat: seat.0, by: wins.map_or_else(String::new, |win| win.id.clone()) }
            }
            Event::Undone { seat } => Self::Undone { seat: seat.0 },
            Event::Left { seat } => Self::Left { seat: seat.0 },
            Event::Returned { seat } => Self::Returned { seat: seat.0 },
            Event::EntryCorrected { by, seat, slot, nth, was, to, entry } => Self::EntryCorrected {
                by: by.0,
                seat: seat.0,
                r#box: id(slot),
                nth,
                was: one(was),
                to: id(to),
                entry: one(entry),
            },
            Event::JokerCorrected { by, seat, was, points } => {
                Self::JokerCorrected { by: by.0, seat: seat.0, was, points }
            }
            Event::StandingCorrected { by, seat, was, standing } => {
                Self::StandingCorrected { by: by.0, seat: seat.0, was, standing }
            }
        }
    }

    /// Converts to an event of the engine; `None` for an event outside the game.
    ///
    /// # Errors
    /// If it names a box that the rules do not have, or a correction does not have exactly one entry.
    pub fn event(&self, rules: &Rules) -> Result<Option<Event>, ApplyError> {
        let unknown = |id: &str| ApplyError::UnknownBox { id: id.to_owned() };
        let slot = |id: &str| rules.sheet().and_then(|sheet| sheet.slot(id)).ok_or_else(|| unknown(id));
        let one = |written: &Written| match written.0[..] {
            [entry] => Ok(entry),
            _ => Err(ApplyError::Entries { count: written.0.len() }),
        };
        Ok(Some(match self {
            Self::Thrown { seat, kept, dice, .. } => {
                Event::Thrown { seat: Seat(*seat), kept: *kept, dice: *dice }
            }
            Self::Scored { seat, r#box, points, bonus } => {
                Event::Scored { seat: Seat(*seat), slot: slot(r#box)?, points: *points, bonus: *bonus }
            }
            Self::CrossedOut { seat, r#box, bonus } => {
                Event::CrossedOut { seat: Seat(*seat), slot: slot(r#box)?, bonus: *bonus }
            }
            Self::Announced { seat, r#box } => Event::Announced { seat: Seat(*seat), slot: slot(r#box)? },
            Self::SetAside { seat, dice, points } => {
                Event::SetAside { seat: Seat(*seat), dice: *dice, points: *points }
            }
            Self::Banked { seat, points } => Event::Banked { seat: Seat(*seat), points: *points },
            Self::Busted { seat, score_lost } => Event::Busted { seat: Seat(*seat), score_lost: *score_lost },
            Self::WonAtOnce { seat, by } => {
                let wins = rules.sheet().into_iter().flat_map(|sheet| &sheet.instant_wins);
                let win = wins.into_iter().position(|win| win.id == *by);
                Event::WonAtOnce { seat: Seat(*seat), win: win.ok_or_else(|| unknown(by))? }
            }
            Self::Undone { seat } => Event::Undone { seat: Seat(*seat) },
            Self::Left { seat } => Event::Left { seat: Seat(*seat) },
            Self::Returned { seat } => Event::Returned { seat: Seat(*seat) },
            Self::EntryCorrected { by, seat, r#box, nth, was, to, entry } => Event::EntryCorrected {
                by: Seat(*by),
                seat: Seat(*seat),
                slot: slot(r#box)?,
                nth: *nth,
                was: one(was)?,
                to: slot(to)?,
                entry: one(entry)?,
            },
            Self::JokerCorrected { by, seat, was, points } => {
                Event::JokerCorrected { by: Seat(*by), seat: Seat(*seat), was: *was, points: *points }
            }
            Self::StandingCorrected { by, seat, was, standing } => {
                Event::StandingCorrected { by: Seat(*by), seat: Seat(*seat), was: *was, standing: *standing }
            }
            _ => return Ok(None),
        }))
    }

    /// The action of a called throw.
    pub(crate) fn called_action(keep: Dice, aside: bool) -> Action {
        if aside {
            Action::SetAside { take: keep, then: kosti_engine::Then::Throw }
        } else {
            Action::Throw { keep }
        }
    }
}
