//! No position can be reached in which a player has nothing to do.
//!
//! After the last throw a box is *hard* when some dice can neither be scored in it nor give it up. A position is
//! stuck when all boxes that may be filled are hard, the dice fit none of them, and no last resort is there.
//! More open boxes only help, so it is enough to look at the smallest sets that can be left open.

use super::Compiler;
use crate::fault::{FaultKind, place};
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
            })
            .or_else(|| stuck_at_gate(rules, &hard));
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
    let from_hand = rules.throws == 1;
    let fits_none =
        |dice: &usize| open.iter().all(|&slot| rules.slots[slot].fits(*dice, from_hand).is_none());
    (0..rules.space.all().len()).find(fits_none).map(|dice| (dice, open.to_vec()))
}

/// The gate shut, as many of its boxes filled as can be before it opens, and the rest hard.
fn stuck_at_gate(rules: &SheetRules, hard: &[usize]) -> Option<(usize, Vec<usize>)> {
    let gate = rules.gate.as_ref()?;
    let slots = &rules.groups[gate.only].slots;
    let hard: Vec<usize> = slots.iter().copied().filter(|slot| hard.contains(slot)).collect();
    let room: usize = slots.iter().map(|&slot| usize::from(rules.slots[slot].fill)).sum();
    // Entries that can be written with the gate still shut; a box is closed by filling it.
    let before = gate.scored.saturating_sub(1);
    let soft: usize = slots
        .iter()
        .filter(|slot| !hard.contains(slot))
        .map(|&slot| usize::from(rules.slots[slot].fill))
        .sum();
    if hard.is_empty() || soft > before || before >= room {
        return None;
    }
    subsets_left_open(rules, &hard, before - soft).into_iter().find_map(|open| stuck_with(rules, &open))
}

/// The sets of these boxes that are left when at most `fills` entries have been written.
fn subsets_left_open(rules: &SheetRules, slots: &[usize], fills: usize) -> Vec<Vec<usize>> {
    let Some((&first, rest)) = slots.split_first() else { return vec![Vec::new()] };
    let fill = usize::from(rules.slots[first].fill);
    let mut found: Vec<Vec<usize>> = Vec::new();
    if fill <= fills {
        found.extend(subsets_left_open(rules, rest, fills - fill));
    }
    for mut open in subsets_left_open(rules, rest, fills) {
        open.insert(0, first);
        found.push(open);
    }
    found.retain(|open| !open.is_empty() || !rest.is_empty());
    found
}
