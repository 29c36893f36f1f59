//! A score sheet, explained.

use kosti_rules::file::{Amount, ColumnOrder, Cross, Hand, Lot, Unfit};
use kosti_rules::{Award, BonusStep, Column, Group, GroupMark, SheetExample, SheetRules, Slot};

use super::{ExplainedExample, Section};
use crate::words::Words;

/// A box of the sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExplainedSlot {
    /// Its id.
    pub id: String,
    /// Its name on the sheet.
    pub name: String,
    /// The box in one line, from the rules file.
    pub about: Option<String>,
    /// Its pattern and score, how often it is filled and when it can be crossed out, from the compiled rules.
    pub rule: String,
    /// What the line from the rules file need not say: more from the hand, how often it is filled, when it can be
    /// crossed out.
    pub notes: Vec<String>,
    /// Worked examples.
    pub examples: Vec<ExplainedExample>,
}

/// An award of points at the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExplainedAward {
    /// Its name.
    pub name: String,
    /// Its points: `+3`, or the steps of the total.
    pub worth: String,
}

/// A worked example of a whole sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExplainedSheet {
    /// The filled boxes, then the points of jokers if there are any.
    pub lines: Vec<SheetLine>,
    /// The sums, each with its name.
    pub sums: Vec<(String, i32)>,
    /// The sentence of the rules that it illustrates.
    pub clause: Option<String>,
}

/// A line of a filled sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetLine {
    /// The name of the box.
    pub name: String,
    /// The entries.
    pub entries: Vec<String>,
}

impl Words {
    /// Explains a box.
    ///
    /// ```
    /// use kosti_rules::{House, RulesFile};
    /// use kosti_text::{Language, Words};
    /// let text = "name = 'Any'\ndice = 2\nthrows = 1\n[box.any]\nname = 'Any dice'\nscore = 'all-dice'";
    /// let rules = RulesFile::read("any", text).rules(&House::default()).unwrap();
    /// let slot = Words::new(Language::ENGLISH).explain_slot(rules.sheet().unwrap(), 0);
    /// assert_eq!(slot.name, "Any dice");
    /// assert_eq!(slot.rule, "any dice: the sum of all dice. Never crossed out.");
    /// ```
    #[must_use]
    pub fn explain_slot(&self, rules: &SheetRules, slot: usize) -> ExplainedSlot {
        let slot = &rules.slots[slot];
        ExplainedSlot {
            id: slot.id.clone(),
            name: slot.row.get(self.language()).to_owned(),
            about: self.non_empty(&slot.about),
            rule: [
                vec![format!("{}.", self.describe_box_rule(slot, &rules.faces))],
                self.filling_notes(slot),
            ]
            .concat()
            .join(" "),
            notes: self.hand_note(slot).into_iter().chain(self.filling_notes(slot)).collect(),
            examples: slot
                .examples
                .iter()
                .map(|example| self.explain_example(example, &rules.faces))
                .collect(),
        }
    }

    /// The change of points from the hand, unless the line of the rules file tells it.
    fn hand_note(&self, slot: &Slot) -> Option<String> {
        let about = slot.about.get(self.language());
        let note = match slot.how.hand {
            Hand::Same => None,
            Hand::Times(times) => Some(self.say("rules-hand-times", &[("times", times.into())])),
            Hand::Points(points) => Some(self.say("rules-hand-points", &[("points", points.into())])),
            Hand::Plus(points) => Some(self.say("rules-hand-plus", &[("points", points.into())])),
        };
        let thrown = slot.examples.iter().filter(|example| example.throw == 1);
        let mut points = thrown.filter_map(|example| example.score).map(|score| score.to_string());
        let is_in_about =
            about.contains(&self.say("rules-from-hand", &[])) || points.any(|score| about.contains(&score));
        note.filter(|_| !is_in_about)
    }

    /// How often a box is filled, when it is crossed out, and what a joker gives.
    fn filling_notes(&self, slot: &Slot) -> Vec<String> {
        let mut rule = Vec::new();
        rule.extend(self.fill_note(slot));
        let giving_up = match (slot.cross, slot.unfit) {
            (Cross::LastThrow, _) => Some("rules-cross-last-throw"),
            (Cross::AnyThrow, _) => Some("rules-cross-any-throw"),
            (Cross::Never, Unfit::Zero) if slot.fits_all() => None,
            (Cross::Never, Unfit::Zero) => Some("rules-unfit-zero"),
            (Cross::Never, Unfit::Refused) => Some("rules-cross-never"),
        };
        rule.extend(giving_up.map(|id| self.say(id, &[])));
        rule.extend(self.joker_note(slot));
        rule
    }

