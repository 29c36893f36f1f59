//! Who wins from which seat.

use kosti_rules::{Rules, SheetRules};
use kosti_solver::Distribution;
use serde::{Deserialize, Serialize};

use super::Number;

/// Who wins when so many play, all of them in the same way.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SeatsBalance {
    /// How many play.
    pub players: usize,
    /// By seat: the chance to win alone.
    pub wins: Vec<Number>,
    /// The chance that the win is shared.
    pub shared: Number,
}

/// How many players are told of, of those that the game is for.
pub(super) fn tables(rules: &Rules) -> impl Iterator<Item = usize> + use<'_> {
    [2, 3].into_iter().filter(|&players| rules.seats_allowed(players))
}

/// The chance of each turn to begin with dice that win at once; nothing where later throws can win too, because these
/// depend on how it is played.
pub(super) fn first_throw_wins(rules: &SheetRules) -> Option<f64> {
    let later = rules.space.all().iter().any(|&dice| rules.wins(dice, 2).is_some());
    let wins = rules.space.all().iter().filter(|&&dice| rules.wins(dice, 1).is_some());
    (!later).then(|| wins.map(|&dice| rules.space.probability(dice)).sum())
}

/// Who has most, where everybody's result is as likely: sheets do not look at each other. Before that, dice of a first
/// throw may have won at once, for whoever throws them first.
pub(super) fn of_results(
    results: &Distribution,
    players: usize,
    rounds: usize,
    at_once: f64,
    number: impl Fn(f64) -> Number,
) -> SeatsBalance {
    let (mut below, mut alone) = (0.0_f64, 0.0);
    for (_, share) in results.shares() {
        alone += share * below.powi(players as i32 - 1);
        below += share;
    }
    let none = 1.0 - at_once;
    let undecided = none.powi((players * rounds) as i32);
    let at_once = |seat: usize| -> f64 {
        (0..rounds).map(|round| none.powi((round * players + seat) as i32) * at_once).sum()
    };
    SeatsBalance {
        players,
        wins: (0..players).map(|seat| number(at_once(seat) + undecided * alone)).collect(),
        shared: number((undecided * (1.0 - players as f64 * alone)).max(0.0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_coins_are_equal_every_other_time() {
        let coins = Distribution::counted(&[0, 1]);
        let two = of_results(&coins, 2, 1, 0.0, Number::exact);
        assert_eq!(two.wins, vec![Number::exact(0.25); 2]);
        assert_eq!(two.shared, Number::exact(0.5));
        let three = of_results(&coins, 3, 1, 0.0, Number::exact);
        assert_eq!((three.wins[2].value, three.shared.value), (0.125, 0.625));
    }

    #[test]
    fn who_throws_first_wins_at_once_first() {
        let one = Distribution::counted(&[7]);
        let told = of_results(&one, 2, 2, 0.5, Number::exact);
        let wins: Vec<f64> = told.wins.iter().map(|number| number.value).collect();
        assert_eq!(wins, [0.5 + 0.125, 0.25 + 0.0625]);
        assert_eq!(told.shared.value, 0.0625);
    }
}
