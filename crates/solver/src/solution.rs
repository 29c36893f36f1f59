//! `solve`: the way to solve a game for an objective, and the `Solution` that it returns.

use std::sync::Arc;

use kosti_rules::{Rules, Sheet, Standing};

use crate::points::PointsStrategy;
use crate::progress::{Cancelled, Progress};
use crate::race::{TurnsStrategy, WinStrategy, WithinStrategy};
use crate::reach::ReachStrategy;
use crate::sheet_win::{SheetWinStrategy, WinPosition};
use crate::strategy::TotalStrategy;

/// The objective that a strategy maximizes or minimizes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Objective {
    /// The largest expected total of a score sheet.
    Total,
    /// The largest expected points of a score sheet whose awards decide the game.
    Points,
    /// The largest probability that a score sheet ends with a total of at least `at_least`.
    Reach {
        /// The total to reach.
        at_least: i32,
    },
    /// The same from a sheet that is partly filled.
    ReachFrom {
        /// The sheet as it stands, before the first throw of a turn.
        sheet: Sheet,
        /// The total to reach.
        at_least: i32,
    },
    /// The largest probability to win against one opponent who does the same: of the player who begins a race, or a game
    /// with score sheets.
    Win,
    /// The same with score sheets that are partly filled.
    WinFrom {
        /// The sheets, before the first throw of a turn.
        position: WinPosition,
        /// The largest number of values to compute; each takes about a microsecond.
        most_values: usize,
    },
    /// The fewest expected turns to finish a race alone.
    Turns,
    /// The largest probability to finish a race alone within `turns` turns.
    Within {
        /// The number of turns.
        turns: usize,
    },
}

/// A game that has more states than the solver accepts.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{states} states are too many to solve: at most {most}")]
pub struct TooLarge {
    /// A lower bound of the number of states.
    pub states: usize,
    /// The largest number of states that is solved.
    pub most: usize,
}

/// Rules that the solver does not support.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unsupported {
    /// Boxes that are filled in order or announced, or groups that count differences.
    #[error("games with columns, announced boxes or differences are not solved")]
    Columns,
    /// Awards together with a gate, a last resort, jokers, or a bonus or penalty of a group.
    #[error("awards together with gates, last resorts, jokers or bonuses of groups are not solved")]
    AwardsAndBonuses,
    /// The objective to win, where awards decide.
    #[error("games that awards decide are not solved for winning")]
    AwardsToWin,
}

