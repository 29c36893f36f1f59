//! `Coach`: best play of a game for what decides it.

use std::sync::{Arc, OnceLock};

use kosti_engine::{Seat, State};
use kosti_rules::{Family, RaceRules, Rules, Sheet, SheetRules, Slot, Standing};
use kosti_solver::{
    Alone, Cancelled, Duel, NoPoints, NoProgress, NoRace, Points, Progress, SolveError, Spread, Strategy,
    TooLarge,
};

use crate::advice::Worth;
use crate::estimate::Estimate;

/// How many ways to fill the boxes a game has at most that is solved for a table.
pub const MOST_FILLINGS: usize = 1 << 18;
/// So many scores make a race long to work out with every house rule, or where turns lead back.
const MANY_SCORES: i32 = 100;

/// Why a game has no coach.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoCoach {
    /// It has too many states.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// Nobody can win from there.
    #[error("nobody can win from {} with {} turns left", .0.score, .0.turns_left)]
    DeadEnd(Standing),
    /// The computation was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl From<NoRace> for NoCoach {
    fn from(error: NoRace) -> Self {
        match error {
            NoRace::TooLarge(error) => Self::TooLarge(error),
            NoRace::DeadEnd(standing) => Self::DeadEnd(standing),
            NoRace::Cancelled(error) => Self::Cancelled(error),
        }
    }
}

/// Best play of a game for so many, solved.
pub struct Coach {
    pub(crate) rules: Arc<Rules>,
    pub(crate) mind: Mind,
}

/// What is played for.
pub(crate) enum Mind {
    /// The total of a score sheet.
    Total { strategy: Box<Strategy>, spread: OnceLock<Spread> },
    /// The points of a score sheet, where these decide.
    Points(Box<Points>),
    /// The total of a score sheet that is too large to be solved.
    Estimate(Box<Estimate>),
    /// To win a race.
    Win(Box<Duel>),
    /// To finish a race alone.
    Turns(Box<Alone>),
}

impl Mind {
    /// Works out the deviations that chances to win, reviews and outlooks need.
    pub(crate) fn prepare(&self, progress: &dyn Progress) -> Result<(), Cancelled> {
        if let Self::Total { strategy, spread } = self
            && spread.get().is_none()
        {
            // Another thread may have been faster: both found the same.
            let _ = spread.set(strategy.spread(progress)?);
        }
        Ok(())
    }
}

impl Coach {
    /// Solves a game for so many players: for what decides it, and a race alone for the fewest turns; with others too,
    /// where the chance to win would take minutes. Where score sheets are too many to be solved, play and values are
    /// estimates.
    ///
    /// # Errors
    /// When it is a race that is too large, points decide and it is too large for that, or a race that nobody may be able to finish;
    /// or when `progress` cancels it.
    pub fn solve(rules: Arc<Rules>, seats: usize, progress: &dyn Progress) -> Result<Self, NoCoach> {
        let mind = match &rules.family {
            Family::Sheet(sheet) => {
                let mind = solve_sheet(&rules, sheet, progress)?;
                // Where others play, every piece of advice tells the chance to win.
                if seats > 1 {
                    mind.prepare(progress)?;
                }
                mind
            }
            Family::Race(_) if seats > 1 && !duel_takes_long(&rules) => {
                Mind::Win(Box::new(Duel::solve_with(rules.clone(), progress)?))
            }
            Family::Race(_) => Mind::Turns(Box::new(Alone::solve_with(rules.clone(), progress)?)),
        };
        Ok(Self { rules, mind })
    }

    /// The rules that were solved.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// What values mean.
    #[must_use]
    pub fn worth(&self) -> Worth {
        match self.mind {
            Mind::Total { .. } | Mind::Points(_) | Mind::Estimate(_) => Worth::Points,
            Mind::Win(_) => Worth::Win,
            Mind::Turns(_) => Worth::Turns,
        }
    }

    /// What decides of what a sheet has so far.
    pub(crate) fn present(&self, rules: &SheetRules, sheet: &Sheet) -> f64 {
        let totals = rules.totals(sheet);
        match self.mind {
            Mind::Points(_) => totals.points.unwrap_or(0).into(),
            _ => totals.total.into(),
        }
    }

    /// What is expected to come on a sheet, before the first throw of a turn.
    pub(crate) fn to_come(&self, sheet: &Sheet) -> f64 {
        match &self.mind {
            Mind::Total { strategy, .. } => strategy.sheet_value(sheet),
            Mind::Points(points) => points.sheet_value(sheet),
            Mind::Estimate(estimate) => estimate.to_come(sheet),
            Mind::Win(_) | Mind::Turns(_) => 0.0,
        }
    }

