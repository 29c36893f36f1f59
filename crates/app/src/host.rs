//! `Host`: what the application needs of the program that runs it: time, tasks, threads and randomness. A server implements
//! it with an asynchronous runtime and thread pools, a browser with its event loop.

use std::pin::pin;
use std::time::Duration;

use futures_util::future::{BoxFuture, Either, select};
use tokio::sync::oneshot;

use crate::error::AppError;
use crate::jobs::Lane;

/// A computation that the host runs. The host must survive its panic.
pub type Job = Box<dyn FnOnce() + Send>;

/// The program that runs the application.
pub trait Host: Send + Sync + 'static {
    /// The time since a fixed moment. It never goes back, unlike [`Host::wall_clock`].
    fn now(&self) -> Duration;

    /// Milliseconds since 1970.
    fn wall_clock(&self) -> i64;

    /// Completes after `duration`.
    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()>;

    /// Runs a task in the background. A host that is ending may drop it: the journal has everything that matters.
    fn spawn(&self, task: BoxFuture<'static, ()>);

    /// Runs a short computation where it does not hold up other tasks.
    fn run_blocking(&self, job: Job);

    /// Runs a long computation on the threads of a slot of a lane, below [`Lane::slots`]. A slot has one job at a time.
    fn run_in_lane(&self, lane: Lane, slot: usize, job: Job);

    /// Whether this program computes what pages show. One that answers taps and must not compute for long does not: another
    /// one with the same journal shows these pages.
    fn computes_pages(&self) -> bool {
        true
    }

    /// Hears which share of a long computation is done, if it is known.
    fn report_progress(&self, _share: f64) {}

    /// Fills `bytes` with randomness that nobody can predict.
    fn fill_random(&self, bytes: &mut [u8]);
}

impl dyn Host {
    /// Computes something that takes a while where it does not hold up other tasks.
    ///
    /// # Errors
    /// When the computation panics.
    pub async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, AppError> {
        let (job, result) = job(work);
        self.run_blocking(job);
        result.await.map_err(|_| AppError::Broken)
    }

    /// Waits for a future; returns `None` if it is not ready within `limit`.
    pub(crate) async fn timeout<T>(&self, limit: Duration, work: impl Future<Output = T>) -> Option<T> {
        match select(pin!(work), self.sleep(limit)).await {
            Either::Left((done, _)) => Some(done),
            Either::Right(_) => None,
        }
    }

    /// Bytes that nobody can predict.
    pub(crate) fn random<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.fill_random(&mut bytes);
        bytes
    }
}

/// A job that sends its result. The receiver fails if the job panics or is dropped.
pub(crate) fn job<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> (Job, oneshot::Receiver<T>) {
    let (sender, receiver) = oneshot::channel();
    let job = Box::new(move || {
        // An error means that nobody waits any more.
        let _ = sender.send(work());
    });
    (job, receiver)
}
