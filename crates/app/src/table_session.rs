//! `TableSession`: a table in memory, its listeners, and the execution of commands. A repeated command is recognised by its id
//! and not executed again.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use futures_util::FutureExt as _;
use kosti_dice::fair::Generation;
use kosti_engine::{Action, State, Then};
use kosti_journal::{AppendError, CommandId, Entry, Journal, ReadError, Stored, TableId, Version};
use kosti_rules::Rules;
use kosti_table::{
    Actor, Command, CommandError, Commit, Context, Dealer, DiceKind, Key, ReplayError, Table, TableEvent,
};
use parking_lot::Mutex as Lock;
use tokio::sync::{Mutex, MutexGuard, broadcast};

use crate::bot_pace::BotPace;
use crate::error::AppError;
use crate::host::Host;
use crate::presence::{ListenerOptions, Presence};
use crate::recent_events::RecentEvents;
use crate::rules_cache::RulesCache;
use crate::secrets::{Master, Run};
use crate::table_update::{SessionMessage, TableUpdate};
use crate::views::{CurrentView, TableView};

/// Updates that a slow listener may be behind before it reads the journal instead.
const BACKLOG: usize = 8;
/// The last commands, whose repetition is recognised without reading the journal.
const REMEMBERED: usize = 32;

/// A table in memory.
pub struct TableSession {
    /// The id of the table.
    pub id: TableId,
    /// The rules that it plays by.
    pub rules: Arc<Rules>,
    state: Mutex<SessionState>,
    updates: broadcast::Sender<SessionMessage>,
    host: Arc<dyn Host>,
    /// Whose clients are connected now.
    pub presence: Arc<Lock<Presence>>,
    /// When it was last asked for, in milliseconds of the host's monotonic clock.
    touched: AtomicU64,
    /// Whether a task follows the journal for the listeners.
    pub followed: AtomicBool,
    /// Whether a bot of this table is at work.
    pub bot_at_work: AtomicBool,
    /// How fast its bots play.
    pub bot_pace: BotPace,
}

/// The table of a session as it stands.
pub struct SessionState {
    /// The table.
    pub table: Table,
    /// Its version.
    pub version: Version,
    /// The server's chain, once it is needed.
    dealer: Option<Dealer>,
    /// The chain whose beginning was seen here as it was written.
    seen: Option<Generation>,
    /// The version before new chains of the server, if nothing else has happened since: a decision on it still holds.
    before_chain: Option<Version>,
    remembered: VecDeque<CommandId>,
    /// The newest commit, and what it led to.
    pub newest: Arc<TableUpdate>,
    /// The last events.
    pub recent_events: RecentEvents,
}

/// The parts of the server that a session needs to execute a command.
pub struct SessionContext<'a> {
    pub journal: &'a dyn Journal,
    pub master: &'a Master,
    pub run: &'a Run,
    pub host: &'a dyn Host,
    /// Whether other servers write to the journal, and it may be long until something arrives there.
    pub shared: bool,
}

/// A command, with its sender.
pub struct CommandRequest<'a> {
    pub id: CommandId,
    pub actor: Actor,
    /// The version that it was decided on; `None` is any.
    pub expected: Option<Version>,
    pub command: &'a Command,
}

impl TableSession {
    /// Makes the session of a table from its commits.
    pub fn read(
        id: TableId,
        stored: &[Stored],
        rules_cache: &RulesCache,
        presence_pause: Duration,
        host: Arc<dyn Host>,
    ) -> Result<Self, AppError> {
        let (first, rest) = stored.split_first().ok_or(AppError::UnknownTable)?;
        let mut table = match Table::open(id.as_str(), &first.entry.body, rules_cache) {
            // The table was erased, and only its deletion is left.
            Err(ReplayError::NotOpened { .. }) if is_deletion(&first.entry.body) => {
                return Err(CommandError::Gone.into());
            }
            opened => opened?,
        };
        let mut recent_events = RecentEvents::default();
        let (mut last_version, mut before_chain) = (first.version, None);
        for stored in rest {
            let commit = table.apply(&stored.entry.body)?;
            recent_events.apply(&table, stored.version, &commit);
            before_chain = is_new_chain(&commit).then(|| before_chain.unwrap_or(last_version));
            last_version = stored.version;
        }
        let last = rest.last().unwrap_or(first);
        let newest = Arc::new(TableUpdate::new(&table, last.version, last.entry.body.clone()));
        let remembered =
            stored.iter().rev().take(REMEMBERED).rev().map(|stored| stored.entry.command).collect();
        let rules = table.rules().clone();
        let state = SessionState {
            table,
            version: last.version,
            dealer: None,
            seen: None,
            before_chain,
            remembered,
            newest,
            recent_events,
        };
        Ok(Self {
            id,
            rules,
            state: Mutex::new(state),
            updates: broadcast::channel(BACKLOG).0,
            host,
            presence: Arc::new(Lock::new(Presence::new(presence_pause))),
            touched: AtomicU64::new(0),
            followed: AtomicBool::new(false),
            bot_at_work: AtomicBool::new(false),
            bot_pace: BotPace::default(),
        })
    }

