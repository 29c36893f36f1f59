//! `Subscribers`: the subscriptions by table.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::broadcast;

use crate::{Stored, TableId, Version};

/// The records that a subscriber may lag behind before it reads from the log again. Small, because there are
/// many tables.
const CAPACITY: usize = 8;

/// A record as announced: a listener at version `after` has missed nothing before it.
#[derive(Debug, Clone)]
pub(crate) struct Announced {
    pub(crate) after: Version,
    pub(crate) stored: Stored,
}

/// A channel per table, only while somebody listens.
#[derive(Default)]
pub(crate) struct Subscribers {
    open: Mutex<Channels>,
}

#[derive(Default)]
struct Channels {
    of: HashMap<TableId, broadcast::Sender<Announced>>,
    closed: bool,
}

impl Subscribers {
    /// Subscribes to a table. Every record announced from now on arrives, or is reported as missed.
    pub(crate) fn listen(self: &Arc<Self>, table: TableId) -> Listener {
        let mut channels = self.open.lock();
        let receiver = if channels.closed {
            broadcast::Sender::new(1).subscribe()
        } else {
            channels.of.entry(table).or_insert_with(|| broadcast::Sender::new(CAPACITY)).subscribe()
        };
        Listener { table, receiver: Some(receiver), subscribers: Arc::clone(self) }
    }

    /// Announces durable records.
    pub(crate) fn announce(&self, records: impl IntoIterator<Item = (TableId, Announced)>) {
        let channels = self.open.lock();
        if channels.of.is_empty() {
            return;
        }
        for (table, announced) in records {
            if let Some(sender) = channels.of.get(&table) {
                // An error means that the last listener is just leaving.
                let _ = sender.send(announced);
            }
        }
    }

    /// Ends all subscriptions.
    pub(crate) fn close(&self) {
        let mut channels = self.open.lock();
        channels.closed = true;
        channels.of.clear();
    }

    /// The number of tables with listeners.
    #[cfg(test)]
    pub(crate) fn tables(&self) -> usize {
        self.open.lock().of.len()
    }
}

/// A message to a listener.
pub(crate) enum Message {
    Record(Announced),
    /// Some records were missed: the log has them.
    Missed,
    Closed,
}

/// A subscription. The last one of a table removes its channel.
pub(crate) struct Listener {
    table: TableId,
    receiver: Option<broadcast::Receiver<Announced>>,
    subscribers: Arc<Subscribers>,
}

impl Listener {
    pub(crate) async fn next_message(&mut self) -> Message {
        let Some(receiver) = &mut self.receiver else { return Message::Closed };
        match receiver.recv().await {
            Ok(announced) => Message::Record(announced),
            Err(broadcast::error::RecvError::Lagged(_)) => Message::Missed,
            Err(broadcast::error::RecvError::Closed) => Message::Closed,
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.receiver = None;
        let mut channels = self.subscribers.open.lock();
        if channels.of.get(&self.table).is_some_and(|sender| sender.receiver_count() == 0) {
            channels.of.remove(&self.table);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_listener_frees_the_table() {
        let subscribers = Arc::<Subscribers>::default();
        let [one, other] = [1, 2].map(TableId::from_bits);
        let listeners = [subscribers.listen(one), subscribers.listen(one), subscribers.listen(other)];
        assert_eq!(subscribers.tables(), 2);
        let [first, second, third] = listeners;
        drop(first);
        assert_eq!(subscribers.tables(), 2);
        drop(third);
        assert_eq!(subscribers.tables(), 1);
        drop(second);
        assert_eq!(subscribers.tables(), 0);
    }

    #[tokio::test]
    async fn nobody_waits_for_a_closed_journal() {
        let subscribers = Arc::<Subscribers>::default();
        let mut before = subscribers.listen(TableId::from_bits(1));
        subscribers.close();
        let mut after = subscribers.listen(TableId::from_bits(1));
        assert!(matches!(before.next_message().await, Message::Closed));
        assert!(matches!(after.next_message().await, Message::Closed));
    }
}
