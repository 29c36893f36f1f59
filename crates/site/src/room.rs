//! `Room`: a table in memory, and everything that is told about it while it is there.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex as Lock, PoisonError};
use std::time::Instant;

use axum::body::Bytes;
use kosti_dice::fair::Generation;
use kosti_engine::{Action, State, Then};
use kosti_journal::{AppendError, CommandId, Entry, Journal, ReadError, Stored, TableId, Version};
use kosti_rules::Rules;
use kosti_table::{By, Dealer, DiceKind, Fact, Moment, Note, Refused, Table, Unreadable, Wish};
use tokio::sync::{Mutex, MutexGuard, broadcast};

use crate::here::Here;
use crate::lately::Lately;
use crate::library::Shelf;
use crate::news::{News, Told};
use crate::problem::Problem;
use crate::secrets::{Master, Run};

/// News that a slow listener may be behind before it reads the journal instead.
const BACKLOG: usize = 8;
/// Commands whose repetition is recognised however far the table has gone on since.
const REMEMBERED: usize = 32;

/// A table in memory.
pub(crate) struct Room {
    pub(crate) id: TableId,
    pub(crate) rules: Arc<Rules>,
    inside: Mutex<Inside>,
    news: broadcast::Sender<Told>,
    pub(crate) here: Arc<Lock<Here>>,
    /// When somebody last asked for it, in milliseconds since the server began: clocks on the wall jump.
    touched: AtomicU64,
    /// Whether somebody follows the journal for the listeners.
    pub(crate) followed: AtomicBool,
    /// Whether a bot of this table is at work.
    pub(crate) bot_at_work: AtomicBool,
}

pub(crate) struct Inside {
    pub(crate) table: Table,
    pub(crate) version: Version,
    /// The server's chain, once it is needed.
    dealer: Option<Dealer>,
    /// The chain whose beginning was seen here as it was written.
    seen: Option<Generation>,
    /// The version before the server's new chains, where nothing has happened since: what was decided on it holds.
    before_chain: Option<Version>,
    remembered: VecDeque<CommandId>,
    pub(crate) newest: Arc<News>,
    pub(crate) lately: Lately,
}

/// What a room needs of its house.
pub(crate) struct House<'a> {
    pub(crate) journal: &'a dyn Journal,
    pub(crate) master: &'a Master,
    pub(crate) run: &'a Run,
    pub(crate) at: i64,
    /// Whether other servers write to the journal, and it may be long until something arrives there.
    pub(crate) shared: bool,
}

/// What somebody sends.
pub(crate) struct Command<'a> {
    pub(crate) id: CommandId,
    pub(crate) by: By,
    /// The version that it was decided on; without one, whatever the table has come to.
    pub(crate) expected: Option<Version>,
    pub(crate) wish: &'a Wish,
}

impl Room {
    /// A table from its notes.
    pub(crate) fn read(id: TableId, stored: &[Stored], shelf: &Shelf) -> Result<Self, Problem> {
        let (first, rest) = stored.split_first().ok_or(Problem::UnknownTable)?;
        let mut table = match Table::open(id.as_str(), &first.entry.body, shelf) {
            // The table was erased, and only its deletion is left.
            Err(Unreadable::NotOpened { .. }) if is_deletion(&first.entry.body) => {
                return Err(Refused::Gone.into());
            }
            opened => opened?,
        };
        let mut lately = Lately::default();
        let (mut last_version, mut before_chain) = (first.version, None);
        for stored in rest {
            let note = table.follow(&stored.entry.body)?;
            lately.follow(&table, stored.version, &note);
            before_chain = is_new_chain(&note).then(|| before_chain.unwrap_or(last_version));
            last_version = stored.version;
        }
        let last = rest.last().unwrap_or(first);
        let newest = Arc::new(News::new(&table, last.version, &last.entry.body));
        let remembered =
            stored.iter().rev().take(REMEMBERED).rev().map(|stored| stored.entry.command).collect();
        let rules = table.rules().clone();
        let inside = Inside {
            table,
            version: last.version,
            dealer: None,
            seen: None,
            before_chain,
            remembered,
            newest,
            lately,
        };
        Ok(Self {
            id,
            rules,
            inside: Mutex::new(inside),
            news: broadcast::channel(BACKLOG).0,
            here: Arc::default(),
            touched: AtomicU64::new(0),
            followed: AtomicBool::new(false),
            bot_at_work: AtomicBool::new(false),
        })
    }

