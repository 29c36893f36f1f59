//! The balance report of a score sheet.

use std::sync::Arc;

use kosti_coach::is_estimated;
use kosti_rules::{Family, GroupMark, Rules, SheetRules};
use kosti_solver::{
    Cancelled, Distribution, HeuristicPlayer, Objective, PointsStrategy, Policy, Progress, SheetResult,
    SheetStatistics, SimulatedBatch, SolveError, Stage, TotalStrategy, solve,
};
use serde::{Deserialize, Serialize};

use super::seats::{self, SeatsBalance};
use super::{Balance, FEW_GAMES, FamilyBalance, GAMES, Number, PlayQuality, SEED, Spread};
use crate::error::QueryError;
use crate::seeded_rng::SeededRng;
use crate::simulate::wins;
use crate::solved::expect_strategy;

/// The report of a score sheet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SheetBalance {
    /// Whether points decide the game, not the total.
    pub points_decide: bool,
    /// The mean of the deciding result.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub value: Option<Number>,
    /// The distribution of results.
    pub spread: Spread,
    /// The boxes, in the order of the sheet.
    pub boxes: Vec<BoxBalance>,
    /// Bonuses and penalties of groups.
    pub marks: Vec<MarkBalance>,
    /// The points of jokers beside the boxes, if the game has any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub joker: Option<JokerBalance>,
}

/// A box.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoxBalance {
    /// Its id.
    pub r#box: String,
    /// How often it is filled in a game.
    pub fill: u8,
    /// How often of these it scores: any points but 0, or its maximum if that is 0.
    pub scored: Number,
    /// How often it is crossed out or written with 0.
    pub nothing: Number,
    /// The mean points when it scores; absent if it never does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub when_scored: Option<Number>,
    /// The mean points in a game.
    pub brings: Number,
    /// The mean turn in which it is filled.
    pub turn: Number,
}

/// The kind of a group mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum MarkKind {
    /// Points for a sum of at least the mark.
    Bonus,
    /// Points taken for a sum below the mark.
    Penalty,
}

/// The bonus or penalty of a group.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MarkBalance {
    /// The group's id.
    pub group: String,
    /// The kind.
    pub kind: MarkKind,
    /// The sum that decides.
    pub mark: i32,
    /// The next higher step of the bonus, if there is one: this step counts below it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub next: Option<i32>,
    /// The points given or taken.
    pub points: i32,
    /// The probability that it is given or taken.
    pub met: Number,
    /// The mean points in a game.
    pub brings: Number,
    /// The value of the game minus its value without this mark.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub worth: Option<Number>,
}

/// The points of jokers beside the boxes.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct JokerBalance {
    /// The mean points in a game.
    pub brings: Number,
    /// The value of the game minus its value without these points.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub worth: Option<Number>,
}

/// The best play that can be computed.
pub(super) enum BestPlay {
    Total(TotalStrategy),
    Points(PointsStrategy),
    Sensible(HeuristicPlayer),
}

