//! The balance report of a race.

use std::sync::Arc;

use kosti_coach::duel_takes_long;
use kosti_rules::{RaceRules, Rules};
use kosti_solver::{
    Cancelled, Objective, Progress, RacePlayer, RaceStatistics, SolveError, Stage, TurnsStrategy,
    WinStrategy, simulate_races, solve,
};
use serde::{Deserialize, Serialize};

use super::seats::{self, SeatsBalance};
use super::{Balance, FamilyBalance, Number, PlayQuality, SEED, Spread};
use crate::error::QueryError;
use crate::seeded_rng::SeededRng;
use crate::solved::expect_strategy;

/// The number of races simulated between three: each turn is solved for the standings of all three.
const RACES: usize = 8_192;

/// The report of a race: the turns of a single player who plays for the fewest turns.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RaceBalance {
    /// The expected turns of a single player.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub turns: Option<Number>,
    /// The distribution of the turns.
    pub spread: Spread,
    /// The share of turns without points.
    pub lost: Number,
    /// The mean points of a turn that scores.
    pub banked: Number,
    /// The throws of a turn.
    pub throws: Number,
    /// Per turn: how often all dice are aside and all are thrown again.
    pub hot: Number,
    /// Per turn: how often a double allows throwing all dice again; absent without such a rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub doubles: Option<Number>,
    /// The combinations that are set aside.
    pub combinations: Vec<CombinationBalance>,
    /// The barrels, by entry score.
    pub barrels: Vec<BarrelBalance>,
    #[serde(skip)]
    first: Option<Number>,
}

impl RaceBalance {
    /// The probability that the first of two players wins, if the race is for two.
    #[must_use]
    pub fn value(&self) -> Option<Number> {
        self.first
    }
}

/// A combination.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CombinationBalance {
    /// Its id.
    pub combination: String,
    /// How often it is set aside in a turn.
    pub in_a_turn: Number,
    /// How often it is set aside in a game.
    pub in_a_game: Number,
}

/// A barrel.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BarrelBalance {
    /// Its entry score.
    pub from: i32,
    /// The score that leaves it.
    pub exit: i32,
    /// The probability to enter it.
    pub met: Number,
    /// The turns in it, per game.
    pub turns: Number,
    /// How often it resets the score, per game.
    pub resets: Number,
}

pub(super) fn balance(
    rules: &Arc<Rules>,
    race_rules: &RaceRules,
    progress: &dyn Progress,
) -> Result<Balance, QueryError> {
    let alone = expect_strategy(solve(rules, &Objective::Turns, progress)?.into_turns());
    let duel = duel(rules, &Stage::new(progress, 0.0, 0.5))?;
    let mut seats: Vec<SeatsBalance> = Vec::new();
    for players in seats::tables(rules) {
        seats.push(match &duel {
            Some(duel) if players == 2 => duel_seats(duel.value()),
            _ => {
                let racer = duel.as_ref().map_or(RacePlayer::Turns(&alone), RacePlayer::Win);
                simulate_seats(rules, racer, players, &Stage::new(progress, 0.5, 0.5))?
            }
        });
    }
    // Measured results of players who only hurry must not be compared with best play under other house rules.
    let first = seats.iter().find(|seats| seats.players == 2).map(|seats| seats.wins[0]);
    let first = first.filter(|first| first.exact);
    let played = seats.iter().any(|seats| !seats.shared.exact).then_some(RACES);
    Ok(Balance {
        hash: rules.hash.clone(),
        play: if duel.is_some() || seats.is_empty() { PlayQuality::Perfect } else { PlayQuality::Strong },
        games: played,
        family: FamilyBalance::Race(solo_balance(race_rules, &alone, first, progress)?),
        seats,
        house: Vec::new(),
    })
}

/// Solves the race of two, if it is for two, not too large, and does not take minutes.
pub(super) fn duel(rules: &Arc<Rules>, progress: &dyn Progress) -> Result<Option<WinStrategy>, QueryError> {
    if rules.players.max < 2 || duel_takes_long(rules) {
        return Ok(None);
    }
    match solve(rules, &Objective::Win, progress) {
        Ok(solution) => Ok(solution.into_win()),
        Err(SolveError::TooLarge(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn duel_seats(first: f64) -> SeatsBalance {
    let wins = [first, 1.0 - first].map(Number::exact).to_vec();
    SeatsBalance { players: 2, wins, shared: Number::exact(0.0) }
}

/// Simulates races to count the wins of each seat.
fn simulate_seats(
    rules: &Arc<Rules>,
    racer: RacePlayer<'_>,
    players: usize,
    progress: &dyn Progress,
) -> Result<SeatsBalance, QueryError> {
    let racers = vec![racer; players];
    let raced = simulate_races(rules, &racers, RACES, |batch| SeededRng::new(SEED, 0, batch), progress)?;
    let wins = |seat: usize| {
        let won = raced.iter().filter(|raced| raced.winner == Some(seat)).count();
        Number::share(won as f64 / RACES as f64, RACES)
    };
    Ok(SeatsBalance { players, wins: (0..players).map(wins).collect(), shared: Number::with_error(0.0, 0.0) })
}

fn solo_balance(
    rules: &RaceRules,
    alone: &TurnsStrategy,
    first: Option<Number>,
    progress: &dyn Progress,
) -> Result<RaceBalance, Cancelled> {
    let facts: RaceStatistics = alone.statistics(progress)?;
    let in_a_turn = |count: f64| Number::exact(count / facts.turns);
    let combination = |(made, &count): (&kosti_rules::Combination, &f64)| CombinationBalance {
        combination: made.id.clone(),
        in_a_turn: in_a_turn(count),
        in_a_game: Number::exact(count),
    };
    let barrel = |(barrel, facts): (&kosti_rules::Barrel, &kosti_solver::BarrelStatistics)| BarrelBalance {
        from: barrel.from,
        exit: barrel.exit,
        met: Number::exact(facts.met),
        turns: Number::exact(facts.turns),
        resets: Number::exact(facts.resets),
    };
    Ok(RaceBalance {
        turns: Some(Number::exact(alone.value())),
        spread: Spread::new(&alone.distribution(progress)?, true),
        lost: in_a_turn(facts.lost),
        banked: Number::exact(facts.points / (facts.turns - facts.lost)),
        throws: in_a_turn(facts.throws),
        hot: in_a_turn(facts.hot),
        doubles: rules.double.as_ref().map(|_| in_a_turn(facts.doubles)),
        combinations: rules.combinations.iter().zip(&facts.combinations).map(combination).collect(),
        barrels: rules.barrels.iter().zip(&facts.barrels).map(barrel).collect(),
        first,
    })
}
