//! Opening a table: who plays, by which house rules, with which dice.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use kosti_coach::Level;
use kosti_rules::{House, Rules};
use kosti_table::Library as _;
use maud::{Markup, html};

use super::filled::Filled;
use super::look::{Look, name_cookie};
use super::own;
use super::shell::Page;
use crate::api::{CoachBody, DiceBody, OpenBody, SeatBody, cookie, open_table};
use crate::caller::{Address, Caller};
use crate::problem::Problem;
use crate::room::Room;
use crate::shapes::BotLevel;
use crate::site::Site;

/// Seats that are offered at once; the others are behind a fold.
const SEATS_SHOWN: usize = 4;
/// Seats of a form.
const MOST_SEATS: usize = 10;

/// The rules of a bundled game.
pub(super) fn bundled(site: &Site, game: &str, house: &House) -> Result<Arc<Rules>, Problem> {
    let unknown = || Problem::UnknownGame { game: game.to_owned() };
    let (id, text) = kosti_games::TEXTS.iter().find(|(id, _)| *id == game).ok_or_else(unknown)?;
    let booked = site.hall.shelf.rules(id, text, house);
    booked.map(|booked| booked.rules.clone()).map_err(|faults| Problem::BadRules { faults })
}

/// `/open/{game}`: the form.
pub(super) async fn form(
    State(site): State<Arc<Site>>,
    Path(game): Path<String>,
    RawQuery(query): RawQuery,
    look: Look,
) -> Result<Response, Problem> {
    let house = Filled::parse(query.as_deref().unwrap_or_default()).house();
    let rules = bundled(&site, &game, &house).map_err(|_| Problem::NotFound)?;
    Ok(asked(&site, &look, &rules, None))
}

/// The page with the form; and what was wrong with it before.
fn asked(site: &Site, look: &Look, rules: &Rules, problem: Option<&Problem>) -> Response {
    let path = format!("/open/{}", rules.id);
    let page = Page::new(site, look, &path);
    let title = page.tell("page-open-of", &[("game", rules.name.get(page.language()).into())]);
    let game = html! { input type="hidden" name="game" value=(rules.id); };
    let wrong = problem.map(|problem| problem.detail(page.words));
    let main = html! {
        main #main.narrow {
            h1 { (title) }
            (fields(&page, rules, &game, wrong.as_deref()))
        }
    };
    page.show_with(problem.map_or(StatusCode::OK, Problem::status), &title, &main)
}

/// The form, with what says which game it is; and what was wrong with it before.
pub(super) fn fields(page: &Page<'_>, rules: &Rules, game: &Markup, wrong: Option<&str>) -> Markup {
    let most = usize::from(rules.players.max).min(MOST_SEATS);
    html! {
        @if let Some(wrong) = wrong { p.wrong role="alert" { (wrong) } }
        form.open method="post" action="/open" {
            (game)
            fieldset {
                legend { (page.say("page-players")) }
                @for seat in 0..most.min(SEATS_SHOWN) { (seat_fields(page, rules, seat)) }
                @if most > SEATS_SHOWN {
                    details {
                        summary { (page.say("page-more-seats")) }
                        @for seat in SEATS_SHOWN..most { (seat_fields(page, rules, seat)) }
                    }
                }
            }
            fieldset {
                legend { (page.say("page-dice")) }
                (choice(page, "dice", "virtual", "page-dice-virtual", true))
                (choice(page, "dice", "real", "page-dice-real", false))
            }
            fieldset {
                legend { (page.say("page-coach")) }
                (choice(page, "coach", "own", "page-coach-own", true))
                (choice(page, "coach", "all", "page-coach-all", false))
                (choice(page, "coach", "off", "page-coach-off", false))
            }
            @if !rules.house.is_empty() { (house(page, rules)) }
            p.row { button.primary { (page.say("page-open-go")) } }
        }
    }
}

/// Who sits on a seat: the first is whoever opens the table.
fn seat_fields(page: &Page<'_>, rules: &Rules, seat: usize) -> Markup {
    let must = seat < usize::from(rules.players.min) || seat == 0;
    let alone = rules.players.alone || rules.players.min < 2;
    let chosen = match seat {
        0 => "here",
        _ if must && !alone => "regular",
        _ => "nobody",
    };
    let kinds = ["here", "link", "beginner", "regular", "perfect", "nobody"];
    // How many will play is not known yet: in a race best play is known between two.
    let told = |kind: &str| match Level::Perfect.label(rules, 2) {
        label if kind != label && kind == "perfect" => page.say(&format!("page-who-{label}")),
        _ if kind == "perfect" && rules.race().is_some() && rules.players.max > 2 => {
            page.say("page-who-perfect-of-two")
        }
        _ => page.say(&format!("page-who-{kind}")),
    };
    let (who, name) = (format!("who-{seat}"), format!("name-{seat}"));
    let nth = [("nth", (seat + 1).into())];
    html! {
        div.seat-row {
            label.visually-hidden for=(who) { (page.tell("page-seat-who", &nth)) }
            select id=(who) name=(who) {
                @for kind in kinds {
                    @if !(seat == 0 && matches!(kind, "nobody" | "link")) {
                        option value=(kind) selected[kind == chosen] { (told(kind)) }
                    }
                }
            }
            label.visually-hidden for=(name) { (page.tell("page-seat-name", &nth)) }
            input id=(name) name=(name) maxlength="60" autocomplete="off"
                value=[(seat == 0).then(|| page.look.name.as_str())] placeholder=(page.tell("play-name", &nth));
        }
    }
}

