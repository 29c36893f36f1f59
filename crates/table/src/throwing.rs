//! Throws: dice derived from the table's chains, or typed in from a real table.

use kosti_dice::Dice;
use kosti_dice::fair::{Chain, Draw, History, Link, Version};
use kosti_engine::{Action, Decision, Refusal, Seat, State, Throws};

use crate::chair::Who;
use crate::command::{Context, Contribution};
use crate::command_error::CommandError;
use crate::dealer::Dealer;
use crate::event::{DiceKind, Proof, TableEvent, Witness};
use crate::replay_error::{ApplyError, ReplayError};
use crate::table::{InTheAir, Table};

impl Table {
    pub(crate) fn throw(
        &self,
        dealer: &mut Dealer,
        action: &Action,
        throws: &Throws,
        fell: Option<Dice>,
        contribution: Option<Contribution>,
        context: Context,
    ) -> Result<Vec<TableEvent>, CommandError> {
        if self.dice == DiceKind::Real {
            let count = throws.count();
            return self.throw_events(throws, fell.ok_or(CommandError::DiceNeeded { count })?, None);
        }
        if fell.is_some() {
            return Err(CommandError::DiceNotNeeded);
        }
        let (seat, number) = (throws.seat().0, self.throws + 1);
        if let Some(contribution) = &contribution {
            self.check_contribution(seat, contribution, number)?;
        }
        let (thrower, history) = (
            contribution.map(|contribution| contribution.link),
            contribution.map(|contribution| contribution.history),
        );
        let Some(witness) = self.witness_of(seat) else {
            return self.draw_dice(dealer, throws, (thrower, history), None, context);
        };
        let (keep, aside) = match *action {
            Action::SetAside { take, .. } => (take, true),
            Action::Throw { keep } => (keep, false),
            _ => return Err(Refusal::NotThisGame.into()),
        };
        Ok(vec![TableEvent::Called { seat, keep, aside, number, thrower, history, witness }])
    }

    /// The seat whose client must be asked as the witness of this seat's next throw: the first seat after it that can
    /// witness. It depends only on the commits, so that the server cannot choose a convenient witness.
    #[must_use]
    pub fn witness_of(&self, thrower: usize) -> Option<usize> {
        let seats = self.chairs.len();
        (1..seats).map(|step| (thrower + step) % seats).find(|&seat| self.can_witness(seat, thrower))
    }

    /// Whether the client of a seat can witness another seat's next throw: it has a live chain and belongs to another
    /// person.
    fn can_witness(&self, witness: usize, thrower: usize) -> bool {
        let (Some(witness), Some(thrower)) = (self.chairs.get(witness), self.chairs.get(thrower)) else {
            return false;
        };
        let Who::Person { key, .. } = witness.who else { return false };
        witness.is_live(self.throws + 1) && !thrower.is_held_by(&key)
    }

    /// Rejects a link that is not the one of this throw in the chain of the seat's client, or was given on another
    /// history.
    fn check_contribution(
        &self,
        seat: usize,
        contribution: &Contribution,
        number: u64,
    ) -> Result<(), CommandError> {
        if contribution.history != self.history {
            return Err(CommandError::OtherHistory);
        }
        let links = self.chairs[seat].links.ok_or(CommandError::NoChain)?;
        if links.proves(&contribution.link, number) { Ok(()) } else { Err(CommandError::BadLink) }
    }

    /// The event of a client's new chain.
    pub(crate) fn client_anchor_event(&self, seat: usize, anchor: Link) -> TableEvent {
        TableEvent::Anchored { seat: Some(seat), anchor, base: self.throws, generation: None }
    }

    /// The event of the server's new chain.
    pub(crate) fn server_anchor_event(dealer: &Dealer, base: u64, context: Context) -> TableEvent {
        let anchor = dealer.next(context.generation).anchor();
        TableEvent::Anchored { seat: None, anchor, base, generation: Some(context.generation) }
    }

