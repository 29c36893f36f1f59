//! The API: `/api/v1`, one file for each subject.

mod act;
mod advice;
mod answer;
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
use kosti_web::Problem;
use utoipa::OpenApi;
use utoipa::openapi::OpenApi as OpenApiDocument;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use utoipa_swagger_ui::{Config, SwaggerUi};

pub(crate) use health::metrics;

use crate::site::Site;

/// The head of the description.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Kosti API",
        description = "Dice games: tables that people share, and questions about games. Actions carry the version that \
                       they were decided on; a stale one gets 409 with the table as it stands. A seat is a token: send \
                       it as `Authorization: Bearer`, or let the cookie do it.",
        license(name = "MIT OR Apache-2.0")
    ),
    components(schemas(kosti_web::ProblemView, stream::EventData)),
    modifiers(&Security),
    tags(
        (name = "tables", description = "Tables that people share"),
        (name = "games", description = "Questions about games, in the shapes of `kosti ask`"),
        (name = "lists", description = "Tables and finished games")
    )
)]
struct ApiDescription;

struct Security;

impl utoipa::Modify for Security {
    fn modify(&self, description: &mut OpenApiDocument) {
        use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
        let bearer = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some("The token of a seat, 43 characters, from opening a table or sitting down"));
        let components = description.components.get_or_insert_with(Default::default);
        components.add_security_scheme("token", SecurityScheme::Http(bearer.build()));
    }
}

fn build_api() -> (Router<Arc<Site>>, OpenApiDocument) {
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
        .routes(routes!(questions::games))
        .routes(routes!(questions::score))
        .routes(routes!(questions::total))
        .routes(routes!(questions::advise))
        .routes(routes!(questions::solve))
        .routes(routes!(questions::simulate))
        .routes(routes!(questions::balance))
        .routes(routes!(questions::play))
        .routes(routes!(questions::check));
    let lists = OpenApiRouter::new()
        .routes(routes!(lists::list_own_tables))
        .routes(routes!(lists::list_finished_games))
        .routes(routes!(lists::statistics));
    let all = OpenApiRouter::with_openapi(ApiDescription::openapi());
    let (router, mut description) = all.nest("/api/v1", tables.merge(games).merge(lists)).split_for_parts();
    examples::insert(&mut description);
    (router, description)
}

/// The description of the API, as OpenAPI 3.1.
#[must_use]
pub fn description() -> String {
    build_api().1.to_pretty_json().unwrap_or_default()
}

/// The routes of `/api`, and those for operators.
pub(crate) fn router() -> Router<Arc<Site>> {
    let (router, description) = build_api();
    let config = Config::from("/api/v1/openapi.json").try_it_out_enabled(true);
    let browsable = SwaggerUi::new("/api/v1/docs").url("/api/v1/openapi.json", description).config(config);
    router
        .merge(browsable)
        .route("/healthz", get(health::healthz))
        .route("/metrics", get(health::own_metrics))
        .method_not_allowed_fallback(async || Problem::MethodNotAllowed)
        .fallback(async || Problem::NotFound)
}
