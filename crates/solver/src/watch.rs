//! How far long work has come.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Told now and then, from any thread, which share of the work is done.
pub type Watch<'a> = &'a (dyn Fn(f64) + Sync);

/// Nobody looks.
pub const UNWATCHED: Watch<'static> = &|_| {};

/// Work that is counted.
pub(crate) struct Progress<'a> {
    done: AtomicUsize,
    all: usize,
    watch: Watch<'a>,
}

impl<'a> Progress<'a> {
    pub(crate) fn new(all: usize, watch: Watch<'a>) -> Self {
        Self { done: AtomicUsize::new(0), all: all.max(1), watch }
    }

    /// So much more is done.
    pub(crate) fn add(&self, more: usize) {
        let done = self.done.fetch_add(more, Ordering::Relaxed) + more;
        (self.watch)(done as f64 / self.all as f64);
    }
}
