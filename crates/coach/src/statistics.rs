//! `PlayStatistics`: what the coach's play does in whole games, for advice in words.

use kosti_rules::{SheetRules, Standing};
use kosti_solver::{Cancelled, Distribution, Progress, SheetStatistics, SimulatedBatch, TurnsStrategy};

use crate::coach::{Coach, CoachStrategy};
use crate::estimate::{GAMES, Steps};

/// Simulated games where points decide: enough for whole per cent.
const POINTS_GAMES: usize = 4_096;

/// What the coach's play does in whole games.
#[derive(Debug, Clone, PartialEq)]
pub enum PlayStatistics {
    /// On a score sheet.
    Sheet(SheetPlay),
    /// In a race, by one player for the fewest turns.
    Race(RacePlay),
}

/// Play on a score sheet.
#[derive(Debug, Clone, PartialEq)]
pub struct SheetPlay {
    /// How often each box scores, its points and its turn.
    pub statistics: SheetStatistics,
    /// The distribution of the deciding result, where it is known.
    pub results: Option<Distribution>,
    /// Whether all of this is exact; otherwise it was counted in simulated games.
    pub exact: bool,
}

/// Play in a race.
#[derive(Debug, Clone, PartialEq)]
pub struct RacePlay {
    /// The share of turns without points.
    pub lost: f64,
    /// The mean points of a turn that scores.
    pub banked: f64,
    /// At the start of a game, by the number of dice that would be thrown next: the fewest points of a turn that are
    /// banked. Without numbers of dice from which it always throws on.
    pub stops: Vec<(usize, i32)>,
}

impl Coach {
    /// What the coach's play does in whole games; `None` if the coach plays to win a race, where that depends on
    /// others.
    ///
    /// # Errors
    /// If `progress` cancels.
    pub fn statistics(&self, progress: &dyn Progress) -> Result<Option<PlayStatistics>, Cancelled> {
        let sheet = |rules: &SheetRules, batches: &[SimulatedBatch]| {
            let results = batches.iter().flat_map(|batch| &batch.results);
            let results: Vec<i32> = results.map(|game| game.points.unwrap_or(game.total)).collect();
            PlayStatistics::Sheet(SheetPlay {
                statistics: SheetStatistics::from_batches(rules, batches),
                results: Some(Distribution::from_totals(&results)),
                exact: false,
            })
        };
        Ok(match (self.strategy(), self.rules.sheet()) {
            (CoachStrategy::Total(strategy), _) => {
                let (statistics, results) = strategy.statistics(progress)?;
                Some(PlayStatistics::Sheet(SheetPlay { statistics, results, exact: true }))
            }
            (CoachStrategy::Points(points), Some(rules)) => {
                Some(sheet(rules, &points.simulate_boxes(POINTS_GAMES, Steps, progress)?))
            }
            (CoachStrategy::Estimate(estimate), Some(rules)) => {
                Some(sheet(rules, &estimate.player.simulate_boxes(GAMES, Steps, progress)?))
            }
            (CoachStrategy::Turns(alone), _) => {
                let facts = alone.statistics(progress)?;
                Some(PlayStatistics::Race(RacePlay {
                    lost: facts.lost / facts.turns,
                    banked: facts.points / (facts.turns - facts.lost),
                    stops: stops(alone),
                }))
            }
            _ => None,
        })
    }
}

/// The fewest points that are banked at the start of a game, by the number of dice that would be thrown next.
fn stops(alone: &TurnsStrategy) -> Vec<(usize, i32)> {
    let Some(race) = alone.rules().race() else { return Vec::new() };
    let Some(turn) = alone.turn(Standing::default()) else { return Vec::new() };
    let all = race.dice();
    let mut sums = (1..).map(|nth| nth * race.unit()).take_while(|points| *points < race.target);
    let sums: Vec<i32> = sums.by_ref().collect();
    let stop = |dice: usize| {
        let banks = |points: &&i32| turn.before_throw(**points, all - dice).first().is_some_and(|it| it.bank);
        sums.iter().find(banks).map(|points| (dice, *points))
    };
    (1..=all).filter_map(stop).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kosti_rules::{House, RulesFile};
    use kosti_solver::NoProgress;

    use super::*;

    fn statistics(text: &str) -> PlayStatistics {
        let rules = Arc::new(RulesFile::read("own", text).rules(&House::default()).unwrap());
        Coach::solve(rules, 1, &NoProgress).unwrap().statistics(&NoProgress).unwrap().unwrap()
    }

    #[test]
    fn a_sheet_is_counted_exactly() {
        let text = "name = 'Six'\ndice = 1\nthrows = 2\n[box.six]\nneeds = { sum = 6 }\nscore = { points = 36 }\nunfit = 'zero'";
        let PlayStatistics::Sheet(play) = statistics(text) else { panic!("it is a sheet") };
        assert!(play.exact);
        assert!((play.statistics.slots[0].scored.value - 11.0 / 36.0).abs() < 1e-12);
        assert_eq!(play.results.map(|results| results.quantile(0.5)), Some(0));
    }

    /// The die of Pig: who only counts turns stops at some 20 points, and not before 15.
    #[test]
    fn a_race_is_stopped_where_the_risk_outweighs_the_gain() {
        let text = "name = 'One'\ndice = 1\nplayers = { min = 2, alone = true }\n[race]\ntarget = 100\nhot-dice = true\n\
                    [race.combination.number]\nneeds = { alike = 1 }\npoints = [0, 2, 3, 4, 5, 6]";
        let PlayStatistics::Race(play) = statistics(text) else { panic!("it is a race") };
        assert!(matches!(play.stops[..], [(1, 15..=25)]), "{:?}", play.stops);
        assert!(play.lost > 0.4 && play.lost < 0.7, "{}", play.lost);
        assert!(play.banked > 15.0, "{}", play.banked);
    }
}
