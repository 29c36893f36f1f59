//! What is told of a race.

use std::sync::Arc;

use kosti_coach::duel_takes_long;
use kosti_rules::{RaceRules, Rules};
use kosti_solver::{Alone, Cancelled, Duel, NoRace, Progress, RaceFacts, Racer, Stage, race};
use serde::{Deserialize, Serialize};

use super::seats::{self, SeatsBalance};
use super::{Balance, FamilyBalance, Manner, Number, SEED, Spread};
use crate::error::AskError;
use crate::seeded::Seeded;

/// Races that are run between three: each of their turns is worked out for where all three stand.
const RACES: usize = 8_192;

/// What is told of a race: the turns of one alone, who plays for the fewest.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RaceBalance {
    /// How many turns one alone needs.
    pub turns: Option<Number>,
    /// How likely each number of turns is.
    pub spread: Spread,
    /// The share of turns that bring nothing.
    pub lost: Number,
    /// The points of a turn that brings something.
    pub banked: Number,
    /// Throws in a turn.
    pub throws: Number,
    /// In a turn: how often all dice are aside and all are thrown again.
    pub hot: Number,
    /// In a turn: how often a double falls that lets all dice be thrown again; nothing where there is no such rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doubles: Option<Number>,
    /// What is set aside.
    pub combinations: Vec<CombinationBalance>,
    /// The barrels, by entry score.
    pub barrels: Vec<BarrelBalance>,
    #[serde(skip)]
    first: Option<Number>,
}

impl RaceBalance {
    /// The chance of the first of two, where it is for two.
    #[must_use]
    pub fn value(&self) -> Option<Number> {
        self.first
    }
}

/// A combination.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CombinationBalance {
    /// Its id.
    pub combination: String,
    /// How often it is set aside in a turn.
    pub in_a_turn: Number,
    /// And in a game.
    pub in_a_game: Number,
}

/// A barrel.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct BarrelBalance {
    /// Its entry score.
    pub from: i32,
    /// The score that leaves it.
    pub exit: i32,
    /// How likely it is to get into it.
    pub met: Number,
    /// Turns in it, in a game.
    pub turns: Number,
    /// How often it sets back, in a game.
    pub resets: Number,
}

pub(super) fn balance(
    rules: &Arc<Rules>,
    race_rules: &RaceRules,
    progress: &dyn Progress,
) -> Result<Balance, AskError> {
    let alone = Alone::solve_with(rules.clone(), progress)?;
    let duel = duel(rules, &Stage::new(progress, 0.0, 0.5))?;
    let mut seats: Vec<SeatsBalance> = Vec::new();
    for players in seats::tables(rules) {
        seats.push(match &duel {
            Some(duel) if players == 2 => of_two(duel.value()),
            _ => {
                let racer = duel.as_ref().map_or(Racer::Alone(&alone), Racer::Duel);
                run(rules, racer, players, &Stage::new(progress, 0.5, 0.5))?
            }
        });
    }
    // What is measured of players who only hurry is not compared with best play under other house rules.
    let first = seats.iter().find(|seats| seats.players == 2).map(|seats| seats.wins[0]);
    let first = first.filter(|first| first.exact);
    let played = seats.iter().any(|seats| !seats.shared.exact).then_some(RACES);
    Ok(Balance {
        hash: rules.hash.clone(),
        play: if duel.is_some() || seats.is_empty() { Manner::Perfect } else { Manner::Strong },
        games: played,
        family: FamilyBalance::Race(told(race_rules, &alone, first, progress)?),
        seats,
        house: Vec::new(),
    })
}

/// Best play of two, where the race is for two, not too large, and does not take minutes.
pub(super) fn duel(rules: &Arc<Rules>, progress: &dyn Progress) -> Result<Option<Duel>, AskError> {
    if rules.players.max < 2 || duel_takes_long(rules) {
        return Ok(None);
    }
    match Duel::solve_with(rules.clone(), progress) {
        Ok(duel) => Ok(Some(duel)),
        Err(NoRace::TooLarge(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn of_two(first: f64) -> SeatsBalance {
    let wins = [first, 1.0 - first].map(Number::exact).to_vec();
    SeatsBalance { players: 2, wins, shared: Number::exact(0.0) }
}

/// Races that are run, to see who wins.
fn run(
    rules: &Arc<Rules>,
    racer: Racer<'_>,
    players: usize,
    progress: &dyn Progress,
) -> Result<SeatsBalance, AskError> {
    let racers = vec![racer; players];
    let raced = race(rules, &racers, RACES, |batch| Seeded::new(SEED, 0, batch), progress)?;
    let wins = |seat: usize| {
        let won = raced.iter().filter(|raced| raced.winner == Some(seat)).count();
        Number::share(won as f64 / RACES as f64, RACES)
    };
    Ok(SeatsBalance { players, wins: (0..players).map(wins).collect(), shared: Number::measured(0.0, 0.0) })
}

fn told(
    rules: &RaceRules,
    alone: &Alone,
    first: Option<Number>,
    progress: &dyn Progress,
) -> Result<RaceBalance, Cancelled> {
    let facts: RaceFacts = alone.facts(progress)?;
    let in_a_turn = |count: f64| Number::exact(count / facts.turns);
    let combination = |(made, &count): (&kosti_rules::Combination, &f64)| CombinationBalance {
        combination: made.id.clone(),
        in_a_turn: in_a_turn(count),
        in_a_game: Number::exact(count),
    };
    let barrel = |(barrel, facts): (&kosti_rules::Barrel, &kosti_solver::BarrelFacts)| BarrelBalance {
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
