//! Long work of the server. Every computation of a coach, a question, a page or a stranger's file runs in a [`Lane`]: a few at
//! once, in turn between the askers, and cancelled when nobody waits for it any more or its time is up.

mod lane;
mod shared;

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use kosti_journal::TableId;
use kosti_solver::Progress;
use prometheus_client::encoding::EncodeLabelValue;

use crate::error::AppError;
use crate::host::{self, Host};
use crate::metrics::Metrics;
use lane::{Queue, Slot};

pub(crate) use shared::{SharedJob, SharedJobs};

/// The queue of a job. Lanes do not wait for each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EncodeLabelValue)]
pub enum Lane {
    /// Coaches and bots of running tables, for games that come with the server.
    Tables,
    /// Coaches of running tables whose rules a stranger wrote.
    OwnGames,
    /// Questions of programs and pages that take some seconds.
    Questions,
    /// Questions and coaches that take minutes.
    Long,
    /// Checks of rules files, each in a process of its own.
    Checks,
}

/// The limits of a lane.
struct LaneLimits {
    /// The number of jobs that run at once.
    slots: usize,
    /// The time limit of one job, as a multiple of that of checking a rules file.
    limit: u32,
    /// The most jobs that may wait, in all and for one asker.
    most_waiting: usize,
    most_of_one: usize,
}

impl Lane {
    const ALL: [Self; 5] = [Self::Tables, Self::OwnGames, Self::Questions, Self::Long, Self::Checks];

    /// The number of jobs that run at once.
    #[must_use]
    pub const fn slots(self) -> usize {
        self.limits().slots
    }

    /// Whether its threads yield to those of other lanes, of tables and of pages.
    #[must_use]
    pub const fn has_low_priority(self) -> bool {
        !matches!(self, Self::Tables)
    }

    const fn limits(self) -> LaneLimits {
        match self {
            Self::Tables => LaneLimits { slots: 2, limit: 5, most_waiting: 64, most_of_one: 16 },
            Self::OwnGames => LaneLimits { slots: 1, limit: 10, most_waiting: 32, most_of_one: 4 },
            Self::Questions => LaneLimits { slots: 2, limit: 2, most_waiting: 64, most_of_one: 8 },
            Self::Long => LaneLimits { slots: 1, limit: 10, most_waiting: 32, most_of_one: 4 },
            Self::Checks => LaneLimits { slots: 2, limit: 1, most_waiting: 64, most_of_one: 8 },
        }
    }
}

/// The caller of a job. Callers take turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Asker {
    /// The network of an address.
    Network(IpAddr),
    /// A bot of this table.
    Table(TableId),
}

impl From<IpAddr> for Asker {
    fn from(address: IpAddr) -> Self {
        Self::Network(crate::rate_limits::network(address))
    }
}

/// The lanes of a server.
pub struct Jobs {
    lanes: Vec<Arc<Queue>>,
    host: Arc<dyn Host>,
}

impl Jobs {
    /// Lanes in which the check of a rules file may take as long as `work`.
    pub fn new(host: Arc<dyn Host>, metrics: &Arc<Metrics>, work: Duration) -> Arc<Self> {
        let queue = |lane: Lane| Queue::new(lane, lane.limits().limit * work, metrics.clone(), host.clone());
        let lanes = Lane::ALL.into_iter().map(queue).collect();
        Arc::new(Self { lanes, host })
    }

    /// The program that runs the jobs.
    pub(crate) fn host(&self) -> &Arc<dyn Host> {
        &self.host
    }

