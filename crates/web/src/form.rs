//! `Form`: the fields of a form or of a query.

use std::convert::Infallible;

use axum::body::Body;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use kosti_app::MOST_RULES;
use kosti_rules::House;

use crate::extract::body;
use crate::problem::Problem;

/// Bytes of a form: a rules file whose every byte is written as three, and the fields beside it.
const MOST_FORM: usize = 4 * MOST_RULES;

/// The fields of a form or a query, in order; a name may come several times.
#[derive(Debug, Clone, Default)]
pub(crate) struct Form(Vec<(String, String)>);

impl Form {
    pub(crate) fn parse(text: &str) -> Self {
        Self(form_urlencoded::parse(text.as_bytes()).into_owned().collect())
    }

    /// The first field with this name; an empty one is none.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let found = self.all().find(|(known, _)| *known == name);
        found.map(|(_, value)| value).filter(|value| !value.is_empty())
    }

    /// Every field with this name.
    pub(crate) fn of<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.all().filter(move |(known, _)| *known == name).map(|(_, value)| value)
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The house rules of fields like `house-OPTION=CHOICE`.
    pub(crate) fn house(&self) -> House {
        let choice =
            |(name, value): (&str, &str)| Some((name.strip_prefix("house-")?.to_owned(), value.to_owned()));
        self.all().filter_map(choice).collect()
    }

    /// The same with one more field.
    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        self.0.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Whether there is such a field, empty or not.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.of(name).next().is_some()
    }
}

/// The fields of a query.
pub(crate) struct Query(pub(crate) Form);

impl<S: Sync> FromRequestParts<S> for Query {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(Form::parse(parts.uri.query().unwrap_or_default())))
    }
}

impl FromIterator<(String, String)> for Form {
    fn from_iter<T: IntoIterator<Item = (String, String)>>(fields: T) -> Self {
        Self(fields.into_iter().collect())
    }
}

impl<S: Sync> FromRequest<S> for Form {
    type Rejection = Problem;

    async fn from_request(request: Request<Body>, _: &S) -> Result<Self, Problem> {
        let bytes = body(request, MOST_FORM).await?;
        Ok(Self(form_urlencoded::parse(&bytes).into_owned().collect()))
    }
}
