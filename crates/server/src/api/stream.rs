//! The events of a table as a stream: Server-Sent Events.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use kosti_app::TableStream;
use kosti_app::schema::{Hex, TableName, VersionText};
use kosti_app::views::{AirView, TableView};
use kosti_journal::Version;
use kosti_web::Problem;
use kosti_web::event_stream::{self, Detail, EventsQuery};
use kosti_web::extract::{At, Caller};
use tokio::time::{Instant, Interval};
use tokio_util::sync::WaitForCancellationFutureOwned;
use utoipa::{IntoParams, ToSchema};

use super::problems;
use crate::connection_limits::Permit;
use crate::site::Site;

/// The interval of keep-alive comments in a quiet stream.
const QUIET: Duration = Duration::from_secs(20);

/// The position of an interrupted stream.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "it describes the API")]
struct LastEvent {
    /// Continue after this version: the `id` of the last received event.
    #[param(rename = "Last-Event-ID", value_type = VersionText, required = false)]
    last: Option<Version>,
}

/// An event of the stream.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes the API")]
struct StreamEvent {
    /// The version; absent with `here`.
    #[schema(value_type = Option<VersionText>, nullable = false)]
    id: Option<Version>,
    event: Option<EventName>,
    /// JSON: `EventData`, or `HereView` in an event named `here`.
    data: String,
}

/// An event without a name is a message.
#[derive(ToSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(dead_code, reason = "it describes the API")]
enum EventName {
    Message,
    Here,
}

/// The data of an event: the commit, and the table after it.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes the API")]
pub(super) struct EventData {
    #[schema(value_type = VersionText)]
    version: Version,
    /// The commit, exactly as it was written: the history of the table is the hash of these texts. docs/api.md lists
    /// the events. Absent in the first event of a stream that does not continue another.
    #[schema(value_type = Option<Object>, nullable = false)]
    note: Option<()>,
    /// Absent if later events follow at once, and in a thin stream.
    #[schema(value_type = Option<TableView>, nullable = false)]
    table: Option<()>,
    /// In a thin stream: the hash of everything up to the commit. Absent if later events follow at once.
    #[schema(value_type = Option<Hex>, nullable = false)]
    history: Option<()>,
    /// In a thin stream: the throw that waits for the link of a witness. Absent if later events follow at once.
    #[schema(value_type = Option<AirView>)]
    air: Option<()>,
}

/// The events of a table as a stream.
///
/// The id of each event is the version; its data are `version`, `note` (the commit) and `table` (the table after it;
/// absent if later events follow at once; with `thin`, `history` and `air` of the table instead). Without `Last-Event-ID` the first event has only the table. Events named
/// `here` list the connected people, at most every two seconds.
#[utoipa::path(get, path = "/tables/{table}/events", tag = "tables",
    params(("table" = TableName, Path, description = "The table's id"), EventsQuery, LastEvent),
    security((), ("token" = [])),
    responses((status = 200, description = "The events", body = StreamEvent, content_type = "text/event-stream"), problems::Always, problems::Query, problems::Token, problems::AtTable))]
pub(super) async fn events(
    State(site): State<Arc<Site>>,
    At(table): At,
    query: Result<Query<EventsQuery>, QueryRejection>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let permit = site.streams.acquire(caller.address())?;
    let (events, detail) = event_stream::open(&site.app, table, &caller, &headers, query).await?;
    let pulse = tokio::time::interval_at(Instant::now() + QUIET, QUIET);
    let closing = Box::pin(site.closing.clone().cancelled_owned());
    let connection = Connection { events, detail, pulse, sent: true, closing, _permit: permit };
    let frames = stream::unfold(connection, async |mut connection| {
        let frame = connection.next().await?;
        Some((Ok::<Bytes, std::convert::Infallible>(frame), connection))
    });
    Ok((event_stream::HEADERS, [("x-accel-buffering", "no")], Body::from_stream(frames)).into_response())
}

/// An open stream.
struct Connection {
    events: TableStream,
    detail: Detail,
    /// One timer for the whole stream: setting it for each event would cost more than the event.
    pulse: Interval,
    /// Whether anything was sent since the last tick.
    sent: bool,
    /// One registration for the whole stream: all streams share the lock of the token.
    closing: Pin<Box<WaitForCancellationFutureOwned>>,
    _permit: Permit,
}

impl Connection {
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            tokio::select! {
                biased;
                () = &mut self.closing => return None,
                event = self.events.next() => {
                    self.sent = true;
                    return Some(event_stream::write_event(&event?, self.detail));
                }
                _ = self.pulse.tick() => {
                    if !std::mem::take(&mut self.sent) {
                        return Some(Bytes::from_static(b": \n\n"));
                    }
                }
            }
        }
    }
}