    /// How often a box is filled, if several times.
    pub(super) fn fill_note(&self, slot: &Slot) -> Option<String> {
        (slot.fill > 1).then(|| self.say("rules-fill", &[("fill", slot.fill.into())]))
    }

    /// What a joker gives in a box, if not the points of its dice.
    pub(super) fn joker_note(&self, slot: &Slot) -> Option<String> {
        slot.joker.map(|points| self.say("rules-joker-gives", &[("points", points.into())]))
    }

    /// The boxes in sheet order, under the names of their groups. With several columns, the boxes of one
    /// column.
    pub(super) fn slot_sections(&self, rules: &SheetRules) -> Vec<Section<ExplainedSlot>> {
        let sections = self.slot_chunks(rules).into_iter().map(|slots| {
            let first = &rules.slots[slots[0]];
            Section {
                heading: self.chunk_heading(rules, first),
                about: first.group.and_then(|group| self.non_empty(&rules.groups[group].about)),
                items: slots.into_iter().map(|slot| self.explain_slot(rules, slot)).collect(),
            }
        });
        sections.collect()
    }

    /// The boxes of one column, in sheet order: neighbours of one group together.
    pub(super) fn slot_chunks(&self, rules: &SheetRules) -> Vec<Vec<usize>> {
        let [of_column, _] = rules.in_column();
        let group = |slot: &usize| rules.slots[*slot].group;
        let slots: Vec<usize> = (0..of_column).collect();
        slots.chunk_by(|one, next| group(one) == group(next)).map(<[usize]>::to_vec).collect()
    }

    /// The heading of boxes of one group, or of none.
    pub(super) fn chunk_heading(&self, rules: &SheetRules, slot: &Slot) -> String {
        let group = slot.group.map(|group| rules.groups[group].row.get(self.language()).to_owned());
        group.unwrap_or_else(|| self.say("rules-boxes", &[]))
    }

    /// Describes the rules for the whole sheet: lot, gate, columns, jokers, bonuses, instant wins.
    pub(super) fn sheet_facts(&self, rules: &SheetRules) -> Vec<String> {
        let mut facts = self.whole_sheet_facts(rules);
        for win in &rules.instant_wins {
            let name = win.name.get(self.language());
            facts.push(match self.non_empty(&win.about) {
                None => self.say("why-wins", &[("win", name.into())]),
                Some(about) => format!("{name}: {about}"),
            });
        }
        facts
    }

    /// The same without the instant wins.
    pub(super) fn whole_sheet_facts(&self, rules: &SheetRules) -> Vec<String> {
        let mut facts = Vec::new();
        match rules.lot {
            Some(Lot::LowestSum) => facts.push(self.say("rules-lot-lowest", &[])),
            Some(Lot::HighestSum) => facts.push(self.say("rules-lot-highest", &[])),
            None => {}
        }
        if let Some(gate) = &rules.gate {
            let group = rules.groups[gate.of].name.get(self.language());
            facts.push(self.say("rules-gate", &[("count", gate.scored.into()), ("group", group.into())]));
        }
        if let Some(least) = rules.set_aside {
            facts.push(self.say("rules-set-aside", &[("least", least.into())]));
        }
        if !rules.keeps.is_empty() {
            let keeps = rules.keeps.iter().map(|&keep| self.write_dice(&rules.faces, keep));
            let keeps = keeps.collect::<Vec<_>>().join("; ");
            facts.push(self.say("rules-keeps", &[("keeps", keeps.into())]));
        }
        facts.extend(self.joker_facts(rules));
        facts.extend(self.column_facts(rules));
        let [_, of_column] = rules.in_column();
        facts.extend(rules.groups[..of_column].iter().flat_map(|group| self.group_facts(rules, group)));
        facts
    }

    fn column_facts(&self, rules: &SheetRules) -> Vec<String> {
        if rules.columns.is_empty() {
            return Vec::new();
        }
        let order = |column: &Column| match column.order {
            ColumnOrder::Free => "rules-column-free",
            ColumnOrder::Down => "rules-column-down",
            ColumnOrder::Up => "rules-column-up",
            ColumnOrder::Announced => "rules-column-announced",
        };
        let describe = |column: &Column| {
            let name = ("column", column.name.get(self.language()).into());
            let times = (column.times > 1)
                .then(|| self.say("rules-column-times", &[name.clone(), ("times", column.times.into())]));
            [self.say(order(column), std::slice::from_ref(&name))].into_iter().chain(times)
        };
        let all = self.say("rules-columns", &[("count", rules.columns.len().into())]);
        [all].into_iter().chain(rules.columns.iter().flat_map(describe)).collect()
    }

