//! What is told of a score sheet.

use std::sync::Arc;

use kosti_coach::is_estimated;
use kosti_rules::{Family, GroupMark, Rules, SheetRules};
use kosti_solver::{
    Batch, Cancelled, Casual, Distribution, Facts, Manner as Casually, NoPoints, Played, Points, Progress,
    SolveError, Stage, Strategy,
};
use serde::{Deserialize, Serialize};

use super::seats::{self, SeatsBalance};
use super::{Balance, FEW_GAMES, FamilyBalance, GAMES, Manner, Number, SEED, Spread};
use crate::error::AskError;
use crate::seeded::Seeded;
use crate::simulate::wins;

/// What is told of a score sheet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SheetBalance {
    /// Whether points decide; else it is the total.
    pub points_decide: bool,
    /// What decides, on the average.
    pub value: Option<Number>,
    /// How likely each result is.
    pub spread: Spread,
    /// The boxes, in the order of the sheet.
    pub boxes: Vec<BoxBalance>,
    /// Bonuses and penalties of groups.
    pub marks: Vec<MarkBalance>,
    /// What jokers bring besides, where they do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub joker: Option<JokerBalance>,
}

/// A box.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BoxBalance {
    /// Its id.
    pub r#box: String,
    /// How often it is filled in a game.
    pub fill: u8,
    /// How often of these it brings or takes points, or as much as it can where that is 0.
    pub scored: Number,
    /// How often it is crossed out, or written with 0.
    pub nothing: Number,
    /// What it brings when it is scored; nothing where it never is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when_scored: Option<Number>,
    /// What it brings in a game.
    pub brings: Number,
    /// The turn in which it is filled, the mean.
    pub turn: Number,
}

/// Whether a group is rewarded or punished.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MarkKind {
    /// Points for a sum of at least so much.
    Bonus,
    /// Points taken from a sum below so much.
    Penalty,
}

/// The bonus or penalty of a group.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MarkBalance {
    /// The group's id.
    pub group: String,
    /// What it is.
    pub kind: MarkKind,
    /// The sum that decides.
    pub mark: i32,
    /// The points given or taken.
    pub points: i32,
    /// How likely it is given or taken.
    pub met: Number,
    /// What it brings in a game.
    pub brings: Number,
    /// What the game is worth with it, less what the same game without it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worth: Option<Number>,
}

/// What jokers bring besides what they give in boxes.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct JokerBalance {
    /// In a game.
    pub brings: Number,
    /// What the game is worth with it, less what the same game is worth where they bring nothing besides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worth: Option<Number>,
}

/// The best play there is.
pub(super) enum Play {
    Total(Strategy),
    Points(Points),
    Sensible(Casual),
}

impl Play {
    pub(super) fn find(rules: &Arc<Rules>, progress: &dyn Progress) -> Result<Self, AskError> {
        let by_points = rules.sheet().is_some_and(|sheet| !sheet.awards.is_empty());
        if by_points {
            match Points::solve_with(rules.clone(), progress) {
                Ok(points) => return Ok(Self::Points(points)),
                Err(NoPoints::TooLarge(_)) => return Ok(Self::sensible(rules)),
                Err(NoPoints::Cancelled(error)) => return Err(error.into()),
                // Points together with rules that are not solved for them: the total is a fair guide.
                Err(NoPoints::NoAwards | NoPoints::Mixed) => {}
            }
        }
        if is_estimated(rules) {
            return Ok(Self::sensible(rules));
        }
        match Strategy::solve_with(rules.clone(), progress) {
            Ok(strategy) => Ok(Self::Total(strategy)),
            Err(SolveError::TooLarge(_)) => Ok(Self::sensible(rules)),
            Err(SolveError::Cancelled(error)) => Err(error.into()),
        }
    }

    fn sensible(rules: &Arc<Rules>) -> Self {
        Self::Sensible(Casual::new(rules.clone(), Casually::Thoughtful))
    }

    /// How many games are played where something is measured.
    fn games(&self) -> usize {
        if let Self::Sensible(_) = self { FEW_GAMES } else { GAMES }
    }

