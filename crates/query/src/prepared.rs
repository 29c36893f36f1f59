//! `Prepared`: a checked question. Quick questions are answered already, the others are tasks to run.

use kosti_coach::duel_takes_long;
use kosti_rules::{Rules, SheetRules};
use kosti_solver::Progress;

use crate::error::QueryError;
use crate::objective::{Objective, RaceObjective};
use crate::simulate::Plan;

/// The turns that can be simulated within seconds.
const FEW_TURNS: usize = 4_000_000;

/// The rough duration of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// Seconds.
    Short,
    /// Up to minutes.
    Long,
}

impl Effort {
    pub(crate) fn of_sheet(rules: &SheetRules, objective: Objective) -> Self {
        match objective {
            Objective::Points => Self::Long,
            // Reaching a score is solved for every number of missing points.
            Objective::Reach(_) => Self::Long,
            // So is winning, for every difference of points.
            Objective::Win => Self::Long,
            Objective::Estimate => Self::Short,
            Objective::Total if is_large(rules) => Self::Long,
            Objective::Total => Self::Short,
        }
    }

    pub(crate) fn of_race(rules: &Rules, objective: RaceObjective) -> Self {
        let long = objective == RaceObjective::Win && duel_takes_long(rules);
        if long { Self::Long } else { Self::Short }
    }

    pub(crate) fn of_games(rules: &Rules, plan: &Plan) -> Self {
        // A race has no fixed number of turns; ten is a guess.
        let turns = rules.sheet().map_or(10, |sheet| sheet.rounds);
        let many = plan.all_games().saturating_mul(turns) > FEW_TURNS;
        let best = match rules.sheet() {
            Some(sheet) if sheet.awards.is_empty() => Self::of_sheet(sheet, Objective::Total),
            Some(sheet) => Self::of_sheet(sheet, Objective::Points),
            None => Self::of_race(rules, RaceObjective::Win),
        };
        if many || (plan.needs_best(rules) && best == Self::Long) { Self::Long } else { Self::Short }
    }
}

/// Whether a game is too large for the exact coach of a table.
pub(crate) fn is_large(rules: &SheetRules) -> bool {
    kosti_solver::count_fillings(rules).is_ok_and(|fillings| fillings > kosti_coach::MOST_FILLINGS)
}

type Work<A> = dyn FnOnce(&dyn Progress) -> Result<A, QueryError> + Send;

/// A checked question that takes long to answer. It does not need the engine any more.
pub struct Task<A> {
    effort: Effort,
    work: Box<Work<A>>,
}

impl<A: 'static> Task<A> {
    /// The rough duration.
    #[must_use]
    pub fn effort(&self) -> Effort {
        self.effort
    }

    /// Computes the answer.
    ///
    /// # Errors
    /// If the question has no answer, or `progress` cancels the work.
    pub fn run(self, progress: &dyn Progress) -> Result<A, QueryError> {
        (self.work)(progress)
    }
}

/// A checked question.
pub enum Prepared<A> {
    /// The answer.
    Answer(A),
    /// A task that computes the answer.
    Task(Task<A>),
}

impl<A: 'static> Prepared<A> {
    pub(crate) fn task(
        effort: Effort,
        work: impl FnOnce(&dyn Progress) -> Result<A, QueryError> + Send + 'static,
    ) -> Self {
        Self::Task(Task { effort, work: Box::new(work) })
    }

    /// Converts the answer, now or after the task.
    #[must_use]
    pub fn map<B: 'static>(self, change: impl FnOnce(A) -> B + Send + 'static) -> Prepared<B> {
        match self {
            Self::Answer(answer) => Prepared::Answer(change(answer)),
            Self::Task(Task { effort, work }) => {
                Prepared::task(effort, move |progress| work(progress).map(change))
            }
        }
    }

    /// Returns the answer, running the task if there is one.
    ///
    /// # Errors
    /// If the question has no answer, or `progress` cancels the work.
    pub fn run(self, progress: &dyn Progress) -> Result<A, QueryError> {
        match self {
            Self::Answer(answer) => Ok(answer),
            Self::Task(task) => task.run(progress),
        }
    }
}
