//! `Failure`: an error with its message for people.

use std::fmt;
use std::io;

/// An error with its message for people and its exit code.
#[derive(Debug)]
pub(crate) struct Failure {
    message: String,
    code: u8,
    /// Whether the message says itself that it is an error.
    drawn: bool,
}

impl Failure {
    /// The request cannot be done.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), code: 1, drawn: false }
    }

    /// The command line is wrong.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self { message: message.into(), code: 2, drawn: false }
    }

    /// A rules file has faults; the message shows them.
    pub(crate) fn with_faults(message: impl Into<String>) -> Self {
        Self { message: message.into(), code: 1, drawn: true }
    }

    pub(crate) fn is_drawn(&self) -> bool {
        self.drawn
    }

    pub(crate) fn code(&self) -> u8 {
        self.code
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

/// Whether the reader has closed the pipe, which is not an error.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe))
}
