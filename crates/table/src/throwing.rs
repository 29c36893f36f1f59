//! Throws: dice from the table's chains, or typed in from the real ones.

use kosti_dice::Dice;
use kosti_dice::fair::{Chain, Draw, History, Link, Version};
use kosti_engine::{Action, Decision, Refusal, Seat, State, Throws};

use crate::chair::Who;
use crate::dealer::Dealer;
use crate::fact::{DiceKind, Fact, Proof, Witness};
use crate::refused::Refused;
use crate::table::{InTheAir, Table};
use crate::unreadable::{Unfit, Unreadable};
use crate::wish::{Contribution, Moment};

impl Table {
    pub(crate) fn throw(
        &self,
        dealer: &mut Dealer,
        action: &Action,
        throws: &Throws,
        fell: Option<Dice>,
        brings: Option<Contribution>,
        moment: Moment,
    ) -> Result<Vec<Fact>, Refused> {
        if self.dice == DiceKind::Real {
            let count = throws.count();
            return self.fallen(throws, fell.ok_or(Refused::DiceNeeded { count })?, None);
        }
        if fell.is_some() {
            return Err(Refused::DiceNotNeeded);
        }
        let (seat, number) = (throws.seat().0, self.throws + 1);
        if let Some(brings) = &brings {
            self.accepts(seat, brings, number)?;
        }
        let (thrower, history) = (brings.map(|brings| brings.link), brings.map(|brings| brings.history));
        let Some(witness) = self.witness_of(seat) else {
            return self.drawn(dealer, throws, (thrower, history), None, moment);
        };
        let (keep, aside) = match *action {
            Action::SetAside { take, .. } => (take, true),
            Action::Throw { keep } => (keep, false),
            _ => return Err(Refusal::NotThisGame.into()),
        };
        Ok(vec![Fact::Called { seat, keep, aside, number, thrower, history, witness }])
    }

    /// The seat whose client must be asked as the witness of what this seat throws next: the first after it that can.
    /// It follows from the notes alone, so that the server cannot choose one that it likes.
    #[must_use]
    pub fn witness_of(&self, thrower: usize) -> Option<usize> {
        let seats = self.chairs.len();
        (1..seats).map(|step| (thrower + step) % seats).find(|&seat| self.can_witness(seat, thrower))
    }

    /// Whether the client of one seat can be a witness of what another throws next: it has a live chain, and is
    /// somebody else's.
    fn can_witness(&self, witness: usize, thrower: usize) -> bool {
        let (Some(witness), Some(thrower)) = (self.chairs.get(witness), self.chairs.get(thrower)) else {
            return false;
        };
        let Who::Person { key, .. } = witness.who else { return false };
        witness.is_live(self.throws + 1) && !thrower.is_held_by(&key)
    }

    /// Whether this is the link of that throw in the chain of the seat's client, given on what the table has come to.
    fn accepts(&self, seat: usize, brings: &Contribution, number: u64) -> Result<(), Refused> {
        if brings.history != self.history {
            return Err(Refused::OtherHistory);
        }
        let links = self.chairs[seat].links.ok_or(Refused::NoChain)?;
        if links.proves(&brings.link, number) { Ok(()) } else { Err(Refused::BadLink) }
    }

    /// A new chain of a client.
    pub(crate) fn anchored_by(&self, seat: usize, anchor: Link) -> Fact {
        Fact::Anchored { seat: Some(seat), anchor, base: self.throws, generation: None }
    }

    /// A new chain of the server.
    pub(crate) fn next_chain(dealer: &Dealer, base: u64, moment: Moment) -> Fact {
        let anchor = dealer.next(moment.generation).anchor();
        Fact::Anchored { seat: None, anchor, base, generation: Some(moment.generation) }
    }

    /// The dice fall as the links say.
    fn drawn(
        &self,
        dealer: &mut Dealer,
        throws: &Throws,
        (thrower, history): (Option<Link>, Option<History>),
        witness: Option<Witness>,
        moment: Moment,
    ) -> Result<Vec<Fact>, Refused> {
        let (number, base) = (self.throws + 1, self.server.map_or(0, |links| links.base));
        // Never a link that nobody could check, whatever the dealer is.
        let proves = |link: &Link| self.server.is_some_and(|links| links.proves(link, number));
        let server = dealer.link(number - base).filter(proves).ok_or(Refused::BadLink)?;
        let proof = Proof { number, server, thrower, history, witness };
        let dice = self.derive(throws.seat().0, &proof, throws.count());
        let mut did = self.fallen(throws, dice, Some(Box::new(proof)))?;
        // The next chain is told with the last link of this one, before anybody's link for it is known.
        if number - base == Chain::LENGTH {
            did.push(Self::next_chain(dealer, number, moment));
        }
        Ok(did)
    }

    /// The dice that the links of a proof give, by the version of the server's chain.
    pub(crate) fn derive(&self, seat: usize, proof: &Proof, count: usize) -> Dice {
        let witness = proof.witness.as_ref();
        let draw = Draw {
            table: &self.id,
            number: proof.number,
            seat,
            server: &proof.server,
            thrower: proof.thrower.as_ref(),
            witness: witness.and_then(|witness| witness.link.as_ref()),
        };
        let sides = self.booked.rules.sides;
        let faces = match self.dice_version() {
            Version::One => draw.fall_1(&self.history, witness.map_or(0, |w| w.seat), count, sides),
            Version::Two => draw.fall(count, sides),
        };
        Dice::from_faces(&faces).expect("as many as the rules have, with as many sides")
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
        brings: Contribution,
        moment: Moment,
    ) -> Result<Vec<Fact>, Refused> {
        let air = self.air.filter(|air| air.number == number && air.witness == seat);
        let air = air.ok_or(Refused::NotInTheAir)?;
        self.accepts(seat, &brings, number)?;
        // Version 1 does not tell the history.
        let history = (self.dice_version() > Version::One).then_some(brings.history);
        self.settle(dealer, &air, Witness { seat, link: Some(brings.link), history }, moment)
    }

    /// The witness has not answered in time, and is left out.
    pub(crate) fn unwitnessed(
        &self,
        dealer: &mut Dealer,
        number: u64,
        moment: Moment,
    ) -> Result<Vec<Fact>, Refused> {
        let air = self.air.filter(|air| air.number == number).ok_or(Refused::NotInTheAir)?;
        self.settle(dealer, &air, Witness { seat: air.witness, link: None, history: None }, moment)
    }

    fn settle(
        &self,
        dealer: &mut Dealer,
        air: &InTheAir,
        witness: Witness,
        moment: Moment,
    ) -> Result<Vec<Fact>, Refused> {
        let decided = self.playing()?.decide(Seat(air.seat), &air.action);
        match decided.map_err(|illegal| Refused::from(illegal.why))? {
            Decision::Throws(throws) => {
                self.drawn(dealer, &throws, (air.thrower, air.history), Some(witness), moment)
            }
            Decision::Done(_) => Err(Refused::NotInTheAir),
        }
    }
}
