//! The disk is full.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use rustix::process::{Pid, Resource, Rlimit, prlimit};
use serde_json::json;

use kosti_test_server::consistency::{check_commands, read_verified_events};
use kosti_test_server::home::Home;
use kosti_test_server::http::Reply;
use kosti_test_server::line::{Line, problem};
use kosti_test_server::party::{GAMES, Party};
use kosti_test_server::server::Server;

const TABLES: u64 = 5;
const ROOM: u64 = 3 << 20;

/// A small disk; if none can be mounted, a limit on the size of the server's files.
enum Disk<'a> {
    Small(&'a Path),
    Limit,
}

impl<'a> Disk<'a> {
    fn new(at: &'a Path) -> Self {
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={ROOM}"), "tmpfs"]).arg(at);
        if mount.output().is_ok_and(|done| done.status.success()) {
            return Self::Small(at);
        }
        println!("no disk can be mounted here: the size of the server's files is limited instead");
        Self::Limit
    }

    fn filler(&self) -> Option<std::path::PathBuf> {
        match self {
            Self::Small(at) => Some(at.join("filler")),
            Self::Limit => None,
        }
    }

    /// Leaves this many bytes.
    fn leave(&self, bytes: u64, server: Option<&Server>) {
        match (self, server) {
            (Self::Small(at), _) => {
                let stat = rustix::fs::statvfs(*at).unwrap();
                let free = stat.f_bavail * stat.f_frsize;
                let filler =
                    fs::OpenOptions::new().create(true).append(true).open(at.join("filler")).unwrap();
                let more = vec![1; usize::try_from(free.saturating_sub(bytes)).unwrap()];
                std::io::Write::write_all(&mut &filler, &more).unwrap();
            }
            (Self::Limit, Some(server)) => limit(server, Some(512 * 1024)),
            (Self::Limit, None) => {}
        }
    }

    fn make_room(&self, server: &Server) {
        match self.filler() {
            Some(filler) => fs::remove_file(filler).unwrap(),
            None => limit(server, None),
        }
    }

    fn start(&self, home: &Home) -> Server {
        match self {
            Self::Small(_) => home.start(),
            // Exceeding the limit is an error then, not a signal.
            Self::Limit => {
                let plain = Server::command(home.data(), &["--rate", "0"]);
                let mut command = Command::new("sh");
                command.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""]).arg(plain.get_program());
                command.args(plain.get_args()).stdout(Stdio::piped()).stderr(Stdio::null());
                Server::of(command.spawn().unwrap())
            }
        }
    }
}

impl Drop for Disk<'_> {
    fn drop(&mut self) {
        if let Self::Small(at) = self {
            let _ = Command::new("umount").arg("-l").arg(at).output();
        }
    }
}

fn limit(server: &Server, bytes: Option<u64>) {
    let pid = Pid::from_raw(i32::try_from(server.child.id()).unwrap());
    prlimit(pid, Resource::Fsize, Rlimit { current: bytes, maximum: None }).unwrap();
}

/// Plays in turn until a move is rejected for lack of space.
async fn until_full(line: &mut Line, parties: &mut [Party]) -> Reply {
    for round in 0..2000 {
        let party = &mut parties[round % 5];
        let Some((token, body)) = party.decide() else { continue };
        let reply = line.send_once("POST", &party.path("/actions"), &token, Some(&body)).await;
        if reply.status != 200 {
            return reply;
        }
        party.note_acknowledged(&body, &reply);
    }
    panic!("there was room all the time");
}

fn is_full(reply: &Reply, disk: &Disk<'_>) {
    match disk {
        Disk::Small(_) => problem(reply, 507, "disk-full", "disk is full"),
        Disk::Limit => problem(reply, 503, "not-saved", "nothing has changed"),
    }
    assert!(reply.header("retry-after").is_some());
}

