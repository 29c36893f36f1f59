//! A connection to whichever server runs now; where there are several, to another one when this does not answer.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::Value;
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

use crate::http::{Client, Events, Reply};
use kosti_testkit::DEADLINE;

/// Where the server is; nowhere while it does not run.
pub type AddressWatch = watch::Receiver<Option<SocketAddr>>;

pub struct Line {
    addresses: Vec<AddressWatch>,
    /// Which of them is asked now.
    at: usize,
    client: Option<(SocketAddr, Client)>,
    /// How long an answer is waited for at first, and now. What was too short is doubled until there is an answer: the
    /// machine may be slow.
    first_patience: Duration,
    patience: Duration,
    /// Problems after which the same is sent again.
    again: &'static [&'static str],
}

/// Problems that pass by themselves.
const PASSING: [&str; 5] = ["unclear", "closing", "not-saved", "busy", "away"];
/// The same, and those that pass because somebody makes room.
const PASSING_WITH_HELP: [&str; 6] = ["unclear", "closing", "not-saved", "busy", "away", "disk-full"];

impl Line {
    pub fn new(address: AddressWatch) -> Self {
        Self::among(vec![address], 0, DEADLINE)
    }

    /// To one of several servers, and to the next when there is no clear answer for this long.
    pub fn among(addresses: Vec<AddressWatch>, first: usize, patience: Duration) -> Self {
        Self { addresses, at: first, client: None, first_patience: patience, patience, again: &PASSING }
    }

    /// To a server whose disk may be full for a while.
    pub fn patient(address: AddressWatch) -> Self {
        Self { again: &PASSING_WITH_HELP, ..Self::new(address) }
    }

    /// To a server that stays where it is.
    pub fn to(address: SocketAddr) -> Self {
        Self::new(watch::Sender::new(Some(address)).subscribe())
    }

    pub fn address(&self) -> SocketAddr {
        self.addresses[self.at].borrow().expect("a server runs")
    }

    /// From now on this server.
    pub fn turn_to(&mut self, number: usize) {
        self.at = number % self.addresses.len();
    }

    /// From now on the next server.
    pub fn move_on(&mut self) {
        self.at = (self.at + 1) % self.addresses.len();
    }

    /// Sends once. Nothing is known when it breaks off, or the server says so.
    pub async fn once(
        &mut self,
        method: &str,
        path: &str,
        token: &str,
        body: Option<&Value>,
    ) -> Option<Reply> {
        let asked = tokio::time::timeout(self.patience, self.ask(method, path, token, body));
        let asked = asked.await;
        self.patience = if asked.is_ok() { self.first_patience } else { (2 * self.patience).min(DEADLINE) };
        let reply = asked.ok().flatten();
        if reply.is_none() {
            self.move_on();
        }
        reply
    }

    async fn ask(&mut self, method: &str, path: &str, token: &str, body: Option<&Value>) -> Option<Reply> {
        let address = (*self.addresses[self.at].borrow())?;
        let mut client = match self.client.take() {
            Some((at, client)) if at == address => client,
            _ => Client::connect(address).await.ok()?,
        };
        let body = body.map(Value::to_string);
        let token = Some(token).filter(|token| !token.is_empty());
        let reply = client.send(method, path, token, &[], body.as_deref().map(str::as_bytes)).await.ok()?;
        self.client = Some((address, client));
        let kind = reply.json()["kind"].as_str().map(str::to_owned);
        kind.is_none_or(|kind| !self.again.contains(&kind.as_str())).then_some(reply)
    }

    /// Sends once; whatever the answer is.
    pub async fn raw(&mut self, method: &str, path: &str, token: &str, body: Option<&Value>) -> Reply {
        let mut client = Client::connect(self.address()).await.unwrap();
        let body = body.map(Value::to_string);
        client.send(method, path, Some(token), &[], body.as_deref().map(str::as_bytes)).await.unwrap()
    }

    /// Sends until there is a clear answer.
    pub async fn send(&mut self, method: &str, path: &str, token: &str, body: Option<&Value>) -> Reply {
        let end = Instant::now() + DEADLINE;
        loop {
            if let Some(reply) = self.once(method, path, token, body).await {
                return reply;
            }
            assert!(Instant::now() < end, "no clear answer to {method} {path}");
            sleep(Duration::from_millis(5)).await;
        }
    }

    pub async fn get(&mut self, path: &str, token: &str) -> Reply {
        self.send("GET", path, token, None).await
    }

    pub async fn post(&mut self, path: &str, token: &str, body: &Value) -> Reply {
        self.send("POST", path, token, Some(body)).await
    }

    /// Everything that has happened at a table, and what happens.
    pub async fn events(&self, table: &str) -> Events {
        let client = Client::connect(self.address()).await.unwrap();
        let events =
            client.events(&format!("/api/v1/tables/{table}/events?after=0"), None, None).await.unwrap();
        events.unwrap_or_else(|reply| panic!("{}", reply.text()))
    }
}

/// Checks the problem in a reply.
#[track_caller]
pub fn problem(reply: &Reply, status: u16, kind: &str, says: &str) {
    let problem = reply.json();
    assert_eq!((reply.status, problem["kind"].as_str()), (status, Some(kind)), "{}", reply.text());
    assert_eq!(reply.header("content-type"), Some("application/problem+json"));
    let detail = problem["detail"].as_str().unwrap();
    assert!(detail.contains(says), "{detail:?} does not say {says:?}");
}
