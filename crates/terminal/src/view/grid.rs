//! Draws the sheet: a line for each box, a column for each player, divided into the sheet's columns; in a race,
//! a line for each player.

use kosti_coach::CoachMode;
use kosti_engine::{Action, Seat};
use kosti_rules::{Entry, Family, Line, RaceRules, SheetRules};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::table::LocalTable;

use super::{BOLD, CURSOR, DIM, OFFER, panel, text};

/// The width of a column of the sheet, normal and narrow.
const COLUMN: usize = 8;
const LEAST_COLUMN: usize = 5;

/// The number of lines of the whole sheet, with its head.
pub(super) fn lines(table: &LocalTable) -> u16 {
    let lines = match &table.state.rules().family {
        Family::Sheet(rules) => rules.rows().len() + head_lines(rules),
        Family::Race(_) => table.setup.players.len() + 1,
    };
    lines as u16
}

/// The lines with the names of players, and of columns if there are any.
fn head_lines(rules: &SheetRules) -> usize {
    if rules.columns.is_empty() { 1 } else { 2 }
}

/// The column of the sheet under the cursor.
fn cursor_column(table: &LocalTable, rules: &SheetRules) -> usize {
    rules.slots[table.cursor].column.unwrap_or(0)
}

/// The visible lines and columns of the sheet.
struct Window {
    label: usize,
    column: usize,
    coach: usize,
    first_column: usize,
    columns: usize,
    first_line: usize,
    lines: usize,
}

impl Window {
    fn new(table: &LocalTable, rules: &SheetRules, area: Rect) -> Self {
        let language = table.words.language();
        let labels = rules.slots.iter().map(|slot| slot.row.get(language));
        let groups = rules.groups.iter().map(|group| group.row.get(language));
        let label = labels.chain(groups).map(|label| text::width(label) + 2).max().unwrap_or(0);
        let most = usize::from(area.width) / if rules.columns.is_empty() { 2 } else { 3 };
        let label = label.clamp(10, most.max(10));
        let coach = if table.setup.coach_mode == CoachMode::Show && table.advice.is_some() { 7 } else { 0 };
        let seats = table.setup.players.len();
        let room = usize::from(area.width) - label - coach;
        let column = column_width(table, rules, room / seats).min(room);
        let columns = (room / column).clamp(1, seats);
        let first_column = table.column.saturating_sub(columns - 1).min(seats - columns);
        let all = rules.rows();
        let head = head_lines(rules) as u16;
        let lines = usize::from(area.height.saturating_sub(head)).min(all.len());
        let at = all.iter().position(|line| is_under_cursor(table, rules, *line));
        let first_line = at.unwrap_or(0).saturating_sub(lines / 2).min(all.len() - lines);
        Self { label, column, coach, first_column, columns, first_line, lines }
    }
}

/// Whether the cursor is on this line.
fn is_under_cursor(table: &LocalTable, rules: &SheetRules, line: Line) -> bool {
    rules.beside(line, cursor_column(table, rules)) == Line::Slot(table.cursor)
}

/// The width of a column: enough for the entries, and for names if there is room.
fn column_width(table: &LocalTable, rules: &SheetRules, room: usize) -> usize {
    if !rules.columns.is_empty() {
        return (COLUMN * rules.columns.len()).min(room.max(LEAST_COLUMN * rules.columns.len()));
    }
    let names = table.setup.players.iter().map(|player| text::width(&player.name) + 3).max().unwrap_or(0);
    let boxes = rules.slots.iter().map(|slot| {
        let longest = slot.possible_scores().map(|score| score.to_string().len()).max().unwrap_or(1);
        usize::from(slot.fill) * (longest + 1) + 2
    });
    let least = boxes.max().unwrap_or(0).max(7);
    names.min(room).max(least)
}

pub(super) fn draw(table: &LocalTable, area: Rect, buffer: &mut Buffer) {
    match &table.state.rules().family {
        Family::Sheet(rules) => draw_sheet(table, rules, area, buffer),
        Family::Race(rules) => draw_race(table, rules, area, buffer),
    }
}

