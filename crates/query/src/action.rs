//! `WrittenAction`: an action as JSON, the same in questions, in answers and at tables.

use std::ops::Not;

use kosti_dice::Dice;
use kosti_engine::{Action, Correction, Seat, Then};
use kosti_rules::{Entry, Rules, Standing};
use serde::{Deserialize, Serialize};

#[cfg(feature = "openapi")]
use crate::schema::{self, Face, PointsNumber, SeatNumber};

/// An action as programs write it. Exactly one of these: `keep`, `score`, `cross`, `announce`, `take` with `then`, `undo`,
/// `leave`, `return`, `correct`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WrittenAction {
    /// Throw and keep these dice; empty for the first throw of a turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Vec<Face>>, max_items = 64))]
    pub keep: Option<Vec<u8>>,
    /// The real dice that fell, with `keep`, or with `take` and `then` = `throw`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Vec<Face>>, max_items = 64))]
    pub fell: Option<Vec<u8>>,
    /// Write into this box.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
    /// Cross this box out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cross: Option<String>,
    /// Announce this box, after the first throw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub announce: Option<String>,
    /// Set these dice aside.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Vec<Face>>, max_items = 64))]
    pub take: Option<Vec<u8>>,
    /// What to do after setting dice aside.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<schema::Then>))]
    pub then: Option<Then>,
    /// Undo the last decision.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub undo: bool,
    /// Leave the game: the seat is skipped from now on.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub leave: bool,
    /// Return to the game.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub r#return: bool,
    /// Correct an entry, with real dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub correct: Option<WrittenCorrection>,
}

/// A correction, with real dice: of an entry (`box`, `nth` if it is filled several times, `to` if it belongs
/// elsewhere, `entry`), of the joker points (`joker`), or of a score in a race (`score`, `turns_left`).
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WrittenCorrection {
    /// The corrected seat.
    #[cfg_attr(feature = "openapi", schema(value_type = SeatNumber))]
    pub seat: usize,
    /// The corrected box.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#box: Option<String>,
    /// The number of the entry, from 0, in a box that is filled several times.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(maximum = 64))]
    pub nth: usize,
    /// The box where the entry belongs, if it is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// The correct entry: points, or `"x"` for crossed out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<schema::WrittenEntry>))]
    pub entry: Option<Entry>,
    /// The correct joker points.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<PointsNumber>))]
    pub joker: Option<i32>,
    /// The correct score, in a race.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<PointsNumber>))]
    pub score: Option<i32>,
    /// The turns left in the barrel, or until lost turns cost points, in a race.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(maximum = 255))]
    pub turns_left: u8,
}

/// An action and its value.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ValuedAction {
    /// The action.
    #[serde(flatten)]
    pub action: WrittenAction,
    /// Its value.
    pub value: f64,
    /// The expected points still to come, beside the probability to win with a score sheet.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub total: Option<f64>,
}

impl ValuedAction {
    /// Pairs an action with its value.
    #[must_use]
    pub fn new(rules: &Rules, action: &Action, value: f64) -> Self {
        Self { action: WrittenAction::new(rules, action), value, total: None }
    }
}

/// An error of reading an action.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ActionError {
    /// There is no action, or more than one.
    #[error("not exactly one action")]
    NotOne,
    /// The game has no such box.
    #[error("no box {id}")]
    UnknownBox {
        /// The box.
        id: String,
    },
    /// The dice are invalid.
    #[error("{message}")]
    BadDice {
        /// The error.
        message: String,
    },
}

