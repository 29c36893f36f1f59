//! The metrics of a server, for Prometheus.

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::registry::Registry;

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct StatusLabel {
    status: u16,
}

/// The metrics: the requests, and those of the application.
pub(crate) struct Metrics {
    registry: Registry,
    /// Requests by the status of the answer.
    requests: Family<StatusLabel, Counter>,
}

impl Metrics {
    pub(crate) fn new(of_app: &kosti_app::Metrics) -> Self {
        let (mut registry, requests) = (Registry::with_prefix("kosti"), Family::default());
        registry.register("requests", "Requests by status", requests.clone());
        of_app.register(&mut registry);
        Self { registry, requests }
    }

    pub(crate) fn count_request(&self, status: u16) {
        self.requests.get_or_create(&StatusLabel { status }).inc();
    }

    /// The metrics in the text format of Prometheus.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        // Writing to memory cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
