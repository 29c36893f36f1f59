//! `decide` turns an action into events, or refuses it with a reason.

use kosti_dice::Dice;
use kosti_rules::file::{Blank, Cross};
use kosti_rules::{Family, JOKER, RaceRules, Reason, Rules, Sheet, SheetError, SheetRules};

use crate::action::{Action, Correction, IllegalAction, Refusal, Then};
use crate::event::Event;
use crate::state::{Phase, Seat, State, Turn};

/// The result of an allowed action.
#[derive(Debug, Clone)]
pub enum Decision {
    /// The events of the action.
    Done(Vec<Event>),
    /// The action throws dice; these come from outside.
    Throws(Throws),
}

/// An allowed throw that waits for its dice.
#[derive(Debug, Clone)]
pub struct Throws {
    rules: std::sync::Arc<Rules>,
    /// The event before the throw.
    before: Option<Event>,
    seat: Seat,
    kept: Dice,
    count: usize,
    /// The number of this throw in the turn; 0 in the lot that decides who starts.
    throw: u8,
    aside: usize,
}

/// Dice that cannot be the result of a throw.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{count} dice from 1 to {sides} were thrown, not {dice}")]
pub struct WrongDice {
    /// The dice given.
    pub dice: Dice,
    /// The number of dice thrown.
    pub count: usize,
    /// The number of sides.
    pub sides: u8,
}

impl Throws {
    /// The number of dice to throw.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The seat that throws.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The events of the throw, given the dice that fell.
    ///
    /// # Errors
    /// If the throw cannot have these dice.
    pub fn resolve(&self, dice: Dice) -> Result<Vec<Event>, WrongDice> {
        let sides = self.rules.sides;
        if dice.len() != self.count || dice.highest() > sides {
            return Err(WrongDice { dice, count: self.count, sides });
        }
        let seat = self.seat;
        let thrown = Event::Thrown { seat, kept: self.kept, dice };
        let follows = match &self.rules.family {
            _ if self.throw == 0 => None,
            Family::Sheet(rules) => {
                rules.wins(self.kept.plus(dice), self.throw).map(|win| Event::WonAtOnce { seat, win })
            }
            Family::Race(rules) => {
                let score_lost = rules.loses_score(dice);
                rules.is_bust(dice, self.aside).then_some(Event::Busted { seat, score_lost })
            }
        };
        Ok(self.before.into_iter().chain([thrown]).chain(follows).collect())
    }
}

impl State {
    /// Decides an action. The state does not change until the events are applied.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use kosti_rules::{House, RulesFile};
    /// use kosti_engine::{Action, Refusal, Seat, State};
    /// # let text = "name = 'Any'\ndice = 1\nthrows = 1\n[box.any]\nscore = 'all-dice'";
    /// # let rules = Arc::new(RulesFile::read("any", text).rules(&House::default()).unwrap());
    /// let state = State::new(rules, 1).unwrap();
    /// let refused = state.decide(Seat(0), &Action::Score { slot: 0 }).unwrap_err();
    /// assert_eq!(refused.why, Refusal::ThrowFirst);
    /// ```
    ///
    /// # Errors
    /// If the rules do not allow the action. The error holds the action and the reason.
    pub fn decide(&self, seat: Seat, action: &Action) -> Result<Decision, IllegalAction> {
        self.try_decide(seat, action).map_err(|why| IllegalAction { action: *action, why })
    }

    fn try_decide(&self, seat: Seat, action: &Action) -> Result<Decision, Refusal> {
        let player = self.players.get(seat.0).ok_or(Refusal::NoSuchSeat)?;
        let over = matches!(self.phase, Phase::Over { .. });
        match action {
            Action::Leave if player.left => return Err(Refusal::SeatLeft),
            Action::Leave if over => return Err(Refusal::GameOver),
            Action::Leave => return Ok(Decision::Done(vec![Event::Left { seat }])),
            Action::Return if !player.left => return Err(Refusal::SeatHere),
            Action::Return if over => return Err(Refusal::GameOver),
            Action::Return => return Ok(Decision::Done(vec![Event::Returned { seat }])),
            _ if player.left => return Err(Refusal::SeatLeft),
            Action::Undo if self.may_undo(seat) => return Ok(Decision::Done(vec![Event::Undone { seat }])),
            Action::Undo => return Err(Refusal::NothingToUndo),
            Action::Correct(correction) => return self.correct(seat, correction).map(Decision::Done),
            _ if over => return Err(Refusal::GameOver),
            _ if self.on_turn() != Some(seat) => return Err(Refusal::NotYourTurn),
            _ => {}
        }
        match (&self.phase, action) {
            (Phase::Lot { .. }, Action::Throw { keep }) if keep.is_empty() => {
                Ok(self.throws(&Turn::new(seat), Dice::NONE, None, 0))
            }
            (Phase::Lot { .. }, Action::Throw { .. }) => Err(Refusal::FirstThrowIsAll),
            (Phase::Playing(turn), _) => self.play(turn, action),
            _ => Err(Refusal::ThrowFirst),
        }
    }

