//! `WinPlayer`: plays score sheets to win against any number of others. It is exact where two sheets have few positions
//! left, and in the very last turn; otherwise it responds to the final totals that the others expect.

use std::sync::Arc;

use kosti_rules::{Sheet, Thrown};
use parking_lot::Mutex;

use super::layers::InstantWins;
use super::response::Response;
use super::{SheetWinStrategy, WinPosition};
use crate::distribution::Distribution;
use crate::model::Model;
use crate::moves::PointsRole;
use crate::progress::{Cancelled, NoProgress, Progress};
use crate::rivals::{POINTS, RivalTotals, normal_points};
use crate::solution::{Solution, SolveError, Unsupported};
use crate::strategy::{TotalMoments, TotalStrategy, ValuedChoice};

/// The most turns of two seats that are solved exactly: with more, positions are too many in almost every game.
const MOST_TURNS: usize = 10;
/// The most values of two sheets: less than a second.
const MOST_VALUES: usize = 300_000;
/// The most values of a response: some milliseconds.
const MOST_RESPONSES: usize = 20_000;
/// The most probabilities for the distribution of another total; otherwise its moments stand for it.
const MOST_PROBABILITIES: usize = 100_000;
/// The most open boxes of a sheet whose distribution is tried.
const MOST_OPEN: usize = 6;
/// The exact endings and the turns that are kept for later throws.
const KEPT_ENDINGS: usize = 8;
const KEPT_TURNS: usize = 32;

/// Plays a score-sheet game to win.
pub struct WinPlayer {
    total: Arc<Solution>,
    pub(super) moments: Arc<TotalMoments>,
    pub(super) model: Arc<Model>,
    wins: InstantWins,
    pub(super) normal: [f64; POINTS],
    endings: Mutex<Vec<Arc<SheetWinStrategy>>>,
    turns: Mutex<Vec<(Vec<Sheet>, Arc<WinTurn>)>>,
}

/// A turn that is played to win.
pub struct WinTurn {
    play: Play,
    value: f64,
    exact: bool,
}

enum Play {
    Exact {
        ending: Arc<SheetWinStrategy>,
        position: WinPosition,
    },
    Response {
        response: Response,
        after: Instant,
    },
    /// Nobody else plays, or no box is open.
    Settled,
}

/// What instant wins do from some moment on: the probability that this seat wins at once, and that nobody does.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Instant {
    wins: f64,
    none: f64,
}

impl Instant {
    fn value(self, chance: f64) -> f64 {
        self.wins + self.none * chance
    }
}

impl WinPlayer {
    /// Creates a player from a solution for the expected total and its moments.
    ///
    /// # Errors
    /// If the solution has another objective, awards decide the game, or `progress` cancels the making of tables.
    pub fn new(
        total: Arc<Solution>,
        moments: Arc<TotalMoments>,
        progress: &dyn Progress,
    ) -> Result<Self, SolveError> {
        let rules = total.rules().clone();
        if total.as_total().is_none() || rules.sheet().is_none_or(|sheet| !sheet.awards.is_empty()) {
            return Err(Unsupported::AwardsToWin.into());
        }
        let model = Arc::new(Model::new(rules, PointsRole::State, progress)?);
        let wins = InstantWins::new(model.sheet());
        let (endings, turns) = (Mutex::default(), Mutex::default());
        Ok(Self { total, moments, model, wins, normal: normal_points(), endings, turns })
    }

    fn strategy(&self) -> &TotalStrategy {
        self.total.as_total().expect("checked when made")
    }

    /// Solves the turn of the first of these sheets; the others follow in the order of their turns.
    ///
    /// # Panics
    /// If there is no sheet.
    #[must_use]
    pub fn turn(&self, sheets: &[Sheet]) -> Arc<WinTurn> {
        let known = self.turns.lock().iter().find(|(of, _)| of == sheets).map(|(_, turn)| turn.clone());
        if let Some(turn) = known {
            return turn;
        }
        let solved = self.solve_turn(sheets, &NoProgress).expect("nobody cancels");
        let solved = Arc::new(solved);
        keep(&mut self.turns.lock(), KEPT_TURNS, (sheets.to_vec(), solved.clone()));
        solved
    }

    fn solve_turn(&self, sheets: &[Sheet], progress: &dyn Progress) -> Result<WinTurn, Cancelled> {
        let (own, others) = sheets.split_first().expect("there is a sheet");
        if others.is_empty() || self.model.sheet().is_full(own) {
            let value = if others.is_empty() {
                1.0
            } else {
                self.rivals(others, MOST_OPEN)?.of_total(self.total_of(own))
            };
            return Ok(WinTurn { play: Play::Settled, value, exact: true });
        }
        if let [other] = others
            && let Some((ending, position)) = self.ending(own, other, progress)?
        {
            let value = ending.position_value(&position).unwrap_or_else(|| ending.value());
            return Ok(WinTurn { play: Play::Exact { ending, position }, value, exact: true });
        }
        let rivals = self.rivals(others, MOST_OPEN)?;
        let response = Response::solve(&self.outlooks(), own, &rivals, MOST_RESPONSES, progress)?;
        let is_last = others.iter().all(|other| self.model.sheet().is_full(other));
        let exact = is_last && response.to_end && own.written() + 1 == self.model.sheet().rounds;
        let after = self.instant_wins(sheets, 1);
        let value = self.instant_wins(sheets, 0).value(response.value);
        // A throw after the first that wins at once is not looked for.
        let exact = exact && !self.wins.any_throw;
        Ok(WinTurn { play: Play::Response { response, after }, value, exact })
    }

