//! The score sheet, drawn like the paper one.

use kosti_coach::ValueUnit;
use kosti_rules::{BonusStep, Entry, Line, Sheet, SheetRules};
use maud::{Markup, html};

use super::pace::pace_of_group;
use crate::shell::Page;

/// What stands in the boxes: on a page that is played on, or on paper.
pub(crate) trait Cells {
    /// A column's head.
    fn head(&self, seat: usize) -> Markup;
    /// A box of a column.
    fn cell(&self, slot: usize, seat: usize) -> Markup;
    /// What the name of a box leads to.
    fn label(&self, slot: usize, name: &str) -> Markup;
    /// The sheet of a column.
    fn sheet(&self, seat: usize) -> Option<&Sheet>;
    fn columns(&self) -> usize;
    /// The class of a column.
    fn class(&self, _seat: usize) -> &'static str {
        "near"
    }
    /// What jokers have brought a column.
    fn joker(&self, _seat: usize, points: i32) -> Markup {
        html! { (points) }
    }
}

/// The label of a group's sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SumLabel {
    /// The name of the group.
    Name,
    /// "Sum", where the group is known from its place.
    Short,
}

/// The sheet: a line for each box, a column for each player, and for each of theirs where the sheet has columns.
pub(crate) fn sheet(page: &Page<'_>, rules: &SheetRules, cells: &impl Cells) -> Markup {
    let language = page.language();
    html! {
        div.sheet-scroll tabindex="0" role="region" aria-label=(page.say("page-sheet")) {
            table.sheet .columns[!rules.columns.is_empty()] {
                thead {
                    tr { td {} @for seat in 0..cells.columns() { (cells.head(seat)) } }
                    @if !rules.columns.is_empty() {
                        tr.of-columns {
                            td {}
                            @for _ in 0..cells.columns() {
                                @for column in &rules.columns {
                                    th scope="col" title=(column.about.get(language)) { (column.name.get(language)) }
                                }
                            }
                        }
                    }
                }
                tbody { @for line in rules.rows() { (row(page, rules, cells, line, SumLabel::Name)) } }
            }
        }
    }
}

/// A line: a box of each column, or a sum. `SumLabel` says how the sums of groups are called.
pub(super) fn row(
    page: &Page<'_>,
    rules: &SheetRules,
    cells: &impl Cells,
    line: Line,
    sum_label: SumLabel,
) -> Markup {
    let language = page.language();
    let Line::Slot(slot) = line else {
        let name = match line {
            Line::Group(group) => rules.groups[group].row.get(language).to_owned(),
            Line::Joker => rules.joker.as_ref().map_or("", |joker| joker.name.get(language)).to_owned(),
            Line::Points => page.say("table-points"),
            Line::Total | Line::Slot(_) => page.say("table-total"),
        };
        let short = sum_label == SumLabel::Short && matches!(line, Line::Group(_));
        // A group has a sum in each column; what is below them all stands once.
        let (each, wide) = match line {
            Line::Group(_) => (rules.side_by_side(), 1),
            _ => (1, rules.side_by_side()),
        };
        return html! {
            tr.sum .total[matches!(line, Line::Total | Line::Points)] {
                th scope="row" {
                    @if short { span aria-hidden="true" { (page.say("page-sum")) } span.visually-hidden { (name) } } @else { span { (name) } }
                }
                @for seat in 0..cells.columns() {
                    @for column in 0..each {
                        td.(cells.class(seat)) colspan=[(wide > 1).then_some(wide)] {
                            @match (cells.sheet(seat), line) {
                                (Some(sheet), Line::Joker) => (cells.joker(seat, sheet.joker())),
                                (Some(sheet), _) => (sum(page, rules, sheet, rules.beside(line, column))),
                                (None, _) => "",
                            }
                        }
                    }
                }
            }
        };
    };
    let name = rules.slots[slot].row.get(language);
    html! {
        tr {
            th scope="row" { (cells.label(slot, name)) }
            @for seat in 0..cells.columns() {
                @for column in 0..rules.side_by_side() {
                    @if let Line::Slot(slot) = rules.beside(line, column) { (cells.cell(slot, seat)) }
                }
            }
        }
    }
}

