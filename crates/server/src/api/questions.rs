//! Questions about games, in the same form as `kosti ask`.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use kosti_query::balance::Balance;
use kosti_query::{
    AdviceAnswer, AdviseQuestion, BalanceQuestion, GamesAnswer, PlayAnswer, PlayQuestion, Reply, Request,
    ScoreAnswer, ScoreQuestion, SimulateAnswer, SimulateQuestion, SolveAnswer, SolveQuestion, TotalAnswer,
    TotalQuestion,
};
use kosti_rules::House;
use kosti_text::Language;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::problems;
use crate::site::Site;
use kosti_app::{AppError, FileFaults, JsonObject, rules_of};
use kosti_web::Problem;
use kosti_web::extract::{Address, Sent, Speaks};

async fn reply(
    site: &Site,
    ask: &str,
    mut fields: Map<String, Value>,
    language: Language,
    address: IpAddr,
) -> Result<Response, Problem> {
    // The path names the question.
    fields.remove("ask");
    let request = Request::from_fields(ask, fields).map_err(AppError::from)?;
    Ok(axum::Json(site.app.reply(request, language, address).await?).into_response())
}

/// The games.
#[utoipa::path(get, path = "/games", tag = "games",
    responses((status = 200, description = "The games", body = GamesAnswer), problems::Always))]
pub(super) async fn games(
    State(site): State<Arc<Site>>,
    Speaks(language): Speaks,
    Address(address): Address,
) -> Result<Response, Problem> {
    reply(&site, "games", Map::new(), language, address).await
}

macro_rules! ask {
    ($name:ident, $path:literal, $summary:literal, costly: $costly:literal, $body:ty, $answer:ty) => {
        #[doc = $summary]
        #[utoipa::path(post, path = $path, tag = "games", request_body = $body,
            responses((status = 200, description = "The answer", body = Reply<$answer>), problems::Always, problems::Body))]
        pub(super) async fn $name(
            State(site): State<Arc<Site>>,
            Speaks(language): Speaks,
            Address(address): Address,
            Sent(asked): Sent<Value>,
        ) -> Result<Response, Problem> {
            if $costly {
                site.app.charge_costly(address)?;
            }
            let Value::Object(fields) = asked else { return Err(AppError::NotAnObject.into()) };
            reply(&site, stringify!($name), fields, language, address).await
        }
    };
}

ask!(score, "/score", "What dice are worth.", costly: false, ScoreQuestion, ScoreAnswer);
ask!(total, "/total", "What a sheet adds up to.", costly: false, TotalQuestion, TotalAnswer);
ask!(advise, "/advise", "What every action is worth.", costly: true, AdviseQuestion, AdviceAnswer);
ask!(solve, "/solve", "What a game is worth under best play.", costly: true, SolveQuestion, SolveAnswer);
ask!(simulate, "/simulate", "What many games come to.", costly: true, SimulateQuestion, SimulateAnswer);
ask!(
    balance,
    "/balance",
    "The balance report of a game, for game designers.",
    costly: true,
    BalanceQuestion,
    Balance
);
ask!(play, "/play", "What finished turns of a race come to.", costly: false, PlayQuestion, PlayAnswer);

/// A rules file.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct CheckBody {
    /// The text of the file; at most 64 KiB.
    #[schema(max_length = 65536)]
    rules: String,
}

/// The faults of a rules file.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CheckAnswer {
    /// Whether the file has no faults.
    sound: bool,
    /// Every fault with its place, for people.
    faults: String,
}

/// Checks a rules file.
#[utoipa::path(post, path = "/check", tag = "games", request_body = CheckBody,
    responses((status = 200, description = "Every fault at once", body = CheckAnswer), problems::Always, problems::Body))]
pub(super) async fn check(
    State(site): State<Arc<Site>>,
    Speaks(language): Speaks,
    Address(address): Address,
    Sent(JsonObject(body)): Sent<JsonObject<CheckBody>>,
) -> Result<Response, Problem> {
    site.app.charge_costly(address)?;
    let (id, text) = rules_of(None, Some(&body.rules))?;
    let faults = site.app.check_rules(address, &id, &text, &House::default(), language).await?;
    let sound = faults.is_none();
    let answer = CheckAnswer { sound, faults: faults.map_or_else(String::new, FileFaults::into_text) };
    Ok(axum::Json(answer).into_response())
}