fn draw_sheet(table: &LocalTable, rules: &SheetRules, area: Rect, buffer: &mut Buffer) {
    let window = Window::new(table, rules, area);
    head(table, rules, &window, area, buffer);
    let all = rules.rows();
    let first = area.y + head_lines(rules) as u16;
    for (y, line) in (first..).zip(&all[window.first_line..window.first_line + window.lines]) {
        let here = is_under_cursor(table, rules, *line);
        let sum = !matches!(line, Line::Slot(_));
        let style = if here {
            CURSOR
        } else if sum {
            BOLD
        } else {
            Style::new()
        };
        let mark = if here { "▸ " } else { "  " };
        let label = text::align_left(&format!("{mark}{}", label(table, rules, *line)), window.label);
        buffer.set_stringn(area.x, y, label, window.label, style);
        let mut x = area.x + window.label as u16;
        if window.coach > 0 {
            let worth = coach_cell(table, rules.beside(*line, cursor_column(table, rules)));
            buffer.set_string(x, y, text::align_right(&worth, window.coach), OFFER);
            x += window.coach as u16;
        }
        for seat in window.first_column..window.first_column + window.columns {
            let whole = matches!(line, Line::Joker | Line::Total | Line::Points);
            let columns = if whole { 1 } else { rules.side_by_side() };
            let wide = window.column / columns;
            for column in 0..columns {
                let (cell, mut style) = cell(table, rules, rules.beside(*line, column), seat);
                if here && seat == table.column && column == cursor_column(table, rules) {
                    style = style.patch(CURSOR);
                }
                buffer.set_string(x, y, text::align_right(&cell, wide), style);
                x += wide as u16;
            }
            x += (window.column % columns) as u16;
        }
    }
}

fn head(table: &LocalTable, rules: &SheetRules, window: &Window, area: Rect, buffer: &mut Buffer) {
    let below = rules.rows().len() - window.first_line - window.lines;
    let mut more = Vec::new();
    let mut side = |mark: &str, count: usize| more.extend((count > 0).then(|| format!("{mark}{count}")));
    side("↑", window.first_line);
    side("↓", below);
    side("←", window.first_column);
    side("→", table.setup.players.len() - window.first_column - window.columns);
    buffer.set_stringn(area.x, area.y, text::align_left(&more.join(" "), window.label), window.label, DIM);
    let mut x = area.x + window.label as u16;
    if window.coach > 0 {
        let title = table.words.say("play-coach-column", &[]);
        buffer.set_string(x, area.y, text::align_right(&title, window.coach), OFFER);
        x += window.coach as u16;
    }
    for seat in window.first_column..window.first_column + window.columns {
        let on_turn = table.state.on_turn() == Some(Seat(seat));
        let mark = if on_turn { "▶" } else { "" };
        let name = format!(
            "{mark}{}",
            text::truncate(table.name(Seat(seat)), window.column - 1 - text::width(mark))
        );
        let style = if on_turn { BOLD } else { Style::new() };
        buffer.set_string(x, area.y, text::align_right(&name, window.column), style);
        let wide = window.column / rules.side_by_side();
        for (nth, column) in rules.columns.iter().enumerate() {
            let name = text::truncate(column.name.get(table.words.language()), wide - 1);
            buffer.set_string(x + (nth * wide) as u16, area.y + 1, text::align_right(&name, wide), DIM);
        }
        x += window.column as u16;
    }
}

fn label(table: &LocalTable, rules: &SheetRules, line: Line) -> String {
    let language = table.words.language();
    match line {
        Line::Slot(slot) => rules.slots[slot].row.get(language).to_owned(),
        Line::Group(group) => rules.groups[group].row.get(language).to_owned(),
        Line::Joker => rules.joker.as_ref().map_or("", |joker| joker.name.get(language)).to_owned(),
        Line::Total => table.words.say("table-total", &[]),
        Line::Points => table.words.say("table-points", &[]),
    }
}

fn cell(table: &LocalTable, rules: &SheetRules, line: Line, seat: usize) -> (String, Style) {
    let sheet = &table.state.players()[seat].sheet;
    let totals = || rules.totals(sheet);
    match line {
        Line::Slot(slot) => slot_cell(table, rules, slot, seat),
        Line::Group(group) => {
            let (sum, extra) = totals().groups[group];
            let next = rules.groups[group].mark.as_ref().and_then(|mark| mark.next_step(sum));
            let text = match (extra, next) {
                (0, Some(step)) => format!("{sum}/{}", step.at_least),
                (0, _) => sum.to_string(),
                // Columns leave little room: show only the sum.
                (extra, _) if !rules.columns.is_empty() => (sum + extra).to_string(),
                (extra, _) => format!("{sum} {extra:+}"),
            };
            (text, BOLD)
        }
        Line::Joker => (totals().joker.to_string(), BOLD),
        Line::Total => (totals().total.to_string(), BOLD),
        Line::Points => (totals().points.unwrap_or(0).to_string(), BOLD),
    }
}