    /// Returns the exact solution of the rest of a game for two and the position in it, if there are few values left.
    fn ending(
        &self,
        own: &Sheet,
        other: &Sheet,
        progress: &dyn Progress,
    ) -> Result<Option<(Arc<SheetWinStrategy>, WinPosition)>, Cancelled> {
        // Who has written as much as the other began the round.
        let turn = usize::from(own.written() < other.written());
        let sheets = if turn == 0 { [own, other] } else { [other, own] }.map(Sheet::clone);
        let position = WinPosition { sheets, turn };
        let left = 2 * self.model.sheet().rounds - position.written();
        if !position.is_in_turn() || left > MOST_TURNS {
            return Ok(None);
        }
        let known = self.endings.lock().iter().find(|ending| ending.contains(&position)).cloned();
        if let Some(ending) = known {
            return Ok(Some((ending, position)));
        }
        match SheetWinStrategy::solve_model(self.model.clone(), position.clone(), MOST_VALUES, progress) {
            Ok(solved) => {
                let ending = Arc::new(solved);
                keep(&mut self.endings.lock(), KEPT_ENDINGS, ending.clone());
                Ok(Some((ending, position)))
            }
            Err(SolveError::Cancelled(cancelled)) => Err(cancelled),
            Err(_) => Ok(None),
        }
    }

    /// Returns the chances to win by the own final total, if the others go on for the expected total.
    pub(super) fn rivals(&self, others: &[Sheet], most_open: usize) -> Result<RivalTotals, Cancelled> {
        let found: Result<Vec<Distribution>, Cancelled> =
            others.iter().map(|other| self.final_total(other, most_open)).collect();
        Ok(RivalTotals::new(&found?))
    }

    /// Returns the distribution of the final total of a sheet: exact if few boxes are open, by its moments before.
    fn final_total(&self, sheet: &Sheet, most_open: usize) -> Result<Distribution, Cancelled> {
        if self.model.sheet().is_full(sheet) {
            return Ok(Distribution::from_totals(&[self.total_of(sheet)]));
        }
        if self.model.sheet().rounds - sheet.written() <= most_open {
            let exact = self.strategy().distribution_from(sheet, MOST_PROBABILITIES, &NoProgress)?;
            if let Some(exact) = exact {
                return Ok(exact);
            }
        }
        let outlook = self.moments.outlook(self.model.state_of(sheet));
        Ok(outlook.plus(self.model.points_written(sheet).into()).distribution())
    }

    fn total_of(&self, sheet: &Sheet) -> i32 {
        self.model.sheet().totals(sheet).total
    }

    /// Returns what instant wins do to the first of these seats, without the next `skipped` turns.
    fn instant_wins(&self, sheets: &[Sheet], skipped: usize) -> Instant {
        let mut left: Vec<usize> =
            sheets.iter().map(|sheet| self.model.sheet().rounds - sheet.written()).collect();
        let (mut instant, mut turn) = (Instant { wins: 0.0, none: 1.0 }, 0);
        while self.wins.chance > 0.0 && left.iter().any(|&left| left > 0) {
            for (seat, left) in left.iter_mut().enumerate().filter(|(_, left)| **left > 0) {
                *left -= 1;
                if turn >= skipped {
                    instant.wins += if seat == 0 { instant.none * self.wins.chance } else { 0.0 };
                    instant.none *= 1.0 - self.wins.chance;
                }
                turn += 1;
            }
        }
        instant
    }

    /// Returns the chance of every seat before the first throw; that of the first one is `own`. The others share the rest
    /// by what they expect.
    #[must_use]
    pub fn chances(&self, sheets: &[Sheet], own: f64) -> Vec<f64> {
        let others = 1..sheets.len();
        let expected = |seat: usize| {
            let rest: Vec<Sheet> =
                (0..sheets.len()).filter(|&other| other != seat).map(|other| sheets[other].clone()).collect();
            let rivals = self.rivals(&rest, MOST_OPEN).expect("nobody cancels");
            let outlook = self.moments.outlook(self.model.state_of(&sheets[seat]));
            let written = self.model.points_written(&sheets[seat]);
            rivals.mean(&outlook.points(&self.normal), written.into())
        };
        let expected: Vec<f64> = if sheets.len() == 2 { vec![1.0] } else { others.map(expected).collect() };
        let sum: f64 = expected.iter().sum();
        let equal = 1.0 / expected.len().max(1) as f64;
        let share = |expected: f64| (1.0 - own) * if sum > 0.0 { expected / sum } else { equal };
        [own].into_iter().chain(expected.into_iter().map(share)).collect()
    }
}

impl WinTurn {
    /// The chance to win before the first throw.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.value
    }

    /// Whether the chances are exact.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    /// Returns all choices for these dice on this throw with the chance to win after each, best first. Dice that win at
    /// once leave no choice.
    #[must_use]
    pub fn advise(&self, thrown: impl Into<Thrown>, throw: u8) -> Vec<ValuedChoice> {
        let thrown = thrown.into();
        match &self.play {
            Play::Exact { ending, position } => ending.advise(position, thrown, throw).unwrap_or_default(),
            Play::Response { response, after } => {
                let chance =
                    |valued: ValuedChoice| ValuedChoice { value: after.value(valued.value), ..valued };
                response.advise(thrown, throw).into_iter().map(chance).collect()
            }
            Play::Settled => Vec::new(),
        }
    }
}

/// Adds an entry; the oldest one goes if there are too many.
fn keep<T>(kept: &mut Vec<T>, most: usize, entry: T) {
    if kept.len() >= most {
        kept.remove(0);
    }
    kept.push(entry);
}
