//! Explains the score of a box in one line.

use kosti_rules::{Reason, SheetRules};

use crate::tagged_message::TaggedMessage;
use crate::words::Words;

impl Words {
    /// Explains a score, all steps in one line: `6-6: 12; from the hand ×2: 24`.
    #[must_use]
    pub fn explain_score(&self, rules: &SheetRules, slot: usize, reasons: &[Reason]) -> String {
        let steps: Vec<String> =
            reasons.iter().map(|reason| self.explain_step(rules, slot, reason)).collect();
        steps.join("; ")
    }

    fn explain_step(&self, rules: &SheetRules, slot: usize, reason: &Reason) -> String {
        let mut message = TaggedMessage::new("why", reason);
        match reason {
            Reason::Gate { group, .. } => {
                message.set("group", rules.groups[*group].name.get(self.language()));
            }
            Reason::JokerBox { slot } | Reason::Before { slot } | Reason::Announced { slot } => {
                message.set("slot", rules.slots[*slot].name.get(self.language()));
            }
            Reason::JokerOutside { group } => {
                message.set("group", rules.groups[*group].name.get(self.language()));
            }
            Reason::JokerBonus { .. } => {
                message.set("name", rules.joker.as_ref().map_or("", |joker| joker.name.get(self.language())));
            }
            Reason::Beats { hand, .. } => {
                message.set("hand", &self.describe_hand(&rules.slots[slot], *hand, &rules.faces));
            }
            Reason::Combination { dice, .. } => message.set("dice", &self.write_dice(&rules.faces, *dice)),
            Reason::Wins { win } => message.set("win", rules.instant_wins[*win].name.get(self.language())),
            Reason::Unfit | Reason::UnfitZero => {
                // The rules file has a sentence; here it is a part of one.
                let about = rules.slots[slot].about.get(self.language()).trim().trim_end_matches('.');
                message.set("about", about);
                if message.has("about") {
                    return self
                        .say_attribute(&message, "about")
                        .unwrap_or_else(|| self.say_tagged(&message));
                }
            }
            _ => {}
        }
        self.say_tagged(&message)
    }
}
