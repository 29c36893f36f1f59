//! `advise` and `solve` for races.

use kosti_coach::race_action;
use kosti_engine::Action;
use kosti_rules::{RaceRules, Rules};
use kosti_solver::{Cancelled, Progress, RaceChoice, SolvedTurn};
use kosti_text::Words;

use crate::advise::{AdviceAnswer, best_reason};
use crate::error::QueryError;
use crate::objective::RaceObjective;
use crate::position::RacePosition;
use crate::solve::{ResultDistribution, SolveAnswer};
use crate::solved::{RaceStrategy, Solved};

pub(crate) fn advise(
    rules: &Rules,
    race: &RaceRules,
    position: &RacePosition,
    objective: RaceObjective,
    solved: &Solved<RaceStrategy>,
    words: &Words,
) -> Result<AdviceAnswer, QueryError> {
    let own = position.seats[position.turn];
    let turn = match &solved.play {
        RaceStrategy::Win(duel) => duel.turn(&position.seats, position.turn),
        RaceStrategy::Turns(alone) => alone.turn(own),
        RaceStrategy::Within(within) => within.turn(own),
    };
    let turn = turn.ok_or_else(|| QueryError::standing(position.turn, own))?;
    let exact = objective != RaceObjective::Win || position.seats.len() == 2;
    let choices: Vec<(Action, f64)> =
        choices(&turn, position).iter().map(|choice| (race_action(choice), choice.value)).collect();
    let bust = position.dice.filter(|dice| race.is_bust(*dice, position.aside));
    let value = match choices.first() {
        Some(&(_, best)) => best,
        None => bust.map_or_else(|| turn.value(), |dice| turn.bust(dice)),
    };
    let unit = match objective {
        RaceObjective::Win => "win",
        RaceObjective::Turns => "turns",
        RaceObjective::Within(_) => "chance",
    };
    let reason = best_reason(rules, unit, &choices, words);
    Ok(AdviceAnswer { bust: bust.is_some(), reason, ..AdviceAnswer::new(rules, value, exact, &choices) })
}

fn choices(turn: &SolvedTurn<'_>, position: &RacePosition) -> Vec<RaceChoice> {
    match position.dice {
        Some(dice) => turn.advise(position.points, dice),
        // Before the first throw there is no choice.
        None if position.points == 0 && position.aside == 0 => Vec::new(),
        None => turn.before_throw(position.points, position.aside),
    }
}

pub(crate) fn solve(
    rules: &Rules,
    solved: &Solved<RaceStrategy>,
    distribution: bool,
    progress: &dyn Progress,
) -> Result<SolveAnswer, Cancelled> {
    let answer = |value, states| SolveAnswer::new(rules, value, states, solved.seconds);
    Ok(match &solved.play {
        RaceStrategy::Win(duel) => answer(duel.value(), duel.states()),
        RaceStrategy::Turns(alone) => {
            let counted = alone.distribution(progress)?;
            SolveAnswer {
                deviation: Some(counted.deviation()),
                distribution: distribution.then(|| ResultDistribution::exact(&counted)),
                ..answer(alone.value(), alone.states())
            }
        }
        RaceStrategy::Within(within) => answer(within.value(), within.states()),
    })
}
