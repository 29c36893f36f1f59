//! Compiles one box: merges it with the defaults of its group and of the game, then builds its tables.

use kosti_dice::{Dice, Space};

use super::{Compiler, Table, format_score};
use crate::fault::{FaultKind, Place, Step};
use crate::file::{BoxFile, Colour, Cross, ExampleFile, Hand, Score, Unfit, WildFile};
use crate::limits::{MOST_CELLS, MOST_FILLS, MOST_PARTS, MOST_POINTS};
use crate::pattern::Pattern;
use crate::rules::{How, Slot};
use crate::text::Text;

/// A box before its tables are built.
pub(crate) struct Draft {
    pub(crate) id: String,
    /// Its place in the file.
    pub(crate) at: Place,
    /// The place where its faults are reported: the box itself, or the group's `each-box`.
    pub(crate) rules_at: Place,
    pub(crate) name: Text,
    pub(crate) group: Option<usize>,
    /// Box, group and game merged.
    pub(crate) file: BoxFile,
    pub(crate) examples: Vec<(Place, ExampleFile)>,
}

/// Merges the layers of a box: its own value first, then its group's, then the game's.
pub(crate) fn fold(layers: &[&BoxFile]) -> BoxFile {
    fn first<T: Clone>(layers: &[&BoxFile], key: impl Fn(&BoxFile) -> &Option<T>) -> Option<T> {
        layers.iter().find_map(|layer| key(layer).clone())
    }
    BoxFile {
        name: first(layers, |l| &l.name),
        about: first(layers, |l| &l.about),
        group: first(layers, |l| &l.group),
        number: first(layers, |l| &l.number),
        needs: first(layers, |l| &l.needs),
        wild: first(layers, |l| &l.wild),
        score: first(layers, |l| &l.score),
        plus: first(layers, |l| &l.plus),
        hand: first(layers, |l| &l.hand),
        unfit: first(layers, |l| &l.unfit),
        cross: first(layers, |l| &l.cross),
        joker: first(layers, |l| &l.joker),
        fill: first(layers, |l| &l.fill),
        zero: first(layers, |l| &l.zero),
        example: Vec::new(),
    }
}

