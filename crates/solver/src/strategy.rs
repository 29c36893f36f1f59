//! `TotalStrategy`: the value of every state, and the values of choices that follow from it.

use std::sync::{Arc, OnceLock};

use kosti_dice::Dice;
use kosti_rules::{Offer, Rules, Sheet, SheetRules, Thrown};

use crate::backward::{self, with_tables};
use crate::encoding::{DecodeError, check_length};
use crate::forward_turn::TurnOutcomes;
use crate::kernel::{Tables, TurnBoard};
use crate::lane_value::{F64x4, LaneValue, MomentsX4};
use crate::lattice::Index;
use crate::model::Model;
use crate::moves::PointsRole;
use crate::placement::{GameTables, Successors};
use crate::progress::{Cancelled, Progress};
use crate::rivals::Outlook;
use crate::solution::SolveError;
use crate::states::Size;

/// Optimal play of a score-sheet game for the expected total.
///
/// If dice can win the game at once, the total is that of games without such dice: no decision changes their
/// probability.
pub struct TotalStrategy {
    pub(crate) model: Model,
    pub(crate) values: Vec<f64>,
    /// The outcomes of a turn, listed when a distribution is first asked for.
    pub(crate) outcomes: OnceLock<TurnOutcomes>,
}

/// A choice of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// Keep these dice and throw the rest.
    Keep(Dice),
    /// Score this box.
    Score(usize),
    /// Cross out this box.
    Cross(usize),
    /// Announce this box.
    Announce(usize),
}

/// A choice and its value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ValuedChoice {
    /// The choice.
    pub choice: Choice,
    /// The expected points still to come, those that the choice writes included, and bonuses and penalties that are not
    /// yet in the total.
    pub value: f64,
}

/// By state: the first three moments of the points still to come.
pub struct TotalMoments(pub(crate) Vec<[f64; 3]>);

impl TotalMoments {
    fn deviation(&self, state: usize) -> f64 {
        self.outlook(state).deviation
    }

    /// Returns the points still to come from a state.
    pub(crate) fn outlook(&self, state: usize) -> Outlook {
        let [mean, square, cube] = self.0[state];
        let deviation = (square - mean * mean).max(0.0).sqrt();
        let third = cube - mean * (3.0 * square - 2.0 * mean * mean);
        // Rounding leaves a trace of a deviation where there is none.
        if deviation < 1e-6 {
            return Outlook { mean, deviation: 0.0, skewness: 0.0 };
        }
        Outlook { mean, deviation, skewness: third / deviation.powi(3) }
    }
}

impl TotalStrategy {
    /// Solves a game. The rules must be those of a score-sheet game.
    pub(crate) fn solve(rules: Arc<Rules>, progress: &dyn Progress) -> Result<Self, SolveError> {
        let model = Model::new(rules, PointsRole::Value, progress)?;
        let values = backward::values::<F64x4>(&model.game(), &model.tables, |extra| extra, progress)?;
        Ok(Self { model, values, outcomes: OnceLock::new() })
    }

    /// The strategy of a game that was solved before.
    pub(crate) fn from_values(
        rules: Arc<Rules>,
        values: Vec<f64>,
        progress: &dyn Progress,
    ) -> Result<Self, DecodeError> {
        let model = Model::new(rules, PointsRole::Value, progress)?;
        check_length(values.len(), model.states.size.states)?;
        Ok(Self { model, values, outcomes: OnceLock::new() })
    }

    fn sheet(&self) -> &SheetRules {
        self.model.sheet()
    }

