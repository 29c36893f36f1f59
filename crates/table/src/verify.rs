//! `verify`: deriving every throw of a table again from its notes, and playing the game again.

use kosti_dice::Dice;
use kosti_dice::fair::{Chain, History, Link, Version};
use kosti_engine::{Event, Record, RecordFaultKind, Refusal, Tags};
use serde::Serialize;

use crate::fact::{DiceKind, Fact, Proof};
use crate::note::Note;
use crate::table::{Library, Table};
use crate::unreadable::Unreadable;

/// A throw that was derived again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Throw {
    /// Its number.
    pub number: u64,
    /// Who threw.
    pub seat: usize,
    /// Who sat there then.
    pub name: String,
    /// The version of the dice.
    pub version: Version,
    /// What fell.
    pub dice: Dice,
    /// Whether the client that threw had a part in it.
    pub thrower: bool,
    /// The witness that had a part in it.
    pub witness: Option<usize>,
    /// The witness that was asked and did not answer.
    pub silent: Option<usize>,
    /// Who sat there then, of the one or the other.
    pub witness_name: Option<String>,
}

impl Throw {
    /// Whether only the server had a part in it.
    #[must_use]
    pub fn by_server_only(&self) -> bool {
        !self.thrower && self.witness.is_none()
    }

    /// Whether the server could choose it although others had a part in it: in version 1 the time at which a witness
    /// was asked is a part of the draw, and the server says that time when it knows the thrower's link.
    #[must_use]
    pub fn by_tried_times(&self) -> bool {
        self.version == Version::One && self.witness.or(self.silent).is_some() && !self.by_server_only()
    }

    /// Whether the server alone could not choose it.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        !self.by_server_only() && !self.by_tried_times()
    }
}

/// A table whose notes hold together.
#[derive(Debug)]
pub struct Checked {
    /// The table as it stands.
    pub table: Table,
    /// The game that was played.
    pub record: Record,
    /// Every throw, derived again. None where the dice were real.
    pub throws: Vec<Throw>,
    /// Before which throws the server began a new chain although the old one was not used up.
    pub replaced: Vec<u64>,
}

/// Why the notes of a table prove nothing. Field names are the words' variables.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "proof", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[expect(missing_docs, reason = "the messages say it")]
pub enum NotProven {
    #[error("{why}")]
    Unreadable { why: Unreadable },
    #[error("there are no notes of a table")]
    NoNotes,
    #[error("the game had not begun")]
    NotStarted,
    #[error("throw {number} has no proof")]
    NoProof { number: u64 },
    #[error("throw {number} says that it is number {says}")]
    Number { number: u64, says: u64 },
    #[error("throw {number}: the server's link does not belong to its chain")]
    Server { number: u64 },
    #[error("throw {number}: the link of the client that threw does not belong to its chain")]
    Thrower { number: u64 },
    #[error("throw {number}: the witness's link does not belong to its chain")]
    Witness { number: u64 },
    #[error("throw {number} is not as it was called: another throw, another link or another witness")]
    NotAsCalled { number: u64 },
    #[error("throw {number}: another witness was asked than the notes call for, or none")]
    WitnessRule { number: u64 },
    #[error("throw {number}: a link was given on another history than the one before it")]
    OtherHistory { number: u64 },
    #[error("throw {number}: the links give {derived}, not {dice}")]
    OtherDice { number: u64, dice: Dice, derived: Dice },
    #[error("note {nth}: the rules do not allow it: {why}")]
    Refused { nth: u64, why: Refusal },
    #[error("note {nth} tells what cannot have come of it")]
    Impossible { nth: u64 },
    #[error("the names: {why:?}")]
    Names { why: RecordFaultKind },
    #[error("line {line} of the record: {why:?}")]
    Text { line: usize, why: RecordFaultKind },
    #[error("the record is of another game than its notes")]
    OtherGame,
}

impl From<Unreadable> for NotProven {
    fn from(why: Unreadable) -> Self {
        Self::Unreadable { why }
    }
}

/// Derives every throw again, and plays the game again.
///
/// # Errors
/// At the first note that does not hold.
pub fn verify<'a>(
    notes: impl IntoIterator<Item = &'a str>,
    library: &impl Library,
) -> Result<Checked, NotProven> {
    let mut notes = notes.into_iter();
    let mut table = opened(notes.next().ok_or(NotProven::NoNotes)?, library)?;
    let (mut events, mut throws, mut replaced) = (Vec::new(), Vec::new(), Vec::new());
    for text in notes {
        let note = table.read(text)?;
        named(&note)?;
        if table.dice() == DiceKind::Virtual {
            throws.extend(table.derived(&note)?);
        }
        events.extend(table.played(&note)?);
        replaced.extend(table.replaces(&note));
        table.follow_note(&note, text)?;
    }
    let record = table.record(events)?;
    Ok(Checked { table, record, throws, replaced })
}

/// The table after its first note, which tells that it was opened, perhaps that the game began, and nothing else.
fn opened(text: &str, library: &impl Library) -> Result<Table, NotProven> {
    let note = Note::parse(text);
    if let Ok(note) = &note {
        named(note)?;
    }
    let id = match note.as_ref().map(|note| &note.did[..]) {
        // The id is shown to people, as it stands.
        Ok([Fact::Opened(opened)] | [Fact::Opened(opened), Fact::Started { .. }])
            if !opened.table.contains(char::is_control) =>
        {
            &opened.table
        }
        Ok([Fact::Opened(_), ..]) => return Err(NotProven::Impossible { nth: 1 }),
        _ => "",
    };
    Ok(Table::open(id, text, library)?)
}

