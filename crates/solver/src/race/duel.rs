//! Two players, each for the largest chance to win; and what it says about more of them.
//!
//! Outside barrels scores only grow, so the chances of two stretches depend on each other and on stretches further on,
//! never on earlier ones: pairs of stretches are solved from the end of the course to its beginning, all pairs equally
//! far from it at once.

use std::sync::Arc;

use kosti_rules::{Rules, Standing};
use rayon::prelude::*;

use super::course::{Course, Spot, WON};
use super::fixed::Guess;
use super::turn::{Bank, Turn};
use super::{Goal, NoRace, Race, Weighed};
use crate::cell::{Cell, LANES, Means};
use crate::progress::{Cancelled, Counter, NoProgress, Progress, Silent};

/// How many pairs of places are solved at most.
const MOST_PAIRS: usize = 4_000_000;

/// Who is to throw, and the other one.
type Pair = (Spot, Spot);

/// Best play of a race for two: exact. Against more, it takes the chances against each of them alone, and adds up their
/// odds: an estimate.
pub struct Duel {
    race: Arc<Race>,
    /// The chance to win of who is to throw: by own place, then by the other's.
    wins: Vec<f64>,
}

impl Duel {
    /// Solves a race for two.
    ///
    /// # Errors
    /// When it has too many states, or places that nobody can win from.
    ///
    /// # Panics
    /// When the rules are not those of a race.
    pub fn solve(rules: Arc<Rules>) -> Result<Self, NoRace> {
        Self::solve_with(rules, &NoProgress)
    }

    /// Solves a race for two, observed by `progress`.
    ///
    /// # Errors
    /// When it has too many states, or places that nobody can win from, or is cancelled.
    ///
    /// # Panics
    /// When the rules are not those of a race.
    pub fn solve_with(rules: Arc<Rules>, progress: &dyn Progress) -> Result<Self, NoRace> {
        let race = Race::new(rules, |places| places.saturating_mul(places), MOST_PAIRS)?;
        let pairs = race.course.len() * race.course.len();
        let mut duel = Self { race, wins: vec![0.5; pairs] };
        duel.run(progress)?;
        Ok(duel)
    }