    pub(crate) fn touch(&self, at: u64) {
        self.touched.store(at, Ordering::Relaxed);
    }

    /// When it was last asked for.
    pub(crate) fn last_touch(&self) -> u64 {
        self.touched.load(Ordering::Relaxed)
    }

    /// The state, for as long as the guard is held.
    pub async fn lock(&self) -> MutexGuard<'_, SessionState> {
        self.state.lock().await
    }

    /// Connects a listener: the number of its presence, the newest update, and the messages that follow.
    pub async fn listen(
        &self,
        key: Option<Key>,
        options: ListenerOptions,
    ) -> (u64, Arc<TableUpdate>, broadcast::Receiver<SessionMessage>) {
        let mut state = self.state.lock().await;
        let seats = key.map(|key| state.table.seats_of(&key).collect()).unwrap_or_default();
        let number = self.presence.lock().connect(key, seats, options);
        let newest = state.newest_update(options.views);
        (number, newest, self.updates.subscribe())
    }

    /// The newest update, with the table if the listener gets it.
    pub async fn newest_update(&self, view: bool) -> Arc<TableUpdate> {
        self.state.lock().await.newest_update(view)
    }

    /// Broadcasts who is connected, soon: changes that follow each other closely share one broadcast.
    pub fn broadcast_presence(&self) {
        let delay = self.presence.lock().schedule_broadcast(self.host.now());
        let Some(delay) = delay else { return };
        let (presence, updates, host) = (self.presence.clone(), self.updates.clone(), self.host.clone());
        let broadcast = move || {
            let presence = presence.lock().broadcast(host.now());
            // An error means that nobody listens.
            let _ = updates.send(SessionMessage::Presence(Arc::new(presence)));
        };
        if delay.is_zero() {
            broadcast();
        } else {
            let sleep = self.host.sleep(delay);
            self.host.spawn(Box::pin(sleep.map(move |()| broadcast())));
        }
    }

    /// Asks all listeners to connect again, because this session is dropped.
    pub fn close(&self) {
        let _ = self.updates.send(SessionMessage::Closed);
    }

    pub(crate) fn listeners(&self) -> usize {
        self.updates.receiver_count()
    }

    /// Executes a command once, durably.
    pub async fn execute(
        &self,
        context: &SessionContext<'_>,
        request: &CommandRequest<'_>,
    ) -> Result<Arc<TableUpdate>, AppError> {
        let mut state = self.state.lock().await;
        // Whether the session has everything that is in the journal.
        let mut caught_up = !context.shared;
        loop {
            let commit = match self.decide_unless_executed(&mut state, context, request).await {
                Ok(Some(commit)) => commit,
                Ok(None) => return Ok(state.newest.clone()),
                Err(rejection) if caught_up => return Err(rejection),
                // Catch up with the journal before rejecting a command.
                Err(rejection) => {
                    let before = state.version;
                    self.catch_up(&mut state, context.journal).await?;
                    if state.version == before {
                        return Err(rejection);
                    }
                    caught_up = true;
                    continue;
                }
            };
            let body: Arc<str> = commit.to_text().into();
            let entry = Entry { command: request.id, body: body.clone() };
            match context.journal.append(self.id, state.version, entry).await {
                Ok(version) => {
                    state.table.apply_commit(&commit, &body)?;
                    self.announce(&mut state, version, request.id, &commit, body);
                    return Ok(state.newest.clone());
                }
                // Another server has written, perhaps this command: decide again.
                Err(AppendError::Conflict { .. } | AppendError::Again { .. }) => {
                    self.catch_up(&mut state, context.journal).await?;
                }
                Err(AppendError::Refused { why }) => return Err(AppError::not_saved(&why)),
                Err(AppendError::Unknown { why }) => {
                    tracing::warn!(table = %self.id, why, "an append without an answer");
                    let before = state.version;
                    self.catch_up(&mut state, context.journal).await.map_err(|_| AppError::Unclear)?;
                    if state.version == before {
                        return Err(if context.shared { AppError::Unclear } else { AppError::NotSaved });
                    }
                }
            }
        }
    }

    /// Decides on a command, as far as the table is known here. Returns `None` if the command was executed before.
    async fn decide_unless_executed(
        &self,
        state: &mut SessionState,
        context: &SessionContext<'_>,
        request: &CommandRequest<'_>,
    ) -> Result<Option<Commit>, AppError> {
        if state.table.is_deleted() {
            return Err(CommandError::Gone.into());
        }
        if state.remembered.contains(&request.id)
            || self.is_in_journal(state, context.journal, request).await?
        {
            return Ok(None);
        }
        if request.expected.is_some_and(|expected| !state.is_current(expected, request.command)) {
            return Err(AppError::Stale { table: state.newest_update(true) });
        }
        if matches!(request.command, Command::NewChain) && !state.needs_new_chain(context) {
            return Ok(None);
        }
        state.decide(context, request).map(Some)
    }

    /// Whether the journal has a command that is no longer remembered. Few are ever looked up there: those on an old
    /// version, and those of people without a version.
    async fn is_in_journal(
        &self,
        state: &SessionState,
        journal: &dyn Journal,
        request: &CommandRequest<'_>,
    ) -> Result<bool, AppError> {
        let after = match (request.expected, request.command) {
            (Some(expected), _) if expected >= state.version => return Ok(false),
            (Some(expected), _) => expected,
            // The number of the throw shows whether the witness has answered.
            (None, Command::Witness { .. }) => return Ok(false),
            (None, _) if request.actor == Actor::Server => return Ok(false),
            (None, _) => Version::START,
        };
        if state.remembered.len() < REMEMBERED {
            return Ok(false);
        }
        let mut stored = journal.read(self.id, after).await?.into_iter();
        Ok(match request.expected {
            // A command that was decided on a version comes right after it, or after a new chain of the server.
            Some(_) => {
                let is_chain = |stored: &Stored| {
                    Commit::parse(&stored.entry.body).is_ok_and(|commit| is_new_chain(&commit))
                };
                stored
                    .find(|stored| !is_chain(stored))
                    .is_some_and(|stored| stored.entry.command == request.id)
            }
            None => stored.any(|stored| stored.entry.command == request.id),
        })
    }

    /// Applies the records of other servers.
    async fn catch_up(&self, state: &mut SessionState, journal: &dyn Journal) -> Result<(), AppError> {
        for stored in journal.read(self.id, state.version).await? {
            self.apply(state, &stored)?;
        }
        Ok(())
    }

    fn apply(&self, state: &mut SessionState, stored: &Stored) -> Result<(), AppError> {
        let body = &stored.entry.body;
        let commit = state.table.apply(body)?;
        self.announce(state, stored.version, stored.entry.command, &commit, body.clone());
        Ok(())
    }

    /// Records that the table has applied a commit, and broadcasts it.
    fn announce(
        &self,
        state: &mut SessionState,
        version: Version,
        command: CommandId,
        commit: &Commit,
        body: Arc<str>,
    ) {
        state.before_chain = is_new_chain(commit).then(|| state.before_chain.unwrap_or(state.version));
        state.version = version;
        if state.remembered.len() == REMEMBERED {
            state.remembered.pop_front();
        }
        state.remembered.push_back(command);
        state.follow_chain(commit);
        state.recent_events.apply(&state.table, version, commit);
        let mut update = TableUpdate::new(&state.table, version, body);
        if self.presence.lock().wants_views() {
            update.render_view(&state.table);
        }
        state.newest = Arc::new(update);
        // An error means that nobody listens.
        let _ = self.updates.send(SessionMessage::TableUpdate(state.newest.clone()));
        if commit.events.iter().any(changes_seats) {
            let mut presence = self.presence.lock();
            let changed = presence.reseat(|key| state.table.seats_of(key).collect());
            drop(presence);
            if changed {
                self.broadcast_presence();
            }
        }
    }

    /// Applies a record that the journal announced. Returns the update; `None` if this server wrote the record itself.
    pub async fn apply_announced(
        &self,
        stored: &Result<Stored, ReadError>,
    ) -> Result<Option<Arc<TableUpdate>>, AppError> {
        let stored = stored.as_ref().map_err(|error| AppError::from(error.clone()))?;
        let mut state = self.state.lock().await;
        if stored.version <= state.version {
            return Ok(None);
        }
        self.apply(&mut state, stored)?;
        Ok(Some(state.newest.clone()))
    }

    /// Applies the records of other servers. Returns the last update. The session is not locked while the journal is read,
    /// which may take long.
    pub async fn refresh(&self, journal: &dyn Journal) -> Result<Option<Arc<TableUpdate>>, AppError> {
        let known = self.state.lock().await.version;
        let stored = journal.read(self.id, known).await?;
        let mut newest = None;
        for stored in stored {
            newest = self.apply_announced(&Ok(stored)).await?.or(newest);
        }
        Ok(newest)
    }
}

