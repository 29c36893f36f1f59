//! What comes to the screen from outside, and what it asks of the outside.

use std::path::PathBuf;
use std::sync::Arc;

use kosti_engine::{Action, Record, State};
use kosti_rules::Rules;

use kosti_coach::{Coach, Level, NoCoach};

/// A key, as far as the screen knows keys.
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
    /// The field before.
    BackTab,
    /// Takes back a character.
    Backspace,
    /// Takes away what the cursor is on.
    Delete,
    /// Ctrl-C.
    Interrupt,
}

impl Key {
    /// The same key where a Ukrainian layout is on: commands are where they always are.
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

/// Something that comes to the screen.
pub enum Input {
    /// A key was pressed.
    Key(Key),
    /// The mouse was clicked at this column and line.
    Click(u16, u16),
    /// The terminal has this width and height.
    Size(u16, u16),
    /// The dice fell so, in this order.
    Fell(Vec<u8>),
    /// A bot has made up its mind.
    Bot {
        /// What it does.
        action: Action,
        /// How much had happened when it was asked: an answer that something came before is not for this position.
        after: usize,
    },
    /// News of the coach.
    Coach(News),
    /// The game is saved there.
    Saved(String),
    /// The game could not be saved, and why.
    NotSaved(String),
    /// Another one plays this game at this moment.
    Taken,
}

/// News of the coach who is working the game out.
pub enum News {
    /// This share of the work is done.
    Share(f64),
    /// The coach is there.
    Ready(Arc<Coach>),
    /// This game has no coach, and why.
    Failed(NoCoach),
}

/// What decides something that is left to chance: the same gives the same again, after a crash too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Draw {
    /// The seed of the game.
    pub seed: u64,
    /// How much has happened in it.
    pub after: usize,
}

/// Something that the screen asks for.
pub enum Effect {
    /// Keep the game safe, before anybody sees what has happened in it.
    Save(Box<Record>),
    /// Throw dice.
    Throw {
        /// How many.
        count: usize,
        /// How many sides each has.
        sides: u8,
        /// What decides them.
        draw: Draw,
    },
    /// Let a bot choose.
    Bot {
        /// How well it plays.
        level: Level,
        /// Where the game stands.
        state: Box<State>,
        /// The coach, where there is one.
        coach: Option<Arc<Coach>>,
        /// What decides what is left to chance.
        draw: Draw,
    },
    /// Work the game out for the coach.
    Solve {
        /// The game.
        rules: Arc<Rules>,
        /// How many play.
        seats: usize,
    },
    /// Save the game there from now on.
    SaveTo(PathBuf),
    /// End.
    Leave,
}
