//! Checks that no reachable position leaves a player without an action.
//!
//! After the last throw a box is *hard* if some dice can neither be scored in it nor allow crossing it out. A
//! position is stuck if all boxes that may be filled are hard, the dice fit none of them, and no last resort
//! applies. More open boxes only help, so checking the smallest sets of open boxes is enough. Boxes of a gate
//! are never hard, so nobody is stuck before the gate opens. A joker must take some boxes before others, but
//! only boxes that it can fill: if any action exists, one of those remains allowed.

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
                // The only open box at the end of the game.
                let rescued = rules.slots[slot].last_resort.is_some();
                if rescued { None } else { stuck_with(rules, &[slot]) }
            })
            .or_else(|| {
                // One open box in each of two groups: each last resort waits for the other group to be full.
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

/// Finds dice of the last throw that fit none of the open boxes.
fn stuck_with(rules: &SheetRules, open: &[usize]) -> Option<(usize, Vec<usize>)> {
    // A joker may fit where its dice alone would not, but only once its own box is full. With `if_scored` that
    // box also needs points, which is never certain.
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