impl BestPlay {
    pub(super) fn find(rules: &Arc<Rules>, progress: &dyn Progress) -> Result<Self, QueryError> {
        let by_points = rules.sheet().is_some_and(|sheet| !sheet.awards.is_empty());
        if by_points {
            match solve(rules, &Objective::Points, progress) {
                Ok(solution) => return Ok(Self::Points(expect_strategy(solution.into_points()))),
                Err(SolveError::TooLarge(_)) => return Ok(Self::heuristic(rules)),
                // Points with rules that the points solver does not support: play for the total instead.
                Err(SolveError::NotSolvable(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        if is_estimated(rules) {
            return Ok(Self::heuristic(rules));
        }
        match solve(rules, &Objective::Total, progress) {
            Ok(solution) => Ok(Self::Total(expect_strategy(solution.into_total()))),
            Err(SolveError::TooLarge(_) | SolveError::NotSolvable(_)) => Ok(Self::heuristic(rules)),
            Err(error) => Err(error.into()),
        }
    }

    fn heuristic(rules: &Arc<Rules>) -> Self {
        Self::Sensible(HeuristicPlayer::new(rules.clone(), Policy::Thoughtful))
    }

    /// The number of games to simulate.
    fn games(&self) -> usize {
        if let Self::Sensible(_) = self { FEW_GAMES } else { GAMES }
    }

    fn batches(&self, seat: usize, progress: &dyn Progress) -> Result<Vec<SimulatedBatch>, Cancelled> {
        let source = |batch| SeededRng::new(SEED, seat, batch);
        match self {
            Self::Total(strategy) => strategy.simulate_boxes(self.games(), source, progress),
            Self::Points(points) => points.simulate_boxes(self.games(), source, progress),
            Self::Sensible(casual) => casual.simulate_boxes(self.games(), source, progress),
        }
    }

    fn quality(&self, points_decide: bool) -> PlayQuality {
        match self {
            Self::Total(_) if !points_decide => PlayQuality::Perfect,
            Self::Total(_) | Self::Points(_) => PlayQuality::Strong,
            Self::Sensible(_) => PlayQuality::Sensible,
        }
    }

    /// The mean of the deciding result.
    pub(super) fn value(&self, progress: &dyn Progress) -> Result<Number, Cancelled> {
        Ok(match self {
            Self::Total(strategy) if decided_by_total(strategy.rules()) => Number::exact(strategy.value()),
            _ => mean(&results(&self.batches(0, progress)?)),
        })
    }
}

fn decided_by_total(rules: &Rules) -> bool {
    rules.sheet().is_some_and(|sheet| sheet.awards.is_empty())
}

/// The deciding result of each game.
fn results(batches: &[SimulatedBatch]) -> Vec<i32> {
    let decides = |game: &SheetResult| game.points.unwrap_or(game.total);
    batches.iter().flat_map(|batch| &batch.results).map(decides).collect()
}

fn mean(results: &[i32]) -> Number {
    let counted = Distribution::from_totals(results);
    Number::with_error(counted.mean(), counted.deviation() / (results.len() as f64).sqrt())
}

/// The results and statistics of the games.
struct GameFacts {
    statistics: SheetStatistics,
    statistics_exact: bool,
    /// The mean of the deciding result.
    value: Number,
    results: Distribution,
    results_exact: bool,
    /// Whether games were simulated.
    played: bool,
}

impl GameFacts {
    /// Simulates games only if something cannot be computed exactly.
    fn new(play: &BestPlay, sheet: &SheetRules, progress: &dyn Progress) -> Result<Self, Cancelled> {
        let points_decide = !sheet.awards.is_empty();
        let exact = match play {
            BestPlay::Total(strategy) => Some((strategy.value(), strategy.statistics(progress)?)),
            _ => None,
        };
        if let (Some((value, (statistics, Some(results)))), false) = (&exact, points_decide) {
            let (statistics, results, value) = (statistics.clone(), results.clone(), Number::exact(*value));
            let (statistics_exact, results_exact) = (true, true);
            return Ok(Self { statistics, statistics_exact, value, results, results_exact, played: false });
        }
        let batches = play.batches(0, progress)?;
        let counted = results(&batches);
        let value = match &exact {
            Some((value, _)) if !points_decide => Number::exact(*value),
            _ => mean(&counted),
        };
        let statistics_exact = exact.is_some();
        let statistics = exact.map_or_else(
            || SheetStatistics::from_batches(sheet, &batches),
            |(_, (statistics, _))| statistics,
        );
        let results = Distribution::from_totals(&counted);
        Ok(Self { statistics, statistics_exact, value, results, results_exact: false, played: true })
    }
}

pub(super) fn balance(
    rules: &Arc<Rules>,
    sheet: &SheetRules,
    progress: &dyn Progress,
) -> Result<Balance, QueryError> {
    let marks: usize =
        sheet.groups.iter().flat_map(|group| &group.mark).map(|mark| mark.thresholds().len()).sum();
    let each = 1.0 / (2 + marks + usize::from(sheet.paid_joker().is_some())) as f64;
    let play = BestPlay::find(rules, &Stage::new(progress, 0.0, each))?;
    let facts = GameFacts::new(&play, sheet, &Stage::new(progress, each, each))?;
    let mut after = 2.0;
    let mut without = |change: Change<'_>| {
        let worth = difference_without(rules, &play, change, &Stage::new(progress, after * each, each));
        after += 1.0;
        worth
    };
    let points_decide = !sheet.awards.is_empty();
    let family = FamilyBalance::Sheet(SheetBalance {
        points_decide,
        value: Some(facts.value),
        spread: Spread::new(&facts.results, facts.results_exact),
        boxes: boxes(sheet, &facts),
        marks: self::marks(sheet, &facts, &mut without)?,
        joker: joker(sheet, &facts, &mut without)?,
    });
    Ok(Balance {
        hash: rules.hash.clone(),
        play: play.quality(points_decide),
        games: facts.played.then(|| play.games()),
        family,
        seats: seats_of(rules, sheet, &play, &facts, progress)?,
        house: Vec::new(),
    })
}

fn joker(
    sheet: &SheetRules,
    facts: &GameFacts,
    without: &mut Without<'_>,
) -> Result<Option<JokerBalance>, Cancelled> {
    if sheet.paid_joker().is_none() {
        return Ok(None);
    }
    let worth = without(&|sheet| {
        if let Some(joker) = &mut sheet.joker {
            joker.bonus = None;
        }
    })?;
    Ok(Some(JokerBalance { brings: Number::of(facts.statistics.joker, facts.statistics_exact), worth }))
}

fn boxes(sheet: &SheetRules, facts: &GameFacts) -> Vec<BoxBalance> {
    let exact = facts.statistics_exact;
    let text = |(slot, facts): (&kosti_rules::Slot, &kosti_solver::SlotStatistics)| {
        let scored = Number::of(facts.scored, exact);
        let brings = Number::of(facts.points, exact);
        BoxBalance {
            r#box: slot.id.clone(),
            fill: slot.fill,
            scored,
            nothing: Number::of(facts.zero, exact),
            when_scored: (scored.value > 0.0).then(|| brings.times(1.0 / scored.value)),
            brings,
            turn: Number::of(facts.turn, exact),
        }
    };
    sheet.slots.iter().zip(&facts.statistics.slots).map(text).collect()
}

/// A change of the rules of a sheet.
type Change<'a> = &'a dyn Fn(&mut SheetRules);
/// Computes the value of the game minus the value of the changed game.
type Without<'a> = dyn FnMut(Change<'_>) -> Result<Option<Number>, Cancelled> + 'a;

/// The value of a game minus the value of the changed game, if both can be solved.
fn difference_without(
    rules: &Arc<Rules>,
    play: &BestPlay,
    change: Change<'_>,
    progress: &dyn Progress,
) -> Result<Option<Number>, Cancelled> {
    let BestPlay::Total(strategy) = play else { return Ok(None) };
    let mut other = Rules::clone(rules);
    let Family::Sheet(sheet) = &mut other.family else { return Ok(None) };
    change(sheet);
    match solve(&Arc::new(other), &Objective::Total, progress) {
        Ok(other) => Ok(Some(Number::exact(strategy.value() - other.value()))),
        Err(SolveError::Cancelled(error)) => Err(error),
        Err(_) => Ok(None),
    }
}

fn marks(
    sheet: &SheetRules,
    facts: &GameFacts,
    without: &mut Without<'_>,
) -> Result<Vec<MarkBalance>, Cancelled> {
    let mut marks = Vec::new();
    for (group, (named, reached)) in sheet.groups.iter().zip(&facts.statistics.reached).enumerate() {
        let Some(mark) = &named.mark else { continue };
        let is_bonus = matches!(mark, GroupMark::Bonus { .. });
        let thresholds = mark.thresholds();
        for (nth, &threshold) in thresholds.iter().enumerate() {
            let here = Number::of(reached[nth], facts.statistics_exact);
            let value = match reached.get(nth + 1) {
                Some(next) => here.value - next.value,
                None if is_bonus => here.value,
                None => 1.0 - here.value,
            };
            let met = Number { value, ..here };
            let points = mark.points(if is_bonus { nth + 1 } else { 0 });
            marks.push(MarkBalance {
                group: named.id.clone(),
                kind: if is_bonus { MarkKind::Bonus } else { MarkKind::Penalty },
                mark: threshold,
                next: thresholds.get(nth + 1).copied(),
                points: if is_bonus { points } else { -points },
                met,
                brings: met.times(points.into()),
                worth: without(&|sheet| remove_threshold(&mut sheet.groups[group].mark, nth))?,
            });
        }
    }
    Ok(marks)
}

/// Removes one step of a bonus, or the whole mark if it has no other.
fn remove_threshold(mark: &mut Option<GroupMark>, nth: usize) {
    match mark {
        Some(GroupMark::Bonus { steps, .. }) if steps.len() > 1 => {
            steps.remove(nth);
        }
        _ => *mark = None,
    }
}

fn seats_of(
    rules: &Rules,
    sheet: &SheetRules,
    play: &BestPlay,
    facts: &GameFacts,
    progress: &dyn Progress,
) -> Result<Vec<SeatsBalance>, Cancelled> {
    let games = play.games();
    let number =
        |value: f64| if facts.results_exact { Number::exact(value) } else { Number::share(value, games) };
    match seats::first_throw_wins(sheet) {
        Some(at_once) => Ok(seats::tables(rules)
            .map(|players| seats::of_results(&facts.results, players, sheet.rounds, at_once, number))
            .collect()),
        None => seats::tables(rules).map(|players| simulate_seats(play, players, progress)).collect(),
    }
}

/// Counts the wins by seat in simulated games, for games where any throw can win at once.
fn simulate_seats(
    play: &BestPlay,
    players: usize,
    progress: &dyn Progress,
) -> Result<SeatsBalance, Cancelled> {
    // Progress is reported as complete already: only cancellation still matters.
    let rest = Stage::new(progress, 1.0, 0.0);
    let game = |seat: usize| -> Result<Vec<SheetResult>, Cancelled> {
        Ok(play.batches(seat, &rest)?.into_iter().flat_map(|batch| batch.results).collect())
    };
    let games = play.games();
    let won = wins(&(0..players).map(game).collect::<Result<Vec<_>, Cancelled>>()?, games);
    Ok(SeatsBalance {
        players,
        wins: won.alone.iter().map(|&share| Number::share(share, games)).collect(),
        shared: Number::share(won.shared, games),
    })
}