/// Why a game is not solved.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// The game cannot be played for this objective: the wrong family of games, or no awards.
    #[error("this game cannot be played for {0:?}")]
    NoSuchObjective(Objective),
    /// The rules have a feature that the solver does not support.
    #[error(transparent)]
    NotSolvable(#[from] Unsupported),
    /// The game has too many states.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// A race has a standing from which nobody can win.
    #[error("nobody can win from {} with {} turns left", .0.score, .0.turns_left)]
    DeadEnd(Standing),
    /// The computation was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// How a game is best played for one objective.
pub enum Strategy {
    /// For [`Objective::Total`].
    Total(TotalStrategy),
    /// For [`Objective::Points`].
    Points(PointsStrategy),
    /// For [`Objective::Reach`] and [`Objective::ReachFrom`].
    Reach(ReachStrategy),
    /// For [`Objective::Win`] and [`Objective::WinFrom`] with score sheets.
    SheetWin(SheetWinStrategy),
    /// For [`Objective::Win`] of a race.
    Win(WinStrategy),
    /// For [`Objective::Turns`].
    Turns(TurnsStrategy),
    /// For [`Objective::Within`].
    Within(WithinStrategy),
}

/// A game that is solved for one objective.
pub struct Solution {
    rules: Arc<Rules>,
    objective: Objective,
    strategy: Strategy,
}

/// Solves a game for an objective. `progress` receives the share of the work that is done, and can cancel the rest.
///
/// ```
/// use std::sync::Arc;
/// use kosti_rules::{House, RulesFile};
/// use kosti_solver::{NoProgress, Objective, solve};
///
/// // Two throws of one die: the second throw follows a 1, 2 or 3.
/// let text = "name = 'Two'\ndice = 1\nthrows = 2\n[box.any]\nscore = 'all-dice'";
/// let rules = Arc::new(RulesFile::read("two", text).rules(&House::default()).unwrap());
/// let total = solve(&rules, &Objective::Total, &NoProgress).unwrap();
/// assert!(total.is_exact() && (total.value() - 4.25).abs() < 1e-12);
///
/// // A 6 falls in the first throw or, after any other face, in the second.
/// let six = solve(&rules, &Objective::Reach { at_least: 6 }, &NoProgress).unwrap();
/// assert!((six.value() - 11.0 / 36.0).abs() < 1e-12);
/// ```
///
/// # Errors
/// If the game cannot be played for this objective, is too large or has rules that are not supported, has a standing
/// from which nobody can win, or when `progress` cancels the computation.
pub fn solve(
    rules: &Arc<Rules>,
    objective: &Objective,
    progress: &dyn Progress,
) -> Result<Solution, SolveError> {
    let (owned, sheet) = (rules.clone(), rules.sheet());
    let strategy = match (objective, sheet) {
        (Objective::Total, Some(_)) => Strategy::Total(TotalStrategy::solve(owned, progress)?),
        (Objective::Points, Some(_)) => Strategy::Points(PointsStrategy::solve(owned, progress)?),
        (Objective::Reach { at_least }, Some(sheet)) => {
            let empty = Sheet::empty(sheet.slots.len());
            Strategy::Reach(ReachStrategy::solve(owned, empty, *at_least, progress)?)
        }
        (Objective::ReachFrom { sheet, at_least }, Some(_)) => {
            Strategy::Reach(ReachStrategy::solve(owned, sheet.clone(), *at_least, progress)?)
        }
        (Objective::Win, Some(sheet)) => {
            let empty = Sheet::empty(sheet.slots.len());
            let position = WinPosition { sheets: [empty.clone(), empty], turn: 0 };
            Strategy::SheetWin(SheetWinStrategy::solve(owned, position, MOST_VALUES, progress)?)
        }
        (Objective::WinFrom { position, most_values }, Some(_)) if position.is_in_turn() => {
            Strategy::SheetWin(SheetWinStrategy::solve(owned, position.clone(), *most_values, progress)?)
        }
        (Objective::Win, None) => Strategy::Win(WinStrategy::solve(owned, progress)?),
        (Objective::Turns, None) => Strategy::Turns(TurnsStrategy::solve(owned, progress)?),
        (Objective::Within { turns }, None) => {
            Strategy::Within(WithinStrategy::solve(owned, *turns, progress)?)
        }
        _ => return Err(SolveError::NoSuchObjective(objective.clone())),
    };
    Ok(Solution { rules: rules.clone(), objective: objective.clone(), strategy })
}

impl Solution {
    pub(crate) fn new(rules: Arc<Rules>, objective: Objective, strategy: Strategy) -> Self {
        Self { rules, objective, strategy }
    }

    /// The rules that were solved.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The objective that the game was solved for.
    #[must_use]
    pub fn objective(&self) -> &Objective {
        &self.objective
    }

    /// The strategy.
    #[must_use]
    pub fn strategy(&self) -> &Strategy {
        &self.strategy
    }

    /// Whether the value is exact; otherwise it is an estimate.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        match &self.strategy {
            Strategy::Points(points) => points.is_exact(&empty_sheet(&self.rules)),
            _ => true,
        }
    }

    /// The value of the objective at the start of the game (from the given sheet for [`Objective::ReachFrom`]): expected
    /// total, points or turns, or a probability.
    ///
    /// # Panics
    /// Never: a race has a standing where it starts.
    #[must_use]
    pub fn value(&self) -> f64 {
        match &self.strategy {
            Strategy::Total(total) => total.value(),
            Strategy::Points(points) => points.value(),
            Strategy::Reach(reach) => reach.value(),
            Strategy::SheetWin(win) => win.value(),
            Strategy::Win(win) => win.value(),
            Strategy::Turns(turns) => turns.value(),
            Strategy::Within(within) => within.value(),
        }
    }

    /// The number of states that were solved.
    #[must_use]
    pub fn states(&self) -> usize {
        match &self.strategy {
            Strategy::Total(total) => total.size().states,
            Strategy::Points(points) => points.states(),
            Strategy::Reach(reach) => reach.states(),
            Strategy::SheetWin(win) => win.states(),
            Strategy::Win(win) => win.states(),
            Strategy::Turns(turns) => turns.states(),
            Strategy::Within(within) => within.states(),
        }
    }

    /// The memory of the solution in bytes, roughly.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let values = match &self.strategy {
            Strategy::Total(total) => total.value_bytes(),
            Strategy::Points(points) => points.value_bytes(),
            Strategy::Reach(reach) => reach.value_bytes(),
            Strategy::SheetWin(win) => win.value_bytes(),
            Strategy::Win(_) | Strategy::Turns(_) | Strategy::Within(_) => size_of::<f64>() * self.states(),
        };
        TABLE_BYTES + values
    }
}

/// The largest number of values of a game that is solved for winning from the start.
const MOST_VALUES: usize = 8_000_000_usize.saturating_mul(1_000);

/// The memory of a solution beside its values, roughly: lists of entries and the keep lattice.
const TABLE_BYTES: usize = 1 << 20;

pub(crate) fn empty_sheet(rules: &Rules) -> Sheet {
    Sheet::empty(rules.sheet().map_or(0, |sheet| sheet.slots.len()))
}

/// Accessors of the strategy for one kind of objective.
macro_rules! strategy_accessors {
    ($($variant:ident: $strategy:ty, $as:ident, $into:ident;)*) => {
        impl Solution {
            $(
                /// The strategy, if the solution is of this kind.
                #[must_use]
                pub fn $as(&self) -> Option<&$strategy> {
                    match &self.strategy {
                        Strategy::$variant(strategy) => Some(strategy),
                        _ => None,
                    }
                }

                /// The strategy, if the solution is of this kind.
                #[must_use]
                pub fn $into(self) -> Option<$strategy> {
                    match self.strategy {
                        Strategy::$variant(strategy) => Some(strategy),
                        _ => None,
                    }
                }
            )*
        }
    };
}

strategy_accessors! {
    Total: TotalStrategy, as_total, into_total;
    Points: PointsStrategy, as_points, into_points;
    Reach: ReachStrategy, as_reach, into_reach;
    SheetWin: SheetWinStrategy, as_sheet_win, into_sheet_win;
    Win: WinStrategy, as_win, into_win;
    Turns: TurnsStrategy, as_turns, into_turns;
    Within: WithinStrategy, as_within, into_within;
}
