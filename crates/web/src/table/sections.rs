//! The sheet as it is played on: parts side by side on a phone, one below the other on a desktop, with the columns that
//! matter for the decision. Everything follows from the rules: boxes, groups, columns, places.

use kosti_engine::{Event, Seat, State};
use kosti_rules::file::ColumnOrder;
use kosti_rules::{Column, GroupMark, Line, SheetRules};
use maud::{Markup, html};

use super::TablePage;
use super::grid::{Cells, SumLabel, bonus_row, row, sheet};
use crate::shell::Page;

/// Lines that fit below each other on a phone.
const FEW: usize = 10;
/// Columns that a desktop has room for.
const WIDE: usize = 6;

/// The lines of the sheet in one part, or in two that are about as long; sums stay with their boxes where they can.
fn parts(rules: &SheetRules) -> Vec<Vec<Line>> {
    let lines = rules.rows();
    if lines.len() <= FEW || rules.slots.iter().any(|slot| slot.fill > 1) {
        return vec![lines];
    }
    let boxes = lines.iter().filter(|line| !is_below(**line)).count();
    let after_group = lines.iter().position(|line| matches!(line, Line::Group(_))).map(|at| at + 1);
    let fair = |at: &usize| (boxes - at).max(*at) * 8 <= boxes * 5;
    let at = after_group.filter(fair).unwrap_or(boxes.div_ceil(2));
    // No part begins with a sum.
    let at = at + lines[at..].iter().take_while(|line| matches!(line, Line::Group(_))).count();
    let (first, second) = lines.split_at(at);
    vec![first.to_vec(), second.to_vec()]
}

/// Whether a line stands below all boxes. The tabs of the players have its number too.
fn is_below(line: Line) -> bool {
    matches!(line, Line::Total | Line::Points)
}

/// The rows of a part.
fn height(rules: &SheetRules, part: &[Line]) -> usize {
    let rows = |line: &Line| match *line {
        Line::Group(group) => {
            1 + usize::from(matches!(rules.groups[group].mark, Some(GroupMark::Bonus { .. })))
        }
        line => usize::from(!is_below(line)),
    };
    part.iter().map(rows).sum()
}

/// The classes of a part that is shorter than the longest one, as far as the stylesheet knows them: the rows that it
/// lacks, and the rows of sums that take their room.
fn room_of_sums(rules: &SheetRules, part: &[Line], rows: usize) -> Option<String> {
    let groups = part.iter().filter(|line| matches!(line, Line::Group(_)));
    let sums: usize = groups.map(|group| height(rules, std::slice::from_ref(group))).sum();
    let lacks = rows.saturating_sub(height(rules, part));
    ((1..=3).contains(&lacks) && (1..=4).contains(&sums)).then(|| format!("lacks-{lacks} sums-{sums}"))
}

/// The sheet in its parts.
pub(crate) fn sheet_form(page: &Page<'_>, rules: &SheetRules, cells: &impl Cells) -> Markup {
    let parts = parts(rules);
    let rows = parts.iter().map(|part| height(rules, part)).max().unwrap_or(1);
    // In one part the totals are seen too.
    let below =
        if parts.len() == 1 { rules.rows().into_iter().filter(|line| is_below(*line)).count() } else { 0 };
    let rows = (rows + below).clamp(3, 14);
    let several = rules.slots.iter().any(|slot| slot.fill > 1);
    let kind = if rules.side_by_side() > 1 { "columns" } else { "single" };
    let shared = if cells.columns() > 1 { "shared" } else { "alone" };
    html! {
        div.form.(kind).(shared).{ "rows-" (rows) } .two[parts.len() > 1] .several[several] role="region" aria-label=(page.say("page-sheet")) {
            @for (nth, lines) in parts.iter().enumerate() {
                @let room = room_of_sums(rules, lines, rows).filter(|_| parts.len() > 1);
                (part(page, rules, cells, &part_heading(page, rules, &parts, nth), lines, room.as_deref()))
            }
        }
    }
}

/// The heading of a part: its group, if it has one only.
fn part_heading(page: &Page<'_>, rules: &SheetRules, parts: &[Vec<Line>], nth: usize) -> String {
    let groups = |part: &[Line]| -> Vec<usize> {
        part.iter()
            .filter_map(|line| if let Line::Group(group) = line { Some(*group) } else { None })
            .collect()
    };
    match groups(&parts[nth]).as_slice() {
        [group] => rules.groups[*group].row.get(page.language()).to_owned(),
        _ if nth > 0 && !groups(&parts[0]).is_empty() => page.say("page-lower-section"),
        _ => page.say("page-boxes"),
    }
}

