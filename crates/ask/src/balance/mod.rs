//! `Balance`: what somebody who makes a game wants to know about it. Everything is worked out under best play, exactly
//! where that can be done; else it is measured, and says so.

mod house;
mod race;
mod seats;
mod sheet;
mod told;

use std::sync::Arc;

use kosti_rules::{Family, House, Rules, RulesFile};
use kosti_solver::{Amount, Distribution, Progress, Stage};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

pub use house::{ChoiceBalance, OptionBalance, Worth, worth};
pub use race::{BarrelBalance, CombinationBalance, RaceBalance};
pub use seats::SeatsBalance;
pub use sheet::{BoxBalance, JokerBalance, MarkBalance, MarkKind, SheetBalance};
pub use told::Section;

use crate::error::AskError;
use crate::solve::shown;

/// Games that are played where something is measured.
pub(crate) const GAMES: usize = 102_400;
/// The same of a game that is not solved: every turn of every game is worked out by itself.
pub(crate) const FEW_GAMES: usize = 4_096;
/// Their seed: the same question gets the same answer.
pub(crate) const SEED: u64 = 1;

/// A number that says whether it is exact.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Number {
    /// The number.
    pub value: f64,
    /// Its standard error, where it is measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
    /// Whether it is exact.
    pub exact: bool,
}

impl Number {
    fn exact(value: f64) -> Self {
        Self { value, error: None, exact: true }
    }

    fn measured(value: f64, error: f64) -> Self {
        Self { value, error: Some(error), exact: false }
    }

    /// A share of so many games.
    fn share(value: f64, games: usize) -> Self {
        Self::measured(value, (value * (1.0 - value) / games as f64).max(0.0).sqrt())
    }

    fn of(amount: Amount, exact: bool) -> Self {
        if exact { Self::exact(amount.value) } else { Self::measured(amount.value, amount.error) }
    }

    /// The same times something that is known.
    fn times(self, factor: f64) -> Self {
        Self { value: self.value * factor, error: self.error.map(|error| error * factor.abs()), ..self }
    }

    /// How much more it is than another.
    fn minus(self, other: Self) -> Self {
        let value = self.value - other.value;
        if self.exact && other.exact {
            return Self::exact(value);
        }
        let square = |number: Self| number.error.unwrap_or(0.0).powi(2);
        Self::measured(value, (square(self) + square(other)).sqrt())
    }
}

/// How likely each result is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// Its standard deviation.
    pub deviation: f64,
    /// Whether it is exact; else counted in games.
    pub exact: bool,
    /// The smallest results that are not exceeded in so many percent of games, and how likely each result is.
    #[serde(flatten)]
    pub shown: Map<String, Value>,
}

impl Spread {
    fn new(distribution: &Distribution, exact: bool) -> Self {
        Self { deviation: distribution.deviation(), exact, shown: shown(distribution) }
    }
}

/// How those play whose games are told of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Manner {
    /// As well as can be.
    Perfect,
    /// As well as can be worked out.
    Strong,
    /// Not looking beyond the turn, because the game is too large to be solved.
    Sensible,
}

/// What somebody who makes a game wants to know about it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Balance {
    /// What the rules mean, as a hash.
    pub hash: String,
    /// How it is played.
    pub play: Manner,
    /// Games that were played for what is measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<usize>,
    /// What is told of the family of games.
    #[serde(flatten)]
    pub family: FamilyBalance,
    /// Who wins, by how many play.
    pub seats: Vec<SeatsBalance>,
    /// What each house rule changes.
    pub house: Vec<OptionBalance>,
}

/// What is told of a family of games.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "family", rename_all = "kebab-case")]
pub enum FamilyBalance {
    /// A score sheet.
    Sheet(SheetBalance),
    /// A race.
    Race(RaceBalance),
}

impl Balance {
    /// Works it out. The house rules are those of `file`; the others are compared with what was chosen.
    ///
    /// # Errors
    /// When a race has places that nobody can win from, or `progress` cancels it.
    pub fn of(file: &RulesFile, rules: &Arc<Rules>, progress: &dyn Progress) -> Result<Self, AskError> {
        let choices: usize = rules.house.iter().map(|option| option.choices.len() - 1).sum();
        // What a choice is worth takes about half of what everything about a game takes.
        let own = 2.0 / (2.0 + choices as f64);
        let mut balance = match &rules.family {
            Family::Sheet(sheet) => sheet::balance(rules, sheet, &Stage::new(progress, 0.0, own))?,
            Family::Race(race) => race::balance(rules, race, &Stage::new(progress, 0.0, own))?,
        };
        let base = match &balance.family {
            FamilyBalance::Sheet(sheet) => Worth { value: sheet.value, turns: None },
            FamilyBalance::Race(race) => Worth { value: race.value(), turns: race.turns },
        };
        balance.house = house::balance(file, rules, base, &Stage::new(progress, own, 1.0 - own))?;
        Ok(balance)
    }

    /// As the interface gives it.
    ///
    /// # Panics
    /// Never: everything in it is a number, a text or a list.
    #[must_use]
    pub fn to_json(&self) -> Map<String, Value> {
        match json!(self) {
            Value::Object(fields) => fields,
            _ => unreachable!("a structure is an object"),
        }
    }
}

/// The house rules of a game that differ from the usual ones, and one of them chosen otherwise.
fn changed(rules: &Rules, option: &str, choice: &str) -> House {
    let chosen = rules.house.iter().map(|option| (option.id.clone(), option.choice().to_owned()));
    let mut house: House = chosen.collect();
    house.insert(option.to_owned(), choice.to_owned());
    house
}
