//! Limits of rate, speed and size.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};

use super::player::{Player, on_turn};
use super::program::choose;
use super::test_server::{TestServer, expect_ok, expect_refusal, with_timeout};
use kosti_test_server::http::{Client, Reply};
use kosti_testkit::TestRng;

async fn until_limited(mut ask: impl AsyncFnMut() -> Reply) -> (usize, Reply) {
    with_timeout(async {
        for asked in 0.. {
            let reply = ask().await;
            if reply.status == 429 {
                return (asked, reply);
            }
        }
        unreachable!("there is an end to it")
    })
    .await
}

#[tokio::test]
async fn an_address_that_asks_too_often_has_to_wait() {
    let host = TestServer::with(&["--rate", "1"]);
    let mut client = host.client().await;
    let (asked, reply) = until_limited(async || client.get("/healthz", None).await.unwrap()).await;
    // A burst of a few seconds is allowed.
    assert!(asked >= 4, "{asked}");
    expect_refusal(&reply, 429, "too-many");
    let wait: u64 = reply.header("retry-after").unwrap().parse().unwrap();
    assert!(wait >= 1);
    // Another connection from the same address does not help.
    let (_, reply) = until_limited(async || host.get("/healthz").await).await;
    expect_refusal(&reply, 429, "too-many");
    // Another address is not affected.
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.2:0".parse().unwrap()).unwrap();
    let mut other = socket.connect(host.server.address).await.unwrap();
    other.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
    let mut status = [0; 12];
    with_timeout(other.read_exact(&mut status)).await.unwrap();
    assert_eq!(&status, b"HTTP/1.1 200");
    // After the given time requests are accepted again.
    with_timeout(async {
        loop {
            tokio::time::sleep(Duration::from_secs(wait)).await;
            if client.get("/healthz", None).await.unwrap().status == 200 {
                return;
            }
        }
    })
    .await;
}

#[tokio::test]
async fn behind_a_proxy_addresses_are_what_it_says() {
    let host = TestServer::with(&["--rate", "1", "--behind-proxy"]);
    let mut client = host.client().await;
    let mut from = async |address: &str| {
        client.send("GET", "/healthz", None, &[("x-forwarded-for", address)], None).await.unwrap()
    };
    // Addresses invented by the client come before the one that the proxy saw.
    until_limited(async || from("203.0.113.9, 198.51.100.7").await).await;
    assert_eq!(from("198.51.100.8").await.status, 200);
    assert_eq!(from("2001:db8::1").await.status, 200);
}

#[tokio::test]
async fn a_seat_that_acts_too_often_has_to_wait() {
    let host = TestServer::with(&["--rate", "1", "--behind-proxy"]);
    let (mut olena, mut petro) = Player::two(&host, "crag").await;
    let keep = json!({ "version": "0", "action": { "keep": [] } }).to_string();
    let mut asked = 0;
    // Each time from another address, so that only the seat's limit applies.
    let mut act = async |player: &mut Player| {
        asked += 1;
        let (path, token) = (player.path("/actions"), player.token().to_owned());
        let address = format!("2001:db8:0:{asked:x}::1");
        let from = [("x-forwarded-for", &*address)];
        with_timeout(player.client.send("POST", &path, Some(&token), &from, Some(keep.as_bytes())))
            .await
            .unwrap()
    };
    let (_, reply) = until_limited(async || act(&mut olena).await).await;
    expect_refusal(&reply, 429, "too-many");
    assert!(reply.header("retry-after").is_some());
    // The other seat may still act: here with an unknown version.
    expect_refusal(&act(&mut petro).await, 409, "stale");
}

