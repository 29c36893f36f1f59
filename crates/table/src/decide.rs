//! `decide`: turns a command into a commit, or rejects it.

use kosti_dice::Dice;
use kosti_engine::{Action, Decision, Event, Seat, State};

use crate::chair::Who;
use crate::command::{Actor, Command, Context, Contribution};
use crate::command_error::CommandError;
use crate::commit::Commit;
use crate::dealer::Dealer;
use crate::event::{DiceKind, Proof, SeatResult, TableEvent};
use crate::table::Table;

impl Table {
    /// Decides a command. The table changes only when the commit is applied.
    ///
    /// # Errors
    /// If the command is rejected.
    pub fn decide(
        &self,
        dealer: &mut Dealer,
        actor: Actor,
        command: &Command,
        context: Context,
    ) -> Result<Commit, CommandError> {
        if self.deleted {
            return Err(CommandError::Gone);
        }
        // While a throw waits for its witness, only commands that settle it are accepted.
        let settles =
            matches!(command, Command::Witness { .. } | Command::Unwitnessed { .. } | Command::Delete);
        if self.air.is_some() && !settles {
            return Err(CommandError::InTheAir);
        }
        let events = match command {
            Command::Join { seat, name, key, anchor } => self.join(*seat, name, *key, *anchor)?,
            Command::Start => self.start(actor)?,
            Command::Act { seat, action, fell, contribution } => {
                let seat = self.acting_seat(actor, seat.or_else(|| self.undo_seat(actor, action)))?;
                self.act(dealer, seat, action, *fell, *contribution, context)?
            }
            Command::Witness { seat, number, contribution } => {
                self.require_holder(actor, *seat)?;
                self.accept_witness(dealer, *seat, *number, *contribution, context)?
            }
            Command::Unwitnessed { number } => {
                require_server(actor)?;
                self.skip_witness(dealer, *number, context)?
            }
            Command::Anchor { .. } if self.dice == DiceKind::Real => return Err(CommandError::NoChain),
            Command::Anchor { seat, anchor } => {
                self.require_holder(actor, *seat)?;
                vec![self.client_anchor_event(*seat, *anchor)]
            }
            Command::NewChain => {
                require_server(actor)?;
                vec![Self::server_anchor_event(dealer, self.throws, context)]
            }
            Command::StandIn { seat, level } => {
                self.require_manager(actor, *seat)?;
                self.stand_in(*seat, *level)?
            }
            Command::TakeBack { seat } => {
                self.require_holder(actor, *seat)?;
                self.take_back(*seat)?
            }
            Command::Vacate { seat } => {
                self.require_manager(actor, *seat)?;
                self.vacate(*seat)?
            }
            Command::Rematch { table } => {
                require_server(actor)?;
                vec![TableEvent::Rematched { table: table.clone() }]
            }
            Command::Delete => {
                self.require_opener(actor)?;
                vec![TableEvent::Deleted {}]
            }
        };
        Ok(Commit { at: context.at, events })
    }

    pub(crate) fn running_state(&self) -> Result<&State, CommandError> {
        self.state.as_ref().ok_or(CommandError::NotStarted)
    }

    /// Rejects actors other than the opener and the server.
    pub(crate) fn require_opener(&self, actor: Actor) -> Result<(), CommandError> {
        match actor {
            Actor::Server => Ok(()),
            Actor::Holder(key) if self.is_opener(&key) => Ok(()),
            Actor::Holder(_) => Err(CommandError::OnlyOpener),
        }
    }

    /// Rejects actors that do not hold this seat, other than the server.
    pub(crate) fn require_holder(&self, actor: Actor, seat: usize) -> Result<(), CommandError> {
        let chair = self.chairs.get(seat).ok_or(CommandError::NoSuchSeat)?;
        match actor {
            Actor::Server => Ok(()),
            Actor::Holder(key) if chair.is_held_by(&key) => Ok(()),
            Actor::Holder(_) => Err(CommandError::NotYours),
        }
    }

