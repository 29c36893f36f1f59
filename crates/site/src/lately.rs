//! `Lately`: the last things that happened at a table, for those who look at it.

use std::collections::VecDeque;

use kosti_engine::{Event, State};
use kosti_journal::Version;
use kosti_table::{Note, Table};

/// Events that are kept: enough for a round of many players.
const MOST: usize = 24;

/// The last events, and the state before the first of them: what an event is told as depends on that.
#[derive(Debug, Default)]
pub(crate) struct Lately {
    before: Option<State>,
    events: VecDeque<(Version, Event)>,
}

impl Lately {
    /// The table has followed this note.
    pub(crate) fn follow(&mut self, table: &Table, version: Version, note: &Note) {
        if table.state().is_none() {
            return;
        }
        if self.before.is_none() {
            self.before = table.begun().ok();
        }
        // The table could follow it, so every fact is sound.
        let events = note.did.iter().filter_map(|fact| fact.event(table.rules()).ok().flatten());
        for event in events {
            if self.events.len() == MOST
                && let (Some((_, oldest)), Some(before)) = (self.events.pop_front(), &mut self.before)
            {
                before.apply(&oldest);
            }
            self.events.push_back((version, event));
        }
    }

    /// Calls with each event and the state before it, oldest first.
    pub(crate) fn each(&self, mut told: impl FnMut(&State, Version, &Event)) {
        let Some(mut state) = self.before.clone() else { return };
        for (version, event) in &self.events {
            told(&state, *version, event);
            state.apply(event);
        }
    }

    /// Whether nothing has happened in the game since this version: people came and went, chains were begun.
    pub(crate) fn is_still(&self, since: Version) -> bool {
        self.events.back().is_none_or(|(version, _)| *version <= since)
    }

    /// The events, newest first.
    pub(crate) fn newest(&self) -> impl Iterator<Item = &Event> {
        self.events.iter().rev().map(|(_, event)| event)
    }
}
