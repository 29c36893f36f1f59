//! Questions about games, in the shapes of `kosti ask`.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use kosti_rules::{House, RulesFile};
use kosti_words::Language;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::balance::{BalanceAnswer, BalanceBody};
use super::open::rules_of;
use super::problems;
use super::questions::{
    AdviceAnswer, AdviseBody, GamesAnswer, PlayAnswer, PlayBody, ScoreAnswer, ScoreBody, SimulateAnswer,
    SimulateBody, SolveAnswer, SolveBody, TotalAnswer, TotalBody,
};
use crate::caller::{Address, Sent, Speaks};
use crate::problem::Problem;
use crate::site::Site;

async fn answered(site: &Site, ask: &str, asked: Value, language: Language) -> Result<Response, Problem> {
    let answer = site.desks.answer(ask, asked, language).await?;
    Ok(axum::Json(answer).into_response())
}

/// The games there are.
#[utoipa::path(get, path = "/games", tag = "games",
    responses((status = 200, description = "The games", body = GamesAnswer), problems::Always))]
pub(super) async fn games(
    State(site): State<Arc<Site>>,
    Speaks(language): Speaks,
) -> Result<Response, Problem> {
    answered(&site, "games", Value::Object(serde_json::Map::new()), language).await
}

macro_rules! ask {
    ($name:ident, $path:literal, $summary:literal, $costly:literal, $body:ty, $answer:ty) => {
        #[doc = $summary]
        #[utoipa::path(post, path = $path, tag = "games", request_body = $body,
            responses((status = 200, description = "The answer", body = $answer), problems::Always, problems::Body))]
        pub(super) async fn $name(
            State(site): State<Arc<Site>>,
            Speaks(language): Speaks,
            Address(address): Address,
            Sent(asked): Sent<Value>,
        ) -> Result<Response, Problem> {
            if let (true, Some(limits)) = ($costly, &site.limits) {
                limits.costly(address)?;
            }
            answered(&site, stringify!($name), asked, language).await
        }
    };
}

ask!(score, "/score", "What dice are worth.", false, ScoreBody, ScoreAnswer);
ask!(total, "/total", "What a sheet adds up to.", false, TotalBody, TotalAnswer);
ask!(advise, "/advise", "What every action is worth.", true, AdviseBody, AdviceAnswer);
ask!(solve, "/solve", "What a game is worth under best play.", true, SolveBody, SolveAnswer);
ask!(simulate, "/simulate", "What many games come to.", true, SimulateBody, SimulateAnswer);
ask!(balance, "/balance", "What somebody who makes a game wants to know.", true, BalanceBody, BalanceAnswer);
ask!(play, "/play", "What finished turns of a race come to.", false, PlayBody, PlayAnswer);

/// A rules file.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct CheckBody {
    /// The file, as text; at most 64 KiB.
    #[schema(max_length = 65536)]
    rules: String,
}

/// What is wrong with a rules file.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CheckAnswer {
    /// Whether nothing is.
    sound: bool,
    /// Every fault with its place, for people.
    faults: String,
}

/// Checks a rules file of one's own.
#[utoipa::path(post, path = "/check", tag = "games", request_body = CheckBody,
    responses((status = 200, description = "Every fault at once", body = CheckAnswer), problems::Always, problems::Body))]
pub(super) async fn check(
    State(site): State<Arc<Site>>,
    Speaks(language): Speaks,
    Address(address): Address,
    Sent(body): Sent<CheckBody>,
) -> Result<Response, Problem> {
    if let Some(limits) = &site.limits {
        limits.costly(address)?;
    }
    let (id, text) = rules_of(None, Some(&body.rules))?;
    site.hall.coaches.judge().may_read(&id, &text, &House::default()).await?;
    let checking = tokio::task::spawn_blocking(move || {
        let file = RulesFile::read(&id, &text);
        let checked = file.check();
        (file, checked)
    });
    let (file, checked) = checking.await.map_err(|_| Problem::Broken)?;
    let answer = match checked {
        Ok(()) => CheckAnswer { sound: true, faults: String::new() },
        Err(faults) => {
            let words = site.words(language);
            CheckAnswer { sound: false, faults: words.faults(file.id(), file.text(), &faults, false) }
        }
    };
    Ok(axum::Json(answer).into_response())
}
