//! Origins, security headers, and cookies.

use serde_json::json;

use super::player::{Player, place};
use super::test_server::{TestServer, expect_ok, expect_refusal, with_timeout};
use kosti_test_server::http::Reply;

async fn from(player: &mut Player, method: &str, end: &str, headers: &[(&str, &str)], body: &str) -> Reply {
    let (path, token) = (player.path(end), player.token.clone());
    with_timeout(player.client.send(method, &path, token.as_deref(), headers, Some(body.as_bytes())))
        .await
        .unwrap()
}

#[tokio::test]
async fn pages_of_other_sites_change_nothing() {
    let host = TestServer::new();
    let (mut olena, _petro) = Player::two(&host, "crag").await;
    let before = place(&olena.seen);
    let keep = json!({ "version": olena.version(), "action": { "keep": [] } }).to_string();
    let own = format!("http://{}", host.server.address);
    let other_port = "http://127.0.0.1:1";
    for headers in [
        [("origin", "https://elsewhere.example")],
        [("origin", other_port)],
        [("origin", "null")],
        [("origin", "")],
        [("sec-fetch-site", "cross-site")],
        [("sec-fetch-site", "same-site")],
    ] {
        for (method, end, body) in [
            ("POST", "/actions", &*keep),
            ("POST", "/start", "{}"),
            ("PUT", "/seats/0/bot", r#"{"level":"regular"}"#),
            ("DELETE", "/seats/0", "{}"),
            ("DELETE", "", "{}"),
        ] {
            expect_refusal(&from(&mut olena, method, end, &headers, body).await, 403, "other-origin");
        }
        // Reading is allowed from any origin.
        expect_ok(&from(&mut olena, "GET", "", &headers, "").await);
    }
    assert_eq!(place(&olena.refresh().await), before);
    // One valid origin does not outweigh a foreign one.
    for origins in [[&*own, "https://elsewhere.example"], ["https://elsewhere.example", &*own]] {
        let headers = origins.map(|origin| ("origin", origin));
        expect_refusal(&from(&mut olena, "POST", "/actions", &headers, &keep).await, 403, "other-origin");
    }
    assert_eq!(place(&olena.refresh().await), before);
    let both = [("origin", &*own), ("sec-fetch-site", "same-origin")];
    expect_ok(&from(&mut olena, "POST", "/actions", &both, &keep).await);
}

#[tokio::test]
async fn every_answer_has_the_headers_that_keep_browsers_safe() {
    let host = TestServer::new();
    let (mut olena, _petro) = Player::two(&host, "crag").await;
    let mut replies = Vec::new();
    for end in ["", "/rules", "/advice", "/invite", "/nothing"] {
        replies.push(olena.get(end).await);
    }
    replies.push(olena.act(json!({ "keep": [] })).await);
    replies.push(olena.act(json!({ "keep": [9] })).await);
    for path in
        ["/healthz", "/metrics", "/api/v1/openapi.json", "/api/v1/docs/", "/api/v1/games", "/nothing", "/"]
    {
        replies.push(host.get(path).await);
    }
    for reply in &replies {
        let header = |name: &str| reply.header(name).unwrap_or_else(|| panic!("no {name}: {reply:?}"));
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert_eq!(header("referrer-policy"), "same-origin");
        assert_eq!(header("x-frame-options"), "DENY");
        assert!(header("content-security-policy").starts_with("default-src 'none'"));
        assert!(header("content-security-policy").contains("frame-ancestors 'none'"));
        assert_eq!(reply.header("access-control-allow-origin"), None);
        header("cache-control");
    }
    // Anybody's program may check the dice; it needs no cookie, and gets none of its answers.
    let record = olena.get("/record").await;
    assert_eq!(record.header("access-control-allow-origin"), Some("*"));
    assert_eq!(record.header("access-control-allow-credentials"), None);
    assert_eq!(record.header("set-cookie"), None);
}

#[tokio::test]
async fn a_cookie_does_instead_of_the_header() {
    let host = TestServer::new();
    let mut client = host.client().await;
    let body = json!({ "game": "crag", "seats": [{ "name": "Olena" }] });
    let reply = with_timeout(client.post("/api/v1/tables", None, &body)).await.unwrap();
    let set = reply.header("set-cookie").unwrap().to_owned();
    let (cookie, attributes) = set.split_once(';').unwrap();
    let attributes: Vec<&str> = attributes.split(';').map(str::trim).collect();
    assert!(attributes.contains(&"HttpOnly") && attributes.contains(&"Path=/"), "{set}");
    assert!(attributes.iter().any(|a| matches!(*a, "SameSite=Lax" | "SameSite=Strict")), "{set}");
    let mut olena = Player::from_answer(client, &expect_ok(&reply));
    assert_eq!(cookie, format!("kosti-{}={}", olena.table, olena.token()));

    olena.token = None;
    let keep = json!({ "version": olena.version(), "action": { "keep": [] } }).to_string();
    expect_refusal(&from(&mut olena, "POST", "/actions", &[], &keep).await, 401, "no-token");
    // Beside other cookies, and those of other tables.
    let other = Player::open(&host, &body).await;
    let others = format!("kosti-{}={}", other.table, other.token());
    let stranger = [("cookie", &*others)];
    expect_refusal(&from(&mut olena, "POST", "/actions", &stranger, &keep).await, 401, "no-token");
    let renamed = format!("kosti-{}={}", olena.table, other.token());
    let stranger = [("cookie", &*renamed)];
    expect_refusal(&from(&mut olena, "POST", "/actions", &stranger, &keep).await, 403, "not-yours");
    let jar = format!("theme=dark; {others}; {cookie}; last=1");
    expect_ok(&from(&mut olena, "POST", "/actions", &[("cookie", &*jar)], &keep).await);
    // A page of another site cannot use it, whatever the browser sends.
    let crossing = [("cookie", &*jar), ("origin", "https://elsewhere.example")];
    expect_refusal(&from(&mut olena, "DELETE", "", &crossing, "{}").await, 403, "other-origin");
    // Joining sets one too.
    let olena = Player::olena(&host, "crag").await;
    let path = olena.path("/seats");
    let join = json!({ "invite": olena.invite, "name": "Petro" });
    let reply = with_timeout(host.client().await.post(&path, None, &join)).await.unwrap();
    assert!(reply.header("set-cookie").unwrap().contains("HttpOnly"));
}

/// A page requested with a wrong method lists the allowed ones.
#[tokio::test]
async fn a_wrong_method_is_told_on_pages_too() {
    let host = TestServer::new();
    for (method, path, allowed) in
        [("POST", "/rules", "GET"), ("GET", "/play", "POST"), ("DELETE", "/", "GET")]
    {
        let reply = with_timeout(host.client().await.send(method, path, None, &[], None)).await.unwrap();
        assert_eq!(reply.status, 405, "{path}");
        assert!(reply.header("allow").is_some_and(|allow| allow.contains(allowed)), "{reply:?}");
        assert!(reply.text().contains("<h1>"), "{}", reply.text());
    }
}
