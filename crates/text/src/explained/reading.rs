//! The compiled rules read back: whole and short, and without anything that the author of a file says about them.
//! What was only meant is not there, so that its author misses it.

use kosti_rules::file::{Cross, Numbers, Unfit};
use kosti_rules::{Award, Combination, Faces, Family, House, NamedAward, RaceRules, Rules, RulesFile};
use kosti_rules::{SheetRules, Slot};

use super::Section;
use crate::words::Words;

impl Words {
    /// Reads compiled rules back, part by part, a sentence or two per line.
    ///
    /// ```
    /// use kosti_rules::{House, RulesFile};
    /// use kosti_text::{Language, Words};
    /// let text = "name = 'Any'\ndice = 2\nthrows = 1\n[box.any]\nname = 'Any dice'\nabout = 'Sixes'\nscore = 'all-dice'";
    /// let rules = RulesFile::read("any", text).rules(&House::default()).unwrap();
    /// let parts = Words::new(Language::ENGLISH).read_back(&rules);
    /// assert_eq!(parts[1].items, ["Any dice – any dice: the sum of all dice. Never crossed out."]);
    /// ```
    #[must_use]
    pub fn read_back(&self, rules: &Rules) -> Vec<Section<String>> {
        let head = [self.size(rules), self.describe_aim(rules)];
        let mut game: Vec<String> = head.into_iter().chain(self.read_facts(rules)).collect();
        let parts = match &rules.family {
            Family::Sheet(sheet) => {
                let all: Vec<&Slot> = sheet.slots.iter().collect();
                game.extend(common_notes(&all).map(|notes| self.read_common_notes(notes)));
                self.read_boxes(sheet).into_iter().chain(self.read_awards(sheet)).collect()
            }
            Family::Race(race) => vec![self.read_combinations(race)],
        };
        let heading = self.say("reading-game", &[]);
        [Section { heading, about: None, items: game }].into_iter().chain(parts).collect()
    }

    /// Reads back what each choice of the house rules changes, but for the standard ones; `None` without house rules.
    #[must_use]
    pub fn read_back_choices(&self, file: &RulesFile) -> Option<Section<String>> {
        let standard = file.rules(&House::default()).ok()?;
        let lines = |rules: &Rules| -> Vec<String> {
            self.read_back(rules).into_iter().flat_map(|part| part.items).collect()
        };
        let usual = lines(&standard);
        let mut items = Vec::new();
        for option in &standard.house {
            for (choice, _) in option.choices.iter().skip(1) {
                let house = House::from_iter([(option.id.clone(), choice.clone())]);
                let Ok(rules) = file.rules(&house) else { continue };
                let changed = self.read_change(&usual, &lines(&rules));
                items.push(format!("{}={choice}: {changed}", option.id));
            }
        }
        self.section("rules-house", items)
    }

    /// Reads back a change: the new lines, or those that are gone.
    fn read_change(&self, before: &[String], after: &[String]) -> String {
        let only = |these: &[String], others: &[String]| -> Vec<String> {
            these.iter().filter(|line| !others.contains(line)).cloned().collect()
        };
        match (only(after, before), only(before, after)) {
            (new, gone) if new.is_empty() && gone.is_empty() => self.say("reading-nothing", &[]),
            (new, gone) if new.is_empty() => self.say("reading-without", &[("lines", gone.join(" ").into())]),
            (new, _) => new.join(" "),
        }
    }

    /// Describes the rules for the whole game from the tables alone.
    #[must_use]
    pub fn read_facts(&self, rules: &Rules) -> Vec<String> {
        let facts = match &rules.family {
            Family::Sheet(sheet) => {
                let wins = sheet.instant_wins.iter().map(|win| {
                    let needs = self.describe_pattern(&win.needs, &sheet.faces);
                    let throw = if win.any_throw { "any" } else { "first" };
                    let name = win.name.get(self.language());
                    let args = [("win", name.into()), ("needs", needs.into()), ("throw", throw.into())];
                    self.say("reading-instant-win", &args)
                });
                self.whole_sheet_facts(sheet).into_iter().chain(wins).collect()
            }
            Family::Race(race) => self.race_facts(race, false),
        };
        [self.face_facts(rules.faces()), facts].concat()
    }

    /// What holds for several boxes alike, so that no line need repeat it.
    fn read_common_notes(&self, notes: [&str; 2]) -> String {
        let notes = notes.map(|id| self.say(id, &[])).join(" ");
        self.say("reading-each-box", &[("notes", notes.into())])
    }

