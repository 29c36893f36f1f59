//! `advise` for winning with score sheets.

use std::sync::Arc;

use kosti_coach::sheet_action;
use kosti_engine::Action;
use kosti_rules::Rules;
use kosti_solver::{Progress, TotalStrategy, ValuedChoice};
use kosti_text::Words;

use crate::advise::{AdviceAnswer, best_reason};
use crate::error::QueryError;
use crate::objective::Objective;
use crate::position::{SheetPosition, TwoSheetsPosition};
use crate::solved::{SheetStrategy, SolvedCache};

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
    let solution = cache.solve_win(rules, seats, most_values, progress)?;
    let win = crate::solved::expect_strategy(solution.as_sheet_win());
    let Some((dice, throw)) = *thrown else {
        let value = win.position_value(seats).unwrap_or_else(|| win.value());
        return Ok(AdviceAnswer::new(rules, value, true, &[]));
    };
    let wins = sheet.wins(dice, throw).is_some();
    let advice = win.advise(seats, dice, throw).unwrap_or_default();
    let choices: Vec<(Action, f64)> =
        advice.iter().map(|valued| (sheet_action(valued.choice), valued.value)).collect();
    let value = choices.first().map_or(f64::from(u8::from(wins)), |&(_, best)| best);
    let reason = best_reason(rules, "win", &choices, words);
    let mut answer = AdviceAnswer { reason, wins, ..AdviceAnswer::new(rules, value, true, &choices) };
    let own = SheetPosition { sheet: seats.sheets[seats.turn].clone(), thrown: *thrown };
    let solved = cache.solve(rules, total, &own.sheet, progress)?;
    let totals: Vec<ValuedChoice> = match &solved.play {
        SheetStrategy::Total(strategy) => TotalStrategy::advise(strategy, &own.sheet, dice, throw),
        SheetStrategy::Estimate(estimate) => estimate.advise(&own.sheet, dice, throw, None),
        SheetStrategy::Points(_) | SheetStrategy::Reach(_) | SheetStrategy::Win(_) => Vec::new(),
    };
    for (action, chosen) in answer.actions.iter_mut().zip(&advice) {
        let same = totals.iter().find(|valued| valued.choice == chosen.choice);
        action.total = same.map(|valued| valued.value);
    }
    Ok(answer)
}
