//! `solve`: what best play brings.

use kosti_solver::{Distribution, Progress, SolveError, Strategy};
use serde_json::{Map, Value, json};

use crate::desk::object;
use crate::error::AskError;
use crate::seeded::Seeded;
use crate::solved::{GAMES, Measured, Play, SEED, Solved};

/// The shares of games that quantiles are told for, in percent.
const QUANTILES: [u8; 7] = [1, 5, 25, 50, 75, 95, 99];

/// What is asked beside the value.
#[derive(Debug, Clone, Copy)]
pub(crate) struct More {
    pub(crate) distribution: bool,
}

pub(crate) fn answer(
    solved: &Solved<Play>,
    more: More,
    progress: &dyn Progress,
) -> Result<Map<String, Value>, AskError> {
    match &solved.play {
        Play::Total(strategy) => total(strategy, solved.seconds, more, progress),
        Play::Points(measured) => points(measured, solved.seconds, more, progress),
        Play::Reach(reach) => Ok(object([
            ("value", json!(reach.value())),
            ("states", json!(reach.cells())),
            ("seconds", json!(solved.seconds)),
            ("exact", json!(true)),
        ])),
        Play::Estimate(_) => Err(AskError::TooMuchWork),
    }
}

fn total(
    strategy: &Strategy,
    seconds: f64,
    more: More,
    progress: &dyn Progress,
) -> Result<Map<String, Value>, AskError> {
    let size = strategy.size();
    let mut answer = object([
        ("value", json!(strategy.value())),
        ("deviation", json!(null)),
        ("states", json!(size.states)),
        ("reachable", json!(size.reachable)),
        ("fillings", json!(size.fillings)),
        ("seconds", json!(seconds)),
        ("exact", json!(true)),
    ]);
    let exact = match more.distribution.then(|| strategy.distribution(progress)) {
        Some(Err(SolveError::Cancelled(error))) => return Err(error.into()),
        Some(Err(SolveError::TooLarge(_))) | None => None,
        Some(Ok(exact)) => Some(exact),
    };
    // Where it is known already, it holds the deviation too.
    let known = exact.as_ref().map(|exact| Ok(exact.deviation()));
    let deviation = known.unwrap_or_else(|| strategy.deviation(progress))?;
    answer["deviation"] = json!(deviation);
    if more.distribution {
        let mut told = match exact {
            Some(exact) => shown(&exact),
            None => {
                let games = strategy.simulate(GAMES, |batch| Seeded::new(SEED, 0, batch), progress)?;
                let totals: Vec<i32> = games.iter().map(|game| game.total).collect();
                let mut told = shown(&Distribution::counted(&totals));
                told.insert("games".to_owned(), json!(GAMES));
                told
            }
        };
        let exact = !told.contains_key("games");
        told.insert("exact".to_owned(), json!(exact));
        answer.insert("distribution".to_owned(), json!(told));
    }
    Ok(answer)
}

fn points(
    measured: &Measured,
    seconds: f64,
    more: More,
    progress: &dyn Progress,
) -> Result<Map<String, Value>, AskError> {
    let games = measured.games(progress)?;
    let points: Vec<i32> = games.iter().filter_map(|game| game.points).collect();
    let counted = Distribution::counted(&points);
    let total = games.iter().map(|game| f64::from(game.total)).sum::<f64>() / games.len() as f64;
    let mut answer = object([
        ("value", json!(counted.mean())),
        ("error", json!(counted.deviation() / (games.len() as f64).sqrt())),
        ("games", json!(games.len())),
        ("upper_bound", json!(measured.bound(progress)?)),
        ("deviation", json!(counted.deviation())),
        ("total", json!(total)),
        ("states", json!(measured.points.states())),
        ("seconds", json!(seconds)),
        ("exact", json!(false)),
    ]);
    if more.distribution {
        let mut told = shown(&counted);
        told.insert("games".to_owned(), json!(games.len()));
        told.insert("exact".to_owned(), json!(false));
        answer.insert("distribution".to_owned(), json!(told));
    }
    Ok(answer)
}

/// A distribution's quantiles, by percent, and how likely each value is.
pub(crate) fn shown(distribution: &Distribution) -> Map<String, Value> {
    let quantiles: Map<String, Value> = QUANTILES
        .iter()
        .map(|&percent| (percent.to_string(), json!(distribution.quantile(f64::from(percent) / 100.0))))
        .collect();
    let shares: Vec<(i32, f64)> = distribution.shares().collect();
    object([("quantiles", json!(quantiles)), ("shares", json!(shares))])
}
