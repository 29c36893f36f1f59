//! Appends per second and processor time per append, through the trait: 500 callers, bodies of 300 bytes.
//!
//! `cargo bench -p kosti-journal --bench journal [-- DIRECTORY]`; the file is created in this directory.

#![allow(clippy::print_stdout, reason = "it prints what it measured")]

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use kosti_journal::{CommandId, Entry, Journal, MemoryJournal, SqliteJournal, TableId, Version};

const CALLERS: usize = 500;
const SUBSCRIPTIONS: u64 = 20_000;

fn main() {
    let directory = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let directory = match directory {
        Some(directory) => tempfile::tempdir_in(directory),
        None => tempfile::tempdir(),
    };
    let directory = directory.expect("a directory for the journal");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_time().build().expect("a runtime");
    runtime.block_on(measure(directory.path()));
}

async fn measure(directory: &Path) {
    appends("memory", Arc::new(MemoryJournal::default()), 20, 200).await;
    for (tables, rounds) in [(1, 400), (40, 400)] {
        let path = directory.join(format!("{tables}.journal"));
        let journal = Arc::new(SqliteJournal::open(&path).expect("a new journal"));
        appends("SQLite", Arc::clone(&journal), tables, rounds).await;
        reads(&*journal).await;
        let listeners = listen(&*journal).await;
        appends("SQLite, 20000 subscriptions", Arc::clone(&journal), tables, rounds / 4).await;
        listeners.iter().for_each(tokio::task::JoinHandle::abort);
        drop(listeners);
        println!("    {} bytes", std::fs::metadata(&path).expect("the file").len());
    }
}

/// Every caller has some tables and appends to them in turn.
async fn appends(name: &str, journal: Arc<impl Journal>, tables: usize, rounds: usize) {
    let mut versions = Vec::new();
    for number in 0..CALLERS * tables {
        let records = journal.read(table(number), Version::START).await.expect("a table");
        versions.push(records.last().map_or(Version::START, |stored| stored.version));
    }
    let (start, processor) = (Instant::now(), processor_time());
    let callers: Vec<_> = versions
        .chunks(tables)
        .enumerate()
        .map(|(caller, own)| tokio::spawn(call(Arc::clone(&journal), caller, own.to_vec(), rounds)))
        .collect();
    let mut slowest = Duration::ZERO;
    for caller in callers {
        slowest = slowest.max(caller.await.expect("a caller that ends"));
    }
    let (appends, elapsed) = ((CALLERS * rounds) as f64, start.elapsed().as_secs_f64());
    let processor = (processor_time() - processor).as_secs_f64();
    println!(
        "{name}: {} tables, {:.0} appends/s, {:.1} µs of processor time each, slowest answer {slowest:.0?}",
        CALLERS * tables,
        appends / elapsed,
        processor / appends * 1e6,
    );
}

async fn call(
    journal: Arc<impl Journal>,
    caller: usize,
    mut versions: Vec<Version>,
    rounds: usize,
) -> Duration {
    let (mut slowest, tables) = (Duration::ZERO, versions.len());
    for round in 0..rounds {
        let place = round % tables;
        let mut command = [0; 16];
        command[..8].copy_from_slice(&(caller as u64).to_le_bytes());
        command[8..].copy_from_slice(&(round as u64).to_le_bytes());
        let entry = Entry { command: CommandId::from_bytes(command), body: "x".repeat(300).into() };
        let start = Instant::now();
        let appended = journal.append(table(caller * tables + place), versions[place], entry).await;
        versions[place] = appended.expect("a free place");
        slowest = slowest.max(start.elapsed());
    }
    slowest
}

async fn reads(journal: &impl Journal) {
    let (start, count) = (Instant::now(), 2000);
    let mut records = 0;
    for number in 0..count {
        records += journal.read(table(number % CALLERS), Version::START).await.expect("a table").len();
    }
    let each = start.elapsed() / u32::try_from(count).expect("few reads");
    println!("    a table of {} records is read in {each:.0?}", records / count);
}

/// Subscribes and waits until every subscription has been polled.
async fn listen(journal: &impl Journal) -> Vec<tokio::task::JoinHandle<()>> {
    let (start, memory) = (Instant::now(), memory());
    let mut listeners = Vec::new();
    for number in 0..SUBSCRIPTIONS {
        let mut stream = journal.subscribe(TableId::from_bits(mixed(number)), Version::START);
        listeners.push(tokio::spawn(async move { while stream.next().await.is_some() {} }));
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    let each = memory_since(memory) / SUBSCRIPTIONS;
    println!("    {SUBSCRIPTIONS} subscriptions: {each} bytes each, started within {:.1?}", start.elapsed());
    listeners
}

fn table(number: usize) -> TableId {
    TableId::from_bits(mixed(number as u64))
}

/// Real table ids are random; neighbours in the index would make the numbers too good.
fn mixed(number: u64) -> u64 {
    let number = (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (number ^ number >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// The processor time of all threads, from Linux in hundredths of a second; zero elsewhere.
fn processor_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |index: usize| fields.get(index).and_then(|field| field.parse().ok()).unwrap_or(0);
    Duration::from_millis((ticks(11) + ticks(12)) * 10)
}

/// The resident memory in bytes, from Linux.
fn memory() -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    statm.split_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or(0) * 4096
}

fn memory_since(before: u64) -> u64 {
    memory().saturating_sub(before)
}
