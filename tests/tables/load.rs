//! Strangers who request as much work as possible: other requests are answered as usual, and the work ends when they
//! disconnect.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::task::JoinHandle;

use super::player::Player;
use super::test_server::{TestServer, expect_ok, expect_refusal, with_timeout};
use kosti_test_server::http::Reply;

/// The most retries: more than a test needs, but finite.
const MOST_TRIES: usize = 60;

/// Two dice with two sides; half of the 256 variants have eight dice with twelve.
fn exploding_rules() -> String {
    let mut text = "name = 'Nasty'\ndice = 2\nsides = 2\nthrows = 1\n".to_owned();
    for nth in 0..5 {
        text += &format!("[box.box-{nth}]\nscore = 'all-dice'\n");
    }
    text += "[house.dice]\nchoices.few = {}\nchoices.many = { change = { dice = 8, sides = 12 } }\n";
    for nth in 0..7 {
        text += &format!("[house.option-{nth}]\nchoices.a = {{}}\nchoices.b = {{ change.throws = 2 }}\n");
    }
    text
}

/// As many variants of as many boxes as a file may have.
fn costly() -> String {
    let mut text = "name = 'Costly'\ndice = 5\nthrows = 3\n".to_owned();
    for nth in 0..60 {
        text += &format!("[box.box-{nth}]\nscore = 'all-dice'\n");
    }
    for nth in 0..8 {
        text += &format!("[house.option-{nth}]\nchoices.a = {{}}\nchoices.b = {{ change.throws = 2 }}\n");
    }
    text
}

