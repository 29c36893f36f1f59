//! `TableStream`: the events of a table for one listener, in order and without gaps.

use std::collections::VecDeque;
use std::sync::Arc;

use kosti_journal::{TableId, Version};
use kosti_table::Key;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use crate::app::App;
use crate::error::AppError;
use crate::presence::{ListenerOptions, PresenceView};
use crate::table_session::TableSession;
use crate::table_update::{SessionMessage, TableUpdate};

/// An event for a listener.
#[derive(Debug, Clone)]
pub enum StreamEvent {
    /// The table as it stands, for a listener that does not continue another stream.
    Current(Arc<TableUpdate>),
    /// An earlier commit, which later events follow at once.
    Past {
        /// The version that the commit led to.
        version: Version,
        /// The commit, exactly as it was written.
        commit: Arc<str>,
    },
    /// The newest commit.
    Newest(Arc<TableUpdate>),
    /// Who is connected.
    Presence(Arc<PresenceView>),
}

/// The events of a table for one listener. Until it is dropped, the listener counts as connected.
pub struct TableStream {
    app: Arc<App>,
    session: Arc<TableSession>,
    /// The listener's number in the presence.
    number: u64,
    messages: broadcast::Receiver<SessionMessage>,
    /// Whether the listener gets the whole table with each update.
    views: bool,
    /// The newest version given out.
    last: Version,
    ready: VecDeque<StreamEvent>,
    /// Whether messages were lost, because the listener was slow.
    behind: bool,
    /// Whether the stream ends after the events that are ready.
    ended: bool,
}

impl App {
    /// Connects a listener to a table, with its key if it has one. The stream continues after the version `last`; without it,
    /// it begins with the table as it stands.
    ///
    /// # Errors
    /// When the table is unknown, deleted or cannot be read.
    pub async fn listen(
        self: &Arc<Self>,
        table: TableId,
        key: Option<Key>,
        options: ListenerOptions,
        last: Option<Version>,
    ) -> Result<TableStream, AppError> {
        let session = self.table(table).await?;
        // Renew the server's chain before a client gives links: the server's next link must be fixed before the
        // client's.
        if let Some(key) = &key
            && session.lock().await.table.seats_of(key).next().is_some()
            && let Err(problem) = self.registry.renew_chain(&session).await
        {
            tracing::warn!(table = %session.id, %problem, "no new chain yet");
        }
        let (number, newest, messages) = session.listen(key, options).await;
        self.registry.follow(&session);
        session.broadcast_presence();
        self.metrics().streams.inc();
        let mut stream = TableStream {
            app: self.clone(),
            session,
            number,
            messages,
            views: options.views,
            last: newest.version,
            ready: VecDeque::new(),
            behind: false,
            ended: false,
        };
        stream.begin(last, newest).await?;
        // The other listeners get the presence with the next broadcast.
        let present = stream.session.presence.lock().view();
        stream.ready.push_back(StreamEvent::Presence(Arc::new(present)));
        Ok(stream)
    }
}

impl TableStream {
    /// Queues the first events: the missed ones, or the table as it stands.
    async fn begin(&mut self, last: Option<Version>, newest: Arc<TableUpdate>) -> Result<(), AppError> {
        match last {
            Some(last) if last <= newest.version => {
                self.last = last;
                self.queue_missed(newest).await
            }
            // Another server has sent newer events than this one knows: continue after them.
            Some(last) if self.app.has_shared_journal() => {
                self.last = last;
                Ok(())
            }
            // A version in the future, or none.
            _ => {
                self.ready.push_back(StreamEvent::Current(newest));
                Ok(())
            }
        }
    }

    /// Queues the events up to the newest known version.
    async fn queue_missed(&mut self, newest: Arc<TableUpdate>) -> Result<(), AppError> {
        for stored in self.app.commits_after(self.session.id, self.last).await? {
            if stored.version < newest.version {
                let commit = stored.entry.body;
                self.ready.push_back(StreamEvent::Past { version: stored.version, commit });
            }
        }
        let last = std::mem::replace(&mut self.last, newest.version);
        self.ended = newest.is_last;
        if last < newest.version {
            self.ready.push_back(StreamEvent::Newest(newest));
        }
        Ok(())
    }

    /// The next event; `None` when the listener must connect again, or the table was deleted. Waiting for it may be cancelled
    /// without losing an event.
    pub async fn next(&mut self) -> Option<StreamEvent> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Some(event);
            }
            if self.ended {
                return None;
            }
            if self.behind {
                let newest = self.session.newest_update(self.views).await;
                // Ending the stream is better than a gap: the listener connects again and continues.
                self.queue_missed(newest).await.ok()?;
                self.behind = false;
                continue;
            }
            match self.messages.recv().await {
                Ok(SessionMessage::TableUpdate(update)) if update.version > self.last => {
                    self.last = update.version;
                    self.ended = update.is_last;
                    return Some(StreamEvent::Newest(update));
                }
                Ok(SessionMessage::TableUpdate(_)) => {}
                Ok(SessionMessage::Presence(present)) => return Some(StreamEvent::Presence(present)),
                Err(RecvError::Lagged(_)) => self.behind = true,
                Ok(SessionMessage::Closed) | Err(RecvError::Closed) => return None,
            }
        }
    }
}

impl Drop for TableStream {
    fn drop(&mut self) {
        self.session.presence.lock().disconnect(self.number);
        self.app.metrics().streams.dec();
        self.session.broadcast_presence();
    }
}
