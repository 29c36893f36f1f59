//! `Review`: what luck did in a game, and what the players did.
//!
//! A position is worth something to every player ([`Coach::standing`]). What a throw changes is luck; what a decision
//! changes against the best one is a mistake; what happens in the turns of others is theirs. Nothing else changes it,
//! so for every player: end = start + luck − mistakes + others + corrections + what was not played.

use kosti_engine::{Action, Event, Phase, Player, Record, Seat, State, Then};
use kosti_rules::Family;
use kosti_solver::{Cancelled, Progress, check};

use crate::advice::{Advice, NOTHING, Worth};
use crate::coach::{Coach, Mind};
use crate::tally::{Moment, Point, Tally};

/// What luck and decisions did.
#[derive(Debug, Clone)]
pub struct Review {
    /// What values mean.
    pub worth: Worth,
    /// Whether values are exact.
    pub exact: bool,
    /// By seat.
    pub seats: Vec<SeatReview>,
    /// Every decision that was one, in the order of the game; those taken back are left out.
    pub decisions: Vec<Decided>,
    /// What the game was worth at the start, and after every event that changed it.
    pub course: Vec<Point>,
}

/// What luck and decisions did for one player. All numbers but those of mistakes are good when they are large, also
/// where turns are counted.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SeatReview {
    /// What the game was worth at the start.
    pub start: f64,
    /// What the player's throws added.
    pub luck: f64,
    /// What the player's decisions cost.
    pub mistakes: f64,
    /// What the turns of others added.
    pub others: f64,
    /// What corrections added.
    pub corrected: f64,
    /// What was expected of turns that were not played, as a loss: the player left, or the game was won at once.
    pub unplayed: f64,
    /// What the game is worth now, or what the player got.
    pub end: f64,
    /// The standard deviation that luck has in a whole game of best play.
    pub deviation: f64,
    /// How many decisions there were, and how many of them were the best.
    pub decisions: usize,
    /// The best ones.
    pub best: usize,
}

impl SeatReview {
    /// The share of decisions that were the best; nothing before there was one.
    #[must_use]
    pub fn accuracy(&self) -> Option<f64> {
        (self.decisions > 0).then(|| self.best as f64 / self.decisions as f64)
    }
}

/// A decision.
#[derive(Debug, Clone)]
pub struct Decided {
    /// Whose.
    pub seat: Seat,
    /// In which turn of the player, counted from 1.
    pub turn: usize,
    /// The position, to try again.
    pub state: State,
    /// What was done.
    pub chosen: Action,
    /// What it was worth.
    pub value: f64,
    /// What would have been best, and what that was worth.
    pub best: Action,
    /// What that was worth.
    pub best_value: f64,
    /// What it cost.
    pub loss: f64,
}

impl Decided {
    /// Whether nothing was better.
    #[must_use]
    pub fn is_best(&self) -> bool {
        self.loss < NOTHING
    }
}

impl Coach {
    /// Reviews a game, finished or running.
    ///
    /// # Errors
    /// When `progress` cancels it.
    pub fn review(&self, record: &Record, progress: &dyn Progress) -> Result<Review, Cancelled> {
        self.mind.prepare(progress)?;
        let mut empty = record.clone();
        empty.events.clear();
        let mut state = empty.replay();
        let seats = state.players().len();
        let start = self.standing(&state, &vec![0.0; seats]);
        let deviation = self.whole_deviation(&state, &start, progress)?;
        let mut tally = Tally::new(start, &deviation);
        // Dice set aside wait for what follows: both are one decision.
        let mut waiting: Option<State> = None;
        let moves = |event: &Event| matches!(event, Event::Left { .. } | Event::Returned { .. });
        let all_stay = !record.events.iter().any(moves);
        for ((nth, event), taken_back) in record.events.iter().enumerate().zip(record.taken_back()) {
            check(progress)?;
            let before = state.clone();
            state.apply(event);
            // What is taken back was never counted; only who left meanwhile can make a difference then.
            if taken_back || (all_stay && matches!(event, Event::Undone { .. })) {
                continue;
            }
            if let Event::SetAside { .. } = event {
                waiting = Some(before);
                continue;
            }
            let began = waiting.take();
            let decided = self.decided(began.as_ref().unwrap_or(&before), began.is_some(), &before, event);
            let now = self.standing(&state, &tally.worth);
            tally.count(event, moment(nth, event, &before), decided, now);
        }
        tally.close();
        let Tally { seats: told, decisions, course, .. } = tally;
        let (worth, exact) = (self.worth(), self.reviews_exactly(seats));
        Ok(Review { worth, exact, seats: told, decisions, course })
    }

