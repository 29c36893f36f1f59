//! A journal in memory that returns a few records at a time.

use futures_core::future::BoxFuture;
use kosti_journal::{
    CommandId, Entry, Feed, Journal as _, Logged, MemoryJournal, Position, ReadError, TableId, Version,
};
use kosti_table::Key;
use tokio::sync::watch;

/// A body that stands for a damaged record.
pub(crate) const DAMAGED: &str = "damaged";

pub(crate) fn table(number: u64) -> TableId {
    TableId::from_bits(number * 7_777_777)
}

pub(crate) fn key(person: u8) -> Key {
    Key::of(&format!("token {person}"))
}

/// A journal that returns few records at a time, some of them damaged.
pub(crate) struct ScriptedFeed {
    pub(crate) journal: MemoryJournal,
    pub(crate) at_once: usize,
}

impl ScriptedFeed {
    pub(crate) fn new(at_once: usize) -> Self {
        Self { journal: MemoryJournal::default(), at_once }
    }

    pub(crate) async fn append(&self, story: &[(u64, String)]) {
        for (number, body) in story {
            let there = self.journal.read(table(*number), Version::START).await.unwrap();
            let expected = there.last().map_or(Version::START, |stored| stored.version);
            let entry = Entry { command: CommandId::from_bytes([0; 16]), body: body.as_str().into() };
            self.journal.append(table(*number), expected, entry).await.unwrap();
        }
    }
}

impl Feed for ScriptedFeed {
    fn after(&self, position: Position, most: usize) -> BoxFuture<'_, Result<Vec<Logged>, ReadError>> {
        Box::pin(async move {
            let mut records = self.journal.after(position, most.min(self.at_once)).await?;
            for record in &mut records {
                if record.stored.as_ref().is_ok_and(|stored| &*stored.entry.body == DAMAGED) {
                    record.stored = Err("its checksum is wrong".to_owned());
                }
            }
            Ok(records)
        })
    }

    fn watch_end(&self) -> watch::Receiver<Position> {
        self.journal.watch_end()
    }
}
