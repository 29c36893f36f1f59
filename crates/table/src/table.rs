//! `Table`: the state of a table, folded from its commits.

use std::sync::Arc;

use kosti_coach::Level;
use kosti_dice::fair::{Generation, History, Link, Version};
use kosti_engine::State;
use kosti_rules::{House, Rules};

use crate::chains::version_of;
use crate::chair::{Chair, Links, Who};
use crate::commit::Commit;
use crate::event::{CoachAllowed, DiceKind, Opened, TableEvent};
use crate::key::Key;
use crate::replay_error::{ApplyError, ReplayError};

/// A rules file and its compiled rules, shared by all tables that use it.
#[derive(Debug)]
pub struct CompiledRules {
    /// The text of the file.
    pub text: Arc<str>,
    /// The rules under the chosen house rules.
    pub rules: Arc<Rules>,
}

/// Compiles rules files, or returns them from a cache.
pub trait RulesSource {
    /// The rules of a file under these house rules.
    ///
    /// # Errors
    /// If the file is wrong, with the message for people.
    fn rules(&self, id: &str, text: &str, house: &House) -> Result<Arc<CompiledRules>, String>;
}

/// A throw that waits for its witness.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InTheAir {
    /// The seat that throws.
    pub seat: usize,
    /// The number of the throw.
    pub number: u64,
    /// The seat of the witness.
    pub witness: usize,
    pub(crate) action: kosti_engine::Action,
    pub(crate) thrower: Option<Link>,
    /// The history that the thrower has seen.
    pub(crate) history: Option<History>,
    /// The history before the throw was called.
    pub(crate) before: History,
}

impl InTheAir {
    /// The dice that are not thrown: kept, or set aside.
    #[must_use]
    pub fn kept(&self) -> kosti_dice::Dice {
        match self.action {
            kosti_engine::Action::Throw { keep } => keep,
            kosti_engine::Action::SetAside { take, .. } => take,
            _ => kosti_dice::Dice::NONE,
        }
    }
}

/// The state of a table. It changes only by [`Table::apply`].
#[derive(Debug)]
pub struct Table {
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) compiled: Arc<CompiledRules>,
    pub(crate) house: House,
    pub(crate) dice: DiceKind,
    pub(crate) coach: CoachAllowed,
    pub(crate) opener: Key,
    pub(crate) chairs: Vec<Chair>,
    /// The game, once it has begun.
    pub(crate) state: Option<State>,
    pub(crate) air: Option<InTheAir>,
    /// The number of throws so far.
    pub(crate) throws: u64,
    /// The server's chain.
    pub(crate) server: Option<Links>,
    /// The generation of the server's chain; `None` in version 1.
    pub(crate) generation: Option<Generation>,
    /// The number of earlier chains of version 1.
    pub(crate) replaced: u32,
    pub(crate) history: History,
    pub(crate) commits: u64,
    pub(crate) opened_at: i64,
    pub(crate) changed_at: i64,
    pub(crate) rematch: Option<String>,
    /// The seat that begins the game; once it has begun, its number among the players.
    pub(crate) first: usize,
    pub(crate) deleted: bool,
}

impl Table {
    /// Creates the table that a first commit opens.
    ///
    /// # Errors
    /// If the commit is damaged or is not an opening, or the rules are wrong.
    pub fn open(table: &str, text: &str, source: &impl RulesSource) -> Result<Self, ReplayError> {
        let name = || table.to_owned();
        let commit = Commit::parse(text).map_err(|why| ReplayError::Commit { table: name(), nth: 1, why })?;
        let mut events = commit.events.iter();
        let opened = match events.next() {
            Some(TableEvent::Opened(opened)) if opened.table == table => opened,
            _ => return Err(ReplayError::NotOpened { table: name() }),
        };
        let compiled = source
            .rules(&opened.game, &opened.rules, &opened.house)
            .map_err(|why| ReplayError::Rules { table: name(), why })?;
        let mut new = Self::of(opened, compiled, commit.at);
        for event in events {
            new.apply_next(event)?;
        }
        new.check_dice()?;
        new.advance_history(text, commit.at);
        Ok(new)
    }