/// Sends a request in the background on its own connection, again and again while the server is busy.
fn keep_asking(host: &TestServer, path: &'static str, body: Value) -> JoinHandle<Reply> {
    let address = host.server.address;
    tokio::spawn(async move {
        for _ in 0..MOST_TRIES {
            let mut client = kosti_test_server::http::Client::connect(address).await.unwrap();
            let reply = client.post(path, None, &body).await.unwrap();
            if reply.status != 503 {
                return reply;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("busy for too long");
    })
}

/// A million games of a game with many columns: minutes of work.
fn simulate_much(host: &TestServer, seed: u64) -> JoinHandle<Reply> {
    let body = json!({ "game": "yamb", "players": ["greedy"], "games": 1_000_000, "seed": seed });
    keep_asking(host, "/api/v1/simulate", body)
}

/// The number of jobs of a lane: `running`, `queued`, `cancelled_total`, `refused_total`.
async fn jobs(host: &TestServer, what: &str, lane: &str) -> u64 {
    let metrics = host.get("/metrics").await.text();
    let name = format!("kosti_jobs_{what}{{lane=\"{lane}\"}} ");
    let found = metrics.lines().find_map(|line| line.strip_prefix(&name));
    found.map_or(0, |count| count.parse().unwrap())
}

async fn until_jobs(host: &TestServer, what: &str, lane: &str, is: impl Fn(u64) -> bool) {
    with_timeout(async {
        while !is(jobs(host, what, lane).await) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await;
}

async fn ask(host: &TestServer, path: &str, body: Value) -> Reply {
    with_timeout(async { host.client().await.post(path, None, &body).await.unwrap() }).await
}

/// Ordinary requests meanwhile: the home page, opening a table, joining, scoring, playing a turn.
async fn check_ordinary_requests(host: &TestServer) {
    assert_eq!(host.get("/").await.status, 200);
    assert_eq!(host.get("/healthz").await.status, 200);
    let score = json!({ "game": "crag", "dice": [4, 4, 5], "throw": 1, "sheet": {} });
    expect_ok(&ask(host, "/api/v1/score", score).await);
    let unknown = ask(host, "/api/v1/solve", json!({ "game": "no-such-game" })).await;
    expect_refusal(&unknown, 422, "unknown-game");
    let (mut olena, _petro) = Player::two(host, "crag").await;
    let thrown = olena.act_ok(json!({ "keep": [] })).await;
    let offer = thrown["offers"].as_array().unwrap().iter().find(|offer| !offer["score"].is_null()).unwrap();
    olena.act_ok(json!({ "score": offer["box"] })).await;
}

#[tokio::test]
async fn house_rules_that_blow_a_game_up_are_refused_before_tables_are_made() {
    let host = TestServer::new();
    let checked = expect_ok(&ask(&host, "/api/v1/check", json!({ "rules": exploding_rules() })).await);
    assert_eq!(checked["sound"], false);
    assert!(checked["faults"].as_str().unwrap().contains("4000000"), "{checked}");
}

#[tokio::test]
async fn forty_checks_at_once_stop_nobody_else() {
    let host = TestServer::new();
    let checks: Vec<_> = (0..40)
        .map(|nth| {
            // Each a file of its own.
            let rules = format!("# {nth}\n{}", costly());
            keep_asking(&host, "/api/v1/check", json!({ "rules": rules }))
        })
        .collect();
    until_jobs(&host, "running", "Checks", |running| running > 0).await;
    for _ in 0..3 {
        check_ordinary_requests(&host).await;
        assert!(jobs(&host, "running", "Checks").await <= 2);
    }
    // One address cannot fill the queue.
    until_jobs(&host, "refused_total", "Checks", |refused| refused > 0).await;
    for check in checks {
        check.abort();
    }
    until_jobs(&host, "running", "Checks", |running| running == 0).await;
    until_jobs(&host, "queued", "Checks", |queued| queued == 0).await;
}

#[tokio::test]
async fn a_game_too_large_for_the_server_is_refused_or_estimated_at_once() {
    let host = TestServer::new();
    let large = "maxi-yatzy";
    expect_refusal(&ask(&host, "/api/v1/solve", json!({ "game": large })).await, 422, "too-much-work");
    let reach = json!({ "game": large, "objective": "reach", "at_least": 400 });
    expect_refusal(&ask(&host, "/api/v1/solve", reach).await, 422, "too-much-work");
    let simulate = json!({ "game": large, "games": 1, "players": ["perfect"] });
    expect_refusal(&ask(&host, "/api/v1/simulate", simulate).await, 422, "too-much-work");
    let advise = json!({ "game": large, "throw": 1, "dice": [1, 2, 3, 4, 5, 6], "sheet": {} });
    let advice = expect_ok(&ask(&host, "/api/v1/advise", advise).await);
    assert_eq!(advice["exact"], false, "{advice}");
    assert!(!advice["actions"].as_array().unwrap().is_empty(), "{advice}");
    // Players without a solved game can be simulated.
    let greedy = json!({ "game": large, "games": 10, "players": ["greedy"] });
    let simulated = expect_ok(&ask(&host, "/api/v1/simulate", greedy).await);
    assert!(simulated["rules"].is_string() && simulated["version"].is_string(), "{simulated}");
    check_ordinary_requests(&host).await;
}

#[tokio::test]
async fn huge_simulations_delay_neither_questions_nor_coaches() {
    let host = TestServer::new();
    let asking: Vec<_> = (0..4).map(|seed| simulate_much(&host, seed)).collect();
    until_jobs(&host, "running", "Long", |running| running == 1).await;
    check_ordinary_requests(&host).await;
    // A game that has not been solved yet, for a table and for a question.
    let mut olena = Player::open(&host, &json!({ "game": "crag", "seats": [{ "name": "Olena" }] })).await;
    olena.act_ok(json!({ "keep": [] })).await;
    assert_eq!(expect_ok(&olena.get("/advice").await)["exact"], true);
    let advise = json!({ "game": "crag", "throw": 1, "dice": [4, 4, 5], "sheet": {} });
    assert_eq!(expect_ok(&ask(&host, "/api/v1/advise", advise).await)["exact"], true);
    assert!(
        asking.iter().all(|asking| !asking.is_finished()),
        "the simulations were too short for this test"
    );
    assert_eq!(jobs(&host, "running", "Long").await, 1);
}

#[tokio::test]
async fn whoever_goes_takes_the_work_along() {
    let host = TestServer::new();
    let asking = simulate_much(&host, 1);
    until_jobs(&host, "running", "Long", |running| running == 1).await;
    // The same question is computed once, as long as one of its callers waits.
    let same = simulate_much(&host, 1);
    let other = simulate_much(&host, 2);
    until_jobs(&host, "queued", "Long", |queued| queued == 1).await;
    asking.abort();
    other.abort();
    until_jobs(&host, "queued", "Long", |queued| queued == 0).await;
    check_ordinary_requests(&host).await;
    assert_eq!(jobs(&host, "cancelled_total", "Long").await, 0);
    assert_eq!(jobs(&host, "running", "Long").await, 1);
    same.abort();
    until_jobs(&host, "cancelled_total", "Long", |cancelled| cancelled == 1).await;
    until_jobs(&host, "running", "Long", |running| running == 0).await;
}
