//! `SharedJobs`: one job for several callers at once. It lives as long as one of them waits for it.

use std::collections::HashMap;
use std::hash::Hash;

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, Shared, WeakShared};
use parking_lot::Mutex;

use crate::error::AppError;

/// A job with several waiters. It is cancelled when the last one is dropped.
pub(crate) type SharedJob<T> = Shared<Work<T>>;
/// The same job, without keeping it alive.
type WeakJob<T> = WeakShared<Work<T>>;
type Work<T> = BoxFuture<'static, Result<T, AppError>>;

/// Running jobs by key.
pub(crate) struct SharedJobs<K, T: Clone>(Mutex<HashMap<K, WeakJob<T>>>);

impl<K, T: Clone> Default for SharedJobs<K, T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Eq + Hash, T: Clone + Send + Sync + 'static> SharedJobs<K, T> {
    /// The running job with this key.
    pub(crate) fn get(&self, about: &K) -> Option<SharedJob<T>> {
        self.0.lock().get(about).and_then(WeakShared::upgrade)
    }

    /// The running job with this key, or a new one.
    pub(crate) fn join<W>(&self, about: K, work: impl FnOnce() -> W) -> SharedJob<T>
    where
        W: Future<Output = Result<T, AppError>> + Send + 'static,
    {
        let mut running = self.0.lock();
        if let Some(job) = running.get(&about).and_then(WeakShared::upgrade) {
            return job;
        }
        running.retain(|_, job| job.upgrade().is_some());
        let job = work().boxed().shared();
        if let Some(weak) = job.downgrade() {
            running.insert(about, weak);
        }
        job
    }
}
