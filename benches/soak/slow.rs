//! Clients that stall, or go away in the middle of something.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio::time::sleep;

use crate::house::House;
use kosti_testkit::chance::Chance;

/// As many as that at the same time.
const MOST: usize = 200;

/// What they send before they stop doing anything.
const BEGINNINGS: [&str; 5] = [
    "",
    "GET /api/v1/games HTTP/1.1\r\nhost: x",
    "POST /api/v1/tables HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{\"game\":",
    // They ask, and never read the answer.
    "GET /api/v1/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n",
    "GARBAGE \u{0}\u{1}\u{2}\r\n\r\n",
];

pub(crate) async fn bother(house: Arc<House>) -> String {
    let (mut chance, mut waiting, mut bothered) = (Chance(5), Vec::new(), 0_u64);
    while !house.is_enough() {
        let place = *house.place().borrow();
        if let Some(stream) = match place {
            Some(address) => begin(address, chance.pick::<&str>(&BEGINNINGS)).await,
            None => None,
        } {
            bothered += 1;
            waiting.push(stream);
        }
        if waiting.len() > MOST {
            let nth = usize::try_from(chance.below(waiting.len() as u64)).unwrap();
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
