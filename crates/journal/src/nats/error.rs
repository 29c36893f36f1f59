//! Errors of connecting to NATS servers.

use super::settings::FORMAT;

/// Why `connect` returns no journal.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// The addresses are invalid.
    #[error("`{given}` names no NATS servers ({why}): write them like nats://a:4222,b:4222,c:4222")]
    Address {
        /// The text given.
        given: String,
        /// The reason.
        why: String,
    },
    /// No server answers.
    #[error("no NATS server can be reached: {}", why.join("; "))]
    Unreachable {
        /// The error of each server.
        why: Vec<String>,
    },
    /// A server is too old: conditional appends are broken in older versions.
    #[error(
        "the NATS server {server} is version {version}, which can lose or double records: use {needed} or newer"
    )]
    TooOld {
        /// The server.
        server: String,
        /// Its version.
        version: String,
        /// The oldest supported version.
        needed: String,
    },
    /// A server has no JetStream.
    #[error(
        "the NATS server {server} runs without JetStream: put `jetstream {{ … }}` into its configuration"
    )]
    NoJetStream {
        /// The server.
        server: String,
    },
    /// A server does not take messages as large as records can be.
    #[error(
        "the NATS server {server} takes messages of {most} bytes, and records can have {needed}: raise its max_payload"
    )]
    SmallPayload {
        /// The server.
        server: String,
        /// The most bytes it takes.
        most: usize,
        /// The bytes needed.
        needed: usize,
    },
    /// The servers answer, but have no leader for the stream.
    #[error("the NATS servers do not agree on a leader ({why}): are most of them running?")]
    NoLeader {
        /// The last error.
        why: String,
    },
    /// The servers cannot keep this many copies.
    #[error(
        "the NATS servers cannot keep {replicas} copies ({why}): start the other servers, or ask for fewer copies"
    )]
    TooFewServers {
        /// The number of copies.
        replicas: usize,
        /// The error.
        why: String,
    },
    /// The stream's settings could lose records.
    #[error("the stream `{stream}` is not set up for Kosti: {}", faults.join("; "))]
    Settings {
        /// The stream.
        stream: String,
        /// All differences.
        faults: Vec<String>,
    },
    /// A newer version of this program made the stream.
    #[error(
        "the stream `{stream}` has format {found}, this Kosti knows formats up to {FORMAT}: use a newer Kosti"
    )]
    Newer {
        /// The stream.
        stream: String,
        /// Its format.
        found: u32,
    },
    /// The servers have different master keys: dice and invitations of the same table would differ between
    /// them.
    #[error(
        "the stream `{stream}` belongs to servers with another master key: use the same master.key on all of them"
    )]
    OtherKey {
        /// The stream.
        stream: String,
    },
    /// Another failure.
    #[error("the stream `{stream}` cannot be used: {why}")]
    Failed {
        /// The stream.
        stream: String,
        /// The cause.
        why: String,
    },
}
