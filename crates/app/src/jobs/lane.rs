//! `Queue`: the slots of a lane, and the jobs that wait for one.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use tokio::sync::oneshot;

use super::{Asker, Lane};
use crate::error::AppError;
use crate::host::Host;
use crate::metrics::{LaneLabel, Metrics};

/// The slots of a lane, and the jobs that wait for one.
pub(super) struct Queue {
    pub(super) lane: Lane,
    /// How long one job may run.
    pub(super) limit: Duration,
    pub(super) metrics: Arc<Metrics>,
    pub(super) host: Arc<dyn Host>,
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

    /// Removes jobs whose waiters have gone.
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
    pub(super) fn new(lane: Lane, limit: Duration, metrics: Arc<Metrics>, host: Arc<dyn Host>) -> Arc<Self> {
        let slots = lane.slots();
        let state = Mutex::new(State { free: (0..slots).collect(), waiting: VecDeque::new() });
        Arc::new(Self { lane, limit, metrics, host, state })
    }

    pub(super) fn label(&self) -> LaneLabel {
        LaneLabel { lane: self.lane }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }

    /// Waits for a slot. Fails if too many wait already.
    pub(super) async fn enter(self: &Arc<Self>, asker: Asker) -> Result<Slot, AppError> {
        let (sender, turn) = oneshot::channel();
        {
            let mut state = self.state();
            state.tidy();
            if state.waiting.is_empty()
                && let Some(slot) = state.free.pop()
            {
                return Ok(Slot::new(self, slot));
            }
            let limits = self.lane.limits();
            let (all, found) = (state.len(), state.waiting.iter_mut().find(|(other, _)| *other == asker));
            let own = found.as_ref().map_or(0, |(_, jobs)| jobs.len());
            if all >= limits.most_waiting || own >= limits.most_of_one {
                self.metrics.jobs_refused.get_or_create(&self.label()).inc();
                return Err(AppError::Busy);
            }
            match found {
                Some((_, jobs)) => jobs.push_back(sender),
                None => state.waiting.push_back((asker, VecDeque::from([sender]))),
            }
        }
        let _queued = Queued::new(self);
        turn.await.map_err(|_| AppError::Broken)
    }

    /// Whether no more jobs may wait.
    pub(super) fn is_full(&self) -> bool {
        let mut state = self.state();
        state.tidy();
        state.len() >= self.lane.limits().most_waiting
    }

    /// Gives a slot to the next waiter.
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
                // The waiter has gone. The slot must not be released a second time.
                Err(slot) => slot.forget(),
            }
        }
    }
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

/// One of the slots of a lane, released when it is dropped.
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

    /// The number of the slot.
    pub(super) fn index(&self) -> usize {
        self.index.unwrap_or(0)
    }

    /// Drops the slot without releasing it.
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
