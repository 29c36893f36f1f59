//! Describes the actions of players.

use kosti_dice::Dice;
use kosti_engine::{Action, Then};
use kosti_rules::Rules;

use crate::Words;

impl Words {
    /// Describes an action: keep these dice, score that box.
    #[must_use]
    pub fn describe_action(&self, rules: &Rules, action: &Action) -> String {
        let name = |slot: usize| {
            let slot = rules.sheet().and_then(|sheet| sheet.slots.get(slot));
            slot.map_or_else(String::new, |slot| slot.name.get(self.language()).to_owned())
        };
        let with_dice =
            |id: &str, dice: &Dice| self.say(id, &[("dice", self.write_dice(rules.faces(), *dice).into())]);
        match action {
            Action::Throw { keep } if keep.is_empty() => self.say("advise-keep-nothing", &[]),
            Action::Throw { keep } => with_dice("advise-keep", keep),
            Action::Score { slot } => self.say("advise-score", &[("box", name(*slot).into())]),
            Action::Cross { slot } => self.say("advise-cross", &[("box", name(*slot).into())]),
            Action::Announce { slot } => self.say("advise-announce", &[("box", name(*slot).into())]),
            Action::SetAside { take, then: Then::Bank } if take.is_empty() => self.say("advise-bank", &[]),
            Action::SetAside { take, then: Then::Throw } if take.is_empty() => self.say("advise-throw", &[]),
            Action::SetAside { take, then: Then::Bank } => with_dice("advise-take-bank", take),
            Action::SetAside { take, then: Then::Throw } => with_dice("advise-take-throw", take),
            Action::Undo | Action::Leave | Action::Return | Action::Correct(_) => String::new(),
        }
    }

    /// Explains why the best action is the best: its value, and the value of the alternative. `worth` is the
    /// unit of values: `points`, `win`, `turns` or `chance`.
    #[must_use]
    pub fn explain_advice(
        &self,
        rules: &Rules,
        worth: &str,
        (best, value): (&Action, f64),
        (instead, other): (&Action, f64),
    ) -> String {
        let number = |value: f64| match worth {
            "points" | "turns" => format!("{value:.1}"),
            _ => format!("{:.1} %", value * 100.0),
        };
        let args = [
            ("worth", worth.into()),
            ("best", self.describe_action(rules, best).into()),
            ("value", number(value).into()),
            ("instead", self.describe_action(rules, instead).into()),
            ("other", number(other).into()),
        ];
        self.say("advise-reason", &args)
    }

    /// Compares the choice that wins most with the one that brings the most points.
    #[must_use]
    pub fn explain_trade(&self, best: f64, instead: f64, points: f64) -> String {
        // As many digits as tell them apart.
        let digits = if best - instead < 0.015 { 1 } else { 0 };
        let percent = |chance: f64| format!("{:.digits$} %", chance * 100.0);
        let args = [
            ("best", percent(best).into()),
            ("instead", percent(instead).into()),
            ("points", format!("{points:.1}").into()),
        ];
        self.say("advise-trade", &args)
    }
}
