//! The actions of a turn, and the movement of the cursor.

use kosti_engine::{Action, Phase, Refusal, Seat, Then};
use kosti_rules::{Family, Offer, Reason, SheetRules};

use super::{Dialog, LocalTable};
use crate::setup::PlayerKind;

impl LocalTable {
    /// The rules of the sheet, unless the game is a race.
    pub(crate) fn sheet(&self) -> Option<&SheetRules> {
        self.state.rules().sheet()
    }

    /// The actions that the dice allow with this box, for the player on turn.
    pub(crate) fn offer(&self, slot: usize) -> Option<Offer> {
        self.state.offers().into_iter().find(|offer| offer.slot == slot)
    }

    /// Describes the box under the cursor: with the score of the dice during a turn, for whichever player is
    /// shown.
    pub(super) fn describe_box(&self, slot: usize) -> String {
        let thrown = self.state.turn().filter(|turn| turn.throw > 0);
        let seat = thrown.map_or(Seat(self.column), |turn| turn.seat);
        self.narrator().describe_box(seat, slot)
    }

    /// Whether the player on turn may be able to choose this box.
    fn is_choice(&self, slot: usize) -> bool {
        let (Some(turn), Some(rules)) = (self.state.turn(), self.sheet()) else { return false };
        let sheet = &self.state.players()[turn.seat.0].sheet;
        if turn.throw == 0 {
            return rules.may_fill(sheet, slot);
        }
        self.offer(slot).is_some_and(|offer| offer.score.is_some() || offer.cross || offer.announce)
    }

    /// Moves the cursor to the next box that can be chosen.
    pub(super) fn move_cursor_to_open(&mut self) {
        let Some(slots) = self.sheet().map(|rules| rules.slots.len()) else { return };
        let mut round = (0..slots).map(|step| (self.cursor + step) % slots);
        if let Some(slot) = round.find(|&slot| self.is_choice(slot)) {
            self.cursor = slot;
        }
    }

    /// Moves the cursor down or up the sheet, wrapping at the ends.
    pub(super) fn move_cursor(&mut self, down: bool) {
        let Some(slots) = self.sheet().map(|rules| rules.slots.len()) else {
            return self.move_column(down);
        };
        self.cursor = (self.cursor + if down { 1 } else { slots - 1 }) % slots;
        let text = self.describe_box(self.cursor);
        self.say(text);
    }

    /// Moves to the next column of the sheet, after the last to the next player; or back.
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
        let text = self.describe_box(self.cursor);
        self.say(text);
    }

    /// Shows the next or the previous player.
    pub(super) fn move_column(&mut self, right: bool) {
        let seats = self.setup.players.len();
        self.column = (self.column + if right { 1 } else { seats - 1 }) % seats;
        let text = self.narrator().describe_player(Seat(self.column));
        self.say(text);
    }

    /// Throws; keeps the held dice, or sets the selected dice aside.
    pub(super) fn throw(&mut self) {
        let first = match self.state.phase() {
            Phase::Lot { .. } => true,
            Phase::Playing(turn) => turn.throw == 0,
            Phase::Waiting | Phase::Over { .. } => return self.say_message("play-over"),
        };
        match &self.state.rules().family {
            _ if first => self.choose(Action::first_throw()),
            Family::Sheet(_) => self.choose(Action::Throw { keep: self.held_dice() }),
            Family::Race(_) => self.set_aside(Then::Throw),
        }
    }

    /// Banks the points of the turn.
    pub(super) fn bank(&mut self) {
        if self.sheet().is_some() {
            return self.say_message("play-no-bank");
        }
        match self.state.turn() {
            Some(turn) if turn.throw > 0 => self.set_aside(Then::Bank),
            _ => self.say_message("play-throw-first"),
        }
    }

    fn set_aside(&mut self, then: Then) {
        let take = self.held_dice();
        if take.is_empty() && !self.state.selections().is_empty() {
            return self.say_message("play-choose-first");
        }
        self.choose(Action::SetAside { take, then });
    }

    /// Chooses the box under the cursor.
    pub(super) fn choose_box(&mut self) {
        if self.sheet().is_none() {
            return self.say_message("play-race-keys");
        }
        if self.state.outcome().is_some() {
            return self.say_message("play-over");
        }
        if self.state.turn().is_none_or(|turn| turn.throw == 0) {
            return self.say_message("play-throw-first");
        }
        let slot = self.cursor;
        // A zero for dice that do not fit gives up the box too.
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

    /// Crosses out the box under the cursor, after asking.
    pub(super) fn cross_out(&mut self) {
        let slot = self.cursor;
        match self.offer(slot) {
            Some(offer) if offer.cross => {
                self.dialog = Some(Dialog::GiveUp { action: Action::Cross { slot } });
            }
            Some(_) => self.act(Action::Cross { slot }),
            None if self.sheet().is_none() => self.say_message("play-race-keys"),
            None if self.state.turn().is_none_or(|turn| turn.throw == 0) => {
                self.say_message("play-throw-first");
            }
            None => self.explain_refusal(slot),
        }
    }

    fn explain_refusal(&mut self, slot: usize) {
        let text = self.describe_box(slot);
        self.say(text);
    }

    /// Undoes the last entry of a person together with the bots' entries since. Undoing only a bot's entry
    /// would make the bot repeat it.
    pub(super) fn undo(&mut self) {
        let person = |seat: &Seat| self.setup.players[seat.0].kind == PlayerKind::Person;
        match self.state.who_may_undo().filter(person) {
            Some(seat) => self.act_as(seat, Action::Undo),
            None => {
                let why = self.narrator().describe_refusal(Refusal::NothingToUndo);
                self.say(why);
            }
        }
    }
}
