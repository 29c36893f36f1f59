//! A server with its data, for one test.

use serde_json::Value;
use tempfile::TempDir;

use kosti_test_server::http::{Client, Events, Reply};
use kosti_test_server::server::Server;
use kosti_testkit::DEADLINE;

pub struct TestServer {
    pub server: Server,
    pub data: TempDir,
}

impl TestServer {
    pub fn new() -> Self {
        let data = tempfile::tempdir().unwrap();
        Self { server: Server::start(data.path()), data }
    }

    pub fn with(options: &[&str]) -> Self {
        let data = tempfile::tempdir().unwrap();
        Self { server: Server::start_with(data.path(), options), data }
    }

    /// Kills the server, and starts it again on the same data.
    pub fn restart(self) -> Self {
        let Self { server, data } = self;
        server.kill();
        Self { server: Server::start(data.path()), data }
    }

    /// Restarts with other options.
    pub fn restart_with(self, options: &[&str]) -> Self {
        let Self { server, data } = self;
        server.kill();
        Self { server: Server::start_with(data.path(), options), data }
    }

    pub async fn client(&self) -> Client {
        Client::connect(self.server.address).await.unwrap()
    }

    /// One request on a connection of its own.
    pub async fn get(&self, path: &str) -> Reply {
        with_timeout(async { self.client().await.get(path, None).await.unwrap() }).await
    }

    /// Listens to a table.
    pub async fn listen(&self, table: &str, query: &str, token: Option<&str>, last: Option<&str>) -> Events {
        let path = format!("/api/v1/tables/{table}/events{query}");
        match with_timeout(async { self.client().await.events(&path, token, last).await.unwrap() }).await {
            Ok(events) => events,
            Err(reply) => panic!("no stream: {} {}", reply.status, reply.text()),
        }
    }
}

/// Fails if the future takes too long.
pub async fn with_timeout<T>(doing: impl Future<Output = T>) -> T {
    tokio::time::timeout(DEADLINE, doing).await.expect("it comes to an end")
}

/// Asserts that a request was rejected with this problem, in the form of RFC 9457.
#[track_caller]
pub fn expect_refusal(reply: &Reply, status: u16, kind: &str) {
    let answer = reply.json();
    assert_eq!((reply.status, answer["kind"].as_str().unwrap_or("?")), (status, kind), "{}", reply.text());
    assert_eq!(reply.header("content-type"), Some("application/problem+json"));
    assert_eq!(answer["status"], status);
    assert!(answer["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "{answer}");
    assert!(answer["title"].is_string() && answer["type"].is_string(), "{answer}");
}

#[track_caller]
pub fn expect_ok(reply: &Reply) -> Value {
    assert!((200..300).contains(&reply.status), "{} {}", reply.status, reply.text());
    reply.json()
}
