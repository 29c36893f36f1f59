//! The contract of every journal. A new implementation is one more name at the end of this file.

mod append;
mod erase;
mod feed;
mod model;
#[cfg(feature = "nats")]
mod servers;
mod subscribe;

use std::any::Any;
use std::ops::Deref;
use std::sync::Arc;

use crate::device::FakeDevice;
use futures_util::FutureExt as _;
use kosti_journal::{
    CommandId, DeviceJournal, Entry, Feed, Journal, MemoryJournal, SqliteJournal, Stored, TableId, Version,
};
#[cfg(feature = "nats")]
use servers::{cluster, nats};

/// A new, empty journal, and the resources that it needs.
pub(crate) struct Fresh<J> {
    journal: Arc<J>,
    _home: Box<dyn Any>,
}

impl<J> Deref for Fresh<J> {
    type Target = Arc<J>;

    fn deref(&self) -> &Arc<J> {
        &self.journal
    }
}

fn memory() -> Fresh<MemoryJournal> {
    Fresh { journal: Arc::default(), _home: Box::new(()) }
}

fn device() -> Fresh<DeviceJournal> {
    let opening = DeviceJournal::open(Arc::new(FakeDevice::default()));
    let journal = opening.now_or_never().expect("it is in memory").unwrap();
    Fresh { journal: Arc::new(journal), _home: Box::new(()) }
}

fn sqlite() -> Fresh<SqliteJournal> {
    let home = tempfile::tempdir().unwrap();
    let journal = SqliteJournal::open(home.path().join("journal")).unwrap();
    Fresh { journal: Arc::new(journal), _home: Box::new(home) }
}

pub(crate) fn table(number: u64) -> TableId {
    TableId::from_bits(number)
}

pub(crate) fn command(number: u128) -> CommandId {
    CommandId::from_bytes(number.to_be_bytes())
}

pub(crate) fn entry(number: u128) -> Entry {
    Entry { command: command(number), body: format!("record {number}").into() }
}

/// Appends records with these numbers at the end of a table.
pub(crate) async fn fill(
    journal: &impl Journal,
    table: TableId,
    numbers: impl IntoIterator<Item = u128>,
) -> Vec<Stored> {
    let mut stored = journal.read(table, Version::START).await.unwrap();
    let mut version = stored.last().map_or(Version::START, |last| last.version);
    let old = stored.len();
    for number in numbers {
        version = journal.append(table, version, entry(number)).await.unwrap();
        stored.push(Stored { version, entry: entry(number) });
    }
    stored.split_off(old)
}

/// Passes the names of all tests to a macro.
macro_rules! contract {
    ($then:ident $($name:ident),*) => {
        $(mod $name {
            crate::contract::$then!($name,
                append: a_new_table_is_empty, append_and_read, reading_from_the_middle, conflict, a_gap_is_a_conflict,
                a_retry_is_recognised, a_retry_after_others_is_recognised, the_same_command_elsewhere_is_no_retry,
                one_of_many_wins, everybody_gets_through, tables_do_not_mix, bodies_have_a_limit,
                bodies_are_any_text;
                subscribe: from_the_start, from_the_middle, a_subscriber_before_the_first_record,
                a_long_table, no_gap_and_no_double, a_slow_subscriber_misses_nothing, only_its_own_table,
                it_ends_with_the_journal;
                feed: the_log_in_one_order, a_piece_at_a_time, news_of_more, a_retry_is_not_logged_twice;
                erase: only_the_last_record_is_left, a_table_that_is_erased_goes_on, nothing_else_is_erased,
                erasing_is_repeated, a_subscriber_hears_what_is_left, the_log_leaves_it_out, a_copy_has_what_is_left;
                model: like_a_plain_list);
        })*
    };
}

macro_rules! one_by_one {
    ($name:ident, $($part:ident: $($test:ident),*);*) => {
        $($(#[test]
        fn $test() {
            crate::contract::runtime().block_on(crate::contract::$part::$test(crate::contract::$name));
        })*)*
    };
}
pub(crate) use one_by_one;

/// Runs the tests in one, for journals that take long to start; the short form leaves most of them to the other journals.
#[cfg(feature = "nats")]
macro_rules! together {
    ($name:ident, $($part:ident: $($test:ident),*);*) => {
        #[test]
        fn everything() {
            crate::contract::runtime().block_on(async {
                let _held = crate::contract::$name();
                let mut tests = 0..;
                $($(if kosti_testkit::full_length() || tests.next().is_some_and(|nth| nth % 5 == 4) {
                    crate::contract::$part::$test(crate::contract::$name).await;
                })*)*
            });
        }
    };
}
#[cfg(feature = "nats")]
pub(crate) use together;

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(4).enable_all().build().unwrap()
}

/// All traits that a test may use.
pub(crate) trait Whole: Journal + Feed {}
impl<J: Journal + Feed> Whole for J {}

contract!(one_by_one memory, device, sqlite);
#[cfg(feature = "nats")]
contract!(one_by_one nats);
#[cfg(feature = "nats")]
contract!(together cluster);
