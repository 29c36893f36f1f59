//! Opening a table: who plays, by which house rules, with which dice.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use kosti_coach::Level;
use kosti_rules::{House, Rules};
use kosti_table::{Library as _, Refused};
use maud::{Markup, html};

use super::filled::Filled;
use super::look::{Look, name_cookie};
use super::own;
use super::redirect::see_other;
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
    Ok(asked(&site, &look, &rules, &Filled::default(), None))
}

/// The page with the form as it was filled in; and what was wrong with it before.
fn asked(site: &Site, look: &Look, rules: &Rules, filled: &Filled, problem: Option<&Problem>) -> Response {
    let path = format!("/open/{}", rules.id);
    let page = Page::new(site, look, &path);
    let title = page.tell("page-open-of", &[("game", rules.name.get(page.language()).into())]);
    let game = html! { input type="hidden" name="game" value=(rules.id); };
    let main = html! {
        main #main.narrow {
            h1 { (title) }
            (Form { page: &page, rules, filled, problem }.fields(&game))
        }
    };
    page.show_with(problem.map_or(StatusCode::OK, Problem::status), &title, &main)
}

/// The form, as it was filled in before, if it was.
pub(super) struct Form<'a> {
    pub(super) page: &'a Page<'a>,
    pub(super) rules: &'a Rules,
    /// What was filled in; nothing the first time.
    pub(super) filled: &'a Filled,
    /// Why it did not open a table.
    pub(super) problem: Option<&'a Problem>,
}

impl Form<'_> {
    /// The form, with what says which game it is.
    pub(super) fn fields(&self, game: &Markup) -> Markup {
        let (page, rules) = (self.page, self.rules);
        let most = usize::from(rules.players.max).min(MOST_SEATS);
        let wrong = self.problem.filter(|problem| is_about_names(problem));
        let wrong = wrong.and_then(|problem| Some((self.wrong_seat()?, problem)));
        let hidden_used = (SEATS_SHOWN..most).any(|seat| self.who(seat) != "nobody");
        html! {
            @if let (Some(problem), None) = (self.problem, wrong) { p.wrong role="alert" { (problem.detail(page.words)) } }
            form.open method="post" action="/open" {
                (game)
                fieldset {
                    legend { (page.say("page-players")) }
                    @for seat in 0..most.min(SEATS_SHOWN) { (self.seat(seat, wrong)) }
                    @if most > SEATS_SHOWN {
                        details open[hidden_used] {
                            summary { (page.say("page-more-seats")) }
                            @for seat in SEATS_SHOWN..most { (self.seat(seat, wrong)) }
                        }
                    }
                }
                fieldset {
                    legend { (page.say("page-dice")) }
                    (self.choices("dice", &["virtual", "real"]))
                }
                fieldset {
                    legend { (page.say("page-coach")) }
                    (self.choices("coach", &["own", "all", "off"]))
                }
                @if !rules.house.is_empty() { (house(page, rules)) }
                p.row { button.primary { (page.say("page-open-go")) } }
            }
        }
    }

    /// The seat whose name was refused.
    fn wrong_seat(&self) -> Option<usize> {
        let mut before: Vec<String> = Vec::new();
        (0..MOST_SEATS).find(|&seat| {
            let sits = !matches!(self.who(seat), "nobody" | "link");
            let Some(name) = typed_name(self.filled, seat).filter(|_| sits) else {
                return false;
            };
            let wrong = kosti_engine::check_new_name(name, &before).is_err();
            before.push(name.to_owned());
            wrong
        })
    }

    /// Who sits on a seat: the first is whoever opens the table.
    fn who(&self, seat: usize) -> &str {
        if let Some(who) = who(self.filled, seat) {
            return who;
        }
        let must = seat < usize::from(self.rules.players.min);
        let alone = self.rules.players.alone || self.rules.players.min < 2;
        match seat {
            0 => "here",
            _ if must && !alone => "regular",
            _ => "nobody",
        }
    }

    fn seat(&self, seat: usize, wrong: Option<(usize, &Problem)>) -> Markup {
        let (page, chosen) = (self.page, self.who(seat));
        let kinds = ["here", "link", "beginner", "regular", "perfect", "nobody"];
        // How many will play is not known yet: in a race best play is known between two.
        let told = |kind: &str| match Level::Perfect.label(self.rules, 2) {
            label if kind != label && kind == "perfect" => page.say(&format!("page-who-{label}")),
            _ if kind == "perfect" && self.rules.race().is_some() && self.rules.players.max > 2 => {
                page.say("page-who-perfect-of-two")
            }
            _ => page.say(&format!("page-who-{kind}")),
        };
        let (who, name) = (format!("who-{seat}"), format!("name-{seat}"));
        let nth = [("nth", (seat + 1).into())];
        let wrong = wrong.filter(|(at, _)| *at == seat).map(|(_, problem)| problem.detail(page.words));
        let own = (seat == 0 && self.filled.get(&who).is_none()).then_some(page.look.name.as_str());
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
                input id=(name) name=(name) maxlength="60" autocomplete="off" value=[self.filled.get(&name).or(own)]
                    placeholder=(page.tell("play-name", &nth)) autofocus[wrong.is_some()]
                    aria-invalid=[wrong.is_some().then_some("true")] aria-describedby=[wrong.is_some().then_some("wrong-name")];
                @if let Some(wrong) = wrong { p.wrong #wrong-name role="alert" { (wrong) } }
            }
        }
    }

    /// What one is to be chosen of: what was chosen before, or else the first.
    fn choices(&self, name: &str, values: &[&str]) -> Markup {
        let chosen = self.filled.get(name).filter(|chosen| values.contains(chosen)).unwrap_or(values[0]);
        html! {
            @for value in values {
                label.choice {
                    input type="radio" name=(name) value=(value) checked[*value == chosen];
                    span { (self.page.say(&format!("page-{name}-{value}"))) }
                }
            }
        }
    }
}

