//! Draws the dialogs.

use kosti_engine::{Action, Seat};
use kosti_rules::{Example, Family};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::{Block, BorderType, Clear, Widget as _};

use crate::table::{Correcting, Dialog, LocalTable};

use super::{BOLD, panel, text};

pub(super) fn draw(table: &LocalTable, dialog: &Dialog, area: Rect, buffer: &mut Buffer) {
    let width = area.width.saturating_sub(2).min(72);
    let inner = usize::from(width) - 4;
    let (title, body, from) = dialog_text(table, dialog);
    let lines: Vec<String> = body.iter().flat_map(|line| text::wrap(line, inner)).collect();
    let height = (lines.len() as u16 + 2).min(area.height);
    let place =
        Rect::new(area.x + (area.width - width) / 2, area.y + (area.height - height) / 2, width, height);
    Clear.render(place, buffer);
    let room = usize::from(height) - 2;
    let from = usize::from(from).min(lines.len().saturating_sub(room));
    let below = lines.len() - from - room.min(lines.len() - from);
    let more = if below > 0 || from > 0 { format!(" ↑{from} ↓{below} ") } else { String::new() };
    Block::bordered()
        .border_type(BorderType::Double)
        .title(format!(" {} ", text::truncate(&title, inner)))
        .title_style(BOLD)
        .title_bottom(more)
        .render(place, buffer);
    let text = Rect::new(place.x + 2, place.y + 1, width - 4, height - 2);
    super::lines(&lines[from..], Style::new(), text, buffer);
}

/// The title, the text, and the first visible line.
fn dialog_text(table: &LocalTable, dialog: &Dialog) -> (String, Vec<String>, u16) {
    let say = |id: &str| table.words.say(id, &[]);
    match dialog {
        Dialog::GiveUp { action } => {
            let (id, slot) = match action {
                Action::Cross { slot } => ("play-ask-cross", *slot),
                Action::Score { slot } => ("play-ask-zero", *slot),
                _ => ("play-ask-cross", 0),
            };
            let ask = table.words.say(id, &[("box", table.slot_name(slot).into())]);
            (say("play-sure"), vec![ask, String::new(), say("play-yes-no")], 0)
        }
        Dialog::Warn { action, loss, best } => {
            let args = [
                ("action", table.words.describe_action(table.state.rules(), action).into()),
                ("loss", panel::format_value(table, *loss).into()),
                ("exact", table.advice.as_ref().is_none_or(|advice| advice.exact).into()),
                ("best", table.words.describe_action(table.state.rules(), best).into()),
            ];
            let ask = table.words.say("play-ask-warn", &args);
            (say("play-coach-title"), vec![ask, String::new(), say("play-yes-no")], 0)
        }
        Dialog::Leave => {
            let id = if table.saved.is_ok() { "play-ask-leave" } else { "play-ask-leave-unsaved" };
            (say("play-leave"), vec![say(id), String::new(), say("play-yes-no")], 0)
        }
        Dialog::Dice { typed } => {
            let throws = table.throws.as_ref();
            let name = throws.map_or("", |throws| table.name(throws.seat()));
            let count = throws.map_or(0, kosti_engine::Throws::count);
            let ask = table.words.say("play-type-dice", &[("name", name.into()), ("count", count.into())]);
            (say("play-real-dice"), vec![ask, String::new(), format!("> {typed}_")], 0)
        }
        Dialog::Correct(correcting) => (say("play-correct"), describe_correction(table, correcting), 0),
        Dialog::Explain { from } => {
            let (title, body) = explain_box(table);
            (title, body, *from)
        }
        Dialog::Help { from } => {
            let id = if table.sheet().is_some() { "play-help-sheet" } else { "play-help-race" };
            let mut body: Vec<String> = say(id).lines().map(str::to_owned).collect();
            body.extend(say("play-help").lines().map(str::to_owned));
            if table.setup.real_dice {
                body.push(say("play-help-real"));
            }
            (say("play-help-title"), body, *from)
        }
    }
}

