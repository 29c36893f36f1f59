//! The names that a server answers to, and its rules for TLS.

use serde_json::json;

use super::player::Player;
use super::test_server::{TestServer, expect_ok, expect_refusal, with_timeout};
use kosti_test_server::http::Reply;

async fn ask(
    server: &TestServer,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: Option<&str>,
) -> Reply {
    let mut client = server.client().await;
    with_timeout(client.send(method, path, None, headers, body.map(str::as_bytes))).await.unwrap()
}

async fn get(server: &TestServer, path: &str, headers: &[(&str, &str)]) -> Reply {
    ask(server, "GET", path, headers, None).await
}

#[tokio::test]
async fn another_name_is_told_what_to_do() {
    let server = TestServer::new();
    let olena = Player::olena(&server, "crag").await;
    let port = server.server.address.port();
    for own in [
        format!("127.0.0.1:{port}"),
        format!("localhost:{port}"),
        format!("[::1]:{port}"),
        "192.168.7.7".into(),
    ] {
        expect_ok(&get(&server, &olena.path(""), &[("host", &*own)]).await);
    }
    let foreign = [("host", "elsewhere.example")];
    for path in [olena.path(""), olena.path("/events"), "/api/v1/openapi.json".into(), "/api/v1/games".into()]
    {
        expect_refusal(&get(&server, &path, &foreign).await, 421, "wrong-host");
    }
    for (language, words) in [("en", "does not answer to the name"), ("uk", "не відповідає на ім’я")]
    {
        let page = get(&server, "/", &[foreign[0], ("accept-language", language)]).await;
        assert_eq!(page.status, 421);
        assert!(page.text().contains(words) && page.text().contains("--public-url"), "{}", page.text());
        assert!(page.text().contains("elsewhere.example"));
    }
    // Its page claims its own origin, and is rejected too.
    let own = [foreign[0], ("origin", "http://elsewhere.example"), ("sec-fetch-site", "same-origin")];
    let body = json!({ "game": "crag", "seats": [{ "name": "Olena" }] }).to_string();
    expect_refusal(&ask(&server, "POST", "/api/v1/tables", &own, Some(&body)).await, 421, "wrong-host");
    // The host of the request target counts, not the header.
    let absolute = format!("http://elsewhere.example{}", olena.path(""));
    expect_refusal(&get(&server, &absolute, &[("host", "localhost")]).await, 421, "wrong-host");
    expect_ok(&get(&server, &format!("http://localhost{}", olena.path("")), &foreign).await);
    // Health checks and the assets of the problem page work with any name.
    assert_eq!(get(&server, "/healthz", &foreign).await.status, 200);
    let page = get(&server, "/", &foreign).await.text();
    let style =
        page.split("href=\"").find(|part| part.starts_with("/assets/")).unwrap().split('"').next().unwrap();
    assert_eq!(get(&server, style, &foreign).await.status, 200, "{style}");
}

#[tokio::test]
async fn it_is_known_by_its_public_name() {
    let options =
        ["--rate", "0", "--public-url", "https://dice.example", "--public-url", "http://kosti.test:8080"];
    let server = TestServer::with(&options);
    for host in ["dice.example", "Dice.example:443", "kosti.test:8080", "127.0.0.1"] {
        assert_eq!(get(&server, "/", &[("host", host)]).await.status, 200, "{host}");
    }
    assert_eq!(get(&server, "/", &[("host", "elsewhere.example")]).await.status, 421);
    let open = async |host, origin| {
        let headers =
            [("host", host), ("origin", origin), ("content-type", "application/x-www-form-urlencoded")];
        ask(&server, "POST", "/play", &headers, Some("game=crag")).await
    };
    let opened = open("dice.example", "https://dice.example").await;
    assert_eq!(opened.status, 303);
    assert_eq!(open("dice.example", "http://dice.example").await.status, 403);
    assert_eq!(open("dice.example", "https://elsewhere.example").await.status, 403);
    // The link to share contains it.
    let cookie = opened.header("set-cookie").unwrap().split(';').next().unwrap();
    let form = "game=crag&who-0=here&name-0=Olena&who-1=link";
    let headers =
        [("host", "dice.example"), ("content-type", "application/x-www-form-urlencoded"), ("cookie", cookie)];
    let opened = ask(&server, "POST", "/open", &headers, Some(form)).await;
    let (place, cookie) = (opened.header("location").unwrap(), opened.header("set-cookie").unwrap());
    let cookie = cookie.split(';').next().unwrap();
    let page =
        get(&server, place, &[("host", "dice.example"), ("cookie", cookie), ("x-forwarded-proto", "http")])
            .await;
    assert!(page.text().contains("https://dice.example/j/"), "{}", page.text());
}