/// Checks that every move is rejected, every table can be read, and nothing changes.
async fn check_read_only(line: &mut Line, parties: &mut [Party], disk: &Disk<'_>) {
    for party in parties.iter_mut() {
        if let Some((token, body)) = party.decide() {
            is_full(&line.send_once("POST", &party.path("/actions"), &token, Some(&body)).await, disk);
        }
        assert_eq!(line.get(&party.path(""), "").await.json()["table"], party.view);
        read_verified_events(line, party).await;
    }
    let body = json!({ "game": "balut", "seats": [{ "name": "Olena" }] });
    is_full(&line.send_once("POST", "/api/v1/tables", parties[0].token(), Some(&body)).await, disk);
    let health = line.get("/healthz", "").await;
    let why = if matches!(disk, Disk::Small(_)) { "disk-full" } else { "not-written" };
    assert_eq!(
        (health.status, &health.json()["failing"]["journal"]),
        (503, &json!(why)),
        "{}",
        health.text()
    );
    assert_eq!(line.get("/api/v1/mine", parties[0].token()).await.status, 200);
}

async fn check_all_recorded(home: &Home, line: &mut Line, parties: &[Party], server: Server) {
    let mut received = Vec::new();
    for party in parties {
        received.push(read_verified_events(line, party).await.0);
    }
    assert!(server.stop().success());
    let records = home.records(parties.iter().map(|party| party.table.as_str())).await;
    for ((party, records), received) in parties.iter().zip(&records).zip(&received) {
        check_commands(party, records, received);
    }
}

#[tokio::test]
async fn a_full_disk_refuses_moves_and_loses_none() {
    let home = Home::new();
    let disk = Disk::new(home.data());
    let server = disk.start(&home);
    let mut line = Line::to(server.address);
    let mut parties = Vec::new();
    for (nth, game) in (0..TABLES).zip(GAMES) {
        parties.push(Party::open(&mut line, 200 + nth, game).await);
    }
    disk.leave(200 * 1024, Some(&server));
    is_full(&until_full(&mut line, &mut parties).await, &disk);
    disk.leave(0, Some(&server));
    check_read_only(&mut line, &mut parties, &disk).await;

    disk.make_room(&server);
    for party in &mut parties {
        for _ in 0..3 {
            party.check_continues(&mut line).await;
        }
    }
    disk.leave(0, Some(&server));
    server.kill();

    // Without any space it starts all the same, or reports the reason.
    let server = disk.start(&home);
    disk.leave(0, Some(&server));
    let mut line = Line::to(server.address);
    let before: Vec<_> = parties.iter().map(Party::acknowledged).collect();
    for party in &parties {
        assert_eq!(line.get(&party.path(""), "").await.json()["table"], party.view);
    }
    if let Disk::Small(_) = disk {
        check_read_only(&mut line, &mut parties, &disk).await;
    }
    disk.make_room(&server);
    for party in &mut parties {
        party.check_continues(&mut line).await;
    }
    println!("{before:?} commands were acknowledged before the disk was full for good");
    check_all_recorded(&home, &mut line, &parties, server).await;
    if let Disk::Small(_) = disk {
        starts_or_says_why(&home, &disk, &mut parties).await;
    }
}

/// There is no space even for SQLite's own files: it starts all the same, or reports the reason, and starts with
/// space.
async fn starts_or_says_why(home: &Home, disk: &Disk<'_>, parties: &mut [Party]) {
    disk.leave(0, None);
    match home.try_start() {
        Ok((server, _)) => {
            println!("it starts on a disk without any room");
            assert!(server.stop().success());
        }
        Err(says) => {
            println!("on a disk without any room: {}", says.trim_end());
            assert!(says.contains("full"), "{says}");
        }
    }
    fs::remove_file(home.file("filler")).unwrap();
    let server = home.start();
    let mut line = Line::to(server.address);
    for party in parties {
        party.check_continues(&mut line).await;
    }
}
