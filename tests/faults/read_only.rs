//! A read-only journal: the server reports it at the start, not at every move.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use kosti_test_server::home::Home;

fn run(program: &str, arguments: &[&str], path: &Path) -> bool {
    Command::new(program).args(arguments).arg(path).output().is_ok_and(|done| done.status.success())
}

/// Ways to forbid writing; a machine allows only some of them. Permissions do not stop root.
#[derive(Debug, Clone, Copy)]
enum Ban {
    FileSystem,
    Immutable,
    File,
    Directory,
}

struct Banned(Ban, PathBuf);

impl Banned {
    fn new(ban: Ban, home: &Home) -> Option<Self> {
        let root = rustix::process::getuid().is_root();
        let set = |path: PathBuf, mode| {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            (!root).then_some(path)
        };
        let path = match ban {
            Ban::FileSystem => {
                let path = home.data().to_owned();
                let mounted = run("mount", &["--bind", path.to_str().unwrap()], &path);
                let banned = mounted && run("mount", &["-o", "remount,bind,ro"], &path);
                if mounted && !banned {
                    run("umount", &["-l"], &path);
                }
                banned.then_some(path)
            }
            Ban::Immutable => Some(home.file("journal.db")).filter(|path| run("chattr", &["+i"], path)),
            Ban::File => set(home.file("journal.db"), 0o444),
            Ban::Directory => set(home.data().to_owned(), 0o555),
        };
        path.map(|path| Self(ban, path))
    }
}

impl Drop for Banned {
    fn drop(&mut self) {
        let Self(ban, path) = self;
        match ban {
            Ban::FileSystem => assert!(run("umount", &["-l"], path)),
            Ban::Immutable => assert!(run("chattr", &["-i"], path)),
            Ban::File => fs::set_permissions(path, fs::Permissions::from_mode(0o644)).unwrap(),
            Ban::Directory => fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap(),
        }
    }
}

#[tokio::test]
async fn a_server_that_cannot_write_does_not_start() {
    let mut tried = Vec::new();
    for ban in [Ban::FileSystem, Ban::Immutable, Ban::File, Ban::Directory] {
        let home = Home::new();
        assert!(home.start().stop().success());
        let before = fs::read(home.file("journal.db")).unwrap();
        if let Some(banned) = Banned::new(ban, &home) {
            let says = home.start_error();
            assert!(says.contains("can only be read") && says.contains("journal.db"), "{ban:?}: {says}");
            drop(banned);
            tried.push(ban);
        }
        assert_eq!(fs::read(home.file("journal.db")).unwrap(), before);
        assert!(home.start().stop().success());
    }
    // If none of them works here, the journal's own tests still cover it.
    println!("writing was forbidden by {tried:?}");
}