    /// Waits for a job a while longer on behalf of a client that was asked to come again.
    pub(crate) fn linger<T: Clone + Send + Sync + 'static>(&self, job: SharedJob<T>, patience: Duration) {
        let host = self.host.clone();
        self.host.spawn(Box::pin(async move {
            host.timeout(patience, job).await;
        }));
    }

    fn queue(&self, lane: Lane) -> &Arc<Queue> {
        &self.lanes[lane as usize]
    }

    /// Waits for a turn in a lane.
    pub async fn turn(&self, lane: Lane, asker: Asker) -> Result<Turn, AppError> {
        self.queue(lane).enter(asker).await.map(|slot| Turn { slot })
    }

    /// Waits for a turn in a lane, and runs a job.
    pub async fn run<T: Send + 'static>(
        &self,
        lane: Lane,
        asker: Asker,
        work: impl FnOnce(&dyn Progress) -> T + Send + 'static,
    ) -> Result<T, AppError> {
        self.turn(lane, asker).await?.run(work).await
    }

    /// Whether coaches of running tables are turned away.
    pub fn tables_overloaded(&self) -> bool {
        self.queue(Lane::Tables).is_full()
    }
}

/// A turn in a lane: the right to run one of its few jobs.
pub struct Turn {
    slot: Slot,
}

impl Turn {
    /// Runs a job on the threads of the lane. It is cancelled when this future is dropped, and when its time is up.
    pub async fn run<T: Send + 'static>(
        self,
        work: impl FnOnce(&dyn Progress) -> T + Send + 'static,
    ) -> Result<T, AppError> {
        let queue = self.slot.queue();
        let cancel = CancelOnDrop::new(queue);
        let (flag, limit) = (cancel.flag.clone(), queue.limit);
        let (lane, index, host) = (queue.lane, self.slot.index(), queue.host.clone());
        let observer = host.clone();
        let (job, result) = host::job(move || {
            // The turn ends with the work, even if the asker has gone.
            let Self { slot: _slot } = self;
            work(&JobProgress { cancelled: &flag, host: &*observer })
        });
        host.run_in_lane(lane, index, job);
        let done = host.timeout(limit, result).await.ok_or(AppError::TooMuchWork)?;
        cancel.disarm();
        done.map_err(|_| AppError::Broken)
    }

    /// Waits for work that is done elsewhere, as in another process, which ends when its future is dropped.
    pub async fn wait<T>(&self, work: impl Future<Output = T>) -> T {
        let cancel = CancelOnDrop::new(self.slot.queue());
        let done = work.await;
        cancel.disarm();
        done
    }
}

struct JobProgress<'a> {
    cancelled: &'a AtomicBool,
    host: &'a dyn Host,
}

