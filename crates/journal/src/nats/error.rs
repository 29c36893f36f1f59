//! Why a journal on NATS servers cannot be used.

use super::settings::FORMAT;

/// Why `connect` does not give a journal.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// The addresses are not addresses.
    #[error("`{given}` names no NATS servers ({why}): write them like nats://a:4222,b:4222,c:4222")]
    Address {
        /// What was given.
        given: String,
        /// What is wrong.
        why: String,
    },
    /// Nobody answers.
    #[error("no NATS server can be reached: {}", why.join("; "))]
    Unreachable {
        /// Of each server.
        why: Vec<String>,
    },
    /// Conditional appends are broken in older ones.
    #[error(
        "the NATS server {server} is version {version}, which can lose or double records: use {needed} or newer"
    )]
    TooOld {
        /// The server.
        server: String,
        /// Its version.
        version: String,
        /// The oldest that will do.
        needed: String,
    },
    /// A server without streams.
    #[error(
        "the NATS server {server} runs without JetStream: put `jetstream {{ … }}` into its configuration"
    )]
    NoJetStream {
        /// The server.
        server: String,
    },
    /// Records would not fit.
    #[error(
        "the NATS server {server} takes messages of {most} bytes, and records can have {needed}: raise its max_payload"
    )]
    SmallPayload {
        /// The server.
        server: String,
        /// What it takes.
        most: usize,
        /// What is needed.
        needed: usize,
    },
    /// They are there, and do not lead the stream.
    #[error("the NATS servers do not agree on a leader ({why}): are most of them running?")]
    NoLeader {
        /// What they said last.
        why: String,
    },
    /// Not as many copies as wanted.
    #[error(
        "the NATS servers cannot keep {replicas} copies ({why}): start the other servers, or ask for fewer copies"
    )]
    TooFewServers {
        /// How many copies.
        replicas: usize,
        /// What they said.
        why: String,
    },
    /// A stream that could lose something.
    #[error("the stream `{stream}` is not set up for Kosti: {}", faults.join("; "))]
    Settings {
        /// The stream.
        stream: String,
        /// Everything that is wrong.
        faults: Vec<String>,
    },
    /// A newer version of this program made it.
    #[error(
        "the stream `{stream}` has format {found}, this Kosti knows formats up to {FORMAT}: use a newer Kosti"
    )]
    Newer {
        /// The stream.
        stream: String,
        /// Its format.
        found: u32,
    },
    /// Dice and invitations of the same table would differ from server to server.
    #[error(
        "the stream `{stream}` belongs to servers with another master key: use the same master.key on all of them"
    )]
    OtherKey {
        /// The stream.
        stream: String,
    },
    /// Anything else.
    #[error("the stream `{stream}` cannot be used: {why}")]
    Failed {
        /// The stream.
        stream: String,
        /// What happened.
        why: String,
    },
}
