//! `Site`: what every request can reach.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use kosti_journal::{Feed, Journal, TableId};
use kosti_lists::Lists;
use kosti_words::{Language, Words};
use tokio_util::sync::CancellationToken;

use crate::balances::Balances;
use crate::coaches::Coaches;
use crate::desks::Desks;
use crate::hall::{Hall, HallConfig};
use crate::health::{JournalHealth, MonitoredJournal};
use crate::limit::{Limits, Rates};
use crate::metrics::Metrics;
use crate::outlooks::Outlooks;
use crate::reviews::Reviews;
use crate::room::Room;
use crate::sandbox::Sandbox;
use crate::secrets::Master;

/// Tables of other servers among which one is looked for by its code.
const WAITING: usize = 10_000;

/// How a server behaves.
#[derive(Debug, Clone)]
pub struct Config {
    /// How its tables behave.
    pub hall: HallConfig,
    /// How often somebody may ask; as often as they like without.
    pub rates: Option<Rates>,
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
            },
            rates: Some(Rates::default()),
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
        if here.is_some() || !self.hall.config.shared {
            return here;
        }
        // Whoever waits may be connected to another server.
        let waiting = self.lists.waiting(WAITING).await.ok()?;
        waiting.into_iter().find(|table| self.hall.master.invites(*table, code))
    }

    /// Who is at a table now, as JSON.
    pub(crate) fn here(room: &Room) -> String {
        room.here.lock().unwrap_or_else(PoisonError::into_inner).to_json()
    }
}

/// Addresses that were limited once are forgotten.
async fn forget(site: std::sync::Weak<Site>) {
    loop {
        tokio::time::sleep(Duration::from_secs(60)).await;
        let Some(site) = site.upgrade() else { return };
        if let Some(limits) = &site.limits {
            limits.forget();
        }
    }
}
