//! The journal on NATS servers: errors of connecting, failing servers, a cluster.

#![allow(clippy::print_stdout, reason = "how long it took is measured, never asserted")]

mod away;
mod cluster;
mod connect;

use kosti_journal::{
    CommandId, ConnectError, Entry, Feed as _, Logged, NatsJournal, NatsOptions, Position, TableId,
};
use kosti_test_server::nats::Servers;
use kosti_testkit::DEADLINE;

pub(crate) fn table(number: u64) -> TableId {
    TableId::from_bits(number)
}

pub(crate) fn entry(number: u128) -> Entry {
    Entry { command: CommandId::from_bytes(number.to_be_bytes()), body: format!("record {number}").into() }
}

/// As many replicas as servers, and more patience than any machine needs.
pub(crate) fn options(servers: &Servers) -> NatsOptions {
    NatsOptions { replicas: servers.count(), patience: DEADLINE, ..NatsOptions::default() }
}

pub(crate) async fn connect(servers: &Servers) -> NatsJournal {
    NatsJournal::connect(&servers.url(), &options(servers)).await.unwrap()
}

/// The error of connecting and its text.
pub(crate) async fn refusal(servers: &Servers, options: &NatsOptions) -> (ConnectError, String) {
    let error = NatsJournal::connect(&servers.url(), options).await.err().expect("it should refuse");
    let words = error.to_string();
    (error, words)
}

/// Reads the whole log: a single read may return only the records known here.
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