    fn reviews_exactly(&self, seats: usize) -> bool {
        match &self.mind {
            Mind::Points(_) | Mind::Estimate(_) => false,
            Mind::Win(_) => seats <= 2,
            Mind::Total { .. } => self.rules.sheet().is_some_and(|sheet| sheet.awards.is_empty()),
            Mind::Turns(_) => seats <= 1,
        }
    }

    /// What a decision was worth, where the event tells of one: `at` is where it was made, `before` just before.
    fn decided(&self, at: &State, set_aside: bool, before: &State, event: &Event) -> Option<Decided> {
        let Phase::Playing(turn) = at.phase() else { return None };
        if turn.throw == 0 {
            return None;
        }
        let chosen = match *event {
            Event::Scored { slot, .. } => Action::Score { slot },
            Event::CrossedOut { slot, .. } => Action::Cross { slot },
            Event::Announced { slot, .. } => Action::Announce { slot },
            Event::Thrown { kept, .. } if self.rules.sheet().is_some() => Action::Throw { keep: kept },
            Event::Thrown { .. } | Event::Banked { .. } => {
                let then = if matches!(event, Event::Banked { .. }) { Then::Bank } else { Then::Throw };
                let take = self.taken(at, set_aside, before)?;
                Action::SetAside { take, then }
            }
            _ => return None,
        };
        let advice: Advice = self.values(at)?;
        let (best, own) = (advice.choices.first()?, advice.of(&chosen)?);
        // Where there is one thing to do, nothing is decided.
        (advice.choices.len() > 1).then(|| Decided {
            seat: turn.seat,
            turn: at.players()[turn.seat.0].turns + 1,
            state: at.clone(),
            chosen,
            value: own.value,
            best: best.action,
            best_value: best.value,
            loss: own.loss,
        })
    }

    /// The dice that were set aside between two positions of a turn.
    fn taken(&self, at: &State, set_aside: bool, before: &State) -> Option<kosti_dice::Dice> {
        if !set_aside {
            return Some(kosti_dice::Dice::NONE);
        }
        let (from, to) = (at.turn()?, before.turn()?);
        let (points, all) = (to.points - from.points, usize::from(self.rules.dice));
        // All dice aside are none aside.
        let aside = if to.aside == 0 { all } else { to.aside } - from.aside;
        let selections = self.rules.race()?.selections(from.dice).iter();
        selections.filter(|s| s.points == points && s.take.len() == aside).map(|s| s.take).next()
    }

