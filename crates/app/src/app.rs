//! `App`: the application, as a server or another host makes it.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use kosti_coach::Coach;
use kosti_journal::{CommandId, Journal, Stored, TableId, Version};
use kosti_projections::Projections;
use kosti_query::{Answer, Reply, Request};
use kosti_table::{Key, VerifiedTable, VerifyError};
use kosti_text::{Language, Words};
use tokio_util::sync::CancellationToken;

use crate::caller::Caller;
use crate::coaches::Coaches;
use crate::erasing;
use crate::error::AppError;
use crate::game_reports::GameReports;
use crate::host::Host;
use crate::journal_health::{JournalHealth, MonitoredJournal};
use crate::metrics::Metrics;
use crate::query_workers::QueryWorkers;
use crate::quota::{Quota, Quotas};
use crate::rate_limits::{RateLimits, Rates};
use crate::remote_solver::RemoteSolver;
use crate::reviews::{ReviewedGame, Reviews};
use crate::sandbox::{Sandbox, SandboxProcess};
use crate::secrets::{Master, new_command};
use crate::table_registry::{RegistryConfig, TableRegistry};

/// How an application behaves.
pub struct AppConfig {
    /// How its tables behave.
    pub registry: RegistryConfig,
    /// The rate limits; `None` is without limit.
    pub rates: Option<Rates>,
    /// How much an address may write in a day.
    pub quotas: Quotas,
    /// How long a client waits for the answer to a question before it is asked to come again.
    pub answer_time: Duration,
    /// How long the check of a rules file may take. Other work may take a multiple of it.
    pub work_time: Duration,
    /// How long a witness has to answer.
    pub witness_time: Duration,
    /// The process in which rules files of strangers are examined; `None` is this one.
    pub sandbox: Option<Box<dyn SandboxProcess>>,
    /// Where games are solved; `None` is in the lanes of the host.
    pub solver: Option<Box<dyn RemoteSolver>>,
}

/// The application: everything that can be asked of Kosti's tables and games.
pub struct App {
    pub(crate) registry: Arc<TableRegistry>,
    queries: QueryWorkers,
    projections: Arc<dyn Projections>,
    reviews: Reviews,
    game_reports: GameReports,
    pub(crate) limits: Option<Arc<RateLimits>>,
    quota: Quota,
    metrics: Arc<Metrics>,
    journal_health: Arc<JournalHealth>,
    words: Vec<(Language, Words)>,
}

impl App {
    /// An application on this journal.
    #[must_use]
    pub fn new(
        host: &Arc<dyn Host>,
        journal: Arc<dyn Journal>,
        projections: Arc<dyn Projections>,
        master: Master,
        config: AppConfig,
        closing: CancellationToken,
    ) -> Arc<Self> {
        let metrics = Arc::new(Metrics::default());
        let sandbox = Sandbox::new(host.clone(), config.sandbox, config.work_time);
        let coaches =
            Arc::new(Coaches::new(host.clone(), sandbox, config.solver, metrics.clone(), config.work_time));
        let journal_health = Arc::new(JournalHealth::new(host.clone()));
        let erasing = erasing::erase_deleted(host.clone(), projections.clone(), Arc::downgrade(&journal));
        host.spawn(Box::pin(erasing));
        let journal = Arc::new(MonitoredJournal { inner: journal, health: journal_health.clone() });
        let registry = TableRegistry::new(
            journal,
            master,
            metrics.clone(),
            config.registry,
            config.witness_time,
            coaches.clone(),
            closing,
        );
        let limits = config.rates.map(|rates| Arc::new(RateLimits::new(host, rates)));
        let app = Arc::new(Self {
            queries: QueryWorkers::new(&registry.coaches, config.answer_time),
            registry,
            projections,
            reviews: Reviews::new(host),
            game_reports: GameReports::new(host, coaches, limits.clone()),
            limits,
            quota: Quota::new(host, config.quotas),
            metrics,
            journal_health,
            words: Language::all().map(|language| (language, Words::new(language))).collect(),
        });
        host.spawn(Box::pin(forget(host.clone(), Arc::downgrade(&app))));
        app
    }

    /// The program that runs it.
    #[must_use]
    pub fn host(&self) -> &dyn Host {
        &*self.registry.host
    }

    /// An id for a new command.
    #[must_use]
    pub fn new_command(&self) -> CommandId {
        new_command(self.host())
    }

    /// The texts of a language.
    #[must_use]
    pub fn words(&self, language: Language) -> &Words {
        let found = self.words.iter().find(|(known, _)| *known == language);
        &found.unwrap_or(&self.words[0]).1
    }

    /// The counters.
    #[must_use]
    pub fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    /// A player's tables, finished games, statistics.
    #[must_use]
    pub fn projections(&self) -> &dyn Projections {
        &*self.projections
    }

