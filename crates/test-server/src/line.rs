//! `Line`: a connection to the server that runs now, or to another one if this one does not answer.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::Value;
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

use crate::http::{Client, Events, Reply};
use kosti_testkit::DEADLINE;

/// The address of a server; `None` while it does not run.
pub type AddressWatch = watch::Receiver<Option<SocketAddr>>;

pub struct Line {
    addresses: Vec<AddressWatch>,
    /// The index of the server that is asked now.
    at: usize,
    client: Option<(SocketAddr, Client)>,
    /// The time limit of an answer at first, and now. It is doubled after each timeout until there is an answer, because the
    /// machine may be slow.
    first_patience: Duration,
    patience: Duration,
    /// Problems after which the request is repeated.
    retried: &'static [&'static str],
}

/// Problems that pass by themselves.
const TRANSIENT: [&str; 5] = ["unclear", "closing", "not-saved", "busy", "away"];
/// The same, and the one that passes when the disk has room again.
const TRANSIENT_OR_FULL: [&str; 6] = ["unclear", "closing", "not-saved", "busy", "away", "disk-full"];

impl Line {
    pub fn new(address: AddressWatch) -> Self {
        Self::among(vec![address], 0, DEADLINE)
    }

    /// To one of several servers, and to the next one after this long without a clear answer.
    pub fn among(addresses: Vec<AddressWatch>, first: usize, patience: Duration) -> Self {
        Self { addresses, at: first, client: None, first_patience: patience, patience, retried: &TRANSIENT }
    }

    /// To a server whose disk may be full for a while.
    pub fn through_full_disk(address: AddressWatch) -> Self {
        Self { retried: &TRANSIENT_OR_FULL, ..Self::new(address) }
    }

    /// To a server whose address does not change.
    pub fn to(address: SocketAddr) -> Self {
        Self::new(watch::Sender::new(Some(address)).subscribe())
    }

    pub fn address(&self) -> SocketAddr {
        self.addresses[self.at].borrow().expect("a server runs")
    }

    /// Uses this server from now on.
    pub fn switch_to(&mut self, number: usize) {
        self.at = number % self.addresses.len();
    }

    /// Uses the next server from now on.
    pub fn switch_to_next(&mut self) {
        self.at = (self.at + 1) % self.addresses.len();
    }

    /// Sends once. Returns `None` if the connection breaks, or after a problem that passes.
    pub async fn try_send(
        &mut self,
        method: &str,
        path: &str,
        token: &str,
        body: Option<&Value>,
    ) -> Option<Reply> {
        let reply = tokio::time::timeout(self.patience, self.ask(method, path, token, body)).await;
        self.patience = if reply.is_ok() { self.first_patience } else { (2 * self.patience).min(DEADLINE) };
        let reply = reply.ok().flatten();
        if reply.is_none() {
            self.switch_to_next();
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
        kind.is_none_or(|kind| !self.retried.contains(&kind.as_str())).then_some(reply)
    }

    /// Sends once, and returns any answer.
    pub async fn send_once(&mut self, method: &str, path: &str, token: &str, body: Option<&Value>) -> Reply {
        let mut client = Client::connect(self.address()).await.unwrap();
        let body = body.map(Value::to_string);
        client.send(method, path, Some(token), &[], body.as_deref().map(str::as_bytes)).await.unwrap()
    }

    /// Sends until there is a clear answer.
    pub async fn send(&mut self, method: &str, path: &str, token: &str, body: Option<&Value>) -> Reply {
        let end = Instant::now() + DEADLINE;
        loop {
            if let Some(reply) = self.try_send(method, path, token, body).await {
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

    /// All past and future events of a table.
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
