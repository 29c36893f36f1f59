//! `App`: the whole screen as a model. It changes only by [`App::update`], and does nothing by itself.

use std::path::PathBuf;
use std::sync::Arc;

use kosti_coach::Coach;
use kosti_engine::{Record, RecordFault};
use kosti_words::Words;
use ratatui::layout::Rect;

use crate::choose::Choose;
use crate::input::{Effect, Input};
use crate::setup::Setup;
use crate::start::Start;
use crate::table::{Brain, Table};
use crate::view;

/// The screen.
pub struct App {
    pub(crate) words: Arc<Words>,
    pub(crate) screen: Screen,
    size: (u16, u16),
}

/// What the screen shows.
pub(crate) enum Screen {
    /// Which game, and who plays.
    Start(Box<Start>),
    /// Which unfinished game.
    Choose(Box<Choose>),
    /// A game.
    Table(Box<Table>),
}

impl App {
    /// A game that begins.
    ///
    /// # Errors
    /// When the game is not for so many, or a name is no name or there twice.
    pub fn begin(setup: Setup, words: Arc<Words>) -> Result<Self, RecordFault> {
        let record = setup.record()?;
        Ok(Self::play(setup, record, words))
    }

    /// A game that goes on, with this seed where its record has none.
    #[must_use]
    pub fn resume(record: Record, words: Arc<Words>, seed: u64) -> Self {
        Self::play(Setup::from_record(&record, seed), record, words)
    }

    fn play(setup: Setup, record: Record, words: Arc<Words>) -> Self {
        let table = Table::new(setup, record, words.clone());
        Self { words, screen: Screen::Table(Box::new(table)), size: (80, 24) }
    }

    /// Asks which game is to be played, and by whom.
    #[must_use]
    pub fn start(start: Start) -> Self {
        Self { words: start.words.clone(), screen: Screen::Start(Box::new(start)), size: (80, 24) }
    }

    /// Asks which unfinished game is to go on, with this seed where its record has none.
    #[must_use]
    pub fn choose(games: Vec<(PathBuf, Record)>, words: Arc<Words>, seed: u64) -> Self {
        Self { words, screen: Screen::Choose(Box::new(Choose::new(games, seed))), size: (80, 24) }
    }

    /// Takes in what comes from outside, and says what it wants from there.
    pub fn update(&mut self, input: Input) -> Vec<Effect> {
        let mut effects = Vec::new();
        match (&mut self.screen, input) {
            (_, Input::Size(width, height)) => self.size = (width, height),
            (Screen::Start(start), Input::Key(key)) => {
                if start.key(key) {
                    effects.push(Effect::Leave);
                } else if let Some((setup, record)) = start.begun.take() {
                    self.screen = Screen::Table(Box::new(Table::new(setup, record, self.words.clone())));
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
                    self.screen = Screen::Table(Box::new(Table::new(setup, record, self.words.clone())));
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

    /// The game where it is over, with the coach if there is one, for who wants to look back.
    #[must_use]
    pub fn finished(&self) -> Option<(&Record, Option<Arc<Coach>>)> {
        let Screen::Table(table) = &self.screen else { return None };
        let coach = match &table.brain {
            Brain::Ready(coach) => Some(coach.clone()),
            _ => None,
        };
        table.state.outcome().map(|_| (&table.record, coach))
    }

    /// The last word when the screen is left: how the game stands and where it is kept.
    #[must_use]
    pub fn farewell(&self) -> Option<String> {
        let Screen::Table(table) = &self.screen else { return None };
        let mut lines = Vec::new();
        let over = table.state.outcome().is_some();
        if over {
            lines.push(table.teller().whose_turn());
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
