//! The aim of a game, and a turn of it step by step with dice to draw.

use kosti_dice::Dice;
use kosti_rules::file::{Cross, Hand, Unfit};
use kosti_rules::{Family, RaceRules, Rules, Selection, Sheet, SheetRules, Slot};

use crate::words::Words;

/// Throws of a turn that are drawn.
const THROWS_SHOWN: u8 = 3;
/// Alike dice that an example should have: enough to see the point, few enough to be believed.
const ALIKE: usize = 3;

/// A step of a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnStep {
    /// The step in a sentence or two.
    pub text: String,
    /// The dice after it; empty where there is nothing to draw.
    pub dice: Vec<StepDie>,
    /// What they give, to stand beside the dice: `Fives: 15`.
    pub gives: Option<String>,
}

/// A die of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StepDie {
    /// The number it shows.
    pub face: u8,
    /// Whether it is kept, or set aside.
    pub kept: bool,
}

impl Words {
    /// Describes what a game is won by.
    #[must_use]
    pub fn describe_aim(&self, rules: &Rules) -> String {
        match &rules.family {
            Family::Race(race) => self.say("rules-aim-race", &[("target", race.target.into())]),
            Family::Sheet(sheet) => {
                let aim = match (sheet.awards.is_empty(), sheet.rounds) {
                    (true, 1) => "rules-aim-once",
                    (true, _) => "rules-aim-sheet",
                    (false, _) => "rules-aim-points",
                };
                self.say(aim, &[("rounds", sheet.rounds.into())])
            }
        }
    }

    /// Explains a turn step by step, with an example of its dice.
    ///
    /// ```
    /// use kosti_rules::{House, RulesFile};
    /// use kosti_text::{Language, Words};
    /// let text = "name = 'Any'\ndice = 2\nthrows = 1\n[box.any]\nname = 'Any dice'\nscore = 'all-dice'";
    /// let rules = RulesFile::read("any", text).rules(&House::default()).unwrap();
    /// let steps = Words::new(Language::ENGLISH).explain_turn(&rules);
    /// assert_eq!(steps[0].text, "Throw all 2 dice.");
    /// ```
    #[must_use]
    pub fn explain_turn(&self, rules: &Rules) -> Vec<TurnStep> {
        match &rules.family {
            Family::Sheet(sheet) => self.sheet_steps(rules.dice, sheet),
            Family::Race(race) => self.race_steps(rules.dice, race),
        }
    }

    fn sheet_steps(&self, dice: u8, rules: &SheetRules) -> Vec<TurnStep> {
        let shown = ExampleTurn::find(rules);
        let drawn = |nth: usize| shown.as_ref().and_then(|turn| turn.throws.get(nth).cloned());
        let step = |text: String, dice: Option<Vec<StepDie>>| TurnStep {
            text,
            dice: dice.unwrap_or_default(),
            gives: None,
        };
        let once = rules.throws == 1;
        let first = if once { None } else { drawn(0) };
        let mut steps = vec![step(self.say("rules-step-throw", &[("dice", dice.into())]), first)];
        if !once {
            let keep = match rules.set_aside {
                Some(_) => "rules-step-set-aside",
                None if rules.keeps.is_empty() => "rules-step-keep",
                None => "rules-step-keep-only",
            };
            let least = rules.set_aside.unwrap_or(0);
            let keep = self.say(keep, &[("throws", rules.throws.into()), ("least", least.into())]);
            steps.push(step(keep, if rules.throws == 2 { None } else { drawn(1) }));
        }
        let gives = shown.as_ref().map(|turn| {
            let name = rules.slots[turn.slot].name.get(self.language());
            self.say("rules-step-gives", &[("box", name.into()), ("points", turn.points.into())])
        });
        let last = shown.as_ref().and_then(|turn| turn.throws.last().cloned()).unwrap_or_default();
        let write = if rules.rounds == 1 { "rules-step-write-once" } else { "rules-step-write" };
        steps.push(TurnStep { text: self.say(write, &[]), dice: last, gives });
        let afterwards = [hand_step(rules), unfit_step(rules)];
        steps.extend(afterwards.into_iter().flatten().map(|id| step(self.say(id, &[]), None)));
        steps
    }

