//! `Hall`: all tables of a server. A room is made when somebody asks for its table, and goes when nobody does.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use kosti_journal::{AppendError, CommandId, Entry, Journal, Stored, TableId, Version};
use kosti_table::{By, Note, Wish};
use tokio_util::sync::CancellationToken;

use crate::bots;
use crate::clock::now;
use crate::coaches::Coaches;
use crate::finished::Finished;
use crate::library::Shelf;
use crate::metrics::Metrics;
use crate::news::News;
use crate::problem::Problem;
use crate::room::{Command, House, Room};
use crate::secrets::{Master, Run, new_command};

/// How long a witness has to answer.
const WITNESS_TIME: Duration = Duration::from_secs(2);
/// How long another server has to go on with what it wrote, before this one does.
const ELSEWHERE: Duration = Duration::from_secs(5);

/// How a hall behaves.
#[derive(Debug, Clone, Copy)]
pub struct HallConfig {
    /// How long a table that nobody asks for stays in memory.
    pub idle: Duration,
    /// How long a bot waits before its turn, so that the player before can take a decision back.
    pub bot_pause: Duration,
    /// Whether other servers write to the same journal, so that it must be followed.
    pub shared: bool,
    /// How many tables are kept in memory, those that are being used apart.
    pub tables_in_memory: usize,
}

/// All tables of a server.
pub(crate) struct Hall {
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) master: Master,
    pub(crate) run: Run,
    pub(crate) shelf: Shelf,
    pub(crate) coaches: Arc<Coaches>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) config: HallConfig,
    pub(crate) closing: CancellationToken,
    rooms: Mutex<HashMap<TableId, Arc<Room>>>,
    /// Tables in memory by their invitations.
    invitations: Mutex<HashMap<String, TableId>>,
    begun: Instant,
    me: Weak<Hall>,
}

impl Hall {
    pub(crate) fn new(
        journal: Arc<dyn Journal>,
        master: Master,
        metrics: Arc<Metrics>,
        config: HallConfig,
        coaches: Arc<Coaches>,
        closing: CancellationToken,
    ) -> Arc<Self> {
        let hall = Arc::new_cyclic(|me| Self {
            journal,
            master,
            run: Run::begin(),
            shelf: Shelf::default(),
            coaches,
            metrics,
            config,
            closing,
            rooms: Mutex::default(),
            invitations: Mutex::default(),
            begun: Instant::now(),
            me: me.clone(),
        });
        tokio::spawn(sweep(Arc::downgrade(&hall)));
        hall
    }

    fn me(&self) -> Arc<Self> {
        self.me.upgrade().expect("whoever asks holds it")
    }

