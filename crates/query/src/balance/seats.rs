//! The probabilities to win by seat.

use kosti_rules::{Rules, SheetRules};
use kosti_solver::Distribution;
use serde::{Deserialize, Serialize};

use super::Number;

/// The probabilities to win by seat; all players play the same way.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeatsBalance {
    /// The number of players.
    pub players: usize,
    /// By seat: the probability to win alone.
    pub wins: Vec<Number>,
    /// The probability of a shared win.
    pub shared: Number,
}

/// The reported numbers of players, out of those that the game allows.
pub(super) fn tables(rules: &Rules) -> impl Iterator<Item = usize> + use<'_> {
    [2, 3].into_iter().filter(|&players| rules.seats_allowed(players))
}

/// The probability that the first throw of a turn wins at once. `None` if later throws can win too, because that
/// depends on the decisions.
pub(super) fn first_throw_wins(rules: &SheetRules) -> Option<f64> {
    let later = rules.space.all().iter().any(|&dice| rules.wins(dice, 2).is_some());
    let wins = rules.space.all().iter().filter(|&&dice| rules.wins(dice, 1).is_some());
    (!later).then(|| wins.map(|&dice| rules.space.probability(dice)).sum())
}

/// The probabilities to win if all players have the same distribution of results, independent of each other. Before
/// that, the first throw of a turn may win at once.
pub(super) fn of_results(
    results: &Distribution,
    players: usize,
    rounds: usize,
    at_once: f64,
    number: impl Fn(f64) -> Number,
) -> SeatsBalance {
    let (mut below, mut alone) = (0.0_f64, 0.0);
    for (_, share) in results.probabilities() {
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
        let coins = Distribution::from_totals(&[0, 1]);
        let two = of_results(&coins, 2, 1, 0.0, Number::exact);
        assert_eq!(two.wins, vec![Number::exact(0.25); 2]);
        assert_eq!(two.shared, Number::exact(0.5));
        let three = of_results(&coins, 3, 1, 0.0, Number::exact);
        assert_eq!((three.wins[2].value, three.shared.value), (0.125, 0.625));
    }

    #[test]
    fn who_throws_first_wins_at_once_first() {
        let one = Distribution::from_totals(&[7]);
        let text = of_results(&one, 2, 2, 0.5, Number::exact);
        let wins: Vec<f64> = text.wins.iter().map(|number| number.value).collect();
        assert_eq!(wins, [0.5 + 0.125, 0.25 + 0.0625]);
        assert_eq!(text.shared.value, 0.0625);
    }
}
