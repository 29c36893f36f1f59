//! Keys at the table.

use crate::input::Key;
use crate::setup::{mode_name, next_mode};

use super::{CoachState, Dialog, LocalTable};

impl LocalTable {
    pub(super) fn key(&mut self, key: Key) {
        if let Some(dialog) = self.dialog.clone() {
            return self.dialog_key(dialog, key);
        }
        match key.command() {
            Key::Char('q') | Key::Interrupt => self.leave(),
            Key::Char('?' | 'h') => self.dialog = Some(Dialog::Help { from: 0 }),
            Key::Char('e') => self.dialog = Some(Dialog::Explain { from: 0 }),
            Key::Char('c') => self.next_coach_mode(),
            Key::Char('u') => self.undo(),
            Key::Char('m') => self.correct(),
            Key::Up => self.move_cursor(false),
            Key::Down => self.move_cursor(true),
            Key::Left => self.move_aside(false),
            Key::Right => self.move_aside(true),
            _ if self.throws.is_some() => {}
            _ if self.bot().is_some() => self.say_message("play-bot-plays"),
            Key::Char(' ' | 'r') => self.throw(),
            Key::Char('b') => self.bank(),
            Key::Char('x') => self.cross_out(),
            Key::Char('a') if self.sheet().is_none() => self.take_all(),
            Key::Char(digit @ '1'..='9') => self.toggle(digit as usize - '1' as usize),
            Key::Enter => self.choose_box(),
            _ => self.say_message("play-no-such-key"),
        }
    }

    /// Leaves at once if the game is over, because there is nothing to lose.
    fn leave(&mut self) {
        if self.state.outcome().is_some() && self.saved.is_ok() {
            self.leaving = true;
        } else {
            self.dialog = Some(Dialog::Leave);
        }
    }

    fn next_coach_mode(&mut self) {
        self.setup.coach_mode = next_mode(self.setup.coach_mode);
        if let CoachState::Failed(why) = &self.coach_state {
            return self.say(why.clone());
        }
        self.setup.tag_coach_mode(&mut self.record);
        self.unsaved = true;
        let warn = self.setup.warn.to_string();
        let args = [("help", mode_name(self.setup.coach_mode).into()), ("warn", warn.into())];
        self.say(self.words.say("play-coach", &args));
        self.ask_coach();
    }

    /// Processes a click on a die.
    pub(crate) fn click_die(&mut self, die: usize) {
        if self.dialog.is_none() && self.throws.is_none() {
            if self.state.turn().is_some_and(|turn| turn.throw > 0) {
                self.toggle(die);
            } else if self.bot().is_none() {
                self.throw();
            }
        }
    }

    /// Processes a click on a box: the first click moves the cursor, the second chooses the box.
    pub(crate) fn click_box(&mut self, slot: usize) {
        if self.dialog.is_some() {
            return;
        }
        if self.cursor == slot {
            return self.key(Key::Enter);
        }
        self.cursor = slot;
        let text = self.describe_box(slot);
        self.say(text);
    }
}
