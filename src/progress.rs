//! A progress bar on standard error for work that takes more than a second, only on a terminal.

use std::io::{self, IsTerminal as _};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use kosti_journal::Feed;

/// The delay before the bar appears.
const PATIENCE: Duration = Duration::from_secs(1);
const STEPS: f64 = 1000.0;

#[derive(Clone)]
pub(crate) struct Bar {
    bar: ProgressBar,
    start: Instant,
}

impl Bar {
    pub(crate) fn new() -> Self {
        let bar = ProgressBar::with_draw_target(Some(STEPS as u64), ProgressDrawTarget::hidden());
        // The template has only numbers and times: the same in every language.
        let style =
            ProgressStyle::with_template("{bar:40} {percent:>3} %  {elapsed_precise} / {duration_precise}");
        Self {
            bar: bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())),
            start: Instant::now(),
        }
    }

    /// Shows the share of the work done; it may start again at 0.
    pub(crate) fn show(&self, share: f64) {
        if self.bar.is_hidden() && self.start.elapsed() > PATIENCE && io::stderr().is_terminal() {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        let step = (share * STEPS) as u64;
        if step < self.bar.position() / 2 {
            self.bar.reset();
        }
        self.bar.set_position(step);
    }

    /// Shows the number of journal records done.
    pub(crate) fn show_records(&self, done: u64, of: &dyn Feed) {
        let all = of.watch_end().borrow().records().max(1);
        self.show(done as f64 / all as f64);
    }

    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
