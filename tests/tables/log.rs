//! The log of a server.

use std::fs::File;

use data_encoding::{BASE64, HEXLOWER};
use serde_json::json;

use super::player::{Player, on_turn};
use super::program::choose;
use super::test_server::{TestServer, expect_ok, expect_refusal, with_timeout};
use kosti_test_server::server::Server;
use kosti_testkit::TestRng;

#[tokio::test]
async fn no_secret_is_in_the_log() {
    let data = tempfile::tempdir().unwrap();
    let place = data.path().join("log");
    let mut command = Server::command(data.path(), &["--rate", "0", "--bot-pause", "0", "--log", "json"]);
    command.env("KOSTI_LOG", "trace").stderr(File::create(&place).unwrap());
    let host = TestServer { server: Server::spawn(&mut command), data };
    let (olena, petro) = Player::two(&host, "crag").await;
    let mut secrets = vec![olena.token().to_owned(), petro.token().to_owned(), olena.invite.clone()];
    let mut players = [olena, petro];
    let (mut rng, mut streams) = (TestRng::new(7), Vec::new());
    for player in &players {
        streams.push(host.listen(&player.table, "", Some(player.token()), None).await);
    }
    loop {
        let table = players[0].refresh().await;
        let Some(seat) = on_turn(&table) else { break };
        let player = &mut players[seat as usize];
        player.seen = table.clone();
        player.act_ok(choose(&table, &mut rng)).await;
    }
    everything_goes_wrong(&host, &mut players, &mut secrets).await;
    expect_ok(&players[0].send("POST", "/rematch", None).await);
    expect_ok(&players[0].get("/record").await);
    assert_eq!(players[0].delete("").await.status, 204);
    drop(streams);
    let TestServer { server, data } = host;
    assert!(server.stop().success());

    let log = std::fs::read_to_string(&place).unwrap();
    assert!(log.contains("stopped"), "nothing was written: {log}");
    let key = std::fs::read(data.path().join("master.key")).unwrap();
    secrets.extend([HEXLOWER.encode(&key), BASE64.encode(&key), format!("{key:?}")]);
    for secret in secrets {
        assert!(!log.contains(&secret), "{secret} is in the log");
    }
    for line in log.lines() {
        serde_json::from_str::<serde_json::Value>(line).unwrap_or_else(|_| panic!("{line}"));
    }
}

#[tokio::test]
async fn a_log_that_no_terminal_shows_has_no_colours() {
    let data = tempfile::tempdir().unwrap();
    let place = data.path().join("log");
    let mut command = Server::command(data.path(), &[]);
    let server = Server::spawn(command.stderr(File::create(&place).unwrap()));
    assert!(server.stop().success());
    let log = std::fs::read_to_string(&place).unwrap();
    assert!(log.contains("INFO stopped") && !log.contains('\x1b'), "{log:?}");
}

/// Rejected requests with secrets in every place that could be logged.
async fn everything_goes_wrong(host: &TestServer, players: &mut [Player; 2], secrets: &mut Vec<String>) {
    let wrong = "wrong-token-of-nobody-0123456789-0123456789";
    let (invite, token) = (players[0].invite.clone(), players[0].token().to_owned());
    let mut stranger = players[0].spectator(host).await;
    expect_refusal(
        &stranger.post("/seats", json!({ "invite": "guessed-it", "name": "Taras" })).await,
        403,
        "not-invited",
    );
    expect_refusal(
        &stranger.post("/seats", json!({ "invite": invite, "name": "" })).await,
        422,
        "no-free-seat",
    );
    stranger.token = Some(wrong.to_owned());
    expect_refusal(&stranger.act(json!({ "keep": [] })).await, 403, "not-yours");
    stranger.token = Some(format!("{token}x"));
    expect_refusal(&stranger.act(json!({ "keep": [] })).await, 401, "bad-token");
    stranger.token = Some(token);
    let body = json!({ "version": stranger.version(), "action": { "keep": [] }, "link": "not a link" });
    expect_refusal(&stranger.post("/actions", body).await, 400, "bad-json");
    let cookie = format!("kosti-{}={wrong}", stranger.table);
    let path = stranger.path("/invite");
    let headers = [("cookie", &*cookie)];
    let reply = with_timeout(stranger.client.send("GET", &path, None, &headers, None)).await.unwrap();
    expect_refusal(&reply, 403, "not-yours");
    secrets.extend([wrong.to_owned(), "guessed-it".to_owned()]);
}
