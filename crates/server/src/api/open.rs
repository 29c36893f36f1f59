//! Opening a table.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use kosti_app::schema::TokenText;
use kosti_app::views::{CurrentView, TableView};
use kosti_app::{JsonObject, OpenBody, PresenceView, TableSession};
use kosti_table::Key;
use kosti_web::Problem;
use kosti_web::extract::{Address, Caller, Sent, Speaks, token_cookie};
use serde::Serialize;
use utoipa::ToSchema;

use super::answer::{Answer, You, respond};
use super::problems;
use crate::site::Site;

/// An opened table, or a taken seat.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Seated<'a> {
    #[schema(value_type = TableView<'a>)]
    table: CurrentView<'a>,
    you: You,
    here: PresenceView,
    /// The token of the seat. It is sent once; the server keeps only its hash.
    #[schema(value_type = TokenText)]
    token: &'a str,
    /// The invitation that lets others join.
    invite: String,
}

/// Opens a table.
///
/// With `Authorization: Bearer` and a token chosen by the client (43 characters of base64url), this token holds the
/// seats; without it, the answer has a new token.
#[utoipa::path(post, path = "/tables", tag = "tables", request_body = OpenBody,
    security((), ("token" = [])),
    responses((status = 201, description = "The table is open", body = Seated), problems::Always, problems::Body, problems::Token, problems::Change))]
pub(super) async fn open(
    State(site): State<Arc<Site>>,
    Address(address): Address,
    Speaks(language): Speaks,
    caller: Caller,
    Sent(JsonObject(body)): Sent<JsonObject<OpenBody>>,
) -> Result<Response, Problem> {
    let (session, token) = site.app.open_table(address, language, &caller, &body).await?;
    Ok(seated_answer(&site, &session, &token, StatusCode::CREATED).await)
}

/// The answer to a player who has just taken a seat: includes the token, once.
pub(super) async fn seated_answer(
    site: &Site,
    session: &TableSession,
    token: &str,
    status: StatusCode,
) -> Response {
    let state = session.lock().await;
    let key = Key::of(token);
    let invite = site.app.invitation_for(session.id, &state.table, Some(&key)).unwrap_or_default();
    let Answer { table, you, here } = Answer::of(session, &state, Some(&key));
    let mut response = respond(&Seated { table, you, here, token, invite });
    drop(state);
    *response.status_mut() = status;
    if let Ok(cookie) = HeaderValue::from_str(&token_cookie(session.id, token)) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    if let Ok(place) = HeaderValue::from_str(&format!("/api/v1/tables/{}", session.id)) {
        response.headers_mut().insert(header::LOCATION, place);
    }
    response
}