impl Compiler<'_> {
    pub(crate) fn slot(&mut self, draft: &Draft, space: &Space, throws: u8) -> Option<Slot> {
        let table = Table { dice: space.dice() as u8, sides: space.sides() };
        let at = |key: &str| draft.rules_at.below(key);
        let file = &draft.file;
        let number = file.number.unwrap_or(0);
        let needs = file.needs.clone().unwrap_or(Pattern::Anything);
        let before = self.faults.len();
        let Some(score) = file.score.clone() else {
            // Boxes of a group have no keys of their own: report a missing score once, at the group.
            let heading = Place(draft.at[..2].to_vec());
            let id = heading.0.last().map_or_else(String::new, Step::to_string);
            self.fault_at_key(&heading, FaultKind::NoScore { id });
            return None;
        };
        if file.number.is_some() {
            self.in_range(&at("number"), "number", number, 1, table.sides);
        }
        self.pattern(&at("needs"), &needs, table, number > 0);
        self.score(&at("score"), &score, number > 0, table, throws);
        if let Some(wild) = &file.wild {
            self.wild(&at("wild"), wild, &score, table);
        }
        let how = How {
            needs,
            wild: file.wild.clone(),
            score,
            plus: file.plus.unwrap_or(0),
            hand: file.hand.unwrap_or(Hand::Same),
        };
        self.points(&at("plus"), "plus", how.plus);
        match how.hand {
            Hand::Times(times) => {
                self.in_range(&at("hand"), "times", times, 1, 100);
            }
            Hand::Points(points) | Hand::Plus(points) => self.points(&at("hand"), "points", points),
            Hand::Same => {}
        }
        if let Some(points) = file.joker {
            self.points(&at("joker"), "joker", points);
        }
        let fill = file.fill.unwrap_or(1);
        self.in_range(&at("fill"), "fill", fill, 1, MOST_FILLS);
        if self.faults.len() > before {
            return None;
        }
        // A joker exists only once its own box is full, so it never fills that box.
        let own = self.file.joker.as_ref().is_some_and(|joker| joker.slot == draft.id);
        let joker = file.joker.filter(|_| !own);
        let mut slot =
            tables(Slot { joker, ..draft_slot(draft, how, number, fill) }, space, &self.faces.colours);
        let beyond = slot.possible_scores().find(|points| points.abs() > MOST_POINTS);
        if let Some(points) = beyond {
            self.points(&at("score"), "score", points);
        }
        if slot.all_scores().all(Option::is_none) {
            self.fault_at_key(&draft.at, FaultKind::NeverScores { id: draft.id.clone() });
        }
        for (at, example) in &draft.examples {
            self.slot_example(&mut slot, at, example, space, throws);
        }
        Some(slot)
    }

    fn slot_example(
        &mut self,
        slot: &mut Slot,
        at: &Place,
        example: &ExampleFile,
        space: &Space,
        throws: u8,
    ) {
        let table = Table { dice: space.dice() as u8, sides: space.sides() };
        let below = |key: &str| at.below(key);
        if example.dice.len() != space.dice() {
            let kind = FaultKind::ExampleDice { dice: example.dice.len(), needs: space.dice() };
            return self.fault(&below("dice"), kind);
        }
        if !self.applies(&example.house) {
            return;
        }
        let Some(kept) = self.example(at, example, table, throws) else { return };
        let gives = slot.value(space.index(kept.dice), kept.throw);
        if gives == kept.score {
            slot.examples.push(kept);
        } else {
            let kind =
                FaultKind::ExampleFails { says: example.score.to_string(), gives: format_score(gives) };
            self.fault(&below("score"), kind);
        }
    }

    /// Checks that the game's dice can show the pattern.
    pub(crate) fn pattern(&mut self, at: &Place, pattern: &Pattern, table: Table, numbered: bool) {
        let parts = pattern.parts();
        if parts > MOST_PARTS {
            return self.fault(at, FaultKind::TooManyParts { is: parts, most: MOST_PARTS });
        }
        let needs = pattern.fewest_dice();
        if needs > usize::from(table.dice) {
            return self.fault(at, FaultKind::TooManyDice { needs, dice: table.dice.into() });
        }
        match pattern {
            Pattern::Alike(k)
            | Pattern::Exactly(k)
            | Pattern::Run(k)
            | Pattern::Different(k)
            | Pattern::Matching(k) => {
                self.in_range(at, "needs", *k, 1, table.dice);
            }
            Pattern::Flush(k) => {
                self.in_range(at, "needs", *k, 1, table.dice);
                self.needs_colours(at, "flush");
            }
            Pattern::OneColour(inner) => {
                self.needs_colours(at, "one-colour");
                self.pattern(&at.below("one-colour"), inner, table, numbered);
            }
            Pattern::Sets(sizes) | Pattern::DifferentSets(sizes) => {
                for &size in sizes {
                    self.in_range(at, "needs", size, 1, table.dice);
                }
                self.not_empty(at, sizes.len());
            }
            Pattern::Shows(faces) => {
                for &face in faces {
                    self.in_range(at, "face", face, 1, table.sides);
                }
                self.not_empty(at, faces.len());
            }
            Pattern::AnyOf(patterns) | Pattern::AllOf(patterns) => {
                self.not_empty(at, patterns.len());
                let word = if matches!(pattern, Pattern::AnyOf(_)) { "any-of" } else { "all-of" };
                for (i, inner) in patterns.iter().enumerate() {
                    let at = at.below(word).below(i);
                    self.pattern(&at, inner, table, numbered);
                }
            }
            Pattern::Anything | Pattern::Sum(_) => {}
        }
        if matches!(pattern, Pattern::Matching(_)) && !numbered {
            self.fault(at, FaultKind::NoNumber { word: "matching".to_owned() });
        }
    }

    pub(crate) fn not_empty(&mut self, at: &Place, is: usize) {
        if is == 0 {
            self.fault(at, FaultKind::EmptyList);
        }
    }

    pub(crate) fn points(&mut self, at: &Place, what: &str, points: i32) {
        self.in_range(at, what, points, -MOST_POINTS, MOST_POINTS);
    }

    fn score(&mut self, at: &Place, score: &Score, numbered: bool, table: Table, throws: u8) {
        let (word, needs_number) = match score {
            Score::Combination | Score::AllDice => ("", false),
            Score::Points(points) => {
                self.points(at, "points", *points);
                ("", false)
            }
            Score::Matching => ("matching", true),
            Score::EachMiss(amount) => {
                self.points(at, "each-miss", amount.of(1));
                ("each-miss", true)
            }
            Score::ByCount(counts) => {
                for (&count, amount) in counts {
                    self.in_range(at, "by-count", count, 0, table.dice);
                    self.points(at, "by-count", amount.of(1));
                }
                ("by-count", true)
            }
            Score::ByThrow(points) => {
                points.iter().for_each(|&points| self.points(at, "by-throw", points));
                let (is, should) = (points.len(), usize::from(throws));
                if is != should {
                    self.fault(at, FaultKind::ListLength { is, should });
                }
                ("", false)
            }
            Score::Beats(hands) => {
                self.not_empty(at, hands.len());
                for (i, hand) in hands.iter().enumerate() {
                    self.pattern(&at.below("beats").below(i), hand, table, numbered);
                }
                ("", false)
            }
        };
        if needs_number && !numbered {
            self.fault(at, FaultKind::NoNumber { word: word.to_owned() });
        }
    }

    fn wild(&mut self, at: &Place, wild: &WildFile, score: &Score, table: Table) {
        for &face in wild.stands_for.iter().chain([&wild.number]) {
            self.in_range(at, "face", face, 1, table.sides);
        }
        if *score == Score::Combination {
            self.fault(at, FaultKind::WildCombination);
        }
        let faces: std::collections::BTreeSet<&u8> = wild.stands_for.iter().collect();
        if faces.len() < wild.stands_for.len() || wild.stands_for.is_empty() {
            let kind = FaultKind::ListLength { is: wild.stands_for.len(), should: faces.len().max(1) };
            return self.fault(at, kind);
        }
        // An upper bound on the readings of the dice, for all throws together.
        let readings = Space::size(table.dice.into(), wild.stands_for.len() as u8 + 1);
        let cells = readings.saturating_mul(Space::size(table.dice.into(), table.sides));
        if cells > MOST_CELLS {
            self.fault(at, FaultKind::TablesTooLarge { cells, most: MOST_CELLS });
        }
    }
}

