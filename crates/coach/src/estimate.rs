//! `Estimate`: play of a sheet game that is too large to solve, or has columns. Each box is valued separately,
//! as if a turn were played for it alone; the throws of a turn are then solved exactly for these values.

use std::sync::Arc;

use kosti_rules::{Rules, Sheet, Thrown};
use kosti_solver::{Cancelled, DiceRng, HeuristicPlayer, Policy, Progress, ValuedChoice};

/// The number of simulated games.
pub(crate) const GAMES: usize = 512;

/// A heuristic that considers only this turn, and the results of simulated games.
pub struct Estimate {
    pub(crate) player: HeuristicPlayer,
    /// The mean total of whole games, and its deviation.
    pub(crate) mean: f64,
    pub(crate) deviation: f64,
    /// The value of the empty sheet as the sum of its boxes.
    apart: f64,
}

impl Estimate {
    /// Simulates games to measure the heuristic.
    ///
    /// # Errors
    /// If `progress` cancels.
    ///
    /// # Panics
    /// If the rules are not those of a score-sheet game.
    pub fn new(rules: Arc<Rules>, progress: &dyn Progress) -> Result<Self, Cancelled> {
        let slots = rules.sheet().map_or(0, |sheet| sheet.slots.len());
        let player = HeuristicPlayer::new(rules, Policy::Thoughtful);
        let played = player.simulate(GAMES, Steps, progress)?;
        let totals: Vec<f64> = played.iter().map(|played| played.total.into()).collect();
        let mean = totals.iter().sum::<f64>() / GAMES as f64;
        let square = totals.iter().map(|total| (total - mean).powi(2)).sum::<f64>() / GAMES as f64;
        let apart = player.expected_rest(&Sheet::empty(slots));
        Ok(Self { player, mean, deviation: square.sqrt(), apart })
    }

    /// The expected points to come on a sheet: the sum over its boxes, scaled by the mean of whole games.
    #[must_use]
    pub fn to_come(&self, sheet: &Sheet) -> f64 {
        let apart = self.player.expected_rest(sheet);
        if self.apart > 0.0 { apart * self.mean / self.apart } else { apart }
    }

    /// All choices with these dice, best first, by the points to come.
    #[must_use]
    pub fn advise(
        &self,
        sheet: &Sheet,
        thrown: impl Into<Thrown>,
        throw: u8,
        announced: Option<usize>,
    ) -> Vec<ValuedChoice> {
        let mut valued = self.player.advise(sheet, thrown, throw, announced);
        let to_come = self.to_come(sheet);
        valued.iter_mut().for_each(|valued| valued.value += to_come);
        valued
    }
}

/// A reproducible random generator; each batch of games has its own.
pub(crate) struct Steps(pub(crate) u64);

impl DiceRng for Steps {
    fn below(&mut self, n: u32) -> u32 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (((mixed ^ (mixed >> 31)) >> 32).wrapping_mul(u64::from(n)) >> 32) as u32
    }
}
