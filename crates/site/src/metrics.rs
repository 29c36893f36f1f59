//! What a server counts, for Prometheus.

use std::sync::atomic::AtomicU64;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use crate::jobs::Lane;

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(crate) struct StatusLabel {
    status: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(crate) struct LaneLabel {
    pub(crate) lane: Lane,
}

/// What a server counts.
pub(crate) struct Metrics {
    registry: Registry,
    /// Requests by the status they were answered with.
    requests: Family<StatusLabel, Counter>,
    /// Commands that were done.
    pub(crate) commands: Counter,
    /// From a command to its durable answer.
    pub(crate) seconds: Histogram,
    /// Tables in memory.
    pub(crate) rooms: Gauge,
    /// Open event streams.
    pub(crate) streams: Gauge,
    /// Games that were solved.
    pub(crate) solved: Counter<u64, AtomicU64>,
    /// Long work, by lane: what runs, what waits, what was cancelled, and what was refused because too much waits.
    pub(crate) jobs_running: Family<LaneLabel, Gauge>,
    pub(crate) jobs_queued: Family<LaneLabel, Gauge>,
    pub(crate) jobs_cancelled: Family<LaneLabel, Counter>,
    pub(crate) jobs_refused: Family<LaneLabel, Counter>,
}

impl Metrics {
    pub(crate) fn new() -> Self {
        let buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0];
        let mut metrics = Self {
            registry: Registry::with_prefix("kosti"),
            requests: Family::default(),
            commands: Counter::default(),
            seconds: Histogram::new(buckets),
            rooms: Gauge::default(),
            streams: Gauge::default(),
            solved: Counter::default(),
            jobs_running: Family::default(),
            jobs_queued: Family::default(),
            jobs_cancelled: Family::default(),
            jobs_refused: Family::default(),
        };
        let Self { registry, requests, commands, seconds, rooms, streams, solved, .. } = &mut metrics;
        registry.register("requests", "Requests by status", requests.clone());
        registry.register("commands", "Commands done at tables, durably", commands.clone());
        registry.register("command_seconds", "From a command to its durable answer", seconds.clone());
        registry.register("tables_in_memory", "Tables in memory", rooms.clone());
        registry.register("event_streams", "Open event streams", streams.clone());
        registry.register("games_solved", "Games that were solved", solved.clone());
        let Self { registry, jobs_running, jobs_queued, jobs_cancelled, jobs_refused, .. } = &mut metrics;
        registry.register("jobs_running", "Long computations that run", jobs_running.clone());
        registry.register("jobs_queued", "Long computations that wait", jobs_queued.clone());
        registry.register("jobs_cancelled", "Long computations cancelled", jobs_cancelled.clone());
        registry.register("jobs_refused", "Long computations refused: too many wait", jobs_refused.clone());
        metrics
    }

    pub(crate) fn answered(&self, status: u16) {
        self.requests.get_or_create(&StatusLabel { status }).inc();
    }

    /// Everything, as Prometheus reads it.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        // Writing to memory cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
