//! The coach and the bots, until there are better ones: bots take what gives most at once.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use kosti_engine::{Action, State, Then};
use kosti_rules::Rules;
use kosti_solver::{Source, Watch};

/// Best play of a game.
pub struct Coach;

/// Why there is no coach.
#[derive(Debug, thiserror::Error)]
#[error("no coach")]
pub struct NoCoach;

/// What the choices are worth.
pub struct Advice {
    /// In what it is counted.
    pub worth: Worth,
    /// What the best choice is worth.
    pub value: f64,
    /// The choices, best first.
    pub choices: Vec<Choice>,
}

/// A choice and its worth.
pub struct Choice {
    /// What to do.
    pub action: Action,
    /// What it is worth.
    pub value: f64,
    /// How much less that is than the best.
    pub loss: f64,
}

/// In what worth is counted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Worth {
    /// Points.
    Points,
    /// The chance to win.
    Win,
    /// Turns, the fewer the better.
    Turns,
}

impl Coach {
    /// Works a game out.
    pub fn solve(_: Arc<Rules>, _: usize, _: Watch<'_>) -> Result<Self, NoCoach> {
        Err(NoCoach)
    }

    /// What the choices are worth.
    pub fn advise(&self, _: &State) -> Option<Advice> {
        None
    }
}

/// How well a bot plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Badly.
    Beginner,
    /// As people do.
    Regular,
    /// As well as can be.
    Perfect,
}

impl FromStr for Level {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        [Self::Beginner, Self::Regular, Self::Perfect]
            .into_iter()
            .find(|level| level.to_string() == text)
            .ok_or(())
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Beginner => "beginner",
            Self::Regular => "regular",
            Self::Perfect => "perfect",
        })
    }
}

/// A player that is no person.
pub struct Bot;

impl Bot {
    /// A bot of this level.
    pub fn new(_: Level, _: Arc<Rules>, _: Option<Arc<Coach>>) -> Self {
        Self
    }

    /// What it does.
    pub fn choose(&self, state: &State, _: &mut impl Source) -> Action {
        let now = |action: &Action| match action {
            Action::Score { slot } => {
                state.offers().iter().find(|offer| offer.slot == *slot).and_then(|offer| offer.score)
            }
            Action::SetAside { take, then: Then::Bank } => {
                state.selections().iter().find(|selection| selection.take == *take).map(|s| s.points)
            }
            Action::Cross { .. } => Some(-1000),
            _ => Some(-10_000),
        };
        state.legal_actions().into_iter().rev().max_by_key(now).expect("somebody is on turn")
    }
}
