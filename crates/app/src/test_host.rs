//! `TestHost`: a host for tests. Its clocks stand still until a test moves them; tasks and jobs run on tokio.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use parking_lot::Mutex;

use crate::host::{Host, Job};
use crate::jobs::Lane;

/// A host whose clocks a test controls.
#[derive(Default)]
pub(crate) struct TestHost {
    now: Mutex<Duration>,
}

impl TestHost {
    pub(crate) fn new() -> Arc<Self> {
        Arc::default()
    }

    /// Moves the clocks forward.
    pub(crate) fn advance(&self, time: Duration) {
        *self.now.lock() += time;
    }
}

impl Host for TestHost {
    fn now(&self) -> Duration {
        *self.now.lock()
    }

    fn wall_clock(&self) -> i64 {
        i64::try_from(self.now().as_millis()).expect("tests are short")
    }

    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        Box::pin(async move { tokio::time::sleep(duration).await })
    }

    fn spawn(&self, task: BoxFuture<'static, ()>) {
        tokio::spawn(task);
    }

    fn run_blocking(&self, job: Job) {
        tokio::task::spawn_blocking(job);
    }

    fn run_in_lane(&self, _: Lane, _: usize, job: Job) {
        tokio::task::spawn_blocking(job);
    }

    fn fill_random(&self, bytes: &mut [u8]) {
        bytes.fill(7);
    }
}
