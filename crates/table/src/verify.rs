//! `verify`: derives every throw of a table again from its commits, and decides every action again.

use kosti_dice::Dice;
use kosti_dice::fair::{Chain, History, Link, Version};
use kosti_engine::{Event, Record, RecordFaultKind, Refusal, Tags};
use serde::Serialize;

use crate::commit::Commit;
use crate::event::{DiceKind, Proof, TableEvent};
use crate::replay_error::ReplayError;
use crate::table::{RulesSource, Table};

/// A verified throw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Throw {
    /// Its number.
    pub number: u64,
    /// The seat that threw.
    pub seat: usize,
    /// The name of its player at the time.
    pub name: String,
    /// The version of the dice.
    pub version: Version,
    /// The dice that fell.
    pub dice: Dice,
    /// Whether the client of the thrower took part.
    pub thrower: bool,
    /// The witness that took part.
    pub witness: Option<usize>,
    /// The witness that was asked and did not answer.
    pub silent: Option<usize>,
    /// The name of the witness at the time, whether it answered or not.
    pub witness_name: Option<String>,
}

impl Throw {
    /// Whether only the server took part.
    #[must_use]
    pub fn is_by_server_only(&self) -> bool {
        !self.thrower && self.witness.is_none()
    }

    /// Whether the server could choose the dice although clients took part: in version 1, the draw depends on the
    /// time of the call, which the server sets after it knows the thrower's link.
    #[must_use]
    pub fn is_by_tried_times(&self) -> bool {
        self.version == Version::One && self.witness.or(self.silent).is_some() && !self.is_by_server_only()
    }
}

/// A table with consistent commits.
#[derive(Debug)]
pub struct VerifiedTable {
    /// The table after its last commit.
    pub table: Table,
    /// The record of the game.
    pub record: Record,
    /// Every throw, derived again; empty if the dice were real.
    pub throws: Vec<Throw>,
    /// The throws before which the server began a new chain although the old one was not used up.
    pub replaced: Vec<u64>,
}

/// The reason why the commits of a table prove nothing. The names of fields are variables of the messages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "proof", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[expect(missing_docs, reason = "the messages say it")]
pub enum VerifyError {
    #[error("{why}")]
    Unreadable { why: ReplayError },
    #[error("there are no commits of a table")]
    NoCommits,
    #[error("the game had not begun")]
    NotStarted,
    #[error("throw {number} has no proof")]
    NoProof { number: u64 },
    #[error("throw {number} has the number {says}")]
    Number { number: u64, says: u64 },
    #[error("throw {number}: the server's link does not belong to its chain")]
    Server { number: u64 },
    #[error("throw {number}: the link of the client that threw does not belong to its chain")]
    Thrower { number: u64 },
    #[error("throw {number}: the witness's link does not belong to its chain")]
    Witness { number: u64 },
    #[error("throw {number} differs from its call: another throw, another link or another witness")]
    NotAsCalled { number: u64 },
    #[error("throw {number} has another witness than the commits determine, or none")]
    WitnessRule { number: u64 },
    #[error("throw {number}: a link was given on another history than the one before the throw")]
    OtherHistory { number: u64 },
    #[error("throw {number}: the links give {derived}, not {dice}")]
    OtherDice { number: u64, dice: Dice, derived: Dice },
    #[error("commit {nth}: the rules do not allow it: {why}")]
    Refused { nth: u64, why: Refusal },
    #[error("commit {nth} has impossible events")]
    Impossible { nth: u64 },
    #[error("a name is invalid: {why:?}")]
    Names { why: RecordFaultKind },
    #[error("line {line} of the record: {why:?}")]
    Text { line: usize, why: RecordFaultKind },
    #[error("the record is of another game than its commits")]
    OtherGame,
}

impl From<ReplayError> for VerifyError {
    fn from(why: ReplayError) -> Self {
        Self::Unreadable { why }
    }
}

/// Derives every throw again, and decides every action again.
///
/// # Errors
/// At the first commit that is not consistent.
pub fn verify<'a>(
    commits: impl IntoIterator<Item = &'a str>,
    source: &impl RulesSource,
) -> Result<VerifiedTable, VerifyError> {
    let mut commits = commits.into_iter();
    let mut table = open_verified(commits.next().ok_or(VerifyError::NoCommits)?, source)?;
    let (mut events, mut throws, mut replaced) = (Vec::new(), Vec::new(), Vec::new());
    for text in commits {
        let commit = table.read(text)?;
        check_names(&commit)?;
        if table.dice() == DiceKind::Virtual {
            throws.extend(table.derive_throw(&commit)?);
        }
        events.extend(table.redecide(&commit)?);
        replaced.extend(table.replaced_chain(&commit));
        table.apply_commit(&commit, text)?;
    }
    let record = table.record(events)?;
    Ok(VerifiedTable { table, record, throws, replaced })
}

/// The table after its first commit, which must contain the opening, perhaps the start of the game, and nothing else.
fn open_verified(text: &str, source: &impl RulesSource) -> Result<Table, VerifyError> {
    let commit = Commit::parse(text);
    if let Ok(commit) = &commit {
        check_names(commit)?;
    }
    let id = match commit.as_ref().map(|commit| &commit.events[..]) {
        // The id is shown to people unchanged.
        Ok([TableEvent::Opened(opened)] | [TableEvent::Opened(opened), TableEvent::Started { .. }])
            if !opened.table.contains(char::is_control) =>
        {
            &opened.table
        }
        Ok([TableEvent::Opened(_), ..]) => return Err(VerifyError::Impossible { nth: 1 }),
        _ => "",
    };
    Ok(Table::open(id, text, source)?)
}

