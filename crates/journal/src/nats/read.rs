//! Reads records. The stream's leader tells the last version of a table; the records before it may come from
//! any server.

use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, PullConsumer, pull};
use async_nats::jetstream::message::StreamMessage;
use async_nats::jetstream::stream::{LastRawMessageErrorKind, RawMessageError};
use futures_core::future::BoxFuture;
use futures_util::StreamExt as _;
use futures_util::future::try_join_all;
use tokio::time::timeout;

use super::link::Link;
use super::record::Found;
use crate::tail_stream::{Chunk, Log};
use crate::{Logged, Position, ReadError, TableId, Version};

/// Up to this many records are requested one by one, because a consumer costs more.
const FEW: usize = 8;
/// Records per request to a consumer.
const BATCH: usize = 256;
/// The time after which a server forgets a consumer that was not deleted.
const FORGOTTEN: Duration = Duration::from_secs(10);

impl Link {
    /// The first record of a table after `after`, from the leader.
    pub(super) async fn next(&self, table: TableId, after: Version) -> Result<Option<Found>, String> {
        let Some(from) = after.sequence().checked_add(1) else { return Ok(None) };
        let subject = self.subjects.of_table(table);
        self.read_answer(self.stream.get_first_raw_message_by_subject(subject, from).await)
    }

    /// The last record of a table, from the leader.
    pub(super) async fn last(&self, table: TableId) -> Result<Option<Found>, String> {
        self.read_answer(self.stream.get_last_raw_message_by_subject(&self.subjects.of_table(table)).await)
    }

    /// The record with this sequence, of any table.
    pub(super) async fn at(&self, sequence: u64) -> Result<Option<Found>, String> {
        self.read_answer(self.stream.get_raw_message(sequence).await)
    }

    fn read_answer(&self, answer: Result<StreamMessage, RawMessageError>) -> Result<Option<Found>, String> {
        match answer {
            Ok(message) => Found::from_stream(&message, &self.subjects).map(Some),
            Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => Ok(None),
            Err(error) => Err(error_chain(&error)),
        }
    }

    /// Erases every record of a table but the last one.
    pub(super) async fn purge(&self, table: TableId) -> Result<(), String> {
        let purged = self.stream.purge().filter(self.subjects.of_table(table)).keep(1).await;
        purged.map(drop).map_err(|error| error_chain(&error))
    }

    /// At most `most` records of a table.
    pub(super) async fn table(&self, table: TableId, after: Version, most: usize) -> Result<Chunk, String> {
        let last = match self.last(table).await? {
            Some(last) if last.version > after => last,
            _ => return Ok(Chunk::default()),
        };
        let mut records: Vec<Found> = Vec::new();
        let mut at = after;
        while at < last.version && records.len() < most.min(FEW) {
            let follows = last.record.as_ref().is_ok_and(|record| record.after == at);
            let next = if follows { Some(last.clone()) } else { self.next(table, at).await? };
            let next = next.ok_or("a record was there, and is not any more")?;
            at = next.version;
            records.push(next);
        }
        if at < last.version && records.len() < most {
            let subject = self.subjects.of_table(table);
            let (from, until) = (at.sequence() + 1, last.sequence());
            records.extend(self.range(subject, from, until, most - records.len()).await?);
        }
        Ok(chunk(table, after, records))
    }

    /// The log after `position`.
    pub(super) async fn log(&self, position: Position, most: usize) -> Result<Vec<Logged>, String> {
        let mut at = position.sequence();
        loop {
            let end = self.end_after(at).await?;
            let until = end.min(at.saturating_add(most as u64));
            if until <= at {
                return Ok(Vec::new());
            }
            let found = if until - at <= FEW as u64 {
                try_join_all((at + 1..=until).map(|sequence| self.at(sequence)))
                    .await?
                    .into_iter()
                    .flatten()
                    .collect()
            } else {
                self.range(self.subjects.all(), at + 1, until, most).await?
            };
            let logged: Vec<Logged> = found.into_iter().filter_map(Found::into_logged).collect();
            if !logged.is_empty() {
                return Ok(logged);
            }
            at = until;
        }
    }

