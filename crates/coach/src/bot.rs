//! `Bot`: players of several strengths. A bot's action depends only on the position and on random numbers from
//! outside.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use kosti_engine::{Action, Phase, State, Turn};
use kosti_rules::{Family, Rules};
use kosti_solver::{DiceRng, GreedyRacer, HeuristicPlayer, Policy};
use serde::{Deserialize, Serialize};

use crate::advice::{last_turn_of, race_action, sheet_action};
use crate::coach::{Coach, NoCoach, plays_perfectly};

/// A beginner picks a random action in one of this many decisions.
const SLIPS: u32 = 5;

/// The strength of a bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Plays like a child: likes big numbers, considers only this turn, and sometimes picks a random action.
    Beginner,
    /// Considers only this turn, but knows the value of each box.
    Regular,
    /// Plays as the coach advises.
    Perfect,
}

/// The label of a perfect bot in a game that the coach only estimates.
const CAREFUL: &str = "careful";

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Self; 3] = [Self::Beginner, Self::Regular, Self::Perfect];

    /// All labels for people.
    pub const LABELS: [&str; 4] = ["beginner", "regular", "perfect", CAREFUL];

    /// The name in records and requests, the same for every game.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Beginner => "beginner",
            Self::Regular => "regular",
            Self::Perfect => "perfect",
        }
    }

    /// The label for people: `perfect` only if best play is known for this many seats, otherwise `careful`.
    #[must_use]
    pub fn label(self, rules: &Rules, seats: usize) -> &'static str {
        if self == Self::Perfect && !plays_perfectly(rules, seats) { CAREFUL } else { self.name() }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for an unknown level.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no level {0}; there are: beginner, regular, perfect, careful")]
pub struct NoLevel(String);

impl FromStr for Level {
    type Err = NoLevel;

    fn from_str(name: &str) -> Result<Self, NoLevel> {
        let name = if name == CAREFUL { Self::Perfect.name() } else { name };
        Self::ALL.into_iter().find(|level| level.name() == name).ok_or_else(|| NoLevel(name.to_owned()))
    }
}

/// A player without a person.
pub struct Bot {
    player: Player,
    slips: bool,
}

enum Player {
    Sheet(Box<HeuristicPlayer>),
    Race(GreedyRacer),
    Perfect(Arc<Coach>),
}

impl Bot {
    /// A bot for this game. A perfect bot uses the coach; without a coach it plays like a regular one.
    ///
    /// # Errors
    /// If the game is a race that is too large, or that might never finish.
    pub fn new(level: Level, rules: Arc<Rules>, coach: Option<Arc<Coach>>) -> Result<Self, NoCoach> {
        let slips = level == Level::Beginner;
        let player = match (level, coach, &rules.family) {
            (Level::Perfect, Some(coach), _) => Player::Perfect(coach),
            (Level::Beginner, _, Family::Sheet(_)) => {
                Player::Sheet(Box::new(HeuristicPlayer::new(rules, Policy::Greedy)))
            }
            (_, _, Family::Sheet(_)) => {
                Player::Sheet(Box::new(HeuristicPlayer::new(rules, Policy::Sensible)))
            }
            (_, _, Family::Race(_)) => Player::Race(GreedyRacer::new(rules)?),
        };
        Ok(Self { player, slips })
    }

    /// The bot's action; a throw if there is nothing to choose.
    pub fn choose(&self, state: &State, source: &mut impl DiceRng) -> Action {
        let legal = state.legal_actions();
        let (Phase::Playing(turn), false) = (state.phase(), legal.len() < 2) else {
            return legal.first().copied().unwrap_or_else(Action::first_throw);
        };
        if self.slips && source.below(SLIPS) == 0 {
            // Even a beginner does not cross out a box while it can score.
            let scores = legal.iter().filter(|action| !matches!(action, Action::Cross { .. }));
            let liked: Vec<&Action> = scores.collect();
            if !liked.is_empty() {
                return *liked[source.below(liked.len() as u32) as usize];
            }
        }
        let best = match &self.player {
            Player::Sheet(player) => {
                let sheet = &state.players()[turn.seat.0].sheet;
                player
                    .advise(sheet, turn.thrown(), turn.throw, turn.announced)
                    .first()
                    .map(|best| sheet_action(best.choice))
            }
            Player::Race(eager) => race(eager, state, turn),
            Player::Perfect(coach) => {
                coach.values(state).and_then(|advice| advice.choices.first().map(|best| best.action))
            }
        };
        best.filter(|action| legal.contains(action)).unwrap_or(legal[0])
    }
}

fn race(eager: &GreedyRacer, state: &State, turn: &Turn) -> Option<Action> {
    let weighed = match last_turn_of(state, turn.seat) {
        Some(last) => eager.last_turn(&last)?,
        None => eager.turn(state.players()[turn.seat.0].standing)?,
    };
    weighed.advise(turn.points, turn.dice).first().map(race_action)
}
