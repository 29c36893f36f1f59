//! Compiles a score-sheet game: its boxes, groups and gate.

use kosti_dice::{Dice, Space};

use super::slot::{Draft, fold};
use super::{Compiler, Table};
use crate::fault::{FaultKind, Place, Step, known, place};
use crate::file::{BonusFile, BoxFile, Cross, GroupFile, OneOrMany, Order, Unfit, WinThrow};
use crate::limits::{MOST_BOXES, MOST_CELLS, MOST_THROWS, MOST_THROWS_WITH_ASIDE};
use crate::rules::{BonusStep, Gate, Group, GroupMark, InstantWin, SheetExample, SheetRules, Slot};
use crate::text::Text;

impl Compiler<'_> {
    pub(crate) fn sheet(&mut self, table: Table) -> Option<SheetRules> {
        let file = self.file;
        if file.boxes.is_empty() && file.group.values().all(|group| group.per_number.is_empty()) {
            let kind = if file.throws.is_some() { FaultKind::NoBoxes } else { FaultKind::NoFamily };
            self.fault(&Place::default(), kind);
            return None;
        }
        let throws = file.throws.unwrap_or_else(|| {
            self.fault(&Place::default(), FaultKind::Missing { key: "throws".to_owned() });
            // The maximum, so that no example is reported for a throw that is too late.
            MOST_THROWS
        });
        self.in_range(&place!["throws"], "throws", throws, 1, MOST_THROWS);
        let drafts = self.drafts();
        let boxes = drafts.len() * file.column.len().max(1);
        let cells = boxes * Space::size(table.dice.into(), table.sides);
        if boxes > MOST_BOXES {
            self.fault(&Place::default(), FaultKind::TooManyBoxes { is: boxes, most: MOST_BOXES });
            return None;
        }
        if cells > MOST_CELLS {
            self.fault(&place!["dice"], FaultKind::TablesTooLarge { cells, most: MOST_CELLS });
            return None;
        }
        let space = Space::new(table.dice.into(), table.sides);
        let sound = self.faults.len();
        let slots: Vec<Slot> = drafts.iter().filter_map(|draft| self.slot(draft, &space, throws)).collect();
        let whole = self.faults.len() == sound;
        let mut rules = SheetRules {
            rounds: slots.iter().map(|slot| usize::from(slot.fill)).sum(),
            space,
            throws,
            keeps: self.keeps(table),
            set_aside: file.set_aside.map(usize::from),
            slots,
            columns: Vec::new(),
            groups: Vec::new(),
            gate: None,
            joker: None,
            instant_wins: Vec::new(),
            awards: Vec::new(),
            lot: file.order.and_then(Order::lot),
            examples: Vec::new(),
            faces: self.faces.clone(),
        };
        self.groups(&mut rules);
        self.gate(&mut rules, whole);
        self.joker(&mut rules, whole);
        self.instant_wins(&mut rules, table);
        self.awards(&mut rules, whole);
        if whole {
            self.differences(&mut rules);
            self.columns_allow(&rules);
            self.set_aside_allows(&rules, table);
        }
        if self.faults.len() == sound {
            self.stuck(&rules);
            self.spread_columns(&mut rules);
            self.sheet_examples(&mut rules);
        }
        Some(rules)
    }

    /// The dice that can be kept.
    fn keeps(&mut self, table: Table) -> Vec<Dice> {
        let file = self.file;
        for (nth, keep) in file.keeps.iter().enumerate() {
            let at = place!["keeps", nth];
            self.in_range(&at, "face", keep.highest(), 1, table.sides);
            if keep.len() >= usize::from(table.dice) {
                // At least one more is thrown again.
                let kind = FaultKind::TooManyDice { needs: keep.len() + 1, dice: table.dice.into() };
                self.fault(&at, kind);
            }
        }
        file.keeps.clone()
    }

    /// Reports a wrong `set-aside`, and the parts of a file that it does not support.
    fn set_aside_allows(&mut self, rules: &SheetRules, table: Table) {
        let file = self.file;
        let Some(least) = file.set_aside else { return };
        self.in_range(&place!["set-aside"], "set-aside", least, 0, table.dice - 1);
        if !file.column.is_empty() {
            let (key, other) = ("set-aside".to_owned(), "column".to_owned());
            self.fault_at_key(&place!["set-aside"], FaultKind::NotTogether { key, other });
        }
        // The dice aside and the others are two multisets.
        let throws = Space::size(table.dice.into(), 2 * table.sides);
        let sizes = [(throws, MOST_THROWS_WITH_ASIDE), (throws * rules.slots.len(), MOST_CELLS)];
        if let Some(&(cells, most)) = sizes.iter().find(|(cells, most)| cells > most) {
            self.fault(&place!["set-aside"], FaultKind::TablesTooLarge { cells, most });
        }
        // Any throw may leave no dice to throw again, so that each box must take every throw then.
        let fillable =
            |slot: &Slot| slot.cross == Cross::AnyThrow || slot.unfit == Unfit::Zero || slot.fits_all();
        let hard = |slot: &&Slot| !fillable(slot);
        if let Some(hard) = rules.slots.iter().find(hard) {
            let at = self.place_of_slot(rules, hard);
            self.fault_at_key(&at, FaultKind::AsideHard { id: hard.id.clone() });
        }
    }

    /// The place of a box in the file, before columns are spread.
    pub(crate) fn place_of_slot(&self, rules: &SheetRules, slot: &Slot) -> Place {
        let group = slot.group.map(|group| &rules.groups[group].id);
        match group.filter(|_| !self.file.boxes.contains_key(&slot.id)) {
            Some(group) => place!["group", group],
            None => place!["box", &slot.id],
        }
    }

    /// The boxes in file order, each merged with the defaults of its group and of the game.
    fn drafts(&mut self) -> Vec<Draft> {
        let file = self.file;
        let nothing = BoxFile::default();
        let each = file.each_box.as_ref().unwrap_or(&nothing);
        self.layer_has_no_identity(&place!["each-box"], each);
        let mut drafts: Vec<Draft> = Vec::new();
        for (index, (group_id, group)) in file.group.iter().enumerate() {
            self.group_keys(group_id, group);
            let group_each = group.each_box.as_ref().unwrap_or(&nothing);
            for (i, id) in group.per_number.iter().enumerate() {
                let mut folded = fold(&[group_each, each]);
                folded.number = Some(group.from.unwrap_or(1).saturating_add(i as u8));
                drafts.push(Draft {
                    id: id.clone(),
                    at: place!["group", group_id, "per-number", i],
                    rules_at: place!["group", group_id, "each-box"],
                    name: names(group, id, i),
                    group: Some(index),
                    file: folded,
                    examples: Vec::new(),
                });
            }
        }
        for (id, slot) in &file.boxes {
            let group = slot.group.as_ref().and_then(|wanted| {
                let found = file.group.get_index_of(wanted);
                if found.is_none() {
                    let (near, known) = known(wanted, file.group.keys());
                    let kind = FaultKind::UnknownGroup { id: wanted.clone(), near, known };
                    self.fault(&place!["box", id, "group"], kind);
                }
                found
            });
            let group_each = group.and_then(|g| file.group[g].each_box.as_ref()).unwrap_or(&nothing);
            drafts.push(Draft {
                id: id.clone(),
                at: place!["box", id],
                rules_at: place!["box", id],
                name: slot.name.clone().unwrap_or_else(|| Text::plain(id)),
                group,
                file: fold(&[slot, group_each, each]),
                examples: with_places(&place!["box", id], &slot.example),
            });
        }
        self.hand_out_group_examples(&mut drafts);
        drafts.sort_by_key(|draft| self.place(draft));
        self.ids(&drafts);
        drafts
    }

    /// The sort key of a box: the position of its heading in the file, then its index in the group.
    fn place(&self, draft: &Draft) -> (usize, usize) {
        let heading = &draft.at[..2];
        let nth = draft.at.get(3).map_or(0, |step| match step {
            Step::Index(i) => *i,
            Step::Key(_) => 0,
        });
        (self.tree.key_span_of(heading).start, nth)
    }

    fn ids(&mut self, drafts: &[Draft]) {
        for (i, draft) in drafts.iter().enumerate() {
            self.id(&draft.at, &draft.id);
            if drafts[..i].iter().any(|other| other.id == draft.id) {
                self.fault_at_key(&draft.at, FaultKind::SameId { id: draft.id.clone() });
            }
        }
    }

    fn group_keys(&mut self, id: &str, group: &GroupFile) {
        for (language, names) in &group.names {
            if names.len() != group.per_number.len() {
                let kind = FaultKind::NamesDiffer { names: names.len(), boxes: group.per_number.len() };
                self.fault(&place!["group", id, "names", language], kind);
            }
        }
        if let Some(each) = &group.each_box {
            self.layer_has_no_identity(&place!["group", id, "each-box"], each);
        }
        if group.bonus.is_some() && group.penalty.is_some() {
            self.fault_at_key(&place!["group", id, "penalty"], FaultKind::BonusAndPenalty);
        }
    }

    /// Reports keys that identify one box in a section shared by several.
    fn layer_has_no_identity(&mut self, at: &Place, each: &BoxFile) {
        let set = [
            ("name", each.name.is_some()),
            ("group", each.group.is_some()),
            ("number", each.number.is_some()),
            ("example", !each.example.is_empty()),
        ];
        for (key, _) in set.iter().filter(|(_, is_set)| *is_set) {
            let at = at.below(*key);
            let expected: Vec<String> = [
                "about", "needs", "wild", "score", "plus", "hand", "unfit", "cross", "joker", "fill", "zero",
            ]
            .map(str::to_owned)
            .into();
            self.fault_at_key(&at, FaultKind::UnknownKey { key: (*key).to_owned(), expected, near: None });
        }
    }

    fn hand_out_group_examples(&mut self, drafts: &mut [Draft]) {
        let file = self.file;
        for (group_id, group) in &file.group {
            for (at, example) in with_places(&place!["group", group_id], &group.example) {
                let Some(wanted) = &example.slot else {
                    self.fault(&at, FaultKind::ExampleNoBox);
                    continue;
                };
                match drafts.iter_mut().find(|draft| draft.id == *wanted) {
                    Some(draft) => draft.examples.push((at, example)),
                    None => {
                        let (near, known) = known(wanted, drafts.iter().map(|draft| &draft.id));
                        let at = at.below("box");
                        self.fault(&at, FaultKind::UnknownBox { id: wanted.clone(), near, known });
                    }
                }
            }
        }
    }

    fn groups(&mut self, rules: &mut SheetRules) {
        for (index, (id, file)) in self.file.group.iter().enumerate() {
            let slots: Vec<usize> =
                (0..rules.slots.len()).filter(|&slot| rules.slots[slot].group == Some(index)).collect();
            let last_resort = file.last_resort.as_ref().map(|last| last.score);
            if let Some(amount) = last_resort {
                self.points(&place!["group", id, "last-resort", "score"], "score", amount.of(1));
            }
            for &slot in &slots {
                let slot = &mut rules.slots[slot];
                if last_resort.is_some_and(|amount| amount.needs_number() && slot.number == 0) {
                    let kind = FaultKind::NoNumber { word: "last-resort".to_owned() };
                    self.fault(&place!["group", id, "last-resort", "score"], kind);
                    break;
                }
                // If dice that do not fit score zero, the last resort never applies.
                let refused = slot.unfit == Unfit::Refused;
                slot.last_resort = last_resort.filter(|_| refused).map(|amount| amount.of(slot.number));
                slot.possible.extend(slot.last_resort);
            }
            // Must come after the last resorts: only now are all possible scores of the group known.
            let safe = slots.iter().all(|&s| rules.slots[s].possible_scores().next().is_none_or(|p| p >= 0));
            let mark = match (&file.bonus, &file.penalty) {
                (Some(bonus), _) => Some(GroupMark::Bonus {
                    steps: self.bonus_steps(&place!["group", id, "bonus"], bonus),
                    safe,
                }),
                (None, Some(penalty)) => {
                    self.points(&place!["group", id, "penalty", "points"], "points", penalty.points);
                    Some(GroupMark::Penalty { below: penalty.below, points: penalty.points })
                }
                (None, None) => None,
            };
            let (name, about) = (file.name.clone(), file.about.clone());
            let name = if name.is_empty() { Text::plain(id) } else { name };
            let (id, row) = (id.clone(), name.clone());
            rules.groups.push(Group { id, name, row, about, slots, difference: None, mark, last_resort });
        }
    }

    /// Compiles the steps of a bonus.
    fn bonus_steps(&mut self, at: &Place, bonus: &OneOrMany<BonusFile>) -> Vec<BonusStep> {
        let mut steps: Vec<BonusStep> = Vec::new();
        self.not_empty(at, bonus.all().len());
        for (i, &BonusFile { at_least, points }) in bonus.all().iter().enumerate() {
            let at = match bonus {
                OneOrMany::One(_) => at.clone(),
                OneOrMany::Many(_) => at.below(i),
            };
            self.points(&at.below("points"), "points", points);
            if let Some(before) = steps.last().filter(|before| before.at_least >= at_least) {
                let kind = FaultKind::StepsDescend { is: at_least.into(), before: before.at_least.into() };
                self.fault(&at.below("at-least"), kind);
            }
            steps.push(BonusStep { at_least, points });
        }
        steps
    }

    fn gate(&mut self, rules: &mut SheetRules, whole: bool) {
        let Some(gate) = &self.file.gate else { return };
        let of = self.group_named(rules, &gate.until.of, &place!["gate", "until", "of"]);
        let only = self.group_named(rules, &gate.only, &place!["gate", "only"]);
        let (Some(of), Some(only)) = (of, only) else { return };
        if of != only {
            let kind = FaultKind::GateOfOthers { of: gate.until.of.clone(), only: gate.only.clone() };
            return self.fault(&place!["gate", "only"], kind);
        }
        let scored = usize::from(gate.until.scored);
        self.in_range(&place!["gate", "until", "scored"], "scored", gate.until.scored, 1, u8::MAX);
        // Only boxes that cannot be crossed out are sure to be scored.
        let sure: usize = rules.groups[of]
            .slots
            .iter()
            .map(|&slot| &rules.slots[slot])
            .filter(|slot| slot.cross == Cross::Never)
            .map(|slot| usize::from(slot.fill))
            .sum();
        if whole && scored > sure {
            let kind = FaultKind::GateNeverOpens { needs: scored, boxes: sure };
            return self.fault(&place!["gate", "until", "scored"], kind);
        }
        let boxes = || rules.groups[only].slots.iter().map(|&slot| &rules.slots[slot]);
        // If no box of the gate can be crossed out, the number of filled boxes alone says whether the gate is
        // open.
        let crossed = boxes().find(|slot| slot.cross != Cross::Never);
        if let Some(crossed) = crossed.filter(|_| whole) {
            return self.fault(&place!["gate", "only"], FaultKind::GateCrossed { id: crossed.id.clone() });
        }
        let hard = boxes().find(|slot| !slot.always_fillable());
        if let Some(hard) = hard.filter(|_| whole) {
            return self.fault(&place!["gate", "only"], FaultKind::GateHard { id: hard.id.clone() });
        }
        rules.gate = Some(Gate { scored, of, only });
    }

    pub(crate) fn group_named(&mut self, rules: &SheetRules, id: &str, at: &Place) -> Option<usize> {
        let found = rules.group(id);
        if found.is_none() {
            let (near, known) = known(id, rules.groups.iter().map(|group| &group.id));
            self.fault(at, FaultKind::UnknownGroup { id: id.to_owned(), near, known });
        }
        found
    }

    fn instant_wins(&mut self, rules: &mut SheetRules, table: Table) {
        for (id, win) in &self.file.instant_win {
            self.pattern(&place!["instant-win", id, "needs"], &win.needs, table, false);
            rules.instant_wins.push(InstantWin {
                id: id.clone(),
                name: if win.name.is_empty() { Text::plain(id) } else { win.name.clone() },
                about: win.about.clone(),
                any_throw: win.throw == WinThrow::Any,
                needs: win.needs.clone(),
                dice: rules
                    .space
                    .all()
                    .iter()
                    .map(|&dice| win.needs.best(dice, 0, &self.faces.colours).is_some())
                    .collect(),
            });
        }
    }

    fn sheet_examples(&mut self, rules: &mut SheetRules) {
        for (i, example) in self.file.sheet_example.iter().enumerate() {
            if !self.applies(&example.house) {
                continue;
            }
            let sheet = match rules.read(&example.sheet) {
                Ok(sheet) => sheet,
                Err(why) => {
                    self.fault(&place!["sheet-example", i, "sheet"], FaultKind::ExampleSheet { why });
                    continue;
                }
            };
            let totals = rules.totals(&sheet);
            let claims =
                [("total", example.total, Some(totals.total)), ("points", example.points, totals.points)];
            for (key, says, gives) in claims {
                if let Some(says) = says.filter(|&says| Some(says) != gives) {
                    let kind =
                        FaultKind::ExampleFails { says: says.to_string(), gives: super::format_score(gives) };
                    self.fault(&place!["sheet-example", i, key], kind);
                }
            }
            let (total, points, clause) = (example.total, example.points, example.clause.clone());
            rules.examples.push(SheetExample { sheet, total, points, clause });
        }
    }
}

fn with_places<T: Clone>(at: &Place, examples: &[T]) -> Vec<(Place, T)> {
    let place = |i: usize| at.below("example").below(i);
    examples.iter().enumerate().map(|(i, example)| (place(i), example.clone())).collect()
}

/// The name of the i-th box of a group, in every language that has a list.
fn names(group: &GroupFile, id: &str, i: usize) -> Text {
    let by_language: Vec<(&str, &str)> = group
        .names
        .iter()
        .filter_map(|(language, names)| Some((language.as_str(), names.get(i)?.as_str())))
        .collect();
    if by_language.is_empty() { Text::plain(id) } else { by_language.into_iter().collect() }
}
