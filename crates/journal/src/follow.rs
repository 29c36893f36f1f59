//! What a table has and what comes, as one stream.

use std::collections::VecDeque;

use futures_core::future::BoxFuture;
use futures_core::stream::BoxStream;
use futures_util::{StreamExt as _, stream};

use crate::subscribers::{Heard, Listener};
use crate::{ReadError, Stored, TableId, Version};

/// Records that are read from the log at once.
const CHUNK: usize = 256;

/// What a stream reads old records from.
pub(crate) trait Log: Send + 'static {
    /// At most `most` records after `after`; then the damage, if that is what comes next. None: the log is closed.
    fn some(&self, table: TableId, after: Version, most: usize) -> BoxFuture<'static, Option<Chunk>>;
}

/// A piece of a table: whole records, then perhaps why it does not go on.
#[derive(Default)]
pub(crate) struct Chunk {
    pub(crate) records: Vec<Stored>,
    pub(crate) damage: Option<ReadError>,
}

struct Follow<L> {
    table: TableId,
    last: Version,
    log: L,
    /// Listening begins before the first read, so nothing falls between the two.
    listener: Listener,
    ready: VecDeque<Stored>,
    /// Why the stream ends once `ready` is empty.
    damage: Option<ReadError>,
    /// Whether the log may have records that were not heard of.
    behind: bool,
    ended: bool,
}

/// The records of a table after `after`, first from the log, then as they are heard.
pub(crate) fn follow<L: Log + Sync>(
    log: L,
    listener: Listener,
    table: TableId,
    after: Version,
) -> BoxStream<'static, Result<Stored, ReadError>> {
    let ready = VecDeque::new();
    let start = Follow { table, last: after, log, listener, ready, damage: None, behind: true, ended: false };
    stream::unfold(start, async |mut follow| {
        let item = follow.next().await?;
        Some((item, follow))
    })
    .boxed()
}

impl<L: Log> Follow<L> {
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
        let chunk = self.log.some(self.table, self.last, CHUNK).await?;
        self.behind = chunk.records.len() == CHUNK;
        self.ready = chunk.records.into();
        self.damage = chunk.damage;
        Some(())
    }

    async fn listen(&mut self) -> Option<()> {
        match self.listener.hear().await {
            Heard::Record(heard) if heard.after == self.last => self.ready.push_back(heard.stored),
            Heard::Record(heard) if heard.stored.version <= self.last => {}
            Heard::Record(_) | Heard::Missed => self.behind = true,
            Heard::Closed => return None,
        }
        Some(())
    }
}
