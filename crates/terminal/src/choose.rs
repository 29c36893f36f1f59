//! Which unfinished game is to go on.

use std::path::PathBuf;

use kosti_engine::Record;

use crate::input::Key;

/// The unfinished games, and which one the cursor is on.
pub(crate) struct Choose {
    pub(crate) games: Vec<(PathBuf, Record)>,
    pub(crate) row: usize,
    /// The one that goes on.
    pub(crate) chosen: Option<(PathBuf, Record)>,
    /// What decides the dice where a record does not say it.
    pub(crate) seed: u64,
}

impl Choose {
    pub(crate) fn new(games: Vec<(PathBuf, Record)>, seed: u64) -> Self {
        Self { games, row: 0, chosen: None, seed }
    }

    /// Takes in a key; true to leave.
    pub(crate) fn key(&mut self, key: Key) -> bool {
        let games = self.games.len().max(1);
        match key.command() {
            Key::Char('q') | Key::Escape | Key::Interrupt => return true,
            Key::Down | Key::Tab => self.row = (self.row + 1) % games,
            Key::Up | Key::BackTab => self.row = (self.row + games - 1) % games,
            Key::Enter => self.chosen = self.games.get(self.row).cloned(),
            _ => {}
        }
        false
    }
}