impl WrittenAction {
    /// Converts an action of a game.
    #[must_use]
    pub fn new(rules: &Rules, action: &Action) -> Self {
        let id = |slot: usize| rules.sheet().map(|sheet| sheet.slots[slot].id.clone());
        let faces = |dice: Dice| Some(dice.faces().collect());
        let none = Self::default();
        match *action {
            Action::Throw { keep } => Self { keep: faces(keep), ..none },
            Action::Score { slot } => Self { score: id(slot), ..none },
            Action::Cross { slot } => Self { cross: id(slot), ..none },
            Action::Announce { slot } => Self { announce: id(slot), ..none },
            Action::SetAside { take, then } => Self { take: faces(take), then: Some(then), ..none },
            Action::Undo => Self { undo: true, ..none },
            Action::Leave => Self { leave: true, ..none },
            Action::Return => Self { r#return: true, ..none },
            Action::Correct(correction) => {
                Self { correct: Some(WrittenCorrection::new(id, correction)), ..none }
            }
        }
    }

    /// Converts back to an action of the engine.
    ///
    /// # Errors
    /// If it is not exactly one action, or the game has no such box or dice.
    pub fn action(&self, rules: &Rules) -> Result<Action, ActionError> {
        let slot = |id: &String| slot(rules, id);
        let mut actions: Vec<Action> = Vec::new();
        if let Some(keep) = &self.keep {
            actions.push(Action::Throw { keep: dice(keep)? });
        }
        if let Some(id) = &self.score {
            actions.push(Action::Score { slot: slot(id)? });
        }
        if let Some(id) = &self.cross {
            actions.push(Action::Cross { slot: slot(id)? });
        }
        if let Some(id) = &self.announce {
            actions.push(Action::Announce { slot: slot(id)? });
        }
        if let Some(take) = &self.take {
            let then = self.then.ok_or(ActionError::NotOne)?;
            actions.push(Action::SetAside { take: dice(take)?, then });
        }
        if let Some(correct) = &self.correct {
            actions.push(Action::Correct(correct.correction(rules)?));
        }
        actions.extend(self.undo.then_some(Action::Undo));
        actions.extend(self.leave.then_some(Action::Leave));
        actions.extend(self.r#return.then_some(Action::Return));
        match actions[..] {
            [action] => Ok(action),
            _ => Err(ActionError::NotOne),
        }
    }

    /// The real dice that fell.
    ///
    /// # Errors
    /// If the dice are invalid.
    pub fn thrown_dice(&self) -> Result<Option<Dice>, ActionError> {
        self.fell.as_deref().map(dice).transpose()
    }
}

impl WrittenCorrection {
    fn new(id: impl Fn(usize) -> Option<String>, correction: Correction) -> Self {
        let none = Self::default();
        match correction {
            Correction::Entry { seat, slot, nth, to, entry } => {
                let to = (to != slot).then(|| id(to)).flatten();
                Self { seat: seat.0, r#box: id(slot), nth, to, entry: Some(entry), ..none }
            }
            Correction::Joker { seat, points } => Self { seat: seat.0, joker: Some(points), ..none },
            Correction::Standing { seat, standing: Standing { score, turns_left } } => {
                Self { seat: seat.0, score: Some(score), turns_left, ..none }
            }
        }
    }

    fn correction(&self, rules: &Rules) -> Result<Correction, ActionError> {
        let seat = Seat(self.seat);
        match (&self.r#box, self.entry, self.joker, self.score) {
            (Some(id), Some(entry), None, None) => {
                let (slot, to) = (slot(rules, id)?, slot(rules, self.to.as_ref().unwrap_or(id))?);
                Ok(Correction::Entry { seat, slot, nth: self.nth, to, entry })
            }
            (None, None, Some(points), None) => Ok(Correction::Joker { seat, points }),
            (None, None, None, Some(score)) => {
                Ok(Correction::Standing { seat, standing: Standing { score, turns_left: self.turns_left } })
            }
            _ => Err(ActionError::NotOne),
        }
    }
}

fn slot(rules: &Rules, id: &str) -> Result<usize, ActionError> {
    let found = rules.sheet().and_then(|sheet| sheet.slot(id));
    found.ok_or_else(|| ActionError::UnknownBox { id: id.to_owned() })
}

fn dice(faces: &[u8]) -> Result<Dice, ActionError> {
    Dice::from_faces(faces).map_err(|error| ActionError::BadDice { message: error.to_string() })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail")]

    use kosti_rules::{House, RulesFile};

    use super::*;

    const RULES: &str = "name = 'Small'
        dice = 2
        throws = 2
        [each-box]
        unfit = 'zero'
        [box.pair]
        needs = { alike = 2 }
        score = 'combination'
        [box.any]
        score = 'all-dice'";

    fn check(action: Action, json: &str) {
        let rules = RulesFile::read("small", RULES).rules(&House::default()).unwrap();
        let written = WrittenAction::new(&rules, &action);
        assert_eq!(serde_json::to_string(&written).unwrap(), json);
        let read: WrittenAction = serde_json::from_str(json).unwrap();
        assert_eq!(read.action(&rules), Ok(action), "{json}");
    }

    #[test]
    fn every_action_is_read_as_it_was_written() {
        let (dice, seat) = ("2-2".parse::<Dice>().unwrap(), Seat(1));
        check(Action::Throw { keep: dice }, r#"{"keep":[2,2]}"#);
        check(Action::Score { slot: 1 }, r#"{"score":"any"}"#);
        check(Action::Cross { slot: 0 }, r#"{"cross":"pair"}"#);
        check(Action::Announce { slot: 0 }, r#"{"announce":"pair"}"#);
        check(Action::SetAside { take: dice, then: Then::Bank }, r#"{"take":[2,2],"then":"bank"}"#);
        check(Action::Undo, r#"{"undo":true}"#);
        check(Action::Leave, r#"{"leave":true}"#);
        check(Action::Return, r#"{"return":true}"#);
        let entry = |to| Correction::Entry { seat, slot: 0, nth: 0, to, entry: Entry::Crossed };
        let same = r#"{"correct":{"seat":1,"box":"pair","nth":0,"entry":"x","turns_left":0}}"#;
        check(Action::Correct(entry(0)), same);
        let other = r#"{"correct":{"seat":1,"box":"pair","nth":0,"to":"any","entry":"x","turns_left":0}}"#;
        check(Action::Correct(entry(1)), other);
        let joker = r#"{"correct":{"seat":1,"nth":0,"joker":5,"turns_left":0}}"#;
        check(Action::Correct(Correction::Joker { seat, points: 5 }), joker);
        let standing = Standing { score: 310, turns_left: 2 };
        let score = r#"{"correct":{"seat":1,"nth":0,"score":310,"turns_left":2}}"#;
        check(Action::Correct(Correction::Standing { seat, standing }), score);
    }

    #[test]
    fn none_and_several_are_refused() {
        let rules = RulesFile::read("small", RULES).rules(&House::default()).unwrap();
        let read = |json: &str| serde_json::from_str::<WrittenAction>(json).unwrap().action(&rules);
        let several = r#"{"score":"any","cross":"any"}"#;
        for json in ["{}", several, r#"{"take":[1]}"#, r#"{"correct":{"seat":0}}"#] {
            assert_eq!(read(json), Err(ActionError::NotOne), "{json}");
        }
        assert_eq!(read(r#"{"score":"nope"}"#), Err(ActionError::UnknownBox { id: "nope".to_owned() }));
        assert!(matches!(read(r#"{"keep":[99]}"#), Err(ActionError::BadDice { .. })));
    }
}