    /// The boxes by group; neighbours with the same rule share a line.
    fn read_boxes(&self, rules: &SheetRules) -> Vec<Section<String>> {
        let of_all = common_notes(&rules.slots.iter().collect::<Vec<_>>());
        self.slot_chunks(rules)
            .into_iter()
            .map(|slots| {
                let slots: Vec<&Slot> = slots.into_iter().map(|slot| &rules.slots[slot]).collect();
                let of_part = common_notes(&slots).filter(|_| of_all.is_none());
                let common = of_all.or(of_part).is_some();
                let same = |one: &&Slot, next: &&Slot| {
                    self.read_slot(one, rules, true, common) == self.read_slot(next, rules, true, common)
                };
                let items = slots.chunk_by(same).map(|alike| {
                    let names: Vec<&str> = alike.iter().map(|slot| slot.row.get(self.language())).collect();
                    let rule = self.read_slot(alike[0], rules, alike.len() > 1, common);
                    format!("{} – {rule}", names.join(", "))
                });
                let items = items.chain(of_part.map(|notes| self.read_common_notes(notes))).collect();
                Section { heading: self.chunk_heading(rules, slots[0]), about: None, items }
            })
            .collect()
    }

    /// The rule of a box; of several boxes at once if they differ in nothing but their `own` numbers.
    fn read_slot(&self, slot: &Slot, rules: &SheetRules, own: bool, common: bool) -> String {
        let rule = format!("{}.", self.describe_rule(slot, &rules.faces, own));
        let unfit = slot_notes(slot).into_iter().skip(usize::from(slot.fits_all()));
        let unfit = unfit.filter(|_| !common).map(|id| self.say(id, &[]));
        let own = self.fill_note(slot).into_iter().chain(self.joker_note(slot));
        [rule].into_iter().chain(unfit).chain(own).collect::<Vec<_>>().join(" ")
    }

    /// The awards with their conditions.
    #[must_use]
    pub fn read_awards(&self, rules: &SheetRules) -> Option<Section<String>> {
        self.section("rules-points", rules.awards.iter().map(|award| self.read_award(rules, award)).collect())
    }

    fn read_award(&self, rules: &SheetRules, NamedAward { name, award }: &NamedAward) -> String {
        let named = |slot: usize| ("box", rules.slots[slot].name.get(self.language()).into());
        let condition = match *award {
            Award::SumOf { slot, at_least, .. } => {
                self.say("reading-award-sum", &[named(slot), ("sum", at_least.into())])
            }
            Award::NeverCrossed { slot, .. } => self.say("reading-award-never", &[named(slot)]),
            Award::EachScored { slot, .. } => self.say("reading-award-each", &[named(slot)]),
            Award::Total { .. } => self.say("reading-award-total", &[]),
        };
        format!("{} – {condition}: {}.", name.get(self.language()), self.award_worth(award))
    }

    /// The combinations of a race, each in one line however many dice make it.
    fn read_combinations(&self, rules: &RaceRules) -> Section<String> {
        let read = |combination: &Combination| {
            let name = combination.name.get(self.language());
            let needs = self.describe_pattern(&combination.needs, &rules.faces);
            format!("{name} – {needs}: {}.", self.read_points(&combination.points, &rules.faces))
        };
        let items = rules.combinations.iter().map(read).collect();
        Section { heading: self.say("rules-combinations", &[]), about: None, items }
    }

    fn read_points(&self, points: &Numbers, faces: &Faces) -> String {
        match points {
            Numbers::One(points) => self.say("gives-points", &[("points", (*points).into())]),
            Numbers::Combination => self.say("gives-combination", &[]),
            Numbers::Each(each) => {
                let scoring = (1..).zip(each).filter(|(_, points)| **points > 0);
                let of_face = |(face, points)| format!("{} → {points}", faces.name(face, self.language()));
                scoring.map(of_face).collect::<Vec<_>>().join(", ")
            }
        }
    }
}

/// What is done with dice that do not fit the box, and when it may be crossed out.
fn slot_notes(slot: &Slot) -> [&'static str; 2] {
    let unfit = match slot.unfit {
        Unfit::Zero => "rules-unfit-zero",
        Unfit::Refused => "reading-unfit-refused",
    };
    let cross = match slot.cross {
        Cross::Never => "rules-cross-never",
        Cross::LastThrow => "rules-cross-last-throw",
        Cross::AnyThrow => "rules-cross-any-throw",
    };
    [unfit, cross]
}

/// The notes that all of several boxes have, some of which dice may not fit.
fn common_notes(slots: &[&Slot]) -> Option<[&'static str; 2]> {
    let (first, others) = slots.split_first()?;
    let same = !others.is_empty() && others.iter().all(|slot| slot_notes(slot) == slot_notes(first));
    (same && !slots.iter().all(|slot| slot.fits_all())).then(|| slot_notes(first))
}
