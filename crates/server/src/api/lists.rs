//! A player's tables, finished games, statistics.

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use kosti_app::AppError;
use kosti_app::schema::{Milliseconds, TableName};
use kosti_app::views::Status;
use kosti_projections::Tally;
use kosti_web::Problem;
use kosti_web::extract::Caller;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::problems;
use crate::site::Site;

/// The most lines of one answer.
const MOST: usize = 100;

/// The caller's tables, newest change first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MineAnswer {
    tables: Vec<MineLine>,
}

/// A table of the caller.
#[derive(Debug, Serialize, ToSchema)]
struct MineLine {
    #[schema(value_type = TableName)]
    id: String,
    game: String,
    #[schema(value_type = Status)]
    status: &'static str,
    #[schema(value_type = Milliseconds)]
    opened_at: i64,
    #[schema(value_type = Milliseconds)]
    changed_at: i64,
    /// Whether the caller opened it.
    opener: bool,
    /// The table of the rematch.
    #[schema(value_type = Option<TableName>, required = true)]
    rematch: Option<String>,
    seats: Vec<MineSeat>,
    /// Why it cannot be read any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    unreadable: Option<String>,
}

/// The kind of player on a seat.
#[derive(ToSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(dead_code, reason = "it describes the API")]
enum PlayerForm {
    Nobody,
    Person,
    Bot,
    /// A bot that plays for a person.
    StandIn,
}

/// A seat.
#[derive(Debug, Serialize, ToSchema)]
struct MineSeat {
    name: String,
    #[schema(value_type = PlayerForm)]
    who: &'static str,
    /// Whether the caller holds it.
    mine: bool,
}

/// The caller's tables: those of the token, or of all tokens in the cookies.
#[utoipa::path(get, path = "/mine", operation_id = "mine", tag = "lists", security(("token" = [])),
    responses((status = 200, description = "The tables", body = MineAnswer), problems::Always, problems::Token))]
pub(super) async fn list_own_tables(
    State(site): State<Arc<Site>>,
    caller: Caller,
) -> Result<Response, Problem> {
    let keys = caller.keys();
    if keys.is_empty() {
        return Err(AppError::NoToken.into());
    }
    let lines = site.app.projections().tables_of(&keys, MOST).await?;
    let tables = lines.into_iter().map(|line| MineLine {
        id: line.id.to_string(),
        game: line.game,
        status: line.status.name(),
        opened_at: line.opened_at,
        changed_at: line.changed_at,
        opener: line.opened_by_me,
        rematch: line.rematch,
        seats: line
            .seats
            .into_iter()
            .map(|seat| MineSeat { name: seat.name, who: seat.player.name(), mine: seat.mine })
            .collect(),
        unreadable: line.unreadable,
    });
    Ok(axum::Json(MineAnswer { tables: tables.collect() }).into_response())
}

/// The selection of finished games.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct FinishedQuery {
    /// Only this game.
    game: Option<String>,
    /// Only games that ended before this time, in milliseconds since 1970.
    #[param(value_type = Milliseconds, required = false)]
    before: Option<i64>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FinishedAnswer {
    games: Vec<FinishedGame>,
}

/// A finished game, without its players and its table.
#[derive(Debug, Serialize, ToSchema)]
struct FinishedGame {
    game: String,
    #[schema(value_type = Milliseconds)]
    ended_at: i64,
    seats: Vec<FinishedSeat>,
}

#[derive(Debug, Serialize, ToSchema)]
struct FinishedSeat {
    #[schema(value_type = PlayerForm)]
    who: &'static str,
    total: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    points: Option<i32>,
    won: bool,
}

/// Finished games, newest first.
#[utoipa::path(get, path = "/finished", operation_id = "finished", tag = "lists", params(FinishedQuery),
    responses((status = 200, description = "The games", body = FinishedAnswer), problems::Always, problems::Query))]
pub(super) async fn list_finished_games(
    State(site): State<Arc<Site>>,
    query: Result<Query<FinishedQuery>, QueryRejection>,
) -> Result<Response, Problem> {
    let Query(query) = query.map_err(|error| Problem::BadQuery { message: error.body_text() })?;
    let lines = site.app.projections().finished_games(query.game.as_deref(), query.before, MOST).await?;
    let games = lines.into_iter().map(|line| FinishedGame {
        game: line.game,
        ended_at: line.ended_at,
        seats: line
            .seats
            .into_iter()
            .map(|s| FinishedSeat { who: s.player.name(), total: s.total, points: s.points, won: s.won })
            .collect(),
    });
    Ok(axum::Json(FinishedAnswer { games: games.collect() }).into_response())
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StatisticsAnswer {
    games: Vec<GameTally>,
}

/// The statistics of one game.
#[derive(Debug, Serialize, ToSchema)]
struct GameTally {
    game: String,
    tables: u64,
    finished: u64,
    people: SeatTally,
    bots: SeatTally,
}

/// The results of many seats.
#[derive(Debug, Serialize, ToSchema)]
struct SeatTally {
    seats: u64,
    won: u64,
    /// The mean total.
    mean: f64,
    #[schema(required = true)]
    best: Option<i32>,
    #[schema(required = true)]
    lowest: Option<i32>,
}

impl From<Tally> for SeatTally {
    fn from(Tally { seats, won, mean, best, lowest }: Tally) -> Self {
        Self { seats, won, mean, best, lowest }
    }
}

/// Statistics of all games on this server.
#[utoipa::path(get, path = "/statistics", tag = "lists",
    responses((status = 200, description = "By game", body = StatisticsAnswer), problems::Always))]
pub(super) async fn statistics(State(site): State<Arc<Site>>) -> Result<Response, Problem> {
    let games = site.app.projections().statistics().await?.into_iter().map(|line| GameTally {
        game: line.game,
        tables: line.tables,
        finished: line.finished,
        people: line.people.into(),
        bots: line.bots.into(),
    });
    Ok(axum::Json(StatisticsAnswer { games: games.collect() }).into_response())
}
