//! `RaceStatistics`: what happens in a race of one player who takes the fewest turns.

use std::collections::HashMap;

use kosti_dice::Dice;
use kosti_rules::RaceRules;

use super::course::{StandingIndex, WON};
use super::fewest_turns::TurnsStrategy;
use super::throws::{Outcome, SetAside};
use super::turn_solver::{TurnGains, TurnSolver};
use super::{Race, RaceGoal};
use crate::progress::{Cancelled, Progress, check_cancelled};

/// Games with less probability than this that are still in play are left out.
const NEGLIGIBLE: f64 = 1e-16;

/// Exact means per game of one player who plays for the fewest turns. If several choices are equally good, they are
/// those of one of them, always the same.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RaceStatistics {
    /// Turns.
    pub turns: f64,
    /// Turns that bring nothing.
    pub lost: f64,
    /// The points of all turns, with those that a barrel takes back and those beyond the target.
    pub points: f64,
    /// Throws.
    pub throws: f64,
    /// How often all dice are aside and all are thrown again.
    pub hot: f64,
    /// How often a double falls that lets all dice be thrown again.
    pub doubles: f64,
    /// By combination: how often it is set aside.
    pub combinations: Vec<f64>,
    /// By barrel.
    pub barrels: Vec<BarrelStatistics>,
}

/// Statistics of a barrel.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct BarrelStatistics {
    /// The expected number of entries into it.
    pub met: f64,
    /// Turns in it.
    pub turns: f64,
    /// How often it resets the player.
    pub resets: f64,
}

/// By dice set aside together: the combinations that they consist of.
type Splits = HashMap<Dice, Vec<usize>>;

impl TurnsStrategy {
    /// Returns the statistics of this strategy.
    ///
    /// # Errors
    /// If it is cancelled.
    pub fn statistics(&self, progress: &dyn Progress) -> Result<RaceStatistics, Cancelled> {
        let race = self.race();
        let rules = race.rules();
        let mut splits = Splits::new();
        let mut turn = TurnSolver::new(&race.throws);
        let mut facts = RaceStatistics {
            combinations: vec![0.0; rules.combinations.len()],
            barrels: vec![BarrelStatistics::default(); rules.barrels.len()],
            ..RaceStatistics::default()
        };
        let mut brings: Vec<Option<TurnGains>> = (0..race.course.len()).map(|_| None).collect();
        let mut visits = vec![0.0; race.course.len()];
        let mut here = vec![0.0; race.course.len()];
        here[0] = 1.0;
        while here.iter().sum::<f64>() > NEGLIGIBLE {
            let mut next = vec![0.0; race.course.len()];
            for (spot, &likely) in here.iter().enumerate().filter(|(_, likely)| **likely > 0.0) {
                check_cancelled(progress)?;
                visits[spot] += likely;
                let brings = brings[spot].get_or_insert_with(|| {
                    turn.place(&[self.bank_of(&[spot as StandingIndex], 0)]);
                    turn.solve(&race.throws);
                    turn.gain_probabilities(&race.throws)
                });
                for (units, share) in brings.all() {
                    let after = race.course.end(spot as StandingIndex, units);
                    if after != WON {
                        next[after as usize] += likely * share;
                    }
                }
            }
            here = next;
        }
        if let Some(barrel) = rules.barrel(race.course.standings[0].score) {
            facts.barrels[barrel].met = 1.0;
        }
        for (spot, brings) in brings.iter().enumerate() {
            let Some(brings) = brings else { continue };
            check_cancelled(progress)?;
            let likely = visits[spot];
            facts.turns += likely;
            facts.lost += likely * (brings.by_units[0] + brings.score_lost);
            facts.count_barrels(race, spot as StandingIndex, likely, brings);
            turn.place(&[self.bank_of(&[spot as StandingIndex], 0)]);
            turn.solve(&race.throws);
            facts.count_turn(race, &turn, likely, &mut splits);
        }
        Ok(facts)
    }
}

