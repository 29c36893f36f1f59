//! `Line`: what stands on a score sheet from top to bottom.

use crate::rules::SheetRules;

/// A line of the sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line {
    /// A box.
    Slot(usize),
    /// The sum of a group, below its last box.
    Group(usize),
    /// What jokers have brought.
    Joker,
    /// The total.
    Total,
    /// The points, where these decide.
    Points,
}

impl SheetRules {
    /// The lines of the sheet, from top to bottom.
    #[must_use]
    pub fn lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        for slot in 0..self.slots.len() {
            lines.push(Line::Slot(slot));
            let ends =
                |group: &crate::Group| group.slots.len() > 1 && group.slots.iter().max() == Some(&slot);
            lines.extend(self.groups.iter().position(ends).map(Line::Group));
        }
        lines.extend(self.paid_joker().map(|_| Line::Joker));
        lines.push(Line::Total);
        lines.extend((!self.awards.is_empty()).then_some(Line::Points));
        lines
    }
}
