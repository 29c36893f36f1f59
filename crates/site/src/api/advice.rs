//! The coach at a table.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use kosti_ask::action_to_json;
use kosti_coach::{Advice, Reason};
use kosti_rules::Rules;
use kosti_table::{CoachAllowed, Refused};
use kosti_words::Words;
use serde_json::{Value, json};

use super::problems;
use super::questions::AdviceAnswer;
use super::table::present;
use crate::caller::{Address, At, Caller, Speaks};
use crate::coaches::Purpose;
use crate::forms::TableName;
use crate::problem::Problem;
use crate::site::Site;

/// What everything that can be done now is worth, as `advise` tells it. Whom it is told follows from the table's
/// `coach`: nobody (`off`), whoever is on turn (`own`), everybody (`all`).
#[utoipa::path(get, path = "/tables/{table}/advice", tag = "tables",
    params(("table" = TableName, Path, description = "The table's id")),
    security((), ("token" = [])),
    responses((status = 200, description = "Every action with its value, best first", body = AdviceAnswer), problems::Always, problems::Token, problems::AtTable, problems::Game))]
pub(super) async fn advice(
    State(site): State<Arc<Site>>,
    At(table): At,
    Address(address): Address,
    Speaks(language): Speaks,
    caller: Caller,
) -> Result<Response, Problem> {
    let room = present(&site, table).await?;
    let (state, text) = {
        let inside = room.lock().await;
        let state = inside.table.state().ok_or(Refused::NotStarted)?;
        let on_turn = state.on_turn().map(|seat| seat.0);
        let held = || {
            let key = caller.key(table)?;
            inside.table.seats_of(&key).find(|seat| Some(*seat) == on_turn)
        };
        match inside.table.coach() {
            CoachAllowed::Off => return Err(Problem::CoachOff),
            CoachAllowed::Own if held().is_none() => return Err(Problem::NotOnTurn),
            CoachAllowed::Own | CoachAllowed::All => {}
        }
        (state.clone(), inside.table.booked().text.clone())
    };
    if let Some(limits) = &site.limits {
        limits.costly(address)?;
    }
    let (rules, seats) = (state.rules(), state.players().len());
    let coach = site.hall.coaches.coach(Purpose::Table, address.into(), &text, rules, seats).await?;
    let asked = state.clone();
    let advising = tokio::task::spawn_blocking(move || coach.advise(&asked));
    let advice = advising.await.map_err(|_| Problem::Broken)?.ok_or(Problem::NotOnTurn)?;
    Ok(axum::Json(told(state.rules(), &advice, site.words(language))).into_response())
}

fn told(rules: &Rules, advice: &Advice, words: &Words) -> Value {
    let actions: Vec<Value> =
        advice.choices.iter().map(|choice| action_to_json(rules, &choice.action, choice.value)).collect();
    let mut answer = json!({ "value": advice.value, "exact": advice.exact, "actions": actions });
    if let Some(Reason { best, instead: Some(instead) }) = advice.reason() {
        let reason = words.because(
            rules,
            advice.worth.name(),
            (&best.action, best.value),
            (&instead.action, instead.value),
        );
        answer["reason"] = reason.into();
    }
    if let Some(win) = advice.win {
        answer["win"] = json!({ "chance": win.chance, "exact": win.exact });
    }
    answer
}
