//! Compiles the typed file into tables and collects every fault on the way.

mod awards;
mod columns;
mod faces;
mod joker;
mod race;
mod sheet;
mod slot;
mod stuck;

pub(crate) use race::race_cells;

use indexmap::IndexMap;
use kosti_dice::{MAX_DICE, MAX_SIDES};

use crate::faces::Faces;
use crate::fault::{Fault, FaultKind, Place, known, place};
use crate::file::{ExampleFile, GameFile, PlayersFile};
use crate::limits::MOST_SEATS;
use crate::node::Node;
use crate::rules::{Example, Family, HouseOption, Rules};

/// The choice made for each house rule.
pub(crate) type Choices = IndexMap<String, String>;

/// One compilation: the file with the chosen house rules applied, and the faults found so far.
pub(crate) struct Compiler<'a> {
    pub(crate) file: &'a GameFile,
    pub(crate) tree: &'a Node,
    pub(crate) choices: &'a Choices,
    pub(crate) faults: Vec<Fault>,
    pub(crate) faces: Faces,
}

/// The dice of the game, for all parts of a compilation.
#[derive(Clone, Copy)]
pub(crate) struct Table {
    pub(crate) dice: u8,
    pub(crate) sides: u8,
}

impl Compiler<'_> {
    /// Compiles the file. Returns rules only if there is no fault.
    pub(crate) fn compile(mut self, id: &str, house: Vec<HouseOption>) -> (Option<Rules>, Vec<Fault>) {
        let file = self.file;
        if file.name.is_empty() {
            self.missing("name");
        }
        let dice = file.dice.unwrap_or_else(|| {
            self.missing("dice");
            0
        });
        let sides = file.sides.unwrap_or(6);
        let mut sound =
            file.dice.is_some() && self.in_range(&place!["dice"], "dice", dice, 1, MAX_DICE as u8);
        sound &= self.in_range(&place!["sides"], "sides", sides, 2, MAX_SIDES);
        self.players();
        self.other_ids();
        self.examples_name_choices();
        // If the number of dice or sides is out of range, clamp it, check the rest, and drop the faults that
        // depend on it.
        let table = Table { dice: dice.clamp(1, MAX_DICE as u8), sides: sides.clamp(2, MAX_SIDES) };
        self.faces = self.compile_faces(table.sides);
        let before = self.faults.len();
        let family = match &file.race {
            Some(race) => self.race(race, table).map(Family::Race),
            None => self.sheet(table).map(Family::Sheet),
        };
        if !sound {
            let later = self.faults.split_off(before);
            self.faults.extend(later.into_iter().filter(|fault| !needs_dice(&fault.kind)));
        }
        let rules = family.filter(|_| self.faults.is_empty()).map(|family| Rules {
            id: id.to_owned(),
            name: file.name.clone(),
            about: file.about.clone(),
            source: file.source.clone(),
            players: file.players.clone().unwrap_or_default(),
            dice: table.dice,
            sides: table.sides,
            house,
            hash: crate::hash::hash_meaning(file),
            family,
        });
        (rules, self.faults)
    }

    pub(crate) fn fault(&mut self, path: &Place, kind: FaultKind) {
        self.faults.push(Fault { span: self.tree.span_of(path), kind });
    }

    /// Adds a fault at the key at the end of the path, not at its value.
    pub(crate) fn fault_at_key(&mut self, path: &Place, kind: FaultKind) {
        self.faults.push(Fault { span: self.tree.key_span_of(path), kind });
    }

    fn missing(&mut self, key: &str) {
        self.fault(&Place::default(), FaultKind::Missing { key: key.to_owned() });
    }

    pub(crate) fn in_range<T: Into<i64>>(
        &mut self,
        path: &Place,
        what: &str,
        is: T,
        least: T,
        most: T,
    ) -> bool {
        let (is, least, most) = (is.into(), least.into(), most.into());
        let fine = (least..=most).contains(&is);
        if !fine {
            self.fault(path, FaultKind::OutOfRange { what: what.to_owned(), is, least, most });
        }
        fine
    }

    fn players(&mut self) {
        let PlayersFile { min, max, .. } = self.file.players.clone().unwrap_or_default();
        if self.in_range(&place!["players", "min"], "min", min, 1, MOST_SEATS) {
            self.in_range(&place!["players", "max"], "max", max, min, MOST_SEATS);
        }
    }

    /// Checks an id: ids appear in records, requests and command lines.
    pub(crate) fn id(&mut self, at: &Place, id: &str) {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if id.is_empty() || !id.chars().all(plain) {
            self.fault_at_key(at, FaultKind::BadId { id: id.to_owned() });
        }
    }

    /// Checks the ids of everything but boxes.
    fn other_ids(&mut self) {
        let file = self.file;
        let race = file.race.iter();
        let combinations = race.clone().flat_map(|race| race.combination.keys());
        let losses = race.clone().flat_map(|race| race.loss.keys());
        let barrels = race.flat_map(|race| race.barrel.keys());
        file.group.keys().for_each(|id| self.id(&place!["group", id], id));
        file.column.keys().for_each(|id| self.id(&place!["column", id], id));
        file.instant_win.keys().for_each(|id| self.id(&place!["instant-win", id], id));
        combinations.for_each(|id| self.id(&place!["race", "combination", id], id));
        losses.for_each(|id| self.id(&place!["race", "loss", id], id));
        barrels.for_each(|id| self.id(&place!["race", "barrel", id], id));
        for (option, house) in &file.house {
            self.id(&place!["house", option], option);
            house.choices.keys().for_each(|id| self.id(&place!["house", option, "choices", id], id));
        }
    }

    /// Checks that the `house` of every example names existing options and choices.
    fn examples_name_choices(&mut self) {
        let file = self.file;
        let mut named: Vec<(Place, &IndexMap<String, String>)> = Vec::new();
        for (id, slot) in &file.boxes {
            named.extend(
                slot.example.iter().enumerate().map(|(i, e)| (place!["box", id, "example", i], &e.house)),
            );
        }
        for (id, group) in &file.group {
            named.extend(
                group.example.iter().enumerate().map(|(i, e)| (place!["group", id, "example", i], &e.house)),
            );
        }
        if let Some(race) = &file.race {
            named.extend(
                race.example.iter().enumerate().map(|(i, e)| (place!["race", "example", i], &e.house)),
            );
        }
        named.extend(
            file.sheet_example.iter().enumerate().map(|(i, e)| (place!["sheet-example", i], &e.house)),
        );
        for (at, house) in named {
            for (option, choice) in house {
                if let Some(kind) = unknown_choice(file, option, choice) {
                    let at = at.below("house").below(option);
                    self.fault(&at, kind);
                }
            }
        }
    }

    /// Whether an example holds under the chosen house rules.
    pub(crate) fn applies(&self, house: &IndexMap<String, String>) -> bool {
        house.iter().all(|(option, choice)| self.choices.get(option) == Some(choice))
    }

    /// Converts the example, if its dice and throw are valid.
    pub(crate) fn example(
        &mut self,
        at: &Place,
        example: &ExampleFile,
        table: Table,
        throws: u8,
    ) -> Option<Example> {
        let below = |key: &str| at.below(key);
        let throw = example.throw.unwrap_or(2.min(throws));
        if example.dice.highest() > table.sides {
            let (is, most) = (example.dice.highest(), table.sides);
            self.in_range(&below("dice"), "face", is, 1, most);
            return None;
        }
        if throw == 0 || throw > throws {
            self.fault(&below("throw"), FaultKind::ExampleThrow { throw, throws });
            return None;
        }
        let score = match example.score {
            crate::file::Outcome::Points(points) => Some(points),
            crate::file::Outcome::Refused => None,
        };
        Some(Example { dice: example.dice, throw, score, clause: example.clause.clone() })
    }
}

