//! House rules, explained.

use kosti_rules::{HouseOption, Rules};

use crate::words::Words;

/// The house rules of a game, and what was chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExplainedHouse {
    /// The heading.
    pub heading: String,
    /// The options; never empty.
    pub options: Vec<ExplainedOption>,
    /// Whether every choice made is the default.
    pub is_standard: bool,
    /// What differs from the standard, or that nothing does.
    pub differs: String,
}

/// A house rule: what a table chooses from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExplainedOption {
    /// Its id.
    pub id: String,
    /// What is chosen.
    pub name: String,
    /// Why tables differ.
    pub about: Option<String>,
    /// The choices, the default first.
    pub choices: Vec<ExplainedChoice>,
}

/// One choice of a house rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExplainedChoice {
    /// Its id.
    pub id: String,
    /// What it means.
    pub about: Option<String>,
    /// The words that mark the default, on the default only: `(standard)`.
    pub default: Option<String>,
    /// Whether it was chosen.
    pub is_chosen: bool,
}

impl Words {
    pub(super) fn explain_house(&self, rules: &Rules) -> Option<ExplainedHouse> {
        if rules.house.is_empty() {
            return None;
        }
        let changes: Vec<String> =
            rules.house_changes().map(|(option, choice)| format!("{option}={choice}")).collect();
        let differs = if changes.is_empty() {
            self.say("rules-standard", &[])
        } else {
            self.say("rules-differs", &[("changes", changes.join(", ").into())])
        };
        Some(ExplainedHouse {
            heading: self.say("rules-house", &[]),
            options: rules.house.iter().map(|option| self.explain_option(option)).collect(),
            is_standard: changes.is_empty(),
            differs,
        })
    }

    fn explain_option(&self, option: &HouseOption) -> ExplainedOption {
        let choices = option.choices.iter().enumerate().map(|(i, (id, about))| ExplainedChoice {
            id: id.clone(),
            about: self.written(about),
            default: (i == 0).then(|| self.say("rules-default", &[])),
            is_chosen: i == option.chosen,
        });
        ExplainedOption {
            id: option.id.clone(),
            name: option.name.get(self.language()).to_owned(),
            about: self.written(&option.about),
            choices: choices.collect(),
        }
    }
}
