//! How often, how slowly and how much.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};

use super::house::{House, fine, patiently, refused};
use super::player::{Player, on_turn};
use super::program::{Whim, choose};
use kosti_testkit::http::{Client, Reply};

async fn until_limited(mut ask: impl AsyncFnMut() -> Reply) -> (usize, Reply) {
    patiently(async {
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
    let house = House::with(&["--rate", "5"]);
    let mut client = house.client().await;
    let (asked, reply) = until_limited(async || client.get("/healthz", None).await.unwrap()).await;
    // A few seconds' worth may come at once.
    assert!(asked >= 5, "{asked}");
    refused(&reply, 429, "too-many");
    let wait: u64 = reply.header("retry-after").unwrap().parse().unwrap();
    assert!(wait >= 1);
    // Another connection from the same address is no way out.
    let (_, reply) = until_limited(async || house.get("/healthz").await).await;
    refused(&reply, 429, "too-many");
    // Another address is not concerned.
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.2:0".parse().unwrap()).unwrap();
    let mut other = socket.connect(house.server.address).await.unwrap();
    other.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
    let mut status = [0; 12];
    patiently(other.read_exact(&mut status)).await.unwrap();
    assert_eq!(&status, b"HTTP/1.1 200");
    // And whoever waits as long as it says may go on.
    patiently(async {
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
    let house = House::with(&["--rate", "5", "--behind-proxy"]);
    let mut client = house.client().await;
    let mut from = async |address: &str| {
        client.send("GET", "/healthz", None, &[("x-forwarded-for", address)], None).await.unwrap()
    };
    // What the client made up itself stands before what the proxy saw.
    until_limited(async || from("203.0.113.9, 198.51.100.7").await).await;
    assert_eq!(from("198.51.100.8").await.status, 200);
    assert_eq!(from("2001:db8::1").await.status, 200);
    until_limited(async || from("2001:db8::1").await).await;
    // One household has a whole network.
    let (asked, _) = until_limited(async || from("2001:db8::ffff").await).await;
    assert!(asked <= 5, "{asked}");
}

#[tokio::test]
async fn a_seat_that_acts_too_often_has_to_wait() {
    // By the seat before the address: both seats are at the same one.
    let house = House::with(&["--rate", "40"]);
    let (mut olena, mut petro) = Player::two(&house, "crag").await;
    let keep = json!({ "version": "0", "action": { "keep": [] } });
    let (_, reply) = until_limited(async || olena.post("/actions", keep.clone()).await).await;
    refused(&reply, 429, "too-many");
    assert!(reply.header("retry-after").is_some());
    // The other seat may still act: here on a version that is not.
    refused(&petro.post("/actions", keep).await, 409, "stale");
}

#[tokio::test]
async fn invitations_are_not_guessed() {
    let house = House::with(&["--rate", "20"]);
    let seats: Vec<_> = (0..30).map(|_| json!({})).collect();
    let seats = [vec![json!({ "name": "Olena" })], seats].concat();
    let olena = Player::open(&house, &json!({ "game": "pig", "seats": seats })).await;
    let (api, link) = (olena.path("/seats"), format!("/j/{}/{}", olena.table, olena.invite));
    let mut client = house.client().await;
    let guess = json!({ "invite": "aaaaaaaa", "name": "Petro" });
    let (_, reply) = until_limited(async || client.post(&api, None, &guess).await.unwrap()).await;
    refused(&reply, 429, "too-many");
    // Who has guessed too often is not told which guess is right, in none of the ways in: some of a few right ones at once
    // are refused, where the address may still ask for other things.
    let form = [("content-type", "application/x-www-form-urlencoded")];
    let right = |nth: usize| json!({ "invite": olena.invite, "name": format!("Petro {nth}") }).to_string();
    for way in 0..4 {
        let tries = (0..6).map(async |nth| {
            let (mut client, name) = (house.client().await, format!("name=Petro+{way}{nth}"));
            let code = format!("/join?code={}", olena.invite);
            let reply = match way {
                0 => client.send("POST", &api, None, &[], Some(right(nth).as_bytes())).await,
                1 => client.get(&code, None).await,
                2 => client.get(&link, None).await,
                _ => client.send("POST", &link, None, &form, Some(name.as_bytes())).await,
            };
            reply.unwrap()
        });
        let replies = patiently(join_all(tries)).await;
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
    // Whoever else has it still sits down.
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.2:0".parse().unwrap()).unwrap();
    let mut other = socket.connect(house.server.address).await.unwrap();
    let body = right(99);
    let request = format!(
        "POST {api} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    other.write_all(request.as_bytes()).await.unwrap();
    let mut status = [0; 12];
    patiently(other.read_exact(&mut status)).await.unwrap();
    assert_eq!(&status, b"HTTP/1.1 201");
}

/// What comes until the server closes the connection.
async fn rest(stream: &mut TcpStream) -> String {
    let mut rest = Vec::new();
    // Broken off in the middle is closed as well.
    let _ = patiently(stream.read_to_end(&mut rest)).await;
    String::from_utf8_lossy(&rest).into_owned()
}

#[tokio::test]
async fn who_stalls_in_the_middle_of_a_request_is_cut_off() {
    let house = House::new();
    let (olena, _petro) = Player::two(&house, "crag").await;
    let connect = async || TcpStream::connect(house.server.address).await.unwrap();
    let mut half_head = connect().await;
    half_head.write_all(b"GET /healthz HTTP/1.1\r\nhost: ko").await.unwrap();
    let mut half_body = connect().await;
    let head = format!(
        "POST {} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {}\r\ncontent-type: application/json\r\n\
         content-length: 100\r\n\r\n{{\"version\"",
        olena.path("/actions"),
        olena.token()
    );
    half_body.write_all(head.as_bytes()).await.unwrap();
    let (head, body) = tokio::join!(rest(&mut half_head), rest(&mut half_body));
    assert!(head.is_empty() || head.starts_with("HTTP/1.1 408"), "{head}");
    assert!(body.starts_with("HTTP/1.1 408"), "{body}");
    assert!(body.contains("\"too-slow\""), "{body}");
    assert_eq!(house.get("/healthz").await.status, 200);
}

#[tokio::test]
async fn a_head_without_end_is_cut_off() {
    let house = House::new();
    let mut stream = TcpStream::connect(house.server.address).await.unwrap();
    let mut head = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nx-long: ".to_vec();
    head.resize(200 * 1024, b'a');
    let _ = stream.write_all(&head).await;
    let told = rest(&mut stream).await;
    assert!(told.is_empty() || told.starts_with("HTTP/1.1 431"), "{told}");
    assert_eq!(house.get("/healthz").await.status, 200);
}

#[tokio::test]
async fn who_never_reads_its_stream_harms_nobody() {
    let house = House::new();
    let (olena, petro) = Player::two(&house, "yatzy").await;
    let (mut players, mut whim) = ([olena, petro], Whim(6));
    let path = players[0].path("/events?after=0");
    let mut deaf = Vec::new();
    for _ in 0..20 {
        let socket = TcpSocket::new_v4().unwrap();
        // As little as the system takes, so that the server's side fills up.
        socket.set_recv_buffer_size(1024).unwrap();
        let mut stream = socket.connect(house.server.address).await.unwrap();
        stream.write_all(format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n").as_bytes()).await.unwrap();
        deaf.push(stream);
    }
    let mut hearing = house.listen(&players[0].table, "?after=0", None, None).await;
    let mut last = 0;
    loop {
        let table = players[0].look().await;
        let Some(seat) = on_turn(&table) else { break };
        let player = &mut players[seat as usize];
        player.seen = table.clone();
        player.does(choose(&table, &mut whim)).await;
        let newest: u64 = player.seen["version"].as_str().unwrap().parse().unwrap();
        while last < newest {
            let event = patiently(hearing.news()).await.unwrap().unwrap();
            assert_eq!(event.id.unwrap(), (last + 1).to_string());
            last += 1;
        }
    }
    drop(deaf);
    let mut client = Client::connect(house.server.address).await.unwrap();
    fine(&client.get(&players[0].path(""), None).await.unwrap());
}
