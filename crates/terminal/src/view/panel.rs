//! Draws the texts beside the sheet: the turn, the coach, the log, and the keys.

use kosti_engine::{Phase, Seat};
use kosti_rules::{Family, SheetRules};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::table::{CoachState, LocalTable};
use kosti_coach::{CoachMode, ValueUnit};

use super::{BOLD, CURSOR, DIM, OFFER, text};

/// The most choices in the coach's list.
const CHOICES: usize = 4;

pub(super) fn title(table: &LocalTable, area: Rect, buffer: &mut Buffer) {
    let rules = table.state.rules();
    let house = rules.house_changes().map(|(option, choice)| format!(" · {option}={choice}"));
    let name = rules.name.get(table.words.language());
    let real = if table.setup.real_dice {
        format!(" · {}", table.words.say("play-real-dice", &[]))
    } else {
        String::new()
    };
    let unsaved = match table.saved {
        Ok(_) => String::new(),
        Err(_) => format!(" · {}", table.words.say("play-title-unsaved", &[])),
    };
    let title = format!(" {name}{unsaved}{}{real}", house.collect::<String>());
    let width = usize::from(area.width);
    let help = table.words.say("play-title-help", &[]);
    let right = text::width(&help) + 1;
    let line = format!("{}{help} ", text::align_left(&title, width.saturating_sub(right)));
    buffer.set_stringn(area.x, area.y, line, width, CURSOR);
}

/// Draws whose turn it is, and the throws left.
pub(super) fn turn(table: &LocalTable, area: Rect, buffer: &mut Buffer) {
    let who = match table.state.on_turn() {
        Some(seat) => format!("▶ {}", table.name(seat)),
        None => table.words.say("play-over", &[]),
    };
    let how = turn_progress(table);
    if area.height > 1 {
        super::lines(&[who], BOLD, area, buffer);
        super::lines(&[how], Style::new(), Rect { y: area.y + 1, height: 1, ..area }, buffer);
    } else {
        let line = if how.is_empty() { who } else { format!("{who} · {how}") };
        super::lines(&[text::truncate(&line, usize::from(area.width))], BOLD, area, buffer);
    }
}

fn turn_progress(table: &LocalTable) -> String {
    let turn = match table.state.phase() {
        Phase::Lot { .. } => return table.words.say("play-lot", &[]),
        Phase::Playing(turn) => turn,
        Phase::Waiting | Phase::Over { .. } => return String::new(),
    };
    match &table.state.rules().family {
        Family::Sheet(rules) => {
            let left = table.state.throws_left();
            let args = [("throw", turn.throw.into()), ("throws", rules.throws.into()), ("left", left.into())];
            table.words.say("play-throws", &args)
        }
        Family::Race(_) => {
            let chosen = table.held_dice();
            let more = table.state.selections().iter().find(|s| s.take == chosen).map_or(0, |s| s.points);
            let args = [("points", turn.points.into()), ("more", more.into())];
            table.words.say("play-turn-points", &args)
        }
    }
}

/// Draws the end of the game.
pub(super) fn result(table: &LocalTable, area: Rect, buffer: &mut Buffer) {
    let mut lines = text::wrap(&table.narrator().describe_turn(), usize::from(area.width));
    if area.height > 2 {
        let mut order: Vec<usize> = (0..table.setup.players.len()).collect();
        order.sort_by_key(|&seat| -table.state.result(Seat(seat)).decides());
        for seat in order {
            lines.push(format!(
                "{:>6}  {}",
                table.state.result(Seat(seat)).decides(),
                table.name(Seat(seat))
            ));
        }
    }
    super::lines(&lines, BOLD, area, buffer);
}

/// Draws the side panel: bonuses to reach, the coach, the log.
pub(super) fn draw(table: &LocalTable, area: Rect, buffer: &mut Buffer) {
    let width = usize::from(area.width);
    let mut lines: Vec<(String, Style)> = Vec::new();
    if table.state.outcome().is_some() {
        lines.extend(end_hint(table, width).into_iter().map(|line| (line, Style::new())));
    }
    if let Family::Sheet(rules) = &table.state.rules().family {
        let marks = marks(table, rules).into_iter();
        lines.extend(marks.flat_map(|mark| text::wrap(&mark, width)).map(|line| (line, Style::new())));
    } else if let Some(chosen) = race_hint(table) {
        lines.extend(text::wrap(&chosen, width).into_iter().map(|line| (line, Style::new())));
    }
    lines.extend(coach(table).into_iter().map(|line| (line, OFFER)));
    let room = usize::from(area.height).saturating_sub(lines.len() + 1);
    let log = table.log.iter().filter(|line| **line != table.status);
    let before: Vec<String> = log.flat_map(|line| text::wrap(line, width)).collect();
    let before = &before[before.len().saturating_sub(room)..];
    lines.extend((!before.is_empty() && room > 0).then(|| (String::new(), DIM)));
    lines.extend(before.iter().map(|line| (line.clone(), DIM)));
    for (y, (line, style)) in (area.y..area.bottom()).zip(lines) {
        buffer.set_stringn(area.x, y, text::truncate(&line, width), width, style);
    }
}

fn end_hint(table: &LocalTable, width: usize) -> Vec<String> {
    let place = table.saved.as_deref().unwrap_or("");
    text::wrap(&table.words.say("play-over-hint", &[("file", place.into())]), width)
}