    fn play(&self, turn: &Turn, action: &Action) -> Result<Decision, Refusal> {
        match (&self.rules.family, action) {
            (_, Action::Throw { keep }) if turn.throw == 0 => {
                if keep.is_empty() {
                    Ok(self.throws(turn, Dice::NONE, None, 1))
                } else {
                    Err(Refusal::FirstThrowIsAll)
                }
            }
            (Family::Sheet(_), Action::SetAside { .. }) => Err(Refusal::NotThisGame),
            (Family::Race(_), Action::Score { .. } | Action::Cross { .. } | Action::Announce { .. }) => {
                Err(Refusal::NotThisGame)
            }
            _ if turn.throw == 0 => Err(Refusal::ThrowFirst),
            (Family::Sheet(rules), Action::Throw { keep }) => self.rethrow(rules, turn, *keep),
            (Family::Sheet(rules), Action::Score { slot }) => {
                self.score(rules, turn, *slot).map(Decision::Done)
            }
            (Family::Sheet(rules), Action::Cross { slot }) => {
                self.cross(rules, turn, *slot).map(Decision::Done)
            }
            (Family::Sheet(rules), Action::Announce { slot }) => {
                self.announce(rules, turn, *slot).map(Decision::Done)
            }
            (Family::Race(rules), Action::SetAside { take, then }) => {
                self.set_aside(rules, turn, *take, *then)
            }
            _ => Err(Refusal::NotThisGame),
        }
    }

    fn throws(&self, turn: &Turn, kept: Dice, before: Option<Event>, throw: u8) -> Decision {
        Decision::Throws(Throws {
            rules: self.rules.clone(),
            before,
            seat: turn.seat,
            kept,
            count: usize::from(self.rules.dice) - kept.len() - turn.aside,
            throw,
            aside: turn.aside,
        })
    }

    fn rethrow(&self, rules: &SheetRules, turn: &Turn, keep: Dice) -> Result<Decision, Refusal> {
        if turn.throw >= rules.throws {
            return Err(Refusal::NoThrowsLeft { throws: rules.throws });
        }
        if !turn.dice.contains(keep) {
            return Err(Refusal::KeepNotThere { keep, dice: turn.dice });
        }
        if keep == turn.dice {
            return Err(Refusal::KeepAll);
        }
        if !rules.may_keep(keep) {
            return Err(Refusal::KeepForbidden { keep });
        }
        if !keep.contains(turn.kept) {
            return Err(Refusal::StaysAside { aside: turn.kept });
        }
        if !rules.sets_aside(turn.thrown(), keep) {
            return Err(Refusal::SetMoreAside { least: rules.set_aside.unwrap_or(0) });
        }
        if self.must_announce() {
            return Err(Refusal::MustAnnounce);
        }
        Ok(self.throws(turn, keep, None, turn.throw + 1))
    }

    fn announce(&self, rules: &SheetRules, turn: &Turn, slot: usize) -> Result<Vec<Event>, Refusal> {
        let id = self.open_box(rules, turn, slot)?;
        if !rules.slots[slot].announced {
            return Err(Refusal::NoAnnouncing { id });
        }
        if turn.throw > 1 {
            return Err(Refusal::TooLateToAnnounce);
        }
        if let Some(announced) = turn.announced {
            return Err(Refusal::OtherAnnounced { id: rules.slots[announced].id.clone() });
        }
        Ok(vec![Event::Announced { seat: turn.seat, slot }])
    }

