//! The errors of connecting, and their texts.

use std::io::{Write as _, copy, sink};
use std::net::TcpListener;
use std::time::Duration;

use async_nats::ConnectOptions;
use async_nats::jetstream::context::ContextBuilder;
use async_nats::jetstream::stream::{Config, DiscardPolicy, StorageType};
use kosti_journal::{ConnectError, EraseError, Journal as _, NatsJournal, NatsOptions, Synced, Version};

use super::{connect, entry, options, refusal, table, whole_log};
use kosti_test_server::nats::Servers;
use kosti_testkit::DEADLINE;

#[tokio::test(flavor = "multi_thread")]
async fn nobody_there() {
    let error = NatsJournal::connect("nats://127.0.0.1:1", &NatsOptions::default()).await.err().unwrap();
    assert!(error.to_string().starts_with("no NATS server can be reached: 127.0.0.1:1: "), "{error}");
}

/// The client recognises an old server by its first line.
#[tokio::test(flavor = "multi_thread")]
async fn an_old_server() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().map(Result::unwrap) {
            let info = r#"{"server_id":"X","server_name":"old","version":"2.10.26","go":"1","host":"h","port":1,
                "headers":true,"max_payload":1048576,"proto":1,"jetstream":true,"client_id":1,"client_ip":""}"#;
            let _ = stream.write_all(format!("INFO {}\r\nPONG\r\n", info.replace('\n', "")).as_bytes());
            // Until the client has read it and disconnects.
            std::thread::spawn(move || copy(&mut stream, &mut sink()));
        }
    });
    let options = NatsOptions { patience: DEADLINE, ..NatsOptions::default() };
    let error = NatsJournal::connect(&format!("nats://{address}"), &options).await.err().unwrap();
    assert_eq!(
        error.to_string(),
        format!(
            "the NATS server {address} is version 2.10.26, which can lose or double records: use 2.10.27 or newer"
        )
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_that_will_not_do() {
    let servers = Servers::start_with(1, "off", "");
    let (error, words) = refusal(&servers, &options(&servers)).await;
    assert!(matches!(error, ConnectError::NoJetStream { .. }), "{words}");

    let servers = Servers::start_with(1, "sync_interval: always", "max_payload: 65536");
    let (error, words) = refusal(&servers, &options(&servers)).await;
    assert!(matches!(error, ConnectError::SmallPayload { most: 65536, .. }), "{words}");

    let servers = Servers::start(1);
    let (error, words) = refusal(&servers, &NatsOptions { replicas: 3, ..options(&servers) }).await;
    assert!(matches!(error, ConnectError::TooFewServers { replicas: 3, .. }), "{words}");
}

/// Creates a stream with other settings than Kosti's.
async fn make_stream(servers: &Servers, config: Config) {
    let options = ConnectOptions::new().connection_timeout(DEADLINE);
    let client = options.connect(servers.url()).await.unwrap();
    let context = ContextBuilder::new().timeout(DEADLINE).build(client);
    context.create_stream(config).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_that_would_lose_something() {
    let servers = Servers::start(1);
    let config = Config {
        name: "kosti".into(),
        subjects: vec!["kosti.>".into()],
        storage: StorageType::Memory,
        max_messages_per_subject: 1,
        max_age: Duration::from_secs(60),
        ..Config::default()
    };
    make_stream(&servers, config).await;
    let (_, words) = refusal(&servers, &options(&servers)).await;
    assert_eq!(
        words,
        "the stream `kosti` is not set up for Kosti: its subjects are not [\"kosti.table.*\"]; it is kept in memory and \
         not in files; its discard policy is not `new`; it has a limit of messages per subject; it has a greatest age \
         of messages; messages can be deleted (deny_delete is off)"
    );
}

/// The stream forbids purging for good, and is still used.
#[tokio::test(flavor = "multi_thread")]
async fn a_stream_of_an_older_kosti_cannot_erase() {
    let servers = Servers::start(1);
    let config = Config {
        name: "kosti".into(),
        subjects: vec!["kosti.table.*".into()],
        storage: StorageType::File,
        discard: DiscardPolicy::New,
        deny_delete: true,
        deny_purge: true,
        ..Config::default()
    };
    make_stream(&servers, config).await;
    let journal = connect(&servers).await;
    let first = journal.append(table(1), Version::START, entry(1)).await.unwrap();
    journal.append(table(1), first, entry(2)).await.unwrap();
    let error = journal.erase(vec![table(1)]).await.unwrap_err();
    assert!(
        matches!(error, EraseError::Impossible { .. }) && error.to_string().contains("kosti copy"),
        "{error}"
    );
    assert_eq!(journal.read(table(1), Version::START).await.unwrap().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_key_belongs_to_the_stream() {
    let servers = Servers::start(1);
    let keyed = |key: Option<&str>| NatsOptions {
        fingerprint: key.map(str::to_owned),
        answer: DEADLINE,
        ..options(&servers)
    };
    // A stream without a fingerprint takes the first one given.
    for key in [None, Some("one"), Some("one"), None] {
        NatsJournal::connect(&servers.url(), &keyed(key)).await.unwrap();
    }
    let (error, words) = refusal(&servers, &keyed(Some("other"))).await;
    assert!(matches!(error, ConnectError::OtherKey { .. }), "{words}");
}

#[tokio::test(flavor = "multi_thread")]
async fn whether_it_is_on_the_disk() {
    for (jetstream, always) in [("sync_interval: always", true), ("sync_interval: 2m", false)] {
        let servers = Servers::start_with(1, jetstream, "");
        let options = NatsOptions { monitor: servers.monitor(0), answer: DEADLINE, ..options(&servers) };
        let synced = NatsJournal::connect(&servers.url(), &options).await.unwrap().check_sync().await;
        assert_eq!(synced == Synced::Always, always, "{synced:?}");
        assert_eq!(matches!(synced, Synced::Later { .. }), !always, "{synced:?}");
    }
    let servers = Servers::start(1);
    let options = NatsOptions { monitor: 1, ..options(&servers) };
    let journal = NatsJournal::connect(&servers.url(), &options).await.unwrap();
    assert_eq!(journal.check_sync().await, Synced::Unseen);
}

/// Several servers create the same stream at the same time.
#[tokio::test(flavor = "multi_thread")]
async fn all_at_once() {
    let servers = Servers::start(1);
    let journals = futures_util::future::join_all((0..8).map(|_| connect(&servers))).await;
    for (number, journal) in (0..).zip(&journals) {
        journal.append(table(number), Version::START, entry(1)).await.unwrap();
    }
    for journal in &journals {
        assert_eq!(whole_log(journal).await.len(), 8);
    }
}
