//! The effect of each house rule.

use std::sync::Arc;

use kosti_rules::{Family, Rules, RulesFile};
use kosti_solver::{Objective, Progress, Stage, solve};
use serde::{Deserialize, Serialize};

use super::sheet::BestPlay;
use super::{Number, house_with, race};
use crate::error::QueryError;

/// The value of a game.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Worth))]
pub struct VariantValue {
    /// The expected result of a sheet; in a race for two, the probability that the first player wins.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub value: Option<Number>,
    /// The expected turns of a single player in a race.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub turns: Option<Number>,
}

impl VariantValue {
    fn minus(self, other: Self) -> Self {
        let minus = |a: Option<Number>, b: Option<Number>| a.zip(b).map(|(a, b)| a.minus(b));
        Self { value: minus(self.value, other.value), turns: minus(self.turns, other.turns) }
    }
}

/// A house rule.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OptionBalance {
    /// Its id.
    pub option: String,
    /// Its choices, the default first.
    pub choices: Vec<ChoiceBalance>,
}

/// One choice of a house rule; the other rules stay as chosen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChoiceBalance {
    /// Its id.
    pub choice: String,
    /// Whether the report is about this choice.
    pub chosen: bool,
    /// The value of the game with this choice.
    #[serde(flatten)]
    pub value: VariantValue,
    /// The difference from the game of the report.
    pub difference: VariantValue,
}

/// The value of a game under best play, measured if it cannot be computed.
///
/// # Errors
/// If a race has standings from which nobody can win, or is too large, or `progress` cancels the work.
pub fn evaluate_variant(rules: &Arc<Rules>, progress: &dyn Progress) -> Result<VariantValue, QueryError> {
    match &rules.family {
        Family::Sheet(_) => {
            Ok(VariantValue { value: Some(BestPlay::find(rules, progress)?.value(progress)?), turns: None })
        }
        Family::Race(_) => {
            let turns = Number::exact(solve(rules, &Objective::Turns, progress)?.value());
            let value = race::duel(rules, progress)?.map(|duel| Number::exact(duel.value()));
            Ok(VariantValue { value, turns: Some(turns) })
        }
    }
}

/// Evaluates each choice of each house rule; the other rules stay as chosen.
pub(super) fn evaluate_choices(
    file: &RulesFile,
    rules: &Arc<Rules>,
    base: VariantValue,
    progress: &dyn Progress,
) -> Result<Vec<OptionBalance>, QueryError> {
    let all: usize = rules.house.iter().map(|option| option.choices.len() - 1).sum();
    let mut done = 0;
    let mut options = Vec::new();
    for option in &rules.house {
        let mut choices = Vec::new();
        for (nth, (choice, _)) in option.choices.iter().enumerate() {
            let chosen = nth == option.chosen;
            let value = if chosen {
                base
            } else {
                let other = file.rules(&house_with(rules, &option.id, choice));
                let other = Arc::new(other.expect("a checked file is sound under each of its house rules"));
                let each = 1.0 / all as f64;
                let value = evaluate_variant(&other, &Stage::new(progress, done as f64 * each, each))?;
                done += 1;
                value
            };
            choices.push(ChoiceBalance {
                choice: choice.clone(),
                chosen,
                value,
                difference: value.minus(base),
            });
        }
        options.push(OptionBalance { option: option.id.clone(), choices });
    }
    Ok(options)
}