    pub(crate) fn touch(&self, at: u64) {
        self.touched.store(at, Ordering::Relaxed);
    }

    /// When somebody last asked for it.
    pub(crate) fn touched(&self) -> u64 {
        self.touched.load(Ordering::Relaxed)
    }

    pub(crate) async fn lock(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().await
    }

    /// What happens from now on, and the table as it stands.
    pub(crate) async fn listen(&self) -> (broadcast::Receiver<Told>, Arc<News>) {
        let inside = self.inside.lock().await;
        (self.news.subscribe(), inside.newest.clone())
    }

    /// Tells everybody who is here, now and then.
    pub(crate) fn tell_here(&self) {
        let after = self.here.lock().unwrap_or_else(PoisonError::into_inner).tells_after(Instant::now());
        let Some(after) = after else { return };
        let (here, news) = (self.here.clone(), self.news.clone());
        let tell = move || {
            let told = here.lock().unwrap_or_else(PoisonError::into_inner).tell(Instant::now());
            // Nobody need listen.
            told.map(|here| news.send(Told::Here(here_event(&here))));
        };
        if after.is_zero() {
            tell();
        } else if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                tokio::time::sleep(after).await;
                tell();
            });
        }
    }

    /// Who is here, for somebody who comes.
    pub(crate) fn here_event(&self) -> Bytes {
        here_event(&self.here.lock().unwrap_or_else(PoisonError::into_inner).to_json())
    }

    /// Tells everybody to come again: this is no longer where the table is.
    pub(crate) fn close(&self) {
        let _ = self.news.send(Told::Closed);
    }

    pub(crate) fn listeners(&self) -> usize {
        self.news.receiver_count()
    }

    /// Does what somebody wants, once, and durably.
    pub(crate) async fn execute(
        &self,
        house: &House<'_>,
        command: &Command<'_>,
    ) -> Result<Arc<News>, Problem> {
        let mut inside = self.inside.lock().await;
        // Whether nobody else can have written what is not known here.
        let mut fresh = !house.shared;
        loop {
            let note = match self.decided(&mut inside, house, command).await {
                Ok(Some(note)) => note,
                Ok(None) => return Ok(inside.newest.clone()),
                Err(no) if fresh => return Err(no),
                // A no must rest on what is there.
                Err(no) => {
                    let before = inside.version;
                    self.catch_up(&mut inside, house.journal).await?;
                    if inside.version == before {
                        return Err(no);
                    }
                    fresh = true;
                    continue;
                }
            };
            let body: Arc<str> = note.to_text().into();
            let entry = Entry { command: command.id, body: body.clone() };
            match house.journal.append(self.id, inside.version, entry).await {
                Ok(version) => {
                    inside.table.follow_note(&note, &body)?;
                    self.followed(&mut inside, version, command.id, &note, &body);
                    return Ok(inside.newest.clone());
                }
                // Somebody else has written, or this command was written by another server: look again.
                Err(AppendError::Conflict { .. } | AppendError::Again { .. }) => {
                    self.catch_up(&mut inside, house.journal).await?;
                }
                Err(AppendError::Refused { why }) => return Err(Problem::not_saved(&why)),
                Err(AppendError::Unknown { why }) => {
                    tracing::warn!(table = %self.id, why, "an append without an answer");
                    let before = inside.version;
                    self.catch_up(&mut inside, house.journal).await.map_err(|_| Problem::Unclear)?;
                    if inside.version == before {
                        return Err(if house.shared { Problem::Unclear } else { Problem::NotSaved });
                    }
                }
            }
        }
    }

    /// What is to be written, as the table is known here; nothing where it was done before.
    async fn decided(
        &self,
        inside: &mut Inside,
        house: &House<'_>,
        command: &Command<'_>,
    ) -> Result<Option<Note>, Problem> {
        // Nobody is told any more how it stood.
        if inside.table.is_deleted() {
            return Err(Refused::Gone.into());
        }
        if inside.remembered.contains(&command.id)
            || self.was_done_long_ago(inside, house.journal, command).await?
        {
            return Ok(None);
        }
        if command.expected.is_some_and(|expected| !inside.stands_at(expected, command.wish)) {
            return Err(Problem::Stale { table: inside.newest.clone() });
        }
        if matches!(command.wish, Wish::NewChain) && !inside.needs_new_chain(house) {
            return Ok(None);
        }
        inside.decide(house, command).map(Some)
    }

    /// Whether the journal has a command that is no longer remembered. Few are ever looked for there: those on an old
    /// version, and those of people that name none.
    async fn was_done_long_ago(
        &self,
        inside: &Inside,
        journal: &dyn Journal,
        command: &Command<'_>,
    ) -> Result<bool, Problem> {
        let after = match (command.expected, command.wish) {
            (Some(expected), _) if expected >= inside.version => return Ok(false),
            (Some(expected), _) => expected,
            // The number of the throw says whether that was done.
            (None, Wish::Witness { .. }) => return Ok(false),
            (None, _) if command.by == By::House => return Ok(false),
            (None, _) => Version::START,
        };
        if inside.remembered.len() < REMEMBERED {
            return Ok(false);
        }
        let mut stored = journal.read(self.id, after).await?.into_iter();
        Ok(match command.expected {
            // What was decided on a version comes right after it, or after a new chain of the server.
            Some(_) => {
                let is_chain =
                    |stored: &Stored| Note::parse(&stored.entry.body).is_ok_and(|note| is_new_chain(&note));
                stored
                    .find(|stored| !is_chain(stored))
                    .is_some_and(|stored| stored.entry.command == command.id)
            }
            None => stored.any(|stored| stored.entry.command == command.id),
        })
    }

    /// Reads what others have written.
    async fn catch_up(&self, inside: &mut Inside, journal: &dyn Journal) -> Result<(), Problem> {
        for stored in journal.read(self.id, inside.version).await? {
            self.follow(inside, &stored)?;
        }
        Ok(())
    }

    fn follow(&self, inside: &mut Inside, stored: &Stored) -> Result<(), Problem> {
        let body = &stored.entry.body;
        let note = inside.table.follow(body)?;
        self.followed(inside, stored.version, stored.entry.command, &note, body);
        Ok(())
    }

    /// The table has followed a note: everybody is told.
    fn followed(&self, inside: &mut Inside, version: Version, command: CommandId, note: &Note, body: &str) {
        inside.before_chain = is_new_chain(note).then(|| inside.before_chain.unwrap_or(inside.version));
        inside.version = version;
        if inside.remembered.len() == REMEMBERED {
            inside.remembered.pop_front();
        }
        inside.remembered.push_back(command);
        inside.follow_chain(note);
        inside.lately.follow(&inside.table, version, note);
        inside.newest = Arc::new(News::new(&inside.table, version, body));
        // Nobody need listen.
        let _ = self.news.send(Told::News(inside.newest.clone()));
        if note.did.iter().any(seats_change) {
            let mut here = self.here.lock().unwrap_or_else(PoisonError::into_inner);
            let changed = here.reseat(|key| inside.table.seats_of(key).collect());
            drop(here);
            if changed {
                self.tell_here();
            }
        }
    }

    /// Follows what the journal tells, and gives the news of it; nothing to do where this server wrote it itself.
    pub(crate) async fn hear(
        &self,
        stored: &Result<Stored, ReadError>,
    ) -> Result<Option<Arc<News>>, Problem> {
        let stored = stored.as_ref().map_err(|error| Problem::from(error.clone()))?;
        let mut inside = self.inside.lock().await;
        if stored.version <= inside.version {
            return Ok(None);
        }
        self.follow(&mut inside, stored)?;
        Ok(Some(inside.newest.clone()))
    }

    /// Reads what others have written, and gives the news of it. Nobody waits meanwhile: it may take long.
    pub(crate) async fn refresh(&self, journal: &dyn Journal) -> Result<Option<Arc<News>>, Problem> {
        let known = self.inside.lock().await.version;
        let stored = journal.read(self.id, known).await?;
        let mut newest = None;
        for stored in stored {
            newest = self.hear(&Ok(stored)).await?.or(newest);
        }
        Ok(newest)
    }
}

