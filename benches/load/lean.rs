//! A minimal HTTP client, so that the load generator leaves the machine to the server.

use std::io;
use std::net::SocketAddr;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// A connection for requests.
pub(crate) struct Connection {
    stream: TcpStream,
    read: Vec<u8>,
    write: Vec<u8>,
    pub(crate) status: u16,
}

impl Connection {
    pub(crate) async fn open(address: SocketAddr) -> io::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, read: Vec::with_capacity(16 * 1024), write: Vec::with_capacity(1024), status: 0 })
    }

    /// Sends a body and returns the body of the answer.
    pub(crate) async fn post(&mut self, path: &str, token: &str, body: &str) -> io::Result<&str> {
        self.write.clear();
        self.write.extend_from_slice(b"POST ");
        self.write.extend_from_slice(path.as_bytes());
        self.write.extend_from_slice(b" HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n");
        if !token.is_empty() {
            self.write.extend_from_slice(b"authorization: Bearer ");
            self.write.extend_from_slice(token.as_bytes());
            self.write.extend_from_slice(b"\r\n");
        }
        self.write.extend_from_slice(format!("content-length: {}\r\n\r\n", body.len()).as_bytes());
        self.write.extend_from_slice(body.as_bytes());
        self.stream.write_all(&self.write).await?;
        self.read.clear();
        let start = loop {
            self.more().await?;
            if let Some(end) = find(&self.read, b"\r\n\r\n") {
                break end + 4;
            }
        };
        let head = std::str::from_utf8(&self.read[..start]).map_err(io::Error::other)?;
        self.status = head.get(9..12).and_then(|status| status.parse().ok()).unwrap_or(0);
        let length = after(head, "content-length: ").and_then(|rest| rest.split('\r').next()?.parse().ok());
        let length: usize = length.unwrap_or(0);
        while self.read.len() < start + length {
            self.more().await?;
        }
        std::str::from_utf8(&self.read[start..start + length]).map_err(io::Error::other)
    }

    async fn more(&mut self) -> io::Result<()> {
        match self.stream.read_buf(&mut self.read).await? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(()),
        }
    }
}

/// Asks once.
pub(crate) async fn get(address: SocketAddr, path: &str) -> io::Result<String> {
    let mut stream = TcpStream::connect(address).await?;
    let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut text = String::new();
    stream.read_to_string(&mut text).await?;
    Ok(text)
}

/// An event stream.
pub(crate) struct Stream {
    stream: TcpStream,
    read: Vec<u8>,
}

impl Stream {
    pub(crate) async fn open(address: SocketAddr, table: &str, token: &str) -> io::Result<Self> {
        let mut stream = TcpStream::connect(address).await?;
        // As the pages open it.
        let path = format!("/api/v1/tables/{table}/events?thin=true");
        let head = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n\r\n");
        stream.write_all(head.as_bytes()).await?;
        let mut opened = Self { stream, read: Vec::new() };
        // The table as it stands.
        opened.next_event().await?;
        Ok(opened)
    }

    /// Waits for the next event of the table.
    pub(crate) async fn next_event(&mut self) -> io::Result<()> {
        loop {
            if let Some(at) = find(&self.read, b"\ndata: {\"version\"")
                && let Some(end) = find(&self.read[at..], b"\n\n")
            {
                self.read.drain(..at + end + 2);
                return Ok(());
            }
            if self.stream.read_buf(&mut self.read).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
    }

    /// Reads the stream without parsing it.
    pub(crate) async fn drain(mut self) {
        let mut buffer = vec![0; 16 * 1024];
        while self.stream.read(&mut buffer).await.is_ok_and(|read| read > 0) {}
    }
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}

/// The text after the first occurrence.
pub(crate) fn after<'a>(text: &'a str, wanted: &str) -> Option<&'a str> {
    text.find(wanted).map(|at| &text[at + wanted.len()..])
}
