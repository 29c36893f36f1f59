//! Best play of a race.
//!
//! Whatever is played for, it says what ending a turn is worth (`Goal`), by the points it brings. A turn is worked out
//! from that (`turn`), when it is needed: only what turns are worth before their first throw is kept.

mod advice;
mod alone;
mod course;
mod duel;
mod eager;
mod facts;
mod fixed;
mod play;
mod reference;
mod throws;
mod turn;
mod within;

use std::sync::Arc;

use kosti_rules::{RaceRules, Rules, Standing};

pub use advice::{RaceChoice, Weighed};
pub use alone::Alone;
pub use duel::Duel;
pub use eager::Eager;
pub use facts::{BarrelFacts, RaceFacts};
pub use play::{Raced, Racer, race};
pub use reference::RaceReference;
pub use within::Within;

use crate::progress::Cancelled;
use crate::states::TooLarge;
use course::{Course, Spot};
use throws::Throws;
use turn::Bank;

/// How many places there are at most.
const MOST_PLACES: usize = 100_000;

/// Why a race is not solved.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoRace {
    /// It has too many states.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// Nobody can win from there.
    #[error("nobody can win from {} with {} turns left", .0.score, .0.turns_left)]
    DeadEnd(Standing),
    /// The computation was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// A race as tables.
#[derive(Debug)]
pub(crate) struct Race {
    rules: Arc<Rules>,
    course: Course,
    throws: Throws,
}

impl Race {
    /// The tables of a race in which so many states of so many places each are solved.
    fn new(rules: Arc<Rules>, states: impl Fn(usize) -> usize, most: usize) -> Result<Arc<Self>, NoRace> {
        let race = rules.race().expect("a race");
        let unit = race.unit();
        let places = (race.target / unit) as usize;
        let places = if places > MOST_PLACES { places } else { Course::size(race, unit) };
        let states = states(places);
        if states > most || places > MOST_PLACES {
            return Err(TooLarge { states, most }.into());
        }
        let (course, throws) = (Course::new(race, unit), Throws::new(race, unit));
        let race = Self { rules, course, throws };
        match race.course.dead_end(&race.gains()) {
            Some(standing) => Err(NoRace::DeadEnd(standing)),
            None => Ok(Arc::new(race)),
        }
    }

    fn rules(&self) -> &RaceRules {
        self.rules.race().expect("checked when the tables were made")
    }

    /// The units that a turn can bring, up to what always wins.
    fn gains(&self) -> Vec<usize> {
        let most = self.course.after(0).len() - 1;
        let (all, width) = (self.throws.all(), self.throws.all() + 1);
        let mut found = vec![false; (most + 1) * width];
        let mut open = vec![(0, all)];
        let mut gains = vec![0];
        while let Some((units, dice)) = open.pop() {
            for way in &self.throws.by_dice[dice].ways {
                let units = (units + way.take.units).min(most);
                if !std::mem::replace(&mut found[units * width + way.take.dice], true) {
                    gains.push(units);
                    open.push((units, way.take.dice));
                }
            }
        }
        gains.sort_unstable();
        gains.dedup();
        gains
    }
}

/// What is played for.
pub(crate) trait Goal: Sync {
    fn race(&self) -> &Race;

    /// What ending the turn is worth to who is to throw, by units, up to those that win; nothing is worth more than
    /// these.
    fn bank(&self, seats: &[Spot], turn: usize) -> Vec<f64>;

    /// The same, with what can be banked at least.
    fn banking(&self, seats: &[Spot], turn: usize) -> Bank {
        Bank { worth: self.bank(seats, turn), least: self.race().course.least(seats[turn]) }
    }

    /// Whether it matters where others stand.
    fn looks_around(&self) -> bool;
}
