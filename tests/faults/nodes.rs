//! Several Kosti servers with the same tables, which NATS servers keep.

use std::io::Read as _;
use std::net::SocketAddr;
use std::process::Stdio;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use kosti_journal::{Journal as _, NatsJournal, NatsOptions, Stored, Version};
use rustix::process::{Pid, Signal, kill_process};
use tokio::sync::watch;

use kosti_testkit::home::Home;
use kosti_testkit::line::{DEADLINE, Line, Place};
use kosti_testkit::nats::Servers;
use kosti_testkit::server::Server;

/// How long a client of several servers waits before it asks another one.
const PATIENCE: Duration = Duration::from_secs(3);

/// Kosti servers, each with data of its own and the same key.
pub(crate) struct Nodes {
    pub(crate) servers: Servers,
    pub(crate) nodes: Vec<Node>,
}

pub(crate) struct Node {
    pub(crate) home: Home,
    options: Vec<String>,
    running: Mutex<Option<Server>>,
    place: watch::Sender<Option<SocketAddr>>,
}

impl Nodes {
    /// So many Kosti servers on so many NATS servers.
    pub(crate) fn start(nodes: usize, servers: usize, bot_pause: &str) -> Self {
        let servers = Servers::start(servers);
        let homes = (0..nodes).map(|_| Home::new()).collect();
        Self::at(servers, homes, bot_pause)
    }

    /// Kosti servers in these homes. The first has the key, or makes it.
    pub(crate) fn at(servers: Servers, homes: Vec<Home>, bot_pause: &str) -> Self {
        let mut nodes: Vec<Node> = Vec::new();
        for home in homes {
            if let Some(first) = nodes.first() {
                std::fs::copy(first.home.file("master.key"), home.file("master.key")).unwrap();
            }
            let node = Node::new(home, &servers, bot_pause);
            node.begin();
            nodes.push(node);
        }
        Self { servers, nodes }
    }

    /// A client that begins at this one and goes to the others when it does not answer.
    pub(crate) fn line(&self, first: usize) -> Line {
        Line::among(self.places(), first, PATIENCE)
    }

    /// A client of this one only.
    pub(crate) fn line_to(&self, number: usize) -> Line {
        Line::among(vec![self.nodes[number].place.subscribe()], 0, PATIENCE)
    }

    pub(crate) fn places(&self) -> Vec<Place> {
        self.nodes.iter().map(|node| node.place.subscribe()).collect()
    }

    /// The journal, as any other server sees it.
    pub(crate) async fn journal(&self) -> NatsJournal {
        let options = NatsOptions { replicas: self.servers.count(), ..NatsOptions::default() };
        NatsJournal::connect(&self.servers.url(), &options).await.unwrap()
    }

    /// The records of a table.
    pub(crate) async fn records(&self, table: &str) -> Vec<Stored> {
        self.journal().await.read(table.parse().unwrap(), Version::START).await.unwrap()
    }
}

impl Node {
    fn new(home: Home, servers: &Servers, bot_pause: &str) -> Self {
        let (url, replicas) = (servers.url(), servers.count().to_string());
        let options = ["--rate", "0", "--bot-pause", bot_pause, "--journal", &url, "--replicas", &replicas];
        let options = options.map(str::to_owned).to_vec();
        Self { home, options, running: Mutex::default(), place: watch::Sender::new(None) }
    }

    /// Starts it; again and again, as whatever keeps a server running does, where the NATS servers are not ready.
    pub(crate) fn begin(&self) {
        let end = Instant::now() + DEADLINE;
        let options: Vec<&str> = self.options.iter().map(String::as_str).collect();
        loop {
            let mut command = Server::command(self.home.data(), &options);
            command.env("KOSTI_LOG", "off").stdout(Stdio::piped()).stderr(Stdio::piped());
            match Server::try_of(command.spawn().unwrap()) {
                Ok(server) => {
                    self.place.send_replace(Some(server.address));
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

    fn running(&self) -> std::sync::MutexGuard<'_, Option<Server>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Pulls the plug.
    pub(crate) fn kill(&self) {
        self.place.send_replace(None);
        let running = self.running().take();
        running.expect("it runs").kill();
    }

    /// Makes it stand still, or go on.
    pub(crate) fn signal(&self, signal: Signal) {
        let running = self.running();
        let id = running.as_ref().expect("it runs").child.id();
        kill_process(Pid::from_raw(i32::try_from(id).unwrap()).unwrap(), signal).unwrap();
    }
}