fn cookies(reply: &Reply) -> Vec<&str> {
    let cookies = reply.headers.iter().filter(|(name, _)| name == "set-cookie");
    cookies.map(|(_, value)| value.as_str()).collect()
}

#[tokio::test]
async fn cookies_are_kept_to_tls() {
    let with_url = TestServer::with(&["--public-url", "https://dice.example"]);
    let proxied = TestServer::with(&["--behind-proxy"]);
    let plain = TestServer::new();
    for (server, headers, secure) in [
        (&with_url, &[("host", "dice.example")][..], true),
        (&with_url, &[("host", "127.0.0.1")], false),
        (&proxied, &[("x-forwarded-proto", "https")], true),
        (&proxied, &[("x-forwarded-proto", "http")], false),
        (&plain, &[("x-forwarded-proto", "https")], false),
    ] {
        let form = [headers, &[("content-type", "application/x-www-form-urlencoded")]].concat();
        let opening = "game=crag&who-0=here&name-0=Olena";
        for reply in [
            get(server, "/look?lang=uk&theme=day", headers).await,
            ask(server, "POST", "/open", &form, Some(opening)).await,
        ] {
            assert_eq!((reply.status, cookies(&reply).len()), (303, 2), "{reply:?}");
            for cookie in cookies(&reply) {
                assert_eq!(cookie.ends_with("; Secure"), secure, "{cookie}");
            }
        }
    }
}

#[tokio::test]
async fn a_wrong_address_is_told_at_the_start() {
    let data = tempfile::tempdir().unwrap();
    for url in ["dice.example", "https://dice.example/kosti", "ftp://dice.example"] {
        let output =
            kosti_test_server::server::Server::command(data.path(), &["--public-url", url]).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let answer = String::from_utf8(output.stderr).unwrap();
        assert!(answer.contains(url) && answer.contains("https://dice.example"), "{answer}");
    }
}

#[tokio::test]
async fn nothing_leads_elsewhere() {
    let server = TestServer::new();
    for (back, place) in [
        ("/rules", "/rules"),
        ("%2Frules%2Fyatzy%3Fx%3D1", "/rules/yatzy?x=1"),
        ("/%255Celsewhere.example", "/%5Celsewhere.example"),
        ("//elsewhere.example", "/"),
        ("/%5Celsewhere.example", "/"),
        ("/\\elsewhere.example", "/"),
        ("%5C%5Celsewhere.example", "/"),
        ("/%09/elsewhere.example", "/"),
        ("/%0A/elsewhere.example", "/"),
        ("/%0D%0Aset-cookie:%20a=b", "/"),
        ("%20//elsewhere.example", "/"),
        ("/%20/elsewhere.example", "/"),
        ("/.//elsewhere.example", "/"),
        ("https://elsewhere.example", "/"),
        ("https:elsewhere.example", "/"),
        ("javascript:alert(1)", "/"),
        ("/%D0%BA", "/"),
        ("", "/"),
    ] {
        let reply = get(&server, &format!("/look?lang=uk&back={back}"), &[]).await;
        assert_eq!((reply.status, reply.header("location")), (303, Some(place)), "{back}");
        assert_eq!(cookies(&reply).len(), 1, "{reply:?}");
    }
}
