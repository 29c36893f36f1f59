//! Progress of a long computation, and its cancellation.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Observes a long computation: hears which share is done, and can cancel the rest. Called from any thread.
///
/// A closure that takes the share is a `Progress` that never cancels.
///
/// ```
/// use std::sync::Arc;
/// use kosti_rules::{House, RulesFile};
/// use kosti_solver::{Objective, Progress, SolveError, solve};
///
/// struct Stop;
/// impl Progress for Stop {
///     fn is_cancelled(&self) -> bool {
///         true
///     }
/// }
/// let file = RulesFile::read("one", "name = \"One\"\ndice = 1\nthrows = 1\n[box.any]\nscore = \"all-dice\"");
/// let rules = Arc::new(file.rules(&House::default()).unwrap());
/// assert!(matches!(solve(&rules, &Objective::Total, &Stop), Err(SolveError::Cancelled(_))));
/// ```
pub trait Progress: Sync {
    /// Receives the share of the work that is done.
    fn report(&self, _share: f64) {}

    /// Whether the computation is to stop. Once true it stays true.
    fn is_cancelled(&self) -> bool {
        false
    }
}

impl<F: Fn(f64) + Sync> Progress for F {
    fn report(&self, share: f64) {
        self(share);
    }
}

/// Neither observes nor cancels.
#[derive(Debug, Clone, Copy)]
pub struct NoProgress;

impl Progress for NoProgress {}

/// The computation was cancelled through its [`Progress`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("cancelled")]
pub struct Cancelled;

/// Fails once `progress` is cancelled.
///
/// # Errors
/// If it is cancelled.
pub fn check_cancelled(progress: &dyn Progress) -> Result<(), Cancelled> {
    if progress.is_cancelled() { Err(Cancelled) } else { Ok(()) }
}

/// One stage of a computation: its progress from 0 to 1 is a part of the whole.
pub struct Stage<'a> {
    whole: &'a dyn Progress,
    from: f64,
    share: f64,
}

impl<'a> Stage<'a> {
    /// The stage that begins at `from` and takes `share` of the whole.
    pub fn new(whole: &'a dyn Progress, from: f64, share: f64) -> Self {
        Self { whole, from, share }
    }
}

impl Progress for Stage<'_> {
    fn report(&self, share: f64) {
        self.whole.report(self.from + self.share * share);
    }

    fn is_cancelled(&self) -> bool {
        self.whole.is_cancelled()
    }
}

/// Cancels like the whole, but reports nothing: for steps whose share of the work is unknown.
pub(crate) struct Silent<'a>(pub(crate) &'a dyn Progress);

impl Progress for Silent<'_> {
    fn is_cancelled(&self) -> bool {
        self.0.is_cancelled()
    }
}

/// Counts finished units of work.
pub(crate) struct Counter<'a> {
    done: AtomicUsize,
    all: usize,
    progress: &'a dyn Progress,
}

impl<'a> Counter<'a> {
    pub(crate) fn new(all: usize, progress: &'a dyn Progress) -> Self {
        Self { done: AtomicUsize::new(0), all: all.max(1), progress }
    }

    /// Reports `more` finished units; fails once the work is cancelled.
    pub(crate) fn add(&self, more: usize) -> Result<(), Cancelled> {
        let done = self.done.fetch_add(more, Ordering::Relaxed) + more;
        self.progress.report(done as f64 / self.all as f64);
        self.check()
    }

    /// Fails once the work is cancelled.
    #[inline]
    pub(crate) fn check(&self) -> Result<(), Cancelled> {
        check_cancelled(self.progress)
    }
}