    /// Why the last append to the journal failed, if it failed lately.
    #[must_use]
    pub fn journal_failure(&self) -> Option<&'static str> {
        self.journal_health.failure()
    }

    /// Whether coaches of running tables are turned away.
    #[must_use]
    pub fn is_overloaded(&self) -> bool {
        self.registry.coaches.jobs().tables_overloaded()
    }

    /// The reply to a question about games, as `kosti ask` gives it.
    ///
    /// # Errors
    /// When the question is wrong, takes too long, or too much is waiting.
    pub async fn reply(
        &self,
        request: Request,
        language: Language,
        address: IpAddr,
    ) -> Result<Reply<Answer>, AppError> {
        self.queries.reply(request, language, address.into()).await
    }

    /// The reports of whole games, which pages show.
    #[must_use]
    pub fn game_reports(&self) -> &GameReports {
        &self.game_reports
    }

    /// The review of a finished game; `None` while it is being computed.
    ///
    /// # Errors
    /// When the table is unknown, deleted or not over, or too much is waiting.
    pub async fn review(
        &self,
        table: TableId,
        address: IpAddr,
    ) -> Result<Option<Arc<ReviewedGame>>, AppError> {
        self.reviews.get(&self.registry, table, address).await
    }

    /// The coach that reviewed a game.
    ///
    /// # Errors
    /// When the game cannot be solved again now.
    pub async fn coach_of(&self, game: &ReviewedGame, address: IpAddr) -> Result<Arc<Coach>, AppError> {
        game.coach(&self.registry, address).await
    }

    /// All commits of a table, oldest first.
    ///
    /// # Errors
    /// When the journal cannot be read.
    pub async fn commits(&self, table: TableId) -> Result<Vec<Stored>, AppError> {
        self.commits_after(table, Version::START).await
    }

    /// The commits of a table after a version, oldest first.
    ///
    /// # Errors
    /// When the journal cannot be read.
    pub async fn commits_after(&self, table: TableId, after: Version) -> Result<Vec<Stored>, AppError> {
        Ok(self.registry.journal.read(table, after).await?)
    }

    /// Derives every throw of a table again.
    ///
    /// # Errors
    /// When the journal cannot be read; the inner error says what the dice do not prove.
    pub async fn verify(&self, table: TableId) -> Result<Result<VerifiedTable, VerifyError>, AppError> {
        let (stored, registry) = (self.commits(table).await?, self.registry.clone());
        self.host()
            .compute(move || {
                kosti_table::verify(stored.iter().map(|stored| &*stored.entry.body), &registry.rules_cache)
            })
            .await
    }

    /// The record of a table with its journal, so that anyone can check the dice.
    ///
    /// # Errors
    /// When the game has not begun, or cannot be read.
    pub async fn record(&self, table: TableId) -> Result<String, AppError> {
        let (stored, registry) = (self.commits(table).await?, self.registry.clone());
        let written = self.host().compute(move || {
            let commits: Vec<&str> = stored.iter().map(|stored| &*stored.entry.body).collect();
            let checked = kosti_table::verify(commits.iter().copied(), &registry.rules_cache)?;
            Ok::<_, VerifyError>(kosti_table::download(&checked.record, &commits))
        });
        written.await?.map_err(|why| match why {
            VerifyError::NotStarted => kosti_table::CommandError::NotStarted.into(),
            why => AppError::Unreadable { message: why.to_string(), why: None },
        })
    }

    /// Charges an address for a request.
    ///
    /// # Errors
    /// When it asks too often.
    pub fn charge_request(&self, address: IpAddr) -> Result<(), AppError> {
        self.limits.as_ref().map_or(Ok(()), |limits| limits.charge_address(address))
    }

    /// Charges an address for something that costs a lot.
    ///
    /// # Errors
    /// When it asks too often.
    pub fn charge_costly(&self, address: IpAddr) -> Result<(), AppError> {
        self.limits.as_ref().map_or(Ok(()), |limits| limits.charge_costly(address))
    }

    /// Charges an address for trying an invitation, before the invitation is looked at.
    ///
    /// # Errors
    /// When it has tried too often.
    pub(crate) fn charge_guess(&self, address: IpAddr) -> Result<(), AppError> {
        self.limits.as_ref().map_or(Ok(()), |limits| limits.charge_guess(address))
    }

    /// Charges a caller for a command for a seat, which may write about this many bytes: how often, and how much.
    pub(crate) fn charge_command(&self, caller: &Caller, key: &Key, bytes: usize) -> Result<(), AppError> {
        if let Some(limits) = &self.limits {
            limits.charge_seat(key)?;
        }
        caller.address().map_or(Ok(()), |address| self.quota.write(address, bytes))
    }

    /// Charges a caller for a table whose first record has this many bytes.
    pub(crate) fn charge_table(&self, caller: &Caller, bytes: usize) -> Result<(), AppError> {
        let Some(address) = caller.address() else { return Ok(()) };
        self.quota.open(address)?;
        self.quota.write(address, bytes)
    }
}

/// Forgets the addresses that have not sent requests or commands lately, every minute.
async fn forget(host: Arc<dyn Host>, app: std::sync::Weak<App>) {
    loop {
        host.sleep(Duration::from_secs(60)).await;
        let Some(app) = app.upgrade() else { return };
        if let Some(limits) = &app.limits {
            limits.forget();
        }
        app.quota.forget();
    }
}
