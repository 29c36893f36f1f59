//! `TimeLimits`: the time limits of the server.

use std::time::Duration;

/// The time limits of the server. The defaults suit an ordinary machine; a slow machine or remote clients may need
/// more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeLimits {
    /// For the head of a request, and again for its body; an answer may stay unread three times as long.
    pub request: Duration,
    /// For the answer to a question, before the caller is asked to come back later.
    pub answer: Duration,
    /// For checking a rules file. Other work may take a multiple of it.
    pub work: Duration,
    /// For the answer of a witness.
    pub witness: Duration,
    /// For running requests when the server stops.
    pub stop: Duration,
}

impl Default for TimeLimits {
    fn default() -> Self {
        Self {
            request: Duration::from_secs(10),
            answer: Duration::from_secs(25),
            work: Duration::from_secs(60),
            witness: Duration::from_secs(2),
            stop: Duration::from_secs(5),
        }
    }
}
