//! One turn of a race, for several players at once: what it is worth when what ending it is worth is known.

use super::throws::{Outcome, Take, Throw, Throws};
use crate::cell::{Cell, LANES, Means};

/// What banking too little is worth: less than anything, and finite, so that a share of nothing is nothing.
const TOO_LITTLE: f64 = -1e15;

/// What ending a turn is worth to a player, by units, up to those that win; and the units that can be banked at least.
pub(crate) struct Bank {
    pub(crate) worth: Vec<f64>,
    pub(crate) least: usize,
}

/// What points in hand are worth, by units in hand and dice to throw.
#[derive(Debug)]
pub(crate) struct Turn {
    dice: usize,
    /// What banking is worth, by units in hand; the last one, which nothing is better than, holds for all more. A turn
    /// that brings nothing ends like one that is lost.
    bank: Vec<Means>,
    /// The same, and never where so little cannot be banked while there are dice to throw.
    may_bank: Vec<Means>,
    /// The better of banking and throwing so many dice, by units and dice; with 0 dice, of banking alone.
    best: Vec<Means>,
    /// What throwing is worth, likewise.
    throw: Vec<Means>,
    /// The best of the ways so far, by their depth.
    so_far: Vec<Means>,
}

impl Turn {
    pub(crate) fn new(throws: &Throws) -> Self {
        let so_far = vec![Means::NEVER; throws.depth + 1];
        let (bank, may_bank) = (Vec::new(), Vec::new());
        Self { dice: throws.all(), bank, may_bank, best: Vec::new(), throw: Vec::new(), so_far }
    }

    /// Puts players into the lanes: for each what ending the turn is worth to them, by units, and how many units they can
    /// bank at least. Lanes that are left over repeat the last one.
    pub(crate) fn place(&mut self, banks: &[Bank]) {
        let rows = banks.iter().map(|bank| bank.worth.len()).max().unwrap_or(0);
        for values in [&mut self.bank, &mut self.may_bank] {
            values.clear();
            values.resize(rows, Means::ZERO);
        }
        for lane in 0..LANES {
            let Bank { worth, least } = &banks[lane.min(banks.len() - 1)];
            for units in 0..rows {
                let value = worth[units.min(worth.len() - 1)];
                self.bank[units].set(lane, value);
                self.may_bank[units].set(lane, if units < *least { TOO_LITTLE } else { value });
            }
        }
    }

    /// What the turn is worth before its first throw.
    pub(crate) fn solve(&mut self, throws: &Throws) -> Means {
        pulp::Arch::new().dispatch(Solve { turn: self, throws });
        self.throw[self.dice]
    }

    /// What throwing so many dice with so many units in hand is worth.
    #[inline]
    pub(crate) fn throwing(&self, lane: usize, units: usize, dice: usize) -> f64 {
        self.throw[self.row(units) + dice].get(lane)
    }

    /// What ending the turn with so many units is worth.
    #[inline]
    pub(crate) fn ending(&self, lane: usize, units: usize) -> f64 {
        self.bank[units.min(self.bank.len() - 1)].get(lane)
    }

    /// What banking so many units is worth while there are dice to throw; less than anything where that is too little.
    #[inline]
    pub(crate) fn banking(&self, lane: usize, units: usize) -> f64 {
        self.may_bank[units.min(self.bank.len() - 1)].get(lane)
    }

    /// Whether so many units can be banked while there are dice to throw.
    pub(crate) fn may_bank(&self, lane: usize, units: usize) -> bool {
        self.banking(lane, units) > TOO_LITTLE
    }

    /// What having set dice aside is worth.
    #[inline]
    pub(crate) fn best(&self, lane: usize, units: usize, dice: usize) -> f64 {
        self.best[self.row(units) + dice].get(lane)
    }

    /// How many units can be told apart; the last ones win.
    pub(crate) fn rows(&self) -> usize {
        self.bank.len()
    }

    #[inline]
    fn row(&self, units: usize) -> usize {
        units.min(self.bank.len() - 1) * (self.dice + 1)
    }

