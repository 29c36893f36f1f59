//! Compiles a race: combinations, selections, barrels.

use std::collections::HashMap;

use indexmap::IndexMap;
use kosti_dice::{Dice, Space};

use super::{Compiler, Table, format_score};
use crate::fault::{FaultKind, place};
use crate::file::{Colour, CombinationFile, Numbers, RaceFile};
use crate::limits::{MOST_CELLS, MOST_PARTS, MOST_POINTS};
use crate::race::{Barrel, Combination, Double, Loss, RaceRules, Selection, ThrowTable};
use crate::text::Text;

/// The number of table entries of a race: throws times selections.
pub(crate) fn race_cells(dice: usize, sides: u8) -> usize {
    (0..=dice).map(|n| Space::size(n, sides) << n).sum()
}

impl Compiler<'_> {
    pub(crate) fn race(&mut self, race: &RaceFile, table: Table) -> Option<RaceRules> {
        self.no_sheet_keys();
        let dice = usize::from(table.dice);
        let cells = race_cells(dice, table.sides);
        if cells > MOST_CELLS * 4 {
            self.fault(&place!["dice"], FaultKind::TablesTooLarge { cells, most: MOST_CELLS * 4 });
            return None;
        }
        let target = race.target.unwrap_or_else(|| {
            self.fault_at_key(&place!["race"], FaultKind::Missing { key: "target".to_owned() });
            1
        });
        self.in_range(&place!["race", "target"], "target", target, 1, MOST_POINTS);
        let double = self.double(race, dice);
        let barrels = self.barrels(race, target);
        self.banking(race);
        if race.combination.len() > MOST_PARTS {
            let kind = FaultKind::TooManyParts { is: race.combination.len(), most: MOST_PARTS };
            self.fault_at_key(&place!["race", "combination"], kind);
            return None;
        }
        let sound = self.faults.len();
        let losses = self.losses(race, table);
        let combinations: Vec<Combination> = race
            .combination
            .iter()
            .filter_map(|(id, combination)| self.combination(id, combination, &losses, table))
            .collect();
        if self.faults.len() > sound {
            return None;
        }
        let throws = self.throws(&combinations, &losses, table);
        if throws[dice].selections.iter().all(Vec::is_empty) {
            self.fault_at_key(&place!["race"], FaultKind::AlwaysBust { dice });
            return None;
        }
        let mut rules = RaceRules {
            target,
            hot_dice: race.hot_dice.unwrap_or(true),
            bank_at_least: race.bank_at_least.unwrap_or(0),
            open_at_least: race.open_at_least.unwrap_or(0),
            lost_turns: race.lost_turns,
            last_round: race.last_round,
            overshoot: race.overshoot,
            combinations,
            losses,
            double,
            barrels,
            examples: Vec::new(),
            throws,
            faces: self.faces.clone(),
        };
        self.race_examples(race, &mut rules, table);
        Some(rules)
    }

    fn no_sheet_keys(&mut self) {
        let file = self.file;
        let set = [
            ("throws", file.throws.is_some()),
            ("keeps", !file.keeps.is_empty()),
            ("set-aside", file.set_aside.is_some()),
            ("order", file.order.is_some()),
            ("each-box", file.each_box.is_some()),
            ("group", !file.group.is_empty()),
            ("box", !file.boxes.is_empty()),
            ("column", !file.column.is_empty()),
            ("gate", file.gate.is_some()),
            ("joker", file.joker.is_some()),
            ("instant-win", !file.instant_win.is_empty()),
            ("points", !file.points.is_empty()),
            ("sheet-example", !file.sheet_example.is_empty()),
        ];
        for (key, _) in set.into_iter().filter(|(_, is_set)| *is_set) {
            self.fault_at_key(&place![key], FaultKind::BothFamilies { key: key.to_owned() });
        }
    }

    fn combination(
        &mut self,
        id: &str,
        file: &CombinationFile,
        losses: &[Loss],
        table: Table,
    ) -> Option<Combination> {
        let sound = self.faults.len();
        self.pattern(&place!["race", "combination", id, "needs"], &file.needs, table, false);
        let at = place!["race", "combination", id, "points"];
        match &file.points {
            Numbers::One(points) => {
                self.in_range(&at, "points", *points, 1, MOST_POINTS);
            }
            Numbers::Combination => {}
            Numbers::Each(each) => {
                for &points in each {
                    self.in_range(&at, "points", points, 0, MOST_POINTS);
                }
                if each.len() != usize::from(table.sides) {
                    let kind = FaultKind::ListLength { is: each.len(), should: table.sides.into() };
                    self.fault(&at, kind);
                }
            }
        }
        if self.faults.len() > sound {
            return None;
        }
        let mut made_of = IndexMap::new();
        for dice in minimal_dice(&file.needs, table, &self.faces.colours) {
            let points = match &file.points {
                Numbers::One(points) => *points,
                Numbers::Combination => dice.sum(),
                Numbers::Each(each) if dice.count(dice.highest()) == dice.len() => {
                    each[usize::from(dice.highest()) - 1]
                }
                Numbers::Each(_) => {
                    let kind = FaultKind::PointsPerNumber { id: id.to_owned() };
                    self.fault(&place!["race", "combination", id, "points"], kind);
                    return None;
                }
            };
            // Dice that lose never score.
            if points > 0 && losses.iter().all(|loss| loss.needs.best(dice, 0, &self.faces.colours).is_none())
            {
                made_of.insert(dice, points);
            }
        }
        if made_of.is_empty() {
            let kind = FaultKind::NoCombination { id: id.to_owned() };
            self.fault_at_key(&place!["race", "combination", id], kind);
        }
        let name = if file.name.is_empty() { Text::plain(id) } else { file.name.clone() };
        let (needs, points) = (file.needs.clone(), file.points.clone());
        Some(Combination { id: id.to_owned(), name, needs, points, made_of })
    }

    fn double(&mut self, race: &RaceFile, dice: usize) -> Option<Double> {
        let double = race.double.as_ref()?;
        let at = place!["race", "double", "aside"];
        self.in_range(&at, "aside", i64::from(double.aside), 0, dice as i64 - 2);
        Some(Double { aside: double.aside, blank: double.blank, about: double.about.clone() })
    }

    /// The losses, the dearest first.
    fn losses(&mut self, race: &RaceFile, table: Table) -> Vec<Loss> {
        let mut losses = Vec::new();
        for (id, file) in &race.loss {
            self.pattern(&place!["race", "loss", id, "needs"], &file.needs, table, false);
            losses.push(Loss { id: id.clone(), needs: file.needs.clone(), costs: file.costs });
        }
        losses.sort_by_key(|loss| std::cmp::Reverse(loss.costs));
        losses
    }

    /// For every throw of 0 to all dice, what it allows.
    fn throws(&self, combinations: &[Combination], losses: &[Loss], table: Table) -> Vec<ThrowTable> {
        let colours = &self.faces.colours;
        let lost = |dice: Dice| losses.iter().position(|loss| loss.needs.best(dice, 0, colours).is_some());
        let tables = selections(combinations, table).into_iter().map(|(space, mut selections)| {
            let lost: Vec<Option<usize>> = space.all().iter().map(|&dice| lost(dice)).collect();
            for (selections, _) in selections.iter_mut().zip(&lost).filter(|(_, lost)| lost.is_some()) {
                selections.clear();
            }
            ThrowTable { space, selections, lost }
        });
        tables.collect()
    }

    fn barrels(&mut self, race: &RaceFile, target: i32) -> Vec<Barrel> {
        let mut barrels: Vec<Barrel> = Vec::new();
        for (id, file) in &race.barrel {
            if file.from >= file.exit {
                let kind = FaultKind::BarrelEmpty { from: file.from.into(), exit: file.exit.into() };
                self.fault(&place!["race", "barrel", id, "exit"], kind);
            }
            if let Some(before) = barrels.last().filter(|before| file.from < before.exit) {
                let kind = FaultKind::BarrelOverlap { from: file.from.into(), before: before.exit.into() };
                self.fault(&place!["race", "barrel", id, "from"], kind);
            }
            self.in_range(&place!["race", "barrel", id, "from"], "from", file.from, 1, MOST_POINTS);
            if file.exit > target {
                let kind = FaultKind::BarrelPastTarget { exit: file.exit.into(), target: target.into() };
                self.fault(&place!["race", "barrel", id, "exit"], kind);
            }
            self.in_range(&place!["race", "barrel", id, "turns"], "turns", file.turns, 1, 100);
            barrels.push(Barrel { from: file.from, exit: file.exit, turns: file.turns });
        }
        barrels
    }

    /// Compiles the minimum to bank and the cost of lost turns.
    fn banking(&mut self, race: &RaceFile) {
        for (key, points) in [("bank-at-least", race.bank_at_least), ("open-at-least", race.open_at_least)] {
            if let Some(points) = points {
                self.in_range(&place!["race", key], key, points, 1, MOST_POINTS);
            }
        }
        let overshoot = ("overshoot", race.overshoot.is_some());
        let last_round = ("last-round", race.last_round.is_some());
        let barrel = ("barrel", !race.barrel.is_empty());
        for ((key, is), (other, there)) in
            [(overshoot, last_round), (overshoot, barrel), (last_round, barrel)]
        {
            if is && there {
                let kind = FaultKind::NotTogether { key: key.to_owned(), other: other.to_owned() };
                self.fault_at_key(&place!["race", key], kind);
            }
        }
        let Some(lost) = race.lost_turns else { return };
        self.in_range(&place!["race", "lost-turns", "row"], "row", lost.row, 1, 100);
        self.in_range(&place!["race", "lost-turns", "points"], "points", lost.points, 1, MOST_POINTS);
        if !race.barrel.is_empty() {
            self.fault_at_key(&place!["race", "lost-turns"], FaultKind::LostTurnsAndBarrels);
        }
    }

    fn race_examples(&mut self, race: &RaceFile, rules: &mut RaceRules, table: Table) {
        for (i, example) in race.example.iter().enumerate() {
            let at = place!["race", "example", i];
            if example.dice.is_empty() || example.dice.len() > usize::from(table.dice) {
                let kind = FaultKind::ExampleDice { dice: example.dice.len(), needs: table.dice.into() };
                self.fault(&place!["race", "example", i, "dice"], kind);
                continue;
            }
            if !self.applies(&example.house) {
                continue;
            }
            let Some(mut kept) = self.example(&at, example, table, 1) else { continue };
            // In a race the number of the throw does not matter.
            kept.throw = 0;
            let gives = rules.selections(kept.dice).iter().find(|s| s.take == kept.dice).map(|s| s.points);
            if gives == kept.score {
                rules.examples.push(kept);
            } else {
                let kind =
                    FaultKind::ExampleFails { says: example.score.to_string(), gives: format_score(gives) };
                self.fault(&place!["race", "example", i, "score"], kind);
            }
        }
    }
}

