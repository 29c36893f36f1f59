//! `Coach`: best play of a game for what decides it.

use std::sync::{Arc, OnceLock};

use kosti_engine::{Seat, State};
use kosti_rules::{Family, Rules, Sheet, SheetRules, Standing};
use kosti_solver::{Alone, Duel, NoPoints, NoRace, Points, Spread, Strategy, TooLarge, Watch};

use crate::advice::Worth;

/// Why a game has no coach.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoCoach {
    /// It has too many states.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// Nobody can win from there.
    #[error("nobody can win from {} with {} turns left", .0.score, .0.turns_left)]
    DeadEnd(Standing),
}

impl From<NoRace> for NoCoach {
    fn from(error: NoRace) -> Self {
        match error {
            NoRace::TooLarge(error) => Self::TooLarge(error),
            NoRace::DeadEnd(standing) => Self::DeadEnd(standing),
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
    /// To win a race.
    Win(Box<Duel>),
    /// To finish a race alone.
    Turns(Box<Alone>),
}

impl Coach {
    /// Solves a game for so many players: for what decides it, and a race alone for the fewest turns.
    ///
    /// # Errors
    /// When it is too large, or a race that nobody may be able to finish.
    pub fn solve(rules: Arc<Rules>, seats: usize, watch: Watch<'_>) -> Result<Self, NoCoach> {
        let mind = match &rules.family {
            Family::Sheet(sheet) => {
                let mind = solve_sheet(&rules, sheet, watch)?;
                // Where others play, every piece of advice tells the chance to win.
                if let (Mind::Total { strategy, spread }, true) = (&mind, seats > 1) {
                    spread.get_or_init(|| strategy.spread());
                }
                mind
            }
            Family::Race(_) if seats > 1 => Mind::Win(Box::new(Duel::solve_watched(rules.clone(), watch)?)),
            Family::Race(_) => Mind::Turns(Box::new(Alone::solve(rules.clone())?)),
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
            Mind::Total { .. } | Mind::Points(_) => Worth::Points,
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
            Mind::Win(_) | Mind::Turns(_) => 0.0,
        }
    }

    /// The standard deviation of what is to come on a sheet; for points roughly, from that of a whole game.
    pub(crate) fn deviation_from(&self, rules: &SheetRules, sheet: &Sheet) -> f64 {
        match &self.mind {
            Mind::Total { strategy, spread } => {
                let spread = spread.get_or_init(|| strategy.spread());
                strategy.deviation_from(spread, sheet)
            }
            Mind::Points(points) => {
                let left = rules.rounds.saturating_sub(sheet.written());
                points.deviation() * (left as f64 / rules.rounds as f64).sqrt()
            }
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

fn solve_sheet(rules: &Arc<Rules>, sheet: &SheetRules, watch: Watch<'_>) -> Result<Mind, NoCoach> {
    if !sheet.awards.is_empty() {
        match Points::solve_watched(rules.clone(), watch) {
            Ok(points) => return Ok(Mind::Points(Box::new(points))),
            Err(NoPoints::TooLarge(error)) => return Err(error.into()),
            // Points together with rules that are not solved for them: the total is a fair guide.
            Err(NoPoints::NoAwards | NoPoints::Mixed) => {}
        }
    }
    let strategy = Box::new(Strategy::solve_watched(rules.clone(), watch)?);
    Ok(Mind::Total { strategy, spread: OnceLock::new() })
}