#[tokio::test]
async fn invitations_are_not_guessed() {
    // One of the 40 guesses is refilled in three seconds; the 80 requests of the address last for the whole test.
    let host = TestServer::with(&["--rate", "20"]);
    let seats: Vec<_> = (0..30).map(|_| json!({})).collect();
    let seats = [vec![json!({ "name": "Olena" })], seats].concat();
    let olena = Player::open(&host, &json!({ "game": "pig", "seats": seats })).await;
    let (api, link) = (olena.path("/seats"), format!("/j/{}/{}", olena.table, olena.invite));
    let mut client = host.client().await;
    let guess = json!({ "invite": "aaaaaaaa", "name": "Petro" });
    let (_, reply) = until_limited(async || client.post(&api, None, &guess).await.unwrap()).await;
    expect_refusal(&reply, 429, "too-many");
    // After too many guesses, no way of joining reveals which guess is right: some of a few right ones sent at once
    // are rejected, while the address may still send other requests.
    let form = [("content-type", "application/x-www-form-urlencoded")];
    let right = |nth: usize| json!({ "invite": olena.invite, "name": format!("Petro {nth}") }).to_string();
    for way in 0..4 {
        let tries = (0..8).map(async |nth| {
            let (mut client, name) = (host.client().await, format!("name=Petro+{way}{nth}"));
            let code = format!("/join?code={}", olena.invite);
            let reply = match way {
                0 => client.send("POST", &api, None, &[], Some(right(nth).as_bytes())).await,
                1 => client.get(&code, None).await,
                2 => client.get(&link, None).await,
                _ => client.send("POST", &link, None, &form, Some(name.as_bytes())).await,
            };
            reply.unwrap()
        });
        let replies = with_timeout(join_all(tries)).await;
        let limited: Vec<_> = replies.iter().filter(|reply| reply.status == 429).collect();
        assert!(
            !limited.is_empty(),
            "{way}: {:?}",
            replies.iter().map(|reply| reply.status).collect::<Vec<_>>()
        );
        for reply in limited {
            assert!(reply.header("retry-after").is_some() && reply.header("location").is_none());
        }
    }
    // Others with the right code can still join.
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.2:0".parse().unwrap()).unwrap();
    let mut other = socket.connect(host.server.address).await.unwrap();
    let body = right(99);
    let request = format!(
        "POST {api} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    other.write_all(request.as_bytes()).await.unwrap();
    let mut status = [0; 12];
    with_timeout(other.read_exact(&mut status)).await.unwrap();
    assert_eq!(&status, b"HTTP/1.1 201");
}

/// Reads until the server closes the connection.
async fn rest(stream: &mut TcpStream) -> String {
    let mut rest = Vec::new();
    // An aborted connection counts as closed.
    let _ = with_timeout(stream.read_to_end(&mut rest)).await;
    String::from_utf8_lossy(&rest).into_owned()
}

/// Sends the beginning of a request, and returns the data until the connection is closed.
async fn begin(host: &TestServer, beginning: &str) -> String {
    let mut stream = TcpStream::connect(host.server.address).await.unwrap();
    let _ = stream.write_all(beginning.as_bytes()).await;
    rest(&mut stream).await
}

#[tokio::test]
async fn who_stalls_in_the_middle_of_a_request_is_cut_off() {
    let host = TestServer::new();
    let (olena, _petro) = Player::two(&host, "crag").await;
    let host = host.restart_with(&["--limit", "request=0.5"]);
    let head = format!(
        "POST {} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {}\r\ncontent-type: application/json\r\n\
         content-length: 100\r\n\r\n{{\"version\"",
        olena.path("/actions"),
        olena.token()
    );
    let half_head = begin(&host, "GET /healthz HTTP/1.1\r\nhost: ko").await;
    assert!(half_head.is_empty() || half_head.starts_with("HTTP/1.1 408"), "{half_head}");
    // On a slow machine the connection may be closed before the head is complete; then try again.
    let half_body = loop {
        let answer = begin(&host, &head).await;
        if !answer.is_empty() {
            break answer;
        }
    };
    assert!(half_body.starts_with("HTTP/1.1 408"), "{half_body}");
    assert!(half_body.contains("\"too-slow\""), "{half_body}");
}

#[tokio::test]
async fn a_head_without_end_is_cut_off() {
    let host = TestServer::new();
    let mut stream = TcpStream::connect(host.server.address).await.unwrap();
    let mut head = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nx-long: ".to_vec();
    head.resize(200 * 1024, b'a');
    let _ = stream.write_all(&head).await;
    let answer = rest(&mut stream).await;
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 431"), "{answer}");
    assert_eq!(host.get("/healthz").await.status, 200);
}

#[tokio::test]
async fn who_never_reads_its_stream_harms_nobody() {
    let host = TestServer::new();
    let (olena, petro) = Player::two(&host, "yatzy").await;
    let (mut players, mut rng) = ([olena, petro], TestRng::new(6));
    let path = players[0].path("/events?after=0");
    let mut deaf = Vec::new();
    for _ in 0..20 {
        let socket = TcpSocket::new_v4().unwrap();
        // The smallest buffer that the system allows, so that the server's side fills up.
        socket.set_recv_buffer_size(1024).unwrap();
        let mut stream = socket.connect(host.server.address).await.unwrap();
        stream.write_all(format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n").as_bytes()).await.unwrap();
        deaf.push(stream);
    }
    let mut hearing = host.listen(&players[0].table, "?after=0", None, None).await;
    let mut last = 0;
    loop {
        let table = players[0].refresh().await;
        let Some(seat) = on_turn(&table) else { break };
        let player = &mut players[seat as usize];
        player.seen = table.clone();
        player.act_ok(choose(&table, &mut rng)).await;
        let newest: u64 = player.seen["version"].as_str().unwrap().parse().unwrap();
        while last < newest {
            let event = with_timeout(hearing.next_event()).await.unwrap().unwrap();
            assert_eq!(event.id.unwrap(), (last + 1).to_string());
            last += 1;
        }
    }
    drop(deaf);
    let mut client = Client::connect(host.server.address).await.unwrap();
    expect_ok(&client.get(&players[0].path(""), None).await.unwrap());
}