    /// The standard deviation of what is to come on a sheet; for points and estimates roughly, from that of a whole game.
    pub(crate) fn deviation_from(&self, rules: &SheetRules, sheet: &Sheet) -> f64 {
        match &self.mind {
            Mind::Total { strategy, spread } => {
                let spread = spread.get_or_init(|| strategy.spread(&NoProgress).expect("nobody cancels"));
                strategy.deviation_from(spread, sheet)
            }
            Mind::Points(points) => points.deviation() * share_left(rules, sheet),
            Mind::Estimate(estimate) => estimate.deviation * share_left(rules, sheet),
            Mind::Win(_) | Mind::Turns(_) => 0.0,
        }
    }

    /// Where those stand who have not left, and which of them the seat is.
    pub(crate) fn standing_seats(state: &State, seat: Seat) -> (Vec<Standing>, usize) {
        let here: Vec<usize> = (0..state.players().len())
            .filter(|&other| other == seat.0 || !state.players()[other].left)
            .collect();
        let own = here.iter().position(|&other| other == seat.0).unwrap_or(0);
        (here.into_iter().map(|other| state.players()[other].standing).collect(), own)
    }
}

fn solve_sheet(rules: &Arc<Rules>, sheet: &SheetRules, progress: &dyn Progress) -> Result<Mind, NoCoach> {
    if !sheet.awards.is_empty() {
        match Points::solve_with(rules.clone(), progress) {
            Ok(points) => return Ok(Mind::Points(Box::new(points))),
            Err(NoPoints::TooLarge(error)) => return Err(error.into()),
            Err(NoPoints::Cancelled(error)) => return Err(error.into()),
            // Points together with rules that are not solved for them: the total is a fair guide.
            Err(NoPoints::NoAwards | NoPoints::Mixed) => {}
        }
    }
    let estimate = || Ok(Mind::Estimate(Box::new(Estimate::new(rules.clone(), progress)?)));
    if is_estimated(rules) {
        return estimate();
    }
    match Strategy::solve_with(rules.clone(), progress) {
        Ok(strategy) => Ok(Mind::Total { strategy: Box::new(strategy), spread: OnceLock::new() }),
        Err(SolveError::TooLarge(_)) => estimate(),
        Err(SolveError::Cancelled(error)) => Err(error.into()),
    }
}

/// Whether the coach estimates: there are so many ways to fill the boxes that to solve the game takes a gigabyte and longer
/// than anybody waits for at a table, or the game has columns or counts differences, which is not solved.
#[must_use]
pub fn is_estimated(rules: &Rules) -> bool {
    let ways = |all: usize, slot: &Slot| all.saturating_mul(usize::from(slot.fill) + 1);
    let plain = |sheet: &&SheetRules| sheet.awards.is_empty();
    rules.sheet().filter(plain).is_some_and(|sheet| {
        let counts = sheet.groups.iter().any(|group| group.difference.is_some());
        !sheet.columns.is_empty() || counts || sheet.slots.iter().fold(1, ways) > MOST_FILLINGS
    })
}

/// Whether best play is known for so many seats. Otherwise the coach estimates, or solves something simpler: the chances
/// against each of the others alone, or the fewest turns.
#[must_use]
pub fn plays_perfectly(rules: &Rules, seats: usize) -> bool {
    match &rules.family {
        Family::Sheet(sheet) => sheet.awards.is_empty() && !is_estimated(rules),
        Family::Race(_) => seats < 2 || seats == 2 && !duel_takes_long(rules),
    }
}

/// By how much the deviation of a whole game has shrunk on a sheet, roughly.
fn share_left(rules: &SheetRules, sheet: &Sheet) -> f64 {
    let left = rules.rounds.saturating_sub(sheet.written());
    (left as f64 / rules.rounds as f64).sqrt()
}

/// Whether a coach takes minutes: points depend on the whole sheet, which makes for far more states.
#[must_use]
pub fn takes_long(rules: &Rules) -> bool {
    rules.sheet().is_some_and(|sheet| !sheet.awards.is_empty())
}

/// Whether it takes minutes to work out who wins a race of two: its turns lead back, so that all places depend on each
/// other. The coach then plays for the fewest turns.
#[must_use]
pub fn duel_takes_long(rules: &Rules) -> bool {
    rules.race().is_some_and(|race| race.lost_turns.is_some() && has_many_scores(race))
}

/// Whether it takes minutes to work out how a game plays with each of its house rules.
#[must_use]
pub fn balance_takes_long(rules: &Rules) -> bool {
    takes_long(rules) || rules.race().is_some_and(has_many_scores)
}

fn has_many_scores(race: &RaceRules) -> bool {
    race.target / race.unit() > MANY_SCORES
}