/// How near every column is to the bonus of a group, below its sum.
pub(super) fn bonus_row(page: &Page<'_>, rules: &SheetRules, cells: &impl Cells, group: usize) -> Markup {
    let Some(mark) = rules.groups[group].mark.as_ref().filter(|mark| !mark.steps().is_empty()) else {
        return html! {};
    };
    let from: Vec<String> = mark.thresholds().iter().map(i32::to_string).collect();
    let sum_of = |seat: usize, column: usize| {
        let Line::Group(group) = rules.beside(Line::Group(group), column) else { return None };
        let sheet = cells.sheet(seat)?;
        Some((rules.totals(sheet).groups[group], pace_of_group(rules, group, sheet)))
    };
    html! {
        tr.sum.to-bonus {
            th scope="row" { span { (page.say("page-bonus")) } small { (page.tell("page-bonus-from", &[("mark", from.join(" · ").into())])) } }
            @for seat in 0..cells.columns() {
                @for column in 0..rules.side_by_side() {
                    td.(cells.class(seat)) {
                        @match sum_of(seat, column) {
                            Some(((sum, extra), pace)) => {
                                @if extra > 0 { span.bonus { "+" (extra) } " " }
                                @if let Some(step) = mark.next_step(sum) { (way_to(page, step, sum, pace)) }
                            },
                            None => "",
                        }
                    }
                }
            }
        }
    }
}

/// How far a sum is from a step of a bonus, and whether it is on pace for it.
fn way_to(page: &Page<'_>, step: BonusStep, sum: i32, pace: Option<f64>) -> Markup {
    let short = step.at_least - sum;
    let gone = 100.0 * f64::from(sum.clamp(0, step.at_least)) / f64::from(step.at_least.max(1));
    html! {
        span.short { "−" (short) span.visually-hidden { " " (page.tell("page-short-of", &[("short", short.into()), ("mark", step.at_least.into()), ("points", step.points.into())])) } }
        @if let Some(pace) = pace {
            @let points = format!("{:.0}", pace.round().abs());
            @let ahead = pace > -0.5;
            " " span.pace .ahead[ahead] title=(page.tell("page-pace", &[("ahead", ahead.into()), ("points", points.as_str().into())])) {
                (if ahead { "+" } else { "−" }) (points)
                span.visually-hidden { " " (page.tell("page-pace", &[("ahead", ahead.into()), ("points", points.as_str().into())])) }
            }
        }
        svg.meter viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" {
            rect.way width="100" height="4" {}
            rect.gone width=(format!("{gone:.1}")) height="4" {}
        }
    }
}

/// A sum of the sheet, and how far it is from its bonus.
fn sum(page: &Page<'_>, rules: &SheetRules, sheet: &Sheet, line: Line) -> Markup {
    let totals = rules.totals(sheet);
    match line {
        Line::Group(group) => {
            let (sum, extra) = totals.groups[group];
            let next = rules.groups[group].mark.as_ref().and_then(|mark| mark.next_step(sum));
            let short = next.map(|step| (step.at_least - sum, step.at_least, step.points));
            html! {
                (sum)
                @if extra != 0 { " " span.bonus { (format!("{extra:+}")) } }
                @if let Some((short, mark, points)) = short {
                    @let args = [("short", short.into()), ("mark", mark.into()), ("points", points.into())];
                    " " span.short title=(page.tell("page-short-of", &args)) { (format!("−{short}")) span.visually-hidden { " " (page.tell("page-short-of", &args)) } }
                }
            }
        }
        Line::Points => html! { (totals.points.unwrap_or(0)) },
        Line::Total | Line::Slot(_) | Line::Joker => html! { (totals.total) },
    }
}

/// An entry as it is written: some boxes have a mark of their own for nothing.
pub(crate) fn format_entry(rules: &SheetRules, slot: usize, entry: Entry) -> String {
    match (entry, &rules.slots[slot].zero) {
        (Entry::Score(0), Some(zero)) => zero.clone(),
        (Entry::Crossed, _) => "✕".to_owned(),
        (entry, _) => entry.to_string(),
    }
}

/// A worth as the coach counts it.
pub(super) fn format_worth(kind: ValueUnit, value: f64) -> String {
    match kind {
        ValueUnit::Win => format!("{:.1} %", value * 100.0),
        ValueUnit::Points | ValueUnit::Turns => format!("{value:.1}"),
    }
}
