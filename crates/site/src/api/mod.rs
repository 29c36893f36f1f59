//! The API: `/api/v1`. One file for each thing that can be asked.

mod act;
mod advice;
mod answer;
mod asks;
mod balance;
mod examples;
mod health;
mod lists;
mod open;
mod problems;
mod questions;
mod seats;
mod stream;
mod table;

use std::sync::Arc;

use axum::Router;
use axum::routing::get;
use utoipa::OpenApi;
use utoipa::openapi::OpenApi as Description;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use utoipa_swagger_ui::{Config, SwaggerUi};

pub(crate) use act::{Crossed, ThenBody, brought};
pub(crate) use health::metrics;
pub(crate) use open::{
    CoachBody, DiceBody, MOST_RULES, OpenBody, SeatBody, cookie, open_table, read, rules_of,
};
pub(crate) use seats::{JoinBody, sit_down};
pub(crate) use table::{COMMAND, again_at, present, wish};

use crate::problem::Problem;
use crate::site::Site;

/// What stands above the operations.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Kosti API",
        description = "Dice games: tables that people share, and questions about games. Actions carry the version that \
                       they were decided on; a stale one gets 409 with the table as it stands. A seat is a token: send \
                       it as `Authorization: Bearer`, or let the cookie do it.",
        license(name = "MIT OR Apache-2.0")
    ),
    components(schemas(problems::ProblemView, stream::Happened)),
    modifiers(&Security),
    tags(
        (name = "tables", description = "Tables that people share"),
        (name = "games", description = "Questions about games, in the shapes of `kosti ask`"),
        (name = "lists", description = "Tables and finished games")
    )
)]
struct Described;

struct Security;

impl utoipa::Modify for Security {
    fn modify(&self, description: &mut Description) {
        use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
        let bearer = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some("The token of a seat, 43 characters, from opening a table or sitting down"));
        let components = description.components.get_or_insert_with(Default::default);
        components.add_security_scheme("token", SecurityScheme::Http(bearer.build()));
    }
}

fn described() -> (Router<Arc<Site>>, Description) {
    let tables = OpenApiRouter::new()
        .routes(routes!(open::open))
        .routes(routes!(table::show, table::delete))
        .routes(routes!(table::start))
        .routes(routes!(table::rematch))
        .routes(routes!(table::rules))
        .routes(routes!(table::record))
        .routes(routes!(table::invite))
        .routes(routes!(seats::join))
        .routes(routes!(seats::vacate))
        .routes(routes!(seats::stand_in, seats::take_back))
        .routes(routes!(seats::anchor))
        .routes(routes!(act::act))
        .routes(routes!(act::witness))
        .routes(routes!(advice::advice))
        .routes(routes!(stream::events));
    let games = OpenApiRouter::new()
        .routes(routes!(asks::games))
        .routes(routes!(asks::score))
        .routes(routes!(asks::total))
        .routes(routes!(asks::advise))
        .routes(routes!(asks::solve))
        .routes(routes!(asks::simulate))
        .routes(routes!(asks::balance))
        .routes(routes!(asks::play))
        .routes(routes!(asks::check));
    let lists = OpenApiRouter::new()
        .routes(routes!(lists::mine))
        .routes(routes!(lists::finished))
        .routes(routes!(lists::statistics));
    let all = OpenApiRouter::with_openapi(Described::openapi());
    let (router, mut description) = all.nest("/api/v1", tables.merge(games).merge(lists)).split_for_parts();
    examples::insert(&mut description);
    (router, description)
}

/// The description of the API, as OpenAPI 3.1.
#[must_use]
pub fn description() -> String {
    described().1.to_pretty_json().unwrap_or_default()
}

/// Everything that is answered under `/api`, and what operators ask.
pub(crate) fn router() -> Router<Arc<Site>> {
    let (router, description) = described();
    let config = Config::from("/api/v1/openapi.json").try_it_out_enabled(true);
    let browsable = SwaggerUi::new("/api/v1/docs").url("/api/v1/openapi.json", description).config(config);
    router
        .merge(browsable)
        .route("/healthz", get(health::healthz))
        .route("/metrics", get(health::own_metrics))
        .method_not_allowed_fallback(async || Problem::MethodNotAllowed)
        .fallback(async || Problem::NotFound)
}
