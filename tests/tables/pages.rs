//! Pages as a browser gets them that runs no scripts, and forms that no browser would send.

use serde_json::json;

use crate::house::{House, fine, patiently};
use crate::http::{Client, Reply};
use crate::player::{Player, place};

async fn form(client: &mut Client, path: &str, cookie: &str, body: &str) -> Reply {
    let headers = [("content-type", "application/x-www-form-urlencoded"), ("cookie", cookie)];
    patiently(client.send("POST", path, None, &headers, Some(body.as_bytes()))).await.unwrap()
}

async fn page(client: &mut Client, path: &str, headers: &[(&str, &str)]) -> Reply {
    patiently(client.send("GET", path, None, headers, None)).await.unwrap()
}

#[tokio::test]
async fn a_table_is_opened_and_played_by_forms() {
    let house = House::new();
    let mut client = house.client().await;
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
    // The same form once more is told that the table has gone on, and changes nothing.
    let late = form(&mut client, &act, &cookie, &format!("version={version}&throw=1&keep=1")).await;
    assert_eq!(late.status, 409, "{}", late.text());
    assert!(late.text().contains("class=\"wrong\""));
}

#[tokio::test]
async fn a_form_still_counts_when_only_something_beside_the_game_has_happened() {
    let house = House::new();
    let mut olena = Player::open(&house, &json!({ "game": "crag", "seats": [{ "name": "Olena" }] })).await;
    let (cookie, act) =
        (format!("kosti-{}={}", olena.table, olena.token()), format!("/t/{}/act", olena.table));
    let version = olena.version();
    let (path, token) = (olena.path("/seats/0/anchor"), olena.token.clone());
    let anchor = json!({ "anchor": "00".repeat(32) }).to_string();
    let json = [("content-type", "application/json")];
    let sent = olena.client.send("PUT", &path, token.as_deref(), &json, Some(anchor.as_bytes()));
    fine(&patiently(sent).await.unwrap());
    let mut client = house.client().await;
    let form_of = |link: &str| format!("version={}&throw=1{link}", version.as_str().unwrap_or_default());
    // A link was given for one history only.
    let linked = form(&mut client, &act, &cookie, &form_of(&format!("&link={}", "00".repeat(32)))).await;
    assert_eq!(linked.status, 409, "{}", linked.text());
    assert_eq!(form(&mut client, &act, &cookie, &form_of("")).await.status, 303);
    // The throw is something in the game.
    assert_eq!(form(&mut client, &act, &cookie, &format!("{}&keep=1", form_of(""))).await.status, 409);
}

#[tokio::test]
async fn forms_that_no_page_sends_are_refused_and_change_nothing() {
    let house = House::new();
    let mut olena = Player::open(&house, &json!({ "game": "crag", "seats": [{ "name": "Olena" }] })).await;
    fine(&olena.act(json!({ "keep": [] })).await);
    let before = place(&olena.look().await);
    let cookie = format!("kosti-{}={}", olena.table, olena.token());
    let act = format!("/t/{}/act", olena.table);
    let mut client = house.client().await;
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
    // Without the seat nothing can be done, whatever the form says.
    let stranger = form(&mut client, &act, "", "throw=1").await;
    assert_eq!(stranger.status, 401);
    assert_eq!(place(&olena.look().await), before);
}

#[tokio::test]
async fn what_people_type_is_shown_as_text() {
    let house = House::new();
    let mut client = house.client().await;
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
    let house = House::new();
    let mut client = house.client().await;
    for (asked, leads) in [("/t/x", "/t/x"), ("//elsewhere.example", "/"), ("https://elsewhere.example", "/")]
    {
        let reply = page(&mut client, &format!("/look?lang=uk&back={asked}"), &[]).await;
        assert_eq!((reply.status, reply.header("location")), (303, Some(leads)), "{asked}");
    }
    let mut words = Vec::new();
    for headers in [&[("cookie", "kosti_lang=uk")][..], &[("accept-language", "uk-UA,uk;q=0.9")], &[]] {
        words.push(page(&mut client, "/", headers).await.text().contains("Грати зараз"));
    }
    assert_eq!(words, [true, true, false]);
}

#[tokio::test]
async fn what_pages_load_is_kept_by_browsers_and_comes_small() {
    let house = House::new();
    let mut client = house.client().await;
    let home = page(&mut client, "/", &[]).await.text();
    let style = home.split("href=\"").find(|part| part.starts_with("/assets/kosti-")).unwrap();
    let style = style.split('"').next().unwrap();
    let plain = page(&mut client, style, &[]).await;
    assert!(plain.header("cache-control").unwrap().contains("immutable"));
    for coding in ["br", "gzip"] {
        let small = page(&mut client, style, &[("accept-encoding", coding)]).await;
        assert_eq!(small.header("content-encoding"), Some(coding));
        assert!(small.body.len() * 2 < plain.body.len(), "{coding}: {}", small.body.len());
    }
    assert_eq!(page(&mut client, "/assets/kosti-000000000000.css", &[]).await.status, 404);
}

/// Columns are not solved. Pages say that the coach estimates, and call no bot perfect.
#[tokio::test]
async fn an_estimate_says_so() {
    let house = House::new();
    let rules = "name = 'Two'\ndice = 2\nthrows = 2\n[each-box]\nscore = 'all-dice'\n[box.a]\n[box.b]\n[column.x]\n[column.y]\n";
    let seats = json!([{ "name": "Olena" }, { "bot": "careful" }]);
    let mut olena = Player::open(&house, &json!({ "rules": rules, "seats": seats, "coach": "all" })).await;
    fine(&olena.act(json!({ "keep": [] })).await);
    let seen = olena.look().await;
    assert_eq!(
        (&seen["seats"][1]["bot"], &seen["seats"][1]["name"]),
        (&json!("perfect"), &json!("Bot 1 (careful)"))
    );
    fine(&olena.get("/advice").await);
    let mut client = house.client().await;
    for (language, estimate, bot) in
        [("en", "An estimate.", "bot, careful"), ("uk", "Це оцінка.", "бот, обачний")]
    {
        let cookie = format!("kosti_coach=show; kosti_lang={language}");
        let told = page(&mut client, &format!("/t/{}", olena.table), &[("cookie", &cookie)]).await.text();
        let summary =
            told.split("<summary>").find(|part| part.contains('★')).unwrap_or_else(|| panic!("{told}"));
        assert!(summary.split("</summary>").next().unwrap().contains(estimate), "{summary}");
        assert!(told.contains(bot) && !told.contains("bot, perfect"), "{told}");
    }
    let asked = |game: &'static str| format!("/open/{game}");
    for (game, bot) in [
        ("crag", "bot, perfect<"),
        ("yamb", "bot, careful (plays by estimates)<"),
        ("balut", "bot, careful (plays by estimates)<"),
        ("pig", "bot, perfect (careful among three or more)<"),
    ] {
        let told = page(&mut client, &asked(game), &[("accept-language", "en")]).await.text();
        assert!(told.contains(bot), "{game}: {told}");
    }
}
