//! Taking back: what an entry replaced, and who may take it back.
//!
//! An entry is what one action brought about: a throw with what was kept or set aside for it, a score, an announcement, a
//! correction. With real dice entries are taken back one by one, newest first, each by the seat that made it: people
//! mistype. Virtual dice that have fallen stay, or a player could throw until the dice please; only dice of bots are
//! taken back, together with the decision of the player before them.

use std::sync::Arc;

use kosti_rules::{Sheet, Standing};

use crate::event::Event;
use crate::state::{Phase, Seat, State};

/// How many entries can be taken back one after another: several turns.
const MOST_ENTRIES: usize = 64;

/// What an entry replaced.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Undo {
    /// Who made the entry.
    by: Seat,
    /// Whose sheet, standing and turns are kept here.
    seat: Seat,
    phase: Phase,
    sheet: Sheet,
    standing: Standing,
    turns: usize,
    /// Whether dice fell.
    threw: bool,
    /// Whether the entry is complete: dice set aside are not, before they are banked or the rest is thrown.
    complete: bool,
}

impl State {
    /// Whether this seat can take back its last entry.
    #[must_use]
    pub fn may_undo(&self, seat: Seat) -> bool {
        self.undo_depth(seat).is_some()
    }

    /// The seat that can take back its last entry; not one of a bot where a person's can be taken back with it.
    #[must_use]
    pub fn who_may_undo(&self) -> Option<Seat> {
        let seats = || (0..self.players.len()).map(Seat).filter(|&seat| self.may_undo(seat));
        seats().find(|seat| !self.bots.contains(seat)).or_else(|| seats().next())
    }

    /// How many entries the seat takes back with its last one.
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

    /// The number of the turn that taking back leads to, counted from 1; nothing where that is the lot.
    pub(crate) fn turn_after_undo(&self, seat: Seat) -> Option<usize> {
        let turns = self.players[seat.0].turns;
        let entry = self.undo_depth(seat).and_then(|depth| self.undo.get(self.undo.len() - depth));
        match entry {
            Some(entry) if matches!(entry.phase, Phase::Lot { .. }) => None,
            Some(entry) if entry.seat == seat => Some(entry.turns + 1),
            _ => Some(turns + 1),
        }
    }

    /// Keeps what an entry is about to replace.
    pub(crate) fn remember(&mut self, by: Seat, seat: Seat) {
        let player = &self.players[seat.0];
        self.undo.push(Arc::new(Undo {
            by,
            seat,
            phase: self.phase.clone(),
            sheet: player.sheet.clone(),
            standing: player.standing,
            turns: player.turns,
            threw: false,
            complete: true,
        }));
        if self.undo.len() > MOST_ENTRIES {
            self.undo.remove(0);
        }
    }

    /// Keeps what setting dice aside is about to replace, which is no entry by itself.
    pub(crate) fn remember_half(&mut self, by: Seat) {
        self.remember(by, by);
        if let Some(undo) = self.undo.last_mut() {
            Arc::make_mut(undo).complete = false;
        }
    }

    /// Keeps what the other half of an entry, or a whole one, is about to replace.
    pub(crate) fn remember_rest(&mut self, by: Seat) {
        match self.undo.last_mut().filter(|undo| !undo.complete) {
            Some(undo) => Arc::make_mut(undo).complete = true,
            None => self.remember(by, by),
        }
    }

    /// Keeps what a throw is about to replace, where dice can be taken back.
    pub(crate) fn remember_throw(&mut self, by: Seat) {
        if !self.real_dice && !self.bots.contains(&by) {
            self.undo.clear();
            return;
        }
        self.remember_rest(by);
        if let Some(undo) = self.undo.last_mut() {
            Arc::make_mut(undo).threw = true;
        }
    }

    /// Somebody left or came back: who is there decides whose turn it is, so older entries stay. The newest one can be
    /// taken back if no dice fell in it.
    pub(crate) fn forget_older(&mut self) {
        let newest = self.undo.pop().filter(|undo| !undo.threw);
        self.undo.clear();
        self.undo.extend(newest);
    }

    pub(crate) fn undone(&mut self, seat: Seat) {
        let depth = self.undo_depth(seat).unwrap_or(0);
        for undo in self.undo.split_off(self.undo.len() - depth).into_iter().rev() {
            let undo = Arc::unwrap_or_clone(undo);
            let player = &mut self.players[undo.seat.0];
            (player.sheet, player.standing, player.turns) = (undo.sheet, undo.standing, undo.turns);
            self.phase = undo.phase;
        }
    }
}

/// Finds the events that were taken back, by following all events of a game.
#[derive(Debug, Clone, Default)]
pub struct TakenBack {
    /// The events of each entry, counted from 0.
    entries: Vec<Vec<usize>>,
    events: usize,
    /// Whether dice were set aside by the last event, so that the next belongs to it.
    half: bool,
}

impl TakenBack {
    /// Follows an event, with the state before it. Returns which events it takes back, counted from 0.
    pub fn follow(&mut self, before: &State, event: &Event) -> Vec<usize> {
        let nth = self.events;
        self.events += 1;
        let goes_on = std::mem::take(&mut self.half);
        match *event {
            Event::Undone { seat } => {
                let depth = before.undo_depth(seat).unwrap_or(0).min(self.entries.len());
                return self.entries.split_off(self.entries.len() - depth).concat();
            }
            Event::Left { .. } | Event::Returned { .. } => {}
            Event::Busted { .. } | Event::WonAtOnce { .. } => {
                self.entries.last_mut().into_iter().for_each(|entry| entry.push(nth));
            }
            Event::Thrown { .. } | Event::Banked { .. } if goes_on => {
                self.entries.last_mut().into_iter().for_each(|entry| entry.push(nth));
            }
            _ => self.entries.push(vec![nth]),
        }
        self.half = matches!(event, Event::SetAside { .. });
        Vec::new()
    }
}
