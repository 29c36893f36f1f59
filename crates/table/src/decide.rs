//! `decide`: from what somebody wants to a note, or why not.

use kosti_dice::Dice;
use kosti_engine::{Action, Decision, Event, Seat, State};

use crate::chair::Who;
use crate::dealer::Dealer;
use crate::fact::{DiceKind, Fact, SeatResult};
use crate::note::Note;
use crate::refused::Refused;
use crate::table::Table;
use crate::wish::{By, Contribution, Moment, Wish};

impl Table {
    /// Decides what becomes of a wish. Nothing changes until the note is followed.
    ///
    /// # Errors
    /// When it is refused, with the reason.
    pub fn decide(&self, dealer: &mut Dealer, by: By, wish: &Wish, moment: Moment) -> Result<Note, Refused> {
        if self.deleted {
            return Err(Refused::Gone);
        }
        // A throw in the air takes a moment; only what settles it goes on.
        let settles = matches!(wish, Wish::Witness { .. } | Wish::Unwitnessed { .. } | Wish::Delete);
        if self.air.is_some() && !settles {
            return Err(Refused::InTheAir);
        }
        let did = match wish {
            Wish::Join { seat, name, key, anchor } => self.join(*seat, name, *key, *anchor)?,
            Wish::Start => self.start(by)?,
            Wish::Act { seat, action, fell, brings } => {
                let seat = self.acting(by, seat.or_else(|| self.undoing(by, action)))?;
                self.act(dealer, seat, action, *fell, *brings, moment)?
            }
            Wish::Witness { seat, number, brings } => {
                self.held(by, *seat)?;
                self.witnessed(dealer, *seat, *number, *brings, moment)?
            }
            Wish::Unwitnessed { number } => {
                house_only(by)?;
                self.unwitnessed(dealer, *number, moment)?
            }
            Wish::Anchor { .. } if self.dice == DiceKind::Real => return Err(Refused::NoChain),
            Wish::Anchor { seat, anchor } => {
                self.held(by, *seat)?;
                vec![self.anchored_by(*seat, *anchor)]
            }
            Wish::NewChain => {
                house_only(by)?;
                vec![Self::next_chain(dealer, self.throws, moment)]
            }
            Wish::StandIn { seat, level } => {
                self.may_manage(by, *seat)?;
                self.stand_in(*seat, *level)?
            }
            Wish::TakeBack { seat } => {
                self.held(by, *seat)?;
                self.take_back(*seat)?
            }
            Wish::Vacate { seat } => {
                self.may_manage(by, *seat)?;
                self.vacate(*seat)?
            }
            Wish::Rematch { table } => {
                house_only(by)?;
                vec![Fact::Rematched { table: table.clone() }]
            }
            Wish::Delete => {
                self.opens(by)?;
                vec![Fact::Deleted {}]
            }
        };
        Ok(Note { at: moment.at, did })
    }

    pub(crate) fn playing(&self) -> Result<&State, Refused> {
        self.state.as_ref().ok_or(Refused::NotStarted)
    }

    /// Whether this is the opener.
    pub(crate) fn opens(&self, by: By) -> Result<(), Refused> {
        match by {
            By::House => Ok(()),
            By::Holder(key) if self.is_opener(&key) => Ok(()),
            By::Holder(_) => Err(Refused::OnlyOpener),
        }
    }

    /// Whether whoever it is holds this seat.
    pub(crate) fn held(&self, by: By, seat: usize) -> Result<(), Refused> {
        let chair = self.chairs.get(seat).ok_or(Refused::NoSuchSeat)?;
        match by {
            By::House => Ok(()),
            By::Holder(key) if chair.is_held_by(&key) => Ok(()),
            By::Holder(_) => Err(Refused::NotYours),
        }
    }

    /// Whether whoever it is holds this seat or opened the table.
    fn may_manage(&self, by: By, seat: usize) -> Result<(), Refused> {
        self.held(by, seat).or_else(|refused| match refused {
            Refused::NotYours => self.opens(by),
            refused => Err(refused),
        })
    }

    /// The seat that somebody acts for: the one named, or else the one of theirs that is on turn.
    fn acting(&self, by: By, seat: Option<usize>) -> Result<usize, Refused> {
        let on_turn = self.state.as_ref().and_then(State::on_turn).map(|seat| seat.0);
        let seat = match (by, seat) {
            (_, Some(seat)) => seat,
            (By::House, None) => on_turn.ok_or(Refused::NotStarted)?,
            (By::Holder(key), None) => {
                let own = |seat: &usize| self.chairs[*seat].is_held_by(&key);
                let first = || self.seats_of(&key).next();
                on_turn.filter(own).or_else(first).ok_or(Refused::NotYours)?
            }
        };
        self.held(by, seat)?;
        match (by, &self.chairs[seat].who) {
            (By::Holder(_), Who::Person { stand_in: Some(_), .. }) => Err(Refused::BotPlays),
            _ => Ok(seat),
        }
    }

    /// The seat whose last entry somebody takes back: often not the one that is on turn.
    fn undoing(&self, by: By, action: &Action) -> Option<usize> {
        let seat = self.state.as_ref().filter(|_| *action == Action::Undo)?.who_may_undo()?.0;
        self.held(by, seat).is_ok().then_some(seat)
    }

    fn act(
        &self,
        dealer: &mut Dealer,
        seat: usize,
        action: &Action,
        fell: Option<Dice>,
        brings: Option<Contribution>,
        moment: Moment,
    ) -> Result<Vec<Fact>, Refused> {
        let state = self.playing()?;
        match state.decide(Seat(seat), action).map_err(|illegal| Refused::from(illegal.why))? {
            Decision::Done(_) if fell.is_some() => Err(Refused::DiceNotNeeded),
            Decision::Done(events) => Ok(self.told(state, &events, None)),
            Decision::Throws(throws) => self.throw(dealer, action, &throws, fell, brings, moment),
        }
    }

    /// Events as facts, and with them that the game has ended or goes on again.
    pub(crate) fn told(
        &self,
        state: &State,
        events: &[Event],
        proof: Option<Box<crate::fact::Proof>>,
    ) -> Vec<Fact> {
        let rules = &self.booked.rules;
        let mut proof = proof;
        let mut did: Vec<Fact> = Vec::with_capacity(events.len() + 1);
        for event in events {
            let proof = if matches!(event, Event::Thrown { .. }) { proof.take() } else { None };
            did.push(Fact::of(rules, event, proof));
        }
        // Most throws end nothing: only then is it worth a look.
        if !matches!(events, [Event::Thrown { .. }] | [Event::SetAside { .. }, Event::Thrown { .. }]) {
            did.extend(ended_or_not(state, events));
        }
        did
    }
}

/// What time and the server decide, no player can ask for.
fn house_only(by: By) -> Result<(), Refused> {
    if by == By::House { Ok(()) } else { Err(Refused::NotYours) }
}

fn ended_or_not(state: &State, events: &[Event]) -> Option<Fact> {
    let mut after = state.clone();
    for event in events {
        after.apply(event);
    }
    match (state.outcome().is_some(), after.outcome()) {
        (true, None) => Some(Fact::Resumed {}),
        // A correction after the end can change the result.
        (_, Some(outcome)) => {
            let result = |r: &kosti_engine::SeatResult| SeatResult { total: r.total, points: r.points };
            let winners = outcome.winners.iter().map(|seat| seat.0).collect();
            Some(Fact::Ended { results: outcome.results.iter().map(result).collect(), winners })
        }
        (false, None) => None,
    }
}
