//! One unreadable table: it reports an error, and the others are not affected.

use kosti_journal::{CommandId, Entry, Journal as _, Version};

use super::lists::wait_listed;
use kosti_test_server::consistency::read_verified_events;
use kosti_test_server::home::Home;
use kosti_test_server::line::{Line, problem};
use kosti_test_server::party::{GAMES, Party};

const HARMED: usize = 1;

async fn play_tables() -> (Home, Vec<Party>) {
    let home = Home::new();
    let server = home.start();
    let mut line = Line::to(server.address);
    let mut parties = Vec::new();
    for (nth, game) in (500..).zip(&GAMES[..4]) {
        let mut party = Party::open(&mut line, nth, game).await;
        for _ in 0..6 {
            party.act(&mut line).await;
        }
        wait_listed(&mut line, &party, true).await;
        parties.push(party);
    }
    assert!(server.stop().success());
    (home, parties)
}

/// Changes the 4th record of a table directly in the file.
fn change(home: &Home, party: &Party, change: &str) {
    let connection = rusqlite::Connection::open(home.file("journal.db")).unwrap();
    let sql = format!("UPDATE log SET {change} WHERE table_id = ?1 AND seq = 4");
    assert_eq!(connection.execute(&sql, [&party.table]).unwrap(), 1);
}

/// Appends a commit as another program might have.
async fn add(home: &Home, party: &Party, body: &str) {
    let (journal, table) = (home.journal(), party.table.parse().unwrap());
    let last = journal.read(table, Version::START).await.unwrap().pop().unwrap().version;
    let entry = Entry { command: CommandId::from_bytes([9; 16]), body: body.into() };
    journal.append(table, last, entry).await.unwrap();
}

/// Checks that this table reports the error, the others continue, and the lists contain all of them.
async fn check_one_unreadable(home: &Home, parties: &mut [Party], says: &str) {
    let (server, greeting) = home.start_with_output();
    assert!(!greeting.contains("damaged"), "{greeting}");
    let mut line = Line::to(server.address);
    for (nth, party) in parties.iter_mut().enumerate() {
        if nth != HARMED {
            party.check_continues(&mut line).await;
            read_verified_events(&mut line, party).await;
            wait_listed(&mut line, party, true).await;
            continue;
        }
        let (token, body) = party.decide().unwrap();
        for part in ["", "/record", "/events", "/rules"] {
            problem(&line.get(&party.path(part), &token).await, 500, "unreadable", says);
        }
        problem(&line.post(&party.path("/actions"), &token, &body).await, 500, "unreadable", says);
        // Earlier data stays in the lists.
        wait_listed(&mut line, party, true).await;
    }
    assert!(server.stop().success());
}

/// Rebuilt lists leave out the unreadable records, and report them.
async fn check_left_out(home: &Home, parties: &[Party]) {
    let says = home.run_ok("rebuild");
    assert!(says.contains("can't be read"), "{says}");
    let server = home.start();
    let mut line = Line::to(server.address);
    for party in parties {
        wait_listed(&mut line, party, true).await;
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
        let (home, mut parties) = play_tables().await;
        change(&home, &parties[HARMED], harm);
        check_one_unreadable(&home, &mut parties, says).await;
        check_left_out(&home, &parties).await;
        check_rescued(&home, &mut parties).await;
    }
}

/// The message mentions `kosti rescue`: afterwards the table continues from its last readable record.
async fn check_rescued(home: &Home, parties: &mut [Party]) {
    let says = home.run_ok("rescue");
    assert!(says.contains(&format!("lost: table {}", parties[HARMED].table)), "{says}");
    assert_eq!(says.matches("lost:").count(), 1, "{says}");
    let server = home.start();
    let mut line = Line::to(server.address);
    for party in parties {
        party.check_continues(&mut line).await;
        read_verified_events(&mut line, party).await;
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
        let (home, mut parties) = play_tables().await;
        add(&home, &parties[HARMED], body).await;
        check_one_unreadable(&home, &mut parties, says).await;
        if !says.contains("does not fit") {
            check_left_out(&home, &parties).await;
        }
    }
}
