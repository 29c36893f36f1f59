//! Why a box gives what it gives, in one line.

use kosti_rules::{Reason, SheetRules};

use crate::told::Told;
use crate::words::Words;

impl Words {
    /// The explanation of a box, its steps in one line: `6-6: 12; from the hand ×2: 24`.
    #[must_use]
    pub fn why(&self, rules: &SheetRules, slot: usize, reasons: &[Reason]) -> String {
        let steps: Vec<String> = reasons.iter().map(|reason| self.reason(rules, slot, reason)).collect();
        steps.join("; ")
    }

    fn reason(&self, rules: &SheetRules, slot: usize, reason: &Reason) -> String {
        let mut told = Told::new("why", reason);
        match reason {
            Reason::Gate { group, .. } => told.set("group", rules.groups[*group].name.get(self.language())),
            Reason::JokerBox { slot } | Reason::Before { slot } | Reason::Announced { slot } => {
                told.set("slot", rules.slots[*slot].name.get(self.language()));
            }
            Reason::JokerOutside { group } => {
                told.set("group", rules.groups[*group].name.get(self.language()));
            }
            Reason::JokerBonus { .. } => {
                told.set("name", rules.joker.as_ref().map_or("", |joker| joker.name.get(self.language())));
            }
            Reason::Beats { hand, .. } => told.set("hand", &self.hand(&rules.slots[slot], *hand)),
            Reason::Wins { win } => told.set("win", rules.instant_wins[*win].name.get(self.language())),
            Reason::Unfit | Reason::UnfitZero => {
                // A sentence in the rules, a part of one here.
                let about = rules.slots[slot].about.get(self.language()).trim().trim_end_matches('.');
                told.set("about", about);
                if told.has("about") {
                    return self.say_attribute(&told, "about").unwrap_or_else(|| self.say_told(&told));
                }
            }
            _ => {}
        }
        self.say_told(&told)
    }
}
