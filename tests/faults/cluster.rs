//! Three NATS servers and three Kosti servers, with the players of a table at different ones, while one after another
//! fails.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use rustix::process::Signal;
use serde_json::Value;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use super::nodes::Nodes;
use kosti_test_server::consistency::{check_commands, read_verified_events};
use kosti_test_server::http::Client;
use kosti_test_server::line::{AddressWatch, Line};
use kosti_test_server::party::{GAMES, Party};
use kosti_testkit::DEADLINE;
use kosti_testkit::report_figures;

/// Parties that play at the same time, one game after another.
const PARTIES: u64 = 9;
/// Between moves: the machine is shared by seven servers.
const PAUSE: Duration = Duration::from_millis(40);
/// After this much silence a listener reconnects elsewhere; each time it waits twice as long.
const SILENCE: Duration = Duration::from_secs(3);

#[derive(Default)]
struct Progress {
    acknowledged: AtomicU64,
    /// How often a request was repeated at another server.
    again: AtomicU64,
    enough: AtomicBool,
}

/// The events of a table that a listener received.
type Received = Vec<(String, Value)>;

/// The last event of a table, once it is known.
type End = watch::Sender<Option<String>>;

struct Played {
    party: Party,
    end: End,
    listeners: Vec<JoinHandle<Received>>,
}

/// Plays one game after another; each move goes first to another server than the previous one.
async fn play(nodes: Arc<Nodes>, nth: u64, progress: Arc<Progress>) -> Vec<Played> {
    let mut line = nodes.line(nth as usize % 3);
    let mut all = Vec::new();
    for round in 0.. {
        let game = GAMES[(nth + round * PARTIES) as usize % GAMES.len()];
        let mut party = Party::open(&mut line, 1000 * round + nth, game).await;
        let end = End::new(None);
        let listeners = (0..3).map(|first| {
            let (addresses, table) = (nodes.addresses(), party.table.clone());
            let listener = Listener { addresses, at: first, table, silence: SILENCE };
            tokio::spawn(listener.listen(end.subscribe()))
        });
        let listeners = listeners.collect();
        while !progress.enough.load(Ordering::Relaxed) {
            let Some((token, body)) = party.decide() else { break };
            let again = party.repeated;
            line.switch_to(nth as usize + party.sent.len());
            party.send_until_acknowledged(&mut line, &token, &body, false).await;
            progress.acknowledged.fetch_add(1, Ordering::Relaxed);
            progress.again.fetch_add(party.repeated - again, Ordering::Relaxed);
            if party.rng.one_in(30) {
                party.repeat(&mut line, &token, &body).await;
            }
            sleep(PAUSE).await;
        }
        all.push(Played { party, end, listeners });
        if progress.enough.load(Ordering::Relaxed) {
            break;
        }
    }
    all
}

/// A listener that must receive every event, and changes the server after a silence.
struct Listener {
    addresses: Vec<AddressWatch>,
    at: usize,
    table: String,
    silence: Duration,
}