fn here_event(here: &str) -> Bytes {
    format!("event: here\ndata: {here}\n\n").into()
}

fn is_deletion(body: &str) -> bool {
    Note::parse(body).is_ok_and(|note| note.did == [Fact::Deleted {}])
}

/// Whether seats change hands, or their numbers: those who have not come are left out when a game begins.
fn seats_change(fact: &Fact) -> bool {
    matches!(fact, Fact::Seated { .. } | Fact::Started { .. } | Fact::Vacated { .. })
}

/// Whether a note tells nothing but a new chain of the server.
fn is_new_chain(note: &Note) -> bool {
    matches!(note.did[..], [Fact::Anchored { seat: None, .. }])
}

/// Whether this throws dice that the server has a part in, if the table allows it.
fn throws(wish: &Wish) -> bool {
    let throws =
        |action: &Action| matches!(action, Action::Throw { .. } | Action::SetAside { then: Then::Throw, .. });
    matches!(wish, Wish::Act { action, .. } if throws(action))
}

impl Inside {
    fn decide(&mut self, house: &House<'_>, command: &Command<'_>) -> Result<Note, Problem> {
        if throws(command.wish) && self.needs_new_chain(house) {
            return Err(Problem::NewChainNeeded);
        }
        let moment = Moment { at: house.at, generation: house.run.new_generation() };
        let dealer = self.dealer.get_or_insert_with(|| self.table.dealer(house.master.bytes()).0);
        Ok(self.table.decide(dealer, command.by, command.wish, moment)?)
    }

