//! `verify`: deriving every throw of a table again from its notes.

use kosti_dice::Dice;
use kosti_dice::fair::Draw;
use kosti_engine::{Event, Record, RecordFault};

use crate::fact::{DiceKind, Fact, Proof};
use crate::note::Note;
use crate::table::{Library, Table, Unreadable};

/// A throw that was derived again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Throw {
    /// Its number.
    pub number: u64,
    /// Who threw.
    pub seat: usize,
    /// What fell.
    pub dice: Dice,
    /// Whether the client that threw had a part in it.
    pub thrower: bool,
    /// The witness that had a part in it.
    pub witness: Option<usize>,
    /// The witness that was asked and did not answer.
    pub silent: Option<usize>,
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

/// Why the notes of a table prove nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum NotProven {
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
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
    #[error(
        "throw {number}: the witness is not the one that was asked, or its link does not belong to its chain"
    )]
    Witness { number: u64 },
    #[error("throw {number}: the links give {derived}, not {told}")]
    OtherDice { number: u64, derived: Dice, told: Dice },
    #[error("what is told cannot have been played: {0}")]
    Record(#[from] RecordFault),
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
    let first = notes.next().ok_or(NotProven::NoNotes)?;
    let parsed = Note::parse(first);
    let id = match parsed.as_ref().map(|note| note.did.first()) {
        Ok(Some(Fact::Opened(opened))) => opened.table.clone(),
        _ => String::new(),
    };
    let mut table = Table::open(&id, first, library)?;
    let (mut events, mut throws, mut replaced) = (Vec::new(), Vec::new(), Vec::new());
    for text in notes {
        let mut before = Before { history: *table.history(), throws: table.throws() };
        let note = Note::parse(text).map_err(|why| {
            NotProven::Unreadable(Unreadable::Note { table: id.clone(), nth: table.notes + 1, why })
        })?;
        for fact in &note.did {
            events.extend(fact.event(table.rules()).ok().flatten());
            match fact {
                Fact::Thrown { seat, dice, proof, .. } if table.dice() == DiceKind::Virtual => {
                    let number = before.throws + 1;
                    let proof = proof.as_ref().ok_or(NotProven::NoProof { number })?;
                    throws.push(derive(&table, &before, *seat, *dice, proof)?);
                    before.throws = number;
                }
                Fact::Anchored { seat: None, base, .. } => {
                    let used_up = table.server.is_some_and(|links| {
                        *base == before.throws && base - links.base == kosti_dice::fair::Chain::LENGTH
                    });
                    replaced.extend((!used_up).then_some(base + 1));
                }
                _ => {}
            }
        }
        table.follow_note(&note, text)?;
    }
    let record = table.record(events)?;
    // Reading a record decides everything again.
    let record = Record::parse(&record.to_string(), table.rules().clone())?;
    Ok(Checked { table, record, throws, replaced })
}

/// What is known before a note.
struct Before {
    history: kosti_dice::fair::History,
    throws: u64,
}

fn derive(
    table: &Table,
    before: &Before,
    seat: usize,
    told: Dice,
    proof: &Proof,
) -> Result<Throw, NotProven> {
    let number = before.throws + 1;
    if proof.number != number {
        return Err(NotProven::Number { number, says: proof.number });
    }
    let server = table.server.filter(|links| links.proves(&proof.server, number));
    server.ok_or(NotProven::Server { number })?;
    let proves = |seat: usize, link| {
        table.chairs.get(seat).and_then(|chair| chair.links).is_some_and(|links| links.proves(link, number))
    };
    if proof.thrower.as_ref().is_some_and(|link| !proves(seat, link)) {
        return Err(NotProven::Thrower { number });
    }
    // Who is asked is told before the dice are known, and so is the thrower's link.
    let asked = table.in_the_air().map(|air| (air.witness, air.thrower));
    let witness = proof.witness.as_ref();
    let as_asked = asked == witness.map(|witness| (witness.seat, proof.thrower));
    let witness_link = witness.and_then(|witness| Some((witness.seat, witness.link.as_ref()?)));
    if !as_asked || witness_link.is_some_and(|(seat, link)| !proves(seat, link)) {
        return Err(NotProven::Witness { number });
    }
    let draw = Draw {
        table: table.id(),
        number,
        history: &before.history,
        seat,
        server: &proof.server,
        thrower: proof.thrower.as_ref(),
        witness: witness_link,
    };
    let faces = draw.fall(told.len(), table.rules().sides);
    let derived = Dice::from_faces(&faces).unwrap_or(Dice::NONE);
    if derived != told {
        return Err(NotProven::OtherDice { number, derived, told });
    }
    let answered = witness_link.map(|(seat, _)| seat);
    Ok(Throw {
        number,
        seat,
        dice: told,
        thrower: proof.thrower.is_some(),
        witness: answered,
        silent: witness.map(|witness| witness.seat).filter(|_| answered.is_none()),
    })
}

impl Table {
    /// The record of the game, from what the engine calls events.
    ///
    /// # Errors
    /// When the game has not begun.
    pub fn record(&self, events: Vec<Event>) -> Result<Record, NotProven> {
        if self.state.is_none() {
            return Err(NotProven::NotStarted);
        }
        let names = self.chairs.iter().map(|chair| chair.name.clone()).collect();
        let mut record = Record::new(self.rules().clone(), names, self.dice == DiceKind::Real)?;
        record.tags.other.push(("Table".to_owned(), self.id.clone()));
        record.events = events;
        Ok(record)
    }
}
