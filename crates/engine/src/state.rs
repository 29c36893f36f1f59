//! `State`: the state of a game.

use std::sync::Arc;

use kosti_dice::Dice;
use kosti_rules::{Family, Offer, Reason, Rules, Selection, Sheet, SheetRules, Standing, Thrown};
use serde::{Deserialize, Serialize};

use crate::action::{Action, Then};
use crate::undo::Undo;

/// A seat of the table, counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub usize);

/// The error for a number of seats that the game does not allow.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{seats} players can't play this: it is for {min} to {max}")]
pub struct SeatsRefused {
    /// The number of seats asked for.
    pub seats: usize,
    /// The minimum.
    pub min: u8,
    /// The maximum.
    pub max: u8,
}

/// The state of a game. Only [`State::apply`] changes it.
#[derive(Debug, Clone)]
pub struct State {
    pub(crate) rules: Arc<Rules>,
    pub(crate) players: Vec<Player>,
    pub(crate) phase: Phase,
    pub(crate) real_dice: bool,
    /// The seats of bots: their dice are undone together with the entry of the player before them.
    pub(crate) bots: Vec<Seat>,
    /// The seats that have had the last turn of a race with a last round, in order; the first one began that round.
    pub(crate) finished: Vec<Seat>,
    /// The states that the last entries replaced, oldest first, while these entries can be undone.
    pub(crate) undo: Vec<Arc<Undo>>,
}

/// The state of one player.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Player {
    /// Whether the player has left.
    pub left: bool,
    /// The score sheet; empty in a race.
    pub sheet: Sheet,
    /// The standing in a race.
    pub standing: Standing,
    /// The number of finished turns.
    pub turns: usize,
    /// The turn that the player left unfinished, and continues after coming back.
    pub unfinished: Option<Turn>,
}

/// The phase of a game.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The lot that decides who starts.
    Lot {
        /// The seats that throw in this round of the lot.
        contenders: Vec<Seat>,
        /// The sums thrown so far.
        sums: Vec<i32>,
    },
    /// A turn is in progress.
    Playing(Turn),
    /// All players have left.
    Waiting,
    /// The game has ended.
    Over {
        /// The seat that won at once and its instant win, if that ended the game.
        at_once: Option<(Seat, usize)>,
    },
}

/// A turn in progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Turn {
    /// The seat that plays.
    pub seat: Seat,
    /// The number of throws so far.
    pub throw: u8,
    /// The dice on the table: all dice (score sheet), or the newest throw (race).
    pub dice: Dice,
    /// The number of dice aside (race).
    pub aside: usize,
    /// The dice that were set aside before this throw and stay aside (score sheet).
    pub kept: Dice,
    /// The turn's points so far (race).
    pub points: i32,
    /// The announced box.
    pub announced: Option<usize>,
}

impl Turn {
    /// The dice on the table of a score sheet.
    #[must_use]
    pub fn thrown(&self) -> Thrown {
        Thrown { dice: self.dice, aside: self.kept }
    }

    /// Puts dice on the table of a score sheet.
    pub(crate) fn put(&mut self, thrown: Thrown) {
        (self.dice, self.kept) = (thrown.dice, thrown.aside);
    }

    /// Why an announcement, or the lack of one, prevents filling this box; `None` if it does not.
    pub(crate) fn blocked_by_announcement(&self, rules: &SheetRules, slot: usize) -> Option<Reason> {
        match self.announced {
            Some(announced) if announced != slot => Some(Reason::Announced { slot: announced }),
            None if rules.slots[slot].announced => Some(Reason::Announce),
            _ => None,
        }
    }

    pub(crate) fn new(seat: Seat) -> Self {
        Self { seat, throw: 0, dice: Dice::NONE, aside: 0, kept: Dice::NONE, points: 0, announced: None }
    }
}

/// Equal if both games are at the same point; rules compare by their hash.
impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        (&self.players, &self.phase, self.real_dice, &self.finished, &self.undo, &self.rules.hash)
            == (
                &other.players,
                &other.phase,
                other.real_dice,
                &other.finished,
                &other.undo,
                &other.rules.hash,
            )
    }
}

