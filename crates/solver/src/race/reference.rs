//! A slow reference solver of races: value iteration with the functions of the rules. Tests compare the fast solver
//! with it.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap};

use kosti_dice::Dice;
use kosti_rules::file::{Blank, Ties};
use kosti_rules::{RaceRules, Standing};

/// The gain that stands for the loss of the whole score.
const SCORE_LOST: i32 = i32::MIN;
/// Iteration ends when no value changes by more than this.
const TOLERANCE: f64 = 1e-13;

/// A reference solver for small races and the ends of larger ones.
pub struct RaceReferenceSolver<'a> {
    rules: &'a RaceRules,
    gains: Vec<i32>,
}

/// The standings of the players, in the order of their turns.
type Seats = Vec<(i32, u8)>;

impl<'a> RaceReferenceSolver<'a> {
    /// Creates a solver for this race.
    #[must_use]
    pub fn new(rules: &'a RaceRules) -> Self {
        let mut found = BTreeSet::from([(0, 0)]);
        let mut open = vec![(0, 0)];
        while let Some((points, aside)) = open.pop() {
            for &dice in rules.space(rules.dice() - aside).all() {
                for selection in rules.selections(dice) {
                    let points = (points + selection.points).min(horizon(rules));
                    let now = aside + selection.take.len();
                    let again = now < rules.dice() || rules.hot_dice || rules.is_double(dice, aside);
                    let now = if again { now % rules.dice() } else { now };
                    if found.insert((points, now)) && again {
                        open.push((points, now));
                    }
                }
            }
        }
        let gains: BTreeSet<i32> = found.into_iter().map(|(points, _)| points).collect();
        let score_lost = rules.can_lose_score().then_some(SCORE_LOST);
        Self { rules, gains: gains.into_iter().chain(score_lost).collect() }
    }

    /// Returns the probability of each player to win, if each maximizes its own; the first one is to throw.
    #[must_use]
    pub fn wins(&self, seats: &[Standing]) -> Vec<f64> {
        let key = |standing: &Standing| (standing.score, standing.turns_left);
        let start: Seats = seats.iter().map(key).collect();
        let nobody = vec![0.0; start.len()];
        let mut known = HashMap::from([(start.clone(), nobody)]);
        let answers = RefCell::new(HashMap::new());
        self.iterate(&mut known, start.len(), |known, seats, gain| {
            let after = self.after(standing(seats[0]), gain);
            if self.rules.is_won(after.score) {
                let mut wins = vec![0.0; seats.len()];
                wins[0] = 1.0;
                if let (Some(last), [_, other]) = (self.rules.last_round, seats) {
                    wins[1] = *answers
                        .borrow_mut()
                        .entry((*other, after.score))
                        .or_insert_with(|| self.beats(standing(*other), after.score, last.ties));
                    wins[0] = 1.0 - wins[1];
                }
                return Ok(wins);
            }
            let mut next = seats.to_vec();
            next[0] = key(&after);
            next.rotate_left(1);
            let mut wins = known.get(&next).cloned().ok_or(next)?;
            wins.rotate_right(1);
            Ok(wins)
        });
        known.remove(&start).unwrap_or_default()
    }

    /// Returns the standing after a turn.
    fn after(&self, before: Standing, gain: i32) -> Standing {
        if gain == SCORE_LOST { self.rules.after_score_loss() } else { self.rules.after_turn(before, gain) }
    }

    /// Returns the value of the last turn of a player against a score.
    fn beats(&self, from: Standing, score: i32, ties: Ties) -> f64 {
        let tie = if ties == Ties::Shared { 0.5 } else { 0.0 };
        self.turn(from, |gain| match from.score.saturating_add(gain).cmp(&score) {
            Ordering::Less => 0.0,
            Ordering::Equal => tie,
            Ordering::Greater => 1.0,
        })
    }

    /// Returns the fewest expected turns from a standing.
    #[must_use]
    pub fn turns(&self, from: Standing) -> f64 {
        let start: Seats = vec![(from.score, from.turns_left)];
        let mut known = HashMap::from([(start.clone(), vec![0.0])]);
        self.iterate(&mut known, 1, |known, seats, gain| {
            let after = self.after(standing(seats[0]), gain);
            if self.rules.is_won(after.score) {
                return Ok(vec![-1.0]);
            }
            let next = vec![(after.score, after.turns_left)];
            known.get(&next).map(|turns| vec![turns[0] - 1.0]).ok_or(next)
        });
        -known[&start][0]
    }

    /// Returns the largest probability to finish from a standing within a number of turns.
    #[must_use]
    pub fn within(&self, from: Standing, turns: usize) -> f64 {
        if turns == 0 {
            return 0.0;
        }
        self.turn(from, |gain| {
            let after = self.after(from, gain);
            if self.rules.is_won(after.score) { 1.0 } else { self.within(after, turns - 1) }
        })
    }

    /// Returns the value of a turn from a standing; `end` gives the value of ending it with these points.
    #[must_use]
    pub fn turn(&self, from: Standing, end: impl Fn(i32) -> f64) -> f64 {
        let ends = self.gains.iter().map(|&gain| (gain, vec![end(gain)])).collect();
        ReferenceTurn::new(self.rules, from, &ends).throw(0, 0)[0]
    }

