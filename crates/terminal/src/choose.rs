//! The choice of an unfinished game.

use std::path::PathBuf;

use kosti_engine::Record;

use crate::input::Key;

/// The unfinished games and the cursor.
pub(crate) struct Choose {
    pub(crate) games: Vec<(PathBuf, Record)>,
    pub(crate) row: usize,
    /// The chosen game.
    pub(crate) chosen: Option<(PathBuf, Record)>,
    /// The seed for records without one.
    pub(crate) seed: u64,
}

impl Choose {
    pub(crate) fn new(games: Vec<(PathBuf, Record)>, seed: u64) -> Self {
        Self { games, row: 0, chosen: None, seed }
    }

    /// Processes a key. Returns true to leave.
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
