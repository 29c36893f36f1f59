//! `Line`: the lines of a score sheet from top to bottom.

use crate::rules::SheetRules;

/// A line of the sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line {
    /// A box.
    Slot(usize),
    /// The sum of a group, below its last box.
    Group(usize),
    /// The points of jokers.
    Joker,
    /// The total.
    Total,
    /// The points, if points decide the game.
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

    /// The lines of a sheet whose columns stand side by side: those of the first column, and the lines below
    /// all columns.
    #[must_use]
    pub fn rows(&self) -> Vec<Line> {
        let [slots, groups] = self.in_column();
        let first = |line: &Line| match line {
            Line::Slot(slot) => *slot < slots,
            Line::Group(group) => *group < groups,
            Line::Joker | Line::Total | Line::Points => true,
        };
        self.lines().into_iter().filter(first).collect()
    }

    /// The same line of another column.
    #[must_use]
    pub fn beside(&self, line: Line, column: usize) -> Line {
        let [slots, groups] = self.in_column();
        match line {
            Line::Slot(slot) => Line::Slot(slot + column * slots),
            Line::Group(group) => Line::Group(group + column * groups),
            line => line,
        }
    }

    /// The number of columns; 1 if the game names none.
    #[must_use]
    pub fn side_by_side(&self) -> usize {
        self.columns.len().max(1)
    }

    /// The number of boxes and the number of groups of a column.
    #[must_use]
    pub fn in_column(&self) -> [usize; 2] {
        [self.slots.len() / self.side_by_side(), self.groups.len() / self.side_by_side()]
    }
}