fn describe_correction(table: &LocalTable, this: &Correcting) -> Vec<String> {
    let name = table.name(Seat(this.seat));
    let player = &table.state.players()[this.seat];
    let typed = format!("> {}_", this.typed);
    let Some(rules) = table.sheet() else {
        let args = [("name", name.into()), ("was", player.standing.to_string().into())];
        return vec![table.words.say("play-correct-race", &args), String::new(), typed];
    };
    let entry = player.sheet.entries(table.cursor).get(this.nth);
    let to = if this.to < rules.slots.len() {
        table.slot_name(this.to)
    } else {
        rules.joker.as_ref().map_or("", |joker| joker.name.get(table.words.language()))
    };
    let args = [
        ("name", name.into()),
        ("box", table.slot_name(table.cursor).into()),
        ("was", entry.map_or_else(String::new, ToString::to_string).into()),
        ("to", to.into()),
    ];
    vec![table.words.say("play-correct-box", &args), String::new(), typed]
}

/// The box under the cursor: its rule, its score with the dice, and its examples.
fn explain_box(table: &LocalTable) -> (String, Vec<String>) {
    let language = table.words.language();
    match &table.state.rules().family {
        Family::Sheet(rules) => {
            let slot = &rules.slots[table.cursor];
            let mut body =
                vec![slot.about.get(language).to_owned(), table.words.describe_box_rule(slot, &rules.faces)];
            let reasons = table.state.reasons(table.cursor);
            if let (Some(turn), false) = (table.state.turn(), reasons.is_empty()) {
                let why = table.words.explain_score(rules, table.cursor, &reasons);
                let args =
                    [("dice", table.words.write_dice(&rules.faces, turn.dice).into()), ("why", why.into())];
                body.extend([String::new(), table.words.say("play-explain-now", &args)]);
            }
            body.extend(examples(table, &slot.examples));
            body.retain({
                let mut before = false;
                move |line| {
                    let keep = !line.is_empty() || before;
                    before = !line.is_empty();
                    keep
                }
            });
            (slot.name.get(language).to_owned(), body)
        }
        Family::Race(rules) => {
            let mut body = vec![table.words.say("rules-turn", &[])];
            for combination in &rules.combinations {
                let made = combination.made_of.iter().map(|(dice, points)| {
                    format!("{} = {points}", table.words.write_dice(&rules.faces, *dice))
                });
                let made: Vec<String> = made.collect();
                body.push(format!("{}: {}", combination.name.get(language), made.join(", ")));
            }
            body.extend(table.words.banking_facts(rules));
            body.extend(table.words.ending_facts(rules));
            for barrel in &rules.barrels {
                let args = [
                    ("from", barrel.from.into()),
                    ("exit", barrel.exit.into()),
                    ("turns", barrel.turns.into()),
                ];
                body.push(table.words.say("rules-barrel", &args));
            }
            body.extend(rules.double.as_ref().map(|double| double.about.get(language).to_owned()));
            body.extend(examples(table, &rules.examples));
            (table.words.say("rules-combinations", &[]), body)
        }
    }
}

fn examples(table: &LocalTable, examples: &[Example]) -> Vec<String> {
    if examples.is_empty() {
        return Vec::new();
    }
    let lines = examples.iter().map(|example| {
        let hand = example.throw == 1 && table.sheet().is_some_and(|rules| rules.throws > 1);
        let id = match example.score {
            None => "rules-example-refused",
            Some(_) if hand => "rules-example-hand",
            Some(_) => "rules-example",
        };
        let score = example.score.unwrap_or(0);
        let dice = table.words.write_dice(table.state.rules().faces(), example.dice);
        let said = table.words.say(id, &[("dice", dice.into()), ("score", score.into())]);
        format!("  {said}")
    });
    let heading = format!("{}:", table.words.say("rules-examples", &[]));
    [String::new(), heading].into_iter().chain(lines).collect()
}
