//! `Advice`: what every action is worth, and why the best one is.

use kosti_engine::{Action, Phase, State, Then, Turn};
use kosti_rules::{Family, RaceRules, SheetRules};
use kosti_solver::{Choice as Write, RaceChoice, Weighed};

use crate::coach::{Coach, Mind};
use crate::win::Win;

/// What values mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Worth {
    /// Points still to come: the more the better.
    Points,
    /// The chance to win.
    Win,
    /// Turns still needed, this one included: the fewer the better.
    Turns,
}

impl Worth {
    /// Its name, by which answers tell it and messages choose.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::Win => "win",
            Self::Turns => "turns",
        }
    }
}

/// What the player on turn can do, and what it is worth.
#[derive(Debug, Clone, PartialEq)]
pub struct Advice {
    /// What values mean.
    pub worth: Worth,
    /// What the position is worth under best play.
    pub value: f64,
    /// Whether values are exact.
    pub exact: bool,
    /// Everything that can be done, best first; nothing before the first throw.
    pub choices: Vec<Choice>,
    /// The chance to win, where there are others.
    pub win: Option<Win>,
}

/// An action and what it is worth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Choice {
    /// What is done.
    pub action: Action,
    /// What it is worth.
    pub value: f64,
    /// How much worse that is than the best; 0 for the best.
    pub loss: f64,
}

/// What differs by less than this is the same: it differs by rounding.
pub(crate) const NOTHING: f64 = 1e-9;

impl Choice {
    /// Whether nothing is better.
    #[must_use]
    pub fn is_best(&self) -> bool {
        self.loss < NOTHING
    }
}

/// Why the best choice is the best: it, and the best one of another kind.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reason {
    /// The best.
    pub best: Choice,
    /// The best that is something else: to write instead of throwing again, to throw on instead of banking.
    pub instead: Option<Choice>,
}

/// What is done by writing on a sheet or throwing again.
#[must_use]
pub fn written(choice: Write) -> Action {
    match choice {
        Write::Keep(keep) => Action::Throw { keep },
        Write::Score(slot) => Action::Score { slot },
        Write::Cross(slot) => Action::Cross { slot },
        Write::Announce(slot) => Action::Announce { slot },
    }
}

/// What is done by a choice of a race.
#[must_use]
pub fn raced(choice: &RaceChoice) -> Action {
    Action::SetAside { take: choice.take, then: if choice.bank { Then::Bank } else { Then::Throw } }
}

impl Advice {
    /// Advice from actions, best first, and what each is worth.
    #[must_use]
    pub fn new(
        worth: Worth,
        value: f64,
        exact: bool,
        choices: impl IntoIterator<Item = (Action, f64)>,
    ) -> Self {
        let choice = |(action, own): (Action, f64)| Choice { action, value: own, loss: (value - own).abs() };
        Self { worth, value, exact, choices: choices.into_iter().map(choice).collect(), win: None }
    }

    /// Why the best choice is the best; nothing where there is none.
    #[must_use]
    pub fn reason(&self) -> Option<Reason> {
        let best = *self.choices.first()?;
        let other = |choice: &&Choice| ends_turn(&choice.action) != ends_turn(&best.action);
        let instead = self.choices.iter().find(other).or(self.choices.get(1)).copied();
        Some(Reason { best, instead })
    }

    /// What an action is worth; nothing where it is not allowed.
    #[must_use]
    pub fn of(&self, action: &Action) -> Option<Choice> {
        self.choices.iter().find(|choice| choice.action == *action).copied()
    }
}

fn ends_turn(action: &Action) -> bool {
    !matches!(
        action,
        Action::Throw { .. } | Action::Announce { .. } | Action::SetAside { then: Then::Throw, .. }
    )
}

impl Coach {
    /// Advice for the player on turn; nothing when nobody is, or while it is thrown for the start.
    #[must_use]
    pub fn advise(&self, state: &State) -> Option<Advice> {
        let mut advice = self.values(state)?;
        advice.win = self.win(state, &advice);
        Some(advice)
    }

    /// The same without the chance to win of a score sheet, which is more work.
    pub(crate) fn values(&self, state: &State) -> Option<Advice> {
        let Phase::Playing(turn) = state.phase() else { return None };
        match &self.rules.family {
            Family::Sheet(sheet) => Some(self.of_sheet(sheet, state, turn)),
            Family::Race(race) => self.of_race(race, state, turn),
        }
    }

    fn of_sheet(&self, rules: &SheetRules, state: &State, turn: &Turn) -> Advice {
        let sheet = &state.players()[turn.seat.0].sheet;
        let exact = match &self.mind {
            Mind::Points(points) => points.is_exact(sheet),
            Mind::Estimate(_) => false,
            _ => rules.awards.is_empty(),
        };
        let valued = match &self.mind {
            _ if turn.throw == 0 => Vec::new(),
            Mind::Total { strategy, .. } => strategy.advise(sheet, turn.dice, turn.throw),
            Mind::Points(points) => points.advise(sheet, turn.dice, turn.throw),
            Mind::Estimate(estimate) => estimate.advise(sheet, turn.dice, turn.throw, turn.announced),
            Mind::Win(_) | Mind::Turns(_) => Vec::new(),
        };
        let value = valued.first().map_or_else(|| self.to_come(sheet), |best| best.value);
        let choices = valued.iter().map(|valued| (written(valued.choice), valued.value));
        Advice::new(Worth::Points, value, exact, choices)
    }

    fn of_race(&self, rules: &RaceRules, state: &State, turn: &Turn) -> Option<Advice> {
        let (seats, own) = Self::standing_seats(state, turn.seat);
        let (weighed, exact) = match &self.mind {
            Mind::Win(duel) => (duel.turn(&seats, own)?, seats.len() <= 2),
            Mind::Turns(alone) => (alone.turn(seats[own])?, seats.len() <= 1),
            Mind::Total { .. } | Mind::Points(_) | Mind::Estimate(_) => return None,
        };
        let choices = if turn.throw == 0 { Vec::new() } else { weighed.advise(turn.points, turn.dice) };
        let value = of_turn(rules, turn, &weighed, &choices);
        let worth = self.worth();
        let choices = choices.iter().map(|choice| (raced(choice), choice.value));
        let win = (worth == Worth::Win).then_some(Win { chance: value, exact });
        Some(Advice { win, ..Advice::new(worth, value, exact, choices) })
    }
}

/// What the moment of a turn is worth.
fn of_turn(rules: &RaceRules, turn: &Turn, weighed: &Weighed<'_>, choices: &[RaceChoice]) -> f64 {
    let bust = turn.throw > 0 && rules.is_bust(turn.dice, turn.aside);
    match choices.first() {
        Some(best) => best.value,
        None if bust => weighed.bust(),
        None => weighed.value(),
    }
}
