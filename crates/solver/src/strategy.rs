//! `Strategy`: the value of every sheet state, and from it the value of every action.

use std::sync::Arc;

use kosti_dice::Dice;
use kosti_rules::{Offer, Rules, Sheet, SheetRules};

use crate::backward::{self, with_tables};
use crate::cell::{Cell, Means, Moments};
use crate::kernel::{Board, Tables};
use crate::lattice::Index;
use crate::model::Model;
use crate::moves::Aim;
use crate::progress::{Cancelled, NoProgress, Progress};
use crate::states::{Size, SolveError};
use crate::turn::{Fan, Game};

/// Best play of a score-sheet game for the expected total.
///
/// Where dice can win the game at once, it is the total of games that none do: no decision changes how many those are.
pub struct Strategy {
    pub(crate) model: Model,
    pub(crate) values: Vec<f64>,
}

/// Something a player can do.
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

/// A choice and what it is worth: the points still expected, those it writes included.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Valued {
    /// What is done.
    pub choice: Choice,
    /// What is expected to come, bonuses and penalties that are not yet in the total included.
    pub value: f64,
}

/// How far totals are spread: by state, the mean of what is to come and of its square.
pub struct Spread(Vec<(f64, f64)>);

impl Spread {
    fn of_state(&self, state: usize) -> f64 {
        let (mean, square) = self.0[state];
        (square - mean * mean).max(0.0).sqrt()
    }
}

impl Strategy {
    /// Solves a game.
    ///
    /// # Errors
    /// When it has too many states.
    ///
    /// # Panics
    /// When the rules are not those of a score-sheet game.
    pub fn solve(rules: Arc<Rules>) -> Result<Self, SolveError> {
        Self::solve_with(rules, &NoProgress)
    }

    /// Solves a game, observed by `progress`.
    ///
    /// # Errors
    /// When it has too many states, or is cancelled.
    ///
    /// # Panics
    /// When the rules are not those of a score-sheet game.
    pub fn solve_with(rules: Arc<Rules>, progress: &dyn Progress) -> Result<Self, SolveError> {
        let model = Model::new(rules, Aim::Sum, progress)?;
        let values = backward::values::<Means>(&model.game(), &model.tables, |extra| extra, progress)?;
        Ok(Self { model, values })
    }

    fn sheet(&self) -> &SheetRules {
        self.model.sheet()
    }

    pub(crate) fn game(&self) -> Game<'_> {
        self.model.game()
    }

    /// How large the game is.
    #[must_use]
    pub fn size(&self) -> Size {
        self.model.states.size
    }

    /// The rules that were solved.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.model.rules
    }

    /// The expected total of best play, from the start.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.values[0]
    }

    /// The exact standard deviation of the total under best play. It solves the game once more.
    ///
    /// # Errors
    /// When it is cancelled.
    pub fn deviation(&self, progress: &dyn Progress) -> Result<f64, Cancelled> {
        Ok(self.spread(progress)?.of_state(0))
    }

    /// How far totals are spread under best play, from any sheet, exactly. It solves the game once more.
    ///
    /// # Errors
    /// When it is cancelled.
    pub fn spread(&self, progress: &dyn Progress) -> Result<Spread, Cancelled> {
        let at_end = |extra: f64| (extra, extra * extra);
        backward::values::<Moments>(&self.game(), &self.model.tables, at_end, progress).map(Spread)
    }

    /// The standard deviation of what is to come on this sheet.
    #[must_use]
    pub fn deviation_from(&self, spread: &Spread, sheet: &Sheet) -> f64 {
        let (filling, nth) = self.model.states.locate(sheet);
        spread.of_state(self.model.states.first_of(filling) + nth)
    }

    /// What is expected to come on this sheet, before the first throw of a turn.
    #[must_use]
    pub fn sheet_value(&self, sheet: &Sheet) -> f64 {
        let (filling, nth) = self.model.states.locate(sheet);
        self.values[self.model.states.first_of(filling) + nth] - self.counted(sheet)
    }

    /// Bonuses and penalties that are in the total already.
    fn counted(&self, sheet: &Sheet) -> f64 {
        self.sheet().totals(sheet).groups.iter().map(|(_, extra)| f64::from(*extra)).sum()
    }

    /// Everything that can be done with these dice on this throw, best first.
    #[must_use]
    pub fn advise(&self, sheet: &Sheet, dice: Dice, throw: u8) -> Vec<Valued> {
        let rules = self.sheet();
        if rules.wins(dice, throw).is_some() || rules.is_full(sheet) {
            return Vec::new();
        }
        let counted = self.counted(sheet);
        let (filling, nth) = self.model.states.locate(sheet);
        let after = |slot: usize, points: i32, bonus: i32| {
            let writing = self.model.moves.writing(rules, slot, points);
            let state = self.model.states.after(filling, nth, &writing);
            f64::from(points) + f64::from(bonus) + self.values[state] - counted
        };
        advice(rules, &rules.offers(sheet, dice, throw), dice, throw, after, |keeps| {
            self.keep_values(sheet, throw + 1, keeps).into_iter().map(|value| value - counted).collect()
        })
    }

    /// What each of these keeps is worth when throw number `throw` follows.
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
        let mut board = Board::<Means, N>::new(&self.model.moves);
        let place = [self.model.states.locate(sheet)];
        board.place(&self.game(), &mut Fan::default(), &place, |state| self.values[state]);
        board.write_all(tables);
        board.before_throw(tables, throw.into());
        keeps.iter().map(|&keep| board.keeps[self.model.lattice.keep(keep)].get(0)).collect()
    }
}

/// Everything that can be done with these dice on this throw, best first, from what can be written, what writing points
/// into a box is worth, with those that a joker brings besides, and what keeping dice is.
pub(crate) fn advice(
    rules: &SheetRules,
    offers: &[Offer],
    dice: Dice,
    throw: u8,
    after: impl Fn(usize, i32, i32) -> f64,
    keep_values: impl FnOnce(&[Dice]) -> Vec<f64>,
) -> Vec<Valued> {
    let mut advice: Vec<Valued> = Vec::new();
    for offer in offers {
        let valued = |choice, points: i32| Valued { choice, value: after(offer.slot, points, offer.bonus) };
        let score = offer.score.map(|points| valued(Choice::Score(offer.slot), points));
        let cross = offer.cross.then(|| valued(Choice::Cross(offer.slot), 0));
        advice.extend(score.into_iter().chain(cross));
    }
    if throw < rules.throws {
        let keeps: Vec<Dice> = dice.selections().into_iter().filter(|&keep| keep != dice).collect();
        let values = keep_values(&keeps);
        let valued = keeps.into_iter().zip(values);
        advice.extend(valued.map(|(keep, value)| Valued { choice: Choice::Keep(keep), value }));
    }
    advice.sort_by(|a, b| b.value.total_cmp(&a.value));
    advice
}
