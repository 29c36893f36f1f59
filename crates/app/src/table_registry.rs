//! `TableRegistry`: the sessions of all tables in memory. A session is made when its table is asked for, and dropped when
//! it is not used for a while.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};
use std::time::Duration;

use futures_util::StreamExt as _;
use kosti_journal::{AppendError, CommandId, Entry, Journal, Stored, TableId, Version};
use kosti_table::{Actor, Command, Dealer};
use parking_lot::Mutex;
use tokio_util::sync::CancellationToken;

use crate::bot_pace::BOT_PAUSE;
use crate::bots;
use crate::coaches::Coaches;
use crate::error::AppError;
use crate::finished::Finished;
use crate::host::Host;
use crate::metrics::Metrics;
use crate::rules_cache::RulesCache;
use crate::secrets::{Master, Run, new_command};
use crate::table_session::{CommandRequest, SessionContext, TableSession};
use crate::table_update::TableUpdate;
use crate::views::AirView;

/// How long this server leaves bots and witnesses to the server that wrote last.
const ELSEWHERE: Duration = Duration::from_secs(5);

/// How a registry behaves.
#[derive(Debug, Clone, Copy)]
pub struct RegistryConfig {
    /// How long an unused table stays in memory.
    pub idle: Duration,
    /// How long a bot waits before its turn, so that the player before can take a decision back.
    pub bot_pause: Duration,
    /// The least time between two broadcasts of who is connected to a table.
    pub presence_pause: Duration,
    /// Whether other servers write to the same journal, so that it must be followed.
    pub shared: bool,
    /// How many tables are kept in memory, those that are being used apart.
    pub tables_in_memory: usize,
}

impl Default for RegistryConfig {
    fn default() -> Self {
        Self {
            idle: Duration::from_secs(3600),
            bot_pause: BOT_PAUSE,
            presence_pause: Duration::from_secs(2),
            shared: false,
            tables_in_memory: 20_000,
        }
    }
}

/// All tables of a server.
pub struct TableRegistry {
    pub host: Arc<dyn Host>,
    pub journal: Arc<dyn Journal>,
    pub master: Master,
    pub run: Run,
    pub rules_cache: RulesCache,
    pub coaches: Arc<Coaches>,
    pub metrics: Arc<Metrics>,
    pub config: RegistryConfig,
    /// How long a witness has to answer.
    witness_time: Duration,
    pub closing: CancellationToken,
    sessions: Mutex<HashMap<TableId, Arc<TableSession>>>,
    /// Tables in memory by their invitations.
    invitations: Mutex<HashMap<String, TableId>>,
    me: Weak<TableRegistry>,
}

impl TableRegistry {
    pub fn new(
        journal: Arc<dyn Journal>,
        master: Master,
        metrics: Arc<Metrics>,
        config: RegistryConfig,
        witness_time: Duration,
        coaches: Arc<Coaches>,
        closing: CancellationToken,
    ) -> Arc<Self> {
        let host = coaches.jobs().host().clone();
        let registry = Arc::new_cyclic(|me| Self {
            run: Run::begin(&*host),
            host,
            journal,
            master,
            rules_cache: RulesCache::default(),
            coaches,
            metrics,
            config,
            witness_time,
            closing,
            sessions: Mutex::default(),
            invitations: Mutex::default(),
            me: me.clone(),
        });
        registry.host.spawn(Box::pin(sweep(registry.host.clone(), Arc::downgrade(&registry))));
        registry
    }

    fn me(&self) -> Arc<Self> {
        self.me.upgrade().expect("the caller holds it")
    }

    /// The time of the host in milliseconds.
    fn now(&self) -> u64 {
        u64::try_from(self.host.now().as_millis()).unwrap_or(u64::MAX)
    }

