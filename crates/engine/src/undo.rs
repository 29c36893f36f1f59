//! Undo: saves the state that each entry replaces, and decides who may undo it.
//!
//! An entry is the result of one action: a throw with the dice kept or set aside for it, a score, an
//! announcement, a correction. With real dice entries are undone one by one, newest first, each by the seat
//! that made it, because people mistype. Virtual dice that have fallen cannot be undone, or a player could
//! throw until the dice please; only the dice of bots are undone, together with the entry of the player before
//! them.

use std::sync::Arc;

use kosti_rules::{Sheet, Standing};

use crate::event::Event;
use crate::state::{Phase, Seat, State};

/// The most entries that can be undone one after another: several turns.
const MOST_ENTRIES: usize = 64;

/// The state that an entry replaced.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Undo {
    /// The seat that made the entry.
    by: Seat,
    /// The seat whose sheet, standing and turns are saved.
    seat: Seat,
    phase: Phase,
    sheet: Sheet,
    standing: Standing,
    turns: usize,
    /// The seats that had had their last turn.
    finished: Vec<Seat>,
    /// Whether dice were thrown.
    threw: bool,
    /// Whether the entry is complete: setting dice aside is not, until the player banks or throws.
    complete: bool,
}

impl State {
    /// Whether this seat can undo its last entry.
    #[must_use]
    pub fn may_undo(&self, seat: Seat) -> bool {
        self.undo_depth(seat).is_some()
    }

    /// The seat that can undo its last entry. A person's seat comes before a bot's, whose entry is undone along
    /// with the person's.
    #[must_use]
    pub fn who_may_undo(&self) -> Option<Seat> {
        let seats = || (0..self.players.len()).map(Seat).filter(|&seat| self.may_undo(seat));
        seats().find(|seat| !self.bots.contains(seat)).or_else(|| seats().next())
    }

    /// The number of entries that the seat undoes together with its last one.
    fn undo_depth(&self, seat: Seat) -> Option<usize> {
        if self.players.get(seat.0).is_none_or(|player| player.left) {
            return None;
        }
        for (above, undo) in self.undo.iter().rev().enumerate() {
            if undo.by == seat {
                return (undo.complete && (self.real_dice || !undo.threw)).then_some(above + 1);
            }
            if !self.bots.contains(&undo.by) {
                return None;
            }
        }
        None
    }

    /// The number of the turn after the undo, counted from 1; `None` if it leads back to the lot.
    pub(crate) fn turn_after_undo(&self, seat: Seat) -> Option<usize> {
        let turns = self.players[seat.0].turns;
        let entry = self.undo_depth(seat).and_then(|depth| self.undo.get(self.undo.len() - depth));
        match entry {
            Some(entry) if matches!(entry.phase, Phase::Lot { .. }) => None,
            Some(entry) if entry.seat == seat => Some(entry.turns + 1),
            _ => Some(turns + 1),
        }
    }

    /// Saves the state that an entry is about to replace.
    pub(crate) fn save_before_entry(&mut self, by: Seat, seat: Seat) {
        let player = &self.players[seat.0];
        self.undo.push(Arc::new(Undo {
            by,
            seat,
            phase: self.phase.clone(),
            sheet: player.sheet.clone(),
            standing: player.standing,
            turns: player.turns,
            finished: self.finished.clone(),
            threw: false,
            complete: true,
        }));
        if self.undo.len() > MOST_ENTRIES {
            self.undo.remove(0);
        }
    }

    /// Saves the state before setting dice aside, which is not a complete entry.
    pub(crate) fn save_begun_entry(&mut self, by: Seat) {
        self.save_before_entry(by, by);
        if let Some(undo) = self.undo.last_mut() {
            Arc::make_mut(undo).complete = false;
        }
    }

    /// Completes the entry begun by setting dice aside, or saves the state before a whole entry.
    pub(crate) fn save_rest_of_entry(&mut self, by: Seat) {
        match self.undo.last_mut().filter(|undo| !undo.complete) {
            Some(undo) => Arc::make_mut(undo).complete = true,
            None => self.save_before_entry(by, by),
        }
    }

    /// Saves the state before a throw, if its dice can be undone; otherwise nothing before it can.
    pub(crate) fn save_before_throw(&mut self, by: Seat) {
        if !self.real_dice && !self.bots.contains(&by) {
            self.undo.clear();
            return;
        }
        self.save_rest_of_entry(by);
        if let Some(undo) = self.undo.last_mut() {
            Arc::make_mut(undo).threw = true;
        }
    }

    /// Drops older entries after a player left or came back: presence decides whose turn it is, so these can no
    /// longer be undone. The newest entry can, unless dice were thrown in it.
    pub(crate) fn drop_older_entries(&mut self) {
        let newest = self.undo.pop().filter(|undo| !undo.threw);
        self.undo.clear();
        self.undo.extend(newest);
    }

    pub(crate) fn apply_undo(&mut self, seat: Seat) {
        let depth = self.undo_depth(seat).unwrap_or(0);
        for undo in self.undo.split_off(self.undo.len() - depth).into_iter().rev() {
            let undo = Arc::unwrap_or_clone(undo);
            let player = &mut self.players[undo.seat.0];
            (player.sheet, player.standing, player.turns) = (undo.sheet, undo.standing, undo.turns);
            self.phase = undo.phase;
            self.finished = undo.finished;
        }
    }
}

/// Finds the undone events of a game: apply all its events in order.
#[derive(Debug, Clone, Default)]
pub struct UndoneEvents {
    /// The indices of the events of each entry.
    entries: Vec<Vec<usize>>,
    events: usize,
    /// Whether the last event set dice aside, so that the next one belongs to its entry.
    is_open: bool,
}

impl UndoneEvents {
    /// Processes an event, given the state before it. Returns the indices of the events that it undoes.
    pub fn apply(&mut self, before: &State, event: &Event) -> Vec<usize> {
        let nth = self.events;
        self.events += 1;
        let was_open = std::mem::take(&mut self.is_open);
        match *event {
            Event::Undone { seat } => {
                let depth = before.undo_depth(seat).unwrap_or(0).min(self.entries.len());
                return self.entries.split_off(self.entries.len() - depth).concat();
            }
            Event::Left { .. } | Event::Returned { .. } => {}
            Event::Busted { .. } | Event::WonAtOnce { .. } => {
                self.entries.last_mut().into_iter().for_each(|entry| entry.push(nth));
            }
            Event::Thrown { .. } | Event::Banked { .. } if was_open => {
                self.entries.last_mut().into_iter().for_each(|entry| entry.push(nth));
            }
            _ => self.entries.push(vec![nth]),
        }
        self.is_open = matches!(event, Event::SetAside { .. });
        Vec::new()
    }
}