/// The distance of the shown player from bonuses, and the boxes that the gate waits for.
fn marks(table: &LocalTable, rules: &SheetRules) -> Vec<String> {
    let language = table.words.language();
    let sheet = &table.state.players()[table.column].sheet;
    let totals = rules.totals(sheet);
    let mut lines = Vec::new();
    for (group, (sum, _)) in rules.groups.iter().zip(&totals.groups) {
        let name = group.name.get(language);
        let Some(mark) = &group.mark else { continue };
        let reached = mark.reached(*sum).checked_sub(1).and_then(|last| mark.steps().get(last));
        let said = [(reached.copied(), "play-bonus-reached"), (mark.next_step(*sum), "play-bonus-short")];
        for (step, id) in said {
            let Some(step) = step else { continue };
            let args = [
                ("group", name.into()),
                ("short", (step.at_least - sum).into()),
                ("mark", step.at_least.into()),
                ("points", step.points.into()),
            ];
            lines.push(table.words.say(id, &args));
        }
    }
    if let Some(gate) = rules.gate_left(sheet) {
        let group = rules.groups[gate.group].name.get(language);
        lines.push(table.words.say("why-gate", &[("left", gate.left.into()), ("group", group.into())]));
    }
    lines
}

fn race_hint(table: &LocalTable) -> Option<String> {
    let turn = table.state.turn()?;
    let rules = table.state.rules().race()?;
    if turn.throw == 0 {
        return Some(table.words.say("play-race-first", &[]));
    }
    let dice = table.state.rules().dice;
    if table.state.selections().is_empty() && rules.is_double(turn.dice, turn.aside) {
        let may = table.state.legal_actions().len() > 1;
        let id = if may { "score-blank-may" } else { "score-blank-must" };
        return Some(table.words.say(id, &[("dice", dice.into())]));
    }
    let mut hint = table.words.say("play-race-choose", &[]);
    if turn.aside > 0 {
        hint = format!("{} {hint}", table.words.say("play-aside", &[("count", turn.aside.into())]));
    }
    Some(hint)
}

/// The coach's text.
fn coach(table: &LocalTable) -> Vec<String> {
    let say = |id: &str| table.words.say(id, &[]);
    match (&table.coach_state, table.setup.coach_mode, &table.advice) {
        (CoachState::Solving(share), _, _) => {
            vec![table.words.say("play-coach-solving", &[("percent", ((share * 100.0) as u32).into())])]
        }
        (_, CoachMode::Off, _) | (CoachState::Idle | CoachState::Failed(_), _, _) => Vec::new(),
        (_, CoachMode::Warn, _) => vec![say("play-coach-warns")],
        (_, CoachMode::Show, None) => Vec::new(),
        (_, CoachMode::Show, Some(advice)) => {
            let mut wins = None;
            let value = table.words.say(
                "play-coach-value",
                &[("value", format_value(table, advice.value).into()), ("worth", advice.worth.name().into())],
            );
            if let Some(win) = advice.win.filter(|_| advice.worth == ValueUnit::Points) {
                let percent = format!("{:.0}", win.chance * 100.0);
                let args = [("percent", percent.into()), ("exact", win.exact.into())];
                wins = Some(table.words.say("play-coach-win", &args));
            }
            let choices = advice.choices.iter().take(CHOICES).map(|choice| {
                let total = choice.total.map_or_else(String::new, |total| format!(" {total:>6.1}"));
                format!(
                    "{:>7}{total}  {}",
                    format_value(table, choice.value),
                    table.words.describe_action(table.state.rules(), &choice.action)
                )
            });
            let estimate = (!advice.exact).then(|| say("coach-estimate"));
            let trade = advice.trade();
            let trade = trade.map(|it| table.words.explain_trade(it.best.value, it.instead.value, it.points));
            [value].into_iter().chain(estimate).chain(wins).chain(trade).chain(choices).collect()
        }
    }
}

/// Formats a value in the coach's unit.
pub(super) fn format_value(table: &LocalTable, value: f64) -> String {
    match table.advice.as_ref().map(|advice| advice.worth) {
        Some(ValueUnit::Win) => format!("{:.1} %", value * 100.0),
        _ => format!("{value:.1}"),
    }
}

/// Draws the newest message.
pub(super) fn status(table: &LocalTable, area: Rect, buffer: &mut Buffer) {
    let width = usize::from(area.width);
    let mut lines = text::wrap(&table.status, width);
    let room = usize::from(area.height);
    if lines.len() > room {
        // The end of the message, whose turn it is, matters most.
        lines = lines.split_off(lines.len() - room);
    }
    super::lines(&lines, BOLD, area, buffer);
}

/// Draws the keys that work now.
pub(super) fn keys(table: &LocalTable, area: Rect, buffer: &mut Buffer) {
    let id = match (&table.dialog, table.state.outcome(), table.sheet()) {
        (Some(_), _, _) => "play-keys-dialog",
        (None, Some(_), _) => "play-keys-over",
        (None, None, Some(_)) => "play-keys-sheet",
        (None, None, None) => "play-keys-race",
    };
    let keys = table.words.say(id, &[("dice", table.state.rules().dice.into())]);
    let width = usize::from(area.width);
    buffer.set_stringn(area.x, area.y, text::align_left(&keys, width), width, DIM);
}
