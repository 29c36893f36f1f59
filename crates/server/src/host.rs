//! `TokioHost`: the application's host on a tokio runtime, with a thread pool for each slot of a lane.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use futures_util::future::BoxFuture;
use kosti_app::{Host, Job, Lane};
use parking_lot::Mutex;
use rayon::{ThreadPool, ThreadPoolBuilder};
use tokio::runtime::Handle;

/// The priority of threads that yield to tables and pages; theirs is 0.
pub(crate) const NICE: i32 = 4;

/// Runs the application on tokio.
pub(crate) struct TokioHost {
    runtime: Handle,
    start: Instant,
    pools: Arc<Pools>,
}

impl TokioHost {
    /// A host on the current runtime.
    pub(crate) fn new() -> Self {
        Self { runtime: Handle::current(), start: Instant::now(), pools: Arc::default() }
    }
}

impl Host for TokioHost {
    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    fn wall_clock(&self) -> i64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    }

    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        // A timer must be made inside the runtime, where the future is polled.
        Box::pin(async move { tokio::time::sleep(duration).await })
    }

    fn spawn(&self, task: BoxFuture<'static, ()>) {
        self.runtime.spawn(task);
    }

    fn run_blocking(&self, job: Job) {
        self.runtime.spawn_blocking(job);
    }

    fn run_in_lane(&self, lane: Lane, slot: usize, job: Job) {
        let pools = self.pools.clone();
        self.runtime.spawn_blocking(move || pools.get(lane, slot).install(job));
    }

    /// # Panics
    /// When the operating system has no randomness; nothing is safe without.
    fn fill_random(&self, bytes: &mut [u8]) {
        getrandom::fill(bytes).expect("the operating system gives random bytes");
    }
}

/// Thread pools by lane and slot, each made when it is first used.
#[derive(Default)]
struct Pools(Mutex<HashMap<(Lane, usize), Arc<ThreadPool>>>);

impl Pools {
    fn get(&self, lane: Lane, slot: usize) -> Arc<ThreadPool> {
        self.0.lock().entry((lane, slot)).or_insert_with(|| Arc::new(new_pool(lane, slot))).clone()
    }
}

fn new_pool(lane: Lane, slot: usize) -> ThreadPool {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    ThreadPoolBuilder::new()
        // Two slots together leave a core for the tables.
        .num_threads((cores.saturating_sub(1) / 2).max(1))
        .thread_name(move |nth| format!("{lane:?}-{slot}-{nth}"))
        .start_handler(move |_| {
            if lane.has_low_priority() {
                lower_priority();
            }
        })
        .build()
        .expect("threads can be started")
}

/// Lowers the priority of this thread: tables and pages come first.
fn lower_priority() {
    // On Linux this concerns the calling thread alone; elsewhere it would be the whole process.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, NICE);
}
