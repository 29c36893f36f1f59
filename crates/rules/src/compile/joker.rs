//! Compiles jokers: dice that fit a box that is already full.

use super::Compiler;
use crate::fault::{FaultKind, Place, place};
use crate::file::JokerFile;
use crate::joker::{JOKER, LATER};
use crate::limits::MOST_POINTS;
use crate::rules::{Joker, SheetRules};
use crate::text::Text;

impl Compiler<'_> {
    pub(crate) fn joker(&mut self, rules: &mut SheetRules, whole: bool) {
        let Some(file) = &self.file.joker else {
            self.boxes_of_jokers().iter().for_each(|at| self.fault_at_key(at, FaultKind::NoJoker));
            return;
        };
        if let Some(bonus) = file.bonus {
            self.in_range(&place!["joker", "bonus"], "bonus", bonus, 1, MOST_POINTS);
        }
        if file.bonus.is_none() && file.first.is_none() && self.boxes_of_jokers().is_empty() {
            self.fault_at_key(&place!["joker"], FaultKind::JokerIdle);
        }
        if self.file.boxes.get(&file.slot).is_some_and(|own| own.joker.is_some()) {
            let kind = FaultKind::JokerItself { id: file.slot.clone() };
            self.fault_at_key(&place!["box", &file.slot, "joker"], kind);
        }
        // The sheet keeps the joker points under this id, so no box may have it.
        if let Some(slot) = rules.slot(JOKER).filter(|_| file.bonus.is_some()) {
            let group = rules.slots[slot].group.filter(|_| !self.file.boxes.contains_key(JOKER));
            let at = match group.and_then(|group| rules.groups.get(group)) {
                Some(group) => {
                    let nth = group.slots.iter().position(|&other| other == slot).unwrap_or(0);
                    place!["group", &group.id, "per-number", nth]
                }
                None => place!["box", JOKER],
            };
            self.fault_at_key(&at, FaultKind::JokerId);
        }
        let slot = self.box_named(rules, &file.slot, &place!["joker", "box"], whole);
        let first = self.joker_first(rules, file, whole);
        let Some(slot) = slot else { return };
        let this = &rules.slots[slot];
        if this.fill > 1 {
            let kind = FaultKind::JokerFill { id: this.id.clone(), fill: this.fill };
            self.fault(&place!["joker", "box"], kind);
        }
        let dice = rules.space.all();
        let mixed = (0..dice.len()).find(|&i| {
            this.fits(i, LATER).is_some() && dice[i].faces().any(|face| face != dice[i].highest())
        });
        if let Some(mixed) = mixed.filter(|_| file.first.is_some()) {
            let kind = FaultKind::JokerNumbers { dice: dice[mixed] };
            return self.fault(&place!["joker", "first"], kind);
        }
        let name = if file.name.is_empty() { Text::plain(JOKER) } else { file.name.clone() };
        let if_scored = file.if_scored.unwrap_or(false);
        rules.joker = Some(Joker { name, slot, bonus: file.bonus, first, if_scored });
    }

    /// Finds the group that jokers fill first, and checks that it has numbered boxes.
    fn joker_first(&mut self, rules: &SheetRules, file: &JokerFile, whole: bool) -> Option<usize> {
        let at = place!["joker", "first"];
        let first = self.group_named(rules, file.first.as_ref()?, &at)?;
        let numbered = rules.groups[first].slots.iter().any(|&slot| rules.slots[slot].number > 0);
        if whole && !numbered {
            self.fault(&at, FaultKind::NoNumber { word: "first".to_owned() });
        }
        Some(first)
    }

    /// The places in the file where a box sets its joker points.
    fn boxes_of_jokers(&self) -> Vec<Place> {
        let file = self.file;
        let all = file.each_box.iter().map(|each| (place!["each-box", "joker"], each));
        let groups = file.group.iter().filter_map(|(id, group)| {
            group.each_box.as_ref().map(|each| (place!["group", id, "each-box", "joker"], each))
        });
        let boxes = file.boxes.iter().map(|(id, slot)| (place!["box", id, "joker"], slot));
        all.chain(groups).chain(boxes).filter(|(_, said)| said.joker.is_some()).map(|(at, _)| at).collect()
    }
}
