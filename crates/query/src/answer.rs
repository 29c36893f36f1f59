//! `Answer`: the answers to all kinds of questions. Each is a struct in the file that computes it.

use serde::Serialize;

use crate::advise::AdviceAnswer;
use crate::balance::Balance;
use crate::games::GamesAnswer;
use crate::play::PlayAnswer;
use crate::score::ScoreAnswer;
use crate::simulate::SimulateAnswer;
use crate::solve::SolveAnswer;
use crate::total::TotalAnswer;

/// The answer to a [`Question`](crate::Question). As JSON it is the object of the answer itself.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Answer {
    /// The games.
    Games(GamesAnswer),
    /// The scores of dice.
    Score(ScoreAnswer),
    /// The total of a sheet.
    Total(TotalAnswer),
    /// The value of every action.
    Advise(AdviceAnswer),
    /// The value of a game under best play.
    Solve(Box<SolveAnswer>),
    /// The results of simulated games.
    Simulate(SimulateAnswer),
    /// The balance report of a game.
    Balance(Box<Balance>),
    /// The standings after finished turns of a race.
    Play(PlayAnswer),
}

/// An answer to a [`Request`](crate::Request).
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Reply<A> {
    /// The answer.
    #[serde(flatten)]
    pub answer: A,
    /// Fields of the request that the answer does not depend on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ignored: Vec<String>,
}