fn is_about_names(problem: &Problem) -> bool {
    use Refused::{AlikeName, BadName, InvisibleInName, SameName};
    let Problem::Refused { why } = problem else { return false };
    matches!(why, BadName { .. } | SameName { .. } | AlikeName { .. } | InvisibleInName { .. })
}

/// Who was chosen for a seat. A name beside nobody is somebody's.
fn who(filled: &Filled, seat: usize) -> Option<&str> {
    match filled.get(&format!("who-{seat}"))? {
        "nobody" if typed_name(filled, seat).is_some() => Some("here"),
        who => Some(who),
    }
}

fn typed_name(filled: &Filled, seat: usize) -> Option<&str> {
    filled.get(&format!("name-{seat}")).map(str::trim).filter(|name| !name.is_empty())
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
    let taken: Vec<&str> = (0..MOST_SEATS).filter_map(|seat| typed_name(filled, seat)).collect();
    let mut seats = Vec::new();
    for seat in 0..MOST_SEATS {
        let bot = match who(filled, seat) {
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
        let name = typed_name(filled, seat).map(str::to_owned);
        let unnamed = || bot.is_none().then(|| free_name(page, seat + 1, &taken));
        seats.push(SeatBody { name: name.or_else(unnamed), bot });
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

/// What somebody is called who has typed nothing: by the number of the seat, or the next that is nobody's name.
fn free_name(page: &Page<'_>, nth: usize, taken: &[&str]) -> String {
    let names = (nth..).map(|nth| page.tell("play-name", &[("nth", nth.into())]));
    names.into_iter().find(|name| !taken.contains(&name.as_str())).unwrap_or_default()
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
    Ok(asked(site, look, &rules, filled, Some(&problem)))
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
    let mut response = see_other(&format!("/t/{}", room.id));
    let seat = HeaderValue::from_str(&cookie(room.id, token)).ok();
    for cookie in seat.into_iter().chain(name.and_then(name_cookie)) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}
