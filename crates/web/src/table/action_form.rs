//! `ActionForm`: what somebody wants to do, as the forms of a table say it.

use kosti_app::{Warning, read_contribution, warning};
use kosti_coach::Advice;
use kosti_dice::Dice;
use kosti_engine::{Action, State, Then};
use kosti_journal::{CommandId, Version};
use kosti_query::{WrittenAction, WrittenCorrection};
use kosti_rules::{Entry, Family};
use kosti_table::{CommandError, Contribution};

use crate::form::Form;
use crate::problem::Problem;

/// What somebody wants.
#[derive(Debug, Clone)]
pub(super) struct ActionForm {
    pub(super) version: Option<Version>,
    pub(super) command: Option<CommandId>,
    pub(super) seat: Option<usize>,
    pub(super) action: Action,
    /// The real dice that were entered.
    pub(super) entered_dice: Option<Dice>,
    /// The browser's contribution to this throw, if it has a chain.
    pub(super) contribution: Option<Contribution>,
    /// Whether the player has confirmed a costly action.
    pub(super) confirmed: bool,
}

/// Dice as fields have them.
pub(super) fn dice(form: &Form, name: &str) -> Result<Dice, Problem> {
    Dice::from_faces(&faces(form, name)?).map_err(|error| Problem::BadDice { message: error.to_string() })
}

fn faces(form: &Form, name: &str) -> Result<Vec<u8>, Problem> {
    let faces: Result<Vec<u8>, _> = form.of(name).map(str::parse).collect();
    faces.map_err(|_| Problem::BadDice { message: form.of(name).collect::<Vec<_>>().join(" ") })
}

impl ActionForm {
    pub(super) fn of(form: &Form, state: &State) -> Result<Self, Problem> {
        let (does, confirmed) = match form.get("sure") {
            Some(sure) => (sure.split_once(':').unwrap_or((sure, "")), true),
            None => (button(form).ok_or(Problem::OneAction)?, false),
        };
        let entered_dice = if form.has("fell") { Some(dice(form, "fell")?) } else { None };
        Ok(Self {
            version: form.get("version").and_then(|text| text.parse().ok()),
            command: form.get("command").and_then(|text| text.parse().ok()),
            seat: form
                .get("seat")
                .map(|seat| seat.parse().map_err(|_| CommandError::NoSuchSeat))
                .transpose()?,
            action: action(does, form, state)?,
            entered_dice,
            contribution: read_contribution(
                form.get("link").and_then(|link| link.parse().ok()),
                form.get("history").and_then(|history| history.parse().ok()),
            )?,
            confirmed,
        })
    }

    /// What has to be asked first, if anything.
    pub(super) fn pending(&self, advice: Option<&Advice>) -> Option<Warning> {
        if self.confirmed { None } else { warning(self.action, advice?) }
    }
}

/// The action alone, for whoever only wants to know about it.
pub(crate) fn wanted_action(form: &Form, state: &State) -> Result<Action, Problem> {
    action(button(form).ok_or(Problem::OneAction)?, form, state)
}

/// The button that was pressed.
fn button(form: &Form) -> Option<(&str, &str)> {
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
    form.all().find(|(name, value)| BUTTONS.contains(name) && !value.is_empty())
}

fn action((does, with): (&str, &str), form: &Form, state: &State) -> Result<Action, Problem> {
    let rules = state.rules();
    let none = WrittenAction::default();
    let id = || Some(with.to_owned());
    let written = match does {
        "score" => WrittenAction { score: id(), ..none },
        "cross" => WrittenAction { cross: id(), ..none },
        "announce" => WrittenAction { announce: id(), ..none },
        "throw" => match (&rules.family, state.turn()) {
            (Family::Sheet(_), Some(turn)) if turn.throw > 0 => {
                WrittenAction { keep: Some(faces(form, "keep")?), ..none }
            }
            // The dice that still lie there from the turn before are no hold.
            _ => WrittenAction { keep: Some(Vec::new()), ..none },
        },
        "then" => {
            let then = if with == "bank" { Then::Bank } else { Then::Throw };
            WrittenAction { take: Some(faces(form, "keep")?), then: Some(then), ..none }
        }
        "undo" => WrittenAction { undo: true, ..none },
        "leave" => WrittenAction { leave: true, ..none },
        "return" => WrittenAction { r#return: true, ..none },
        "correct" | "correct-score" | "correct-joker" => {
            WrittenAction { correct: Some(parse_correction(does, with, form)?), ..none }
        }
        _ => return Err(Problem::OneAction),
    };
    Ok(written.action(rules)?)
}

/// `correct=SEAT:BOX:NTH` with `entry` and `to`; `correct-score=SEAT` with `score` and `left`; `correct-joker=SEAT` with
/// `score`.
fn parse_correction(does: &str, with: &str, form: &Form) -> Result<WrittenCorrection, Problem> {
    let mut parts = with.split(':');
    let seat = parts.next().and_then(|seat| seat.parse().ok()).ok_or(Problem::OneAction)?;
    let none = WrittenCorrection { seat, ..WrittenCorrection::default() };
    let number = |name: &str| {
        let text = form.get(name).unwrap_or_default().trim();
        text.parse::<i32>().map_err(|_| Problem::BadPoints { typed: text.to_owned() })
    };
    if does == "correct-joker" {
        return Ok(WrittenCorrection { joker: Some(number("score")?), ..none });
    }
    if does == "correct-score" {
        let turns_left = form.get("left").and_then(|left| left.trim().parse().ok()).unwrap_or(0);
        return Ok(WrittenCorrection { score: Some(number("score")?), turns_left, ..none });
    }
    let id = parts.next().unwrap_or_default();
    let nth = parts.next().and_then(|nth| nth.parse().ok()).unwrap_or(0);
    let entry = match form.get("entry").map(str::trim) {
        Some("x" | "X" | "х" | "Х" | "✕") => Entry::Crossed,
        _ => Entry::Score(number("entry")?),
    };
    let to = form.get("to").map(str::to_owned);
    Ok(WrittenCorrection { r#box: Some(id.to_owned()), nth, to, entry: Some(entry), ..none })
}
