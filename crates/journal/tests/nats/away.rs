//! A single server that goes away and comes back.

use std::time::Duration;

use futures_util::StreamExt as _;
use kosti_journal::{
    AppendError, Feed as _, Journal as _, NatsJournal, NatsOptions, Position, ReadError, Refusal, Version,
};
use rustix::process::Signal;

use super::{connect, entry, options, table};
use kosti_testkit::nats::Servers;

/// One who does not wait long.
async fn impatient(servers: &Servers) -> NatsJournal {
    let options = NatsOptions { patience: Duration::from_millis(700), ..options(servers) };
    NatsJournal::connect(&servers.url(), &options).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_goes_on_when_it_is_back() {
    let servers = Servers::start(1);
    let journal = connect(&servers).await;
    let mut heard = journal.subscribe(table(1), Version::START);
    let first = journal.append(table(1), Version::START, entry(1)).await.unwrap();
    assert_eq!(heard.next().await.unwrap().unwrap().version, first);
    servers.kill(0);
    let (late, (second, read, log)) = tokio::join!(
        async {
            tokio::time::sleep(Duration::from_secs(1)).await;
            servers.begin(0);
            // Asked for while it was away, and answered when it is back.
            journal.subscribe(table(1), Version::START).next().await
        },
        async {
            let second = journal.append(table(1), first, entry(2)).await;
            (second, journal.read(table(1), Version::START).await, journal.after(Position::START, 9).await)
        }
    );
    assert_eq!(late.unwrap().unwrap().version, first);
    let second = second.unwrap();
    assert_eq!(heard.next().await.unwrap().unwrap().version, second);
    assert_eq!((read.unwrap().len(), log.unwrap().len()), (2, 2));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_never_sent_is_surely_not_written() {
    let servers = Servers::start(1);
    let journal = impatient(&servers).await;
    let first = journal.append(table(1), Version::START, entry(1)).await.unwrap();
    servers.kill(0);
    // Until it is noticed, something may be sent.
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
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert_eq!(journal.read(table(1), first).await.unwrap(), []);
    journal.append(table(1), first, entry(2)).await.unwrap();
}

/// It stands still, so it takes what is sent to it when it goes on.
#[tokio::test(flavor = "multi_thread")]
async fn silence_is_no_answer() {
    let servers = Servers::start(1);
    let journal = impatient(&servers).await;
    let first = journal.append(table(1), Version::START, entry(1)).await.unwrap();
    servers.signal(0, Signal::STOP);
    let answer = journal.append(table(1), first, entry(2)).await;
    assert!(matches!(answer, Err(AppendError::Unknown { .. })), "{answer:?}");
    servers.signal(0, Signal::CONT);
    let version = loop {
        match journal.append(table(1), first, entry(2)).await {
            Ok(version) | Err(AppendError::Again { version }) => break version,
            Err(error) => assert!(!matches!(error, AppendError::Conflict { .. }), "{error}"),
        }
    };
    let read = journal.read(table(1), first).await.unwrap();
    assert_eq!(read.iter().map(|stored| stored.version).collect::<Vec<_>>(), [version]);
}

/// While it stands still for less than a caller waits, the answer is the first try's.
#[tokio::test(flavor = "multi_thread")]
async fn a_late_answer_is_an_answer() {
    let servers = Servers::start(1);
    let journal = connect(&servers).await;
    let mut version = Version::START;
    for number in 0..3 {
        servers.signal(0, Signal::STOP);
        let (answer, ()) = tokio::join!(journal.append(table(1), version, entry(number)), async {
            tokio::time::sleep(Duration::from_millis(1200)).await;
            servers.signal(0, Signal::CONT);
        });
        version = answer.unwrap();
    }
    assert_eq!(journal.read(table(1), Version::START).await.unwrap().len(), 3);
}