fn draft_slot(draft: &Draft, how: How, number: u8, fill: u8) -> Slot {
    let file = &draft.file;
    Slot {
        id: draft.id.clone(),
        name: draft.name.clone(),
        row: draft.name.clone(),
        about: file.about.clone().unwrap_or_default(),
        group: draft.group,
        column: None,
        after: None,
        announced: false,
        times: 1,
        number,
        fill,
        unfit: file.unfit.unwrap_or(Unfit::Refused),
        cross: file.cross.unwrap_or(Cross::Never),
        joker: None,
        how,
        zero: file.zero.clone(),
        last_resort: None,
        examples: Vec::new(),
        by_throw: Vec::new(),
        combination: Vec::new(),
        possible: std::collections::BTreeSet::new(),
    }
}

fn tables(mut slot: Slot, space: &Space, colours: &[Colour]) -> Slot {
    let (needs, wild) = (slot.how.needs.clone(), slot.how.wild.clone());
    let beaten = match &slot.how.score {
        Score::Beats(hands) => count_beaten(hands, space, slot.number, colours),
        _ => Vec::new(),
    };
    // Unless the score depends on the throw, only the first throw differs from the others.
    let throws = if let Score::ByThrow(points) = &slot.how.score { points.len() } else { 2 };
    let mut by_throw = vec![Vec::new(); throws];
    for &dice in space.all() {
        let combination = match &wild {
            None => needs.best(dice, slot.number, colours),
            Some(wild) => readings(dice, wild)
                .iter()
                .any(|&read| needs.best(read, slot.number, colours).is_some())
                .then_some(dice),
        };
        let points = |c, throw| match beaten.get(space.index(dice)) {
            Some(beaten) => Some(*beaten),
            None => slot.how.points(c, dice, slot.number, throw),
        };
        slot.combination.push(combination);
        for (throw, scores) in (1..).zip(&mut by_throw) {
            let fits = combination.and_then(|c| points(c, throw)).map(|points| points + slot.how.plus);
            scores.push(if throw == 1 { fits.map(|points| slot.how.with_hand(points)) } else { fits });
        }
    }
    slot.by_throw = by_throw;
    slot.possible = slot.all_scores().filter_map(|points| *points).collect();
    if slot.unfit == Unfit::Zero {
        slot.possible.insert(0);
    }
    slot.possible.extend(slot.joker);
    slot
}

