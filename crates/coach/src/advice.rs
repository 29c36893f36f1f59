//! `Advice`: the value of every action, and the reason for the best one.

use kosti_engine::{Action, Phase, Seat, State, Then, Turn};
use kosti_rules::{Family, RaceRules, SheetRules};
use kosti_solver::{Choice as Write, LastTurn, RaceChoice, SolvedTurn};

use crate::coach::{Coach, CoachStrategy};
use crate::win::Win;

/// The unit of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueUnit {
    /// Expected points to come; more is better.
    Points,
    /// The probability to win.
    Win,
    /// Turns still needed, this one included; fewer is better.
    Turns,
}

impl ValueUnit {
    /// Its name in answers and in the variables of messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::Win => "win",
            Self::Turns => "turns",
        }
    }
}

/// The default limit of [`Advice::costly_choice`].
pub const COSTLY_LOSS: f64 = 3.0;

/// The actions of the player on turn, with their values.
#[derive(Debug, Clone, PartialEq)]
pub struct Advice {
    /// The unit of values.
    pub worth: ValueUnit,
    /// The value of the position under best play.
    pub value: f64,
    /// Whether values are exact.
    pub exact: bool,
    /// All actions, best first; empty before the first throw.
    pub choices: Vec<Choice>,
    /// The probability to win, if there are other players.
    pub win: Option<Win>,
}

/// An action and its value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Choice {
    /// The action.
    pub action: Action,
    /// Its value.
    pub value: f64,
    /// The difference to the best value; 0 for the best action.
    pub loss: f64,
    /// The expected points to come on a score sheet, where the value is a chance to win.
    pub total: Option<f64>,
}

/// A best choice for winning that costs expected points: the most points have another choice.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trade {
    /// The best choice for winning.
    pub best: Choice,
    /// The choice with the most expected points.
    pub instead: Choice,
    /// The expected points that the best choice gives up.
    pub points: f64,
}

/// Fewer points than these are not worth a word.
const FEW_POINTS: f64 = 0.05;

/// Values that differ by less are equal up to rounding.
pub(crate) const VALUE_TOLERANCE: f64 = 1e-9;

impl Choice {
    /// Whether no action is better.
    #[must_use]
    pub fn is_best(&self) -> bool {
        self.loss < VALUE_TOLERANCE
    }
}

/// The reason for the best choice: the choice itself and the best alternative of another kind.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reason {
    /// The best choice.
    pub best: Choice,
    /// The best alternative: to score instead of throwing again, to throw instead of banking.
    pub instead: Option<Choice>,
}

/// The action of a choice on a sheet.
#[must_use]
pub fn sheet_action(choice: Write) -> Action {
    match choice {
        Write::Keep(keep) => Action::Throw { keep },
        Write::Score(slot) => Action::Score { slot },
        Write::Cross(slot) => Action::Cross { slot },
        Write::Announce(slot) => Action::Announce { slot },
    }
}

/// The action of a choice in a race.
#[must_use]
pub fn race_action(choice: &RaceChoice) -> Action {
    Action::SetAside { take: choice.take, then: if choice.bank { Then::Bank } else { Then::Throw } }
}

impl Advice {
    /// Builds advice from actions with their values, best first.
    #[must_use]
    pub fn new(
        worth: ValueUnit,
        value: f64,
        exact: bool,
        choices: impl IntoIterator<Item = (Action, f64)>,
    ) -> Self {
        let choice = |(action, own): (Action, f64)| Choice {
            action,
            value: own,
            loss: (value - own).abs(),
            total: None,
        };
        Self { worth, value, exact, choices: choices.into_iter().map(choice).collect(), win: None }
    }

    /// The reason for the best choice; `None` if there is no choice.
    #[must_use]
    pub fn reason(&self) -> Option<Reason> {
        let best = *self.choices.first()?;
        let other = |choice: &&Choice| ends_turn(&choice.action) != ends_turn(&best.action);
        let instead = self.choices.iter().find(other).or(self.choices.get(1)).copied();
        Some(Reason { best, instead })
    }

    /// The choice with the most expected points, if the best choice for winning is another one.
    #[must_use]
    pub fn trade(&self) -> Option<Trade> {
        let best = *self.choices.first()?;
        let most = |a: &&Choice, b: &&Choice| a.total.unwrap_or(0.0).total_cmp(&b.total.unwrap_or(0.0));
        let instead = *self.choices.iter().rev().max_by(most)?;
        let points = instead.total? - best.total?;
        (points > FEW_POINTS && !instead.is_best()).then_some(Trade { best, instead, points })
    }

    /// The choice of this action; `None` if it is illegal.
    #[must_use]
    pub fn of(&self, action: &Action) -> Option<Choice> {
        self.choices.iter().find(|choice| choice.action == *action).copied()
    }

    /// The loss of an action and the best action, if the loss exceeds the limit. The limit is in points; in other units
    /// it stands for percent of the probability to win, and for tenths of a turn.
    #[must_use]
    pub fn costly_choice(&self, action: &Action, limit: f64) -> Option<(f64, Action)> {
        let limit = match self.worth {
            ValueUnit::Points => limit,
            ValueUnit::Win => limit / 100.0,
            ValueUnit::Turns => limit / 10.0,
        };
        let loss = self.of(action)?.loss;
        (loss > limit).then_some((loss, self.choices.first()?.action))
    }
}

