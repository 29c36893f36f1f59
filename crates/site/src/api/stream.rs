//! What happens at a table, as it happens: Server-Sent Events.

use std::collections::VecDeque;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use kosti_journal::Version;
use serde::Deserialize;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, Interval};
use utoipa::{IntoParams, ToSchema};

use super::problems;
use super::table::present;
use crate::caller::{At, Caller};
use crate::forms::{TableName, VersionText};
use crate::news::{News, Told, past};
use crate::problem::Problem;
use crate::room::Room;
use crate::shapes::TableView;
use crate::site::Site;
use crate::streams::Counted;

/// How often a quiet stream shows that it is there.
const QUIET: Duration = Duration::from_secs(20);

/// How to listen.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct EventsQuery {
    /// Begin after this version, as `Last-Event-ID` does.
    #[param(value_type = VersionText, required = false)]
    after: Option<Version>,
    /// Whether this client gives links when it is asked as a witness.
    #[serde(default)]
    witness: bool,
}

/// Where a stream was broken off.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "it describes the API")]
struct LastEvent {
    /// Go on after this version: the `id` of the last event that came.
    #[param(rename = "Last-Event-ID", value_type = VersionText, required = false)]
    last: Option<Version>,
}

/// An event of the stream.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes the API")]
struct StreamEvent {
    /// The version; not with `here`.
    #[schema(value_type = Option<VersionText>, nullable = false)]
    id: Option<Version>,
    event: Option<EventName>,
    /// JSON: `EventData`, or `HereView` in an event named `here`.
    data: String,
}

/// Without a name an event tells what happened.
#[derive(ToSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(dead_code, reason = "it describes the API")]
enum EventName {
    Message,
    Here,
}

/// The data of an event: what happened, and how the table stands with it.
#[derive(ToSchema)]
#[schema(as = EventData)]
#[expect(dead_code, reason = "it describes the API")]
pub(super) struct Happened {
    #[schema(value_type = VersionText)]
    version: Version,
    /// What happened, exactly as it was written: the history of the table is the hash of these texts. docs/api.md tells
    /// the facts. Left out in the first event of a stream that goes on after nothing.
    #[schema(value_type = Option<Object>, nullable = false)]
    note: Option<()>,
    /// Left out where later events follow already.
    #[schema(value_type = Option<TableView>, nullable = false)]
    table: Option<()>,
}

/// What happens at a table, as it happens.
///
/// Each event has the version as its id, and as data `version`, `note` (what happened) and `table` (how it stands with
/// it; left out where later events follow already). Without `Last-Event-ID` the first event tells only how the table
/// stands. Events named `here` tell who is connected, every two seconds at most.
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
    let room = present(&site, table).await?;
    let last = match headers.get("last-event-id") {
        Some(value) => {
            let version = value.to_str().ok().and_then(|id| id.parse().ok());
            Some(version.ok_or(Problem::BadQuery { message: "Last-Event-ID".to_owned() })?)
        }
        None => query.after,
    };
    let key = caller.key(table);
    // Whoever gives links listens first: then the server's next link is fixed before theirs.
    if let Some(key) = &key
        && room.lock().await.table.seats_of(key).next().is_some()
        && let Err(problem) = site.hall.renew_chain(&room).await
    {
        tracing::warn!(table = %room.id, %problem, "no new chain yet");
    }
    let (heard, newest) = room.listen().await;
    site.hall.follow(&room);
    let number = {
        let inside = room.lock().await;
        let seats = key.map(|key| inside.table.seats_of(&key).collect()).unwrap_or_default();
        room.here.lock().unwrap_or_else(PoisonError::into_inner).came(key, seats, query.witness)
    };
    room.tell_here();
    site.metrics.streams.inc();
    let presence = Presence { site, room, number, _counted: counted };
    let pulse = tokio::time::interval_at(Instant::now() + QUIET, QUIET);
    let ready = VecDeque::new();
    let mut listening =
        Listening { presence, heard, last: Version::START, ready, ended: false, pulse, told: true };
    listening.begin(last, newest).await?;
    // Others are told that somebody has come when it is time.
    let here = listening.presence.room.here_event();
    listening.ready.push_back(here);
    let events = stream::unfold(listening, async |mut listening| {
        let event = listening.next().await?;
        Some((Ok::<Bytes, std::convert::Infallible>(event), listening))
    });
    let headers = [(header::CONTENT_TYPE, "text/event-stream"), (header::CACHE_CONTROL, "no-store")];
    Ok((headers, [("x-accel-buffering", "no")], Body::from_stream(events)).into_response())
}

/// Somebody is connected, until this is dropped.
struct Presence {
    site: Arc<Site>,
    room: Arc<Room>,
    number: u64,
    _counted: Counted,
}

impl Drop for Presence {
    fn drop(&mut self) {
        self.room.here.lock().unwrap_or_else(PoisonError::into_inner).went(self.number);
        self.site.metrics.streams.dec();
        self.room.tell_here();
    }
}

struct Listening {
    presence: Presence,
    heard: broadcast::Receiver<Told>,
    /// The newest version that was told.
    last: Version,
    ready: VecDeque<Bytes>,
    /// Whether nothing can follow on what is ready.
    ended: bool,
    /// One timer for the whole stream: setting it for each event would cost more than the event.
    pulse: Interval,
    /// Whether something was told since it last beat.
    told: bool,
}

impl Listening {
    /// What comes first: what was missed, or how the table stands.
    async fn begin(&mut self, last: Option<Version>, newest: Arc<News>) -> Result<(), Problem> {
        match last {
            Some(last) if last <= newest.version => {
                self.last = last;
                self.missed(&newest).await
            }
            // Another server has told more than is known here: what comes after that.
            Some(last) if self.presence.site.hall.config.shared => {
                self.last = last;
                Ok(())
            }
            // A version that is not yet, or nothing told: from here on.
            _ => {
                self.last = newest.version;
                self.ready.push_back(newest.arrival());
                Ok(())
            }
        }
    }

    /// Reads what happened up to the newest that is known.
    async fn missed(&mut self, newest: &News) -> Result<(), Problem> {
        let stored = self.presence.site.hall.journal.read(self.presence.room.id, self.last).await?;
        for stored in stored.iter().filter(|stored| stored.version < newest.version) {
            self.ready.push_back(past(stored.version, &stored.entry.body));
        }
        if self.last < newest.version {
            self.ready.push_back(newest.message.clone());
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
            let told = tokio::select! {
                told = self.heard.recv() => told,
                _ = self.pulse.tick() => {
                    if std::mem::take(&mut self.told) {
                        continue;
                    }
                    return Some(Bytes::from_static(b": \n\n"));
                }
                () = self.presence.site.closing.cancelled() => return None,
            };
            self.told = true;
            match told {
                Ok(Told::News(news)) if news.version > self.last => {
                    self.last = news.version;
                    self.ended = news.is_last;
                    return Some(news.message.clone());
                }
                Ok(Told::News(_)) => {}
                Ok(Told::Here(here)) => return Some(here),
                Err(RecvError::Lagged(_)) => {
                    let newest = self.presence.room.lock().await.newest.clone();
                    // A stream with a hole is worse than one that ends: the client comes back and goes on.
                    self.missed(&newest).await.ok()?;
                }
                Ok(Told::Closed) | Err(RecvError::Closed) => return None,
            }
        }
    }
}
