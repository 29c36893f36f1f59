//! `Bot`: players of several strengths. What they do follows from the position and from numbers that come from outside.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use kosti_engine::{Action, Phase, State, Turn};
use kosti_rules::{Family, Rules};
use kosti_solver::{Casual, Eager, Manner, Source};
use serde::{Deserialize, Serialize};

use crate::advice::{raced, written};
use crate::coach::{Coach, NoCoach, plays_perfectly};

/// How often a beginner does just anything: once in so many decisions.
const SLIPS: u32 = 5;

/// How well a bot plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Like a child: likes big numbers, looks no further than this turn, and sometimes does just anything.
    Beginner,
    /// Looks at this turn, and knows what each box is good for.
    Regular,
    /// Plays as the coach advises.
    Perfect,
}

/// What a bot that plays as the coach advises is called where the coach estimates.
const CAREFUL: &str = "careful";

impl Level {
    /// All of them, weakest first.
    pub const ALL: [Self; 3] = [Self::Beginner, Self::Regular, Self::Perfect];

    /// All names for people.
    pub const LABELS: [&str; 4] = ["beginner", "regular", "perfect", CAREFUL];

    /// The name in records and requests, the same in every game.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Beginner => "beginner",
            Self::Regular => "regular",
            Self::Perfect => "perfect",
        }
    }

    /// The name for people: a bot is `perfect` only where best play is known for so many seats, and else `careful`.
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

/// There is no such level.
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

/// Somebody who plays by itself.
pub struct Bot {
    mind: Mind,
    slips: bool,
}

enum Mind {
    Sheet(Box<Casual>),
    Race(Eager),
    Perfect(Arc<Coach>),
}

impl Bot {
    /// A bot of this game. A perfect one asks the coach; without one it plays as a regular one.
    ///
    /// # Errors
    /// When the game is a race that is too large, or that nobody may be able to finish.
    pub fn new(level: Level, rules: Arc<Rules>, coach: Option<Arc<Coach>>) -> Result<Self, NoCoach> {
        let slips = level == Level::Beginner;
        let mind = match (level, coach, &rules.family) {
            (Level::Perfect, Some(coach), _) => Mind::Perfect(coach),
            (Level::Beginner, _, Family::Sheet(_)) => {
                Mind::Sheet(Box::new(Casual::new(rules, Manner::Greedy)))
            }
            (_, _, Family::Sheet(_)) => Mind::Sheet(Box::new(Casual::new(rules, Manner::Sensible))),
            (_, _, Family::Race(_)) => Mind::Race(Eager::new(rules)?),
        };
        Ok(Self { mind, slips })
    }

    /// What it does now; a throw where there is nothing to choose.
    pub fn choose(&self, state: &State, source: &mut impl Source) -> Action {
        let legal = state.legal_actions();
        let (Phase::Playing(turn), false) = (state.phase(), legal.len() < 2) else {
            return legal.first().copied().unwrap_or_else(Action::first_throw);
        };
        if self.slips && source.below(SLIPS) == 0 {
            // Nobody gives a box up who can score.
            let scores = legal.iter().filter(|action| !matches!(action, Action::Cross { .. }));
            let liked: Vec<&Action> = scores.collect();
            if !liked.is_empty() {
                return *liked[source.below(liked.len() as u32) as usize];
            }
        }
        let best = match &self.mind {
            Mind::Sheet(casual) => {
                let sheet = &state.players()[turn.seat.0].sheet;
                casual
                    .advise(sheet, turn.dice, turn.throw, turn.announced)
                    .first()
                    .map(|best| written(best.choice))
            }
            Mind::Race(eager) => race(eager, state, turn),
            Mind::Perfect(coach) => {
                coach.values(state).and_then(|advice| advice.choices.first().map(|best| best.action))
            }
        };
        best.filter(|action| legal.contains(action)).unwrap_or(legal[0])
    }
}

fn race(eager: &Eager, state: &State, turn: &Turn) -> Option<Action> {
    let weighed = eager.turn(state.players()[turn.seat.0].standing)?;
    weighed.advise(turn.points, turn.dice).first().map(raced)
}
