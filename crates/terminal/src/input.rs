//! `Input`: events from outside; `Effect`: requests to the outside.

use std::path::PathBuf;
use std::sync::Arc;

use kosti_engine::{Action, Record, State};
use kosti_rules::Rules;

use kosti_coach::{Coach, Level, NoCoach};

/// A key that the screen knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    /// A character.
    Char(char),
    /// Enter.
    Enter,
    /// Escape.
    Escape,
    /// The arrow up.
    Up,
    /// The arrow down.
    Down,
    /// The arrow to the left.
    Left,
    /// The arrow to the right.
    Right,
    /// The next field.
    Tab,
    /// The previous field.
    BackTab,
    /// Deletes the character before the cursor.
    Backspace,
    /// Deletes the item under the cursor.
    Delete,
    /// Ctrl-C.
    Interrupt,
}

impl Key {
    /// The same key on a Ukrainian keyboard layout, so that commands keep their places.
    #[must_use]
    pub(crate) fn command(self) -> Self {
        const HERE: &str = "йцукенгшщзфівапролдячсмить";
        const THERE: &str = "qwertyuiopasdfghjklzxcvbnm";
        let Self::Char(typed) = self else { return self };
        let typed = typed.to_lowercase().next().unwrap_or(typed);
        let found = HERE.chars().position(|here| here == typed).and_then(|at| THERE.chars().nth(at));
        Self::Char(found.unwrap_or(typed))
    }
}

/// An event from outside.
pub enum Input {
    /// A key was pressed.
    Key(Key),
    /// The mouse was clicked at this column and line.
    Click(u16, u16),
    /// The terminal has this width and height.
    Size(u16, u16),
    /// The dice that fell, in this order.
    Fell(Vec<u8>),
    /// A bot has chosen.
    Bot {
        /// Its action.
        action: Action,
        /// The number of events when it was asked: if there are more now, the answer is for an older position.
        after: usize,
    },
    /// A message from the coach's thread.
    Coach(CoachMessage),
    /// The game was saved in this file.
    Saved(String),
    /// The game could not be saved, for this reason.
    NotSaved(String),
    /// Another process is playing this game.
    Taken,
}

/// A message from the thread that solves the game.
pub enum CoachMessage {
    /// The share of the work done.
    Share(f64),
    /// The coach.
    Ready(Arc<Coach>),
    /// The reason why this game has no coach.
    Failed(NoCoach),
}

/// The seed of one random choice: the same seed gives the same choice again, also after a crash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Draw {
    /// The seed of the game.
    pub seed: u64,
    /// The number of events so far.
    pub after: usize,
}

/// A request to the outside.
pub enum Effect {
    /// Save the game. Must be done before the screen is drawn, so that nobody sees unsaved events.
    Save(Box<Record>),
    /// Throw dice.
    Throw {
        /// The number of dice.
        count: usize,
        /// The number of sides of each die.
        sides: u8,
        /// The seed.
        draw: Draw,
    },
    /// Let a bot choose.
    Bot {
        /// Its strength.
        level: Level,
        /// The state of the game.
        state: Box<State>,
        /// The coach, if there is one.
        coach: Option<Arc<Coach>>,
        /// The seed of its random choices.
        draw: Draw,
    },
    /// Solve the game for the coach.
    Solve {
        /// The game.
        rules: Arc<Rules>,
        /// The number of seats.
        seats: usize,
    },
    /// Save the game to this file from now on.
    SaveTo(PathBuf),
    /// End the program.
    Leave,
}
