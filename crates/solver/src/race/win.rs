//! `WinStrategy`: maximizes the probability to win against one opponent; estimates for more opponents follow from it.
//!
//! Outside barrels scores only grow, so the values of a pair of stretches depend on each other and on later stretches,
//! never on earlier ones. Pairs of stretches are solved from the end of the course to its beginning, all pairs with the
//! same distance from the end at once (a wave).

use std::sync::Arc;

use crate::parallel::*;
use kosti_rules::{Rules, Standing};

use super::course::{AFTER_SCORE_LOSS, Course, StandingIndex, WON};
use super::fixed_point::FixedPoint;
use super::last_round::LastRound;
use super::turn_solver::{BankValues, TurnSolver};
use super::{LastTurn, Race, RaceGoal, SolvedTurn};
use crate::encoding::{DecodeError, check_length};
use crate::lane_value::{F64x8, LaneValue, RACE_LANES};
use crate::progress::{Cancelled, Counter, Progress, Silent};
use crate::solution::SolveError;

/// The largest number of pairs of standings.
const MOST_PAIRS: usize = 4_000_000;

/// The standing of the player to throw, and of the opponent.
type Pair = (StandingIndex, StandingIndex);

/// Optimal play of a race for two; exact. For more players, the odds against each opponent alone are added: an
/// estimate.
pub struct WinStrategy {
    race: Arc<Race>,
    /// By own standing, then by the opponent’s: the probability that the player to throw wins.
    wins: Vec<f64>,
}

impl WinStrategy {
    /// Solves a race for two players. The rules must be those of a race.
    pub(crate) fn solve(rules: Arc<Rules>, progress: &dyn Progress) -> Result<Self, SolveError> {
        let race = Race::new(rules, |places| places.saturating_mul(places), MOST_PAIRS)?;
        let pairs = race.course.len() * race.course.len();
        let mut duel = Self { race, wins: vec![0.5; pairs] };
        duel.run(progress)?;
        Ok(duel)
    }

    /// The strategy of a race that was solved before.
    pub(crate) fn from_values(rules: Arc<Rules>, wins: Vec<f64>) -> Result<Self, DecodeError> {
        let race = Race::new(rules, |places| places.saturating_mul(places), MOST_PAIRS)?;
        check_length(wins.len(), race.course.len() * race.course.len())?;
        Ok(Self { race, wins })
    }

    pub(crate) fn values(&self) -> &[f64] {
        &self.wins
    }

