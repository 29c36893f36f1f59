//! `AppError`: the reason why the application refuses a request.

use std::fmt;
use std::sync::Arc;

use kosti_journal::{ReadError, Refusal};
use kosti_projections::ListsError;
use kosti_query::QueryError;
use kosti_table::{CommandError, ReplayError};
use kosti_text::Words;
use serde::Serialize;
use serde_json::{Value, json};

use crate::table_update::TableUpdate;

/// The reason why the application refuses a request. The kinds are part of the interface and never change; field
/// names are the variables of the messages.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum AppError {
    /// A question that is not a JSON object.
    NotAnObject,
    /// Something is larger than allowed.
    TooLarge {
        /// The most bytes it may have.
        most: usize,
    },
    /// The caller asks too often.
    TooMany {
        /// How long to wait.
        seconds: u64,
    },
    /// The daily quota of the network is used up.
    OverQuota {
        /// How long to wait.
        minutes: u64,
    },
    /// The command needs the token of a seat.
    NoToken,
    /// The invitation is not the one of this table.
    NotInvited,
    /// There is no such table.
    UnknownTable,
    /// The table has gone on since the version that the action was decided on.
    Stale {
        /// The table as it stands.
        #[serde(skip)]
        table: Arc<TableUpdate>,
    },
    /// The table rejects the command.
    Refused {
        /// Why.
        #[serde(skip)]
        why: CommandError,
    },
    /// Neither or both of a bundled game and a rules file are named.
    GameOrRules,
    /// There is no such bundled game.
    UnknownGame {
        /// The id that was sent.
        game: String,
    },
    /// The rules file has faults.
    BadRules {
        /// All of them, as text.
        faults: String,
    },
    /// The table allows no coach.
    CoachOff,
    /// The coach answers only the player on turn.
    NotOnTurn,
    /// The question cannot be answered.
    Ask {
        /// Why.
        #[serde(skip)]
        why: QueryError,
    },
    /// The work takes longer than allowed.
    TooMuchWork,
    /// Too much is waiting, or the result is not there yet.
    Busy,
    /// The journal could not write.
    NotSaved,
    /// The disk is full.
    DiskFull,
    /// The journal is damaged.
    Damaged,
    /// It is not known whether it was done.
    Unclear,
    /// The table cannot be read from the journal.
    Unreadable {
        /// The fault of its commits; `None` if the journal failed.
        #[serde(skip)]
        why: Option<ReplayError>,
        /// The same, for logs.
        message: String,
    },
    /// Something panicked.
    Broken,
    /// The server is stopping.
    Closing,
    /// The servers that keep the journal do not answer.
    Away,
    /// Never reported to callers: the registry makes a new chain and executes the command again.
    NewChainNeeded,
}

impl AppError {
    /// Why the journal did not write.
    pub(crate) fn not_saved(why: &Refusal) -> Self {
        tracing::warn!(%why, "not written");
        match why {
            Refusal::DiskFull => Self::DiskFull,
            Refusal::Damaged { .. } => Self::Damaged,
            Refusal::TooLarge { .. } => Self::TooLarge { most: kosti_journal::MAX_BODY },
            Refusal::Closed => Self::Closing,
            Refusal::Failed { .. } => Self::NotSaved,
        }
    }

    /// Whether the application failed, rather than the request: the same request may succeed later.
    #[must_use]
    pub fn is_failure(&self) -> bool {
        match self {
            Self::Busy
            | Self::NotSaved
            | Self::DiskFull
            | Self::Damaged
            | Self::Unclear
            | Self::Unreadable { .. }
            | Self::Broken
            | Self::Closing
            | Self::Away
            | Self::NewChainNeeded => true,
            Self::NotAnObject
            | Self::TooLarge { .. }
            | Self::TooMany { .. }
            | Self::OverQuota { .. }
            | Self::NoToken
            | Self::NotInvited
            | Self::UnknownTable
            | Self::Stale { .. }
            | Self::Refused { .. }
            | Self::GameOrRules
            | Self::UnknownGame { .. }
            | Self::BadRules { .. }
            | Self::CoachOff
            | Self::NotOnTurn
            | Self::Ask { .. }
            | Self::TooMuchWork => false,
        }
    }

    /// Its name in the interface.
    #[must_use]
    pub fn kind(&self) -> String {
        let kind = |value: Value, tag: &str| value.get(tag).and_then(Value::as_str).map(str::to_owned);
        let name = match self {
            Self::Refused { why: CommandError::Illegal { why } } => kind(json!(why), "refused"),
            Self::Refused { why } => kind(json!(why), "refused"),
            Self::Ask { why } => kind(json!(why), "kind"),
            other => kind(json!(other), "kind"),
        };
        name.unwrap_or_else(|| "problem".to_owned())
    }

    /// The problem and what to do about it, in a sentence.
    #[must_use]
    pub fn detail(&self, words: &Words) -> String {
        match self {
            Self::Refused { why } => words.describe("table", why),
            Self::Ask { why } => words.describe("ask", why),
            Self::Unreadable { why: Some(why), .. } => {
                words.say("site-unreadable", &[("message", words.describe("unreadable", why).into())])
            }
            other => words.describe("site", other),
        }
    }

    /// After how many seconds it is worth another try.
    #[must_use]
    pub fn retry_after(&self) -> Option<u64> {
        match self {
            Self::TooMany { seconds } => Some(*seconds),
            Self::OverQuota { minutes } => Some(minutes * 60),
            Self::Busy | Self::NotSaved | Self::DiskFull | Self::Unclear | Self::Closing | Self::Away => {
                Some(2)
            }
            _ => None,
        }
    }
}

/// For logs; people get the sentence from the words.
impl fmt::Display for AppError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.kind())?;
        match self {
            Self::Unreadable { message, .. } => write!(f, ": {message}"),
            Self::Refused { why } => write!(f, ": {why}"),
            Self::Ask { why } => write!(f, ": {why}"),
            _ => Ok(()),
        }
    }
}

impl std::error::Error for AppError {}

impl From<CommandError> for AppError {
    fn from(why: CommandError) -> Self {
        Self::Refused { why }
    }
}

impl From<ReplayError> for AppError {
    fn from(error: ReplayError) -> Self {
        tracing::error!(%error, "a table cannot be read");
        Self::Unreadable { message: error.to_string(), why: Some(error) }
    }
}

impl From<ReadError> for AppError {
    fn from(error: ReadError) -> Self {
        if matches!(error, ReadError::Away { .. }) {
            tracing::warn!(%error, "not answered");
            return Self::Away;
        }
        tracing::error!(%error, "the journal cannot be read");
        Self::Unreadable { message: error.to_string(), why: None }
    }
}

impl From<ListsError> for AppError {
    fn from(error: ListsError) -> Self {
        tracing::warn!(%error, "the lists cannot be read");
        Self::Busy
    }
}
