//! Three NATS servers, three Kosti servers, and people of one table at different ones, while one after the other
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
use kosti_testkit::account::{balanced, told};
use kosti_testkit::http::Client;
use kosti_testkit::line::{DEADLINE, Line, Place};
use kosti_testkit::party::{GAMES, Party};

/// Parties that play at the same time, one game after the other.
const PARTIES: u64 = 9;
/// Between moves: the machine is shared by seven servers.
const PAUSE: Duration = Duration::from_millis(40);
/// After so much silence a listener comes again, elsewhere.
const SILENCE: Duration = Duration::from_secs(3);

#[derive(Default)]
struct Progress {
    acknowledged: AtomicU64,
    enough: AtomicBool,
}

/// What somebody heard of a table.
type Heard = Vec<(String, Value)>;

/// Where a table ends, once that is known.
type End = watch::Sender<Option<String>>;

struct Played {
    party: Party,
    end: End,
    listeners: Vec<JoinHandle<Heard>>,
}

/// Plays one game after the other; each move is sent to another server than the one before.
async fn play(nodes: Arc<Nodes>, nth: u64, progress: Arc<Progress>) -> Vec<Played> {
    let mut lines = [nodes.line(nth as usize % 3), nodes.line((nth as usize + 1) % 3)];
    let mut all = Vec::new();
    for round in 0.. {
        let game = GAMES[(nth + round * PARTIES) as usize % GAMES.len()];
        let mut party = Party::gather(&mut lines[0], 1000 * round + nth, game).await;
        let end = End::new(None);
        let listeners = (0..3).map(|first| {
            let line = Listener { places: nodes.places(), at: first, table: party.table.clone() };
            tokio::spawn(line.listen(end.subscribe()))
        });
        let listeners = listeners.collect();
        while !progress.enough.load(Ordering::Relaxed) {
            let Some((token, body)) = party.decide() else { break };
            let line = &mut lines[party.sent.len() % 2];
            party.insist(line, &token, &body, false).await;
            progress.acknowledged.fetch_add(1, Ordering::Relaxed);
            if party.chance.one_in(30) {
                party.repeat(line, &token, &body).await;
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

/// Somebody who wants to hear everything, and goes elsewhere when it becomes silent.
struct Listener {
    places: Vec<Place>,
    at: usize,
    table: String,
}

impl Listener {
    async fn listen(mut self, end: watch::Receiver<Option<String>>) -> Heard {
        let mut heard = Heard::new();
        loop {
            // What is broken off goes on at another server.
            let _ = timeout(DEADLINE, self.hear(&mut heard, &end)).await;
            let last = heard.last().map(|(id, _)| id);
            if last.is_some() && last == end.borrow().as_ref() {
                return heard;
            }
            self.at = (self.at + 1) % self.places.len();
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// Hears one stream until it ends, becomes silent, or the end has come.
    async fn hear(&self, heard: &mut Heard, end: &watch::Receiver<Option<String>>) -> Option<()> {
        let address = (*self.places[self.at].borrow())?;
        let client = timeout(SILENCE, Client::connect(address)).await.ok()?.ok()?;
        let last = heard.last().map_or("0", |(id, _)| id).to_owned();
        let path = format!("/api/v1/tables/{}/events?after={last}", self.table);
        let mut events = timeout(SILENCE, client.events(&path, None, None)).await.ok()?.ok()?.ok()?;
        loop {
            let event = timeout(SILENCE, events.news()).await.ok()?.ok()??;
            let id = event.id?;
            heard.push((id.clone(), event.data["note"].clone()));
            if end.borrow().as_ref() == Some(&id) {
                return Some(());
            }
        }
    }
}

/// Somebody at each server who tells how long it takes until moves are acknowledged there again.
struct Probes {
    parties: Vec<(Line, Party)>,
}

impl Probes {
    async fn gather(nodes: &Nodes) -> Self {
        let mut parties = Vec::new();
        for number in 0..nodes.nodes.len() {
            let mut line = nodes.line_to(number);
            let party = Party::gather(&mut line, 7_000_000 + number as u64, "balut").await;
            parties.push((line, party));
        }
        Self { parties }
    }

    /// Moves at every server but this one.
    async fn resumed(&mut self, what: &str, without: Option<usize>) {
        let begun = Instant::now();
        let asked = self.parties.iter_mut().enumerate().filter(|(number, _)| Some(*number) != without);
        let asked = asked.map(async |(_, (line, party))| {
            assert!(party.act(line).await, "the game is over too early");
            begun.elapsed().as_secs_f64()
        });
        let times = timeout(DEADLINE, join_all(asked)).await.expect("play resumes");
        let last = times.iter().copied().fold(0.0, f64::max);
        println!("{what}: moves are acknowledged everywhere after {last:.1} s");
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
        let goal = self.progress.acknowledged.load(Ordering::Relaxed) + 40;
        let end = Instant::now() + DEADLINE;
        while self.progress.acknowledged.load(Ordering::Relaxed) < goal {
            assert!(Instant::now() < end, "nothing is acknowledged any more");
            sleep(Duration::from_millis(10)).await;
        }
    }

    async fn servers_fail(&mut self) {
        let nodes = self.nodes.clone();
        let leader = nodes.servers.leader().await;
        nodes.servers.kill(leader);
        self.probes.resumed("the leading NATS server killed", None).await;
        nodes.servers.begin(leader);
        self.some_play().await;
        let follower = (nodes.servers.leader().await + 1) % 3;
        nodes.servers.kill(follower);
        self.probes.resumed("another NATS server killed", None).await;
        nodes.servers.begin(follower);
        self.some_play().await;
        let leader = nodes.servers.leader().await;
        nodes.servers.signal(leader, Signal::STOP);
        self.probes.resumed("the leading NATS server cut off", None).await;
        nodes.servers.signal(leader, Signal::CONT);
        self.probes.resumed("and when it is back", None).await;
        self.some_play().await;
    }

    async fn nodes_fail(&mut self) {
        let nodes = self.nodes.clone();
        for (number, node) in nodes.nodes.iter().enumerate() {
            node.kill();
            self.probes.resumed("a Kosti server killed, at the others", Some(number)).await;
            self.some_play().await;
            node.begin();
            self.probes.resumed("and when it is back", None).await;
        }
        nodes.nodes[1].signal(Signal::STOP);
        self.probes.resumed("a Kosti server cut off, at the others", Some(1)).await;
        sleep(PATIENCE_OF_CLIENTS).await;
        self.some_play().await;
        nodes.nodes[1].signal(Signal::CONT);
        self.probes.resumed("and when it is back", None).await;
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
        self.probes.resumed("all six killed and started again", None).await;
        self.some_play().await;
    }
}

/// So that those who ask a server that is cut off have gone elsewhere.
const PATIENCE_OF_CLIENTS: Duration = Duration::from_secs(4);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_or_doubled_whoever_fails() {
    let nodes = Arc::new(Nodes::start(3, 3, "0"));
    let progress = Arc::new(Progress::default());
    let players = (0..PARTIES).map(|nth| tokio::spawn(play(nodes.clone(), nth, progress.clone())));
    let players: Vec<_> = players.collect();
    let probes = Probes::gather(&nodes).await;
    let mut trial = Trial { nodes: nodes.clone(), probes, progress: progress.clone() };
    trial.some_play().await;
    trial.servers_fail().await;
    trial.nodes_fail().await;
    trial.all_fail().await;
    progress.enough.store(true, Ordering::Relaxed);
    let mut played: Vec<Played> = join_all(players).await.into_iter().flat_map(Result::unwrap).collect();
    let probes = trial.probes.parties.into_iter().map(|(_, party)| party);
    played.extend(probes.map(|party| Played { party, end: End::new(None), listeners: Vec::new() }));
    let figures = check(&nodes, played).await;
    println!("{figures}");
}

/// What was acknowledged is there once, at every server, and everybody has heard the same.
async fn check(nodes: &Nodes, played: Vec<Played>) -> String {
    let (tables, mut acknowledged, mut again, mut recognised) = (played.len(), 0, 0, 0);
    for (nth, Played { mut party, end, listeners }) in played.into_iter().enumerate() {
        party.goes_on(&mut nodes.line_to(nth % 3)).await;
        let records = nodes.records(&party.table).await;
        let heard = join_all((0..3).map(async |number| told(&mut nodes.line_to(number), &party).await.0));
        let heard = heard.await;
        assert!(heard.iter().all(|there| *there == heard[0]), "{} differs", party.table);
        balanced(&party, &records, &heard[0]);
        end.send_replace(records.last().map(|stored| stored.version.to_string()));
        for listener in listeners {
            let listened = timeout(DEADLINE, listener).await.expect("all is heard").unwrap();
            assert!(listened == heard[0], "{}: somebody heard otherwise", party.table);
        }
        acknowledged += party.acknowledged();
        again += party.again;
        recognised += party.recognised;
    }
    assert!(again > 0);
    format!(
        "{tables} tables: {acknowledged} commands acknowledged, {again} sent again, {recognised} of them recognised; \
         all there, each once, heard in the same order at three servers"
    )
}