    /// The rules that were solved.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.race.rules
    }

    /// How many pairs of places there are.
    #[must_use]
    pub fn states(&self) -> usize {
        self.wins.len()
    }

    /// The chance of the first player to win, from the start.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.wins[0]
    }

    /// The turn of one of several players, worked out; nothing where somebody cannot stand there.
    #[must_use]
    pub fn turn(&self, seats: &[Standing], turn: usize) -> Option<Weighed<'_>> {
        Weighed::new(self, seats, turn, |value| value)
    }

    /// The chance of each of several players to win, before a turn: exact for two, else an estimate. Nothing where
    /// somebody cannot stand there.
    #[must_use]
    pub fn chances(&self, seats: &[Standing], turn: usize) -> Option<Vec<f64>> {
        let spots: Option<Vec<Spot>> =
            seats.iter().map(|&standing| self.race.course.spot(standing)).collect();
        let spots = spots?;
        // Who plays sooner after the one whose turn it is.
        let order = |seat: usize| (seat + seats.len() - turn) % seats.len();
        let chance = |seat: usize| {
            let others = (0..spots.len()).filter(|&other| other != seat).map(|other| {
                if order(other) < order(seat) {
                    let theirs = self.win((spots[other], spots[seat]));
                    theirs / (1.0 - theirs)
                } else {
                    let own = self.win((spots[seat], spots[other]));
                    (1.0 - own) / own
                }
            });
            1.0 / (1.0 + others.sum::<f64>())
        };
        Some((0..spots.len()).map(chance).collect())
    }

    pub(super) fn win(&self, pair: Pair) -> f64 {
        self.wins[self.at(pair)]
    }

    fn at(&self, (own, other): Pair) -> usize {
        own as usize * self.race.course.len() + other as usize
    }

    /// Until nothing changes, where turns lead back past the stretch they began on.
    fn run(&mut self, progress: &dyn Progress) -> Result<(), Cancelled> {
        let pairs = self.wins.len();
        if !self.race.course.leads_back() {
            return self.sweep(&Counter::new(pairs, progress));
        }
        let quiet = Silent(progress);
        let (quiet, whole) = (Counter::new(pairs, &quiet), Counter::new(pairs, progress));
        let mut guess = Guess::default();
        loop {
            let before = self.wins.clone();
            self.sweep(&quiet)?;
            match guess.next(before, &self.wins) {
                Some(next) => self.wins = next.into_iter().map(|win| win.clamp(0.0, 1.0)).collect(),
                None => return whole.add(pairs),
            }
        }
    }

    /// All waves of blocks, the end of the course first. Where a turn leads further back, it leads to what was found there
    /// before.
    fn sweep(&mut self, counter: &Counter<'_>) -> Result<(), Cancelled> {
        let stretches = self.race.course.stretches.len();
        // By the stretch further behind: how fast the last block's circle closed.
        let mut slopes = vec![0.0; stretches];
        for sum in (0..=2 * (stretches - 1)).rev() {
            let behind = sum.saturating_sub(stretches - 1)..=sum / 2;
            let mut blocks: Vec<Block> = behind
                .clone()
                .map(|behind| Block::new(&self.race.course, behind, sum - behind, slopes[behind]))
                .collect();
            for block in &blocks {
                for &pair in &block.circle {
                    let at = self.at(pair);
                    self.wins[at] = self.near(pair);
                }
            }
            let states = blocks.iter().flat_map(|block| &block.stages).map(|(_, pairs)| pairs.len()).sum();
            self.agree(&mut blocks, counter)?;
            for (behind, block) in behind.zip(&blocks) {
                slopes[behind] = block.guess.slope;
            }
            counter.add(states)?;
        }
        Ok(())
    }

    /// What the chance of a pair may be, from what is known further on.
    fn near(&self, (own, other): Pair) -> f64 {
        let course = &self.race.course;
        // The same place of the next stretch, or its first one.
        let next = |spot: Spot| {
            let stretch = course.stretch[spot as usize] as usize;
            let there = course.stretches.get(stretch + 1)?;
            (there.len() == course.stretches[stretch].len())
                .then(|| there[(spot - course.stretches[stretch][0]) as usize])
        };
        match (next(own), next(other)) {
            (Some(a), Some(b)) => {
                (self.win((a, other)) + self.win((own, b)) - self.win((a, b))).clamp(0.0, 1.0)
            }
            (Some(a), None) => {
                let here = self.win((a, other));
                next(a).map_or(here, |further| 2.0 * here - self.win((further, other))).clamp(0.0, 1.0)
            }
            (None, Some(b)) => {
                let here = self.win((own, b));
                next(b).map_or(here, |further| 2.0 * here - self.win((own, further))).clamp(0.0, 1.0)
            }
            (None, None) => 0.5,
        }
    }

    /// Repeats the blocks of a wave until all agree with themselves.
    fn agree(&mut self, blocks: &mut [Block], counter: &Counter<'_>) -> Result<(), Cancelled> {
        let mut open: Vec<&mut Block> = blocks.iter_mut().collect();
        while !open.is_empty() {
            let mut stages: Vec<u32> =
                open.iter().flat_map(|block| block.stages.iter().map(|(stage, _)| *stage)).collect();
            stages.sort_unstable();
            stages.dedup();
            let guesses: Vec<Vec<f64>> = open.iter().map(|block| self.read(&block.circle)).collect();
            for stage in stages {
                let of_stage = |block: &&mut Block| -> Vec<Pair> {
                    let stages = block.stages.iter().filter(|(other, _)| *other == stage);
                    stages.flat_map(|(_, pairs)| pairs.iter().copied()).collect()
                };
                // Those with equally far to go stand side by side.
                let mut pairs: Vec<Pair> = open.iter().flat_map(of_stage).collect();
                pairs.sort_unstable();
                let turns = |turn: &mut Turn, pairs: &[Pair]| {
                    counter.check()?;
                    Ok(self.turns(turn, pairs))
                };
                let found = pairs.par_chunks(LANES).map_init(|| Turn::new(&self.race.throws), turns);
                let found = found.collect::<Result<Vec<Means>, Cancelled>>()?;
                for (pairs, found) in pairs.chunks(LANES).zip(found) {
                    for (lane, &pair) in pairs.iter().enumerate() {
                        let at = self.at(pair);
                        self.wins[at] = found.get(lane);
                    }
                }
            }
            let mut still_open = Vec::new();
            for (block, guess) in open.into_iter().zip(guesses) {
                let found = self.read(&block.circle);
                if let Some(next) = block.guess.next(guess, &found) {
                    for (&pair, value) in block.circle.iter().zip(next) {
                        let at = self.at(pair);
                        self.wins[at] = value;
                    }
                    still_open.push(block);
                }
            }
            open = still_open;
        }
        Ok(())
    }

    fn read(&self, pairs: &[Pair]) -> Vec<f64> {
        pairs.iter().map(|&pair| self.win(pair)).collect()
    }

    /// What the turns of these pairs are worth.
    fn turns(&self, turn: &mut Turn, pairs: &[Pair]) -> Means {
        let banks: Vec<Bank> = pairs.iter().map(|&(own, other)| self.banking(&[own, other], 0)).collect();
        turn.place(&banks);
        turn.solve(&self.race.throws)
    }
}

