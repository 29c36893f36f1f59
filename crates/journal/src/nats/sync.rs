//! Whether servers write to the disk before they answer. No client can see that; the monitoring page tells it, where
//! there is one that can be reached.

use std::time::Duration;

use async_nats::ServerAddr;
use futures_util::future::join_all;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// How long a page may take.
const PAGE: Duration = Duration::from_millis(500);
/// The most bytes of it.
const MOST: u64 = 1 << 20;

/// When servers write what they have acknowledged to the disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Synced {
    /// Before they answer.
    Always,
    /// Later: these can lose what they have acknowledged when the power fails.
    Later {
        /// Those servers.
        servers: Vec<String>,
    },
    /// It cannot be seen from here.
    Unseen,
}

/// What the monitoring pages say, all on the same port.
pub(super) async fn look(servers: &[ServerAddr], port: u16) -> Synced {
    let seen =
        join_all(servers.iter().map(|server| timeout(PAGE, always(server.host().to_owned(), port)))).await;
    let seen: Vec<Option<bool>> = seen.into_iter().map(|answer| answer.ok().flatten()).collect();
    let late = servers.iter().zip(&seen).filter(|(_, always)| **always == Some(false));
    let late: Vec<String> = late.map(|(server, _)| super::servers::told(server)).collect();
    if !late.is_empty() {
        Synced::Later { servers: late }
    } else if seen.iter().all(|always| *always == Some(true)) {
        Synced::Always
    } else {
        Synced::Unseen
    }
}

/// None where there is no such page.
async fn always(host: String, port: u16) -> Option<bool> {
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