    fn race_steps(&self, dice: u8, rules: &RaceRules) -> Vec<TurnStep> {
        let (thrown, taken) = example_selection(rules);
        let rest = thrown.minus(taken.take).unwrap_or(Dice::NONE);
        let left = if rest.is_empty() { rules.dice() } else { rest.len() };
        let find = |score_lost: bool| {
            let mut lost = rules.space(left).all().iter();
            let is_bust = |dice: Dice| rules.is_bust(dice, rules.dice() - left);
            lost.find(|dice| is_bust(**dice) && rules.loses_score(**dice) == score_lost).copied()
        };
        let lost = find(false);
        let drawn = |dice: Dice, kept: bool| -> Vec<StepDie> {
            dice.faces().map(|face| StepDie { face, kept }).collect()
        };
        let dice = [("dice", dice.into())];
        let throw =
            TurnStep { text: self.say("rules-step-throw", &dice), dice: drawn(thrown, false), gives: None };
        let aside = TurnStep {
            text: self.say("rules-step-aside", &dice),
            dice: [drawn(taken.take, true), drawn(rest, false)].concat(),
            gives: Some(self.say("rules-step-points", &[("points", taken.points.into())])),
        };
        let bank = TurnStep {
            text: self.say("rules-step-bank", &[("left", left.into())]),
            dice: Vec::new(),
            gives: None,
        };
        let bust = TurnStep {
            text: self.say("rules-step-bust", &dice),
            dice: lost.map(|dice| drawn(dice, false)).unwrap_or_default(),
            gives: Some(self.say("rules-step-points", &[("points", 0.into())])),
        };
        let score_lost = find(true).map(|dice| TurnStep {
            text: self.say("rules-step-score-lost", &[]),
            dice: drawn(dice, false),
            gives: None,
        });
        [throw, aside, bank, bust].into_iter().chain(score_lost).collect()
    }
}

/// The message that dice from the hand count more, if they do somewhere.
fn hand_step(rules: &SheetRules) -> Option<&'static str> {
    rules.slots.iter().any(|slot| slot.how.hand != Hand::Same).then_some("rules-step-hand")
}

/// The message what is done with dice that fit nowhere.
fn unfit_step(rules: &SheetRules) -> Option<&'static str> {
    let any = |is: &dyn Fn(&Slot) -> bool| rules.slots.iter().any(is);
    if any(&|slot| slot.unfit == Unfit::Zero && !slot.fits_all()) {
        Some("rules-step-zero")
    } else if any(&|slot| slot.cross == Cross::AnyThrow) {
        Some("rules-step-cross-any")
    } else if any(&|slot| slot.cross == Cross::LastThrow) {
        Some("rules-step-cross-last")
    } else {
        None
    }
}

/// A turn on an empty sheet that ends with the dice of a worked example.
struct ExampleTurn {
    throws: Vec<Vec<StepDie>>,
    slot: usize,
    points: i32,
}

impl ExampleTurn {
    /// Finds the example that shows a turn best: a box for a number, with some dice alike.
    fn find(rules: &SheetRules) -> Option<Self> {
        let empty = Sheet::empty(rules.slots.len());
        let [of_column, _] = rules.in_column();
        // The examples of all columns stand in the first, whose boxes may have to wait.
        let rows = rules.slots[..of_column].iter().enumerate();
        let written = rows.flat_map(|(row, slot)| slot.examples.iter().map(move |example| (row, example)));
        let possible = written.filter_map(|(row, example)| {
            let mut offers = rules.offers(&empty, example.dice, rules.throws).into_iter();
            let offer = offers.find(|offer| offer.slot % of_column == row && offer.score.is_some())?;
            Some((offer.slot, offer.score?, example.dice))
        });
        let (slot, points, dice) = possible.max_by_key(|(slot, points, dice)| {
            let slot = &rules.slots[*slot];
            let alike = dice.count(example_face(slot, *dice));
            (slot.number > 0, *points > 0, alike == ALIKE, alike < dice.len(), *points)
        })?;
        // Of dice that stay aside, one more is kept after each throw that is drawn.
        if rules.set_aside.is_some_and(|least| least > 1) {
            return None;
        }
        let face = example_face(&rules.slots[slot], dice);
        let throws = match &rules.keeps[..] {
            [] => throws_to(dice, face, rules),
            keeps => throws_with_keeps(dice, keeps, rules),
        };
        Some(Self { throws, slot, points })
    }
}

