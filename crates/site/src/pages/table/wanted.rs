//! `Wanted`: what somebody wants to do, as the forms of a table say it.

use kosti_coach::{Advice, Worth};
use kosti_dice::Dice;
use kosti_engine::{Action, Correction, Seat, State, Then};
use kosti_journal::{CommandId, Version};
use kosti_rules::{Entry, Family, Reason, Rules, Standing};
use kosti_table::{Contribution, Refused};

use crate::api::brought;
use crate::pages::filled::Filled;
use crate::problem::Problem;

/// Losses that the coach warns of: points, chances to win, turns.
const WARN: (f64, f64, f64) = (3.0, 0.03, 0.3);

/// What somebody wants.
#[derive(Debug, Clone)]
pub(super) struct Wanted {
    pub(super) version: Option<Version>,
    pub(super) command: Option<CommandId>,
    pub(super) seat: Option<usize>,
    pub(super) action: Action,
    /// How the real dice fell.
    pub(super) fell: Option<Dice>,
    /// The browser's part in this throw, where it has a chain.
    pub(super) brings: Option<Contribution>,
    /// Whether they were asked already.
    pub(super) sure: bool,
}

/// What waits for a yes.
#[derive(Debug, Clone)]
pub(crate) enum Pending {
    /// A box would be given up.
    GiveUp { action: Action },
    /// It costs more than the coach lets pass.
    Costly { action: Action, loss: f64, worth: Worth, exact: bool, best: Action },
}

impl Pending {
    pub(super) fn action(&self) -> Action {
        match self {
            Self::GiveUp { action } | Self::Costly { action, .. } => *action,
        }
    }
}

/// Dice as fields have them.
pub(super) fn dice(filled: &Filled, name: &str) -> Result<Dice, Problem> {
    let bad = |message: String| Problem::BadDice { message };
    let faces: Result<Vec<u8>, _> = filled.of(name).map(str::parse).collect();
    let faces = faces.map_err(|_| bad(filled.of(name).collect::<Vec<_>>().join(" ")))?;
    Dice::from_faces(&faces).map_err(|error| bad(error.to_string()))
}

impl Wanted {
    pub(super) fn of(filled: &Filled, state: &State) -> Result<Self, Problem> {
        let (does, sure) = match filled.get("sure") {
            Some(sure) => (sure.split_once(':').unwrap_or((sure, "")), true),
            None => (button(filled).ok_or(Problem::OneAction)?, false),
        };
        let fell = if filled.has("fell") { Some(dice(filled, "fell")?) } else { None };
        Ok(Self {
            version: filled.get("version").and_then(|text| text.parse().ok()),
            command: filled.get("command").and_then(|text| text.parse().ok()),
            seat: filled.get("seat").map(|seat| seat.parse().map_err(|_| Refused::NoSuchSeat)).transpose()?,
            action: action(does, filled, state)?,
            fell,
            brings: brought(
                filled.get("link").and_then(|link| link.parse().ok()),
                filled.get("history").and_then(|history| history.parse().ok()),
            )?,
            sure,
        })
    }

    /// What has to be asked first, if anything.
    pub(super) fn pending(&self, state: &State, advice: Option<&Advice>) -> Option<Pending> {
        if self.sure {
            return None;
        }
        let action = self.action;
        let gives_up = match action {
            Action::Cross { .. } => true,
            Action::Score { slot } => state.reasons(slot).contains(&Reason::UnfitZero),
            _ => false,
        };
        // What cannot be done is refused, not asked about.
        if gives_up && state.on_turn().is_some_and(|seat| state.decide(seat, &action).is_ok()) {
            return Some(Pending::GiveUp { action });
        }
        let advice = advice?;
        let limit = match advice.worth {
            Worth::Points => WARN.0,
            Worth::Win => WARN.1,
            Worth::Turns => WARN.2,
        };
        let loss = advice.of(&action)?.loss;
        let best = advice.choices.first()?.action;
        let Advice { worth, exact, .. } = *advice;
        (loss > limit).then_some(Pending::Costly { action, loss, worth, exact, best })
    }
}

/// The action alone, for whoever only wants to know about it.
pub(crate) fn wanted_action(filled: &Filled, state: &State) -> Result<Action, Problem> {
    action(button(filled).ok_or(Problem::OneAction)?, filled, state)
}

/// The button that was pressed.
fn button(filled: &Filled) -> Option<(&str, &str)> {
    const BUTTONS: [&str; 11] = [
        "score",
        "cross",
        "announce",
        "throw",
        "then",
        "undo",
        "leave",
        "return",
        "correct",
        "correct-score",
        "correct-joker",
    ];
    filled.all().find(|(name, value)| BUTTONS.contains(name) && !value.is_empty())
}

fn action((does, with): (&str, &str), filled: &Filled, state: &State) -> Result<Action, Problem> {
    let rules = state.rules();
    Ok(match does {
        "score" => Action::Score { slot: slot(rules, with)? },
        "cross" => Action::Cross { slot: slot(rules, with)? },
        "announce" => Action::Announce { slot: slot(rules, with)? },
        "throw" => match (&rules.family, state.turn()) {
            // The dice that still lie there from the turn before are no hold.
            (Family::Sheet(_), Some(turn)) if turn.throw > 0 => Action::Throw { keep: dice(filled, "keep")? },
            _ => Action::first_throw(),
        },
        "then" => {
            let then = if with == "bank" { Then::Bank } else { Then::Throw };
            Action::SetAside { take: dice(filled, "keep")?, then }
        }
        "undo" => Action::Undo,
        "leave" => Action::Leave,
        "return" => Action::Return,
        "correct" | "correct-score" | "correct-joker" => {
            Action::Correct(correction(does, with, filled, rules)?)
        }
        _ => return Err(Problem::OneAction),
    })
}

fn slot(rules: &Rules, id: &str) -> Result<usize, Problem> {
    let found = rules.sheet().and_then(|sheet| sheet.slot(id));
    found.ok_or_else(|| Problem::UnknownBox { id: id.to_owned() })
}

/// `correct=SEAT:BOX:NTH` with `entry` and `to`; `correct-score=SEAT` with `score` and `left`; `correct-joker=SEAT` with
/// `score`.
fn correction(does: &str, with: &str, filled: &Filled, rules: &Rules) -> Result<Correction, Problem> {
    let mut parts = with.split(':');
    let seat = parts.next().and_then(|seat| seat.parse().ok()).map(Seat).ok_or(Problem::OneAction)?;
    let number = |name: &str| {
        let text = filled.get(name).unwrap_or_default().trim();
        text.parse::<i32>().map_err(|_| Problem::BadPoints { typed: text.to_owned() })
    };
    if does == "correct-joker" {
        return Ok(Correction::Joker { seat, points: number("score")? });
    }
    if does == "correct-score" {
        let turns_left = filled.get("left").and_then(|left| left.trim().parse().ok()).unwrap_or(0);
        return Ok(Correction::Standing { seat, standing: Standing { score: number("score")?, turns_left } });
    }
    let slot_id = parts.next().unwrap_or_default();
    let nth = parts.next().and_then(|nth| nth.parse().ok()).unwrap_or(0);
    let to = filled.get("to").unwrap_or(slot_id);
    let entry = match filled.get("entry").map(str::trim) {
        Some("x" | "X" | "х" | "Х" | "✕") => Entry::Crossed,
        _ => Entry::Score(number("entry")?),
    };
    Ok(Correction::Entry { seat, slot: slot(rules, slot_id)?, nth, to: slot(rules, to)?, entry })
}
