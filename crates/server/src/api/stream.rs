//! The events of a table as a stream: Server-Sent Events.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use kosti_app::schema::{Hex, TableName, VersionText};
use kosti_app::views::{AirView, TableView};
use kosti_app::{ListenerOptions, SessionMessage, TableSession, TableUpdate};
use kosti_journal::Version;
use kosti_web::Problem;
use kosti_web::event_stream::{Detail, first_event, newest_event, past_event, presence_event};
use kosti_web::extract::{At, Caller};
use serde::Deserialize;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, Interval};
use utoipa::{IntoParams, ToSchema};

use super::problems;
use crate::site::Site;
use crate::streams::OpenCount;

/// The interval of keep-alive comments in a quiet stream.
const QUIET: Duration = Duration::from_secs(20);

/// The options of a stream.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct EventsQuery {
    /// Start after this version, like `Last-Event-ID`.
    #[param(value_type = VersionText, required = false)]
    after: Option<Version>,
    /// Whether this client answers when it is asked as a witness.
    #[serde(default)]
    witness: bool,
    /// Whether events have `history` and `air` instead of the whole `table`: for a client that fetches what it shows.
    #[serde(default)]
    thin: bool,
}

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
#[schema(as = EventData)]
#[expect(dead_code, reason = "it describes the API")]
pub(super) struct Happened {
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
    query: Result<Query<EventsQuery>, axum::extract::rejection::QueryRejection>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let Query(query) = query.map_err(|error| Problem::BadQuery { message: error.body_text() })?;
    let counted = site.streams.open(caller.address())?;
    let session = site.app.table(table).await?;
    let last = match headers.get("last-event-id") {
        Some(value) => {
            let version = value.to_str().ok().and_then(|id| id.parse().ok());
            Some(version.ok_or(Problem::BadQuery { message: "Last-Event-ID".to_owned() })?)
        }
        None => query.after,
    };
    let key = caller.key(table);
    // Renew the server's chain before a client gives links: the server's next link must be fixed before the
    // client's.
    if let Some(key) = &key
        && session.lock().await.table.seats_of(key).next().is_some()
        && let Err(problem) = site.app.renew_chain(&session).await
    {
        tracing::warn!(table = %session.id, %problem, "no new chain yet");
    }
    let detail = if query.thin { Detail::Thin } else { Detail::Table };
    let options = ListenerOptions { witness: query.witness, views: detail == Detail::Table };
    let (number, newest, messages) = session.listen(key, options).await;
    site.app.follow(&session);
    session.broadcast_presence();
    site.app.metrics().streams.inc();
    let presence = PresenceGuard { site, session, number, _counted: counted };
    let pulse = tokio::time::interval_at(Instant::now() + QUIET, QUIET);
    let ready = VecDeque::new();
    let mut listening = EventStream {
        presence,
        messages,
        detail,
        last: Version::START,
        ready,
        ended: false,
        pulse,
        sent: true,
    };
    listening.begin(last, newest).await?;
    // The other listeners get the presence with the next broadcast.
    let present = listening.presence.session.presence.lock().view();
    listening.ready.push_back(presence_event(&present));
    let events = stream::unfold(listening, async |mut listening| {
        let event = listening.next().await?;
        Some((Ok::<Bytes, std::convert::Infallible>(event), listening))
    });
    let headers = [(header::CONTENT_TYPE, "text/event-stream"), (header::CACHE_CONTROL, "no-store")];
    Ok((headers, [("x-accel-buffering", "no")], Body::from_stream(events)).into_response())
}

/// Counts a connection in the presence until it is dropped.
struct PresenceGuard {
    site: Arc<Site>,
    session: Arc<TableSession>,
    number: u64,
    _counted: OpenCount,
}

impl Drop for PresenceGuard {
    fn drop(&mut self) {
        self.session.presence.lock().disconnect(self.number);
        self.site.app.metrics().streams.dec();
        self.session.broadcast_presence();
    }
}

struct EventStream {
    presence: PresenceGuard,
    messages: broadcast::Receiver<SessionMessage>,
    detail: Detail,
    /// The newest version sent.
    last: Version,
    ready: VecDeque<Bytes>,
    /// Whether the stream ends after the events that are ready.
    ended: bool,
    /// One timer for the whole stream: setting it for each event would cost more than the event.
    pulse: Interval,
    /// Whether anything was sent since the last tick.
    sent: bool,
}

impl EventStream {
    /// Queues the first events: the missed ones, or the current table.
    async fn begin(&mut self, last: Option<Version>, newest: Arc<TableUpdate>) -> Result<(), Problem> {
        match last {
            Some(last) if last <= newest.version => {
                self.last = last;
                self.queue_missed(&newest).await
            }
            // Another server has sent newer events than this one knows: continue after them.
            Some(last) if self.presence.site.app.is_shared() => {
                self.last = last;
                Ok(())
            }
            // A version in the future, or none: start with the current table.
            _ => {
                self.last = newest.version;
                self.ready.push_back(first_event(&newest, self.detail));
                Ok(())
            }
        }
    }

    /// Queues the events up to the newest known version.
    async fn queue_missed(&mut self, newest: &TableUpdate) -> Result<(), Problem> {
        let stored = self.presence.site.app.commits_after(self.presence.session.id, self.last).await?;
        for stored in stored.iter().filter(|stored| stored.version < newest.version) {
            self.ready.push_back(past_event(stored.version, &stored.entry.body));
        }
        if self.last < newest.version {
            self.ready.push_back(newest_event(newest, self.detail));
        }
        self.last = newest.version;
        self.ended = newest.is_last;
        Ok(())
    }

    async fn next(&mut self) -> Option<Bytes> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Some(event);
            }
            if self.ended {
                return None;
            }
            let message = tokio::select! {
                message = self.messages.recv() => message,
                _ = self.pulse.tick() => {
                    if std::mem::take(&mut self.sent) {
                        continue;
                    }
                    return Some(Bytes::from_static(b": \n\n"));
                }
                () = self.presence.site.closing.cancelled() => return None,
            };
            self.sent = true;
            match message {
                Ok(SessionMessage::TableUpdate(update)) if update.version > self.last => {
                    self.last = update.version;
                    self.ended = update.is_last;
                    return Some(newest_event(&update, self.detail));
                }
                Ok(SessionMessage::TableUpdate(_)) => {}
                Ok(SessionMessage::Presence(present)) => return Some(presence_event(&present)),
                Err(RecvError::Lagged(_)) => {
                    let newest = self.presence.session.newest_update(self.detail == Detail::Table).await;
                    // Ending the stream is better than a gap: the client reconnects and continues.
                    self.queue_missed(&newest).await.ok()?;
                }
                Ok(SessionMessage::Closed) | Err(RecvError::Closed) => return None,
            }
        }
    }
}
