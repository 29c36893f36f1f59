//! `Probabilities`: a distribution of results in answers.

use indexmap::IndexMap;
use kosti_solver::Distribution;
use serde::{Deserialize, Serialize};

/// The percentages of the quantiles.
const QUANTILES: [u8; 7] = [1, 5, 25, 50, 75, 95, 99];

/// The probability of each result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Probabilities {
    /// By percentage: the smallest result that this share of games does not exceed.
    #[cfg_attr(feature = "openapi", schema(value_type = std::collections::BTreeMap<String, i32>))]
    pub quantiles: IndexMap<String, i32>,
    /// Each result with its probability, lowest first.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Vec<f64>>))]
    pub shares: Vec<(i32, f64)>,
}

impl From<&Distribution> for Probabilities {
    fn from(distribution: &Distribution) -> Self {
        let quantile = |percent: u8| (percent.to_string(), distribution.quantile(f64::from(percent) / 100.0));
        let quantiles = QUANTILES.map(quantile).into_iter().collect();
        Self { quantiles, shares: distribution.probabilities().collect() }
    }
}

/// A result measured in simulated games.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Measured {
    /// The mean.
    pub mean: f64,
    /// The standard error of the mean.
    pub error: f64,
    /// The standard deviation.
    pub deviation: f64,
    /// The probability of each result.
    #[serde(flatten)]
    pub probabilities: Probabilities,
}

impl Measured {
    pub(crate) fn of(values: impl Iterator<Item = i32>) -> Self {
        let values: Vec<i32> = values.collect();
        let counted = Distribution::from_totals(&values);
        Self {
            mean: counted.mean(),
            error: counted.deviation() / (values.len() as f64).sqrt(),
            deviation: counted.deviation(),
            probabilities: (&counted).into(),
        }
    }
}
