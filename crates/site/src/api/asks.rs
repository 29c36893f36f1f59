//! Questions about games, in the shapes of `kosti ask`.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use kosti_rules::House;
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
use crate::jobs::Lane;
use crate::problem::Problem;
use crate::sandbox::FileFaults;
use crate::site::Site;

async fn answered(
    site: &Site,
    ask: &str,
    asked: Value,
    language: Language,
    address: IpAddr,
) -> Result<Response, Problem> {
    let answer = site.desks.answer(ask, asked, language, address.into()).await?;
    Ok(axum::Json(answer).into_response())
}

/// The games there are.
#[utoipa::path(get, path = "/games", tag = "games",
    responses((status = 200, description = "The games", body = GamesAnswer), problems::Always))]
pub(super) async fn games(
    State(site): State<Arc<Site>>,
    Speaks(language): Speaks,
    Address(address): Address,
) -> Result<Response, Problem> {
    answered(&site, "games", Value::Object(serde_json::Map::new()), language, address).await
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
            answered(&site, stringify!($name), asked, language, address).await
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
    let coaches = &site.hall.coaches;
    let turn = coaches.jobs().turn(Lane::Checks, address.into()).await?;
    let house = House::default();
    let faults = turn.wait(coaches.sandbox().check(&id, &text, &house, language)).await?;
    let sound = faults.is_none();
    let answer = CheckAnswer { sound, faults: faults.map_or_else(String::new, FileFaults::drawn) };
    Ok(axum::Json(answer).into_response())
}
