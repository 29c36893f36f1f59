//! Simulation of many races. The games of a batch advance turn by turn; games with the same standings share a lane.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::Arc;

use kosti_dice::Dice;
use kosti_rules::Rules;

use super::course::{SCORE_LOST, StandingIndex, WON};
use super::greedy::GreedyRacer;
use super::throws::Outcome;
use super::turn_solver::{BankValues, TurnSolver};
use super::{Race, RaceGoal, TurnsStrategy, WinStrategy};
use crate::lane_value::RACE_LANES;
use crate::progress::{Cancelled, Counter, Progress};
use crate::simulate::in_batches;
use crate::solution::SolveError;
use crate::turn_tables::DiceRng;

/// The number of games in a batch.
const BATCH: usize = 32768;
/// The number of rounds after which a game is given up.
const MOST_ROUNDS: u32 = 10_000;

/// A player of a simulated race.
#[derive(Clone, Copy)]
pub enum RacePlayer<'a> {
    /// Maximizes the probability to win.
    Win(&'a WinStrategy),
    /// Maximizes the probability to win against the most dangerous opponent alone.
    Rival(&'a WinStrategy),
    /// Minimizes the expected number of turns.
    Turns(&'a TurnsStrategy),
    /// Maximizes the points of each turn.
    Greedy,
    /// Chooses at random; all allowed choices are equally likely.
    Random,
}

/// The result of a simulated race.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RaceResult {
    /// The seat that won; `None` if the game was given up.
    pub winner: Option<usize>,
    /// The number of turns of the winner.
    pub rounds: u32,
}

/// Plays races between these players; the first seat begins. Each batch has its own random numbers: equal numbers give
/// equal games on any number of threads.
///
/// # Errors
/// If the race has too many standings, or one from which nobody can win, or it is cancelled.
///
/// # Panics
/// If the rules are not those of a race.
pub fn simulate_races<S: DiceRng>(
    rules: &Arc<Rules>,
    players: &[RacePlayer<'_>],
    games: usize,
    rng: impl Fn(u64) -> S + Sync,
    progress: &dyn Progress,
) -> Result<Vec<RaceResult>, SolveError> {
    let race = Race::new(rules.clone(), |places| places, super::MOST_PLACES)?;
    let play =
        |count: usize, rng: &mut S, counter: &Counter<'_>| play_batch(&race, players, count, rng, counter);
    Ok(in_batches(BATCH, games, rng, progress, play)?)
}

/// The goal of winning against the most dangerous opponent alone.
struct Rival<'a>(&'a WinStrategy);

impl Rival<'_> {
    fn rival(&self, seats: &[StandingIndex], turn: usize) -> StandingIndex {
        let others = (0..seats.len()).filter(|&seat| seat != turn).map(|seat| seats[seat]);
        let danger = |a: &StandingIndex, b: &StandingIndex| {
            self.0.win((*a, seats[turn])).total_cmp(&self.0.win((*b, seats[turn])))
        };
        others.max_by(danger).expect("somebody else plays")
    }
}

impl RaceGoal for Rival<'_> {
    fn race(&self) -> &Race {
        self.0.race()
    }

    fn bank_values(&self, seats: &[StandingIndex], turn: usize) -> Vec<f64> {
        self.0.bank_values(&[seats[turn], self.rival(seats, turn)], 0)
    }

    fn score_loss_value(&self, seats: &[StandingIndex], turn: usize) -> f64 {
        self.0.score_loss_value(&[seats[turn], self.rival(seats, turn)], 0)
    }

    fn depends_on_others(&self) -> bool {
        true
    }
}