fn is_deletion(body: &str) -> bool {
    Commit::parse(body).is_ok_and(|commit| commit.events == [TableEvent::Deleted {}])
}

/// Whether an event changes who holds a seat, or the numbers of seats: a game begins without those who have not come.
fn changes_seats(event: &TableEvent) -> bool {
    matches!(event, TableEvent::Seated { .. } | TableEvent::Started { .. } | TableEvent::Vacated { .. })
}

/// Whether a commit is nothing but a new chain of the server.
fn is_new_chain(commit: &Commit) -> bool {
    matches!(commit.events[..], [TableEvent::Anchored { seat: None, .. }])
}

/// Whether this throws dice, for which the server gives a link at a table with virtual dice.
fn needs_server_link(command: &Command) -> bool {
    let throws =
        |action: &Action| matches!(action, Action::Throw { .. } | Action::SetAside { then: Then::Throw, .. });
    matches!(command, Command::Act { action, .. } if throws(action))
}

impl SessionState {
    /// Keeps the chain that the table was opened with: deriving it again takes thousands of hashes.
    pub(crate) fn keep_dealer(&mut self, dealer: Dealer) {
        if self.dealer.is_none() && self.table.generation() == dealer.generation() {
            self.dealer = Some(dealer);
        }
    }

    /// The newest update; with a view, the table is serialised if nobody has wanted it yet.
    fn newest_update(&mut self, view: bool) -> Arc<TableUpdate> {
        if view && self.newest.view.is_none() {
            Arc::make_mut(&mut self.newest).render_view(&self.table);
        }
        self.newest.clone()
    }

