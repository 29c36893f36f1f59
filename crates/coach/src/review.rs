//! `Review`: the effects of luck and of decisions on a game.
//!
//! A position has a value for every player (`Coach::position_values`). The change by a throw is luck; the loss
//! by a decision against the best one is a mistake; changes in the turns of other players are theirs. Nothing
//! else changes the value, so for every player: end = start + luck − mistakes + others + corrections + unplayed
//! turns.

use kosti_engine::{Action, Event, Phase, Player, Record, Seat, State, Then};
use kosti_rules::{Family, SheetRules};
use kosti_solver::{Cancelled, Progress, check_cancelled};

use crate::advice::{Advice, VALUE_TOLERANCE, ValueUnit};
use crate::coach::{Coach, CoachStrategy};
use crate::tally::{EventPosition, Point, Tally};

/// The effects of luck and of decisions.
#[derive(Debug, Clone)]
pub struct Review {
    /// The unit of values.
    pub worth: ValueUnit,
    /// Whether values are exact.
    pub exact: bool,
    /// By seat.
    pub seats: Vec<SeatReview>,
    /// By seat: the same in points, where the unit is the chance to win with a score sheet.
    pub points: Option<Vec<SeatReview>>,
    /// Every decision between several actions, in the order of the game, without the undone ones.
    pub decisions: Vec<Decided>,
    /// The values at the start, and after every event that changed them.
    pub course: Vec<Point>,
}

/// The effects of luck and of decisions for one player. Larger is better for all numbers but `mistakes`, also
/// if turns are counted.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SeatReview {
    /// The value at the start.
    pub start: f64,
    /// The sum of the changes by the player's throws.
    pub luck: f64,
    /// The sum of the losses by the player's decisions.
    pub mistakes: f64,
    /// The sum of the changes in other players' turns.
    pub others: f64,
    /// The sum of the changes by corrections.
    pub corrected: f64,
    /// The value of the turns not played, as a loss: the player left, or the game was won at once.
    pub unplayed: f64,
    /// The value now, or the final result.
    pub end: f64,
    /// The standard deviation of luck in a whole game under best play.
    pub deviation: f64,
    /// The number of decisions.
    pub decisions: usize,
    /// The number of best decisions.
    pub best: usize,
}

impl SeatReview {
    /// The share of best decisions; `None` before the first decision.
    #[must_use]
    pub fn accuracy(&self) -> Option<f64> {
        (self.decisions > 0).then(|| self.best as f64 / self.decisions as f64)
    }
}

/// A decision.
#[derive(Debug, Clone)]
pub struct Decided {
    /// The seat that decided.
    pub seat: Seat,
    /// The turn of the player, counted from 1.
    pub turn: usize,
    /// The position, so that people can try again.
    pub state: State,
    /// The action chosen.
    pub chosen: Action,
    /// Its value.
    pub value: f64,
    /// The best action.
    pub best: Action,
    /// Its value.
    pub best_value: f64,
    /// The difference of the values.
    pub loss: f64,
}

impl Decided {
    /// Whether no action was better.
    #[must_use]
    pub fn is_best(&self) -> bool {
        self.loss < VALUE_TOLERANCE
    }
}

impl Coach {
    /// Reviews a game, finished or running.
    ///
    /// # Errors
    /// If `progress` cancels.
    pub fn review(&self, record: &Record, progress: &dyn Progress) -> Result<Review, Cancelled> {
        self.prepare(progress)?;
        let seats = record.tags.players.len();
        let worth = self.worth(seats);
        let Tally { seats: own, decisions, course, exact, .. } = self.tally(record, worth, progress)?;
        let exact = exact && self.reviews_exactly(seats);
        let also = worth == ValueUnit::Win && self.rules.sheet().is_some();
        let points = also.then(|| self.tally(record, ValueUnit::Points, progress)).transpose()?;
        Ok(Review { worth, exact, seats: own, points: points.map(|tally| tally.seats), decisions, course })
    }