/// The entries of a box, and in parentheses the score of the dice.
fn slot_cell(table: &LocalTable, rules: &SheetRules, slot: usize, seat: usize) -> (String, Style) {
    let this = &rules.slots[slot];
    let sheet = &table.state.players()[seat].sheet;
    let mut parts: Vec<String> = sheet
        .entries(slot)
        .iter()
        .map(|entry| match (entry, &this.zero) {
            (Entry::Score(0), Some(zero)) => zero.clone(),
            (entry, _) => entry.to_string(),
        })
        .collect();
    let worthless = !parts.is_empty() && sheet.sum(slot) == 0;
    let style = if worthless { DIM } else { Style::new() };
    let on_turn = table.state.on_turn() == Some(Seat(seat)) && table.throws.is_none();
    let Some(offer) = table.offer(slot).filter(|_| on_turn) else {
        if parts.is_empty() {
            parts.push("·".to_owned());
        }
        return (parts.join(" "), style);
    };
    parts.push(match (offer.score, offer.cross) {
        (Some(points), _) => format!("({points})"),
        (None, true) => "(x)".to_owned(),
        (None, false) if offer.announce => "(!)".to_owned(),
        (None, false) => "-".to_owned(),
    });
    (parts.join(" "), if offer.score.is_some() || offer.announce { OFFER } else { DIM })
}

/// The coach's value of the box.
fn coach_cell(table: &LocalTable, line: Line) -> String {
    let (Line::Slot(slot), Some(advice)) = (line, &table.advice) else { return String::new() };
    let choice = advice.choices.iter().find(|choice| {
        let (Action::Score { slot: at } | Action::Cross { slot: at } | Action::Announce { slot: at }) =
            choice.action
        else {
            return false;
        };
        at == slot
    });
    choice.map_or_else(String::new, |choice| panel::format_value(table, choice.value))
}

fn draw_race(table: &LocalTable, rules: &RaceRules, area: Rect, buffer: &mut Buffer) {
    let target = table.words.say("rules-race", &[("target", rules.target.into())]);
    buffer.set_stringn(area.x + 2, area.y, target, usize::from(area.width) - 2, DIM);
    let names = table.setup.players.iter().map(|player| text::width(&player.name)).max().unwrap_or(0).min(16);
    let seats = table.setup.players.len();
    let room = usize::from(area.height.saturating_sub(1)).clamp(1, seats);
    let first = table.column.saturating_sub(room - 1).min(seats - room);
    for (y, seat) in (area.y + 1..area.bottom()).zip(first..seats) {
        let on_turn = table.state.on_turn() == Some(Seat(seat));
        let standing = table.state.players()[seat].standing;
        let mark = if on_turn { "▶ " } else { "  " };
        let name = text::align_left(table.name(Seat(seat)), names);
        let mut line = format!("{mark}{name} {:>6}", standing.score);
        if let Some(counted) = table.words.describe_turns_left(rules, standing) {
            line = format!("{line}  {counted}");
        }
        let style = if on_turn { BOLD } else { Style::new() };
        let style = if seat == table.column && table.setup.real_dice { style.patch(CURSOR) } else { style };
        buffer.set_stringn(
            area.x,
            y,
            text::truncate(&line, usize::from(area.width)),
            usize::from(area.width),
            style,
        );
    }
}

/// The box at this column and line of the screen.
pub(super) fn slot_at(table: &LocalTable, area: Rect, at: (u16, u16)) -> Option<usize> {
    let rules = table.sheet()?;
    if !area.contains(at.into()) {
        return None;
    }
    let window = Window::new(table, rules, area);
    let line = usize::from(at.1 - area.y).checked_sub(head_lines(rules))?;
    let line = *rules.rows().get(window.first_line + line).filter(|_| line < window.lines)?;
    let across = usize::from(at.0 - area.x).saturating_sub(window.label + window.coach) % window.column;
    let column = across / (window.column / rules.side_by_side());
    match rules.beside(line, column.min(rules.side_by_side() - 1)) {
        Line::Slot(slot) => Some(slot),
        _ => None,
    }
}
