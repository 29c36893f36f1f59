//! A server with its data, for one test.

use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

use kosti_testkit::http::{Client, Events, Reply};
use kosti_testkit::server::Server;

/// How long something that must happen may take; only what is broken takes so long.
pub const PATIENCE: Duration = Duration::from_secs(60);

pub struct House {
    pub server: Server,
    pub data: TempDir,
}

impl House {
    pub fn new() -> Self {
        let data = tempfile::tempdir().unwrap();
        Self { server: Server::start(data.path()), data }
    }

    pub fn with(options: &[&str]) -> Self {
        let data = tempfile::tempdir().unwrap();
        Self { server: Server::start_with(data.path(), options), data }
    }

    /// Pulls the plug, and starts again on the same data.
    pub fn restart(self) -> Self {
        let Self { server, data } = self;
        server.kill();
        Self { server: Server::start(data.path()), data }
    }

    pub async fn client(&self) -> Client {
        Client::connect(self.server.address).await.unwrap()
    }

    /// One request on a connection of its own.
    pub async fn get(&self, path: &str) -> Reply {
        patiently(async { self.client().await.get(path, None).await.unwrap() }).await
    }

    /// Listens to a table.
    pub async fn listen(&self, table: &str, query: &str, token: Option<&str>, last: Option<&str>) -> Events {
        let path = format!("/api/v1/tables/{table}/events{query}");
        match patiently(async { self.client().await.events(&path, token, last).await.unwrap() }).await {
            Ok(events) => events,
            Err(reply) => panic!("no stream: {} {}", reply.status, reply.text()),
        }
    }
}

/// What must come to an end.
pub async fn patiently<T>(doing: impl Future<Output = T>) -> T {
    tokio::time::timeout(PATIENCE, doing).await.expect("it comes to an end")
}

/// Asserts that a request was refused so, as RFC 9457 has it.
#[track_caller]
pub fn refused(reply: &Reply, status: u16, kind: &str) {
    let told = reply.json();
    assert_eq!((reply.status, told["kind"].as_str().unwrap_or("?")), (status, kind), "{}", reply.text());
    assert_eq!(reply.header("content-type"), Some("application/problem+json"));
    assert_eq!(told["status"], status);
    assert!(told["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "{told}");
    assert!(told["title"].is_string() && told["type"].is_string(), "{told}");
}

#[track_caller]
pub fn fine(reply: &Reply) -> Value {
    assert!((200..300).contains(&reply.status), "{} {}", reply.status, reply.text());
    reply.json()
}