    fn of(opened: &Opened, compiled: Arc<CompiledRules>, at: i64) -> Self {
        Self {
            id: opened.table.clone(),
            game: opened.game.clone(),
            compiled,
            house: opened.house.clone(),
            dice: opened.dice,
            coach: opened.coach,
            opener: opened.opener,
            chairs: opened.seats.iter().map(Chair::from_plan).collect(),
            state: None,
            air: None,
            throws: 0,
            server: opened.anchor.map(|anchor| Links::new(version_of(opened.generation), anchor, 0)),
            generation: opened.generation,
            replaced: 0,
            history: History::START,
            commits: 0,
            opened_at: at,
            changed_at: at,
            rematch: None,
            first: opened.first.unwrap_or(0),
            deleted: false,
        }
    }

    /// Reads the next commit and applies it.
    ///
    /// # Errors
    /// If the commit is damaged or does not fit. The table must not be used any more then.
    pub fn apply(&mut self, text: &str) -> Result<Commit, ReplayError> {
        let commit = self.read(text)?;
        self.apply_commit(&commit, text)?;
        Ok(commit)
    }

    /// Parses the next commit.
    pub(crate) fn read(&self, text: &str) -> Result<Commit, ReplayError> {
        let nth = self.commits + 1;
        Commit::parse(text).map_err(|why| ReplayError::Commit { table: self.id.clone(), nth, why })
    }

    /// Applies a commit that was just decided; `text` is its text in the journal.
    ///
    /// # Errors
    /// Never for a commit that this table decided.
    pub fn apply_commit(&mut self, commit: &Commit, text: &str) -> Result<(), ReplayError> {
        for event in &commit.events {
            self.apply_next(event)?;
        }
        self.check_dice()?;
        self.advance_history(text, commit.at);
        Ok(())
    }

    fn advance_history(&mut self, text: &str, at: i64) {
        self.history = self.history.then(text.as_bytes());
        self.commits += 1;
        self.changed_at = at;
    }

    fn apply_next(&mut self, event: &TableEvent) -> Result<(), ReplayError> {
        self.apply_event(event).map_err(|why| self.apply_error(why))
    }

    pub(crate) fn apply_error(&self, why: ApplyError) -> ReplayError {
        ReplayError::Unfit { table: self.id.clone(), nth: self.commits + 1, why }
    }

    /// Rejects an event that is impossible in the current state.
    fn check_event(&self, event: &TableEvent) -> Result<(), ApplyError> {
        let settles =
            matches!(event, TableEvent::SetAside { .. } | TableEvent::Thrown { .. } | TableEvent::Deleted {});
        let throws = self.throws;
        match event {
            _ if self.deleted => Err(ApplyError::Deleted),
            _ if self.air.is_some() && !settles => Err(ApplyError::InTheAir),
            TableEvent::Opened(_) => Err(ApplyError::Opened),
            TableEvent::Anchored { base, .. } if *base != throws => {
                Err(ApplyError::Base { base: *base, throws })
            }
            TableEvent::Called { seat, witness, .. } if self.chairs.len() <= *witness.max(seat) => {
                Err(ApplyError::NoSeat)
            }
            TableEvent::Called { number, .. } if *number != throws + 1 => {
                Err(ApplyError::Number { number: *number, throws })
            }
            _ => Ok(()),
        }
    }

    fn apply_event(&mut self, event: &TableEvent) -> Result<(), ApplyError> {
        self.check_event(event)?;
        if let Some(event) = event.event(&self.compiled.rules)? {
            self.state.as_mut().ok_or(ApplyError::NotBegun)?.apply(&event);
        }
        let (no_seat, chairs) = (ApplyError::NoSeat, &mut self.chairs);
        match event {
            TableEvent::Seated { seat, name, key } => {
                let chair = chairs.get_mut(*seat).ok_or(no_seat)?;
                *chair =
                    Chair { name: name.clone(), who: Who::Person { key: *key, stand_in: None }, links: None };
            }
            TableEvent::Started { seats } => self.start_game(seats)?,
            TableEvent::Anchored { seat: None, anchor, base, generation } => {
                self.apply_server_anchor(*anchor, *base, *generation)?;
            }
            TableEvent::Anchored { seat: Some(seat), anchor, base, .. } => {
                let version = self.server.map_or(Version::Two, |links| links.version);
                chairs.get_mut(*seat).ok_or(no_seat)?.links = Some(Links::new(version, *anchor, *base));
            }
            TableEvent::Called { seat, keep, aside, number, thrower, history, witness } => {
                let action = TableEvent::called_action(*keep, *aside);
                self.air = Some(InTheAir {
                    seat: *seat,
                    number: *number,
                    witness: *witness,
                    action,
                    thrower: *thrower,
                    history: *history,
                    before: self.history,
                });
            }
            TableEvent::Thrown { seat, proof, .. } => {
                self.throws += 1;
                self.air = None;
                if let Some(proof) = proof {
                    self.record_links(*seat, proof);
                }
            }
            TableEvent::StoodIn { seat, level } => match chairs.get_mut(*seat).map(|chair| &mut chair.who) {
                Some(Who::Person { stand_in, .. }) => *stand_in = Some(*level),
                _ => return Err(no_seat),
            },
            TableEvent::TookBack { seat } => match chairs.get_mut(*seat).map(|chair| &mut chair.who) {
                Some(Who::Person { stand_in, .. }) => *stand_in = None,
                _ => return Err(no_seat),
            },
            TableEvent::Vacated { seat } => {
                let chair = chairs.get_mut(*seat).ok_or(no_seat)?;
                (chair.who, chair.links) = (Who::Nobody, None);
            }
            TableEvent::Rematched { table } => self.rematch = Some(table.clone()),
            TableEvent::Deleted {} => self.deleted = true,
            _ => {}
        }
        Ok(())
    }

