//! `RequestedGame`: the bundled game in the path of a request, under the house rules of its query.

use std::sync::Arc;

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use kosti_app::{App, rules_of};
use kosti_rules::Rules;
use kosti_table::CompiledRules;
use maud::Markup;

use super::form::Form;
use super::preferences::Preferences;
use super::rules::hidden_inputs;
use crate::problem::Problem;

/// A bundled game that a page is about.
pub(super) struct RequestedGame {
    pub(super) compiled: Arc<CompiledRules>,
    /// The query.
    pub(super) asked: Form,
    /// The house rules that differ from the standard, as a query.
    pub(super) house: String,
}

impl RequestedGame {
    /// The same house rules as hidden inputs.
    pub(super) fn house_inputs(&self) -> Markup {
        hidden_inputs(&Form::parse(self.house.trim_start_matches('?')))
    }
}

impl FromRequestParts<Arc<App>> for RequestedGame {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let path = Path::<String>::from_request_parts(parts, app).await;
        let Path(game) = path.map_err(|_| Problem::NotFound)?;
        let (id, text) = rules_of(Some(&game), None).map_err(|_| Problem::NotFound)?;
        let asked = Form::parse(parts.uri.query().unwrap_or_default());
        let language = Preferences::of(&parts.headers).language;
        let compiled = app.rules(&id, &text, &asked.house(), language).await?;
        let house = house_query(&compiled.rules);
        Ok(Self { compiled, asked, house })
    }
}

/// The choices that differ from the standard, as a query.
fn house_query(rules: &Rules) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    for option in rules.house.iter().filter(|option| option.chosen > 0) {
        query.append_pair(&format!("house-{}", option.id), option.choice());
    }
    let query = query.finish();
    if query.is_empty() { query } else { format!("?{query}") }
}
