//! Follows the whole stream with one consumer per process, and announces records to the subscribers of their
//! tables. Servers allow some hundred consumers, and there may be many more tables.

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt as _;
use tokio::time::sleep;

use super::link::{Link, PAUSE};
use super::record::Found;
use crate::subscribers::Subscribers;

/// The interval of a server's heartbeats. After two missing ones the consumer is created anew.
const HEARTBEAT: Duration = Duration::from_secs(1);
/// The time that a server waits for more records before the next request.
const WAIT: Duration = Duration::from_secs(10);
/// The time after which a server forgets the consumer of a dead process.
const FORGOTTEN: Duration = Duration::from_secs(30);

/// Follows the stream from a sequence on, across failures of servers and connections.
pub(super) async fn follow(link: Arc<Link>, subscribers: Arc<Subscribers>, mut next: u64) {
    loop {
        let why = follow_once(&link, &subscribers, &mut next).await;
        tracing::debug!(why, next, "following the journal anew");
        sleep(PAUSE).await;
    }
}

/// Follows until the first failure and returns it. `next` is the first sequence that was not announced yet.
async fn follow_once(link: &Link, subscribers: &Subscribers, next: &mut u64) -> String {
    let followed = async {
        let consumer = link.consumer(link.subjects.all(), *next, FORGOTTEN).await?;
        let messages = consumer.stream().heartbeat(HEARTBEAT).expires(WAIT).messages().await;
        let mut messages = messages.map_err(|error| super::read::error_chain(&error))?;
        let mut number = 0;
        while let Some(message) = messages.next().await {
            let message = message.map_err(|error| super::read::error_chain(&error))?;
            number += 1;
            if message.info().map_err(|error| error.to_string())?.consumer_sequence != number {
                return Err("a record got lost on its way".to_owned());
            }
            let found = Found::from_message(&message, &link.subjects)?;
            *next = found.sequence() + 1;
            link.has(found.sequence());
            // A reader will find a damaged record itself.
            if let (Some(table), Ok(record)) = (found.table, found.record) {
                subscribers.announce([(table, record)]);
            }
        }
        Err("the consumer has ended".to_owned())
    };
    match followed.await {
        Ok(()) => String::new(),
        Err(why) => why,
    }
}