    /// Iterates all values until they converge. `end` returns the value of ending the turn with these points for each
    /// player, or the position that is not known yet.
    fn iterate(
        &self,
        known: &mut HashMap<Seats, Vec<f64>>,
        players: usize,
        end: impl Fn(&HashMap<Seats, Vec<f64>>, &[(i32, u8)], i32) -> Result<Vec<f64>, Seats>,
    ) {
        let mut open: Vec<Seats> = known.keys().cloned().collect();
        while let Some(seats) = open.pop() {
            for &gain in &self.gains {
                if let Err(new) = end(known, &seats, gain) {
                    known.insert(new.clone(), vec![0.0; players]);
                    open.push(new);
                }
            }
        }
        let mut all: Vec<Seats> = known.keys().cloned().collect();
        all.sort_unstable_by(|a, b| b.cmp(a));
        loop {
            let mut change = 0.0_f64;
            for seats in &all {
                let ends: HashMap<i32, Vec<f64>> = self
                    .gains
                    .iter()
                    .map(|&gain| (gain, end(known, seats, gain).unwrap_or_default()))
                    .collect();
                let value = ReferenceTurn::new(self.rules, standing(seats[0]), &ends).throw(0, 0);
                let old = known.insert(seats.clone(), value.clone()).unwrap_or_default();
                change = old.iter().zip(&value).map(|(old, new)| (old - new).abs()).fold(change, f64::max);
            }
            if change < TOLERANCE {
                return;
            }
        }
    }
}

/// Returns the points from which on no more points of a turn are distinguished. A last round has no such points; with
/// these, nearly all turns end before.
fn horizon(rules: &RaceRules) -> i32 {
    if rules.last_round.is_some() {
        rules.target * 4 + 200
    } else {
        rules.target * (1 + i32::from(rules.overshoot.is_some()))
    }
}

fn standing((score, turns_left): (i32, u8)) -> Standing {
    Standing { score, turns_left }
}

/// One turn, from the values of ending it for each player.
struct ReferenceTurn<'a> {
    rules: &'a RaceRules,
    /// The points that win and can be banked.
    enough: i32,
    /// The least points that can be banked.
    least: i32,
    ends: &'a HashMap<i32, Vec<f64>>,
    known: HashMap<(i32, usize), Vec<f64>>,
}

impl<'a> ReferenceTurn<'a> {
    fn new(rules: &'a RaceRules, from: Standing, ends: &'a HashMap<i32, Vec<f64>>) -> Self {
        let least = rules.least_bank(from);
        let ends_at_target = rules.last_round.is_none() && rules.overshoot.is_none();
        let enough = if ends_at_target { (rules.target - from.score).max(least) } else { horizon(rules) };
        Self { rules, enough, least, ends, known: HashMap::new() }
    }

    fn bank(&self, points: i32) -> Vec<f64> {
        self.ends[&points.min(horizon(self.rules))].clone()
    }

    /// Returns the value of throwing with this number of dice aside.
    fn throw(&mut self, points: i32, aside: usize) -> Vec<f64> {
        // With enough points in hand, banking is best.
        if points >= self.enough {
            return self.bank(points);
        }
        if let Some(known) = self.known.get(&(points, aside)) {
            return known.clone();
        }
        // A double of all dice leads back here: iterate from 0 until the value converges.
        let mut value = vec![0.0; self.ends[&0].len()];
        loop {
            self.known.insert((points, aside), value.clone());
            let next = self.mean(points, aside);
            let change =
                next.iter().zip(&value).map(|(next, value)| (next - value).abs()).fold(0.0, f64::max);
            let leads_back = self.rules.double.as_ref().is_some_and(|double| double.aside == 0 && aside == 0);
            value = next;
            if change < TOLERANCE / 100.0 || !leads_back {
                break;
            }
        }
        self.known.insert((points, aside), value.clone());
        value
    }

    fn mean(&mut self, points: i32, aside: usize) -> Vec<f64> {
        let space = self.rules.space(self.rules.dice() - aside);
        let mut sum = vec![0.0; self.ends[&0].len()];
        for &dice in space.all() {
            let value = self.best_after(points, aside, dice);
            let likely = space.probability(dice);
            sum.iter_mut().zip(value).for_each(|(sum, value)| *sum += likely * value);
        }
        sum
    }

    fn best_after(&mut self, points: i32, aside: usize, dice: Dice) -> Vec<f64> {
        let (rules, all) = (self.rules, self.rules.dice());
        if rules.loses_score(dice) {
            return self.ends[&SCORE_LOST].clone();
        }
        if rules.is_bust(dice, aside) {
            return self.bank(0);
        }
        let double = rules.is_double(dice, aside);
        let mut ways = Vec::new();
        if rules.selections(dice).is_empty() {
            ways.push(self.throw(points, 0));
            let may_bank = rules.double.as_ref().is_some_and(|double| double.blank == Blank::MayBank);
            if may_bank && points >= self.least {
                ways.push(self.bank(points));
            }
        }
        for selection in rules.selections(dice) {
            let (points, aside) = (points + selection.points, aside + selection.take.len());
            let throws = aside < all || rules.hot_dice || double;
            if points >= self.least || !throws {
                ways.push(self.bank(points));
            }
            if throws {
                ways.push(self.throw(points, aside % all));
            }
        }
        ways.into_iter().max_by(|a, b| a[0].total_cmp(&b[0])).expect("something can be done")
    }
}
