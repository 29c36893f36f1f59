//! The events of a table as a stream, in the form of the server's: Server-Sent Events. It needs no keep-alive comments: there
//! is no connection that could break unnoticed.

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt as _, stream};
use kosti_app::App;
use kosti_web::Problem;
use kosti_web::event_stream::{self, EventsQuery};
use kosti_web::extract::{At, Caller};

pub(crate) async fn events(
    State(app): State<Arc<App>>,
    At(table): At,
    query: Result<Query<EventsQuery>, QueryRejection>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let stream = event_stream::open(&app, table, &caller, &headers, query).await?;
    let frames = stream::unfold(stream, async |(mut events, detail)| {
        let event = events.next().await?;
        Some((Ok::<Bytes, Infallible>(event_stream::write_event(&event, detail)), (events, detail)))
    });
    // A service worker that was ended answers again at once.
    let retry = stream::iter([Ok(Bytes::from_static(b"retry: 200\n\n"))]);
    Ok((event_stream::HEADERS, Body::from_stream(retry.chain(frames))).into_response())
}