impl Goal for Duel {
    fn race(&self) -> &Race {
        &self.race
    }

    fn bank(&self, seats: &[Spot], turn: usize) -> Vec<f64> {
        let places = self.race.course.len();
        let rows = |seat: usize| &self.wins[seats[seat] as usize * places..][..places];
        let others: Vec<&[f64]> = (0..seats.len()).filter(|&seat| seat != turn).map(rows).collect();
        let after = self.race.course.after(seats[turn]).iter();
        if let [other] = others[..] {
            return after
                .map(|&after| if after == WON { 1.0 } else { 1.0 - other[after as usize] })
                .collect();
        }
        let odds = |after: Spot| {
            let odds = others.iter().map(|other| {
                let theirs = other[after as usize];
                theirs / (1.0 - theirs)
            });
            1.0 / (1.0 + odds.sum::<f64>())
        };
        after.map(|&after| if after == WON { 1.0 } else { odds(after) }).collect()
    }

    fn looks_around(&self) -> bool {
        true
    }
}

/// Two stretches, and the pairs of places on them.
struct Block {
    /// Pairs that can be worked out at once, by when.
    stages: Vec<(u32, Vec<Pair>)>,
    /// Pairs whose values are needed before they are worked out.
    circle: Vec<Pair>,
    guess: Guess,
}

impl Block {
    fn new(course: &Course, behind: usize, ahead: usize, slope: f64) -> Self {
        let mut pairs: Vec<(u32, Pair)> = Vec::new();
        for &a in &course.stretches[behind] {
            for &b in &course.stretches[ahead] {
                pairs.push((stage(course, (a, b)), (a, b)));
                if behind != ahead {
                    pairs.push((stage(course, (b, a)), (b, a)));
                }
            }
        }
        pairs.sort_unstable();
        let mut circle: Vec<Pair> = Vec::new();
        for &(own_stage, (own, other)) in &pairs {
            let within = |&&after: &&Spot| {
                after != WON && course.stretch[after as usize] == course.stretch[own as usize]
            };
            let next = course.after(own).iter().filter(within).map(|&after| (other, after));
            circle.extend(next.filter(|&pair| stage(course, pair) >= own_stage));
        }
        circle.sort_unstable();
        circle.dedup();
        let mut stages: Vec<(u32, Vec<Pair>)> = Vec::new();
        for (stage, pair) in pairs {
            match stages.last_mut() {
                Some((last, pairs)) if *last == stage => pairs.push(pair),
                _ => stages.push((stage, vec![pair])),
            }
        }
        Self { stages, circle, guess: Guess::with_slope(slope) }
    }
}

/// When a pair is worked out: with few turns left in barrels first, for most turns use one up; then those that lose
/// nothing by a lost turn, who is further ahead first.
fn stage(course: &Course, (own, other): Pair) -> u32 {
    let turns = course.turns_left(own) + course.turns_left(other);
    let outside = course.turns_left(own) == 0;
    turns * 3 + if !outside { 0 } else { 1 + u32::from(own < other) }
}
