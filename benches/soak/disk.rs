//! A separate disk for the server, which can be filled.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Bytes of the disk.
const SIZE: u64 = 8 << 30;

pub(crate) struct Disk {
    at: PathBuf,
    mounted: bool,
}

impl Disk {
    pub(crate) fn mount(at: &Path) -> Self {
        let mounted = mount(&["-t", "tmpfs", "-o", &format!("size={SIZE}"), "tmpfs"], at);
        if !mounted {
            println!("no disk can be mounted here, so none is ever full: run it as root");
        }
        Self { at: at.to_owned(), mounted }
    }

    /// Fills the disk; returns whether that is possible.
    pub(crate) fn fill(&self) -> bool {
        let stat = rustix::fs::statvfs(&self.at).unwrap();
        let used = (stat.f_blocks - stat.f_bfree) * stat.f_frsize;
        self.mounted && mount(&["-o", &format!("remount,size={}", used + (64 << 10))], &self.at)
    }

    pub(crate) fn make_room(&self) {
        assert!(!self.mounted || mount(&["-o", &format!("remount,size={SIZE}")], &self.at));
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        if self.mounted {
            let _ = Command::new("umount").arg("-l").arg(&self.at).output();
        }
    }
}

fn mount(options: &[&str], at: &Path) -> bool {
    Command::new("mount").args(options).arg(at).output().is_ok_and(|done| done.status.success())
}