fn part(
    page: &Page<'_>,
    rules: &SheetRules,
    cells: &impl Cells,
    heading: &str,
    lines: &[Line],
    room: Option<&str>,
) -> Markup {
    let language = page.language();
    let weights_differ = rules.columns.iter().any(|column| column.times > 1);
    html! {
        table class={ "part" @if let Some(room) = room { " " (room) } } {
            thead {
                tr {
                    th scope="col" { (heading) }
                    @for seat in 0..cells.columns() { (cells.head(seat)) }
                }
                @if !rules.columns.is_empty() {
                    tr.of-columns {
                        td {}
                        @for seat in 0..cells.columns() {
                            @for column in &rules.columns {
                                th.(cells.class(seat)) scope="col" title=(column.name.get(language)) {
                                    span.sign aria-hidden="true" { (sign(column, weights_differ)) }
                                    span.visually-hidden { (column.name.get(language)) }
                                }
                            }
                        }
                    }
                }
            }
            tbody {
                @for line in lines {
                    (row(page, rules, cells, *line, SumLabel::Short))
                    @if let Line::Group(group) = line { (bonus_row(page, rules, cells, *group)) }
                }
            }
        }
    }
}

impl TablePage<'_> {
    /// The sheet: whole if it is asked for.
    pub(super) fn sheet(&self, state: &State, rules: &SheetRules) -> Markup {
        if self.asked.get("sheet") == Some("all") {
            let columns = (0..state.players().len()).map(|seat| (seat, "near")).collect();
            return html! {
                div.form.whole {
                    a.button.close href=(self.path()) data-view { (self.page.say("page-close")) }
                    (sheet(&self.page, rules, &self.live_cells(state, rules, columns)))
                }
            };
        }
        sheet_form(&self.page, rules, &self.live_cells(state, rules, self.visible_columns(state, rules)))
    }

    /// The seat whose column comes first: the visitor's own; the one on turn where they hold several or none.
    pub(super) fn focus(&self, state: &State) -> usize {
        let on_turn = state.on_turn().map(|seat| seat.0);
        match self.mine.as_slice() {
            [only] => *only,
            [] => on_turn.unwrap_or(0),
            all => on_turn.filter(|seat| all.contains(seat)).unwrap_or(all[0]),
        }
    }

    /// Whether a seat is the visitor's own; of several that they hold, the one that plays.
    pub(super) fn is_own(&self, state: &State, seat: usize) -> bool {
        self.mine.contains(&seat) && self.focus(state) == seat
    }

    /// The columns, and how near each is: `near` is seen everywhere, `far` only where there is room.
    fn visible_columns(&self, state: &State, rules: &SheetRules) -> Vec<(usize, &'static str)> {
        let (count, focus) = (state.players().len(), self.focus(state));
        if count == 1 {
            return vec![(0, "near")];
        }
        let other = self.other_seat(state, focus);
        if rules.side_by_side() > 1 {
            let (first, second) = if self.asked.has("with") { (other, focus) } else { (focus, other) };
            return vec![(first, "near"), (second, "far")];
        }
        if count == 2 {
            let [first, second] = if self.mine.len() == 1 { [focus, other] } else { [0, 1] };
            return vec![(first, "near"), (second, "near")];
        }
        let rest = (1..count).map(|step| (focus + step) % count).filter(|seat| *seat != other);
        let far = rest.take(WIDE - 2).map(|seat| (seat, "far"));
        [(focus, "near"), (other, "near")].into_iter().chain(far).collect()
    }

    /// The column beside the first: the one that was tapped, else of the player on turn, or who wrote last.
    fn other_seat(&self, state: &State, focus: usize) -> usize {
        let count = state.players().len();
        let asked = self.asked.get("with").and_then(|seat| seat.parse().ok());
        let on_turn = state.on_turn().map(|seat| seat.0);
        let wrote = self.recent_events.newest().filter_map(|event| match *event {
            Event::Scored { seat: Seat(seat), .. } | Event::CrossedOut { seat: Seat(seat), .. } => Some(seat),
            _ => None,
        });
        let mut wanted = asked.into_iter().chain(on_turn).chain(wrote);
        wanted.find(|seat| *seat != focus && *seat < count).unwrap_or((focus + 1) % count)
    }
}

/// The way a column is filled and, where columns differ in that, how many times it counts: for a place too narrow for
/// its name.
fn sign(column: &Column, weights_differ: bool) -> String {
    let order = match column.order {
        ColumnOrder::Down => "↓",
        ColumnOrder::Free if weights_differ => "",
        ColumnOrder::Free => "↕",
        ColumnOrder::Up => "↑",
        ColumnOrder::Announced => "!",
    };
    if weights_differ { format!("{order}×{}", column.times) } else { order.to_owned() }
}

#[cfg(test)]
mod tests {
    use kosti_rules::{Family, House};

    use super::*;

    #[test]
    fn parts_are_about_as_long() {
        for game in kosti_games::ids() {
            let rules = kosti_games::file(game).unwrap().rules(&House::default()).unwrap();
            let Family::Sheet(rules) = &rules.family else { continue };
            let parts = parts(rules);
            assert_eq!(parts.concat(), rules.rows());
            let longest = parts.iter().map(|part| height(rules, part)).max().unwrap();
            assert!(longest <= 12, "{game}: {longest} lines");
        }
    }
}