/// Faults that can be wrong while the number of dice is invalid.
fn needs_dice(kind: &FaultKind) -> bool {
    use FaultKind as K;
    matches!(
        kind,
        K::OutOfRange { .. }
            | K::TooManyDice { .. }
            | K::TablesTooLarge { .. }
            | K::NeverScores { .. }
            | K::NoCombination { .. }
            | K::AlwaysBust { .. }
            | K::GateHard { .. }
            | K::JokerNumbers { .. }
            | K::Stuck { .. }
            | K::ListLength { .. }
            | K::ExampleDice { .. }
            | K::ExampleFails { .. }
            | K::ExampleSheet { .. }
    )
}

/// The fault of naming an unknown option or an unknown choice, if it is one.
pub(crate) fn unknown_choice(file: &GameFile, option: &str, choice: &str) -> Option<FaultKind> {
    let Some(house) = file.house.get(option) else {
        let (near, known) = known(option, file.house.keys());
        return Some(FaultKind::UnknownOption { id: option.to_owned(), near, known });
    };
    (!house.choices.contains_key(choice)).then(|| {
        let (near, known) = known(choice, house.choices.keys());
        FaultKind::UnknownChoice { option: option.to_owned(), id: choice.to_owned(), near, known }
    })
}

/// Formats a score for a fault.
pub(crate) fn format_score(score: Option<i32>) -> String {
    score.map_or_else(|| "refused".to_owned(), |points| points.to_string())
}