    fn batches(&self, seat: usize, progress: &dyn Progress) -> Result<Vec<Batch>, Cancelled> {
        let source = |batch| Seeded::new(SEED, seat, batch);
        match self {
            Self::Total(strategy) => strategy.simulate_boxes(self.games(), source, progress),
            Self::Points(points) => points.simulate_boxes(self.games(), source, progress),
            Self::Sensible(casual) => casual.simulate_boxes(self.games(), source, progress),
        }
    }

    fn manner(&self, points_decide: bool) -> Manner {
        match self {
            Self::Total(_) if !points_decide => Manner::Perfect,
            Self::Total(_) | Self::Points(_) => Manner::Strong,
            Self::Sensible(_) => Manner::Sensible,
        }
    }

    /// What a game brings of what decides it.
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

/// What decided each game.
fn results(batches: &[Batch]) -> Vec<i32> {
    let decides = |game: &Played| game.points.unwrap_or(game.total);
    batches.iter().flat_map(|batch| &batch.played).map(decides).collect()
}

fn mean(results: &[i32]) -> Number {
    let counted = Distribution::counted(results);
    Number::measured(counted.mean(), counted.deviation() / (results.len() as f64).sqrt())
}

/// What is known of the games of a play.
struct Looked {
    facts: Facts,
    facts_exact: bool,
    /// What decides, on the average.
    value: Number,
    results: Distribution,
    results_exact: bool,
    /// Whether games were played for it.
    played: bool,
}

impl Looked {
    /// Games are played only where something cannot be told without them.
    fn at(play: &Play, sheet: &SheetRules, progress: &dyn Progress) -> Result<Self, Cancelled> {
        let points_decide = !sheet.awards.is_empty();
        let exact = match play {
            Play::Total(strategy) => Some((strategy.value(), strategy.facts(progress)?)),
            _ => None,
        };
        if let (Some((value, (facts, Some(results)))), false) = (&exact, points_decide) {
            let (facts, results, value) = (facts.clone(), results.clone(), Number::exact(*value));
            let (facts_exact, results_exact) = (true, true);
            return Ok(Self { facts, facts_exact, value, results, results_exact, played: false });
        }
        let batches = play.batches(0, progress)?;
        let counted = results(&batches);
        let value = match &exact {
            Some((value, _)) if !points_decide => Number::exact(*value),
            _ => mean(&counted),
        };
        let facts_exact = exact.is_some();
        let facts = exact.map_or_else(|| Facts::measured(sheet, &batches), |(_, (facts, _))| facts);
        let results = Distribution::counted(&counted);
        Ok(Self { facts, facts_exact, value, results, results_exact: false, played: true })
    }
}

pub(super) fn balance(
    rules: &Arc<Rules>,
    sheet: &SheetRules,
    progress: &dyn Progress,
) -> Result<Balance, AskError> {
    let marks = sheet.groups.iter().filter(|group| group.mark.is_some()).count();
    let each = 1.0 / (2 + marks + usize::from(sheet.paid_joker().is_some())) as f64;
    let play = Play::find(rules, &Stage::new(progress, 0.0, each))?;
    let looked = Looked::at(&play, sheet, &Stage::new(progress, each, each))?;
    let mut after = 2.0;
    let mut without = |change: Change<'_>| {
        let worth = without(rules, &play, change, &Stage::new(progress, after * each, each));
        after += 1.0;
        worth
    };
    let points_decide = !sheet.awards.is_empty();
    let family = FamilyBalance::Sheet(SheetBalance {
        points_decide,
        value: Some(looked.value),
        spread: Spread::new(&looked.results, looked.results_exact),
        boxes: boxes(sheet, &looked),
        marks: self::marks(sheet, &looked, &mut without)?,
        joker: joker(sheet, &looked, &mut without)?,
    });
    Ok(Balance {
        hash: rules.hash.clone(),
        play: play.manner(points_decide),
        games: looked.played.then(|| play.games()),
        family,
        seats: seats_of(rules, sheet, &play, &looked, progress)?,
        house: Vec::new(),
    })
}

fn joker(
    sheet: &SheetRules,
    looked: &Looked,
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
    Ok(Some(JokerBalance { brings: Number::of(looked.facts.joker, looked.facts_exact), worth }))
}

