//! Pages without scripts, and forms that no browser would send.

use serde_json::json;

use super::player::{Player, on_turn, place};
use super::test_server::{TestServer, expect_ok, with_timeout};
use kosti_test_server::http::{Client, Reply};

async fn form(client: &mut Client, path: &str, cookie: &str, body: &str) -> Reply {
    let headers = [("content-type", "application/x-www-form-urlencoded"), ("cookie", cookie)];
    with_timeout(client.send("POST", path, None, &headers, Some(body.as_bytes()))).await.unwrap()
}

async fn page(client: &mut Client, path: &str, headers: &[(&str, &str)]) -> Reply {
    with_timeout(client.send("GET", path, None, headers, None)).await.unwrap()
}

#[tokio::test]
async fn a_table_is_opened_and_played_by_forms() {
    let host = TestServer::new();
    let mut client = host.client().await;
    let opened = form(&mut client, "/play", "", "game=crag").await;
    assert_eq!(opened.status, 303, "{}", opened.text());
    let place = opened.header("location").unwrap().to_owned();
    let cookie = opened.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    assert!(opened.header("set-cookie").unwrap().contains("HttpOnly"), "scripts cannot read the seat");
    let seen = page(&mut client, &place, &[("cookie", &cookie)]).await.text();
    let version = seen.split("data-version=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let act = format!("{place}/act");
    let threw = form(&mut client, &act, &cookie, &format!("version={version}&throw=1")).await;
    assert_eq!((threw.status, threw.header("location")), (303, Some(&*place)));
    // The same form again is rejected as stale, and changes nothing.
    let late = form(&mut client, &act, &cookie, &format!("version={version}&throw=1&keep=1")).await;
    assert_eq!(late.status, 409, "{}", late.text());
    assert!(late.text().contains("class=\"wrong\""));
}

#[tokio::test]
async fn a_form_still_counts_when_only_something_beside_the_game_has_happened() {
    let host = TestServer::new();
    let mut olena = Player::open(&host, &json!({ "game": "crag", "seats": [{ "name": "Olena" }] })).await;
    let (cookie, act) =
        (format!("kosti-{}={}", olena.table, olena.token()), format!("/t/{}/act", olena.table));
    let version = olena.version();
    let (path, token) = (olena.path("/seats/0/anchor"), olena.token.clone());
    let anchor = json!({ "anchor": "00".repeat(32) }).to_string();
    let json = [("content-type", "application/json")];
    let sent = olena.client.send("PUT", &path, token.as_deref(), &json, Some(anchor.as_bytes()));
    expect_ok(&with_timeout(sent).await.unwrap());
    let mut client = host.client().await;
    let form_of = |link: &str| format!("version={}&throw=1{link}", version.as_str().unwrap_or_default());
    // A link belongs to one history only.
    let linked =
        form(&mut client, &act, &cookie, &form_of(&format!("&link={0}&history={0}", "00".repeat(32)))).await;
    assert_eq!(linked.status, 409, "{}", linked.text());
    assert_eq!(form(&mut client, &act, &cookie, &form_of("")).await.status, 303);
    // The throw is something in the game.
    assert_eq!(form(&mut client, &act, &cookie, &format!("{}&keep=1", form_of(""))).await.status, 409);
}

#[tokio::test]
async fn forms_that_no_page_sends_are_refused_and_change_nothing() {
    let host = TestServer::new();
    let mut olena = Player::open(&host, &json!({ "game": "crag", "seats": [{ "name": "Olena" }] })).await;
    expect_ok(&olena.act(json!({ "keep": [] })).await);
    let before = place(&olena.refresh().await);
    let cookie = format!("kosti-{}={}", olena.table, olena.token());
    let act = format!("/t/{}/act", olena.table);
    let mut client = host.client().await;
    for body in [
        "",
        "score=nonsense",
        "score=",
        "cross=ones&version=x",
        "throw=1&keep=9&keep=0",
        "throw=1&keep=-1",
        "throw=1&keep=99999999999",
        "then=bank&keep=1",
        "correct=0:ones:0&entry=5",
        "correct=99:x&entry=%00",
        "correct-score=0&score=2147483648",
        "sure=score:",
        "sure=",
        "undo=1&seat=7",
        "leave=1&seat=18446744073709551616",
        "link=zz&throw=1&keep=1&keep=1&keep=1&keep=1",
        "%ff%fe=1&throw",
    ] {
        let reply = form(&mut client, &act, &cookie, body).await;
        assert!((400..500).contains(&reply.status), "{body}: {} {}", reply.status, reply.text());
        assert!(reply.text().starts_with("<!DOCTYPE html>"), "{body}");
    }
    // Without the seat's token nothing can be done, whatever the form contains.
    let stranger = form(&mut client, &act, "", "throw=1").await;
    assert_eq!(stranger.status, 401);
    assert_eq!(place(&olena.refresh().await), before);
}

#[tokio::test]
async fn what_people_type_is_shown_as_text() {
    let host = TestServer::new();
    let mut client = host.client().await;
    let name = "%3Cscript%3Ealert(1)%3C%2Fscript%3E";
    let opened = form(&mut client, "/open", "", &format!("game=crag&who-0=here&name-0={name}")).await;
    let place = opened.header("location").unwrap_or_else(|| panic!("{}", opened.text())).to_owned();
    let seen = page(&mut client, &place, &[]).await.text();
    assert!(seen.contains("&lt;script&gt;alert(1)") && !seen.contains("<script>alert"));
    let searched = page(&mut client, &format!("/join?code={name}"), &[]).await.text();
    assert!(!searched.contains("<script>alert"));
}

#[tokio::test]
async fn settings_lead_back_only_to_pages_of_ours() {
    let host = TestServer::new();
    let mut client = host.client().await;
    for (asked, leads) in [("/t/x", "/t/x"), ("//elsewhere.example", "/"), ("https://elsewhere.example", "/")]
    {
        let reply = page(&mut client, &format!("/look?lang=uk&back={asked}"), &[]).await;
        assert_eq!((reply.status, reply.header("location")), (303, Some(leads)), "{asked}");
    }
    let mut words = Vec::new();
    for headers in [&[("cookie", "kosti_lang=uk")][..], &[("accept-language", "uk-UA,uk;q=0.9")], &[]] {
        words.push(page(&mut client, "/", headers).await.text().contains("Грати наодинці"));
    }
    assert_eq!(words, [true, true, false]);
}

#[tokio::test]
async fn what_pages_load_is_kept_by_browsers_and_comes_small() {
    let host = TestServer::new();
    let mut client = host.client().await;
    let home = page(&mut client, "/", &[]).await.text();
    let mut links = home.split("href=\"").map(|part| part.split('"').next().unwrap());
    let style = links.find(|name| name.starts_with("/assets/kosti-") && name.ends_with(".css")).unwrap();
    let plain = page(&mut client, style, &[]).await;
    assert!(plain.header("cache-control").unwrap().contains("immutable"));
    for coding in ["br", "gzip"] {
        let small = page(&mut client, style, &[("accept-encoding", coding)]).await;
        assert_eq!(small.header("content-encoding"), Some(coding));
        assert!(small.body.len() * 2 < plain.body.len(), "{coding}: {}", small.body.len());
    }
    assert_eq!(page(&mut client, "/assets/kosti-000000000000.css", &[]).await.status, 404);
}

#[tokio::test]
async fn a_form_that_was_refused_keeps_what_was_typed_and_says_where_it_is_wrong() {
    let host = TestServer::new();
    let mut client = host.client().await;
    let filled = "game=school&who-0=here&name-0=Olena&who-1=here&name-1=olena&who-2=perfect&name-2=Robot\
                  &who-3=nobody&name-3=Taras&who-5=link&dice=real&coach=off&house-big-straight=thirty";
    let reply = form(&mut client, "/open", "", filled).await;
    assert_eq!(reply.status, 422);
    let text = reply.text();
    for name in ["Olena", "olena", "Robot", "Taras"] {
        assert!(text.contains(&format!("value=\"{name}\"")), "{name}: {text}");
    }
    let chosen = |field: &str| {
        let select =
            text.split(&format!("name=\"{field}\"")).nth(1).unwrap().split("</select>").next().unwrap();
        let option = select.split("<option").find(|option| option.contains(" selected")).unwrap();
        option.split("value=\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
    };
    let seats: Vec<String> = (0..6).map(|seat| chosen(&format!("who-{seat}"))).collect();
    assert_eq!(seats, ["here", "here", "perfect", "here", "nobody", "link"]);
    for value in ["real", "off", "thirty"] {
        let input = text.split("<input").find(|input| input.contains(&format!("value=\"{value}\""))).unwrap();
        assert!(input.contains(" checked"), "{value}: {input}");
    }
    // The problem stands at the second name.
    let wrong = text.split("id=\"name-1\"").nth(1).unwrap();
    assert!(wrong.split("id=\"name-2\"").next().unwrap().contains("id=\"wrong-name\""), "{wrong}");
    assert_eq!(text.matches("aria-invalid").count(), 1);
    // Without it the table opens, and a name typed beside "nobody" is ignored.
    let filled = "game=crag&who-0=here&name-0=Olena&who-1=nobody&name-1=Taras&who-2=here&name-2=";
    let opened = form(&mut client, "/open", "", filled).await;
    let place = opened.header("location").unwrap_or_else(|| panic!("{}", opened.text())).to_owned();
    let table = expect_ok(&host.get(&place.replace("/t/", "/api/v1/tables/")).await);
    let names: Vec<&str> = table["table"]["seats"]
        .as_array()
        .unwrap()
        .iter()
        .map(|seat| seat["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["Olena", "Taras", "Player 3"]);
}

/// A guest's browser has only the cookie of the finished table.
#[tokio::test]
async fn a_guest_goes_on_at_the_rematch_with_the_cookie_of_the_old_table() {
    let host = TestServer::new();
    let rules = include_str!("../../games/toy/coin.toml");
    let body = json!({ "rules": rules, "seats": [{ "name": "Olena" }, {}, { "bot": "beginner" }, { "name": "Ihor" }] });
    let olena = Player::open(&host, &body).await;
    let petro = olena.join(&host, json!({ "name": "Petro" })).await;
    let mut players = [olena.reconnect(&host).await, petro.reconnect(&host).await];
    while players[0].wait_until(|table| on_turn(table) != Some(2)).await["status"] != "over" {
        let seat = on_turn(&players[0].seen).unwrap();
        let player = &mut players[usize::from(seat == 1)];
        let table = player.refresh().await;
        let thrown = table["turn"]["throw"] != 0;
        let offers = table["offers"].as_array().cloned().unwrap_or_default();
        let offer = offers.iter().find(|offer| !offer["score"].is_null());
        player
            .act_ok(offer.filter(|_| thrown).map_or(json!({ "keep": [] }), |o| json!({ "score": o["box"] })))
            .await;
    }
    let [mut olena, mut petro] = players;
    let mut client = host.client().await;
    let cookie_of = |player: &Player| format!("kosti-{}={}", player.table, player.token());
    let (olenas, petros) = (cookie_of(&olena), cookie_of(&petro));
    let again = form(&mut client, &format!("/t/{}/again", olena.table), &olenas, "").await;
    let place = again.header("location").unwrap().to_owned();
    let id = place.strip_prefix("/t/").unwrap().to_owned();
    let host = host.restart();
    let mut client = host.client().await;
    let came = page(&mut client, &place, &[("cookie", &petros)]).await;
    let cookie = came.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    assert_eq!(cookie, format!("kosti-{id}={}", petro.token()));
    assert!(came.text().contains("data-chains=\"1:no\""), "the guest has the same seat: {}", came.text());
    let stranger = page(
        &mut client,
        &place,
        &[("cookie", "kosti-aaaaaaaaaaaa=0123456789012345678901234567890123456789abc")],
    )
    .await;
    assert_eq!(stranger.header("set-cookie"), None);
    assert!(!stranger.text().contains("data-chains"));
    // A browser that holds the seat already keeps its cookie.
    assert_eq!(page(&mut client, &place, &[("cookie", &cookie)]).await.header("set-cookie"), None);
    (olena, petro) = (olena.reconnect(&host).await, petro.reconnect(&host).await);
    for player in [&mut olena, &mut petro] {
        player.table.clone_from(&id);
    }
    assert_eq!(expect_ok(&olena.get("").await)["you"]["seats"], json!([0, 3]), "two on one device");
    assert_eq!(expect_ok(&petro.get("").await)["you"]["seats"], json!([1]));
    assert_eq!(petro.seen["seats"][2]["who"], "bot");
    // Everybody gets to play.
    for _ in 0..4 {
        let table = olena.wait_until(|table| on_turn(table) != Some(2)).await;
        let player = if on_turn(&table) == Some(1) { &mut petro } else { &mut olena };
        player.refresh().await;
        let thrown = player.act_ok(json!({ "keep": [] })).await;
        let offer = thrown["offers"].as_array().unwrap().iter().find(|o| !o["score"].is_null()).unwrap();
        player.act_ok(json!({ "score": offer["box"] })).await;
    }
}

/// The solver does not support columns. Pages say that the coach estimates, and call no bot perfect.
#[tokio::test]
async fn an_estimate_says_so() {
    let host = TestServer::new();
    let rules = "name = 'Two'\ndice = 2\nthrows = 2\n[each-box]\nscore = 'all-dice'\n[box.a]\n[box.b]\n[column.x]\n[column.y]\n";
    let seats = json!([{ "name": "Olena" }, { "bot": "careful" }]);
    let mut olena = Player::open(&host, &json!({ "rules": rules, "seats": seats, "coach": "all" })).await;
    expect_ok(&olena.act(json!({ "keep": [] })).await);
    let seen = olena.refresh().await;
    assert_eq!(
        (&seen["seats"][1]["bot"], &seen["seats"][1]["name"]),
        (&json!("perfect"), &json!("Bot 1 (careful)"))
    );
    expect_ok(&olena.get("/advice").await);
    let mut client = host.client().await;
    for (language, estimate, bot) in
        [("en", "An estimate.", "bot, careful"), ("uk", "Це оцінка.", "бот, обачний")]
    {
        let cookie = format!("kosti_coach=show; kosti_lang={language}");
        let answer = page(&mut client, &format!("/t/{}", olena.table), &[("cookie", &cookie)]).await.text();
        assert!(answer.contains(&format!("<b class=\"estimate\">{estimate}</b>")), "{answer}");
        assert!(answer.contains(bot) && !answer.contains("bot, perfect"), "{answer}");
    }
    let asked = |game: &'static str| format!("/open/{game}");
    for (game, bot) in [
        ("crag", "bot, perfect<"),
        ("yamb", "bot, careful (plays by estimates)<"),
        ("balut", "bot, careful (plays by estimates)<"),
        ("pig", "bot, perfect (careful among three or more)<"),
    ] {
        let answer = page(&mut client, &asked(game), &[("accept-language", "en")]).await.text();
        assert!(answer.contains(bot), "{game}: {answer}");
    }
}