impl Listener {
    async fn listen(mut self, mut end: watch::Receiver<Option<String>>) -> Received {
        let mut received = Received::new();
        loop {
            // An interrupted stream continues at another server.
            self.read_stream(&mut received, &mut end).await;
            let last = received.last().map(|(id, _)| id);
            if last.is_some() && last == end.borrow().as_ref() {
                return received;
            }
            self.at = (self.at + 1) % self.addresses.len();
            self.silence = (2 * self.silence).min(DEADLINE);
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// Reads one stream until it ends, becomes silent, or the last event is known or received.
    async fn read_stream(
        &self,
        received: &mut Received,
        end: &mut watch::Receiver<Option<String>>,
    ) -> Option<()> {
        let address = (*self.addresses[self.at].borrow())?;
        let client = timeout(self.silence, Client::connect(address)).await.ok()?.ok()?;
        let last = received.last().map_or("0", |(id, _)| id).to_owned();
        let path = format!("/api/v1/tables/{}/events?after={last}", self.table);
        let mut events = timeout(self.silence, client.events(&path, None, None)).await.ok()?.ok()?.ok()?;
        loop {
            let event = tokio::select! {
                event = timeout(self.silence, events.next_event()) => event.ok()?.ok()??,
                // It may have been received already.
                _ = end.changed() => return None,
            };
            let id = event.id?;
            received.push((id.clone(), event.data["note"].clone()));
            if end.borrow().as_ref() == Some(&id) {
                return Some(());
            }
        }
    }
}

/// A client at each server that measures the time until moves are acknowledged again.
struct Probes {
    parties: Vec<(Line, Party)>,
}

impl Probes {
    async fn open(nodes: &Nodes) -> Self {
        let mut parties = Vec::new();
        for number in 0..nodes.nodes.len() {
            let mut line = nodes.line_to(number);
            let party = Party::open(&mut line, 7_000_000 + number as u64, "balut").await;
            parties.push((line, party));
        }
        Self { parties }
    }

    /// Moves at every server except this one.
    async fn expect_moves_resume(&mut self, what: &str, without: Option<usize>) {
        let begun = Instant::now();
        let asked = self.parties.iter_mut().enumerate().filter(|(number, _)| Some(*number) != without);
        let asked = asked.map(async |(_, (line, party))| {
            assert!(party.act(line).await, "the game is over too early");
            begun.elapsed().as_secs_f64()
        });
        let times = timeout(DEADLINE, join_all(asked)).await.expect("play resumes");
        let last = times.iter().copied().fold(0.0, f64::max);
        let figures = format!("{what}: moves are acknowledged everywhere after {last:.1} s");
        report_figures("tests/faults/cluster.rs", &figures);
    }
}

struct Trial {
    nodes: Arc<Nodes>,
    probes: Probes,
    progress: Arc<Progress>,
}

impl Trial {
    /// People play on for a while.
    async fn some_play(&self) {
        counts(&self.progress.acknowledged, 40).await;
    }

    async fn servers_fail(&mut self) {
        let nodes = self.nodes.clone();
        let leader = nodes.servers.leader().await;
        nodes.servers.kill(leader);
        self.probes.expect_moves_resume("the leading NATS server killed", None).await;
        nodes.servers.begin(leader);
        self.some_play().await;
        if !kosti_testkit::full_length() {
            return;
        }
        let follower = (nodes.servers.leader().await + 1) % 3;
        nodes.servers.kill(follower);
        self.probes.expect_moves_resume("another NATS server killed", None).await;
        nodes.servers.begin(follower);
        self.some_play().await;
        let leader = nodes.servers.leader().await;
        nodes.servers.signal(leader, Signal::STOP);
        self.probes.expect_moves_resume("the leading NATS server cut off", None).await;
        nodes.servers.signal(leader, Signal::CONT);
        self.probes.expect_moves_resume("and when it is back", None).await;
        self.some_play().await;
    }

    async fn nodes_fail(&mut self) {
        let nodes = self.nodes.clone();
        let killed = if kosti_testkit::full_length() { nodes.nodes.len() } else { 1 };
        for (number, node) in nodes.nodes.iter().enumerate().take(killed) {
            node.kill();
            self.probes.expect_moves_resume("a Kosti server killed, at the others", Some(number)).await;
            self.some_play().await;
            node.begin();
            self.probes.expect_moves_resume("and when it is back", None).await;
        }
    }

    async fn node_is_cut_off(&mut self) {
        let nodes = self.nodes.clone();
        nodes.nodes[1].signal(Signal::STOP);
        self.probes.expect_moves_resume("a Kosti server cut off, at the others", Some(1)).await;
        // Some who asked it have gone elsewhere.
        counts(&self.progress.again, 5).await;
        self.some_play().await;
        nodes.nodes[1].signal(Signal::CONT);
        self.probes.expect_moves_resume("and when it is back", None).await;
        self.some_play().await;
    }

    async fn all_fail(&mut self) {
        let nodes = self.nodes.clone();
        for number in 0..3 {
            nodes.servers.kill(number);
            nodes.nodes[number].kill();
        }
        for number in 0..3 {
            nodes.servers.begin(number);
        }
        for node in &nodes.nodes {
            node.begin();
        }
        self.probes.expect_moves_resume("all six killed and started again", None).await;
        self.some_play().await;
    }
}

/// Waits until the counter has grown by this much.
async fn counts(what: &AtomicU64, more: u64) {
    let goal = what.load(Ordering::Relaxed) + more;
    let end = Instant::now() + DEADLINE;
    while what.load(Ordering::Relaxed) < goal {
        assert!(Instant::now() < end, "nobody plays any more");
        sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_or_doubled_whoever_fails() {
    let nodes = Arc::new(Nodes::start(3, 3));
    let progress = Arc::new(Progress::default());
    let players = (0..PARTIES).map(|nth| tokio::spawn(play(nodes.clone(), nth, progress.clone())));
    let players: Vec<_> = players.collect();
    let probes = Probes::open(&nodes).await;
    let mut trial = Trial { nodes: nodes.clone(), probes, progress: progress.clone() };
    trial.some_play().await;
    trial.servers_fail().await;
    trial.nodes_fail().await;
    if kosti_testkit::full_length() {
        trial.node_is_cut_off().await;
        trial.all_fail().await;
    }
    progress.enough.store(true, Ordering::Relaxed);
    let mut played: Vec<Played> = join_all(players).await.into_iter().flat_map(Result::unwrap).collect();
    let probes = trial.probes.parties.into_iter().map(|(_, party)| party);
    played.extend(probes.map(|party| Played { party, end: End::new(None), listeners: Vec::new() }));
    let figures = check(&nodes, played).await;
    report_figures("tests/faults/cluster.rs", &figures);
}

/// Checks that every acknowledged move is there once at every server, and that all listeners received the same.
async fn check(nodes: &Nodes, played: Vec<Played>) -> String {
    let (tables, mut acknowledged, mut again, mut recognised) = (played.len(), 0, 0, 0);
    for (nth, Played { mut party, end, listeners }) in played.into_iter().enumerate() {
        party.check_continues(&mut nodes.line_to(nth % 3)).await;
        let records = nodes.records(&party.table).await;
        let received = join_all(
            (0..3).map(async |number| read_verified_events(&mut nodes.line_to(number), &party).await.0),
        );
        let received = received.await;
        assert!(received.iter().all(|there| *there == received[0]), "{} differs", party.table);
        check_commands(&party, &records, &received[0]);
        end.send_replace(records.last().map(|stored| stored.version.to_string()));
        for listener in listeners {
            let listened = timeout(DEADLINE, listener).await.expect("all is received").unwrap();
            assert!(listened == received[0], "{}: somebody received otherwise", party.table);
        }
        acknowledged += party.acknowledged();
        again += party.repeated;
        recognised += party.recognised;
    }
    assert!(again > 0);
    format!(
        "{tables} tables: {acknowledged} commands acknowledged, {again} sent again, {recognised} of them recognised; \
         all there, each once, received in the same order at three servers"
    )
}