    fn sessions(&self) -> parking_lot::MutexGuard<'_, HashMap<TableId, Arc<TableSession>>> {
        self.sessions.lock()
    }

    fn invitations(&self) -> parking_lot::MutexGuard<'_, HashMap<String, TableId>> {
        self.invitations.lock()
    }

    /// An id for a new command.
    fn new_command(&self) -> CommandId {
        new_command(&*self.host)
    }

    /// The table in memory with this invitation. A table whose players wait for others is in memory.
    pub fn find_invited(&self, invite: &str) -> Option<TableId> {
        self.invitations().get(invite).copied()
    }

    /// The session of a table, to execute a command. It may be behind a shared journal.
    pub async fn session(&self, id: TableId) -> Result<Arc<TableSession>, AppError> {
        let session = match self.find_in_memory(id) {
            Some(session) => session,
            None => self.read(id).await?,
        };
        session.touch(self.now());
        Ok(session)
    }

    /// The session of a table, to look at it: caught up with a shared journal.
    pub async fn fresh_session(&self, id: TableId) -> Result<Arc<TableSession>, AppError> {
        let known = self.find_in_memory(id).filter(|_| self.config.shared);
        if let Some(session) = known {
            self.refresh(&session).await?;
        }
        self.session(id).await
    }

    fn find_in_memory(&self, id: TableId) -> Option<Arc<TableSession>> {
        self.sessions().get(&id).cloned()
    }

    /// Makes the session of a table from the journal.
    async fn read(&self, id: TableId) -> Result<Arc<TableSession>, AppError> {
        let stored = self.journal.read(id, Version::START).await?;
        let session = self.make(id, stored).await?;
        let newest = session.lock().await.newest.clone();
        if self.config.shared {
            self.wake_late(&session, newest);
        } else {
            self.wake(&session, &newest);
        }
        Ok(session)
    }

    async fn refresh(&self, session: &Arc<TableSession>) -> Result<(), AppError> {
        match session.refresh(&*self.journal).await {
            Ok(Some(newest)) => self.wake_late(session, newest),
            Ok(None) => {}
            Err(problem) => {
                self.give_up_if_broken(session, &problem);
                return Err(problem);
            }
        }
        Ok(())
    }

    /// Makes a session in the background, because compiling its rules takes a while.
    async fn make(&self, id: TableId, stored: Vec<Stored>) -> Result<Arc<TableSession>, AppError> {
        let registry = self.me();
        let made = self.host.compute(move || {
            let host = registry.host.clone();
            TableSession::read(id, &stored, &registry.rules_cache, registry.config.presence_pause, host)
        });
        let session = Arc::new(made.await??);
        let mut sessions = self.sessions();
        let session = sessions.entry(id).or_insert(session).clone();
        session.touch(self.now());
        self.make_space(&mut sessions);
        self.invitations().insert(self.master.invite(id), id);
        self.metrics.sessions.set(sessions.len() as i64);
        Ok(session)
    }

    /// Drops sessions if there are too many, those used least recently first. Sessions in use stay; a dropped one can be
    /// read from the journal again.
    fn make_space(&self, sessions: &mut HashMap<TableId, Arc<TableSession>>) {
        let most = self.config.tables_in_memory.max(1);
        if sessions.len() <= most {
            return;
        }
        let unused = sessions.iter().filter(|(_, session)| is_unused(session));
        let mut unused: Vec<(u64, TableId)> =
            unused.map(|(id, session)| (session.last_touch(), *id)).collect();
        // Some more than needed, so that not every new table makes a round through all of them.
        let leaving = (sessions.len() - most + most / 8).min(unused.len());
        if leaving > 0 {
            unused.select_nth_unstable(leaving - 1);
        }
        for (_, id) in &unused[..leaving] {
            sessions.remove(id);
        }
        self.invitations().retain(|_, table| sessions.contains_key(table));
    }

    /// Opens a table with the server's first chain; opening it again with the same command gives the same table.
    pub async fn open(
        &self,
        id: TableId,
        command: CommandId,
        commit: String,
        dealer: Option<Dealer>,
    ) -> Result<Arc<TableSession>, AppError> {
        let entry = Entry { command, body: commit.into() };
        match self.journal.append(id, Version::START, entry).await {
            // It is open already: by the same command, or another player's rematch.
            Ok(_) | Err(AppendError::Again { .. } | AppendError::Conflict { .. }) => {}
            Err(AppendError::Refused { why }) => return Err(AppError::not_saved(&why)),
            Err(AppendError::Unknown { .. }) => {
                let stored = self.journal.read(id, Version::START).await.map_err(|_| AppError::Unclear)?;
                if stored.is_empty() {
                    return Err(if self.config.shared { AppError::Unclear } else { AppError::NotSaved });
                }
            }
        }
        let session = self.session(id).await?;
        if let Some(dealer) = dealer {
            session.lock().await.keep_dealer(dealer);
        }
        Ok(session)
    }

    /// Executes a command at a table.
    pub async fn execute(
        &self,
        session: &Arc<TableSession>,
        id: CommandId,
        actor: Actor,
        expected: Option<Version>,
        command: &Command,
    ) -> Result<Arc<TableUpdate>, AppError> {
        let (registry, session, command) = (self.me(), session.clone(), command.clone());
        // The caller may go away, and a commit on its way to the journal must still be applied.
        let doing = Finished::new(self.host.clone(), async move {
            let mut done =
                registry.perform(&session, &CommandRequest { id, actor, expected, command: &command }).await;
            if let Ok(update) = &done
                && let Some(number) = registry.cannot_be_witnessed(&session, update)
            {
                let command = Command::Unwitnessed { number };
                let left_out = CommandRequest {
                    id: registry.new_command(),
                    actor: Actor::Server,
                    expected: None,
                    command: &command,
                };
                // A witness that connected just now may have answered.
                done = registry.perform(&session, &left_out).await.or(done);
            }
            match &done {
                Ok(update) => {
                    registry.metrics.commands.inc();
                    if update.is_last {
                        let mut sessions = registry.sessions();
                        sessions.remove(&session.id);
                        registry.metrics.sessions.set(sessions.len() as i64);
                    }
                    registry.wake(&session, update);
                }
                Err(problem) => registry.give_up_if_broken(&session, problem),
            }
            done
        });
        doing.await
    }

    async fn perform(
        &self,
        session: &TableSession,
        request: &CommandRequest<'_>,
    ) -> Result<Arc<TableUpdate>, AppError> {
        let context = SessionContext {
            journal: &*self.journal,
            master: &self.master,
            run: &self.run,
            host: &*self.host,
            shared: self.config.shared,
        };
        match session.execute(&context, request).await {
            Err(AppError::NewChainNeeded) => {
                let renew = CommandRequest {
                    id: self.new_command(),
                    actor: Actor::Server,
                    command: &Command::NewChain,
                    ..*request
                };
                let renewed = session.execute(&context, &renew).await?;
                // A chain that began when the link was known could have been chosen for it.
                if matches!(request.command, Command::Act { contribution: Some(_), .. }) {
                    return Err(AppError::Stale { table: session.newest_update(true).await });
                }
                // A decision on the version before still holds: only the chain is new.
                let expected = request.expected.map(|_| renewed.version);
                session.execute(&context, &CommandRequest { expected, ..*request }).await
            }
            done => done,
        }
    }

    /// Begins a new chain of the server if the table needs one, before a client gives a link for the next throw.
    pub async fn renew_chain(&self, session: &Arc<TableSession>) -> Result<(), AppError> {
        self.execute(session, self.new_command(), Actor::Server, None, &Command::NewChain).await.map(|_| ())
    }

    /// The number of a throw that waits for a witness whose client is not connected, so that waiting is useless.
    fn cannot_be_witnessed(&self, session: &TableSession, update: &TableUpdate) -> Option<u64> {
        let AirView { number, witness, .. } = update.air?;
        // It may be connected to another server.
        let asked = self.config.shared || session.presence.lock().can_be_asked(witness);
        (!asked).then_some(number)
    }

    /// Drops a session that cannot apply its journal, so that it is read again the next time.
    fn give_up_if_broken(&self, session: &TableSession, problem: &AppError) {
        let broken = match problem {
            AppError::Unreadable { .. } | AppError::Broken => true,
            // A late record of a shared journal is applied when the table is next used.
            AppError::Unclear => !self.config.shared,
            _ => false,
        };
        if broken {
            self.sessions().remove(&session.id);
            session.close();
        }
    }

    /// Drops the session of a table whose journal was written by an import.
    pub(crate) fn forget_session(&self, id: TableId) {
        let session = self.sessions().remove(&id);
        if let Some(session) = session {
            session.close();
        }
    }

    /// Starts what happens without a client: a bot's turn, and the time limit of a witness.
    fn wake(&self, session: &Arc<TableSession>, update: &TableUpdate) {
        if update.bot && !session.bot_at_work.swap(true, Ordering::AcqRel) {
            self.host.spawn(bots::start(self.me(), session.clone()));
        }
        if let Some(AirView { number, .. }) = update.air {
            let (registry, session) = (self.me(), session.clone());
            self.host.spawn(Box::pin(async move {
                registry.host.sleep(registry.witness_time).await;
                // Mostly rejected, because the witness has answered.
                let _ = registry.execute_late(&session, &Command::Unwitnessed { number }).await;
            }));
        }
    }

    /// The same for a commit of another server, after giving that server time to do it.
    fn wake_late(&self, session: &Arc<TableSession>, update: Arc<TableUpdate>) {
        if !update.bot && update.air.is_none() {
            return;
        }
        let (registry, session) = (self.me(), session.clone());
        self.host.spawn(Box::pin(async move {
            registry.host.sleep(ELSEWHERE + registry.config.bot_pause).await;
            let newest = session.lock().await.newest.clone();
            if newest.version == update.version && !registry.closing.is_cancelled() {
                registry.wake(&session, &newest);
            }
        }));
    }

    /// The same as `execute`, for a task that `wake` spawned: boxed, because `execute` calls `wake`.
    fn execute_late<'a>(
        &'a self,
        session: &'a Arc<TableSession>,
        command: &'a Command,
    ) -> futures_util::future::BoxFuture<'a, Result<Arc<TableUpdate>, AppError>> {
        Box::pin(self.execute(session, self.new_command(), Actor::Server, None, command))
    }

    /// Follows a shared journal for the listeners of a table, until the last one leaves.
    pub fn follow(&self, session: &Arc<TableSession>) {
        if !self.config.shared || session.followed.swap(true, Ordering::AcqRel) {
            return;
        }
        let (registry, session) = (self.me(), session.clone());
        self.host.spawn(Box::pin(async move {
            // The server that wrote last may have died since.
            let newest = session.lock().await.newest.clone();
            registry.wake_late(&session, newest);
            registry.follow_while_listened_to(&session).await;
            session.followed.store(false, Ordering::Release);
            // A listener may have come meanwhile.
            if session.listeners() > 0 && !registry.closing.is_cancelled() {
                registry.host.sleep(Duration::from_secs(1)).await;
                registry.follow(&session);
            }
        }));
    }

    async fn follow_while_listened_to(&self, session: &Arc<TableSession>) {
        let version = session.lock().await.version;
        let mut records = self.journal.subscribe(session.id, version);
        loop {
            match self.host.timeout(Duration::from_secs(60), records.next()).await {
                Some(Some(stored)) => match session.apply_announced(&stored).await {
                    Ok(Some(newest)) => self.wake_late(session, newest),
                    Ok(None) => {}
                    Err(problem) => {
                        tracing::error!(table = %session.id, %problem, "cannot follow the journal");
                        self.give_up_if_broken(session, &problem);
                        return;
                    }
                },
                Some(None) => return,
                None if session.listeners() == 0 => return,
                None => {}
            }
        }
    }
}

/// Whether only the registry holds this session: no request, no listener, no bot. While the registry's map is locked, no
/// other holder can come.
fn is_unused(session: &Arc<TableSession>) -> bool {
    Arc::strong_count(session) == 1
}

/// Drops unused sessions now and then.
async fn sweep(host: Arc<dyn Host>, registry: Weak<TableRegistry>) {
    loop {
        let Some(pause) = registry.upgrade().map(|registry| registry.config.idle / 10) else { return };
        host.sleep(pause.clamp(Duration::from_millis(100), Duration::from_secs(60))).await;
        let Some(registry) = registry.upgrade() else { return };
        let idle = u64::try_from(registry.config.idle.as_millis()).unwrap_or(u64::MAX);
        let since = registry.now().saturating_sub(idle);
        let mut sessions = registry.sessions();
        sessions.retain(|_, session| session.last_touch() >= since || !is_unused(session));
        sessions.shrink_to_fit();
        registry.invitations().retain(|_, table| sessions.contains_key(table));
        registry.metrics.sessions.set(sessions.len() as i64);
    }
}
