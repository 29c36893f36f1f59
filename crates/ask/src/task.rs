//! `Task`: a question that takes long to answer, checked and ready to run.

use kosti_coach::duel_takes_long;
use kosti_rules::{Rules, SheetRules};
use kosti_solver::Progress;
use serde_json::{Map, Value, json};

use crate::error::AskError;
use crate::simulate::Plan;
use crate::solved::{Objective, RaceObjective};

/// Turns of simulated games that are played in some seconds.
const FEW_TURNS: usize = 4_000_000;

/// How long a task takes, roughly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// Some seconds.
    Short,
    /// Up to minutes.
    Long,
}

impl Effort {
    pub(crate) fn of_sheet(rules: &SheetRules, objective: Objective) -> Self {
        match objective {
            Objective::Points => Self::Long,
            // Chances are worked out for each number of points that is still needed.
            Objective::Reach(_) => Self::Long,
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
        // A race has no fixed number of turns; ten are a fair guess.
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

/// Whether a game is larger than those that tables have exact coaches for.
pub(crate) fn is_large(rules: &SheetRules) -> bool {
    kosti_solver::fillings(rules).is_ok_and(|fillings| fillings > kosti_coach::MOST_FILLINGS)
}

type Work = dyn FnOnce(&dyn Progress) -> Result<Map<String, Value>, AskError> + Send;

/// A question that takes long to answer.
pub struct Task {
    effort: Effort,
    work: Box<Work>,
    ignored: Vec<String>,
}

impl Task {
    pub(crate) fn reply(
        effort: Effort,
        work: impl FnOnce(&dyn Progress) -> Result<Map<String, Value>, AskError> + Send + 'static,
    ) -> Reply {
        Reply::Task(Self { effort, work: Box::new(work), ignored: Vec::new() })
    }

    /// How long it takes, roughly.
    #[must_use]
    pub fn effort(&self) -> Effort {
        self.effort
    }

    /// Works the answer out.
    ///
    /// # Errors
    /// When there is no answer, or `progress` cancels it.
    pub fn run(self, progress: &dyn Progress) -> Result<Value, AskError> {
        (self.work)(progress).map(|answer| complete(answer, &self.ignored))
    }
}

/// What becomes of a request that is sound.
pub enum Reply {
    /// It is answered.
    Answer(Value),
    /// The answer takes long.
    Task(Task),
}

impl Reply {
    pub(crate) fn answer(answer: Map<String, Value>) -> Self {
        Self::Answer(Value::Object(answer))
    }

    /// Names the fields of the request that nobody took.
    pub(crate) fn with_ignored(self, ignored: Vec<String>) -> Self {
        match self {
            Self::Answer(Value::Object(answer)) => Self::Answer(complete(answer, &ignored)),
            Self::Answer(other) => Self::Answer(other),
            Self::Task(task) => Self::Task(Task { ignored, ..task }),
        }
    }
}

fn complete(mut answer: Map<String, Value>, ignored: &[String]) -> Value {
    if !ignored.is_empty() {
        answer.insert("ignored".to_owned(), json!(ignored));
    }
    Value::Object(answer)
}