fn choice(page: &Page<'_>, name: &str, value: &str, said: &str, chosen: bool) -> Markup {
    html! { label.choice { input type="radio" name=(name) value=(value) checked[chosen]; span { (page.say(said)) } } }
}

fn house(page: &Page<'_>, rules: &Rules) -> Markup {
    html! {
        details.house {
            summary { (page.say("rules-house")) }
            (house_options(page, rules))
        }
    }
}

/// House rules to choose from. An option that differs from the standard says so.
pub(super) fn house_options(page: &Page<'_>, rules: &Rules) -> Markup {
    let language = page.language();
    html! {
        @for option in &rules.house {
            fieldset.house-option {
                legend { (option.name.get(language)) " " span.differs { (page.say("page-differs")) } }
                @if !option.about.get(language).is_empty() { p.faint { (option.about.get(language)) } }
                @for (nth, (id, about)) in option.choices.iter().enumerate() {
                    label.choice {
                        input type="radio" name={ "house-" (option.id) } value=(id) checked[nth == option.chosen] data-standard[nth == 0];
                        span {
                            (about.get(language))
                            @if nth == 0 { " " span.faint { (page.say("rules-default")) } }
                        }
                    }
                }
            }
        }
    }
}

/// What was asked for.
pub(super) fn body(filled: &Filled, page: &Page<'_>) -> OpenBody {
    let mut seats = Vec::new();
    for seat in 0..MOST_SEATS {
        let level = match filled.get(&format!("who-{seat}")) {
            None | Some("nobody") => continue,
            Some("beginner") => Some(BotLevel::Beginner),
            Some("regular") => Some(BotLevel::Regular),
            Some("perfect") => Some(BotLevel::Perfect),
            Some("link") => {
                seats.push(SeatBody { name: None, bot: None });
                continue;
            }
            Some(_) => None,
        };
        let name = filled.get(&format!("name-{seat}")).map(str::trim).filter(|name| !name.is_empty());
        let unnamed = || level.is_none().then(|| page.tell("play-name", &[("nth", (seat + 1).into())]));
        seats.push(SeatBody { name: name.map(str::to_owned).or_else(unnamed), bot: level });
    }
    let house: BTreeMap<String, String> = filled.house().into_iter().collect();
    OpenBody {
        game: filled.get("game").map(str::to_owned),
        rules: filled.get("rules").map(own::with_plain_ends),
        house,
        dice: if filled.get("dice") == Some("real") { DiceBody::Real } else { DiceBody::Virtual },
        coach: match filled.get("coach") {
            Some("all") => CoachBody::All,
            Some("off") => CoachBody::Off,
            _ => CoachBody::Own,
        },
        seats,
        command: None,
    }
}

/// `POST /open`.
pub(super) async fn open(
    State(site): State<Arc<Site>>,
    Address(address): Address,
    caller: Caller,
    look: Look,
    filled: Filled,
) -> Result<Response, Problem> {
    let page = Page::new(&site, &look, "/");
    let body = body(&filled, &page);
    let opened = open_table(&site, address, look.language, &caller, &body).await;
    match opened {
        Ok((room, token)) => Ok(arrived(&room, &token, filled.get("name-0"))),
        // What was filled in is still in the browser; the way back keeps it.
        Err(problem)
            if matches!(
                problem.status(),
                StatusCode::UNPROCESSABLE_ENTITY | StatusCode::PAYLOAD_TOO_LARGE
            ) =>
        {
            wrong(&site, address, &look, &body, &filled, problem).await
        }
        Err(problem) => Err(problem),
    }
}

/// The form again, with what was wrong.
async fn wrong(
    site: &Arc<Site>,
    address: IpAddr,
    look: &Look,
    body: &OpenBody,
    filled: &Filled,
    problem: Problem,
) -> Result<Response, Problem> {
    if body.rules.is_some() {
        return own::again(site, look, address, filled, problem).await;
    }
    let Some(game) = &body.game else { return Err(problem) };
    let house = filled.house();
    let rules = bundled(site, game, &house).or_else(|_| bundled(site, game, &House::default()))?;
    Ok(asked(site, look, &rules, Some(&problem)))
}

/// `POST /play`: one tap, alone; against a bot where nobody can play alone.
pub(super) async fn play_now(
    State(site): State<Arc<Site>>,
    Address(address): Address,
    caller: Caller,
    look: Look,
    filled: Filled,
) -> Result<Response, Problem> {
    let page = Page::new(&site, &look, "/");
    let game = filled.get("game").unwrap_or_default();
    let rules = bundled(&site, game, &House::default())?;
    let name = if look.name.is_empty() { page.say("page-you") } else { look.name.clone() };
    let mut seats = vec![SeatBody { name: Some(name), bot: None }];
    while !rules.seats_allowed(seats.len()) && seats.len() < usize::from(rules.players.max) {
        seats.push(SeatBody { name: None, bot: Some(BotLevel::Regular) });
    }
    let body = OpenBody { game: Some(game.to_owned()), seats, ..OpenBody::default() };
    let (room, token) = open_table(&site, address, look.language, &caller, &body).await?;
    Ok(arrived(&room, &token, None))
}

/// To the table, with the seat's token and what its holder is called.
pub(super) fn arrived(room: &Room, token: &str, name: Option<&str>) -> Response {
    let mut response =
        (StatusCode::SEE_OTHER, [(header::LOCATION, format!("/t/{}", room.id))]).into_response();
    let seat = HeaderValue::from_str(&cookie(room.id, token)).ok();
    for cookie in seat.into_iter().chain(name.and_then(name_cookie)) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}
