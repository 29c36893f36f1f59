//! One player, for the most points in each turn.

use std::sync::Arc;

use kosti_rules::{Rules, Standing};

use super::course::Spot;
use super::{Goal, MOST_PLACES, NoRace, Race, Weighed};

/// Play for the most expected points of each turn; those beyond what wins do not count.
pub struct Eager {
    pub(super) race: Arc<Race>,
}

impl Eager {
    /// A player of this race. Nothing is solved for it.
    ///
    /// # Errors
    /// When it has too many places, or some that nobody can win from.
    ///
    /// # Panics
    /// When the rules are not those of a race.
    pub fn new(rules: Arc<Rules>) -> Result<Self, NoRace> {
        Race::new(rules, |places| places, MOST_PLACES).map(|race| Self { race })
    }

    /// The turn of a player, worked out; nothing where nobody can stand there.
    #[must_use]
    pub fn turn(&self, standing: Standing) -> Option<Weighed<'_>> {
        Weighed::new(self, &[standing], 0, |value| value)
    }
}

impl Goal for Eager {
    fn race(&self) -> &Race {
        &self.race
    }

    fn bank(&self, seats: &[Spot], turn: usize) -> Vec<f64> {
        (0..self.race.course.after(seats[turn]).len()).map(|units| units as f64).collect()
    }

    fn looks_around(&self) -> bool {
        false
    }
}