    /// Rejects actors that neither hold this seat nor opened the table, other than the server.
    fn require_manager(&self, actor: Actor, seat: usize) -> Result<(), CommandError> {
        self.require_holder(actor, seat).or_else(|refused| match refused {
            CommandError::NotYours => self.require_opener(actor),
            refused => Err(refused),
        })
    }

    /// The seat of an action: the given one, or else the actor's seat on turn.
    fn acting_seat(&self, actor: Actor, seat: Option<usize>) -> Result<usize, CommandError> {
        let on_turn = self.state.as_ref().and_then(State::on_turn).map(|seat| seat.0);
        let seat = match (actor, seat) {
            (_, Some(seat)) => seat,
            (Actor::Server, None) => on_turn.ok_or(CommandError::NotStarted)?,
            (Actor::Holder(key), None) => {
                let own = |seat: &usize| self.chairs[*seat].is_held_by(&key);
                let first = || self.seats_of(&key).next();
                on_turn.filter(own).or_else(first).ok_or(CommandError::NotYours)?
            }
        };
        self.require_holder(actor, seat)?;
        match (actor, &self.chairs[seat].who) {
            (Actor::Holder(_), Who::Person { stand_in: Some(_), .. }) => Err(CommandError::BotPlays),
            _ => Ok(seat),
        }
    }

    /// The seat whose last entry the actor can undo; often not the seat on turn.
    fn undo_seat(&self, actor: Actor, action: &Action) -> Option<usize> {
        let seat = self.state.as_ref().filter(|_| *action == Action::Undo)?.who_may_undo()?.0;
        self.require_holder(actor, seat).is_ok().then_some(seat)
    }

    fn act(
        &self,
        dealer: &mut Dealer,
        seat: usize,
        action: &Action,
        fell: Option<Dice>,
        contribution: Option<Contribution>,
        context: Context,
    ) -> Result<Vec<TableEvent>, CommandError> {
        let state = self.running_state()?;
        match state.decide(Seat(seat), action).map_err(|illegal| CommandError::from(illegal.why))? {
            Decision::Done(_) if fell.is_some() => Err(CommandError::DiceNotNeeded),
            Decision::Done(events) => Ok(self.table_events(state, &events, None)),
            Decision::Throws(throws) => self.throw(dealer, action, &throws, fell, contribution, context),
        }
    }

    /// Converts events of the engine to events of the table, and adds the end of the game or its resumption.
    pub(crate) fn table_events(
        &self,
        state: &State,
        events: &[Event],
        mut proof: Option<Box<Proof>>,
    ) -> Vec<TableEvent> {
        let rules = &self.compiled.rules;
        let mut converted: Vec<TableEvent> = Vec::with_capacity(events.len() + 1);
        for event in events {
            let proof = if matches!(event, Event::Thrown { .. }) { proof.take() } else { None };
            converted.push(TableEvent::of(rules, event, proof));
        }
        // Most throws cannot end the game: skip the check for them.
        if !matches!(events, [Event::Thrown { .. }] | [Event::SetAside { .. }, Event::Thrown { .. }]) {
            converted.extend(end_event(state, events));
        }
        converted
    }
}

/// Rejects players: only the server sends these commands.
fn require_server(actor: Actor) -> Result<(), CommandError> {
    if actor == Actor::Server { Ok(()) } else { Err(CommandError::NotYours) }
}

fn end_event(state: &State, events: &[Event]) -> Option<TableEvent> {
    let mut after = state.clone();
    for event in events {
        after.apply(event);
    }
    match (state.outcome().is_some(), after.outcome()) {
        (true, None) => Some(TableEvent::Resumed {}),
        // A correction after the end can change the result.
        (_, Some(outcome)) => {
            let result = |r: &kosti_engine::SeatResult| SeatResult { total: r.total, points: r.points };
            let winners = outcome.winners.iter().map(|seat| seat.0).collect();
            Some(TableEvent::Ended { results: outcome.results.iter().map(result).collect(), winners })
        }
        (false, None) => None,
    }
}
