//! `Problem`: why a request is not answered as it was meant. Every problem fixes its status in one place, and is written
//! as problem+json (RFC 9457) in the language of the caller.

use std::fmt;
use std::sync::Arc;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use kosti_app::AppError;
use kosti_journal::ReadError;
use kosti_projections::ListsError;
use kosti_query::ActionError;
use kosti_table::{CommandError, ReplayError};
use kosti_text::Words;
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

/// Why a request is not answered as it was meant: it cannot be understood, or the application refuses it. The kinds are
/// part of the interface and never change; field names are the words' variables.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Problem {
    /// The application refuses it, or fails.
    App {
        /// Why.
        #[serde(skip)]
        why: AppError,
    },
    /// There is nothing at this path.
    NotFound,
    /// The path does not take this method.
    MethodNotAllowed,
    /// The body is not sent as JSON.
    NotJson,
    /// The body is not the JSON that is expected.
    BadJson {
        /// Where and why.
        message: String,
    },
    /// A form with a file that is none.
    BadUpload,
    /// A file that is no text.
    NotText,
    /// The query is not what is expected.
    BadQuery {
        /// Why.
        message: String,
    },
    /// The body stopped coming.
    TooSlow,
    /// The request is meant for another server, by its `Host`.
    WrongHost {
        /// The host that was asked for.
        host: String,
    },
    /// The request comes from another site's page.
    OtherOrigin,
    /// The token has not the form of one.
    BadToken,
    /// The request names no action, or several.
    OneAction,
    /// The game has no such box.
    UnknownBox {
        /// The id that was sent.
        id: String,
    },
    /// The dice are none.
    BadDice {
        /// Why.
        message: String,
    },
    /// A correction that is neither points nor a cross.
    BadPoints {
        /// What was typed.
        typed: String,
    },
}

impl From<ActionError> for Problem {
    fn from(error: ActionError) -> Self {
        match error {
            ActionError::NotOne => Self::OneAction,
            ActionError::UnknownBox { id } => Self::UnknownBox { id },
            ActionError::BadDice { message } => Self::BadDice { message },
        }
    }
}

impl Problem {
    /// The status of the answer.
    pub fn status(&self) -> StatusCode {
        match self {
            Self::App { why } => app_status(why),
            Self::BadJson { .. } | Self::BadUpload | Self::BadQuery { .. } => StatusCode::BAD_REQUEST,
            Self::BadToken => StatusCode::UNAUTHORIZED,
            Self::OtherOrigin => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::OneAction
            | Self::UnknownBox { .. }
            | Self::BadDice { .. }
            | Self::BadPoints { .. }
            | Self::NotText => StatusCode::UNPROCESSABLE_ENTITY,
            Self::WrongHost { .. } => StatusCode::MISDIRECTED_REQUEST,
        }
    }

    /// Its name in the interface.
    pub fn kind(&self) -> String {
        match self {
            Self::App { why } => why.kind(),
            own => json!(own).get("kind").and_then(Value::as_str).unwrap_or("problem").to_owned(),
        }
    }

    /// What is wrong and what to do, in a sentence.
    pub fn detail(&self, words: &Words) -> String {
        match self {
            Self::App { why } => why.detail(words),
            own => words.describe("site", own),
        }
    }

    /// The answer, in this language.
    pub fn to_response(&self, words: &Words) -> Response {
        let status = self.status();
        let kind = self.kind();
        let body = ProblemView {
            r#type: format!("urn:kosti:problem:{kind}"),
            title: status.canonical_reason().unwrap_or_default(),
            status: status.as_u16(),
            kind,
            detail: self.detail(words),
            table: match self {
                Self::App { why: AppError::Stale { table } } => table.view.as_deref(),
                _ => None,
            },
        };
        // A problem has text keys only.
        let body = serde_json::to_string(&body).unwrap_or_default();
        let mut response = (status, body).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if matches!(self, Self::App { why: AppError::NoToken } | Self::BadToken) {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }

    /// After how many seconds it is worth another try.
    pub fn retry_after(&self) -> Option<u64> {
        match self {
            Self::App { why } => why.retry_after(),
            _ => None,
        }
    }
}

/// A problem as defined by RFC 9457.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ProblemView<'a> {
    /// A reference to the kind.
    r#type: String,
    /// The name of the status.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    title: &'a str,
    #[cfg_attr(feature = "openapi", schema(minimum = 400, maximum = 599))]
    status: u16,
    /// The kind, for programs; docs/api.md lists all kinds.
    kind: String,
    /// The error and its remedy, for people, in the language of `Accept-Language`.
    detail: String,
    /// The current table, if the version was stale.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<kosti_app::views::TableView>, nullable = false))]
    table: Option<&'a RawValue>,
}

