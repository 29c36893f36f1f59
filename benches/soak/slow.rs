//! Clients that stall, or disconnect in the middle of a request.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio::time::sleep;

use crate::server_process::ServerProcess;
use kosti_testkit::TestRng;

/// The most concurrent clients.
const MOST: usize = 200;

/// The requests that they begin before they stall.
const BEGINNINGS: [&str; 5] = [
    "",
    "GET /api/v1/games HTTP/1.1\r\nhost: x",
    "POST /api/v1/tables HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{\"game\":",
    // These never read the answer.
    "GET /api/v1/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n",
    "GARBAGE \u{0}\u{1}\u{2}\r\n\r\n",
];

pub(crate) async fn send_slowly(server: Arc<ServerProcess>) -> String {
    let (mut rng, mut waiting, mut bothered) = (TestRng::new(5), Vec::new(), 0_u64);
    while !server.is_enough() {
        let address = *server.address().borrow();
        if let Some(stream) = match address {
            Some(address) => begin(address, rng.pick::<&str>(&BEGINNINGS)).await,
            None => None,
        } {
            bothered += 1;
            waiting.push(stream);
        }
        if waiting.len() > MOST {
            let nth = rng.below(waiting.len());
            drop(waiting.swap_remove(nth));
        }
        sleep(Duration::from_millis(20)).await;
    }
    format!("{bothered} clients that stalled or went away")
}

async fn begin(address: SocketAddr, text: &str) -> Option<TcpStream> {
    let mut stream = TcpStream::connect(address).await.ok()?;
    stream.write_all(text.as_bytes()).await.ok()?;
    Some(stream)
}