impl Progress for JobProgress<'_> {
    fn report(&self, share: f64) {
        self.host.report_progress(share);
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

/// Cancels work that nobody waits for any more.
struct CancelOnDrop {
    flag: Arc<AtomicBool>,
    queue: Option<Arc<Queue>>,
}

impl CancelOnDrop {
    fn new(queue: &Arc<Queue>) -> Self {
        Self { flag: Arc::default(), queue: Some(queue.clone()) }
    }

    fn disarm(mut self) {
        self.queue = None;
    }
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        if let Some(queue) = &self.queue {
            self.flag.store(true, Ordering::Relaxed);
            queue.metrics.jobs_cancelled.get_or_create(&queue.label()).inc();
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail")]

    use std::net::Ipv4Addr;
    use std::sync::Mutex;

    use futures_util::FutureExt as _;

    use super::*;
    use crate::test_host::TestHost;

    const HERE: Asker = Asker::Network(IpAddr::V4(Ipv4Addr::LOCALHOST));
    const THERE: Asker = Asker::Network(IpAddr::V4(Ipv4Addr::BROADCAST));

    fn jobs() -> (Arc<Jobs>, Arc<Metrics>) {
        let metrics = Arc::new(Metrics::default());
        (Jobs::new(TestHost::new(), &metrics, Duration::from_secs(3600)), metrics)
    }

    #[tokio::test]
    async fn work_is_done_and_its_turn_comes_back() {
        let (jobs, _) = jobs();
        for nth in 0..10 {
            assert_eq!(jobs.run(Lane::Questions, HERE, move |_| nth).await.unwrap(), nth);
        }
    }

    #[tokio::test]
    async fn whoever_goes_takes_the_work_along() {
        let (jobs, metrics) = jobs();
        let (ended, end) = tokio::sync::oneshot::channel();
        let (began, begin) = tokio::sync::oneshot::channel();
        let work = move |progress: &dyn Progress| {
            began.send(()).unwrap();
            while !progress.is_cancelled() {
                std::thread::yield_now();
            }
            ended.send(()).unwrap();
        };
        let asking = tokio::spawn({
            let jobs = jobs.clone();
            async move { jobs.run(Lane::Long, HERE, work).await }
        });
        begin.await.unwrap();
        asking.abort();
        end.await.unwrap();
        // The only turn of the lane is free again.
        jobs.run(Lane::Long, THERE, |_| ()).await.unwrap();
        assert!(metrics.text().contains("kosti_jobs_cancelled_total{lane=\"Long\"} 1"), "{}", metrics.text());
    }

    #[tokio::test]
    async fn those_who_ask_take_turns_and_one_cannot_fill_the_queue() {
        let (jobs, _) = jobs();
        let held = jobs.turn(Lane::Long, HERE).await.unwrap();
        let order = Arc::new(Mutex::new(Vec::new()));
        let ask = |name: &'static str, asker: Asker| {
            let (jobs, order) = (jobs.clone(), order.clone());
            let mut asking = Box::pin(async move {
                let turn = jobs.turn(Lane::Long, asker).await?;
                order.lock().unwrap().push(name);
                drop(turn);
                Ok::<(), AppError>(())
            });
            // Polled once, it stands in the queue.
            assert!(asking.as_mut().now_or_never().is_none());
            asking
        };
        let mut waiting = Vec::new();
        for name in ["here 1", "here 2", "here 3", "here 4"] {
            waiting.push(ask(name, HERE));
        }
        assert!(matches!(jobs.turn(Lane::Long, HERE).await, Err(AppError::Busy)));
        waiting.push(ask("there 1", THERE));
        // All of them continue at once: the one that gets the turn must take it before the next gets one.
        let waiting: Vec<_> = waiting.into_iter().map(tokio::spawn).collect();
        drop(held);
        for asking in waiting {
            asking.await.unwrap().unwrap();
        }
        assert_eq!(*order.lock().unwrap(), ["here 1", "there 1", "here 2", "here 3", "here 4"]);
    }

    #[tokio::test]
    async fn tables_are_overloaded_when_no_more_may_wait() {
        let (jobs, metrics) = jobs();
        let LaneLimits { slots, most_waiting, .. } = Lane::Tables.limits();
        let mut held = Vec::new();
        for _ in 0..slots {
            held.push(jobs.turn(Lane::Tables, HERE).await.unwrap());
        }
        let mut waiting = Vec::new();
        for nth in 0..most_waiting as u32 {
            assert!(!jobs.tables_overloaded());
            let asker = Asker::Network(IpAddr::V4(Ipv4Addr::from_bits(nth)));
            let mut asking = Box::pin(jobs.turn(Lane::Tables, asker));
            assert!(asking.as_mut().now_or_never().is_none());
            waiting.push(asking);
        }
        assert!(jobs.tables_overloaded());
        assert!(matches!(jobs.turn(Lane::Tables, HERE).await, Err(AppError::Busy)));
        assert!(metrics.text().contains("kosti_jobs_refused_total{lane=\"Tables\"} 1"), "{}", metrics.text());
        waiting.pop();
        assert!(!jobs.tables_overloaded());
    }

    #[tokio::test]
    async fn whoever_leaves_the_queue_is_passed_over() {
        let (jobs, _) = jobs();
        let held = jobs.turn(Lane::Long, HERE).await.unwrap();
        let mut gone = Box::pin(jobs.turn(Lane::Long, HERE));
        assert!(gone.as_mut().now_or_never().is_none());
        let mut next = Box::pin(jobs.turn(Lane::Long, THERE));
        assert!(next.as_mut().now_or_never().is_none());
        drop(gone);
        drop(held);
        next.await.unwrap();
    }
}