    fn start_game(&mut self, seats: &[usize]) -> Result<(), ApplyError> {
        if self.state.is_some() {
            return Err(ApplyError::Begun);
        }
        let chairs = seats.iter().map(|&seat| self.chairs.get(seat).cloned());
        self.chairs = chairs.collect::<Option<_>>().ok_or(ApplyError::NoSeat)?;
        self.first = seats.iter().position(|&seat| seat == self.first).unwrap_or(0);
        let begun = self.initial_state();
        self.state =
            Some(begun.map_err(|no| ApplyError::Seats { seats: no.seats, min: no.min, max: no.max })?);
        Ok(())
    }

    /// The id of the table.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The id of the game.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The rules and the text of their file.
    #[must_use]
    pub fn compiled(&self) -> &Arc<CompiledRules> {
        &self.compiled
    }

    /// The rules of the game.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.compiled.rules
    }

    /// The house rules that were chosen.
    #[must_use]
    pub fn house(&self) -> &House {
        &self.house
    }

    /// The source of the dice.
    #[must_use]
    pub fn dice(&self) -> DiceKind {
        self.dice
    }

    /// The people who may ask the coach.
    #[must_use]
    pub fn coach(&self) -> CoachAllowed {
        self.coach
    }

    /// The seats.
    #[must_use]
    pub fn chairs(&self) -> &[Chair] {
        &self.chairs
    }

    /// The game, once it has begun.
    #[must_use]
    pub fn state(&self) -> Option<&State> {
        self.state.as_ref()
    }

    /// A throw that waits for its witness.
    #[must_use]
    pub fn in_the_air(&self) -> Option<&InTheAir> {
        self.air.as_ref()
    }

    /// The number of throws so far; the next throw has this number + 1.
    #[must_use]
    pub fn throws(&self) -> u64 {
        self.throws
    }

    /// The hash of all commits.
    #[must_use]
    pub fn history(&self) -> &History {
        &self.history
    }

    /// When the table was opened and when it last changed, in milliseconds since 1970.
    #[must_use]
    pub fn times(&self) -> (i64, i64) {
        (self.opened_at, self.changed_at)
    }

    /// The table of the rematch.
    #[must_use]
    pub fn rematch(&self) -> Option<&str> {
        self.rematch.as_deref()
    }

    /// Whether the opener has deleted the table.
    #[must_use]
    pub fn is_deleted(&self) -> bool {
        self.deleted
    }

    /// The key that opened the table.
    #[must_use]
    pub fn opener(&self) -> &Key {
        &self.opener
    }

    /// Whether this key opened the table.
    #[must_use]
    pub fn is_opener(&self, key: &Key) -> bool {
        self.opener == *key
    }

    /// The seats that this key holds.
    pub fn seats_of(&self, key: &Key) -> impl Iterator<Item = usize> {
        let key = *key;
        let held = self.chairs.iter().enumerate().filter(move |(_, chair)| chair.is_held_by(&key));
        held.map(|(seat, _)| seat)
    }

    /// The bot on turn, with its seat.
    #[must_use]
    pub fn bot_on_turn(&self) -> Option<(usize, Level)> {
        let playing = self.state.as_ref().filter(|_| !self.deleted && self.air.is_none());
        let seat = playing?.on_turn()?.0;
        Some((seat, self.chairs[seat].bot()?))
    }
}
