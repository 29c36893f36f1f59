//! `SolvedTurn`: the choices of a turn and their values.

use kosti_dice::Dice;
use kosti_rules::Standing;

use super::course::StandingIndex;
use super::throws::{Outcome, next_dice};
use super::turn_solver::{BankValues, TurnSolver};
use super::{LastTurn, Race, RaceGoal};

/// A choice after a throw: dice to set aside, and whether to bank.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RaceChoice {
    /// The dice to set aside; none before a throw, and after a double that scores nothing.
    pub take: Dice,
    /// Whether to bank; otherwise the remaining dice are thrown, or all of them.
    pub bank: bool,
    /// The value of the choice.
    pub value: f64,
}

/// A turn that is solved.
pub struct SolvedTurn<'a> {
    race: &'a Race,
    turn: TurnSolver,
    to_shown: fn(f64) -> f64,
}

impl<'a> SolvedTurn<'a> {
    /// `to_shown` converts values that are maximized into values for callers.
    pub(super) fn new(
        goal: &'a impl RaceGoal,
        seats: &[Standing],
        turn: usize,
        to_shown: fn(f64) -> f64,
    ) -> Option<Self> {
        let race = goal.race();
        let seats: Option<Vec<StandingIndex>> =
            seats.iter().map(|&standing| race.course.index_of(standing)).collect();
        Some(Self::solve(race, goal.bank_of(&seats?, turn), to_shown))
    }

    fn solve(race: &'a Race, bank: BankValues, to_shown: fn(f64) -> f64) -> Self {
        let mut weighed = TurnSolver::new(&race.throws);
        weighed.place(&[bank]);
        weighed.solve(&race.throws);
        Self { race, turn: weighed, to_shown }
    }

    /// Solves a last turn: values are probabilities to win.
    pub(super) fn of_last_round(race: &'a Race, last: &LastTurn) -> Option<Self> {
        race.last_turn_values(last).map(|bank| Self::solve(race, bank, |value| value))
    }

    /// The value before the first throw.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.throw_value(0, self.race.throws.all())
    }

    /// The value after a throw of these dice that loses the turn.
    #[must_use]
    pub fn bust(&self, dice: Dice) -> f64 {
        let loses_score = self.race.rules().loses_score(dice);
        let value = if loses_score { self.turn.score_loss_value(0) } else { self.turn.end_value(0, 0) };
        (self.to_shown)(value)
    }

    fn throw_value(&self, units: usize, dice: usize) -> f64 {
        (self.to_shown)(self.turn.throw_value(0, units, dice))
    }

    fn units(&self, points: i32) -> usize {
        (points / self.race.course.unit) as usize
    }

    /// Returns the choices before a throw with points in hand and this number of dice aside: to bank, or to throw; best
    /// first.
    #[must_use]
    pub fn before_throw(&self, points: i32, aside: usize) -> Vec<RaceChoice> {
        let units = self.units(points);
        let dice = self.race.throws.all() - aside;
        self.rank(self.bank_or_throw(Dice::NONE, units, dice, true))
    }

    /// Returns all choices for these dice, thrown with points in hand and the other dice aside; best first.
    #[must_use]
    pub fn advise(&self, points: i32, dice: Dice) -> Vec<RaceChoice> {
        let rules = self.race.rules();
        let units = self.units(points);
        let all = self.race.throws.all();
        let outcome = &self.race.throws.by_dice[dice.len()].outcomes[rules.space(dice.len()).index(dice)];
        let choices = match outcome {
            Outcome::Bust | Outcome::LosesScore => Vec::new(),
            Outcome::Again { may_bank } => self.bank_or_throw(Dice::NONE, units, all, *may_bank),
            Outcome::SetAsides(_) => {
                let double = rules.is_double(dice, all - dice.len());
                let selections = rules.selections(dice).iter();
                let each = selections.flat_map(|selection| {
                    let left = next_dice(rules, dice.len(), selection.take.len(), double);
                    self.bank_or_throw(selection.take, units + self.units(selection.points), left, true)
                });
                each.collect()
            }
        };
        self.rank(choices)
    }

    /// Returns the choice to bank, if it is allowed, and the choice to throw these dice, if there are any.
    fn bank_or_throw(&self, take: Dice, units: usize, dice: usize, may_bank: bool) -> Vec<RaceChoice> {
        let may_bank = may_bank && (dice == 0 || self.turn.may_bank(0, units));
        let bank = may_bank.then(|| RaceChoice { take, bank: true, value: self.turn.end_value(0, units) });
        let throw = (dice > 0).then(|| RaceChoice {
            take,
            bank: false,
            value: self.turn.throw_value(0, units, dice),
        });
        bank.into_iter().chain(throw).collect()
    }

    fn rank(&self, mut choices: Vec<RaceChoice>) -> Vec<RaceChoice> {
        choices.sort_by(|a, b| b.value.total_cmp(&a.value));
        for choice in &mut choices {
            choice.value = (self.to_shown)(choice.value);
        }
        choices
    }
}
