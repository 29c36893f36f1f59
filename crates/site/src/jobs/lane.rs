//! `Queue`: who waits in a lane, and the slots of those who work.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use tokio::sync::oneshot;

use super::{Asker, Lane, NICE};
use crate::metrics::{LaneLabel, Metrics};
use crate::problem::Problem;

/// A lane with its slots and those who wait for one.
pub(super) struct Queue {
    pub(super) lane: Lane,
    pub(super) metrics: Arc<Metrics>,
    pools: Vec<OnceLock<rayon::ThreadPool>>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    free: Vec<usize>,
    /// The askers in the order of their turns, each with its jobs in order.
    waiting: VecDeque<(Asker, VecDeque<oneshot::Sender<Slot>>)>,
}

impl State {
    fn len(&self) -> usize {
        self.waiting.iter().map(|(_, jobs)| jobs.len()).sum()
    }

    /// Forgets those who have gone.
    fn tidy(&mut self) {
        for (_, jobs) in &mut self.waiting {
            jobs.retain(|job| !job.is_closed());
        }
        self.waiting.retain(|(_, jobs)| !jobs.is_empty());
    }

    /// The next job; its asker goes to the end of the line.
    fn next(&mut self) -> Option<oneshot::Sender<Slot>> {
        let (asker, mut jobs) = self.waiting.pop_front()?;
        let job = jobs.pop_front();
        if !jobs.is_empty() {
            self.waiting.push_back((asker, jobs));
        }
        job
    }
}

impl Queue {
    pub(super) fn new(lane: Lane, metrics: Arc<Metrics>) -> Arc<Self> {
        let slots = lane.manner().slots;
        let state = Mutex::new(State { free: (0..slots).collect(), waiting: VecDeque::new() });
        let pools = (0..slots).map(|_| OnceLock::new()).collect();
        Arc::new(Self { lane, metrics, pools, state })
    }

    pub(super) fn label(&self) -> LaneLabel {
        LaneLabel { lane: self.lane }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a slot; refuses where too many wait already.
    pub(super) async fn enter(self: &Arc<Self>, asker: Asker) -> Result<Slot, Problem> {
        let (sender, turn) = oneshot::channel();
        {
            let mut state = self.state();
            state.tidy();
            if state.waiting.is_empty()
                && let Some(slot) = state.free.pop()
            {
                return Ok(Slot::new(self, slot));
            }
            let manner = self.lane.manner();
            let (all, found) = (state.len(), state.waiting.iter_mut().find(|(other, _)| *other == asker));
            let own = found.as_ref().map_or(0, |(_, jobs)| jobs.len());
            if all >= manner.most_waiting || own >= manner.most_of_one {
                self.metrics.jobs_refused.get_or_create(&self.label()).inc();
                return Err(Problem::Busy);
            }
            match found {
                Some((_, jobs)) => jobs.push_back(sender),
                None => state.waiting.push_back((asker, VecDeque::from([sender]))),
            }
        }
        let _queued = Queued::new(self);
        turn.await.map_err(|_| Problem::Broken)
    }

    /// Whether nobody may wait any more.
    pub(super) fn is_full(&self) -> bool {
        let mut state = self.state();
        state.tidy();
        state.len() >= self.lane.manner().most_waiting
    }

    /// Hands a slot on to the next who waits.
    fn release(self: &Arc<Self>, index: usize) {
        loop {
            let next = {
                let mut state = self.state();
                let next = state.next();
                if next.is_none() {
                    state.free.push(index);
                }
                next
            };
            let Some(next) = next else { return };
            match next.send(Slot::new(self, index)) {
                Ok(()) => return,
                // Whoever waited has gone; the slot is not released a second time.
                Err(slot) => slot.forget(),
            }
        }
    }

    fn pool(&self, index: usize) -> &rayon::ThreadPool {
        self.pools[index].get_or_init(|| {
            let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
            let (lane, polite) = (self.lane, self.lane.manner().polite);
            rayon::ThreadPoolBuilder::new()
                // Two slots together leave a core for the tables.
                .num_threads((cores.saturating_sub(1) / 2).max(1))
                .thread_name(move |nth| format!("{lane:?}-{index}-{nth}"))
                .start_handler(move |_| {
                    if polite {
                        give_way();
                    }
                })
                .build()
                .expect("threads can be started")
        })
    }
}

/// Lowers the priority of this thread: tables and pages come first.
fn give_way() {
    // On Linux this concerns the calling thread alone; elsewhere it would be the whole process.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, NICE);
}

/// Counts a job that waits.
struct Queued<'a>(&'a Queue);

impl<'a> Queued<'a> {
    fn new(queue: &'a Queue) -> Self {
        queue.metrics.jobs_queued.get_or_create(&queue.label()).inc();
        Self(queue)
    }
}

impl Drop for Queued<'_> {
    fn drop(&mut self) {
        self.0.metrics.jobs_queued.get_or_create(&self.0.label()).dec();
    }
}

/// One of the few places of a lane in which somebody works.
pub(super) struct Slot {
    queue: Arc<Queue>,
    index: Option<usize>,
}

impl Slot {
    fn new(queue: &Arc<Queue>, index: usize) -> Self {
        queue.metrics.jobs_running.get_or_create(&queue.label()).inc();
        Self { queue: queue.clone(), index: Some(index) }
    }

    pub(super) fn queue(&self) -> &Arc<Queue> {
        &self.queue
    }

    pub(super) fn pool(&self) -> &rayon::ThreadPool {
        self.queue.pool(self.index.unwrap_or(0))
    }

    /// Lets go without handing the slot on.
    fn forget(mut self) {
        self.index = None;
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.queue.metrics.jobs_running.get_or_create(&self.queue.label()).dec();
        if let Some(index) = self.index.take() {
            self.queue.release(index);
        }
    }
}
