//! `RecentEvents`: the last events of a table, for its page.

use std::collections::VecDeque;

use kosti_dice::fair::Version as DiceVersion;
use kosti_engine::{Event, State};
use kosti_journal::Version;
use kosti_table::{Commit, Proof, Table, TableEvent};

/// Events that are kept: enough for a round of many players.
const MOST: usize = 24;

/// The last events, and the state before the first of them: how an event is narrated depends on the state before it.
#[derive(Debug, Default)]
pub struct RecentEvents {
    before: Option<State>,
    events: VecDeque<(Version, Event)>,
    marks: VecDeque<Mark>,
}

/// The clients that contributed to a throw, according to its proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// The version of the commit with the throw.
    pub version: Version,
    /// The seat that threw.
    pub seat: usize,
    /// Whether the thrower's client contributed.
    pub thrower: bool,
    /// The witness that contributed.
    pub witness: Option<usize>,
}

impl Mark {
    fn of(version: Version, seat: usize, proof: &Proof, table: &Table) -> Self {
        let witness = proof.witness.as_ref().filter(|witness| witness.link.is_some());
        // In version 1 the server could choose throws that others contributed to.
        let proven = table.dice_version() == DiceVersion::Two;
        Self {
            version,
            seat,
            thrower: proven && proof.thrower.is_some(),
            witness: witness.filter(|_| proven).map(|witness| witness.seat),
        }
    }
}

impl RecentEvents {
    /// Adds a commit that the table has applied.
    pub fn apply(&mut self, table: &Table, version: Version, commit: &Commit) {
        if table.state().is_none() {
            return;
        }
        if self.before.is_none() {
            self.before = table.initial_state().ok();
        }
        for event in &commit.events {
            if let TableEvent::Thrown { seat, proof: Some(proof), .. } = event {
                if self.marks.len() == MOST {
                    self.marks.pop_front();
                }
                self.marks.push_back(Mark::of(version, *seat, proof, table));
            }
        }
        // The table has applied the commit, so every event is sound.
        let events = commit.events.iter().filter_map(|event| event.event(table.rules()).ok().flatten());
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
    pub fn each(&self, mut visit: impl FnMut(&State, Version, &Event)) {
        let Some(mut state) = self.before.clone() else { return };
        for (version, event) in &self.events {
            visit(&state, *version, event);
            state.apply(event);
        }
    }

    /// Whether nothing has happened in the game since this version: people came and went, chains were begun.
    pub fn is_still(&self, since: Version) -> bool {
        self.events.back().is_none_or(|(version, _)| *version <= since)
    }

    /// The proofs of the last throws, newest first.
    pub fn marks(&self) -> impl Iterator<Item = &Mark> {
        self.marks.iter().rev()
    }

    /// The events, newest first.
    pub fn newest(&self) -> impl Iterator<Item = &Event> {
        self.events.iter().rev().map(|(_, event)| event)
    }
}
