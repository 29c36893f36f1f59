//! A clock of the server that can jump: libfaketime reads the offset from a file.

use std::path::PathBuf;
use std::process::Command;

pub(crate) struct Clock {
    library: Option<PathBuf>,
    /// Not on the server's disk, which may be full.
    home: tempfile::TempDir,
}

impl Clock {
    pub(crate) fn new() -> Self {
        let clock = Self { library: library(), home: tempfile::tempdir().unwrap() };
        if clock.library.is_none() {
            println!("without libfaketime the clock does not jump: apt-get install libfaketime");
        }
        clock.set(0);
        clock
    }

    fn offset(&self) -> PathBuf {
        self.home.path().join("offset")
    }

    /// Makes a program use this clock.
    pub(crate) fn show_to(&self, command: &mut Command) {
        if let Some(library) = &self.library {
            command.env("LD_PRELOAD", library).env("FAKETIME_TIMESTAMP_FILE", self.offset());
            // Only the time of day: monotonic clocks never jump.
            command.env("FAKETIME_DONT_FAKE_MONOTONIC", "1").env("FAKETIME_CACHE_DURATION", "1");
        }
    }

    /// Sets the offset in seconds; returns whether the clock can jump.
    pub(crate) fn set(&self, seconds: i64) -> bool {
        let new = self.home.path().join("new");
        std::fs::write(&new, format!("{seconds:+}\n")).unwrap();
        std::fs::rename(new, self.offset()).unwrap();
        self.library.is_some()
    }
}

fn library() -> Option<PathBuf> {
    let listed = std::fs::read_dir("/usr/lib").ok()?.flatten();
    let places = listed.map(|entry| entry.path().join("faketime/libfaketimeMT.so.1"));
    places.into_iter().find(|library| library.exists())
}
