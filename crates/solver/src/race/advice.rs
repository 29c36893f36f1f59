//! What can be done in a turn, and what each is worth.

use kosti_dice::Dice;
use kosti_rules::Standing;

use super::course::Spot;
use super::throws::{Outcome, next_dice};
use super::turn::Turn;
use super::{Goal, Race};

/// What can be done with a throw: setting dice aside, and what then.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RaceChoice {
    /// The dice set aside; none before a throw, and after a double that scores nothing.
    pub take: Dice,
    /// Whether the turn ends with that; else the dice that are left are thrown, or all of them.
    pub bank: bool,
    /// What it is worth.
    pub value: f64,
}

/// A turn that is worked out.
pub struct Weighed<'a> {
    race: &'a Race,
    turn: Turn,
    shown: fn(f64) -> f64,
}

impl<'a> Weighed<'a> {
    /// `shown` makes of what is maximised what is told.
    pub(super) fn new(
        goal: &'a impl Goal,
        seats: &[Standing],
        turn: usize,
        shown: fn(f64) -> f64,
    ) -> Option<Self> {
        let race = goal.race();
        let seats: Option<Vec<Spot>> = seats.iter().map(|&standing| race.course.spot(standing)).collect();
        let mut weighed = Turn::new(&race.throws);
        weighed.place(&[goal.banking(&seats?, turn)]);
        weighed.solve(&race.throws);
        Some(Self { race, turn: weighed, shown })
    }

    /// What the turn is worth before its first throw.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.throwing(0, self.race.throws.all())
    }

    /// What it is worth when the turn is lost.
    #[must_use]
    pub fn bust(&self) -> f64 {
        (self.shown)(self.turn.ending(0, 0))
    }

    fn throwing(&self, units: usize, dice: usize) -> f64 {
        (self.shown)(self.turn.throwing(0, units, dice))
    }

    fn units(&self, points: i32) -> usize {
        (points / self.race.course.unit) as usize
    }

    /// Before a throw with points in hand and so many dice aside: to bank them, or to throw the others; best first.
    #[must_use]
    pub fn before_throw(&self, points: i32, aside: usize) -> Vec<RaceChoice> {
        let units = self.units(points);
        let dice = self.race.throws.all() - aside;
        self.ranked(self.either(Dice::NONE, units, dice, true))
    }

    /// Everything that can be done with these dice, thrown with points in hand and the others aside; best first.
    #[must_use]
    pub fn advise(&self, points: i32, dice: Dice) -> Vec<RaceChoice> {
        let rules = self.race.rules();
        let units = self.units(points);
        let all = self.race.throws.all();
        let outcome = &self.race.throws.by_dice[dice.len()].outcomes[rules.space(dice.len()).index(dice)];
        let choices = match outcome {
            Outcome::Bust => Vec::new(),
            Outcome::Again { may_bank } => self.either(Dice::NONE, units, all, *may_bank),
            Outcome::Takes(_) => {
                let double = rules.is_double(dice, all - dice.len());
                let selections = rules.selections(dice).iter();
                let each = selections.flat_map(|selection| {
                    let left = next_dice(rules, dice.len(), selection.take.len(), double);
                    self.either(selection.take, units + self.units(selection.points), left, true)
                });
                each.collect()
            }
        };
        self.ranked(choices)
    }

    /// To bank, where it is allowed, and to throw so many dice, where there are any.
    fn either(&self, take: Dice, units: usize, dice: usize, may_bank: bool) -> Vec<RaceChoice> {
        let may_bank = may_bank && (dice == 0 || self.turn.may_bank(0, units));
        let bank = may_bank.then(|| RaceChoice { take, bank: true, value: self.turn.ending(0, units) });
        let throw =
            (dice > 0).then(|| RaceChoice { take, bank: false, value: self.turn.throwing(0, units, dice) });
        bank.into_iter().chain(throw).collect()
    }

    fn ranked(&self, mut choices: Vec<RaceChoice>) -> Vec<RaceChoice> {
        choices.sort_by(|a, b| b.value.total_cmp(&a.value));
        for choice in &mut choices {
            choice.value = (self.shown)(choice.value);
        }
        choices
    }
}
