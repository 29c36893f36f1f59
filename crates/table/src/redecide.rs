//! Decides the actions of a commit again, to verify that the rules give the same events.

use kosti_dice::Dice;
use kosti_engine::{Action, Correction, Decision, Event, Seat, State, Then};

use crate::commit::Commit;
use crate::event::{Proof, TableEvent};
use crate::replay_error::ReplayError;
use crate::table::Table;
use crate::verify::VerifyError;

impl Table {
    /// Decides the action of a commit again, and returns the events of the game.
    pub(crate) fn redecide(&self, commit: &Commit) -> Result<Vec<Event>, VerifyError> {
        let nth = self.commits + 1;
        let impossible = || VerifyError::Impossible { nth };
        let (mut claimed, mut game_events) = (Vec::new(), Vec::new());
        for table_event in &commit.events {
            let unfit = |why| ReplayError::Unfit { table: self.id.clone(), nth, why };
            let event = table_event.event(&self.compiled.rules).map_err(unfit)?;
            if event.is_some() || matches!(table_event, TableEvent::Ended { .. } | TableEvent::Resumed {}) {
                claimed.push(table_event);
            }
            game_events.extend(event);
        }
        if claimed.is_empty() {
            return Ok(game_events);
        }
        let state = self.state.as_ref().ok_or_else(impossible)?;
        let (seat, action) = action_of(state, &game_events).ok_or_else(impossible)?;
        if self.air.is_some_and(|air| air.action != action) {
            return Err(VerifyError::NotAsCalled { number: self.throws + 1 });
        }
        let decided =
            state.decide(seat, &action).map_err(|illegal| VerifyError::Refused { nth, why: illegal.why })?;
        let events = match decided {
            Decision::Done(events) => events,
            Decision::Throws(throws) => {
                throws.resolve(thrown_dice(&game_events).unwrap_or(Dice::NONE)).map_err(|_| impossible())?
            }
        };
        let again = self.table_events(state, &events, throw_proof(&claimed));
        if again.iter().eq(claimed) { Ok(events) } else { Err(impossible()) }
    }
}

fn thrown_dice(events: &[Event]) -> Option<Dice> {
    events.iter().find_map(|event| match event {
        Event::Thrown { dice, .. } => Some(*dice),
        _ => None,
    })
}

fn throw_proof(events: &[&TableEvent]) -> Option<Box<Proof>> {
    events.iter().find_map(|event| match event {
        TableEvent::Thrown { proof, .. } => proof.clone(),
        _ => None,
    })
}

/// The seat and the action that lead to these events.
fn action_of(state: &State, events: &[Event]) -> Option<(Seat, Action)> {
    let thrown_before = state.turn().is_some_and(|turn| turn.throw > 0);
    let aside = |take: Dice, then: Then| Action::SetAside { take, then };
    Some(match *events.first()? {
        // After a double without points, no dice are set aside.
        Event::Thrown { seat, .. } if state.rules().race().is_some() && thrown_before => {
            (seat, aside(Dice::NONE, Then::Throw))
        }
        Event::Thrown { seat, kept, .. } => (seat, Action::Throw { keep: kept }),
        Event::SetAside { seat, dice, .. } => {
            let banks = matches!(events.get(1), Some(Event::Banked { .. }));
            (seat, aside(dice, if banks { Then::Bank } else { Then::Throw }))
        }
        Event::Banked { seat, .. } => (seat, aside(Dice::NONE, Then::Bank)),
        Event::Scored { seat, slot, .. } => (seat, Action::Score { slot }),
        Event::CrossedOut { seat, slot, .. } => (seat, Action::Cross { slot }),
        Event::Announced { seat, slot } => (seat, Action::Announce { slot }),
        Event::Undone { seat } => (seat, Action::Undo),
        Event::Left { seat } => (seat, Action::Leave),
        Event::Returned { seat } => (seat, Action::Return),
        Event::EntryCorrected { by, seat, slot, nth, to, entry, .. } => {
            (by, Action::Correct(Correction::Entry { seat, slot, nth, to, entry }))
        }
        Event::JokerCorrected { by, seat, points, .. } => {
            (by, Action::Correct(Correction::Joker { seat, points }))
        }
        Event::StandingCorrected { by, seat, standing, .. } => {
            (by, Action::Correct(Correction::Standing { seat, standing }))
        }
        Event::Busted { .. } | Event::WonAtOnce { .. } => return None,
    })
}