/// Whether the names of a note are names, also of those who do not stay to the end.
fn named(note: &Note) -> Result<(), NotProven> {
    let check = |name: &String| Tags::check_names(std::slice::from_ref(name));
    let checked = note.did.iter().try_for_each(|fact| match fact {
        Fact::Seated { name, .. } => check(name),
        Fact::Opened(opened) => opened.seats.iter().filter_map(|seat| seat.name.as_ref()).try_for_each(check),
        _ => Ok(()),
    });
    checked.map_err(|why| NotProven::Names { why })
}

impl Table {
    /// The throw of a note, derived again from what was known before the note.
    fn derived(&self, note: &Note) -> Result<Option<Throw>, NotProven> {
        let thrown = note.did.iter().filter(|fact| matches!(fact, Fact::Thrown { .. }));
        let [Fact::Thrown { seat, dice, proof, .. }] = thrown.collect::<Vec<_>>()[..] else {
            // Two throws in one note are no game, which is found when it is played again.
            return Ok(None);
        };
        let number = self.throws + 1;
        let proof = proof.as_ref().ok_or(NotProven::NoProof { number })?;
        self.linked(*seat, proof)?;
        let derived = self.derive(*seat, proof, dice.len());
        if derived != *dice {
            return Err(NotProven::OtherDice { number, dice: *dice, derived });
        }
        let witness = proof.witness.as_ref();
        let answered = witness.filter(|witness| witness.link.is_some()).map(|witness| witness.seat);
        let silent = witness.map(|witness| witness.seat).filter(|_| answered.is_none());
        let name = |seat: usize| self.chairs.get(seat).map_or_else(String::new, |chair| chair.name.clone());
        Ok(Some(Throw {
            number,
            seat: *seat,
            name: name(*seat),
            version: self.dice_version(),
            dice: *dice,
            thrower: proof.thrower.is_some(),
            witness: answered,
            silent,
            witness_name: witness.map(|witness| name(witness.seat)),
        }))
    }

    /// Whether the links of a throw belong to their chains, and to those who were asked.
    fn linked(&self, seat: usize, proof: &Proof) -> Result<(), NotProven> {
        let number = self.throws + 1;
        if proof.number != number {
            return Err(NotProven::Number { number, says: proof.number });
        }
        if !self.server.is_some_and(|links| links.proves(&proof.server, number)) {
            return Err(NotProven::Server { number });
        }
        let proves = |seat: usize, link| {
            self.chairs
                .get(seat)
                .and_then(|chair| chair.links)
                .is_some_and(|links| links.proves(link, number))
        };
        if proof.thrower.as_ref().is_some_and(|link| !proves(seat, link)) {
            return Err(NotProven::Thrower { number });
        }
        // Who is asked is told before the dice are known, and so is the thrower's link.
        let asked = self.air.map(|air| (air.seat, air.thrower, air.witness));
        let witness = proof.witness.as_ref();
        if asked != witness.map(|witness| (seat, proof.thrower, witness.seat)) {
            return Err(NotProven::NotAsCalled { number });
        }
        match witness.and_then(|witness| Some((witness.seat, witness.link.as_ref()?))) {
            Some((witness, link)) if !proves(witness, link) => return Err(NotProven::Witness { number }),
            _ => {}
        }
        if self.dice_version() == Version::Two {
            self.asked_rightly(seat, proof)?;
        }
        Ok(())
    }

    /// Whether the witness is the one that the notes call for, and every link was given on the history that the throw
    /// stands on, so after the server had anchored its chain.
    fn asked_rightly(&self, seat: usize, proof: &Proof) -> Result<(), NotProven> {
        let number = self.throws + 1;
        let witness = proof.witness.as_ref();
        if witness.map(|witness| witness.seat) != self.witness_of(seat) {
            return Err(NotProven::WitnessRule { number });
        }
        // A link and the history that it was given on come together.
        let on = |link: Option<Link>, history: &History| link.map(|_| *history);
        let before = self.air.map_or(self.history, |air| air.before);
        let called = self.air.is_none_or(|air| air.history == proof.history);
        let thrower = proof.history == on(proof.thrower, &before);
        let witness = witness.is_none_or(|witness| witness.history == on(witness.link, &self.history));
        if called && thrower && witness { Ok(()) } else { Err(NotProven::OtherHistory { number }) }
    }

    /// Before which throw the server begins a new chain in this note although the old one is not used up.
    fn replaces(&self, note: &Note) -> Option<u64> {
        let used_up = |base: u64| self.server.is_some_and(|links| base - links.base == Chain::LENGTH);
        note.did.iter().find_map(|fact| match fact {
            Fact::Anchored { seat: None, base, .. } if *base >= self.throws && !used_up(*base) => {
                Some(base.saturating_add(1))
            }
            _ => None,
        })
    }

    /// The record of the game, from what the engine calls events.
    ///
    /// # Errors
    /// When the game has not begun, or a name is none.
    pub fn record(&self, events: Vec<Event>) -> Result<Record, NotProven> {
        if self.state.is_none() {
            return Err(NotProven::NotStarted);
        }
        let names = self.chairs.iter().map(|chair| chair.name.clone()).collect();
        let record = Record::new(self.booked.rules.clone(), names, self.dice == DiceKind::Real);
        let mut record = record.map_err(|fault| NotProven::Names { why: fault.kind })?;
        record.tags.other.push(("Table".to_owned(), self.id.clone()));
        if self.first > 0 {
            record.tags.other.push(("First".to_owned(), (self.first + 1).to_string()));
        }
        record.events = events;
        Ok(record)
    }
}
