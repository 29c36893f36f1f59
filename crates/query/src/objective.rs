//! `Objective`: the objective of a question.

use kosti_rules::Rules;

use crate::error::QueryError;

/// The most turns of the objective `within`.
const MOST_TURNS: usize = 1_000;

/// The objective of a score sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Objective {
    /// The largest expected total.
    Total,
    /// The largest expected points, where points decide.
    Points,
    /// The best probability to finish with at least this many points.
    Reach(i32),
    /// The best probability to win against one opponent.
    Win,
    /// The total, estimated.
    Estimate,
}

impl Objective {
    /// Parses an objective. The default is the points if they decide the game, else the total.
    pub(crate) fn new(rules: &Rules, name: Option<&str>, at_least: Option<i32>) -> Result<Self, QueryError> {
        let by_points = rules.sheet().is_some_and(|sheet| !sheet.awards.is_empty());
        match name.unwrap_or(if by_points { "points" } else { "total" }) {
            "total" => Ok(Self::Total),
            "points" if by_points => Ok(Self::Points),
            "win" if !by_points => Ok(Self::Win),
            "reach" => at_least.map(Self::Reach).ok_or_else(|| QueryError::missing("at_least")),
            other => Err(QueryError::objective(other, Self::names(by_points))),
        }
    }

    /// The names of the objectives of a game.
    pub(crate) fn names(by_points: bool) -> &'static str {
        if by_points { "points, total, reach" } else { "total, reach, win" }
    }
}

/// The objective of a race.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RaceObjective {
    /// The best probability to win.
    Win,
    /// The fewest expected turns of a single player.
    Turns,
    /// The best probability of a single player to finish within this many turns.
    Within(usize),
}

impl RaceObjective {
    /// Parses an objective for this many seats. The default is to win, or the fewest turns for a single player.
    pub(crate) fn new(seats: usize, name: Option<&str>, at_most: Option<usize>) -> Result<Self, QueryError> {
        let (default, known) =
            if seats == 1 { ("turns", "turns, within") } else { ("win", "win, turns, within") };
        match name.unwrap_or(default) {
            "win" if seats > 1 => Ok(Self::Win),
            "turns" => Ok(Self::Turns),
            "within" => {
                let turns = at_most.ok_or_else(|| QueryError::missing("at_most"))?;
                let bad = QueryError::BadWithin { is: turns, most: MOST_TURNS };
                if (1..=MOST_TURNS).contains(&turns) { Ok(Self::Within(turns)) } else { Err(bad) }
            }
            other => Err(QueryError::objective(other, known)),
        }
    }
}
