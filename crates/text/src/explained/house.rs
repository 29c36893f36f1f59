//! House rules, explained.

use kosti_rules::{HouseOption, Rules};

use crate::words::Words;

/// The house rules of a game and their choices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExplainedHouse {
    /// The heading.
    pub heading: String,
    /// The options; never empty.
    pub options: Vec<ExplainedOption>,
    /// Whether every choice made is the default.
    pub is_standard: bool,
    /// The differences from the standard choices, or the statement that there are none.
    pub differs: String,
}

/// A house rule with its choices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExplainedOption {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The reason why tables differ.
    pub about: Option<String>,
    /// The choices, the default first.
    pub choices: Vec<ExplainedChoice>,
}

/// One choice of a house rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExplainedChoice {
    /// Its id.
    pub id: String,
    /// Its meaning.
    pub about: Option<String>,
    /// The mark of the default choice, on that choice only: `(standard)`.
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
            about: self.non_empty(about),
            default: (i == 0).then(|| self.say("rules-default", &[])),
            is_chosen: i == option.chosen,
        });
        ExplainedOption {
            id: option.id.clone(),
            name: option.name.get(self.language()).to_owned(),
            about: self.non_empty(&option.about),
            choices: choices.collect(),
        }
    }
}