    /// Plays the turn with dice that are thrown now: the units it brings.
    pub(crate) fn play(&self, lane: usize, throws: &Throws, mut thrown: impl FnMut(usize) -> usize) -> usize {
        let (mut units, mut dice) = (0, self.dice);
        loop {
            match &throws.by_dice[dice].outcomes[thrown(dice)] {
                Outcome::Bust => return 0,
                Outcome::Again { may_bank } => {
                    if *may_bank && self.banking(lane, units) >= self.throwing(lane, units, self.dice) {
                        return units;
                    }
                    dice = self.dice;
                }
                Outcome::Takes(takes) => {
                    let worth = |take: &&Take| self.best(lane, units + take.units, take.dice);
                    let best = takes.iter().max_by(|a, b| worth(a).total_cmp(&worth(b)));
                    let take = best.expect("a list is not empty");
                    (units, dice) = (units + take.units, take.dice);
                    if dice == 0 || self.banking(lane, units) >= self.throwing(lane, units, dice) {
                        return units;
                    }
                }
            }
        }
    }
}

impl Turn {
    /// How likely it is that the turn of the first lane brings so many units, 0 where it is lost.
    pub(crate) fn brings(&self, throws: &Throws) -> Vec<f64> {
        let (all, width) = (self.dice, self.dice + 1);
        let last = self.bank.len() - 1;
        let mut brings = vec![0.0; last + 1];
        let mut throwing = vec![0.0; (last + 1) * width];
        throwing[all] = 1.0;
        let banks = |units: usize, dice: usize| {
            units == last || dice == 0 || self.banking(0, units) >= self.throwing(0, units, dice)
        };
        for units in 0..=last {
            // All dice last: a double that scores nothing throws them with the same points.
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
                if banks_double {
                    brings[units] += likely * throw.may_bank;
                }
                let mut path: Vec<Take> = Vec::new();
                for way in &throw.ways {
                    path.truncate(way.depth);
                    path.push(way.take);
                    if way.likely > 0.0 && likely > 0.0 {
                        let worth = |take: &&Take| self.best(0, units + take.units, take.dice);
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
        brings
    }
}

/// The turn, compiled for each kind of vectors there is.
struct Solve<'a> {
    turn: &'a mut Turn,
    throws: &'a Throws,
}

impl pulp::WithSimd for Solve<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        let Self { turn, throws } = self;
        let Turn { dice: all, bank, may_bank, best, throw, so_far } = turn;
        let (rows, width) = (bank.len(), *all + 1);
        for values in [&mut *best, &mut *throw] {
            values.clear();
            values.resize(rows * width, Means::ZERO);
        }
        // With all that is needed in hand, nothing is better than to bank it.
        let last = (rows - 1) * width;
        best[last..].fill(bank[rows - 1]);
        for units in (0..rows).rev() {
            let row = units * width;
            best[row] = bank[units];
            // All dice first: a double that scores nothing throws them with the same points.
            for dice in (1..width).rev() {
                let this = &throws.by_dice[dice];
                let mut value = bank[0];
                value.scale(this.bust);
                for way in &this.ways {
                    let Take { units, dice } = way.take;
                    let mut most = so_far[way.depth];
                    most.raise(&best[(row + units * width + dice).min(last)]);
                    so_far[way.depth + 1] = most;
                    value.add_share(&most, way.likely);
                }
                if dice == *all {
                    value = again(this, value, &may_bank[units]);
                } else {
                    value.add_share(&throw[row + *all], this.must_throw);
                    value.add_share(&best[row + *all], this.may_bank);
                }
                throw[row + dice] = value;
                value.raise(&may_bank[units]);
                best[row + dice] = value;
            }
        }
    }
}

/// What throwing all dice is worth where a double may have them thrown again at once: v = rest + must · v +
/// may · max(bank, v), whichever of both the larger is.
#[inline(always)]
fn again(throw: &Throw, rest: Means, bank: &Means) -> Means {
    let Throw { must_throw: must, may_bank: may, .. } = *throw;
    if must + may == 0.0 {
        return rest;
    }
    let (mut throws, mut banks) = (rest, rest);
    throws.scale(1.0 / (1.0 - must - may));
    banks.add_share(bank, may);
    banks.scale(1.0 / (1.0 - must));
    throws.raise(&banks);
    throws
}