    /// Counts what every event of a game changed, in a unit.
    fn tally(&self, record: &Record, unit: ValueUnit, progress: &dyn Progress) -> Result<Tally, Cancelled> {
        let mut empty = record.clone();
        empty.events.clear();
        let mut state = empty.replay();
        let seats = state.players().len();
        let (start, exact) = self.position_values(&state, &vec![0.0; seats], unit);
        let deviation = self.whole_deviation(&state, &start, unit, progress)?;
        let mut tally = Tally::new(start, &deviation);
        tally.exact &= exact;
        // Setting dice aside and the event after it are one decision: keep the state before.
        let mut waiting: Option<State> = None;
        let moves = |event: &Event| matches!(event, Event::Left { .. } | Event::Returned { .. });
        let all_stay = !record.events.iter().any(moves);
        for ((nth, event), undone) in record.events.iter().enumerate().zip(record.undone_events()) {
            check_cancelled(progress)?;
            let before = state.clone();
            state.apply(event);
            // Undone events are not counted, so the undo changes nothing, unless a player has left meanwhile.
            if undone || (all_stay && matches!(event, Event::Undone { .. })) {
                continue;
            }
            if let Event::SetAside { .. } = event {
                waiting = Some(before);
                continue;
            }
            let began = waiting.take();
            let at = began.as_ref().unwrap_or(&before);
            let decided = self.review_decision((at, began.is_some()), &before, event, unit);
            let (now, exact) = self.position_values(&state, &tally.values, unit);
            tally.exact &= exact;
            tally.count(event, event_position(nth, event, &before), decided, now);
        }
        tally.close();
        Ok(tally)
    }

    fn reviews_exactly(&self, seats: usize) -> bool {
        match self.strategy() {
            CoachStrategy::Points(_) | CoachStrategy::Estimate(_) => false,
            CoachStrategy::Win(_) => seats <= 2,
            CoachStrategy::Total(_) => self.rules.sheet().is_some_and(|sheet| sheet.awards.is_empty()),
            CoachStrategy::Turns(_) => seats <= 1,
        }
    }

