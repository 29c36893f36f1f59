//! Solutions of games that can be solved, by the kind of their strategy.

use std::sync::Arc;

use kosti_rules::Rules;
use kosti_solver::{
    NoProgress, Objective, PointsStrategy, Solution, TotalStrategy, TurnsStrategy, WinStrategy, solve,
};

pub(crate) fn solve_for(rules: &Arc<Rules>, objective: &Objective) -> Solution {
    solve(rules, objective, &NoProgress).unwrap()
}

pub(crate) fn solve_total(rules: &Arc<Rules>) -> TotalStrategy {
    solve_for(rules, &Objective::Total).into_total().unwrap()
}

pub(crate) fn solve_points(rules: &Arc<Rules>) -> PointsStrategy {
    solve_for(rules, &Objective::Points).into_points().unwrap()
}

pub(crate) fn solve_win(rules: &Arc<Rules>) -> WinStrategy {
    solve_for(rules, &Objective::Win).into_win().unwrap()
}

pub(crate) fn solve_turns(rules: &Arc<Rules>) -> TurnsStrategy {
    solve_for(rules, &Objective::Turns).into_turns().unwrap()
}
