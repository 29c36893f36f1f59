//! `Table`: where a table stands, folded from its notes.

use std::sync::Arc;

use kosti_coach::Level;
use kosti_dice::fair::{Generation, History, Link, Version};
use kosti_engine::State;
use kosti_rules::{House, Rules};

use crate::chains::version_of;
use crate::chair::{Chair, Links, Who};
use crate::fact::{CoachAllowed, DiceKind, Fact, Opened};
use crate::key::Key;
use crate::note::Note;
use crate::unreadable::{Unfit, Unreadable};

/// A rules file, read and compiled, for all tables that play by it.
#[derive(Debug)]
pub struct Booked {
    /// The text of the file.
    pub text: Arc<str>,
    /// What it means under the chosen house rules.
    pub rules: Arc<Rules>,
}

/// Reads rules files, or knows them already.
pub trait Library {
    /// The rules of a file under a choice of house rules.
    ///
    /// # Errors
    /// When the file is wrong, in words.
    fn rules(&self, id: &str, text: &str, house: &House) -> Result<Arc<Booked>, String>;
}

/// A throw that waits for its witness.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InTheAir {
    /// Who throws.
    pub seat: usize,
    /// The number of the throw.
    pub number: u64,
    /// Whose client is asked.
    pub witness: usize,
    pub(crate) action: kosti_engine::Action,
    pub(crate) thrower: Option<Link>,
    /// The history that the thrower says to have stood on.
    pub(crate) history: Option<History>,
    /// The history before the throw was called.
    pub(crate) before: History,
}

/// Where a table stands. It changes only by [`Table::follow`].
#[derive(Debug)]
pub struct Table {
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) booked: Arc<Booked>,
    pub(crate) house: House,
    pub(crate) dice: DiceKind,
    pub(crate) coach: CoachAllowed,
    pub(crate) opener: Key,
    pub(crate) chairs: Vec<Chair>,
    /// The game, once it has begun.
    pub(crate) state: Option<State>,
    pub(crate) air: Option<InTheAir>,
    /// How many throws there have been.
    pub(crate) throws: u64,
    /// The server's chain.
    pub(crate) server: Option<Links>,
    /// Which chain that is; none in version 1.
    pub(crate) generation: Option<Generation>,
    /// How many chains of version 1 the server had before.
    pub(crate) replaced: u32,
    pub(crate) history: History,
    pub(crate) notes: u64,
    pub(crate) opened_at: i64,
    pub(crate) changed_at: i64,
    pub(crate) rematch: Option<String>,
    /// The seat that begins the game; its number among those who play, once it has begun.
    pub(crate) first: usize,
    pub(crate) deleted: bool,
}

impl Table {
    /// The table that a first note opens.
    ///
    /// # Errors
    /// When the note is damaged or no opening, or the rules are wrong.
    pub fn open(table: &str, text: &str, library: &impl Library) -> Result<Self, Unreadable> {
        let name = || table.to_owned();
        let note = Note::parse(text).map_err(|why| Unreadable::Note { table: name(), nth: 1, why })?;
        let mut facts = note.did.iter();
        let opened = match facts.next() {
            Some(Fact::Opened(opened)) if opened.table == table => opened,
            _ => return Err(Unreadable::NotOpened { table: name() }),
        };
        let booked = library
            .rules(&opened.game, &opened.rules, &opened.house)
            .map_err(|why| Unreadable::Rules { table: name(), why })?;
        let mut new = Self::of(opened, booked, note.at);
        for fact in facts {
            new.fact(fact)?;
        }
        new.dice_fit()?;
        new.noted(text, note.at);
        Ok(new)
    }

    fn of(opened: &Opened, booked: Arc<Booked>, at: i64) -> Self {
        Self {
            id: opened.table.clone(),
            game: opened.game.clone(),
            booked,
            house: opened.house.clone(),
            dice: opened.dice,
            coach: opened.coach,
            opener: opened.opener,
            chairs: opened.seats.iter().map(Chair::planned).collect(),
            state: None,
            air: None,
            throws: 0,
            server: opened.anchor.map(|anchor| Links::anchored(version_of(opened.generation), anchor, 0)),
            generation: opened.generation,
            replaced: 0,
            history: History::START,
            notes: 0,
            opened_at: at,
            changed_at: at,
            rematch: None,
            first: opened.first.unwrap_or(0),
            deleted: false,
        }
    }

    /// Follows one more note.
    ///
    /// # Errors
    /// When the note is damaged or does not fit; the table is of no more use then.
    pub fn follow(&mut self, text: &str) -> Result<Note, Unreadable> {
        let note = self.read(text)?;
        self.follow_note(&note, text)?;
        Ok(note)
    }

    /// The next note.
    pub(crate) fn read(&self, text: &str) -> Result<Note, Unreadable> {
        let nth = self.notes + 1;
        Note::parse(text).map_err(|why| Unreadable::Note { table: self.id.clone(), nth, why })
    }

    /// The same for a note that was just decided, with its text.
    ///
    /// # Errors
    /// Never for a note that this table decided.
    pub fn follow_note(&mut self, note: &Note, text: &str) -> Result<(), Unreadable> {
        for fact in &note.did {
            self.fact(fact)?;
        }
        self.dice_fit()?;
        self.noted(text, note.at);
        Ok(())
    }

