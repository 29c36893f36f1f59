//! `TurnSolver`: solves one turn of a race for several players at once, from the values of ending it.

use super::course::SCORE_LOST;
use super::throws::{Outcome, SetAside, Throw, Throws};
use crate::lane_value::{F64x8, LaneValue, RACE_LANES};
use crate::parallel::run_vectorized;

/// The value of banking too little: below every other value, and finite, so that 0 times it is 0.
const TOO_LITTLE: f64 = -1e15;

/// The value of ending a turn by units, up to those that win, the least units that can be banked, and the value of losing
/// the whole score.
pub(crate) struct BankValues {
    pub(crate) worth: Vec<f64>,
    pub(crate) least: usize,
    pub(crate) score_lost: f64,
}

/// The probabilities of what a turn brings.
pub(crate) struct TurnGains {
    /// By units; 0 if the turn is lost.
    pub(crate) by_units: Vec<f64>,
    /// That it costs the whole score.
    pub(crate) score_lost: f64,
}

impl TurnGains {
    /// Returns the probability of each number of units, and of `SCORE_LOST`.
    pub(crate) fn all(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.by_units.iter().copied().enumerate().chain([(SCORE_LOST, self.score_lost)])
    }
}

/// The values of a turn by units in hand and dice to throw.
#[derive(Debug)]
pub(crate) struct TurnSolver {
    dice: usize,
    /// By units in hand: the value of banking; the last one holds for all more. A turn that brings nothing ends like a
    /// lost one.
    bank: Vec<F64x8>,
    /// The same, and `TOO_LITTLE` if these units cannot be banked while there are dice to throw.
    may_bank: Vec<F64x8>,
    /// The value of losing the whole score.
    score_lost: F64x8,
    /// By units and dice: the larger value of banking and throwing; with 0 dice, of banking.
    best: Vec<F64x8>,
    /// By units and dice: the value of throwing.
    throw: Vec<F64x8>,
    /// By depth in the trie: the best selection so far.
    so_far: Vec<F64x8>,
}

impl TurnSolver {
    pub(crate) fn new(throws: &Throws) -> Self {
        let so_far = vec![F64x8::IMPOSSIBLE; throws.depth + 1];
        let (bank, may_bank) = (Vec::new(), Vec::new());
        let (best, throw) = (Vec::new(), Vec::new());
        Self { dice: throws.all(), bank, may_bank, score_lost: F64x8::ZERO, best, throw, so_far }
    }

    /// Puts players into the lanes. Unused lanes repeat the last player.
    pub(crate) fn place(&mut self, banks: &[BankValues]) {
        let rows = banks.iter().map(|bank| bank.worth.len()).max().unwrap_or(0);
        for values in [&mut self.bank, &mut self.may_bank] {
            values.clear();
            values.resize(rows, F64x8::ZERO);
        }
        for lane in 0..RACE_LANES {
            let BankValues { worth, least, score_lost } = &banks[lane.min(banks.len() - 1)];
            self.score_lost.set(lane, *score_lost);
            for units in 0..rows {
                let value = worth[units.min(worth.len() - 1)];
                self.bank[units].set(lane, value);
                self.may_bank[units].set(lane, if units < *least { TOO_LITTLE } else { value });
            }
        }
    }

    /// Solves the turn, and returns its value before the first throw.
    pub(crate) fn solve(&mut self, throws: &Throws) -> F64x8 {
        run_vectorized(Solve { turn: self, throws });
        self.throw[self.dice]
    }

    /// Returns the value of throwing these dice with these units in hand.
    #[inline]
    pub(crate) fn throw_value(&self, lane: usize, units: usize, dice: usize) -> f64 {
        self.throw[self.row(units) + dice].get(lane)
    }

    /// Returns the value of ending the turn with these units.
    #[inline]
    pub(crate) fn end_value(&self, lane: usize, units: usize) -> f64 {
        self.bank[units.min(self.bank.len() - 1)].get(lane)
    }

    /// Returns the value of a throw that costs the whole score.
    pub(crate) fn score_loss_value(&self, lane: usize) -> f64 {
        self.score_lost.get(lane)
    }

    /// Returns the value of banking these units while there are dice to throw; `TOO_LITTLE` if it is not allowed.
    #[inline]
    pub(crate) fn bank_value(&self, lane: usize, units: usize) -> f64 {
        self.may_bank[units.min(self.bank.len() - 1)].get(lane)
    }

    /// Whether these units can be banked while there are dice to throw.
    pub(crate) fn may_bank(&self, lane: usize, units: usize) -> bool {
        self.bank_value(lane, units) > TOO_LITTLE
    }

    /// Returns the value after setting dice aside.
    #[inline]
    pub(crate) fn best_value(&self, lane: usize, units: usize, dice: usize) -> f64 {
        self.best[self.row(units) + dice].get(lane)
    }

    /// The number of distinct units; the last ones win.
    pub(crate) fn rows(&self) -> usize {
        self.bank.len()
    }

    #[inline]
    fn row(&self, units: usize) -> usize {
        units.min(self.bank.len() - 1) * (self.dice + 1)
    }