/// The number that a player keeps on the way to these dice: that of the box, or the one that shows most often.
fn example_face(slot: &Slot, dice: Dice) -> u8 {
    if dice.count(slot.number) > 0 {
        return slot.number;
    }
    dice.faces().max_by_key(|face| dice.count(*face)).unwrap_or(1)
}

/// The throws of a turn that keeps one number and ends with these dice.
fn throws_to(dice: Dice, face: u8, rules: &SheetRules) -> Vec<Vec<StepDie>> {
    let count = dice.count(face);
    let shown = rules.throws.min(THROWS_SHOWN);
    let others: Vec<u8> = (1..=rules.space.sides()).filter(|other| *other != face).collect();
    let earlier = (1..shown).map(|nth| {
        let kept = if nth == 1 { count - 1 } else { count };
        let filler = others.iter().cycle().skip(usize::from(nth * 2)).take(dice.len() - kept);
        let filler = filler.map(|face| StepDie { face: *face, kept: false });
        std::iter::repeat_n(StepDie { face, kept: true }, kept).chain(filler).collect::<Vec<_>>()
    });
    let rest = dice.faces().filter(|other| *other != face).map(|face| StepDie { face, kept: false });
    let last = std::iter::repeat_n(StepDie { face, kept: true }, count).chain(rest).collect();
    earlier.chain([last]).collect()
}

/// The throws of a turn that keeps more and more of what can be kept, and ends with these dice.
fn throws_with_keeps(dice: Dice, keeps: &[Dice], rules: &SheetRules) -> Vec<Vec<StepDie>> {
    let mut kept: Vec<Dice> = keeps.iter().copied().filter(|&keep| dice.contains(keep)).collect();
    kept.sort_by_key(Dice::len);
    let shown = usize::from(rules.throws.min(THROWS_SHOWN));
    // The last throw keeps what the one before it did.
    let of_throw = |nth: usize| {
        kept.get(nth.min(shown.saturating_sub(2))).or(kept.last()).copied().unwrap_or(Dice::NONE)
    };
    (0..shown)
        .map(|nth| {
            let keep = of_throw(nth);
            let others: Vec<u8> = if nth + 1 == shown {
                dice.minus(keep).unwrap_or(Dice::NONE).faces().collect()
            } else {
                (1..=rules.space.sides()).cycle().skip(2 * nth).take(dice.len() - keep.len()).collect()
            };
            let die = |kept: bool| move |face: u8| StepDie { face, kept };
            keep.faces().map(die(true)).chain(others.into_iter().map(die(false))).collect()
        })
        .collect()
}

/// A throw of all dice of which two score, or one if there is only one; and what is set aside.
fn example_selection(rules: &RaceRules) -> (Dice, Selection) {
    let wanted = rules.dice().min(2);
    let best = |dice: &Dice| {
        let selections = rules.selections(*dice).iter();
        selections.max_by_key(|selection| (selection.points, selection.take.len())).copied()
    };
    let throws = rules.space(rules.dice()).all().iter();
    let scoring = throws.filter_map(|dice| Some((*dice, best(dice)?)));
    let near = |taken: &Selection| taken.take.len().abs_diff(wanted);
    let found = scoring.max_by_key(|(_, taken)| (std::cmp::Reverse(near(taken)), taken.points));
    found.unwrap_or((Dice::NONE, Selection { take: Dice::NONE, points: 0 }))
}
