//! The events of a table as a stream, in the form of the server's: Server-Sent Events. It needs no keep-alive comments: there
//! is no connection that could break unnoticed.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use kosti_app::{App, ListenerOptions, SessionMessage, TableSession, TableUpdate};
use kosti_journal::Version;
use kosti_web::Problem;
use kosti_web::event_stream::{Detail, first_event, newest_event, past_event, presence_event};
use kosti_web::extract::{At, Caller};
use serde::Deserialize;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

#[derive(Deserialize)]
pub(crate) struct EventsQuery {
    after: Option<Version>,
    #[serde(default)]
    witness: bool,
    #[serde(default)]
    thin: bool,
}

pub(crate) async fn events(
    State(app): State<Arc<App>>,
    At(table): At,
    query: Result<Query<EventsQuery>, axum::extract::rejection::QueryRejection>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let Query(query) = query.map_err(|error| Problem::BadQuery { message: error.body_text() })?;
    let session = app.table(table).await?;
    let id = headers.get("last-event-id").and_then(|id| id.to_str().ok()?.parse().ok());
    let (key, last) = (caller.key(table), id.or(query.after));
    // The chain of the device must be fixed before a page gives links. Without it, the page tries again.
    if let Some(key) = &key
        && session.lock().await.table.seats_of(key).next().is_some()
    {
        let _ = app.renew_chain(&session).await;
    }
    let detail = if query.thin { Detail::Thin } else { Detail::Table };
    let options = ListenerOptions { witness: query.witness, views: detail == Detail::Table };
    let (number, newest, heard) = session.listen(key, options).await;
    app.follow(&session);
    session.broadcast_presence();
    let mut listening = EventStream {
        app,
        presence: PresenceGuard { session, number },
        heard,
        detail,
        last: Version::START,
        ready: VecDeque::new(),
        ended: false,
    };
    // A service worker that was ended answers again at once.
    listening.ready.push_back(Bytes::from_static(b"retry: 200\n\n"));
    listening.begin(last, &newest).await?;
    let present = listening.presence.session.presence.lock().view();
    listening.ready.push_back(presence_event(&present));
    let events = stream::unfold(listening, async |mut listening| {
        let event = listening.next().await?;
        Some((Ok::<Bytes, Infallible>(event), listening))
    });
    let headers = [(header::CONTENT_TYPE, "text/event-stream"), (header::CACHE_CONTROL, "no-store")];
    Ok((headers, Body::from_stream(events)).into_response())
}

/// Counts a page in the presence until it is dropped.
struct PresenceGuard {
    session: Arc<TableSession>,
    number: u64,
}

impl Drop for PresenceGuard {
    fn drop(&mut self) {
        self.session.presence.lock().disconnect(self.number);
        self.session.broadcast_presence();
    }
}

struct EventStream {
    app: Arc<App>,
    presence: PresenceGuard,
    heard: broadcast::Receiver<SessionMessage>,
    detail: Detail,
    /// The newest version sent.
    last: Version,
    ready: VecDeque<Bytes>,
    /// Whether the stream ends after the events that are ready.
    ended: bool,
}

impl EventStream {
    /// Queues the first events: the missed ones, or the current table.
    async fn begin(&mut self, last: Option<Version>, newest: &TableUpdate) -> Result<(), Problem> {
        match last {
            Some(last) if last <= newest.version => {
                self.last = last;
                self.queue_missed(newest).await
            }
            _ => {
                self.last = newest.version;
                self.ready.push_back(first_event(newest, self.detail));
                Ok(())
            }
        }
    }

    async fn queue_missed(&mut self, newest: &TableUpdate) -> Result<(), Problem> {
        let stored = self.app.commits_after(self.presence.session.id, self.last).await?;
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
            match self.heard.recv().await {
                Ok(SessionMessage::TableUpdate(update)) if update.version > self.last => {
                    self.last = update.version;
                    self.ended = update.is_last;
                    return Some(newest_event(&update, self.detail));
                }
                Ok(SessionMessage::TableUpdate(_)) => {}
                Ok(SessionMessage::Presence(present)) => return Some(presence_event(&present)),
                Err(RecvError::Lagged(_)) => {
                    let newest = self.presence.session.newest_update(self.detail == Detail::Table).await;
                    // Ending the stream is better than a gap: the page connects again and continues.
                    self.queue_missed(&newest).await.ok()?;
                }
                Ok(SessionMessage::Closed) | Err(RecvError::Closed) => return None,
            }
        }
    }
}