impl Eq for State {}

impl std::hash::Hash for State {
    fn hash<H: std::hash::Hasher>(&self, to: &mut H) {
        (&self.players, &self.phase, self.real_dice, &self.finished, &self.undo).hash(to);
    }
}

impl State {
    /// A new game with this many seats.
    ///
    /// # Errors
    /// If the game does not allow this many seats.
    pub fn new(rules: Arc<Rules>, seats: usize) -> Result<Self, SeatsRefused> {
        if !rules.seats_allowed(seats) {
            let (min, max) = (rules.players.min, rules.players.max);
            return Err(SeatsRefused { seats, min, max });
        }
        let slots = rules.sheet().map_or(0, |sheet| sheet.slots.len());
        let player = Player {
            left: false,
            sheet: Sheet::empty(slots),
            standing: Standing::default(),
            turns: 0,
            unfinished: None,
        };
        let by_lot = seats > 1 && rules.sheet().is_some_and(|sheet| sheet.lot.is_some());
        let phase = if by_lot {
            Phase::Lot { contenders: (0..seats).map(Seat).collect(), sums: Vec::new() }
        } else {
            Phase::Playing(Turn::new(Seat(0)))
        };
        Ok(Self {
            rules,
            players: vec![player; seats],
            phase,
            real_dice: false,
            bots: Vec::new(),
            finished: Vec::new(),
            undo: Vec::new(),
        })
    }

    /// The same game with real dice: entries can be corrected.
    #[must_use]
    pub fn with_real_dice(mut self) -> Self {
        self.real_dice = true;
        self
    }

    /// The same game with this seat first, if no lot decides who starts.
    #[must_use]
    pub fn with_first(mut self, seat: Seat) -> Self {
        if let (Phase::Playing(turn), true) = (&mut self.phase, seat.0 < self.players.len()) {
            turn.seat = seat;
        }
        self
    }

    /// The same game with bots on these seats: undoing an entry of the player before them also undoes theirs,
    /// dice included.
    #[must_use]
    pub fn with_bots(mut self, bots: Vec<Seat>) -> Self {
        self.bots = bots;
        self
    }

    /// The rules of the game.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The players, by seat.
    #[must_use]
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// The phase of the game.
    #[must_use]
    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    /// Whether the dice are real ones.
    #[must_use]
    pub fn real_dice(&self) -> bool {
        self.real_dice
    }

    /// The seat on turn, also in the lot.
    #[must_use]
    pub fn on_turn(&self) -> Option<Seat> {
        match &self.phase {
            Phase::Lot { contenders, sums } => contenders.get(sums.len()).copied(),
            Phase::Playing(turn) => Some(turn.seat),
            Phase::Waiting | Phase::Over { .. } => None,
        }
    }

    /// The score to beat in the last round of a race, once it has begun.
    #[must_use]
    pub fn score_to_beat(&self) -> Option<i32> {
        self.finished.iter().map(|seat| self.players[seat.0].standing.score).max()
    }

    /// The seats that have had the last turn of a race with a last round, in order; the first one began that round.
    #[must_use]
    pub fn finished_seats(&self) -> &[Seat] {
        &self.finished
    }

    /// The turn in progress.
    #[must_use]
    pub fn turn(&self) -> Option<&Turn> {
        match &self.phase {
            Phase::Playing(turn) => Some(turn),
            _ => None,
        }
    }

    /// The actions that the dice allow with each open box of the player on turn.
    #[must_use]
    pub fn offers(&self) -> Vec<Offer> {
        match (self.turn(), &self.rules.family) {
            (Some(turn), Family::Sheet(rules)) if turn.throw > 0 => {
                let mut offers = rules.offers(&self.players[turn.seat.0].sheet, turn.dice, turn.throw);
                let announcements = self.announcements();
                for offer in &mut offers {
                    if turn.blocked_by_announcement(rules, offer.slot).is_some() {
                        *offer = Offer::nothing(offer.slot);
                    }
                    offer.announce = announcements.contains(&offer.slot);
                }
                offers
            }
            _ => Vec::new(),
        }
    }