    /// Whether what was decided on a version can still be done. A new chain of the server changes nothing in the game; but
    /// whoever gives a link must have seen it.
    fn stands_at(&self, expected: Version, wish: &Wish) -> bool {
        let linked = matches!(wish, Wish::Act { brings: Some(_), .. });
        expected == self.version || (!linked && self.before_chain == Some(expected))
    }

    /// Whether the server must begin a new chain before the next throw: what the journal tells of the present one may
    /// be less than what was shown of it, or its key is another one.
    ///
    /// A throw in the air was called with its chain, and falls with it: any other link would let the server choose.
    fn needs_new_chain(&mut self, house: &House<'_>) -> bool {
        let table = &self.table;
        let over = table.state().and_then(State::outcome).is_some();
        if table.dice() == DiceKind::Real || table.in_the_air().is_some() || table.is_deleted() || over {
            return false;
        }
        let fresh = |generation| house.run.began(generation) || self.seen == Some(generation);
        if !table.generation().is_some_and(fresh) {
            return true;
        }
        if self.dealer.is_none() {
            let (dealer, known) = table.dealer(house.master.bytes());
            if !known {
                return true;
            }
            self.dealer = Some(dealer);
        }
        false
    }

    /// A new chain makes the old one useless.
    fn follow_chain(&mut self, note: &Note) {
        let begun = note.did.iter().find_map(|fact| match fact {
            Fact::Anchored { seat: None, generation, .. } => Some(*generation),
            _ => None,
        });
        if let Some(generation) = begun {
            (self.seen, self.dealer) = (generation, None);
        }
    }
}
