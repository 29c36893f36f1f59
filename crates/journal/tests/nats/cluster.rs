//! Three servers, which fail one after the other while many clients append.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use futures_util::future::join_all;
use kosti_journal::{AppendError, CommandId, Journal as _, NatsJournal, Stored, TableId, Version};
use rustix::process::Signal;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use super::{connect, entry, table, whole_log};
use kosti_test_server::nats::Servers;
use kosti_testkit::DEADLINE;

const TABLES: u64 = 4;

/// Every append has its own command.
static COMMANDS: AtomicU64 = AtomicU64::new(1);

/// Appends one record in spite of failures, and returns its command and version.
async fn append_surely(journal: &NatsJournal, table: TableId, version: &mut Version) -> (CommandId, Version) {
    let entry = entry(COMMANDS.fetch_add(1, Ordering::Relaxed).into());
    let command = entry.command;
    loop {
        match journal.append(table, *version, entry.clone()).await {
            Ok(written) | Err(AppendError::Again { version: written }) => {
                *version = written;
                return (command, written);
            }
            Err(AppendError::Conflict { current }) => *version = current,
            // Repeating the append shows whether it was written.
            Err(AppendError::Unknown { .. }) => {}
            Err(AppendError::Refused { why }) => {
                println!("not written, so once more: {why}");
                sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

/// Appends to one table until it is stopped. Returns the acknowledged records.
fn writer(
    journal: Arc<NatsJournal>,
    table: TableId,
    stop: Arc<AtomicBool>,
) -> JoinHandle<Vec<(CommandId, Version)>> {
    tokio::spawn(async move {
        let (mut version, mut acknowledged) = (Version::START, Vec::new());
        while !stop.load(Ordering::Relaxed) {
            acknowledged.push(append_surely(&journal, table, &mut version).await);
        }
        acknowledged
    })
}

/// Subscribes to one table. Returns the records up to the last version.
fn listener(
    journal: &NatsJournal,
    table: TableId,
    mut last: tokio::sync::watch::Receiver<HashMap<TableId, Version>>,
) -> JoinHandle<Vec<Stored>> {
    let mut stream = journal.subscribe(table, Version::START);
    tokio::spawn(async move {
        let mut heard: Vec<Stored> = Vec::new();
        loop {
            let end = last.borrow_and_update().get(&table).copied();
            if end.is_some_and(|end| heard.last().is_some_and(|stored| stored.version >= end)) {
                return heard;
            }
            tokio::select! {
                stored = stream.next() => heard.push(stored.unwrap().unwrap()),
                changed = last.changed() => changed.unwrap(),
            }
        }
    })
}

struct Cluster {
    servers: Servers,
    journals: Vec<Arc<NatsJournal>>,
}

impl Cluster {
    async fn start() -> Self {
        let servers = Servers::start(3);
        let mut journals = Vec::new();
        for _ in 0..3 {
            journals.push(Arc::new(connect(&servers).await));
        }
        Self { servers, journals }
    }

    /// Measures the time until every table can be appended to again.
    async fn resumed(&self, what: &str) {
        let begun = Instant::now();
        let probes = self.journals.iter().enumerate().map(async |(number, journal)| {
            let (place, mut version) = (table(100 + number as u64), Version::START);
            append_surely(journal, place, &mut version).await;
            begun.elapsed().as_secs_f64()
        });
        let times = timeout(DEADLINE, join_all(probes)).await.expect("appends resume");
        let figures = format!("{what}: everybody appends again after {times:.1?} s");
        kosti_testkit::report_figures("crates/journal/tests/nats/cluster.rs", &figures);
    }

    async fn fail(
        &self,
        what: &str,
        number: usize,
        failing: impl Fn(&Servers, usize),
        back: impl Fn(&Servers, usize),
    ) {
        failing(&self.servers, number);
        self.resumed(what).await;
        // Many records are appended without it.
        let goal = COMMANDS.load(Ordering::Relaxed) + 100;
        while COMMANDS.load(Ordering::Relaxed) < goal {
            sleep(Duration::from_millis(10)).await;
        }
        back(&self.servers, number);
        self.resumed("and when it is back").await;
        self.servers.leader().await;
    }

    /// Makes the servers fail one after the other, in every way.
    async fn suffer(&self) {
        let stop = |servers: &Servers, number| servers.signal(number, Signal::STOP);
        let go_on = |servers: &Servers, number| servers.signal(number, Signal::CONT);
        let leader = self.servers.leader().await;
        self.fail("the leader killed", leader, Servers::kill, Servers::begin).await;
        if !kosti_testkit::full_length() {
            return;
        }
        let follower = (self.servers.leader().await + 1) % 3;
        self.fail("a follower killed", follower, Servers::kill, Servers::begin).await;
        let leader = self.servers.leader().await;
        self.fail("the leader stopped", leader, stop, go_on).await;
        let follower = (self.servers.leader().await + 1) % 3;
        self.fail("a follower stopped", follower, stop, go_on).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn nothing_is_lost_or_doubled_when_servers_fail() {
    let cluster = Cluster::start().await;
    let stop = Arc::new(AtomicBool::new(false));
    let ends = tokio::sync::watch::Sender::new(HashMap::new());
    let (mut listeners, mut writers) = (Vec::new(), Vec::new());
    for place in (0..TABLES).map(table) {
        for journal in &cluster.journals {
            listeners.push((place, listener(journal, place, ends.subscribe())));
            writers.push((place, writer(journal.clone(), place, stop.clone())));
        }
    }
    cluster.suffer().await;
    stop.store(true, Ordering::Relaxed);
    let mut acknowledged = Vec::new();
    for (place, writer) in writers {
        acknowledged.extend(writer.await.unwrap().into_iter().map(|written| (place, written)));
    }
    let tables = the_same_for_everybody(&cluster).await;
    each_once(&acknowledged, &tables);
    ends.send_replace(
        tables.iter().map(|(place, records)| (*place, records.last().unwrap().version)).collect(),
    );
    for (place, listener) in listeners {
        let heard = timeout(DEADLINE, listener).await.expect("all is heard").unwrap();
        assert!(heard == tables[&place], "{place}: heard otherwise than read");
    }
}

/// Reads every table through every journal.
async fn the_same_for_everybody(cluster: &Cluster) -> HashMap<TableId, Vec<Stored>> {
    let mut tables = HashMap::new();
    let mut logs = Vec::new();
    for journal in &cluster.journals {
        for place in (0..TABLES).map(table) {
            let records = journal.read(place, Version::START).await.unwrap();
            let known = tables.entry(place).or_insert_with(|| records.clone());
            assert!(*known == records, "{place} is read otherwise elsewhere");
        }
        logs.push(whole_log(journal).await);
    }
    assert!(logs.iter().all(|log| *log == logs[0]), "the log has not one order");
    for (place, records) in &tables {
        let of_log = logs[0].iter().filter(|logged| logged.table == *place);
        assert!(
            of_log.map(|logged| logged.stored.as_ref().unwrap()).eq(records),
            "{place}: not as in the log"
        );
    }
    tables
}

/// Checks that every acknowledged record exists once, with its version, and that there are no others.
fn each_once(acknowledged: &[(TableId, (CommandId, Version))], tables: &HashMap<TableId, Vec<Stored>>) {
    let mut there: HashMap<CommandId, (TableId, Version)> = HashMap::new();
    for (place, records) in tables {
        for stored in records {
            let before = there.insert(stored.entry.command, (*place, stored.version));
            assert_eq!(before, None, "{} is there twice", stored.entry.command);
        }
    }
    assert_eq!(there.len(), acknowledged.len());
    for (place, (command, version)) in acknowledged {
        assert_eq!(there.get(command), Some(&(*place, *version)), "an acknowledged record is lost");
    }
    let figures = format!("{} records acknowledged, all there, each once", acknowledged.len());
    kosti_testkit::report_figures("crates/journal/tests/nats/cluster.rs", &figures);
}
