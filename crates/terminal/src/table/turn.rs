//! What a player can do in a turn, and where the cursor may go.

use kosti_engine::{Action, Phase, Refusal, Seat, Then};
use kosti_rules::{Family, Offer, Reason, SheetRules};

use super::{Dialog, Table};
use crate::setup::Who;

impl Table {
    /// The rules of the sheet, where there is one.
    pub(crate) fn sheet(&self) -> Option<&SheetRules> {
        self.state.rules().sheet()
    }

    /// What the dice can do with this box, for the player on turn.
    pub(crate) fn offer(&self, slot: usize) -> Option<Offer> {
        self.state.offers().into_iter().find(|offer| offer.slot == slot)
    }

    /// A box as the cursor finds it: with what the dice give it while there are any, whoever is looked at.
    pub(super) fn told_box(&self, slot: usize) -> String {
        let thrown = self.state.turn().filter(|turn| turn.throw > 0);
        let seat = thrown.map_or(Seat(self.column), |turn| turn.seat);
        self.teller().told_box(seat, slot)
    }

    /// Whether the player on turn could choose this box, as far as can be said.
    fn is_choice(&self, slot: usize) -> bool {
        let (Some(turn), Some(rules)) = (self.state.turn(), self.sheet()) else { return false };
        let sheet = &self.state.players()[turn.seat.0].sheet;
        if turn.throw == 0 {
            return rules.may_fill(sheet, slot);
        }
        self.offer(slot).is_some_and(|offer| offer.score.is_some() || offer.cross || offer.announce)
    }

    /// Leaves a box that can't be chosen for the next one that can.
    pub(super) fn move_cursor_to_open(&mut self) {
        let Some(slots) = self.sheet().map(|rules| rules.slots.len()) else { return };
        let mut round = (0..slots).map(|step| (self.cursor + step) % slots);
        if let Some(slot) = round.find(|&slot| self.is_choice(slot)) {
            self.cursor = slot;
        }
    }

    /// Moves the cursor down or up the sheet, over its ends too.
    pub(super) fn move_cursor(&mut self, down: bool) {
        let Some(slots) = self.sheet().map(|rules| rules.slots.len()) else {
            return self.move_column(down);
        };
        self.cursor = (self.cursor + if down { 1 } else { slots - 1 }) % slots;
        let told = self.told_box(self.cursor);
        self.say(told);
    }

    /// Goes to the next column of the sheet, and from the last to the next player; or the other way.
    pub(super) fn move_aside(&mut self, right: bool) {
        let Some(rules) = self.sheet().filter(|rules| !rules.columns.is_empty()) else {
            return self.move_column(right);
        };
        let (slots, [rows, _]) = (rules.slots.len(), rules.in_column());
        let at = self.cursor;
        self.cursor = (at + if right { rows } else { slots - rows }) % slots;
        if (self.cursor < at) == right && self.setup.players.len() > 1 {
            return self.move_column(right);
        }
        let told = self.told_box(self.cursor);
        self.say(told);
    }

    /// Looks at the next player, or the one before.
    pub(super) fn move_column(&mut self, right: bool) {
        let seats = self.setup.players.len();
        self.column = (self.column + if right { 1 } else { seats - 1 }) % seats;
        let told = self.teller().told_player(Seat(self.column));
        self.say(told);
    }

    /// Throws, with what is held kept, or with what is chosen set aside.
    pub(super) fn throw(&mut self) {
        let first = match self.state.phase() {
            Phase::Lot { .. } => true,
            Phase::Playing(turn) => turn.throw == 0,
            Phase::Waiting | Phase::Over { .. } => return self.tell("play-over"),
        };
        match &self.state.rules().family {
            _ if first => self.choose(Action::first_throw()),
            Family::Sheet(_) => self.choose(Action::Throw { keep: self.held_dice() }),
            Family::Race(_) => self.set_aside(Then::Throw),
        }
    }

    /// Writes the points of the turn down.
    pub(super) fn bank(&mut self) {
        if self.sheet().is_some() {
            return self.tell("play-no-bank");
        }
        match self.state.turn() {
            Some(turn) if turn.throw > 0 => self.set_aside(Then::Bank),
            _ => self.tell("play-throw-first"),
        }
    }

    fn set_aside(&mut self, then: Then) {
        let take = self.held_dice();
        if take.is_empty() && !self.state.selections().is_empty() {
            return self.tell("play-choose-first");
        }
        self.choose(Action::SetAside { take, then });
    }

    /// Chooses the box under the cursor.
    pub(super) fn choose_box(&mut self) {
        if self.sheet().is_none() {
            return self.tell("play-race-keys");
        }
        if self.state.outcome().is_some() {
            return self.tell("play-over");
        }
        if self.state.turn().is_none_or(|turn| turn.throw == 0) {
            return self.tell("play-throw-first");
        }
        let slot = self.cursor;
        // A zero for dice that do not fit gives the box up as well.
        let gives_up = self.state.reasons(slot).contains(&Reason::UnfitZero);
        match self.offer(slot) {
            Some(offer) if offer.score.is_some() && !gives_up => self.choose(Action::Score { slot }),
            Some(offer) if offer.score.is_some() => {
                self.dialog = Some(Dialog::GiveUp { action: Action::Score { slot } });
            }
            Some(offer) if offer.cross => {
                self.dialog = Some(Dialog::GiveUp { action: Action::Cross { slot } });
            }
            Some(offer) if offer.announce => self.choose(Action::Announce { slot }),
            _ => self.explain_refusal(slot),
        }
    }

    /// Crosses the box under the cursor out, after asking.
    pub(super) fn cross_out(&mut self) {
        let slot = self.cursor;
        match self.offer(slot) {
            Some(offer) if offer.cross => {
                self.dialog = Some(Dialog::GiveUp { action: Action::Cross { slot } });
            }
            Some(_) => self.act(Action::Cross { slot }),
            None if self.sheet().is_none() => self.tell("play-race-keys"),
            None if self.state.turn().is_none_or(|turn| turn.throw == 0) => self.tell("play-throw-first"),
            None => self.explain_refusal(slot),
        }
    }

    fn explain_refusal(&mut self, slot: usize) {
        let told = self.told_box(slot);
        self.say(told);
    }

    /// Takes the last entry of a person back, with what bots did since. A bot's alone would only be repeated.
    pub(super) fn undo(&mut self) {
        let person = |seat: &Seat| self.setup.players[seat.0].who == Who::Person;
        match self.state.who_may_undo().filter(person) {
            Some(seat) => self.act_as(seat, Action::Undo),
            None => {
                let why = self.teller().refusal(Refusal::NothingToUndo);
                self.say(why);
            }
        }
    }
}
