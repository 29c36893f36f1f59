//! `NatsJournal`: all tables in one stream of NATS servers, so that several Kosti servers share them.
//!
//! A table is a subject, a version is the sequence of its last record in the stream.

mod append;
mod error;
mod follower;
mod link;
mod read;
mod record;
mod servers;
mod settings;
mod sync;

use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::context::{CreateStreamErrorKind, GetStreamErrorKind};
use async_nats::jetstream::stream::Info;
use async_nats::jetstream::{Context, ErrorCode};
use async_nats::{Client, ServerAddr};
use futures_core::future::BoxFuture;
use futures_core::stream::BoxStream;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};

use crate::subscribers::Subscribers;
use crate::tail_stream::stream_records;
use crate::{
    AppendError, Entry, EraseError, Feed, Journal, Logged, Position, ReadError, Stored, TableId, Version,
};
use link::{Link, PAUSE};
use record::Subjects;

pub use error::ConnectError;
pub use sync::Synced;

/// The oldest supported servers: before 2.9.21 conditional appends break in a cluster. The tests run only a
/// newer version.
const OLDEST: (i64, i64, i64) = (2, 10, 27);

/// The options of a journal on NATS servers.
#[derive(Debug, Clone)]
pub struct NatsOptions {
    /// The name of the stream, which is also the prefix of its subjects.
    pub stream: String,
    /// The number of servers that keep each record.
    pub replicas: usize,
    /// Identifies the secret that the Kosti servers share, without revealing it; compared if given.
    pub fingerprint: Option<String>,
    /// The time that an append or a read waits while the servers elect a leader.
    pub patience: Duration,
    /// The time that one request waits for its answer before it is repeated.
    pub answer: Duration,
    /// The port of the servers' monitoring pages.
    pub monitor: u16,
}

impl Default for NatsOptions {
    fn default() -> Self {
        Self {
            stream: "kosti".into(),
            replicas: 3,
            fingerprint: None,
            patience: Duration::from_secs(15),
            answer: Duration::from_millis(500),
            monitor: 8222,
        }
    }
}

/// A journal on NATS servers with JetStream. Several processes can share it.
///
/// ```no_run
/// # async fn connect() -> Result<(), kosti_journal::ConnectError> {
/// use kosti_journal::{NatsJournal, NatsOptions};
/// let journal = NatsJournal::connect("nats://a:4222,b:4222,c:4222", &NatsOptions::default()).await?;
/// # Ok(())
/// # }
/// ```
pub struct NatsJournal {
    link: Arc<Link>,
    subscribers: Arc<Subscribers>,
    follower: JoinHandle<()>,
    servers: Vec<ServerAddr>,
    monitor: u16,
}

impl NatsJournal {
    /// Connects to the servers, creates the stream if it does not exist, and checks an existing one.
    ///
    /// # Errors
    /// If no server answers, a server is too old, or the stream could lose records.
    pub async fn connect(servers: &str, options: &NatsOptions) -> Result<Self, ConnectError> {
        let servers = servers::addresses(servers)?;
        servers::check_all(&servers, options.patience).await?;
        let client = servers::connect(&servers).await?;
        let context = async_nats::jetstream::context::ContextBuilder::new()
            .timeout(options.answer)
            .build(client.clone());
        let info = open(&context, options).await?;
        check(&context, &info, options).await?;
        Self::start(client, &context, servers, &info, options).await
    }

    /// The servers' addresses for people, without passwords.
    #[must_use]
    pub fn servers(&self) -> String {
        self.servers.iter().map(servers::plain_address).collect::<Vec<_>>().join(", ")
    }

    /// Whether the servers sync to disk before they answer, if the monitoring pages show it.
    pub async fn check_sync(&self) -> Synced {
        sync::read_monitoring_pages(&self.servers, self.monitor, self.link.answer).await
    }

    async fn start(
        client: Client,
        context: &Context,
        servers: Vec<ServerAddr>,
        info: &Info,
        options: &NatsOptions,
    ) -> Result<Self, ConnectError> {
        let last = info.state.last_sequence;
        let stream = context.get_stream_no_info(&options.stream).await;
        let link = Arc::new(Link {
            client,
            stream: stream.map_err(|error| connect_error(options, &error))?,
            name: options.stream.clone(),
            subjects: Subjects::of(&options.stream),
            patience: options.patience,
            answer: options.answer,
            can_erase: !info.config.deny_purge,
            end: watch::Sender::new(Position::of_sequence(last).unwrap_or(Position::START)),
            closed: watch::Sender::new(false),
        });
        let subscribers = Arc::<Subscribers>::default();
        let follower = tokio::spawn(follower::follow(link.clone(), subscribers.clone(), last + 1));
        Ok(Self { link, subscribers, follower, servers, monitor: options.monitor })
    }
}

fn connect_error(options: &NatsOptions, error: &dyn std::error::Error) -> ConnectError {
    ConnectError::Failed { stream: options.stream.clone(), why: read::error_chain(error) }
}

