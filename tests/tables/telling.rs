//! Pages about games and tables, without a browser.

use serde_json::json;

use super::player::Player;
use super::test_server::{TestServer, with_timeout};
use kosti_test_server::http::Reply;

async fn form(host: &TestServer, path: &str, kind: &str, body: &[u8]) -> Reply {
    let mut client = host.client().await;
    with_timeout(client.send("POST", path, None, &[("content-type", kind)], Some(body))).await.unwrap()
}

async fn fields(host: &TestServer, path: &str, fields: &[(&str, &str)]) -> Reply {
    let escaped = |text: &str| text.bytes().map(|byte| format!("%{byte:02x}")).collect::<String>();
    let body: Vec<String> = fields.iter().map(|(name, value)| format!("{name}={}", escaped(value))).collect();
    form(host, path, "application/x-www-form-urlencoded", body.join("&").as_bytes()).await
}

#[tokio::test]
async fn only_what_there_is_has_pages() {
    let host = TestServer::new();
    for (path, status) in [
        ("/rules", 200),
        ("/rules/school", 200),
        ("/rules/school?house-big-straight=thirty", 200),
        ("/rules/school?house-big-straight=forty", 422),
        ("/rules/nothing", 404),
        ("/rules/generals/balance?house-straight=joker", 200),
        ("/rules/generals/balance?house-straight=curved", 422),
        ("/rules/nothing/balance", 404),
        ("/print/crag?players=900", 200),
        ("/print/crag?players=none", 200),
        ("/print/nothing", 404),
        ("/own?start", 200),
        ("/own?game=nothing", 422),
        ("/open/school?house-big-straight=thirty", 200),
        ("/t/aaaaaaaaaaaa/history", 404),
        ("/t/aaaaaaaaaaaa/rules", 404),
        ("/t/aaaaaaaaaaaa/print", 404),
        ("/t/aaaaaaaaaaaa/dice", 404),
    ] {
        let reply = host.get(path).await;
        assert_eq!(reply.status, status, "{path}: {}", reply.text());
        assert_eq!(reply.header("content-type"), Some("text/html; charset=utf-8"), "{path}");
    }
}

#[tokio::test]
async fn a_deleted_table_tells_nothing() {
    let host = TestServer::new();
    let mut olena = Player::olena(&host, "crag").await;
    let path = format!("/api/v1/tables/{}", olena.table);
    let mut client = host.client().await;
    let deleted = with_timeout(client.send("DELETE", &path, Some(olena.token()), &[], None)).await.unwrap();
    assert_eq!(deleted.status, 204, "{}", deleted.text());
    for end in ["history", "rules", "print", "dice"] {
        let reply = host.get(&format!("/t/{}/{end}", olena.table)).await;
        assert_eq!(reply.status, 410, "{end}: {}", reply.text());
    }
    assert_eq!(olena.get("").await.status, 410);
}

#[tokio::test]
async fn what_a_file_says_cannot_become_part_of_the_page() {
    let host = TestServer::new();
    let rules = "name = \"<script>1</script>\"\ndice = 1\nthrows = 1\n[box.any]\nscore = \"all-dice\"\n";
    let sound = fields(&host, "/own", &[("rules", rules)]).await;
    assert_eq!(sound.status, 200, "{}", sound.text());
    let faulty = fields(&host, "/own", &[("rules", &rules.replace("all-dice", "<script>2</script>"))]).await;
    assert_eq!(faulty.status, 422);
    let paper = fields(&host, "/print", &[("rules", rules), ("players", "2")]).await;
    assert_eq!(paper.status, 200, "{}", paper.text());
    for reply in [&sound, &faulty, &paper] {
        assert!(reply.text().contains("&lt;script&gt;"), "{}", reply.text());
        assert!(!reply.text().contains("<script>"), "{}", reply.text());
    }
}

#[tokio::test]
async fn a_form_that_is_none_is_told_beside_the_form() {
    let host = TestServer::new();
    for (kind, body) in [
        ("multipart/form-data", &b"--x"[..]),
        ("multipart/form-data; boundary=x", b"--x\r\nno header\r\n\r\n--x--"),
        ("multipart/form-data; boundary=x", b"--x"),
    ] {
        let reply = form(&host, "/own", kind, body).await;
        assert!((400..500).contains(&reply.status), "{} {}", reply.status, reply.text());
        assert!(reply.text().contains("<textarea"), "{}", reply.text());
    }
    // A file of Cyrillic letters is three times as long in a form, and is still a rules file.
    let long = format!("# {}\n", "ї".repeat(31_000));
    let rules = format!("{long}name = \"Г\"\ndice = 1\nthrows = 1\n[box.any]\nscore = \"all-dice\"\n");
    let sound = fields(&host, "/own", &[("rules", &rules)]).await;
    assert_eq!(sound.status, 200, "{}", sound.text());
    let seats = [("rules", rules.as_str()), ("who-0", "here"), ("name-0", "Олена")];
    let opened = fields(&host, "/open", &seats).await;
    assert_eq!(opened.status, 303, "{}", opened.text());
}

#[tokio::test]
async fn history_is_told_in_the_language_of_whoever_asks() {
    let host = TestServer::new();
    let mut olena = Player::open(&host, &json!({ "game": "crag", "seats": [{ "name": "Olena" }] })).await;
    olena.act_ok(json!({ "keep": [] })).await;
    let path = format!("/t/{}/history", olena.table);
    let mut client = host.client().await;
    let ukrainian = [("accept-language", "uk")];
    let response = with_timeout(client.send("GET", &path, None, &ukrainian, None)).await.unwrap();
    assert!(response.text().contains("Стіл відкрито"), "{}", response.text());
    assert!(host.get(&path).await.text().contains("The table was opened"));
}

/// Requests a page until its background work is done.
async fn wait_for_page(ask: impl AsyncFn() -> Reply) -> String {
    loop {
        let reply = ask().await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        if !reply.text().contains("data-again") {
            return reply.text();
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
}

#[tokio::test]
async fn how_a_game_plays_is_the_same_on_the_page_and_over_the_api() {
    let host = TestServer::new();
    let page = wait_for_page(async || host.get("/rules/generals/balance").await).await;
    for response in ["162.03", "<td>97.9 %</td>", "straight=joker", "−6.13"] {
        assert!(page.contains(response), "{response}: {page}");
    }
    let mut client = host.client().await;
    let asked = Some(&br#"{"game":"generals"}"#[..]);
    let json = [("content-type", "application/json")];
    let answer =
        with_timeout(client.send("POST", "/api/v1/balance", None, &json, asked)).await.unwrap().json();
    let value = answer["value"]["value"].as_f64().unwrap();
    assert!(page.contains(&format!("{value:.2} on the average")), "{answer}");
}

#[tokio::test]
async fn how_a_game_of_ones_own_plays() {
    let host = TestServer::new();
    let rules = "name = \"<b>One</b>\"\ndice = 1\nthrows = 1\n[box.any]\nscore = \"all-dice\"\n";
    let sound = fields(&host, "/own", &[("rules", rules)]).await;
    assert!(sound.text().contains("action=\"/own/balance\""), "{}", sound.text());
    let response = wait_for_page(async || fields(&host, "/own/balance", &[("rules", rules)]).await).await;
    assert!(response.contains("3.50 on the average") && !response.contains("<b>One"), "{response}");
    let faulty = fields(&host, "/own/balance", &[("rules", "dice = 1")]).await;
    assert_eq!(faulty.status, 422, "{}", faulty.text());
}
