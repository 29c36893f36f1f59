//! Appends with a conditional publish: the server takes a message only if the table still has the expected
//! version.

use std::error::Error as _;
use std::time::Duration;

use async_nats::Request;
use async_nats::RequestErrorKind;
use async_nats::jetstream::ErrorCode;
use async_nats::jetstream::publish::PublishAck;
use async_nats::jetstream::response::Response;
use tokio::time::{Instant, sleep};

use super::link::{Link, PAUSE};
use super::{OLDEST, record};
use crate::{AppendError, Entry, MAX_BODY, Refusal, TableId, Version};

/// The pause before looking again for a record that a server has taken but not yet shown.
const SOON: Duration = Duration::from_millis(5);

/// The result of one try.
enum Attempt {
    Written(Version),
    /// The table has another version, or another record is being written.
    Conflict,
    /// Certainly not written this time.
    NotWritten(String),
    /// Certainly not written, and another try would not help.
    Refused(Refusal),
    /// No answer: it may be written, now or later.
    Unknown(String),
}

/// The result of looking up a table that has another version.
enum Lookup {
    Answer(Result<Version, AppendError>),
    /// No record follows yet: try again.
    NotYet,
}

impl Link {
    /// Tries until there is an answer. The condition makes this safe: at most one of several tries is written,
    /// and a later try shows the result of earlier ones.
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
                Attempt::Written(version) => return Ok(version),
                Attempt::Conflict => match self.settle(table, expected, &entry, doubt.is_some()).await {
                    Ok(Lookup::Answer(answer)) => return answer,
                    Ok(Lookup::NotYet) => ("the servers do not agree where the table stands".into(), SOON),
                    Err(why) => (why, PAUSE),
                },
                Attempt::NotWritten(why) => (why, PAUSE),
                Attempt::Refused(why) => return Err(unknown_answer(doubt).unwrap_or(why.into())),
                Attempt::Unknown(why) => (doubt.insert(why).clone(), SOON),
            };
            if Instant::now() >= end {
                return Err(unknown_answer(doubt).unwrap_or(Refusal::Failed { why }.into()));
            }
            sleep(pause).await;
        }
    }

    async fn try_once(&self, table: TableId, expected: Version, entry: &Entry) -> Attempt {
        if !self.is_up() {
            return Attempt::NotWritten("no NATS server can be reached".into());
        }
        // After a reconnect the server may be one that was not checked in the beginning.
        if !self.client.is_server_compatible(OLDEST.0, OLDEST.1, OLDEST.2) {
            let info = self.client.server_info();
            return Attempt::NotWritten(format!(
                "the NATS server {} is too old ({})",
                info.server_name, info.version
            ));
        }
        let request = Request::new()
            .headers(record::headers(expected, entry))
            .payload(entry.body.to_string().into())
            .timeout(Some(self.answer));
        let message = match self.client.send_request(self.subjects.of_table(table), request).await {
            Ok(message) => message,
            Err(error) => return request_failure(&error),
        };
        match serde_json::from_slice::<Response<PublishAck>>(&message.payload) {
            Ok(Response::Ok(ack)) if ack.stream != self.name => {
                Attempt::Unknown(format!("the stream {} has taken it, and not {}", ack.stream, self.name))
            }
            Ok(Response::Ok(ack)) => match Version::of_sequence(ack.sequence) {
                Some(version) => {
                    self.has(ack.sequence);
                    Attempt::Written(version)
                }
                None => Attempt::Unknown(format!("the sequence {} is too large", ack.sequence)),
            },
            Ok(Response::Err { error }) => interpret_error(&error),
            Err(error) => Attempt::Unknown(error.to_string()),
        }
    }

    /// Looks for the record written after `expected`.
    async fn settle(
        &self,
        table: TableId,
        expected: Version,
        entry: &Entry,
        doubt: bool,
    ) -> Result<Lookup, String> {
        let Some(next) = self.next(table, expected).await? else {
            return self.settle_at_end(table, expected, doubt).await;
        };
        let version = next.version;
        let answer = match &next.record {
            Ok(record) if record.after == expected && record.stored.entry.command == entry.command => {
                // A record written by an earlier try of this call is not a repeated command.
                let own = doubt && record.stored.entry == *entry;
                if own { Ok(version) } else { Err(AppendError::Again { version }) }
            }
            // Once another record follows, no earlier try can still be written.
            _ => {
                let last = self.last(table).await?.map_or(version, |last| last.version);
                Err(AppendError::Conflict { current: last.max(version) })
            }
        };
        Ok(Lookup::Answer(answer))
    }

    /// No record follows: one is being written, or the leader has not caught up, or `expected` is not a version
    /// of this table. Only the last is a conflict. A record that is just arriving may be the caller's own, so
    /// the next try checks it.
    async fn settle_at_end(&self, table: TableId, expected: Version, doubt: bool) -> Result<Lookup, String> {
        let current = self.last(table).await?.map_or(Version::START, |last| last.version);
        if current >= expected {
            return Ok(Lookup::NotYet);
        }
        let foreign = match self.at(expected.sequence()).await? {
            Some(there) => there.table != Some(table),
            None => !doubt && expected.sequence() > self.end.borrow().sequence(),
        };
        Ok(if foreign { Lookup::Answer(Err(AppendError::Conflict { current })) } else { Lookup::NotYet })
    }
}

fn unknown_answer(doubt: Option<String>) -> Option<AppendError> {
    doubt.map(|why| AppendError::Unknown { why })
}

fn request_failure(error: &async_nats::RequestError) -> Attempt {
    match error.kind() {
        RequestErrorKind::NoResponders => Attempt::NotWritten("no NATS server leads the stream now".into()),
        RequestErrorKind::TimedOut => Attempt::Unknown("no NATS server has answered in time".into()),
        RequestErrorKind::MaxPayloadExceeded => {
            let why = error.source().map_or_else(|| error.to_string(), ToString::to_string);
            Attempt::Refused(Refusal::Failed { why: format!("{why}: raise max_payload of the NATS server") })
        }
        RequestErrorKind::InvalidSubject | RequestErrorKind::Other => Attempt::Unknown(error.to_string()),
    }
}

/// Interprets an error of a server. Only errors that precede any write are certain.
fn interpret_error(error: &async_nats::jetstream::Error) -> Attempt {
    match error.error_code() {
        // The second code means the same while another record of the table is being replicated.
        ErrorCode::STREAM_WRONG_LAST_SEQUENCE | ErrorCode::STREAM_WRONG_LAST_SEQUENCE_CONSTANT => {
            Attempt::Conflict
        }
        ErrorCode::INSUFFICIENT_RESOURCES | ErrorCode::STORAGE_RESOURCES_EXCEEDED => {
            Attempt::Refused(Refusal::DiskFull)
        }
        _ => Attempt::Unknown(error.to_string()),
    }
}
