//! `Metrics`: the counters of the application. The host registers them beside its own.

use std::sync::atomic::AtomicU64;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use crate::jobs::Lane;

/// The lane of a job.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(crate) struct LaneLabel {
    pub(crate) lane: Lane,
}

/// The counters of the application.
pub struct Metrics {
    /// Commands that were done.
    pub commands: Counter,
    /// From a command to its durable answer.
    pub seconds: Histogram,
    /// Tables in memory.
    pub sessions: Gauge,
    /// Open event streams.
    pub(crate) streams: Gauge,
    /// Games that were solved.
    pub solved: Counter<u64, AtomicU64>,
    /// Jobs by lane: running, waiting, cancelled, and refused because too many wait.
    pub(crate) jobs_running: Family<LaneLabel, Gauge>,
    pub(crate) jobs_queued: Family<LaneLabel, Gauge>,
    pub(crate) jobs_cancelled: Family<LaneLabel, Counter>,
    pub(crate) jobs_refused: Family<LaneLabel, Counter>,
}

impl Default for Metrics {
    fn default() -> Self {
        let buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0];
        Self {
            commands: Counter::default(),
            seconds: Histogram::new(buckets),
            sessions: Gauge::default(),
            streams: Gauge::default(),
            solved: Counter::default(),
            jobs_running: Family::default(),
            jobs_queued: Family::default(),
            jobs_cancelled: Family::default(),
            jobs_refused: Family::default(),
        }
    }
}

impl Metrics {
    /// Registers all counters, under names that never change.
    pub fn register(&self, registry: &mut Registry) {
        registry.register("commands", "Commands done at tables, durably", self.commands.clone());
        registry.register("command_seconds", "From a command to its durable answer", self.seconds.clone());
        registry.register("tables_in_memory", "Tables in memory", self.sessions.clone());
        registry.register("event_streams", "Open event streams", self.streams.clone());
        registry.register("games_solved", "Games that were solved", self.solved.clone());
        registry.register("jobs_running", "Long computations that run", self.jobs_running.clone());
        registry.register("jobs_queued", "Long computations that wait", self.jobs_queued.clone());
        registry.register("jobs_cancelled", "Long computations cancelled", self.jobs_cancelled.clone());
        let refused = "Long computations refused: too many wait";
        registry.register("jobs_refused", refused, self.jobs_refused.clone());
    }

    /// Everything, as Prometheus reads it.
    #[cfg(test)]
    pub(crate) fn text(&self) -> String {
        let (mut registry, mut text) = (Registry::with_prefix("kosti"), String::new());
        self.register(&mut registry);
        prometheus_client::encoding::text::encode(&mut text, &registry).expect("memory can be written");
        text
    }
}