    /// The id of an open box that the turn may fill, considering announcements.
    fn fillable_box(&self, rules: &SheetRules, turn: &Turn, slot: usize) -> Result<String, Refusal> {
        let id = self.open_box(rules, turn, slot)?;
        match turn.blocked_by_announcement(rules, slot) {
            None => Ok(id),
            Some(Reason::Announced { slot }) => {
                Err(Refusal::OtherAnnounced { id: rules.slots[slot].id.clone() })
            }
            Some(_) => Err(Refusal::NotAnnounced { id }),
        }
    }

    fn score(&self, rules: &SheetRules, turn: &Turn, slot: usize) -> Result<Vec<Event>, Refusal> {
        let id = self.fillable_box(rules, turn, slot)?;
        let offer = rules.offer(&self.players[turn.seat.0].sheet, slot, turn.dice, turn.throw);
        let points = offer.score.ok_or(Refusal::NotNow { id })?;
        Ok(vec![Event::Scored { seat: turn.seat, slot, points, bonus: offer.bonus }])
    }

    fn cross(&self, rules: &SheetRules, turn: &Turn, slot: usize) -> Result<Vec<Event>, Refusal> {
        let id = self.fillable_box(rules, turn, slot)?;
        let offer = rules.offer(&self.players[turn.seat.0].sheet, slot, turn.dice, turn.throw);
        match rules.slots[slot].cross {
            _ if offer.cross => Ok(vec![Event::CrossedOut { seat: turn.seat, slot, bonus: offer.bonus }]),
            Cross::Never => Err(Refusal::NoCrossing { id }),
            Cross::LastThrow | Cross::AnyThrow => Err(Refusal::NotNow { id }),
        }
    }

    fn open_box(&self, rules: &SheetRules, turn: &Turn, slot: usize) -> Result<String, Refusal> {
        let id = rules.slots.get(slot).ok_or(Refusal::NoSuchBox)?.id.clone();
        let sheet = &self.players[turn.seat.0].sheet;
        if !rules.is_open(sheet, slot) {
            return Err(Refusal::BoxFull { id });
        }
        if let Some(gate) = rules.gate_left(sheet).filter(|_| !rules.passes_gate(sheet, slot)) {
            return Err(Refusal::GateShut { left: gate.left });
        }
        if let Some(before) = rules.blocking_slot(sheet, slot) {
            return Err(Refusal::NotYet { id, before: rules.slots[before].id.clone() });
        }
        match rules.joker_takes_first(sheet, slot, turn.dice, turn.throw) {
            Some(_) => Err(Refusal::JokerElsewhere { id }),
            None => Ok(id),
        }
    }

    fn set_aside(&self, rules: &RaceRules, turn: &Turn, take: Dice, then: Then) -> Result<Decision, Refusal> {
        let seat = turn.seat;
        let selections = rules.selections(turn.dice);
        let double = rules.is_double(turn.dice, turn.aside);
        if take.is_empty() {
            // Only a double that scores nothing allows setting no dice aside.
            if !selections.is_empty() || !double {
                return Err(Refusal::DoesNotScore { take });
            }
            let may_bank = rules.double.as_ref().is_some_and(|double| double.blank == Blank::MayBank);
            return match then {
                Then::Bank if may_bank && turn.points < self.least_bank(rules, seat) => {
                    Err(Refusal::BankMore { least: self.least_bank(rules, seat) })
                }
                Then::Bank if may_bank => {
                    Ok(Decision::Done(vec![Event::Banked { seat, points: turn.points }]))
                }
                Then::Bank => Err(Refusal::MustThrow),
                Then::Throw => {
                    let turn = Turn { aside: 0, ..*turn };
                    Ok(self.throws(&turn, Dice::NONE, None, turn.throw.saturating_add(1)))
                }
            };
        }
        if !turn.dice.contains(take) {
            return Err(Refusal::NotThere { take, dice: turn.dice });
        }
        let chosen = selections.iter().find(|selection| selection.take == take);
        let points = chosen.ok_or(Refusal::DoesNotScore { take })?.points;
        let set_aside = Event::SetAside { seat, dice: take, points };
        let all = turn.aside + take.len() == rules.dice();
        let no_more = all && !rules.hot_dice && !double;
        let least = self.least_bank(rules, seat);
        match then {
            Then::Bank if turn.points.saturating_add(points) < least && !no_more => {
                Err(Refusal::BankMore { least })
            }
            Then::Bank => Ok(Decision::Done(vec![
                set_aside,
                Event::Banked { seat, points: turn.points.saturating_add(points) },
            ])),
            Then::Throw => {
                if no_more {
                    return Err(Refusal::MustBank);
                }
                let aside = if all { 0 } else { turn.aside + take.len() };
                let turn = Turn { aside, ..*turn };
                Ok(self.throws(&turn, Dice::NONE, Some(set_aside), turn.throw.saturating_add(1)))
            }
        }
    }

