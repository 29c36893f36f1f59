//! `Site`: the shared state of all requests.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;

use kosti_app::{App, AppConfig, Host, Master, Quotas, Rates, RegistryConfig, SandboxProcess};
use kosti_journal::{Feed, Journal};
use kosti_projections::Lists;
use tokio_util::sync::CancellationToken;

use crate::connection_limits::NetworkLimit;
use crate::host::TokioHost;
use crate::metrics::Metrics;
use crate::names::{Names, PublicUrl};
use crate::sandbox::SandboxProgram;
use crate::share_image::ShareImages;
use crate::time_limits::TimeLimits;
use crate::web_files::WebFiles;

/// The configuration of a server.
#[derive(Debug, Clone)]
pub struct Config {
    /// The configuration of its tables.
    pub registry: RegistryConfig,
    /// The rate limits of callers; `None` for no limits.
    pub rates: Option<Rates>,
    /// The time limits.
    pub times: TimeLimits,
    /// The daily quotas of callers.
    pub quotas: Quotas,
    /// The public addresses of the server, if a proxy or a name server gives it another name.
    pub public_urls: Vec<PublicUrl>,
    /// The names of the machine in its own network.
    pub machine_names: Vec<String>,
    /// Whether `/metrics` is served on the main address, to this machine only.
    pub metrics: bool,
    /// Whether the server is behind a proxy, which reports the origin of requests.
    pub behind_proxy: bool,
    /// The program that examines rules files, with its arguments; without it, rules files of strangers are refused.
    pub sandbox: Option<(PathBuf, Vec<String>)>,
    /// The files of the application without a server, if it is offered.
    pub web: Option<WebFiles>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            registry: RegistryConfig::default(),
            rates: Some(Rates::default()),
            times: TimeLimits::default(),
            quotas: Quotas::default(),
            public_urls: Vec::new(),
            machine_names: Vec::new(),
            metrics: true,
            behind_proxy: false,
            sandbox: None,
            web: None,
        }
    }
}

impl Config {
    /// Limits the requests per second of one address; 0 for no limit.
    #[must_use]
    pub fn with_rate(mut self, requests: u32) -> Self {
        self.rates = NonZeroU32::new(requests).map(Rates::per_second);
        self
    }
}

/// The shared state of all requests: the application and the parts that a server adds.
pub struct Site {
    pub(crate) app: Arc<App>,
    pub(crate) streams: Arc<NetworkLimit>,
    pub(crate) share_images: ShareImages,
    pub(crate) names: Names,
    pub(crate) answers_metrics: bool,
    pub(crate) metrics: Metrics,
    pub(crate) behind_proxy: bool,
    pub(crate) closing: CancellationToken,
    pub(crate) times: TimeLimits,
    pub(crate) web: Option<WebFiles>,
}

impl Site {
    /// Creates a site on this journal. Must be called inside a runtime.
    #[must_use]
    pub fn new<J: Journal + Feed>(
        journal: Arc<J>,
        lists: Lists,
        master: Master,
        config: Config,
        closing: CancellationToken,
    ) -> Arc<Self> {
        let times = config.times;
        let sandbox = config.sandbox.map(|(program, arguments)| {
            Box::new(SandboxProgram { program, arguments, work: times.work }) as Box<dyn SandboxProcess>
        });
        let of_app = AppConfig {
            registry: config.registry,
            rates: config.rates,
            quotas: config.quotas,
            answer_time: times.answer,
            work_time: times.work,
            witness_time: times.witness,
            sandbox,
            solver: None,
        };
        tokio::spawn({
            let (lists, feed) = (lists.clone(), journal.clone() as Arc<dyn Feed>);
            async move { lists.follow(feed).await }
        });
        let host: Arc<dyn Host> = Arc::new(TokioHost::new());
        let app = App::new(&host, journal, Arc::new(lists), master, of_app, closing.clone());
        Arc::new(Self {
            metrics: Metrics::new(app.metrics()),
            app,
            streams: NetworkLimit::of_streams(),
            share_images: ShareImages::default(),
            names: Names::new(config.public_urls, &config.machine_names, config.behind_proxy),
            answers_metrics: config.metrics,
            behind_proxy: config.behind_proxy,
            closing,
            times,
            web: config.web,
        })
    }
}