    /// The boxes that the player on turn can announce.
    #[must_use]
    pub fn announcements(&self) -> Vec<usize> {
        match (self.turn(), &self.rules.family) {
            (Some(turn), Family::Sheet(rules)) if turn.throw == 1 && turn.announced.is_none() => {
                let sheet = &self.players[turn.seat.0].sheet;
                (0..rules.slots.len()).filter(|&slot| rules.may_announce(sheet, slot)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Explains the score of the dice in a box, for the player on turn; empty before the first throw.
    #[must_use]
    pub fn reasons(&self, slot: usize) -> Vec<Reason> {
        match (self.turn(), &self.rules.family) {
            (Some(turn), Family::Sheet(rules)) if turn.throw > 0 => {
                let sheet = &self.players[turn.seat.0].sheet;
                let kept_from =
                    turn.blocked_by_announcement(rules, slot).filter(|_| rules.may_fill(sheet, slot));
                kept_from.map_or_else(|| rules.explain(sheet, slot, turn.dice, turn.throw), |why| vec![why])
            }
            _ => Vec::new(),
        }
    }

    /// Whether the player on turn has thrown and must announce a box before anything else.
    #[must_use]
    pub fn must_announce(&self) -> bool {
        match (self.turn(), &self.rules.family) {
            (Some(turn), Family::Sheet(rules)) if turn.throw > 0 && turn.announced.is_none() => {
                !rules.need_not_announce(&self.players[turn.seat.0].sheet)
            }
            _ => false,
        }
    }

    /// The most throws that the turn on a score sheet can still have.
    #[must_use]
    pub fn throws_left(&self) -> u8 {
        let (Some(turn), Family::Sheet(rules)) = (self.turn(), &self.rules.family) else { return 0 };
        let left = rules.throws.saturating_sub(turn.throw);
        if turn.throw == 0 {
            return left;
        }
        if left == 0 || self.must_announce() || rules.keeps_of(turn.thrown()).next().is_none() {
            return 0;
        }
        match rules.set_aside {
            // The last throw is one of at least one die.
            Some(least @ 1..) => {
                let rest = usize::from(self.rules.dice) - turn.kept.len() - 1;
                left.min(u8::try_from(rest / least).unwrap_or(u8::MAX))
            }
            _ => left,
        }
    }

    /// The selections of the dice on the table (race).
    #[must_use]
    pub fn selections(&self) -> &[Selection] {
        match (self.turn(), &self.rules.family) {
            (Some(turn), Family::Race(rules)) if turn.throw > 0 => rules.selections(turn.dice),
            _ => &[],
        }
    }

    /// All actions of the player on turn with the dice. Undo, leaving and corrections are not included.
    #[must_use]
    pub fn legal_actions(&self) -> Vec<Action> {
        let turn = match &self.phase {
            Phase::Lot { .. } => return vec![Action::first_throw()],
            Phase::Playing(turn) if turn.throw == 0 => return vec![Action::first_throw()],
            Phase::Playing(turn) => turn,
            Phase::Waiting | Phase::Over { .. } => return Vec::new(),
        };
        match &self.rules.family {
            Family::Sheet(rules) => {
                let again = turn.throw < rules.throws && !self.must_announce();
                let keeps = rules.keeps_of(turn.thrown()).filter(|_| again);
                let offers = self.offers();
                let scores = offers.iter().filter(|offer| offer.score.is_some());
                let crosses = offers.iter().filter(|offer| offer.cross);
                keeps
                    .map(|keep| Action::Throw { keep })
                    .chain(scores.map(|offer| Action::Score { slot: offer.slot }))
                    .chain(crosses.map(|offer| Action::Cross { slot: offer.slot }))
                    .chain(self.announcements().into_iter().map(|slot| Action::Announce { slot }))
                    .collect()
            }
            Family::Race(rules) => {
                let takes = rules.selections(turn.dice).iter().map(|selection| selection.take);
                let blank = takes.len() == 0;
                takes
                    .chain(blank.then_some(Dice::NONE))
                    .flat_map(|take| [Then::Bank, Then::Throw].map(|then| Action::SetAside { take, then }))
                    .filter(|action| self.decide(turn.seat, action).is_ok())
                    .collect()
            }
        }
    }
}