fn play_batch(
    race: &Arc<Race>,
    players: &[RacePlayer<'_>],
    count: usize,
    rng: &mut impl DiceRng,
    counter: &Counter<'_>,
) -> Result<Vec<RaceResult>, Cancelled> {
    let mut results = vec![RaceResult { winner: None, rounds: 0 }; count];
    let mut places = vec![vec![0; players.len()]; count];
    let mut open: Vec<usize> = (0..count).collect();
    let mut turn = TurnSolver::new(&race.throws);
    let greedy = GreedyRacer { race: race.clone() };
    let mut last_turns = LastTurns::default();
    for round in 1..=MOST_ROUNDS {
        for (seat, player) in players.iter().enumerate() {
            let rival;
            let goal: Option<&dyn RaceGoal> = match player {
                RacePlayer::Win(duel) => Some(*duel),
                RacePlayer::Rival(duel) => {
                    rival = Rival(duel);
                    Some(&rival)
                }
                RacePlayer::Turns(alone) => Some(*alone),
                RacePlayer::Greedy => Some(&greedy),
                RacePlayer::Random => None,
            };
            let units = match goal {
                Some(goal) => play_turns(race, goal, &places, seat, &mut open, &mut turn, rng, counter)?,
                None => open.iter().map(|&game| play_random_turn(race, places[game][seat], rng)).collect(),
            };
            let mut still_open = Vec::with_capacity(open.len());
            for (&game, units) in open.iter().zip(units) {
                match race.course.end(places[game][seat], units) {
                    WON if race.last_round.is_some() => {
                        let winner = last_turns.play(race, players, &places[game], (seat, units), rng);
                        results[game] = RaceResult { winner: Some(winner), rounds: round };
                    }
                    WON => results[game] = RaceResult { winner: Some(seat), rounds: round },
                    after => {
                        places[game][seat] = after;
                        still_open.push(game);
                    }
                }
            }
            open = still_open;
            if open.is_empty() {
                return Ok(results);
            }
        }
    }
    Ok(results)
}

/// Plays the last round of games. Turns against equal scores are solved once.
#[derive(Default)]
struct LastTurns(HashMap<(usize, usize), TurnSolver>);

impl LastTurns {
    /// Plays the last turns after a seat has reached the target with these units, and returns the winner; of equal best
    /// scores that share the win, one by lot. Everybody tries to beat the best score so far.
    fn play(
        &mut self,
        race: &Race,
        players: &[RacePlayer<'_>],
        places: &[StandingIndex],
        (first, gained): (usize, usize),
        rng: &mut impl DiceRng,
    ) -> usize {
        let units =
            |seat: usize| (race.course.standings[places[seat] as usize].score / race.course.unit) as usize;
        let (mut best, mut winners) = (units(first) + gained, vec![first]);
        for seat in (1..players.len()).map(|step| (first + step) % players.len()) {
            let (ahead, least) = (best - units(seat), race.course.least(places[seat]));
            let gained = match players[seat] {
                RacePlayer::Random => play_random_turn(race, places[seat], rng),
                _ => {
                    let turn =
                        self.0.entry((ahead, least)).or_insert_with(|| race.solve_last_turn(ahead, least));
                    turn.play(0, &race.throws, |dice| throw_dice(race, dice, rng))
                }
            };
            match gained.cmp(&ahead) {
                _ if gained == SCORE_LOST => {}
                Ordering::Greater => (best, winners) = (units(seat) + gained, vec![seat]),
                Ordering::Equal if race.shares_ties() => winners.push(seat),
                _ => {}
            }
        }
        winners[rng.below(winners.len() as u32) as usize]
    }
}

/// Plays one turn of all games in play, and returns the units of each.
#[expect(clippy::too_many_arguments, reason = "the games, their players, and working memory")]
fn play_turns(
    race: &Race,
    goal: &dyn RaceGoal,
    places: &[Vec<StandingIndex>],
    seat: usize,
    open: &mut [usize],
    turn: &mut TurnSolver,
    rng: &mut impl DiceRng,
    counter: &Counter<'_>,
) -> Result<Vec<usize>, Cancelled> {
    let looked_at =
        |game: usize| if goal.depends_on_others() { &places[game][..] } else { &places[game][seat..=seat] };
    let at = if goal.depends_on_others() { seat } else { 0 };
    open.sort_unstable_by(|&a, &b| {
        (places[a][seat], looked_at(a), a).cmp(&(places[b][seat], looked_at(b), b))
    });
    let mut units = Vec::with_capacity(open.len());
    let same: Vec<&[usize]> = open.chunk_by(|&a, &b| looked_at(a) == looked_at(b)).collect();
    for lanes in same.chunks(RACE_LANES) {
        counter.check()?;
        let banks: Vec<BankValues> =
            lanes.iter().map(|games| goal.bank_of(looked_at(games[0]), at)).collect();
        turn.place(&banks);
        turn.solve(&race.throws);
        for (lane, games) in lanes.iter().enumerate() {
            for _ in *games {
                units.push(turn.play(lane, &race.throws, |dice| throw_dice(race, dice, rng)));
            }
        }
    }
    Ok(units)
}

/// Returns the index of a random throw of these dice.
fn throw_dice(race: &Race, dice: usize, rng: &mut impl DiceRng) -> usize {
    let space = race.rules().space(dice);
    let thrown =
        (0..dice).fold(Dice::NONE, |thrown, _| thrown.with(rng.below(u32::from(space.sides())) as u8 + 1));
    space.index(thrown)
}

/// Plays a turn with random choices.
fn play_random_turn(race: &Race, spot: StandingIndex, rng: &mut impl DiceRng) -> usize {
    let (all, least) = (race.throws.all(), race.course.least(spot));
    let (mut units, mut dice) = (0, all);
    loop {
        match &race.throws.by_dice[dice].outcomes[throw_dice(race, dice, rng)] {
            Outcome::Bust => return 0,
            Outcome::LosesScore => return SCORE_LOST,
            Outcome::Again { may_bank } => {
                if *may_bank && units >= least && rng.below(2) == 0 {
                    return units;
                }
                dice = all;
            }
            Outcome::SetAsides(takes) => {
                let take = takes[rng.below(takes.len() as u32) as usize];
                (units, dice) = (units + take.units, take.dice);
                if dice == 0 || (units >= least && rng.below(2) == 0) {
                    return units;
                }
            }
        }
    }
}
