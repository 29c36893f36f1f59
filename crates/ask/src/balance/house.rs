//! What house rules change.

use std::sync::Arc;

use kosti_rules::{Family, Rules, RulesFile};
use kosti_solver::{Alone, Progress, Stage};
use serde::{Deserialize, Serialize};

use super::sheet::Play;
use super::{Number, changed, race};
use crate::error::AskError;

/// What a game is worth.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Worth {
    /// What a sheet brings; of a race, the chance of the first of two, where it is for two.
    pub value: Option<Number>,
    /// The turns that one alone needs for a race.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns: Option<Number>,
}

impl Worth {
    fn minus(self, other: Self) -> Self {
        let minus = |a: Option<Number>, b: Option<Number>| a.zip(b).map(|(a, b)| a.minus(b));
        Self { value: minus(self.value, other.value), turns: minus(self.turns, other.turns) }
    }
}

/// A house rule.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OptionBalance {
    /// Its id.
    pub option: String,
    /// Its choices, the default first.
    pub choices: Vec<ChoiceBalance>,
}

/// One choice of a house rule, all others as they are.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChoiceBalance {
    /// Its id.
    pub choice: String,
    /// Whether it is the one that the game is told with.
    pub chosen: bool,
    /// What the game is worth with it.
    #[serde(flatten)]
    pub worth: Worth,
    /// How much more that is than the game as it is told.
    pub difference: Worth,
}

/// What a game is worth: its value under best play, measured where it cannot be worked out.
///
/// # Errors
/// When a race has places that nobody can win from, or is too large, or `progress` cancels it.
pub fn worth(rules: &Arc<Rules>, progress: &dyn Progress) -> Result<Worth, AskError> {
    match &rules.family {
        Family::Sheet(_) => {
            Ok(Worth { value: Some(Play::find(rules, progress)?.value(progress)?), turns: None })
        }
        Family::Race(_) => {
            let turns = Number::exact(Alone::solve_with(rules.clone(), progress)?.value());
            let value = race::duel(rules, progress)?.map(|duel| Number::exact(duel.value()));
            Ok(Worth { value, turns: Some(turns) })
        }
    }
}

/// Each choice of each house rule, the others as they are.
pub(super) fn balance(
    file: &RulesFile,
    rules: &Arc<Rules>,
    base: Worth,
    progress: &dyn Progress,
) -> Result<Vec<OptionBalance>, AskError> {
    let all: usize = rules.house.iter().map(|option| option.choices.len() - 1).sum();
    let mut done = 0;
    let mut options = Vec::new();
    for option in &rules.house {
        let mut choices = Vec::new();
        for (nth, (choice, _)) in option.choices.iter().enumerate() {
            let chosen = nth == option.chosen;
            let worth = if chosen {
                base
            } else {
                let other = file.rules(&changed(rules, &option.id, choice));
                let other = Arc::new(other.expect("a checked file is sound under each of its house rules"));
                let each = 1.0 / all as f64;
                let worth = worth(&other, &Stage::new(progress, done as f64 * each, each))?;
                done += 1;
                worth
            };
            choices.push(ChoiceBalance {
                choice: choice.clone(),
                chosen,
                worth,
                difference: worth.minus(base),
            });
        }
        options.push(OptionBalance { option: option.id.clone(), choices });
    }
    Ok(options)
}
