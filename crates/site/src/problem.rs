//! `Problem`: why a request is not answered as it was meant. Every problem fixes its status in one place, and is told
//! as problem+json (RFC 9457) in the language of whoever asked.

use std::fmt;
use std::sync::Arc;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use kosti_ask::AskError;
use kosti_journal::{ReadError, Refusal};
use kosti_table::{Refused, Unreadable};
use kosti_words::Words;
use serde::Serialize;
use serde_json::{Value, json};

use crate::news::News;

/// Why a request is not answered as it was meant. The kinds are part of the interface and never change; field names
/// are the words' variables.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub(crate) enum Problem {
    NotFound,
    MethodNotAllowed,
    NotJson,
    BadJson {
        message: String,
    },
    NotAnObject,
    /// A form with a file that is none.
    BadUpload,
    /// A file that is no text.
    NotText,
    BadQuery {
        message: String,
    },
    TooLarge {
        most: usize,
    },
    /// The body stopped coming.
    TooSlow,
    TooMany {
        seconds: u64,
    },
    /// The network has left behind as much as it may in a day.
    OverQuota {
        minutes: u64,
    },
    /// The request is meant for another server, by its `Host`.
    WrongHost {
        host: String,
    },
    OtherOrigin,
    NoToken,
    BadToken,
    NotInvited,
    UnknownTable,
    /// The table has gone on since the version that the action was decided on.
    Stale {
        #[serde(skip)]
        table: Arc<News>,
    },
    Refused {
        #[serde(skip)]
        why: Refused,
    },
    OneAction,
    UnknownBox {
        id: String,
    },
    BadDice {
        message: String,
    },
    /// A correction that is neither points nor a cross.
    BadPoints {
        typed: String,
    },
    GameOrRules,
    UnknownGame {
        game: String,
    },
    BadRules {
        faults: String,
    },
    CoachOff,
    NotOnTurn,
    Ask {
        #[serde(skip)]
        why: AskError,
    },
    TooMuchWork,
    Busy,
    NotSaved,
    DiskFull,
    Damaged,
    /// It is not known whether it was done.
    Unclear,
    Unreadable {
        /// What is wrong with its notes; else the journal says it.
        #[serde(skip)]
        why: Option<Unreadable>,
        message: String,
    },
    Broken,
    Closing,
    /// The servers that keep the journal do not answer.
    Away,
    /// Never told: the hall makes a new chain and goes on.
    NewChainNeeded,
}

impl Problem {
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

    pub(crate) fn status(&self) -> StatusCode {
        match self {
            Self::BadJson { .. } | Self::NotAnObject | Self::BadUpload | Self::BadQuery { .. } => {
                StatusCode::BAD_REQUEST
            }
            Self::NoToken | Self::BadToken => StatusCode::UNAUTHORIZED,
            Self::OtherOrigin | Self::NotInvited | Self::CoachOff | Self::NotOnTurn => StatusCode::FORBIDDEN,
            Self::Refused { why: Refused::NotYours | Refused::OnlyOpener } => StatusCode::FORBIDDEN,
            Self::NotFound | Self::UnknownTable => StatusCode::NOT_FOUND,
            Self::Refused { why: Refused::Gone } => StatusCode::GONE,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::Stale { .. } | Self::Refused { why: Refused::InTheAir | Refused::OtherHistory } => {
                StatusCode::CONFLICT
            }
            Self::TooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Refused { .. }
            | Self::OneAction
            | Self::UnknownBox { .. }
            | Self::BadDice { .. }
            | Self::BadPoints { .. }
            | Self::GameOrRules
            | Self::UnknownGame { .. }
            | Self::BadRules { .. }
            | Self::NotText
            | Self::Ask { .. }
            | Self::TooMuchWork => StatusCode::UNPROCESSABLE_ENTITY,
            Self::TooMany { .. } | Self::OverQuota { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::WrongHost { .. } => StatusCode::MISDIRECTED_REQUEST,
            Self::Unreadable { .. } | Self::Broken | Self::NewChainNeeded => {
                StatusCode::INTERNAL_SERVER_ERROR
            }
            Self::Busy | Self::NotSaved | Self::Damaged | Self::Unclear | Self::Closing | Self::Away => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            Self::DiskFull => StatusCode::INSUFFICIENT_STORAGE,
        }
    }

    /// Its name in the interface.
    pub(crate) fn kind(&self) -> String {
        let kind = |value: Value, tag: &str| value.get(tag).and_then(Value::as_str).map(str::to_owned);
        let told = match self {
            Self::Refused { why: Refused::Illegal { why } } => kind(json!(why), "refused"),
            Self::Refused { why } => kind(json!(why), "refused"),
            Self::Ask { why } => kind(json!(why), "kind"),
            other => kind(json!(other), "kind"),
        };
        told.unwrap_or_else(|| "problem".to_owned())
    }

    /// What is wrong and what to do, in a sentence.
    pub(crate) fn detail(&self, words: &Words) -> String {
        match self {
            Self::Refused { why } => words.tell("table", why),
            Self::Ask { why } => words.tell("ask", why),
            Self::Unreadable { why: Some(why), .. } => {
                words.say("site-unreadable", &[("message", words.tell("unreadable", why).into())])
            }
            other => words.tell("site", other),
        }
    }

    /// The answer, in this language.
    pub(crate) fn tell(&self, words: &Words) -> Response {
        let status = self.status();
        let mut body = json!({
            "type": format!("urn:kosti:problem:{}", self.kind()),
            "title": status.canonical_reason().unwrap_or_default(),
            "status": status.as_u16(),
            "kind": self.kind(),
            "detail": self.detail(words),
        });
        if let Self::Stale { table } = self {
            body["table"] = serde_json::from_str(table.view()).unwrap_or(Value::Null);
        }
        let mut response = (status, body.to_string()).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if matches!(self, Self::NoToken | Self::BadToken) {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }

    /// After how many seconds it is worth another try.
    pub(crate) fn retry_after(&self) -> Option<u64> {
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

/// The problem itself goes with the response: who asked knows the language, and is told on the way out.
impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        response.extensions_mut().insert(Arc::new(self));
        response
    }
}

/// For logs; people get the sentence from the words.
impl fmt::Display for Problem {
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

impl From<Refused> for Problem {
    fn from(why: Refused) -> Self {
        Self::Refused { why }
    }
}

impl From<Unreadable> for Problem {
    fn from(error: Unreadable) -> Self {
        tracing::error!(%error, "a table cannot be read");
        Self::Unreadable { message: error.to_string(), why: Some(error) }
    }
}

impl From<ReadError> for Problem {
    fn from(error: ReadError) -> Self {
        if matches!(error, ReadError::Away { .. }) {
            tracing::warn!(%error, "not answered");
            return Self::Away;
        }
        tracing::error!(%error, "the journal cannot be read");
        Self::Unreadable { message: error.to_string(), why: None }
    }
}

/// A handler that broke; what it said is in the log.
pub(crate) fn broken(_: Box<dyn std::any::Any + Send>) -> Response {
    Problem::Broken.into_response()
}