    /// For how long, in milliseconds.
    fn running(&self) -> u64 {
        u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn rooms(&self) -> std::sync::MutexGuard<'_, HashMap<TableId, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn invitations(&self) -> std::sync::MutexGuard<'_, HashMap<String, TableId>> {
        self.invitations.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The table that this is the invitation to, if somebody is there: whoever waits for others is.
    pub(crate) fn invited_to(&self, invite: &str) -> Option<TableId> {
        self.invitations().get(invite).copied()
    }

    /// The room of a table to do something there; it may not know yet what other servers have written.
    pub(crate) async fn room(&self, id: TableId) -> Result<Arc<Room>, Problem> {
        let room = match self.known(id) {
            Some(room) => room,
            None => self.read(id).await?,
        };
        room.touch(self.running());
        Ok(room)
    }

    /// The room of a table to look at, with what other servers have written.
    pub(crate) async fn fresh_room(&self, id: TableId) -> Result<Arc<Room>, Problem> {
        let known = self.known(id).filter(|_| self.config.shared);
        if let Some(room) = known {
            self.refresh(&room).await?;
        }
        self.room(id).await
    }

    fn known(&self, id: TableId) -> Option<Arc<Room>> {
        self.rooms().get(&id).cloned()
    }

    /// Makes the room of a table from the journal.
    async fn read(&self, id: TableId) -> Result<Arc<Room>, Problem> {
        let stored = self.journal.read(id, Version::START).await?;
        let room = self.make(id, stored).await?;
        let newest = room.lock().await.newest.clone();
        if self.config.shared {
            self.wake_late(&room, newest);
        } else {
            self.wake(&room, &newest);
        }
        Ok(room)
    }

    async fn refresh(&self, room: &Arc<Room>) -> Result<(), Problem> {
        match room.refresh(&*self.journal).await {
            Ok(Some(newest)) => self.wake_late(room, newest),
            Ok(None) => {}
            Err(problem) => {
                self.give_up_if_broken(room, &problem);
                return Err(problem);
            }
        }
        Ok(())
    }

    /// Reading a rules file takes a while, so not where others wait.
    async fn make(&self, id: TableId, stored: Vec<Stored>) -> Result<Arc<Room>, Problem> {
        let hall = self.me();
        let made = tokio::task::spawn_blocking(move || Room::read(id, &stored, &hall.shelf));
        let room = Arc::new(made.await.map_err(|_| Problem::Broken)??);
        let mut rooms = self.rooms();
        let room = rooms.entry(id).or_insert(room).clone();
        room.touch(self.running());
        self.make_space(&mut rooms);
        self.invitations().insert(self.master.invite(id), id);
        self.metrics.rooms.set(rooms.len() as i64);
        Ok(room)
    }

    /// Lets tables leave the memory when there are too many: first those that nobody has asked for the longest. A table
    /// that somebody uses stays; every one that leaves can be read again.
    fn make_space(&self, rooms: &mut HashMap<TableId, Arc<Room>>) {
        let most = self.config.tables_in_memory.max(1);
        if rooms.len() <= most {
            return;
        }
        let unused = rooms.iter().filter(|(_, room)| is_unused(room));
        let mut unused: Vec<(u64, TableId)> = unused.map(|(id, room)| (room.touched(), *id)).collect();
        // Some more than needed, so that not every new table makes a round through all of them.
        let leaving = (rooms.len() - most + most / 8).min(unused.len());
        if leaving > 0 {
            unused.select_nth_unstable(leaving - 1);
        }
        for (_, id) in &unused[..leaving] {
            rooms.remove(id);
        }
        self.invitations().retain(|_, table| rooms.contains_key(table));
    }

    /// Opens a table; opening it again with the same command gives the same table.
    pub(crate) async fn open(
        &self,
        id: TableId,
        command: CommandId,
        note: &Note,
    ) -> Result<Arc<Room>, Problem> {
        let entry = Entry { command, body: note.to_text().into() };
        match self.journal.append(id, Version::START, entry).await {
            // Somebody has opened it already: the same command, or another player's rematch.
            Ok(_) | Err(AppendError::Again { .. } | AppendError::Conflict { .. }) => {}
            Err(AppendError::Refused { why }) => return Err(Problem::not_saved(&why)),
            Err(AppendError::Unknown { .. }) => {
                let stored = self.journal.read(id, Version::START).await.map_err(|_| Problem::Unclear)?;
                if stored.is_empty() {
                    return Err(if self.config.shared { Problem::Unclear } else { Problem::NotSaved });
                }
            }
        }
        self.room(id).await
    }

    /// Does what somebody wants at a table.
    pub(crate) async fn execute(
        &self,
        room: &Arc<Room>,
        id: CommandId,
        by: By,
        expected: Option<Version>,
        wish: &Wish,
    ) -> Result<Arc<News>, Problem> {
        let (hall, room, wish) = (self.me(), room.clone(), wish.clone());
        // Whoever asked may go away, and what is on its way to the journal must still be followed.
        let doing = Finished::new(async move {
            let mut done = hall.perform(&room, &Command { id, by, expected, wish: &wish }).await;
            if let Ok(news) = &done
                && let Some(number) = hall.cannot_be_witnessed(&room, news)
            {
                let wish = Wish::Unwitnessed { number };
                let left_out = Command { id: new_command(), by: By::House, expected: None, wish: &wish };
                // Who has come in this moment may have answered.
                done = hall.perform(&room, &left_out).await.or(done);
            }
            match &done {
                Ok(news) => {
                    hall.metrics.commands.inc();
                    if news.is_last {
                        let mut rooms = hall.rooms();
                        rooms.remove(&room.id);
                        hall.metrics.rooms.set(rooms.len() as i64);
                    }
                    hall.wake(&room, news);
                }
                Err(problem) => hall.give_up_if_broken(&room, problem),
            }
            done
        });
        doing.await
    }

    async fn perform(&self, room: &Room, command: &Command<'_>) -> Result<Arc<News>, Problem> {
        let house = House {
            journal: &*self.journal,
            master: &self.master,
            run: &self.run,
            at: now(),
            shared: self.config.shared,
        };
        match room.execute(&house, command).await {
            Err(Problem::NewChainNeeded) => {
                let renew = Command { id: new_command(), by: By::House, wish: &Wish::NewChain, ..*command };
                let renewed = room.execute(&house, &renew).await?;
                // A chain that began when the link was known could have been chosen for it.
                if matches!(command.wish, Wish::Act { brings: Some(_), .. }) {
                    return Err(Problem::Stale { table: renewed });
                }
                // What was decided on before still holds: only the chain is new.
                let expected = command.expected.map(|_| renewed.version);
                room.execute(&house, &Command { expected, ..*command }).await
            }
            done => done,
        }
    }

    /// Begins a new chain of the server where the table needs one, before anybody gives a link for the next throw.
    pub(crate) async fn renew_chain(&self, room: &Arc<Room>) -> Result<(), Problem> {
        self.execute(room, new_command(), By::House, None, &Wish::NewChain).await.map(|_| ())
    }

    /// The number of a throw that waits for a witness whose client is not connected: nobody need wait for it.
    fn cannot_be_witnessed(&self, room: &Room, news: &News) -> Option<u64> {
        let (number, witness) = news.air?;
        // It may be connected to another server.
        let asked = self.config.shared
            || room.here.lock().unwrap_or_else(PoisonError::into_inner).can_be_asked(witness);
        (!asked).then_some(number)
    }

    /// A table that cannot follow its journal is read anew the next time.
    fn give_up_if_broken(&self, room: &Room, problem: &Problem) {
        let broken = match problem {
            Problem::Unreadable { .. } | Problem::Broken => true,
            // What arrives late in a shared journal is met when the table next writes or is looked at.
            Problem::Unclear => !self.config.shared,
            _ => false,
        };
        if broken {
            self.rooms().remove(&room.id);
            room.close();
        }
    }

    /// Whatever goes on without anybody's doing: a bot's turn, a witness that may not answer.
    fn wake(&self, room: &Arc<Room>, news: &News) {
        if news.bot && !room.bot_at_work.swap(true, Ordering::AcqRel) {
            tokio::spawn(bots::start(self.me(), room.clone()));
        }
        if let Some((number, _)) = news.air {
            let (hall, room) = (self.me(), room.clone());
            tokio::spawn(async move {
                tokio::time::sleep(WITNESS_TIME).await;
                // The witness has answered, most times.
                let _ = hall.execute_late(&room, &Wish::Unwitnessed { number }).await;
            });
        }
    }

    /// What another server wrote is for that server to go on with, unless it is gone.
    fn wake_late(&self, room: &Arc<Room>, news: Arc<News>) {
        if !news.bot && news.air.is_none() {
            return;
        }
        let (hall, room) = (self.me(), room.clone());
        tokio::spawn(async move {
            tokio::time::sleep(ELSEWHERE + hall.config.bot_pause).await;
            let newest = room.lock().await.newest.clone();
            if newest.version == news.version && !hall.closing.is_cancelled() {
                hall.wake(&room, &newest);
            }
        });
    }

    /// The same as `execute`, from a task that `wake` began.
    fn execute_late<'a>(
        &'a self,
        room: &'a Arc<Room>,
        wish: &'a Wish,
    ) -> futures_util::future::BoxFuture<'a, Result<Arc<News>, Problem>> {
        Box::pin(self.execute(room, new_command(), By::House, None, wish))
    }

