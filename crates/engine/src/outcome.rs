//! `Outcome`: the winners and the results.

use kosti_rules::Family;
use kosti_rules::file::Ties;

use crate::state::{Phase, Seat, State};

/// The end of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The result of each seat.
    pub results: Vec<SeatResult>,
    /// The winners; equal best results share the win.
    pub winners: Vec<Seat>,
    /// The instant win that ended the game, if one did.
    pub at_once: Option<usize>,
}

/// The result of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeatResult {
    /// The total of the sheet, or the score of the race.
    pub total: i32,
    /// The points, if points decide the game.
    pub points: Option<i32>,
}

impl SeatResult {
    /// The number that decides the game: the points, or else the total.
    #[must_use]
    pub fn decides(&self) -> i32 {
        self.points.unwrap_or(self.total)
    }
}

impl State {
    /// The result of a seat so far.
    #[must_use]
    pub fn result(&self, seat: Seat) -> SeatResult {
        let player = &self.players[seat.0];
        match &self.rules.family {
            Family::Sheet(rules) => {
                let totals = rules.totals(&player.sheet);
                SeatResult { total: totals.total, points: totals.points }
            }
            Family::Race(_) => SeatResult { total: player.standing.score, points: None },
        }
    }

    /// The winners among equal best results: all of them, or the one who had the score first, as the race has it.
    fn first_of_equals(&self, equal: Vec<Seat>) -> Vec<Seat> {
        let last_round = self.rules.race().and_then(|race| race.last_round);
        if last_round.is_none_or(|last| last.ties == Ties::Shared) {
            return equal;
        }
        let first = self.finished.iter().find(|seat| equal.contains(seat)).copied();
        first.map_or(equal, |first| vec![first])
    }

    /// The outcome of a finished game. A player who left cannot win, unless all players left.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let Phase::Over { at_once } = &self.phase else { return None };
        let results: Vec<SeatResult> = (0..self.players.len()).map(|seat| self.result(Seat(seat))).collect();
        let winners = match at_once {
            Some((seat, _)) => vec![*seat],
            None => {
                let here = || (0..results.len()).filter(|&seat| !self.players[seat].left);
                let best = here().map(|seat| results[seat].decides()).max();
                let equal = here().filter(|&seat| Some(results[seat].decides()) == best).map(Seat).collect();
                self.first_of_equals(equal)
            }
        };
        Some(Outcome { results, winners, at_once: at_once.map(|(_, win)| win) })
    }
}