    /// The table as everybody sees it.
    #[must_use]
    pub fn view(&self) -> CurrentView<'_> {
        match &self.newest.view {
            Some(view) => CurrentView::Rendered(view),
            None => CurrentView::Table(Box::new(TableView::of(&self.table, self.version))),
        }
    }

    fn decide(
        &mut self,
        context: &SessionContext<'_>,
        request: &CommandRequest<'_>,
    ) -> Result<Commit, AppError> {
        if needs_server_link(request.command) && self.needs_new_chain(context) {
            return Err(AppError::NewChainNeeded);
        }
        let decision =
            Context { at: context.host.wall_clock(), generation: context.run.new_generation(context.host) };
        let dealer = self.dealer.get_or_insert_with(|| self.table.dealer(context.master.bytes()).0);
        Ok(self.table.decide(dealer, request.actor, request.command, decision)?)
    }

    /// Whether a command that was decided on a version can be executed now. A new chain of the server changes nothing in the
    /// game; but a client that gives a link must have seen it.
    fn is_current(&self, expected: Version, command: &Command) -> bool {
        let linked = matches!(command, Command::Act { contribution: Some(_), .. });
        expected == self.version || (!linked && self.before_chain == Some(expected))
    }

    /// Whether the server must begin a new chain before the next throw: the journal may not have every link of the
    /// present chain that was shown, or the chain comes from another key.
    ///
    /// A throw in the air was called with its chain, and falls with it: any other link would let the server choose.
    fn needs_new_chain(&mut self, context: &SessionContext<'_>) -> bool {
        let table = &self.table;
        let over = table.state().and_then(State::outcome).is_some();
        if table.dice() == DiceKind::Real || table.in_the_air().is_some() || table.is_deleted() || over {
            return false;
        }
        let is_own = |generation| context.run.has_begun(generation) || self.seen == Some(generation);
        if !table.generation().is_some_and(is_own) {
            return true;
        }
        if self.dealer.is_none() {
            let (dealer, known) = table.dealer(context.master.bytes());
            if !known {
                return true;
            }
            self.dealer = Some(dealer);
        }
        false
    }

    /// A new chain makes the old one useless.
    fn follow_chain(&mut self, commit: &Commit) {
        let begun = commit.events.iter().find_map(|event| match event {
            TableEvent::Anchored { seat: None, generation, .. } => Some(*generation),
            _ => None,
        });
        if let Some(generation) = begun {
            (self.seen, self.dealer) = (generation, None);
        }
    }
}