    /// Follows a shared journal for those who listen, as long as somebody does.
    pub(crate) fn follow(&self, room: &Arc<Room>) {
        if !self.config.shared || room.followed.swap(true, Ordering::AcqRel) {
            return;
        }
        let (hall, room) = (self.me(), room.clone());
        tokio::spawn(async move {
            hall.follow_while_heard(&room).await;
            room.followed.store(false, Ordering::Release);
            // Somebody may have come while this was leaving.
            if room.listeners() > 0 && !hall.closing.is_cancelled() {
                tokio::time::sleep(Duration::from_secs(1)).await;
                hall.follow(&room);
            }
        });
    }

    async fn follow_while_heard(&self, room: &Arc<Room>) {
        let version = room.lock().await.version;
        let mut told = self.journal.subscribe(room.id, version);
        loop {
            match tokio::time::timeout(Duration::from_secs(60), told.next()).await {
                Ok(Some(stored)) => match room.hear(&stored).await {
                    Ok(Some(newest)) => self.wake_late(room, newest),
                    Ok(None) => {}
                    Err(problem) => {
                        tracing::error!(table = %room.id, %problem, "cannot follow the journal");
                        self.give_up_if_broken(room, &problem);
                        return;
                    }
                },
                Ok(None) => return,
                Err(_) if room.listeners() == 0 => return,
                Err(_) => {}
            }
        }
    }
}

/// Whether nobody but the hall has this table: no request, no listener, no bot. Others get it from the hall alone, so
/// while its tables are locked nobody comes either.
fn is_unused(room: &Arc<Room>) -> bool {
    Arc::strong_count(room) == 1
}

/// Tables that nobody asks for leave the memory.
async fn sweep(hall: Weak<Hall>) {
    loop {
        let Some(pause) = hall.upgrade().map(|hall| hall.config.idle / 10) else { return };
        tokio::time::sleep(pause.clamp(Duration::from_millis(100), Duration::from_secs(60))).await;
        let Some(hall) = hall.upgrade() else { return };
        let idle = u64::try_from(hall.config.idle.as_millis()).unwrap_or(u64::MAX);
        let since = hall.running().saturating_sub(idle);
        let mut rooms = hall.rooms();
        rooms.retain(|_, room| room.touched() >= since || !is_unused(room));
        rooms.shrink_to_fit();
        hall.invitations().retain(|_, table| rooms.contains_key(table));
        hall.metrics.rooms.set(rooms.len() as i64);
    }
}
