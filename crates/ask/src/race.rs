//! `advise` and `solve` of races.

use kosti_coach::raced;
use kosti_dice::Dice;
use kosti_engine::Action;
use kosti_rules::{RaceRules, Rules, Standing};
use kosti_solver::{Cancelled, Progress, RaceChoice, Weighed};
use kosti_words::Words;
use serde_json::{Map, Value, json};

use crate::action::action_to_json;
use crate::advise::because;
use crate::desk::object;
use crate::error::AskError;
use crate::play::check_seats;
use crate::request::Request;
use crate::solve::{More, shown};
use crate::solved::{RaceObjective, RacePlay, Solved};

/// A moment of a race.
pub(crate) struct Moment {
    pub(crate) seats: Vec<Standing>,
    /// The seat that plays.
    turn: usize,
    /// The points of the turn so far.
    points: i32,
    aside: usize,
    /// The dice as thrown; nothing before a throw.
    dice: Option<Dice>,
}

impl Moment {
    /// What the request says, checked before anything is solved for it.
    pub(crate) fn read(rules: &Rules, race: &RaceRules, request: &mut Request) -> Result<Self, AskError> {
        let seats = request.seats()?;
        check_seats(race, &seats)?;
        if let Some(seat) = seats.iter().position(|seat| !race.adds_up(seat.score)) {
            let Standing { score, turns_left } = seats[seat];
            return Err(AskError::BadStanding { seat, score, turns_left });
        }
        let turn: usize = request.take("turn")?.unwrap_or(0);
        if turn >= seats.len() {
            return Err(AskError::NoSeat { turn, seats: seats.len() });
        }
        let (points, unit): (i32, i32) = (request.take("turn_points")?.unwrap_or(0), race.unit());
        if points < 0 || points % unit != 0 {
            return Err(AskError::BadPoints { points, unit });
        }
        let aside = request.aside(race)?;
        let dice = if request.has("dice") {
            Some(request.dice(rules, race.dice() - aside)?)
        } else {
            request.no_dice()?;
            None
        };
        Ok(Self { seats, turn, points, aside, dice })
    }
}

pub(crate) fn advise(
    rules: &Rules,
    race: &RaceRules,
    moment: &Moment,
    objective: RaceObjective,
    solved: &Solved<RacePlay>,
    words: &Words,
) -> Result<Map<String, Value>, AskError> {
    let own = moment.seats[moment.turn];
    let turn = match &solved.play {
        RacePlay::Win(duel) => duel.turn(&moment.seats, moment.turn),
        RacePlay::Turns(alone) => alone.turn(own),
        RacePlay::Within(within) => within.turn(own),
    };
    let Standing { score, turns_left } = own;
    let turn = turn.ok_or(AskError::BadStanding { seat: moment.turn, score, turns_left })?;
    let exact = objective != RaceObjective::Win || moment.seats.len() == 2;
    let choices: Vec<(Action, f64)> =
        choices(&turn, moment).iter().map(|choice| (raced(choice), choice.value)).collect();
    let (value, bust) = worth_of(race, &turn, moment, &choices);
    let actions: Vec<Value> =
        choices.iter().map(|(action, value)| action_to_json(rules, action, *value)).collect();
    let mut answer = object([("value", json!(value)), ("exact", json!(exact)), ("actions", json!(actions))]);
    if bust {
        answer.insert("bust".to_owned(), json!(true));
    }
    let worth = match objective {
        RaceObjective::Win => "win",
        RaceObjective::Turns => "turns",
        RaceObjective::Within(_) => "chance",
    };
    because(rules, worth, choices, &mut answer, words);
    Ok(answer)
}

fn choices(turn: &Weighed<'_>, moment: &Moment) -> Vec<RaceChoice> {
    match moment.dice {
        Some(dice) => turn.advise(moment.points, dice),
        // Before the first throw there is nothing to choose.
        None if moment.points == 0 && moment.aside == 0 => Vec::new(),
        None => turn.before_throw(moment.points, moment.aside),
    }
}

/// What the moment is worth, and whether the dice are a bust.
fn worth_of(race: &RaceRules, turn: &Weighed<'_>, moment: &Moment, choices: &[(Action, f64)]) -> (f64, bool) {
    let bust = moment.dice.is_some_and(|dice| race.is_bust(dice, moment.aside));
    let value = match choices.first() {
        Some(&(_, best)) => best,
        None if bust => turn.bust(),
        None => turn.value(),
    };
    (value, bust)
}

pub(crate) fn solve(
    solved: &Solved<RacePlay>,
    more: More,
    progress: &dyn Progress,
) -> Result<Map<String, Value>, Cancelled> {
    let rest = |states: usize| {
        object([("states", json!(states)), ("seconds", json!(solved.seconds)), ("exact", json!(true))])
    };
    Ok(match &solved.play {
        RacePlay::Win(duel) => {
            let mut answer = object([("value", json!(duel.value()))]);
            answer.extend(rest(duel.states()));
            answer
        }
        RacePlay::Turns(alone) => {
            let distribution = alone.distribution(progress)?;
            let mut answer =
                object([("value", json!(alone.value())), ("deviation", json!(distribution.deviation()))]);
            answer.extend(rest(alone.states()));
            if more.distribution {
                let mut told = shown(&distribution);
                told.insert("exact".to_owned(), json!(true));
                answer.insert("distribution".to_owned(), json!(told));
            }
            answer
        }
        RacePlay::Within(within) => {
            let value = within.turn(Standing::default()).map(|turn| turn.value());
            let mut answer = object([("value", json!(value))]);
            answer.extend(rest(within.states()));
            answer
        }
    })
}
