//! Writes a record: one line per turn, readable aloud.

use std::fmt;

use kosti_dice::Dice;
use kosti_rules::{Entry, JOKER, Rules};

use super::Record;
use crate::event::Event;
use crate::state::{Phase, Seat, State};

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut body =
            Body { rules: &self.rules, names: &self.tags.players, text: String::new(), line_of: None };
        let mut state = self.start().map_err(|_| fmt::Error)?;
        for event in &self.events {
            body.write_event(&state, event);
            state.apply(event);
        }
        body.end_line();
        f.write_str(&self.tags.write())?;
        f.write_str(&result_tags(&state, &self.tags.players))?;
        write!(f, "\n{}", body.text)
    }
}

/// The result and the winners as tags; `*` for an unfinished game.
pub(super) fn result_tags(state: &State, names: &[String]) -> String {
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
    let mut text = format!("[Result \"{}\"]\n", quoted(&result(state, names)));
    for winner in state.outcome().into_iter().flat_map(|outcome| outcome.winners) {
        text += &format!("[Winner \"{}\"]\n", quoted(&names[winner.0]));
    }
    text
}

/// The results of all seats, as `Olena 214, Petro 190`; `*` for an unfinished game.
pub(super) fn result(state: &State, names: &[String]) -> String {
    let Some(outcome) = state.outcome() else { return "*".to_owned() };
    let seats = names.iter().zip(&outcome.results);
    let results = seats.map(|(name, result)| match result.points {
        Some(points) => format!("{name} {} points {points}", result.total),
        None => format!("{name} {}", result.total),
    });
    results.collect::<Vec<_>>().join(", ")
}

/// The number of the turn of an event; `None` in the lot.
pub(super) fn turn_number(state: &State, seat: Seat, undone: bool) -> Option<usize> {
    if undone {
        return state.turn_after_undo(seat);
    }
    if matches!(state.phase(), Phase::Lot { .. }) {
        return None;
    }
    Some(state.players()[seat.0].turns + 1)
}

struct Body<'a> {
    rules: &'a Rules,
    names: &'a [String],
    text: String,
    /// The seat of the unfinished line.
    line_of: Option<Seat>,
}

impl Body<'_> {
    fn write_event(&mut self, state: &State, event: &Event) {
        match *event {
            Event::Thrown { seat, kept, dice } => {
                let first = state.turn().is_none_or(|turn| turn.throw == 0);
                if first || self.rules.race().is_some() {
                    // The first throw of a turn begins a line, also after an unfinished turn.
                    if first {
                        self.end_line();
                    }
                    self.write_phrase(state, seat, &format!("threw {dice}"));
                } else {
                    self.write_phrase(state, seat, &format!("kept {}", dice_or_nothing(kept)));
                    self.write_phrase(state, seat, &format!("threw {dice}"));
                }
            }
            Event::Scored { seat, slot, points, bonus } => {
                self.write_phrase(state, seat, &format!("scored {} {points}", self.id(slot)));
                self.write_joker(state, seat, bonus);
            }
            Event::Announced { seat, slot } => {
                self.write_phrase(state, seat, &format!("announced {}", self.id(slot)));
            }
            Event::CrossedOut { seat, slot, bonus } => {
                self.write_phrase(state, seat, &format!("crossed out {}", self.id(slot)));
                self.write_joker(state, seat, bonus);
            }
            Event::SetAside { seat, dice, points } => {
                self.write_phrase(state, seat, &format!("set aside {dice} for {points}"));
            }
            Event::Banked { seat, points } => self.write_phrase(state, seat, &format!("banked {points}")),
            Event::Busted { seat, score_lost } => {
                self.write_phrase(state, seat, bust_phrase(score_lost));
            }
            Event::WonAtOnce { seat, win } => {
                let id = self.rules.sheet().and_then(|rules| rules.instant_wins.get(win));
                let phrase = format!("wins by {}", id.map_or("", |win| win.id.as_str()));
                self.write_phrase(state, seat, &phrase);
            }
            Event::Undone { seat } => self.write_phrase(state, seat, "took it back"),
            Event::Left { seat } => self.write_line(&format!("* {} left", self.names[seat.0])),
            Event::Returned { seat } => self.write_line(&format!("* {} came back", self.names[seat.0])),
            Event::EntryCorrected { by, seat, slot, nth, was, to, entry } => {
                let which = if self.fill(slot) > 1 { format!("#{}", nth + 1) } else { String::new() };
                let from = format!("{}{which} {was}", self.id(slot));
                self.write_correction(by, seat, &from, &format!("{} {entry}", self.id(to)));
            }
            Event::JokerCorrected { by, seat, was, points } => {
                self.write_correction(by, seat, &format!("{JOKER} {was}"), &format!("{JOKER} {points}"));
            }
            Event::StandingCorrected { by, seat, was, standing } => {
                self.write_correction(by, seat, &was.to_string(), &standing.to_string());
            }
        }
    }

    fn write_joker(&mut self, state: &State, seat: Seat, bonus: i32) {
        if bonus != 0 {
            self.write_phrase(state, seat, &joker_phrase(bonus));
        }
    }

    fn write_correction(&mut self, by: Seat, seat: Seat, from: &str, to: &str) {
        let line = format!("* {} corrected {}: {from} to {to}", self.names[by.0], self.names[seat.0]);
        self.write_line(&line);
    }

    fn id(&self, slot: usize) -> &str {
        self.rules.sheet().and_then(|rules| rules.slots.get(slot)).map_or("", |slot| &slot.id)
    }

    fn fill(&self, slot: usize) -> u8 {
        self.rules.sheet().and_then(|rules| rules.slots.get(slot)).map_or(1, |slot| slot.fill)
    }

    /// Adds a phrase to the seat's line, or begins a line.
    fn write_phrase(&mut self, state: &State, seat: Seat, phrase: &str) {
        if self.line_of == Some(seat) {
            self.text += ", ";
        } else {
            self.end_line();
            let undone = phrase == "took it back";
            let number = turn_number(state, seat, undone).map_or("lot".to_owned(), |n| n.to_string());
            self.text += &format!("{number} {}: ", self.names[seat.0]);
            self.line_of = Some(seat);
        }
        self.text += phrase;
    }

    fn write_line(&mut self, line: &str) {
        self.end_line();
        self.text += line;
        self.text.push('\n');
    }

    fn end_line(&mut self) {
        if self.line_of.take().is_some() {
            self.text.push('\n');
        }
    }
}

/// The phrase for the bonus of a joker.
pub(super) fn bust_phrase(score_lost: bool) -> &'static str {
    if score_lost { "lost the score" } else { "bust" }
}

/// The phrase for the bonus of a joker.
pub(super) fn joker_phrase(points: i32) -> String {
    format!("{JOKER} {points}")
}

fn dice_or_nothing(dice: Dice) -> String {
    if dice.is_empty() { "nothing".to_owned() } else { dice.to_string() }
}

/// Reads an entry; the inverse of writing it.
pub(super) fn parse_entry(text: &str) -> Option<Entry> {
    match text {
        "x" => Some(Entry::Crossed),
        _ => text.parse().ok().map(Entry::Score),
    }
}
