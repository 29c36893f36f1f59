//! What cannot be done, in words for people.

use std::fmt;
use std::io;

/// Something that cannot be done.
#[derive(Debug)]
pub(crate) struct Failure {
    message: String,
    code: u8,
    /// Whether the message says itself that it is an error.
    drawn: bool,
}

impl Failure {
    /// What was asked can't be done.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), code: 1, drawn: false }
    }

    /// What was typed can't be understood.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self { message: message.into(), code: 2, drawn: false }
    }

    /// A wrong file, its faults drawn.
    pub(crate) fn drawn(message: impl Into<String>) -> Self {
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

/// Whether the reader has gone, which is their right.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe))
}
