//! `View`: the game as one seat, or a spectator, sees it. Nothing is hidden in these games; what differs is what
//! may be done.

use kosti_rules::{Offer, Selection};

use crate::action::Action;
use crate::outcome::{Outcome, SeatResult};
use crate::state::{Player, Seat, State, Turn};

/// The game as one seat sees it.
///
/// ```
/// # use std::sync::Arc;
/// # use kosti_rules::{House, RulesFile};
/// use kosti_engine::{Action, Seat, State};
/// # let text = "name = 'Any'\ndice = 1\nthrows = 1\n[box.any]\nscore = 'all-dice'";
/// # let rules = Arc::new(RulesFile::read("any", text).rules(&House::default()).unwrap());
/// let state = State::new(rules, 2).unwrap();
/// assert_eq!(state.view(Some(Seat(0))).actions, [Action::first_throw()]);
/// assert!(state.view(Some(Seat(1))).actions.is_empty(), "it is not their turn");
/// ```
#[derive(Debug, Clone)]
pub struct View<'a> {
    /// Whose view; nobody's for a spectator.
    pub seat: Option<Seat>,
    /// Whose turn it is.
    pub on_turn: Option<Seat>,
    /// The turn in progress.
    pub turn: Option<&'a Turn>,
    /// Everybody's sheets and standings, and who has left.
    pub players: &'a [Player],
    /// What every seat has so far.
    pub results: Vec<SeatResult>,
    /// What the dice can do with each open box of the player on turn.
    pub offers: Vec<Offer>,
    /// What of the dice can be set aside.
    pub selections: &'a [Selection],
    /// What this seat may do with the dice now.
    pub actions: Vec<Action>,
    /// Whether this seat can take back its last decision.
    pub may_undo: bool,
    /// Whether this seat can correct what was written.
    pub may_correct: bool,
    /// How the game ended, once it has.
    pub outcome: Option<Outcome>,
}

impl State {
    /// The game as this seat sees it, or as a spectator does.
    #[must_use]
    pub fn view(&self, seat: Option<Seat>) -> View<'_> {
        let on_turn = self.on_turn();
        View {
            seat,
            on_turn,
            turn: self.turn(),
            players: &self.players,
            results: (0..self.players.len()).map(|seat| self.result(Seat(seat))).collect(),
            offers: self.offers(),
            selections: self.selections(),
            actions: if seat.is_some() && seat == on_turn { self.legal_actions() } else { Vec::new() },
            may_undo: seat.is_some_and(|seat| self.may_undo(seat)),
            may_correct: self.real_dice && seat.is_some_and(|seat| !self.players[seat.0].left),
            outcome: self.outcome(),
        }
    }
}
