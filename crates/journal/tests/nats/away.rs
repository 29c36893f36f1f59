//! A single server that stops and comes back.

use std::pin::pin;
use std::time::Duration;

use futures_util::{StreamExt as _, future};
use kosti_journal::{
    AppendError, Feed as _, Journal as _, Logged, NatsJournal, NatsOptions, Position, ReadError, Refusal,
    TableId, Version,
};
use rustix::process::Signal;
use tokio::time::timeout;

use super::{connect, entry, options, table};
use kosti_test_server::nats::Servers;

/// Longer than one request waits for its answer, so that there is more than one try.
const A_WHILE: Duration = Duration::from_millis(1200);

/// A journal with little patience; connects again if that was too slow.
async fn impatient(servers: &Servers) -> NatsJournal {
    let options = NatsOptions { patience: Duration::from_millis(700), ..options(servers) };
    loop {
        if let Ok(journal) = NatsJournal::connect(&servers.url(), &options).await {
            return journal;
        }
    }
}

/// Appends with little patience, as often as it takes.
async fn insist(journal: &NatsJournal, table: TableId, expected: Version, number: u128) -> Version {
    loop {
        match journal.append(table, expected, entry(number)).await {
            Ok(version) | Err(AppendError::Again { version }) => return version,
            Err(error) => assert!(!matches!(error, AppendError::Conflict { .. }), "{error}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_goes_on_when_it_is_back() {
    let servers = Servers::start(1);
    let journal = connect(&servers).await;
    let mut heard = journal.subscribe(table(1), Version::START);
    let first = journal.append(table(1), Version::START, entry(1)).await.unwrap();
    assert_eq!(heard.next().await.unwrap().unwrap().version, first);
    servers.kill(0);
    // Subscribed while the server is stopped, and answered when it is back.
    let mut late = journal.subscribe(table(1), Version::START);
    let mut asking = pin!(future::join(late.next(), journal.append(table(1), first, entry(2))));
    assert!(timeout(A_WHILE, &mut asking).await.is_err(), "nobody can answer");
    servers.begin(0);
    let (late, second) = asking.await;
    assert_eq!(late.unwrap().unwrap().version, first);
    let second = second.unwrap();
    let read = journal.read(table(1), Version::START).await.unwrap();
    assert_eq!(heard.next().await.unwrap().unwrap().version, second);
    // Only an empty answer is the end of the log.
    let mut log = Vec::new();
    loop {
        let position = log.last().map_or(Position::START, |logged: &Logged| logged.position);
        let more = journal.after(position, 9).await.unwrap();
        if more.is_empty() {
            break;
        }
        log.extend(more);
    }
    assert_eq!((read.len(), log.len()), (2, 2));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_never_sent_is_surely_not_written() {
    let servers = Servers::start(1);
    let journal = impatient(&servers).await;
    let first = insist(&journal, table(1), Version::START, 1).await;
    servers.kill(0);
    // Until the client notices the failure, it may send something.
    while !matches!(
        journal.append(table(2), Version::START, entry(2)).await,
        Err(AppendError::Refused { why: Refusal::Failed { .. } })
    ) {}
    let answer = journal.append(table(1), first, entry(2)).await;
    assert_eq!(
        answer.unwrap_err().to_string(),
        "not written: the journal cannot be written: no NATS server can be reached"
    );
    assert!(matches!(journal.read(table(1), first).await, Err(ReadError::Away { .. })));
    servers.begin(0);
    // A connection keeps its order: a message kept for later would be written before this one.
    insist(&journal, table(3), Version::START, 3).await;
    let patient = connect(&servers).await;
    assert_eq!(patient.read(table(1), first).await.unwrap(), []);
    patient.append(table(1), first, entry(2)).await.unwrap();
}

/// The server is suspended, so it processes pending messages when it continues.
#[tokio::test(flavor = "multi_thread")]
async fn silence_is_no_answer() {
    let servers = Servers::start(1);
    let journal = impatient(&servers).await;
    let first = insist(&journal, table(1), Version::START, 1).await;
    loop {
        servers.signal(0, Signal::STOP);
        match journal.append(table(1), first, entry(2)).await {
            Err(AppendError::Unknown { .. }) => break,
            // The connection was lost before this was sent.
            Err(AppendError::Refused { why: Refusal::Failed { .. } }) => {}
            other => panic!("{other:?}"),
        }
        servers.signal(0, Signal::CONT);
        insist(&journal, table(2), Version::START, 3).await;
    }
    servers.signal(0, Signal::CONT);
    let version = insist(&journal, table(1), first, 2).await;
    let read = connect(&servers).await.read(table(1), first).await.unwrap();
    assert_eq!(read.iter().map(|stored| stored.version).collect::<Vec<_>>(), [version]);
}

/// If the server is suspended for less time than a caller waits, the answer is that of the first try.
#[tokio::test(flavor = "multi_thread")]
async fn a_late_answer_is_an_answer() {
    let servers = Servers::start(1);
    let journal = connect(&servers).await;
    let mut version = Version::START;
    for number in 0..3 {
        servers.signal(0, Signal::STOP);
        let (answer, ()) = tokio::join!(journal.append(table(1), version, entry(number)), async {
            tokio::time::sleep(A_WHILE).await;
            servers.signal(0, Signal::CONT);
        });
        version = answer.unwrap();
    }
    assert_eq!(journal.read(table(1), Version::START).await.unwrap().len(), 3);
}
