//! Corrections of entries, at a table with real dice.

use kosti_engine::{Action, Correction, Seat};
use kosti_rules::{Entry, Family, Standing};

use crate::input::Key;

use super::{Dialog, LocalTable};

/// A correction while it is typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Correcting {
    /// The seat whose sheet is wrong.
    pub(crate) seat: usize,
    /// The index of the entry in the box.
    pub(crate) nth: usize,
    /// The right box; one past the last box stands for the points of jokers.
    pub(crate) to: usize,
    /// The text typed so far.
    pub(crate) typed: String,
}

impl LocalTable {
    /// Begins to correct the entry under the cursor.
    pub(super) fn correct(&mut self) {
        if !self.setup.real_dice {
            return self.say_message("play-correct-real");
        }
        let player = &self.state.players()[self.column];
        let entries = player.sheet.entries(self.cursor).len();
        if self.sheet().is_some_and(|rules| rules.paid_joker().is_none()) && entries == 0 {
            return self.say_message("play-correct-empty");
        }
        let to = if entries == 0 { self.sheet().map_or(0, |rules| rules.slots.len()) } else { self.cursor };
        let nth = entries.saturating_sub(1);
        let typed = String::new();
        self.dialog = Some(Dialog::Correct(Correcting { seat: self.column, nth, to, typed }));
    }

    pub(super) fn type_correction(&mut self, mut this: Correcting, key: Key) {
        let entries = self.state.players()[this.seat].sheet.entries(self.cursor).len();
        let targets =
            self.sheet().map_or(1, |rules| rules.slots.len() + usize::from(rules.paid_joker().is_some()));
        match key {
            Key::Escape | Key::Interrupt => {
                self.dialog = None;
                return self.say_message("play-not-done");
            }
            Key::Down if entries > 0 => this.to = (this.to + 1) % targets,
            Key::Up if entries > 0 => this.to = (this.to + targets - 1) % targets,
            Key::Left | Key::Right if entries > 1 => this.nth = (this.nth + 1) % entries,
            Key::Backspace => {
                this.typed.pop();
            }
            Key::Char(c) if this.typed.len() < 12 => this.typed.push(c),
            Key::Enter => return self.make_correction(this),
            _ => {}
        }
        self.dialog = Some(Dialog::Correct(this));
    }

    fn make_correction(&mut self, this: Correcting) {
        let Some(correction) = self.correction(&this) else {
            self.say_message("play-correct-how");
            self.dialog = Some(Dialog::Correct(this));
            return;
        };
        let by = self.state.on_turn().unwrap_or(Seat(this.seat));
        let before = self.record.events.len();
        self.act_as(by, Action::Correct(correction));
        let done = self.record.events.len() > before;
        self.dialog = (!done).then_some(Dialog::Correct(this));
    }

    /// Parses the typed text as a correction.
    fn correction(&self, this: &Correcting) -> Option<Correction> {
        let typed = this.typed.trim().replace('−', "-");
        let seat = Seat(this.seat);
        match &self.state.rules().family {
            Family::Race(_) => {
                let (score, left) = typed.split_once('/').unwrap_or((&typed, "0"));
                let standing = Standing { score: score.parse().ok()?, turns_left: left.parse().ok()? };
                Some(Correction::Standing { seat, standing })
            }
            Family::Sheet(rules) if this.to >= rules.slots.len() => {
                Some(Correction::Joker { seat, points: typed.parse().ok()? })
            }
            Family::Sheet(_) => {
                // The Cyrillic letter looks the same.
                let crossed = matches!(typed.to_lowercase().as_str(), "x" | "х" | "×");
                let entry = if crossed { Entry::Crossed } else { Entry::Score(typed.parse().ok()?) };
                Some(Correction::Entry { seat, slot: self.cursor, nth: this.nth, to: this.to, entry })
            }
        }
    }
}