    /// The decision of an event, if the event is one. `at` is the state of the decision, and whether dice were set aside
    /// since; `before` is the state right before the event.
    fn review_decision(
        &self,
        (at, set_aside): (&State, bool),
        before: &State,
        event: &Event,
        unit: ValueUnit,
    ) -> Option<Decided> {
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
                let take = self.dice_set_aside(at, set_aside, before)?;
                Action::SetAside { take, then }
            }
            _ => return None,
        };
        // The last round of a race is always played for the win, also if the rest is reviewed for the fewest turns.
        let advice: Advice = self.values_in(at, unit).filter(|advice| advice.worth == unit)?;
        let (best, own) = (advice.choices.first()?, advice.of(&chosen)?);
        // With a single action there is no decision.
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
    fn dice_set_aside(&self, at: &State, set_aside: bool, before: &State) -> Option<kosti_dice::Dice> {
        if !set_aside {
            return Some(kosti_dice::Dice::NONE);
        }
        let (from, to) = (at.turn()?, before.turn()?);
        let (points, all) = (to.points - from.points, usize::from(self.rules.dice));
        // If all dice are aside, the state says 0.
        let aside = if to.aside == 0 { all } else { to.aside } - from.aside;
        let selections = self.rules.race()?.selections(from.dice).iter();
        selections.filter(|s| s.points == points && s.take.len() == aside).map(|s| s.take).next()
    }

    /// The value of a position for each player: points so far and to come, or the probability to win, or minus
    /// the turns used and needed; and whether it is as exact as the coach can be. If the estimate needs the beginning of a
    /// turn, the value before stays.
    fn position_values(&self, state: &State, before: &[f64], unit: ValueUnit) -> (Vec<f64>, bool) {
        let on_turn = self.values_in(state, unit).zip(state.turn().map(|turn| turn.seat.0));
        let values = match (&self.rules.family, self.strategy()) {
            (Family::Sheet(rules), _) if unit == ValueUnit::Win => {
                let exact = on_turn.as_ref().is_none_or(|(advice, _)| advice.exact);
                return (self.sheet_chances(rules, state, on_turn.as_ref(), before), exact);
            }
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
            (Family::Race(rules), CoachStrategy::Turns(alone)) => {
                let of = |seat: usize| {
                    let Player { turns, standing, .. } = state.players()[seat];
                    let needed = match &on_turn {
                        _ if state.score_to_beat().is_some() => {
                            f64::from(u8::from(!state.finished_seats().contains(&Seat(seat))))
                        }
                        Some((advice, turn)) if *turn == seat => advice.value,
                        _ if rules.is_won(standing.score) => 0.0,
                        _ => match alone.turn(standing) {
                            Some(turn) => turn.value(),
                            // Corrected to a score that no turns reach: the value before stays.
                            None => return before.get(seat).copied().unwrap_or(0.0),
                        },
                    };
                    -(turns as f64 + needed)
                };
                (0..state.players().len()).map(of).collect()
            }
            _ => self.win_probabilities(state, on_turn.as_ref(), before),
        };
        (values, true)
    }

    /// The probability of every seat to win with its score sheet.
    fn sheet_chances(
        &self,
        rules: &SheetRules,
        state: &State,
        on_turn: Option<&(Advice, usize)>,
        before: &[f64],
    ) -> Vec<f64> {
        let seats = state.players().len();
        if let Some(outcome) = state.outcome() {
            let share = 1.0 / outcome.winners.len().max(1) as f64;
            return (0..seats)
                .map(|seat| if outcome.winners.contains(&Seat(seat)) { share } else { 0.0 })
                .collect();
        }
        let Some((advice, turn)) = on_turn else {
            // A lot decides who begins: all are equal.
            let here = state.players().iter().filter(|player| !player.left).count().max(1) as f64;
            return state.players().iter().map(|player| if player.left { 0.0 } else { 1.0 / here }).collect();
        };
        let mut here = Self::seats_in_play(state, Seat(*turn));
        let own = here.iter().position(|seat| seat == turn).unwrap_or(0);
        here.rotate_left(own);
        let mut chances = vec![0.0; seats];
        if here.len() == 1 {
            chances[*turn] = 1.0;
            return chances;
        }
        let sheets = self.sheets_in_play(rules, state, Seat(*turn));
        let (Some(sheets), Some(player), ValueUnit::Win) = (sheets, self.win_player(), advice.worth) else {
            return before.to_vec();
        };
        for (&seat, chance) in here.iter().zip(player.chances(&sheets, advice.value)) {
            chances[seat] = chance;
        }
        chances
    }

    fn win_probabilities(
        &self,
        state: &State,
        on_turn: Option<&(Advice, usize)>,
        before: &[f64],
    ) -> Vec<f64> {
        let seats = state.players().len();
        if let Some(outcome) = state.outcome() {
            let won = |seat: usize| f64::from(u8::from(outcome.winners.contains(&Seat(seat))));
            return (0..seats).map(won).collect();
        }
        let (Some((advice, turn)), CoachStrategy::Win(duel)) = (on_turn, self.strategy()) else {
            return before.to_vec();
        };
        let here = Self::seats_in_play(state, Seat(*turn));
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

    /// The standard deviation of luck in a whole game, by seat.
    fn whole_deviation(
        &self,
        state: &State,
        start: &[f64],
        unit: ValueUnit,
        progress: &dyn Progress,
    ) -> Result<Vec<f64>, Cancelled> {
        let of = |seat: usize| {
            Ok(match self.strategy() {
                CoachStrategy::Total(_) if unit == ValueUnit::Win => {
                    (start[seat] * (1.0 - start[seat])).sqrt()
                }
                CoachStrategy::Total(_) | CoachStrategy::Points(_) | CoachStrategy::Estimate(_) => {
                    let rules = self.rules.sheet();
                    rules.map_or(0.0, |rules| self.deviation_from(rules, &state.players()[seat].sheet))
                }
                CoachStrategy::Win(_) => (start[seat] * (1.0 - start[seat])).sqrt(),
                CoachStrategy::Turns(alone) => alone.distribution(progress)?.deviation(),
            })
        };
        (0..start.len()).map(of).collect()
    }
}

/// The position of an event in the game.
fn event_position(nth: usize, event: &Event, before: &State) -> EventPosition {
    let seat = seat_of(event);
    let turn = before.players().get(seat.0).map_or(0, |player| player.turns) + 1;
    EventPosition { event: nth, seat, turn }
}

/// The seat that caused the event.
fn seat_of(event: &Event) -> Seat {
    match *event {
        Event::Thrown { seat, .. }
        | Event::Scored { seat, .. }
        | Event::CrossedOut { seat, .. }
        | Event::Announced { seat, .. }
        | Event::SetAside { seat, .. }
        | Event::Banked { seat, .. }
        | Event::Busted { seat, .. }
        | Event::WonAtOnce { seat, .. }
        | Event::Undone { seat }
        | Event::Left { seat }
        | Event::Returned { seat } => seat,
        Event::EntryCorrected { by, .. }
        | Event::JokerCorrected { by, .. }
        | Event::StandingCorrected { by, .. } => by,
    }
}
