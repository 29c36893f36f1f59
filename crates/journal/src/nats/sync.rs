//! Checks whether servers sync to disk before they answer. The protocol does not tell; the monitoring page
//! does, if it can be reached.

use std::time::Duration;

use async_nats::ServerAddr;
use futures_util::future::join_all;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// The most bytes of a monitoring page.
const MOST: u64 = 1 << 20;

/// When servers sync acknowledged records to disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Synced {
    /// Before they answer.
    Always,
    /// Later: a power failure can lose acknowledged records.
    Later {
        /// These servers.
        servers: Vec<String>,
    },
    /// Unknown: the monitoring pages cannot be reached.
    Unseen,
}

/// Reads the monitoring pages, all on the same port, each within `time`.
pub(super) async fn read_monitoring_pages(servers: &[ServerAddr], port: u16, time: Duration) -> Synced {
    let seen =
        join_all(servers.iter().map(|server| timeout(time, syncs_always(server.host().to_owned(), port))))
            .await;
    let seen: Vec<Option<bool>> = seen.into_iter().map(|answer| answer.ok().flatten()).collect();
    let late = servers.iter().zip(&seen).filter(|(_, always)| **always == Some(false));
    let late: Vec<String> = late.map(|(server, _)| super::servers::plain_address(server)).collect();
    if !late.is_empty() {
        Synced::Later { servers: late }
    } else if seen.iter().all(|always| *always == Some(true)) {
        Synced::Always
    } else {
        Synced::Unseen
    }
}

/// Whether the server always syncs; `None` if it has no monitoring page.
async fn syncs_always(host: String, port: u16) -> Option<bool> {
    let mut stream = TcpStream::connect((host.as_str(), port)).await.ok()?;
    let request = format!("GET /jsz HTTP/1.0\r\nHost: {host}:{port}\r\n\r\n");
    stream.write_all(request.as_bytes()).await.ok()?;
    let mut answer = String::new();
    stream.take(MOST).read_to_string(&mut answer).await.ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    let page: serde_json::Value = serde_json::from_str(body).ok().filter(|_| head.contains(" 200 "))?;
    let config = page.get("config")?;
    Some(config.get("sync_always").and_then(serde_json::Value::as_bool).unwrap_or(false))
}
