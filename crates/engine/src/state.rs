//! `State`: where a game stands.

use std::sync::Arc;

use kosti_dice::Dice;
use kosti_rules::{Family, Offer, Reason, Rules, Selection, Sheet, SheetRules, Standing};
use serde::{Deserialize, Serialize};

use crate::action::{Action, Then};
use crate::undo::Undo;

/// A seat of the table, counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub usize);

/// The game is not for so many.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{seats} players can't play this: it is for {min} to {max}")]
pub struct SeatsRefused {
    /// How many wanted to play.
    pub seats: usize,
    /// At least so many.
    pub min: u8,
    /// At most so many.
    pub max: u8,
}

/// Where a game stands. Cheap to ask, never wrong: it changes only by [`State::apply`].
#[derive(Debug, Clone)]
pub struct State {
    pub(crate) rules: Arc<Rules>,
    pub(crate) players: Vec<Player>,
    pub(crate) phase: Phase,
    pub(crate) real_dice: bool,
    /// The seats of bots: their dice are taken back with the decision of the player before them.
    pub(crate) bots: Vec<Seat>,
    /// What the last entries replaced, oldest first, while they can be taken back.
    pub(crate) undo: Vec<Arc<Undo>>,
}

/// What one player has.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Player {
    /// Whether the player has left.
    pub left: bool,
    /// The score sheet; empty in a race.
    pub sheet: Sheet,
    /// Where the player stands in a race.
    pub standing: Standing,
    /// How many turns the player has finished.
    pub turns: usize,
    /// The turn that the player left in the middle of, and goes on with after coming back.
    pub unfinished: Option<Turn>,
}

/// What is going on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Phase {
    /// It is being settled who starts: who still throws for it, and the sums so far.
    Lot {
        /// Those who throw in this round of the lot.
        contenders: Vec<Seat>,
        /// What those who have thrown got.
        sums: Vec<i32>,
    },
    /// Somebody's turn.
    Playing(Turn),
    /// Nobody is there.
    Waiting,
    /// The game has ended.
    Over {
        /// Who won at once, and by which instant win, where that ended it.
        at_once: Option<(Seat, usize)>,
    },
}

/// A turn in progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Turn {
    /// Whose turn it is.
    pub seat: Seat,
    /// How many throws there have been.
    pub throw: u8,
    /// The dice that lie there, kept ones included (score sheet), or the newest throw (race).
    pub dice: Dice,
    /// How many dice are aside (race).
    pub aside: usize,
    /// What the turn has brought so far (race).
    pub points: i32,
    /// The box that was announced.
    pub announced: Option<usize>,
}

impl Turn {
    /// Why the turn's announcement, or that there is none, keeps from filling this box.
    pub(crate) fn is_kept_from(&self, rules: &SheetRules, slot: usize) -> Option<Reason> {
        match self.announced {
            Some(announced) if announced != slot => Some(Reason::Announced { slot: announced }),
            None if rules.slots[slot].announced => Some(Reason::Announce),
            _ => None,
        }
    }

    pub(crate) fn new(seat: Seat) -> Self {
        Self { seat, throw: 0, dice: Dice::NONE, aside: 0, points: 0, announced: None }
    }
}

/// The same game at the same point; the rules are compared by what they mean.
impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        (&self.players, &self.phase, self.real_dice, &self.undo, &self.rules.hash)
            == (&other.players, &other.phase, other.real_dice, &other.undo, &other.rules.hash)
    }
}

impl Eq for State {}

impl std::hash::Hash for State {
    fn hash<H: std::hash::Hasher>(&self, to: &mut H) {
        (&self.players, &self.phase, self.real_dice, &self.undo).hash(to);
    }
}

impl State {
    /// A new game with this many seats.
    ///
    /// # Errors
    /// When the game is not for so many.
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
            undo: Vec::new(),
        })
    }

    /// The same game with real dice: what was written can be corrected.
    #[must_use]
    pub fn with_real_dice(mut self) -> Self {
        self.real_dice = true;
        self
    }

    /// The same game, begun by this seat, where no lot settles who begins.
    #[must_use]
    pub fn with_first(mut self, seat: Seat) -> Self {
        if let (Phase::Playing(turn), true) = (&mut self.phase, seat.0 < self.players.len()) {
            turn.seat = seat;
        }
        self
    }

    /// The same game with bots on these seats: what they did can be taken back with the decision of the player before
    /// them, their dice too.
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

    /// What is going on.
    #[must_use]
    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    /// Whether the dice are real ones.
    #[must_use]
    pub fn real_dice(&self) -> bool {
        self.real_dice
    }

    /// Whose turn it is, to throw for the start included.
    #[must_use]
    pub fn on_turn(&self) -> Option<Seat> {
        match &self.phase {
            Phase::Lot { contenders, sums } => contenders.get(sums.len()).copied(),
            Phase::Playing(turn) => Some(turn.seat),
            Phase::Waiting | Phase::Over { .. } => None,
        }
    }

    /// The turn in progress.
    #[must_use]
    pub fn turn(&self) -> Option<&Turn> {
        match &self.phase {
            Phase::Playing(turn) => Some(turn),
            _ => None,
        }
    }

    /// What the dice on the table can do with each open box, for the player on turn.
    #[must_use]
    pub fn offers(&self) -> Vec<Offer> {
        match (self.turn(), &self.rules.family) {
            (Some(turn), Family::Sheet(rules)) if turn.throw > 0 => {
                let mut offers = rules.offers(&self.players[turn.seat.0].sheet, turn.dice, turn.throw);
                let announcements = self.announcements();
                for offer in &mut offers {
                    if turn.is_kept_from(rules, offer.slot).is_some() {
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

    /// Why the dice on the table give a box what they give, for the player on turn; nothing before dice are thrown.
    #[must_use]
    pub fn reasons(&self, slot: usize) -> Vec<Reason> {
        match (self.turn(), &self.rules.family) {
            (Some(turn), Family::Sheet(rules)) if turn.throw > 0 => {
                let sheet = &self.players[turn.seat.0].sheet;
                let kept_from = turn.is_kept_from(rules, slot).filter(|_| rules.may_fill(sheet, slot));
                kept_from.map_or_else(|| rules.explain(sheet, slot, turn.dice, turn.throw), |why| vec![why])
            }
            _ => Vec::new(),
        }
    }

    /// Whether the player on turn has dice and can do nothing before a box is announced.
    #[must_use]
    pub fn must_announce(&self) -> bool {
        match (self.turn(), &self.rules.family) {
            (Some(turn), Family::Sheet(rules)) if turn.throw > 0 && turn.announced.is_none() => {
                !rules.need_not_announce(&self.players[turn.seat.0].sheet)
            }
            _ => false,
        }
    }

    /// What of the dice on the table can be set aside.
    #[must_use]
    pub fn selections(&self) -> &[Selection] {
        match (self.turn(), &self.rules.family) {
            (Some(turn), Family::Race(rules)) if turn.throw > 0 => rules.selections(turn.dice),
            _ => &[],
        }
    }

    /// Everything the player on turn can do with the dice. Undo, leaving and corrections are apart.
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
                let keeps = turn.dice.selections().into_iter().filter(|&keep| again && keep != turn.dice);
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