/// For each throw, the number of other throws that it beats. Throws compare by the highest hand that they show,
/// then by their faces, most frequent first.
fn count_beaten(hands: &[Pattern], space: &Space, number: u8, colours: &[Colour]) -> Vec<i32> {
    let rank = |dice: Dice| {
        let shown = hands.iter().rposition(|hand| hand.best(dice, number, colours).is_some());
        let hand = shown.map_or(0, |hand| hand + 1);
        let mut faces: Vec<u8> = dice.faces().collect();
        faces.sort_by_key(|&face| std::cmp::Reverse((dice.count(face), face)));
        (hand, faces)
    };
    let ranks: Vec<_> = space.all().iter().map(|&dice| rank(dice)).collect();
    let mut sorted: Vec<_> = ranks.iter().collect();
    sorted.sort();
    ranks.iter().map(|rank| sorted.partition_point(|other| *other < rank) as i32).collect()
}

/// Every reading of the dice when one number may stand for others.
fn readings(dice: Dice, wild: &WildFile) -> Vec<Dice> {
    let mut rest = Dice::NONE;
    for face in dice.faces().filter(|&face| face != wild.number) {
        rest = rest.with(face);
    }
    let mut found = vec![rest];
    for _ in 0..dice.count(wild.number) {
        found = found
            .iter()
            .flat_map(|read| wild.stands_for.iter().chain([&wild.number]).map(|&face| read.with(face)))
            .collect();
        found.sort_unstable();
        found.dedup();
    }
    found
}

impl How {
    /// The points before anything is added, or `None` if the dice do not fit after all.
    fn points(&self, combination: Dice, dice: Dice, number: u8, throw: usize) -> Option<i32> {
        let count = dice.count(number);
        Some(match &self.score {
            Score::Combination => combination.sum(),
            Score::AllDice => dice.sum(),
            Score::Matching => count as i32 * i32::from(number),
            Score::Points(points) => *points,
            Score::EachMiss(amount) => (dice.len() - count) as i32 * amount.of(number),
            Score::ByCount(counts) => counts.get(&(count as u8))?.of(number),
            Score::ByThrow(points) => *points.get(throw - 1)?,
            // Depends on all throws together, not on these dice alone: see `count_beaten`.
            Score::Beats(_) => return None,
        })
    }

    fn with_hand(&self, points: i32) -> i32 {
        match self.hand {
            Hand::Same => points,
            Hand::Times(times) => points * times,
            Hand::Points(points) => points,
            Hand::Plus(more) => points + more,
        }
    }
}
