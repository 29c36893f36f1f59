//! One consumer per process hears of everything and tells whoever listens to a table. Servers allow some hundred
//! consumers, and there may be many more tables.

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt as _;
use tokio::time::sleep;

use super::link::{Link, PAUSE};
use super::record::Found;
use crate::subscribers::Subscribers;

/// How often a server says that it is there. Without two of them the consumer is made anew.
const HEARTBEAT: Duration = Duration::from_secs(1);
/// How long a server waits for more records before it is asked again.
const WAIT: Duration = Duration::from_secs(10);
/// After which a server forgets the consumer of a process that is gone.
const FORGOTTEN: Duration = Duration::from_secs(30);

/// Follows the stream from a sequence on, whatever happens to servers and connections.
pub(super) async fn follow(link: Arc<Link>, subscribers: Arc<Subscribers>, mut next: u64) {
    loop {
        let why = follow_once(&link, &subscribers, &mut next).await;
        tracing::debug!(why, next, "following the journal anew");
        sleep(PAUSE).await;
    }
}

/// Until something goes wrong. `next` is the first sequence that was not told yet.
async fn follow_once(link: &Link, subscribers: &Subscribers, next: &mut u64) -> String {
    let told = async {
        let consumer = link.consumer(link.subjects.all(), *next, FORGOTTEN).await?;
        let messages = consumer.stream().heartbeat(HEARTBEAT).expires(WAIT).messages().await;
        let mut messages = messages.map_err(|error| super::read::told(&error))?;
        let mut number = 0;
        while let Some(message) = messages.next().await {
            let message = message.map_err(|error| super::read::told(&error))?;
            number += 1;
            if message.info().map_err(|error| error.to_string())?.consumer_sequence != number {
                return Err("a record got lost on its way".to_owned());
            }
            let found = Found::heard(&message, &link.subjects)?;
            *next = found.sequence() + 1;
            link.has(found.sequence());
            // A damaged one is found by whoever reads it.
            if let (Some(table), Ok(record)) = (found.table, found.record) {
                subscribers.announce([(table, record)]);
            }
        }
        Err("the consumer has ended".to_owned())
    };
    match told.await {
        Ok(()) => String::new(),
        Err(why) => why,
    }
}
