//! `Estimate`: play of a game of score sheets that is too large to be solved, or has columns. Boxes are valued apart, each as if a turn
//! were played for it alone; the throws of a turn are worked out exactly from that.

use std::sync::Arc;

use kosti_dice::Dice;
use kosti_rules::{Rules, Sheet};
use kosti_solver::{Cancelled, Casual, Manner, Progress, Source, Valued};

/// How many games are played to learn what this play brings.
const GAMES: usize = 512;

/// Play that does not look beyond this turn, and what it brings, as measured.
pub struct Estimate {
    casual: Casual,
    /// What whole games brought in the mean, and their deviation.
    pub(crate) mean: f64,
    pub(crate) deviation: f64,
    /// What the empty sheet is worth by its boxes alone.
    apart: f64,
}

impl Estimate {
    /// Learns what this play brings.
    ///
    /// # Errors
    /// When `progress` cancels it.
    ///
    /// # Panics
    /// When the rules are not those of a score-sheet game.
    pub fn new(rules: Arc<Rules>, progress: &dyn Progress) -> Result<Self, Cancelled> {
        let slots = rules.sheet().map_or(0, |sheet| sheet.slots.len());
        let casual = Casual::new(rules, Manner::Thoughtful);
        let played = casual.simulate(GAMES, Steps, progress)?;
        let totals: Vec<f64> = played.iter().map(|played| played.total.into()).collect();
        let mean = totals.iter().sum::<f64>() / GAMES as f64;
        let square = totals.iter().map(|total| (total - mean).powi(2)).sum::<f64>() / GAMES as f64;
        let apart = casual.to_come(&Sheet::empty(slots));
        Ok(Self { casual, mean, deviation: square.sqrt(), apart })
    }

    /// What is to come on a sheet: what its boxes bring apart, set right by what whole games bring.
    #[must_use]
    pub fn to_come(&self, sheet: &Sheet) -> f64 {
        let apart = self.casual.to_come(sheet);
        if self.apart > 0.0 { apart * self.mean / self.apart } else { apart }
    }

    /// Everything that can be done with these dice, best first, by what is to come.
    #[must_use]
    pub fn advise(&self, sheet: &Sheet, dice: Dice, throw: u8, announced: Option<usize>) -> Vec<Valued> {
        let mut valued = self.casual.advise(sheet, dice, throw, announced);
        let to_come = self.to_come(sheet);
        valued.iter_mut().for_each(|valued| valued.value += to_come);
        valued
    }
}

/// Numbers that are the same each time: each batch of games has its own.
struct Steps(u64);

impl Source for Steps {
    fn below(&mut self, n: u32) -> u32 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (((mixed ^ (mixed >> 31)) >> 32).wrapping_mul(u64::from(n)) >> 32) as u32
    }
}
