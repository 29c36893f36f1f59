//! One player, for the best chance to finish within some turns.

use std::sync::Arc;

use kosti_rules::{Rules, Standing};
use rayon::prelude::*;

use super::course::{Spot, WON};
use super::turn::{Bank, Turn};
use super::{Goal, NoRace, Race, Weighed};
use crate::cell::{Cell, LANES};
use crate::progress::{Cancelled, Counter, Progress};

/// How many chances are worked out at most: places by turns.
const MOST_STATES: usize = 2_000_000;

/// Play for the best chance to finish within some turns: exact.
pub struct Within {
    race: Arc<Race>,
    /// By turns left after this one, then by place: the chance.
    chances: Vec<Vec<f64>>,
}

impl Within {
    /// Solves a race for one who has so many turns.
    ///
    /// # Errors
    /// When it has too many states, or places that nobody can win from, or is cancelled.
    ///
    /// # Panics
    /// When the rules are not those of a race.
    pub fn solve(rules: Arc<Rules>, turns: usize, progress: &dyn Progress) -> Result<Self, NoRace> {
        let race = Race::new(rules, |places| places.saturating_mul(turns), MOST_STATES)?;
        let spots: Vec<Spot> = (0..race.course.len() as Spot).collect();
        let mut within = Self { chances: vec![vec![0.0; spots.len()]], race };
        let counter = Counter::new(turns, progress);
        for _ in 0..turns {
            let solve = |turn: &mut Turn, spots: &[Spot]| -> Result<Vec<f64>, Cancelled> {
                counter.check()?;
                let banks: Vec<Bank> = spots.iter().map(|&spot| within.banking(&[spot], 0)).collect();
                turn.place(&banks);
                let found = turn.solve(&within.race.throws);
                Ok((0..spots.len()).map(|lane| found.get(lane)).collect())
            };
            let chances = spots.par_chunks(LANES).map_init(|| Turn::new(&within.race.throws), solve);
            let chances = chances.collect::<Result<Vec<Vec<f64>>, Cancelled>>()?;
            within.chances.push(chances.concat());
            counter.add(1)?;
        }
        // Who has the turn has used none of them up: it is looked up with one turn less.
        within.chances.pop();
        Ok(within)
    }

    /// How many chances were worked out.
    #[must_use]
    pub fn states(&self) -> usize {
        self.race.course.len() * self.chances.len()
    }

    /// The turn of a player who has as many turns as were solved, this one included, worked out; nothing where nobody
    /// can stand there.
    #[must_use]
    pub fn turn(&self, standing: Standing) -> Option<Weighed<'_>> {
        Weighed::new(self, &[standing], 0, |value| value)
    }
}

impl Goal for Within {
    fn race(&self) -> &Race {
        &self.race
    }

    fn bank(&self, seats: &[Spot], turn: usize) -> Vec<f64> {
        let chances = &self.chances[self.chances.len() - 1];
        let after = self.race.course.after(seats[turn]).iter();
        after.map(|&after| if after == WON { 1.0 } else { chances[after as usize] }).collect()
    }

    fn looks_around(&self) -> bool {
        false
    }
}