    fn joker_facts(&self, rules: &SheetRules) -> Vec<String> {
        let Some(joker) = &rules.joker else { return Vec::new() };
        let language = self.language();
        let slot = rules.slots[joker.slot].name.get(language);
        let once = if joker.if_scored { "rules-joker-scored" } else { "rules-joker" };
        let mut facts = vec![self.say(once, &[("box", slot.into())])];
        if let Some(points) = joker.bonus {
            let name = joker.name.get(language);
            let args = [("name", name.into()), ("points", points.into()), ("box", slot.into())];
            facts.push(self.say("rules-joker-bonus", &args));
        }
        if let Some(group) = joker.first {
            let group = rules.groups[group].name.get(language);
            facts.push(self.say("rules-joker-first", &[("group", group.into())]));
        }
        facts
    }

    /// Describes the bonus or penalty of a group and its last resort.
    fn group_facts(&self, rules: &SheetRules, group: &Group) -> Vec<String> {
        let name = || ("group", group.row.get(self.language()).into());
        let named = |slot: usize| rules.slots[slot].row.get(self.language());
        let difference = group.difference.map(|it| {
            let boxes = [("of", it.of), ("less", it.less), ("times", it.times)];
            let boxes = boxes.map(|(key, slot)| (key, named(slot).into()));
            self.say("rules-difference", &[vec![name()], boxes.into()].concat())
        });
        let mark =
            group.mark.as_ref().map(|mark| match mark {
                GroupMark::Bonus { steps, .. } => match steps[..] {
                    [BonusStep { at_least, points }] => self
                        .say("rules-bonus", &[name(), ("sum", at_least.into()), ("points", points.into())]),
                    _ => {
                        let steps = steps.iter().map(|step| format!("{} → {:+}", step.at_least, step.points));
                        let steps = steps.collect::<Vec<_>>().join(", ");
                        self.say("rules-bonus-steps", &[name(), ("steps", steps.into())])
                    }
                },
                GroupMark::Penalty { below, points } => self
                    .say("rules-penalty", &[name(), ("sum", (*below).into()), ("points", (*points).into())]),
            });
        let last_resort = group.last_resort.map(|amount| {
            let amount = match amount {
                Amount::Fixed(points) => points.to_string(),
                Amount::Number => "number".to_owned(),
                Amount::MinusNumber => "minus".to_owned(),
            };
            self.say("rules-last-resort", &[name(), ("amount", amount.into())])
        });
        mark.into_iter().chain(last_resort).chain(difference).collect()
    }

    pub(super) fn awards(&self, rules: &SheetRules) -> Option<Section<ExplainedAward>> {
        let awards = rules.awards.iter().map(|award| ExplainedAward {
            name: award.name.get(self.language()).to_owned(),
            worth: self.award_worth(&award.award),
        });
        self.section("rules-points", awards.collect())
    }

    pub(super) fn award_worth(&self, award: &Award) -> String {
        match award {
            Award::SumOf { give, .. } | Award::NeverCrossed { give, .. } | Award::EachScored { give, .. } => {
                format!("{give:+}")
            }
            Award::Total { steps } => {
                let step = |(from, give): &(i32, i32)| {
                    self.say("rules-step", &[("from", (*from).into()), ("give", format!("{give:+}").into())])
                };
                steps.iter().map(step).collect::<Vec<_>>().join(", ")
            }
        }
    }

    pub(super) fn sheet_examples(&self, rules: &SheetRules) -> Option<Section<ExplainedSheet>> {
        let examples = rules.examples.iter().map(|example| self.sheet_example(rules, example));
        self.section("rules-examples", examples.collect())
    }

    fn sheet_example(&self, rules: &SheetRules, example: &SheetExample) -> ExplainedSheet {
        let language = self.language();
        let filled = (0..rules.slots.len()).filter(|&slot| example.sheet.filled(slot) > 0);
        let boxes = filled.map(|slot| SheetLine {
            name: rules.slots[slot].name.get(language).to_owned(),
            entries: example.sheet.entries(slot).iter().map(ToString::to_string).collect(),
        });
        let joker = rules.joker.iter().filter(|_| example.sheet.joker() != 0).map(|joker| SheetLine {
            name: joker.name.get(language).to_owned(),
            entries: vec![example.sheet.joker().to_string()],
        });
        let sums = [("table-total", example.total), ("table-points", example.points)];
        ExplainedSheet {
            lines: boxes.chain(joker).collect(),
            sums: sums.iter().filter_map(|(id, sum)| sum.map(|sum| (self.say(id, &[]), sum))).collect(),
            clause: example.clause.clone(),
        }
    }
}
