use std::collections::HashMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use kosti_journal::{Journal as _, SqliteJournal, Version};

use super::{Home, entry, is_start, readable, table};

const PATH: &str = "KOSTI_JOURNAL_KILLED";
const CALLERS: u64 = 16;

/// The same test is both the process that appends and the one that kills it.
#[test]
fn what_was_acknowledged_survives_a_kill() {
    match std::env::var_os(PATH) {
        Some(path) => append_forever(Path::new(&path)),
        None => kill_again_and_again(),
    }
}

/// Appends with many callers, and prints `table records` after every acknowledgement.
fn append_forever(path: &Path) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).build().unwrap();
    runtime.block_on(async {
        let journal = Arc::new(SqliteJournal::open(path).unwrap());
        let callers: Vec<_> =
            (0..CALLERS).map(|number| tokio::spawn(call(Arc::clone(&journal), number))).collect();
        for caller in callers {
            caller.await.unwrap();
        }
    });
}

async fn call(journal: Arc<SqliteJournal>, number: u64) {
    let records = journal.read(table(number), Version::START).await.unwrap();
    let mut version = records.last().map_or(Version::START, |stored| stored.version);
    for record in records.len() as u64.. {
        version = journal.append(table(number), version, entry(record)).await.unwrap();
        // One write per line, so that a kill does not leave half a line. The test's own output is not captured.
        let line = format!("\nacknowledged {number} {}\n", record + 1);
        std::io::stderr().write_all(line.as_bytes()).unwrap();
    }
}

fn kill_again_and_again() {
    let home = Home::new();
    let path = home.path("journal");
    let mut acknowledged: HashMap<u64, usize> = HashMap::new();
    for lines in [1, 3, 40, 5, 333, 2, 1000, 17, 150, 64] {
        kill_after(lines, &path, &mut acknowledged);
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let journal = SqliteJournal::open(&path).unwrap();
            assert!(!journal.is_damaged());
            for number in 0..CALLERS {
                let (records, error) = readable(&journal, table(number)).await;
                is_start(&records);
                assert_eq!(error, None);
                // One more record may be written than acknowledged.
                let known = acknowledged.get(&number).copied().unwrap_or(0);
                assert!((known..=known + 1).contains(&records.len()), "{known} {}", records.len());
                acknowledged.insert(number, records.len());
            }
        });
    }
    assert!(acknowledged.values().sum::<usize>() > 1500);
}

/// Lets a process append until it has acknowledged this many records, and kills it.
fn kill_after(lines: usize, path: &Path, acknowledged: &mut HashMap<u64, usize>) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "sqlite::killed::what_was_acknowledged_survives_a_kill", "--nocapture"])
        .env(PATH, path)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let output = BufReader::new(child.stderr.take().unwrap());
    let mut seen = 0;
    // After the kill, read the rest of its output.
    for line in output.lines().map(Result::unwrap) {
        let Some(record) = line.strip_prefix("acknowledged ") else { continue };
        let (number, records) = record.split_once(' ').unwrap();
        acknowledged.insert(number.parse().unwrap(), records.parse().unwrap());
        seen += 1;
        if seen == lines {
            child.kill().unwrap();
        }
    }
    child.wait().unwrap();
    assert!(seen >= lines, "the child ended by itself");
}
