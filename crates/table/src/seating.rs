//! Seats: joining, starting the game, standing in, vacating.

use kosti_coach::Level;
use kosti_dice::fair::Link;
use kosti_engine::{Action, Decision, RecordFaultKind, Seat, Tags, check_new_name, check_new_names};
use kosti_rules::file::PlayersFile;

use crate::chair::Who;
use crate::command::Actor;
use crate::command_error::CommandError;
use crate::commit::Commit;
use crate::event::{DiceKind, Opened, SeatPlan, TableEvent};
use crate::key::Key;
use crate::table::Table;

impl Table {
    /// The commit that opens a table. The game begins at once if no seat is free.
    ///
    /// # Errors
    /// If a name is invalid, or the game does not allow this many players.
    pub fn opening(opened: Opened, players: &PlayersFile, at: i64) -> Result<Commit, CommandError> {
        let count = opened.seats.len();
        if !players.allow(count) {
            return Err(CommandError::SeatCount { seats: count, min: players.min, max: players.max });
        }
        let names: Vec<String> = opened.seats.iter().filter_map(|seat| seat.name.clone()).collect();
        // Players of the previous game may keep names that are too similar for a new table.
        let fit = if opened.after.is_some() { Tags::check_names } else { check_new_names };
        fit(&names).map_err(bad_name)?;
        if opened.dice == DiceKind::Real && opened.seats.iter().any(|seat| seat.bot.is_some()) {
            return Err(CommandError::BotsNeedVirtualDice);
        }
        let nameless = |seat: &SeatPlan| seat.name.is_none() && (seat.key.is_some() || seat.bot.is_some());
        if opened.seats.iter().any(nameless) {
            return Err(CommandError::BadName { name: String::new() });
        }
        let all_here = opened.seats.iter().all(|seat| seat.key.is_some() || seat.bot.is_some());
        let mut events = vec![TableEvent::Opened(Box::new(opened))];
        if all_here {
            events.push(TableEvent::Started { seats: (0..count).collect() });
        }
        Ok(Commit { at, events })
    }

    pub(crate) fn join(
        &self,
        seat: Option<usize>,
        name: &str,
        key: Key,
        anchor: Option<Link>,
    ) -> Result<Vec<TableEvent>, CommandError> {
        let free = |seat: &usize| self.chairs[*seat].who == Who::Nobody;
        let seat = match seat {
            Some(seat) if seat >= self.chairs.len() => return Err(CommandError::NoSuchSeat),
            Some(seat) if !free(&seat) => return Err(CommandError::SeatTaken),
            Some(seat) => seat,
            None => (0..self.chairs.len()).find(free).ok_or(CommandError::NoFreeSeat)?,
        };
        let others =
            self.chairs.iter().enumerate().filter(|(other, chair)| *other != seat && !chair.name.is_empty());
        let others: Vec<String> = others.map(|(_, chair)| chair.name.clone()).collect();
        check_new_name(name, &others).map_err(bad_name)?;
        let mut events = vec![TableEvent::Seated { seat, name: name.to_owned(), key }];
        if let (Some(anchor), DiceKind::Virtual) = (anchor, self.dice) {
            events.push(self.client_anchor_event(seat, anchor));
        }
        match &self.state {
            None => {
                let waiting = (0..self.chairs.len()).any(|other| other != seat && free(&other));
                if !waiting {
                    events.push(TableEvent::Started { seats: (0..self.chairs.len()).collect() });
                }
            }
            // A player who takes an empty seat in a running game continues its sheet.
            Some(state) if state.players()[seat].left => {
                events.extend(self.game_events(seat, &Action::Return));
            }
            Some(_) => {}
        }
        Ok(events)
    }

    pub(crate) fn start(&self, actor: Actor) -> Result<Vec<TableEvent>, CommandError> {
        self.require_opener(actor)?;
        if self.state.is_some() {
            return Err(CommandError::Started);
        }
        let seats: Vec<usize> =
            (0..self.chairs.len()).filter(|&seat| self.chairs[seat].who != Who::Nobody).collect();
        let rules = &self.compiled.rules;
        if !rules.seats_allowed(seats.len()) {
            let (min, max) = (rules.players.min, rules.players.max);
            return Err(CommandError::SeatCount { seats: seats.len(), min, max });
        }
        Ok(vec![TableEvent::Started { seats }])
    }

    pub(crate) fn stand_in(&self, seat: usize, level: Level) -> Result<Vec<TableEvent>, CommandError> {
        let Who::Person { stand_in, .. } = self.chairs[seat].who else {
            return Err(CommandError::NoSuchSeat);
        };
        let state = self.running_state()?;
        if self.dice == DiceKind::Real {
            return Err(CommandError::BotsNeedVirtualDice);
        }
        if stand_in == Some(level) {
            return Err(CommandError::BotPlays);
        }
        let mut events = vec![TableEvent::StoodIn { seat, level }];
        if state.players()[seat].left {
            events.extend(self.game_events(seat, &Action::Return));
        }
        Ok(events)
    }

    pub(crate) fn take_back(&self, seat: usize) -> Result<Vec<TableEvent>, CommandError> {
        match self.chairs[seat].who {
            Who::Person { stand_in: Some(_), .. } => Ok(vec![TableEvent::TookBack { seat }]),
            _ => Err(CommandError::NoBot),
        }
    }

    pub(crate) fn vacate(&self, seat: usize) -> Result<Vec<TableEvent>, CommandError> {
        if !matches!(self.chairs[seat].who, Who::Person { .. }) {
            return Err(CommandError::NoSuchSeat);
        }
        let mut events = vec![TableEvent::Vacated { seat }];
        if self.state.as_ref().is_some_and(|state| !state.players()[seat].left) {
            events.extend(self.game_events(seat, &Action::Leave));
        }
        Ok(events)
    }

    /// The events of leaving or returning; empty after the end.
    fn game_events(&self, seat: usize, action: &Action) -> Vec<TableEvent> {
        let decided = self.state.as_ref().map(|state| (state, state.decide(Seat(seat), action)));
        match decided {
            Some((state, Ok(Decision::Done(events)))) => self.table_events(state, &events, None),
            _ => Vec::new(),
        }
    }
}

/// Converts the fault of a name.
fn bad_name(kind: RecordFaultKind) -> CommandError {
    match kind {
        RecordFaultKind::SameName { name } => CommandError::SameName { name },
        RecordFaultKind::AlikeName { name, other } => CommandError::AlikeName { name, other },
        RecordFaultKind::InvisibleInName { code } => CommandError::InvisibleInName { code },
        RecordFaultKind::BadName { name } => CommandError::BadName { name },
        _ => CommandError::BadName { name: String::new() },
    }
}