    /// The last sequence of the stream; the last known one if it is beyond `at`.
    async fn end_after(&self, at: u64) -> Result<u64, String> {
        let known = self.end.borrow().sequence();
        if known > at {
            return Ok(known);
        }
        let info = self.stream.get_info().await.map_err(|error| error_chain(&error))?;
        self.has(info.state.last_sequence);
        Ok(info.state.last_sequence)
    }

    /// Reads at most `most` messages from `from` to `until`, which must exist. Waits for a server that is
    /// behind.
    async fn range(&self, subject: String, from: u64, until: u64, most: usize) -> Result<Vec<Found>, String> {
        let consumer = self.consumer(subject, from, FORGOTTEN).await?;
        let name = consumer.cached_info().name.clone();
        let mut found = Vec::new();
        let read = self.drain(&consumer, until, most, &mut found).await;
        // Servers allow a limited number of consumers. If the deletion is lost, the server forgets the consumer
        // after a while.
        let stream = self.stream.clone();
        tokio::spawn(async move { stream.delete_consumer(&name).await });
        read.map(|()| found)
    }

    async fn drain(
        &self,
        consumer: &PullConsumer,
        until: u64,
        most: usize,
        found: &mut Vec<Found>,
    ) -> Result<(), String> {
        let silent = || "the NATS servers have stopped sending records".to_owned();
        loop {
            let count = BATCH.min(most - found.len());
            let batch = consumer.batch().max_messages(count).expires(self.answer).messages();
            let mut batch = timeout(self.answer, batch)
                .await
                .map_err(|_| silent())?
                .map_err(|error| error_chain(&error))?;
            let before = found.len();
            while let Some(message) = timeout(2 * self.answer, batch.next()).await.map_err(|_| silent())? {
                let message = message.map_err(|error| error.to_string())?;
                let next = Found::from_message(&message, &self.subjects)?;
                // Delivered messages are numbered, so that a lost one is noticed.
                let number = message.info().map_err(|error| error.to_string())?.consumer_sequence;
                if number != found.len() as u64 + 1 {
                    return Err("a record got lost on its way".into());
                }
                let sequence = next.sequence();
                if sequence <= until {
                    found.push(next);
                }
                if sequence >= until || found.len() == most {
                    return Ok(());
                }
            }
            if found.len() == before {
                return Err(silent());
            }
        }
    }

    /// Creates a consumer from a sequence on, in the memory of one server.
    pub(super) async fn consumer(
        &self,
        subject: String,
        from: u64,
        forgotten: Duration,
    ) -> Result<PullConsumer, String> {
        let config = pull::Config {
            deliver_policy: DeliverPolicy::ByStartSequence { start_sequence: from },
            ack_policy: AckPolicy::None,
            filter_subject: subject,
            memory_storage: true,
            num_replicas: 1,
            inactive_threshold: forgotten,
            ..pull::Config::default()
        };
        self.stream.create_consumer(config).await.map_err(|error| error_chain(&error))
    }
}

impl Log for Arc<Link> {
    fn read_chunk(&self, table: TableId, after: Version, most: usize) -> BoxFuture<'static, Option<Chunk>> {
        let link = Arc::clone(self);
        Box::pin(async move { link.retry_until_closed(|| link.table(table, after, most)).await })
    }
}

/// The records up to the first gap.
fn chunk(table: TableId, after: Version, found: Vec<Found>) -> Chunk {
    let mut chunk = Chunk::default();
    let mut last = after;
    for next in found {
        // The records before the first one may be erased. And if `after` is a version of another table, no
        // record follows it directly.
        let is_first = chunk.records.is_empty();
        let record = next.record.and_then(|record| {
            let follows = is_first || record.after == last;
            if follows { Ok(record) } else { Err(format!("the record after version {last} is missing")) }
        });
        match record {
            Ok(record) => chunk.records.push(record.stored),
            Err(why) => {
                chunk.damage = Some(ReadError::Damaged { table, after: last, why });
                break;
            }
        }
        last = next.version;
    }
    chunk
}

/// Formats an error with its source, unless its text contains that.
pub(super) fn error_chain(error: &dyn std::error::Error) -> String {
    let text = error.to_string();
    match error.source().map(ToString::to_string) {
        Some(source) if !text.contains(&source) => format!("{text}: {source}"),
        _ => text,
    }
}