/// Rejects invalid names in a commit, also those of players who leave before the end.
fn check_names(commit: &Commit) -> Result<(), VerifyError> {
    let check = |name: &String| Tags::check_names(std::slice::from_ref(name));
    let checked = commit.events.iter().try_for_each(|event| match event {
        TableEvent::Seated { name, .. } => check(name),
        TableEvent::Opened(opened) => {
            opened.seats.iter().filter_map(|seat| seat.name.as_ref()).try_for_each(check)
        }
        _ => Ok(()),
    });
    checked.map_err(|why| VerifyError::Names { why })
}

impl Table {
    /// Derives the throw of a commit again, from the state before the commit.
    fn derive_throw(&self, commit: &Commit) -> Result<Option<Throw>, VerifyError> {
        let thrown = commit.events.iter().filter(|event| matches!(event, TableEvent::Thrown { .. }));
        let [TableEvent::Thrown { seat, dice, proof, .. }] = thrown.collect::<Vec<_>>()[..] else {
            // Two throws in one commit are impossible; deciding the action again detects that.
            return Ok(None);
        };
        let number = self.throws + 1;
        let proof = proof.as_ref().ok_or(VerifyError::NoProof { number })?;
        self.check_links(*seat, proof)?;
        let derived = self.derive_dice(*seat, proof, dice.len());
        if derived != *dice {
            return Err(VerifyError::OtherDice { number, dice: *dice, derived });
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

    /// Rejects links that do not belong to their chains, or to the clients that were asked.
    fn check_links(&self, seat: usize, proof: &Proof) -> Result<(), VerifyError> {
        let number = self.throws + 1;
        if proof.number != number {
            return Err(VerifyError::Number { number, says: proof.number });
        }
        if !self.server.is_some_and(|links| links.proves(&proof.server, number)) {
            return Err(VerifyError::Server { number });
        }
        let proves = |seat: usize, link| {
            self.chairs
                .get(seat)
                .and_then(|chair| chair.links)
                .is_some_and(|links| links.proves(link, number))
        };
        if proof.thrower.as_ref().is_some_and(|link| !proves(seat, link)) {
            return Err(VerifyError::Thrower { number });
        }
        // The commit of the call fixes the witness and the thrower's link before the dice are known.
        let asked = self.air.map(|air| (air.seat, air.thrower, air.witness));
        let witness = proof.witness.as_ref();
        if asked != witness.map(|witness| (seat, proof.thrower, witness.seat)) {
            return Err(VerifyError::NotAsCalled { number });
        }
        match witness.and_then(|witness| Some((witness.seat, witness.link.as_ref()?))) {
            Some((witness, link)) if !proves(witness, link) => return Err(VerifyError::Witness { number }),
            _ => {}
        }
        if self.dice_version() == Version::Two {
            self.check_witness(seat, proof)?;
        }
        Ok(())
    }

    /// Rejects a witness other than the one that the commits determine, and links given on another history than the
    /// one before the throw. That history includes the anchor of the server's chain.
    fn check_witness(&self, seat: usize, proof: &Proof) -> Result<(), VerifyError> {
        let number = self.throws + 1;
        let witness = proof.witness.as_ref();
        if witness.map(|witness| witness.seat) != self.witness_of(seat) {
            return Err(VerifyError::WitnessRule { number });
        }
        // A link and its history come together.
        let on = |link: Option<Link>, history: &History| link.map(|_| *history);
        let before = self.air.map_or(self.history, |air| air.before);
        let called = self.air.is_none_or(|air| air.history == proof.history);
        let thrower = proof.history == on(proof.thrower, &before);
        let witness = witness.is_none_or(|witness| witness.history == on(witness.link, &self.history));
        if called && thrower && witness { Ok(()) } else { Err(VerifyError::OtherHistory { number }) }
    }

    /// The throw before which this commit replaces the server's chain although it is not used up.
    fn replaced_chain(&self, commit: &Commit) -> Option<u64> {
        let used_up = |base: u64| self.server.is_some_and(|links| base - links.base == Chain::LENGTH);
        commit.events.iter().find_map(|event| match event {
            TableEvent::Anchored { seat: None, base, .. } if *base >= self.throws && !used_up(*base) => {
                Some(base.saturating_add(1))
            }
            _ => None,
        })
    }

    /// The record of the game with these events.
    ///
    /// # Errors
    /// If the game has not begun, or a name is invalid.
    pub fn record(&self, events: Vec<Event>) -> Result<Record, VerifyError> {
        if self.state.is_none() {
            return Err(VerifyError::NotStarted);
        }
        let names = self.chairs.iter().map(|chair| chair.name.clone()).collect();
        let record = Record::new(self.compiled.rules.clone(), names, self.dice == DiceKind::Real);
        let mut record = record.map_err(|fault| VerifyError::Names { why: fault.kind })?;
        record.tags.other.push(("Table".to_owned(), self.id.clone()));
        if self.first > 0 {
            record.tags.other.push(("First".to_owned(), (self.first + 1).to_string()));
        }
        record.events = events;
        Ok(record)
    }
}
