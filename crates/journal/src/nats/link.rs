//! `Link`: the connection and its stream.

use std::time::Duration;

use async_nats::Client;
use async_nats::connection::State;
use async_nats::jetstream::stream::Stream;
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

use super::record::Subjects;
use crate::{Position, ReadError};

/// The pause between two tries.
pub(super) const PAUSE: Duration = Duration::from_millis(100);

/// The connection, the stream, and their settings.
pub(super) struct Link {
    pub(super) client: Client,
    pub(super) stream: Stream<()>,
    pub(super) name: String,
    pub(super) subjects: Subjects,
    /// The time that a call may wait for the servers to elect a leader.
    pub(super) patience: Duration,
    /// The time that one request waits for its answer.
    pub(super) answer: Duration,
    /// Whether records of the stream can be purged; a stream made with `deny_purge` never allows it.
    pub(super) can_erase: bool,
    /// The last known record.
    pub(super) end: watch::Sender<Position>,
    /// Becomes true when the journal closes.
    pub(super) closed: watch::Sender<bool>,
}

impl Link {
    /// Notes that the stream has a record with this sequence.
    pub(super) fn has(&self, sequence: u64) {
        let Some(position) = Position::of_sequence(sequence) else { return };
        self.end.send_if_modified(|last| {
            let more = *last < position;
            *last = position.max(*last);
            more
        });
    }

    /// Whether a message is sent at once. Without a connection the client would keep it and send it when nobody
    /// expects it any more.
    pub(super) fn is_up(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    /// Repeats a request for as long as a caller may wait.
    pub(super) async fn retry<T, A>(&self, ask: impl Fn() -> A) -> Result<T, ReadError>
    where
        A: Future<Output = Result<T, String>>,
    {
        let end = Instant::now() + self.patience;
        loop {
            match ask().await {
                Ok(answer) => return Ok(answer),
                Err(why) if Instant::now() >= end => return Err(ReadError::Away { why }),
                Err(_) => sleep(PAUSE).await,
            }
        }
    }

    /// Repeats a request until there is an answer; `None` when the journal closes.
    pub(super) async fn retry_until_closed<T, A>(&self, ask: impl Fn() -> A) -> Option<T>
    where
        A: Future<Output = Result<T, String>>,
    {
        let mut closed = self.closed.subscribe();
        let asking = async {
            loop {
                match ask().await {
                    Ok(answer) => return answer,
                    Err(_) => sleep(PAUSE).await,
                }
            }
        };
        tokio::select! {
            answer = asking => Some(answer),
            _ = closed.wait_for(|&closed| closed) => None,
        }
    }
}
