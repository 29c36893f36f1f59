//! Who sits where: joining, beginning, standing in, leaving a seat to others.

use kosti_coach::Level;
use kosti_dice::fair::Link;
use kosti_engine::{Action, Decision, RecordFaultKind, Seat, Tags, check_new_name, check_new_names};
use kosti_rules::file::PlayersFile;

use crate::chair::Who;
use crate::fact::{DiceKind, Fact, Opened, SeatPlan};
use crate::key::Key;
use crate::note::Note;
use crate::refused::Refused;
use crate::table::Table;
use crate::wish::By;

impl Table {
    /// The note that opens a table; the game begins at once when nobody is waited for.
    ///
    /// # Errors
    /// When a name will not do, or the game is not for so many.
    pub fn opening(opened: Opened, players: &PlayersFile, at: i64) -> Result<Note, Refused> {
        let count = opened.seats.len();
        if !players.allow(count) {
            return Err(Refused::SeatCount { seats: count, min: players.min, max: players.max });
        }
        let names: Vec<String> = opened.seats.iter().filter_map(|seat| seat.name.clone()).collect();
        // Those who played together by their names may go on so.
        let fit = if opened.after.is_some() { Tags::check_names } else { check_new_names };
        fit(&names).map_err(bad_name)?;
        if opened.dice == DiceKind::Real && opened.seats.iter().any(|seat| seat.bot.is_some()) {
            return Err(Refused::BotsNeedVirtualDice);
        }
        let nameless = |seat: &SeatPlan| seat.name.is_none() && (seat.key.is_some() || seat.bot.is_some());
        if opened.seats.iter().any(nameless) {
            return Err(Refused::BadName { name: String::new() });
        }
        let all_here = opened.seats.iter().all(|seat| seat.key.is_some() || seat.bot.is_some());
        let mut did = vec![Fact::Opened(Box::new(opened))];
        if all_here {
            did.push(Fact::Started { seats: (0..count).collect() });
        }
        Ok(Note { at, did })
    }

    pub(crate) fn join(
        &self,
        seat: Option<usize>,
        name: &str,
        key: Key,
        anchor: Option<Link>,
    ) -> Result<Vec<Fact>, Refused> {
        let free = |seat: &usize| self.chairs[*seat].who == Who::Nobody;
        let seat = match seat {
            Some(seat) if seat >= self.chairs.len() => return Err(Refused::NoSuchSeat),
            Some(seat) if !free(&seat) => return Err(Refused::SeatTaken),
            Some(seat) => seat,
            None => (0..self.chairs.len()).find(free).ok_or(Refused::NoFreeSeat)?,
        };
        let others =
            self.chairs.iter().enumerate().filter(|(other, chair)| *other != seat && !chair.name.is_empty());
        let others: Vec<String> = others.map(|(_, chair)| chair.name.clone()).collect();
        check_new_name(name, &others).map_err(bad_name)?;
        let mut did = vec![Fact::Seated { seat, name: name.to_owned(), key }];
        if let (Some(anchor), DiceKind::Virtual) = (anchor, self.dice) {
            did.push(self.anchored_by(seat, anchor));
        }
        match &self.state {
            None => {
                let waiting = (0..self.chairs.len()).any(|other| other != seat && free(&other));
                if !waiting {
                    did.push(Fact::Started { seats: (0..self.chairs.len()).collect() });
                }
            }
            // Whoever takes an empty seat in a running game goes on with its sheet.
            Some(state) if state.players()[seat].left => did.extend(self.game_fact(seat, &Action::Return)),
            Some(_) => {}
        }
        Ok(did)
    }

    pub(crate) fn start(&self, by: By) -> Result<Vec<Fact>, Refused> {
        self.opens(by)?;
        if self.state.is_some() {
            return Err(Refused::Started);
        }
        let seats: Vec<usize> =
            (0..self.chairs.len()).filter(|&seat| self.chairs[seat].who != Who::Nobody).collect();
        let rules = &self.booked.rules;
        if !rules.seats_allowed(seats.len()) {
            let (min, max) = (rules.players.min, rules.players.max);
            return Err(Refused::SeatCount { seats: seats.len(), min, max });
        }
        Ok(vec![Fact::Started { seats }])
    }

    pub(crate) fn stand_in(&self, seat: usize, level: Level) -> Result<Vec<Fact>, Refused> {
        let Who::Person { stand_in, .. } = self.chairs[seat].who else { return Err(Refused::NoSuchSeat) };
        let state = self.playing()?;
        if self.dice == DiceKind::Real {
            return Err(Refused::BotsNeedVirtualDice);
        }
        if stand_in == Some(level) {
            return Err(Refused::BotPlays);
        }
        let mut did = vec![Fact::StoodIn { seat, level }];
        if state.players()[seat].left {
            did.extend(self.game_fact(seat, &Action::Return));
        }
        Ok(did)
    }

    pub(crate) fn take_back(&self, seat: usize) -> Result<Vec<Fact>, Refused> {
        match self.chairs[seat].who {
            Who::Person { stand_in: Some(_), .. } => Ok(vec![Fact::TookBack { seat }]),
            _ => Err(Refused::NoBot),
        }
    }

    pub(crate) fn vacate(&self, seat: usize) -> Result<Vec<Fact>, Refused> {
        if !matches!(self.chairs[seat].who, Who::Person { .. }) {
            return Err(Refused::NoSuchSeat);
        }
        let mut did = vec![Fact::Vacated { seat }];
        if self.state.as_ref().is_some_and(|state| !state.players()[seat].left) {
            did.extend(self.game_fact(seat, &Action::Leave));
        }
        Ok(did)
    }

    /// What leaving or coming back does in the game; nothing once it is over.
    fn game_fact(&self, seat: usize, action: &Action) -> Vec<Fact> {
        let decided = self.state.as_ref().map(|state| (state, state.decide(Seat(seat), action)));
        match decided {
            Some((state, Ok(Decision::Done(events)))) => self.told(state, &events, None),
            _ => Vec::new(),
        }
    }
}

/// Why a name is refused.
fn bad_name(kind: RecordFaultKind) -> Refused {
    match kind {
        RecordFaultKind::SameName { name } => Refused::SameName { name },
        RecordFaultKind::AlikeName { name, other } => Refused::AlikeName { name, other },
        RecordFaultKind::InvisibleInName { code } => Refused::InvisibleInName { code },
        RecordFaultKind::BadName { name } => Refused::BadName { name },
        _ => Refused::BadName { name: String::new() },
    }
}