fn ends_turn(action: &Action) -> bool {
    !matches!(
        action,
        Action::Throw { .. } | Action::Announce { .. } | Action::SetAside { then: Then::Throw, .. }
    )
}

impl Coach {
    /// Advice for the player on turn; `None` if nobody is on turn or the lot is in progress.
    #[must_use]
    pub fn advise(&self, state: &State) -> Option<Advice> {
        let mut advice = self.values(state)?;
        advice.win = self.win(state, &advice);
        Some(advice)
    }

    /// The same without the probability to win where a score sheet is played for points, which takes more time.
    pub(crate) fn values(&self, state: &State) -> Option<Advice> {
        self.values_in(state, ValueUnit::Win)
    }

    /// The same; a score sheet that could be played to win is played for points, if `worth` says so.
    pub(crate) fn values_in(&self, state: &State, worth: ValueUnit) -> Option<Advice> {
        let Phase::Playing(turn) = state.phase() else { return None };
        match &self.rules.family {
            Family::Sheet(sheet) => {
                let points = self.advise_sheet(sheet, state, turn);
                let to_win =
                    (worth == ValueUnit::Win).then(|| self.advise_to_win(sheet, state, turn, &points));
                Some(to_win.flatten().unwrap_or(points))
            }
            Family::Race(race) => self.advise_race(race, state, turn),
        }
    }

    fn advise_sheet(&self, rules: &SheetRules, state: &State, turn: &Turn) -> Advice {
        let sheet = &state.players()[turn.seat.0].sheet;
        let exact = match self.strategy() {
            CoachStrategy::Points(points) => points.is_exact(sheet),
            CoachStrategy::Estimate(_) => false,
            _ => rules.awards.is_empty(),
        };
        let valued = match self.strategy() {
            _ if turn.throw == 0 => Vec::new(),
            CoachStrategy::Total(strategy) => strategy.advise(sheet, turn.thrown(), turn.throw),
            CoachStrategy::Points(points) => points.advise(sheet, turn.thrown(), turn.throw),
            CoachStrategy::Estimate(estimate) => {
                estimate.advise(sheet, turn.thrown(), turn.throw, turn.announced)
            }
            CoachStrategy::Win(_) | CoachStrategy::Turns(_) => Vec::new(),
        };
        let value = valued.first().map_or_else(|| self.to_come(sheet), |best| best.value);
        let choices = valued.iter().map(|valued| (sheet_action(valued.choice), valued.value));
        Advice::new(ValueUnit::Points, value, exact, choices)
    }

    fn advise_race(&self, rules: &RaceRules, state: &State, turn: &Turn) -> Option<Advice> {
        let last = last_turn_of(state, turn.seat);
        let worth = if last.is_some() { ValueUnit::Win } else { self.worth(state.players().len()) };
        let (seats, own) = Self::standing_seats(state, turn.seat);
        let (weighed, exact) = match (self.strategy(), &last) {
            (CoachStrategy::Win(duel), Some(last)) => (duel.last_turn(last)?, seats.len() <= 2),
            (CoachStrategy::Win(duel), None) => (duel.turn(&seats, own)?, seats.len() <= 2),
            (CoachStrategy::Turns(alone), Some(last)) => (alone.last_turn(last)?, seats.len() <= 2),
            (CoachStrategy::Turns(alone), None) => (alone.turn(seats[own])?, seats.len() <= 1),
            (CoachStrategy::Total(_) | CoachStrategy::Points(_) | CoachStrategy::Estimate(_), _) => {
                return None;
            }
        };
        let choices = if turn.throw == 0 { Vec::new() } else { weighed.advise(turn.points, turn.dice) };
        let value = turn_value(rules, turn, &weighed, &choices);
        let choices = choices.iter().map(|choice| (race_action(choice), choice.value));
        let win = (worth == ValueUnit::Win).then_some(Win { chance: value, exact });
        Some(Advice { win, ..Advice::new(worth, value, exact, choices) })
    }
}

/// The last turn of a seat in a race, once somebody has begun the last round. A player who has left cannot win.
pub(crate) fn last_turn_of(state: &State, seat: Seat) -> Option<LastTurn> {
    state.score_to_beat()?;
    let here: Vec<usize> = Coach::seats_in_play(state, seat);
    let to_come = |at: &usize| here[*at] != seat.0 && !state.finished_seats().contains(&Seat(here[*at]));
    Some(LastTurn {
        seats: here.iter().map(|&other| state.players()[other].standing).collect(),
        turn: here.iter().position(|&other| other == seat.0)?,
        to_come: (0..here.len()).filter(to_come).collect(),
    })
}

/// The value of this position in the turn.
fn turn_value(rules: &RaceRules, turn: &Turn, weighed: &SolvedTurn<'_>, choices: &[RaceChoice]) -> f64 {
    let bust = turn.throw > 0 && rules.is_bust(turn.dice, turn.aside);
    match choices.first() {
        Some(best) => best.value,
        None if bust => weighed.bust(turn.dice),
        None => weighed.value(),
    }
}
