//! Several Kosti servers that share tables on NATS servers.

use std::io::Read as _;
use std::net::SocketAddr;
use std::process::Stdio;
use std::time::{Duration, Instant};

use kosti_journal::{Journal as _, NatsJournal, NatsOptions, Stored, Version};
use parking_lot::{Mutex, MutexGuard};
use rustix::process::{Pid, Signal, kill_process};
use tokio::sync::watch;

use kosti_test_server::home::Home;
use kosti_test_server::line::{AddressWatch, Line};
use kosti_test_server::nats::Servers;
use kosti_test_server::server::Server;
use kosti_testkit::DEADLINE;

/// The first timeout of a client before it tries another server.
const PATIENCE: Duration = Duration::from_secs(3);

/// The extra options of a Kosti server.
pub(crate) type Options = &'static [&'static str];

/// Kosti servers, each with its own data and the same key.
pub(crate) struct Nodes {
    pub(crate) servers: Servers,
    pub(crate) nodes: Vec<Node>,
}

pub(crate) struct Node {
    pub(crate) home: Home,
    options: Vec<String>,
    running: Mutex<Option<Server>>,
    address: watch::Sender<Option<SocketAddr>>,
}

impl Nodes {
    /// Starts this many Kosti servers on this many NATS servers.
    pub(crate) fn start(nodes: usize, servers: usize) -> Self {
        let homes = (0..nodes).map(|_| (Home::new(), &[][..])).collect();
        Self::at(Servers::start(servers), homes)
    }

    /// Starts Kosti servers in these homes. The first has the key, or creates it.
    pub(crate) fn at(servers: Servers, homes: Vec<(Home, Options)>) -> Self {
        let mut nodes: Vec<Node> = Vec::new();
        for (home, options) in homes {
            if let Some(first) = nodes.first() {
                std::fs::copy(first.home.file("master.key"), home.file("master.key")).unwrap();
            }
            let node = Node::new(home, &servers, options);
            node.begin();
            nodes.push(node);
        }
        Self { servers, nodes }
    }

    /// A client that begins at this server and changes to the others when it does not answer.
    pub(crate) fn line(&self, first: usize) -> Line {
        Line::among(self.addresses(), first, PATIENCE)
    }

    /// A client of this server only.
    pub(crate) fn line_to(&self, number: usize) -> Line {
        Line::new(self.nodes[number].address.subscribe())
    }

    pub(crate) fn addresses(&self) -> Vec<AddressWatch> {
        self.nodes.iter().map(|node| node.address.subscribe()).collect()
    }

    /// The journal as another server sees it.
    pub(crate) async fn journal(&self) -> NatsJournal {
        let options =
            NatsOptions { replicas: self.servers.count(), patience: DEADLINE, ..NatsOptions::default() };
        NatsJournal::connect(&self.servers.url(), &options).await.unwrap()
    }

    /// The records of a table.
    pub(crate) async fn records(&self, table: &str) -> Vec<Stored> {
        self.journal().await.read(table.parse().unwrap(), Version::START).await.unwrap()
    }
}

impl Node {
    fn new(home: Home, servers: &Servers, more: Options) -> Self {
        let (url, replicas) = (servers.url(), servers.count().to_string());
        let options = ["--rate", "0", "--journal", &url, "--replicas", &replicas];
        let pause: Options = if more.contains(&"--bot-pause") { &[] } else { &["--bot-pause", "0"] };
        let options = options.iter().chain(pause).chain(more).map(|&option| option.to_owned()).collect();
        Self { home, options, running: Mutex::default(), address: watch::Sender::new(None) }
    }

    /// Starts the server; repeatedly, like a service manager, until the NATS servers are ready.
    pub(crate) fn begin(&self) {
        let end = Instant::now() + DEADLINE;
        let options: Vec<&str> = self.options.iter().map(String::as_str).collect();
        loop {
            let mut command = Server::command(self.home.data(), &options);
            command.env("KOSTI_LOG", "off").stdout(Stdio::piped()).stderr(Stdio::piped());
            match Server::try_of(command.spawn().unwrap()) {
                Ok(server) => {
                    self.address.send_replace(Some(server.address));
                    *self.running() = Some(server);
                    return;
                }
                Err(mut ended) => {
                    let mut why = String::new();
                    ended.stderr.take().unwrap().read_to_string(&mut why).unwrap();
                    assert!(Instant::now() < end, "it does not start: {why}");
                }
            }
        }
    }

    fn running(&self) -> MutexGuard<'_, Option<Server>> {
        self.running.lock()
    }

    /// Kills the server.
    pub(crate) fn kill(&self) {
        self.address.send_replace(None);
        let running = self.running().take();
        running.expect("it runs").kill();
    }

    /// Pauses or continues the server.
    pub(crate) fn signal(&self, signal: Signal) {
        let running = self.running();
        let id = running.as_ref().expect("it runs").child.id();
        kill_process(Pid::from_raw(i32::try_from(id).unwrap()).unwrap(), signal).unwrap();
    }
}