/// Opens the stream, or creates it. Servers that have just started need a while to elect a leader.
async fn open(context: &Context, options: &NatsOptions) -> Result<Info, ConnectError> {
    let end = Instant::now() + options.patience;
    loop {
        let why = match context.get_stream(&options.stream).await {
            Ok(stream) => return Ok(stream.cached_info().clone()),
            Err(error) => match error.kind() {
                GetStreamErrorKind::JetStream(error) if error.error_code() == ErrorCode::STREAM_NOT_FOUND => {
                    match create(context, options).await? {
                        Ok(info) => return Ok(info),
                        Err(why) => why,
                    }
                }
                GetStreamErrorKind::EmptyName | GetStreamErrorKind::InvalidStreamName => {
                    return Err(connect_error(options, &error));
                }
                _ => read::error_chain(&error),
            },
        };
        if Instant::now() >= end {
            return Err(ConnectError::NoLeader { why });
        }
        sleep(PAUSE).await;
    }
}

/// Creates the stream. The inner error is temporary.
async fn create(context: &Context, options: &NatsOptions) -> Result<Result<Info, String>, ConnectError> {
    let created = context.create_stream(settings::stream_config(options)).await;
    let error = match created {
        Ok(stream) => return Ok(Ok(stream.cached_info().clone())),
        Err(error) => error,
    };
    match error.kind() {
        CreateStreamErrorKind::JetStream(why) => match why.error_code() {
            ErrorCode::CLUSTER_NO_PEERS | ErrorCode::STREAM_REPLICAS_NOT_SUPPORTED => {
                Err(ConnectError::TooFewServers { replicas: options.replicas, why: why.to_string() })
            }
            // Another Kosti server was faster: check its stream. Or the cluster is just starting.
            ErrorCode::STREAM_NAME_EXIST | ErrorCode::CLUSTER_NOT_AVAILABLE => Ok(Err(why.to_string())),
            _ => Err(connect_error(options, &error)),
        },
        CreateStreamErrorKind::TimedOut
        | CreateStreamErrorKind::JetStreamUnavailable
        | CreateStreamErrorKind::Response => Ok(Err(read::error_chain(&error))),
        _ => Err(connect_error(options, &error)),
    }
}

async fn check(context: &Context, info: &Info, options: &NatsOptions) -> Result<(), ConnectError> {
    let stream = options.stream.clone();
    if let Some(found) = settings::format(&info.config).filter(|&found| found > settings::FORMAT) {
        return Err(ConnectError::Newer { stream, found });
    }
    let faults = settings::faults(&info.config, options);
    if !faults.is_empty() {
        return Err(ConnectError::Settings { stream, faults });
    }
    match settings::key(&info.config, options) {
        settings::Key::Same => Ok(()),
        settings::Key::Other => Err(ConnectError::OtherKey { stream }),
        settings::Key::New(config) => {
            context.update_stream(*config).await.map(drop).map_err(|error| connect_error(options, &error))
        }
    }
}

impl Journal for NatsJournal {
    fn append(
        &self,
        table: TableId,
        expected: Version,
        entry: Entry,
    ) -> BoxFuture<'_, Result<Version, AppendError>> {
        Box::pin(self.link.append(table, expected, entry))
    }

    fn read(&self, table: TableId, after: Version) -> BoxFuture<'_, Result<Vec<Stored>, ReadError>> {
        Box::pin(async move {
            let chunk = self.link.retry(|| self.link.table(table, after, usize::MAX)).await?;
            chunk.damage.map_or(Ok(chunk.records), Err)
        })
    }

    fn subscribe(&self, table: TableId, after: Version) -> BoxStream<'static, Result<Stored, ReadError>> {
        stream_records(Arc::clone(&self.link), self.subscribers.listen(table), table, after)
    }

    fn erase(&self, tables: Vec<TableId>) -> BoxFuture<'_, Result<(), EraseError>> {
        Box::pin(async move {
            if !self.link.can_erase {
                let why = format!(
                    "the stream `{}` was made by an older Kosti, which forbade purging for good (deny_purge): \
                     `kosti copy` to a file and back to new servers makes one that allows it",
                    self.link.name
                );
                return Err(EraseError::Impossible { why });
            }
            for table in tables {
                let purged = self.link.retry(|| self.link.purge(table)).await;
                purged.map_err(|error| EraseError::Later { why: error.to_string() })?;
            }
            Ok(())
        })
    }
}

impl Feed for NatsJournal {
    fn after(&self, position: Position, most: usize) -> BoxFuture<'_, Result<Vec<Logged>, ReadError>> {
        Box::pin(async move { self.link.retry(|| self.link.log(position, most)).await })
    }

    fn watch_end(&self) -> watch::Receiver<Position> {
        self.link.end.subscribe()
    }
}

impl Drop for NatsJournal {
    fn drop(&mut self) {
        self.follower.abort();
        self.link.closed.send_replace(true);
        self.subscribers.close();
    }
}
