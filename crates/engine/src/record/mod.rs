//! `Record`: a whole game as text, for people and programs. docs/record.md is the specification. Reading is the
//! exact inverse of writing.

mod fault;
mod read;
mod tags;
mod write;

use std::sync::Arc;

use kosti_rules::Rules;

use crate::event::Event;
use crate::state::{SeatsRefused, State};
use crate::undo::UndoneEvents;

pub use fault::{RecordFault, RecordFaultKind};
pub use tags::{MOST_BYTES, Tags};

/// A game and all its events.
///
/// ```
/// # use std::sync::Arc;
/// # use kosti_rules::{House, RulesFile};
/// use kosti_engine::{Action, Decision, Record, Seat};
/// # let text = "name = 'Any'\ndice = 2\nthrows = 1\n[box.any]\nscore = 'all-dice'";
/// # let rules = Arc::new(RulesFile::read("any", text).rules(&House::default()).unwrap());
/// let mut record = Record::new(rules.clone(), vec!["Olena".to_owned()], false).unwrap();
/// let state = record.replay();
/// if let Decision::Throws(throws) = state.decide(Seat(0), &Action::first_throw()).unwrap() {
///     record.events.extend(throws.resolve("3-6".parse().unwrap()).unwrap());
/// }
/// assert!(record.to_string().ends_with("1 Olena: threw 3-6\n"));
/// assert!(Record::parse(&record.to_string(), rules).unwrap() == record);
/// ```
#[derive(Debug, Clone)]
pub struct Record {
    /// The tags of the game.
    pub tags: Tags,
    /// The events, in order.
    pub events: Vec<Event>,
    rules: Arc<Rules>,
}

impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        (&self.tags, &self.events, &self.rules.hash) == (&other.tags, &other.events, &other.rules.hash)
    }
}

impl Record {
    /// The record of a new game.
    ///
    /// # Errors
    /// If the game does not allow this many players, or a name is invalid or a duplicate.
    pub fn new(rules: Arc<Rules>, players: Vec<String>, real_dice: bool) -> Result<Self, RecordFault> {
        let tags = Tags {
            game: rules.id.clone(),
            house: rules.house.iter().map(|o| (o.id.clone(), o.choice().to_owned())).collect(),
            rules: rules.hash.clone(),
            real_dice,
            date: None,
            players,
            other: Vec::new(),
        };
        tags.check_players(|_| 1)?;
        let record = Self { tags, events: Vec::new(), rules };
        record.start().map_err(|refused| RecordFault { line: 1, kind: refused.into() })?;
        Ok(record)
    }

    /// The rules that the game is played by.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The state before the first event.
    fn start(&self) -> Result<State, SeatsRefused> {
        let state = State::new(self.rules.clone(), self.tags.players.len())?;
        let state = state.with_bots(self.tags.bots()).with_first(self.tags.first());
        Ok(if self.tags.real_dice { state.with_real_dice() } else { state })
    }

    /// For each event, whether it was undone later.
    #[must_use]
    pub fn undone_events(&self) -> Vec<bool> {
        let mut undone = vec![false; self.events.len()];
        let (Ok(mut state), mut finder) = (self.start(), UndoneEvents::default()) else { return undone };
        for event in &self.events {
            for nth in finder.apply(&state, event) {
                undone[nth] = true;
            }
            state.apply(event);
        }
        undone
    }

    /// The state after all events.
    ///
    /// # Panics
    /// Never for a record from [`Record::parse`] or [`Record::new`].
    #[must_use]
    pub fn replay(&self) -> State {
        let mut state = self.start().expect("a record has seats for its game");
        for event in &self.events {
            state.apply(event);
        }
        state
    }
}
