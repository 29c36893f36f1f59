//! Appending: a message that is only taken when the table stands where its writer thinks.

use std::error::Error as _;
use std::time::Duration;

use async_nats::Request;
use async_nats::RequestErrorKind;
use async_nats::jetstream::ErrorCode;
use async_nats::jetstream::publish::PublishAck;
use async_nats::jetstream::response::Response;
use tokio::time::{Instant, sleep};

use super::link::{ANSWER, Link, PAUSE};
use super::{OLDEST, record};
use crate::{AppendError, Entry, MAX_BODY, Refusal, TableId, Version};

/// Before looking again for what a server has taken and not yet shown.
const SOON: Duration = Duration::from_millis(5);

/// What became of one try.
enum Tried {
    Written(Version),
    /// The table stands elsewhere, or somebody else's record is just being written.
    Elsewhere,
    /// Surely not written this time.
    No(String),
    /// Surely not written, and another try would not help.
    Never(Refusal),
    /// No answer: it may be written, now or later.
    Silence(String),
}

/// What the journal says about a table that stands elsewhere.
enum Settled {
    Answer(Result<Version, AppendError>),
    /// Nothing follows yet: try again.
    NotYet,
}

impl Link {
    /// Tries until there is an answer. The condition makes that safe: of several tries at most one is written, and a
    /// later one tells what became of those before.
    pub(super) async fn append(
        &self,
        table: TableId,
        expected: Version,
        entry: Entry,
    ) -> Result<Version, AppendError> {
        let bytes = entry.body.len();
        if bytes > MAX_BODY {
            return Err(Refusal::TooLarge { bytes }.into());
        }
        let end = Instant::now() + self.patience;
        let mut doubt = None;
        loop {
            let (why, pause) = match self.try_once(table, expected, &entry).await {
                Tried::Written(version) => return Ok(version),
                Tried::Elsewhere => match self.settle(table, expected, &entry, doubt.is_some()).await {
                    Ok(Settled::Answer(answer)) => return answer,
                    Ok(Settled::NotYet) => ("the servers do not agree where the table stands".into(), SOON),
                    Err(why) => (why, PAUSE),
                },
                Tried::No(why) => (why, PAUSE),
                Tried::Never(why) => return Err(unclear(doubt).unwrap_or(why.into())),
                Tried::Silence(why) => (doubt.insert(why).clone(), SOON),
            };
            if Instant::now() >= end {
                return Err(unclear(doubt).unwrap_or(Refusal::Failed { why }.into()));
            }
            sleep(pause).await;
        }
    }

    async fn try_once(&self, table: TableId, expected: Version, entry: &Entry) -> Tried {
        if !self.is_up() {
            return Tried::No("no NATS server can be reached".into());
        }
        // After a reconnect it may be another one than those that were looked at in the beginning.
        if !self.client.is_server_compatible(OLDEST.0, OLDEST.1, OLDEST.2) {
            let info = self.client.server_info();
            return Tried::No(format!("the NATS server {} is too old ({})", info.server_name, info.version));
        }
        let request = Request::new()
            .headers(record::headers(expected, entry))
            .payload(entry.body.to_string().into())
            .timeout(Some(ANSWER));
        let message = match self.client.send_request(self.subjects.of_table(table), request).await {
            Ok(message) => message,
            Err(error) => return unanswered(&error),
        };
        match serde_json::from_slice::<Response<PublishAck>>(&message.payload) {
            Ok(Response::Ok(ack)) if ack.stream != self.name => {
                Tried::Silence(format!("the stream {} has taken it, and not {}", ack.stream, self.name))
            }
            Ok(Response::Ok(ack)) => match Version::of_sequence(ack.sequence) {
                Some(version) => {
                    self.has(ack.sequence);
                    Tried::Written(version)
                }
                None => Tried::Silence(format!("the sequence {} is too large", ack.sequence)),
            },
            Ok(Response::Err { error }) => refused(&error),
            Err(error) => Tried::Silence(error.to_string()),
        }
    }

    /// Looks for what was written after `expected`.
    async fn settle(
        &self,
        table: TableId,
        expected: Version,
        entry: &Entry,
        doubt: bool,
    ) -> Result<Settled, String> {
        let Some(next) = self.next(table, expected).await? else {
            return self.settle_at_end(table, expected, doubt).await;
        };
        let version = next.version;
        let answer = match &next.record {
            Ok(record) if record.after == expected && record.stored.entry.command == entry.command => {
                // What an earlier try of this very call has written is no repetition.
                let own = doubt && record.stored.entry == *entry;
                if own { Ok(version) } else { Err(AppendError::Again { version }) }
            }
            // Once somebody else's record follows, no earlier try can be written any more.
            _ => {
                let last = self.last(table).await?.map_or(version, |last| last.version);
                Err(AppendError::Conflict { current: last.max(version) })
            }
        };
        Ok(Settled::Answer(answer))
    }

    /// Nothing follows: a record is on its way, or whoever leads has not caught up, or it is no version of this table.
    /// Only the last is a conflict. A record that arrives just now may be this very one, so it is looked at next time.
    async fn settle_at_end(&self, table: TableId, expected: Version, doubt: bool) -> Result<Settled, String> {
        let current = self.last(table).await?.map_or(Version::START, |last| last.version);
        if current >= expected {
            return Ok(Settled::NotYet);
        }
        let foreign = match self.at(expected.sequence()).await? {
            Some(there) => there.table != Some(table),
            None => !doubt && expected.sequence() > self.news.borrow().sequence(),
        };
        Ok(if foreign { Settled::Answer(Err(AppendError::Conflict { current })) } else { Settled::NotYet })
    }
}

fn unclear(doubt: Option<String>) -> Option<AppendError> {
    doubt.map(|why| AppendError::Unknown { why })
}

fn unanswered(error: &async_nats::RequestError) -> Tried {
    match error.kind() {
        RequestErrorKind::NoResponders => Tried::No("no NATS server leads the stream now".into()),
        RequestErrorKind::TimedOut => Tried::Silence("no NATS server has answered in time".into()),
        RequestErrorKind::MaxPayloadExceeded => {
            let why = error.source().map_or_else(|| error.to_string(), ToString::to_string);
            Tried::Never(Refusal::Failed { why: format!("{why}: raise max_payload of the NATS server") })
        }
        RequestErrorKind::InvalidSubject | RequestErrorKind::Other => Tried::Silence(error.to_string()),
    }
}

/// What a server says instead of a sequence. Only what it says before it writes anything is a no.
fn refused(error: &async_nats::jetstream::Error) -> Tried {
    match error.error_code() {
        // The second is the same while another record of the table is on its way to the other servers.
        ErrorCode::STREAM_WRONG_LAST_SEQUENCE | ErrorCode::STREAM_WRONG_LAST_SEQUENCE_CONSTANT => {
            Tried::Elsewhere
        }
        ErrorCode::INSUFFICIENT_RESOURCES | ErrorCode::STORAGE_RESOURCES_EXCEEDED => {
            Tried::Never(Refusal::DiskFull)
        }
        _ => Tried::Silence(error.to_string()),
    }
}
