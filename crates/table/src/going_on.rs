//! Who goes on playing: the next game of the same people, and seats of people who are away.

use kosti_dice::fair::{Generation, Link};
use kosti_engine::{Seat, SeatsRefused, State};

use crate::chair::{Chair, Who};
use crate::fact::{DiceKind, Opened, SeatPlan};
use crate::refused::Refused;
use crate::table::Table;

/// How long a player may think who is not seen, in milliseconds.
const THINKS: i64 = 60_000;

impl Table {
    /// How the rematch is opened, at the table with this id. Everybody has the same seat, held with the same key. Seats that
    /// nobody holds any more are left out, unless the game needs them.
    #[must_use]
    pub fn rematch_plan(&self, id: &str, chain: Option<(Link, Generation)>) -> Opened {
        let all: Vec<usize> = (0..self.chairs.len()).collect();
        let held: Vec<usize> =
            all.iter().copied().filter(|&seat| self.chairs[seat].who != Who::Nobody).collect();
        let seats = if self.booked.rules.seats_allowed(held.len()) { held } else { all };
        let first = self.starts_next(&seats);
        let plan = |chair: &Chair| match chair.who {
            Who::Person { key, .. } => SeatPlan { name: Some(chair.name.clone()), key: Some(key), bot: None },
            Who::Bot(level) => SeatPlan { name: Some(chair.name.clone()), key: None, bot: Some(level) },
            Who::Nobody => SeatPlan { name: None, key: None, bot: None },
        };
        Opened {
            table: id.to_owned(),
            game: self.game.clone(),
            rules: self.booked.text.to_string(),
            house: self.house.clone(),
            dice: self.dice,
            coach: self.coach,
            opener: self.opener,
            seats: seats.into_iter().map(|seat| plan(&self.chairs[seat])).collect(),
            anchor: chain.map(|(anchor, _)| anchor),
            generation: chain.map(|(_, generation)| generation),
            after: Some(self.id.clone()),
            first: Some(first).filter(|&first| first > 0),
        }
    }

    /// The game as it begins with those who sit here.
    ///
    /// # Errors
    /// When it is not for so many.
    pub fn begun(&self) -> Result<State, SeatsRefused> {
        let state = State::new(self.booked.rules.clone(), self.chairs.len())?.with_first(Seat(self.first));
        Ok(if self.dice == DiceKind::Real { state.with_real_dice() } else { state })
    }

    /// Which of these seats starts the rematch: who lost, or where nobody or more than one did, the one after the seat that
    /// started this game.
    fn starts_next(&self, seats: &[usize]) -> usize {
        let after = seats.iter().position(|&seat| seat > self.first).unwrap_or(0);
        let Some(outcome) = self.state.as_ref().and_then(State::outcome) else { return after };
        let lost = |seat: &usize| !outcome.winners.contains(&Seat(*seat));
        let result = |seat: usize| outcome.results[seat].decides();
        let Some(least) = seats.iter().copied().filter(lost).map(result).min() else { return after };
        let mut last = (0..seats.len()).filter(|&nth| lost(&seats[nth]) && result(seats[nth]) == least);
        match (last.next(), last.next()) {
            (Some(nth), None) => nth,
            _ => after,
        }
    }

    /// Whether the opener may put a bot on somebody else's seat, or free it. While the game goes on, not the seat of a
    /// player who is `connected`; and one who is on turn may think for a minute, connected or not.
    ///
    /// # Errors
    /// When the seat stays its player's.
    pub fn may_be_replaced(&self, seat: usize, connected: bool, at: i64) -> Result<(), Refused> {
        let Some(state) = self.state.as_ref().filter(|state| state.outcome().is_none()) else {
            return Ok(());
        };
        let on_turn = state.on_turn().is_some_and(|on_turn| on_turn.0 == seat);
        let thinks = on_turn && at.saturating_sub(self.changed_at) < THINKS;
        if connected || thinks { Err(Refused::PlayerIsHere) } else { Ok(()) }
    }
}
