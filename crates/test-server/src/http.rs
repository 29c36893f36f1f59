//! A small HTTP client for tests and the load generator: one connection that stays open, JSON bodies, event streams.

use std::io;
use std::net::SocketAddr;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;

/// An answer.
#[derive(Debug, Clone)]
pub struct Reply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or(Value::Null)
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }
}

/// A connection to a server.
pub struct Client {
    stream: BufReader<TcpStream>,
    address: SocketAddr,
    line: String,
}

impl Client {
    pub async fn connect(address: SocketAddr) -> io::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream: BufReader::with_capacity(16 * 1024, stream), address, line: String::new() })
    }

    pub async fn get(&mut self, path: &str, token: Option<&str>) -> io::Result<Reply> {
        self.send("GET", path, token, &[], None).await
    }

    pub async fn post(&mut self, path: &str, token: Option<&str>, body: &Value) -> io::Result<Reply> {
        self.send("POST", path, token, &[], Some(body.to_string().as_bytes())).await
    }

    /// Sends a request and reads its answer.
    pub async fn send(
        &mut self,
        method: &str,
        path: &str,
        token: Option<&str>,
        headers: &[(&str, &str)],
        body: Option<&[u8]>,
    ) -> io::Result<Reply> {
        let request = head(method, path, self.address, token, headers, body.map(<[u8]>::len));
        let mut bytes = request.into_bytes();
        bytes.extend_from_slice(body.unwrap_or_default());
        self.stream.get_mut().write_all(&bytes).await?;
        self.answer().await
    }

    async fn answer(&mut self) -> io::Result<Reply> {
        let (status, headers) = self.head().await?;
        let mut reply = Reply { status, headers, body: Vec::new() };
        if reply.header("transfer-encoding") == Some("chunked") {
            while let Some(chunk) = self.chunk().await? {
                reply.body.extend(chunk);
            }
        } else if let Some(length) = reply.header("content-length") {
            let length: usize = length.parse().map_err(io::Error::other)?;
            reply.body.resize(length, 0);
            self.stream.read_exact(&mut reply.body).await?;
        }
        Ok(reply)
    }

    async fn head(&mut self) -> io::Result<(u16, Vec<(String, String)>)> {
        let first = self.read_line().await?;
        let status = first.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.ok_or_else(|| io::Error::other(format!("no status in {first:?}")))?;
        let mut headers = Vec::new();
        loop {
            let line = self.read_line().await?;
            let Some((name, value)) = line.split_once(':') else { break };
            headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
        Ok((status, headers))
    }

    async fn read_line(&mut self) -> io::Result<String> {
        self.line.clear();
        if self.stream.read_line(&mut self.line).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(self.line.trim_end().to_owned())
    }

    async fn chunk(&mut self) -> io::Result<Option<Vec<u8>>> {
        let size = self.read_line().await?;
        let size = usize::from_str_radix(&size, 16).map_err(io::Error::other)?;
        let mut chunk = vec![0; size + 2];
        self.stream.read_exact(&mut chunk).await?;
        chunk.truncate(size);
        Ok((size > 0).then_some(chunk))
    }

    /// Listens to a table, with this connection.
    pub async fn events(
        self,
        path: &str,
        token: Option<&str>,
        last: Option<&str>,
    ) -> io::Result<Result<Events, Reply>> {
        let last: Vec<(&str, &str)> = last.map(|id| ("last-event-id", id)).into_iter().collect();
        self.listen(path, token, &last).await
    }

    /// The same with any headers.
    pub async fn events_with(
        self,
        path: &str,
        headers: &[(&str, &str)],
    ) -> io::Result<Result<Events, Reply>> {
        self.listen(path, None, headers).await
    }

    async fn listen(
        mut self,
        path: &str,
        token: Option<&str>,
        headers: &[(&str, &str)],
    ) -> io::Result<Result<Events, Reply>> {
        let request = head("GET", path, self.address, token, headers, None);
        self.stream.get_mut().write_all(request.as_bytes()).await?;
        let (status, headers) = self.head().await?;
        if status == 200 {
            return Ok(Ok(Events { client: self, text: String::new() }));
        }
        let mut reply = Reply { status, headers, body: Vec::new() };
        let length = reply.header("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
        reply.body.resize(length, 0);
        self.stream.read_exact(&mut reply.body).await?;
        Ok(Err(reply))
    }
}

fn head(
    method: &str,
    path: &str,
    address: SocketAddr,
    token: Option<&str>,
    headers: &[(&str, &str)],
    body: Option<usize>,
) -> String {
    let mut text = format!("{method} {path} HTTP/1.1\r\n");
    if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
        text += &format!("host: {address}\r\n");
    }
    if let Some(token) = token {
        text += &format!("authorization: Bearer {token}\r\n");
    }
    for (name, value) in headers {
        text += &format!("{name}: {value}\r\n");
    }
    if let Some(length) = body {
        let json = !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("content-type"));
        text += if json { "content-type: application/json\r\n" } else { "" };
        text += &format!("content-length: {length}\r\n");
    }
    text + "\r\n"
}

/// An event of a stream.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    pub id: Option<String>,
    pub name: Option<String>,
    pub data: Value,
}

/// A stream of events.
pub struct Events {
    client: Client,
    text: String,
}

impl Events {
    /// The next event; `None` when the server ends the stream.
    pub async fn next(&mut self) -> io::Result<Option<Event>> {
        loop {
            if let Some(end) = self.text.find("\n\n") {
                let event: String = self.text.drain(..end + 2).collect();
                if let Some(event) = parse(&event) {
                    return Ok(Some(event));
                }
                continue;
            }
            match self.client.chunk().await? {
                Some(chunk) => self.text += &String::from_utf8_lossy(&chunk),
                None => return Ok(None),
            }
        }
    }

    /// The next event with a commit; those of presence are skipped.
    pub async fn next_event(&mut self) -> io::Result<Option<Event>> {
        loop {
            match self.next().await? {
                Some(event) if event.name.is_some() => {}
                other => return Ok(other),
            }
        }
    }
}

fn parse(text: &str) -> Option<Event> {
    let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).map(str::to_owned);
    let data = field("data: ")?;
    Some(Event { id: field("id: "), name: field("event: "), data: serde_json::from_str(&data).ok()? })
}