/// The status of what the application refuses.
fn app_status(why: &AppError) -> StatusCode {
    match why {
        AppError::NotAnObject => StatusCode::BAD_REQUEST,
        AppError::NoToken => StatusCode::UNAUTHORIZED,
        AppError::NotInvited | AppError::CoachOff | AppError::NotOnTurn => StatusCode::FORBIDDEN,
        AppError::Refused { why: CommandError::NotYours | CommandError::OnlyOpener } => StatusCode::FORBIDDEN,
        AppError::UnknownTable => StatusCode::NOT_FOUND,
        AppError::Refused { why: CommandError::Gone } => StatusCode::GONE,
        AppError::Stale { .. }
        | AppError::Refused { why: CommandError::InTheAir | CommandError::OtherHistory } => {
            StatusCode::CONFLICT
        }
        AppError::TooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
        AppError::Refused { .. }
        | AppError::GameOrRules
        | AppError::UnknownGame { .. }
        | AppError::BadRules { .. }
        | AppError::Ask { .. }
        | AppError::TooMuchWork => StatusCode::UNPROCESSABLE_ENTITY,
        AppError::TooMany { .. } | AppError::OverQuota { .. } => StatusCode::TOO_MANY_REQUESTS,
        AppError::Unreadable { .. } | AppError::Broken | AppError::NewChainNeeded => {
            StatusCode::INTERNAL_SERVER_ERROR
        }
        AppError::Busy
        | AppError::NotSaved
        | AppError::Damaged
        | AppError::Unclear
        | AppError::Closing
        | AppError::Away => StatusCode::SERVICE_UNAVAILABLE,
        AppError::DiskFull => StatusCode::INSUFFICIENT_STORAGE,
    }
}

/// Attaches the problem to the response; the middleware of the host writes it in the language of the request.
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
        match self {
            Self::App { why } => why.fmt(f),
            own => f.write_str(&own.kind()),
        }
    }
}

impl From<AppError> for Problem {
    fn from(why: AppError) -> Self {
        Self::App { why }
    }
}

impl From<CommandError> for Problem {
    fn from(why: CommandError) -> Self {
        AppError::from(why).into()
    }
}

impl From<ReplayError> for Problem {
    fn from(error: ReplayError) -> Self {
        AppError::from(error).into()
    }
}

impl From<ReadError> for Problem {
    fn from(error: ReadError) -> Self {
        AppError::from(error).into()
    }
}

impl From<ListsError> for Problem {
    fn from(error: ListsError) -> Self {
        AppError::from(error).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_application_fails_where_the_status_says_so() {
        let unreadable = AppError::Unreadable { why: None, message: String::new() };
        let failures = [
            unreadable,
            AppError::Busy,
            AppError::NotSaved,
            AppError::DiskFull,
            AppError::Damaged,
            AppError::Unclear,
            AppError::Broken,
            AppError::Closing,
            AppError::Away,
        ];
        let refusals = [
            AppError::NotAnObject,
            AppError::TooLarge { most: 1 },
            AppError::TooMany { seconds: 1 },
            AppError::OverQuota { minutes: 1 },
            AppError::NoToken,
            AppError::NotInvited,
            AppError::UnknownTable,
            AppError::Refused { why: CommandError::Gone },
            AppError::GameOrRules,
            AppError::CoachOff,
            AppError::NotOnTurn,
            AppError::TooMuchWork,
        ];
        for why in failures.into_iter().chain(refusals) {
            let (failed, problem) = (why.is_failure(), Problem::from(why));
            assert_eq!(problem.status().is_server_error(), failed, "{problem}");
        }
    }
}
