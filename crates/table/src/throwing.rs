//! Throws: dice from the table's chains, or typed in from the real ones.

use kosti_dice::Dice;
use kosti_dice::fair::{Chain, Draw, Link};
use kosti_engine::{Action, Decision, Refusal, Seat, State, Throws};

use crate::chair::Who;
use crate::dealer::Dealer;
use crate::fact::{DiceKind, Fact, Proof, Witness};
use crate::refused::Refused;
use crate::table::Table;
use crate::unreadable::{Unfit, Unreadable};

impl Table {
    pub(crate) fn throw(
        &self,
        dealer: &mut Dealer,
        action: &Action,
        throws: &Throws,
        fell: Option<Dice>,
        link: Option<Link>,
        witness: Option<usize>,
    ) -> Result<Vec<Fact>, Refused> {
        if self.dice == DiceKind::Real {
            let count = throws.count();
            return self.fallen(throws, fell.ok_or(Refused::DiceNeeded { count })?, None);
        }
        if fell.is_some() {
            return Err(Refused::DiceNotNeeded);
        }
        let (seat, number) = (throws.seat().0, self.throws + 1);
        if let Some(link) = &link {
            self.proves(seat, link, number)?;
        }
        let witness = witness.filter(|&witness| self.can_witness(witness, seat));
        match witness {
            Some(witness) => {
                let (keep, aside) = match *action {
                    Action::SetAside { take, .. } => (take, true),
                    Action::Throw { keep } => (keep, false),
                    _ => return Err(Refusal::NotThisGame.into()),
                };
                Ok(vec![Fact::Called { seat, keep, aside, number, thrower: link, witness }])
            }
            None => self.drawn(dealer, throws, link, None),
        }
    }

    /// Whether the client of one seat can be a witness of what another throws: it has a chain, and is somebody else's.
    #[must_use]
    pub fn can_witness(&self, witness: usize, thrower: usize) -> bool {
        let (Some(witness), Some(thrower)) = (self.chairs.get(witness), self.chairs.get(thrower)) else {
            return false;
        };
        let Who::Person { key, .. } = witness.who else { return false };
        witness.has_chain() && !thrower.is_held_by(&key)
    }

    /// Whether this is the link of that throw in the chain of the seat's client.
    fn proves(&self, seat: usize, link: &Link, number: u64) -> Result<(), Refused> {
        let links = self.chairs[seat].links.ok_or(Refused::NoChain)?;
        if links.proves(link, number) { Ok(()) } else { Err(Refused::BadLink) }
    }

    /// The dice fall as the links say.
    fn drawn(
        &self,
        dealer: &mut Dealer,
        throws: &Throws,
        thrower: Option<Link>,
        witness: Option<Witness>,
    ) -> Result<Vec<Fact>, Refused> {
        let (number, base) = (self.throws + 1, self.server.map_or(0, |links| links.base));
        // Never a link that nobody could check, whatever the dealer is.
        let proves = |link: &Link| self.server.is_some_and(|links| links.proves(link, number));
        let server = dealer.link(number - base).filter(proves).ok_or(Refused::BadLink)?;
        let draw = Draw {
            table: &self.id,
            number,
            history: &self.history,
            seat: throws.seat().0,
            server: &server,
            thrower: thrower.as_ref(),
            witness: witness.as_ref().and_then(|witness| Some((witness.seat, witness.link.as_ref()?))),
        };
        let faces = draw.fall(throws.count(), self.booked.rules.sides);
        let dice = Dice::from_faces(&faces).expect("as many as the rules have, with as many sides");
        let proof = Proof { number, server, thrower, witness };
        let mut did = self.fallen(throws, dice, Some(Box::new(proof)))?;
        // The next chain is told with the last link of this one, before anybody's link for it is known.
        if number - base == Chain::LENGTH {
            did.push(Fact::Anchored { seat: None, anchor: dealer.next().anchor(), base: number });
        }
        Ok(did)
    }

    fn fallen(&self, throws: &Throws, dice: Dice, proof: Option<Box<Proof>>) -> Result<Vec<Fact>, Refused> {
        let events = throws
            .fell(dice)
            .map_err(|wrong| Refused::WrongDice { count: wrong.count, sides: wrong.sides })?;
        Ok(self.told(self.playing()?, &events, proof))
    }

    /// Whether the dice on the table can lie there; the rules' tables know no others.
    pub(crate) fn dice_fit(&self) -> Result<(), Unreadable> {
        let Some(turn) = self.state.as_ref().and_then(State::turn) else { return Ok(()) };
        let (all, sides) = (usize::from(self.booked.rules.dice), self.booked.rules.sides);
        let count = if turn.throw == 0 { 0 } else { all.saturating_sub(turn.aside) };
        if turn.dice.len() == count && turn.dice.highest() <= sides {
            Ok(())
        } else {
            Err(self.unfit(Unfit::Dice { count, sides }))
        }
    }

    /// The witness has answered.
    pub(crate) fn witnessed(
        &self,
        dealer: &mut Dealer,
        seat: usize,
        number: u64,
        link: Link,
    ) -> Result<Vec<Fact>, Refused> {
        let air = self.air.filter(|air| air.number == number && air.witness == seat);
        let air = air.ok_or(Refused::NotInTheAir)?;
        self.proves(seat, &link, number)?;
        self.settle(dealer, &air, Some(link))
    }

    /// The witness has not answered in time, and is left out.
    pub(crate) fn unwitnessed(&self, dealer: &mut Dealer, number: u64) -> Result<Vec<Fact>, Refused> {
        let air = self.air.filter(|air| air.number == number).ok_or(Refused::NotInTheAir)?;
        self.settle(dealer, &air, None)
    }

    fn settle(
        &self,
        dealer: &mut Dealer,
        air: &crate::table::InTheAir,
        link: Option<Link>,
    ) -> Result<Vec<Fact>, Refused> {
        let decided = self.playing()?.decide(Seat(air.seat), &air.action);
        match decided.map_err(|illegal| Refused::from(illegal.why))? {
            Decision::Throws(throws) => {
                self.drawn(dealer, &throws, air.thrower, Some(Witness { seat: air.witness, link }))
            }
            Decision::Done(_) => Err(Refused::NotInTheAir),
        }
    }
}