    /// Plays the turn and returns its units, or `SCORE_LOST`. `thrown` returns the index of a throw of these dice.
    pub(crate) fn play(&self, lane: usize, throws: &Throws, mut thrown: impl FnMut(usize) -> usize) -> usize {
        let (mut units, mut dice) = (0, self.dice);
        // Where no throw can lose anything, throwing on is worth as much for ever, give or take the rounding.
        let banks = |units: usize, dice: usize| {
            units >= self.bank.len() - 1
                || self.bank_value(lane, units) >= self.throw_value(lane, units, dice)
        };
        loop {
            match &throws.by_dice[dice].outcomes[thrown(dice)] {
                Outcome::Bust => return 0,
                Outcome::LosesScore => return SCORE_LOST,
                Outcome::Again { may_bank } => {
                    if *may_bank && banks(units, self.dice) {
                        return units;
                    }
                    dice = self.dice;
                }
                Outcome::SetAsides(takes) => {
                    let worth = |take: &&SetAside| self.best_value(lane, units + take.units, take.dice);
                    let best = takes.iter().max_by(|a, b| worth(a).total_cmp(&worth(b)));
                    let take = best.expect("a list is not empty");
                    (units, dice) = (units + take.units, take.dice);
                    if dice == 0 || banks(units, dice) {
                        return units;
                    }
                }
            }
        }
    }
}

impl TurnSolver {
    /// Returns the probabilities of what the turn in the first lane brings.
    pub(crate) fn gain_probabilities(&self, throws: &Throws) -> TurnGains {
        let (all, width) = (self.dice, self.dice + 1);
        let last = self.bank.len() - 1;
        let (mut brings, mut score_lost) = (vec![0.0; last + 1], 0.0);
        let mut throwing = vec![0.0; (last + 1) * width];
        throwing[all] = 1.0;
        let banks = |units: usize, dice: usize| {
            units == last || dice == 0 || self.bank_value(0, units) >= self.throw_value(0, units, dice)
        };
        for units in 0..=last {
            // All dice come last: a double that scores nothing throws them again with the same points.
            for dice in 1..width {
                let mut likely = throwing[units * width + dice];
                let throw = &throws.by_dice[dice];
                let banks_double = banks(units, all);
                let again = throw.must_throw + if banks_double { 0.0 } else { throw.may_bank };
                if dice == all {
                    likely /= 1.0 - again;
                } else {
                    throwing[units * width + all] += likely * again;
                }
                brings[0] += likely * throw.bust;
                score_lost += likely * throw.loses_score;
                if banks_double {
                    brings[units] += likely * throw.may_bank;
                }
                let mut path: Vec<SetAside> = Vec::new();
                for way in &throw.selections {
                    path.truncate(way.depth);
                    path.push(way.take);
                    if way.likely > 0.0 && likely > 0.0 {
                        let worth = |take: &&SetAside| self.best_value(0, units + take.units, take.dice);
                        let best = path.iter().max_by(|a, b| worth(a).total_cmp(&worth(b)));
                        let take = best.expect("a list is not empty");
                        let after = (units + take.units).min(last);
                        if banks(after, take.dice) {
                            brings[after] += likely * way.likely;
                        } else {
                            throwing[after * width + take.dice] += likely * way.likely;
                        }
                    }
                }
            }
        }
        TurnGains { by_units: brings, score_lost }
    }
}

/// The turn as an operation that `pulp` compiles for each vector width.
struct Solve<'a> {
    turn: &'a mut TurnSolver,
    throws: &'a Throws,
}

impl pulp::WithSimd for Solve<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        let Self { turn, throws } = self;
        let TurnSolver { dice: all, bank, may_bank, score_lost, best, throw, so_far } = turn;
        let (rows, width) = (bank.len(), *all + 1);
        for values in [&mut *best, &mut *throw] {
            values.clear();
            values.resize(rows * width, F64x8::ZERO);
        }
        // With enough units in hand, banking is best.
        let last = (rows - 1) * width;
        best[last..].fill(bank[rows - 1]);
        for units in (0..rows).rev() {
            let row = units * width;
            best[row] = bank[units];
            // All dice come first: a double that scores nothing throws them again with the same points.
            for dice in (1..width).rev() {
                let this = &throws.by_dice[dice];
                let mut value = bank[0];
                value.scale(this.bust);
                if this.loses_score > 0.0 {
                    value.add_scaled(score_lost, this.loses_score);
                }
                for way in &this.selections {
                    let SetAside { units, dice } = way.take;
                    let mut most = so_far[way.depth];
                    most.max_assign(&best[(row + units * width + dice).min(last)]);
                    so_far[way.depth + 1] = most;
                    // Most lists go on: nothing ends at this node.
                    if way.likely > 0.0 {
                        value.add_scaled(&most, way.likely);
                    }
                }
                if dice == *all {
                    value = solve_rethrow(this, value, &may_bank[units]);
                } else {
                    value.add_scaled(&throw[row + *all], this.must_throw);
                    value.add_scaled(&best[row + *all], this.may_bank);
                }
                throw[row + dice] = value;
                value.max_assign(&may_bank[units]);
                best[row + dice] = value;
            }
        }
    }
}

/// Returns the value v of throwing all dice if a double may throw them again: the solution of v = rest + must · v + may
/// · max(bank, v), which is linear in each of its two cases.
#[inline(always)]
fn solve_rethrow(throw: &Throw, rest: F64x8, bank: &F64x8) -> F64x8 {
    let Throw { must_throw: must, may_bank: may, .. } = *throw;
    if must + may == 0.0 {
        return rest;
    }
    let (mut throws, mut banks) = (rest, rest);
    throws.scale(1.0 / (1.0 - must - may));
    banks.add_scaled(bank, may);
    banks.scale(1.0 / (1.0 - must));
    throws.max_assign(&banks);
    throws
}
