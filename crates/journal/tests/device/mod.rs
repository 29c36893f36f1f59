//! A device in memory, and journals on one that fails or is damaged.

use std::future::ready;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures_core::future::BoxFuture;
use kosti_journal::{
    AppendError, DeviceError, DeviceJournal, DeviceRecord, DeviceStore, Feed as _, Journal as _, Position,
    ReadError, Refusal, Version,
};
use parking_lot::Mutex;

use crate::contract::{entry, fill, table};

/// The storage of a device, in memory.
#[derive(Default)]
pub(crate) struct FakeDevice {
    records: Mutex<Vec<DeviceRecord>>,
    count: Mutex<u64>,
    full: AtomicBool,
}

impl FakeDevice {
    fn add(&self, mut record: DeviceRecord) -> Result<u64, DeviceError> {
        if self.full.load(Ordering::Relaxed) {
            return Err(DeviceError::Full);
        }
        let mut records = self.records.lock();
        let own: Vec<_> = records.iter().filter(|other| other.table == record.table).collect();
        let last = own.last().map_or(0, |last| last.number);
        if last + 1 != record.number {
            let there = own.iter().find(|other| other.number == record.number);
            return Err(DeviceError::Conflict {
                records: last,
                command: there.map(|other| other.command.clone()),
            });
        }
        let mut count = self.count.lock();
        *count += 1;
        record.position = *count;
        records.push(record);
        Ok(*count)
    }

    fn select(&self, wanted: impl Fn(&DeviceRecord) -> bool) -> Vec<DeviceRecord> {
        self.records.lock().iter().filter(|record| wanted(record)).cloned().collect()
    }
}

impl DeviceStore for FakeDevice {
    fn append(&self, record: DeviceRecord) -> BoxFuture<'static, Result<u64, DeviceError>> {
        Box::pin(ready(self.add(record)))
    }

    fn read(&self, table: &str, after: u64) -> BoxFuture<'static, Result<Vec<DeviceRecord>, DeviceError>> {
        Box::pin(ready(Ok(self.select(|record| record.table == table && record.number > after))))
    }

    fn read_log(
        &self,
        after: u64,
        most: usize,
    ) -> BoxFuture<'static, Result<Vec<DeviceRecord>, DeviceError>> {
        let mut records = self.select(|record| record.position > after);
        records.truncate(most);
        Box::pin(ready(Ok(records)))
    }

    fn end(&self) -> BoxFuture<'static, Result<u64, DeviceError>> {
        Box::pin(ready(Ok(*self.count.lock())))
    }

    fn erase(&self, tables: Vec<String>) -> BoxFuture<'static, Result<(), DeviceError>> {
        let mut records = self.records.lock();
        for table in tables {
            let last =
                records.iter().filter(|record| record.table == table).map(|record| record.number).max();
            records.retain(|record| record.table != table || Some(record.number) == last);
        }
        Box::pin(ready(Ok(())))
    }
}

async fn open(device: &Arc<FakeDevice>) -> DeviceJournal {
    DeviceJournal::open(device.clone()).await.unwrap()
}

#[tokio::test]
async fn a_full_device_refuses_and_goes_on_when_there_is_room() {
    let device = Arc::new(FakeDevice::default());
    let journal = open(&device).await;
    device.full.store(true, Ordering::Relaxed);
    let refused = journal.append(table(1), Version::START, entry(1)).await;
    assert_eq!(refused, Err(AppendError::Refused { why: Refusal::DiskFull }));
    assert_eq!(journal.read(table(1), Version::START).await.unwrap(), []);
    device.full.store(false, Ordering::Relaxed);
    fill(&journal, table(1), [1]).await;
}

#[tokio::test]
async fn a_damaged_record_stops_its_table_alone() {
    let device = Arc::new(FakeDevice::default());
    let journal = open(&device).await;
    fill(&journal, table(1), 0..3).await;
    let other = fill(&journal, table(2), 3..6).await;
    device.records.lock()[1].body.push('!');
    let read = journal.read(table(1), Version::START).await;
    assert!(matches!(read, Err(ReadError::Damaged { .. })), "{read:?}");
    assert_eq!(journal.read(table(2), Version::START).await.unwrap(), other);
    let log = journal.after(Position::START, 100).await.unwrap();
    assert_eq!(
        log.iter().map(|logged| logged.stored.is_ok()).collect::<Vec<_>>(),
        [true, false, true, true, true, true]
    );
}

#[tokio::test]
async fn two_programs_on_one_device_do_not_write_over_each_other() {
    let device = Arc::new(FakeDevice::default());
    let (one, other) = (open(&device).await, open(&device).await);
    let stored = fill(&one, table(1), 0..2).await;
    let conflict = other.append(table(1), Version::START, entry(9)).await;
    assert_eq!(conflict, Err(AppendError::Conflict { current: stored[1].version }));
    assert_eq!(other.read(table(1), Version::START).await.unwrap(), stored);
}
