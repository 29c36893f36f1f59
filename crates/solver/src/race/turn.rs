//! One turn of a race, for several players at once: what it is worth when what banking and losing it are worth is known.

use super::throws::{Take, Throws};
use crate::cell::{Cell, LANES, Means};

/// What points in hand are worth, by units in hand and dice to throw.
#[derive(Debug)]
pub(crate) struct Turn {
    dice: usize,
    /// What banking is worth, by units in hand; the last one holds for all more.
    pub(crate) bank: Vec<Means>,
    /// What losing the turn is worth.
    pub(crate) bust: Means,
    /// The better of banking and throwing so many dice, by units and dice; with 0 dice, of banking alone.
    best: Vec<Means>,
    /// What throwing is worth, likewise.
    throw: Vec<Means>,
}

impl Turn {
    pub(crate) fn new(throws: &Throws) -> Self {
        let dice = throws.all();
        Self { dice, bank: Vec::new(), bust: Means::ZERO, best: Vec::new(), throw: Vec::new() }
    }

    /// What the turn is worth before its first throw.
    pub(crate) fn solve(&mut self, throws: &Throws) -> Means {
        pulp::Arch::new().dispatch(Solve { turn: self, throws });
        self.throw[self.dice]
    }

    /// What throwing so many dice with so many units in hand is worth, to the first lane. With all that is needed in
    /// hand, throwing on can only lose.
    pub(crate) fn throwing(&self, units: usize, dice: usize, throws: &Throws) -> f64 {
        let at = units * (self.dice + 1) + dice;
        self.throw.get(at).map_or_else(|| self.beyond(dice, throws), |value| value.get(0))
    }

    /// What banking so many units is worth, to the first lane.
    pub(crate) fn banking(&self, units: usize) -> f64 {
        self.bank[units.min(self.bank.len() - 1)].get(0)
    }

    /// What throwing is worth when every further throw has banking as its best answer.
    fn beyond(&self, dice: usize, throws: &Throws) -> f64 {
        let (won, bust) = (self.banking(usize::MAX), self.bust.get(0));
        let lost = |dice: usize| throws.by_dice[dice].bust;
        let again = throws.by_dice[dice].must_throw;
        let throw = |dice: usize, again: f64| {
            let lost = lost(dice);
            lost * bust + (1.0 - lost - again) * won
        };
        throw(dice, again) + again * throw(self.dice, 0.0)
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
        let (rows, width) = (turn.bank.len(), turn.dice + 1);
        turn.best.clear();
        turn.best.resize(rows * width, Means::ZERO);
        turn.throw.clear();
        turn.throw.resize((rows - 1) * width, Means::ZERO);
        // With all that is needed in hand, everybody banks.
        let won = turn.bank[rows - 1];
        turn.best[(rows - 1) * width..].fill(won);
        for units in (0..rows - 1).rev() {
            let row = units * width;
            turn.best[row] = turn.bank[units];
            // All dice first: a double that scores nothing throws them with the same points.
            for dice in (1..width).rev() {
                let mut value = turn.bust;
                let throw = &throws.by_dice[dice];
                value.scale(throw.bust);
                for (likely, takes) in &throw.choices {
                    let best = best_of(takes, &turn.best, units, rows, width);
                    value.add_share(&best, *likely);
                }
                if throw.must_throw > 0.0 {
                    value.add_share(&turn.throw[row + width - 1], throw.must_throw);
                }
                if throw.may_bank > 0.0 {
                    value.add_share(&turn.best[row + width - 1], throw.may_bank);
                }
                turn.throw[row + dice] = value;
                value.raise(&turn.bank[units]);
                turn.best[row + dice] = value;
            }
        }
    }
}

#[inline(always)]
fn best_of(takes: &[Take], best: &[Means], units: usize, rows: usize, width: usize) -> Means {
    let mut most = Means([f64::NEG_INFINITY; LANES]);
    for take in takes {
        let after = (units + take.units as usize).min(rows - 1);
        most.raise(&best[after * width + take.dice as usize]);
    }
    most
}
