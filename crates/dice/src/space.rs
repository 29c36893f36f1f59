//! `Space`: every multiset of a number of dice, in order, with its index and weight.

use crate::dice::{Dice, MAX_DICE, MAX_SIDES};

/// All multisets of `dice` dice with `sides` sides, sorted. The index in this list is the index into tables.
///
/// ```
/// use kosti_dice::{Dice, Space};
/// let space = Space::new(5, 6);
/// assert_eq!(space.all().len(), 252);
/// let dice: Dice = "2-2-5-5-5".parse().unwrap();
/// assert_eq!(space.all()[space.index(dice)], dice);
/// assert_eq!(space.ways(dice), 10); // of 6^5 ordered throws
/// ```
#[derive(Debug, Clone)]
pub struct Space {
    dice: usize,
    sides: u8,
    all: Vec<Dice>,
}

/// The number of multisets of `dice` dice with `sides` sides: (dice + sides − 1) choose dice.
const fn multisets(dice: usize, sides: usize) -> usize {
    let (mut result, mut i) = (1, 0);
    while i < dice {
        result = result * (sides + i) / (i + 1);
        i += 1;
    }
    result
}

/// `MULTISETS[n][s]`: a table, so that computing an index needs no multiplication.
const MULTISETS: [[usize; MAX_SIDES as usize + 1]; MAX_DICE + 1] = {
    let mut table = [[0; MAX_SIDES as usize + 1]; MAX_DICE + 1];
    let mut n = 0;
    while n <= MAX_DICE {
        let mut s = 0;
        while s <= MAX_SIDES as usize {
            table[n][s] = multisets(n, s);
            s += 1;
        }
        n += 1;
    }
    table
};

impl Space {
    /// The space of `dice` (at most [`MAX_DICE`]) dice with `sides` (1 to [`MAX_SIDES`]) sides.
    ///
    /// # Panics
    /// If `dice` or `sides` is larger.
    #[must_use]
    pub fn new(dice: usize, sides: u8) -> Self {
        assert!(dice <= MAX_DICE && (1..=MAX_SIDES).contains(&sides));
        let mut all = Vec::with_capacity(Self::size(dice, sides));
        extend(&mut all, Dice::NONE, 1, dice, sides);
        Self { dice, sides, all }
    }

    /// The number of multisets of such a space.
    #[must_use]
    pub fn size(dice: usize, sides: u8) -> usize {
        multisets(dice, sides.into())
    }

    /// The number of dice.
    #[must_use]
    pub fn dice(&self) -> usize {
        self.dice
    }

    /// The number of sides of each die.
    #[must_use]
    pub fn sides(&self) -> u8 {
        self.sides
    }

    /// Every multiset, sorted.
    #[must_use]
    pub fn all(&self) -> &[Dice] {
        &self.all
    }

    /// Whether the space contains these dice: their number is right and no face is too high.
    #[must_use]
    pub fn holds(&self, dice: Dice) -> bool {
        dice.len() == self.dice && dice.highest() <= self.sides
    }

    /// The index of `dice` in [`Space::all`]. The space must contain them.
    #[must_use]
    pub fn index(&self, dice: Dice) -> usize {
        debug_assert!(self.holds(dice));
        let mut rank = 0;
        let mut left = self.dice;
        for face in 1..=self.sides {
            // All multisets with more dice of this face come before.
            let higher = usize::from(self.sides - face);
            let count = dice.count(face);
            rank += (count + 1..=left).map(|more| MULTISETS[left - more][higher]).sum::<usize>();
            left -= count;
        }
        rank
    }

    /// The number of the `sides^dice` ordered throws that give this multiset.
    #[must_use]
    pub fn ways(&self, dice: Dice) -> u64 {
        let factorial = |n: usize| (1..=n as u64).product::<u64>();
        (1..=self.sides).fold(factorial(self.dice), |ways, face| ways / factorial(dice.count(face)))
    }

    /// The probability of this multiset.
    #[must_use]
    pub fn probability(&self, dice: Dice) -> f64 {
        self.ways(dice) as f64 / f64::from(self.sides).powi(self.dice as i32)
    }
}

fn extend(all: &mut Vec<Dice>, so_far: Dice, from: u8, left: usize, sides: u8) {
    if left == 0 {
        all.push(so_far);
        return;
    }
    for face in from..=sides {
        extend(all, so_far.with(face), face, left - 1, sides);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn index_is_the_position_and_ways_add_up() {
        for (dice, sides) in [(0, 6), (1, 6), (3, 6), (5, 6), (6, 6), (2, 12), (8, 4)] {
            let space = Space::new(dice, sides);
            assert_eq!(space.all().len(), Space::size(dice, sides));
            assert!(space.all().is_sorted());
            for (i, &d) in space.all().iter().enumerate() {
                assert_eq!(space.index(d), i, "{d}");
            }
            let ways: u64 = space.all().iter().map(|&d| space.ways(d)).sum();
            assert_eq!(ways, u64::from(sides).pow(dice as u32));
        }
    }
}