    /// Derives the dice from the links.
    fn draw_dice(
        &self,
        dealer: &mut Dealer,
        throws: &Throws,
        (thrower, history): (Option<Link>, Option<History>),
        witness: Option<Witness>,
        context: Context,
    ) -> Result<Vec<TableEvent>, CommandError> {
        let (number, base) = (self.throws + 1, self.server.map_or(0, |links| links.base));
        // Never show a link that nobody could check.
        let proves = |link: &Link| self.server.is_some_and(|links| links.proves(link, number));
        let server = dealer.link(number - base).filter(proves).ok_or(CommandError::BadLink)?;
        let proof = Proof { number, server, thrower, history, witness };
        let dice = self.derive_dice(throws.seat().0, &proof, throws.count());
        let mut events = self.throw_events(throws, dice, Some(Box::new(proof)))?;
        // Publish the anchor of the next chain with the last link of this one, before the links of other clients for
        // it are known.
        if number - base == Chain::LENGTH {
            events.push(Self::server_anchor_event(dealer, number, context));
        }
        Ok(events)
    }

    /// The dice that the links of a proof give, by the version of the server's chain.
    pub(crate) fn derive_dice(&self, seat: usize, proof: &Proof, count: usize) -> Dice {
        let witness = proof.witness.as_ref();
        let draw = Draw {
            table: &self.id,
            number: proof.number,
            seat,
            server: &proof.server,
            thrower: proof.thrower.as_ref(),
            witness: witness.and_then(|witness| witness.link.as_ref()),
        };
        let sides = self.compiled.rules.sides;
        let faces = match self.dice_version() {
            Version::One => draw.fall_1(&self.history, witness.map_or(0, |w| w.seat), count, sides),
            Version::Two => draw.fall(count, sides),
        };
        Dice::from_faces(&faces).expect("the rules limit the number of dice and their sides")
    }

    fn throw_events(
        &self,
        throws: &Throws,
        dice: Dice,
        proof: Option<Box<Proof>>,
    ) -> Result<Vec<TableEvent>, CommandError> {
        let events = throws
            .resolve(dice)
            .map_err(|wrong| CommandError::WrongDice { count: wrong.count, sides: wrong.sides })?;
        Ok(self.table_events(self.running_state()?, &events, proof))
    }

    /// Rejects impossible dice on the table: the rules' tables have no entries for them.
    pub(crate) fn check_dice(&self) -> Result<(), ReplayError> {
        let Some(turn) = self.state.as_ref().and_then(State::turn) else { return Ok(()) };
        let (all, sides) = (usize::from(self.compiled.rules.dice), self.compiled.rules.sides);
        let count = if turn.throw == 0 { 0 } else { all.saturating_sub(turn.aside) };
        if turn.dice.len() == count && turn.dice.highest() <= sides {
            Ok(())
        } else {
            Err(self.apply_error(ApplyError::Dice { count, sides }))
        }
    }

    /// Accepts the answer of the witness.
    pub(crate) fn accept_witness(
        &self,
        dealer: &mut Dealer,
        seat: usize,
        number: u64,
        contribution: Contribution,
        context: Context,
    ) -> Result<Vec<TableEvent>, CommandError> {
        let air = self.air.filter(|air| air.number == number && air.witness == seat);
        let air = air.ok_or(CommandError::NotInTheAir)?;
        self.check_contribution(seat, &contribution, number)?;
        // Version 1 does not record the history.
        let history = (self.dice_version() > Version::One).then_some(contribution.history);
        self.settle_throw(dealer, &air, Witness { seat, link: Some(contribution.link), history }, context)
    }

    /// Leaves out a witness that has not answered in time.
    pub(crate) fn skip_witness(
        &self,
        dealer: &mut Dealer,
        number: u64,
        context: Context,
    ) -> Result<Vec<TableEvent>, CommandError> {
        let air = self.air.filter(|air| air.number == number).ok_or(CommandError::NotInTheAir)?;
        self.settle_throw(dealer, &air, Witness { seat: air.witness, link: None, history: None }, context)
    }

    fn settle_throw(
        &self,
        dealer: &mut Dealer,
        air: &InTheAir,
        witness: Witness,
        context: Context,
    ) -> Result<Vec<TableEvent>, CommandError> {
        let decided = self.running_state()?.decide(Seat(air.seat), &air.action);
        match decided.map_err(|illegal| CommandError::from(illegal.why))? {
            Decision::Throws(throws) => {
                self.draw_dice(dealer, &throws, (air.thrower, air.history), Some(witness), context)
            }
            Decision::Done(_) => Err(CommandError::NotInTheAir),
        }
    }
}
