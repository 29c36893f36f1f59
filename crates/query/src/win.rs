//! `advise` for winning with score sheets.

use std::sync::Arc;

use kosti_coach::sheet_action;
use kosti_engine::Action;
use kosti_rules::{Rules, Thrown};
use kosti_solver::{Progress, Solution, TotalStrategy, ValuedChoice, WinPosition, WinTurn};
use kosti_text::Words;

use crate::advise::{AdviceAnswer, best_reason};
use crate::error::QueryError;
use crate::objective::Objective;
use crate::position::{SheetPosition, TwoSheetsPosition};
use crate::solved::{SheetStrategy, SolvedCache, expect_strategy};

/// Play to win from a position on.
enum WinPlay {
    Exact(Arc<Solution>),
    /// If there are too many values to solve.
    Estimate(Arc<WinTurn>),
}

impl WinPlay {
    fn find(
        rules: &Arc<Rules>,
        seats: &WinPosition,
        (total, most_values): (Objective, usize),
        cache: &SolvedCache,
        progress: &dyn Progress,
    ) -> Result<Self, QueryError> {
        match cache.solve_win(rules, seats, most_values, progress) {
            // Estimates need the solution for the total.
            Err(QueryError::TooLarge { .. }) if total == Objective::Total => {
                let player = cache.win_player(rules, progress)?;
                let [first, second] = &seats.sheets;
                let sheets = if seats.turn == 0 { [first, second] } else { [second, first] };
                Ok(Self::Estimate(player.play.turn(&sheets.map(Clone::clone))))
            }
            Err(error) => Err(error),
            Ok(solution) => Ok(Self::Exact(solution)),
        }
    }

    fn is_exact(&self) -> bool {
        match self {
            Self::Exact(_) => true,
            Self::Estimate(turn) => turn.is_exact(),
        }
    }

    fn value(&self, seats: &WinPosition) -> f64 {
        match self {
            Self::Exact(solution) => {
                let win = expect_strategy(solution.as_sheet_win());
                win.position_value(seats).unwrap_or_else(|| win.value())
            }
            Self::Estimate(turn) => turn.value(),
        }
    }

    fn advise(&self, seats: &WinPosition, thrown: Thrown, throw: u8) -> Vec<ValuedChoice> {
        match self {
            Self::Exact(solution) => {
                let win = expect_strategy(solution.as_sheet_win());
                win.advise(seats, thrown, throw).unwrap_or_default()
            }
            Self::Estimate(turn) => turn.advise(thrown, throw),
        }
    }
}

/// Returns the probability to win after every action, and the expected points to come beside it. `total` is the
/// objective that has those points: exact, or an estimate for large games.
pub(crate) fn advise(
    rules: &Arc<Rules>,
    position: &TwoSheetsPosition,
    (total, most_values): (Objective, usize),
    cache: &SolvedCache,
    words: &Words,
    progress: &dyn Progress,
) -> Result<AdviceAnswer, QueryError> {
    let TwoSheetsPosition { seats, thrown } = position;
    let sheet = QueryError::require_sheet(rules, "advise")?;
    let play = WinPlay::find(rules, seats, (total, most_values), cache, progress)?;
    let exact = play.is_exact();
    let Some((on_table, throw)) = *thrown else {
        return Ok(AdviceAnswer::new(rules, play.value(seats), exact, &[]));
    };
    let wins = sheet.wins(on_table.dice, throw).is_some();
    let advice = play.advise(seats, on_table, throw);
    let choices: Vec<(Action, f64)> =
        advice.iter().map(|valued| (sheet_action(valued.choice), valued.value)).collect();
    let value = choices.first().map_or(f64::from(u8::from(wins)), |&(_, best)| best);
    let reason = best_reason(rules, "win", &choices, words);
    let mut answer = AdviceAnswer { reason, wins, ..AdviceAnswer::new(rules, value, exact, &choices) };
    let own = SheetPosition { sheet: seats.sheets[seats.turn].clone(), thrown: *thrown };
    let solved = cache.solve(rules, total, &own.sheet, progress)?;
    let totals: Vec<ValuedChoice> = match &solved.play {
        SheetStrategy::Total(strategy) => TotalStrategy::advise(strategy, &own.sheet, on_table, throw),
        SheetStrategy::Estimate(estimate) => estimate.advise(&own.sheet, on_table, throw, None),
        SheetStrategy::Points(_) | SheetStrategy::Reach(_) | SheetStrategy::Win(_) => Vec::new(),
    };
    for (action, chosen) in answer.actions.iter_mut().zip(&advice) {
        let same = totals.iter().find(|valued| valued.choice == chosen.choice);
        action.total = same.map(|valued| valued.value);
    }
    Ok(answer)
}