    pub(crate) fn game(&self) -> GameTables<'_> {
        self.model.game()
    }

    /// The size of the game.
    #[must_use]
    pub fn size(&self) -> Size {
        self.model.states.size
    }

    /// The memory of the values and of the index of states.
    pub(crate) fn value_bytes(&self) -> usize {
        size_of_val(&*self.values) + self.model.states.index_bytes()
    }

    /// The rules that were solved.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.model.rules
    }

    /// The expected total from the start.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.values[0]
    }

    /// Returns the exact standard deviation of the total. This solves the game once more.
    ///
    /// # Errors
    /// If it is cancelled.
    pub fn deviation(&self, progress: &dyn Progress) -> Result<f64, Cancelled> {
        Ok(self.moments(progress)?.deviation(0))
    }

    /// Returns the moments of the points still to come from every state. This solves the game once more.
    ///
    /// # Errors
    /// If it is cancelled.
    pub fn moments(&self, progress: &dyn Progress) -> Result<TotalMoments, Cancelled> {
        let at_end = |extra: f64| [1, 2, 3].map(|power| extra.powi(power));
        backward::values::<MomentsX4>(&self.game(), &self.model.tables, at_end, progress).map(TotalMoments)
    }

    /// Returns the standard deviation of the points still to come on this sheet.
    #[must_use]
    pub fn deviation_from(&self, spread: &TotalMoments, sheet: &Sheet) -> f64 {
        let (filling, nth) = self.model.states.locate(sheet);
        spread.deviation(self.model.states.first_state_of(filling) + nth)
    }

    /// Returns the expected points still to come on this sheet, before the first throw of a turn.
    #[must_use]
    pub fn sheet_value(&self, sheet: &Sheet) -> f64 {
        let (filling, nth) = self.model.states.locate(sheet);
        self.values[self.model.states.first_state_of(filling) + nth] - self.bonuses_in_total(sheet)
    }

    /// Returns the bonuses and penalties that the present total already contains.
    fn bonuses_in_total(&self, sheet: &Sheet) -> f64 {
        self.sheet().totals(sheet).groups.iter().map(|(_, extra)| f64::from(*extra)).sum()
    }

    /// Returns all choices for these dice on this throw with their values, best first.
    #[must_use]
    pub fn advise(&self, sheet: &Sheet, thrown: impl Into<Thrown>, throw: u8) -> Vec<ValuedChoice> {
        let (rules, thrown) = (self.sheet(), thrown.into());
        if rules.wins(thrown.dice, throw).is_some() || rules.is_full(sheet) {
            return Vec::new();
        }
        let counted = self.bonuses_in_total(sheet);
        let (filling, nth) = self.model.states.locate(sheet);
        let after = |slot: usize, points: i32, bonus: i32| {
            let writing = self.model.moves.move_for(rules, slot, points);
            let state = self.model.states.state_after(filling, nth, &writing);
            f64::from(points) + f64::from(bonus) + self.values[state] - counted
        };
        advice(rules, &rules.offers(sheet, thrown.dice, throw), thrown, throw, after, |keeps| {
            self.keep_values(sheet, throw + 1, keeps).into_iter().map(|value| value - counted).collect()
        })
    }

    /// Returns the values of these keeps before throw number `throw`.
    fn keep_values(&self, sheet: &Sheet, throw: u8, keeps: &[Dice]) -> Vec<f64> {
        with_tables!(&self.model.tables, |tables, N| self
            .keep_values_sized::<_, N>(tables, sheet, throw, keeps))
    }

    fn keep_values_sized<I: Index, const N: usize>(
        &self,
        tables: &Tables<I>,
        sheet: &Sheet,
        throw: u8,
        keeps: &[Dice],
    ) -> Vec<f64> {
        let mut board = TurnBoard::<F64x4, N>::new(&self.model.moves);
        let place = [self.model.states.locate(sheet)];
        board.place(&self.game(), &mut Successors::default(), &place, |state| self.values[state]);
        board.solve_keeps_before(tables, throw.into());
        keeps.iter().map(|&keep| board.keep_values[self.model.lattice.keep(keep)].get(0)).collect()
    }
}

/// Returns all choices for these dice on this throw, best first. `after` gives the value of writing points with a joker
/// bonus into a box, and `keep_values` the values of keeps.
pub(crate) fn advice(
    rules: &SheetRules,
    offers: &[Offer],
    thrown: Thrown,
    throw: u8,
    after: impl Fn(usize, i32, i32) -> f64,
    keep_values: impl FnOnce(&[Dice]) -> Vec<f64>,
) -> Vec<ValuedChoice> {
    let mut advice: Vec<ValuedChoice> = Vec::new();
    for offer in offers {
        let valued =
            |choice, points: i32| ValuedChoice { choice, value: after(offer.slot, points, offer.bonus) };
        let score = offer.score.map(|points| valued(Choice::Score(offer.slot), points));
        let cross = offer.cross.then(|| valued(Choice::Cross(offer.slot), 0));
        advice.extend(score.into_iter().chain(cross));
    }
    if throw < rules.throws {
        let keeps: Vec<Dice> = rules.keeps_of(thrown).collect();
        let values = keep_values(&keeps);
        let valued = keeps.into_iter().zip(values);
        advice.extend(valued.map(|(keep, value)| ValuedChoice { choice: Choice::Keep(keep), value }));
    }
    advice.sort_by(|a, b| b.value.total_cmp(&a.value));
    advice
}
