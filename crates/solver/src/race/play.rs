//! Many races at once. The games of a batch go turn by turn; those on the same places share a lane.

use std::sync::Arc;

use kosti_dice::Dice;
use kosti_rules::Rules;
use rayon::prelude::*;

use super::course::{Spot, WON};
use super::eager::Eager;
use super::throws::Outcome;
use super::turn::{Bank, Turn};
use super::{Alone, Duel, Goal, NoRace, Race};
use crate::book::Source;
use crate::cell::LANES;
use crate::progress::{Cancelled, Counter, Progress};

/// How many games are a batch.
const BATCH: usize = 32768;
/// After how many rounds a game that does not end is given up.
const MOST_ROUNDS: u32 = 10_000;

/// Who plays.
#[derive(Clone, Copy)]
pub enum Racer<'a> {
    /// For the chance to win.
    Duel(&'a Duel),
    /// For the chance to win against whoever is the greatest danger, as if there were nobody else.
    Rival(&'a Duel),
    /// For the fewest turns, whatever others do.
    Alone(&'a Alone),
    /// For the most points in each turn.
    Greedy,
    /// Anything that is allowed, each as likely.
    Random,
}

/// A race that was run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Raced {
    /// The seat that won; nobody where it was given up.
    pub winner: Option<usize>,
    /// How many turns the winner had.
    pub rounds: u32,
}

/// Plays so many games between these players, the first seat first. Each batch of games has a source of its own: the same
/// sources give the same games on any number of threads.
///
/// # Errors
/// When the race has too many places, or some that nobody can win from, or it is cancelled.
///
/// # Panics
/// When the rules are not those of a race.
pub fn race<S: Source>(
    rules: &Arc<Rules>,
    racers: &[Racer<'_>],
    games: usize,
    source: impl Fn(u64) -> S + Sync,
    progress: &dyn Progress,
) -> Result<Vec<Raced>, NoRace> {
    let race = Race::new(rules.clone(), |places| places, super::MOST_PLACES)?;
    let counter = Counter::new(games, progress);
    let batch = |nth: usize| {
        let count = BATCH.min(games - nth * BATCH);
        let raced = play_batch(&race, racers, count, &mut source(nth as u64), &counter)?;
        counter.add(count)?;
        Ok(raced)
    };
    let batches = (0..games.div_ceil(BATCH)).into_par_iter().map(batch);
    Ok(batches.collect::<Result<Vec<Vec<Raced>>, Cancelled>>()?.concat())
}

/// The greatest danger only.
struct Rival<'a>(&'a Duel);

impl Goal for Rival<'_> {
    fn race(&self) -> &Race {
        self.0.race()
    }

    fn bank(&self, seats: &[Spot], turn: usize) -> Vec<f64> {
        let others = (0..seats.len()).filter(|&seat| seat != turn).map(|seat| seats[seat]);
        let danger =
            |a: &Spot, b: &Spot| self.0.win((*a, seats[turn])).total_cmp(&self.0.win((*b, seats[turn])));
        let rival = others.max_by(danger).expect("somebody else plays");
        self.0.bank(&[seats[turn], rival], 0)
    }

    fn looks_around(&self) -> bool {
        true
    }
}

fn play_batch(
    race: &Arc<Race>,
    racers: &[Racer<'_>],
    count: usize,
    source: &mut impl Source,
    counter: &Counter<'_>,
) -> Result<Vec<Raced>, Cancelled> {
    let mut raced = vec![Raced { winner: None, rounds: 0 }; count];
    let mut places = vec![vec![0; racers.len()]; count];
    let mut open: Vec<usize> = (0..count).collect();
    let mut turn = Turn::new(&race.throws);
    for round in 1..=MOST_ROUNDS {
        for (seat, racer) in racers.iter().enumerate() {
            let greedy = Eager { race: race.clone() };
            let rival;
            let goal: Option<&dyn Goal> = match racer {
                Racer::Duel(duel) => Some(*duel),
                Racer::Rival(duel) => {
                    rival = Rival(duel);
                    Some(&rival)
                }
                Racer::Alone(alone) => Some(*alone),
                Racer::Greedy => Some(&greedy),
                Racer::Random => None,
            };
            let units = match goal {
                Some(goal) => play_turns(race, goal, &places, seat, &mut open, &mut turn, source, counter)?,
                None => open.iter().map(|&game| random(race, places[game][seat], source)).collect(),
            };
            let mut still_open = Vec::with_capacity(open.len());
            for (&game, units) in open.iter().zip(units) {
                match race.course.end(places[game][seat], units) {
                    WON => raced[game] = Raced { winner: Some(seat), rounds: round },
                    after => {
                        places[game][seat] = after;
                        still_open.push(game);
                    }
                }
            }
            open = still_open;
            if open.is_empty() {
                return Ok(raced);
            }
        }
    }
    Ok(raced)
}

/// The turns of all games that are going on: the units they bring.
#[expect(clippy::too_many_arguments, reason = "the games, how they are played, and what is worked with")]
fn play_turns(
    race: &Race,
    goal: &dyn Goal,
    places: &[Vec<Spot>],
    seat: usize,
    open: &mut [usize],
    turn: &mut Turn,
    source: &mut impl Source,
    counter: &Counter<'_>,
) -> Result<Vec<usize>, Cancelled> {
    let looked_at =
        |game: usize| if goal.looks_around() { &places[game][..] } else { &places[game][seat..=seat] };
    let at = if goal.looks_around() { seat } else { 0 };
    open.sort_unstable_by(|&a, &b| {
        (places[a][seat], looked_at(a), a).cmp(&(places[b][seat], looked_at(b), b))
    });
    let mut units = Vec::with_capacity(open.len());
    let same: Vec<&[usize]> = open.chunk_by(|&a, &b| looked_at(a) == looked_at(b)).collect();
    for lanes in same.chunks(LANES) {
        counter.check()?;
        let banks: Vec<Bank> = lanes.iter().map(|games| goal.banking(looked_at(games[0]), at)).collect();
        turn.place(&banks);
        turn.solve(&race.throws);
        for (lane, games) in lanes.iter().enumerate() {
            for _ in *games {
                units.push(turn.play(lane, &race.throws, |dice| throw(race, dice, source)));
            }
        }
    }
    Ok(units)
}

/// A throw of so many dice, by its number.
fn throw(race: &Race, dice: usize, source: &mut impl Source) -> usize {
    let space = race.rules().space(dice);
    let thrown =
        (0..dice).fold(Dice::NONE, |thrown, _| thrown.with(source.below(u32::from(space.sides())) as u8 + 1));
    space.index(thrown)
}

/// A turn in which anything that is allowed is as likely.
fn random(race: &Race, spot: Spot, source: &mut impl Source) -> usize {
    let (all, least) = (race.throws.all(), race.course.least(spot));
    let (mut units, mut dice) = (0, all);
    loop {
        match &race.throws.by_dice[dice].outcomes[throw(race, dice, source)] {
            Outcome::Bust => return 0,
            Outcome::Again { may_bank } => {
                if *may_bank && units >= least && source.below(2) == 0 {
                    return units;
                }
                dice = all;
            }
            Outcome::Takes(takes) => {
                let take = takes[source.below(takes.len() as u32) as usize];
                (units, dice) = (units + take.units, take.dice);
                if dice == 0 || (units >= least && source.below(2) == 0) {
                    return units;
                }
            }
        }
    }
}