impl RaceStatistics {
    /// Counts the barrel that a turn is in, enters, or is reset in.
    fn count_barrels(&mut self, race: &Race, spot: StandingIndex, likely: f64, brings: &TurnGains) {
        let rules = race.rules();
        let inside = |spot: StandingIndex| rules.barrel(race.course.standings[spot as usize].score);
        let from = inside(spot);
        if let Some(barrel) = from {
            self.barrels[barrel].turns += likely;
        }
        for (units, share) in brings.all() {
            let after = race.course.end(spot, units);
            let Some(barrel) = (after != WON).then(|| inside(after)).flatten() else { continue };
            if from != Some(barrel) {
                self.barrels[barrel].met += likely * share;
            } else if race.course.turns_left(after) == u32::from(rules.barrels[barrel].turns) {
                self.barrels[barrel].resets += likely * share;
            }
        }
    }

    /// Counts a turn, throw by throw.
    fn count_turn(&mut self, race: &Race, turn: &TurnSolver, likely: f64, splits: &mut Splits) {
        let (rules, all, width) = (race.rules(), race.throws.all(), race.throws.all() + 1);
        let last = turn.rows() - 1;
        let mut throwing = vec![0.0; (last + 1) * width];
        throwing[all] = likely;
        let banks = |units: usize, dice: usize| {
            units >= last || dice == 0 || turn.bank_value(0, units) >= turn.throw_value(0, units, dice)
        };
        for units in 0..=last {
            // All dice come last: a double that scores nothing throws them again with the same points.
            for dice in 1..width {
                let mut likely = throwing[units * width + dice];
                if likely == 0.0 {
                    continue;
                }
                let throw = &race.throws.by_dice[dice];
                let again = throw.must_throw + if banks(units, all) { 0.0 } else { throw.may_bank };
                if dice == all {
                    likely /= 1.0 - again;
                }
                self.throws += likely;
                let space = rules.space(dice);
                for (&thrown, outcome) in space.all().iter().zip(&throw.outcomes) {
                    let share = likely * space.probability(thrown);
                    let double = rules.is_double(thrown, all - dice);
                    self.doubles += if double { share } else { 0.0 };
                    match outcome {
                        Outcome::Bust | Outcome::LosesScore => {}
                        Outcome::Again { may_bank } => {
                            if *may_bank && banks(units, all) {
                                self.points += share * points(race, units);
                            } else if dice != all {
                                throwing[units * width + all] += share;
                            }
                        }
                        Outcome::SetAsides(takes) => {
                            let worth = |take: &SetAside| turn.best_value(0, units + take.units, take.dice);
                            // Of equally good selections the first one: selections are ordered by points.
                            let best = takes.iter().enumerate().rev();
                            let best = best.max_by(|a, b| worth(a.1).total_cmp(&worth(b.1)));
                            let (nth, take) = best.expect("a list is not empty");
                            let taken = rules.selections(thrown)[nth].take;
                            for &made in split(rules, taken, splits) {
                                self.combinations[made] += share;
                            }
                            if banks(units + take.units, take.dice) {
                                self.points += share * points(race, units + take.units);
                            } else {
                                let hot = taken.len() == dice && !double;
                                self.hot += if hot { share } else { 0.0 };
                                throwing[(units + take.units) * width + take.dice] += share;
                            }
                        }
                    }
                }
            }
        }
    }
}

fn points(race: &Race, units: usize) -> f64 {
    units as f64 * f64::from(race.course.unit)
}

/// Returns the combinations that dice set aside together consist of: the split worth most, and of those the shortest.
fn split<'a>(rules: &RaceRules, taken: Dice, splits: &'a mut Splits) -> &'a [usize] {
    splits.entry(taken).or_insert_with(|| best_split(rules, taken).map_or_else(Vec::new, |(.., made)| made))
}

fn best_split(rules: &RaceRules, dice: Dice) -> Option<(i32, usize, Vec<usize>)> {
    if dice.is_empty() {
        return Some((0, 0, Vec::new()));
    }
    let parts = rules.combinations.iter().enumerate();
    let parts =
        parts.flat_map(|(nth, made)| made.made_of.iter().map(move |(&dice, &points)| (nth, dice, points)));
    let split = |(nth, part, points): (usize, Dice, i32)| {
        let (worth, count, mut made) = best_split(rules, dice.minus(part)?)?;
        made.push(nth);
        Some((worth + points, count + 1, made))
    };
    parts.filter_map(split).max_by_key(|(worth, count, _)| (*worth, std::cmp::Reverse(*count)))
}