    /// The rules that were solved.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.race.rules
    }

    /// The number of pairs of standings.
    #[must_use]
    pub fn states(&self) -> usize {
        self.wins.len()
    }

    /// The probability that the first player wins, from the start.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.wins[0]
    }

    /// Solves the turn of one of several players; `None` if somebody cannot stand there.
    #[must_use]
    pub fn turn(&self, seats: &[Standing], turn: usize) -> Option<SolvedTurn<'_>> {
        match self.race.infer_last_turn(seats, turn) {
            Some(last) => self.last_turn(&last),
            None => SolvedTurn::new(self, seats, turn, |value| value),
        }
    }

    /// Solves a turn of the last round of several players: values are probabilities to win. `None` if the race has no such
    /// round, or the player cannot stand there.
    #[must_use]
    pub fn last_turn(&self, last: &LastTurn) -> Option<SolvedTurn<'_>> {
        SolvedTurn::of_last_round(&self.race, last)
    }

    /// Returns the probability of each player to win, before a turn: exact for two players, otherwise an estimate.
    /// `None` if somebody cannot stand there.
    #[must_use]
    pub fn chances(&self, seats: &[Standing], turn: usize) -> Option<Vec<f64>> {
        if let Some(last) = self.race.infer_last_turn(seats, turn) {
            return Some(self.last_round_chances(seats, turn, self.last_turn(&last)?.value()));
        }
        let spots: Option<Vec<StandingIndex>> =
            seats.iter().map(|&standing| self.race.course.index_of(standing)).collect();
        let spots = spots?;
        // The order of play from the player whose turn it is.
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

    /// Returns the probability of each player to win in the last round: that of the player on turn, and the rest for the
    /// best score so far. Exact for two players; otherwise an estimate that leaves out the turns still to come.
    fn last_round_chances(&self, seats: &[Standing], turn: usize, own: f64) -> Vec<f64> {
        let best = seats.iter().map(|seat| seat.score).max().unwrap_or(0);
        let equal = seats.iter().filter(|seat| seat.score == best).count() as f64;
        let chance = |seat: usize| match seats[seat].score {
            _ if seat == turn => own,
            score if score == best => (1.0 - own) / equal,
            _ => 0.0,
        };
        (0..seats.len()).map(chance).collect()
    }

    /// Returns the values of ending a turn before the last round, by units. Who reaches the target then waits for the
    /// others' last turns, so points past the target count too.
    fn values_before_last_round(&self, last: &LastRound, seats: &[StandingIndex], turn: usize) -> Vec<f64> {
        let course = &self.race.course;
        let units = |seat: usize| (course.standings[seats[seat] as usize].score / course.unit) as usize;
        let others: Vec<usize> = (0..seats.len()).filter(|&seat| seat != turn).collect();
        let after = course.after(seats[turn]);
        let furthest = others.iter().map(|&seat| units(seat)).max().unwrap_or(0);
        let most = (after.len() - 1).max((furthest + last.far).saturating_sub(units(turn)));
        let held = |gained: usize| {
            let score = units(turn) + gained;
            let each = others.iter().map(|&seat| {
                let theirs = course.standings[seats[seat] as usize].score;
                1.0 - last.value(theirs, score - units(seat))
            });
            each.product::<f64>()
        };
        let value = |gained: usize| match course.end(seats[turn], gained) {
            WON => held(gained),
            after => self.value_against(&others, seats, after),
        };
        (0..=most).map(value).collect()
    }

    /// Returns the value of standing here after a turn, against these seats.
    fn value_against(&self, others: &[usize], seats: &[StandingIndex], own: StandingIndex) -> f64 {
        match others {
            [other] => 1.0 - self.win((seats[*other], own)),
            _ => {
                let odds = others.iter().map(|&seat| {
                    let theirs = self.win((seats[seat], own));
                    theirs / (1.0 - theirs)
                });
                1.0 / (1.0 + odds.sum::<f64>())
            }
        }
    }

    pub(super) fn win(&self, pair: Pair) -> f64 {
        self.wins[self.at(pair)]
    }

    fn at(&self, (own, other): Pair) -> usize {
        own as usize * self.race.course.len() + other as usize
    }

    /// Repeats sweeps until values agree, if turns lead back past the stretch they began on.
    fn run(&mut self, progress: &dyn Progress) -> Result<(), Cancelled> {
        let pairs = self.wins.len();
        if !self.race.course.leads_back() {
            return self.sweep(&Counter::new(pairs, progress));
        }
        let quiet = Silent(progress);
        let (quiet, whole) = (Counter::new(pairs, &quiet), Counter::new(pairs, progress));
        let mut fixed_point = FixedPoint::default();
        loop {
            let before = self.wins.clone();
            self.sweep(&quiet)?;
            match fixed_point.next(before, &self.wins) {
                Some(next) => self.wins = next.into_iter().map(|win| win.clamp(0.0, 1.0)).collect(),
                None => return whole.add(pairs),
            }
        }
    }

    /// Solves all waves from the end of the course. If a turn leads further back, the value of the last sweep is used.
    fn sweep(&mut self, counter: &Counter<'_>) -> Result<(), Cancelled> {
        let stretches = self.race.course.stretches.len();
        // By the stretch behind: the slope of the fixed point of its last block.
        let mut slopes = vec![0.0; stretches];
        for sum in (0..=2 * (stretches - 1)).rev() {
            let behind = sum.saturating_sub(stretches - 1)..=sum / 2;
            let mut blocks: Vec<Block> = behind
                .clone()
                .map(|behind| Block::new(&self.race.course, behind, sum - behind, slopes[behind]))
                .collect();
            for block in &blocks {
                for &pair in &block.feedback {
                    let at = self.at(pair);
                    self.wins[at] = self.initial_guess(pair);
                }
            }
            let states = blocks.iter().flat_map(|block| &block.stages).map(|(_, pairs)| pairs.len()).sum();
            self.iterate_wave(&mut blocks, counter)?;
            for (behind, block) in behind.zip(&blocks) {
                slopes[behind] = block.fixed_point.slope;
            }
            counter.add(states)?;
        }
        Ok(())
    }

    /// Extrapolates the value of a pair from pairs nearer to the end.
    fn initial_guess(&self, (own, other): Pair) -> f64 {
        let course = &self.race.course;
        // The corresponding standing of the next stretch.
        let next = |spot: StandingIndex| {
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

    /// Iterates the blocks of a wave until each is a fixed point.
    fn iterate_wave(&mut self, blocks: &mut [Block], counter: &Counter<'_>) -> Result<(), Cancelled> {
        let mut open: Vec<&mut Block> = blocks.iter_mut().collect();
        while !open.is_empty() {
            let mut stages: Vec<u32> =
                open.iter().flat_map(|block| block.stages.iter().map(|(stage, _)| *stage)).collect();
            stages.sort_unstable();
            stages.dedup();
            let guesses: Vec<Vec<f64>> = open.iter().map(|block| self.values_of(&block.feedback)).collect();
            for stage in stages {
                let of_stage = |block: &&mut Block| -> Vec<Pair> {
                    let stages = block.stages.iter().filter(|(other, _)| *other == stage);
                    stages.flat_map(|(_, pairs)| pairs.iter().copied()).collect()
                };
                // Sorted, so that lanes have about the same number of units to go.
                let mut pairs: Vec<Pair> = open.iter().flat_map(of_stage).collect();
                pairs.sort_unstable();
                let turns = |turn: &mut TurnSolver, pairs: &[Pair]| {
                    counter.check()?;
                    Ok(self.solve_turns(turn, pairs))
                };
                let found =
                    pairs.par_chunks(RACE_LANES).map_init(|| TurnSolver::new(&self.race.throws), turns);
                let found = found.collect::<Result<Vec<F64x8>, Cancelled>>()?;
                for (pairs, found) in pairs.chunks(RACE_LANES).zip(found) {
                    for (lane, &pair) in pairs.iter().enumerate() {
                        let at = self.at(pair);
                        self.wins[at] = found.get(lane);
                    }
                }
            }
            let mut still_open = Vec::new();
            for (block, guess) in open.into_iter().zip(guesses) {
                let found = self.values_of(&block.feedback);
                if let Some(next) = block.fixed_point.next(guess, &found) {
                    for (&pair, value) in block.feedback.iter().zip(next) {
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

    fn values_of(&self, pairs: &[Pair]) -> Vec<f64> {
        pairs.iter().map(|&pair| self.win(pair)).collect()
    }

    /// Solves the turns of these pairs.
    fn solve_turns(&self, turn: &mut TurnSolver, pairs: &[Pair]) -> F64x8 {
        let banks: Vec<BankValues> =
            pairs.iter().map(|&(own, other)| self.bank_of(&[own, other], 0)).collect();
        turn.place(&banks);
        turn.solve(&self.race.throws)
    }
}

impl RaceGoal for WinStrategy {
    fn race(&self) -> &Race {
        &self.race
    }

    fn bank_values(&self, seats: &[StandingIndex], turn: usize) -> Vec<f64> {
        if let Some(last) = &self.race.last_round {
            return self.values_before_last_round(last, seats, turn);
        }
        let places = self.race.course.len();
        let rows = |seat: usize| &self.wins[seats[seat] as usize * places..][..places];
        let others: Vec<&[f64]> = (0..seats.len()).filter(|&seat| seat != turn).map(rows).collect();
        let after = self.race.course.after(seats[turn]).iter();
        if let [other] = others[..] {
            return after
                .map(|&after| if after == WON { 1.0 } else { 1.0 - other[after as usize] })
                .collect();
        }
        let odds = |after: StandingIndex| {
            let odds = others.iter().map(|other| {
                let theirs = other[after as usize];
                theirs / (1.0 - theirs)
            });
            1.0 / (1.0 + odds.sum::<f64>())
        };
        after.map(|&after| if after == WON { 1.0 } else { odds(after) }).collect()
    }

    fn score_loss_value(&self, seats: &[StandingIndex], turn: usize) -> f64 {
        let others: Vec<usize> = (0..seats.len()).filter(|&seat| seat != turn).collect();
        self.value_against(&others, seats, AFTER_SCORE_LOSS)
    }

    fn depends_on_others(&self) -> bool {
        true
    }
}

/// A pair of stretches, and the pairs of standings on them.
struct Block {
    /// The pairs of each stage, in the order of stages.
    stages: Vec<(u32, Vec<Pair>)>,
    /// Pairs whose values are used before they are computed.
    feedback: Vec<Pair>,
    fixed_point: FixedPoint,
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
        let mut feedback: Vec<Pair> = Vec::new();
        for &(own_stage, (own, other)) in &pairs {
            let within = |&&after: &&StandingIndex| {
                after != WON && course.stretch[after as usize] == course.stretch[own as usize]
            };
            let next = course.after(own).iter().filter(within).map(|&after| (other, after));
            feedback.extend(next.filter(|&pair| stage(course, pair) >= own_stage));
        }
        feedback.sort_unstable();
        feedback.dedup();
        let mut stages: Vec<(u32, Vec<Pair>)> = Vec::new();
        for (stage, pair) in pairs {
            match stages.last_mut() {
                Some((last, pairs)) if *last == stage => pairs.push(pair),
                _ => stages.push((stage, vec![pair])),
            }
        }
        Self { stages, feedback, fixed_point: FixedPoint::with_slope(slope) }
    }
}

/// Returns the stage of a pair within its block: first those with few turns left in barrels, because most turns use one
/// up; then those that lose nothing by a lost turn, the player ahead first.
fn stage(course: &Course, (own, other): Pair) -> u32 {
    let turns = course.turns_left(own) + course.turns_left(other);
    let outside = course.turns_left(own) == 0;
    turns * 3 + if !outside { 0 } else { 1 + u32::from(own < other) }
}
