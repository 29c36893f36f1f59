//! Journals on NATS servers.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, Weak};

use kosti_journal::{NatsJournal, NatsOptions};
use kosti_test_server::nats::Servers;
use kosti_testkit::DEADLINE;

use super::Fresh;

/// One server, shared by all tests that run at the same time.
pub(crate) fn nats() -> Fresh<NatsJournal> {
    static SHARED: Mutex<Weak<Servers>> = Mutex::new(Weak::new());
    on(&SHARED, 1)
}

pub(crate) fn cluster() -> Fresh<NatsJournal> {
    static SHARED: Mutex<Weak<Servers>> = Mutex::new(Weak::new());
    on(&SHARED, 3)
}

/// A new stream on shared servers, which start with their first user and stop with the last.
fn on(shared: &Mutex<Weak<Servers>>, count: usize) -> Fresh<NatsJournal> {
    static STREAMS: AtomicUsize = AtomicUsize::new(0);
    let mut shared = shared.lock().unwrap();
    let servers = shared.upgrade().unwrap_or_else(|| Arc::new(Servers::start(count)));
    *shared = Arc::downgrade(&servers);
    drop(shared);
    let stream = format!("test-{}", STREAMS.fetch_add(1, Ordering::Relaxed));
    let options = NatsOptions { stream, replicas: count, patience: DEADLINE, ..NatsOptions::default() };
    let url = servers.url();
    let journal = tokio::task::block_in_place(|| {
        tokio::runtime::Handle::current().block_on(NatsJournal::connect(&url, &options)).unwrap()
    });
    Fresh { journal: Arc::new(journal), _home: Box::new(servers) }
}
