//! The time limit of a request body.

use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody as _};
use futures_util::{StreamExt as _, stream};
use kosti_web::extract::BodyTimedOut;
use tokio::time::{Instant, timeout_at};

/// Adds a time limit to a body: reading fails if the body is not complete by then.
pub(crate) fn with_deadline(body: Body, time: Duration) -> Body {
    if body.is_end_stream() {
        return body;
    }
    let deadline = Instant::now() + time;
    let data = body.into_data_stream();
    Body::from_stream(stream::unfold(Some(data), move |data| async move {
        let mut data = data?;
        let next: Result<Bytes, axum::BoxError> = match timeout_at(deadline, data.next()).await {
            Ok(Some(Ok(bytes))) => return Some((Ok(bytes), Some(data))),
            Ok(None) => return None,
            Ok(Some(Err(error))) => Err(error.into()),
            Err(_) => Err(BodyTimedOut.into()),
        };
        Some((next, None))
    }))
}
