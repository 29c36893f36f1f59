//! `Link`: the connection, and the stream at its other end.

use std::time::Duration;

use async_nats::Client;
use async_nats::connection::State;
use async_nats::jetstream::stream::Stream;
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

use super::record::Subjects;
use crate::{Position, ReadError};

/// How long one question waits for its answer.
pub(super) const ANSWER: Duration = Duration::from_millis(500);
/// Between one try and the next.
pub(super) const PAUSE: Duration = Duration::from_millis(100);

/// What everything here needs.
pub(super) struct Link {
    pub(super) client: Client,
    pub(super) stream: Stream<()>,
    pub(super) name: String,
    pub(super) subjects: Subjects,
    /// How long a command may wait for the servers to agree on a leader.
    pub(super) patience: Duration,
    /// Whether records of the stream can be purged; one that was made with `deny_purge` never allows it.
    pub(super) can_erase: bool,
    /// The last record that is known of.
    pub(super) news: watch::Sender<Position>,
    /// Turns true when the journal is closed.
    pub(super) closed: watch::Sender<bool>,
}

impl Link {
    /// There is a record with this sequence, and perhaps more.
    pub(super) fn has(&self, sequence: u64) {
        let Some(position) = Position::of_sequence(sequence) else { return };
        self.news.send_if_modified(|last| {
            let more = *last < position;
            *last = position.max(*last);
            more
        });
    }

    /// Whether something that is sent now leaves now. What is sent without a connection is kept by the client and
    /// written when nobody expects it any more.
    pub(super) fn is_up(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    /// Asks again and again, for as long as a caller may wait.
    pub(super) async fn patiently<T, A>(&self, ask: impl Fn() -> A) -> Result<T, ReadError>
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

    /// Asks until there is an answer; None when the journal is closed.
    pub(super) async fn forever<T, A>(&self, ask: impl Fn() -> A) -> Option<T>
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
