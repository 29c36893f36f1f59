//! `RecentEvents`: the last things that happened at a table, for those who look at it.

use std::collections::VecDeque;

use kosti_dice::fair::Version as DiceVersion;
use kosti_engine::{Event, State};
use kosti_journal::Version;
use kosti_table::{Commit, Proof, Table, TableEvent};

/// Events that are kept: enough for a round of many players.
const MOST: usize = 24;

/// The last events, and the state before the first of them: what an event is told as depends on that.
#[derive(Debug, Default)]
pub struct RecentEvents {
    before: Option<State>,
    events: VecDeque<(Version, Event)>,
    marks: VecDeque<Mark>,
}

/// Whose clients had a part in a throw, as its proof says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// Of the record with the throw.
    pub version: Version,
    /// Who threw.
    pub seat: usize,
    /// Whether the thrower's client had a part in it.
    pub thrower: bool,
    /// The witness that had a part in it.
    pub witness: Option<usize>,
}

impl Mark {
    fn of(version: Version, seat: usize, proof: &Proof, table: &Table) -> Self {
        let witness = proof.witness.as_ref().filter(|witness| witness.link.is_some());
        // In version 1 the server could choose what others had a part in.
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
    /// The table has followed this commit.
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
        // The table could follow it, so every event is sound.
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
    pub fn each(&self, mut told: impl FnMut(&State, Version, &Event)) {
        let Some(mut state) = self.before.clone() else { return };
        for (version, event) in &self.events {
            told(&state, *version, event);
            state.apply(event);
        }
    }

    /// Whether nothing has happened in the game since this version: people came and went, chains were begun.
    pub fn is_still(&self, since: Version) -> bool {
        self.events.back().is_none_or(|(version, _)| *version <= since)
    }

    /// What proves the last throws, newest first.
    pub fn marks(&self) -> impl Iterator<Item = &Mark> {
        self.marks.iter().rev()
    }

    /// The events, newest first.
    pub fn newest(&self) -> impl Iterator<Item = &Event> {
        self.events.iter().rev().map(|(_, event)| event)
    }
}
