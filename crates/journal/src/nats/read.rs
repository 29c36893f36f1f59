//! Reading. How far a table goes is asked of the stream's leader; what lies between may come from any server.

use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, PullConsumer, pull};
use async_nats::jetstream::message::StreamMessage;
use async_nats::jetstream::stream::{LastRawMessageErrorKind, RawMessageError};
use futures_core::future::BoxFuture;
use futures_util::StreamExt as _;
use futures_util::future::try_join_all;
use tokio::time::timeout;

use super::link::{ANSWER, Link};
use super::record::Found;
use crate::follow::{Chunk, Log};
use crate::{Logged, Position, ReadError, TableId, Version};

/// Records that are asked for one by one, because a consumer costs more.
const FEW: usize = 8;
/// Records that are asked of a consumer at once.
const BATCH: usize = 256;
/// After which a server forgets a consumer that was not taken back.
const FORGOTTEN: Duration = Duration::from_secs(10);

impl Link {
    /// The first record of a table after `after`, as its leader knows it.
    pub(super) async fn next(&self, table: TableId, after: Version) -> Result<Option<Found>, String> {
        let Some(from) = after.sequence().checked_add(1) else { return Ok(None) };
        let subject = self.subjects.of_table(table);
        self.found(self.stream.get_first_raw_message_by_subject(subject, from).await)
    }

    /// The last record of a table, as its leader knows it.
    pub(super) async fn last(&self, table: TableId) -> Result<Option<Found>, String> {
        self.found(self.stream.get_last_raw_message_by_subject(&self.subjects.of_table(table)).await)
    }

    /// The record with this sequence, of whatever table.
    pub(super) async fn at(&self, sequence: u64) -> Result<Option<Found>, String> {
        self.found(self.stream.get_raw_message(sequence).await)
    }

    fn found(&self, answer: Result<StreamMessage, RawMessageError>) -> Result<Option<Found>, String> {
        match answer {
            Ok(message) => Found::stored(&message, &self.subjects).map(Some),
            Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => Ok(None),
            Err(error) => Err(told(&error)),
        }
    }

    /// Removes every record of a table except the last one.
    pub(super) async fn purge(&self, table: TableId) -> Result<(), String> {
        let purged = self.stream.purge().filter(self.subjects.of_table(table)).keep(1).await;
        purged.map(drop).map_err(|error| told(&error))
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
            let logged: Vec<Logged> = found.into_iter().filter_map(Found::logged).collect();
            if !logged.is_empty() {
                return Ok(logged);
            }
            at = until;
        }
    }

    /// The last sequence of the stream. What is known of it will do where that is enough.
    async fn end_after(&self, at: u64) -> Result<u64, String> {
        let known = self.news.borrow().sequence();
        if known > at {
            return Ok(known);
        }
        let info = self.stream.get_info().await.map_err(|error| told(&error))?;
        self.has(info.state.last_sequence);
        Ok(info.state.last_sequence)
    }

    /// Messages from `from` to `until`, which is there; at most `most`. A server that is behind is waited for.
    async fn range(&self, subject: String, from: u64, until: u64, most: usize) -> Result<Vec<Found>, String> {
        let consumer = self.consumer(subject, from, FORGOTTEN).await?;
        let name = consumer.cached_info().name.clone();
        let mut found = Vec::new();
        let read = self.drain(&consumer, until, most, &mut found).await;
        // Servers allow only so many consumers. If this does not arrive, it is forgotten after a while.
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
            let batch = consumer.batch().max_messages(count).expires(ANSWER).messages();
            let mut batch =
                timeout(ANSWER, batch).await.map_err(|_| silent())?.map_err(|error| told(&error))?;
            let before = found.len();
            while let Some(message) = timeout(2 * ANSWER, batch.next()).await.map_err(|_| silent())? {
                let message = message.map_err(|error| error.to_string())?;
                let next = Found::heard(&message, &self.subjects)?;
                // Every one that was sent is numbered, so one that got lost on the way shows.
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

    /// A consumer from a sequence on, in the memory of one server.
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
        self.stream.create_consumer(config).await.map_err(|error| told(&error))
    }
}

impl Log for Arc<Link> {
    fn some(&self, table: TableId, after: Version, most: usize) -> BoxFuture<'static, Option<Chunk>> {
        let link = Arc::clone(self);
        Box::pin(async move { link.forever(|| link.table(table, after, most)).await })
    }
}

/// Records as far as each follows the one before.
fn chunk(table: TableId, after: Version, found: Vec<Found>) -> Chunk {
    let mut chunk = Chunk::default();
    let mut last = after;
    for next in found {
        // The records before the first one may be erased; and where somebody else's version is given, nothing need
        // follow it directly.
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

/// An error with what lies behind it, where it does not say that itself.
pub(super) fn told(error: &dyn std::error::Error) -> String {
    let told = error.to_string();
    match error.source().map(ToString::to_string) {
        Some(source) if !told.contains(&source) => format!("{told}: {source}"),
        _ => told,
    }
}
