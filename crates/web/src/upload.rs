//! `Upload`: a form with a file in it, or without one.

use std::convert::Infallible;

use axum::RequestExt as _;
use axum::body::Body;
use axum::extract::multipart::{Multipart, MultipartError};
use axum::extract::{DefaultBodyLimit, FromRequest, Request};
use axum::http::{StatusCode, header};
use kosti_app::{AppError, MOST_RULES};

use super::extract::is_timed_out;
use super::form::Form;
use crate::problem::Problem;

/// Bytes of the whole form: a file, the text beside it, and what stands between them.
const MOST_UPLOAD: usize = 3 * MOST_RULES;

/// The fields of the form; `rules` is the file if one was sent. An upload that cannot be read is a problem to show beside the form.
pub(super) struct Upload(pub(super) Result<Form, Problem>);

impl<S: Sync> FromRequest<S> for Upload {
    type Rejection = Infallible;

    async fn from_request(request: Request<Body>, state: &S) -> Result<Self, Infallible> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        if !kind.is_some_and(|kind| kind.starts_with("multipart/form-data")) {
            return Ok(Self(Form::from_request(request, state).await));
        }
        Ok(Self(fields(request).await))
    }
}

async fn fields(mut request: Request<Body>) -> Result<Form, Problem> {
    DefaultBodyLimit::max(MOST_UPLOAD).apply(&mut request);
    let mut form: Multipart = request.extract().await.map_err(|_| Problem::BadUpload)?;
    let mut fields = Vec::new();
    while let Some(field) = form.next_field().await.map_err(|error| upload_problem(&error))? {
        let Some(name) = field.name().map(str::to_owned) else { continue };
        let bytes = field.bytes().await.map_err(|error| upload_problem(&error))?;
        let text = String::from_utf8(bytes.into()).map_err(|_| Problem::NotText)?;
        match name.as_str() {
            // No file was chosen.
            "file" if text.is_empty() => {}
            // A file goes before what was written.
            "file" => fields.insert(0, ("rules".to_owned(), text)),
            _ => fields.push((name, text)),
        }
    }
    Ok(fields.into_iter().collect())
}

fn upload_problem(error: &MultipartError) -> Problem {
    match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => AppError::TooLarge { most: MOST_RULES }.into(),
        _ if is_timed_out(error) => Problem::TooSlow,
        _ => Problem::BadUpload,
    }
}
