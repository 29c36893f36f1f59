//! `solve`: the value of best play.

use kosti_rules::Rules;
use kosti_solver::{Distribution, Progress, SolveError, TotalStrategy};
use serde::Serialize;

use crate::error::QueryError;
use crate::probabilities::Probabilities;
use crate::seeded_rng::SeededRng;
use crate::solved::{GAMES, MeasuredPoints, SEED, SheetStrategy, Solved};

/// The value of a game under best play. The optional fields depend on the game and the objective.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SolveAnswer {
    /// The value: points, a probability, or turns.
    pub value: f64,
    /// The standard error of the value, where it was measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub error: Option<f64>,
    /// The number of simulated games, if it was measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub games: Option<usize>,
    /// An upper bound of the value of any play, if points decide.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub upper_bound: Option<f64>,
    /// The standard deviation of the result.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub deviation: Option<f64>,
    /// The mean total, if points decide.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub total: Option<f64>,
    /// The number of solved states.
    pub states: usize,
    /// The number of reachable states before merging.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub reachable: Option<usize>,
    /// The number of ways to fill the boxes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub fillings: Option<usize>,
    /// The solving time in seconds.
    pub seconds: f64,
    /// Whether the value is exact.
    pub exact: bool,
    /// The distribution of results, if the question asks for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub distribution: Option<ResultDistribution>,
    /// The hash of the rules.
    pub rules: String,
    /// The version of Kosti.
    pub version: &'static str,
}

/// The distribution of results.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ResultDistribution {
    /// The probability of each result.
    #[serde(flatten)]
    pub probabilities: Probabilities,
    /// The number of simulated games, if it is not exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub games: Option<usize>,
    /// Whether it is exact.
    pub exact: bool,
}

impl ResultDistribution {
    pub(crate) fn exact(distribution: &Distribution) -> Self {
        Self { probabilities: distribution.into(), games: None, exact: true }
    }

    fn from_games(distribution: &Distribution, games: usize) -> Self {
        Self { probabilities: distribution.into(), games: Some(games), exact: false }
    }
}

impl SolveAnswer {
    /// Creates an answer with the fields that all answers have.
    pub(crate) fn new(rules: &Rules, value: f64, states: usize, seconds: f64) -> Self {
        Self {
            value,
            error: None,
            games: None,
            upper_bound: None,
            deviation: None,
            total: None,
            states,
            reachable: None,
            fillings: None,
            seconds,
            exact: true,
            distribution: None,
            rules: rules.hash.clone(),
            version: env!("CARGO_PKG_VERSION"),
        }
    }
}

pub(crate) fn answer(
    rules: &Rules,
    solved: &Solved<SheetStrategy>,
    distribution: bool,
    progress: &dyn Progress,
) -> Result<SolveAnswer, QueryError> {
    let answer = |value, states| SolveAnswer::new(rules, value, states, solved.seconds);
    match &solved.play {
        SheetStrategy::Total(strategy) => {
            total(answer(strategy.value(), strategy.size().states), strategy, distribution, progress)
        }
        SheetStrategy::Points(measured) => {
            points(answer(0.0, measured.points.states()), measured, distribution, progress)
        }
        SheetStrategy::Reach(reach) => Ok(answer(reach.value(), reach.states())),
        SheetStrategy::Win(win) => Ok(answer(win.value(), win.states())),
        SheetStrategy::Estimate(_) => Err(QueryError::TooMuchWork),
    }
}

fn total(
    answer: SolveAnswer,
    strategy: &TotalStrategy,
    distribution: bool,
    progress: &dyn Progress,
) -> Result<SolveAnswer, QueryError> {
    let exact = match distribution.then(|| strategy.distribution(progress)) {
        Some(Err(SolveError::TooLarge(_))) | None => None,
        Some(Err(error)) => return Err(error.into()),
        Some(Ok(exact)) => Some(exact),
    };
    // The distribution includes the deviation.
    let known = exact.as_ref().map(|exact| Ok(exact.deviation()));
    let deviation = known.unwrap_or_else(|| strategy.deviation(progress))?;
    let distribution = match exact {
        _ if !distribution => None,
        Some(exact) => Some(ResultDistribution::exact(&exact)),
        None => {
            let games = strategy.simulate(GAMES, |batch| SeededRng::new(SEED, 0, batch), progress)?;
            let totals: Vec<i32> = games.iter().map(|game| game.total).collect();
            Some(ResultDistribution::from_games(&Distribution::from_totals(&totals), GAMES))
        }
    };
    let size = strategy.size();
    Ok(SolveAnswer {
        deviation: Some(deviation),
        reachable: Some(size.reachable),
        fillings: Some(size.fillings),
        distribution,
        ..answer
    })
}

fn points(
    answer: SolveAnswer,
    measured: &MeasuredPoints,
    distribution: bool,
    progress: &dyn Progress,
) -> Result<SolveAnswer, QueryError> {
    let games = measured.games(progress)?;
    let points: Vec<i32> = games.iter().filter_map(|game| game.points).collect();
    let counted = Distribution::from_totals(&points);
    let total = games.iter().map(|game| f64::from(game.total)).sum::<f64>() / games.len() as f64;
    Ok(SolveAnswer {
        value: counted.mean(),
        error: Some(counted.deviation() / (games.len() as f64).sqrt()),
        games: Some(games.len()),
        upper_bound: Some(measured.bound(progress)?),
        deviation: Some(counted.deviation()),
        total: Some(total),
        exact: false,
        distribution: distribution.then(|| ResultDistribution::from_games(&counted, games.len())),
        ..answer
    })
}
