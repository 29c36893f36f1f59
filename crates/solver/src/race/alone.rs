//! One player, in as few turns as possible.

use std::sync::Arc;

use kosti_rules::{Rules, Standing};

use super::course::{Spot, WON};
use super::fixed::Guess;
use super::turn::{Bank, Turn};
use super::{Goal, NoRace, Race, Weighed};
use crate::cell::{Cell, LANES};
use crate::distribution::Distribution;
use crate::progress::{Cancelled, NoProgress, Progress, check};

/// How many places are solved at most.
const MOST_STATES: usize = 20_000;
/// Games that are still going on when they are as unlikely as this are left out.
const HARDLY_EVER: f64 = 1e-16;

/// Play for the fewest expected turns: exact.
pub struct Alone {
    race: Arc<Race>,
    /// By place: the turns still needed.
    turns: Vec<f64>,
}

impl Alone {
    /// Solves a race for one.
    ///
    /// # Errors
    /// When it has too many states, or places that nobody can win from.
    ///
    /// # Panics
    /// When the rules are not those of a race.
    pub fn solve(rules: Arc<Rules>) -> Result<Self, NoRace> {
        Self::solve_with(rules, &NoProgress)
    }

    /// Solves a race for one; `progress` can cancel it.
    ///
    /// # Errors
    /// When it has too many states, or places that nobody can win from, or is cancelled.
    ///
    /// # Panics
    /// When the rules are not those of a race.
    pub fn solve_with(rules: Arc<Rules>, progress: &dyn Progress) -> Result<Self, NoRace> {
        let race = Race::new(rules, |places| places, MOST_STATES)?;
        let mut alone = Self { turns: vec![0.0; race.course.len()], race };
        alone.run(progress)?;
        Ok(alone)
    }

    /// The rules that were solved.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.race.rules
    }

    /// How many places there are.
    #[must_use]
    pub fn states(&self) -> usize {
        self.turns.len()
    }

    /// The expected turns from the start.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.turns[0]
    }

    /// The turn of a player, worked out: its values are expected turns, this one included; nothing where nobody can
    /// stand there.
    #[must_use]
    pub fn turn(&self, standing: Standing) -> Option<Weighed<'_>> {
        Weighed::new(self, &[standing], 0, |value| 1.0 - value)
    }

    /// Until nothing changes, where turns lead back past the stretch they began on.
    fn run(&mut self, progress: &dyn Progress) -> Result<(), Cancelled> {
        if !self.race.course.leads_back() {
            return self.sweep(progress);
        }
        let mut guess = Guess::default();
        loop {
            let before = self.turns.clone();
            self.sweep(progress)?;
            match guess.next(before, &self.turns) {
                Some(next) => self.turns = next,
                None => return Ok(()),
            }
        }
    }

    /// Stretch by stretch from the end: a lost turn leads back to the stretch it began on; where it leads further back, to
    /// what was found there before.
    fn sweep(&mut self, progress: &dyn Progress) -> Result<(), Cancelled> {
        let race = self.race.clone();
        let course = &race.course;
        let mut turn = Turn::new(&race.throws);
        for stretch in course.stretches.iter().rev() {
            // Where a lost turn leads in the end: the last place, which has most turns left, of the lowest score.
            let lowest = course.standings[stretch[0] as usize].score;
            let circle = |spot: &&Spot| course.standings[**spot as usize].score == lowest;
            let circle = stretch.iter().rfind(circle).copied().unwrap_or(stretch[0]) as usize;
            let mut order = stretch.clone();
            order.sort_by_key(|&spot| course.turns_left(spot));
            let mut guess = Guess::default();
            loop {
                let before = self.turns[circle];
                for stage in order.chunk_by(|&a, &b| course.turns_left(a) == course.turns_left(b)) {
                    for spots in stage.chunks(LANES) {
                        check(progress)?;
                        let found = self.turns_of(&mut turn, spots);
                        for (&spot, turns) in spots.iter().zip(found) {
                            self.turns[spot as usize] = turns;
                        }
                    }
                }
                let Some(next) = guess.next(vec![before], &[self.turns[circle]]) else { break };
                self.turns[circle] = next[0];
            }
        }
        Ok(())
    }

    fn turns_of(&self, turn: &mut Turn, spots: &[Spot]) -> Vec<f64> {
        let banks: Vec<Bank> = spots.iter().map(|&spot| self.banking(&[spot], 0)).collect();
        turn.place(&banks);
        let found = turn.solve(&self.race.throws);
        (0..spots.len()).map(|lane| 1.0 - found.get(lane)).collect()
    }

    /// How likely each number of turns is when it is played like that.
    ///
    /// # Errors
    /// When it is cancelled.
    pub fn distribution(&self, progress: &dyn Progress) -> Result<Distribution, Cancelled> {
        let course = &self.race.course;
        let mut turn = Turn::new(&self.race.throws);
        let lands: Vec<Vec<f64>> = (0..course.len() as Spot)
            .map(|spot| {
                check(progress)?;
                turn.place(&[self.banking(&[spot], 0)]);
                turn.solve(&self.race.throws);
                Ok(turn.brings(&self.race.throws))
            })
            .collect::<Result<_, Cancelled>>()?;
        let mut standing = vec![0.0; course.len()];
        standing[0] = 1.0;
        let mut finished = vec![0.0];
        while standing.iter().sum::<f64>() > HARDLY_EVER {
            check(progress)?;
            let (mut next, mut done) = (vec![0.0; course.len()], 0.0);
            for (spot, &here) in standing.iter().enumerate().filter(|(_, here)| **here > 0.0) {
                for (units, &likely) in lands[spot].iter().enumerate() {
                    match course.end(spot as Spot, units) {
                        WON => done += here * likely,
                        after => next[after as usize] += here * likely,
                    }
                }
            }
            finished.push(done);
            standing = next;
        }
        Ok(Distribution::new(0, finished))
    }
}

impl Goal for Alone {
    fn race(&self) -> &Race {
        &self.race
    }

    fn bank(&self, seats: &[Spot], turn: usize) -> Vec<f64> {
        let after = self.race.course.after(seats[turn]).iter();
        after.map(|&after| if after == WON { 0.0 } else { -self.turns[after as usize] }).collect()
    }

    fn looks_around(&self) -> bool {
        false
    }
}
