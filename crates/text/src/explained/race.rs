//! A race, explained.

use kosti_dice::Dice;
use kosti_rules::file::{Blank, Costs, Overshoot, Ties};
use kosti_rules::{Example, RaceRules, Standing};

use super::{ExplainedExample, Section};
use crate::words::Words;

/// A combination of a race.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExplainedCombination {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What its dice show, in words.
    pub needs: String,
    /// The dice that make it, and their points.
    pub made_of: Vec<(Dice, i32)>,
}

impl Words {
    /// Describes a turn, doubles and barrels; with the author's `own` words where there are some.
    pub(super) fn race_facts(&self, rules: &RaceRules, own: bool) -> Vec<String> {
        let hot = if rules.hot_dice { "rules-hot-dice" } else { "rules-no-hot-dice" };
        let mut facts = vec![self.say("rules-turn", &[]), self.say(hot, &[])];
        for loss in &rules.losses {
            let message = match loss.costs {
                Costs::Turn => "rules-loss-turn",
                Costs::Score => "rules-loss-score",
            };
            let dice = self.describe_pattern(&loss.needs, &rules.faces);
            facts.push(self.say(message, &[("dice", dice.into())]));
        }
        if let Some(double) = &rules.double {
            let about = self.non_empty(&double.about).filter(|_| own);
            facts.push(about.unwrap_or_else(|| self.say("rules-double", &[("aside", double.aside.into())])));
            facts.push(match double.blank {
                Blank::MustThrow => self.say("rules-double-must", &[]),
                Blank::MayBank => self.say("rules-double-may", &[]),
            });
        }
        facts.extend(self.banking_facts(rules));
        facts.extend(self.ending_facts(rules));
        for barrel in &rules.barrels {
            let args =
                [("from", barrel.from.into()), ("exit", barrel.exit.into()), ("turns", barrel.turns.into())];
            facts.push(self.say("rules-barrel", &args));
        }
        facts
    }

    /// Describes the last round, and what becomes of points past a target that must be reached exactly.
    #[must_use]
    pub fn ending_facts(&self, rules: &RaceRules) -> Vec<String> {
        let target = [("target", rules.target.into())];
        let last_round = rules.last_round.map(|last| match last.ties {
            Ties::Shared => "rules-last-round-shared",
            Ties::First => "rules-last-round-first",
        });
        let overshoot = rules.overshoot.map(|overshoot| match overshoot {
            Overshoot::Lost => "rules-overshoot-lost",
            Overshoot::Back => "rules-overshoot-back",
        });
        last_round.into_iter().chain(overshoot).map(|id| self.say(id, &target)).collect()
    }

    /// Describes the minimum to bank and the cost of lost turns.
    #[must_use]
    pub fn banking_facts(&self, rules: &RaceRules) -> Vec<String> {
        let least = |id: &str, points: i32| (points > 0).then(|| self.say(id, &[("least", points.into())]));
        let lost = rules.lost_turns.map(|lost| {
            self.say("rules-lost-turns", &[("row", lost.row.into()), ("points", lost.points.into())])
        });
        let bank = least("rules-bank-least", rules.bank_at_least);
        bank.into_iter().chain(least("rules-open-least", rules.open_at_least)).chain(lost).collect()
    }

    /// Describes the turns left in a barrel, or the turns that may still be lost, if either is counted.
    #[must_use]
    pub fn describe_turns_left(&self, rules: &RaceRules, standing: Standing) -> Option<String> {
        let left = ("left", standing.turns_left.into());
        match rules.barrel(standing.score) {
            _ if standing.turns_left == 0 => None,
            Some(barrel) => Some(self.say("race-barrel", &[("barrel", (barrel + 1).into()), left])),
            None => rules.lost_turns.map(|_| self.say("race-lost", &[left])),
        }
    }

    pub(super) fn combinations(&self, rules: &RaceRules) -> Option<Section<ExplainedCombination>> {
        let combinations = rules.combinations.iter().map(|combination| ExplainedCombination {
            id: combination.id.clone(),
            name: combination.name.get(self.language()).to_owned(),
            needs: self.describe_pattern(&combination.needs, &rules.faces),
            made_of: combination.made_of.iter().map(|(dice, points)| (*dice, *points)).collect(),
        });
        self.section("rules-combinations", combinations.collect())
    }

    /// The examples that are not a single combination; the combinations have their own list.
    pub(super) fn race_examples(&self, rules: &RaceRules) -> Option<Section<ExplainedExample>> {
        let listed =
            |example: &Example| rules.combinations.iter().any(|c| c.made_of.contains_key(&example.dice));
        let others = rules.examples.iter().filter(|example| !listed(example));
        self.section(
            "rules-examples",
            others.map(|example| self.explain_example(example, &rules.faces)).collect(),
        )
    }
}
