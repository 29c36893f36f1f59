//! Compares a journal with plain lists under random operations.

use std::collections::HashMap;

use kosti_journal::{AppendError, Entry, Position, Stored, Version};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use super::{Fresh, Whole, command, table};

#[derive(Debug, Clone)]
enum Operation {
    /// Table, distance behind its end (ahead if negative), command, body.
    Append(u64, i64, u128, String),
    /// Table, number of records to skip.
    Read(u64, usize),
    /// Number of records to skip, number of records to read.
    Log(usize, usize),
}

fn operation() -> impl Strategy<Value = Operation> {
    let behind = prop_oneof![6 => Just(0), 2 => 0_i64..4, 1 => -3_i64..0];
    prop_oneof![
        4 => (0_u64..4, behind, 0_u128..12, ".{0,20}").prop_map(|(t, b, c, s)| Operation::Append(t, b, c, s)),
        1 => (0_u64..4, 0_usize..8).prop_map(|(table, after)| Operation::Read(table, after)),
        1 => (0_usize..20, 0_usize..10).prop_map(|(after, most)| Operation::Log(after, most)),
    ]
}

/// Versions are opaque, so the model learns them from the answers.
#[derive(Default)]
struct Model {
    tables: HashMap<u64, Vec<Stored>>,
    log: Vec<(u64, Stored)>,
}

impl Model {
    fn version(&self, table: u64, records: usize) -> Version {
        let stored = self.tables.get(&table).and_then(|records_of| records_of.get(records.checked_sub(1)?));
        stored.map_or(Version::START, |stored| stored.version)
    }

    /// A version that the table does not have yet: one of another, longer table.
    fn ahead(&self, table: u64) -> Option<Version> {
        let longest =
            self.tables.values().filter_map(|records| records.last()).map(|stored| stored.version).max();
        let own = self.version(table, self.tables.get(&table).map_or(0, Vec::len));
        longest.filter(|&version| version > own)
    }
}

async fn run<J: Whole>(journal: &J, operations: Vec<Operation>) {
    let mut model = Model::default();
    for operation in operations {
        match operation {
            Operation::Append(number, behind, id, body) => {
                let entry = Entry { command: command(id), body: body.into() };
                append(journal, &mut model, number, behind, entry).await;
            }
            Operation::Read(number, after) => {
                let records = model.tables.get(&number).cloned().unwrap_or_default();
                let after = after.min(records.len());
                let read = journal.read(table(number), model.version(number, after)).await;
                assert_eq!(read.unwrap(), records[after..]);
            }
            Operation::Log(after, most) => {
                let whole = journal.after(Position::START, usize::MAX).await.unwrap();
                let read = whole.iter().map(|logged| (logged.table, logged.stored.clone().unwrap()));
                assert!(read.eq(model.log.iter().map(|(number, stored)| (table(*number), stored.clone()))));
                let after = after.min(whole.len());
                let from = after.checked_sub(1).map_or(Position::START, |last| whole[last].position);
                let piece = journal.after(from, most).await.unwrap();
                assert_eq!(piece, whole[after..(after + most).min(whole.len())]);
            }
        }
    }
}

async fn append<J: Whole>(journal: &J, model: &mut Model, number: u64, behind: i64, entry: Entry) {
    let records = model.tables.get(&number).map_or(0, Vec::len);
    let current = model.version(number, records);
    let (expected, next) = if behind < 0 {
        let Some(ahead) = model.ahead(number) else { return };
        (ahead, None)
    } else {
        let at = records.saturating_sub(usize::try_from(behind).unwrap());
        (model.version(number, at), model.tables.get(&number).and_then(|records| records.get(at)).cloned())
    };
    let answer = journal.append(table(number), expected, entry.clone()).await;
    match next {
        Some(next) if next.entry.command == entry.command => {
            assert_eq!(answer, Err(AppendError::Again { version: next.version }));
        }
        _ if expected != current => assert_eq!(answer, Err(AppendError::Conflict { current })),
        _ => {
            let version = answer.unwrap();
            assert!(version > current);
            let stored = Stored { version, entry };
            model.log.push((number, stored.clone()));
            model.tables.entry(number).or_default().push(stored);
        }
    }
}

pub(crate) async fn like_a_plain_list<J: Whole>(fresh: fn() -> Fresh<J>) {
    let cases = if kosti_testkit::full_length() { 48 } else { 12 };
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    let handle = tokio::runtime::Handle::current();
    // The resources of a journal are kept for all cases.
    let _held = fresh();
    tokio::task::block_in_place(|| {
        TestRunner::new(config)
            .run(&proptest::collection::vec(operation(), 0..60), |operations| {
                let journal = fresh();
                handle.block_on(run(&**journal, operations));
                Ok(())
            })
            .unwrap();
    });
}