    fn noted(&mut self, text: &str, at: i64) {
        self.history = self.history.then(text.as_bytes());
        self.notes += 1;
        self.changed_at = at;
    }

    fn fact(&mut self, fact: &Fact) -> Result<(), Unreadable> {
        self.took(fact).map_err(|why| self.unfit(why))
    }

    pub(crate) fn unfit(&self, why: Unfit) -> Unreadable {
        Unreadable::Unfit { table: self.id.clone(), nth: self.notes + 1, why }
    }

    fn took(&mut self, fact: &Fact) -> Result<(), Unfit> {
        let settles = matches!(fact, Fact::SetAside { .. } | Fact::Thrown { .. } | Fact::Deleted {});
        if self.deleted {
            return Err(Unfit::Deleted);
        }
        if self.air.is_some() && !settles {
            return Err(Unfit::InTheAir);
        }
        if let Some(event) = fact.event(&self.booked.rules)? {
            self.state.as_mut().ok_or(Unfit::NotBegun)?.apply(&event);
        }
        let (no_seat, chairs) = (Unfit::NoSeat, &mut self.chairs);
        match fact {
            Fact::Opened(_) => return Err(Unfit::Opened),
            Fact::Seated { seat, name, key } => {
                let chair = chairs.get_mut(*seat).ok_or(no_seat)?;
                *chair =
                    Chair { name: name.clone(), who: Who::Person { key: *key, stand_in: None }, links: None };
            }
            Fact::Started { seats } => self.started(seats)?,
            Fact::Anchored { base, .. } if *base != self.throws => {
                return Err(Unfit::Base { base: *base, throws: self.throws });
            }
            Fact::Anchored { seat: None, anchor, base, generation } => {
                self.server_anchored(*anchor, *base, *generation)?;
            }
            Fact::Anchored { seat: Some(seat), anchor, base, .. } => {
                let version = self.server.map_or(Version::Two, |links| links.version);
                chairs.get_mut(*seat).ok_or(no_seat)?.links = Some(Links::anchored(version, *anchor, *base));
            }
            Fact::Called { seat, keep, aside, number, thrower, history, witness } => {
                if chairs.len() <= *witness.max(seat) {
                    return Err(no_seat);
                }
                if *number != self.throws + 1 {
                    return Err(Unfit::Number { number: *number, throws: self.throws });
                }
                let action = Fact::called(*keep, *aside);
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
            Fact::Thrown { seat, proof, .. } => {
                self.throws += 1;
                self.air = None;
                if let Some(proof) = proof {
                    self.shown(*seat, proof);
                }
            }
            Fact::StoodIn { seat, level } => match chairs.get_mut(*seat).map(|chair| &mut chair.who) {
                Some(Who::Person { stand_in, .. }) => *stand_in = Some(*level),
                _ => return Err(no_seat),
            },
            Fact::TookBack { seat } => match chairs.get_mut(*seat).map(|chair| &mut chair.who) {
                Some(Who::Person { stand_in, .. }) => *stand_in = None,
                _ => return Err(no_seat),
            },
            Fact::Vacated { seat } => {
                let chair = chairs.get_mut(*seat).ok_or(no_seat)?;
                (chair.who, chair.links) = (Who::Nobody, None);
            }
            Fact::Rematched { table } => self.rematch = Some(table.clone()),
            Fact::Deleted {} => self.deleted = true,
            _ => {}
        }
        Ok(())
    }

    fn started(&mut self, seats: &[usize]) -> Result<(), Unfit> {
        if self.state.is_some() {
            return Err(Unfit::Begun);
        }
        let chairs = seats.iter().map(|&seat| self.chairs.get(seat).cloned());
        self.chairs = chairs.collect::<Option<_>>().ok_or(Unfit::NoSeat)?;
        self.first = seats.iter().position(|&seat| seat == self.first).unwrap_or(0);
        let begun = self.begun();
        self.state = Some(begun.map_err(|no| Unfit::Seats { seats: no.seats, min: no.min, max: no.max })?);
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

    /// The rules, and the file they come from.
    #[must_use]
    pub fn booked(&self) -> &Arc<Booked> {
        &self.booked
    }

    /// The rules that are played by.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.booked.rules
    }

    /// The house rules that were chosen.
    #[must_use]
    pub fn house(&self) -> &House {
        &self.house
    }

    /// Where the dice come from.
    #[must_use]
    pub fn dice(&self) -> DiceKind {
        self.dice
    }

    /// Who may ask the coach.
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

    /// How many throws there have been; the next one has this number and one.
    #[must_use]
    pub fn throws(&self) -> u64 {
        self.throws
    }

    /// The hash of everything that has happened.
    #[must_use]
    pub fn history(&self) -> &History {
        &self.history
    }

    /// When the table was opened and when it last changed, in milliseconds since 1970.
    #[must_use]
    pub fn times(&self) -> (i64, i64) {
        (self.opened_at, self.changed_at)
    }

    /// Where the rematch is.
    #[must_use]
    pub fn rematch(&self) -> Option<&str> {
        self.rematch.as_deref()
    }

    /// Whether its opener has deleted it.
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

    /// The bot whose turn it is.
    #[must_use]
    pub fn bot_on_turn(&self) -> Option<(usize, Level)> {
        let playing = self.state.as_ref().filter(|_| !self.deleted && self.air.is_none());
        let seat = playing?.on_turn()?.0;
        Some((seat, self.chairs[seat].bot()?))
    }
}
