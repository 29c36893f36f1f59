//! `Site`: what every request can reach.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use kosti_journal::{Feed, Journal, TableId};
use kosti_lists::Lists;
use kosti_table::Key;
use kosti_words::{Language, Words};
use tokio_util::sync::CancellationToken;

use crate::balances::Balances;
use crate::caller::Caller;
use crate::coaches::Coaches;
use crate::desks::Desks;
use crate::erasing;
use crate::hall::{Hall, HallConfig};
use crate::health::{JournalHealth, MonitoredJournal};
use crate::limit::{Limits, Rates};
use crate::metrics::Metrics;
use crate::names::{Names, PublicUrl};
use crate::outlooks::Outlooks;
use crate::problem::Problem;
use crate::quota::{Quota, Quotas};
use crate::reviews::Reviews;
use crate::room::Room;
use crate::sandbox::Sandbox;
use crate::secrets::Master;
use crate::streams::Streams;

/// Tables that are not in memory among which one is looked for by its code.
const WAITING: usize = 10_000;

/// How a server behaves.
#[derive(Debug, Clone)]
pub struct Config {
    /// How its tables behave.
    pub hall: HallConfig,
    /// How often somebody may ask; as often as they like without.
    pub rates: Option<Rates>,
    /// How much somebody may leave behind in a day.
    pub quotas: Quotas,
    /// Where people reach the server, if a proxy or a name server makes it known under another name.
    pub public_urls: Vec<PublicUrl>,
    /// What the machine is called in its own network.
    pub machine_names: Vec<String>,
    /// Whether `/metrics` is answered where everything else is, to this machine alone.
    pub metrics: bool,
    /// Whether a proxy stands before it, which tells where requests come from.
    pub behind_proxy: bool,
    /// The program that tries out rules files, with its arguments; nobody tries without.
    pub judge: Option<(PathBuf, Vec<String>)>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            hall: HallConfig {
                idle: Duration::from_secs(3600),
                bot_pause: Duration::from_millis(1200),
                shared: false,
                tables_in_memory: 20_000,
            },
            rates: Some(Rates::default()),
            quotas: Quotas::default(),
            public_urls: Vec::new(),
            machine_names: Vec::new(),
            metrics: true,
            behind_proxy: false,
            judge: None,
        }
    }
}

impl Config {
    /// So many requests a second from one address; 0 for no limit.
    #[must_use]
    pub fn with_rate(mut self, requests: u32) -> Self {
        self.rates = NonZeroU32::new(requests).map(|requests| Rates { requests });
        self
    }
}

/// What every request can reach.
pub struct Site {
    pub(crate) hall: Arc<Hall>,
    pub(crate) desks: Desks,
    pub(crate) lists: Lists,
    pub(crate) reviews: Reviews,
    pub(crate) outlooks: Outlooks,
    pub(crate) balances: Balances,
    pub(crate) limits: Option<Limits>,
    pub(crate) quota: Quota,
    pub(crate) streams: Streams,
    pub(crate) names: Names,
    pub(crate) answers_metrics: bool,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) journal_health: Arc<JournalHealth>,
    pub(crate) behind_proxy: bool,
    pub(crate) closing: CancellationToken,
    words: Vec<(Language, Words)>,
}

impl Site {
    /// A site on this journal. It must be made inside a runtime.
    #[must_use]
    pub fn new<J: Journal + Feed>(
        journal: Arc<J>,
        lists: Lists,
        master: Master,
        config: Config,
        closing: CancellationToken,
    ) -> Arc<Self> {
        let metrics = Arc::new(Metrics::new());
        let sandbox = config.judge.map_or_else(Sandbox::none, |(program, args)| Sandbox::with(program, args));
        let coaches = Arc::new(Coaches::new(sandbox, metrics.clone()));
        let journal_health = Arc::new(JournalHealth::default());
        tokio::spawn({
            let (lists, feed) = (lists.clone(), journal.clone() as Arc<dyn Feed>);
            async move { lists.follow(feed).await }
        });
        tokio::spawn(erasing::erase_deleted(
            lists.clone(),
            Arc::downgrade(&(journal.clone() as Arc<dyn Journal>)),
        ));
        let journal = Arc::new(MonitoredJournal { inner: journal, health: journal_health.clone() });
        let hall = Hall::new(journal, master, metrics.clone(), config.hall, coaches, closing.clone());
        let site = Arc::new(Self {
            desks: Desks::new(hall.coaches.jobs().clone()),
            hall,
            lists,
            reviews: Reviews::default(),
            outlooks: Outlooks::default(),
            balances: Balances::default(),
            limits: config.rates.map(Limits::new),
            quota: Quota::new(config.quotas),
            streams: Streams::default(),
            names: Names::new(config.public_urls, &config.machine_names, config.behind_proxy),
            answers_metrics: config.metrics,
            metrics,
            journal_health,
            behind_proxy: config.behind_proxy,
            closing,
            words: Language::all().map(|language| (language, Words::new(language))).collect(),
        });
        tokio::spawn(forget(Arc::downgrade(&site)));
        site
    }

    pub(crate) fn words(&self, language: Language) -> &Words {
        let found = self.words.iter().find(|(known, _)| *known == language);
        &found.unwrap_or(&self.words[0]).1
    }

    /// The table that this is the invitation to, if it waits for players.
    pub(crate) async fn invited_to(&self, code: &str) -> Option<TableId> {
        let here = self.hall.invited_to(code);
        if here.is_some() {
            return here;
        }
        // Whoever waits may be connected to another server, or their table may have left the memory.
        let waiting = self.lists.waiting(WAITING).await.ok()?;
        waiting.into_iter().find(|table| self.hall.master.invites(*table, code))
    }

    /// A command of a caller for a seat, which may write about this many bytes: how often, and how much.
    pub(crate) fn charge(&self, caller: &Caller, key: &Key, bytes: usize) -> Result<(), Problem> {
        if let Some(limits) = &self.limits {
            limits.seat(key)?;
        }
        caller.address().map_or(Ok(()), |address| self.quota.write(address, bytes))
    }

    /// A caller opens a table whose first record has this many bytes.
    pub(crate) fn charge_table(&self, caller: &Caller, bytes: usize) -> Result<(), Problem> {
        let Some(address) = caller.address() else { return Ok(()) };
        self.quota.open(address)?;
        self.quota.write(address, bytes)
    }

    /// Who is at a table now, as JSON.
    pub(crate) fn here(room: &Room) -> String {
        room.here.lock().unwrap_or_else(PoisonError::into_inner).to_json()
    }
}

/// Addresses that have not asked or written lately are forgotten.
async fn forget(site: std::sync::Weak<Site>) {
    loop {
        tokio::time::sleep(Duration::from_secs(60)).await;
        let Some(site) = site.upgrade() else { return };
        if let Some(limits) = &site.limits {
            limits.forget();
        }
        site.quota.forget();
    }
}
