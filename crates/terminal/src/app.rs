//! `App`: the model of the whole screen. Only [`App::update`] changes it, and it performs no effects itself.

use std::path::PathBuf;
use std::sync::Arc;

use kosti_coach::Coach;
use kosti_engine::{Record, RecordFault};
use kosti_text::Words;
use ratatui::layout::Rect;

use crate::choose::Choose;
use crate::input::{Effect, Input};
use crate::setup::Setup;
use crate::start::Start;
use crate::table::{CoachState, LocalTable};
use crate::view;

/// The screen.
pub struct App {
    pub(crate) words: Arc<Words>,
    pub(crate) screen: Screen,
    size: (u16, u16),
}

/// The current screen.
pub(crate) enum Screen {
    /// The choice of a game and its players.
    Start(Box<Start>),
    /// The choice of an unfinished game.
    Choose(Box<Choose>),
    /// A game.
    Table(Box<LocalTable>),
}

impl App {
    /// Starts a new game.
    ///
    /// # Errors
    /// If the game does not allow this many players, or a name is invalid or a duplicate.
    pub fn begin(setup: Setup, words: Arc<Words>) -> Result<Self, RecordFault> {
        let record = setup.record()?;
        Ok(Self::play(setup, record, words))
    }

    /// Continues a game, with this seed if its record has none.
    #[must_use]
    pub fn resume(record: Record, words: Arc<Words>, seed: u64) -> Self {
        Self::play(Setup::from_record(&record, seed), record, words)
    }

    fn play(setup: Setup, record: Record, words: Arc<Words>) -> Self {
        let table = LocalTable::new(setup, record, words.clone());
        Self { words, screen: Screen::Table(Box::new(table)), size: (80, 24) }
    }

    /// Shows the choice of a game and its players.
    #[must_use]
    pub fn start(start: Start) -> Self {
        Self { words: start.words.clone(), screen: Screen::Start(Box::new(start)), size: (80, 24) }
    }

    /// Shows the choice of an unfinished game, with this seed if its record has none.
    #[must_use]
    pub fn choose(games: Vec<(PathBuf, Record)>, words: Arc<Words>, seed: u64) -> Self {
        Self { words, screen: Screen::Choose(Box::new(Choose::new(games, seed))), size: (80, 24) }
    }

    /// Processes an input and returns the effects to perform.
    pub fn update(&mut self, input: Input) -> Vec<Effect> {
        let mut effects = Vec::new();
        match (&mut self.screen, input) {
            (_, Input::Size(width, height)) => self.size = (width, height),
            (Screen::Start(start), Input::Key(key)) => {
                if start.key(key) {
                    effects.push(Effect::Leave);
                } else if let Some((setup, record)) = start.begun.take() {
                    self.screen = Screen::Table(Box::new(LocalTable::new(setup, record, self.words.clone())));
                }
            }
            (Screen::Start(start), Input::Click(column, line)) => {
                let area = Rect::new(0, 0, self.size.0, self.size.1);
                if let Some(row) = view::start_row(start, area, (column, line)) {
                    start.row = row;
                }
            }
            (Screen::Choose(choose), Input::Key(key)) => {
                if choose.key(key) {
                    effects.push(Effect::Leave);
                } else if let Some((path, record)) = choose.chosen.take() {
                    effects.push(Effect::SaveTo(path));
                    let setup = Setup::from_record(&record, choose.seed);
                    self.screen = Screen::Table(Box::new(LocalTable::new(setup, record, self.words.clone())));
                }
            }
            (Screen::Table(table), Input::Click(column, line)) => {
                let area = Rect::new(0, 0, self.size.0, self.size.1);
                match view::hit(table, area, (column, line)) {
                    Some(view::Hit::Die(die)) => table.click_die(die),
                    Some(view::Hit::Box(slot)) => table.click_box(slot),
                    None => {}
                }
            }
            (Screen::Table(table), input) => table.update(input),
            _ => {}
        }
        if let Screen::Table(table) = &mut self.screen {
            effects.extend(table.effects());
        }
        effects
    }

    /// The finished game, with the coach if there is one, for the review.
    #[must_use]
    pub fn finished_game(&self) -> Option<(&Record, Option<Arc<Coach>>)> {
        let Screen::Table(table) = &self.screen else { return None };
        let coach = match &table.coach_state {
            CoachState::Ready(coach) => Some(coach.clone()),
            _ => None,
        };
        table.state.outcome().map(|_| (&table.record, coach))
    }

    /// The last line when the screen closes: the state of the game and its file.
    #[must_use]
    pub fn farewell(&self) -> Option<String> {
        let Screen::Table(table) = &self.screen else { return None };
        let mut lines = Vec::new();
        let over = table.state.outcome().is_some();
        if over {
            lines.push(table.narrator().describe_turn());
        }
        match &table.saved {
            Ok(place) => {
                let id = if over { "play-farewell-over" } else { "play-farewell" };
                lines.push(self.words.say(id, &[("file", place.into())]));
            }
            Err(why) => lines.push(self.words.say("play-not-saved", &[("why", why.into())])),
        }
        Some(lines.join("\n"))
    }
}