    fn least_bank(&self, rules: &RaceRules, seat: Seat) -> i32 {
        rules.least_bank(self.players[seat.0].standing)
    }

    /// Refuses a correction that would leave a turn in progress without a box to fill: the announced box, or,
    /// when it is too late to announce, one that needs no announcement.
    fn check_turn_can_finish(
        &self,
        rules: &SheetRules,
        seat: Seat,
        sheet: &Sheet,
        to: usize,
    ) -> Result<(), Refusal> {
        let playing = self.turn().filter(|turn| turn.seat == seat);
        let Some(turn) = playing.or(self.players[seat.0].unfinished.as_ref()) else { return Ok(()) };
        let id = |slot: usize| rules.slots[slot].id.clone();
        match turn.announced {
            Some(slot) if !rules.may_fill(sheet, slot) => Err(Refusal::OtherAnnounced { id: id(slot) }),
            None if turn.throw > 1 && !rules.need_not_announce(sheet) => Err(Refusal::NotNow { id: id(to) }),
            _ => Ok(()),
        }
    }

    fn correct(&self, by: Seat, correction: &Correction) -> Result<Vec<Event>, Refusal> {
        if !self.real_dice {
            return Err(Refusal::OnlyRealDice);
        }
        match (*correction, &self.rules.family) {
            (Correction::Entry { seat, slot, nth, to, entry }, Family::Sheet(rules)) => {
                let sheet = &self.players.get(seat.0).ok_or(Refusal::NoSuchSeat)?.sheet;
                let id = rules.slots.get(slot).ok_or(Refusal::NoSuchBox)?.id.clone();
                let to_id = rules.slots.get(to).ok_or(Refusal::NoSuchBox)?.id.clone();
                let mut corrected = sheet.clone();
                let was = corrected.take(slot, nth).ok_or(Refusal::NoSuchEntry { id })?;
                if !rules.is_open(&corrected, to) {
                    return Err(Refusal::BoxFull { id: to_id });
                }
                let entry =
                    rules.check_entry(to, entry).map_err(|_| Refusal::ImpossibleEntry { id: to_id })?;
                corrected.write(to, entry);
                match rules.could_be(&corrected) {
                    Err(SheetError::BeyondGate { left, .. }) => return Err(Refusal::GateShut { left }),
                    Err(SheetError::OutOfOrder { id, before }) => return Err(Refusal::NotYet { id, before }),
                    _ => {}
                }
                self.check_turn_can_finish(rules, seat, &corrected, to)?;
                Ok(vec![Event::EntryCorrected { by, seat, slot, nth, was, to, entry }])
            }
            (Correction::Joker { seat, points }, Family::Sheet(rules)) => {
                let was = self.players.get(seat.0).ok_or(Refusal::NoSuchSeat)?.sheet.joker();
                if rules.paid_joker().is_none() {
                    return Err(Refusal::NotThisGame);
                }
                // Check only the points: other entries of the sheet may be corrected next.
                let fine = rules.check_joker(points);
                fine.map_err(|_| Refusal::ImpossibleEntry { id: JOKER.to_owned() })?;
                Ok(vec![Event::JokerCorrected { by, seat, was, points }])
            }
            (Correction::Standing { seat, standing }, Family::Race(rules)) => {
                let was = self.players.get(seat.0).ok_or(Refusal::NoSuchSeat)?.standing;
                if !rules.is_standing(standing) {
                    return Err(Refusal::ImpossibleStanding);
                }
                Ok(vec![Event::StandingCorrected { by, seat, was, standing }])
            }
            _ => Err(Refusal::NotThisGame),
        }
    }
}