fn boxes(sheet: &SheetRules, looked: &Looked) -> Vec<BoxBalance> {
    let exact = looked.facts_exact;
    let told = |(slot, facts): (&kosti_rules::Slot, &kosti_solver::SlotFacts)| {
        let scored = Number::of(facts.scored, exact);
        let brings = Number::of(facts.points, exact);
        BoxBalance {
            r#box: slot.id.clone(),
            fill: slot.fill,
            scored,
            nothing: Number::of(facts.nothing, exact),
            when_scored: (scored.value > 0.0).then(|| brings.times(1.0 / scored.value)),
            brings,
            turn: Number::of(facts.turn, exact),
        }
    };
    sheet.slots.iter().zip(&looked.facts.slots).map(told).collect()
}

/// Something about a sheet made otherwise.
type Change<'a> = &'a dyn Fn(&mut SheetRules);
/// The value of the game less that of the changed one.
type Without<'a> = dyn FnMut(Change<'_>) -> Result<Option<Number>, Cancelled> + 'a;

/// The value of a game less that of the same game with something changed, where both can be solved.
fn without(
    rules: &Arc<Rules>,
    play: &Play,
    change: Change<'_>,
    progress: &dyn Progress,
) -> Result<Option<Number>, Cancelled> {
    let Play::Total(strategy) = play else { return Ok(None) };
    let mut other = Rules::clone(rules);
    let Family::Sheet(sheet) = &mut other.family else { return Ok(None) };
    change(sheet);
    match Strategy::solve_with(Arc::new(other), progress) {
        Ok(other) => Ok(Some(Number::exact(strategy.value() - other.value()))),
        Err(SolveError::TooLarge(_)) => Ok(None),
        Err(SolveError::Cancelled(error)) => Err(error),
    }
}

fn marks(
    sheet: &SheetRules,
    looked: &Looked,
    without: &mut Without<'_>,
) -> Result<Vec<MarkBalance>, Cancelled> {
    let mut marks = Vec::new();
    for (group, (named, reached)) in sheet.groups.iter().zip(&looked.facts.reached).enumerate() {
        let (Some(mark), Some(reached)) = (named.mark, *reached) else { continue };
        let reached = Number::of(reached, looked.facts_exact);
        let (kind, mark, points, met) = match mark {
            GroupMark::Bonus { at_least, points, .. } => (MarkKind::Bonus, at_least, points, reached),
            GroupMark::Penalty { below, points } => {
                (MarkKind::Penalty, below, points, Number { value: 1.0 - reached.value, ..reached })
            }
        };
        let sign = if kind == MarkKind::Bonus { 1.0 } else { -1.0 };
        marks.push(MarkBalance {
            group: named.id.clone(),
            kind,
            mark,
            points,
            met,
            brings: met.times(sign * f64::from(points)),
            worth: without(&|sheet| sheet.groups[group].mark = None)?,
        });
    }
    Ok(marks)
}

fn seats_of(
    rules: &Rules,
    sheet: &SheetRules,
    play: &Play,
    looked: &Looked,
    progress: &dyn Progress,
) -> Result<Vec<SeatsBalance>, Cancelled> {
    let games = play.games();
    let number =
        |value: f64| if looked.results_exact { Number::exact(value) } else { Number::share(value, games) };
    match seats::first_throw_wins(sheet) {
        Some(at_once) => Ok(seats::tables(rules)
            .map(|players| seats::of_results(&looked.results, players, sheet.rounds, at_once, number))
            .collect()),
        None => seats::tables(rules).map(|players| played_seats(play, players, progress)).collect(),
    }
}

/// Who wins, counted: where dice of any throw can win at once.
fn played_seats(play: &Play, players: usize, progress: &dyn Progress) -> Result<SeatsBalance, Cancelled> {
    // The share of the whole is over: only cancellation goes through.
    let rest = Stage::new(progress, 1.0, 0.0);
    let game = |seat: usize| -> Result<Vec<Played>, Cancelled> {
        Ok(play.batches(seat, &rest)?.into_iter().flat_map(|batch| batch.played).collect())
    };
    let games = play.games();
    let won = wins(&(0..players).map(game).collect::<Result<Vec<_>, Cancelled>>()?, games);
    Ok(SeatsBalance {
        players,
        wins: won.alone.iter().map(|&share| Number::share(share, games)).collect(),
        shared: Number::share(won.shared, games),
    })
}
