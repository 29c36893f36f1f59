//! One table cannot be read: it says so, and the others are left alone.

use kosti_journal::{CommandId, Entry, Journal as _, Version};

use super::lists::listed;
use kosti_testkit::account::told;
use kosti_testkit::home::Home;
use kosti_testkit::line::{Line, problem};
use kosti_testkit::party::{GAMES, Party};

const HARMED: usize = 1;

async fn played() -> (Home, Vec<Party>) {
    let home = Home::new();
    let server = home.start();
    let mut line = Line::to(server.address);
    let mut parties = Vec::new();
    for (nth, game) in (500..).zip(&GAMES[..4]) {
        let mut party = Party::gather(&mut line, nth, game).await;
        for _ in 0..6 {
            party.act(&mut line).await;
        }
        listed(&mut line, &party, true).await;
        parties.push(party);
    }
    assert!(server.stop().success());
    (home, parties)
}

/// Changes the 4th record of a table behind the server's back.
fn change(home: &Home, party: &Party, change: &str) {
    let connection = rusqlite::Connection::open(home.file("journal.db")).unwrap();
    let sql = format!("UPDATE log SET {change} WHERE table_id = ?1 AND seq = 4");
    assert_eq!(connection.execute(&sql, [&party.table]).unwrap(), 1);
}

/// Writes a note as some other program might have.
async fn add(home: &Home, party: &Party, body: &str) {
    let (journal, table) = (home.journal(), party.table.parse().unwrap());
    let last = journal.read(table, Version::START).await.unwrap().pop().unwrap().version;
    let entry = Entry { command: CommandId::from_bytes([9; 16]), body: body.into() };
    journal.append(table, last, entry).await.unwrap();
}

/// The one table tells what is wrong, the others go on, and the lists have all of them.
async fn concerns_one(home: &Home, parties: &mut [Party], says: &str) {
    let (server, greeting) = home.start_telling();
    assert!(!greeting.contains("damaged"), "{greeting}");
    let mut line = Line::to(server.address);
    for (nth, party) in parties.iter_mut().enumerate() {
        if nth != HARMED {
            party.goes_on(&mut line).await;
            told(&mut line, party).await;
            listed(&mut line, party, true).await;
            continue;
        }
        let (token, body) = party.decide().unwrap();
        for part in ["", "/record", "/events", "/rules"] {
            problem(&line.get(&party.path(part), &token).await, 500, "unreadable", says);
        }
        problem(&line.post(&party.path("/actions"), &token, &body).await, 500, "unreadable", says);
        // Nothing that came before is forgotten.
        listed(&mut line, party, true).await;
    }
    assert!(server.stop().success());
}

/// The lists made again: what cannot be read is left out, and told.
async fn is_left_out(home: &Home, parties: &[Party]) {
    let says = home.done("rebuild");
    assert!(says.contains("can't be read"), "{says}");
    let server = home.start();
    let mut line = Line::to(server.address);
    for party in parties {
        listed(&mut line, party, true).await;
    }
    let mine = line.get("/api/v1/mine", parties[HARMED].token()).await.json();
    assert!(mine["tables"][0]["unreadable"].is_string(), "{mine}");
    assert!(server.stop().success());
}

#[tokio::test]
async fn a_damaged_row() {
    for (harm, says) in [
        ("body = replace(body, '\"at\":', '\"at\": ')", "checksum of record 4"),
        ("checksum = checksum + 1", "checksum of record 4"),
        ("seq = 4000", "record 4 is missing"),
    ] {
        let (home, mut parties) = played().await;
        change(&home, &parties[HARMED], harm);
        concerns_one(&home, &mut parties, says).await;
        is_left_out(&home, &parties).await;
        is_rescued(&home, &mut parties).await;
    }
}

/// The message tells about `kosti rescue`: the table goes on from the last record that can be read.
async fn is_rescued(home: &Home, parties: &mut [Party]) {
    let says = home.done("rescue");
    assert!(says.contains(&format!("lost: table {}", parties[HARMED].table)), "{says}");
    assert_eq!(says.matches("lost:").count(), 1, "{says}");
    let server = home.start();
    let mut line = Line::to(server.address);
    for party in parties {
        party.goes_on(&mut line).await;
        told(&mut line, party).await;
    }
}

#[tokio::test]
async fn a_note_that_this_program_does_not_know() {
    for (body, says) in [
        (r#"{"v":1,"at":1,"did":[{"flown":{"seat":0}}]}"#, "unknown variant `flown`"),
        (r#"{"v":2,"at":1,"did":[]}"#, "use a newer Kosti"),
        (r#"{"v":1,"at":1,"did":[{"scored":{"seat":0,"box":"moon","points":1}}]}"#, "does not fit"),
        ("Olena", "expected value"),
    ] {
        let (home, mut parties) = played().await;
        add(&home, &parties[HARMED], body).await;
        concerns_one(&home, &mut parties, says).await;
        if !says.contains("does not fit") {
            is_left_out(&home, &parties).await;
        }
    }
}
