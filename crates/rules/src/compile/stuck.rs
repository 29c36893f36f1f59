//! No position can be reached in which a player has nothing to do.
//!
//! After the last throw a box is *hard* when some dice can neither be scored in it nor give it up. A position is
//! stuck when all boxes that may be filled are hard, the dice fit none of them, and no last resort is there.
//! More open boxes only help, so it is enough to look at the smallest sets that can be left open. A gate has no hard
//! boxes at all, so nobody is stuck before it. A joker must take some boxes before others, but only boxes that it can
//! fill: where something can be done at all, something of that can be done.

use super::Compiler;
use crate::fault::{FaultKind, place};
use crate::joker::LATER;
use crate::rules::SheetRules;

impl Compiler<'_> {
    pub(crate) fn stuck(&mut self, rules: &SheetRules) {
        let hard: Vec<usize> =
            (0..rules.slots.len()).filter(|&slot| !rules.slots[slot].always_fillable()).collect();
        let found = hard
            .iter()
            .find_map(|&slot| {
                // Alone at the end of the game.
                let rescued = rules.slots[slot].last_resort.is_some();
                if rescued { None } else { stuck_with(rules, &[slot]) }
            })
            .or_else(|| {
                // Two groups left: each last resort waits for the other group to be full.
                let pairs = hard.iter().flat_map(|&a| hard.iter().map(move |&b| [a, b]));
                pairs
                    .filter(|[a, b]| rules.slots[*a].group != rules.slots[*b].group)
                    .find_map(|pair| stuck_with(rules, &pair))
            });
        if let Some((dice, open)) = found {
            let id = rules.slots[open[0]].id.clone();
            let kind = FaultKind::Stuck {
                dice: rules.space.all()[dice],
                open: open.iter().map(|&slot| rules.slots[slot].id.clone()).collect(),
            };
            match rules.slots[open[0]].group.filter(|_| !self.file.boxes.contains_key(&id)) {
                Some(group) => {
                    let nth = rules.groups[group].slots.iter().position(|&slot| slot == open[0]).unwrap_or(0);
                    self.fault(&place!["group", &rules.groups[group].id, "per-number", nth], kind);
                }
                None => self.fault(&place!["box", &id], kind),
            }
        }
    }
}

/// Dice of the last throw that fit none of these boxes.
fn stuck_with(rules: &SheetRules, open: &[usize]) -> Option<(usize, Vec<usize>)> {
    // Elsewhere a joker may fit where the dice would not. Where its own box is open it fits that. That its box has
    // points is never sure.
    let joker = rules.joker.as_ref().filter(|joker| !joker.if_scored && !open.contains(&joker.slot));
    let is_joker = |dice| joker.is_some_and(|joker| rules.slots[joker.slot].fits(dice, LATER).is_some());
    let fits = |slot: usize, dice: usize| {
        let slot = &rules.slots[slot];
        slot.fits(dice, rules.throws).or_else(|| slot.joker.filter(|_| is_joker(dice)))
    };
    let fits_none = |dice: &usize| {
        rules.wins(rules.space.all()[*dice], rules.throws).is_none()
            && open.iter().all(|&slot| fits(slot, *dice).is_none())
    };
    (0..rules.space.all().len()).find(fits_none).map(|dice| (dice, open.to_vec()))
}
