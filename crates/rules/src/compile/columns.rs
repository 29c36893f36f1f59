//! Columns: copies every box and group of the file into each column.

use super::Compiler;
use crate::fault::{FaultKind, known, place};
use crate::file::ColumnOrder;
use crate::rules::{Column, Difference, Group, SheetRules, Slot};
use crate::text::Text;

impl Compiler<'_> {
    /// Compiles `difference`: a group that counts the difference of two boxes instead of their sum.
    pub(crate) fn differences(&mut self, rules: &mut SheetRules) {
        for (group, (id, file)) in self.file.group.iter().enumerate() {
            let Some(difference) = &file.difference else { continue };
            let at = place!["group", id, "difference"];
            let mut named = |key: &str, wanted: &String| {
                let found = rules.slot(wanted);
                if found.is_none() {
                    let (near, known) = known(wanted, rules.slots.iter().map(|slot| &slot.id));
                    self.fault(&at.below(key), FaultKind::UnknownBox { id: wanted.clone(), near, known });
                }
                found
            };
            let of = named("of", &difference.of);
            let less = named("less", &difference.less);
            let times = named("times", &difference.times);
            let (Some(of), Some(less), Some(times)) = (of, less, times) else { continue };
            let mut both = [of, less];
            both.sort_unstable();
            let once = [of, less, times].iter().all(|&slot| rules.slots[slot].fill == 1);
            if rules.groups[group].slots != both || both.contains(&times) || !once {
                self.fault(&at, FaultKind::DifferenceBoxes);
            } else if rules.groups[group].mark.is_some() {
                self.fault(&at, FaultKind::DifferenceMark);
            }
            rules.groups[group].difference = Some(Difference { of, less, times });
        }
    }

    /// Reports the parts of a file that columns do not support.
    pub(crate) fn columns_allow(&mut self, rules: &SheetRules) {
        let file = self.file;
        if file.column.is_empty() {
            return;
        }
        let other = [
            ("gate", file.gate.is_some()),
            ("joker", file.joker.is_some()),
            ("points", !file.points.is_empty()),
        ];
        for (key, _) in other.into_iter().filter(|(_, there)| *there) {
            self.fault_at_key(&place![key], FaultKind::NotWithColumns { key: key.to_owned() });
        }
        for (id, group) in &file.group {
            if group.last_resort.is_some() {
                let kind = FaultKind::NotWithColumns { key: "last-resort".to_owned() };
                self.fault_at_key(&place!["group", id, "last-resort"], kind);
            }
        }
        for (id, column) in &file.column {
            let times = column.times.unwrap_or(1);
            let at = place!["column", id, "times"];
            if self.in_range(&at, "times", times, 1, 100) && times > 1 {
                // A product of three boxes would count several times over.
                if rules.groups.iter().any(|group| group.difference.is_some()) {
                    let (key, other) = ("times".to_owned(), "difference".to_owned());
                    self.fault_at_key(&at, FaultKind::NotTogether { key, other });
                }
            }
        }
        // In a column any box may be the only one that can be filled, so each must take every throw.
        if let Some(hard) = rules.slots.iter().find(|slot| !slot.always_fillable()) {
            let at = self.place_of_slot(rules, hard);
            self.fault_at_key(&at, FaultKind::ColumnHard { id: hard.id.clone() });
        }
    }

    /// Copies every box and every group into each column.
    pub(crate) fn spread_columns(&self, rules: &mut SheetRules) {
        let (rows, groups) = (rules.slots.len(), rules.groups.len());
        if self.file.column.is_empty() {
            return;
        }
        let (slots, of_rows) = (std::mem::take(&mut rules.slots), std::mem::take(&mut rules.groups));
        for (nth, (id, file)) in self.file.column.iter().enumerate() {
            let name = if file.name.is_empty() { Text::plain(id) } else { file.name.clone() };
            let (order, times) = (file.order.unwrap_or_default(), file.times.unwrap_or(1));
            let more = |points: i32| points.saturating_mul(times);
            let first = nth * rows;
            for (row, slot) in slots.iter().enumerate() {
                let after = match order {
                    ColumnOrder::Down => row.checked_sub(1),
                    ColumnOrder::Up => Some(row + 1).filter(|&next| next < rows),
                    ColumnOrder::Free | ColumnOrder::Announced => None,
                };
                rules.slots.push(Slot {
                    id: format!("{}-{id}", slot.id),
                    name: slot.row.joined(&name),
                    group: slot.group.map(|group| nth * groups + group),
                    column: Some(nth),
                    after: after.map(|row| first + row),
                    announced: order == ColumnOrder::Announced,
                    times,
                    by_throw: slot
                        .by_throw
                        .iter()
                        .map(|scores| scores.iter().map(|score| score.map(more)).collect())
                        .collect(),
                    possible: slot.possible.iter().copied().map(more).collect(),
                    // Examples say what dice score in a column that counts once; the first column keeps them.
                    examples: if nth == 0 { slot.examples.clone() } else { Vec::new() },
                    ..slot.clone()
                });
            }
            for group in &of_rows {
                let here = |slot: usize| first + slot;
                let difference = |it: Difference| Difference {
                    of: here(it.of),
                    less: here(it.less),
                    times: here(it.times),
                };
                rules.groups.push(Group {
                    id: format!("{}-{id}", group.id),
                    name: group.row.joined(&name),
                    slots: group.slots.iter().map(|&slot| here(slot)).collect(),
                    difference: group.difference.map(difference),
                    mark: group.mark.as_ref().map(|mark| mark.times(times)),
                    ..group.clone()
                });
            }
            rules.columns.push(Column { id: id.clone(), name, about: file.about.clone(), order, times });
        }
        rules.rounds *= rules.columns.len();
    }
}