    /// What a position is worth to each player: what they have and what is to come while they play, or the chance to win, or the turns
    /// they had and still need, as a loss. Where the estimate needs a turn's beginning, what was known before stays.
    fn standing(&self, state: &State, before: &[f64]) -> Vec<f64> {
        let on_turn = self.values(state).zip(state.turn().map(|turn| turn.seat.0));
        match (&self.rules.family, &self.mind) {
            (Family::Sheet(rules), _) => {
                let over = state.outcome().is_some();
                let of = |seat: usize| {
                    let Player { sheet, left, .. } = &state.players()[seat];
                    let to_come = match &on_turn {
                        _ if over || *left => 0.0,
                        Some((advice, turn)) if *turn == seat => advice.value,
                        _ => self.to_come(sheet),
                    };
                    self.present(rules, sheet) + to_come
                };
                (0..state.players().len()).map(of).collect()
            }
            (Family::Race(rules), Mind::Turns(alone)) => {
                let of = |seat: usize| {
                    let Player { turns, standing, .. } = state.players()[seat];
                    let needed = match &on_turn {
                        Some((advice, turn)) if *turn == seat => advice.value,
                        _ if rules.is_won(standing.score) => 0.0,
                        _ => match alone.turn(standing) {
                            Some(turn) => turn.value(),
                            // Corrected to a score that no turns lead to: what was known before stays.
                            None => return before.get(seat).copied().unwrap_or(0.0),
                        },
                    };
                    -(turns as f64 + needed)
                };
                (0..state.players().len()).map(of).collect()
            }
            _ => self.chances(state, on_turn.as_ref(), before),
        }
    }

    fn chances(&self, state: &State, on_turn: Option<&(Advice, usize)>, before: &[f64]) -> Vec<f64> {
        let seats = state.players().len();
        if let Some(outcome) = state.outcome() {
            let won = |seat: usize| f64::from(u8::from(outcome.winners.contains(&Seat(seat))));
            return (0..seats).map(won).collect();
        }
        let (Some((advice, turn)), Mind::Win(duel)) = (on_turn, &self.mind) else { return before.to_vec() };
        let here: Vec<usize> =
            (0..seats).filter(|&seat| seat == *turn || !state.players()[seat].left).collect();
        let mut chances = before.to_vec();
        if let [one, other] = here[..] {
            chances[*turn] = advice.value;
            chances[if one == *turn { other } else { one }] = 1.0 - advice.value;
            return chances;
        }
        if state.turn().is_some_and(|turn| turn.throw == 0) {
            let standings: Vec<_> = here.iter().map(|&seat| state.players()[seat].standing).collect();
            let own = here.iter().position(|seat| seat == turn).unwrap_or(0);
            for (&seat, chance) in here.iter().zip(duel.chances(&standings, own).unwrap_or_default()) {
                chances[seat] = chance;
            }
        }
        chances[*turn] = advice.value;
        chances
    }

    /// The deviation of luck in a whole game.
    fn whole_deviation(
        &self,
        state: &State,
        start: &[f64],
        progress: &dyn Progress,
    ) -> Result<Vec<f64>, Cancelled> {
        let of = |seat: usize| {
            Ok(match &self.mind {
                Mind::Total { .. } | Mind::Points(_) | Mind::Estimate(_) => {
                    let rules = self.rules.sheet();
                    rules.map_or(0.0, |rules| self.deviation_from(rules, &state.players()[seat].sheet))
                }
                Mind::Win(_) => (start[seat] * (1.0 - start[seat])).sqrt(),
                Mind::Turns(alone) => alone.distribution(progress)?.deviation(),
            })
        };
        (0..start.len()).map(of).collect()
    }
}

/// When an event happened.
fn moment(nth: usize, event: &Event, before: &State) -> Moment {
    let seat = by(event);
    let turn = before.players().get(seat.0).map_or(0, |player| player.turns) + 1;
    Moment { event: nth, seat, turn }
}

/// Who did it.
fn by(event: &Event) -> Seat {
    match *event {
        Event::Thrown { seat, .. }
        | Event::Scored { seat, .. }
        | Event::CrossedOut { seat, .. }
        | Event::Announced { seat, .. }
        | Event::SetAside { seat, .. }
        | Event::Banked { seat, .. }
        | Event::Busted { seat }
        | Event::WonAtOnce { seat, .. }
        | Event::Undone { seat }
        | Event::Left { seat }
        | Event::Returned { seat } => seat,
        Event::EntryCorrected { by, .. }
        | Event::JokerCorrected { by, .. }
        | Event::StandingCorrected { by, .. } => by,
    }
}
