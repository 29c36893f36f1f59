//! Playing a note again: whether what it tells can have come of what somebody did.

use kosti_dice::Dice;
use kosti_engine::{Action, Correction, Decision, Event, Seat, State, Then};

use crate::fact::{Fact, Proof};
use crate::note::Note;
use crate::table::Table;
use crate::unreadable::Unreadable;
use crate::verify::NotProven;

impl Table {
    /// The events of the game in a note, decided again.
    pub(crate) fn played(&self, note: &Note) -> Result<Vec<Event>, NotProven> {
        let nth = self.notes + 1;
        let impossible = || NotProven::Impossible { nth };
        let (mut facts, mut told) = (Vec::new(), Vec::new());
        for fact in &note.did {
            let unfit = |why| Unreadable::Unfit { table: self.id.clone(), nth, why };
            let event = fact.event(&self.booked.rules).map_err(unfit)?;
            if event.is_some() || matches!(fact, Fact::Ended { .. } | Fact::Resumed {}) {
                facts.push(fact);
            }
            told.extend(event);
        }
        if facts.is_empty() {
            return Ok(told);
        }
        let state = self.state.as_ref().ok_or_else(impossible)?;
        let (seat, action) = action(state, &told).ok_or_else(impossible)?;
        if self.air.is_some_and(|air| air.action != action) {
            return Err(NotProven::NotAsCalled { number: self.throws + 1 });
        }
        let decided =
            state.decide(seat, &action).map_err(|illegal| NotProven::Refused { nth, why: illegal.why })?;
        let events = match decided {
            Decision::Done(events) => events,
            Decision::Throws(throws) => {
                throws.fell(fell(&told).unwrap_or(Dice::NONE)).map_err(|_| impossible())?
            }
        };
        let again = self.told(state, &events, proof(&facts));
        if again.iter().eq(facts) { Ok(events) } else { Err(impossible()) }
    }
}

fn fell(told: &[Event]) -> Option<Dice> {
    told.iter().find_map(|event| match event {
        Event::Thrown { dice, .. } => Some(*dice),
        _ => None,
    })
}

fn proof(facts: &[&Fact]) -> Option<Box<Proof>> {
    facts.iter().find_map(|fact| match fact {
        Fact::Thrown { proof, .. } => proof.clone(),
        _ => None,
    })
}

/// What somebody did, by what is told to have come of it.
fn action(state: &State, told: &[Event]) -> Option<(Seat, Action)> {
    let thrown_before = state.turn().is_some_and(|turn| turn.throw > 0);
    let aside = |take: Dice, then: Then| Action::SetAside { take, then };
    Some(match *told.first()? {
        // After a double that scores nothing, nothing is set aside.
        Event::Thrown { seat, .. } if state.rules().race().is_some() && thrown_before => {
            (seat, aside(Dice::NONE, Then::Throw))
        }
        Event::Thrown { seat, kept, .. } => (seat, Action::Throw { keep: kept }),
        Event::SetAside { seat, dice, .. } => {
            let banks = matches!(told.get(1), Some(Event::Banked { .. }));
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
