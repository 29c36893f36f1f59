//! `apply` changes the state by an event. It cannot fail, and replaying the same events gives the same state.
//! An event that no `decide` returns (one with an unknown box or seat) changes nothing.

use kosti_dice::Dice;
use kosti_rules::file::Lot;
use kosti_rules::{Entry, Family, RaceRules, Standing};

use crate::event::Event;
use crate::state::{Phase, Seat, State, Turn};

impl State {
    /// Changes the state by an event.
    pub fn apply(&mut self, event: &Event) {
        let (seat, slot) = seat_and_slot(event);
        let slots = self.rules.sheet().map_or(0, |sheet| sheet.slots.len());
        if seat.0 >= self.players.len() || slot.is_some_and(|slot| slot >= slots) {
            return;
        }
        match *event {
            Event::Thrown { seat, kept, dice } => self.apply_throw(seat, kept, dice),
            Event::Scored { seat, slot, points, bonus } => {
                self.apply_entry(seat, slot, Entry::Score(points), bonus);
            }
            Event::Announced { seat, slot } => self.apply_announcement(seat, slot),
            Event::CrossedOut { seat, slot, bonus } => self.apply_entry(seat, slot, Entry::Crossed, bonus),
            Event::SetAside { seat, dice, points } => self.set_dice_aside(seat, dice.len(), points),
            Event::Banked { seat, points } => {
                self.save_rest_of_entry(seat);
                self.end_turn(seat, |rules, before| rules.after_turn(before, points));
            }
            // A bust belongs to the entry of its throw.
            Event::Busted { seat, score_lost: false } => {
                self.end_turn(seat, |rules, before| rules.after_turn(before, 0));
            }
            Event::Busted { seat, score_lost: true } => {
                self.end_turn(seat, |rules, _| rules.after_score_loss());
            }
            Event::WonAtOnce { seat, win } => self.phase = Phase::Over { at_once: Some((seat, win)) },
            Event::Undone { seat } => self.apply_undo(seat),
            Event::Left { seat } => self.apply_leaving(seat),
            Event::Returned { seat } => {
                self.players[seat.0].left = false;
                self.drop_older_entries();
                if self.phase == Phase::Waiting {
                    self.next_turn(Seat((seat.0 + self.players.len() - 1) % self.players.len()));
                }
            }
            Event::EntryCorrected { by, seat, slot, nth, to, entry, .. } => {
                self.save_before_entry(by, seat);
                let sheet = &mut self.players[seat.0].sheet;
                sheet.take(slot, nth);
                if slot == to {
                    sheet.put(slot, nth, entry);
                } else {
                    sheet.write(to, entry);
                }
            }
            Event::JokerCorrected { by, seat, was, points } => {
                self.save_before_entry(by, seat);
                self.players[seat.0].sheet.add_joker(points.saturating_sub(was));
            }
            Event::StandingCorrected { by, seat, standing, .. } => {
                self.save_before_entry(by, seat);
                self.players[seat.0].standing = standing;
                self.update_race_end(seat);
            }
        }
    }

    fn apply_throw(&mut self, seat: Seat, kept: Dice, dice: Dice) {
        self.save_before_throw(seat);
        let all = usize::from(self.rules.dice);
        match &mut self.phase {
            Phase::Lot { sums, .. } => {
                sums.push(dice.sum());
                self.settle_lot();
            }
            Phase::Playing(turn) => {
                turn.seat = seat;
                turn.throw = turn.throw.saturating_add(1);
                match self.rules.sheet() {
                    Some(rules) => turn.put(rules.thrown_beside(kept, dice)),
                    None => turn.dice = dice,
                }
                if dice.len() == all {
                    turn.aside = 0;
                }
            }
            Phase::Waiting | Phase::Over { .. } => {}
        }
    }

    /// Ends the lot once everybody has thrown: the best player starts, or the players with equal best sums
    /// throw again.
    fn settle_lot(&mut self) {
        let Phase::Lot { contenders, sums } = &self.phase else { return };
        // A single remaining contender starts without throwing.
        if sums.len() < contenders.len() && contenders.len() > 1 {
            return;
        }
        if let [only] = contenders[..] {
            self.phase = Phase::Playing(Turn::new(only));
            return;
        }
        let best = match self.rules.sheet().and_then(|sheet| sheet.lot) {
            Some(Lot::HighestSum) => sums.iter().max(),
            _ => sums.iter().min(),
        };
        let equal: Vec<Seat> = contenders
            .iter()
            .zip(sums)
            .filter(|(_, sum)| Some(*sum) == best)
            .map(|(seat, _)| *seat)
            .collect();
        match equal.as_slice() {
            [] => self.next_turn(Seat(self.players.len() - 1)),
            [first] => self.phase = Phase::Playing(Turn::new(*first)),
            _ => self.phase = Phase::Lot { contenders: equal, sums: Vec::new() },
        }
    }

    fn apply_entry(&mut self, seat: Seat, slot: usize, entry: Entry, bonus: i32) {
        self.save_before_entry(seat, seat);
        let player = &mut self.players[seat.0];
        player.sheet.write(slot, entry);
        player.sheet.add_joker(bonus);
        player.turns += 1;
        self.next_turn(seat);
    }

