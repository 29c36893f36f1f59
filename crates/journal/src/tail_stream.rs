//! The stream of a table: its old records, then new ones.

use std::collections::VecDeque;

use futures_core::future::BoxFuture;
use futures_core::stream::BoxStream;
use futures_util::{StreamExt as _, stream};

use crate::subscribers::{Listener, Message};
use crate::{ReadError, Stored, TableId, Version};

/// Records per read from the log.
const CHUNK: usize = 256;

/// The source of old records.
pub(crate) trait Log: Send + 'static {
    /// Reads at most `most` records after `after`, and the damage if that comes next. `None` if the log is
    /// closed.
    fn read_chunk(&self, table: TableId, after: Version, most: usize) -> BoxFuture<'static, Option<Chunk>>;
}

/// Consecutive records of a table, and the damage after them if there is any.
#[derive(Default)]
pub(crate) struct Chunk {
    pub(crate) records: Vec<Stored>,
    pub(crate) damage: Option<ReadError>,
}

struct TailStream<L> {
    table: TableId,
    last: Version,
    log: L,
    /// The subscription must begin before the first read, so that no record falls between the two.
    listener: Listener,
    ready: VecDeque<Stored>,
    /// The error that ends the stream once `ready` is empty.
    damage: Option<ReadError>,
    /// Whether the log may have records that the listener missed.
    behind: bool,
    ended: bool,
}

/// The records of a table after `after`, first from the log, then as they are announced.
pub(crate) fn stream_records<L: Log + Sync>(
    log: L,
    listener: Listener,
    table: TableId,
    after: Version,
) -> BoxStream<'static, Result<Stored, ReadError>> {
    let ready = VecDeque::new();
    let start =
        TailStream { table, last: after, log, listener, ready, damage: None, behind: true, ended: false };
    stream::unfold(start, async |mut tail| {
        let item = tail.next().await?;
        Some((item, tail))
    })
    .boxed()
}

impl<L: Log> TailStream<L> {
    async fn next(&mut self) -> Option<Result<Stored, ReadError>> {
        loop {
            if self.ended {
                return None;
            }
            if let Some(stored) = self.ready.pop_front() {
                self.last = stored.version;
                return Some(Ok(stored));
            }
            if let Some(damage) = self.damage.take() {
                self.ended = true;
                return Some(Err(damage));
            }
            if self.behind { self.catch_up().await? } else { self.listen().await? }
        }
    }

    async fn catch_up(&mut self) -> Option<()> {
        let chunk = self.log.read_chunk(self.table, self.last, CHUNK).await?;
        self.behind = chunk.records.len() == CHUNK;
        self.ready = chunk.records.into();
        self.damage = chunk.damage;
        Some(())
    }

    async fn listen(&mut self) -> Option<()> {
        match self.listener.next_message().await {
            Message::Record(record) if record.after == self.last => self.ready.push_back(record.stored),
            Message::Record(record) if record.stored.version <= self.last => {}
            Message::Record(_) | Message::Missed => self.behind = true,
            Message::Closed => return None,
        }
        Some(())
    }
}
