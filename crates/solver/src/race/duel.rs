//! Two players, each for the largest chance to win.
//!
//! Outside barrels scores only grow, so the chances of two stretches depend on each other and on stretches further on,
//! never on earlier ones: pairs of stretches are solved from the end of the course to its beginning, all pairs equally
//! far from it at once.

use std::sync::Arc;

use kosti_dice::Dice;
use kosti_rules::{RaceRules, Rules, Standing};
use rayon::prelude::*;

use super::course::{Course, Spot, WON};
use super::fixed::Guess;
use super::throws::{self, Throws};
use super::turn::Turn;
use crate::cell::{Cell, LANES, Means};
use crate::states::TooLarge;
use crate::watch::{Progress, UNWATCHED, Watch};

/// How many pairs of places are solved at most.
const MOST_PAIRS: usize = 4_000_000;

/// Who is to throw, and the other one.
type Pair = (Spot, Spot);

/// Best play of a race for two.
pub struct Duel {
    rules: Arc<Rules>,
    course: Course,
    throws: Throws,
    /// The chance to win of who is to throw: by own place, then by the other's.
    wins: Vec<f64>,
}

impl Duel {
    /// Solves a race for two.
    ///
    /// # Errors
    /// When it has too many states.
    ///
    /// # Panics
    /// When the rules are not those of a race.
    pub fn solve(rules: Arc<Rules>) -> Result<Self, TooLarge> {
        Self::solve_watched(rules, UNWATCHED)
    }

    /// Solves a race for two, and tells how far it is.
    ///
    /// # Errors
    /// When it has too many states.
    ///
    /// # Panics
    /// When the rules are not those of a race.
    pub fn solve_watched(rules: Arc<Rules>, watch: Watch<'_>) -> Result<Self, TooLarge> {
        let race = rules.race().expect("a race");
        let unit = throws::unit(race);
        let places = race.target as usize / unit as usize;
        if places.saturating_mul(places) > MOST_PAIRS {
            return Err(TooLarge { states: places.saturating_mul(places), most: MOST_PAIRS });
        }
        let course = Course::new(race, unit);
        let pairs = course.len() * course.len();
        if pairs > MOST_PAIRS {
            return Err(TooLarge { states: pairs, most: MOST_PAIRS });
        }
        let throws = Throws::new(race, unit);
        let mut duel = Self { course, throws, wins: vec![0.5; pairs], rules };
        duel.run(&Progress::new(pairs, watch));
        Ok(duel)
    }

    /// The rules that were solved.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    fn race(&self) -> &RaceRules {
        self.rules.race().expect("checked when solved")
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

    /// The chance to win of who is to throw.
    ///
    /// # Panics
    /// When nobody can stand there.
    #[must_use]
    pub fn chance(&self, own: Standing, other: Standing) -> f64 {
        self.win((self.course.spot(own).expect("a place"), self.course.spot(other).expect("a place")))
    }

    fn win(&self, (own, other): Pair) -> f64 {
        self.wins[self.at((own, other))]
    }

    fn at(&self, (own, other): Pair) -> usize {
        own as usize * self.course.len() + other as usize
    }

    /// All waves of blocks, the end of the course first.
    fn run(&mut self, progress: &Progress<'_>) {
        let stretches = self.course.stretch.last().map_or(0, |last| last + 1);
        let mut places: Vec<Vec<Spot>> = vec![Vec::new(); stretches as usize];
        for (spot, &stretch) in self.course.stretch.iter().enumerate() {
            places[stretch as usize].push(spot as Spot);
        }
        for sum in (0..=2 * (stretches - 1)).rev() {
            let low = sum.saturating_sub(stretches - 1);
            let mut blocks: Vec<Block> = (low..=sum / 2)
                .map(|behind| {
                    let ahead = sum - behind;
                    Block::new(&self.course, &places[behind as usize], &places[ahead as usize])
                })
                .collect();
            let states = blocks.iter().flat_map(|block| &block.stages).map(|(_, pairs)| pairs.len()).sum();
            self.agree(&mut blocks);
            progress.add(states);
        }
    }

    /// Repeats the blocks of a wave until all agree with themselves.
    fn agree(&mut self, blocks: &mut [Block]) {
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
                let pairs: Vec<Pair> = open.iter().flat_map(of_stage).collect();
                let found: Vec<Means> = pairs
                    .par_chunks(LANES)
                    .map_init(|| Turn::new(&self.throws), |turn, pairs| self.turns(turn, pairs))
                    .collect();
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
    }

    fn read(&self, pairs: &[Pair]) -> Vec<f64> {
        pairs.iter().map(|&pair| self.win(pair)).collect()
    }

    /// What the turns of these pairs are worth.
    fn turns(&self, turn: &mut Turn, pairs: &[Pair]) -> Means {
        self.place(turn, pairs);
        turn.solve(&self.throws)
    }

    /// Puts pairs into the lanes; lanes that are left over repeat the last one.
    fn place(&self, turn: &mut Turn, pairs: &[Pair]) {
        let rows = pairs.iter().map(|&(own, _)| self.course.after(own).len()).max().unwrap_or(1);
        turn.bank.clear();
        turn.bank.resize(rows, Means([1.0; LANES]));
        for lane in 0..LANES {
            let (own, other) = pairs[lane.min(pairs.len() - 1)];
            let others = &self.wins[other as usize * self.course.len()..];
            for (units, &after) in self.course.after(own).iter().enumerate() {
                let worth = if after == WON { 1.0 } else { 1.0 - others[after as usize] };
                turn.bank[units].set(lane, worth);
            }
        }
        // A turn that brings nothing ends like one that is lost.
        turn.bust = turn.bank[0];
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
    fn new(course: &Course, behind: &[Spot], ahead: &[Spot]) -> Self {
        let mut pairs: Vec<(u32, Pair)> = Vec::new();
        for &a in behind {
            for &b in ahead {
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
        Self { stages, circle, guess: Guess::default() }
    }
}

/// When a pair is worked out: with few turns left in barrels first, for most turns use one up; then those that lose
/// nothing by a lost turn, who is further ahead first.
fn stage(course: &Course, (own, other): Pair) -> u32 {
    let turns = course.turns_left(own) + course.turns_left(other);
    let outside = course.turns_left(own) == 0;
    turns * 3 + if !outside { 0 } else { 1 + u32::from(own < other) }
}

/// What can be done with a throw: dice to set aside, then.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RaceChoice {
    /// The dice set aside; none after a double that scores nothing.
    pub take: Dice,
    /// Whether the turn ends with that.
    pub bank: bool,
    /// What it is worth.
    pub value: f64,
}