    fn apply_announcement(&mut self, seat: Seat, slot: usize) {
        self.save_before_entry(seat, seat);
        if let Phase::Playing(turn) = &mut self.phase {
            turn.announced = Some(slot);
        }
    }

    fn set_dice_aside(&mut self, seat: Seat, dice: usize, points: i32) {
        self.save_begun_entry(seat);
        let all = usize::from(self.rules.dice);
        if let Phase::Playing(turn) = &mut self.phase {
            turn.aside = if turn.aside + dice >= all { 0 } else { turn.aside + dice };
            turn.points = turn.points.saturating_add(points);
        }
    }

    fn end_turn(&mut self, seat: Seat, after: impl Fn(&RaceRules, Standing) -> Standing) {
        let Family::Race(rules) = &self.rules.family else { return };
        let player = &mut self.players[seat.0];
        player.standing = after(rules, player.standing);
        player.turns += 1;
        let reached = rules.is_won(player.standing.score);
        if rules.last_round.is_some() {
            if reached || !self.finished.is_empty() {
                self.finished.push(seat);
            }
            self.next_turn(seat);
        } else if reached {
            self.phase = Phase::Over { at_once: None };
        } else {
            self.next_turn(seat);
        }
    }

    fn apply_leaving(&mut self, seat: Seat) {
        self.players[seat.0].left = true;
        self.drop_older_entries();
        match &mut self.phase {
            Phase::Lot { contenders, sums } => {
                self.undo.clear();
                if let Some(place) = contenders.iter().position(|&contender| contender == seat) {
                    contenders.remove(place);
                    if place < sums.len() {
                        sums.remove(place);
                    }
                    self.settle_lot();
                }
            }
            Phase::Playing(turn) if turn.seat == seat => {
                // Keep the dice for the player's return, so that leaving is no way out of bad dice.
                self.players[seat.0].unfinished = Some(*turn).filter(|turn| turn.throw > 0);
                self.undo.clear();
                self.next_turn(seat);
            }
            _ => {}
        }
    }

    /// Gives the turn to the next seat whose player is present and has not finished.
    fn next_turn(&mut self, after: Seat) {
        let seats = self.players.len();
        let next = (1..=seats).map(|step| Seat((after.0 + step) % seats)).find(|&seat| self.can_play(seat));
        self.phase = match next {
            Some(seat) => {
                Phase::Playing(self.players[seat.0].unfinished.take().unwrap_or_else(|| Turn::new(seat)))
            }
            None if self.players.iter().all(|player| player.left) => Phase::Waiting,
            None => Phase::Over { at_once: None },
        };
    }

    fn can_play(&self, seat: Seat) -> bool {
        let player = &self.players[seat.0];
        !player.left
            && !self.finished.contains(&seat)
            && self.rules.sheet().is_none_or(|rules| !rules.is_full(&player.sheet))
    }

    /// Ends the race if a corrected score wins it, or continues it if the correction takes a win back.
    fn update_race_end(&mut self, corrected: Seat) {
        let Some(rules) = self.rules.race() else { return };
        let won = self.players.iter().any(|player| rules.is_won(player.standing.score));
        if rules.last_round.is_some() {
            return self.update_last_round(corrected, won);
        }
        match &self.phase {
            _ if won => self.phase = Phase::Over { at_once: None },
            Phase::Over { .. } => self.next_turn(corrected),
            _ => {}
        }
    }
}

impl State {
    /// Begins the last round if a corrected score reaches the target, or takes it back if no score does any more.
    fn update_last_round(&mut self, corrected: Seat, reached: bool) {
        let on_turn = self.turn().map(|turn| turn.seat);
        let wins = |state: &Self, seat: Seat| {
            state.rules.race().is_some_and(|rules| rules.is_won(state.players[seat.0].standing.score))
        };
        if !reached {
            self.finished.clear();
        } else if wins(self, corrected) && !self.finished.contains(&corrected) {
            self.finished.push(corrected);
        }
        match &self.phase {
            Phase::Over { .. } => self.next_turn(corrected),
            Phase::Playing(_) if on_turn == Some(corrected) && self.finished.contains(&corrected) => {
                self.next_turn(corrected);
            }
            _ => {}
        }
    }
}

/// The seat and the box of an event.
fn seat_and_slot(event: &Event) -> (Seat, Option<usize>) {
    match *event {
        Event::Scored { seat, slot, .. }
        | Event::CrossedOut { seat, slot, .. }
        | Event::Announced { seat, slot } => (seat, Some(slot)),
        Event::EntryCorrected { seat, slot, to, .. } => (seat, Some(slot.max(to))),
        Event::Thrown { seat, .. }
        | Event::SetAside { seat, .. }
        | Event::Banked { seat, .. }
        | Event::Busted { seat, .. }
        | Event::WonAtOnce { seat, .. }
        | Event::Undone { seat }
        | Event::Left { seat }
        | Event::Returned { seat }
        | Event::JokerCorrected { seat, .. }
        | Event::StandingCorrected { seat, .. } => (seat, None),
    }
}
