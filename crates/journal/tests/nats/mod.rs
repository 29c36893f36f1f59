//! The journal on NATS servers: what it refuses, servers that go away, a cluster.

#![allow(clippy::print_stdout, reason = "how long it took is measured, never asserted")]

mod away;
mod cluster;
mod connect;

use kosti_journal::{
    CommandId, ConnectError, Entry, Feed as _, Logged, NatsJournal, NatsOptions, Position, TableId,
};
use kosti_testkit::nats::Servers;

pub(crate) fn table(number: u64) -> TableId {
    TableId::from_bits(number)
}

pub(crate) fn entry(number: u128) -> Entry {
    Entry { command: CommandId::from_bytes(number.to_be_bytes()), body: format!("record {number}").into() }
}

/// As many replicas as there are servers.
pub(crate) fn options(servers: &Servers) -> NatsOptions {
    NatsOptions { replicas: servers.count(), ..NatsOptions::default() }
}

pub(crate) async fn connect(servers: &Servers) -> NatsJournal {
    NatsJournal::connect(&servers.url(), &options(servers)).await.unwrap()
}

/// Why it does not connect, in words.
pub(crate) async fn refusal(servers: &Servers, options: &NatsOptions) -> (ConnectError, String) {
    let error = NatsJournal::connect(&servers.url(), options).await.err().expect("it should refuse");
    let words = error.to_string();
    (error, words)
}

/// Everything, read until there is no more: one reading may give only what is known here already.
pub(crate) async fn whole_log(journal: &NatsJournal) -> Vec<Logged> {
    let mut all: Vec<Logged> = Vec::new();
    loop {
        let at = all.last().map_or(Position::START, |logged| logged.position);
        let more = journal.after(at, 1000).await.unwrap();
        if more.is_empty() {
            return all;
        }
        all.extend(more);
    }
}
