//! `Balance`: a report for game designers. All values are for best play. They are exact where possible, else measured
//! in simulated games; each says which.

mod house;
mod race;
mod seats;
mod sections;
mod sheet;

use std::sync::Arc;

use kosti_rules::{Family, House, Rules, RulesFile};
use kosti_solver::{Distribution, Measurement, Progress, Stage};
use serde::{Deserialize, Serialize};

pub use house::{ChoiceBalance, OptionBalance, VariantValue, evaluate_variant};
pub use race::{BarrelBalance, CombinationBalance, RaceBalance};
pub use seats::SeatsBalance;
pub use sections::Section;
pub use sheet::{BoxBalance, JokerBalance, MarkBalance, MarkKind, SheetBalance};

use crate::error::QueryError;
use crate::probabilities::Probabilities;

/// The number of simulated games.
pub(crate) const GAMES: usize = 102_400;
/// The number of simulated games if the game is not solved: then every turn of every game is solved separately.
pub(crate) const FEW_GAMES: usize = 4_096;
/// The seed of the simulated games, so that the same question gets the same answer.
pub(crate) const SEED: u64 = 1;

/// A number, exact or measured.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Number {
    /// The number.
    pub value: f64,
    /// The standard error, if it is measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub error: Option<f64>,
    /// Whether it is exact.
    pub exact: bool,
}

impl Number {
    fn exact(value: f64) -> Self {
        Self { value, error: None, exact: true }
    }

    fn with_error(value: f64, error: f64) -> Self {
        Self { value, error: Some(error), exact: false }
    }

    /// The share of an outcome in so many games.
    fn share(value: f64, games: usize) -> Self {
        Self::with_error(value, (value * (1.0 - value) / games as f64).max(0.0).sqrt())
    }

    fn of(amount: Measurement, exact: bool) -> Self {
        if exact { Self::exact(amount.value) } else { Self::with_error(amount.value, amount.error) }
    }

    /// Multiplies by an exact factor.
    fn times(self, factor: f64) -> Self {
        Self { value: self.value * factor, error: self.error.map(|error| error * factor.abs()), ..self }
    }

    /// The difference from another number.
    fn minus(self, other: Self) -> Self {
        let value = self.value - other.value;
        if self.exact && other.exact {
            return Self::exact(value);
        }
        let square = |number: Self| number.error.unwrap_or(0.0).powi(2);
        Self::with_error(value, (square(self) + square(other)).sqrt())
    }
}

/// The distribution of results.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Spread {
    /// The standard deviation.
    pub deviation: f64,
    /// Whether the distribution is exact, not counted in simulated games.
    pub exact: bool,
    /// The probability of each result.
    #[serde(flatten)]
    pub probabilities: Probabilities,
}

impl Spread {
    fn new(distribution: &Distribution, exact: bool) -> Self {
        Self { deviation: distribution.deviation(), exact, probabilities: distribution.into() }
    }
}

/// How well the players of the report play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Manner))]
pub enum PlayQuality {
    /// Best play.
    Perfect,
    /// The best play that can be computed.
    Strong,
    /// Best within each turn, because the game is too large to be solved.
    Sensible,
}

/// A report for game designers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Balance {
    /// The hash of the rules.
    pub hash: String,
    /// How well the players play.
    pub play: PlayQuality,
    /// The number of simulated games, if anything is measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub games: Option<usize>,
    /// The part that depends on the family of games.
    #[serde(flatten)]
    pub family: FamilyBalance,
    /// The probabilities to win by seat, for several numbers of players.
    pub seats: Vec<SeatsBalance>,
    /// The effect of each house rule.
    pub house: Vec<OptionBalance>,
}

/// The part of a report that depends on the family of games.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "family", rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum FamilyBalance {
    /// A score sheet.
    Sheet(SheetBalance),
    /// A race.
    Race(RaceBalance),
}

impl Balance {
    /// Computes the report. `rules` are compiled from `file`; each other choice of a house rule is compared with
    /// them.
    ///
    /// # Errors
    /// If a race has standings from which nobody can win, or `progress` cancels the work.
    pub fn of(file: &RulesFile, rules: &Arc<Rules>, progress: &dyn Progress) -> Result<Self, QueryError> {
        let choices: usize = rules.house.iter().map(|option| option.choices.len() - 1).sum();
        // The value of one choice takes about half the time of the whole report of a game.
        let own = 2.0 / (2.0 + choices as f64);
        let mut balance = match &rules.family {
            Family::Sheet(sheet) => sheet::balance(rules, sheet, &Stage::new(progress, 0.0, own))?,
            Family::Race(race) => race::balance(rules, race, &Stage::new(progress, 0.0, own))?,
        };
        let base = match &balance.family {
            FamilyBalance::Sheet(sheet) => VariantValue { value: sheet.value, turns: None },
            FamilyBalance::Race(race) => VariantValue { value: race.value(), turns: race.turns },
        };
        balance.house = house::evaluate_choices(file, rules, base, &Stage::new(progress, own, 1.0 - own))?;
        Ok(balance)
    }
}

/// The house rules of a game with one choice changed.
fn house_with(rules: &Rules, option: &str, choice: &str) -> House {
    let chosen = rules.house.iter().map(|option| (option.id.clone(), option.choice().to_owned()));
    let mut house: House = chosen.collect();
    house.insert(option.to_owned(), choice.to_owned());
    house
}
