//! Dialogs over the table: questions, text input, help.

use kosti_engine::Action;

use crate::input::Key;

use super::{Correcting, LocalTable};

/// A dialog over the table.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Dialog {
    /// Asks whether to give up the box.
    GiveUp {
        /// The action: crossing out, or scoring a zero.
        action: Action,
    },
    /// The coach asks whether the choice is meant.
    Warn {
        /// The chosen action.
        action: Action,
        /// Its loss.
        loss: f64,
        /// The best action.
        best: Action,
    },
    /// Asks whether to leave.
    Leave,
    /// Input of the real dice.
    Dice {
        /// The text typed so far.
        typed: String,
    },
    /// Input of a correction.
    Correct(Correcting),
    /// The explanation of a box.
    Explain {
        /// The first line shown.
        from: u16,
    },
    /// The list of keys.
    Help {
        /// The first line shown.
        from: u16,
    },
}

/// The answer to a question.
enum Answer {
    Yes,
    No,
    None,
}

impl LocalTable {
    /// Processes a key while a dialog is open.
    pub(super) fn dialog_key(&mut self, dialog: Dialog, key: Key) {
        match dialog {
            Dialog::GiveUp { action } => match self.answer(key) {
                Answer::Yes => {
                    self.dialog = None;
                    self.choose(action);
                }
                Answer::No => self.dismiss(),
                Answer::None => {}
            },
            Dialog::Warn { action, .. } => match self.answer(key) {
                Answer::Yes => {
                    self.dialog = None;
                    self.act(action);
                }
                Answer::No => self.dismiss(),
                Answer::None => {}
            },
            Dialog::Leave => match self.answer(key) {
                Answer::Yes => self.leaving = true,
                Answer::No => self.dismiss(),
                Answer::None if key == Key::Interrupt => self.leaving = true,
                Answer::None => {}
            },
            Dialog::Dice { typed } => self.type_dice(typed, key),
            Dialog::Correct(correcting) => self.type_correction(correcting, key),
            Dialog::Explain { from } => {
                self.dialog = self.scroll(from, key).map(|from| Dialog::Explain { from });
            }
            Dialog::Help { from } => {
                self.dialog = self.scroll(from, key).map(|from| Dialog::Help { from });
            }
        }
    }

    /// Scrolls a text; any other key closes it.
    fn scroll(&self, from: u16, key: Key) -> Option<u16> {
        match key {
            Key::Down => Some(from.saturating_add(1)),
            Key::Up => Some(from.saturating_sub(1)),
            _ => None,
        }
    }

    fn answer(&self, key: Key) -> Answer {
        let says = |id: &str, typed: char| {
            self.words.say(id, &[]).chars().any(|known| known == typed.to_lowercase().next().unwrap_or(typed))
        };
        match key {
            Key::Enter => Answer::Yes,
            Key::Escape => Answer::No,
            Key::Char(typed) if says("play-yes-keys", typed) => Answer::Yes,
            Key::Char(typed) if says("play-no-keys", typed) => Answer::No,
            _ => Answer::None,
        }
    }

    fn dismiss(&mut self) {
        self.dialog = None;
        self.say_message("play-not-done");
    }

    fn type_dice(&mut self, mut typed: String, key: Key) {
        match key {
            Key::Escape => {
                self.throws = None;
                return self.dismiss();
            }
            Key::Interrupt => {
                self.throws = None;
                self.dialog = Some(Dialog::Leave);
                return;
            }
            Key::Backspace => {
                typed.pop();
            }
            Key::Char(c) if (c.is_ascii_digit() || " ,-".contains(c)) && typed.len() < 40 => typed.push(c),
            Key::Enter => return self.read_dice(typed),
            _ => {}
        }
        self.dialog = Some(Dialog::Dice { typed });
    }

    fn read_dice(&mut self, typed: String) {
        let (Some(throws), sides) = (self.throws.clone(), self.state.rules().sides) else { return };
        // If no face has two digits, 22555 means five dice.
        let faces: Vec<u8> = if sides < 10 {
            typed.chars().filter_map(|c| c.to_digit(10)).filter_map(|face| face.try_into().ok()).collect()
        } else {
            typed
                .split([' ', ',', '-'])
                .filter(|word| !word.is_empty())
                .filter_map(|w| w.parse().ok())
                .collect()
        };
        let dice = kosti_dice::Dice::from_faces(&faces).ok();
        if dice.is_none_or(|dice| throws.resolve(dice).is_err()) {
            let args =
                [("count", throws.count().into()), ("sides", sides.into()), ("typed", (&typed).into())];
            self.say(self.words.say("play-wrong-dice", &args));
            self.dialog = Some(Dialog::Dice { typed });
            return;
        }
        self.update(crate::input::Input::Fell(faces));
    }
}
