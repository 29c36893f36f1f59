//! Chores leave files that the server can use, and create nothing without tables.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};

use kosti_test_server::home::Home;
use kosti_test_server::line::Line;
use kosti_test_server::party::{GAMES, Party};

/// Another user if the tests run as root; else the current one.
fn server_user(home: &Home) -> u32 {
    let own = fs::metadata(home.data()).unwrap().uid();
    if own == 0 { 65_534 } else { own }
}

#[tokio::test]
async fn files_stay_whose_they_were() {
    let home = Home::new();
    let server = home.start();
    let mut line = Line::to(server.address);
    let mut party = Party::open(&mut line, 950, GAMES[0]).await;
    for _ in 0..5 {
        party.check_continues(&mut line).await;
    }
    assert!(server.stop().success());
    let user = server_user(&home);
    let names = ["journal.db", "lists.db"];
    for name in names {
        chown(home.file(name), Some(user), Some(user))
            .or_else(|_| chown(home.file(name), Some(user), None))
            .unwrap();
        fs::set_permissions(home.file(name), fs::Permissions::from_mode(0o640)).unwrap();
    }
    // Like a new machine without a server.
    fs::remove_file(home.file("journal.db.lock")).unwrap();
    let whose = |name: &str| {
        let file = fs::metadata(home.file(name)).unwrap();
        (file.uid(), file.permissions().mode() & 0o777)
    };
    home.run_ok("rebuild");
    assert_eq!(names.map(whose), [(user, 0o640); 2]);

    let journal = rusqlite::Connection::open(home.file("journal.db")).unwrap();
    journal.execute("UPDATE log SET checksum = checksum + 1 WHERE seq = 3", ()).unwrap();
    drop(journal);
    let says = home.run_ok("rescue");
    assert!(says.contains(&party.table), "{says}");
    for name in ["journal.db", "damaged-1.db"] {
        assert_eq!(whose(name), (user, 0o640), "{name}");
    }
    assert_eq!(whose("journal.db.lock").0, user);
    let others: Vec<_> = fs::read_dir(home.data()).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert!(!others.iter().any(|name| name.to_string_lossy().starts_with("rescued")), "{others:?}");
}

#[test]
fn a_mistyped_directory_is_told_and_not_made() {
    let home = Home::new();
    fs::create_dir(home.file("empty")).unwrap();
    let copy = home.file("copy");
    for name in ["mistyped", "mistyped/tables", "empty"] {
        let data = home.file(name);
        for (command, options) in [
            ("rebuild", &[][..]),
            #[cfg(feature = "nats")]
            ("rebuild", &["--journal", "nats://127.0.0.1:1"]),
            ("rescue", &[]),
            ("backup", &[copy.to_str().unwrap()]),
            #[cfg(feature = "nats")]
            ("copy", &["--to", "nats://127.0.0.1:1"]),
        ] {
            let mut kosti = std::process::Command::new(env!("CARGO_BIN_EXE_kosti"));
            let output =
                kosti.args(["--lang", "en", command, "--data"]).arg(&data).args(options).output().unwrap();
            let says = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(1), "{command}: {says}");
            assert!(says.contains(name) && says.contains("--data"), "{command}: {says}");
        }
    }
    assert!(!home.file("mistyped").exists() && !copy.exists());
    assert_eq!(fs::read_dir(home.file("empty")).unwrap().count(), 0);
}