/// The multisets that show the pattern and have no spare die.
fn minimal_dice(needs: &crate::pattern::Pattern, table: Table, colours: &[Colour]) -> Vec<Dice> {
    let shows = |dice: Dice| needs.best(dice, 0, colours).is_some();
    let least = needs.fewest_dice().max(1);
    (least..=usize::from(table.dice))
        .flat_map(|n| Space::new(n, table.sides).all().to_vec())
        .filter(|&dice| shows(dice))
        .filter(|&dice| {
            let mut fewer = dice.faces().filter_map(|face| dice.minus(Dice::NONE.with(face)));
            !fewer.any(|rest| !rest.is_empty() && shows(rest))
        })
        .collect()
}

/// For every throw of 0 to all dice, the selections, best first.
fn selections(combinations: &[Combination], table: Table) -> Vec<(Space, Vec<Vec<Selection>>)> {
    let made_of: Vec<(Dice, i32)> =
        combinations.iter().flat_map(|c| c.made_of.iter().map(|(&dice, &points)| (dice, points))).collect();
    let spaces: Vec<Space> = (0..=usize::from(table.dice)).map(|n| Space::new(n, table.sides)).collect();
    // The best split of a selection is one combination plus the best split of the rest. Smaller selections come
    // first.
    let mut best_points: HashMap<Dice, i32> = HashMap::from([(Dice::NONE, 0)]);
    for &dice in spaces.iter().skip(1).flat_map(Space::all) {
        let split = |&(part, points): &(Dice, i32)| Some(best_points.get(&dice.minus(part)?)? + points);
        if let Some(best) = made_of.iter().filter_map(split).max() {
            best_points.insert(dice, best);
        }
    }
    let of_throw = |dice: &Dice| {
        let mut found: Vec<Selection> = dice
            .selections()
            .into_iter()
            .filter(|take| !take.is_empty())
            .filter_map(|take| best_points.get(&take).map(|&points| Selection { take, points }))
            .collect();
        found.sort_by_key(|selection| (std::cmp::Reverse(selection.points), selection.take));
        found
    };
    spaces
        .into_iter()
        .map(|space| {
            let lists = space.all().iter().map(of_throw).collect();
            (space, lists)
        })
        .collect()
}
