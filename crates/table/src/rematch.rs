//! The rematch, and the seats of players who are away.

use kosti_engine::{Seat, SeatsRefused, State};

use crate::chair::{Chair, Who};
use crate::command_error::CommandError;
use crate::dealer::Dealer;
use crate::event::{DiceKind, Opened, SeatPlan};
use crate::table::Table;

/// The time that a disconnected player on turn has to think, in milliseconds.
const THINKS: i64 = 60_000;

impl Table {
    /// The opening of the rematch, for a table with this id and this first chain of the server. All players keep their seats and keys. Vacated seats are
    /// left out, unless the game needs them.
    #[must_use]
    pub fn rematch_plan(&self, id: &str, dealer: Option<&Dealer>) -> Opened {
        let all: Vec<usize> = (0..self.chairs.len()).collect();
        let held: Vec<usize> =
            all.iter().copied().filter(|&seat| self.chairs[seat].who != Who::Nobody).collect();
        let seats = if self.compiled.rules.seats_allowed(held.len()) { held } else { all };
        let first = self.next_first_seat(&seats);
        let plan = |chair: &Chair| match chair.who {
            Who::Person { key, .. } => SeatPlan { name: Some(chair.name.clone()), key: Some(key), bot: None },
            Who::Bot(level) => SeatPlan { name: Some(chair.name.clone()), key: None, bot: Some(level) },
            Who::Nobody => SeatPlan { name: None, key: None, bot: None },
        };
        Opened {
            table: id.to_owned(),
            game: self.game.clone(),
            rules: self.compiled.text.to_string(),
            house: self.house.clone(),
            dice: self.dice,
            coach: self.coach,
            opener: self.opener,
            seats: seats.into_iter().map(|seat| plan(&self.chairs[seat])).collect(),
            anchor: dealer.map(Dealer::anchor),
            generation: dealer.and_then(Dealer::generation),
            after: Some(self.id.clone()),
            first: Some(first).filter(|&first| first > 0),
        }
    }

    /// The first state of the game with the players of this table.
    ///
    /// # Errors
    /// If the game does not allow this many players.
    pub fn initial_state(&self) -> Result<State, SeatsRefused> {
        let state = State::new(self.compiled.rules.clone(), self.chairs.len())?.with_first(Seat(self.first));
        Ok(if self.dice == DiceKind::Real { state.with_real_dice() } else { state })
    }

    /// The seat that begins the rematch: the loser, or if there is none or more than one, the seat after the one that
    /// began this game.
    fn next_first_seat(&self, seats: &[usize]) -> usize {
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

    /// Whether the opener may put a bot on another player's seat, or free it. During the game, a `connected` player
    /// keeps the seat; the player on turn has a minute to think, connected or not.
    ///
    /// # Errors
    /// If the player keeps the seat.
    pub fn may_be_replaced(&self, seat: usize, connected: bool, at: i64) -> Result<(), CommandError> {
        let Some(state) = self.state.as_ref().filter(|state| state.outcome().is_none()) else {
            return Ok(());
        };
        let on_turn = state.on_turn().is_some_and(|on_turn| on_turn.0 == seat);
        let thinks = on_turn && at.saturating_sub(self.changed_at) < THINKS;
        if connected || thinks { Err(CommandError::PlayerIsHere) } else { Ok(()) }
    }
}
