//! The coach at a table.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use kosti_query::AdviceAnswer;

use super::problems;
use crate::site::Site;
use kosti_app::schema::TableName;
use kosti_web::Problem;
use kosti_web::extract::{At, Caller, Speaks};

/// The value of every action now, as `advise` returns it. The table's `coach` decides who may ask: nobody (`off`),
/// the player on turn (`own`), everybody (`all`).
#[utoipa::path(get, path = "/tables/{table}/advice", tag = "tables",
    params(("table" = TableName, Path, description = "The table's id")),
    security((), ("token" = [])),
    responses((status = 200, description = "Every action with its value, best first", body = AdviceAnswer), problems::Always, problems::Token, problems::AtTable, problems::Game))]
pub(super) async fn advice(
    State(site): State<Arc<Site>>,
    At(table): At,
    Speaks(language): Speaks,
    caller: Caller,
) -> Result<Response, Problem> {
    let session = site.app.table(table).await?;
    let (state, advice) = site.app.advise(&session, &caller, None).await?;
    let answer = AdviceAnswer::from_advice(state.rules(), &advice, site.app.words(language));
    Ok(axum::Json(answer).into_response())
}
